"""Slips whose printer is cut off, lies, or is lost, over every connection; the book never believes more.

A cut is a byte somewhere in what is sent, at which the printer resets, hangs up, reads no more, prints
no more, or runs out of paper; its answers come late, twice, spoiled, out of order or from other jobs.
"""

import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random

import pytest

from pitdesk.book.slip import Print, Slip
from pitdesk.chips import Chips
from pitdesk.desk import Desk
from pitdesk.errors import Trouble
from printers import Job, Printer
from printers.devices.network import Network
from printers.devices.paper import Paper
from printers.devices.profiles import PROFILES, Profile
from printers.devices.receipt import Receipt
from printers.devices.serialport import SerialPort
from printers.devices.spool import drain, reprint
from printers.devices.systemqueue import SystemQueue
from printers.devices.usbport import UsbPort
from printers.slips.bytes import escpos_bytes
from tests.printers.cable import cable
from tests.printers.devices.test_spool import CHILD
from tests.printers.fakes import Liar, plugged
from tests.storm import seeds

EPSON, PLAIN = PROFILES["Epson TM-T88V"], PROFILES["80 mm"]
FAULTS = ("reset", "hang up", "deaf", "mute", "paper end")
LIES = ("late", "mixed", "other", "guess", "twice", "drop", "nul", "noise", "true")
CUT = b"\x1dVB\x00"
ROUNDS = 12  # of printing and answering until a slip must be on paper


# The answer stream alone


def receipt(link: Network | UsbPort | SerialPort, profile: Profile, paper_s: float) -> Receipt:
    return Receipt(link, profile, "bar", answer_s=0.3, paper_s=paper_s, least_bps=10**6)


@contextmanager
def line(kind: str, fake: Liar, profile: Profile = EPSON, paper_s: float = 0.08) -> Iterator[Receipt]:
    """A printer at the end of a real socket or terminal."""
    if kind == "network":
        with plugged(fake):
            yield receipt(Network("127.0.0.1", fake.port, open_s=1), profile, paper_s)
    else:
        with cable(fake) as path:
            yield receipt(UsbPort(path) if kind == "usb" else SerialPort(path, 9600), profile, paper_s)


def jobs() -> Iterator[Job]:
    for number in count(1):
        lines = ("FILL SLIP", f"{number:06} ORIGINAL", f"END FILL {number:06} 1/2")
        yield Job(f"fill-{number:06}-original", lines, escpos_bytes(lines, 42))


@pytest.mark.storm
@pytest.mark.parametrize("kind", ["network", "usb", "serial"])
def test_no_answer_that_is_not_its_own_proves_a_job(kind):
    """Job after job on one printer, which forgets some of them and answers for others."""
    for seed in seeds(8):
        chance, more = Random(seed), jobs()
        fake = Liar(chance=chance, away_s=0.05, lies=tuple(chance.choices(LIES, k=3)))
        for _ in range(2):  # the plug is pulled in between
            with line(kind, fake) as made:
                for job in (next(more) for _ in range(3)):
                    fake.fault = chance.choice(("", "mute", "paper end"))
                    fake.cut = (
                        len(fake.printed) + chance.randrange(len(job.data)) if fake.fault else None
                    )
                    with suppress(Trouble):
                        made.ready(job)
                        if made.print(job) == "whole":
                            assert job.data.removesuffix(CUT) in fake.printed, f"{kind}, seed {seed}"


@pytest.mark.parametrize("kind", ["network", "usb", "serial"])
@pytest.mark.parametrize("lie", ["twice", "drop", "nul"])
def test_a_status_byte_too_many_or_too_few_proves_nothing(kind, lie):
    fake, job = Liar(lies=(lie,)), next(jobs())
    with line(kind, fake, paper_s=1) as made:
        made.ready(job)
        assert made.print(job) == "unknown"
        fake.lies = ()
        made.ready(job)
        assert made.print(job) == "whole", "the next is its own"


# Book and paper


@dataclass
class Plug:
    """A connection, cut as often as it is asked for; everything that comes out is one pile of paper."""

    folder: Path
    chance: Random
    fake: Liar = field(default_factory=Liar)
    cuts: int = 0
    lost: bool = False  # the folder

    def worse(self) -> None:
        """Whatever may go wrong does, from now on."""
        self.fake.lies = tuple(self.chance.choices(LIES, k=4))
        self.fake.fault, self.lost = self.chance.choice(FAULTS), self.chance.random() < 0.6
        self.fake.cut = len(self.fake.printed) + self.chance.randrange(1, 900)
        (self.folder / "most").write_text(str(self.chance.choice((0, 400, 10**6))))
        (self.folder / "code").write_text(str(self.chance.choice((0, 0, 1))))

    def well(self) -> None:
        """It is mended."""
        self.fake.lies, self.fake.fault, self.fake.cut, self.lost = (), "", None, False
        (self.folder / "most").write_text("1000000")
        (self.folder / "code").write_text("0")

    @property
    def spoils(self) -> bool:
        """Whether the queue loses what it is given, or says that it does."""
        said = [(self.folder / name).read_text() for name in ("most", "code")]
        return said != ["1000000", "0"]

    @contextmanager
    def printer(self, kind: str) -> Iterator[Printer]:
        if kind == "queue":
            yield SystemQueue("bar", PLAIN, "bar")
        elif kind == "folder":
            slips, away = self.folder / "slips", self.folder / "away"
            there = next((path for path in (away, slips) if path.exists()), slips)
            there.mkdir(exist_ok=True)
            there.rename(away if self.lost else slips)  # a disk that is not there
            yield Paper(slips, name="bar")
        else:
            with line(kind, self.fake, self.chance.choice((EPSON, EPSON, PLAIN))) as made:
                yield made

    def pile(self) -> bytes:
        """What lies beside the printer."""
        queued = (self.folder / "queued").read_bytes() if (self.folder / "queued").exists() else b""
        kept = b"".join(path.read_bytes() for path in sorted(self.folder.glob("*/*.escpos")))
        return bytes(self.fake.printed) + queued + kept


LP = """#!/bin/sh
head -c $(cat "{0}/most") >> "{0}/queued"
exit $(cat "{0}/code")
"""
LPSTAT = """#!/bin/sh
case "$1" in
-p) echo "printer bar is idle.  enabled since today" ;;
-a) echo "bar accepting requests since today" ;;
esac
"""


@pytest.fixture
def plug(tmp_path, monkeypatch) -> Callable[[Random], Plug]:
    """A printer of any connection; the commands of a print queue lie in its folder."""
    for name, words in (("lp", LP.format(tmp_path)), ("lpstat", LPSTAT)):
        (tmp_path / name).write_text(words)
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    return lambda chance: Plug(tmp_path, chance, Liar(chance=chance, away_s=0.05))


Face = tuple[bool, int, str, int]  # void, number, part, DUPLICATE


def faces(pile: bytes) -> Counter[Face]:
    """The papers that came out whole: which they are, each by its own words."""
    found: Counter[Face] = Counter()
    for piece in pile.split(CUT):
        paper = piece[piece.rfind(b"\x1b@") :]  # what is above a reset is the rest of another
        which = re.search(rb"(\d{6}) (ORIGINAL|COPY)\n", paper)
        if which and re.search(rb"END FILL \d{6} [12]/2\n$", paper):
            again = re.search(rb"DUPLICATE (\d+)\n", paper)
            void = b"VOID VOID" in paper
            found[void, int(which[1]), which[2].decode().lower(), int(again[1]) if again else 0] += 1
    return found


def tries(slip: Slip) -> dict[Face, Print]:
    return {(one.void, slip.number, one.part, one.copy): one for one in slip.prints}


def settled(desk: Desk, plug: Plug, kind: str, slip: Slip, by: Callable[..., list]) -> None:
    """Print a slip, cut after cut, and answer as the paper says, until it is there."""
    for at in range(ROUNDS):
        plug.worse() if at < 3 else plug.well()
        broken, sent_before = plug.fake.broken, len(tries(slip))
        with plug.printer(kind) as printer:
            try:
                drain(desk, printer)
                if plug.chance.random() < 0.1:
                    reprint(desk, printer, slip, "copy")
            except Trouble:
                broken -= 1
        spoiled = kind == "queue" and plug.spoils and len(tries(slip)) > sent_before
        plug.cuts += plug.fake.broken > broken or spoiled
        there, sent = faces(plug.pile()), tries(slip)
        assert not there - Counter(sent.keys()), (
            "nothing is on paper that the book does not know, or twice"
        )
        for face, one in sent.items():
            if one.outcome == "whole":
                assert there[face], f"{face} is not on paper"
            elif one.outcome is None:
                missing = plug.chance.choice(("nothing", "damaged"))
                outcome = "whole" if there[face] else missing
                desk.print_answer(
                    "fill", slip.number, one.part, outcome, by("jo:cashier"), attempt=one.entry
                )
        if at >= 3 and not desk.day.unprinted() and not desk.day.unproven():
            return
    raise AssertionError(f"{kind}: {desk.day.unprinted()} {desk.day.unproven()}")


@pytest.mark.storm
@pytest.mark.parametrize("kind", ["network", "usb", "serial", "queue", "folder"])
def test_book_and_paper_agree_whatever_is_cut(kind, desk, by, plug, record_property):
    """A fill and its void for each seed; three cuts each, then the printer is well again."""
    chips, cuts = Chips.read("20x$5"), 0
    for seed in seeds(3):
        lines = plug(Random(seed))
        for path in lines.folder.glob("*/fill-*"):
            path.unlink()
        (lines.folder / "queued").unlink(missing_ok=True)
        made = desk.fill("2", chips, by("bo:pit boss", "jo:cashier"))
        slip = desk.today.by_entry[made.seq]
        settled(desk, lines, kind, slip, by)
        desk.void("fill", slip.number, "counted wrong", by("bo:pit boss"))
        settled(desk, lines, kind, slip, by)
        cuts += lines.cuts
    assert cuts >= len(seeds(3)), "each was cut once and again"
    record_property("cuts", cuts)
    assert desk.journal.verify().ok


@pytest.mark.storm
@pytest.mark.parametrize("kind", ["network", "usb", "serial", "queue", "folder"])
def test_a_reading_is_sent_once_and_whole_only_where_it_lies_there(kind, desk, by, plug):
    """Nobody answers for it: what is not proven stays unknown, and another reading is another paper."""
    fates = Counter()
    for seed in seeds(6):
        lines = plug(Random(seed))
        made = desk.reading(*by("jo:cashier"))
        for state in (lines.worse, lines.well):
            state()
            with lines.printer(kind) as printer, suppress(Trouble):
                drain(desk, printer)
        fate, mark = desk.today.readings.on_paper(made.seq), b"END READING %d\n" % made.fact.number
        assert lines.pile().count(mark) <= 1, (seed, fate)
        assert fate != "whole" or mark in lines.pile(), seed
        fates[fate] += 1
    assert set(fates) <= {"whole", "unknown"}, "what never left was sent once the printer was well"
    assert desk.journal.verify().ok


@pytest.mark.storm
def test_a_program_killed_at_any_byte_asks_and_sends_nothing_again(desk, book, fill, reopened, by):
    for seed in seeds(2):
        chance = Random(seed)
        fake = Liar(cut=chance.randrange(1, 1000), fault="mute", chance=chance)
        now = desk.fill("2", Chips.read("20x$5"), by("bo:pit boss", "jo:cashier"))
        desk.journal.close()
        with plugged(fake):
            child = subprocess.Popen([sys.executable, "-c", CHILD, str(book), str(fake.port)])
            while len(fake.printed) < fake.cut:
                assert child.poll() is None
                time.sleep(0.005)
            child.kill()
            child.wait()
            desk = reopened(desk)
            slips = [desk.slip("fill", number) for number in range(1, now.number.number + 1)]
            sent = {face: one for slip in slips for face, one in tries(slip).items()}
            there = faces(bytes(fake.printed))
            assert all(there[face] for face, one in sent.items() if one.proven and face in there)
            for face, one in sent.items():
                if one.outcome is None:
                    outcome = "whole" if there[face] else "nothing"
                    signed = by("jo:cashier")
                    desk.print_answer("fill", face[1], one.part, outcome, signed, attempt=one.entry)
            paper = Paper()
            drain(desk, paper)
        again = there + faces(b"".join(job.data for job in paper.jobs))
        assert max(again.values()) == 1, "nothing came out twice under one face"
        assert not desk.day.unprinted()
        desk.void("fill", now.number.number, "counted wrong", by("bo:pit boss"))
        drain(desk, Paper())
    assert desk.journal.verify().ok
