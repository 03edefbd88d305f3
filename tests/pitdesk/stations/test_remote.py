"""The desk of a station: what it asks is done at the cage, once, and stands in its own copy."""

import random
import shutil
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from pitdesk.book.journal import Journal
from pitdesk.book.people import Signer
from pitdesk.chips import Chips
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.errors import Refused, Trouble
from pitdesk.stations import line, remote
from pitdesk.stations.home import Home
from pitdesk.stations.remote import RemoteDesk
from pitdesk.tonight.board import Board
from tests import storm
from tests.pitdesk.stations.cable import Cable
from tests.pitdesk.stations.conftest import heard
from tests.pitdesk.stations.hands import verb

FIVE = Chips.read("5x$5")


def fills(served) -> int:
    return served.do(lambda desk: desk.journal.last_number("fill"))


@pytest.fixture
def cable(served):
    one = Cable(served.port)
    yield one
    one.stop()


@pytest.fixture
def wired(served, station, cable, pit, monkeypatch):
    """A station behind a cable that can be cut."""
    monkeypatch.setattr(remote, "PATIENCE_S", 20)
    first = station()
    first.close()
    home = Home.of(first.journal.path.parent)
    cage = type(home.cage)(home.name, "127.0.0.1", cable.port, home.cage.certificate)
    desk = RemoteDesk.open(replace(home, cage=cage), pit.clock)
    yield desk
    desk.close()


def test_a_verb_asked_at_a_station_stands_at_the_cage_and_in_the_copy(served, station, pit):
    desk = station()
    entry = desk.once(desk.mine, lambda it: it.fill("2", FIVE, pit.by("jo")))
    assert (entry.kind, entry.number.number, entry.request) == ("fill", 1, "pit 1 after 0")
    assert served.do(lambda cage: cage.journal.entry(entry.seq)) == entry
    assert desk.day.slips["fill", 1].entry == entry
    assert Board.of(desk).mine == entry.seq
    assert desk.journal.verify().ok


def test_asked_twice_with_the_same_number_it_is_done_once(served, station, pit):
    desk = station()
    mine = desk.mine
    one, two = (desk.once(mine, lambda it: it.fill("2", FIVE, pit.by("jo"))) for _ in range(2))
    assert one == two
    assert fills(served) == 1


def test_a_refusal_comes_as_the_cage_gives_it(served, station, pit):
    desk = station()

    def wrong(it: Desk) -> object:
        return it.fill("2", FIVE, pit.by("kari"))

    with pytest.raises(Refused) as there:
        desk.once(desk.mine, wrong)
    with pytest.raises(Refused) as here:
        served.do(wrong)
    assert there.value.reasons == here.value.reasons
    assert desk.trial(wrong) == [one for one in here.value.reasons if one.rule != "pd.initials"]
    assert fills(served) == 0


def test_what_others_do_comes_by_itself(served, station, pit):
    one, other = station("pit 1"), station("pit 2")
    one.once(one.mine, lambda it: it.ask("fill", "2", FIVE, pit.by("bob")))
    entry = served.do(lambda desk: desk.fill("2", FIVE, pit.by("jo")))
    for desk in (one, other):
        heard(desk, lambda at=desk: at.journal.head.seq >= entry.seq)
        assert desk.day.slips["fill", 1].entry.fact.ask


def test_who_signs_in_there_initials_records_there_and_nowhere_else(served, station, pit):
    desk = station()
    desk.sign_in(*pit.by("jo"))
    entry = desk.once(desk.mine, lambda it: it.redeem(FIVE, [Signer("jo", "cashier")]))
    assert [one.proof for one in entry.signatures] == ["signed in"]
    assert served.do(lambda it: it.signed_in) is None
    desk.sign_out()
    with pytest.raises(Refused, match="Nobody is signed in at pit 1"):
        desk.once(desk.mine, lambda it: it.redeem(FIVE, [Signer("jo", "cashier")]))
    with pytest.raises(Refused, match="That is not the PIN"):
        desk.sign_in(Signer("jo", "", pin="1111"))


def test_only_the_verbs_of_its_parts(served, station, pit):
    desk = station(parts=("pit",))
    with pytest.raises(Trouble, match="pit 1 may not ask for 'redeem'"):
        desk.once(desk.mine, lambda it: it.redeem(FIVE, pit.by("jo")))
    with pytest.raises(Trouble, match="done at the cage alone"):
        desk.set_lender("Bingo", "game", pit.by("gus"))
    assert desk.once(desk.mine, lambda it: it.ask("fill", "2", FIVE, pit.by("bob"))).kind == "ask"


def test_a_stolen_tablet_is_taken_away_at_once(served, station, pit):
    desk = station()
    served.do(lambda it: it.end_station("pit 1", pit.by("gus"), "stolen"))
    with pytest.raises(Trouble, match=r"Nothing was asked|taken away"):
        desk.once(desk.mine, lambda it: it.fill("2", FIVE, pit.by("jo")))
    heard(desk, lambda: "taken away" in desk.line.why)
    assert fills(served) == 0


def test_wrong_tries_at_a_station_hold_it_up_whatever_its_clock_says(served, station, pit):
    desk = station()
    desk.line.clock._clock = SetClock(pit.clock.at + timedelta(hours=1))
    for _ in range(3):
        with pytest.raises(Refused, match="not the PIN"):
            desk.sign_in(Signer("kari", "", pin="1111"))
    with pytest.raises(Refused, match="Too many wrong PINs at pit 1"):
        desk.sign_in(*pit.by("kari"))


def test_wrong_tries_at_three_stations_whose_clocks_differ_count_as_at_one(served, station, pit):
    desks = [station(f"pit {number}") for number in (1, 2, 3)]
    for desk, hours in zip(desks, (-1, 0, 1), strict=True):
        desk.line.clock._clock = SetClock(pit.clock.at + timedelta(hours=hours))
        desk.hear()  # that its line was cut as the next one was paired
        heard(desk, lambda at=desk: at.line.reached)
        with pytest.raises(Refused, match="not the PIN"):
            desk.sign_in(Signer("kari", "", pin="1111"))
    with pytest.raises(Refused, match="Too many wrong PINs"):
        desks[0].sign_in(*pit.by("kari"))
    served.end()
    served.begin()  # what is counted is in the book
    desks[2].hear()
    heard(desks[2], lambda: desks[2].line.reached)
    with pytest.raises(Refused, match="Too many wrong PINs"):
        desks[2].sign_in(*pit.by("kari"))
    pit.later(hours=1)
    desks[2].sign_in(*pit.by("kari"))


@pytest.mark.storm
@pytest.mark.parametrize("seed", storm.seeds(1))
def test_guesses_at_three_stations_are_as_few_as_the_waits_allow(served, station, pit, seed):
    """Held against waits reckoned on fingers; -s shows how many guesses were heard of how many made.

    Clocks of stations jump by an hour, the cage is restarted, and the right PIN is given while all wait.
    """
    chance, wrong, last = Random(seed), Counter(), {}
    desks = {name: station(name) for name in ("pit 1", "pit 2", "pit 3")}
    for desk in desks.values():
        desk.hear()  # that its line was cut as the next one was paired
        heard(desk, lambda at=desk: at.line.reached)

    def waits(who: str) -> bool:
        if wrong[who] >= 10:
            return True
        return wrong[who] > 2 and (pit.clock.at - last[who]).total_seconds() < 2 ** (wrong[who] - 2)

    made = told = opened = 0
    for turn in range(storm.many(30)):
        name = chance.choice([*desks])
        desk, held = desks[name], waits("kari") or waits(name)
        desk.line.clock._clock = SetClock(pit.clock.at + timedelta(hours=chance.choice((-1, 0, 1))))
        pin = pit.one("kari").pin if held else f"{chance.randrange(10_000):04}0"
        with pytest.raises(Refused) as refused:
            desk.sign_in(Signer("kari", "", pin=pin))
        made += 1
        assert str(refused.value).startswith("Too many wrong PINs") == held, (turn, name, wrong)
        if not held:
            told += 1
            wrong.update(("kari", name))
            last["kari"] = last[name] = pit.clock.at
        if wrong["kari"] >= 10 and chance.random() < 0.3:
            served.do(lambda it: it.unlock("kari", pit.one("gus")))
            wrong["kari"], opened = 0, opened + 1
        if wrong[name] >= 10 and chance.random() < 0.3:
            desk.sign_in(*pit.by("gus"))
            wrong[name] = 0
        if turn % 20 == 19:
            served.end()
            served.begin()
            for one in desks.values():
                one.hear()
                heard(one, lambda at=one: at.line.reached)
        pit.later(seconds=chance.choice((0, 1, 2, 5, 20, 90)))
    sys.stdout.write(f"{made} guesses made, {told} heard, {opened} times opened by a manager\n")
    assert told < made


def test_a_station_whose_clock_is_wrong_goes_by_the_cages(served, station, pit):
    first = station()
    first.close()
    wrong = SetClock(pit.clock.at + timedelta(hours=1))
    desk = RemoteDesk.open(Home.of(first.journal.path.parent), wrong)
    assert desk.clock.now().at == pit.clock.at
    assert desk.line.clock.wrong.startswith("This station's clock is 60 minutes fast.")
    entry = desk.once(desk.mine, lambda it: it.fill("2", FIVE, pit.by("jo")))
    assert entry.at == pit.clock.at
    desk.close()


# The line is cut


@pytest.mark.storm
@pytest.mark.parametrize("way", ["up", "down"])
def test_a_line_cut_at_any_byte_doubles_and_loses_nothing(served, wired, cable, pit, way, monkeypatch):
    chance, done = random.Random(f"{way}{storm.seed}"), []
    monkeypatch.setattr(line, "AGAIN_S", 0)
    for _ in range(storm.many(6)):
        setattr(cable, way, chance.randrange(900))
        done.append(wired.once(wired.mine, lambda it: it.fill("2", FIVE, pit.by("jo"))))
        setattr(cable, way, None)
    numbers = [entry.number.number for entry in done]
    assert numbers == [*range(1, len(done) + 1)]
    assert fills(served) == len(done)
    assert wired.journal.verify().ok


def test_once_the_cage_is_gone_it_says_so_and_what_was_asked_is_told_when_it_is_back(
    served, wired, cable, pit, monkeypatch
):
    monkeypatch.setattr(remote, "PATIENCE_S", 0)
    cable.down, cable.unplugged = 0, True  # cut behind the question, before a word of the answer
    with pytest.raises(Trouble, match="Nobody here knows yet whether it was done"):
        wired.once(wired.mine, lambda it: it.fill("2", FIVE, pit.by("jo")))
    with pytest.raises(Trouble, match="Nothing was asked"):
        wired.once(wired.mine, lambda it: it.fill("2", FIVE, pit.by("jo")))
    assert wired.trial(lambda it: it.fill("99", FIVE, pit.by("jo")))  # reading goes on
    cable.down, cable.unplugged = None, False
    heard(wired, lambda: wired.line.reached)
    assert "What you asked last was done: entry" in wired.told
    assert fills(served) == 1


def test_it_goes_on_when_the_cage_is_started_again(served, station, pit):
    desk = station()
    desk.once(desk.mine, lambda it: it.fill("2", FIVE, pit.by("jo")))
    served.end()
    served.begin()
    heard(desk, lambda: desk.line.reached)
    assert desk.once(desk.mine, lambda it: it.fill("2", FIVE, pit.by("jo"))).number.number == 2


def test_a_copy_is_read_where_the_cage_is_not_reached(served, station, pit):
    first = station()
    first.close()
    served.end()
    desk = RemoteDesk.open(Home.of(first.journal.path.parent), pit.clock, wait_s=0)
    assert Board.of(desk).state == "open"
    with pytest.raises(Trouble, match="not reached"):
        desk.once(desk.mine, lambda it: it.fill("2", FIVE, pit.by("jo")))
    desk.close()
    served.begin()


def test_an_older_copy_in_the_cages_place_is_noticed(served, station, pit):
    desk = station()
    served.end()
    old = served.book.read_bytes()
    served.begin()
    served.do(lambda it: it.fill("2", FIVE, pit.by("jo")))
    heard(desk, lambda: desk.journal.last_number("fill") >= 1)
    served.end()
    for end in ("-wal", "-shm", ".head"):
        served.book.with_name(served.book.name + end).unlink(missing_ok=True)
    served.book.write_bytes(old)
    served.begin()
    heard(desk, lambda: "an older copy was put in its place" in desk.line.why)


def test_another_book_and_another_version_are_told(served, station, pit, monkeypatch):
    first = station()
    first.close()
    home = Home.of(first.journal.path.parent)
    monkeypatch.setattr(line, "SAME", "0.1.0 abc")
    desk = RemoteDesk.open(home, pit.clock, wait_s=5)
    assert "The cage runs PitDesk 0.3.0 and this station 0.1.0" in desk.line.why
    desk.close()
    monkeypatch.undo()
    for one in home.folder.glob("book.db*"):
        one.unlink()
    with Journal.follow(home.book) as copy, Journal.create(home.folder / "other.db") as other:
        Desk(other, pit.pepper, clock=pit.clock).set_site({"organization": "Another"})
        copy.take(other.rows(0, 10))
    desk = RemoteDesk.open(home, pit.clock, wait_s=5)
    assert "is of another book" in desk.line.why
    desk.close()


def test_what_the_cage_hangs_up_on_is_not_asked_for_ever(served, station, pit, monkeypatch):
    monkeypatch.setattr(line, "AGAIN_S", 0)
    desk = station()
    odd = [Signer("jo", 5, pin="2741")]  # nothing that a station says: the cage cuts the line
    with pytest.raises(Trouble, match="Nobody here knows yet whether it was done"):
        desk.once(desk.mine, lambda it: it.fill("2", FIVE, odd))
    heard(desk, lambda: desk.told)
    assert "was not done. Ask again" in desk.told
    with pytest.raises(Trouble, match=r"more than a station sends.*Nothing was asked"):
        desk.once(desk.mine, lambda it: it.void("fill", 1, "x" * (1 << 20), pit.by("jo", "pia")))
    assert desk.once(desk.mine, lambda it: it.fill("2", FIVE, pit.by("jo"))).number.number == 1


def test_whoever_comes_after_the_desk_is_closed_is_told(served, pit):
    served.end()
    with pytest.raises(Trouble, match="The cage is closed"):
        served.turns(lambda desk: desk.fill("2", FIVE, pit.by("jo"))).result(1)
    served.begin()


@pytest.mark.storm
@pytest.mark.parametrize("seed", storm.seeds(2))
def test_a_random_night_has_the_bytes_of_one_desk(served, station, pit, tmp_path, seed):
    """The same verbs, refused ones among them, at a station and at a desk of its name."""
    desk = station("pit 1")
    served.end()
    alone = tmp_path / "alone.db"
    for suffix in ("", ".head"):
        shutil.copy(f"{served.book}{suffix}", f"{alone}{suffix}")
    served.begin()
    heard(desk, lambda: desk.line.reached)
    with Journal.open(alone) as journal:
        one = Desk(journal, pit.pepper, clock=pit.clock, station="pit 1")
        for turn in range(40):
            pit.later(seconds=7)
            told = [outcome(it, Random(f"{seed} {turn}")) for it in (desk, one)]
            assert told[0] == told[1]
        assert desk.journal.rows(0, 1000) == journal.rows(0, 1000)
        assert len({entry.kind for entry in journal.entries()}) > 5


def outcome(desk: Desk, dice: Random) -> object:
    """The entry that a random verb comes to, or why it is refused."""
    call = verb(dice, desk)
    try:
        return desk.once(desk.mine, call)
    except Refused as refused:
        return refused.reasons


# Several at once


@pytest.mark.storm
def test_two_stations_ask_for_the_last_chips_at_once_and_one_is_refused(served, station, pit):
    desks = [station("pit 1"), station("pit 2")]
    bank = served.do(lambda it: it.journal.at("chip bank"))["$5"]
    served.do(lambda it: it.fill("2", Chips.read(f"{bank - 10}x$5"), pit.by("jo")))
    for desk in desks:
        desk.close()  # each is used by one thread alone
    homes = [Home.of(desk.journal.path.parent) for desk in desks]
    begin = threading.Barrier(2)

    def ask(home: Home) -> str:
        desk, ten = RemoteDesk.open(home, pit.clock), Chips.read("10x$5")
        try:
            said = ""
            for _ in range(storm.many(2)):
                begin.wait(60)
                try:
                    slip = desk.once(desk.mine, lambda it: it.fill("2", ten, pit.by("jo"))).number.number
                    said += "1"
                except Refused as refused:
                    said, slip = said + ("0" if refused.reasons[0].section else "?"), 0
                begin.wait(60)
                if slip:
                    desk.once(
                        desk.mine, lambda it, n=slip: it.void("fill", n, "torn", pit.by("jo", "pia"))
                    )
                begin.wait(60)
            return said
        finally:
            desk.close()

    with ThreadPoolExecutor(2) as threads:
        one, other = threads.map(ask, homes)
    assert all({a, b} == {"0", "1"} for a, b in zip(one, other, strict=True)), (one, other)
    assert served.do(lambda it: it.journal.verify()).ok


def test_a_slow_proof_at_one_station_holds_nobody_up(served, station, pit, monkeypatch):
    slow, quick = station("pit 1"), station("pit 2")
    slow.close()
    proving, go = threading.Event(), threading.Event()
    matches = type(served.do(lambda it: it._pepper)).matches

    def held(self, kept: str, pin: str) -> bool:
        if pin == "550718":
            proving.set()
            go.wait(20)
        return matches(self, kept, pin)

    monkeypatch.setattr(type(served.do(lambda it: it._pepper)), "matches", held)

    def ask() -> str:
        desk = RemoteDesk.open(Home.of(slow.journal.path.parent), pit.clock)
        try:
            return desk.once(desk.mine, lambda it: it.ask("fill", "2", FIVE, pit.by("bob"))).kind
        finally:
            desk.close()

    with ThreadPoolExecutor(1) as thread:
        asked = thread.submit(ask)
        assert proving.wait(20)
        assert quick.once(quick.mine, lambda it: it.fill("2", FIVE, pit.by("jo"))).kind == "fill"
        assert not asked.done()
        go.set()
        assert asked.result(20) == "ask"
