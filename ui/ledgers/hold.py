"""Hold by table and dealer: a small chart of each, beside what luck explains. It accuses nobody."""

from datetime import date, timedelta
from pathlib import Path

from PySide6.QtWidgets import QFrame, QStackedWidget, QWidget

from pitdesk.book.journal import Journal
from pitdesk.book.past import short
from pitdesk.book.site import GAMES, Site
from pitdesk.chips import dollars
from pitdesk.records.luck import BY_ODDS, LOOK, TOO_LITTLE, WITHIN
from pitdesk.reports import sheet
from pitdesk.reports.holds import BY, DEALERS, Chart, HoldLine, HoldSheet, hold_sheet, rows, weeks_to
from pitdesk.reports.summaries import Span, span_of
from pitdesk.rules.book import Rulebook
from pitdesk.tonight.board import Board
from ui.ledgers.chart import HoldChart, Scale, scale
from ui.widgets import theme
from ui.widgets.dates import shown_day
from ui.widgets.fields import Choice
from ui.widgets.files import to_save
from ui.widgets.flow import Flow, Folding
from ui.widgets.listing import Listing, listed
from ui.widgets.parts import (
    button,
    card,
    column,
    emptied,
    holder,
    keeping_room,
    label,
    pill,
    row,
    scrolled,
)
from ui.work.message import READER
from ui.work.outlet import Outlet, write_pdf
from ui.work.reader import READING, STOPPED, Reader, Wait
from ui.work.station import Station

SPANS = (("weeks", "12 weeks"), ("quarter", "Quarter"))
BYS = (("table", "Tables"), ("dealer", "Dealers"))
VIEWS = (("charts", "Charts"), ("figures", "Figures"))
HEADS = ("", "Days", "Gross", "Adj. gross", "Hold %", "Luck from", "Luck to", "", "Basis")
TONES = {WITHIN: "good", LOOK: "look", TOO_LITTLE: "plain"}
APPORTIONED = (
    "Dealers: shared by minutes where box and tray were not counted with the change. A hint, never a"
    " finding."
)
HOW = (
    ("Blue band", "what luck alone gives; narrow where much was played"),
    ("Dot", "a week; larger and amber outside the band"),
    (
        "Look",
        "one week in twenty lies outside by luck; three in a row are a reason to look at the video",
    ),
)
NOTHING = "No sealed day in this span has its boxes counted."
ACROSS = 3
LEAST = 260  # pixels of the height of charts and figures, where the page scrolls
ONE = timedelta(days=1)


def worked_out(journal: Journal, span: Span) -> HoldSheet:
    """Read a book, and work out the sheet of a span. Not in the window's thread."""
    rules = Rulebook.load()
    site = Site.of(journal.setup())
    return hold_sheet(journal, site, span, lambda rule, name: rules.value(rule, name, span.last))


def on_paper(journal: Journal, span: Span) -> bytes:
    """The sheet of a span as a PDF, of the book as it then is."""
    from printers.reports.holds import hold_report  # noqa: PLC0415  (not before a sheet is asked for)
    from printers.reports.letter import report_pdf  # noqa: PLC0415

    last = journal.entry(journal.head.seq)
    made = hold_report(worked_out(journal, span), Site.of(journal.setup()), last.at, short(last.hash))
    return report_pdf(made)


def money(cents: int) -> str:
    """Cents as the window writes them: a minus, not a hyphen."""
    return f"${dollars(cents)}".replace("$-", "−$")


def percent(line: HoldLine) -> str:
    """A hold as it is read."""
    return f"{line.held.hold} %".replace("-", "−") if line.held.drop_cents else "–"


def luck(line: HoldLine) -> str:
    """The band in words."""
    low, high = line.ends
    if line.band is None:
        return "no band yet"
    exact = ", by exact odds" if line.band.method == BY_ODDS else ""
    return f"luck: {low} to {high} %{exact}".replace("-", "−")


def tile(chart: Chart, of: Scale, by: str) -> QFrame:
    """A table or a dealer: the hold of all, whether luck explains it, and week by week."""
    line, name = chart.line, chart.name if by == DEALERS else f"Table {chart.name}"
    head = row(label(name, "h2"), None, pill(line.says, TONES[line.says]), gap=10)
    kept = f"{money(line.held.win_cents)} of {money(line.held.drop_cents)}"
    figures = row(label(percent(line), "strong"), label(kept, "muted"), None, gap=10)
    basis = f" · {line.held.basis}" if by == DEALERS else ""
    more = label(f"{luck(line)} · about {line.hands:,} hands{basis}", "muted", wrap=True)
    return card(head, figures, more, HoldChart(chart, of), gap=6, edge=14)


class HoldRows(Listing[tuple[str, ...]]):
    """The sheet as rows: each table or dealer in all, then its weeks."""

    def __init__(self) -> None:
        super().__init__(HEADS, lambda at: 1 <= at <= 6)

    def show_charts(self, charts: tuple[Chart, ...], by: str) -> None:
        """Show these."""
        found: list[tuple[str, ...]] = []
        for chart in charts:
            found.append(_row(chart.name if by == DEALERS else f"Table {chart.name}", chart.line))
            found += [_row(f"week of {shown_day(on)}", line) for on, line in chart.weeks]
        self.show_rows(found)


def _row(name: str, line: HoldLine) -> tuple[str, ...]:
    of = line.held
    cents = (dollars(of.drop_cents), dollars(of.win_cents))
    return (name, str(of.days), *cents, of.hold, *line.ends, line.says, of.basis)


class Hold(QWidget):
    """The page: which span, tables or dealers; as charts, as figures, on paper, and as a file.

    Attributes:
        choose_file: asks for a file with that name to begin with; "" for none.
    """

    name = "hold"

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station = station
        self.reader = Reader(station, self)
        self.outlet = Outlet(station, self.reader)
        self.choose_file = to_save(self, "Save the figures", "CSV (*.csv)")
        self.shown: HoldSheet | None = None
        self.on: date | None = None  # a date of the span that is shown
        self._seen: object = None
        self._lay_out()
        station.follow(self, self.refresh)

    def _lay_out(self) -> None:
        self.span = Choice("span", "", SPANS, usual="weeks")
        self.by = Choice("by", "", BYS, usual="table")
        self.view = Choice("view", "", VIEWS, usual="charts")
        self.back = button("← Before", self.step, says="The weeks before", to=-1)
        self.on_ = button("After →", self.step, says="The weeks after", to=1)
        self.print = button("Print …", self.print_it, says="Print the sheet of hold")
        self.file = button("CSV …", self.save_csv, says="Save the figures as a CSV file")
        self.wait = keeping_room(Wait("The book is being read", self._stop))
        self.span.changed.connect(self._read_again)
        for one in (self.by, self.view):
            one.changed.connect(self._show_view)
        walk = holder(row(self.back, self.on_, None, gap=6))
        made = holder(row(self.print, self.file, None, gap=6))
        chosen = Folding(self.span, self.by, self.view, gap=14, stretch=(0, 0, 0), late=True)
        ways = Folding(walk, QWidget(), made, gap=14, stretch=(0, 1, 0), late=True)
        top = Folding(chosen, ways, gap=14, stretch=(0, 1))
        self.title, self.sum = label("", "h2", wrap=True), label("", wrap=True)
        head = row(self.title, self.wait, self.outlet, gap=12, grow=0)
        self.looks = column(gap=4)
        self.tiles = Flow(across=ACROSS, gap=12, down=12)
        self.how = card(
            label("How to read it", "h2"), *(label(f"{one}: {what}", wrap=True) for one, what in HOW)
        )
        self.foot = label("", "muted", wrap=True)
        charts = column(holder(self.looks), holder(self.tiles), self.how, self.foot, None, gap=12)
        self.figures = HoldRows()
        self.pages = keeping_room(QStackedWidget())  # else what stands above spreads over it
        self.pages.addWidget(scrolled(holder(charts)))
        self.pages.addWidget(listed("Hold in figures", self.figures))
        self.setLayout(column(top, head, self.sum, self.pages, gap=8, grow=3))
        theme.fitted.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        """Where fingers touch a window of least room, the page scrolls."""
        self.pages.setMinimumHeight(theme.sized(LEAST) if theme.cramped() else 0)

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
        if board.seen != self._seen and self.isVisible():
            self._seen = board.seen
            self.on = self.on or board.date or self.station.today
            self._read_again()

    def _span(self) -> Span:
        on = self.on or self.station.today
        return span_of("quarter", on) if self.span.typed() == "quarter" else weeks_to(on)

    def step(self, by: int) -> None:
        """To the span before or after."""
        span = self._span()
        self.on = span.first - ONE if by < 0 else span.last + (span.last - span.first) + ONE
        self._read_again()

    def _read_again(self) -> None:
        span = self._span()
        self.title.setText(f"{shown_day(span.first)} to {shown_day(span.last)}")
        self._working(on=True)
        self.reader.read("hold", lambda journal: worked_out(journal, span), self._show, self._failed)

    def _working(self, *, on: bool) -> None:
        self.wait.show_words(READING if on else "")
        for way in (self.print, self.file):
            way.setEnabled(not on and bool(self.shown and self.shown.tables))

    def _failed(self, words: str) -> None:
        self._empty()
        self.station.trouble(words, READER)

    def _stop(self) -> None:
        """Wait for the figures no longer; the reading ends where it is."""
        self.reader.forget("hold")
        self._empty(STOPPED)

    def _empty(self, words: str = "") -> None:
        self.shown = None
        self.sum.setText(words)
        self.pages.hide()  # the figures on it are another span's
        self._working(on=False)

    # What is shown

    def _show(self, shown: HoldSheet) -> None:
        self.shown = shown
        self._working(on=False)
        self.pages.setVisible(bool(shown.tables) or self.view.typed() != "figures")
        sums = (
            f"{GAMES[of.game].capitalize()} {of.hold} %, {money(of.win_cents)} of {money(of.drop_cents)}"
            for of in shown.games
            if of.days
        )
        self.sum.setText(". ".join(sums) or NOTHING)
        self.foot.setText(" ".join((*shown.methods, APPORTIONED)))
        self._show_view()

    def _show_view(self) -> None:
        by, shown = self.by.typed() or BY[0], self.shown
        emptied(self.tiles)
        emptied(self.looks)
        charts = shown.by(by) if shown else ()
        of = scale(charts)
        for chart in charts:
            self.tiles.addWidget(tile(chart, of, by))
            if chart.line.says == LOOK:
                self.looks.addLayout(
                    row(pill(LOOK, "look"), label(looked(chart, by), wrap=True), gap=10, grow=1)
                )
        self.figures.show_charts(charts, by)
        self.pages.setCurrentIndex(int(self.view.typed() == "figures"))

    # On paper, and as a file

    def print_it(self) -> None:
        """Make the sheet of the span, then ask where it goes."""
        span = self._span()
        self.outlet.offer(
            _file(span), f"the hold of {span.name}", lambda journal: on_paper(journal, span)
        )

    def save_csv(self) -> None:
        """Save the figures of tables and dealers."""
        if self.shown and (chosen := self.choose_file(f"{_file(self._span())}.csv")):
            head, lines = rows(self.shown)
            path, data = Path(chosen), sheet.written([head, *lines]).encode()
            saved = lambda at: self.station.say(f"Saved: the figures, as {at}.")  # noqa: E731
            self.reader.ask("file", lambda: write_pdf(path, data), saved)


def looked(chart: Chart, by: str) -> str:
    """Why a table or a dealer is worth a look, in a sentence that accuses nobody."""
    name = chart.name if by == DEALERS else f"Table {chart.name}"
    out = sum(line.says == LOOK for _, line in chart.weeks)
    low, high = chart.line.ends
    return (
        f"{name}: {percent(chart.line)} in all, where luck gives {low} to {high} %;"
        f" outside in {out} of {len(chart.weeks)} weeks."
    ).replace("-", "−")


def _file(span: Span) -> str:
    return f"hold-{span.first}-to-{span.last}"
