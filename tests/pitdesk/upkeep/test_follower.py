"""A copy that follows a book: the same bytes, link by link, and nothing else; kills and restore."""

import random
import subprocess
import sys
import time

import pytest

from pitdesk.__main__ import main
from pitdesk.book.journal import Journal
from pitdesk.chips import Chips
from pitdesk.errors import Trouble
from pitdesk.upkeep import follower
from pitdesk.upkeep.backup import backup, held, restore
from pitdesk.upkeep.follower import follow
from tests import storm
from tests.power import Recording, needs_strace

pytestmark = pytest.mark.long

FIVE = Chips.read("5x$5")


@pytest.fixture
def copy(tmp_path):
    return tmp_path / "stick" / "copy.db"


@pytest.fixture(autouse=True)
def _stick(tmp_path):
    (tmp_path / "stick").mkdir()


def rows(journal):
    return journal.rows(0, 100_000)


def caught_up(book, path):
    with Journal.follow(path) as copy:
        return [*follow(book, copy)]


def test_it_has_the_same_bytes_and_verifies(pit, copy):
    caught_up(pit.journal, copy)
    for _ in range(3):
        pit.desk.redeem(FIVE, pit.by("jo"))
    assert caught_up(pit.journal, copy) == [pit.journal.head.seq]
    assert caught_up(pit.journal, copy) == []
    with Journal.read(copy) as kept:
        assert rows(kept) == rows(pit.journal)
        assert kept.verify().ok
        assert kept.balances() == pit.journal.balances()
        assert kept.noted_head() == pit.journal.head
        assert kept.follows


def test_a_long_book_is_taken_in_by_portions(pit, copy, monkeypatch):
    monkeypatch.setattr(follower, "PORTION", 9)
    last = pit.journal.head.seq
    assert caught_up(pit.journal, copy) == [*range(9, last, 9), last]


def test_nothing_else_is_written_to_it(pit, copy, tmp_path):
    caught_up(pit.journal, copy)
    backup(pit.journal, tmp_path / "book.db")
    with pytest.raises(Trouble, match=r"follows another book: nothing is written to it"):
        Journal.open(copy)
    with pytest.raises(Trouble, match="is a book, not a copy that follows one"):
        Journal.follow(tmp_path / "book.db")


@pytest.mark.parametrize("how", ["flipped", "skipped", "doubled", "turned around", "another hash"])
def test_what_is_not_the_next_link_is_refused_and_nothing_is_kept(pit, copy, how):
    told = rows(pit.journal)
    body, link = told[5]
    wrong = {
        "flipped": [(body[:-2] + bytes([body[-2] ^ 1]) + body[-1:], link)],
        "skipped": told[6:8],
        "doubled": [told[5], told[5]],
        "turned around": [told[6], told[5]],
        "another hash": [(body, told[6][1])],
    }[how]
    with Journal.follow(copy) as kept:
        kept.take(told[:5])
        with pytest.raises(Trouble):
            kept.take(wrong)
        assert (kept.head.seq, rows(kept)) == (5, told[:5])
        kept.take(told[5:])
        assert kept.verify().ok


def test_a_book_put_back_from_an_older_copy_is_noticed(pit, copy, tmp_path):
    older = tmp_path / "older.db"
    backup(pit.journal, older)
    pit.desk.redeem(FIVE, pit.by("jo"))
    caught_up(pit.journal, copy)
    with Journal.read(older) as book, pytest.raises(Trouble, match=r"an older copy was put in"):
        caught_up(book, copy)
    restored = tmp_path / "restored.db"
    restore(older, restored, last_numbers={}, operator="", clock=pit.clock)
    with Journal.read(restored) as book, pytest.raises(Trouble, match="it follows another book"):
        caught_up(book, copy)


def test_it_becomes_the_book_when_the_cage_is_gone(pit, copy, tmp_path):
    pit.desk.fill("2", FIVE, pit.by("jo"))
    with Journal.follow(copy) as kept:
        [*follow(pit.journal, kept)]
        assert copy.with_name("copy.db-wal").stat().st_size  # what it has is still in its log
        found = held(copy)
        new = tmp_path / "new.db"
        fact, _ = restore(copy, new, last_numbers={"fill": 3}, operator="gro", clock=pit.clock)
    assert found.seq == fact.backup_head == pit.journal.head.seq
    assert fact.lost == {"fill": (2, 3)}
    with Journal.open(new) as book:
        assert not book.follows
        assert book.verify().ok
        assert rows(book)[: found.seq] == rows(pit.journal)


def test_the_command_takes_in_what_there_is(pit, copy, capsys):
    assert main(["follow", "--once", str(copy), "--book", str(pit.journal.path)]) == 0
    said = capsys.readouterr()
    assert said.out == f"{copy} has every entry up to {pit.journal.head.seq}.\n"
    assert "does not outlive it" in said.err
    assert main(["verify", "--book", str(copy)]) == 0
    assert main(["follow", str(pit.journal.path), "--book", str(pit.journal.path)]) != 0
    assert "is the book itself" in capsys.readouterr().err


def started(pit, copy):
    command = [sys.executable, "-m", "pitdesk", "follow", str(copy), "--book", str(pit.journal.path)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def reaches(copy, seq, running):
    """Wait until the copy has an entry, however slow this machine is, as long as somebody feeds it."""
    while True:
        ended = running.poll() is not None
        try:
            with Journal.read(copy) as kept:
                if kept.head.seq >= seq:
                    return
        except Trouble:
            pass  # it is being begun
        assert not ended, f"it ended with {running.returncode}, before entry {seq}"
        time.sleep(0.05)


@pytest.mark.storm
def test_killed_at_any_moment_it_goes_on_where_it_was(pit, copy):
    chance = random.Random(storm.seed)
    for _ in range(storm.many(4)):
        running = started(pit, copy)
        for _ in range(chance.randrange(1, 40)):
            pit.desk.refuse(FIVE, "of another house", pit.by("jo"))
        if chance.random() < 0.7:
            reaches(copy, chance.randrange(1, pit.journal.head.seq), running)
        running.kill()
        running.communicate()
    running = started(pit, copy)
    reaches(copy, pit.journal.head.seq, running)
    running.terminate()
    out, _ = running.communicate()
    assert (running.returncode, f"up to {pit.journal.head.seq}." in out) == (0, True)
    with Journal.read(copy) as kept:
        assert kept.verify().ok
        assert rows(kept) == rows(pit.journal)


# The power is cut

FOLLOW = """
import os, sys
from pathlib import Path
from pitdesk.book.journal import Journal
folder, book = map(Path, sys.argv[1:3])
exec(sys.argv[3])
with Journal.read(book) as book, Journal.follow(folder / "copy.db") as copy:
    while rows := book.rows(copy.head.seq, 2):
        copy.take(rows)
        os.write(1, f"told {copy.head.seq}\\n".encode())
"""
CARELESS = "from pitdesk.book import connection; connection._SETTINGS['synchronous'] = 0"


def cut_off(recording, tmp_path, seed, pit, count=25):
    """How many of so many cuts lose what was told, or leave a copy that does not go on."""
    dice, lost = random.Random(seed), 0
    for turn in range(count):
        at = dice.randint(1, recording.end)
        image = recording.image(at, random.Random(f"{seed} {turn}"), tmp_path / "image")
        try:
            with Journal.follow(image / "copy.db") as copy:
                whole = copy.verify().ok and copy.head.seq >= recording.known(at)
                list(follow(pit.journal, copy))
                lost += not (whole and copy.verify().ok and rows(copy) == rows(pit.journal))
        except Trouble:
            lost += 1
    return lost


@needs_strace
@pytest.mark.storm
@pytest.mark.parametrize("seed", storm.seeds(2))
def test_nothing_that_a_follower_said_it_has_is_lost_by_a_cut(pit, tmp_path, seed):
    for _ in range(12):
        pit.desk.refuse(FIVE, "of another house", pit.by("jo"))
    (tmp_path / "there").mkdir()
    recording = Recording.of(tmp_path / "there", FOLLOW, pit.journal.path, "")
    assert recording.known(recording.end) == pit.journal.head.seq
    assert cut_off(recording, tmp_path, seed, pit) == 0


@needs_strace
@pytest.mark.storm
def test_a_follower_that_does_not_flush_is_caught(pit, tmp_path):
    for _ in range(12):
        pit.desk.refuse(FIVE, "of another house", pit.by("jo"))
    (tmp_path / "there").mkdir()
    recording = Recording.of(tmp_path / "there", FOLLOW, pit.journal.path, CARELESS)
    assert cut_off(recording, tmp_path, 0, pit, 60)
