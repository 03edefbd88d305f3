"""The schema of a book, and whether a book still has it."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from pitdesk.book.sqlite import Database

SCHEMA_VERSION = 2
APPLICATION_ID = 0x50444B31  # "PDK1"
FOLLOWER_ID = 0x50444B46  # "PDKF": a copy that follows a book
_EARLIER = {  # version → what stood in place of what stands in the schema now
    1: (
        "series <> ''),        -- as kinds of facts declare them",
        "series IN ('fill', 'credit', 'iou', 'day')),",
    ),
}
_NAMES = "SELECT name FROM pragma_table_info(?)"
_SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_schema"


@cache
def schema() -> str:
    """The tables and triggers of a book."""
    return files("pitdesk.book").joinpath("schema.sql").read_text("utf-8")


@cache
def _as_created(version: int) -> frozenset[tuple[str, str, str, str | None]]:
    fresh = Database(memory=True)
    fresh.executescript(schema().replace(*_EARLIER.get(version, ("", ""))))
    return frozenset(fresh.execute(_SCHEMA).fetchall())


@cache
def _columns() -> Mapping[str, frozenset[str]]:
    fresh = Database(memory=True)
    fresh.executescript(schema())
    return {table: _columns_of(fresh, table) for table in fresh.table_names()}


def _columns_of(database: Database, table: str) -> frozenset[str]:
    return frozenset(row[0] for row in database.execute(_NAMES, [table]))


def version_of(database: Database) -> int:
    """The number of its schema."""
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def understood(database: Database) -> bool:
    """Whether a book has every table and column that is read, whatever else it has."""
    return all(names <= _columns_of(database, table) for table, names in _columns().items())


def changed_schema(database: Database) -> str | None:
    """What of a book's tables, indexes and guards is not as it was created; None if all is."""
    found = frozenset(database.execute(_SCHEMA).fetchall())
    version = version_of(database)
    changed = sorted(f"{kind} {name}" for kind, name, *_ in found ^ _as_created(version))
    return f"changed since it was created: {', '.join(dict.fromkeys(changed))}" if changed else None
