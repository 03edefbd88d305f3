"""A machine that stopped, and a log with a damaged page: nothing that was told vanishes unseen."""

import random
import shutil

import pytest

from pitdesk.__main__ import main
from pitdesk.book.chain import Head
from pitdesk.book.journal import Journal
from pitdesk.book.site import Site
from pitdesk.book.witness import Noted, Shortfall, Witness
from pitdesk.clock import SetClock
from pitdesk.errors import Trouble
from pitdesk.upkeep.backup import KEYS, restore
from pitdesk.upkeep.recovery import Ways, recover, saved, ways
from tests.conftest import EVENING
from tests.pitdesk.conftest import Pit
from tests.storm import seeds

FILES = ("pit.book", "pit.book-wal", "pit.book.head")
FRAME = 24 + 4096


@pytest.fixture(scope="module")
def stopped(made, rules, tmp_path_factory):
    """A night whose machine stopped after nine slips: the book, its log, its witness, as they lay."""
    folder, kept = tmp_path_factory.mktemp("night"), tmp_path_factory.mktemp("stopped")
    shutil.copytree(made["pit"], folder, dirs_exist_ok=True)
    pit = Pit(folder, rules)
    for _ in range(9):
        pit.fill("2", "1x$5")
    for name in FILES:
        shutil.copy(folder / name, kept / name)
    head = pit.journal.head
    pit.journal.close()
    return kept, head


@pytest.fixture
def book(stopped, tmp_path):
    for name in FILES:
        shutil.copy(stopped[0] / name, tmp_path / name)
    for ending in KEYS:
        (tmp_path / f"pit.book{ending}").write_bytes(bytes(32))
    return tmp_path / "pit.book"


def contents(book):
    return {path.name: path.read_bytes() for path in book.parent.iterdir() if path.name in FILES}


def put_back(copy, book):
    """What the witness knows of lost numbers counts, though nobody types them."""
    restore(copy, book, last_numbers={}, operator="gus", clock=SetClock(EVENING))


def flip(book, at, bit=0):
    log = book.with_name("pit.book-wal")
    data = bytearray(log.read_bytes())
    data[at] ^= 1 << bit
    log.write_bytes(data)


def test_a_log_that_is_right_loses_nothing(book, stopped):
    with Journal.open(book) as journal:
        assert journal.head == stopped[1]


def test_a_damaged_page_is_said_with_the_numbers_it_hides_and_nothing_is_thrown_away(book, stopped):
    flip(book, 32 + FRAME + 500)
    before = contents(book)
    for _ in range(2):
        with pytest.raises(Shortfall) as short:
            Journal.open(book)
        assert short.value.noted == stopped[1].seq
        assert short.value.reached < short.value.noted
        assert short.value.lost["fill"][1] == 9
        assert "pitdesk recover" in str(short.value)
    assert contents(book) == before
    with Journal.read(book) as journal:  # it can be read as far as it goes
        assert journal.head.seq == short.value.reached


def test_what_a_damaged_page_hides_comes_back_in_a_copy(book, stopped, capsys):
    flip(book, 32 + FRAME + 500)
    before = contents(book)
    assert main(["recover", "--book", str(book)]) == 0
    assert contents(book) == before
    copy = book.with_name("pit.book.recovered-1")
    assert copy.stat().st_mode & 0o077 == 0, "nobody else may read it"
    assert f"--book {book}" in capsys.readouterr().out
    with Journal.read(copy) as journal:
        assert journal.head == stopped[1]
        assert journal.last_number("fill") == 9
    put_back(copy, book)
    with Journal.open(book) as journal:
        assert journal.head.seq == stopped[1].seq + 1
        assert not journal.unwitnessed
        assert journal.verify().ok


def test_a_recovery_that_was_cut_short_holds_up_none(book, stopped):
    book.with_name("pit.book.recovered-1.part-0").write_bytes(b"the beginning of a copy")
    assert recover(book).seq == stopped[1].seq
    assert not [*book.parent.glob("*.part-*")]


@pytest.mark.parametrize("field", [0, 4], ids=["which page", "how many pages"])
def test_a_flipped_bit_that_makes_the_book_a_thousand_times_as_long_does_not(book, stopped, field):
    """Neither memory nor disk holds what the head of a page in the log says there is."""
    log = book.with_name("pit.book-wal").stat().st_size
    last = 32 + (log - 32) // FRAME * FRAME - FRAME
    flip(book, last + field, bit=5)  # a page of half a billion
    found = recover(book)
    assert found.seq == stopped[1].seq - found.missing
    assert found.copy.stat().st_size < 10 * (log + book.stat().st_size)


@pytest.mark.storm
@pytest.mark.parametrize("seed", seeds(20))
def test_wherever_the_log_is_damaged_nothing_vanishes_unseen(book, stopped, seed):
    """A flipped bit, a torn page, a page of zeros, a log that ends too early."""
    dice, log = random.Random(seed), book.with_name("pit.book-wal")
    data = bytearray(log.read_bytes())
    at = dice.randrange(len(data))
    how = seed % 4
    if how == 0:
        data[at] ^= 1 << dice.randrange(8)
    elif how == 1:
        data[at : at + 512] = dice.randbytes(min(512, len(data) - at))
    elif how == 2:
        data[at : at + 4096] = bytes(min(4096, len(data) - at))
    else:
        del data[at:]
    log.write_bytes(data)
    try:
        Journal.open(book).close()
    except Shortfall as error:
        short = error
    else:
        short = None
    if short:
        found = recover(book)
        assert short.reached <= found.seq == stopped[1].seq - found.missing
        put_back(found.copy, book)
    with Journal.open(book) as journal:
        assert journal.verify().ok
        assert short or journal.head == stopped[1]
        lost = [one.last for one in Site.of(journal.setup()).lost if one.series == "fill"]
        assert max([journal.last_number("fill"), *lost]) == 9


def test_a_book_without_a_log_is_copied_as_it_is(book, stopped):
    with Journal.open(book):
        pass
    found = recover(book)
    assert (found.seq, found.missing, found.lost) == (stopped[1].seq, 0, {})


def test_where_nothing_verifies_nothing_is_kept(book):
    book.write_bytes(book.read_bytes()[:8192])
    book.with_name("pit.book-wal").write_bytes(b"")
    with pytest.raises(Trouble, match="restore the newest good backup"):
        recover(book)
    assert {path.name for path in book.parent.iterdir()} <= {*FILES, *(f"pit.book{one}" for one in KEYS)}


# What can be done with a book that does not open


def test_a_book_that_ends_too_early_can_be_looked_through_and_read(book, stopped):
    flip(book, 32 + FRAME + 500)
    before = contents(book)
    found = ways(book)
    assert found.short.noted == stopped[1].seq
    assert (found.look, found.read, found.saved, found.held) == (True, True, None, False)
    assert contents(book) == before


def test_a_book_of_which_nothing_can_be_read_has_no_such_way(book):
    book.write_bytes(b"\0" * 9000)
    book.with_name("pit.book-wal").unlink()
    assert ways(book) == Ways()


def test_a_log_beside_a_file_that_cannot_be_read_is_worth_a_look(book):
    book.write_bytes(b"\0" * 9000)
    assert ways(book).look


def test_nothing_is_done_with_a_book_that_another_program_holds(book):
    with Journal.open(book):
        assert ways(book) == Ways(held=True)


def test_the_newest_copy_that_was_saved_counts_if_it_has_all_of_the_book(book, tmp_path):
    with Journal.open(book) as journal:
        journal.copy(tmp_path / "pit.book.saved-2")
        journal.copy(tmp_path / "pit.book.saved-10")
    (tmp_path / "pit.book.saved-11").write_text("no book")
    assert saved(book) == tmp_path / "pit.book.saved-10"
    witness = Witness(book)
    witness.begin(Noted(Head(9999, bytes(32)), {}))
    witness.close()
    assert saved(book) is None  # another of its entries was told since
