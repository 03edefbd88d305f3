"""Summaries: a day, week, month or quarter in figures, as a chart, and what the tax return asks for."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from pitdesk.book.journal import Journal
from pitdesk.book.site import GAMES
from pitdesk.errors import Trouble
from pitdesk.reports import sheet
from pitdesk.reports.days import Records, of_book
from pitdesk.reports.summaries import Span, SummaryLine, span_of, summary, table
from pitdesk.reports.summaries import Summary as Found
from pitdesk.reports.tax import Quarter, TaxLine, beside, quarter_summary, video_of
from pitdesk.reports.tax import table as tax_table
from pitdesk.rules.book import Rulebook
from pitdesk.tonight.board import Board, begun
from printers.slips.layout import calendar_date
from ui.past.calendar import off
from ui.widgets import theme
from ui.widgets.columns import show_columns, usual_widths
from ui.widgets.dates import shown_day
from ui.widgets.fields import Choice
from ui.widgets.files import to_save
from ui.widgets.flow import Folding
from ui.widgets.listing import Listing, listed
from ui.widgets.parts import (
    button,
    column,
    emptied,
    holder,
    keeping_room,
    label,
    pill,
    row,
    scrolled,
)
from ui.widgets.sums import figure
from ui.work.message import READER
from ui.work.outlet import Outlet, write_pdf
from ui.work.reader import READING, STOPPED, Reader, Wait
from ui.work.station import Station

if TYPE_CHECKING:
    from ui.widgets.bars import Bars

SPANS = (("day", "Day"), ("week", "Week"), ("month", "Month"), ("quarter", "Quarter"))
BYS = (("day", "By day"), ("table", "By table"), ("game", "By game"))
VIEWS = (("figures", "Figures"), ("chart", "Chart"))
TAX = ("tax", "Tax")
HEADS = (  # heading, the widest that is usual; those that fit are shown, in the order of SHOWN
    ("", "= as corrected 0000"),
    ("Gross", "000,000.00"),
    ("Prizes", "000,000.00"),
    ("Adj. gross", "000,000.00"),
    ("Hold %", "000.00"),
    ("Over/short", "short 000.00"),
    ("Overnight", "short 000.00"),
    ("Deposit due", "000,000.00"),
    ("Made", "000,000.00"),
)
SHOWN = (1, 3, 4, 5, 7, 8, 2, 6)
TAX_HEADS = ("For the tax return", "Dollars", "Section")
TAX_COLUMNS = (("", "00,000,000.00"), ("", "N.D.A.C. 99-01.3-08-16(1)(h)"))  # dollars and section
EDGES = 24  # pixels beside the words of a cell
ONE = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Shown:
    """A span, worked out: by what was asked for, night by night, and of a quarter the tax.

    seen     the newest entry of the book when it was read
    records  the book's rows then
    """

    seen: int
    records: Records
    found: Found
    nights: Found
    quarter: Quarter | None = None


def worked_out(journal: Journal, span: Span, by: str, today: date, before: Shown | None) -> Shown:
    """Read a book, where it was not read to its end, and sum a span up. Not in the window's thread.

    before   what was worked out last

    Raises:
        Trouble: the book cannot be read, or the rulebook does not reach back so far.
    """
    seen = journal.head.seq
    records = before.records if before and before.seen == seen else of_book(journal)
    found, nights = (summary(records, span, one, today=today) for one in (by, "day"))
    quarter = quarter_of(journal, records, span, today) if found.days else None
    return Shown(seen, records, found, nights, quarter)


def quarter_of(journal: Journal, records: Records, span: Span, today: date) -> Quarter | None:
    """The tax of a quarter; None where the span is none."""
    if span != span_of("quarter", span.first):
        return None
    rules = Rulebook.load()
    try:
        video = dict.fromkeys(records.sites, video_of(journal, rules, today))
        return quarter_summary(records, span, rules, video, today=today, beside=beside(journal))
    except KeyError as error:
        raise Trouble(f"The rulebook does not reach back to {span.name}: {error}.") from None


def on_paper(journal: Journal, span: Span, today: date) -> bytes:
    """A span as a PDF, of the book as it then is."""
    from printers.reports.letter import report_pdf  # noqa: PLC0415  (not before a sheet is asked for)
    from printers.reports.summaries import summary_report  # noqa: PLC0415

    records = of_book(journal)
    quarter = quarter_of(journal, records, span, today)
    return report_pdf(summary_report(records, span, today=today, quarter=quarter))


def as_csv(shown: Shown, *, tax: bool) -> bytes:
    """The figures on the screen as a CSV file."""
    head, rows = tax_table(shown.quarter) if tax and shown.quarter else table(shown.found)
    return sheet.written([head, *rows]).encode()


def titled(span: Span) -> str:
    """A span as its head says it."""
    if span.first == span.last:
        return calendar_date(span.first)
    if span == span_of("month", span.first):
        return f"{span.first:%B} {span.first.year}"
    name = span.name if span == span_of("quarter", span.first) else "Week"
    return f"{name}, {shown_day(span.first)} to {shown_day(span.last)}"


class SummaryRows(Listing[tuple[str, ...]]):
    """A summary as rows: each line, where it was corrected as sealed, each correction, and the sum."""

    def __init__(self) -> None:
        super().__init__([heading for heading, _ in HEADS], lambda at: at > 0)

    def show_found(self, found: Found) -> None:
        """Show a summary, with the sum of all below."""
        lines = [row_ for line in found.lines for row_ in _rows(_named(line, found.by), line)]
        heads = [found.by.capitalize(), *(heading for heading, _ in HEADS[1:])]
        self.show_rows([*lines, *_rows("All", found.total)], heads)

    def tip(self, one: tuple[str, ...], at: int) -> str:
        """Of a correction the reason."""
        return one[-1] if at == 0 else self.words(one, at)


def _rows(name: str, line: SummaryLine) -> Iterator[tuple[str, ...]]:
    parts = [(name, line.sealed, name)]
    parts += [(f"+ correction {fix.correction.number}", fix.sums, fix.words) for fix in line.fixes]
    parts += [("= as corrected", line.sums, "as corrected")] if line.fixes else []
    for words, sums, tip in parts:
        before = [figure(cents) for cents in (sums.gross_cents, sums.prizes_cents, sums.agp_cents)]
        offs = (off(sums.over_short_cents), off(sums.overnight_cents))
        yield (words, *before, sums.hold, *offs, figure(sums.due_cents), figure(sums.made_cents), tip)


def _named(line: SummaryLine, by: str) -> str:
    if by == "day":
        return calendar_date(date.fromisoformat(line.key[0]))
    return GAMES.get(line.name, line.name).capitalize() if by == "game" else line.name


def _taxed(line: TaxLine) -> tuple[str, ...]:
    """A line of a quarter's tax, with what stands in the law; a head has no amount."""
    return line.label, "" if line.rank == "head" else figure(line.cents), line.section


class Summary(QWidget):
    """The page: which span, by what; its figures, its chart, its tax; on paper, and as a file.

    Attributes:
        choose_file: asks for a file with that name to begin with; "" for none.
    """

    name = "summary"

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station = station
        self.reader = Reader(station, self)
        self.outlet = Outlet(station, self.reader)
        self.choose_file = to_save(self, "Save the figures", "CSV (*.csv)")
        self.shown: Shown | None = None
        self.on: date | None = None  # a date of the span that is shown
        self._last: Shown | None = None
        self._seen: object = None
        self._charted = False
        self.figures = SummaryRows()
        self.tax: Listing[tuple[str, ...]] = Listing(TAX_HEADS, lambda at: at == 1)
        self._lay_out()
        theme.fitted.connect(self._measure)
        station.follow(self, self.refresh)

    # Layout

    def _lay_out(self) -> None:
        self.span = Choice("span", "", SPANS, usual="month")
        self.by = Choice("by", "", BYS, usual="day")
        self.view = Choice("view", "", VIEWS, usual="figures")
        self.title = label("", "h2", wrap=True)
        self.back = button("← Before", self.step, says="The one before", to=-1)
        self.on_ = button("After →", self.step, says="The one after", to=1)
        self.print = button("Print …", self.print_it, says="Print the summary")
        self.file = button("CSV …", self.save_csv, says="Save the figures as a CSV file")
        self.wait = keeping_room(Wait("The book is being read", self._stop))
        for one in (self.span, self.by):
            one.changed.connect(self._read_again)
        self.view.changed.connect(self._show_view)
        walk = holder(row(self.back, self.on_, None, gap=6))
        made = holder(row(self.print, self.file, None, gap=6))
        ways = Folding(walk, QWidget(), made, gap=14, stretch=(0, 1, 0), late=True)
        top = Folding(self.span, ways, gap=14, stretch=(0, 1))
        below = Folding(self.view, self.by, QWidget(), gap=14, stretch=(0, 0, 1))
        self.sum = label("", wrap=True)
        self.notes = column(gap=4)
        self.below = scrolled(holder(self.notes))
        self.below.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.pages = QStackedWidget()
        self.left, self.right = listed("Figures", self.figures), listed("Tax lines", self.tax)
        self.right.horizontalHeader().setStretchLastSection(True)
        self._chart: Bars | None = None
        self.frame = column(gap=0)
        self.views = {"figures": self.left, "chart": holder(self.frame), "tax": self.right}
        for page in self.views.values():
            self.pages.addWidget(page)
        head = row(self.title, self.wait, self.outlet, gap=12, grow=0)
        self.setLayout(column(top, head, self.sum, below, self.pages, self.below, grow=4))
        self._measure()

    def _measure(self) -> None:
        firsts = [("", cells[0]) for cells in self.figures.rows]
        first, *widths = usual_widths(HEADS, EDGES)
        widths = [max([first, *usual_widths(firsts, EDGES)]), *widths]
        shown, room = {0}, self.width() - EDGES
        for at in SHOWN:
            if sum(widths[i] for i in {*shown, at}) <= room:
                shown.add(at)
        widths[0] += room - sum(widths[at] for at in shown)
        show_columns(self.left, widths, shown)
        dollars, section = usual_widths(TAX_COLUMNS, EDGES)
        self.right.setColumnWidth(0, max(1, room - dollars - section))
        self.right.setColumnWidth(1, dollars)
        high = QFontMetrics(theme.font()).lineSpacing()
        self.pages.setMinimumHeight(5 * high)
        self.below.setMaximumHeight(5 * high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many columns as there is room for."""
        super().resizeEvent(event)
        self._measure()

    # Which span

    def begin(self, what: object = None) -> None:
        """Come to the front; with a date, at the span that it is in."""
        if isinstance(what, date):
            self.on = what
        self._seen = None
        self.refresh(self.station.board)
        self.span.first().setFocus()

    def refresh(self, board: Board) -> None:
        """Read again, where the book is another."""
        if board.seen != self._seen:
            self._seen = board.seen
            self.on = self.on or board.date or self.station.today
            self._read_again()

    def _span(self) -> Span:
        return span_of(self.span.typed() or "month", self.on or self.station.today)

    def step(self, by: int) -> None:
        """To the span before or after."""
        span = self._span()
        self.on = span.first - ONE if by < 0 else span.last + ONE
        self._read_again()

    def _read_again(self) -> None:
        if self.on is None:
            return
        span, by, last = self._span(), self.by.typed() or "day", self._last
        today = self.station.now().date()
        self.title.setText(titled(span))
        self._working(on=True)
        work = lambda journal: worked_out(journal, span, by, today, last)  # noqa: E731
        self.reader.read("summary", work, self._show, self._failed)

    def _working(self, *, on: bool) -> None:
        self.wait.show_words(READING if on else "")
        some = not on and bool(self.shown and self.shown.found.days)
        for way in (self.print, self.file):
            way.setEnabled(some)

    def _failed(self, words: str) -> None:
        self._empty()
        self.station.trouble(words, READER)

    def _stop(self) -> None:
        """Wait for the figures no longer; the reading ends where it is."""
        self.reader.forget("summary")
        self._empty(STOPPED)

    def _empty(self, words: str = "") -> None:
        self.shown = None
        self.sum.setText(words)
        emptied(self.notes)
        self.pages.hide()  # the figures on it are another span's
        self._working(on=False)

    # What is shown

    def _show(self, shown: Shown) -> None:
        self.shown = self._last = shown
        self.pages.show()
        self._working(on=False)
        self.figures.show_found(shown.found)
        self.tax.show_rows([*map(_taxed, shown.quarter.lines)] if shown.quarter else ())
        self.view.offer((*VIEWS, TAX) if shown.quarter else VIEWS)
        self.sum.setText(_summed(shown))
        self._measure()
        self._charted = False
        self._show_view()

    def _show_view(self) -> None:
        wanted = self.view.typed() or "figures"
        self.by.setVisible(wanted == "figures")
        if wanted == "chart" and self.shown and not self._charted:
            self._charted = True
            self._bars().show_nights(self.shown.nights.lines)
        self.pages.setCurrentWidget(self.views[wanted])
        emptied(self.notes)
        for tone, state, words in notes(self.shown, tax=wanted == "tax") if self.shown else ():
            self.notes.addLayout(row(pill(state, tone), label(words, wrap=True), gap=10, grow=1))
        self.below.setVisible(bool(self.notes.count()))

    def _bars(self) -> "Bars":
        if self._chart is None:
            from ui.widgets.bars import Bars  # noqa: PLC0415  (its library is slow to read)

            self._chart = Bars()
            self.frame.addWidget(self._chart, 1)
        return self._chart

    # On paper, and as a file

    def print_it(self) -> None:
        """Make the sheet of the span, then ask where it goes."""
        span, today = self._span(), self.station.now().date()
        what = f"the summary of {span.name}"
        self.outlet.offer(_file(span), what, lambda journal: on_paper(journal, span, today))

    def save_csv(self) -> None:
        """Save the figures on the screen; in the tax view, its lines."""
        if not self.shown:
            return
        tax = self.view.typed() == "tax"
        if chosen := self.choose_file(f"{_file(self._span())}{'-tax' if tax else ''}.csv"):
            path, data = Path(chosen), as_csv(self.shown, tax=tax)
            saved = lambda at: self.station.say(f"Saved: the figures, as {at}.")  # noqa: E731
            self.reader.ask("file", lambda: write_pdf(path, data), saved)


# In words


def _file(span: Span) -> str:
    return f"summary-{span.name.replace(' ', '-')}"


def _summed(shown: Shown) -> str:
    found, days = shown.found, shown.records.days
    if not days:
        return "No day is sealed yet. Figures appear here after the first seal."
    if not found.days:
        return f"The book has no sealed day here. It has {_dates(days[0].date, days[-1].date)}."
    sums, many = found.total.sums, found.total.days
    parts = (
        f"{many:,} sealed day{'s' * (many != 1)}",
        f"gross {figure(sums.gross_cents)}",
        f"adjusted gross {figure(sums.agp_cents)}",
        f"hold {sums.hold} %",
        off(sums.over_short_cents),
        *([f"overnight {off(sums.overnight_cents)}"] if found.any_overnight else []),
        f"deposits {figure(sums.made_cents)} of {figure(sums.due_cents)}",
        f"chips outstanding {figure(found.outstanding_cents)}",
    )
    return "   ·   ".join(parts)


def notes(shown: Shown, *, tax: bool) -> Iterator[tuple[str, str, str]]:
    """What stands below the figures: (tone, state, words)."""
    found, quarter = shown.found, shown.quarter
    if tax and quarter:
        for one in quarter.findings:
            yield "stop", "To do", f"{begun(one.words)} ({one.section})"
        for words in quarter.notes:
            yield "plain", "Note", words
        for keep in quarter.keep:
            yield "plain", "Keep", f"{keep.what} until {shown_day(keep.until)} ({keep.section})."
        return
    if late := [shown_day(day.date) for day in found.late]:
        more = f" and of {len(late) - 1} more" if late[1:] else ""
        yield "look", "Late", f"The deposit of {late[0]}{more}. See Deposits."
    for paid in found.beside:
        made = paid.deposit
        yield "plain", "Beside", f"Deposit {made.slip}, {figure(made.cents)}, of {paid.words}."
    for words in found.notices:
        yield "look", "Not here", f"{words}."
    if not shown.records.signed:
        words = "Not every day has its signed document. These figures are of the book."
        yield "look", "Not signed", words
    for gap in found.absent if found.days else ():
        yield "plain", "No day", f"{_dates(gap.first, gap.last)}: {gap.words}."


def _dates(first: date, last: date) -> str:
    return shown_day(first) if first == last else f"{shown_day(first)} to {shown_day(last)}"
