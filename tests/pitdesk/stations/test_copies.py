"""Sure: an entry is answered once a station has it on its disk, too; the cage waits 200 ms at most."""

import threading
from contextlib import contextmanager
from datetime import timedelta

import pytest

from pitdesk.book.journal import Journal
from pitdesk.chips import Chips
from pitdesk.stations.home import Home
from pitdesk.stations.remote import ALONE, RemoteDesk
from tests.pitdesk.stations.conftest import heard

FIVE = Chips.read("5x$5")


@pytest.fixture
def sure(served, pit):
    served.do(lambda desk: desk.set_site({"sure": True}, by=pit.by("gus")))


@contextmanager
def listening(home: Home, clock):
    """A station that does nothing but follow, in a thread of its own."""
    ready, end = threading.Event(), threading.Event()

    def follow() -> None:
        desk = RemoteDesk.open(home, clock)
        ready.set()
        while not end.is_set():
            desk.listen(0.05)
        desk.close()

    thread = threading.Thread(target=follow)
    thread.start()
    assert ready.wait(20)
    yield
    end.set()
    thread.join(20)


def test_what_is_answered_is_on_the_disk_of_a_station(served, station, sure, pit, monkeypatch):
    monkeypatch.setattr("pitdesk.stations.copies.SURE", timedelta(seconds=20))
    desk = station()
    desk.close()
    home = Home.of(desk.journal.path.parent)
    with listening(home, pit.clock):
        for _ in range(5):
            entry = served.do(lambda it: it.fill("2", FIVE, pit.by("jo")))
            with Journal.read(home.book) as copy:
                assert copy.head == (entry.seq, entry.hash)
            assert served.cage.copies.words == ""
            assert served.cage.reached == {"pit 1": entry.seq}


def test_what_a_station_asks_is_in_its_own_copy_first(served, station, sure, pit, monkeypatch):
    monkeypatch.setattr("pitdesk.stations.copies.SURE", timedelta(seconds=20))
    desk = station()
    assert desk.once(desk.mine, lambda it: it.fill("2", FIVE, pit.by("jo"))).number.number == 1
    assert desk.told == ""
    assert served.cage.copies.words == ""


def test_the_cage_goes_on_alone_and_says_so(served, station, sure, pit, caplog):
    desk = station("pit 1")  # and hears nothing while the cage writes
    assert served.do(lambda it: it.fill("2", FIVE, pit.by("jo"))).number.number == 1
    assert "on its disk within 200 ms" in served.cage.copies.words
    desk.close()
    assert served.do(lambda it: it.fill("2", FIVE, pit.by("jo"))).number.number == 2
    heard_of = served.cage.copies.words
    assert "No station is on the line" in heard_of or "within 200 ms" in heard_of  # it hangs up late
    assert "The cage goes on alone" in caplog.text
    again = RemoteDesk.open(Home.of(desk.journal.path.parent), pit.clock)
    assert again.journal.last_number("fill") == 2
    heard(again, lambda: served.cage.copies.words == "")  # it keeps up again
    again.close()


def test_nobody_is_said_to_be_alone_once_the_house_asks_for_no_copy(served, station, sure, pit):
    station().close()
    served.do(lambda it: it.fill("2", FIVE, pit.by("jo")))
    assert served.cage.copies.words
    served.do(lambda it: it.set_site({"sure": False}, by=pit.by("gus")))
    assert served.cage.copies.words == ""


def test_a_station_whose_copy_is_full_is_told_that_the_cage_alone_has_it(
    served, station, sure, pit, monkeypatch
):
    desk = station()
    monkeypatch.setattr(
        type(desk.line), "_take", lambda *_: None
    )  # it takes nothing in, and says nothing
    monkeypatch.setattr("pitdesk.stations.line.ANSWER_S", 1)
    monkeypatch.setattr("pitdesk.stations.remote.PATIENCE_S", 0)
    with pytest.raises(Exception, match="It stands at the cage"):
        desk.once(desk.mine, lambda it: it.fill("2", FIVE, pit.by("jo")))
    assert desk.told == ALONE


def test_nobody_waits_unless_the_house_asks_for_it(served, station, pit):
    desk = station()
    served.do(lambda it: it.fill("2", FIVE, pit.by("jo")))
    assert served.cage.copies.words == ""
    heard(desk, lambda: desk.journal.last_number("fill") == 1)
    heard(desk, lambda: served.cage.reached["pit 1"] == desk.journal.head.seq)
