"""Listings: rows of words under headings, of which one is chosen; long ones cost little."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from ui.widgets import theme

INDEX = QModelIndex | QPersistentModelIndex
ROLE = Qt.ItemDataRole
Row = TypeVar("Row")


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
        return self._side(section) if role == ROLE.TextAlignmentRole else None

    def data(self, index: INDEX, role: int = ROLE.DisplayRole) -> object:
        """What a cell says."""
        if role == ROLE.DisplayRole:
            return self.words(self.rows[index.row()], index.column())
        if role == ROLE.ToolTipRole:
            return self.tip(self.rows[index.row()], index.column())
        return self._side(index.column()) if role == ROLE.TextAlignmentRole else None

    def _side(self, at: int) -> Qt.AlignmentFlag:
        side = Qt.AlignmentFlag.AlignRight if self._right(at) else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter


def listed(name: str, model: QAbstractTableModel) -> QTableView:
    """A listing on a screen: rows of one height, one of them chosen, columns as wide as made."""
    made = QTableView()
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
