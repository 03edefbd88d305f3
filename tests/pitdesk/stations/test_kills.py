"""Eight stations at once, cut and killed, and a cage that is killed: what was told stands, once."""

import shutil
import time
from multiprocessing import get_context
from operator import methodcaller
from pathlib import Path
from random import Random

import pytest

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.book.slip import PARTS
from pitdesk.chips import Chips
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.disk import make_secret
from pitdesk.stations.home import Home, cage_key
from pitdesk.stations.remote import RemoteDesk
from pitdesk.stations.succession import promote
from pitdesk.upkeep.backup import held
from printers.devices.paper import Paper
from printers.devices.spool import drain
from tests import storm
from tests.pitdesk.stations.conftest import heard
from tests.pitdesk.stations.hands import again, by, prints, serve, work
from tests.printers.fakes import Fake, plugged
from tests.storm import many, seeds

pytestmark = pytest.mark.storm


@pytest.fixture(scope="module")
def context():
    made = get_context("forkserver")
    made.set_forkserver_preload(["tests.pitdesk.stations.hands"])
    return made


class Program:
    """A process and what it says."""

    def __init__(self, context, work, *args) -> None:
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(*args, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.said: list[object] = []

    def hear(self, most: int = 10**9, wait_s: float = 120) -> object:
        """Take in what it says: so many words, or until it is gone; returns the last."""
        try:
            while most > 0 and self.pipe.poll(wait_s):
                self.said.append(self.pipe.recv())
                most -= 1
        except (EOFError, OSError):
            pass
        return self.said[-1] if self.said else None

    def kill(self) -> None:
        self.process.kill()
        self.process.join(20)
        self.hear(wait_s=0)

    @property
    def told(self) -> dict[int, tuple[bytes, bool]]:
        """seq → link, and whether only the cage had it."""
        return {one[0]: one[1:3] for one in self.said if isinstance(one, tuple)}

    @property
    def asked(self) -> dict[str, tuple[str, str, bytes]]:
        """The number of a verb that stands, or may stand → what was asked."""
        unknown = [one[1] for one in self.said if isinstance(one, list)]
        return {
            said[0]: said
            for said in [*unknown, *(one[3] for one in self.said if isinstance(one, tuple))]
        }


@pytest.fixture
def house(served, pit, tmp_path):
    """A book with so many stations paired, and nobody at work: folders, and what serves it."""

    class House:
        book, pepper, port, at = served.book, served._pepper, served.port, pit.clock.at

        def paired(self, count: int, *, sure: bool = False) -> list[Path]:
            folders = [tmp_path / f"pit {number}" for number in range(1, count + 1)]
            for folder in folders:
                served.paired(folder, folder.name, pit.by("gus"))
            if sure:
                served.do(lambda desk: desk.set_site({"sure": True}, by=pit.by("gus")))
            served.end()
            self.port = served.port
            return folders

        def serve(self, context) -> Program:
            cage = Program(context, serve, self.book, self.pepper, self.port, self.at)
            assert cage.hear(1) == self.port
            return cage

    yield House()
    if not served.open:
        served.begin()


def stands(book: Path, programs: list[Program]) -> None:
    """The book is whole, each request stands once, no number is missing, and what was told stands."""
    with Journal.read(book) as journal:
        assert journal.verify().ok
        entries = {entry.seq: entry for entry in journal.entries()}
        fills = [one.number.number for one in entries.values() if one.kind == "fill"]
        assert fills == [*range(1, len(fills) + 1)]
        asked = [one.request for one in entries.values() if one.request]
        assert len({*asked}) == len(asked)
    for program in programs:
        told = [one[0] for one in program.said if isinstance(one, tuple)]
        assert len({*told}) == len(told), "one entry was told for two verbs"
        for seq, (link, _) in program.told.items():
            assert entries[seq].hash == link


def test_eight_stations_whose_lines_are_cut_at_any_byte(context, house, tmp_path):
    """They write the book that one desk writes that is asked for the same in the same order."""
    folders, verbs = house.paired(8), many(6)
    cage, alone = house.serve(context), tmp_path / "alone.db"
    for end in ("", ".head"):
        shutil.copyfile(f"{house.book}{end}", f"{alone}{end}")
    head = held(alone).seq
    hands = [
        Program(context, work, folder, house.at, storm.seed * 100 + number, verbs, True)
        for number, folder in enumerate(folders)
    ]
    for one in hands:
        assert one.hear() == "done"
        assert len(one.said) == verbs + 2
    cage.pipe.send(None)
    cage.process.join(30)
    stands(house.book, hands)
    asked = {number: said for one in hands for number, said in one.asked.items()}
    with Journal.read(house.book) as journal, Journal.open(alone) as other:
        for folder in folders:
            with Journal.read(folder / "book.db") as copy:
                assert copy.verify().ok
                assert journal.rows(copy.head.seq - 1, 1) == copy.rows(copy.head.seq - 1, 1)
        desk = Desk(other, Pepper.kept(house.pepper, PLAIN), clock=SetClock(house.at), station="cage")
        for entry in journal.entries(head + 1):
            again(desk, *asked[entry.request])
        assert other.rows(head, 10**6) == journal.rows(head, 10**6)


@pytest.mark.parametrize("seed", seeds(1))
def test_a_cage_and_stations_that_are_killed(context, house, seed):
    dice, folders = Random(seed), house.paired(2)
    cage, gone = house.serve(context), []
    hands = {folder: Program(context, work, folder, house.at, seed, 10**6, False) for folder in folders}
    for _ in range(many(4)):
        for one in hands.values():
            one.hear(dice.randint(1, 12))
        time.sleep(dice.uniform(0, 0.02))
        if dice.random() < 0.5:
            cage.kill()
            cage = house.serve(context)
        else:
            folder = dice.choice(folders)
            hands[folder].kill()
            gone.append(hands[folder])
            args = (folder, house.at, dice.randrange(10**6), 10**6, False)
            hands[folder] = Program(context, work, *args)
    for one in hands.values():
        assert one.hear(5)
        one.kill()
    cage.kill()
    assert any(one.told for one in [*gone, *hands.values()])
    stands(house.book, [*gone, *hands.values()])


@pytest.mark.parametrize("seed", seeds(2))
def test_a_cage_that_is_sure_and_dies_loses_nothing_that_was_told(context, house, tmp_path, seed):
    dice, folders = Random(seed), house.paired(2, sure=True)
    cage = house.serve(context)
    hands = [Program(context, work, folder, house.at, seed, 10**6, False) for folder in folders]
    for one in hands:
        one.hear(dice.randint(5, 25))
    time.sleep(dice.uniform(0, 0.02))
    cage.kill()
    for one in hands:
        one.kill()
    with Journal.read(folders[0] / "book.db") as first, Journal.read(folders[1] / "book.db") as second:
        farthest = folders[0] if first.head.seq >= second.head.seq else folders[1]
    stick = tmp_path / "stick.pepper"
    stick.write_bytes(house.pepper.read_bytes())
    make_secret(tmp_path / "stick.key")
    book = tmp_path / "new" / "book.db"
    promote(
        Home.of(farthest),
        book,
        lambda _: by("gus", "pia"),
        keys={".pepper": stick, ".key": tmp_path / "stick.key", ".tls": cage_key(house.book).path},
        last_numbers={},
        operator="op",
        clock=SetClock(house.at),
        cost=PLAIN,
    )
    told = {seq: link for one in hands for seq, (link, alone) in one.told.items() if not alone}
    assert told
    with Journal.read(book) as journal:
        assert journal.verify().ok
        found = {entry.seq: entry.hash for entry in journal.entries()}
    assert {seq: found.get(seq) for seq in told} == told


def test_a_station_killed_with_paper_in_its_printer_asks_and_sends_nothing_again(
    context, served, house, pit
):
    (folder,) = house.paired(1)
    served.begin()
    key = served.do(lambda desk: desk.site.stations["pit 1"].certificate)
    served.do(lambda it: it.pair_station("pit 1", key, ("pit",), pit.by("gus"), fills=("2",)))
    for number in range(1, many(2) + 1):
        fake = Fake(cut=Random(f"{storm.seed} {number}").randrange(1, 900), fault="mute")
        served.do(lambda it: it.fill("2", Chips.read("1x$1"), pit.by("jo")))
        with plugged(fake):
            child = Program(context, prints, folder, house.at, fake.port)
            while len(fake.printed) < fake.cut:
                assert child.process.is_alive()
                time.sleep(0.005)
            child.kill()
        desk, paper = RemoteDesk.open(Home.of(folder), pit.clock), Paper()
        heard(desk, lambda at=desk: at.line.reached)
        slip = desk.slip("fill", number)
        tried = [(one.part, one.entry) for one in slip.prints if one.outcome is None]
        assert len(tried) == 1, "the one that was in the printer, and no other"
        proven = [one.part for one in slip.prints if one.proven]
        drain(desk, paper)
        assert [job.name for job in paper.jobs] == [
            f"fill-{number:06}-{part}" for part in PARTS if part not in (tried[0][0], *proven)
        ]
        desk.close()
        (part, attempt), signed = tried[0], pit.by("jo")
        served.do(methodcaller("print_answer", "fill", number, part, "whole", signed, attempt=attempt))
    assert not served.do(lambda it: it.today.unprinted())
