"""The cage's machine is dead: a station's copy becomes the book, and the old machine cannot go on."""

import shutil
from dataclasses import replace

import pytest

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN
from pitdesk.book.witness import Witness
from pitdesk.chips import Chips
from pitdesk.disk import make_secret
from pitdesk.errors import Refused, Trouble
from pitdesk.stations import line, succession
from pitdesk.stations.home import Home
from pitdesk.stations.remote import RemoteDesk
from pitdesk.stations.succession import promote
from pitdesk.upkeep.backup import KEYS, LINE_KEY, copy_keys, keys_in, restore
from pitdesk.upkeep.follower import follow
from tests.pitdesk.stations.conftest import Served, heard

FIVE = Chips.read("5x$5")
NONE = dict.fromkeys(("fill", "credit", "day", "iou", "document"), 0)


@pytest.fixture(autouse=True)
def quickly(monkeypatch):
    monkeypatch.setattr(line, "AGAIN_S", 0)
    monkeypatch.setattr(succession, "TELL_S", 0.1)


@pytest.fixture
def stick(served, tmp_path):
    """The keys as they were copied from the cage, and locked away."""
    shutil.copy(served.book.with_name("pepper"), f"{served.book}.pepper")
    make_secret(served.book.with_name("book.db.key"))
    folder = tmp_path / "stick"
    folder.mkdir()
    copy_keys(served.book, folder)
    return folder


@pytest.fixture
def promoted(pit, tmp_path, stick):
    """A station's copy made the book, and served: by its folder."""
    cages = []

    def made(home: Home, last=NONE, name="new") -> Served:
        book = tmp_path / name / "book.db"
        promote(
            home,
            book,
            lambda _: pit.by("gus", "pia"),
            keys=keys_in(stick, LINE_KEY),
            last_numbers=last,
            operator="op",
            clock=pit.clock,
            cost=PLAIN,
        )
        shutil.copy(f"{book}.pepper", book.with_name("pepper"))
        cages.append(Served(book, pit.clock, book.with_name("pepper")))
        return cages[-1]

    yield made
    for one in cages:
        one.end()


@pytest.fixture
def several(served, station):
    """So many stations, each with all that the cage's book has."""

    def made(count: int) -> list[RemoteDesk]:
        desks = [station(f"pit {number}") for number in range(1, count + 1)]
        head = served.do(lambda desk: desk.journal.head)
        for desk in desks:
            desk.hear()  # that its line was cut when the next one was paired
            heard(desk, lambda at=desk: at.line.reached and at.journal.head == head)
        return desks

    return made


def fill(desk, pit):
    return desk.once(desk.mine, lambda it: it.fill("2", FIVE, pit.by("jo")))


def home_of(desk) -> Home:
    return Home.of(desk.journal.path.parent)


def at(home: Home, cage: Served) -> Home:
    return home.moved("127.0.0.1", cage.port)


def test_a_copy_becomes_the_book_and_the_stations_go_on_with_it(served, several, promoted, pit):
    one, other = several(2)
    assert [fill(one, pit).number.number, fill(other, pit).number.number] == [1, 2]
    heard(one, lambda: one.journal.head == other.journal.head)
    one.close()
    head = served.do(lambda desk: desk.journal.head)
    served.end()

    cage = promoted(home_of(one), NONE | {"fill": 4})  # 3 and 4 are on paper, and not in the copy
    restored = cage.do(lambda desk: desk.journal.entry(head.seq + 1))
    assert (restored.kind, restored.fact.backup_head) == ("restore", head.seq)
    assert restored.fact.lost == {"fill": (3, 4)}
    assert [(one.person, one.proof) for one in restored.signatures] == [("gus", "pin"), ("pia", "pin")]

    other.close()
    again = RemoteDesk.open(at(home_of(other), cage), pit.clock)
    assert fill(again, pit).number.number == 5
    assert again.journal.verify().ok
    again.close()
    served.begin()


def test_it_takes_two_managers_with_their_pins(served, station, stick, pit, tmp_path):
    desk = station()
    desk.close()
    book, home = tmp_path / "new" / "book.db", home_of(desk)

    def tried(*by, **how):
        promote(
            home,
            book,
            lambda _: by,
            keys=keys_in(stick, LINE_KEY),
            last_numbers=NONE,
            operator="op",
            clock=pit.clock,
            cost=PLAIN,
            **how,
        )

    with pytest.raises(Trouble, match="so it is not dead"):
        tried(*pit.by("gus", "pia"))
    cut = book.with_name("book.db.staged")
    cut.mkdir(parents=True)
    with pytest.raises(Trouble, match="was made before, and PitDesk was interrupted"):
        tried(*pit.by("gus", "pia"))
    cut.rmdir()
    served.end()
    for by in (pit.by("gus"), pit.by("gus", "gus"), pit.by("gus", "jo"), pit.by("gus", "pia:cashier")):
        with pytest.raises(Refused, match="Two managers initial this"):
            tried(*by)
    with pytest.raises(Refused, match="That is not the PIN"):
        tried(*pit.by("gus"), pit.one("pia", pin="111111"))
    assert not book.exists()
    with Journal.read(home.book) as copy:
        assert copy.attempts("person", "pia")
    with Journal.follow(home.book), pytest.raises(Trouble, match="is held by"):
        tried(*pit.by("gus", "pia"))
    stick.joinpath("book.db.pepper").write_bytes(b"x")
    with pytest.raises(Trouble, match="not the key of this book"):
        tried(*pit.by("gus", "pia"))
    book.parent.mkdir(exist_ok=True)
    book.write_bytes(b"")
    with pytest.raises(Trouble, match="is there already"):
        tried(*pit.by("gus", "pia"))
    served.begin()


def test_the_old_machine_that_comes_back_writes_nothing_more(served, station, promoted, pit):
    desk = station("pit 1")
    fill(desk, pit)
    desk.close()
    served.end()
    cage = promoted(home_of(desk))
    served.begin()  # where it was before: the new cage tells it
    closed = cage.cage._closed
    for _ in range(200):
        if served.do(lambda it: it.halted):
            break
        closed.wait(0.05)
    with pytest.raises(Trouble, match=r"Nothing more is written here: the copy of pit 1.*Close PitDesk"):
        served.do(lambda it: it.fill("2", FIVE, pit.by("jo")))
    head = served.do(lambda it: it.journal.head)
    assert cage.do(lambda it: it.fill("2", FIVE, pit.by("jo"))).number.number == 2
    assert served.do(lambda it: it.journal.head) == head
    # And if it was no cage at all that said so: the way out.
    cage.end()
    served.do(lambda it: it.end_station("pit 1", pit.by("gus"), "not ours"))
    assert served.do(lambda it: it.fill("2", FIVE, pit.by("jo"))).number.number == 2
    cage.begin()


def test_a_station_goes_back_to_no_lower_term(served, several, promoted, pit):
    one, other = several(2)
    one.close()
    served.end()
    cage = promoted(home_of(one))
    other.close()
    old = home_of(other)
    desk = RemoteDesk.open(at(old, cage), pit.clock)
    fill(desk, pit)
    desk.close()
    cage.end()
    served.begin()
    back = RemoteDesk.open(at(home_of(other), served), pit.clock, wait_s=5)
    assert "not the cage any more" in back.line.why
    assert not back.line.reached
    with pytest.raises(Trouble, match="Nothing was asked"):
        fill(back, pit)
    back.close()
    with pytest.raises(Trouble, match="pit 2 is wrong: take it away"):
        served.do(lambda it: it.fill("2", FIVE, pit.by("jo")))
    book, copy = Journal.read(served.book), Journal.follow(old.book)
    with book, copy, pytest.raises(Trouble, match="stayed behind"):
        list(follow(book, copy))
    cage.begin()


def test_a_cage_that_hides_its_term_is_left(served, station, promoted, pit, monkeypatch):
    """At the station's own end: the line is open, and it hangs up."""
    desk = station("pit 1")
    desk.close()
    served.end()
    cage = promoted(home_of(desk))
    home, dialed = at(home_of(desk), cage), line.dialed

    def lower(home, said):
        end, answer = dialed(home, said)
        if end:  # on a busy machine the first call may have no answer
            answer.term = -1
        return end, answer

    monkeypatch.setattr(line, "dialed", lower)
    back = RemoteDesk.open(home, pit.clock, wait_s=5)
    assert "not the cage any more" in back.line.why
    assert not back.line.reached
    back.close()
    served.begin()


def test_a_station_that_has_more_than_the_new_cage_keeps_it_and_begins_afresh(
    served, several, promoted, pit
):
    one, other = several(2)
    fill(one, pit)
    one.close()  # and hears nothing of what follows
    entry = fill(other, pit)
    served.end()
    cage = promoted(home_of(one), NONE | {"fill": 2})
    other.close()
    home = at(home_of(other), cage)
    behind = RemoteDesk.open(home, pit.clock, wait_s=5)
    assert f"has entries {entry.seq} to {entry.seq} of a book" in behind.line.why
    behind.close()
    kept = line.afresh(home)
    assert not Witness(home.book).path.exists()
    with Journal.read(kept) as copy:
        assert copy.entry(entry.seq).fact == entry.fact
    again = RemoteDesk.open(home, pit.clock)
    assert fill(again, pit).number.number == 3
    again.close()
    with pytest.raises(Trouble, match="The copy was left as it is"):
        line.afresh(home)
    assert again.journal.path.exists()
    assert home.afresh() != kept
    served.begin()


def test_two_machines_that_both_became_the_cage_are_told(served, several, promoted, pit):
    desks = several(3)
    for desk in desks:
        desk.close()
    served.end()
    first, second = (promoted(home_of(desk), name=name) for desk, name in zip(desks, "ab", strict=False))
    home = home_of(desks[2])
    desk = RemoteDesk.open(at(home, first), pit.clock)
    fill(desk, pit)
    desk.close()
    desk = RemoteDesk.open(at(home, second), pit.clock, wait_s=5)
    assert "two machines went on as the cage" in desk.line.why
    desk.close()
    with pytest.raises(Trouble, match="two machines went on as the cage"):
        second.do(lambda it: it.fill("2", FIVE, pit.by("jo")))
    served.begin()


def test_a_cage_restored_from_an_old_copy_says_so_to_each_station(served, several, stick, pit, tmp_path):
    one, other = several(2)
    fill(one, pit)
    served.end()
    shutil.copy(served.book, old := tmp_path / "old.db")
    served.begin()
    heard(one, lambda: one.line.reached)
    heard(other, lambda: other.line.reached)
    second = fill(one, pit)
    heard(other, lambda: other.journal.head.seq == second.seq)
    other.close()
    served.end()
    restore(
        old,
        served.book,
        last_numbers={},
        operator="op",
        clock=pit.clock,
        keys={ending: stick / f"book.db{ending}" for ending in KEYS},
    )
    served.begin()
    heard(one, lambda: "Look in the copy" in one.line.why)
    assert f"has entries {second.seq} to {second.seq} of a book" in one.line.why
    assert served.do(lambda it: it.halted) == ""  # the cage's own people did so: it goes on
    assert served.do(lambda it: it.fill("2", FIVE, pit.by("jo"))).number.number == 3


def test_without_the_cages_own_key_the_stations_are_paired_again(served, several, stick, pit, tmp_path):
    one, other = several(2)
    one.close()
    other.close()
    served.end()
    stick.joinpath(f"book.db{LINE_KEY}").unlink()
    book = tmp_path / "new" / "book.db"
    promote(
        home_of(one),
        book,
        lambda _: pit.by("gus", "pia"),
        keys=keys_in(stick, LINE_KEY),
        last_numbers=NONE,
        operator="op",
        clock=pit.clock,
        cost=PLAIN,
    )
    shutil.copy(f"{book}.pepper", book.with_name("pepper"))
    cage = Served(book, pit.clock, book.with_name("pepper"))
    desk = RemoteDesk.open(replace(at(home_of(other), cage)), pit.clock, wait_s=5)
    assert "pair the station again" in desk.line.why
    desk.close()
    cage.end()
    served.begin()
