"""Notices: why something was refused, all reasons at once, with sections; where a count is from."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QSize, QTimer
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QLabel,
    QSizePolicy,
    QSpacerItem,
    QWidget,
)

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
TOLD = 3  # the place of what is said, below all
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
        self._notices, self._most, self._air = notices, 0, 0
        self._between = False
        self.verticalScrollBar().rangeChanged.connect(self._went)
        self._all = column(holder(column(*notices, gap=4)), below, gap=0, grow=1)
        plain(self, holder(self._all))

    @property
    def room(self) -> int:
        """Pixels for one reason of two lines, and for the air before it."""
        lines = 2 * QFontMetrics(theme.font()).lineSpacing()
        return max(theme.target(), lines) + 2 * PAD + EDGES + self._air

    def stand(self, *, between: bool, air: int) -> None:
        """Stand between what it is about and the foot, with nothing while nothing is said; or below."""
        self._between, self._air = between, air
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Expanding, policy.Fixed if between else policy.Expanding)
        self._all.setContentsMargins(0, 0 if between else air, 0, air if between else 0)
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """What a reason needs; where room is short, nothing while nothing is said."""
        kept = theme.size() > theme.Size.TINY and not self._between
        said = kept or any(not one.isHidden() for one in self._notices)
        return QSize(0, self.room if said else 0)

    def sizeHint(self) -> QSize:
        """The same, however much they say."""
        return self.minimumSizeHint()

    def _went(self, _: int, most: int) -> None:
        """Some of what was said went: what is left begins with its first words."""
        if most < self._most:
            self.verticalScrollBar().setValue(0)
        self._most = most


class Footed(QWidget):
    """Fields, the foot they are initialed in, and what is said of both: the foot stays where it is.

    What is said stands below, in room that is kept for it. Where the fields would scroll for that, it
    stands above the foot instead, and they give way while it does.
    """

    def __init__(self) -> None:
        super().__init__()
        self._line, self._gap, self._air = column(gap=0), QSpacerItem(0, 0), 0
        self._between: bool | None = None
        self.setLayout(self._line)

    def put(self, fields: Scrolled, foot: QWidget) -> None:
        """What stands above the other, before it is filled."""
        self._fields, self._foot = fields, foot
        fields.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._line.addWidget(fields)
        self._line.addItem(self._gap)
        self._line.addWidget(foot)

    def put_said(self, told: Told) -> None:
        """Where both are filled, what is said of them."""
        self._told = told
        self._line.addWidget(told, 1)
        self.breathe(self._air)

    def breathe(self, air: int) -> None:
        """Have so many pixels between the parts."""
        self._air, self._between = air, None
        self._turn()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Other room."""
        super().resizeEvent(event)
        self._turn()

    def event(self, event: QEvent) -> bool:
        """Other fields need other room."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._turn()
        return super().event(event)

    def _turn(self) -> None:
        inner = self._fields.widget()
        layout = inner.layout() if inner else None
        if not layout or not self._line.itemAt(TOLD):
            return
        wide = self._fields.viewport().width()
        high = layout.totalHeightForWidth(wide) if layout.hasHeightForWidth() else 0
        foot = self._foot.sizeHint().height() + self._told.room
        between = max(high, layout.totalSizeHint().height()) + self._air + foot > self.height()
        if between == self._between:
            return
        self._between = between
        policy = QSizePolicy.Policy
        least = policy.MinimumExpanding if between else policy.Fixed
        self._gap.changeSize(0, self._air, policy.Minimum, least)
        self._fields.keep_for_bar(on=between)
        self._line.removeWidget(self._told)
        self._line.insertWidget(TOLD - 1 if between else TOLD, self._told, 0 if between else 1)
        self._told.stand(between=between, air=self._air)


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

    def typed(self) -> dict[str, object]:
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
