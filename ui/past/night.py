"""The night as a flow: where every chip came from and where it is, at any moment of it, live or past.

A picture, the same as a table, and each tray over the night. Nothing here writes, and nothing moves by
itself but the newest moment of an open day, unless somebody presses Play.
"""

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QSizePolicy, QSlider, QStackedWidget, QWidget

from pitdesk.book.day import Day
from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.book.past import day_of, site_of
from pitdesk.book.site import Site, in_order
from pitdesk.book.slip import Slip
from pitdesk.chips import dollars
from pitdesk.errors import Trouble
from pitdesk.reports.flow import Behind, TrayStep, behind, flow_of, moments, tray_steps
from pitdesk.tonight.board import Board
from printers.drawing.flow import rows_of, still
from printers.slips.layout import calendar_date
from ui.beside.timers import timer
from ui.floor.waiting import Pointed
from ui.past.bands import LEAST, Bands, told
from ui.past.trays import Trays
from ui.widgets import theme
from ui.widgets.columns import show_columns, usual_widths
from ui.widgets.fields import Choice, Tick
from ui.widgets.files import to_save
from ui.widgets.flow import Folding
from ui.widgets.listing import Listing, listed
from ui.widgets.parts import button, card, column, holder, kind, label, pill, row, scrolled
from ui.work.actions import action
from ui.work.outlet import Outlet, write_pdf
from ui.work.reader import Reader
from ui.work.station import Station

VIEWS = (("picture", "Picture"), ("table", "Table"), ("trays", "Trays"))
BEHIND = ("behind", "Behind it")  # a view of its own where it does not fit beside the others
FLOW_COLUMNS = (
    ("From", "Chip bank, trays locked in it"),
    ("To", "With players"),
    ("Dollars", "000,000.00"),
)
ENTRY_COLUMNS = (
    ("Time", "00:00"),
    ("What", "Receive credit 000000"),
    ("Table", "Table"),
    ("Dollars", "0,000.00"),
)
STILL = "Whole bank"
NOTHING = "Choose a band to see the slips and entries behind it."
PLAY_MS = 400  # from one moment to the next, where somebody asked for it
HOUR = timedelta(hours=1)
SIDE = 400  # pixels of what is behind a band, at letters of 100 %, where it stands beside the picture
ROOM = 1080  # and of a screen that has room for both
EDGES = 24
MOST = 16_777_215  # pixels: as wide as Qt lets a widget be


@dataclass(frozen=True, slots=True)
class Read:
    """A day as the book has it, the moments at which chips moved, and each table's tray."""

    day: Day
    site: Site
    moments: list[Entry]
    trays: dict[str, list[TrayStep]]


def read(journal: Journal, number: int) -> Read:
    """Read a day of the book. Not in the window's thread.

    Raises:
        Trouble: the book is damaged, or has no such day.
    """
    day = day_of(journal, number)
    if day is None:
        raise Trouble(f"The book {journal.path} has no day {number}. Choose another.")
    trays = {table: tray_steps(day, table) for table in sorted(day.tables, key=in_order)}
    return Read(day, site_of(journal, day), moments(day), trays)


def on_paper(journal: Journal, number: int, until: int, *, whole: bool) -> bytes:
    """A moment of a day as a page; whole: with what stayed in the bank."""
    from printers.reports.flow import flow_pdf, words_of_night  # noqa: PLC0415  (once it is asked for)

    found = read(journal, number)
    flow = flow_of(found.day, until)
    flow = flow if whole else flow.moving
    return flow_pdf(flow, words_of_night(flow, found.site, found.day))


def said(one: Behind) -> str:
    """What an entry did, in words: "Fill 000412", "Receive fill 000412", "Redeem"."""
    slip = one.slip
    if slip and slip.entry.seq == one.entry.seq:
        return slip.name.capitalize()
    return f"{one.entry.kind.capitalize()}{f' {slip.name}' if slip else ''}"


class Scrubber(QSlider):
    """The moments of a night. Page Up and Page Down go an hour, Home and End to its ends."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.moments: list[Entry] = []
        self.setAccessibleName("Moment of the night")
        self.setSingleStep(1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """An hour on or back; the rest as every slider."""
        hour = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}.get(Qt.Key(event.key()))
        if hour is None or not self.moments:
            super().keyPressEvent(event)
            return
        wanted = self.moments[self.value()].at + hour * HOUR
        before = [at for at, one in enumerate(self.moments) if one.at <= wanted]
        self.setValue(max(before, default=0))


class Night(QWidget):
    """The place.

    Attributes:
        found: the day that is shown; None before it is read.
        choose_file: asks for a file with that name to begin with; "" for none.
    """

    name = "night"

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station = station
        self.reader = Reader(station, self)
        self.outlet = Outlet(station, self.reader)
        self.choose_file = to_save(self, "Save the picture", "SVG (*.svg)")
        self.found: Read | None = None
        self._number = 0  # of the day that is wanted; 0 for the newest
        self._seen = 0
        self._wide: bool | None = None
        self._play = timer(self, PLAY_MS)
        self._play.timeout.connect(lambda: self._step(1))
        self._lay_out()
        station.follow(self, self._refresh)

    # Layout

    def _lay_out(self) -> None:
        self.state, self.when = pill(""), label("", wrap=True)
        self.state.hide()
        self.date = label("", "muted")
        self.view = Choice("view", "", VIEWS, usual="picture")
        self.view.changed.connect(self._show_view)
        self.print = button("Print or save …", self.print_it, says="Print the picture or save it as PDF")
        self.file = button("SVG …", self.save_svg, says="Save the picture as an SVG file")
        ways = holder(row(None, self.outlet, self.print, self.file, gap=6))
        self.whole = Tick("whole", STILL)
        self.whole.changed.connect(self._show_moment)
        top = Folding(self.view, self.whole, QWidget(), gap=14, stretch=(0, 0, 1))
        self.bands, self.trays = Bands(), Trays()
        self.flow: Listing[tuple[str, ...]] = Listing(
            [one for one, _ in FLOW_COLUMNS], lambda at: at == 2
        )
        self.table = listed("The night as a table", self.flow)
        self.entries: Listing[tuple[str, ...]] = Listing(
            [one for one, _ in ENTRY_COLUMNS], lambda at: at == 3
        )
        self.list = listed("Behind it", self.entries)
        self.behind: list[Behind] = []
        self.what = label(NOTHING, "muted", wrap=True)
        self.slip = button("Show the slip", self.show_slip)
        self.side = card(self.what, self.list, self.slip, edge=12)
        self.pages = QStackedWidget()
        self._alone = column(gap=0)  # where the side stands in a narrow window
        self.views = {
            "picture": self.bands,
            "table": self.table,
            "trays": scrolled(self.trays),
            "behind": holder(self._alone),
        }
        for page in self.views.values():
            self.pages.addWidget(page)
        self.pages.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.middle = row(self.pages, gap=12, grow=0)
        self.scrubber = Scrubber()
        self.play = button("Play", self.play_or_stop, says="Play the night")
        back = button("←", self._step, says="The moment before", to=-1)
        on = button("→", self._step, says="The moment after", to=1)
        time = row(back, self.scrubber, on, self.play, gap=8, grow=1)
        self.title = label("The night as a flow", "title")
        self.head = row(self.title, None, self.date, self.state, ways, gap=12)
        self.head.setContentsMargins(0, 0, 0, 4)
        self.body = scrolled(holder(column(top, self.middle, grow=1)))
        self.setLayout(column(self.head, self.body, self.when, time, grow=1))
        self._listen()
        self._pointed()

    def _listen(self) -> None:
        self.scrubber.valueChanged.connect(self._show_moment)
        self.scrubber.sliderPressed.connect(self.stop)
        self.bands.pointed.connect(self._pointed)
        self.bands.opened.connect(self._open)
        for one in (self.bands.stepped, self.trays.stepped):
            one.connect(self._step)
        self.table.selectionModel().currentRowChanged.connect(lambda now: self._point(now.row()))
        self.table.activated.connect(self._open)
        self.list.selectionModel().currentRowChanged.connect(self._slip_chosen)
        self.list.activated.connect(self.show_slip)
        theme.fitted.connect(self._fit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is behind a band stands beside the picture where there is room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.pages.setMinimumHeight(theme.sized(LEAST))
        self.body.setMinimumHeight(theme.sized(LEAST) if theme.cramped() else 0)  # the page scrolls
        self.title.setVisible(theme.size() > theme.Size.TINY)
        wide = self.width() >= theme.sized(ROOM)
        if wide != self._wide:
            self._wide = wide
            if wide:
                self.middle.addWidget(self.side)
            else:
                self._alone.addWidget(self.side)
            self.view.offer(VIEWS if wide else (*VIEWS, BEHIND))
            self._show_view()
        self.side.setFixedWidth(theme.sized(SIDE)) if wide else self.side.setMaximumWidth(MOST)
        for view, known in ((self.table, FLOW_COLUMNS), (self.list, ENTRY_COLUMNS)):
            widths = usual_widths(known, EDGES)
            show_columns(view, widths, {*range(len(known))})
            view.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)

    # Which night, and which moment of it

    def begin(self, what: object = None) -> None:
        """Come to the front; with a day's number at that day, else at the newest."""
        self._number = what if isinstance(what, int) else 0
        self._seen = 0
        self._refresh(self.station.board)
        self.view.first().setFocus()

    def _refresh(self, board: Board) -> None:
        """Read again, where the book is another."""
        if board.seen == self._seen:
            return
        self._seen = board.seen
        number = self._number or board.day
        if not number:
            self.date.setText("No day is open yet")
            self.when.setText(f"The night begins with opening the day: {action('open day').key}.")
            return
        self.reader.read("night", lambda journal: read(journal, number), self._show, self._failed)

    def _failed(self, words: str) -> None:
        self._seen = 0  # it is read again the next time
        self.station.say(words, "stop")

    @property
    def live(self) -> bool:
        """Whether the newest moment is shown, and the day goes on."""
        newest = self.scrubber.value() == self.scrubber.maximum()
        return newest and self.found is not None and self.found.day.sealed is None

    def _show(self, found: Read) -> None:
        before, value = self.found, self.scrubber.value()
        stays = before is not None and before.day.number == found.day.number and not self.live
        self.found = found
        self.state.show()
        self.date.setText(f"{calendar_date(found.day.date)} · day {found.day.number}")
        last = max(found.day.last.at, found.moments[-1].at)
        self.trays.show_trays(found.trays, found.site, found.moments[0].at, last)
        self.scrubber.moments = found.moments
        self.scrubber.blockSignals(True)  # shown once, below
        self.scrubber.setMaximum(len(found.moments) - 1)
        self.scrubber.setValue(value if stays else len(found.moments) - 1)
        self.scrubber.blockSignals(False)
        self._show_moment()

    def _step(self, by: int) -> None:
        """So many moments on, or back."""
        if by < 0:
            self.stop()
        self.scrubber.setValue(self.scrubber.value() + by)
        if self.scrubber.value() == self.scrubber.maximum():
            self.stop()

    def play_or_stop(self) -> None:
        """Walk through the night from here, from its beginning where it is over; or stop."""
        if self._play.isActive():
            self.stop()
            return
        if self.scrubber.value() == self.scrubber.maximum():
            self.scrubber.setValue(0)
        self._play.start()
        self.play.setText("Stop")

    def stop(self) -> None:
        """Stay at the moment that is shown."""
        self._play.stop()
        self.play.setText("Play")

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing plays unseen."""
        super().hideEvent(event)
        self.stop()

    # What it shows

    def _show_moment(self) -> None:
        found = self.found
        if found is None:
            return
        entry = found.moments[self.scrubber.value()]
        flow = flow_of(found.day, entry.seq)
        flow = flow if self.whole.value() else flow.moving
        self.flow.renew(rows_of(flow))
        self.bands.show_flow(flow)
        self.trays.show_at(entry.at)
        time = f"{found.site.local(entry.at):%H:%M}"
        self.state.setText("Live" if self.live else time)
        kind(self.state, "pill", tone="good" if self.live else "plain")
        words = self._told(entry.seq)
        self.when.setText(f"{words}{'.' * bool(still(flow))}{still(flow)}")
        self.scrubber.setAccessibleDescription(words)
        self._pointed()

    def _said(self, seq: int) -> tuple[str, ...]:
        """An entry as a row says it: time, what, table, dollars."""
        assert self.found
        (one,) = behind(self.found.day, [seq])
        fact = one.slip.entry.fact if one.slip else one.entry.fact
        time = f"{self.found.site.local(one.entry.at):%H:%M}"
        return time, said(one), fact.table or "", dollars(one.cents) if one.cents else ""

    def _told(self, seq: int) -> str:
        """The same in a line."""
        time, what, table, worth = self._said(seq)
        parts = (
            time,
            what,
            f"table {table}" if table else "",
            f"${worth}" if worth else "",
            f"entry {seq}",
        )
        return "  ·  ".join(filter(None, parts))

    def _show_view(self) -> None:
        self.pages.setCurrentWidget(self.views[self.view.typed() or "picture"])

    def _point(self, at: int) -> None:
        """Point at the same band in the picture as in the table."""
        self.bands.point(at if at >= 0 else None)

    def _pointed(self) -> None:
        """Show what is behind the band that is pointed at."""
        band = self.bands.band
        if self.bands.at is not None:
            self.table.selectRow(self.bands.at)
        else:
            self.table.clearSelection()
        self.what.setText(told(band) if band else NOTHING)
        self.behind = behind(self.found.day, band.entries) if self.found and band else []
        self.entries.show_rows([self._said(one.entry.seq) for one in self.behind])
        self._slip_chosen()

    def _open(self) -> None:
        """To the entries behind the band, where they stand."""
        if not self._wide:
            self.view.choose(BEHIND[0])
        self.list.selectRow(0)
        self.list.setFocus()

    @property
    def _slip(self) -> Slip | None:
        at = self.list.currentIndex().row()
        return self.behind[at].slip if 0 <= at < len(self.behind) else None

    def _slip_chosen(self) -> None:
        self.slip.setEnabled(self._slip is not None)

    def show_slip(self) -> None:
        """Go to the slip of the entry that is chosen."""
        if slip := self._slip:
            self.station.go("slips", Pointed(slip.series, slip.number))

    # On paper, and as a file

    def print_it(self) -> None:
        """Make the page of the moment that is shown, then ask where it goes."""
        if self.found:
            number, until = self.found.day.number, self.found.moments[self.scrubber.value()].seq
            whole = self.whole.value()
            make = lambda journal: on_paper(journal, number, until, whole=whole)  # noqa: E731
            self.outlet.offer(f"night-{self.found.day.date}", "the night as a flow", make)

    def save_svg(self) -> None:
        """Save the picture of the moment that is shown."""
        from printers.reports.flow import flow_svg, words_of_night  # noqa: PLC0415  (once asked for)

        found = self.found
        if found and self.bands.flow and (chosen := self.choose_file(f"night-{found.day.date}.svg")):
            words = words_of_night(self.bands.flow, found.site, found.day)
            path, data = Path(chosen), flow_svg(self.bands.flow, words).encode()
            saved = lambda at: self.station.say(f"Saved: the night as a flow, as {at}.")  # noqa: E731
            self.reader.ask("file", lambda: write_pdf(path, data), saved)
