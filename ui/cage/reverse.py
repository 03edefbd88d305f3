"""Reverse: tonight's lines of the cage, of which one is taken back by two."""

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, QModelIndex
from PySide6.QtGui import QFont, QShowEvent
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.people import CASHIERS, SHIFT_MANAGER
from pitdesk.chips import dollars
from pitdesk.desk import Desk
from pitdesk.reports.mistakes import told
from pitdesk.tonight.board import Board
from pitdesk.tonight.lines import TonightLine
from ui.widgets import theme
from ui.widgets.columns import usual_widths
from ui.widgets.fields import Field, Reason
from ui.widgets.listing import INDEX, ROLE, Listing, listed
from ui.widgets.parts import column, holder, label
from ui.work.actions import BY_NAME
from ui.work.form import Call, Form, bound
from ui.work.signers import Who
from ui.work.station import Station

COLUMNS = (
    ("Entry", "00000"),
    ("Time", "00:00"),
    ("What", ""),
    ("Amount", "00,000.00"),
    ("By", "WW WW"),
    ("State", "reversed by 00000"),
)
WHAT, AMOUNT, STATE = 2, 3, 5
SELDOM = (1, 4)  # columns that are left out in the least room, where fingers touch it
EDGES = 23  # pixels beside the words of a cell
LEAST_ROWS = 3  # in sight at least
WHY = ("mistyped", "wrong chips", "entered twice")
HOW = (
    "Both stand on the report, the entry and its opposite. Slips are voided; what was counted is counted"
    " again."
)


class TonightRows(Listing[TonightLine]):
    """Lines, the newest first; one that was taken back is struck through."""

    def __init__(self) -> None:
        super().__init__([heading for heading, _ in COLUMNS], AMOUNT.__eq__)
        self.board: Board | None = None

    def words(self, one: TonightLine, at: int) -> str:
        """What a cell says."""
        assert self.board
        entry = one.entry
        match at:
            case 0:
                return str(entry.seq)
            case 1:
                return f"{self.board.site.local(entry.at):%H:%M}"
            case 2:
                return _what(one, self.board)
            case 3:
                return dollars((one.of or entry).worth_cents * (-1 if one.of else 1))
            case 4:
                return " ".join(signature.initials for signature in entry.signatures)
        return state(one)

    def data(self, index: INDEX, role: int = ROLE.DisplayRole) -> object:
        """A line that was taken back is struck through."""
        if role == ROLE.FontRole and self.rows[index.row()].back and index.column() != STATE:
            font = QFont(theme.font())
            font.setStrikeOut(True)
            return font
        return super().data(index, role)


def _what(one: TonightLine, board: Board) -> str:
    if one.of is None:
        return told(one.entry, board.name_of)
    reason = one.entry.fact.reason
    return f"takes back {one.of.seq}" + f": {reason}" * bool(reason)


def state(one: TonightLine) -> str:
    """Whether it stands, or what took it back."""
    if one.back is None:
        return "" if one.of else "stands"
    return f"{'undone' if one.back.of(kinds.Reverse).undone else 'reversed'} by {one.back.seq}"


def table_of(model: TonightRows) -> QTableView:
    """The lines as a table, the widths of its columns those of what is usual."""
    made = listed("Entries of tonight", model)
    made.horizontalHeader().setSectionResizeMode(WHAT, QHeaderView.ResizeMode.Stretch)
    _measure(made)
    return made


def _measure(table: QTableView) -> None:
    for at, wide in enumerate(usual_widths(COLUMNS, EDGES, beside_head=6)):
        if at != WHAT:
            table.setColumnWidth(at, wide)
        table.setColumnHidden(at, theme.cramped() and at in SELDOM)


class Lately(QWidget):
    """Tonight's lines below a form of the cage; Enter on one leads to its reversal."""

    def __init__(self, station: Station) -> None:
        super().__init__()
        self.station, self.model = station, TonightRows()
        self.table = table_of(self.model)
        self.table.activated.connect(self._go)
        self.setLayout(column(label("Tonight, the newest first", "caption"), self.table, gap=4, grow=1))
        theme.fitted.connect(self._fit)
        station.follow(self, self._show)

    def _fit(self) -> None:
        _measure(self.table)

    def showEvent(self, event: QShowEvent) -> None:
        """Show what is so now."""
        super().showEvent(event)
        if self.station.ready:
            self._show(self.station.board)

    def _show(self, board: Board) -> None:
        self.model.board = board
        self.model.show_rows(board.lines[::-1])

    def _go(self, index: QModelIndex) -> None:
        self.station.go("reverse", self.model.rows[index.row()].entry.seq)


class TonightLines(Field):
    """Tonight's lines, of which one is chosen."""

    def __init__(self) -> None:
        super().__init__("entry", "Tonight, the newest first")
        self.model = TonightRows()
        self.table = table_of(self.model)
        self.table.installEventFilter(self)
        self.table.setMinimumHeight((LEAST_ROWS + 1) * theme.LEAST_PX)
        self.caption_label.setBuddy(self.table)
        self._body(self.table)
        self.table.selectionModel().currentRowChanged.connect(self._chose)
        theme.fitted.connect(self._fit)

    def _chose(self, now: QModelIndex) -> None:
        """The line under the keys is the one that is chosen, and seen to be."""
        if now.isValid():
            self.table.selectRow(now.row())
        self._took()

    def _fit(self) -> None:
        _measure(self.table)

    def offer(self, board: Board) -> None:
        """Show the lines of a board; what was chosen stays so, at first the newest that stands."""
        stand = (str(one.entry.seq) for one in board.lines[::-1] if not (one.back or one.of))
        chosen = self.typed() or next(stand, None)
        self.model.board = board
        self.model.show_rows(board.lines[::-1])
        self.take_up(chosen)

    @property
    def line(self) -> TonightLine | None:
        """The one that is chosen."""
        row = self.table.currentIndex().row()
        return self.model.rows[row] if 0 <= row < len(self.model.rows) else None

    def value(self) -> int:
        """The number of its entry; ValueError where none is chosen."""
        if self.line is None:
            raise ValueError("Choose the line that is wrong.")
        return self.line.entry.seq

    def typed(self) -> str:
        """The number of its entry; "" for none."""
        return str(self.line.entry.seq) if self.line else ""

    @property
    def begun(self) -> bool:
        """Nothing is lost with what is chosen."""
        return False

    def take_up(self, typed: str | None) -> None:
        """Choose the line of an entry; none where it is not there."""
        rows: Sequence[TonightLine] = self.model.rows
        found = next((at for at, one in enumerate(rows) if str(one.entry.seq) == typed), -1)
        where = self.model.index(found, 0) if found >= 0 else self.model.index(-1, -1)
        flags = QItemSelectionModel.SelectionFlag
        how = flags.ClearAndSelect | flags.Rows if found >= 0 else flags.Clear
        self.table.selectionModel().setCurrentIndex(where, how)


class Reverse(Form):
    """Take back an entry of tonight: its opposite is posted, and both stand."""

    name = "reverse"
    post_words = "Reverse"
    who = (
        Who("Cashier", CASHIERS, signed_in=True),
        Who("Second person", (SHIFT_MANAGER, "pit boss", "gaming manager"), operator=False),
    )

    def fields(self) -> list[Field]:
        """Which line, and why."""
        self.entry = TonightLines()
        self.reason = Reason("Why", WHY)
        self.entry.changed.connect(self.redraw)
        return [self.entry, self.reason]

    def body(self) -> QWidget:
        """The list, with what happens below it."""
        how = label(HOW, "caption", wrap=True)
        lines = column(self.entry, self.reason, how, gap=12)
        lines.setStretch(0, 1)
        return holder(lines)

    def refresh(self, board: Board) -> None:
        """Show tonight's lines."""
        self.entry.offer(board)

    def redraw(self) -> None:
        """Have the button say what is reversed."""
        line = self.entry.line
        self.post_words = f"Reverse {line.entry.seq}" if line else "Reverse"
        if not self.busy:
            self.primary.setText(self.post_words)

    def take(self, what: object) -> None:
        """Begin with an entry."""
        self.entry.take_up(str(what))

    def call(self) -> Call:
        """A reversal."""
        return bound(Desk.reverse, self.entry.value(), self.reason.value(), self.signers.value())

    def done(self, entry: Entry) -> str:
        """What was taken back; its own form is next, where it is entered as it is right."""
        board, what = self.station.board, entry.of(kinds.Reverse).what
        self.after = what if what in BY_NAME else "tips"
        said = (told(one.entry, board.name_of) for one in board.lines if one.entry.seq == entry.about)
        return f"Reversed: {next(said, entry.about)}."

    def then(self, entry: Entry) -> str:
        """What is left to do."""
        return "Both stand; enter it as it is right"
