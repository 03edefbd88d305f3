"""A station does not reach its cage: why, and the ways on from here."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPushButton

from pitdesk.errors import Trouble
from pitdesk.stations.home import Home
from pitdesk.upkeep.backup import held
from ui.beside.lane import Lane
from ui.setup.backup import held_words
from ui.setup.screen import SELECTABLE
from ui.widgets.fields import Line
from ui.widgets.pad import Letters
from ui.widgets.parts import (
    State,
    button,
    card,
    column,
    framed,
    holder,
    kind,
    label,
    middle,
    pill,
    row,
    scrolled,
)
from ui.widgets.theme import Alone
from ui.work.lines import told

CALM = "Nothing is lost here. Until the line is back, write slips on forms by hand, and verify on paper."
DEAD = (
    "Only if that machine does not start again: with the stick of the keys, the last slips on paper and"
    " two managers, this machine becomes the cage. If another station's copy reaches farther, go there."
)
AFRESH = (
    "Where the cage's book is right and this copy is not: the copy is kept under another name, and the"
    " cage's whole book is taken anew. The cage must say that the two differ, or nothing is done."
)
PAIR = "Where the cage does not know this station, or has a new key: both show their letters again."


@dataclass(frozen=True, slots=True)
class Ways:
    """What can be done at a station whose line is not open.

    again     try once more
    moved     look for the cage at another address
    dead      make this machine the cage
    afresh    keep the copy, and take the cage's book anew
    pair      be paired again
    """

    again: Callable[[], object]
    moved: Callable[[str, int], object]
    dead: Callable[[], object]
    afresh: Callable[[], object]
    pair: Callable[[], object]


class NoCage(Alone):
    """Says why a station's line is not open, how far its copy reaches, and offers the ways on.

    why   in words
    """

    def __init__(self, home: Home, why: str, ways: Ways, *, touched: bool = False) -> None:
        super().__init__()
        self.setWindowTitle("PitDesk: the cage is not reached")
        self.home, self.ways, self.touched, at = home, ways, touched, home.cage
        self._lane = Lane("copy", self)
        self.why = label(why, "h2", wrap=True)
        self.why.setTextInteractionFlags(SELECTABLE)
        self.why.setAccessibleName(why)
        self.again = button("Try again", ways.again, "act")
        self.at = Line("address", f"Another address of the cage, not {at.host}:{at.port}")
        self.moved = button("Look there", self._move)
        self.dead = button("The cage's machine is dead …", ways.dead)
        self.afresh = button("Take the cage's book anew", ways.afresh)
        self.pair = button("Pair it again …", ways.pair)
        self.at.entered.connect(self.moved.click)
        self.reach = State()
        self._lay_out()
        self.again.setFocus()
        self.reach.tell("Reading", "way", f"{home.book} is verified …")
        self._lane.ask("copy", lambda: held_words(held(home.book)), self._reaches, self._damaged)

    def _lay_out(self) -> None:
        mark = pill("Trouble", "stop")
        line = row(mark, self.why, gap=14, grow=1)
        line.setAlignment(mark, Qt.AlignmentFlag.AlignTop)
        notice = framed(QFrame(), line, "notice", 16, 14)
        kind(notice, "notice", tone="stop")
        moved = holder(row(self.at, holder(column(None, self.moved)), gap=12, grow=0))
        shut = button("Close", self.close)
        page = column(
            label("The cage is not reached", "title", wrap=True),
            notice,
            self.reach,
            label(CALM, "muted", wrap=True),
            card(moved, edge=14),
            _offer(DEAD, self.dead),
            _offer(AFRESH, self.afresh),
            _offer(PAIR, self.pair),
            8,
            holder(row(self.again, None, shut, gap=12)),
            None,
            gap=12,
        )
        page.setContentsMargins(48, 24, 48, 24)
        whole = column(scrolled(middle(page)), gap=0, grow=0)
        if self.touched:
            whole.addWidget(framed(QFrame(), column(Letters()), "bottom", 12, 12))
        self.setLayout(whole)

    @property
    def working(self) -> bool:
        """Whether the copy is being verified."""
        return self._lane.busy()

    def _reaches(self, words: str) -> None:
        self.reach.tell("Its copy", "good", words)

    def _damaged(self, words: str) -> None:
        self.reach.tell("Its copy", "stop", words)
        self.dead.setEnabled(False)

    def _move(self) -> None:
        at = told(self.at.value().strip())
        if at is None:
            self.at.refuse("Type the address as the cage's screen shows it, such as 192.168.1.10.")
            return
        self.at.tell("")
        try:
            self.ways.moved(*at)
        except Trouble as trouble:
            self.at.refuse(str(trouble))


def _offer(words: str, way: QPushButton) -> QFrame:
    line = row(label(words, wrap=True), way, gap=14)
    line.setStretch(0, 1)
    line.setAlignment(way, Qt.AlignmentFlag.AlignVCenter)
    return card(holder(line), edge=14)
