"""Recover: what a damaged log still holds, in a copy beside the book.

After a crash, what was written last stands in BOOK-wal, page by page, each with a checksum. SQLite reads
it up to the first page that is damaged and drops all after it. Many of those pages are good, and a later
one often replaces the damaged one. Here the newest good page counts. The chain and the witness decide
whether what comes out is the book; the book itself and its log stay as they are.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from struct import Struct

from pitdesk.book.connection import newer_words
from pitdesk.book.journal import Journal
from pitdesk.book.lock import Lock
from pitdesk.book.schema import SCHEMA_VERSION
from pitdesk.book.site import Site
from pitdesk.book.witness import Noted, Shortfall, Witness
from pitdesk.disk import flush, numbered
from pitdesk.errors import Trouble
from pitdesk.given import Given
from pitdesk.upkeep.upgrade import version_of

# Both are held in memory while they are put together.
_IMAGE = Given("a book to be recovered", 1 << 30, "Keep it, and restore the newest good backup.")
_HEADER = Struct(">8I")  # magic, version, page size, checkpoints, two salts, two checksums
_FRAME = Struct(">6I")  # page, pages after a commit or 0, two salts, two checksums
_MAGIC = 0x377F0682  # and the next number, where checksums are of big-endian words
_SIZES = tuple(1 << power for power in range(9, 17))  # of a page


@dataclass(frozen=True, slots=True)
class Ways:
    """What can be done with a book that does not open.

    held     whether another program has it: nothing, until that is closed
    short    what its witness knows of and it does not have
    look     whether looking in a copy for missing entries can help
    read     whether it can be read, as far as it is whole
    saved    the copy with all of it that PitDesk made when its file was moved away
    newer    whether a newer PitDesk wrote it
    """

    held: bool = False
    short: Shortfall | None = None
    look: bool = False
    read: bool = False
    saved: Path | None = None
    newer: bool = False


def ways(book: Path) -> Ways:
    """Look what can be done with a book that does not open. Nothing is written."""
    try:
        if book.exists():
            Lock(book).release()
    except (Trouble, OSError):
        return Ways(held=True)
    short, read, newer = None, False, version_of(book) > SCHEMA_VERSION
    try:
        with Journal.read(book, lenient=True) as journal:
            short = journal.shortfall()
            Site.of(journal.setup())
            read = True
    except (Trouble, ValueError, KeyError, TypeError, AttributeError, IndexError):
        read = False
    log = book.with_name(book.name + "-wal")
    torn = book.is_file() and not read and log.is_file() and log.stat().st_size > 0
    look = not newer and (short is not None or torn)
    return Ways(False, short, look, read, saved(book), newer)


def saved(book: Path) -> Path | None:
    """The newest copy that PitDesk made of a book whose file was moved away, if it has all of it."""
    noted = Witness(book).read()
    for copy in sorted(book.parent.glob(f"{book.name}.saved-*"), key=_number, reverse=True):
        try:
            with Journal.read(copy) as journal:
                if noted and not journal.broken_promise(noted):
                    return copy
        except Trouble:
            continue
    return None


def _number(path: Path) -> int:
    number = path.name.rpartition("-")[2]
    return int(number) if number.isascii() and number.isdigit() else 0


@dataclass(frozen=True, slots=True)
class Recovered:
    """A copy of a book with as much of it as could be read.

    seq       of its newest entry
    missing   entries that the witness knows of and the copy does not have
    lost      series → first and last number that they took
    """

    copy: Path
    seq: int
    missing: int
    lost: dict[str, tuple[int, int]]


def recover(book: Path) -> Recovered:
    """Copy a book that ends too early, with what its log still holds; the best that verifies is kept.

    Raises:
        Trouble: no copy verifies, a newer PitDesk wrote it, or there is no room; nothing was changed.
    """
    if (version := version_of(book)) > SCHEMA_VERSION:
        raise Trouble(newer_words(book, version))
    copy = numbered(book, "recovered")
    noted = Witness(book).given()
    found: Recovered | None = None
    try:
        for number, image in enumerate(_images(book)):
            tried = copy.with_name(f"{copy.name}.part-{number}")
            try:
                tried.unlink(missing_ok=True)  # of a recovery that was cut short
                tried.touch(0o600, exist_ok=False)
                tried.write_bytes(image)
                one = _verified(tried, noted)
                if one and (found is None or one.seq > found.seq):
                    flush(tried)
                    tried.replace(copy)
                    found = Recovered(copy, one.seq, one.missing, one.lost)
            finally:
                for ending in ("", "-wal", "-shm"):
                    tried.with_name(tried.name + ending).unlink(missing_ok=True)
        flush(copy.parent)
    except OSError as error:
        raise Trouble(f"No copy of {book} can be written: {error}. Check its folder and disk.") from None
    if found is None:
        raise Trouble(
            f"No copy of {book} that verifies could be made of the book and its log. Keep both as they"
            " are, and restore the newest good backup."
        )
    return found


def _verified(copy: Path, noted: Noted | None) -> Recovered | None:
    """What a copy has, where it verifies and is of the chain that the witness knows."""
    try:
        with Journal.read(copy) as journal:
            if not journal.verify().ok:
                return None
            seq = journal.head.seq
            if short := journal.shortfall(noted):
                return Recovered(copy, seq, short.noted - seq, short.lost)
            return None if journal.broken_promise(noted) else Recovered(copy, seq, 0, {})
    except Trouble:
        return None


def _images(book: Path) -> Iterator[bytes]:
    """The book's file as its log makes it: by all its good pages, by all, and as SQLite reads it."""
    log = book.with_name(book.name + "-wal")
    pages, data = _data(book), _data(log) if log.exists() else b""
    frames = _frames(data)
    for trusted in (True, False):
        if frames:
            yield _applied(pages, [frame for frame in frames if frame.good or not trusted])
    upto = next((at for at, frame in enumerate(frames) if not frame.good), len(frames))
    yield _applied(pages, frames[:upto])


def _data(path: Path) -> bytes:
    _IMAGE.check(path)
    return path.read_bytes()


@dataclass(frozen=True, slots=True)
class _Frame:
    """A page in the log; `pages`: how many the file has after it, where it ends a transaction."""

    page: int
    pages: int
    data: bytes
    good: bool


def _frames(log: bytes) -> list[_Frame]:
    """The pages of a log since it was begun anew last, each with whether its own checksum is right."""
    if len(log) < _HEADER.size:
        return []
    magic, _, size, _, *rest = _HEADER.unpack_from(log)
    salts, sums = rest[:2], rest[2:]
    if magic & ~1 != _MAGIC or size not in _SIZES:
        return []
    words = Struct(f"{'>' if magic & 1 else '<'}{size // 4 + 2}I")
    frames, last = [], 0
    for at in range(_HEADER.size, len(log) - size - _FRAME.size + 1, size + _FRAME.size):
        page, pages, *rest = _FRAME.unpack_from(log, at)
        data = log[at + _FRAME.size : at + _FRAME.size + size]
        summed = _summed(sums, words.unpack(log[at : at + 8] + data))
        frames.append(_Frame(page, pages, data, good=rest == [*salts, *summed]))
        sums = rest[2:]
        last = len(frames) if rest[:2] == salts else last
    return frames[:last]  # what follows was left by an earlier log


def _summed(before: Sequence[int], words: tuple[int, ...]) -> list[int]:
    """The checksum of SQLite's log, from the one before on."""
    one, other = before
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + other) & 0xFFFFFFFF
        other = (other + second + one) & 0xFFFFFFFF
    return [one, other]


def _applied(book: bytes, frames: Sequence[_Frame]) -> bytes:
    """A book's file with the pages of a log in it, up to the last that ends a transaction."""
    image = bytearray(book)
    ends = [at for at, frame in enumerate(frames) if frame.pages]
    if ends:
        last = frames[ends[-1]]
        size = len(last.data)
        pages = min(last.pages, len(book) // size + len(frames))  # each adds one at most
        image = bytearray(book.ljust(pages * size, b"\0"))
        for frame in frames[: ends[-1] + 1]:
            if 0 < frame.page <= pages:
                image[(frame.page - 1) * size : frame.page * size] = frame.data
        del image[pages * size :]
    image[18:20] = b"\1\1"  # the copy has no log of its own
    return bytes(image)
