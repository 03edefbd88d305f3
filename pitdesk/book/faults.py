"""What goes wrong under a book, told apart by SQLite's own code: the disk, the file, or who has it.

SQLite calls a file malformed, too, where the disk fails to read it. So the file is read once more
before it is called damaged: without SQLite, to see whether the disk reads it to its end, and with it, to
see whether it is whole now. A disk that failed once is still the disk.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from shutil import disk_usage
from typing import NoReturn

from pitdesk.book.connection import is_whole
from pitdesk.book.sqlite import sqlite3
from pitdesk.errors import Trouble
from pitdesk.given import KIB

# A damaged file; also in words that SQLite quotes from it and Python cannot decode.
UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)

_WORDS = {  # primary code of SQLite → what happened to the book, and what to do now
    sqlite3.SQLITE_IOERR: "is on a disk that fails to read or write. Copy its folder to another disk"
    " now, change the disk, and open the copy",
    sqlite3.SQLITE_FULL: "has no room left on its disk. Free some, then do it again",
    sqlite3.SQLITE_BUSY: "is held by another program. Close it there, then do it again",
    sqlite3.SQLITE_LOCKED: "is held by another program. Close it there, then do it again",
    sqlite3.SQLITE_READONLY: "may not be written: its file, its folder or its disk is read-only. Allow"
    " writing there, then do it again",
    sqlite3.SQLITE_PERM: "may not be opened by you. Ask whoever looks after the machine for the right"
    " to its file and folder",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: its folder is gone, or you may not write in it. Bring"
    " it back or ask for the right, then open the book again",
}
_BEGINS = b"SQLite format 3\0"  # how a file of SQLite begins
_READ: dict[tuple[int, int], FileIO] = {}  # a file that was read to its end, which one → it
_PART, _PARTS = 1 << 20, 256  # bytes read at a time; so many of a larger file, evenly apart
_SHARED = 64 * KIB  # more than SQLite's file beside the log begins with
_OTHER = "cannot be used. Look at its disk and its folder, then do it again"


class BelowZero(Exception):
    """An entry would take a place below zero; the transaction was rolled back."""


@dataclass(frozen=True, slots=True)
class Closed:
    """Stands where the connection was, once a book is closed or in doubt."""

    why: str

    def __getattr__(self, name: str) -> NoReturn:
        raise Trouble(self.why)


def damaged(path: Path, what: str) -> str:
    """The words for a book that can no longer be written, with the way out."""
    return (
        f"The book {path} is damaged: {what}. PitDesk writes nothing more to it. Keep the file as"
        f" evidence, find the first bad entry with 'pitdesk verify --book {path}', and restore the"
        f" newest good backup with 'pitdesk restore BACKUP --book {path}'."
    )


def missing(path: Path, reached: int) -> str:
    """The words where no book lies; others where its witness still says that it reached an entry."""
    if not reached:
        return f"There is no book {path}. Name an existing book, or replay into a new one."
    return (
        f"The book {path} is gone. {path.name}.head beside it says that it reached entry {reached}. Find"
        " out who moved it and put it back, or restore the newest copy of it."
    )


def fault(path: Path, error: Exception) -> Trouble:
    """What SQLite could not do with a book, as trouble that says whose fault it is.

    Where there is no room for the file that it shares beside the log, SQLite says that the disk fails.
    """
    words = _words(error)
    if disk_fails(error) and path.parent.is_dir() and disk_usage(path.parent).free < _SHARED:
        words = _WORDS[sqlite3.SQLITE_FULL]
    if not words and (unread := disk_fault(path)):
        return unread
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT and is_whole(path):
        return failed_once(path, error)
    return Trouble(f"The book {path} {words}. ({error})" if words else damaged(path, str(error)))


@contextmanager
def of_a_copy() -> Iterator[None]:
    """While a copy is made, trouble with it is its disk's: what it is told to restore is not there yet.

    Raises:
        OSError: what happened, without what to do.
    """
    try:
        yield
    except Trouble as trouble:
        raise OSError(str(trouble).partition(". ")[0]) from None


def disk_fault(path: Path) -> Trouble | None:
    """The trouble with the disk where a book's file or its log cannot be read to its end; or None.

    Of a file that does not begin as a book does, no more than its beginning is read; of one of gigabytes
    a part here and there.
    """
    try:
        for one, begins in ((path, _BEGINS), (path.with_name(path.name + "-wal"), b"")):
            if one.is_file():
                _read_to_its_end(one, begins)
    except OSError as error:
        return Trouble(f"The book {path} {_WORDS[sqlite3.SQLITE_IOERR]}. ({error})")
    return None


def failed_once(path: Path, what: object) -> Trouble:
    """The words where a file was malformed a moment ago, and is whole now that it is read again."""
    return Trouble(f"The book {path} {_WORDS[sqlite3.SQLITE_IOERR]}. (Read again, it is whole: {what})")


def _read_to_its_end(path: Path, begins: bytes) -> None:
    """Read a file, if it begins so. It stays open, each once: closing it would drop SQLite's locks."""
    status = path.stat()
    key = status.st_dev, status.st_ino
    if key not in _READ:
        _READ[key] = path.open("rb", buffering=0)
    file = _READ[key]
    for at in range(0, status.st_size, _PART * max(1, status.st_size // (_PART * _PARTS))):
        file.seek(at)
        if not file.read(_PART).startswith(begins):
            break
        begins = b""
    if sys.platform == "win32":  # pragma: no cover  (there, an open file could not be moved away)
        _READ.pop(key).close()


def disk_fails(error: Exception) -> bool:
    """Whether the disk failed to read or to write."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_IOERR


def lasts(error: BaseException) -> bool:
    """Whether nothing more may be written after it: the file is damaged, or its disk fails."""
    if not isinstance(error, sqlite3.DatabaseError) or isinstance(
        error, sqlite3.IntegrityError | sqlite3.ProgrammingError
    ):
        return False
    return damages(error) or disk_fails(error)


def damages(error: Exception) -> bool:
    """Whether it is the file that is damaged, and not the disk, a right, or another program."""
    return not _words(error)


def _words(error: Exception) -> str:
    """What happened, unless the file is damaged: SQLite calls no damage an operational error."""
    other = _OTHER if isinstance(error, sqlite3.OperationalError) else ""
    return _WORDS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, other)


def unwritten(path: Path, error: BaseException) -> BaseException:
    """Why an entry was not written: a place below zero, trouble, or an error of our own as it is."""
    if isinstance(error, sqlite3.IntegrityError) and "below_zero" in str(error):
        return BelowZero(str(error))
    if isinstance(error, sqlite3.OperationalError | sqlite3.DatabaseError) and not isinstance(
        error, sqlite3.IntegrityError | sqlite3.ProgrammingError
    ):
        return Trouble(f"{fault(path, error)} Nothing was written.")
    return error
