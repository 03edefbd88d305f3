"""Whatever moment the power fails at: the old book stands, or the new one, each with all it had."""

import os
import shutil
from contextlib import closing, suppress
from pathlib import Path

import pytest
from sqlite_utils.db import sqlite3

from pitdesk.book.entries import Draft
from pitdesk.book.journal import Journal
from pitdesk.book.staging import put_in_place, settle, stage, waits
from pitdesk.errors import Trouble
from tests.facts import fact
from tests.pitdesk.book.test_verify import AT
from tests.pitdesk.conftest import Cut


def write(path, name):
    with Journal.create(path) as journal:
        journal.append(Draft(fact=fact("site", name=name), at=AT))
        return journal.head


def head(book):
    with Journal.open(book) as journal:
        assert journal.verify().ok
        assert not journal.unwitnessed
        return journal.head


def restored(book, new):
    """As a restore does it."""
    made = stage(book)
    for ending in ("", ".head"):
        shutil.copy(f"{new}{ending}", f"{made}{ending}")
    Path(f"{made}.key").write_bytes(b"the key of the new one")
    return put_in_place(book)


@pytest.fixture
def folder(tmp_path):
    """An old book that is open in its log, its key beside it; and a new one elsewhere."""
    heads = write(tmp_path / "old.db", "Riverside"), write(tmp_path / "new.db", "Oak Hall")
    (tmp_path / "old.db.key").write_bytes(b"the key of the old one")
    return tmp_path, heads


def test_a_book_takes_the_place_of_another_which_is_kept_with_its_key(folder):
    path, (old, new) = folder
    kept = restored(path / "old.db", path / "new.db")
    assert kept == path / "old.db.damaged-1"
    assert head(path / "old.db") == new
    assert (path / "old.db.key").read_bytes() == b"the key of the new one"
    assert (path / "old.db.key.before-1").read_bytes() == b"the key of the old one"
    with Journal.read(kept) as journal:
        assert journal.head == old
    assert not [*path.glob("*.staged*")]


@pytest.mark.parametrize("step", range(40))
def test_a_power_cut_leaves_the_old_book_or_the_new_one(folder, power, step):
    path, (old, new) = folder
    book = path / "old.db"
    power.left = step
    with suppress(Cut):
        restored(book, path / "new.db")
    complete = waits(book)
    power.left = None
    now = head(book)
    assert now == new if complete else now in (old, new)
    whose = "new" if now == new else "old"
    assert (path / "old.db.key").read_text() == f"the key of the {whose} one"
    assert not [*path.glob("*.staged*")]
    if now == new:
        with Journal.read(path / "old.db.damaged-1") as journal:
            assert journal.head == old


@pytest.mark.parametrize("second", range(12))
def test_a_second_power_cut_while_the_first_is_finished_does_no_harm(folder, power, second):
    path, (_, new) = folder
    book = path / "old.db"
    power.left = 2
    with pytest.raises(Cut):
        restored(book, path / "new.db")
    assert waits(book)
    power.left = second
    with suppress(Cut):
        settle(book)
    power.left = None
    assert head(book) == new


@pytest.mark.parametrize("step", range(8))
def test_a_book_whose_creation_was_cut_is_begun_again(tmp_path, power, step):
    book = tmp_path / "pit.db"
    power.left = step
    with suppress(Cut):
        Journal.create(book).close()
    power.left = None
    if not book.exists() and not waits(book):
        Journal.create(book).close()
    with Journal.open(book) as journal:
        assert journal.head.seq == 0
        assert journal.verify().ok


@pytest.mark.parametrize("size", [0, 4096])
def test_what_an_earlier_version_left_of_a_creation_is_swept_away(tmp_path, size):
    book = tmp_path / "pit.db"
    with Journal.create(tmp_path / "other.db"):
        pass
    book.touch()
    if size:  # a page that says WAL, and no table yet
        with closing(sqlite3.connect(book)) as connection:
            connection.execute("PRAGMA journal_mode = wal")
    Journal.create(book).close()
    assert (tmp_path / "pit.db.unfinished-1").exists()
    assert head(book).seq == 0


def test_a_book_with_entries_is_never_swept_away(tmp_path):
    made = write(tmp_path / "pit.db", "Riverside")
    with pytest.raises(Trouble, match="exists already"):
        Journal.create(tmp_path / "pit.db")
    assert head(tmp_path / "pit.db") == made


def test_a_new_book_and_what_lies_beside_it_is_its_owners_alone(tmp_path):
    before = os.umask(0)
    try:
        write(tmp_path / "pit.db", "Riverside")
        with Journal.open(tmp_path / "pit.db") as journal:
            journal.append(Draft(fact=fact("site", name="Oak Hall"), at=AT))
            modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert {*modes.values()} == {0o600}, modes


def test_a_lock_that_is_a_link_is_not_followed(tmp_path):
    write(tmp_path / "pit.db", "Riverside")
    (tmp_path / "pit.db.lock").unlink()
    (tmp_path / "precious").write_text("process 1")
    (tmp_path / "pit.db.lock").symlink_to(tmp_path / "precious")
    with pytest.raises(Trouble, match="cannot be held"):
        Journal.open(tmp_path / "pit.db")
    assert (tmp_path / "precious").read_text() == "process 1"


@pytest.mark.parametrize("ending", ["", ".part"])
def test_a_folder_that_is_a_link_is_not_followed(tmp_path, ending):
    book, theirs = tmp_path / "own" / "book.db", tmp_path / "theirs"
    book.parent.mkdir()
    last = write(book, "ours")
    theirs.mkdir()
    write(theirs / "book", "theirs")
    book.with_name(f"book.db.staged{ending}").symlink_to(theirs)
    assert not waits(book)
    assert head(book) == last
    assert [path.name for path in book.parent.iterdir() if "staged" in path.name] == []
    assert theirs.joinpath("book").exists()
    assert restored(book, theirs / "book")
    assert theirs.joinpath("book").exists()
