"""What goes wrong under a book, told apart by SQLite's own code: the disk, the file, or who has it."""

from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from pitdesk.book.sqlite import sqlite3
from pitdesk.errors import Trouble

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
    """What SQLite could not do with a book, as trouble that says whose fault it is."""
    words = _words(error)
    return Trouble(f"The book {path} {words}. ({error})" if words else damaged(path, str(error)))


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
