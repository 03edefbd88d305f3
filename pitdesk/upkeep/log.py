"""The log beside a book: what the program did and what went wrong, for whoever has to find out why.

Entries by number and kind, refusals by rule, trouble in its own words. It holds no PIN, no badge, no
name, no amount of money and no password, so that it can be given away; what was typed never goes in.
Nothing is written before `begin`, and a log that cannot be written stops nobody.
"""

import logging
import os
import platform
import re
import time
import traceback
from collections.abc import Callable, Iterator
from copy import copy
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Self

from pitdesk import __version__
from pitdesk.book.entries import Draft, Entry
from pitdesk.book.journal import Journal
from pitdesk.book.people import Signer
from pitdesk.book.sqlite import sqlite3
from pitdesk.desk import Desk
from pitdesk.desk.posting import Posted
from pitdesk.errors import Refused

LOG = logging.getLogger("pitdesk")
LOG.addHandler(logging.NullHandler())
LOG.propagate = False
LOG.setLevel(logging.INFO)

FILES, ROOM = 3, 512 * 1024  # so many files of so many bytes at most, the oldest is dropped
_SECRETS = (
    (re.compile(r"(://[^:/@\s]*):[^/\s]*@"), r"\1:…@"),  # the password in an address
    (re.compile(r"(?i)\b((?:ssl)?password\s*=\s*)('[^']*'|\"[^\"]*\"|[^\s&'\"]+)"), r"\1…"),
    (re.compile(r"\$\d[\d,]*(\.\d+)?"), "$…"),
)


def plain(words: str) -> str:
    """Words without the passwords of addresses, amounts of money and the name of who is at home here.

    >>> plain("postgresql://lounge:s3cret@office/pitdesk?sslpassword=x is away; $1,320.00 wait")
    'postgresql://lounge:…@office/pitdesk?sslpassword=… is away; $… wait'
    """
    for secret, instead in _SECRETS:
        words = secret.sub(instead, words)
    return words.replace(str(Path.home()), "~")


def versions(qt: str = "") -> str:
    """What runs here: PitDesk, Python, SQLite, Qt where there is a window, the system."""
    parts = [f"PitDesk {__version__}", f"Python {platform.python_version()}"]
    parts += [f"SQLite {sqlite3.sqlite_version}", *([f"Qt {qt}"] if qt else [])]
    return ", ".join([*parts, f"{platform.system()} {platform.release()} {platform.machine()}"])


def log_of(book: Path) -> Path:
    """Where the log of a book lies: BOOK.log, and when that is full BOOK.log.1 and BOOK.log.2."""
    return book.with_name(book.name + ".log")


def logs(book: Path) -> list[Path]:
    """The log files that there are of a book, newest first."""
    path = log_of(book)
    names = [path.name, *(f"{path.name}.{number}" for number in range(1, FILES))]
    return [one for one in map(path.with_name, names) if one.is_file()]


def begin(book: Path, qt: str = "") -> None:
    """Write the log beside this book from now on, and no other; its first line has the versions."""
    end()
    file = _File(log_of(book), maxBytes=ROOM, backupCount=FILES - 1, encoding="utf-8", delay=True)
    form = _Form("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%SZ")
    form.converter = time.gmtime
    file.setFormatter(form)
    LOG.addHandler(file)
    LOG.info("start: %s", versions(qt))


def end() -> None:
    """Write the last line and close the file; do nothing where no log was begun."""
    for file in [one for one in LOG.handlers if isinstance(one, _File)]:
        LOG.info("end")
        LOG.removeHandler(file)
        file.close()


class _File(RotatingFileHandler):
    """The file, its owner's alone; where it cannot be written, work goes on without it."""

    def _open(self) -> TextIOWrapper:
        """Go on in the file, or begin one; a link that lies there is not followed."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
        return open(os.open(self.baseFilename, flags, 0o600), "a", encoding="utf-8")

    def handleError(self, record: logging.LogRecord) -> None:
        """Do nothing: there is nobody to tell."""


class _Form(logging.Formatter):
    """One line a record, and below it where an error came from."""

    def format(self, record: logging.LogRecord) -> str:
        """The record, plain."""
        own = copy(record)
        own.exc_text = None  # which another may have made of the same error, words and all
        return plain(super().format(own))

    def formatException(self, ei: object) -> str:
        """Kinds and places of an error and of those behind it; its words may quote what was typed."""
        assert isinstance(ei, tuple)
        return "".join(_traces(ei[1]))


def _traces(error: BaseException | None) -> Iterator[str]:
    while error:
        yield f"{type(error).__name__}\n"
        yield from traceback.format_tb(error.__traceback__)
        error = error.__cause__ or error.__context__


class LoggedJournal(Journal):
    """A book whose opening, entries and closing are logged."""

    def __init__(self, path: Path, *, write: bool, lenient: bool = False) -> None:
        super().__init__(path, write=write, lenient=lenient)
        LOG.info("opened %s at %s", path.name, self._at)

    @property
    def _at(self) -> str:
        return f"entry {self.head.seq}, head {self.head.hash.hex()[:8]}"

    def append(self, draft: Draft) -> Entry:
        """Write one entry, and log its number and kind."""
        before = self.head.seq
        entry = super().append(draft)
        if entry.seq > before:  # else it stood there already
            LOG.info("entry %d %s", entry.seq, entry.kind)
        return entry

    def close(self) -> None:
        """Close the book, and log where it stands."""
        super().close()
        LOG.info("closed %s at %s", self.path.name, self._at)


class LoggedDesk(Desk):
    """A desk whose refusals are logged, by rule."""

    def once(self, mine: int, call: Callable[[Self], Posted]) -> Posted | Entry:
        """Do one verb once, and log which rules refuse it."""
        try:
            return super().once(mine, call)
        except Refused as refused:
            LOG.info("refused: %s", " ".join(refused.rules))
            raise

    def sign_in(self, signer: Signer) -> None:
        """Sign a person in, and log which rule refuses it."""
        try:
            super().sign_in(signer)
        except Refused as refused:
            LOG.info("sign-in refused: %s", " ".join(refused.rules))
            raise
