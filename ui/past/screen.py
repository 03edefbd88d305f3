"""Past days: the report of each as it prints, on receipt paper, and in one sum. Nothing here writes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QThread
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QStackedWidget, QWidget

from pitdesk.book.journal import Journal
from pitdesk.book.past import Past, check_day, check_since, day_of, past_days, site_of
from pitdesk.chips import dollars
from pitdesk.errors import Trouble
from pitdesk.rules.book import Rulebook
from pitdesk.tonight.board import Board
from pitdesk.tonight.closing import Closing
from printers.devices.systemqueue import queues
from printers.slips.layout import calendar_date
from ui.widgets import theme
from ui.widgets.columns import show_columns, usual_widths
from ui.widgets.fields import Choice
from ui.widgets.files import to_save
from ui.widgets.listing import Listing, listed
from ui.widgets.paper import ReportPaper
from ui.widgets.parts import Folding, button, card, column, holder, label, pill, progress, row, scrolled
from ui.widgets.sums import DaySum, TableSums, figure
from ui.work.form import titled
from ui.work.message import READER
from ui.work.outlet import one_of, print_on, write_pdf
from ui.work.reader import Reader
from ui.work.station import Station

FIRST = (("first", "First issue"),)  # of a day whose boxes were counted after its seal
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
OPEN = "Still open: Close of day has its figures; the seal makes its report."
NO_REPORT = "It was not sealed, so it has no report. Its slips are under Slips."
RIGHT = frozenset({2, 3, 4, 5})
WIDE = (3, 2, 4, 6, 7)  # shown in this order as there is room
SCROLL = 16  # pixels beside what scrolls
LEAST = 220  # pixels of a report's height; where there is less room, all beside the list scrolls
REPORT = 800  # pixels that the report is left, where there is a choice
EDGES = 23


@dataclass(frozen=True, slots=True)
class DayReport:
    """A day's report, on every kind of paper and in one sum.

    since   the entry from which on the book was found intact
    head    the link of the chain that the book ended with then
    first   the first issue, where the day has a second; else nothing
    """

    number: int
    close: Closing
    pdf: bytes
    strip: tuple[str, ...]
    since: int
    head: bytes
    first: bytes = b""


def day_report(journal: Journal, number: int, width: int, before: DayReport | None = None) -> DayReport:
    """Read a day, check that the book is intact from there on, and make its report.

    With a lenient journal the day itself is checked, and nothing after it.

    width    letters in a line of receipt paper
    before   the report made last; what was found intact for it is not checked again

    Raises:
        Trouble: the book is damaged, or has no such day.
    """
    from printers.reports.day import build  # noqa: PLC0415
    from printers.reports.letter import report_pdf  # noqa: PLC0415  (not before a report is asked for)
    from printers.reports.strip import report_strip  # noqa: PLC0415

    assert not QThread.isMainThread(), "a report is made off the window's thread"
    day = day_of(journal, number)
    if day is None:
        raise Trouble(f"The book {journal.path} has no day {number}. Choose another.")
    since, head = day.opened.seq, journal.head.hash
    if journal.lenient:
        check_day(journal, day)
    elif before and before.head == head and before.since <= since:
        since = before.since
    else:
        check_since(journal, since)
    report = build(day, site_of(journal, day), Rulebook.load())
    strip = tuple(report_strip(report, width))
    first = b""
    if day.finished:
        sealed = day.issue(1)
        first = report_pdf(build(sealed, site_of(journal, sealed), Rulebook.load()))
    return DayReport(number, Closing.of_day(day), report_pdf(report), strip, since, head, first)


class ReportView(QWidget):
    """The report of one day: as it prints, in one sum, on receipt paper; and a file of it."""

    def __init__(self, station: Station, reader: Reader) -> None:
        super().__init__()
        self.station, self.reader = station, reader
        self.shown: DayReport | None = None
        self.choose_file = to_save(self, "Save the report")
        self._last: DayReport | None = None
        self.view = Choice("view", "", VIEWS, usual="report")
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
        self.setLayout(column(top, self.pages, grow=1))
        theme.changed.connect(self._letters)
        self._letters()
        self._show_busy("")

    def _letters(self) -> None:
        self.strip.setFont(theme.font("caption", mono=True))

    def show_day(self, number: int) -> None:
        """Make the report of a day, off the window's thread, and show it."""
        self.shown = None
        self._show_busy("Reading the book …")
        width, last = self.station.width, self._last
        make = lambda journal: day_report(journal, number, width, last)  # noqa: E731
        self.reader.read("report", make, self._show, self._failed)

    def leave(self) -> None:
        """The report is no longer wanted."""
        self.shown = None
        self.reader.forget("report")
        self._show_busy("")

    def _show(self, found: DayReport) -> None:
        self.shown = self._last = found
        self._show_busy("")
        self.view.offer([*VIEWS, *FIRST] if found.first else VIEWS)
        self._show_view()
        self.strip.setPlainText("\n".join(found.strip))
        self.tables.show_close(found.close)
        self.sum.show_close(found.close)

    def _failed(self, words: str) -> None:
        self._show_busy("")
        self.busy.setText("No report is made of this " + ("day." if self.station.read_only else "book."))
        self.station.trouble(words, READER)

    def _show_busy(self, words: str) -> None:
        self.busy.setText(words)
        self.bar.setVisible(bool(words))
        for one in (self.print, self.save):  # they give their place to what is said meanwhile
            one.setVisible(self.shown is not None)
        self.pages.setEnabled(self.shown is not None)

    def _show_view(self) -> None:
        self.pages.setCurrentWidget(self._views.get(self.view.typed(), self.paper))
        if self.pages.currentWidget() is self.paper and self.shown:
            self.paper.show_pdf(self.pdf)

    @property
    def pdf(self) -> bytes:
        """The issue that is shown, or would be saved and printed."""
        assert self.shown
        first = self.view.typed() == FIRST[0][0]
        return self.shown.first if first and self.shown.first else self.shown.pdf

    # A file of it

    def save_pdf(self) -> None:
        """Save the report in a file that the user chooses; the same bytes that are shown."""
        if self.shown and (chosen := self.choose_file(f"day-{self.shown.close.date}.pdf")):
            path, pdf = Path(chosen), self.pdf
            say = lambda at: self.station.say(f"The report is saved as {at}.")  # noqa: E731
            self.reader.ask("save", lambda: write_pdf(path, pdf), say)

    def print_pdf(self) -> None:
        """Print the report on a printer of the system; the same bytes that are shown."""
        self.reader.ask("queues", lambda: queues(), self._offer)

    def _offer(self, names: Sequence[str]) -> None:
        if not self.isVisible():  # nobody is asked on another page, or at a locked door
            self.station.say("Not printed: the report. You had left it; ask for it again.", "look")
        elif not names:
            words = "This system has no printer. Set one up in its settings, or save the report as PDF."
            self.station.say(words, "look")
        elif self.shown and (queue := self.choose_queue(names)):
            name, pdf = f"day-{self.shown.close.date}", self.pdf
            words = f"The report was handed to {queue}. Check its paper."
            say = lambda _: self.station.say(words, "look")  # noqa: E731
            self.reader.read("print", lambda journal: print_on(journal, queue, name, pdf), say)


PENDING = "pending"


def words(past: Past) -> tuple[str, ...]:
    """A day as its row says it."""
    return (
        calendar_date(past.date),
        "Pending" if past.pending else "Sealed" if past.sealed else "Open",
        PENDING if past.pending else figure(past.gross_cents),
        PENDING if past.pending else figure(past.agp_cents),
        off(past.over_short_cents),
        PENDING if past.pending else figure(past.deposit_cents),
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
        heads = [heading for heading, _ in COLUMNS]
        self.model: Listing[tuple[str, ...]] = Listing(heads, RIGHT.__contains__)
        self.days: list[Past] = []
        self._seen: object = None
        self._wanted = 0
        self._shown: Past | None = None
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
        self.flow = button("As a flow", self._show_flow, "link", says="Show the night as a flow")
        if self.station.read_only:  # there is no other screen to go to
            self.flow.hide()
        chosen = card(row(self.title, self.state, None, self.flow, gap=12), self.facts, gap=4, edge=14)
        self.report.pages.setMinimumHeight(LEAST)
        self.report.pages.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self._inside = holder(column(chosen, self.report, gap=10, grow=1))
        self.right = scrolled(self._inside)
        both = row(self.table, self.right, gap=16)
        both.setStretch(0, 1000)  # as wide as its columns; the report has the rest
        both.setStretch(1, 1)
        note = label("Read-only: a sealed day never changes", "muted")
        self.setLayout(column(titled("Past days", self.count, note), both, grow=1))
        self._measure()

    def _measure(self) -> None:
        """Columns as wide as what is usual, and as many as leave the report its room."""
        widths = usual_widths(COLUMNS, EDGES, beside_head=6)
        least = self._inside.minimumSizeHint().width() + SCROLL
        self.right.setMinimumWidth(least)
        narrow = [at for at in range(1, len(COLUMNS)) if at not in WIDE]
        shown = {0}
        for columns, report in ((narrow, least), (WIDE, REPORT)):
            for at in columns:
                if sum(widths[i] for i in {*shown, at}) > self.width() - report - 32:
                    break
                shown.add(at)
        show_columns(self.table, widths, shown)
        self.table.setMinimumWidth(widths[0] + 18)  # a window can be made narrower than its columns
        self.table.setMaximumWidth(sum(widths[at] for at in shown) + 18)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many columns as there is room for."""
        self._measure()
        super().resizeEvent(event)

    def begin(self, what: object = None) -> None:
        """Come to the front; with a day's number, at that day."""
        if isinstance(what, int):
            self._wanted = what
        if what is not None:
            self._seen = None
        self._refresh(self.station.board)
        self.table.setFocus()

    def _refresh(self, board: Board) -> None:
        if self._seen != (board.day, board.state):
            self._seen = (board.day, board.state)
            self.count.setText("Reading the days …")
            self.reader.read("days", past_days, self._show, self._failed)

    def _failed(self, words: str) -> None:
        self._seen = None  # they are read again the next time
        self.count.setText("")
        self.station.trouble(words, READER)

    def _show(self, days: list[Past]) -> None:
        at = self.table.currentIndex().row()
        keep = self._wanted or (self.days[at].day if 0 <= at < len(self.days) else 0)
        self._wanted, self.days = 0, days
        self.model.show_rows([words(day) for day in days])
        lost = self.station.board.day - len(days) if self.station.read_only else 0
        unread = f"; {lost:,} cannot be read" if lost else ""
        self.count.setText(f"{len(days):,} day{'s' * (len(days) != 1)}{unread}")
        self.right.setVisible(bool(days))
        if days:
            usual = next((at for at, day in enumerate(days) if day.sealed), 0)
            at = next((at for at, day in enumerate(days) if day.day == keep), usual)
            self.table.selectRow(at)
            self._choose()

    def _show_flow(self) -> None:
        if self._shown:
            self.station.go("night", self._shown.day)

    def _choose(self) -> None:
        at = self.table.currentIndex().row()
        if not 0 <= at < len(self.days) or self.days[at] == self._shown:
            return
        past = self._shown = self.days[at]
        _, state, gross, agp, over_short, deposit, due, head = words(past)
        self.title.setText(f"{calendar_date(past.date)} · day {past.day}")
        self.state.setText(state)
        self.state.setProperty("tone", "good" if past.sealed and not past.pending else "way")
        theme.dress(self.state)
        self.report.setEnabled(past.sealed)
        if past.sealed:
            self.facts.setText(
                f"Gross {gross}  ·  AGP {agp}  ·  {over_short}"
                f"  ·  deposit {deposit}, due {due}  ·  head {head}"
            )
            self.report.show_day(past.day)
        else:
            self.facts.setText(NO_REPORT if self.station.read_only else OPEN)
            self.report.leave()
