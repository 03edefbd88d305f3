"""The witness beside a book: its newest link and numbers, noted after each entry, before the answer.

A book alone cannot tell that its end is missing: an older copy, or a log that SQLite gave up reading at
a damaged page, verifies. The witness can. BOOK.head has two lines, far enough apart that no torn write
reaches both; they are written in turn, and the newest one that is right counts:

    SEQ HASH outside:SUM SERIES:NUMBER… CHECK

SUM adds up the seqs of the entries outside any day: people, tables, chip set. An index finds them, and
one that lost some would go unnoticed. CHECK is the beginning of the SHA-256 of what stands before it. Up
to 0.2.0 the file had one line, SEQ and HASH, written when a book was closed and when a day was sealed.

A note is a second flush for each entry. It cannot run beside the book's: after a power cut the witness
could be newer than the book, and miss an entry that nobody was told of. It is made cheap instead: the
file keeps its size, so its data alone are flushed, and that is all that is needed to read them again.
"""

import os
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple, Self

from pitdesk.book.chain import GENESIS, Head
from pitdesk.disk import flush, flush_data, write_whole
from pitdesk.errors import Trouble
from pitdesk.given import Given, Withheld

State = Literal["good", "missing", "unreadable"]

_LINE = 4096  # bytes of a line: a disk writes no more than that at once
WITNESS = Given("the witness of a book", 4 * _LINE, "Take a new one.")
_CHECK = 16  # characters
_OUTSIDE = "outside"  # no series has that name


class Noted(NamedTuple):
    """What a witness says: the newest link, and the last number of each series as far as it knows.

    outside   the sum of the seqs of the entries outside any day; None where it does not say so
    """

    head: Head
    numbers: Mapping[str, int]
    outside: int | None = None


class Witness:
    """The file BOOK.head.

    Attributes:
        flushed: whether each note waits for the disk, so that it outlasts a power cut, too; a kill it
            outlasts either way.
    """

    def __init__(self, book: Path) -> None:
        self.path = book.with_name(book.name + ".head")
        self.flushed = True
        self._file: BinaryIO | None = None

    def read(self) -> Noted | None:
        """What it says; None where it is missing, cannot be read, or no line of it is right."""
        try:
            return self.given()
        except Trouble:
            return None

    def given(self) -> Noted | None:
        """The same, for those who must not take a disk that fails for a witness that is not there.

        Raises:
            Trouble: it is there, and cannot be read.
        """
        try:
            text = WITNESS.read(self.path).decode("ascii", "replace")
        except Withheld:
            raise Trouble(
                f"{self.path} cannot be read, and it knows which numbers were used. Check its disk and"
                " its permissions, and try again; if it stays so, move it away, and go by the numbers on"
                " paper."
            ) from None
        except Trouble:
            return None
        lines = text.splitlines()
        found = [noted for line in lines if (noted := _read(line, alone=len(lines) == 1))]
        return max(found, key=lambda noted: noted.head.seq, default=None)

    @property
    def state(self) -> State:
        """Whether it is there and can be read."""
        if self.read():
            return "good"
        return "unreadable" if os.path.lexists(self.path) else "missing"

    def begin(self, noted: Noted) -> None:
        """Write the file anew, in place of whatever is there.

        Raises:
            OSError: it cannot be written.
        """
        self.close()
        lines = [b" " * (_LINE - 1) + b"\n"] * 2
        lines[noted.head.seq % 2] = _line(noted)
        write_whole(self.path, b"".join(lines), mode=0o600)
        self._file = self.path.open("r+b", buffering=0)

    def note(self, noted: Noted) -> None:
        """Write over the older of the two lines.

        Raises:
            OSError: it cannot be written.
        """
        if self._file is None or not self._in_place(self._file):
            self.begin(noted)
            return
        self._file.seek(_LINE * (noted.head.seq % 2))
        self._file.write(_line(noted))
        if self.flushed:
            flush_data(self._file.fileno())

    def _in_place(self, file: BinaryIO) -> bool:
        """Whether the file that is open is still the one at its path."""
        try:
            return os.path.samestat(os.fstat(file.fileno()), self.path.lstat())
        except FileNotFoundError:
            return False

    def flush(self) -> None:
        """Wait until the disk has it."""
        if self._file:
            flush(self.path)

    def close(self) -> None:
        """Let go of the file."""
        if self._file:
            self._file.close()
            self._file = None


def _line(noted: Noted) -> bytes:
    outside = {} if noted.outside is None else {_OUTSIDE: noted.outside}
    said = [*outside.items(), *sorted(noted.numbers.items())]
    numbers = "".join(f" {name}:{number}" for name, number in said)
    text = f"{noted.head.seq} {noted.head.hash.hex()}{numbers}"
    return f"{text} {_check(text)}".ljust(_LINE - 1).encode() + b"\n"


def _read(line: str, *, alone: bool) -> Noted | None:
    """A line, if it is right; one without a check is right only where it is `alone`, of before."""
    text, _, check = line.rstrip().rpartition(" ")
    if check != _check(text):
        if not alone:
            return None
        text = line.strip()
    try:
        seq, link, *numbers = text.split()
        pairs = (one.rpartition(":") for one in numbers)
        head = Head(int(seq), bytes.fromhex(link))
        found = {name: int(number) for name, _, number in pairs}
    except ValueError:
        return None
    outside = found.pop(_OUTSIDE, None)
    return Noted(head, found, outside) if len(head.hash) == len(GENESIS) else None


def _check(text: str) -> str:
    return sha256(text.encode("ascii", "replace")).hexdigest()[:_CHECK]


def numbers(lost: Mapping[str, tuple[int, int]]) -> str:
    """The first and last number of each series in words.

    >>> numbers({"fill": (8, 11), "credit": (7, 7)})
    'fill 000008 to 000011, credit 000007'
    """
    return ", ".join(
        f"{series} {first:06}" + f" to {last:06}" * (first < last)
        for series, (first, last) in lost.items()
    )


class Shortfall(Trouble):
    """A book ends before an entry that somebody was told is written.

    reached, noted   seq of its last entry, and of the last one that was written
    lost             series → first and last number that the missing entries took
    """

    @classmethod
    def of(
        cls, path: Path, reached: int, last_number: Callable[[str], int], noted: Noted | None
    ) -> Self | None:
        """What a witness knows of and a book that reached an entry does not have; None if nothing."""
        if noted is None or noted.head.seq <= reached:
            return None
        had = {series: last_number(series) for series in noted.numbers}
        lost = {name: (had[name] + 1, last) for name, last in noted.numbers.items() if had[name] < last}
        return cls(path, reached, noted.head.seq, lost)

    def __init__(self, path: Path, reached: int, noted: int, lost: dict[str, tuple[int, int]]) -> None:
        self.reached, self.noted, self.lost = reached, noted, lost
        named = numbers(lost)
        super().__init__(
            f"The book {path} is damaged: it ends at entry {reached}, but it once reached entry {noted}:"
            f" {noted - reached} entries are missing{f', with {named}' if named else ''}. PitDesk writes"
            " nothing more to it. Its log may still have them, and PitDesk can look in a copy: 'pitdesk"
            f" recover --book {path}'. Look for them, too, on the slips and reports on paper, in the"
            " folder of slips, in the newest backup."
        )
