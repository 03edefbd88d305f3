import resource
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from textwrap import dedent

import pytest
from sqlite_utils.db import sqlite3

from pitdesk.__main__ import main
from pitdesk.book.entries import Draft, Number, move
from pitdesk.book.journal import Journal
from pitdesk.book.past import day_of, past_days
from pitdesk.book.site import Site
from pitdesk.book.staging import waits
from pitdesk.chips import Chips
from pitdesk.clock import SetClock
from pitdesk.codes.keys import key_of
from pitdesk.desk import Desk
from pitdesk.errors import Refused, Trouble
from pitdesk.reports.outstanding import nights
from pitdesk.upkeep.backup import (
    KEY,
    PEPPER,
    backup,
    backup_name,
    check,
    check_keys,
    copy_keys,
    held,
    keys_in,
    restore,
    stands,
    tried,
)
from pitdesk.upkeep.upgrade import upgrade
from printers.devices.paper import Paper
from printers.devices.spool import drain
from tests import storm
from tests.facts import fact
from tests.pitdesk.conftest import Cut, Pit, spoil

AT = datetime(2026, 11, 20, 22, tzinfo=UTC)
ROOT = Path(__file__).parents[3]
CLOCK = SetClock(AT)
SPOILT = "UPDATE posting SET place = 'tray 2' WHERE entry = 3 AND line = 1"


def stocked():
    postings = move(Chips.read("90x$5"), "supplier", "chip bank")
    return Draft(fact=fact("stock"), at=AT, postings=postings)


def fill():
    postings = move(Chips.read("1x$5"), "chip bank", "in transit")
    return Draft(fact=fact("fill"), at=AT, postings=postings)


@pytest.fixture
def book(tmp_path):
    (tmp_path / "house").mkdir()
    return tmp_path / "house" / "pit.book"


@pytest.fixture
def journal(book):
    with Journal.create(book) as journal:
        journal.append(stocked())
        for _ in range(3):
            journal.append(fill())
        yield journal


@pytest.fixture
def target(tmp_path):
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick" / "pit.backup"


# Practice


def site(**settings):
    return Draft(fact=fact("site", **{"name": "Lounge", **settings}), at=AT)


@pytest.fixture
def kinds(tmp_path):
    """A real and a practice book, closed, and a backup of each: (books, backups)."""
    books, backups = {}, {}
    for kind, settings in (("real", {}), ("practice", {"practice": True})):
        books[kind], backups[kind] = tmp_path / f"{kind}.book", tmp_path / f"{kind}.backup"
        with Journal.create(books[kind]) as journal:
            journal.append(site(**settings))
            journal.append(stocked())
            backup(journal, backups[kind])
    return books, backups


def put_back(backup, book):
    return restore(backup, book, last_numbers={}, operator="gus", clock=CLOCK)


@pytest.mark.parametrize("kind", ["real", "practice"])
def test_a_backup_takes_the_place_of_a_book_of_its_kind(kinds, kind):
    books, backups = kinds
    put_back(backups[kind], books[kind])
    books[kind].unlink()
    put_back(backups[kind], books[kind])


@pytest.mark.parametrize(
    ("of", "place", "words"),
    [
        ("practice", "real", "practice.backup is of a practice book, and .*real.book is none"),
        ("real", "practice", "practice.book is a practice book, and the backup .* is of a real one"),
    ],
)
def test_a_backup_does_not_take_the_place_of_a_book_of_the_other_kind(kinds, of, place, words):
    books, backups = kinds
    before = books[place].read_bytes()
    with pytest.raises(Trouble, match=words + r"\. Name another backup.*nothing was changed"):
        put_back(backups[of], books[place])
    assert books[place].read_bytes() == before
    assert not list(books[place].parent.glob("*.damaged*"))
    with Journal.open(books[place]) as journal:
        assert journal.head.seq == 2


def test_a_book_that_tells_nothing_any_more_counts_as_a_real_one(kinds):
    books, backups = kinds
    books["real"].write_bytes(b"nothing of it is left")
    with pytest.raises(Trouble, match="is of a practice book"):
        put_back(backups["practice"], books["real"])
    _, kept = put_back(backups["real"], books["real"])
    assert kept.read_bytes() == b"nothing of it is left"


# Backup


def test_a_book_is_copied_while_it_is_open(journal, target):
    verdict = backup(journal, target)
    assert verdict[:2] == (True, 4)
    assert check(target) == verdict
    with Journal.read(target) as copy:
        assert copy.head == journal.head
        assert copy.entries() == journal.entries()
        assert copy.balances() == journal.balances()
    assert [*target.parent.iterdir()] == [target]
    assert journal.append(fill()).seq == 5


def test_a_backup_holds_what_lies_in_the_wal(journal, book, target):
    assert book.with_name("pit.book-wal").stat().st_size > 0
    backup(journal, target)
    journal.append(fill())
    assert check(target)[:2] == (True, 4)


def test_a_newer_backup_takes_the_place_of_the_older(journal, target):
    backup(journal, target)
    journal.append(fill())
    backup(journal, target)
    assert check(target)[:2] == (True, 5)
    assert [*target.parent.iterdir()] == [target]


def test_a_backup_is_read_and_never_written(journal, target):
    backup(journal, target)
    before = target.read_bytes()
    with Journal.read(target) as copy, pytest.raises(Trouble, match="read-only"):
        copy.append(fill())
    assert target.read_bytes() == before
    assert [*target.parent.iterdir()] == [target]


def test_a_damaged_book_leaves_the_old_backup(journal, book, target):
    backup(journal, target)
    good = target.read_bytes()
    spoil(book, SPOILT, "posting_stands")
    with pytest.raises(Trouble, match="is not kept: entry 3"):
        backup(journal, target)
    assert target.read_bytes() == good
    assert [*target.parent.iterdir()] == [target]


def test_a_damaged_backup_is_told(journal, target):
    backup(journal, target)
    spoil(target, SPOILT, "posting_stands")
    assert check(target)[:2] == (False, 3)


def refused(target):
    try:
        return not check(target).ok
    except Trouble:
        return True


@pytest.mark.parametrize("size", [0, 100, 4096, 20_000])
def test_a_torn_backup_is_told(journal, target, size):
    backup(journal, target)
    target.write_bytes(target.read_bytes()[:size])
    assert refused(target)


def test_a_folder_that_is_not_there_is_trouble(journal, target):
    with pytest.raises(Trouble, match="cannot be written"):
        backup(journal, target.with_name("no") / "pit.backup")


def test_a_backup_does_not_take_the_place_of_a_folder(journal, target):
    target.mkdir()
    with pytest.raises(Trouble, match="cannot be written"):
        backup(journal, target)
    assert [*target.parent.iterdir()] == [target]


def test_what_an_interrupted_backup_left_does_no_harm(journal, target):
    backup(journal, target)
    target.with_name("pit.backup.part").write_bytes(b"half a book")
    target.with_name("pit.backup.part-journal").write_bytes(b"half a journal")
    assert backup(journal, target).ok
    assert check(target).ok
    assert not target.with_name("pit.backup.part").exists()


BACKUP = """
import os, sys
from pathlib import Path
from pitdesk.upkeep import backup as module
from pitdesk.errors import Trouble
from pitdesk.book.journal import Journal

book, target, what = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
with Journal.open(book) as journal:
    if what == "full":
        import resource
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[4]), resource.RLIM_INFINITY))
    else:
        name = {"copy": "check", "check": "flush"}[what]
        setattr(module, name, lambda *_: os.kill(os.getpid(), 9))
    try:
        module.backup(journal, target)
    except Trouble as trouble:
        print(trouble)
    if what == "full":
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
"""


def elsewhere(*args):
    return subprocess.run(
        [sys.executable, "-c", dedent(BACKUP), *map(str, args)],
        cwd=ROOT,
        text=True,
        capture_output=True,
        check=False,
    )


def test_a_program_killed_in_a_backup_leaves_the_old_one(journal, book, target):
    backup(journal, target)
    good = target.read_bytes()
    journal.append(fill())
    journal.close()
    run = elsewhere(book, target, "copy")
    assert run.returncode == -signal.SIGKILL
    assert target.read_bytes() == good
    with Journal.open(book) as again:
        assert backup(again, target)[:2] == (True, 5)


@pytest.mark.parametrize("room", [0, 4096, 20_000])
def test_a_full_stick_leaves_the_old_backup(journal, book, target, room):
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] == resource.RLIM_INFINITY
    backup(journal, target)
    good = target.read_bytes()
    journal.append(fill())
    journal.close()
    run = elsewhere(book, target, "full", room)
    assert run.returncode == 0, run.stderr
    assert "cannot be written" in run.stdout
    assert target.read_bytes() == good
    assert [*target.parent.iterdir()] == [target]


# A folder of copies


def test_a_copy_is_called_after_its_site_and_the_weekday_of_its_day(dark, tmp_path):
    assert backup_name(dark.journal) == "riverside-lounge-begun.db"
    dark.begin()
    weekday = f"{dark.desk.day.date:%A}".lower()
    assert backup_name(dark.journal) == f"riverside-lounge-{weekday}.db"
    book = tmp_path / "named.db"
    with Journal.create(book) as journal:
        assert backup_name(journal) == "begun.db"
        journal.append(site(name="Bob's Bar & Grill"))
        assert backup_name(journal) == "bob-s-bar-grill-begun.db"


def test_into_a_folder_goes_a_copy_of_that_name(pit, tmp_path, capsys):
    stick = tmp_path / "stick"
    stick.mkdir()
    name = backup_name(pit.journal)
    for _ in range(2):
        assert main(["backup", "--book", str(pit.book), str(stick)]) == 0
    assert [path.name for path in stick.iterdir()] == [name]
    assert f"{stick / name}: written and verified." in capsys.readouterr().out


def test_a_copy_with_entries_that_the_book_has_not_is_never_lost(journal, book, target):
    """The book was restored from an older copy, and goes another way than what the stick holds."""
    backup(journal, target)
    older = target.read_bytes()
    journal.append(fill())
    backup(journal, target)
    newer = target.read_bytes()
    journal.close()
    target.with_name("older").write_bytes(older)
    restored(target.with_name("older"), book)
    with Journal.open(book) as again:
        assert not stands(target, again)
        assert stands(target.with_name("older"), again)
        backup(again, target)
        assert stands(target, again)
        assert target.with_name("pit.backup.kept-1").read_bytes() == newer
        backup(again, target)  # which this book has the whole of
    assert not target.with_name("pit.backup.kept-2").exists()


def test_another_books_copy_is_kept_and_what_is_no_copy_is_not(journal, target, tmp_path):
    with Journal.create(tmp_path / "other.book") as other:
        other.append(site())
        backup(other, target)
    before = target.read_bytes()
    backup(journal, target)
    assert target.with_name("pit.backup.kept-1").read_bytes() == before
    target.write_bytes(b"half a copy")
    backup(journal, target)
    assert check(target).ok
    assert not target.with_name("pit.backup.kept-2").exists()


def test_a_copy_by_a_newer_version_is_kept(journal, target):
    backup(journal, target)
    connection = sqlite3.connect(target)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = target.read_bytes()
    backup(journal, target)
    assert check(target).ok
    assert target.with_name("pit.backup.kept-1").read_bytes() == before


# Looking at one


def test_a_backup_tells_what_it_holds(pit, target):
    numbers = [pit.fill("2", "1x$5") for _ in range(2)]
    backup(pit.journal, target)
    found = held(target)
    assert found.seq == pit.journal.head.seq
    assert found.at == pit.journal.entries()[-1].at
    assert (found.date, found.sealed) == (pit.desk.day.date, False)
    assert found.numbers == {"fill": numbers[-1], "credit": 0, "day": 1, "iou": 0, "document": 0}
    assert found.site.settings == pit.desk.site.settings


def test_an_empty_book_holds_nothing(book, target):
    with Journal.create(book) as journal:
        backup(journal, target)
    found = held(target)
    assert (found.seq, found.at, found.date, found.sealed) == (0, None, None, False)


def test_to_try_a_backup_changes_nothing_and_leaves_nothing(journal, target, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tried"))
    (tmp_path / "tried").mkdir()
    backup(journal, target)
    before = target.read_bytes()
    assert tried(target, CLOCK) == held(target)
    assert target.read_bytes() == before
    assert [*target.parent.iterdir()] == [target]
    assert not [*(tmp_path / "tried").iterdir()]
    spoil(target, SPOILT, "posting_stands")
    with pytest.raises(Trouble, match="is damaged: entry 3"):
        tried(target, CLOCK)
    assert not [*(tmp_path / "tried").iterdir()]


# Its keys


def test_a_key_is_told_from_another_books(pit, target, tmp_path):
    own, other = pit.folder / "pit.book.key", tmp_path / "other.key"
    other.write_bytes(bytes(range(32)))
    pit.desk = Desk(pit.journal, pit.pepper, clock=pit.clock, rules=pit.rules, key=key_of(pit.journal))
    backup(pit.journal, target)
    check_keys(target, {KEY: other})  # nothing is signed yet
    pit.fill("2", "1x$5")
    drain(pit.desk, Paper())
    backup(pit.journal, target)
    check_keys(target, {KEY: own})
    with pytest.raises(Trouble, match=r"other\.key is not the key of this book"):
        check_keys(target, {KEY: other})
    other.write_bytes(own.read_bytes())
    pit.desk.replace_key("a new computer", pit.by("gus:gaming manager"))
    backup(pit.journal, target)
    check_keys(target, {KEY: own})
    with pytest.raises(Trouble, match=r"other\.key is not the key of this book"):
        check_keys(target, {KEY: other})
    other.write_bytes(b"short")
    with pytest.raises(Trouble, match="holds no key: 5 bytes, not 32"):
        check_keys(target, {KEY: other})
    with pytest.raises(Trouble, match="There is no key"):
        check_keys(target, {KEY: tmp_path / "no.key"})


@pytest.fixture
def keyed(tmp_path):
    """A book's two keys and one that signed before; what they hold by name."""
    folder = tmp_path / "keyed"
    folder.mkdir()
    for at, ending in enumerate((".pepper", ".key", ".key.1")):
        (folder / f"pit.book{ending}").write_bytes(bytes([at]) * 32)
    return folder


def bytes_in(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_keys_are_copied_for_their_owner_alone_and_replace_no_others(keyed, target):
    folder = target.parent
    assert {path.name for path in copy_keys(keyed / "pit.book", folder)} == bytes_in(keyed).keys()
    assert bytes_in(folder) == bytes_in(keyed)
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
    copy_keys(keyed / "pit.book", folder)
    (keyed / "pit.book.key").write_bytes(b"x" * 32)
    before = bytes_in(folder)
    with pytest.raises(Trouble, match=r"is another key\. Name another folder; nothing was changed"):
        copy_keys(keyed / "pit.book", folder)
    assert bytes_in(folder) == before


@pytest.mark.parametrize("ending", [PEPPER, KEY])
def test_keys_are_not_copied_where_one_of_them_is_gone(keyed, target, ending):
    (keyed / f"pit.book{ending}").unlink()
    before = bytes_in(target.parent)
    with pytest.raises(Trouble, match=rf"pit\.book\{ending} is missing\. Put it back"):
        copy_keys(keyed / "pit.book", target.parent)
    assert bytes_in(target.parent) == before


def test_keys_are_found_where_there_is_one_of_each(keyed):
    assert keys_in(keyed) == {PEPPER: keyed / "pit.book.pepper", KEY: keyed / "pit.book.key"}
    (keyed / "old.key").write_bytes(bytes(32))
    assert keys_in(keyed) == {PEPPER: keyed / "pit.book.pepper"}
    assert keys_in(keyed / "no") == {}


def test_keys_come_with_a_book_and_those_that_lay_there_are_kept(journal, book, target, keyed):
    backup(journal, target)
    journal.close()
    book.with_name("pit.book.key").write_bytes(b"o" * 32)
    restore(target, book, last_numbers={}, operator="gro", clock=CLOCK, keys=keys_in(keyed))
    found = bytes_in(book.parent)
    assert {name: found[name] for name in bytes_in(keyed)} == bytes_in(keyed)
    assert found["pit.book.key.before-1"] == b"o" * 32
    restore(target, book, last_numbers={}, operator="gro", clock=CLOCK, keys=keys_in(book.parent))
    assert not book.with_name("pit.book.key.before-2").exists()


# Restore


def restored(target, book, **last_numbers):
    return restore(target, book, last_numbers=last_numbers, operator="gro", clock=CLOCK)


def test_a_backup_takes_the_place_of_a_damaged_book(journal, book, target):
    backup(journal, target)
    lost = journal.append(fill())
    journal.close()
    spoil(book, SPOILT, "posting_stands")
    fact, kept = restored(target, book, fill=lost.number.number)
    assert fact.lost == {"fill": (4, 4)}
    assert fact.backup_head == 4
    assert fact.operator == "gro"
    with Journal.open(book) as again:
        assert again.verify().ok
        assert again.broken_promise() is None
        assert again.entry(5).fact == fact
        assert again.head == (5, again.entry(5).hash)
    assert kept == book.with_name("pit.book.damaged-1")
    with Journal.read(kept) as evidence:
        assert evidence.head.seq == 5
        assert evidence.verify()[:2] == (False, 3)
        assert evidence.noted_head() == evidence.head


def test_a_lost_number_never_comes_again(dark, tmp_path):
    target = tmp_path / "pit.backup"
    backup(dark.journal, target)
    dark.begin()
    dark.open("2")
    numbers = [dark.fill("2", "1x$5") for _ in range(3)]
    dark.journal.close()
    restored(target, dark.book, fill=numbers[-1], credit=0)
    dark.journal = Journal.open(dark.book)
    dark.desk = dark.another()
    dark.begin()
    dark.open("2")
    assert dark.fill("2", "1x$5") == 4
    assert dark.fill("2", "1x$5") == 5
    entry = dark.journal.setup()[-1].seq
    assert dark.desk.site.lost == [("day", 1, 1, entry), ("fill", 1, 3, entry)]
    assert dark.journal.verify().ok


def test_no_number_comes_again_because_a_disk_kept_the_witness(journal, book, target, tmp_path):
    backup(journal, target)
    journal.append(fill())
    journal.close()
    witness = book.with_name(f"{book.name}.head")
    kept = witness.rename(tmp_path / "kept")
    witness.symlink_to(witness.name)  # whoever opens it gets an error of the disk
    with pytest.raises(Trouble, match="cannot be read, and it knows which numbers were used"):
        restored(target, book)
    witness.unlink()
    kept.rename(witness)
    fact, _ = restored(target, book)
    assert fact.lost == {"fill": (4, 4)}


def test_nothing_is_lost_where_paper_goes_no_further(journal, book, target):
    backup(journal, target)
    journal.close()
    fact, _ = restored(target, book, fill=3, credit=0)
    assert fact.lost == {}
    with Journal.open(book) as again:
        assert again.append(fill()).number == Number("fill", 4)


def test_a_book_is_restored_where_there_is_none(journal, book, target, tmp_path):
    backup(journal, target)
    new = tmp_path / "new" / "pit.book"
    new.parent.mkdir()
    fact, kept = restored(target, new)
    assert kept is None
    assert fact.set_aside is None
    with Journal.open(new) as again:
        assert again.head.seq == 5


def test_a_bad_backup_changes_nothing(journal, book, target):
    backup(journal, target)
    journal.close()
    spoil(target, SPOILT, "posting_stands")
    before = {path.name: path.read_bytes() for path in book.parent.iterdir()}
    with pytest.raises(Trouble, match="is damaged: entry 3"):
        restored(target, book)
    assert {path.name: path.read_bytes() for path in book.parent.iterdir()} == before


def test_a_backup_that_is_not_there_changes_nothing(journal, book, target):
    journal.close()
    before = book.read_bytes()
    with pytest.raises(Trouble, match="There is no book"):
        restored(target, book)
    assert book.read_bytes() == before


def test_a_book_that_is_open_is_not_replaced(journal, book, target):
    backup(journal, target)
    with pytest.raises(Trouble, match="is held by"):
        restored(target, book)
    assert journal.append(fill()).seq == 5
    assert journal.verify().ok


def test_every_book_that_was_set_aside_is_kept(journal, book, target):
    backup(journal, target)
    journal.close()
    kept = [restored(target, book)[1].name for _ in range(3)]
    assert kept == ["pit.book.damaged-1", "pit.book.damaged-2", "pit.book.damaged-3"]
    assert all(book.with_name(name).exists() for name in kept)


def test_a_wal_that_was_left_over_is_set_aside_with_its_book(journal, book, target, tmp_path):
    """The machine stopped: the WAL of the old book must not be played into the restored one."""
    backup(journal, target)
    for _ in range(5):
        journal.append(fill())
    crashed = tmp_path / "crashed" / "pit.book"
    crashed.parent.mkdir()
    for suffix in ("", "-wal"):
        shutil.copy(f"{book}{suffix}", f"{crashed}{suffix}")
    fact, kept = restored(target, crashed, fill=8)
    with Journal.open(crashed) as again:
        assert again.entry(5).fact == fact
        assert again.verify()[:2] == (True, 5)
    with Journal.read(kept) as evidence:
        assert evidence.head.seq == 9


def test_a_number_that_only_the_witness_knows_never_comes_again(dark, tmp_path):
    """Nobody typed anything: the day, its slips and its IOU are known from beside the damaged book."""
    target = tmp_path / "pit.backup"
    backup(dark.journal, target)
    dark.begin()
    dark.open("2")
    assert [dark.fill("2", "1x$5") for _ in range(3)] == [1, 2, 3]
    dark.desk.iou(10_000, dark.lender(), "drawer", dark.by("jo"))
    dark.journal.close()
    fact, _ = restored(target, dark.book)
    assert fact.lost == {"day": (1, 1), "fill": (1, 3), "iou": (1, 1)}
    for _ in range(2):  # a second restore of the same backup knows what the first one lost
        fact, _ = restored(target, dark.book)
        assert fact.lost == {"day": (1, 1), "fill": (1, 3), "iou": (1, 1)}
    dark.journal = Journal.open(dark.book)
    dark.desk = dark.another()
    dark.begin()
    dark.open("2")
    assert dark.fill("2", "1x$5") == 4
    assert dark.desk.iou(10_000, dark.lender(), "drawer", dark.by("jo")).number.number == 2
    assert dark.desk.day.number == 2
    for series in ("day", "fill", "iou"):
        dark.desk.explain(f"{series} 000001 lost", "the machine broke", dark.by("pia"))
    dark.end(t2=0)
    assert [day.day for day in past_days(dark.journal)] == [2]
    assert day_of(dark.journal, 2).sealed
    assert day_of(dark.journal, 1) is None
    assert [night.day for night in nights(dark.journal)] == [2]
    assert dark.journal.verify().ok


# A cut in the middle of it

KEPT = b"o" * 32, b"n" * 32  # the key of the book that stands there, and the one that comes along


@pytest.fixture
def cut(tmp_path):
    """Whether a book stands that goes on above every number told, its own key beside it."""
    house, stick = tmp_path / "house", tmp_path / "stick"
    house.mkdir()
    stick.mkdir()
    with Journal.create(house / "pit.book") as journal:
        journal.append(stocked())
        journal.append(fill())
        backup(journal, stick / "pit.backup")
        for _ in range(6):
            journal.append(fill())
    (house / "pit.book.key").write_bytes(KEPT[0])
    (stick / "any.key").write_bytes(KEPT[1])
    return tmp_path


def stands_whole(house):
    book = house / "pit.book"
    upgrade(book)
    with Journal.open(book) as journal:
        assert journal.verify().ok
        assert not journal.unwitnessed
        is_new = journal.entries(3, 3)[0].kind == "restore"
        site = Site.of(journal.setup())
        following = fact("fill", first_number=site.first_number("fill"))
        assert journal.append(Draft(fact=following, at=AT)).number == Number("fill", 8)
    assert (house / "pit.book.key").read_bytes() == KEPT[is_new]
    assert not [*house.glob("*.staged*")]
    if is_new:
        assert (house / "pit.book.key.before-1").read_bytes() == KEPT[0]
        with Journal.read(house / "pit.book.damaged-1") as journal:
            assert journal.last_number("fill") == 7
    return is_new


def copied(cut, folder):
    """Both folders once more, elsewhere."""
    return Path(
        shutil.copytree(cut, folder, ignore=shutil.ignore_patterns("cut-*", "killed-*", "whole"))
    )


def no_room(_):
    raise OSError(28, "No space left on device")


def put(folder):
    keys = {KEY: folder / "stick" / "any.key"}
    copy, book = folder / "stick" / "pit.backup", folder / "house" / "pit.book"
    restore(copy, book, last_numbers={}, operator="gro", clock=CLOCK, keys=keys)


def test_whatever_change_of_a_name_is_the_last_a_whole_book_stands(cut, power, tmp_path):
    whole, found, power.count = copied(cut, tmp_path / "whole"), [], 0
    put(whole)
    for step in range(power.count):
        folder = copied(cut, tmp_path / f"cut-{step}")
        power.left = step
        with pytest.raises(Cut):
            put(folder)
        power.left = None
        found.append(stands_whole(folder / "house"))
    assert len(found) > 12
    assert found == sorted(found)  # the old one up to the rename that counts, from there on the new one
    assert {*found} == {False, True}


KILLED = """
import os, random, sys, time
from pathlib import Path
from tests.pitdesk.upkeep.test_backup import put

def child(folder):
    if (pid := os.fork()) == 0:
        put(folder)
        os._exit(0)
    return pid

folders = [Path(name) for name in sys.argv[2:]]
begun = time.monotonic()
os.waitpid(child(folders.pop()), 0)
whole = time.monotonic() - begun
chance = random.Random(int(sys.argv[1]))
for folder in folders:
    pid = child(folder)
    time.sleep(chance.uniform(0, whole))
    os.kill(pid, 9)
    os.waitpid(pid, 0)
"""


@pytest.mark.storm
def test_killed_at_any_moment_a_whole_book_stands(cut, tmp_path):
    folders = [tmp_path / f"killed-{number}" for number in range(storm.many(12) + 1)]
    for folder in folders:
        copied(cut, folder)
    command = [sys.executable, "-c", KILLED, f"{storm.seed}", *map(str, folders)]
    subprocess.run(command, cwd=ROOT, check=True)
    assert stands_whole(folders.pop() / "house")
    for folder in folders:
        stands_whole(folder / "house")


def test_a_restore_that_stands_already_is_finished_when_another_begins(cut, monkeypatch):
    with monkeypatch.context() as full, suppress(Trouble):
        full.setattr("pitdesk.book.staging._set_aside", no_room)
        put(cut)
    assert waits(cut / "house" / "pit.book")
    put(cut)
    with Journal.open(cut / "house" / "pit.book") as journal:
        assert journal.entry(3).fact.lost == {"fill": (2, 7)}
    assert sorted(path.name for path in (cut / "house").glob("*.damaged-?")) == [
        "pit.book.damaged-1",
        "pit.book.damaged-2",
    ]


def test_a_disk_that_fails_after_the_book_is_complete_is_said_so(cut, monkeypatch):
    monkeypatch.setattr("pitdesk.book.staging._set_aside", no_room)
    with pytest.raises(Trouble, match="is restored, but it could not take its place yet"):
        put(cut)
    monkeypatch.undo()
    assert stands_whole(cut / "house")


# The drill


def test_the_machine_is_lost_in_the_night_and_another_goes_on(pit, rules, tmp_path):
    """A backup of the open day, pepper and key; then a new machine, the same night, sealed on it."""
    stick, public = tmp_path / "stick", key_of(pit.journal).public
    stick.mkdir()
    assert [pit.fill("2", "1x$5") for _ in range(2)] == [1, 2]
    backup(pit.journal, stick / "pit.backup")
    for name in ("pepper", "pit.book.key"):
        shutil.copy(pit.folder / name, stick)
    assert pit.fill("2", "1x$25") == 3  # on paper, and in no backup
    pit.journal.close()
    shutil.rmtree(pit.folder)

    new = tmp_path / "new"
    new.mkdir()
    for name in ("pepper", "pit.book.key"):
        shutil.copy(stick / name, new)
    fact, kept = restored(stick / "pit.backup", new / "pit.book", fill=3, credit=0)
    assert kept is None
    assert fact.lost == {"fill": (3, 3)}
    assert check(new / "pit.book").ok

    again = Pit(new, rules, pit.clock.at)
    assert key_of(again.journal).public == public
    with pytest.raises(Refused):
        again.desk.sign_in(again.one("jo", pin="2742"))
    again.desk.sign_in(again.one("jo"))
    assert again.desk.signed_in == "jo"
    assert [slip.number for slip in again.desk.today.slips.values()] == [1, 2]
    assert again.fill("2", "1x$25") == 4
    assert again.credit("2", "1x$5") == 1
    again.end(t2=52_000)
    assert again.desk.day.sealed
    assert again.journal.verify().ok
    assert {again.journal.numbered("fill", n) is None for n in (1, 2, 4)} == {False}
    assert again.journal.numbered("fill", 3) is None
    again.journal.close()
    with Journal.read(new / "pit.book") as journal:
        assert journal.noted_head() == journal.head


def test_without_the_pepper_nobody_can_sign_in_on_another_machine(pit, rules, tmp_path):
    """Why the drill copies it: another pepper proves no PIN of the book."""
    backup(pit.journal, tmp_path / "pit.backup")
    new = tmp_path / "new"
    new.mkdir()
    restored(tmp_path / "pit.backup", new / "pit.book")
    other = Pit(new, rules, pit.clock.at)
    with pytest.raises(Refused, match="That is not the PIN or badge of Jo"):
        other.desk.sign_in(other.one("jo"))
    other.journal.close()
