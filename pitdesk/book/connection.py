"""Connections to a book: which SQLite, how it is set, what it may never do, which file is a book."""

import os
from contextlib import closing
from pathlib import Path

from pitdesk.book.schema import (
    APPLICATION_ID,
    FOLLOWER_ID,
    SCHEMA_VERSION,
    changed_schema,
    schema,
    understood,
)
from pitdesk.book.sqlite import Database, sqlite3
from pitdesk.errors import Trouble

OLDEST_SQLITE = (3, 51, 3)  # older ones can corrupt a WAL that two connections write

_SETTINGS = {  # each is set and read back at every open
    "journal_mode": "wal",
    "synchronous": 2,  # FULL: a slip that was acknowledged survives the power
    "foreign_keys": 1,
    "busy_timeout": 5000,
    "recursive_triggers": 1,
    "trusted_schema": 0,
    "cell_size_check": 1,
    "mmap_size": 0,
    "cache_size": -1024,  # KiB: a book is written at its end, so a few pages serve all night
}
# Anything but plain tables under the names of ours, or a column in one that is computed as it is read.
_POSING = """
SELECT kept.name FROM pragma_table_list AS kept
WHERE kept.schema = 'main' AND kept.name IN
    ('entry', 'posting', 'signature', 'number', 'balance', 'attempt')
  AND (kept.type <> 'table'
    OR EXISTS (SELECT 1 FROM pragma_table_xinfo(kept.name) WHERE hidden <> 0))
"""
_DENIED = frozenset(
    {
        sqlite3.SQLITE_CREATE_TABLE,
        sqlite3.SQLITE_CREATE_INDEX,
        sqlite3.SQLITE_CREATE_TRIGGER,
        sqlite3.SQLITE_CREATE_VIEW,
        sqlite3.SQLITE_DROP_TABLE,
        sqlite3.SQLITE_DROP_INDEX,
        sqlite3.SQLITE_DROP_TRIGGER,
        sqlite3.SQLITE_ALTER_TABLE,
        sqlite3.SQLITE_ATTACH,
    }
)


def connect(path: Path, *, write: bool, newer: bool = False, follows: bool = False) -> Database:
    """Open a book; every setting is set and read back.

    newer    whether a newer PitDesk's is opened, too, where its tables have all that is read of them
    follows  whether it is to be a copy that follows a book; such a copy is read like any book

    Raises:
        Trouble: the file is no book, or a newer PitDesk's; its guards were changed; a setting failed.
        sqlite3.Error: SQLite cannot open or read it.
    """
    connection = sqlite3.connect(_address(path, write=write), uri=True, isolation_level=None)
    database = Database(connection, execute_plugins=False, strict=True)
    try:
        _check_book(path, database, newer=newer)
        _check_use(path, write=write, copies=is_follower(database), follows=follows)
        _check_tables(database)
        for name, value in _SETTINGS.items():
            if name == "journal_mode" and not write:
                continue  # a backup lies outside WAL, and may be read like any book
            database.execute(f"PRAGMA {name} = {value}").fetchall()
            if database.execute(f"PRAGMA {name}").fetchone()[0] != value:
                raise Trouble(f"SQLite did not take {name} = {value} for {path}.")
        if write and (words := changed_schema(database)):
            raise sqlite3.DatabaseError(words)
        connection.set_authorizer(authorize)
    except BaseException:
        database.close()
        raise
    return database


def begin(path: Path, *, follows: bool = False) -> None:
    """A new book that only its owner may read, empty; or a copy that follows one."""
    name = FOLLOWER_ID if follows else APPLICATION_ID
    path.touch(0o600)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = wal")
        connection.executescript(
            "BEGIN IMMEDIATE;\n"
            + schema()
            + f"\nPRAGMA application_id = {name};"
            + f"\nPRAGMA user_version = {SCHEMA_VERSION};\nCOMMIT;"
        )


def is_follower(database: Database) -> bool:
    """Whether it is a copy that follows a book."""
    return bool(database.execute("PRAGMA application_id").fetchone()[0] == FOLLOWER_ID)


def make_book(path: Path) -> None:
    """Make a book of its own of a copy that followed one."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def reader(path: Path) -> Database:
    """Another connection to the same book, to read in any thread."""
    address = _address(path, write=False)
    connection = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
    return Database(connection, execute_plugins=False)


def is_whole(path: Path) -> bool:
    """Whether SQLite, reading the file anew, finds nothing wrong with it."""
    try:
        with closing(connect(path, write=False, newer=True)) as database:
            return bool(database.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok")
    except (sqlite3.Error, UnicodeDecodeError, Trouble):
        return False


def unfinished(path: Path) -> bool:
    """Whether a book was begun here and nothing was ever written: the power failed before its tables."""
    if not path.is_file():
        return False
    try:
        with closing(reader(path)) as database:
            return not database.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone()
    except sqlite3.Error:
        return False


def _address(path: Path, *, write: bool) -> str:
    """A book in a folder that cannot be written is read as it lies there."""
    if write:
        return f"{path.resolve().as_uri()}?mode=rw"
    log = path.with_name(path.name + "-wal")
    lies_still = not os.access(path.parent, os.W_OK) and not log.exists()
    return f"{path.resolve().as_uri()}?mode=ro" + "&immutable=1" * lies_still


def _check_book(path: Path, database: Database, *, newer: bool) -> None:
    application, version = (
        database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
    )
    if application not in (APPLICATION_ID, FOLLOWER_ID):
        raise Trouble(f"The file {path} is not a PitDesk book. Name the book's own file.")
    if version > SCHEMA_VERSION and not (newer and understood(database)):
        raise Trouble(newer_words(path, version))


def _check_use(path: Path, *, write: bool, copies: bool, follows: bool) -> None:
    if follows and not copies:
        raise Trouble(f"{path} is a book, not a copy that follows one. Name another file.")
    if write and copies and not follows:
        raise Trouble(
            f"{path} follows another book: nothing is written to it but what that one has. To go on"
            f" with it, put it in the book's place: 'pitdesk restore {path}'."
        )


def newer_words(path: Path, version: int) -> str:
    """The words for a book of a schema that is not known yet."""
    return (
        f"The book {path} was written by a newer PitDesk (schema {version}, this one"
        f" reads {SCHEMA_VERSION}). Update this PitDesk; the book was not touched."
    )


def _check_tables(database: Database) -> None:
    """Look that what is read as a table is one: a view of that name could compute for ever."""
    found = database.execute(_POSING).fetchall()
    if found:
        raise sqlite3.DatabaseError(f"its {found[0][0]} is no table of a book")


def check_sqlite() -> None:
    """Raises Trouble where the SQLite that Python has can corrupt a book."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        wanted = ".".join(map(str, OLDEST_SQLITE))
        raise Trouble(
            f"SQLite {sqlite3.sqlite_version} can corrupt a book; PitDesk needs {wanted} or newer."
            " Install the project's own requirements (they bring a good one) and start again."
        )


def authorize(action: int, arg: str | None, value: str | None, *_: object) -> int:
    """Whether SQLite may do something in a book; it asks whenever it prepares a statement."""
    denied = action in _DENIED or (
        action == sqlite3.SQLITE_PRAGMA and value is not None and arg != "integrity_check"
    )
    return sqlite3.SQLITE_DENY if denied else sqlite3.SQLITE_OK
