"""The till: the cash drawer at this station. It opens once an entry stands, and is watched.

A drawer never holds up or changes the book: the entry comes first, then one pulse. Where that comes too
late for whoever stands there, because the printer was busy, there is none.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from pitdesk import kinds
from pitdesk.book.banks import opened_by
from pitdesk.errors import Trouble
from printers import Printer
from printers.devices.beside import trigger_of
from printers.devices.drawer import BY_KEY, AtPrinter, Drawer, Plug, State, Watch, pins
from printers.devices.models import Model
from printers.devices.receipt import Receipt
from ui.beside.lane import Lane, Say
from ui.beside.timers import timer
from ui.work.actions import action
from ui.work.devices import AT, models
from ui.work.message import Way
from ui.work.settings import Settings
from ui.work.station import Station

if TYPE_CHECKING:
    from pitdesk.book.entries import Entry
    from pitdesk.tonight.board import Board

DRAWER, OPEN = "cash drawer", "drawer open"  # subjects: it was not opened; it is open
LATE_S = 5  # after which nobody stands at the drawer any more
LOOK_MS = 5_000  # between two looks at its switch
AT_PRINTER = "printer"
PRACTICE = "This is practice: no cash drawer opens."
TRIGGER = "trigger"
NONE = "No cash drawer is connected here. Open yours by its key."
NO_PLUG = (
    "Slips are kept as files or go to a queue here, and neither opens a cash drawer. Open it by its key."
)
BUSY = f"The printer was busy, and the cash drawer was not opened. {BY_KEY}"


class Till(QObject):
    """The drawer that the settings name.

    Signals:
        seen(str)   "open", "closed" or "unknown", whenever that changes
    """

    seen = Signal(str)

    def __init__(self, station: Station, settings: Settings) -> None:
        super().__init__(station)
        self.station, self.settings = station, settings
        self.watch = Watch()
        self._drawer: tuple[object, Drawer] | None = None  # and what it was made of
        self._looking = False
        self._lane = Lane("drawer", self)
        station.posted.connect(self._posted)
        station.changed.connect(self._show_board)
        station.printing.printer.connect(lambda _: self.changed())
        self._looks = timer(self, LOOK_MS)
        self._looks.timeout.connect(self.look)
        if station.ready:
            self.changed()

    @property
    def practice(self) -> bool:
        """Whether the book is one for which no drawer opens."""
        return self.station.board.site.practice

    def changed(self) -> None:
        """Another drawer or printer is used: say what it can do, and watch it if it has a switch."""
        if not self.station.ready:
            return
        self.station.no_drawer = self._why_not()
        if self.settings.drawer_shut and not self.station.no_drawer:
            self._looks.start()
        else:
            self._looks.stop()
            self._see("unknown")

    def _why_not(self) -> str:
        """Why no drawer opens here by itself; "" where one does."""
        if self.practice:
            return PRACTICE
        if not self.settings.drawer:
            return NONE
        if self._trigger():
            return ""
        pin = self._pin()
        return "" if pin in pins(self.station.printing.paper) else NO_PLUG

    def _pin(self) -> int:
        kind, _, pin = self.settings.drawer.partition(":")
        return int(pin) if kind == AT_PRINTER and pin.isdecimal() else 0

    def _trigger(self) -> tuple[Model, str] | None:
        """The trigger that the settings name, and where it is plugged in."""
        kind, _, named = self.settings.drawer.partition(":")
        name, _, where = named.rpartition(AT)
        model = models(self.settings).get(name) if kind == TRIGGER else None
        return (model, where) if model and model.kind == "drawer" and where else None

    def _show_board(self, _: "Board") -> None:
        self.changed()

    def _posted(self, entry: "Entry") -> None:
        if self.station.no_drawer or self.settings.drawer_bank not in opened_by(entry):
            return
        if isinstance(entry.fact, kinds.OpenDrawer):  # the report says what came of it
            self.open(partial(self._note, entry.seq), partial(self._note, entry.seq, "failed"))
        else:
            self.open()

    def _note(self, opening: int, outcome: str) -> None:
        self.station.runner.ask(lambda desk: desk.pulsed(opening, outcome))

    def open(self, done: Say = lambda _: None, failed: Callable[[], object] = lambda: None) -> None:
        """Open it by one pulse. Whoever calls this has an entry that stands.

        done     called with what came of it: see `printers.devices.drawer.Opened`
        failed   called where nothing was sent
        """
        asked = time.monotonic()
        self.watch.opening(self.station.clock.now().at)

        def swing(drawer: Drawer) -> str:
            if time.monotonic() - asked > LATE_S:
                raise Trouble(BUSY)
            return drawer.open()

        def opened(how: str) -> None:
            self.station.settle(DRAWER)
            if how in ("opened", "was open"):
                self._see("open")
            done(how)

        def trouble(words: str) -> None:
            self.station.trouble(words, DRAWER)
            failed()

        self._with(swing, opened, trouble)

    def look(self, done: Say = lambda _: None) -> None:
        """Look at its switch, unless that is being done."""
        if self._looking:
            return
        self._looking = True

        def saw(state: str) -> None:
            self._looking = False
            self._see(_STATES[state])
            done(state)

        self._with(lambda drawer: drawer.state(), saw, lambda _: saw("unknown"))

    def level(self, done: Say, trouble: Say) -> None:
        """Ask for the level of its switch: "0", "1", or "" where nothing tells."""

        def asked(drawer: Drawer) -> str:
            level = drawer.plug.look()
            return "" if level is None else str(level)

        self._with(asked, done, trouble)

    def _with(self, work: Callable[[Drawer], str], done: Say, trouble: Say) -> None:
        """Do something with the drawer, in the thread of what it hangs on."""
        if trigger := self._trigger():
            self._lane.ask(f"{time.monotonic_ns()}", lambda: work(self._at(*trigger)), done, trouble)
        else:
            self.station.printing.borrow(lambda paper: work(self._of(paper)), done, trouble)

    def _at(self, model: Model, where: str) -> Drawer:
        """The drawer at a trigger; the same as before."""
        shut = self.settings.drawer_shut
        return self._kept((model, where, shut), lambda: trigger_of(model, where), shut)

    def _of(self, paper: Printer) -> Drawer:
        """The drawer at that printer; the same as before, so that it knows when it was opened."""
        shut, pin = self.settings.drawer_shut, self._pin()
        if pin not in pins(paper) or not isinstance(paper, Receipt):
            raise Trouble(NO_PLUG)
        return self._kept((id(paper), pin, shut), lambda: AtPrinter(paper, pin), shut)

    def _kept(self, made_of: object, plug: Callable[[], Plug], shut: str) -> Drawer:
        if self._drawer is None or self._drawer[0] != made_of:
            self._drawer = (made_of, Drawer(plug(), int(shut) if shut else None))
        return self._drawer[1]

    def _see(self, state: State) -> None:
        """Take in what is seen, and say it where somebody should know."""
        before, now = self.watch.state, self.station.clock.now().at
        notice = self.watch.see(state, now)
        since = self.watch.since or now
        at = f"{self.station.board.site.local(since):%H:%M}" if self.station.ready else ""
        note = action("open drawer")
        if notice == "by key":
            way = Way("Note why", lambda: self.station.go(note.name, True))
            words = f"The cash drawer was opened at {at}, and not by PitDesk."
            self.station.say(words, "look", about=OPEN, way=way)
        elif notice == "stands open":
            words = f"The cash drawer stands open since {at}. Close it."
            self.station.say(words, "look", about=OPEN)
        elif notice == "closed":
            self.station.settle(OPEN)
        if state != before:
            self.seen.emit(state)


_STATES: dict[str, State] = {"open": "open", "closed": "closed", "unknown": "unknown"}


def till_of(station: Station, settings: Settings) -> Till:
    """The till of a station; begun when it is first asked for."""
    found = station.findChild(Till)
    return found if isinstance(found, Till) else Till(station, settings)
