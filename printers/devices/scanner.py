"""Scanners on a serial line: what was scanned is a message of its own, and never typed into a field."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from printers.devices.line import Codec
from printers.devices.models import Model

LONGEST = 512  # a slip's square code has fewer letters; what is longer is noise
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


CODECS: dict[str, Callable[[Model], Codec]] = {"scans": Scans}


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
