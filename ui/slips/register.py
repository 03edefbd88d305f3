"""The slip register: every slip of the book, searched off the window's thread, and one in full."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, QThread
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from pitdesk.book.fate import Numbers, SlipStep, Trace, numbers, story, trace, traces
from pitdesk.book.journal import Journal
from pitdesk.book.past import day_of, site_of
from pitdesk.book.register import SlipRow, facsimile, gaps, search, spans
from pitdesk.book.site import Site
from pitdesk.book.slip import PARTS, Slip
from pitdesk.chips import dollars
from pitdesk.errors import Trouble
from pitdesk.tonight.board import Board
from pitdesk.tonight.outlook import Way
from printers.slips.layout import slip_lines
from ui.beside.timers import timer
from ui.close.ways import Face
from ui.floor.waiting import Pointed
from ui.widgets import theme
from ui.widgets.columns import show_columns
from ui.widgets.dots import Words
from ui.widgets.fields import Choice
from ui.widgets.listing import INDEX, INSET, Listing, Long, listed
from ui.widgets.paper import SlipPaper
from ui.widgets.parts import (
    ENTER,
    button,
    card,
    column,
    emptied,
    holder,
    keep_wide,
    kind,
    label,
    pill,
    row,
    scrolled,
    show_words,
)
from ui.work.message import READER
from ui.work.reader import Reader
from ui.work.station import Station

DAY, TIME, AMOUNT, PIECES, STATE, INITIALS, PAPER, FOUND = range(2, 10)
OTHER_YEAR = "00/00/00"
RIGHT = frozenset({AMOUNT, PIECES})
LEFT_OUT = (INITIALS, PIECES, PAPER, FOUND, TIME, DAY, AMOUNT)  # for want of room, from the first on
PILL, EDGE = 28, 4  # pixels beside the word of a state, and before its pill
TONES = {"prepared": "look", "verified": "way", "received": "good", "void": "stop"}
TYPING_MS, CHANGED_MS, SCROLLED_MS = 120, 250, 60
LEAST_SIDE, MOST_SIDE = 300, 500  # pixels of the slip in full
EDGES = 23  # pixels beside the words of a cell
NONE_YET = "No slip was made yet: F2 fills a table."
HINT = "412   fill 412   table 2   jo   $600   void   2026-11-20"


class SlipRows(Listing[SlipRow]):
    """The slips found, newest first. A cell is worked out when it is drawn, and costs little."""

    rows: Sequence[SlipRow]

    def __init__(self) -> None:
        super().__init__([heading for heading, *_ in COLUMNS], lambda at: at in RIGHT)
        self.traces: dict[int, Mapping[tuple[str, int], Trace]] = {}  # by gaming day
        self.site = Site()
        self.year = 0

    def show_traces(self, found: Mapping[int, Mapping[tuple[str, int], Trace]]) -> None:
        """Show what is known of the paper of some days."""
        self.traces.update(found)
        self.renew(self.rows)

    def words(self, one: SlipRow, at: int) -> str:
        """A slip's words in a column."""
        return COLUMNS[at][2](self, one)

    def trace(self, one: SlipRow) -> Trace | None:
        """Where a slip's parts are, once that was read."""
        return self.traces.get(one.day, {}).get((one.series, one.number))

    def on_paper(self, one: SlipRow) -> str:
        """Which parts are on paper."""
        trace = self.trace(one)
        return trace.on_paper if trace else "…"

    def at_count(self, one: SlipRow) -> str:
        """Which parts the count room found."""
        trace = self.trace(one)
        return trace.at_count.replace("Not yet", "–") if trace else "…"

    def day(self, one: SlipRow) -> str:
        """Its gaming day, with its year where that is another."""
        on = one.date
        return f"{on:%b} {on.day}" if on.year == self.year else f"{on:%m/%d/%y}"


COLUMNS: tuple[
    tuple[str, str, Callable[[SlipRows, SlipRow], str]], ...
] = (  # heading, usual width, cell
    ("Slip", "Credit 000000", lambda _, one: one.name.capitalize()),
    ("Table", "Table", lambda _, one: one.table),
    ("Day", "Nov 00", SlipRows.day),
    ("Time", "00:00", lambda rows, one: f"{rows.site.local(one.at):%H:%M}"),
    ("Amount", "$0,000.00", lambda _, one: f"${dollars(one.cents)}"),
    ("Pieces", "Pieces", lambda _, one: f"{one.pieces:,}"),
    ("State", "Received", lambda _, one: one.state.capitalize()),
    ("Initials", "JS BD SV", lambda _, one: " ".join(one.people)),
    ("Paper", "Both", SlipRows.on_paper),
    ("Found", "Both", SlipRows.at_count),
)


class SlipList(Long[SlipRow]):
    """The slips, a state as a pill; paper that is not well stands out."""

    rows: SlipRows

    def ink(self, one: SlipRow, at: int) -> str:
        """Amber for paper that is not there or not found."""
        trace = self.rows.trace(one) if at >= PAPER else None
        well = trace is None or (trace.is_printed if at == PAPER else trace.is_found)
        return super().ink(one, at) if well else theme.current().amber

    def paint_cell(self, painter: QPainter, cell: QRect, one: SlipRow, at: int) -> None:
        """A state in its word and its color; else words."""
        if at != STATE:
            super().paint_cell(painter, cell, one, at)
            return
        words, high = self.rows.words(one, at), theme.pixels("caption") + 13
        box = QRect(0, cell.y() + (cell.height() - high) // 2, _pill_wide(words), high)
        box.moveLeft(cell.x() - INSET + EDGE)
        theme.paint_pill(painter, box, words, TONES.get(words.lower(), "plain"))


class States(QStyledItemDelegate):
    """How large a state is."""

    def sizeHint(self, option: QStyleOptionViewItem, index: INDEX) -> QSize:
        """As wide as its pill."""
        return (
            super()
            .sizeHint(option, index)
            .expandedTo(QSize(_pill_wide(str(index.data())) + 2 * EDGE, 0))
        )


def _pill_wide(words: str) -> int:
    """Pixels of a state's pill."""
    return QFontMetrics(theme.font("caption", 600)).horizontalAdvance(words) + PILL


@dataclass(frozen=True, slots=True)
class FoundSlips:
    """What a search found, and where each slip stands in it."""

    rows: Sequence[SlipRow] = ()
    places: Mapping[tuple[str, int], int] = field(default_factory=dict)


def look(journal: Journal, text: str) -> FoundSlips:
    """Search the book."""
    assert not QThread.isMainThread(), "a search is done off the window's thread"
    rows = search(journal, text=text)
    return FoundSlips(rows, {(one.series, one.number): at for at, one in enumerate(rows)})


@dataclass(frozen=True, slots=True)
class SlipCard:
    """One slip in full.

    papers   part → the lines of its last print; of a slip not printed yet, as it will print
    printed  whether there is paper of it
    live     whether something can still be done with it: its day is open
    """

    slip: Slip
    trace: Trace
    steps: tuple[SlipStep, ...]
    papers: Mapping[str, Sequence[str]]
    printed: bool
    live: bool
    site: Site


def tell(journal: Journal, one: SlipRow, width: int, *, only_read: bool = False) -> SlipCard:
    """Read all about a slip; with one of a book that is `only_read` nothing can be done.

    Raises:
        Trouble: the book has no such slip any more.
    """
    day = day_of(journal, one.day)
    slip = day.slips.get((one.series, one.number)) if day else None
    if day is None or slip is None:
        raise Trouble(f"{one.name} cannot be read. Search again.")
    site, void = site_of(journal, day), slip.state == "void"
    papers: dict[str, Sequence[str]] = dict(facsimile(journal, one.seq))
    if not (printed := bool(papers)):
        for part in PARTS:
            papers[part] = slip_lines(slip, site, day=day.opening, part=part, width=width, void=void)
    live = day.sealed is None and not only_read
    return SlipCard(slip, trace(day, slip), story(day, slip, site), papers, printed, live, site)


def doings(told: SlipCard) -> tuple[Way, ...]:
    """What can be done with a slip as it stands."""
    if not told.live:
        return ()
    slip, found = told.slip, []
    if slip.on_the_way:
        words = "Verify" if slip.state == "prepared" else "Receive"
        pointed = Pointed(slip.series, slip.number)
        found += [Way("waiting", words, pointed), Way("void", "Void", pointed)]
    if "unknown" in told.trace.paper:
        part = PARTS[told.trace.paper.index("unknown")]
        found.append(Way("answer", "Is it complete?", Face(slip.series, slip.number, part)))
    if told.printed:
        found.append(Way("reprint", "Print again", Face(slip.series, slip.number)))
    return tuple(found)


class InFull(QWidget):
    """One slip: as it was printed, what became of it, and what can be done with it."""

    def __init__(self, station: Station) -> None:
        super().__init__()
        self.station = station
        self._told: SlipCard | None = None
        self.title, self.state = label("", "h2"), pill("")
        self.facts = label("", "caption", wrap=True)
        self.buttons = row(gap=8)
        self.part = Choice("part", "", [(part, part.capitalize()) for part in PARTS])
        self.part.choose(PARTS[0])
        self.part.changed.connect(self._show_paper)
        self.note = label("", "caption", wrap=True)
        self.paper = SlipPaper()
        self.paper.setAccessibleName("The slip as it was printed")
        self.steps = column(gap=6)
        below = column(self.part, self.note, self.paper, 4, self.steps, None, gap=8)
        below.setContentsMargins(0, 0, 2, 0)
        self.below = scrolled(holder(below))
        head = column(row(self.title, None, self.state), self.facts, self.buttons, gap=6)
        self.setLayout(column(card(head, edge=14), self.below, gap=10, grow=1))
        self.show_slip(None)

    def show_slip(self, told: SlipCard | None, words: str = "") -> None:
        """Show a slip; with none, words in its place."""
        self._told = told
        emptied(self.buttons)
        emptied(self.steps)
        self.below.setVisible(told is not None)
        self.state.setVisible(told is not None)
        if told is None:
            self.title.setText("No slip chosen")
            self.facts.setText(words or "Choose one, and it is shown here as it was printed.")
            return
        slip = told.slip
        self.title.setText(slip.name.capitalize())
        self.state.setText(slip.state.capitalize())
        kind(self.state, "pill", tone=TONES.get(slip.state, "plain"))
        chips = f"{slip.chips.pieces:,} chip{'s' * (slip.chips.pieces != 1)}"
        self.facts.setText(f"Table {slip.table} · ${dollars(slip.chips.cents)} · {chips}")
        for at, way in enumerate(doings(told)):
            act = "act" if at == 0 and way.action == "waiting" else ""
            way_out = button(way.words, self._go, act, says=f"{way.words}, {slip.name}", to=way)
            self.buttons.addWidget(way_out)
            way_out.show()  # at once: its room counts when the slip's width is chosen
        self.buttons.addStretch(1)
        for step in told.steps:
            self.steps.addLayout(_step(step, told.site))
        self._show_paper()
        self.below.verticalScrollBar().setValue(0)

    def _go(self, way: Way) -> None:
        self.station.go(way.action, way.what)

    def _show_paper(self) -> None:
        if self._told is None:
            return
        part = self.part.typed() or PARTS[0]
        lines = self._told.papers.get(part, ())
        self.paper.show_lines(lines, max(map(len, lines), default=self.station.width))
        note = "" if lines else f"The {part} is not on paper yet."
        show_words(self.note, note if self._told.printed else "Not on paper yet. So it will print.")

    def do_first(self) -> None:
        """Do what is likely: the first of its buttons."""
        if self._told and (found := doings(self._told)):
            self._go(found[0])


def _step(step: SlipStep, site: Site) -> QBoxLayout:
    time = label(f"{site.local(step.at):%H:%M}", "caption")
    keep_wide(time, 39)
    words = label(step.words, wrap=True)
    if step.odd:
        kind(words, "", tone="look")
    line = row(time, words, grow=1)
    line.setAlignment(time, Qt.AlignmentFlag.AlignTop)
    return line


class Register(QWidget):
    """Every slip of the book: a line to search in, what was found, one of them in full."""

    name = "slips"

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station = station
        self.reader = Reader(station, self)
        self.model = SlipRows()
        self._found = FoundSlips()
        self._seen: object = None  # what of the board the register shows
        self._wanted: Pointed | None = None
        self._told_of: SlipRow | None = None
        self._lay_out()
        self._typing = timer(self, TYPING_MS, once=True)
        self._typing.timeout.connect(self.search)
        self._changed = timer(self, CHANGED_MS, once=True)
        self._changed.timeout.connect(self.search)
        self._changed.timeout.connect(self._ask_numbers)
        self._scrolled = timer(self, SCROLLED_MS, once=True)
        self._scrolled.timeout.connect(self._read_traces)
        self.table.verticalScrollBar().valueChanged.connect(lambda: self._scrolled.start())
        self.line.textChanged.connect(self._typed)
        self.line.installEventFilter(self)
        self.table.selectionModel().currentRowChanged.connect(lambda: self._choose())
        self.table.activated.connect(lambda: self.full.do_first())
        theme.fitted.connect(self._measure)
        station.follow(self, self._refresh)

    # How it looks

    def _lay_out(self) -> None:
        self.line = Words()
        kind(self.line, "search")
        self.line.setPlaceholderText(HINT)
        self.line.setToolTip(HINT)
        self.line.setAccessibleName("Search the slips: number, table, name, amount, state or day")
        self.line.setClearButtonEnabled(True)
        self.count = label("", "muted")
        self.table = listed("Slips", self.model, SlipList(self.model))
        self.table.setItemDelegateForColumn(STATE, States(self.table))
        self.table.viewport().installEventFilter(self)
        self.numbers = label("", "caption", wrap=True)
        self.full = InFull(self.station)
        top = row(self.line, self.count, gap=16, grow=0)
        left = column(top, self.line.ask, self.table, self.numbers, gap=8, grow=2)
        self._whole = row(left, self.full, gap=8, grow=0)
        self.setLayout(self._whole)
        self._measure()

    def _measure(self) -> None:
        """Columns as wide as what is usual in them, in the letters worn; they share what is left."""
        words, heads = QFontMetrics(theme.font()), QFontMetrics(theme.font("caption"))
        widths = [
            max(words.horizontalAdvance(usual), heads.horizontalAdvance(heading) + 6) + EDGES
            for heading, usual, _ in COLUMNS
        ]
        widths[STATE] += 12
        if (rows := self.model.rows) and rows[-1].date.year != self.model.year:
            widths[DAY] = words.horizontalAdvance(OTHER_YEAR) + EDGES
        left = self.table.viewport().width() - sum(widths)
        head = heads.horizontalAdvance(COLUMNS[INITIALS][0]) + EDGES
        if left < 0 <= widths[INITIALS] + left - head:  # else the others have its room
            widths[INITIALS] += left
            left = 0
        shown = [*range(len(widths))]
        for at in LEFT_OUT:
            if left < 0:
                shown.remove(at)
                left += widths[at]
        show_columns(self.table, [wide + max(0, left) // len(shown) for wide in widths], shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The slip in full has a third of the room."""
        self._fit_side()
        super().resizeEvent(event)
        self._scrolled.start()

    def _fit_side(self) -> None:
        """Give the slip in full what it needs, or more where there is more."""
        usual = max(LEAST_SIDE, min(MOST_SIDE, self.width() * 27 // 100))
        self.full.setFixedWidth(max(usual, self.full.minimumSizeHint().width()))

    def _show_slip(self, told: SlipCard | None, words: str = "") -> None:
        self.full.show_slip(told, words)
        self._fit_side()
        self._whole.activate()  # the list makes room at once

    # What is searched

    def begin(self, what: object = None) -> None:
        """Come to the front; with a number or a slip, search for it."""
        if isinstance(what, Pointed):
            self._wanted = what
            self.line.setText(f"{what.series} {what.number}")
        elif what is not None:
            self.line.setText(str(what))
        if what is not None or self._seen != _of_slips(self.station.board):
            self._seen = _of_slips(self.station.board)
            self.search()
            self._ask_numbers()
        self.line.setFocus()
        self.line.selectAll()

    def _refresh(self, board: Board) -> None:
        if self._seen != _of_slips(board):
            self._seen = _of_slips(board)
            self._changed.start()

    def _typed(self) -> None:
        self.count.setText("searching …")
        self._typing.start()

    def search(self) -> None:
        """Search for what stands in the line."""
        self._typing.stop()
        text = self.line.text().strip().removeprefix("#")
        self.count.setText("searching …")
        self.reader.read("search", lambda journal: look(journal, text), self._show, self._failed)

    def _failed(self, words: str) -> None:
        self.count.setText("")
        self.station.trouble(words, READER)

    def _show(self, found: FoundSlips) -> None:
        keep = self._wanted or self.pointed
        board = self.station.board
        self._found, self._wanted = found, None
        if board.state == "open":
            self.model.traces.pop(board.day, None)
        self.model.site, self.model.year = board.site, self.station.now().year
        self.model.show_rows(found.rows)
        self._measure()
        many = len(found.rows)
        self.count.setText(f"{many:,} slip{'s' * (many != 1)}")
        at = found.places.get((keep.series, keep.number), 0) if keep else 0
        self._told_of = None
        if many:
            self.table.selectRow(at)
            self._choose()
        else:
            self.reader.forget("slip")
            none = "No slip fits." if self.line.text().strip() else NONE_YET
            self._show_slip(None, none)
        self._scrolled.start()

    def _ask_numbers(self) -> None:
        read = lambda journal: numbers(spans(journal), gaps(journal))  # noqa: E731
        self.reader.read("numbers", read, self._show_numbers, self._failed)

    def _show_numbers(self, found: list[Numbers]) -> None:
        self.numbers.setText("\n".join(one.words for one in found) or "No number was used yet.")

    # One of them

    def _current(self) -> SlipRow | None:
        at = self.table.currentIndex().row()
        return self.model.rows[at] if 0 <= at < len(self.model.rows) else None

    @property
    def pointed(self) -> Pointed | None:
        """The slip that is chosen."""
        one = self._current()
        return Pointed(one.series, one.number) if one else None

    def _choose(self) -> None:
        one, width, only_read = self._current(), self.station.width, self.station.read_only
        if one is None or one is self._told_of:
            return
        self._told_of = one
        read = lambda journal: tell(journal, one, width, only_read=only_read)  # noqa: E731
        self.reader.read("slip", read, self._show_slip, self._failed)

    def _read_traces(self) -> None:
        """Read what is in sight and not read yet: where the paper of these slips is."""
        first = max(0, self.table.rowAt(0))
        last = self.table.rowAt(self.table.viewport().height() - 1)
        last = len(self.model.rows) - 1 if last < 0 else last
        days = {one.day for one in self.model.rows[first : last + 1]} - {*self.model.traces}
        if days:
            read = lambda journal: _traces(journal, days)  # noqa: E731
            self.reader.read("traces", read, self.model.show_traces, self._failed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down and Enter lead from the line to what was found; the columns follow the table's room."""
        if watched is self.table.viewport() and event.type() == QEvent.Type.Resize:
            self._measure()
            return False
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        if event.key() not in (*ENTER, Qt.Key.Key_Down):
            return False
        if not self.line.settle() and self.model.rows:
            self.table.setFocus()
        return True


def _traces(journal: Journal, days: set[int]) -> dict[int, Mapping[tuple[str, int], Trace]]:
    found = {number: day_of(journal, number) for number in days}
    return {number: traces(day) for number, day in found.items() if day}


def _of_slips(board: Board) -> object:
    """What of a board changes the register."""
    state = (board.day, board.state, board.slips, board.unprinted, board.missing)
    return *state, board.waiting, board.questions, tuple(board.reasons)
