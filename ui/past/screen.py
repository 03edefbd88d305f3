"""Past days as a calendar or a list; the report of each as it prints. Nothing here writes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, QThread, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QStackedWidget, QWidget

from pitdesk.book.day import Day
from pitdesk.book.journal import Journal
from pitdesk.book.past import Past, check_day, check_since, day_of, past_days, site_of
from pitdesk.book.site import Site
from pitdesk.errors import Trouble
from pitdesk.reports.disputes import disputes
from pitdesk.rules.book import Rulebook
from pitdesk.tonight.board import Board
from pitdesk.tonight.closing import Closing
from printers.devices.systemqueue import queues
from printers.slips.layout import calendar_date
from ui.past.answer import DayCard, DayFacts
from ui.past.calendar import Calendar, Legend, off, state_of
from ui.widgets import theme
from ui.widgets.columns import show_columns, usual_widths
from ui.widgets.fields import Choice
from ui.widgets.files import to_save
from ui.widgets.flow import Folding, stand
from ui.widgets.listing import Listing, listed
from ui.widgets.paper import ReportPaper
from ui.widgets.parts import button, card, column, holder, label, row, scrolled
from ui.widgets.sums import DaySum, TableSums, figure
from ui.work.form import titled
from ui.work.message import READER, REPORT
from ui.work.outlet import one_of, print_on, write_pdf
from ui.work.reader import READING, STOPPED, Reader, Wait
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
CALENDAR, LIST = "calendar", "list"
LOOKS = ((CALENDAR, "Calendar"), (LIST, "List"))
RIGHT = frozenset({2, 3, 4, 5})
WIDE = (3, 2, 4, 6, 7)  # shown in this order as there is room
SCROLL = 16  # pixels beside what scrolls
LEAST = 220  # pixels of a report's height; where there is less room, all beside the list scrolls
ROOM = 800  # pixels that the report is left, where there is a choice
WEEKS = 42  # percent of the room that the calendar has, where the report has its own
MOST, LEAST_DAYS = 900, 240  # pixels of the calendar: its width at most, its height above a report
EDGES = 23


@dataclass(frozen=True, slots=True)
class DayReport:
    """A day's report, on every kind of paper and in one sum.

    since   the entry from which on the book was found intact
    head    the link of the chain that the book ended with then
    known   what the day says of itself besides the list of days
    first   the first issue, where the day has a second; else nothing
    sheets  the sheet of each dispute, by its entry, with when and where it was
    """

    number: int
    close: Closing
    pdf: bytes
    strip: tuple[str, ...]
    since: int
    head: bytes
    known: DayFacts
    first: bytes = b""
    sheets: Mapping[str, tuple[str, bytes]] = field(default_factory=dict)


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
    from printers.slips.letterhead import footer, heading  # noqa: PLC0415

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
    site = site_of(journal, day)
    report = build(day, site, Rulebook.load())
    strip = (*heading(site, width), *report_strip(report, width), *footer(site, width))
    first = b""
    if day.finished:
        sealed = day.issue(1)
        first = report_pdf(build(sealed, site_of(journal, sealed), Rulebook.load()))
    close, known = Closing.of_day(day), known_of(day, site)
    made = (number, close, report_pdf(report), strip, since, head, known, first)
    return DayReport(*made, sheets=_sheets(day, site))


def _sheets(day: Day, site: Site) -> dict[str, tuple[str, bytes]]:
    """The sheet of each dispute of a day."""
    from printers.reports.letter import report_pdf  # noqa: PLC0415  (as above)
    from printers.reports.tables.dispute import dispute_report  # noqa: PLC0415

    return {
        f"dispute-{one.entry.seq}": (
            f"Dispute {site.local(one.entry.at):%H:%M}, {one.where}",
            report_pdf(dispute_report(one, site)),
        )
        for one in disputes(day)
    }


def known_of(day: Day, site: Site) -> DayFacts:
    """What a sealed day says of itself besides the list of days."""
    from printers.reports.night import ReportNight  # noqa: PLC0415  (as above)
    from printers.reports.trail import notable  # noqa: PLC0415

    night = ReportNight.of(day, site, Rulebook.load().of(day.opening.edition))
    sealed = ""
    if entry := day.sealed:
        by = " and ".join(one.initials for one in entry.signatures)
        sealed = f"sealed {site.local(entry.at):%H:%M} by {by}"
    return DayFacts(night.sums.cash_profit_cents, sum(map(len, notable(night).values())), sealed)


class ReportView(QWidget):
    """The report of one day: as it prints, in one sum, on receipt paper; and a file of it.

    Signals:
        read(DayReport)  the report is there
    """

    read = Signal(object)

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
        self.busy, self.wait = label("", "muted"), Wait("The report is being made", self._stop)
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
        self.waits = row(None, self.busy, self.wait, gap=12)
        parts = holder(self.waits), holder(row(None, self.print, self.save, gap=12))
        ways = Folding(*parts, gap=12, stretch=(1, 0), late=True)  # no empty row
        top = Folding(self.view, ways, gap=12, stretch=(0, 1))
        self.setLayout(column(top, self.pages, grow=1))
        theme.changed.connect(self._letters)
        self._letters()
        self._show_busy("")

    def _letters(self) -> None:
        self.strip.setFont(theme.font("caption", mono=True))

    def show_day(self, number: int) -> None:
        """Make the report of a day, off the window's thread, and show it."""
        self.shown = None
        self.station.settle(REPORT)
        self._show_busy(READING)
        width, last = self.station.width, self._last
        make = lambda journal: day_report(journal, number, width, last)  # noqa: E731
        self.reader.read("report", make, self._show, self._failed)

    def leave(self) -> None:
        """The report is no longer wanted."""
        self.shown = None
        self.station.settle(REPORT)
        self.reader.forget("report")
        self._show_busy("")

    def _show(self, found: DayReport) -> None:
        self.shown = self._last = found
        self._show_busy("")
        sheets = [(name, words) for name, (words, _) in found.sheets.items()]
        self.view.offer([*VIEWS, *(FIRST if found.first else ()), *sheets])
        self._show_view()
        self.strip.setPlainText("\n".join(found.strip))
        self.tables.show_close(found.close)
        self.sum.show_close(found.close)
        self.read.emit(found)

    def _failed(self, words: str) -> None:
        of = "day" if self.station.read_only else "book"
        self._show_busy("", f"No report is made of this {of}.")
        self.station.trouble(words, REPORT)

    def _stop(self) -> None:
        self.leave()
        self._show_busy("", STOPPED)

    def _show_busy(self, under_way: str, why_none: str = "") -> None:
        self.wait.show_words(under_way)
        self.busy.setText(why_none)
        for one in (self.print, self.save):  # they give their place to what is said meanwhile
            one.setVisible(self.shown is not None)
        self.pages.setEnabled(self.shown is not None)

    def _show_view(self) -> None:
        self.pages.setCurrentWidget(self._views.get(self.view.typed(), self.paper))
        if self.pages.currentWidget() is self.paper and self.shown:
            self.paper.show_pdf(self.pdf)

    @property
    def pdf(self) -> bytes:
        """The issue or the sheet that is shown, or would be saved and printed."""
        assert self.shown
        if sheet := self.shown.sheets.get(self.view.typed()):
            return sheet[1]
        first = self.view.typed() == FIRST[0][0]
        return self.shown.first if first and self.shown.first else self.shown.pdf

    @property
    def _called(self) -> tuple[str, str]:
        """The name of its file, and what it is."""
        assert self.shown
        if self.view.typed() in self.shown.sheets:
            return self.view.typed(), "the sheet of the dispute"
        return f"day-{self.shown.close.date}", "the report"

    # A file of it

    def save_pdf(self) -> None:
        """Save the report in a file that the user chooses; the same bytes that are shown."""
        if self.shown and (chosen := self.choose_file(f"{self._called[0]}.pdf")):
            path, pdf, (_, what) = Path(chosen), self.pdf, self._called
            say = lambda at: self.station.say(f"{what.capitalize()} is saved as {at}.")  # noqa: E731
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
            (name, what), pdf = self._called, self.pdf
            words = f"{what.capitalize()} was handed to {queue}. Check its paper."
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


class Days(QWidget):
    """The place: the days at the left, as a calendar or a list; at the right the one that is chosen.

    Attributes:
        look: calendar or list.
        card: the answer of the day that is chosen.
    """

    name = "days"

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station = station
        self.reader = Reader(station, self)
        heads = [heading for heading, _ in COLUMNS]
        self.model: Listing[tuple[str, ...]] = Listing(heads, RIGHT.__contains__)
        self.days: list[Past] = []
        self._seen: object = None
        self._wanted = 0
        self._shown: Past | None = None
        self._noted: frozenset[date] = frozenset()
        self.report = ReportView(station, self.reader)
        self.table = listed("Gaming days", self.model)
        self.calendar = Calendar()
        deposit = partial(station.go, "deposit")
        self.card = DayCard(self._show_flow, deposit, self.open_report, self.close_report)
        self._lay_out()
        self.report.read.connect(self._known)
        self.calendar.picked.connect(self._picked)
        self.calendar.opened.connect(self.open_report)
        self.table.activated.connect(lambda _: self.open_report())
        self.table.selectionModel().currentRowChanged.connect(lambda: self._choose())
        theme.fitted.connect(self._measure)
        station.follow(self, self._refresh)

    # Layout

    def _lay_out(self) -> None:
        self.count = label("", "muted")
        self.look = Choice("look", "", LOOKS, usual=CALENDAR)
        self.look.changed.connect(self._show_look)
        self.legend = Legend()
        self.shelves = QStackedWidget()
        for page in (self.calendar, self.table):
            self.shelves.addWidget(page)
        self.left = holder(column(self.look, self.shelves, self.legend, gap=10, grow=1))
        self.report.pages.setMinimumHeight(LEAST)
        self.report.pages.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self._inside = holder(column(self.card, self.report, gap=10, grow=1))
        self.right = scrolled(self._inside)
        self._both = row(self.left, self.right, gap=16, grow=1)
        self.sealed = label("Read-only: a sealed day never changes", "muted")
        self._title = titled("Past days", self.count, self.sealed)
        self.setLayout(column(self._title, self._both, grow=1))
        self.card.alone(alone=False)
        self._measure()

    def _measure(self) -> None:
        """Columns as wide as what is usual, and as many as leave the report its room."""
        widths = usual_widths(COLUMNS, EDGES, beside_head=6)
        least = self._inside.minimumSizeHint().width() + SCROLL
        self.right.setMinimumWidth(least)
        tiny, wait = theme.size() == theme.Size.TINY, self.report.wait
        if tiny != (self._title.indexOf(wait) >= 0):  # beside the days it would lie below what is seen
            self._title.insertWidget(2, wait) if tiny else self.report.waits.addWidget(wait)
        self.sealed.setHidden(theme.cramped())
        beside = 0 if theme.cramped() else least
        narrow = [at for at in range(1, len(COLUMNS)) if at not in WIDE]
        shown = {0}
        for columns, report in ((narrow, beside), (WIDE, ROOM)):
            for at in columns:
                if sum(widths[i] for i in {*shown, at}) > self.width() - report - 32:
                    break
                shown.add(at)
        show_columns(self.table, widths, shown)
        if self.look.typed() == LIST:
            wide = sum(widths[at] for at in shown) + 18
        else:
            wide = min(MOST, max(self.calendar.minimumSizeHint().width(), self.width() * WEEKS // 100))
        self._narrow = widths[0] + 18
        wide = min(wide, max(self._narrow, self.width() - least - 16))
        stand(self._both, {self.left: LEAST_DAYS, self.right: LEAST}, {self.left: wide})

    def minimumSizeHint(self) -> QSize:
        """Narrower than the columns that are shown: a window can be made smaller again."""
        beside = 0 if theme.cramped() else self._narrow + 16
        least = beside + self.right.minimumWidth()
        return QSize(least, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many columns as there is room for."""
        self._measure()
        super().resizeEvent(event)

    @property
    def _shelf(self) -> QWidget:
        """The calendar or the list, whichever is shown."""
        return self.table if self.look.typed() == LIST else self.calendar

    def _show_look(self) -> None:
        """Show the calendar or the list, at the same day."""
        in_list = self.look.typed() == LIST
        self.shelves.setCurrentWidget(self._shelf)
        self.legend.setVisible(not in_list)
        self._point()
        self._measure()

    # The report alone

    def open_report(self) -> None:
        """Give the report all the room; Escape takes it back."""
        if self._shown and self._shown.sealed:
            if not (self.report.shown or self.reader.busy("report")):
                self.report.show_day(self._shown.day)
            self._alone(alone=True)
            self.report.paper.setFocus()

    def close_report(self) -> None:
        """Show the days again."""
        self._alone(alone=False)
        self._shelf.setFocus()

    def _alone(self, *, alone: bool) -> None:
        self.left.setVisible(not alone)
        self.card.alone(alone=alone)

    def event(self, event: QEvent) -> bool:
        """Escape leaves a report that stands alone; else it leaves the place."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(event.key() == Qt.Key.Key_Escape and self.left.isHidden())
            return event.isAccepted()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape, as above."""
        if event.key() == Qt.Key.Key_Escape and self.left.isHidden():
            self.close_report()
        else:
            super().keyPressEvent(event)

    # What is read

    def begin(self, what: object = None) -> None:
        """Come to the front; with a day's number, at that day."""
        if isinstance(what, int):
            self._wanted = what
        if what is not None:
            self._seen = None
        self._alone(alone=False)
        self._refresh(self.station.board)
        self._shelf.setFocus()

    def _refresh(self, board: Board) -> None:
        """Read the days again when one is opened or sealed; its deposits are on the board."""
        noted = frozenset(on for deposit in board.site.deposits for on in deposit.dates)
        if self._seen != (board.day, board.state, board.pending):
            self._seen, self._noted = (board.day, board.state, board.pending), noted
            self.count.setText("Reading the days …")
            self.reader.read("days", past_days, self._show, self._failed)
        elif noted != self._noted:
            self._noted = noted
            self._show(self.days)

    def _failed(self, words: str) -> None:
        self._seen = None  # they are read again the next time
        self.count.setText("")
        self.station.trouble(words, READER)

    def _show(self, days: list[Past]) -> None:
        keep = self._wanted or (self._shown.day if self._shown else 0)
        self._wanted, self.days = 0, days
        self.model.show_rows([words(day) for day in days])
        today = self.station.now().date()
        self.calendar.show_days(days, self._noted, today)
        self.legend.show_states([*self.calendar.weeks.states.values()])
        lost = self.station.board.day - len(days) if self.station.read_only else 0
        unread = f"; {lost:,} cannot be read" if lost else ""
        self.count.setText(f"{len(days):,} day{'s' * (len(days) != 1)}{unread}")
        for one in (self.right, self.legend, self.look):
            one.setVisible(bool(days) and (one is not self.legend or self.look.typed() != LIST))
        if days:
            usual = next((at for at, day in enumerate(days) if day.sealed), 0)
            at = next((at for at, day in enumerate(days) if day.day == keep), usual)
            self._take(days[at], anew=True)

    # Which day

    def _choose(self) -> None:
        at = self.table.currentIndex().row()
        if 0 <= at < len(self.days):
            self._take(self.days[at])

    def _picked(self, on: date) -> None:
        self._take(self.calendar.weeks.days[on])

    def _point(self) -> None:
        """Point at the day that is shown, in the calendar and in the list."""
        if self._shown and self._shown in self.days:
            self.table.selectRow(self.days.index(self._shown))
            self.calendar.choose(self._shown.date)

    def _take(self, past: Past, *, anew: bool = False) -> None:
        """Show a day; anew: also where it is the one that is shown, for its deposit may be noted."""
        if past == self._shown and not anew:
            return
        same, self._shown = past == self._shown, past
        self._point()
        found = self.report.shown
        self._show_card(found.known if same and found and found.number == past.day else None)
        self.report.setEnabled(past.sealed)
        if same:
            return
        if past.sealed:
            self.report.show_day(past.day)
        else:
            self.report.leave()

    def _known(self, found: DayReport) -> None:
        """More is known of the day once its report is made."""
        self._measure()  # its buttons are in sight now
        if self._shown and self._shown.day == found.number:
            self._show_card(found.known)

    def _show_card(self, known: DayFacts | None) -> None:
        assert self._shown
        state = state_of(self._shown, self._noted, self.station.now().date())
        self.card.show_day(self._shown, state, known, read_only=self.station.read_only)

    def _show_flow(self) -> None:
        if self._shown:
            self.station.go("night", self._shown.day)
