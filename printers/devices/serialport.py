"""The link to a printer on a serial cable, or a USB one that acts like it: 8 bits, no parity, 1 stop.

Epson sets its printers up for DTR/DSR: the printer lowers DTR while it can take no more. Linux knows
no such flow control, so there the line is asked before every few bytes.
"""

import errno
import os
import re
import time
from contextlib import suppress
from select import select
from typing import TYPE_CHECKING, Literal

from pitdesk.errors import Trouble
from printers.devices import usbport

if TYPE_CHECKING:
    import serial

Flow = Literal["none", "rtscts", "xonxoff", "dtrdsr"]

BAUDS = (9600, 19200, 38400, 57600, 115200)
DRAIN_S = 5  # for what was sent to leave this machine; the rest is thrown away, never kept for later
_WINDOWS = os.name == "nt"
_ODD: tuple[type[Exception], ...] = (OSError, ValueError)  # what a port ends in
with suppress(ImportError):  # Windows has none
    import termios

    _ODD += (termios.error,)  # a line that breaks while it is set up or emptied; no OSError
_PIECE = 16  # bytes that a printer still takes after it has lowered DTR
_AGAIN_S = 1 / 100


def found() -> list[str]:
    """The serial ports of this machine: /dev/ttyUSB0, COM3."""
    from serial.tools import list_ports  # noqa: PLC0415

    return sorted(port.device for port in list_ports.comports())


class SerialPort:
    """A serial port, of one program at a time."""

    def __init__(self, port: str, baud: int = 38400, flow: Flow = "none", bits: str = "8N1") -> None:
        """Port: /dev/ttyUSB0, COM3; baud, flow and bits: as the device's own switches say."""
        self._port, self._baud, self._flow = port, baud, flow
        self._bits = bits
        self._line: serial.Serial | None = None

    def open(self) -> None:
        """Open the port.

        Raises:
            Trouble: it is not there, not allowed, taken by another program, or knows no such speed.
        """
        if self._line:
            return
        import serial  # noqa: PLC0415

        try:
            self._line = serial.Serial(
                self._port,
                self._baud,
                bytesize=int(self._bits[0]),
                parity=self._bits[1],
                timeout=0,
                rtscts=self._flow == "rtscts",
                xonxoff=self._flow == "xonxoff",
                dsrdtr=self._flow == "dtrdsr" and _WINDOWS,
                exclusive=None if _WINDOWS else True,
            )
        except _ODD as error:
            known = isinstance(error, OSError | ValueError)
            raise Trouble(self._why(error if known else OSError(*error.args))) from None

    def send(self, data: bytes, seconds: float) -> int:
        """Send what the port takes within that time."""
        assert self._line
        if _WINDOWS:
            return self._pieces(data, seconds)
        if self._flow == "dtrdsr":
            return self._asked(data, seconds)
        return usbport.send(self._line.fileno(), data, seconds)

    def receive(self, seconds: float) -> bytes:
        """What came."""
        assert self._line
        if not _WINDOWS:
            return usbport.receive(self._line.fileno(), seconds)
        self._line.timeout = max(0, seconds)
        first: bytes = self._line.read(1)
        return first + self._line.read(self._line.in_waiting) if first else b""

    @property
    def hung_up(self) -> bool:
        """Whether the device is gone: the line is ready to be read, and has nothing."""
        if _WINDOWS or self._line is None:
            return False  # Windows says so by an error
        file = self._line.fileno()
        return bool(select([file], [], [], 0)[0]) and not self._line.in_waiting

    def close(self) -> None:
        """Close it, once what was sent has left; what cannot leave would come out on a later day."""
        line, self._line = self._line, None
        if line is None:
            return
        end = time.monotonic() + DRAIN_S
        with suppress(*_ODD):
            while line.out_waiting and time.monotonic() < end:
                time.sleep(_AGAIN_S)
            if line.out_waiting:
                line.reset_output_buffer()
        with suppress(*_ODD):
            line.close()

    def _asked(self, data: bytes, seconds: float) -> int:
        """Send a few bytes at a time, each when the printer holds DTR high and the last have left."""
        assert self._line
        end, sent = time.monotonic() + seconds, 0
        while sent < len(data) and (left := end - time.monotonic()) > 0:
            try:
                ready = self._line.dsr and not self._line.out_waiting
                if ready:
                    sent += usbport.send(self._line.fileno(), data[sent : sent + _PIECE], left)
            except OSError:
                if sent:  # report what was taken first
                    break
                raise
            if not ready:
                time.sleep(_AGAIN_S)
        return sent

    def _pieces(self, data: bytes, seconds: float) -> int:
        """Send where the system does not say how much of a write it took: a single byte first.

        One byte leaves or does not, so "nothing was taken" is true where it is said.
        """
        assert self._line
        import serial  # noqa: PLC0415

        end, sent = time.monotonic() + seconds, 0
        while sent < len(data) and (left := end - time.monotonic()) > 0:
            self._line.write_timeout = left
            piece = data[sent : sent + (_PIECE if sent else 1)]
            try:
                sent += self._line.write(piece) or 0
            except serial.SerialTimeoutException:
                break
            except OSError:
                if sent:
                    break
                raise
        return sent

    def _why(self, error: Exception) -> str:
        known = _cause(error)
        if known == errno.ENOENT:
            there = ""
            with suppress(OSError):
                there = ", ".join(found())
            return f"There is no serial port {self._port}. Check its cable and the name in Set-up." + (
                f" There are: {there}." if there else " This machine has none now."
            )
        if known == errno.EACCES:
            return (
                f"PitDesk may not use the serial port {self._port}. Have somebody with the rights run"
                " sudo usermod -aG dialout $USER. Then sign in to the system again, and try again."
            )
        if known == errno.EBUSY:
            return f"Another program has the serial port {self._port}. Close it, then try again."
        if isinstance(error, ValueError):
            return f"The serial port {self._port} knows no {self._baud} baud. Correct it in set-up."
        said = getattr(error, "strerror", None) or error
        return f"The serial port {self._port} cannot be opened: {said}. Check its cable, then try again."


def _cause(error: Exception) -> int:
    """The cause of a failed opening: ENOENT, EACCES, EBUSY, or 0. On Windows it stands in words only."""
    number = getattr(error, "errno", None)
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO) or "FileNotFoundError" in str(error):
        return errno.ENOENT
    if number in (errno.EBUSY, errno.EAGAIN) or re.search("PermissionError|exclusively", str(error)):
        return errno.EBUSY  # Windows forbids what another program has
    return errno.EACCES if number in (errno.EACCES, errno.EPERM) else 0
