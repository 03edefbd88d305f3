"""Kills at any moment of a desk and of a window: after each, whoever starts again goes on.

The book opens and verifies, it holds what was told under the same links, no sheet is called printed that
is not on paper, a backup is whole. And the night that was killed again and again comes to its end with
the figures that its file expects.
"""

import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import pytest

from pitdesk.upkeep.backup import check
from tests.files import NIGHTS
from tests.kills import BOOK, COPY, SLIPS, Since, play, proves_early, sit_down, tells_early
from tests.stands import stands
from tests.storm import seeds
from tests.ui.night import copied

pytestmark = pytest.mark.storm

DESK, WINDOW = 12, 2  # kills of a sample, of each seed
# One asks for a key of its own; one names entries by their number, which is another here.
HOUSES = [name for name in NIGHTS if name not in ("rules", "records")]


@dataclass
class Told:
    """What a program said before it was killed."""

    links: dict[int, bytes] = field(default_factory=dict)
    since: Since = field(default_factory=Since)
    misses: list[str] | None = None

    @property
    def last(self) -> int:
        return max(self.links, default=0)

    def take(self, said: object) -> None:
        if isinstance(said, Since):
            self.since = said
        elif isinstance(said, tuple):
            self.links[said[0]] = said[1]
        elif isinstance(said, list):
            self.misses = said


@pytest.fixture(scope="module")
def context():
    """Processes of their own, each from one that has imported all and opened nothing."""
    made = get_context("forkserver")
    made.set_forkserver_preload(["tests.kills"])
    return made


def said(pipe: Connection) -> Iterator[object]:
    """What comes through a pipe until its other end is gone; what was cut short is no word."""
    try:
        while True:
            yield pipe.recv()
    except (EOFError, OSError):
        return


def killed(context, told: Told, work: Callable, args: tuple, after: int, delay_s: float) -> bool:
    """Let a program work, take in what it says, kill it after so many words; False: it was done."""
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=work, args=(*args, theirs))
    process.start()
    theirs.close()
    words = said(ours)
    for _, one in zip(range(after), words, strict=False):
        told.take(one)
    time.sleep(delay_s)
    process.kill()
    process.join()
    for one in words:
        told.take(one)
    ours.close()
    assert process.exitcode in (0, -9), "the program died by itself: its words are above"
    return process.exitcode != 0


def whole(folder: Path, told: Told) -> str:
    """What is wrong after a kill, or ""."""
    if (folder / COPY).exists() and not (found := check(folder / COPY)).ok:
        return f"the backup: {found.words}"
    if not told.last and not (folder / BOOK).exists():
        return ""
    return stands(folder / BOOK, told.last, told.links, folder / SLIPS)


@pytest.mark.parametrize("seed", seeds(2))
def test_a_desk_that_is_killed_goes_on_and_comes_to_its_figures(
    context, tmp_path, seed, record_property
):
    dice, kills, nights = Random(seed), 0, 0
    while kills < DESK:
        folder, told = tmp_path / f"{nights}", Told()
        (folder / SLIPS).mkdir(parents=True)
        shift = NIGHTS[HOUSES[(seed + nights) % len(HOUSES)]]
        while told.misses is None:
            after = dice.randint(0, 60) if kills < DESK else 10_000
            args = (folder, shift, told.since, dice.randrange(10**6))
            kills += killed(context, told, play, args, after, dice.uniform(0, 0.02))
            assert whole(folder, told) == "", (kills, told.since)
        assert told.misses == [], kills
        nights += 1


@pytest.mark.parametrize("careless", [tells_early, proves_early])
def test_a_desk_that_says_too_soon_what_is_done_is_caught(context, tmp_path, careless):
    """The control: the same kills and the same checks see it, sooner or later."""
    dice = Random(0)
    for number in range(60):
        folder, told = tmp_path / f"{number}", Told()
        (folder / SLIPS).mkdir(parents=True)
        args = (folder, NIGHTS["busy"], told.since, number)
        killed(context, told, careless, args, dice.randint(80, 200), dice.uniform(0, 0.02))
        if whole(folder, told):
            return
    pytest.fail("nobody noticed")


@pytest.mark.parametrize("seed", seeds(1))
def test_a_window_that_is_killed_is_opened_and_worked_again(context, tmp_path, seed):
    book, clock = copied(tmp_path)
    for ending in ("", ".head", ".pepper"):
        shutil.move(f"{book}{ending}", tmp_path / f"{BOOK}{ending}")
    dice, told, worked = Random(seed), Told(), 0
    for _ in range(WINDOW):
        before = told.last
        args = (tmp_path, clock.at, dice.randrange(10**6))
        assert killed(context, told, sit_down, args, dice.randint(1, 40), dice.uniform(0, 0.1))
        assert whole(tmp_path, told) == ""
        worked += told.last - before
    assert worked
    assert [*(tmp_path / SLIPS).glob("*.txt")]
