"""Whose fault it is: the disk's, the file's, a right's, or another program's."""

import os
import shutil

import pytest
from sqlite_utils.db import sqlite3

from pitdesk.book import verify as module
from pitdesk.book.entries import Draft
from pitdesk.book.faults import fault, unwritten
from pitdesk.book.journal import Journal
from pitdesk.errors import Trouble
from tests.facts import fact
from tests.pitdesk.book.test_verify import AT
from tests.power import needs_strace, traced


@pytest.fixture
def book(tmp_path):
    with Journal.create(tmp_path / "pit.book") as journal:
        journal.append(Draft(fact=fact("site", name="Riverside"), at=AT))
    return tmp_path / "pit.book"


def read_all(book):
    with Journal.read(book) as journal:
        journal.entries()
        journal.balances()
        journal.setup()


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (266, "a disk that fails to read or write. Copy its folder"),
        (1034, "a disk that fails to read or write. Copy its folder"),
        (13, "no room left on its disk"),
        (517, "held by another program"),
        (1032, "may not be written"),
        (3, "may not be opened by you"),
        (526, "its folder is gone"),
    ],
)
def test_what_the_world_did_is_no_damage(tmp_path, code, words):
    error = sqlite3.OperationalError("as SQLite says it")
    error.sqlite_errorcode = code  # with the extended code, as SQLite gives it
    said = str(fault(tmp_path / "book.db", error))
    assert words in said
    assert "damaged" not in said
    assert said.endswith("(as SQLite says it)")
    assert "Nothing was written." in str(unwritten(tmp_path / "book.db", error))


def test_damage_is_said_as_damage_with_the_way_to_restore(book):
    data = bytearray(book.read_bytes())
    data[4096:8192] = os.urandom(4096)
    book.write_bytes(data)
    with pytest.raises(Trouble, match=r"is damaged: .*pitdesk restore BACKUP"):
        read_all(book)


READING = """
import sys
from pathlib import Path
from pitdesk.book.journal import Journal
from pitdesk.errors import Trouble
try:
    with Journal.read(Path(sys.argv[1])) as journal:
        journal.entries()
        journal.balances()
        print("verified" if journal.verify().ok else "called damaged")
except Trouble as trouble:
    print(trouble)
"""


@needs_strace
@pytest.mark.storm
@pytest.mark.parametrize("first", range(1, 16))
def test_a_disk_that_cannot_be_read_any_more_is_not_called_damage(book, tmp_path, first):
    """SQLite itself calls it so: it takes a failing disk for a damaged file, code 11."""
    size = book.stat().st_size
    failing = ["-e", "trace=pread64,read", "-e", "inject=read:error=EIO"]
    failing += ["-e", f"inject=pread64:error=EIO:when={first}+"]
    run = traced(tmp_path / "trace", ["-P", book, *failing], READING, book)
    assert not run.stderr
    assert "a disk that fails to read" in run.stdout or run.stdout == "verified\n"
    assert book.stat().st_size == size


@needs_strace
@pytest.mark.storm
@pytest.mark.parametrize("nth", range(1, 25))
def test_a_disk_that_fails_once_and_reads_again_is_not_called_damage(book, tmp_path, nth):
    """What was malformed a moment ago is whole now: the disk is to be changed, not the book restored."""
    failing = ["-e", "trace=pread64", "-e", f"inject=pread64:error=EIO:when={nth}"]
    run = traced(tmp_path / "trace", ["-P", book, *failing], READING, book)
    assert not run.stderr
    assert "a disk that fails to read" in run.stdout or run.stdout == "verified\n"


def test_a_disk_that_fails_while_a_book_is_verified_is_no_damage(book, monkeypatch):
    def fails(*_):
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = 266  # SQLITE_IOERR_READ
        raise error

    monkeypatch.setattr(module._Reading, "_portion", fails)
    with Journal.read(book) as journal, pytest.raises(Trouble, match="a disk that fails to read"):
        journal.verify()


def test_a_book_that_another_program_writes_is_held_not_damaged(book):
    other = sqlite3.connect(book, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with Journal.read(book) as journal:  # a reader goes on meanwhile
        assert journal.head.seq == 1
    other.execute("ROLLBACK")
    other.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_a_right_not_damage(book, tmp_path):
    shutil.copytree(tmp_path, tmp_path / "shut")
    (tmp_path / "shut").chmod(0o500)
    with pytest.raises(Trouble) as trouble:
        Journal.open(tmp_path / "shut" / "pit.book")
    assert "damaged" not in str(trouble.value)
