"""Everybody the book knows, as a list to search: roles, who is here since when, who must wait."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QEvent, QObject, QRect, QSize, QSortFilterProxyModel, Qt
from PySide6.QtGui import (
    QFontMetrics,
    QKeyEvent,
    QResizeEvent,
    QShowEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from pitdesk import kinds
from pitdesk.book.people import Hold, Person
from pitdesk.desk import Desk
from pitdesk.tonight.board import Board
from ui.beside.timers import timer
from ui.people.person import held_words
from ui.widgets import theme
from ui.widgets.fields import Line
from ui.widgets.listing import INDEX, by_rows
from ui.widgets.parts import button, column, kind, label, row
from ui.work.actions import action
from ui.work.station import Station

COLUMNS = ("Name", "Initials", "Roles", "Tonight", "Proves it by", "PIN tries")
FIRST_ROW = 44  # pixels of a row in a list, at least
AIR = 12  # pixels around the words of a row
LEAST = 30  # letters across the column that takes what is left
DOWN = (QEvent.Type.KeyPress, Qt.Key.Key_Down)
NONE: Mapping[int, int] = {}


@dataclass(frozen=True, slots=True)
class SeenPeople:
    """What only the desk knows of people: since when they are here, what wrong PINs cost them."""

    since: dict[str, datetime]
    holds: dict[str, Hold]

    @classmethod
    def of(cls, desk: Desk) -> "SeenPeople":
        """As it is now. To be asked where the desk is."""
        since: dict[str, datetime] = {}
        for entry in desk.day.entries if desk.day and not desk.day.sealed else ():
            if isinstance(entry.fact, kinds.OpenDay):
                since |= {signature.person: entry.at for signature in entry.signatures}
            elif isinstance(entry.fact, kinds.Duty) and entry.fact.on:
                since[entry.fact.person] = entry.at
        return cls(since, {who: hold for who in desk.site.people if (hold := desk.hold(who))})


class Everybody(QWidget):
    """Everybody the book knows, to search and to begin with."""

    name = "people"

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station = station
        self.search = Line("search", "", hint="Search a name, a role, initials …")
        kind(self.search.edit, "search")
        self.model = QStandardItemModel(0, len(COLUMNS))
        self.found = QSortFilterProxyModel()
        self.found.setSourceModel(self.model)
        self.found.setFilterKeyColumn(-1)
        self.found.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.table = WordRows("Everybody", self.found, stretch=2, last=(5, 4, 1))
        self.table.activated.connect(lambda _: self._to("person"))
        self.sums = label("", "muted")
        self.search.edit.textChanged.connect(self._filter)
        self.search.edit.installEventFilter(self)
        self.search.entered.connect(self.table.setFocus)
        self._wanted = ""  # who is to be chosen once the list is there
        self._lay_out()
        station.follow(self, self.refresh)

    def _lay_out(self) -> None:
        new = button("Add somebody", lambda: self.station.go("person", ""), "act")
        change = button("Change", self._to, to="person")
        ways = [button(action(way).words, self._to, to=way) for way in ("on duty", "off duty", "unlock")]
        top = row(self.search, new, gap=12, grow=0)
        foot = row(self.sums, None, change, *ways)
        self.setLayout(column(top, self.table, foot, gap=12, grow=1))

    def begin(self, what: object = None) -> None:
        """Come to the front, with somebody chosen if one was pointed at."""
        self.search.clear()
        self.refresh(self.station.board)
        if isinstance(what, str):
            self._wanted = what
            self.table.setFocus()
        else:
            self.search.edit.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down goes from the search into the list."""
        if isinstance(event, QKeyEvent) and (event.type(), event.key()) == DOWN:
            self.table.setFocus()
            return True
        return False

    def point(self, person: str) -> None:
        """Choose somebody in the list."""
        for at in range(self.found.rowCount()):
            if self.found.index(at, 0).data(Qt.ItemDataRole.UserRole) == person:
                self.table.selectRow(at)

    @property
    def pointed(self) -> str | None:
        """Who is chosen in the list."""
        index = self.table.currentIndex()
        return index.siblingAtColumn(0).data(Qt.ItemDataRole.UserRole) if index.isValid() else None

    def _to(self, way: str) -> None:
        self.station.go(way, self.pointed)

    def _filter(self) -> None:
        self.found.setFilterFixedString(self.search.edit.text().strip())
        self.table.resizeRowsToContents()
        if self.found.rowCount():
            self.table.selectRow(0)

    def refresh(self, board: Board) -> None:
        """Ask the desk what only it knows, and show everybody."""
        self.station.ask(SeenPeople.of, lambda seen: self._show(board, seen))

    def _show(self, board: Board, seen: SeenPeople) -> None:
        chosen, self._wanted = self._wanted or self.pointed, ""
        self.model.setHorizontalHeaderLabels([*COLUMNS])
        people = sorted(board.site.people.values(), key=lambda one: (one.name, one.id))
        self.model.setRowCount(len(people))
        for at, one in enumerate(people):
            for across, words in enumerate(cells(one, board, seen)):
                item = QStandardItem(words)
                item.setEditable(False)
                item.setToolTip(words)
                item.setData(one.id, Qt.ItemDataRole.UserRole)
                self.model.setItem(at, across, item)
        here = len(board.duty) if board.state == "open" else 0
        self.sums.setText(f"{len(people)} people · {here} on duty")
        self._filter()
        if chosen:
            self.point(chosen)


def cells(one: Person, board: Board, seen: SeenPeople) -> list[str]:
    """What the list says of somebody."""
    here = ""
    if board.state == "open" and one.id in board.duty:
        since = seen.since.get(one.id)
        at = f" since {board.site.local(since):%H:%M}" if since else ""
        here = f"{board.duty[one.id].capitalize()}{at}"
    roles = [held_words(role) for role in one.roles]
    company = [f"of {one.company}"] if one.company else []
    company += [f"sent by {one.agency}"] if one.agency else []
    proof = " and ".join(words for words, kept in (("PIN", one.pin), ("badge", one.badge)) if kept)
    hold = seen.holds.get(one.id)
    return [
        one.name,
        one.initials,
        "\n".join([*roles, *company]),
        here,
        proof.capitalize() if proof == "badge" else proof or "Nothing yet",
        "" if not hold else "Locked" if hold.locked else f"Must wait {hold.time}",
    ]


class Roomy(QStyledItemDelegate):
    """Rows as high as their wrapped words, with some air."""

    def sizeHint(self, option: QStyleOptionViewItem, index: INDEX) -> QSize:
        """As wide as ever, as high as the words are once they wrap."""
        hint, metrics = super().sizeHint(option, index), QFontMetrics(option.font)
        inside = QRect(0, 0, max(1, option.rect.width() - 2 * AIR), 10_000)
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
        words = metrics.boundingRect(inside, flags, str(index.data() or ""))
        return QSize(hint.width() + AIR, words.height() + AIR)


class WordRows(QTableView):
    """A list of rows as wide as its words, one column taking what is left.

    stretch  that column
    widths   column → how many letters wide it is, where its words wrap
    last     columns that are left out where that one would have too little, the first of them first
    """

    def __init__(
        self,
        name: str,
        model: QSortFilterProxyModel,
        *,
        stretch: int,
        widths: Mapping[int, int] = NONE,
        last: Sequence[int] = (),
    ) -> None:
        super().__init__()
        self._stretch, self._widths, self._last = stretch, widths, last
        self._late = False  # whether it was not in sight when it was to stand otherwise
        self._soon = timer(self, 0, once=True)
        self._soon.timeout.connect(self._stand)
        by_rows(self, name, model)
        self.setItemDelegate(Roomy(self))
        self.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.setWordWrap(True)
        self.verticalHeader().setMinimumSectionSize(FIRST_ROW)
        head = self.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(stretch, QHeaderView.ResizeMode.Stretch)
        for at in widths:
            head.setSectionResizeMode(at, QHeaderView.ResizeMode.Fixed)
        head.sectionResized.connect(self._resized)
        theme.fitted.connect(self.fit)
        self.fit()

    def fit(self) -> None:
        """Fit to the size of the letters."""
        for at, letters in self._widths.items():
            self.horizontalHeader().resizeSection(at, letters * theme.pixels() // 2)
        self._soon.start()

    def _resized(self, *_: int) -> None:
        self._soon.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In other room other columns have none."""
        super().resizeEvent(event)
        self._soon.start()

    def showEvent(self, event: QShowEvent) -> None:
        """Come into sight as high as its words, whatever changed meanwhile."""
        super().showEvent(event)
        if self._late:
            self._stand()

    def _stand(self) -> None:
        """As many columns as there is room for, and rows as high as their words; once it is seen."""
        self._late = not self.isVisible()
        if self._late:
            return
        letter, head = theme.pixels() // 2, self.horizontalHeader()
        wide = {at: self._widths.get(at, 0) * letter or self._wide(at) for at in range(head.count())}
        wide[self._stretch] = LEAST * letter
        for at in self._last:
            self.setColumnHidden(at, sum(wide.values()) > self.viewport().width())
            wide[at] *= not self.isColumnHidden(at)
        self.resizeRowsToContents()

    def _wide(self, at: int) -> int:
        said = f"{self.model().headerData(at, Qt.Orientation.Horizontal)}"
        heading = self.horizontalHeader().fontMetrics().horizontalAdvance(said) + 2 * AIR
        return max(self.sizeHintForColumn(at), heading)
