"""The link to a printer on a USB cable: the device file that the kernel's usblp makes of it.

A printer sits at /dev/usb/lp0, lp1 … in the order of plugging in. The udev rule in
resources/99-pitdesk-printers.rules adds a name that stays: /dev/pitdesk/SERIAL.
"""

import errno
import os
import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from select import select

from pitdesk.errors import Trouble

CLASS = Path("/sys/class/usbmisc")
STABLE = Path("/dev/pitdesk")
RULE = "resources/99-pitdesk-printers.rules"
DRAIN_S = 5  # for the last bytes to leave: the kernel drops those that still wait when it is closed
_AGAIN_S = 1 / 100  # a printer may answer with nothing, again and again
_NOTHING = (errno.EAGAIN, errno.EINVAL)  # no byte now; a printer that cannot be read at all
_GONE = (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.ENOTDIR)


@dataclass(frozen=True, slots=True)
class FoundPrinter:
    """A printer that is plugged in.

    device  its file now: /dev/usb/lp0
    name    /dev/pitdesk/SERIAL, which stays; the device where it has no serial number of its own
    vendor, model, serial   as it says; "" where it says nothing
    """

    device: Path
    name: Path
    vendor: str
    model: str
    serial: str

    def __str__(self) -> str:
        said = " ".join(word for word in (self.vendor, self.model) if word) or "a printer"
        return f"{self.name} ({said})"


def found(root: Path = CLASS, devices: Path = Path("/dev/usb")) -> list[FoundPrinter]:
    """The printers that are plugged in now, by their files; none where the system has no usblp."""
    entries = sorted(root.glob("lp[0-9]*"), key=lambda entry: (len(entry.name), entry.name))
    ports = [(entry, (entry / "device").resolve().parent) for entry in entries]
    stable = [_link_name(_read(usb / "serial")) for _, usb in ports]
    seen = Counter(stable)  # some makers give all their printers one number
    return [
        FoundPrinter(
            device=devices / entry.name,
            name=STABLE / name if name and seen[name] == 1 else devices / entry.name,
            vendor=_read(usb / "manufacturer") or _read(usb / "idVendor"),
            model=_read(usb / "product") or _read(usb / "idProduct"),
            serial=_read(usb / "serial"),
        )
        for (entry, usb), name in zip(ports, stable, strict=True)
    ]


class UsbPort:
    """A printer's device file. Only one program has it at a time."""

    def __init__(self, device: Path | str, *, look: Callable[[], list[FoundPrinter]] = found) -> None:
        """Device: /dev/pitdesk/SERIAL or /dev/usb/lp0; look: what is plugged in, to say so."""
        self._device, self._look = Path(device), look
        self._file: int | None = None

    def open(self) -> None:
        """Open the device.

        Raises:
            Trouble: it is not there, not allowed, or another program has it.
        """
        if self._file is not None:
            return
        try:
            self._file = os.open(self._device, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        except OSError as error:
            raise Trouble(self._why(error)) from None

    def send(self, data: bytes, seconds: float) -> int:
        """Send what the device takes within that time."""
        assert self._file is not None
        return send(self._file, data, seconds)

    def receive(self, seconds: float) -> bytes:
        """What came; nothing where the device cannot be read."""
        assert self._file is not None
        return receive(self._file, seconds)

    def close(self) -> None:
        """Close it, once its last bytes have left."""
        if self._file is not None:
            select([], [self._file], [], DRAIN_S)
            os.close(self._file)
            self._file = None

    def _why(self, error: OSError) -> str:
        if error.errno in _GONE:
            there = ", ".join(map(str, self._look()))
            return (
                f"No printer is at {self._device}. Check that it is on and plugged in, and whether"
                " a print queue of this system holds it; then try again."
                + (f" Plugged in: {there}." if there else " No USB printer is plugged in.")
            )
        if error.errno in (errno.EACCES, errno.EPERM):
            return (
                f"PitDesk may not use the printer {self._device}. Have somebody with the rights run"
                f" sudo cp {RULE} /etc/udev/rules.d/ and sudo usermod -aG lp $USER."
                " Then plug the printer in again, sign in to the system again, and try again."
            )
        if error.errno == errno.EBUSY:
            return (
                f"Another program has the printer {self._device}. sudo fuser -v {self._device} names"
                " it; is it a print queue of this system, remove that queue. Then try again."
            )
        return (
            f"The printer {self._device} cannot be opened: {error.strerror}."
            " Switch it off and on, plug it in again, and try again."
        )


def send(file: int, data: bytes, seconds: float) -> int:
    """Write to an open file that does not block, for so long at most; how many bytes it took.

    Raises:
        OSError: it broke before it took any.
    """
    end, sent = time.monotonic() + seconds, 0
    while sent < len(data) and _waited([], [file], end):
        try:
            sent += os.write(file, data[sent:])
        except OSError as error:
            if error.errno == errno.EAGAIN:
                time.sleep(_AGAIN_S)
            elif sent or error.errno == errno.ENOSPC:  # report what was taken first; no paper
                break
            else:
                raise
    return sent


def receive(file: int, seconds: float) -> bytes:
    """Read what comes from an open file that does not block, waiting so long at most.

    Raises:
        OSError: it broke.
    """
    end = time.monotonic() + seconds
    while _waited([file], [], end):
        try:
            if got := os.read(file, 4096):
                return got
        except OSError as error:
            if error.errno not in _NOTHING:
                raise
        if time.monotonic() >= end:
            break
        time.sleep(min(_AGAIN_S, max(0, end - time.monotonic())))
    return b""


def _waited(reading: list[int], writing: list[int], end: float) -> bool:
    """Wait until the file can be read or written, at most to that time; whether it can."""
    return any(select(reading, writing, [], max(0, end - time.monotonic())))


def _read(path: Path) -> str:
    try:
        return " ".join(path.read_text("utf-8", "replace").split())
    except OSError:
        return ""


def _link_name(serial: str) -> str:
    """A serial number as udev makes a file name of it; "" where it takes it for no number."""
    if not re.fullmatch(r"[ -+\--~]+", serial):  # printable, no comma
        return ""
    return re.sub(r"[^A-Za-z0-9#+.:=@_-]", "_", serial)
