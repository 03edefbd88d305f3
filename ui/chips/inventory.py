"""The chips inventory: every chip type of the house, where its pieces are, what became of each."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QAbstractTableModel, QSize
from PySide6.QtGui import QFontMetrics, QIcon, QResizeEvent
from PySide6.QtWidgets import QTableView, QWidget

from pitdesk.book.journal import Journal
from pitdesk.book.site import GAMES, Ended
from pitdesk.chips import Chip, Chips, dollars
from pitdesk.chipset.inventory import Log, history, log, playing
from pitdesk.chipset.moves import Move
from pitdesk.tonight.board import Board
from ui.chips.counts import Agree, Tally
from ui.chips.delivery import Delivery, Stock
from ui.chips.levels import Par, Play
from ui.widgets import art, theme
from ui.widgets.art import shown
from ui.widgets.files import to_open
from ui.widgets.flow import Flow, stand
from ui.widgets.listing import INDEX, ROLE, Listing, listed
from ui.widgets.parts import button, card, column, holder, kind, label, pill, row
from ui.work.message import READER
from ui.work.outlet import Outlet
from ui.work.reader import READING, Reader
from ui.work.station import Station

FACE = 32  # pixels of a drawn chip in a row
EDGES = 28  # pixels beside the words of a cell
SPARE = 20  # pixels beside a list: its scroll bar, or the gap to the next
LEAST = 200  # pixels of the height of each of the two, one above the other
FIRST = ("Chip", "In play", "Owned")
HISTORY: tuple[tuple[str, str, Callable[[Move], str]], ...] = (  # heading, usual width, cell
    ("Day", "2026-11-21", lambda one: f"{one.on}"),
    ("Pieces", "10,000", lambda one: f"{one.pieces:,}"),
    ("What", "supplier returned", lambda one: one.words.capitalize()),
    ("From", "damaged chips", lambda one: one.source),
    ("To", "chip reserve", lambda one: one.destination),
    ("Initials", "JS BD", lambda one: one.initials),
    ("About", "invoice 90210, Supplier", lambda one: " · ".join(filter(None, (one.about, one.reason)))),
)
LATER = (4, 3, 5, 6)  # of them, shown as there is room
RIGHT = frozenset({1})


class Types(Listing[tuple[Chip, tuple[str, ...]]]):
    """The chip types, highest value first: a row is (chip, words of its cells)."""

    rows: Sequence[tuple[Chip, tuple[str, ...]]]

    def __init__(self) -> None:
        super().__init__(FIRST, lambda at: at > 1)
        self.board: Board | None = None
        self.ratio: Callable[[], float] = lambda: 1  # of pixels of the screen to those of the list

    def show_board(self, board: Board) -> None:
        """Show every chip type that is in the set or lies anywhere."""
        self.board = board
        places = board.exposure()
        *some, (_, owned) = places
        chips = sorted({*board.site.chips, *(chip for _, held in places for chip in held)})
        rows = []
        for chip in chips:
            pieces = (f"{held[chip]:,}" for held in (owned, *dict(some).values()))
            rows.append((chip, (shown(chip), in_play(board, chip), *pieces)))
        self.show_rows(rows, (*FIRST, *(where for where, _ in some)))

    def words(self, one: tuple[Chip, tuple[str, ...]], at: int) -> str:
        """A dash where there is none."""
        return "–" if one[1][at] == "0" else one[1][at]

    def data(self, index: INDEX, role: int = ROLE.DisplayRole) -> object:
        """The chip is drawn beside its name."""
        if role == ROLE.DecorationRole and index.column() == 0 and self.board:
            chip = self.rows[index.row()][0]
            look = self.board.site.chips.get(chip, {})
            return QIcon(art.chip_pixmap(chip.name, look, FACE, self.ratio()))
        return super().data(index, role)


class Moves(Listing[Move]):
    """What became of a chip type, newest first."""

    rows: Sequence[Move]

    def __init__(self) -> None:
        super().__init__([heading for heading, *_ in HISTORY], lambda at: at in RIGHT)

    def words(self, one: Move, at: int) -> str:
        """A move as its row says it."""
        return HISTORY[at][2](one)

    def tip(self, one: Move, at: int) -> str:
        """The whole row."""
        return "\n".join(filter(None, (self.words(one, each) for each in range(len(HISTORY)))))


def in_play(board: Board, chip: Chip) -> str:
    """Whether a chip type is in play, or since when not."""
    return playing(chip, board.site.chips, board.site.retired).capitalize()


class InventoryLog(QWidget):
    """The place's own page: the chip types at the left, at the right what became of one."""

    name = "inventory"

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station = station
        self.reader = Reader(station, self)
        self.outlet = Outlet(station, self.reader)
        self.choose_book = to_open(self, "Another site's book", "Books (*.db)")
        self.books: list[Path] = []  # of other sites
        self.types, self.moves = Types(), Moves()
        self.left, self.right = _drawn("Chip types", self.types), _drawn("What became of it", self.moves)
        self.types.ratio = self.left.devicePixelRatioF
        self._chip: Chip | None = None
        self._seen = 0
        self._lay_out()
        self.left.selectionModel().currentRowChanged.connect(lambda: self._choose())
        theme.fitted.connect(self._measure)
        station.follow(self, self.refresh)

    def _lay_out(self) -> None:
        self.print = button("Print the log …", self.print_log)
        self.add = button("Add another site's book …", self.add_book)
        self.chip_set = button("Print the chip set …", self.print_chip_set)
        self.notice = button("Print the notice …", self.print_notice)
        self.with_books = label("", "muted", wrap=True)
        ways = Flow(self.print, self.add, self.chip_set, self.notice, self.outlet, across=5)
        self.face = art.Picture()
        self.title, self.state = label("", "h2"), pill("")
        self.where = label("", wrap=True)
        self.count = label("", "muted")
        head = row(self.face, self.title, self.state, None, self.count, gap=12)
        chosen = column(card(head, self.where, gap=4, edge=14), self.right, gap=8, grow=1)
        self.chosen = holder(chosen)
        self._both = row(self.left, self.chosen, gap=16, grow=1)
        self.setLayout(column(holder(ways), self.with_books, self._both, grow=2))
        self.with_books.hide()

    def begin(self, what: object = None) -> None:
        """Come to the front; with a chip, at that chip."""
        if isinstance(what, Chip):
            self._chip = what
        self.refresh(self.station.board)
        self.left.setFocus()

    def refresh(self, board: Board) -> None:
        """Show where every chip is, and read again what became of the one that is chosen."""
        if board.seen == self._seen and self._chip == self._current():
            return
        self._seen = board.seen
        self.notice.setVisible(bool(board.site.ended))
        wanted = self._chip
        self.types.show_board(board)
        self._measure()
        chips = [chip for chip, _ in self.types.rows]
        self.chosen.setVisible(bool(chips))
        if chips:
            self._chip = None
            self.left.selectRow(chips.index(wanted) if wanted in chips else 0)
            self._choose()

    def _current(self) -> Chip | None:
        at = self.left.currentIndex().row()
        return self.types.rows[at][0] if 0 <= at < len(self.types.rows) else None

    def _choose(self) -> None:
        chip = self._current()
        if chip is None or chip == self._chip:
            return
        board = self.station.board
        self._chip = chip
        look = board.site.chips.get(chip, {})
        self.face.setAccessibleName(shown(chip))
        self.face.show_drawn(art.chip_pixmap, chip.name, look, FACE + 8)
        *places, (_, owned) = board.exposure(each=True)
        self.title.setText(shown(chip))
        here = chip in board.site.playing
        self.state.setText("In play" if here else in_play(board, chip))
        kind(self.state, "pill", tone="good" if here else "look")
        told = [f"{owned[chip]:,} owned, ${dollars(Chips({chip: owned[chip]}).cents)}"]
        told += [f"{where}\N{NO-BREAK SPACE}{held[chip]:,}" for where, held in places if held[chip]]
        self.where.setText("   ·   ".join(told))
        self.count.setText(READING)
        self.reader.read("history", lambda journal: history(journal, chip), self._show, self._failed)

    def _show(self, moves: list[Move]) -> None:
        self.moves.show_rows(moves[::-1])
        self.count.setText(f"{len(moves):,} move{'s' * (len(moves) != 1)}")

    def _failed(self, words: str) -> None:
        self.count.setText("")
        self.moves.show_rows(())
        self.station.trouble(words, READER)

    # How wide it is

    def _measure(self) -> None:
        """As many columns as there is room for; those of places that hold none come last."""
        words, heads = QFontMetrics(theme.font()), QFontMetrics(theme.font("caption"))

        def wide(heading: str, cells: Sequence[str]) -> int:
            return max([heads.horizontalAdvance(heading), *map(words.horizontalAdvance, cells)]) + EDGES

        right = [wide(heading, [usual]) for heading, usual, _ in HISTORY]
        rows = [one for _, one in self.types.rows]
        widths = [wide(head, [one[at] for one in rows]) for at, head in enumerate(self.types.headings)]
        widths[0] += FACE + 8
        held = [at for at in range(len(FIRST), len(widths)) if any(one[at] != "0" for one in rows)]
        shown, below = {0}, theme.cramped()
        for columns, beside in (((2, 1), right[:3]), (held, right[:5])):
            room = self.width() - (0 if below else sum(beside)) - 2 * SPARE
            for at in columns:
                if sum(widths[i] for i in {*shown, at}) <= room:
                    shown.add(at)
        _fit(self.left, widths, shown)
        left = sum(widths[at] for at in shown) + SPARE
        stand(self._both, {self.left: LEAST, self.chosen: LEAST}, {self.left: left})
        room, some = self.width() - (0 if below else left) - 2 * SPARE, {0, 1, 2}
        for at in LATER:
            if sum(right[i] for i in {*some, at}) <= room:
                some.add(at)
        _fit(self.right, right, some)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many columns as there is room for."""
        super().resizeEvent(event)
        self._measure()

    # On paper

    def add_book(self) -> None:
        """Have the log of another site's book too, which is only read."""
        chosen = self.choose_book()
        if not chosen:
            return
        books = [*self.books, Path(chosen)]

        def added(found: Log) -> None:
            self.books = books
            names = [book.site or book.path.name for book in found.books[1:]]
            self.with_books.setText(f"The log is of this site and of {' and '.join(names)}.")
            self.with_books.show()

        self.station.say("Reading the other book …", "look")
        self.reader.read("book", lambda journal: _log(journal, books), added)

    def print_log(self) -> None:
        """The chips inventory log: of this book, and of those added."""
        books, on = [*self.books], f"{self.station.now():%Y-%m-%d}"
        make = lambda journal: _log_pdf(journal, books)  # noqa: E731
        self.outlet.offer(f"chips-{on}", "the chips inventory log", make)

    def print_chip_set(self) -> None:
        """Every chip of the set, drawn from both sides."""
        site, now = self.station.board.site, self.station.now()

        def make(_: Journal) -> bytes:
            from printers.reports.chipset import chipset_pdf  # noqa: PLC0415

            return chipset_pdf(site, stamp=now)

        self.outlet.offer(f"chip-set-{now:%Y-%m-%d}", "the chip set", make)

    def print_notice(self) -> None:
        """The notice for players that a game has ended: the one that ended last."""
        site, now = self.station.board.site, self.station.now()
        ended: Ended = max(site.ended.values(), key=lambda one: one.on)

        def make(_: Journal) -> bytes:
            from printers.reports.notice import notice_pdf  # noqa: PLC0415

            return notice_pdf(site, ended, now)

        self.outlet.offer(f"notice-{ended.on}", f"the notice that {GAMES[ended.game]} has ended", make)


def _log(journal: Journal, others: Sequence[Path]) -> Log:
    """The log over this book and others, each opened to be read only."""
    opened = [Journal.read(path) for path in others]
    try:
        return log([journal, *opened])
    finally:
        for one in opened:
            one.close()


def _log_pdf(journal: Journal, others: Sequence[Path]) -> bytes:
    from printers.reports.inventory import log_report  # noqa: PLC0415
    from printers.reports.letter import report_pdf  # noqa: PLC0415

    return report_pdf(log_report(_log(journal, others)))


def _drawn(name: str, model: QAbstractTableModel) -> QTableView:
    """A listing with drawn chips; its last column takes what is left."""
    made = listed(name, model)
    made.setIconSize(QSize(FACE, FACE))
    made.horizontalHeader().setStretchLastSection(True)
    return made


def _fit(table: QTableView, widths: Sequence[int], shown: set[int]) -> None:
    for at, wide in enumerate(widths):
        table.setColumnWidth(at, wide)
        table.setColumnHidden(at, at not in shown)


FORMS = (InventoryLog, Delivery, Stock, Tally, Agree, Par, Play)
