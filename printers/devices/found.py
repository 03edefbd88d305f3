"""What is plugged in beside the cashier: ports and devices' files, what they are, which model fits.

Nothing is sent to find out: any byte opens some drawers. A USB device says who made it and which one it
is, and a device with a file of its own what it is for (HID, Point of Sale Usage Tables). It is named by
that, so it is found again at another socket, under another name of its port: `usb:0922:8003:A1`.
"""

import errno
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pitdesk.errors import Trouble
from printers.devices.models import Model
from printers.devices.receipt import Link
from printers.devices.usbport import UsbPort

RAW = Path("/sys/class/hidraw")
RULES = "resources/70-pitdesk-devices.rules"
USB = "usb:"
USES = {(0x8C, 0x02): "hidpos", (0x8D, 0x20): "hid"}  # usage page and usage → the codec that reads it
FILES = ("hid", "hidpos", "ratiotec")  # codecs of devices that the kernel gives a file
_PAGE, _USAGE, _COLLECTION = 0x04, 0x08, 0xA0  # items of a report descriptor


class Port(Protocol):
    """A serial port as pyserial lists it."""

    device: str
    vid: int | None
    pid: int | None
    serial_number: str | None
    manufacturer: str | None
    product: str | None


@dataclass(frozen=True, slots=True)
class Found:
    """A device that is plugged in.

    port    what it is opened by now: /dev/ttyUSB0, COM3, /dev/hidraw0
    where   what it is named by: usb:VENDOR:PRODUCT[:NUMBER]; its port where that names no other from it
    says    who made it and what it is, in its own words; "" where it says nothing
    usb     vendor and product, such as "0922:8003"; "" where it is no USB device
    codec   what reads a device of its use; "" where it names no such use
    """

    port: str
    where: str
    says: str = ""
    usb: str = ""
    codec: str = ""

    def fits(self, model: Model) -> bool:
        """Whether it is of a model, as far as it says."""
        if not self.usb or (model.codec in FILES) != self.port.startswith("/dev/hidraw"):
            return False
        named = any(self.usb == one or self.usb.startswith(f"{one}:") for one in model.usb)
        return named or self.codec == model.codec != ""


def found(ports: Iterable[Port] | None = None, raw: Path = RAW) -> list[Found]:
    """All that is plugged in: the serial ports, then the files of devices that have a use here."""
    if ports is None:
        from serial.tools import list_ports  # noqa: PLC0415

        ports = list_ports.comports()
    seen = [*(_serial(port) for port in sorted(ports, key=lambda one: one.device)), *_files(raw)]
    twice = Counter(one.where for one in seen)
    return [
        one if twice[one.where] == 1 else Found(one.port, one.port, one.says, one.usb, one.codec)
        for one in seen
    ]


def port_of(where: str, look: Callable[[], list[Found]] = found) -> str:
    """The port at which a device is plugged in now.

    Raises:
        Trouble: it is not, or two are that cannot be told apart.
    """
    here = [one for one in look() if one.where == where]
    if here:
        return here[0].port
    alike = [one.port for one in look() if one.usb and where.startswith(f"{USB}{one.usb}")]
    if len(alike) > 1:
        raise Trouble(
            f"Two devices that are alike are plugged in: {', '.join(alike)}. Unplug one, or name the"
            " port itself in Set-up, Devices."
        )
    raise Trouble(f"The device {where.removeprefix(USB)} is not plugged in. Check its cable.")


class Named:
    """The way to a device that is named by what it is: wherever it is plugged in when it is opened."""

    def __init__(
        self, where: str, link: Callable[[str], Link], look: Callable[[], list[Found]] = found
    ) -> None:
        self._where, self._make, self._look = where, link, look
        self._link: Link | None = None

    def open(self) -> None:
        """Look where it is, and open that.

        Raises:
            Trouble: it is not plugged in, or cannot be opened.
        """
        if self._link is None:
            link = self._make(port_of(self._where, self._look))
            link.open()
            self._link = link

    def send(self, data: bytes, seconds: float) -> int:
        """Send what it takes within that time."""
        assert self._link
        return self._link.send(data, seconds)

    def receive(self, seconds: float) -> bytes:
        """What came."""
        assert self._link
        return self._link.receive(seconds)

    def close(self) -> None:
        """Close it; the next time it may be elsewhere."""
        link, self._link = self._link, None
        if link:
            link.close()


class DeviceFile(UsbPort):
    """The file that the kernel gives a scale or a scanner."""

    def _why(self, error: OSError) -> str:
        if error.errno in (errno.EACCES, errno.EPERM):
            return (
                f"PitDesk may not use the device {self._device}. Have somebody with the rights run"
                f" sudo cp {RULES} /etc/udev/rules.d/, then plug it in again."
            )
        if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.ENOTDIR):
            return f"No device is at {self._device}. Check its cable and the name in Set-up, Devices."
        said = os.strerror(error.errno) if error.errno else error
        return f"The device {self._device} cannot be opened: {said}. Plug it in again, and try again."


def _serial(port: Port) -> Found:
    said = [one for one in (port.manufacturer, port.product) if one]
    if port.vid is None or port.pid is None:
        return Found(port.device, port.device, _plain(" ".join(said)))
    return _usb(port.device, port.vid, port.pid, port.serial_number or "", " ".join(said))


def _files(raw: Path) -> Iterator[Found]:
    """The files of HID devices, but for keyboards, mice and what else has no use here."""
    for entry in sorted(raw.glob("hidraw*"), key=lambda one: (len(one.name), one.name)):
        said = dict(line.partition("=")[::2] for line in _text(entry / "device" / "uevent").splitlines())
        try:
            _, vendor, product = (int(part, 16) for part in said.get("HID_ID", "").split(":"))
            descriptor = (entry / "device" / "report_descriptor").read_bytes()
        except (OSError, ValueError):
            continue
        codec = next((USES[one] for one in _uses(descriptor) if one in USES), "")
        one = _usb(
            *(f"/dev/{entry.name}", vendor, product),
            *(said.get("HID_UNIQ", ""), said.get("HID_NAME", ""), codec),
        )
        if codec or not _is_of_the_desk(descriptor):
            yield one


def _usb(port: str, vendor: int, product: int, number: str, says: str, codec: str = "") -> Found:
    usb, number = f"{vendor:04x}:{product:04x}", _plain(number)
    spelled = number if number.isascii() and number.replace("-", "").replace("_", "").isalnum() else ""
    return Found(port, f"{USB}{usb}{f':{spelled}' * bool(spelled)}", _plain(says), usb, codec)


def _is_of_the_desk(descriptor: bytes) -> bool:
    """Whether it is a keyboard, a mouse, a joystick, a button: page 1, or a maker's keys, page 12."""
    return any(page in (0x01, 0x0C, 0x0D) for page, _ in _uses(descriptor))


def _uses(descriptor: bytes) -> Iterator[tuple[int, int]]:
    """The usage page and usage of each collection of a report descriptor."""
    at = page = usage = 0
    while at < len(descriptor):
        head = descriptor[at]
        size = (0, 1, 2, 4)[head & 3]
        value = int.from_bytes(descriptor[at + 1 : at + 1 + size], "little")
        at += 1 + size
        if head & 0xFC == _PAGE:
            page = value
        elif head & 0xFC == _USAGE:
            usage = value
        elif head & 0xFC == _COLLECTION:
            yield page, usage


def _plain(said: str) -> str:
    """What a device says of itself, without what no label shows; of a bounded length."""
    return " ".join("".join(one for one in said if one.isprintable()).split())[:60]


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""
