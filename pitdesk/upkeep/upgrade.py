"""Books of earlier versions: a book is brought to today's schema completely, or stays as it was.

The steps are done in a copy beside the book. Only when the copy verifies, and ends in the same link of
the chain, does it take the book's place; the old book is kept beside it. So a full disk or a power cut
at any moment leaves the old book where it stood. There is no way back: PitDesk refuses to open a newer
book.
"""

import filecmp
import shutil
from collections.abc import Mapping
from contextlib import ExitStack, closing
from importlib.resources import files
from itertools import chain, count
from pathlib import Path

from pitdesk.book.chain import Head
from pitdesk.book.connection import reader
from pitdesk.book.faults import damaged, of_a_copy
from pitdesk.book.journal import BOOK, Journal
from pitdesk.book.lock import Lock
from pitdesk.book.schema import SCHEMA_VERSION, changed_schema
from pitdesk.book.sqlite import sqlite3
from pitdesk.book.staging import settle, waits
from pitdesk.book.verify import Verdict
from pitdesk.disk import flush
from pitdesk.errors import Trouble

# Schema version → the SQL that brings a book to the next one, the number in its header included.
STEPS: Mapping[int, str] = {
    version: files("pitdesk.upkeep").joinpath(f"schema-{version}.sql").read_text("utf-8")
    for version in range(1, SCHEMA_VERSION)
}


def version_of(book: Path) -> int:
    """The schema version in the header of a book's file; 0 where there is no such file, or no header.

    Raises:
        Trouble: the file is there and cannot be read.
    """
    if not book.is_file():
        return 0
    header = BOOK.beginning(book, 64)
    return int.from_bytes(header[60:64]) if len(header) == 64 else 0


def older(book: Path) -> bool:
    """Whether a book or a backup is of an earlier schema that steps lead on from."""
    return version_of(book) in STEPS and version_of(book) < SCHEMA_VERSION


def upgrade(book: Path) -> Path | None:
    """Bring a book to today's schema; returns where the old book is kept, None if nothing was to do.

    What is no book, or has a schema that no step begins at, is refused later, where it is opened.

    Raises:
        Trouble: the book is held elsewhere or damaged, or the disk failed; it is as it was.
    """
    if not older(book) and not waits(book):
        return None
    made = book.with_name(book.name + ".part")
    try:
        with ExitStack() as stack:
            stack.callback(Lock(book).release)
            settle(book)  # a restore that was interrupted may bring another one
            if not older(book):
                return None
            before = version_of(book)
            stack.callback(_clear, made)
            _clear(made)
            head = _copied(book, made)
            _step(made, before)
            with of_a_copy():
                verdict = _check(made, head)
            if not verdict.ok:
                raise Trouble(damaged(book, f"entry {verdict.seq}: {verdict.words}"))
            kept = _kept(book, before)
            made.replace(book)
            flush(book.parent)
            return kept
    except (OSError, sqlite3.Error) as error:
        raise Trouble(
            f"The book {book} of an earlier PitDesk cannot be brought to this one: {error}. It is as it"
            " was. Free or repair its disk, then open it again."
        ) from None


def _clear(made: Path) -> None:
    """Remove a copy, finished or not, with what SQLite left beside it."""
    for suffix in ("", "-journal", "-wal", "-shm"):
        made.with_name(made.name + suffix).unlink(missing_ok=True)


def _copied(book: Path, made: Path) -> Head:
    """Copy the book with what lies in its log, which is then in the book itself; returns its head."""
    with Journal.read(book) as old:
        if wrong := old.broken_promise():
            raise Trouble(damaged(book, wrong))
        head = old.head
    made.touch(0o600, exist_ok=False)
    with closing(reader(book)) as plain:  # a foreign trigger would run in every step
        if words := changed_schema(plain):
            raise Trouble(damaged(book, words))
    with closing(sqlite3.connect(book)) as source, closing(sqlite3.connect(made)) as target:
        source.backup(target)
    return head


def _step(made: Path, before: int) -> None:
    with closing(sqlite3.connect(made, isolation_level=None)) as database:
        for version in range(before, SCHEMA_VERSION):
            database.executescript(STEPS[version])
    log = made.with_name(made.name + "-wal")
    if log.exists() and log.stat().st_size:
        raise OSError(f"what lies in {log} could not be written into the book")


def _check(made: Path, head: Head) -> Verdict:
    """Verify the copy, which is of today's schema and ends where the book does."""
    with Journal.read(made) as new:
        verdict = new.verify()
        assert not verdict.ok or new.head == head, "a step leaves the chain as it is"
    assert version_of(made) == SCHEMA_VERSION, "a step ends in its number"
    flush(made)
    return verdict


def _kept(book: Path, before: int) -> Path:
    """Keep the old book beside the new one, under a name that is free, the same to the byte."""
    if book.with_name(book.name + "-wal").exists():  # it would be played into the new book
        raise Trouble(f"Another program reads the book {book}. Close it there, then open it here.")
    ends = chain([""], (f"-{number}" for number in count(2)))
    names = (book.with_name(f"{book.name}.schema-{before}{end}") for end in ends)
    kept = next(path for path in names if not path.exists())
    try:
        kept.touch(0o600, exist_ok=False)
        shutil.copyfile(book, kept)
        flush(kept)
        if not filecmp.cmp(book, kept, shallow=False):
            raise OSError(f"{kept} is not what was written to it")
    except OSError:
        kept.unlink(missing_ok=True)
        raise
    return kept
