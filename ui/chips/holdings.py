"""The chip bank at a glance: what is coming, where every chip is, and what goes home in pockets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from pitdesk import places
from pitdesk.chips import Chip, Chips, dollars, stacked
from pitdesk.reports.outstanding import NightHeld, nights
from pitdesk.tonight.board import Board
from pitdesk.tonight.now import BELOW
from pitdesk.tonight.outlook import Shortage, Way, outlook
from printers.drawing.chip import Face
from ui.widgets import art, icons, theme
from ui.widgets.art import shown
from ui.widgets.flow import Folding
from ui.widgets.listing import INDEX, ROLE, Listing, by_rows
from ui.widgets.parts import button, card, column, emptied, holder, kind, label, row, scrolled
from ui.widgets.theme import sized
from ui.work.message import READER
from ui.work.reader import Reader
from ui.work.station import Station

if TYPE_CHECKING:
    from ui.widgets.chart import Chart

RING = 6  # pixels of the ring around a table that has the keys, above and below
ALWAYS = ("Bank", "Players", "Owned")  # places shown even when nothing is there
NONE = "–"
FACE, HIGH = 24, 28  # pixels of a drawn chip, and of a row
BAR, THICK, SLICE = 96, 14, 4  # pixels of the bar of a value, and of a chip in it
PAR_AT = 80  # percent of the bar that par fills
RATIO = 2  # pixels of what is drawn per pixel of a widget
DARK = 50  # chips of less lightness (of 255) are black
PAD = 26  # pixels of a cell that are not its words
WORDS = 280  # least pixels of a line of what is coming
TONES = {True: ("stop", "warning"), False: ("look", "info")}
WELL = "The bank can meet what the tables will likely want."
SHUT = "No day is open. What the tables will likely want is seen once one is."
SOON = (
    "What players hold of each value, night by night, appears here once two nights are in the book."
    " Chips that stay out night after night went home in pockets."
)


# What is coming


class Ahead(QWidget):
    """What the bank or the drawer could not do, each with its ways out; one quiet line for nothing."""

    def __init__(self, station: Station) -> None:
        super().__init__()
        self.station = station
        self._shown: object = None
        self.lines = column(gap=6)
        self.setLayout(self.lines)
        theme.changed.connect(self._again)

    def _again(self) -> None:
        self._shown = None

    def show_board(self, board: Board) -> None:
        """Show what a board foretells."""
        found = outlook(board, self.station.today)
        if self._shown == (shown := (found, board.state)):
            return
        self._shown = shown
        emptied(self.lines)
        for one in found:
            self.lines.addWidget(self._line(one))
        if not found:
            good, look = board.state == "open", theme.current()
            sign = _sign("check", look.felt) if good else _sign("info", look.muted)
            words = label(WELL if good else SHUT, "muted", wrap=True)
            self.lines.addLayout(row(sign, words, grow=1))

    def _line(self, one: Shortage) -> QFrame:
        look = theme.current()
        tone, name = TONES[one.sure]
        sign = _sign(name, look.red if one.sure else look.amber, theme.pixels("figure"))
        sign.setAccessibleName("Now" if one.sure else "Ahead")
        words = label(one.words, "strong" if one.sure else "", wrap=True)
        words.setMinimumWidth(sized(WORDS))
        ways = [button(w.words, self._go, says=f"{w.words}: {one.words}", to=w) for w in one.ways]
        line = holder(row(sign, words, gap=10, grow=1))
        if len(ways) > 1:  # they have a line of their own
            stretch = (*[0] * len(ways), 1)
            whole = column(line, Folding(*ways, QWidget(), gap=8, stretch=stretch), gap=2)
        else:
            whole = column(Folding(line, *ways, gap=12, stretch=(1, 0)))
        made = QFrame()
        kind(made, "notice", tone=tone)
        whole.setContentsMargins(12, 6, 8, 6)
        made.setLayout(whole)
        return made

    def _go(self, way: Way) -> None:
        self.station.go(way.action, way.what)


def _sign(name: str, ink: str, size: int = 20) -> art.Picture:
    made = art.Picture()
    made.setAccessibleName("Good" if name == "check" else "Look")
    made.show_drawn(icons.pixmap, name, ink, size)
    return made


# Where every chip is


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, a cell for each value and one for their sum; whose tray it is, if one's."""

    heading: str
    cells: tuple[str, ...]
    table: str = ""
    drawn: bool = False  # whether its cells are drawn before their words

    def font(self, down: int) -> QFont:
        """Of a cell: names and sums are heavier."""
        heavy = self.heading in ("", "Owned") or down + 1 == len(self.cells)
        return theme.font("body", 600 if heavy else 400)

    def wide(self) -> int:
        """How many pixels it wants."""
        metrics = (QFontMetrics(self.font(down)) for down in range(len(self.cells)))
        words = [one.horizontalAdvance(cell) for one, cell in zip(metrics, self.cells, strict=True)]
        words.append(QFontMetrics(theme.font("caption")).horizontalAdvance(self.heading))
        drawn = BAR if self.drawn else FACE + 4 if not self.heading else 0
        return max(words) + PAD + sized(drawn)


@dataclass(frozen=True, slots=True)
class HoldingsRoom:
    """What there is room for: each tray on its own, what the bank's chips are worth, their bar."""

    each: bool = True
    worth: bool = True
    bar: bool = True


FOLDED = HoldingsRoom(each=False)
ROOMS = (
    HoldingsRoom(),
    HoldingsRoom(worth=False),
    FOLDED,
    replace(FOLDED, worth=False),
    HoldingsRoom(False, False, False),
)


def called(chip: Chip, board: Board) -> str:
    """A chip by its value, its set where it is not the first, and whether it is out of play."""
    of = f" set {chip.set}" if chip.set else ""
    value = shown(Chip(chip.kind, chip.face_cents))
    return f"{value}{of}{'' if board.site.in_play(chip) else ' out of play'}"


def columns(board: Board, chips: Sequence[Chip], room: HoldingsRoom) -> list[Column]:
    """The columns, from the chip's name to what is owned; where nothing is, no column is."""
    trays = {f"Tray {s.table}": s.table for s in board.spots if s.state == "open"}
    found = [Column("", (*(called(chip, board) for chip in chips), "Value"))]
    for where, held in board.exposure(each=room.each):
        if not held and where not in ALWAYS and where not in trays:
            continue
        if where == "Bank" and room.bar:
            sizes = board.site.stack, board.site.rack
            stacks = (*(stacked(held[chip], *sizes) or NONE for chip in chips), "")
            found.append(Column("In the bank", stacks, drawn=True))
        counts = (f"{held[chip]:,}".replace("-", "−") if held[chip] else NONE for chip in chips)
        whole = f"${dollars(held.cents)}".removesuffix(".00").replace("$-", "−$")
        found.append(Column(where, (*counts, whole), trays.get(where, "")))
        if where == "Bank" and room.worth:
            sums = {chip: Chips({chip: held[chip]}).cents for chip in chips}
            worth = (f"${dollars(sums[chip])}" if held[chip] else NONE for chip in chips)
            found.append(Column("Worth", (*worth, "")))
    return found


@lru_cache(maxsize=256)
def _bar(theme_name: str, face: Face, held: int, par: int, owned: int, wide: int) -> QPixmap:
    """Chips lying in a row, as many as there are of par; without a par, of all that are owned."""
    thick = sized(THICK)
    look, high = theme.THEMES[theme_name], thick + 6
    made = QPixmap(wide * RATIO, high * RATIO)
    made.setDevicePixelRatio(RATIO)
    made.fill(Qt.GlobalColor.transparent)
    box = QRect(1, 3, wide - 2, thick)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(theme.pen(look.amber if held < par else look.edge))
    painter.setBrush(theme.color(look.well))
    painter.drawRoundedRect(box, 3, 3)
    most = (box.width() - 4) // SLICE
    full = par * 100 // PAR_AT if par else owned
    base, stripe = QColor(face.color), QColor(face.stripe)
    light = QColor(255, 255, 255, 50 if base.lightness() > DARK else 130)  # or black is not seen
    for at in range(min(most, -(-max(0, held) * most // max(1, full)))):
        one = QRect(box.x() + 2 + at * SLICE, box.y() + 2, SLICE - 1, box.height() - 4)
        painter.fillRect(one, base)
        painter.fillRect(one.adjusted(0, thick // 4 + 1, 0, -thick // 4 - 1), stripe)
        painter.fillRect(QRect(one.x(), one.y(), 1, one.height()), light)
    if par:
        x = box.x() + 2 + most * SLICE * PAR_AT // 100
        for token, width in ((look.panel, 3), (look.amber if held < par else look.text, 1)):
            painter.setPen(theme.pen(token, width))
            painter.drawLine(x, 0, x, high)
    painter.end()
    return made


class ValueRows(Listing[int]):
    """A row for each value, highest first, and one for what all of them are worth."""

    def __init__(self) -> None:
        super().__init__((), lambda at: at > 0 and not self.columns[at].drawn)
        self.board: Board | None = None
        self.chips: Sequence[Chip] = ()
        self.columns: Sequence[Column] = ()

    def show_columns(self, board: Board, chips: Sequence[Chip], columns: Sequence[Column]) -> None:
        """Show other columns; where they are as many as before, what is chosen stays."""
        self.board, self.chips, self.columns = board, chips, columns
        self.renew(range(len(chips) + 1), [one.heading for one in columns])

    def data(self, index: INDEX, role: int = ROLE.DisplayRole) -> object:
        """What a cell says, and how."""
        tell: Callable[[int, int], object] | None = {
            ROLE.FontRole: lambda down, across: self.columns[across].font(down),
            ROLE.ForegroundRole: self.ink,
            ROLE.DecorationRole: self.picture,
            ROLE.AccessibleTextRole: self.spoken,
        }.get(ROLE(role))
        return tell(index.row(), index.column()) if tell else super().data(index, role)

    def words(self, one: int, at: int) -> str:
        """What a cell says; a row is its number."""
        return self.columns[at].cells[one]

    def ink(self, down: int, across: int) -> QColor:
        """What only tells more is quieter."""
        look, one = theme.current(), self.columns[across]
        quiet = one.cells[down] == NONE or one.heading == "Worth" or one.drawn
        return theme.color(look.muted if quiet else look.text)

    def picture(self, down: int, across: int) -> QPixmap | None:
        """The chip before its name; the bank's chips of a value against par, before their stacks."""
        board = self.board
        if board is None or down == len(self.chips) or (across and not self.columns[across].drawn):
            return None
        chip = self.chips[down]
        looks = board.site.chips.get(chip, {})
        if not across:
            return art.chip_pixmap(chip.name, looks, sized(FACE), RATIO)
        held, par = board.held(places.CHIP_BANK)[chip], board.par(places.CHIP_BANK)[chip]
        owned = dict(board.exposure())["Owned"][chip]
        return _bar(theme.current().name, art.face_of(chip.name, looks), held, par, owned, sized(BAR))

    def spoken(self, down: int, across: int) -> str:
        """A cell to those who do not see its row and column: $5, Tray 2: 100."""
        one, name = self.columns[across], self.columns[0].cells[down]
        return f"{name}, {one.heading}: {one.cells[down] or NONE}" if across else name


class HoldingsTable(QTableView):
    """Every chip by value and place, as wide as it is given and as high as it is; arrows move along."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = ValueRows()
        by_rows(self, "Every chip by value and place", self.rows)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setProperty("kind", "bare")
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        theme.fitted.connect(self.fit)

    def show_board(self, board: Board) -> None:
        """Show a board."""
        self.rows.board = board
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much as there is room for."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Leave out or fold together what there is no room for; give what is left over to all."""
        board, room = self.rows.board, self.viewport().width()
        if board is None:
            return
        chips = sorted(board.site.chips)
        for one in ROOMS:
            found = columns(board, chips, one)
            wide = [column.wide() for column in found]
            if sum(wide) <= room:
                break
        self.rows.show_columns(board, chips, found)
        spare = max(0, room - sum(wide)) // max(1, len(found))
        for at, pixels in enumerate(wide):
            self.setColumnWidth(at, pixels + spare)
        high = sized(HIGH)
        self.verticalHeader().setDefaultSectionSize(high)
        self.setFixedHeight(self.horizontalHeader().sizeHint().height() + high * (len(chips) + 1) + RING)


# The page


class Holdings(QWidget):
    """What is coming, where every chip is, what players hold over time, and the IOUs that are open."""

    name = "bank"

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station = station
        self.reader = Reader(station, self)
        self.chart: Chart | None = None
        self._asked: object = None
        self.ahead, self.table = Ahead(station), HoldingsTable()
        self.loans = column(gap=2)
        self.minus = label(BELOW, "caption", wrap=True)
        self.soon = label(SOON, "muted", wrap=True)
        self.over_time = column(label("Chips with players, night by night", "h2"), self.soon, None)
        self.table.activated.connect(self._fill)
        self._lay_out()
        station.follow(self, self.refresh)

    def _lay_out(self) -> None:
        frame = QFrame()
        kind(frame, "card")
        frame.setLayout(self.over_time)
        self.over_time.setContentsMargins(16, 10, 12, 8)
        loans = row(label("Open IOUs", "caption"), self.loans, gap=12, grow=1)
        inner = column(self.ahead, card(self.table, self.minus, edge=8), frame, loans, gap=10, grow=2)
        self.setLayout(column(scrolled(holder(inner))))

    def begin(self, what: object = None) -> None:
        """Come to the front; the table takes the keys."""
        self.refresh(self.station.board)
        self.table.setFocus()

    def refresh(self, board: Board) -> None:
        """Show a board, and have the nights read again where they are others."""
        self.ahead.show_board(board)
        self.table.show_board(board)
        self._show_loans(board)
        self.minus.setVisible(any(count < 0 for count in board.outstanding.values()))
        if self._asked != (asked := (board.day, board.state, board.outstanding)):
            self._asked = asked
            self.reader.read("nights", nights, self._took, self._failed)

    def _show_loans(self, board: Board) -> None:
        emptied(self.loans)
        open_ = [loan for loan in board.loans if not loan.repaid]
        for loan in open_:
            words = f"IOU {loan.number}: ${dollars(loan.cents)} from {loan.source} to {loan.destination}"
            self.loans.addWidget(label(f"{words}, {loan.lent} by {loan.initials}", wrap=True))
        if not open_:
            self.loans.addWidget(label("None.", "caption"))

    def _fill(self, index: INDEX) -> None:
        """From a tray to its fill."""
        if table := self.table.rows.columns[index.column()].table:
            self.station.go("fill", table)

    # Over time

    def _took(self, found: list[NightHeld]) -> None:
        if len(found) < 2:
            return
        if self.chart is None:
            from ui.widgets.chart import Chart  # noqa: PLC0415  (slow to load, and seen here alone)

            self.chart = Chart()
            emptied(self.over_time).addWidget(self.chart)
        self.chart.show_nights(found, self.station.board)

    def _failed(self, words: str) -> None:
        self._asked = None
        self.station.trouble(words, READER)
