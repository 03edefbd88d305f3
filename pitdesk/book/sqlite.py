"""SQLite as sqlite-utils has it, without numpy.

sqlite-utils imports numpy wherever it is installed, only to know how to keep its numbers; no book holds
one. It costs a tenth of a second and 15 MiB at every start.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def _without(name: str) -> Iterator[None]:
    """While a module that was not imported yet is as if it were not installed."""
    if name in sys.modules:
        yield
        return
    sys.modules[name] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules[name]


with _without("numpy"):
    from sqlite_utils import Database
    from sqlite_utils.db import sqlite3

__all__ = ["Database", "sqlite3"]
