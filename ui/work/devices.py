"""What stands beside the cashier: each device at a line of its own, which nobody waits for.

What a device says is passed on in the window's thread, and only offered there. One that is unplugged is
said once; it comes back by itself.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.chips import Chips, dollars
from pitdesk.disk import own_folder, write_whole
from pitdesk.errors import Trouble
from printers import Printer
from printers.devices.beside import line_of
from printers.devices.display import shown, two_lines
from printers.devices.line import Gone, Here, Line
from printers.devices.models import FOLDER, KINDS, Model, load
from printers.devices.receipt import Receipt
from printers.devices.scales import Loads, Weight
from ui.work.settings import Settings
from ui.work.station import Station

READ = ("scanner", "badge", "counter", "scale")  # those that say something
THANKS = "Thank you"
PRINTER = "printer"  # where a display is that stands on the printer's line
NO_SHARE = "This model cannot share the printer's line. Plug it in at a line of its own."
AT = "@"  # between the model and where it is plugged in


def own_models(settings: Settings) -> Path:
    """The folder of the profiles that were made at this station."""
    return Path(settings.path).with_name("devices")


def models(settings: Settings) -> Mapping[str, Model]:
    """Every model by its name, ours and this station's; read once, until another is made."""
    return _models(own_models(settings))


@cache
def _models(own: Path) -> Mapping[str, Model]:
    try:
        return load(FOLDER, own)
    except Trouble:  # a profile of one's own that is wrong locks no other device out
        return load()


def keep_model(settings: Settings, name: str, text: str) -> None:
    """Keep a profile that was made here, in the place of one of that name.

    Raises:
        Trouble: it cannot be kept.
    """
    path = own_models(settings) / f"{re.sub('[^a-z0-9]+', '-', name.lower())}.toml"
    try:
        own_folder(path.parent)
        write_whole(path, text.encode())
    except OSError as error:
        raise Trouble(f"{path} cannot be written: {error.strerror}. Free its disk, then try.") from None
    _models.cache_clear()


class Devices(QObject):
    """The devices that the settings name.

    Attributes:
        state: kind → "" while it is there, else why it is not; nothing of those that are not used.

    Signals:
        heard(str, object)   the kind of a device, and what it said
        changed(str)         a kind whose state is another
    """

    heard = Signal(str, object)
    changed = Signal(str)
    _rung = Signal(str)

    def __init__(self, station: Station, settings: Settings) -> None:
        super().__init__(station)
        self.station, self.settings = station, settings
        self.state: dict[str, str] = {}
        self._lines: dict[str, Line] = {}
        self._loads = Loads(settings.rack_mg)
        self._passing: bytes | None = None  # what waits for the printer's line
        self._facing: Chips | None = None  # None: what stands on the display is of before
        self._rung.connect(self._take, Qt.ConnectionType.QueuedConnection)
        station.facing.connect(self._face)
        station.posted.connect(self._posted)

    def begin(self) -> None:
        """Open the lines of all that is named."""
        for kind in (*READ, "display"):
            self.use(kind, getattr(self.settings, kind))

    def use(self, kind: str, named: str) -> None:
        """Use another device of a kind from now on, or none: "" or MODEL@WHERE."""
        setattr(self.settings, kind, named)
        if line := self._lines.pop(kind, None):
            line.stop()
        self.state.pop(kind, None)
        self.station.settle(about(kind))
        model, where = self.named(kind)
        if model and where == PRINTER:
            self.state[kind] = "" if model.shares else NO_SHARE
        elif model and where:
            line = self._lines[kind] = line_of(model, where, lambda: self._rung.emit(kind))
            self.state[kind] = "Not there yet."
            line.start()
        self.changed.emit(kind)

    def named(self, kind: str) -> tuple[Model | None, str]:
        """The model that the settings name, and where it is; None for one that is not known."""
        name, _, where = str(getattr(self.settings, kind)).rpartition(AT)
        try:
            model = models(self.settings).get(name)
        except Trouble:
            model = None
        return (model if model and model.kind == kind else None), where

    def last(self, kind: str) -> bytes:
        """What came last from a device, as it came."""
        return self._lines[kind].last if kind in self._lines else b""

    def forget(self, kind: str) -> None:
        """Forget what came from a device so far: nobody looks up there what another one counted."""
        if line := self._lines.get(kind):
            line.forget()

    def stop(self) -> None:
        """End every line; nothing waits for one that hangs."""
        self._say_display("", "")
        for line in self._lines.values():
            line.stop()
        self._lines = {}

    def _take(self, kind: str) -> None:
        line = self._lines.get(kind)
        for said in line.take() if line else ():
            match said:
                case Here():
                    self._is(kind, "")
                case Gone(why):
                    self._is(kind, why)
                case _:
                    self.heard.emit(kind, said)
                    if isinstance(said, Weight) and (load := self._loads.take(said)):
                        self.heard.emit(kind, load)

    def use_rack(self, mg: int) -> None:
        """Weigh chips in racks of that weight from now on; 0 for without."""
        self.settings.rack_mg = mg
        self._loads = Loads(mg)

    def _is(self, kind: str, why: str) -> None:
        if kind == "scale":
            self._loads.forget()
        before, self.state[kind] = self.state.get(kind, ""), why
        name = KINDS[kind].lower()
        if why and not before:
            self.station.say(f"The {name} is gone. {why}", "look", about=about(kind))
        elif before and not why:
            self.station.settle(about(kind))
            self._show_display()
        self.changed.emit(kind)

    # What the player sees: what is redeemed and the amount, never a name, never a balance

    def _face(self, chips: Chips) -> None:
        if chips != self._facing:
            self._facing = chips
            self._show_display()

    def _show_display(self) -> None:
        if self._facing:
            self._say_display(*two_lines("Chips redeemed", f"${dollars(self._facing.cents)}"))
        else:
            self._say_display("", "")

    def _posted(self, entry: Entry) -> None:
        if isinstance(entry.fact, kinds.Redeem):
            self._facing = None
            self._say_display(THANKS, f"${dollars(entry.chips.cents)}".rjust(20))

    def _say_display(self, top: str, bottom: str) -> None:
        model, where = self.named("display")
        if model and where == PRINTER and model.shares:
            self._pass_on(shown(model, top, bottom))
        elif model and (line := self._lines.get("display")):
            line.send(shown(model, top, bottom))

    def _pass_on(self, data: bytes) -> None:
        """Send it through the printer once that is free; of several that wait, the newest."""
        waits, self._passing = self._passing, data
        if waits is not None:
            return

        def passed(paper: Printer) -> str:
            if isinstance(paper, Receipt) and self._passing:
                paper.pass_on(self._passing)
            return ""

        def after(_: str) -> None:
            newest, self._passing = self._passing, None
            if newest is not None and newest != data:
                self._pass_on(newest)

        self.station.printing.borrow(passed, after, after)


def about(kind: str) -> str:
    """The subject of what is said of a device."""
    return f"device {kind}"


def devices_of(station: Station, settings: Settings) -> Devices:
    """The devices of a station; begun when they are first asked for."""
    found = station.findChild(Devices)
    return found if isinstance(found, Devices) else Devices(station, settings)
