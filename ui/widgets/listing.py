"""Listings: rows of words under headings, of which one is chosen; and lines grouped by their state.

No line is a widget of its own, so a thousand cost little.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import ceil
from typing import Generic, TypeVar

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QFontMetricsF,
    QIcon,
    QKeyEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableView,
    QTreeWidget,
    QTreeWidgetItem,
)

from ui.widgets import icons, theme
from ui.widgets.parts import ENTER

INDEX = QModelIndex | QPersistentModelIndex
ROLE = Qt.ItemDataRole
Row = TypeVar("Row")

AT_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
AT_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
INSET, UNDER = 11, 1  # pixels beside the words of a cell; below them, for its line
ZEROS = str.maketrans("123456789", "000000000")
FEW = 8  # lines of a group that stand open at first
SIGNS = {"stop": "warning", "look": "warning", "way": "clock", "good": "check", "plain": "info"}
KEY, SAYS = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.AccessibleTextRole
ON, OFF = Qt.CheckState.Checked, Qt.CheckState.Unchecked


class Listing(QAbstractTableModel, Generic[Row]):
    """Rows of words under headings; what a cell says is worked out when it is drawn.

    right   whether a column stands at the right, as figures do
    """

    def __init__(self, headings: Sequence[str], right: Callable[[int], bool]) -> None:
        super().__init__()
        self.headings, self._right = headings, right
        self.rows: Sequence[Row] = ()

    def show_rows(self, rows: Sequence[Row], headings: Sequence[str] = ()) -> None:
        """Show these rows, under other headings where they are given."""
        self.beginResetModel()
        self.rows, self.headings = rows, headings or self.headings
        self.endResetModel()

    def renew(self, rows: Sequence[Row], headings: Sequence[str] = ()) -> None:
        """Show these rows; where they are as many as before, what is chosen stays so."""
        headings = headings or self.headings
        if not rows or (len(rows), len(headings)) != (len(self.rows), len(self.headings)):
            self.show_rows(rows, headings)
            return
        self.rows, self.headings = rows, headings
        self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(headings) - 1))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(headings) - 1)

    def words(self, one: Row, at: int) -> str:
        """What a cell says."""
        assert isinstance(one, Sequence)
        return str(one[at])

    def tip(self, one: Row, at: int) -> str:
        """What the tool tip of a cell says."""
        return self.words(one, at)

    def rowCount(self, parent: INDEX = QModelIndex()) -> int:  # noqa: B008  (Qt's signature)
        """How many rows."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: INDEX = QModelIndex()) -> int:  # noqa: B008  (Qt's signature)
        """How many columns."""
        return 0 if parent.isValid() else len(self.headings)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = ROLE.DisplayRole
    ) -> object:
        """The headings; figures have theirs at the right."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == ROLE.DisplayRole:
            return self.headings[section]
        return self.side(section) if role == ROLE.TextAlignmentRole else None

    def data(self, index: INDEX, role: int = ROLE.DisplayRole) -> object:
        """What a cell says."""
        if role == ROLE.DisplayRole:
            return self.words(self.rows[index.row()], index.column())
        if role == ROLE.ToolTipRole:
            return self.tip(self.rows[index.row()], index.column())
        return self.side(index.column()) if role == ROLE.TextAlignmentRole else None

    def side(self, at: int) -> Qt.AlignmentFlag:
        """Where a column's words stand."""
        return AT_RIGHT if self._right(at) else AT_LEFT


class Long(QTableView, Generic[Row]):
    """A listing of very many rows. It paints them itself, as the style sheet would, but sooner."""

    def __init__(self, rows: Listing[Row]) -> None:
        super().__init__()
        self.rows = rows

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows in sight."""
        painter, area = QPainter(self.viewport()), event.rect()
        painter.setFont(theme.font())
        shown = [at for at in range(self.rows.columnCount()) if not self.isColumnHidden(at)]
        at = self.rowAt(area.top())
        while 0 <= at < len(self.rows.rows) and self.rowViewportPosition(at) <= area.bottom():
            self._paint(painter, at, shown)
            at += 1

    def _paint(self, painter: QPainter, at: int, shown: Sequence[int]) -> None:
        """Paint a row: its ground, the line below it, its words."""
        look, one, chosen = theme.current(), self.rows.rows[at], self.selectionModel().isRowSelected(at)
        box = QRect(0, self.rowViewportPosition(at), self.viewport().width(), self.rowHeight(at))
        painter.setPen(theme.color(look.focus if chosen else look.line))
        if chosen:
            painter.fillRect(box, theme.color(look.select))
            painter.drawLine(box.topLeft(), box.topRight())
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        for column in shown:
            left, wide = self.columnViewportPosition(column), self.columnWidth(column)
            cell = QRect(left + INSET, box.y(), wide - 2 * INSET, box.height())
            painter.setPen(theme.color(look.on_select if chosen else self.ink(one, column)))
            self.paint_cell(painter, cell, one, column)

    def ink(self, one: Row, at: int) -> str:
        """The token of the color of a cell that is not chosen."""
        return theme.current().text

    def paint_cell(self, painter: QPainter, cell: QRect, one: Row, at: int) -> None:
        """Write what a cell says, cut where there is no room."""
        words = self.rows.words(one, at)
        if _wide(words.translate(ZEROS), theme.pixels()) > cell.width():
            words = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, cell.width())
        top = cell.y() + (cell.height() - UNDER) // 2 - _high(theme.pixels()) // 2
        line = QRect(cell.x(), top, cell.width(), painter.fontMetrics().height())
        painter.drawText(line, self.rows.side(at), words)


@cache
def _high(size_px: int) -> int:
    """Pixels of a line in letters of that size, as the style sheet reckons it."""
    return ceil(QFontMetricsF(theme.font()).height())


@lru_cache(4096)
def _wide(words: str, size_px: int) -> int:
    """Pixels of words in letters of that size; as digits are all of one width, zeros stand for them."""
    return QFontMetrics(theme.font()).horizontalAdvance(words)


def listed(name: str, model: QAbstractTableModel, view: QTableView | None = None) -> QTableView:
    """A listing on a screen: rows of one height, one of them chosen, columns as wide as made."""
    made = view or QTableView()
    by_rows(made, name, model)
    made.setWordWrap(False)
    made.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    made.verticalHeader().setDefaultSectionSize(theme.LEAST_PX)
    made.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    return made


def by_rows(view: QTableView, name: str, model: QAbstractItemModel) -> None:
    """Have a view show a model row by row: one row is chosen, nothing edited or scrolled sideways."""
    view.setModel(model)
    view.setAccessibleName(name)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setTabKeyNavigation(False)
    view.setShowGrid(False)
    view.verticalHeader().hide()
    view.horizontalHeader().setSectionsClickable(False)


@dataclass(frozen=True, slots=True)
class Item:
    """A line: its key, what it says, and what stands at its right."""

    key: object
    words: str
    right: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Lines of one state: the state in a word, its tone (as a pill's), what they come to in all."""

    words: str
    tone: str
    lines: Sequence[Item]
    right: str = ""

    @property
    def title(self) -> str:
        """How many there are: "37 late"."""
        return f"{len(self.lines):,} {self.words}"


def _sign(tone: str) -> QIcon:
    """The sign of a tone; on a chosen row it is seen as its words are."""
    made = QIcon(icons.pixmap(SIGNS[tone], theme.inks(tone)[0]))
    made.addPixmap(icons.pixmap(SIGNS[tone], theme.current().on_select), QIcon.Mode.Selected)
    return made


class Groups(QTreeWidget):
    """The groups, one below the other.

    ticks   whether lines, and groups with all their lines, can be ticked

    Signals:
        ticked()        something was ticked, or not any more
        opened(object)  Enter or a double click on a line, with its key
    """

    ticked = Signal()
    opened = Signal(object)

    def __init__(self, name: str, *, ticks: bool = False) -> None:
        super().__init__()
        self.ticks = ticks
        self._groups: Sequence[Group] = ()
        self._most = 0
        self.setAccessibleName(name)
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemChanged.connect(lambda _: self.ticked.emit())
        self.itemDoubleClicked.connect(lambda one: self._open(one))
        theme.changed.connect(self._dress)

    def show_groups(self, groups: Sequence[Group]) -> None:
        """Show these groups; where they are as before, all stays as it is."""
        groups = [group for group in groups if group.lines]
        if groups == self._groups:
            return
        kept, open_ = self.chosen(), {group.words for group in self._opened()}
        self._groups = groups
        self.blockSignals(True)
        self.clear()
        for group in groups:
            item = self._item(group.title, group.right)
            for line in group.lines:
                item.addChild(self._item(line.words, line.right, line.key))
            self.addTopLevelItem(item)
            item.setExpanded(group.words in open_ or len(group.lines) <= FEW)
        self.blockSignals(False)
        self._dress()
        if first := self.topLevelItem(0):
            self.setCurrentItem(first, 0, QItemSelectionModel.SelectionFlag.NoUpdate)
        self.tick(kept)

    def _item(self, words: str, right: str, key: object = None) -> QTreeWidgetItem:
        made = QTreeWidgetItem([words, right])
        made.setData(0, KEY, key)
        made.setData(0, SAYS, ", ".join(filter(None, (words, right))))
        made.setData(1, SAYS, right or words)
        made.setToolTip(0, words)
        made.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if self.ticks:
            made.setFlags(made.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            if key is None:
                made.setFlags(made.flags() | Qt.ItemFlag.ItemIsAutoTristate)
            made.setCheckState(0, OFF)
        return made

    def _dress(self) -> None:
        """The signs of the states, in the colors of now; lines as high as a finger is wide."""
        lines = max(
            (line.words.count("\n") for group in self._groups for line in group.lines), default=0
        )
        high = max(theme.LEAST_PX, (lines + 2) * theme.pixels())
        self.blockSignals(True)
        for group, item in zip(self._groups, self._tops(), strict=True):
            item.setIcon(0, _sign(group.tone))
            item.setForeground(0, theme.color(theme.inks(group.tone)[0]))
            for one in (item, *self._below(item)):
                one.setSizeHint(0, QSize(0, theme.LEAST_PX if one is item else high))
        self.blockSignals(False)

    def _tops(self) -> Iterator[QTreeWidgetItem]:
        for at in range(self.topLevelItemCount()):
            if item := self.topLevelItem(at):
                yield item

    @staticmethod
    def _below(item: QTreeWidgetItem) -> Iterator[QTreeWidgetItem]:
        for at in range(item.childCount()):
            if one := item.child(at):
                yield one

    def _opened(self) -> Iterator[Group]:
        return (
            group for group, item in zip(self._groups, self._tops(), strict=True) if item.isExpanded()
        )

    def hug(self, most: int) -> None:
        """Be as high as what is open, at most so many lines; for a list among other things."""
        self._most = most
        for opened in (self.itemExpanded, self.itemCollapsed):
            opened.connect(self._hug)
        self._hug()

    def _hug(self) -> None:
        item, high, many = self.topLevelItem(0), 2 * self.frameWidth(), 0
        while item and many < self._most:
            high += item.sizeHint(0).height()
            item, many = self.itemBelow(item), many + 1
        self.setFixedHeight(high)

    # What is ticked

    def chosen(self) -> list[object]:
        """The keys of the lines that are ticked, in order."""
        lines = (one for item in self._tops() for one in self._below(item))
        return [one.data(0, KEY) for one in lines if one.checkState(0) == ON] if self.ticks else []

    def tick(self, keys: Collection[object]) -> None:
        """Tick these lines and no others."""
        if not self.ticks:
            return
        self.blockSignals(True)
        for item in self._tops():
            for one in self._below(item):
                one.setCheckState(0, ON if one.data(0, KEY) in keys else OFF)
        self.blockSignals(False)
        self.viewport().update()
        self.ticked.emit()

    # Keys

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keys are; a list that nobody uses shows nothing chosen."""
        super().focusInEvent(event)
        if item := self.currentItem():
            item.setSelected(True)

    @property
    def at_group(self) -> bool:
        """Whether a group is current, not a line."""
        item = self.currentItem()
        return item is not None and item.parent() is None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens a group or closes it; of a line it asks for more."""
        if event.key() in ENTER and (item := self.currentItem()):
            self._open(item)
        else:
            super().keyPressEvent(event)

    def _open(self, item: QTreeWidgetItem) -> None:
        if self.at_group:
            item.setExpanded(not item.isExpanded())
        else:
            self.opened.emit(item.data(0, KEY))
