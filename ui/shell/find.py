"""Ctrl K: find anything by a few letters: verb, table, person, slip, day, rule, page, setting."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from pitdesk.book.past import Past, past_days
from pitdesk.chips import dollars
from pitdesk.tonight.board import Board
from printers.reports.pages import FOLDER, pages
from printers.slips.layout import calendar_date
from ui.floor.cards import state_of
from ui.floor.waiting import Pointed
from ui.widgets.dates import typed_day
from ui.widgets.dots import Words
from ui.widgets.parts import ENTER, column, kind, label
from ui.work.actions import ACTIONS, GROUPS, action
from ui.work.form import titled
from ui.work.lessons import rulebook
from ui.work.reader import Reader
from ui.work.station import Station

MOST = 60
SETTINGS = {  # what Set-up asks for, by the verb that leads to it
    "site": (
        *("Organization", "Site", "Time zone", "Approval of one cash bank for both games"),
        *("Video surveillance is required here", "Twenty-one is played here in a season"),
        *("Dealers may color up a player who leaves", "A shift manager redeems tips, too"),
        *("Above this amount", "Above so many chips"),
        *("No slip waits for the witness", "A station has each slip first"),
        *("Chips in a stack", "Chips in a full rack"),
        *("Minutes of notice of limits", "Seconds to undo"),
        *("Average wager of twenty-one", "First night, if you took the site over"),
        *("Records kept here, not on paper", "Digits of a new PIN"),
        *("First fill number", "First credit number", "That level is not expected to go on"),
        *("Gross proceeds of twenty-one of the last quarters, before PitDesk", "Alcohol is served"),
        *("Games that are authorized", "Tables of twenty-one", "Days of the week"),
    ),
    "station": (
        *("Theme", "Size of the letters", "Locks itself when left alone for", "Show keys to touch"),
        *("A sound with what is refused, wrong or asked", "What the book calls this station"),
    ),
}


@dataclass(frozen=True, slots=True)
class Hit:
    """Something that can be gone to.

    words   what it is;  more   what stands beside it
    where   the place or verb to go to, and what to take along
    """

    words: str
    more: str
    where: str
    what: object = None


class Find(QWidget):
    """One line, and what begins with or holds what is typed in it."""

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station = station
        self.line = Words()
        kind(self.line, "search")
        self.line.setPlaceholderText("A verb, a table, a person, a slip, a day, a rule, a setting …")
        self.line.setAccessibleName("Find")
        self.line.textChanged.connect(self._search)
        self.line.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName("Found")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemActivated.connect(self._go)
        self.list.itemClicked.connect(self._go)
        self.hits: list[Hit] = []
        self.reader = Reader(station, self)
        self._days: Sequence[Past] = ()
        head = titled("Find", label("Enter goes there, Escape goes back", "muted"))
        self.setLayout(column(head, self.line, self.line.ask, self.list, gap=12, grow=3))

    def begin(self, what: object = None) -> None:
        """Come to the front, empty."""
        self.line.setText("")
        self._search()
        self.line.setFocus()
        self.reader.read("days", past_days, self._took)

    def _took(self, days: Sequence[Past]) -> None:
        self._days = days
        if self.line.text():
            self._search()

    def _search(self) -> None:
        text = self.line.text().strip().lower()
        hits = [*everything(self.station.board), *map(_day, self._days), *_written()]
        number = text.removeprefix("#")
        if number.lstrip("0").isdecimal():
            hits.insert(0, Hit(f"Slips with number {number}", f"{text} · Slips", "slips", number))
        elif text:
            hits.append(Hit(f"Slips that match “{text}”", "Slips", "slips", text))
        words = text.split()
        found = [hit for hit in hits if all(w in f"{hit.words} {hit.more}".lower() for w in words)]
        found.sort(key=lambda hit: not hit.words.lower().startswith(text))
        self.hits = found[:MOST]
        self.list.clear()
        for hit in self.hits:
            item = QListWidgetItem(f"{hit.words}    {hit.more}")
            item.setToolTip(item.text())
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{hit.words}, {hit.more}")
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _go(self) -> None:
        row = self.list.currentRow()
        if self.isVisible() and 0 <= row < len(self.hits):  # a click may come as two
            hit = self.hits[row]
            self.station.go(hit.where, hit.what)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and down move through what was found, Enter goes there."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        if event.key() in ENTER:
            if not self.line.settle():
                self._go()
            return True
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            self.list.setCurrentRow(max(0, min(self.list.currentRow() + step, len(self.hits) - 1)))
            return True
        return False


def everything(board: Board) -> Iterator[Hit]:
    """All that can be gone to as the board stands."""
    for known in ACTIONS:
        yield Hit(known.words, f"{GROUPS[known.group]} · {known.key} · {known.does}", known.name)
    for one in board.waiting:
        what, more = f"{one.name.capitalize()}, table {one.table}", f"waits for somebody to {one.waits}"
        about = Pointed(one.series, one.number)
        yield Hit(what, f"${dollars(one.chips.cents)} · {more}", "waiting", about)
    for spot in board.spots:
        yield Hit(f"Table {spot.table}", f"On the floor · {state_of(spot)[0]}", "floor", spot.table)
    for person in board.site.people.values():
        duty = board.duty.get(person.id, "not on duty")
        yield Hit(person.name, f"Person · {person.initials} · {duty}", "people", person.id)


def _day(past: Past) -> Hit:
    """A day, by its date however it is written."""
    written = f"{typed_day(past.date)} · {past.date.isoformat()}"
    return Hit(calendar_date(past.date), f"Past day {past.day} · {written}", "days", past.day)


@cache
def _written() -> Sequence[Hit]:
    """What stands in no book: the settings, the pages of the manual, the rules."""
    asked = [(verb, words) for verb, all_ in SETTINGS.items() for words in all_]
    settings = [Hit(words, f"Setting · {action(verb).words}", verb) for verb, words in asked]
    manual = [
        Hit(page.title, f"Manual · {page.group}", "manual", page.name) for page in pages(FOLDER).values()
    ]
    rules = [
        Hit(rule.id, f"Rule · {rule.section} · {rule.words}", "rules", rule.id)
        for rule in rulebook().rules.values()
    ]
    return (*settings, *manual, *rules)
