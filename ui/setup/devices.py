"""Set-up, Devices: what stands beside the cashier. Kept and used at once; nobody initials it."""

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QWidget

from pitdesk import places
from pitdesk.errors import Trouble
from pitdesk.tonight.board import Board, begun
from printers.devices.drawer import learned, pins
from ui.widgets.fields import Pick
from ui.widgets.flow import Flow
from ui.widgets.parts import Folding, button, card, column, holder, kind, label, scrolled, show_words
from ui.work.actions import action
from ui.work.settings import Settings
from ui.work.station import Station
from ui.work.till import AT_PRINTER, till_of

NOTHING = "Nothing. It is opened by its key."
WHAT = (
    "PitDesk opens it once an entry stands whose cash changes hands, never before. With no cash due it"
    " opens only by an entry with a reason."
)
OPEN_IT = "Open the drawer by its key, then press Next."
CLOSE_IT = "Now close it, then press Next."
STATES = {
    "open": ("look", "Open."),
    "closed": ("good", "Closed."),
    "unknown": ("plain", "Unknown: its switch was not learned, or it has none."),
}
CAME = {
    "opened": ("good", "It opened, and its switch proves it."),
    "was open": ("look", "It stood open already."),
    "sent": ("plain", "The pulse was sent. Nothing proves that it opened: look."),
    "just now": ("plain", "It was opened a moment ago. Its coil rests a second between two pulses."),
}


class Answer:
    """A line that says what came of trying something; the page's cards share its ways."""

    def __init__(self) -> None:
        self.line = label("", "", wrap=True)
        self.line.hide()

    def say(self, tone: str, words: str) -> None:
        """Show it; "" for nothing."""
        show_words(self.line, words)
        kind(self.line, "", tone=tone)


class DrawerCard(QWidget):
    """The cash drawer: where its cable goes, whether it opens, what its switch says."""

    def __init__(self, station: Station, settings: Settings) -> None:
        super().__init__()
        self.station, self.settings = station, settings
        self.till = till_of(station, settings)
        self.now = label("", "muted", wrap=True)
        self.where = Pick("cash drawer", "Its cable goes to")
        self.bank = Pick("drawer bank", "It is")
        self.open = button("Open it", self._open)
        self.state = button("Is it open?", self._state)
        self.learn = button("Learn its switch", self._learn)
        self.next = button("Next", self._next, "act")
        self.answer = Answer()
        self._levels: list[int | None] = []
        self._ask = ""  # what whoever learns it is asked to do
        self.next.hide()
        self.where.changed.connect(self._choose)
        self.bank.changed.connect(self._choose)
        self.till.seen.connect(lambda _: self._show())
        which = Folding(self.where, self.bank, gap=12, stretch=(1, 1), top=True)
        ways = Folding(self.open, self.state, self.learn, self.next, gap=8, stretch=(1, 1, 1, 1))
        title, what = label("Cash drawer", "h2"), label(WHAT, "caption", wrap=True)
        self.setLayout(column(card(title, self.now, which, what, ways, self.answer.line, gap=12)))
        self._loading = False

    def begin(self) -> None:
        """Show what is in use."""
        self._loading = True
        paper = self.station.printing.paper
        offered = [(f"{AT_PRINTER}:{pin}", f"The receipt printer, pin {pin}") for pin in pins(paper)]
        kept = self.settings.drawer
        if kept and kept not in dict(offered):
            offered.append((kept, "The receipt printer, which is not in use now"))
        self.where.offer([("", NOTHING), *offered])
        self.where.take_up(kept)
        drawers = self.station.board.drawers or ((places.DRAWER, "The drawer"),)
        self.bank.offer([(place, words or begun(place)) for place, words in drawers])
        self.bank.take_up(self.settings.drawer_bank)
        self.bank.setVisible(len(drawers) > 1)
        self._loading = False
        self._stop("", "")
        self._show()

    def _show(self) -> None:
        """What is so now, and which ways there are."""
        if not self.station.ready:
            return
        why, state = self.station.no_drawer, self.till.watch.state
        words = STATES[state][1]
        if state == "open" and self.till.watch.since:
            words = f"Open since {self.station.board.site.local(self.till.watch.since):%H:%M}."
        self.now.setText(why or f"Now: {words}")
        for one in (self.open, self.state, self.learn):
            one.setEnabled(not why and not self._ask)
        self.where.setEnabled(not self.till.practice)

    def _choose(self) -> None:
        """Use what was chosen, from now on; another drawer's switch is not that one's."""
        if self._loading:
            return
        settings = self.settings
        if settings.drawer != self.where.value():
            settings.drawer, settings.drawer_shut = self.where.value(), ""
        settings.drawer_bank = self.bank.value() or places.DRAWER
        self.till.changed()
        self._stop("good", "In use from now on." if settings.drawer else "No drawer opens from now on.")
        self._show()

    def _open(self) -> None:
        """Try it: by an entry where a day is open, else by itself."""
        if self.station.board.state == "open":
            self.station.go(action("open drawer").name)
            return
        self._wait("Opening …")
        self.till.open(lambda how: self._stop(*CAME[how]))

    def _state(self) -> None:
        self._wait("Looking …")
        self.till.look(lambda state: self._stop(*STATES[state]))

    # Its switch is learned: open, then closed

    def _learn(self) -> None:
        self._levels = []
        self._asks(OPEN_IT)

    def _asks(self, words: str) -> None:
        self._ask = words
        self.next.show()
        self.answer.say("look", words)
        self._show()
        self.next.setFocus()

    def _next(self) -> None:
        self.till.level(self._heard, partial(self._stop, "stop"))

    def _heard(self, level: str) -> None:
        self._levels.append(int(level) if level else None)
        if len(self._levels) < 2:
            self._asks(CLOSE_IT)
            return
        try:
            self.settings.drawer_shut = str(learned(*self._levels))
        except Trouble as error:
            self.settings.drawer_shut = ""
            self._stop("look", str(error))
        else:
            self._stop("good", "Learned. PitDesk sees from now on whether it is open.")
        self.till.changed()

    def _wait(self, words: str) -> None:
        self.answer.say("plain", words)

    def _stop(self, tone: str, words: str) -> None:
        """Nothing is asked any more; say what came of it."""
        self._ask = ""
        self.next.hide()
        self.answer.say(tone, words)
        self._show()


class Devices(QWidget):
    """A card for each kind of device."""

    name = "devices"

    def __init__(self, station: Station, settings: Settings) -> None:
        super().__init__()
        self.station = station
        self.setAccessibleName(action(self.name).words)
        self.drawer = DrawerCard(station, settings)
        self.cards: list[QWidget] = [self.drawer]
        both = Flow(*self.cards, across=2, gap=16)
        self.setLayout(column(scrolled(holder(both))))
        self._begins: list[Callable[[], None]] = [self.drawer.begin]
        station.follow(self, self._show_board)

    def begin(self, what: object = None) -> None:
        """Come to the front, as it stands."""
        for begin in self._begins:
            begin()
        self.drawer.where.first().setFocus()

    def _show_board(self, _: Board) -> None:
        self.drawer._show()
