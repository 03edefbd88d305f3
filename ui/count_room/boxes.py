"""Every drop box of tonight: where it is, who has counted it, what is missing in it. No figure."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from pitdesk.book.boxes import AT_COUNT, COUNTED, ON_TABLE
from pitdesk.tonight.board import Board, Spot
from pitdesk.tonight.boxes import BoxSpot
from ui.widgets.flow import Flow
from ui.widgets.parts import card, column, emptied, holder, label, pill, scrolled
from ui.work.before import Before
from ui.work.station import Station

ACROSS = 4
WORDS = {ON_TABLE: "On its table", AT_COUNT: "At the count", COUNTED: "Counted"}
TONES = {ON_TABLE: "plain", COUNTED: "good"}


class BoxCard(NamedTuple):
    """What is told of a box: its name, where it is, who has counted it, how many slips are missing."""

    name: str
    state: str
    counted_by: Sequence[str]
    missing: int


def told(board: Board) -> Iterator[BoxCard]:
    """The boxes of the tables, those that no team is named for yet too."""
    of_tables = {spot.table for spot in board.boxes if spot.of is None}
    yield from (_of_box(spot) for spot in board.boxes)
    yield from (_of_table(s) for s in board.spots if s.box_state and s.table not in of_tables)


def _of_box(spot: BoxSpot) -> BoxCard:
    day = f", {spot.of:%a %b} {spot.of.day}" if spot.of else ""
    return BoxCard(f"Box {spot.box}{day}", spot.state, spot.counted_by, len(spot.missing))


def _of_table(spot: Spot) -> BoxCard:
    return BoxCard(f"Box {spot.box}", spot.box_state, spot.counted_by, 0)


class Boxes(QWidget):
    """The boxes as cards; below them what was done in the count room lately."""

    def __init__(self, station: Station) -> None:
        super().__init__()
        self.station = station
        self.shown: list[BoxCard] = []
        self._cards = Flow(across=ACROSS)
        lately = Before(station, "countroom")
        cards = scrolled(holder(self._cards))
        cards.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setLayout(column(label("The boxes", "caption"), cards, lately, gap=8, grow=2))
        station.follow(self, self._show)

    def showEvent(self, event: QShowEvent) -> None:
        """Show what is so now."""
        super().showEvent(event)
        if self.station.ready:
            self._show(self.station.board)

    def _show(self, board: Board) -> None:
        if (found := [*told(board)]) == self.shown:
            return
        self.shown = found
        emptied(self._cards)
        for one in found:
            self._cards.addWidget(_card(one, board))


def _card(one: BoxCard, board: Board) -> QFrame:
    state = pill(WORDS.get(one.state, "In the safe"), TONES.get(one.state, "way"))
    said = [f"Counted by {' and '.join(map(board.name_of, one.counted_by))}"] if one.counted_by else []
    said += [f"{one.missing} part{'s' * (one.missing != 1)} of slips missing"] if one.missing else []
    lines = (label(words, "caption", wrap=True) for words in said)
    return card(label(one.name, "h2"), holder(column(state)), *lines, None, gap=4, edge=12)
