"""A whole night by keys while every device beside the cashier fails: its book is the one without."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitdesk.book.journal import Journal
from printers.devices.sim import (
    FAULTS,
    Cable,
    Counter,
    Display,
    Faulty,
    Scale,
    Scanner,
    Sim,
    Trigger,
    plugged,
)
from printers.devices.simmore import BadgeReader
from tests import storm
from tests.ui.conftest import replayed
from tests.ui.shell.test_window import play
from tests.ui.user import Keys
from ui.work.devices import READ

pytestmark = pytest.mark.long

FLOOD = 10 * 2**20  # bytes of noise at once
WRONG = tuple(one for one in FAULTS if one != "unplugged")  # its plug is pulled by hand
DONE: dict[str, tuple[str, Callable[[], Sim], Callable[[Random], str]]] = {
    "scanner": (
        *("Scanner on a serial or USB-serial line", Scanner),
        lambda chance: chance.choice(
            ("PITDESK BAG 7", "PITDESK RACK $5", "4006381333931", "jo:cashier")
        ),
    ),
    "badge": (
        *("Badge reader on a serial line", BadgeReader),
        lambda chance: f"{chance.randrange(2**40):010X}",
    ),
    "counter": (
        *("Counter that prints a report", Counter),
        lambda chance: chance.choice((f"{chance.randrange(1, 99)}x$20 3x$5 rejects 1", "again")),
    ),
    "scale": (
        *("Mettler Toledo, MT-SICS", Scale),
        lambda chance: chance.choice((f"{chance.randrange(3_000)}.4", "0", "over")),
    ),
    "display": ("Epson DM-D and others with ESC/POS", Display, lambda _: "look"),
    "drawer": ("Glancetron 8005U trigger", Trigger, lambda chance: chance.choice(("open", "shut"))),
}


class Stand:
    """A device that fails, at a cable that is pulled and put back; its port keeps its name."""

    def __init__(self, kind: str, folder: Path, seed: str) -> None:
        self.kind, (self.model, sim, self._words) = kind, DONE[kind]
        self._chance = Random(seed)
        self.sim, self.port = Faulty(sim(), Random(seed[::-1]), WRONG), folder / kind
        self.pulled = 0
        self._stack = ExitStack()
        self.cable = self._put_in()
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def faults(self) -> int:
        """How much went wrong with it so far."""
        return len(self.sim.done) + self.pulled

    def start(self) -> None:
        """Begin to fail."""
        self._thread.start()

    def end(self) -> None:
        """Stand still; whoever reads it still does."""
        self._ends.set()
        self._thread.join(60)
        assert not self._thread.is_alive(), self.kind

    def take_away(self) -> None:
        """Pull the plug for good."""
        self._stack.close()

    def _put_in(self) -> Cable:
        cable = self._stack.enter_context(plugged(self.sim))
        new = self.port.with_suffix(".new")
        new.symlink_to(cable.path)
        new.replace(self.port)
        return cable

    def _run(self) -> None:
        if self.kind in READ:  # a drawer and a display are only spoken to
            self._flood()
        while not self._ends.wait(1 / 50):
            if self._chance.randrange(150):
                self.cable.do(self._words(self._chance))
            else:
                self._stack.close()
                self.pulled += 1
                self.cable = self._put_in()

    def _flood(self) -> None:
        for _ in range(FLOOD // 2**16):
            data = self._chance.randbytes(2**16)
            while data:
                data = data[os.write(self.cable._ours, data) :]


class Paced(Keys):
    """User who goes on once so much more has failed."""

    stands: dict[str, Stand]
    faults = lines = done_lines = 0

    def do(self, name: str, fields: dict[str, Any], signed: Any) -> str:
        before = self.window.station.board.seen
        told = super().do(name, fields, signed)
        if name == "found" and self.window.station.board.seen > before:
            told = ""  # entered; what stands there answers a scan that came on the line for codes
        self.done_lines += 1
        due = self.faults * self.done_lines // self.lines
        self.qtbot.waitUntil(lambda: self.failed >= due, timeout=600_000)
        return told

    @property
    def failed(self) -> int:
        return sum(stand.faults for stand in self.stands.values())


@pytest.fixture
def stands(tmp_path: Path) -> Iterator[dict[str, Stand]]:
    folder = tmp_path / "ports"
    folder.mkdir()
    found = {kind: Stand(kind, folder, f"{kind} {storm.seed}") for kind in DONE}
    yield found
    for stand in found.values():
        stand.take_away()


@pytest.mark.storm
def test_a_whole_night_beside_devices_that_fail_is_the_night_without_them(
    qtbot, night, open_window, tmp_path, stands
):
    """Each is unplugged, garbles, repeats, answers late or floods; nobody takes what they say."""
    quiet = night("quiet", "hand")
    other = tmp_path / "replayed.db"
    for suffix in ("", ".pepper", ".head"):
        shutil.copy(f"{quiet.book}{suffix}", f"{other}{suffix}")
    pit = open_window(quiet.book, quiet.clock)
    window = pit.window
    for kind in (*READ, "display"):
        window.devices.use(kind, f"{stands[kind].model}@{stands[kind].port}")
    window.settings.drawer = f"trigger:{stands['drawer'].model}@{stands['drawer'].port}"
    window.settings.drawer_shut = "0"
    window.till.changed()
    assert not pit.station.no_drawer
    qtbot.waitUntil(lambda: not any(window.devices.state.get(kind) for kind in (*READ, "display")))
    user = Paced(qtbot, window)
    user.stands, user.faults = stands, storm.many(100)
    user.lines = sum(line.time is not None for line in quiet.lines)
    for stand in stands.values():
        stand.start()
    assert play(user, pit, quiet) == 0
    for stand in stands.values():
        stand.end()
    assert user.failed >= user.faults
    for kind in (*READ, "display"):
        window.devices.use(kind, "")
    window.close()
    with Journal.read(quiet.book) as journal:
        assert journal.verify().ok
        assert journal.entries() == replayed(quiet, other)
