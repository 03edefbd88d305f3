"""Past days: each with its report as it prints, its receipt strip and its sum. Nothing here writes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QThread
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QPlainTextEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from pitdesk.book.journal import Journal
from pitdesk.book.past import Past, check_since, day_of, past_days, site_of
from pitdesk.chips import dollars
from pitdesk.errors import Trouble
from pitdesk.rules.book import Rulebook
from pitdesk.tonight.board import Board
from pitdesk.tonight.closing import Closing
from printers.devices.systemqueue import queues
from printers.slips.layout import calendar_date
from ui.widgets import theme
from ui.widgets.fields import Choice
from ui.widgets.files import to_save
from ui.widgets.listing import Listing, listed
from ui.widgets.paper import ReportPaper
from ui.widgets.parts import Folding, button, card, column, holder, label, pill, progress, row, scrolled
from ui.widgets.sums import DaySum, TableSums, figure
from ui.work.form import titled
from ui.work.outlet import one_of, print_on, write_pdf
from ui.work.reader import Reader
from ui.work.station import Station

VIEWS = (("report", "Report"), ("sum", "In one sum"), ("strip", "Receipt paper"))
COLUMNS = (  # heading, the widest that is usual; those in WIDE only where there is room
    ("Gaming day", "Wed Nov 00, 0000"),
    ("State", "Sealed"),
    ("Gross", "00,000.00"),
    ("AGP", "00,000.00"),
    ("Over/short", "short 00.00"),
    ("Deposit", "00,000.00"),
    ("Due", "Wed Nov 00"),
    ("Head", "00000000 00000000"),
)
RIGHT = frozenset({2, 3, 4, 5})
WIDE = (3, 2, 4, 6, 7)  # shown in this order as there is room
REPORT = 800  # pixels that the report is left, where there is a choice
EDGES = 23


@dataclass(frozen=True, slots=True)
class Faces:
    """A day's report in its faces, all from the same sum."""

    number: int
    title: str
    close: Closing
    pdf: bytes
    strip: tuple[str, ...]
    read: "Read"


@dataclass(frozen=True, slots=True)
class Read:
    """From which entry on a book was found whole, when it ended with this link of the chain."""

    since: int
    head: bytes


def faces(journal: Journal, number: int, width: int, read: Read | None = None) -> Faces:
    """Read a day, see that the book is whole from there on, and set its report.

    read   what was found whole before; it is not read again

    Raises:
        Trouble: the book is not whole, or has no such day.
    """
    from printers.reports.day import build  # noqa: PLC0415
    from printers.reports.letter import report_pdf  # noqa: PLC0415  (not before a report is asked for)
    from printers.reports.strip import report_strip  # noqa: PLC0415

    assert not QThread.isMainThread(), "a report is made off the window's thread"
    day = day_of(journal, number)
    if day is None:
        raise Trouble(f"The book {journal.path} has no day {number}. Choose another.")
    if read is None or read.head != journal.head.hash or read.since > day.opened.seq:
        check_since(journal, day.opened.seq)
        read = Read(day.opened.seq, journal.head.hash)
    report = build(day, site_of(journal, day), Rulebook.load())
    strip = tuple(report_strip(report, width))
    title, close = calendar_date(day.date), Closing.of_day(day)
    return Faces(number, title, close, report_pdf(report), strip, read)


class ReportView(QWidget):
    """The report of one day: as it prints, in one sum, as a receipt strip; and a file of it."""

    def __init__(self, station: Station, reader: Reader) -> None:
        super().__init__()
        self.station, self.reader = station, reader
        self.faces: Faces | None = None
        self.choose_file = to_save(self, "Save the report")
        self._read: Read | None = None
        self.view = Choice("view", "", VIEWS)
        self.view.choose("report")
        self.view.changed.connect(self._show_view)
        self.save = button("Save as PDF …", self.save_pdf)
        self.print = button("Print …", self.print_pdf)
        self.choose_queue: Callable[[Sequence[str]], str] = partial(one_of, self.print)
        self.busy = label("", "muted")
        self.bar = progress("The report is being made")
        self.paper = ReportPaper()
        self.strip = QPlainTextEdit()
        self.strip.setReadOnly(True)
        self.strip.setAccessibleName("The report on receipt paper")
        self.tables, self.sum = TableSums(), DaySum()
        sums = column(card(self.tables), card(label("The day in one sum", "h2"), self.sum), None, gap=12)
        self.pages = QStackedWidget()
        self._views = {"report": self.paper, "sum": scrolled(holder(sums)), "strip": self.strip}
        for page in self._views.values():
            self.pages.addWidget(page)
        parts = row(None, self.busy, self.bar, gap=12), row(None, self.print, self.save, gap=12)
        top = Folding(self.view, *map(holder, parts), gap=12, stretch=(0, 1, 0))
        whole = column(top, self.pages, gap=8)
        whole.setStretch(1, 1)
        self.setLayout(whole)
        theme.changed.connect(self._letters)
        self._letters()
        self._show_busy("")

    def _letters(self) -> None:
        self.strip.setFont(theme.font("caption", mono=True))

    def show_day(self, number: int) -> None:
        """Make the report of a day, off the window's thread, and show it."""
        self.faces = None
        self._show_busy("Reading the book …")
        width, read = self.station.width, self._read
        self.reader.read(
            "report", lambda journal: faces(journal, number, width, read), self._show, self._failed
        )

    def leave(self) -> None:
        """The report is no longer wanted."""
        self.faces = None
        self.reader.forget("report")
        self._show_busy("")

    def _show(self, found: Faces) -> None:
        self.faces, self._read = found, found.read
        self._show_busy("")
        self.paper.show_pdf(found.pdf)
        self.strip.setPlainText("\n".join(found.strip))
        self.tables.show_close(found.close)
        self.sum.show_close(found.close)

    def _failed(self, words: str) -> None:
        self._show_busy("")
        self.busy.setText("No report is made of this book.")
        self.station.trouble(words)

    def _show_busy(self, words: str) -> None:
        self.busy.setText(words)
        self.bar.setVisible(bool(words))
        for one in (self.print, self.save):  # they give their place to what is told meanwhile
            one.setVisible(self.faces is not None)
        self.pages.setEnabled(self.faces is not None)

    def _show_view(self) -> None:
        self.pages.setCurrentWidget(self._views[self.view.typed() or "report"])

    # A file of it

    def save_pdf(self) -> None:
        """Save the report where somebody says; the same bytes that are shown."""
        if self.faces is None:
            return
        on = self.faces.close.date
        chosen = self.choose_file(f"day-{on}.pdf")
        if not chosen:
            return
        path, pdf = Path(chosen), self.faces.pdf
        self.reader.ask("save", lambda: write_pdf(path, pdf), self._saved)

    def _saved(self, path: Path) -> None:
        self.station.say(f"The report is saved as {path}.")

    # On paper

    def print_pdf(self) -> None:
        """Print the report on a printer of the system; the same bytes that are shown."""
        self.reader.ask("queues", lambda: queues(), self._offer)

    def _offer(self, names: Sequence[str]) -> None:
        if not self.isVisible():  # nobody is asked on another page, or at a locked door
            self.station.say("Not printed: the report. You had left it; ask for it again.", "look")
        elif not names:
            words = "This system has no printer. Set one up in its settings, or save the report as PDF."
            self.station.say(words, "look")
        elif self.faces and (queue := self.choose_queue(names)):
            on, pdf = f"{self.faces.close.date}", self.faces.pdf
            self.reader.read(
                "print", lambda journal: print_on(journal, queue, f"day-{on}", pdf), self._printed
            )

    def _printed(self, queue: str) -> None:
        self.station.say(f"The report was handed to {queue}. Check its paper.", "look")


class Pasts(Listing[Past]):
    """The days, newest first."""

    def __init__(self) -> None:
        super().__init__([heading for heading, _ in COLUMNS], lambda at: at in RIGHT)

    def words(self, one: Past, at: int) -> str:
        """What a cell says."""
        return words(one)[at]


def words(past: Past) -> tuple[str, ...]:
    """A day as its row says it."""
    return (
        calendar_date(past.date),
        "Sealed" if past.sealed else "Open",
        figure(past.gross),
        figure(past.agp),
        off(past.over_short),
        figure(past.deposit),
        f"{past.due:%a %b} {past.due.day}" if past.due else "–",
        past.head or "–",
    )


def off(cents: int | None) -> str:
    """Over or short in words: balanced, over 2.00, short 2.00."""
    if not cents:
        return "–" if cents is None else "balanced"
    return f"{'over' if cents > 0 else 'short'} {dollars(abs(cents))}"


class Days(QWidget):
    """The place: a list of days at the left, the report of the one that is chosen at the right."""

    name = "days"

    def __init__(self, station: Station) -> None:
        super().__init__()
        self.station = station
        self.reader = Reader(station, self)
        self.model = Pasts()
        self._seen: object = None
        self._wanted = 0
        self.report = ReportView(station, self.reader)
        self.table = listed("Gaming days", self.model)
        self._lay_out()
        self.table.selectionModel().currentRowChanged.connect(lambda: self._choose())
        theme.changed.connect(self._measure)
        station.follow(self, self._refresh)

    def _lay_out(self) -> None:
        self.count = label("", "muted")
        self.state = pill("")
        self.facts = label("", wrap=True)
        self.title = label("", "h2")
        chosen = card(row(self.title, self.state, None, gap=12), self.facts, gap=4, edge=14)
        right = column(chosen, self.report, gap=10)
        right.setStretch(1, 1)
        self.right = holder(right)
        both = row(self.table, self.right, gap=16)
        both.setStretch(1, 1)
        note = label("Read-only: a sealed day never changes", "muted")
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(8)
        whole.addLayout(titled("Past days", self.count, note))
        whole.addLayout(both, 1)
        self._measure()

    def _measure(self) -> None:
        """Columns as wide as what is usual, and as many as leave the report its room."""
        words_, heads = QFontMetrics(theme.font()), QFontMetrics(theme.font("caption"))
        widths = [
            max(words_.horizontalAdvance(usual), heads.horizontalAdvance(heading) + 6) + EDGES
            for heading, usual in COLUMNS
        ]
        shown = {at for at in range(len(COLUMNS)) if at not in WIDE}
        room = self.width() - REPORT - 32
        for at in WIDE:
            if sum(widths[i] for i in {*shown, at}) > room:
                break
            shown.add(at)
        for at, wide in enumerate(widths):
            self.table.setColumnWidth(at, wide)
            self.table.setColumnHidden(at, at not in shown)
        self.table.setFixedWidth(sum(widths[at] for at in shown) + 18)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many columns as there is room for."""
        self._measure()
        super().resizeEvent(event)

    def begin(self, what: object = None) -> None:
        """Come to the front; with a day's number, at that day."""
        if isinstance(what, int):
            self._wanted = what
        board = self.station.board
        if what is not None or self._seen != (board.day, board.state):
            self._read(board)
        self.table.setFocus()

    def _refresh(self, board: Board) -> None:
        if self._seen != (board.day, board.state):
            self._read(board)

    def _read(self, board: Board) -> None:
        self._seen = (board.day, board.state)
        self.count.setText("Reading the days …")
        self.reader.read("days", past_days, self._show, self._failed)

    def _failed(self, told: str) -> None:
        self._seen = None  # they are read again as soon as one looks again
        self.count.setText("")
        self.station.say(told, "stop")

    def _show(self, days: list[Past]) -> None:
        keep = self._wanted or self._number()
        self._wanted = 0
        self.model.show_rows(days)
        self.count.setText(f"{len(days):,} day{'s' * (len(days) != 1)}")
        self.right.setVisible(bool(days))
        if days:
            usual = next((at for at, day in enumerate(days) if day.sealed), 0)
            at = next((at for at, day in enumerate(days) if day.day == keep), usual)
            self.table.selectRow(at)
            self._choose()

    def _number(self) -> int:
        at = self.table.currentIndex().row()
        return self.model.rows[at].day if 0 <= at < len(self.model.rows) else 0

    _shown: Past | None = None

    def _choose(self) -> None:
        at = self.table.currentIndex().row()
        if not 0 <= at < len(self.model.rows) or self.model.rows[at] == self._shown:
            return
        past = self._shown = self.model.rows[at]
        self.title.setText(f"{calendar_date(past.date)} · day {past.day}")
        self.state.setText("Sealed" if past.sealed else "Open")
        self.state.setProperty("tone", "good" if past.sealed else "way")
        theme.dress(self.state)
        if past.sealed and past.due:
            self.facts.setText(
                f"Gross {figure(past.gross)}  ·  AGP {figure(past.agp)}  ·  {off(past.over_short)}"
                f"  ·  deposit {figure(past.deposit)}, due {past.due:%a %b} {past.due.day}"
                f"  ·  head {past.head}"
            )
        else:
            self.facts.setText("Still open: Close of day has its figures; the seal makes its report.")
        if past.sealed:
            self.report.setEnabled(True)
            self.report.show_day(past.day)
        else:
            self.report.leave()
            self.report.setEnabled(False)
