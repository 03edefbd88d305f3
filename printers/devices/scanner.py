"""Scanners and badge readers at a line: what was scanned is a message, and is typed into no field."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from printers.devices.line import Codec
from printers.devices.models import Model

LONGEST = 512  # a slip's square code has fewer letters; what is longer is noise
_REPORT, _DATA = 64, 56  # bytes of a report of the USB standard, and of data in one
PARTS = "\x1d"  # parts the fields of a GS1 code
_AIM = re.compile(r"\](?P<kind>[A-Za-z])[0-9a-zA-Z]")
_KINDS = {"Q": "QR", "d": "Data Matrix", "C": "Code 128", "A": "Code 39", "E": "EAN", "L": "PDF417"}


@dataclass(frozen=True, slots=True)
class Scan:
    """Something scanned: its text, and the kind of its code where the scanner says that."""

    text: str
    kind: str = ""


class Scans:
    """A scan ends with CR or LF; an AIM identifier before it says what kind of code it was."""

    def __init__(self, model: Model) -> None:
        self._held = b""
        self._lost = False  # what comes belongs to a scan whose beginning was too long

    def feed(self, data: bytes) -> Iterator[Scan]:
        """The scans that are whole."""
        *whole, self._held = re.split(rb"[\r\n]", self._held + data)
        for one in whole:
            lost, self._lost = self._lost, False
            if not lost and (scan := _read(one)):
                yield scan
        if len(self._held) > LONGEST:
            self._held, self._lost = b"", True


class HidScans:
    """Scanners of the USB standard for points of sale (usage page 8C): reports of 64 bytes.

    02, how many bytes, three of the AIM identifier, up to 56 of data, and whether more follows.
    """

    def __init__(self, model: Model) -> None:
        self._held = b""
        self._text = b""

    def feed(self, data: bytes) -> Iterator[Scan]:
        """The scans that are whole; a byte that begins no report is passed over."""
        self._held += data
        while len(self._held) >= _REPORT:
            if self._held[0] != 2 or self._held[1] > _DATA or self._held[2:3] != b"]":
                self._held, self._text = self._held[1:], b""
                continue
            report, self._held = self._held[:_REPORT], self._held[_REPORT:]
            self._text = (self._text + report[5 : 5 + report[1]])[: LONGEST + 1]
            if not report[-1]:
                whole, self._text = report[2:5] + self._text.rstrip(b"\r\n"), b""
                if scan := _read(whole):
                    yield scan


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge at a reader: its number, as it came."""

    number: str


class Badges:
    """Badge readers: 02 length type number check 03, the check the XOR of what stands before it."""

    _frame = re.compile(rb"\x02([\x06-\x20])", re.DOTALL)

    def __init__(self, model: Model) -> None:
        self._held = b""

    def feed(self, data: bytes) -> Iterator[Badge]:
        """The badges whose check fits."""
        self._held += data
        while found := self._frame.search(self._held):
            frame = self._held[found.start() : found.start() + found[1][0]]
            if len(frame) < found[1][0]:
                break
            check = 0
            for byte in frame[1:-2]:
                check ^= byte
            whole = frame[-1] == 3 and frame[-2] == check
            self._held = self._held[found.start() + (len(frame) if whole else 1) :]
            if whole:
                yield Badge(frame[3:-2].hex().upper())
        self._held = self._held[-_REPORT:]


CODECS: dict[str, Callable[[Model], Codec]] = {"scans": Scans, "hidpos": HidScans, "badges": Badges}


def _read(data: bytes) -> Scan | None:
    """A scan, or None for noise: what holds letters that no code has."""
    try:
        text = data.decode("ascii")
    except UnicodeDecodeError:
        return None
    found = _AIM.match(text)
    said = text[found.end() :] if found else text
    if (
        not said
        or len(said) > LONGEST
        or any(one < " " and one != PARTS for one in said)
        or "\x7f" in said
    ):
        return None
    return Scan(said, _KINDS.get(found["kind"], "") if found else "")
