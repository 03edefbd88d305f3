"""A night through the wire, between processes: the same bytes as at one desk."""

import shutil
from datetime import UTC, datetime
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread

from pitdesk.book.day import Day
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper, Signer
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.shifts.read import read_shift
from pitdesk.shifts.replay import Replay
from pitdesk.stations.cage import Cage
from pitdesk.stations.home import Home, KnownCage, cage_key, machine_key
from pitdesk.stations.keys import as_text
from pitdesk.stations.remote import RemoteDesk
from pitdesk.stations.turns import TurnQueue
from tests.files import BUSY

BEGIN = datetime(2026, 11, 21, 18, tzinfo=UTC)
WORK = ("pit", "cage", "count room", "day")


def lines(timed: bool) -> list:
    """The busy night without its set-up, or its set-up; nothing is printed in either."""
    found = [one for one in read_shift(BUSY) if one.text.strip()[:6] != "expect"]
    found = [one for one in found if not one.words.startswith("printer")]
    return [one for one in found if timed is bool(one.time or one.words.startswith("night "))]


def serve(book: Path, pepper: Path, pipe: Connection) -> None:
    """The cage, in a process of its own; whoever has the pipe turns its clock."""
    clock, turns = SetClock(BEGIN), TurnQueue()
    with Journal.open(book) as journal:
        desk = Desk(journal, Pepper.kept(pepper, PLAIN), clock=clock, station="cage")
        cage = Cage(book, cage_key(book), turns)

        def beside() -> None:
            pipe.send(cage.listen("127.0.0.1", 0))
            while at := pipe.recv():
                clock.at = at
                pipe.send(True)
            cage.close()
            turns.end()

        Thread(target=beside, daemon=True).start()
        turns.run(desk, cage.told)


class Turned(SetClock):
    """A clock whose hands turn the cage's, too."""

    def __init__(self, at: datetime, pipe: Connection) -> None:
        self._pipe = pipe
        self._at = at

    @property
    def at(self) -> datetime:
        return self._at

    @at.setter
    def at(self, at: datetime) -> None:
        self._at = at
        self._pipe.send(at)
        self._pipe.recv()


def test_the_busy_night_through_the_wire_has_the_bytes_of_one_desk(tmp_path):
    book, pepper = tmp_path / "cage" / "book.db", tmp_path / "cage" / "pepper"
    book.parent.mkdir()
    clock = SetClock(BEGIN)
    key = machine_key(tmp_path / "station")
    with Journal.create(book) as journal:
        desk = Desk(journal, Pepper.kept(pepper, PLAIN), clock=clock, station="cage")
        setting = Replay(desk, clock)
        list(setting.play(lines(timed=False)))
        desk.pair_station("pit 1", as_text(key.certificate), WORK, setting_by(setting))
    alone = tmp_path / "alone.db"
    for suffix in ("", ".head"):
        shutil.copy(f"{book}{suffix}", f"{alone}{suffix}")

    with Journal.open(alone) as journal:
        one = Desk(journal, Pepper.kept(pepper, PLAIN), clock=clock, station="pit 1")
        here = played(Replay(one, clock), setting)
        wanted, day = journal.rows(0, 10_000), one.day

    ours, theirs = get_context("spawn").Pipe()
    cage = get_context("spawn").Process(target=serve, args=(book, pepper, theirs), daemon=True)
    cage.start()
    theirs.close()  # so that the pipe ends with the cage, rather than waits for it
    known = KnownCage("pit 1", "127.0.0.1", ours.recv(), cage_key(book).certificate)
    remote = RemoteDesk.open(Home.begun(tmp_path / "station", known), Turned(BEGIN, ours))
    there = played(Replay(remote, remote.clock._clock), setting)
    found, copy_day = remote.journal.rows(0, 10_000), remote.day
    remote.close()
    ours.send(None)
    cage.join(30)

    assert there.misses == here.misses
    assert found == wanted
    assert len(found) > 100
    with Journal.read(book) as journal:
        assert journal.rows(0, 10_000) == wanted
        assert journal.verify().ok
    assert figures(copy_day) == figures(day)


def setting_by(setting: Replay) -> list:
    """The first manager of the file, with the PIN that it gave."""
    who = setting.first_manager
    proof, secret = setting.secrets[who]
    return [Signer(who, "gaming manager", **{proof: secret})]


def played(replay: Replay, setting: Replay) -> Replay:
    replay.secrets, replay.night, replay.before = setting.secrets, setting.night, setting.before
    replay.first_manager = setting.first_manager
    list(replay.play(lines(timed=True)))
    return replay


def figures(day: Day) -> object:
    return day.sealed
