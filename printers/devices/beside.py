"""What stands beside the cashier, opened: a model and where it is plugged in, as a line of its own.

Where is the name of a serial port (/dev/ttyUSB0, COM3), of a device's file (/dev/hidraw0), what a USB
device says that it is (usb:0922:8003), an address on the network (192.168.1.60:9200), or the folder in
which a counter's own program saves its reports (file:/counts).
"""

import errno
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from printers.devices import asked, counters, scales, scanner
from printers.devices.drawer import Trigger
from printers.devices.found import FILES, USB, DeviceFile, Named
from printers.devices.line import Codec, Line
from printers.devices.models import Model
from printers.devices.network import Network
from printers.devices.receipt import Link
from printers.devices.saved import FILE, Saved
from printers.devices.serialport import SerialPort

_ADDRESS = re.compile(r"(?!/|COM)([\w.-]+):(\d{1,5})")


class Mute:
    """What is only spoken to."""

    def feed(self, data: bytes) -> tuple[object, ...]:
        """Nothing it says means anything."""
        return ()


class Plugged(SerialPort):
    """A serial line that says when its device was unplugged; a printer's is cut in its own ways."""

    def receive(self, seconds: float) -> bytes:
        """What came; OSError once the device is gone."""
        got = super().receive(seconds)
        if not got and self.hung_up:
            raise OSError(errno.ENODEV, "the device was unplugged")
        return got


CODECS: dict[str, Callable[[Model], Codec]] = {
    "": lambda _: Mute(),
    **scanner.CODECS,
    **scales.CODECS,
    **counters.CODECS,
    **asked.CODECS,
}


def link_to(where: str, model: Model) -> Link:
    """The way to a device."""
    if where.startswith(USB):
        return Named(where, partial(link_to, model=model))
    if where.startswith(FILE):
        return Saved(Path(where.removeprefix(FILE)))
    if found := _ADDRESS.fullmatch(where):
        return Network(found[1], int(found[2]))
    if model.codec in FILES:
        return DeviceFile(Path(where))
    return Plugged(where, model.baud, bits=model.bits)


def line_of(model: Model, where: str, tell: Callable[[], object] = lambda: None) -> Line:
    """A device that is read, or written to; not begun yet."""
    begin, ask = model.bytes_of("begin") if model.kind != "display" else b"", model.bytes_of("ask")
    codec = CODECS[model.codec](model)
    return Line(link_to(where, model), codec, tell, begin=begin, ask=ask, every_ms=model.every_ms)


def trigger_of(model: Model, where: str) -> Trigger:
    """A drawer on a serial trigger."""
    fires, asks, low, high = (model.bytes_of(name) for name in ("open", "ask", "low", "high"))
    return Trigger(link_to(where, model), fires, asks, low, high, model.gap_s)
