"""Notices: why something was refused, all reasons at once, each with its section. Never modal."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, QTimer
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from pitdesk.errors import Refusal
from ui.aloud.voice import announce, bell
from ui.widgets import theme
from ui.widgets.parts import (
    Folding,
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
)

INITIALS = frozenset(  # rules about who initials: their refusals show beside the initials
    (
        *("pd.person", "pd.signed", "pd.role", "pd.duty", "pd.who", "pd.twice", "pd.own", "pd.initials"),
        *("nd.08-05.3", "nd.08-05.3c", "nd.08-05.5", "nd.08-05.2v", "nd.08-06.1c", "nd.08-14.2"),
        *("nd.08-05.6", "nd.08-16.1", "pd.close", "pd.redeem", "nd.02-07.2", "nd.02-11", "pd.setup"),
        "pd.second",
    )
)
TROUBLE = "trouble"  # in the place of a rule: not refused, but the world was wrong
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
    """Room for notices, always kept: nothing moves for what they say; more than fits there scrolls."""

    def __init__(self, *notices: Notice) -> None:
        super().__init__()
        self._notices = notices
        plain(self, holder(column(*notices, None, gap=4)))

    def minimumSizeHint(self) -> QSize:
        """One line of words; where there is least room, nothing while nothing is said."""
        said = theme.size() > theme.Size.TINY or any(not one.isHidden() for one in self._notices)
        return QSize(0, theme.pixels() * (3 if theme.size() > theme.Size.SMALL else 2) if said else 0)

    def sizeHint(self) -> QSize:
        """The same, however much they say."""
        return self.minimumSizeHint()


def _line(reason: Refusal, lesson: Lesson | None, *, live: bool) -> QFrame:
    tone = "look" if live else "stop"
    words = label(reason.words, wrap=True)
    head = pill("Rule" if reason.section else "Trouble" if reason.rule == TROUBLE else "Look", tone)
    section = label(reason.section, "caption", wrap=True)
    below = _lesson(section, lesson, reason) if lesson else [section] if reason.section else []
    said = Folding(head, holder(column(words, *below, gap=2)), gap=12, stretch=(0, 1))
    frame = framed(QFrame(), column(said), "notice", 12, 8)
    kind(frame, "notice", tone=tone)
    return frame


def _lesson(section: QLabel, lesson: Lesson, reason: Refusal) -> Sequence[QWidget]:
    """The section with the ways out beside it, and what the rule asks for whoever wants to know."""
    asks = label(f"{reason.rule}: {lesson.words}", "caption", wrap=True)
    asks.hide()
    why = button("Why?", lambda: asks.setVisible(asks.isHidden()), "link", says=f"Why? {reason.words}")
    ways = [button(one, act, "link", says=f"{one}: {reason.words}") for one, act in lesson.ways]
    return (Folding(section, why, *ways, gap=4, stretch=(1, *(0 for _ in (why, *ways)))), asks)


def beside(reasons: Sequence[Refusal], rules: frozenset[str]) -> list[Refusal]:
    """The reasons of these rules."""
    return [reason for reason in reasons if reason.rule in rules]
