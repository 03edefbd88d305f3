"""Note and coin counters: what their reports say, checked before anybody sees a figure.

A report that does not fit its own check, or does not add up, is none: nothing of it is taken. One that
comes twice is told as the same.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256

from printers.devices.models import Model

HELD = 8192  # bytes of a report that is not whole yet; longer ones are noise
MOST_PIECES = 100_000
KNOWN = {
    *(1, 5, 10, 25, 50, 100),
    *(100, 200, 500, 1000, 2000, 5000, 10_000),
}  # coins and notes, in cents


@dataclass(frozen=True, slots=True)
class Counted:
    """A report that fits.

    pieces   cents of one → how many, the highest first
    number   of the report, where the machine numbers them; else what tells it from others
    rejects  pieces that the machine put aside
    proven   whether a check or a total in the report proves it; else hold it against the machine
    raw      its bytes;  model, version: the profile that read them
    again    whether it came before
    """

    pieces: tuple[tuple[int, int], ...]
    number: str
    rejects: int
    proven: bool
    raw: bytes
    model: str
    version: int
    again: bool = False

    @property
    def cents(self) -> int:
        """What they come to."""
        return sum(value * count for value, count in self.pieces)

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(count for _, count in self.pieces)


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces of one kind that the machine does not name: whoever counts says which. As in Counted."""

    count: int
    number: str
    raw: bytes
    model: str
    version: int


@dataclass(frozen=True, slots=True)
class Spoiled:
    """A report that does not fit: why, in words."""

    why: str


class Reports:
    """What every counter's codec does: find reports, read them, know those that came before.

    whole   finds a report in bytes
    """

    whole: re.Pattern[bytes]

    def __init__(self, model: Model) -> None:
        self.model = model
        self._held = b""
        self._before: list[str] = []  # the numbers that came last

    def feed(self, data: bytes) -> Iterator[Counted | Spoiled]:
        """The reports that are whole."""
        self._held += data
        end = 0
        for found in self.whole.finditer(self._held):
            end = found.end()
            try:
                if report := self.read(found):
                    yield self.known(report)
            except ValueError as error:
                yield Spoiled(str(error))
        self._held = self._held[end:][-HELD:]

    def read(self, found: "re.Match[bytes]") -> Counted | None:
        """A report; None for a message that is no report; ValueError says why it does not fit."""
        raise NotImplementedError

    def made(
        self, pieces: dict[int, int], raw: bytes, *, number: str = "", rejects: int = 0, proven: bool
    ) -> Counted:
        """A report, its figures within reason."""
        for value, count in pieces.items():
            if value not in KNOWN:
                raise ValueError(f"The report counts pieces of {value} cents, and there are none.")
            if not 0 <= count <= MOST_PIECES:
                raise ValueError(
                    f"The report counts {count} pieces of one kind, which is beyond belief."
                )
        kept = tuple(sorted(((v, n) for v, n in pieces.items() if n), reverse=True))
        number = number or sha256(raw).hexdigest()[:12]
        return Counted(kept, number, rejects, proven, raw, self.model.name, self.model.version)

    def known(self, report: Counted) -> Counted:
        """The report, with whether it came before."""
        again = report.number in self._before
        self._before = [*self._before[-15:], report.number]
        return replace(report, again=again)


class Tape(Reports):
    """A counter that prints its report as text. The patterns are the model's: whole, line, total.

    A line's groups: value (dollars, or cents as c), count, worth; the total's: worth, count. What is
    there has to add up; without a total nothing proves it.
    """

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        if "whole" in model.patterns:
            self.whole = re.compile(model.patterns["whole"].encode("ascii"), re.DOTALL)
        self._line = re.compile(model.patterns["line"], re.MULTILINE)
        self._total = (
            re.compile(model.patterns["total"], re.MULTILINE) if "total" in model.patterns else None
        )
        self._number = re.compile(model.patterns["number"]) if "number" in model.patterns else None
        self._rejects = re.compile(model.patterns["rejects"]) if "rejects" in model.patterns else None

    def read(self, found: "re.Match[bytes]") -> Counted | None:
        """A report whose lines add up."""
        try:
            text = found[0].decode("ascii").replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError:
            raise ValueError(
                "The report has letters that no counter prints. Have it printed again."
            ) from None
        return self.read_text(text, found[0])

    def read_text(self, text: str, raw: bytes, *, checked: bool = False) -> Counted:
        """A report in words; ValueError says why it does not add up.

        checked   whether something else than its total proves it
        """
        pieces: dict[int, int] = {}
        for line in self._line.finditer(text):
            said = line.groupdict()
            value, worth = cents_of(said["value"]), said.get("worth")
            count = int(said["count"]) if said.get("count") else cents_of(worth or "0") // value
            if worth is not None and value * count != cents_of(worth):
                raise ValueError(
                    f"{count} pieces of {said['value']} are not {worth}. Have it printed again."
                )
            if value in pieces:
                raise ValueError(f"The report counts {said['value']} twice. Have it printed again.")
            pieces[value] = count
        if not pieces:
            raise ValueError("The report names no piece. Have it printed again.")
        total = self._total.search(text) if self._total else None
        if self._total and total is None:
            raise ValueError("The report has no total. Have it printed again.")
        if total:
            self._adds_up(total.groupdict(), pieces)
        number = self._number.search(text) if self._number else None
        rejects = self._rejects.search(text) if self._rejects else None
        return self.made(
            pieces,
            raw,
            number=number[1] if number else "",
            rejects=int(rejects[1]) if rejects else 0,
            proven=checked or total is not None,
        )

    @staticmethod
    def _adds_up(total: dict[str, str | None], pieces: dict[int, int]) -> None:
        worth, count = total.get("worth"), total.get("count")
        if worth is not None and cents_of(worth) != sum(v * n for v, n in pieces.items()):
            raise ValueError("The lines of the report do not come to its total. Have it printed again.")
        if count is not None and int(count) != sum(pieces.values()):
            raise ValueError("The pieces of the report do not come to its total. Have it printed again.")


class Mertech(Tape):
    """Frames 02 sequence command data 03 sum; the patterns say which data is a report."""

    whole = re.compile(rb"\x02([0-9])([0-9])([0-9A-Za-z,;:. -]{0,400})\x03(.)", re.DOTALL)

    def read(self, found: "re.Match[bytes]") -> Counted | None:
        """A report; None for data that names no pieces."""
        if sum(b"".join(found.groups()[:3])) % 256 != found[4][0]:
            raise ValueError("A message came spoiled: its check does not fit. Count again.")
        text = found[3].decode("ascii")
        return self.read_text(text, found[0], checked=True) if self._line.search(text) else None


class Glory(Reports):
    """Frames 01 … 1C hh 03, hh the XOR of what stands between; a result is SV1."""

    whole = re.compile(rb"\x01([^\x01\x03]{1,2000})\x1c([0-9A-Fa-f]{2})\x03", re.DOTALL)
    _series = (1, 2, 5, 10, 20, 50, 100)  # the values of codes 1 to 7

    def read(self, found: "re.Match[bytes]") -> Counted | None:
        """A result; None for its other messages."""
        check = 0
        for byte in found[1]:
            check ^= byte
        if check != int(found[2], 16):
            raise ValueError("A message came spoiled: its check does not fit. Count again.")
        head, *rows = found[1].decode("ascii", "replace").split("\r")
        result = re.fullmatch(r"[0-9A-F]{4}SV1 ?(\d+),(\d+),(\d+)", head)
        if result is None:
            return None
        pieces: dict[int, int] = {}
        for row in rows:
            line = re.fullmatch(r"(\d+),(\d+),(\d+)", row)
            if line is None or int(line[3]) == 0:
                continue
            code = int(line[2])
            if not 1 <= code <= len(self._series):
                raise ValueError(f"The counter names a note by code {code}, which is not known here.")
            value = self._series[code - 1] * 100
            pieces[value] = pieces.get(value, 0) + int(line[3])
        return self.made(pieces, found[0], number=result[2], rejects=int(result[3]), proven=True)


class Frames(Reports):
    """Frames of 44 bytes, FD DF: count, value and total of one kind of note; 02 and 03 are results."""

    whole = re.compile(rb"\xfd\xdf\x2c\x0e.{40}", re.DOTALL)

    def read(self, found: "re.Match[bytes]") -> Counted | None:
        """A result whose total fits; None while it counts."""
        frame = found[0]
        count, value, total = (
            int.from_bytes(frame[at : at + size], "little") for at, size in ((4, 4), (8, 4), (12, 8))
        )
        if frame[41] not in (2, 3):
            return None
        if frame[40]:
            raise ValueError(f"The counter reports error {frame[40]}. Look at it, and count again.")
        if frame[20:23].strip(b"\0 ") not in (b"USD", b""):
            raise ValueError("The counter is set to another currency. Set it to USD, and count again.")
        if count * value != total:
            raise ValueError("The counter's total does not fit its count. Count again.")
        return self.made({value * 100: count}, frame, proven=True)


class Listing(Reports):
    """Five lines, then one for each note: order, value, serial number. Nothing proves it."""

    whole = re.compile(
        rb"AccuBANKER Station +S6500\r?\n(?:[^\n]*\n){4}((?: *\d+ +\d+ +\S+ *\r?\n)+)(?=\s*\r?\n)"
    )

    def read(self, found: "re.Match[bytes]") -> Counted:
        """One note a line, in their order."""
        pieces: dict[int, int] = {}
        for at, line in enumerate(found[1].decode("ascii", "replace").splitlines(), 1):
            order, value, _ = line.split()
            if int(order) != at:
                raise ValueError(f"Note {at} is missing in the report. Have it printed again.")
            pieces[int(value) * 100] = pieces.get(int(value) * 100, 0) + 1
        return self.made(pieces, found[0], proven=False)


def cents_of(words: str) -> int:
    """An amount as counters print it: 20, 20.00, $1,240.00, 50c."""
    text = words.strip().replace("$", "").replace(",", "")
    if found := re.fullmatch(r"(\d{1,7})c", text):
        return int(found[1])
    found = re.fullmatch(r"(\d{1,9})(?:\.(\d\d))?", text)
    if found is None:
        raise ValueError(f"'{words}' is no amount. Have the report printed again.")
    return int(found[1]) * 100 + int(found[2] or 0)


CODECS: dict[str, Callable[[Model], Reports]] = {
    "tape": Tape,
    "mertech": Mertech,
    "glory": Glory,
    "frames": Frames,
    "listing": Listing,
}
