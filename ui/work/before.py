"""What is due in a place, and was done there lately: below a form, where there would be nothing.

It says who did what and when, and never what was counted: two people count without seeing each other.
"""

from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import NamedTuple

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.chips import Chip
from pitdesk.desk import Desk
from pitdesk.due.task import Task
from pitdesk.kinds import KINDS
from pitdesk.tonight.board import Board
from pitdesk.tonight.lines import lately
from ui.widgets import theme
from ui.widgets.art import shown
from ui.widgets.columns import usual_widths
from ui.widgets.dates import shown_day
from ui.widgets.listing import Listing, listed
from ui.widgets.parts import column, label
from ui.work.actions import ACTIONS, BY_NAME
from ui.work.station import Station

COLUMNS = (
    ("When", "Nov 20, 2026 00:00"),
    ("What", "Tournament stand of"),
    ("About", ""),
    ("By", "WWW WWW"),
)
ABOUT = 2
LEAST = 150  # pixels of height that it stands in, at letters of 100 %
EDGES = 23  # pixels beside the words of a cell
MOST, MOST_DUE = 40, 8  # lines; of those what is due
HERE = "Due here, then what was done lately"
ELSE = "Nothing was done here lately; elsewhere, the newest first"
NAMED_OTHERWISE = {  # kinds that no action is named as → the place, and what they are called there
    "verify": ("fill", "Verified"),
    "receive": ("fill", "Received"),
    "duty": ("people", "Duty"),
    "count": ("bank", "Banks counted"),
    "bank": ("bank", "Cash bank"),
    "inventory": ("inventory", "Count agreed"),
    "batch": ("due", "Papers put away"),
    "chip set": ("setup", "Chip set"),
    "posted": ("setup", "Rules hang up"),
    "station": ("setup", "Station paired"),
    "station off": ("setup", "Station taken away"),
    "witness": ("setup", "New witness"),
    "restore": ("setup", "Book restored"),
    "overrule": ("rulings", "Ruling overruled"),
    "print answer": ("slips", "Print answered"),
    "answer reading": ("close", "Print answered"),
}
SAID = {"table": "table {}", "box": "box {}"}
HERE_ALONE = {"tie"}  # who lives with whom is told where it is noted, not elsewhere
Found = list[tuple[Entry, Entry | None]]


@cache
def kinds_of(place: str) -> dict[str, str]:
    """Kinds of entries that are made in a place → what each is called."""
    found = {one.name: one.words for one in ACTIONS if one.name in KINDS and one.screen == place}
    return found | {name: words for name, (where, words) in NAMED_OTHERWISE.items() if where == place}


@cache
def every_kind() -> dict[str, str]:
    """The same of all places."""
    places = dict.fromkeys(one.screen for one in ACTIONS)
    return {name: words for place in places for name, words in kinds_of(place).items()}


def about(entry: Entry, board: Board, of: Entry | None = None) -> str:
    """What an entry is about, in a few words; `of`: the earlier entry that it is about."""
    words = [*_about(of, board)] if of else []
    return ", ".join(dict.fromkeys((*words, *_about(entry, board))))


def _about(entry: Entry, board: Board) -> Iterator[str]:
    if entry.number:
        yield f"{entry.number}"
    if isinstance(entry.fact, kinds.Done):
        yield entry.fact.what
    for what, said in entry.fact.named:
        yield SAID.get(what, "{}").format(_named(what, said, board))


def _named(what: str, said: object, board: Board) -> str:
    if isinstance(said, date):
        return shown_day(said)
    if isinstance(said, Chip):
        return shown(said)
    return board.name_of(f"{said}") if what == "person" else f"{said}"


class BeforeLine(NamedTuple):
    """A line: when, what, about what, by whom."""

    when: str
    what: str
    about: str
    by: str


class Before(QWidget):
    """What is due in a place; then the newest entries that were made there, the newest first."""

    def __init__(self, station: Station, place: str) -> None:
        super().__init__()
        self.station, self.place = station, place
        self.model: Listing[BeforeLine] = Listing([heading for heading, _ in COLUMNS], lambda _: False)
        self.table = listed(f"Done lately: {BY_NAME[place].words}", self.model)
        self.table.horizontalHeader().setSectionResizeMode(ABOUT, QHeaderView.ResizeMode.Stretch)
        self.head = label(HERE, "caption")
        self.setLayout(column(self.head, self.table, gap=4, grow=1))
        theme.fitted.connect(self._fit)
        self._fit()
        station.follow(self, self._ask)

    def _fit(self) -> None:
        for at, wide in enumerate(usual_widths(COLUMNS, EDGES, beside_head=6)):
            if at != ABOUT:
                self.table.setColumnWidth(at, wide)

    def showEvent(self, event: QShowEvent) -> None:
        """Show what is so now."""
        super().showEvent(event)
        if self.station.ready:
            self._ask(self.station.board)

    def _ask(self, board: Board) -> None:
        here, every = kinds_of(self.place), every_kind().keys() - HERE_ALONE

        def found(desk: Desk) -> Found:
            return lately(desk, here, MOST) or lately(desk, every, MOST)

        self.station.ask(found, lambda found: self._show(found, board))

    def _show(self, found: Found, board: Board) -> None:
        here = any(entry.kind in kinds_of(self.place) for entry, _ in found)
        asked = [task for task in board.due if task.way in BY_NAME and _is_of(task, self.place)]
        rows = [
            BeforeLine(_by(task), BY_NAME[task.way].words, task.words, "") for task in asked[:MOST_DUE]
        ]
        rows += [
            BeforeLine(
                _when(entry, board),
                _what(entry, every_kind()[entry.kind]),
                about(entry, board, of),
                " ".join(signature.initials for signature in entry.signatures),
            )
            for entry, of in found
        ]
        self.head.setText(HERE if here or asked else ELSE)
        self.model.renew(rows)


def _what(entry: Entry, words: str) -> str:
    if isinstance(entry.fact, kinds.Duty):
        return "Came on duty" if entry.fact.on else "Went off duty"
    return words


def _is_of(task: Task, place: str) -> bool:
    return BY_NAME[task.way].screen == place


def _by(task: Task) -> str:
    return f"by {shown_day(task.by)}" if task.by else ""


def _when(entry: Entry, board: Board) -> str:
    at = board.site.local(entry.at)
    return f"{shown_day(at.date())} {at:%H:%M}"
