"""Notices: why something was refused, all reasons at once, with sections; where a count is from."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QWidget

from pitdesk.errors import Refusal
from ui.aloud.voice import announce, bell
from ui.widgets import theme
from ui.widgets.fields import Tick
from ui.widgets.flow import Folding
from ui.widgets.parts import (
    Scrolled,
    button,
    column,
    emptied,
    framed,
    holder,
    into_sight,
    kind,
    label,
    pill,
    plain,
    show_words,
)

if TYPE_CHECKING:
    from pitdesk.kinds import Machine

INITIALS = frozenset(  # rules about who initials: their refusals show beside the initials
    (
        *("pd.person", "pd.signed", "pd.role", "pd.duty", "pd.who", "pd.twice", "pd.own", "pd.initials"),
        *("nd.08-05.3", "nd.08-05.3c", "nd.08-05.5", "nd.08-05.2v", "nd.08-06.1c", "nd.08-14.2"),
        *("nd.08-05.6", "nd.08-16.1", "pd.close", "pd.redeem", "nd.02-07.2", "nd.02-11", "pd.setup"),
        "pd.second",
    )
)
TROUBLE = "trouble"  # in the place of a rule: not refused, but the world was wrong
PAD, EDGES = 4, 2  # pixels above and below what a reason says; both lines around it
WORDS = 120  # pixels that its words have beside its head, beyond the longest of them
ORIGIN = "origin"  # its key among what was typed; no value's name
CORRECTED = "corrected by hand"
ASKED = "The machine put pieces aside. Count those by hand, add them, and tick it."
REASON = frozenset({"pd.reason"})  # its refusal shows beside the reason


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a refusal teaches: what its rule asks, in our words, and the ways out of it.

    ways   what each button says, and what it does
    """

    words: str
    ways: tuple[tuple[str, Callable[[], object]], ...]


Teach = Callable[[Refusal], Lesson | None]


class Notice(QWidget):
    """A list of reasons. Empty, it takes no room.

    Attributes:
        teach: what a reason teaches; None where there is nothing to go to.
    """

    def __init__(self) -> None:
        super().__init__()
        self.teach: Teach = lambda reason: None
        self._column = column(gap=6)
        self.setLayout(self._column)
        self.reasons: tuple[Refusal, ...] = ()
        self._live = False
        self.hide()

    def tell(self, reasons: Sequence[Refusal], *, live: bool = False) -> None:
        """Show these reasons; `live` while somebody is still typing."""
        if not live:
            announce(self, _in_words(reasons), urgent=True)
            if reasons:
                bell.ring()
        if tuple(reasons) == self.reasons and (live or not self._live):
            return  # what was said of a post stays so while it is only tried again
        self.reasons, self._live = tuple(reasons), live
        emptied(self._column)
        for reason in dict.fromkeys(reasons):
            self._column.addWidget(_line(reason, self.teach(reason), live=live))
        self.setVisible(bool(self.reasons))
        self.setAccessibleName(self.text)
        if live:
            announce(self, self.text)
        elif self.reasons:
            QTimer.singleShot(0, self, lambda: into_sight(self, across=0))

    @property
    def text(self) -> str:
        """What it says."""
        return _in_words(self.reasons)


def _in_words(reasons: Sequence[Refusal]) -> str:
    return "\n".join(str(one) if one.section else one.words for one in reasons)


class Told(Scrolled):
    """Room for notices, always kept: nothing moves for what they say; more than fits there scrolls.

    below   what stands there while nothing is said, as far as there is room
    """

    def __init__(self, *notices: Notice, below: QWidget | None = None) -> None:
        super().__init__()
        self._notices, self._most = notices, 0
        self.verticalScrollBar().rangeChanged.connect(self._went)
        plain(self, holder(column(holder(column(*notices, gap=4)), below, gap=0, grow=1)))

    def minimumSizeHint(self) -> QSize:
        """One reason of two lines; where there is least room, nothing while nothing is said."""
        said = theme.size() > theme.Size.TINY or any(not one.isHidden() for one in self._notices)
        lines = 2 * QFontMetrics(theme.font()).lineSpacing()
        return QSize(0, max(theme.target(), lines) + 2 * PAD + EDGES if said else 0)

    def sizeHint(self) -> QSize:
        """The same, however much they say."""
        return self.minimumSizeHint()

    def _went(self, _: int, most: int) -> None:
        """Some of what was said went: what is left begins with its first words."""
        if most < self._most:
            self.verticalScrollBar().setValue(0)
        self._most = most


class _Lined(Folding):
    """Words, in two lines at most, and what follows them beside; else that stands below."""

    def __init__(self, words: QLabel, section: QLabel, after: QWidget) -> None:
        super().__init__(words, after, gap=12, stretch=(1, 0))
        self._words, self._section = words, section

    @property
    def unfolded(self) -> int:
        """Pixels of width at which the words need no third line, and the section no second one."""
        wide = self._words.fontMetrics().horizontalAdvance
        words, longest = wide(self._words.text()), max(map(wide, self._words.text().split()), default=0)
        section = self._section.fontMetrics().horizontalAdvance(self._section.text())
        least = self._words.minimumSizeHint().width() + self._section.minimumSizeHint().width()
        return super().unfolded - least + min(words, words // 2 + longest) + section

    def _fit(self) -> None:
        super()._fit()
        self._section.setWordWrap(self._line.direction() == QBoxLayout.Direction.TopToBottom)


class _Headed(Folding):
    """What a reason is in a word, and beside it the reason, where that is no column of single words."""

    @property
    def unfolded(self) -> int:
        """Pixels of width that they need side by side."""
        return super().unfolded + theme.sized(WORDS)


def _line(reason: Refusal, lesson: Lesson | None, *, live: bool) -> QFrame:
    tone = "look" if live else "stop"
    words = label(reason.words, wrap=True)
    head = pill("Rule" if reason.section else "Trouble" if reason.rule == TROUBLE else "Look", tone)
    section = label(reason.section, "caption", wrap=True)
    after, *asks = _lesson(section, lesson, reason) if lesson else [section]
    line = _Lined(words, section, after) if reason.section else words
    said = _Headed(head, holder(column(line, *asks, gap=2)), gap=12, stretch=(0, 1))
    frame = framed(QFrame(), column(said), "notice", 12, PAD)
    kind(frame, "notice", tone=tone)
    return frame


def _lesson(section: QLabel, lesson: Lesson, reason: Refusal) -> Sequence[QWidget]:
    """The section with the ways out beside it, and what the rule asks for whoever wants to know."""
    asks = label(f"{reason.rule}: {lesson.words}", "caption", wrap=True)
    asks.hide()
    why = button("Why?", lambda: asks.setVisible(asks.isHidden()), "link", says=f"Why? {reason.words}")
    ways = [button(one, act, "link", says=f"{one}: {reason.words}") for one, act in lesson.ways]
    stretch = (1, *(0 for _ in (why, *ways)))
    return Folding(section, why, *ways, gap=4, stretch=stretch, late=True), asks


def beside(reasons: Sequence[Refusal], rules: frozenset[str]) -> list[Refusal]:
    """The reasons of these rules."""
    return [reason for reason in reasons if reason.rule in rules]


class Origin(QWidget):
    """Stands below a count that machines may fill.

    changed   called when somebody answers for what a machine put aside

    Attributes:
        machine: what machines counted of it, also where that was corrected since.
    """

    def __init__(self, changed: Callable[[], object]) -> None:
        super().__init__()
        self.machine: tuple[Machine, ...] = ()
        self._counted: Mapping[str, object] = {}  # what stood there once they had counted
        self._words = label("", "caption", wrap=True)
        self.aside = Tick("put aside", "")
        self.aside.changed.connect(changed)
        self.setLayout(column(self._words, self.aside, gap=4))
        self.show_typed({})

    def has(self, machine: "Machine") -> bool:
        """Whether this very report is in the count already."""
        return any(
            (one.model, one.report, one.raw) == (machine.model, machine.report, machine.raw)
            for one in self.machine
        )

    def take(self, machine: "Machine", typed: Mapping[str, object], *, by_hand: bool) -> None:
        """Take in what a machine counted, with what now stands in the fields.

        by_hand   whether something else than machines' counts stands there
        """
        self.machine = (*self.machine, machine)
        self._counted = {} if by_hand else dict(typed)
        self.aside.take_up(False)

    def corrected(self, typed: Mapping[str, object]) -> bool:
        """Whether something else stands in the fields than machines counted."""
        return typed != self._counted

    def show_typed(self, typed: Mapping[str, object]) -> None:
        """Say where what stands in the fields is from; with nothing there, from nowhere."""
        if not typed:
            self.machine, self._counted = (), {}
        names = dict.fromkeys(
            one.model + f", report {one.report}" * one.report.isdecimal() for one in self.machine
        )
        by_hand = f", {CORRECTED}" if self.corrected(typed) else ""
        show_words(self._words, f"Counted by {' and '.join(names)}{by_hand}." if names else "")
        rejects = sum(one.rejects for one in self.machine)
        words = f"{rejects:,} put aside by the machine: counted by hand, and in these figures"
        self.aside.box.setText(words)
        self.aside.box.setAccessibleName(words)
        self.aside.setVisible(bool(rejects))
        self.setVisible(bool(names))

    @property
    def asks(self) -> bool:
        """Whether somebody has still to answer for what a machine put aside."""
        return any(one.rejects for one in self.machine) and not self.aside.value()

    def typed(self) -> dict[str, Any]:
        """What is kept with what was typed; nothing where no machine counted."""
        if not self.machine:
            return {}
        kept = [[*map(list, self.machine)], dict(self._counted), self.aside.value()]
        return {ORIGIN: kept}

    def take_up(self, kept: Sequence[Any] | None) -> None:
        """Put it back."""
        machines, counted, aside = kept or ((), {}, False)
        from pitdesk.kinds import Machine  # noqa: PLC0415  (the first window shows no count)

        self.machine = tuple(Machine(*one) for one in machines)
        self._counted = dict(counted)
        self.aside.take_up(aside)
