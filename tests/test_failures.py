"""Every call of a disk that can fail does, one after another; what was told stands, and all is said.

A program is traced once. Then it runs again and again, and each time one call on the files of its
folder fails, or each from that one on: a read, a write, a flush, a new name, an opening.
"""

import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from pitdesk.__main__ import main
from tests.files import NIGHTS
from tests.power import failed, failures, needs_strace
from tests.stands import stands
from tests.storm import seed, shared, step
from tests.test_power import (
    BACKUP,
    CREATION,
    NIGHT,
    RECOVER,
    RESTORE,
    UPGRADE,
    as_it_lies,
    backed,
    backed_up,
    begins,
    copied_before,
    gone_on,
    linked,
    of_before,
    recovered,
    restored,
    stopped,
    upgraded,
)

pytestmark = [pytest.mark.storm, needs_strace]

APART = 60  # from one failing call to the next in a sample
AT_NIGHT = 300  # and in a night, which makes the same calls for every entry


@dataclass
class Job:
    """What is done in a copy of a folder.

    check   what is wrong with the folder after it, "" for nothing; of what was told last
    apart   from one failing call to the next in a sample
    """

    folder: Path
    code: str
    check: Callable[[Path, int], str]
    args: Sequence[object] = ()
    apart: int = APART


def a_night(house: Path, name: str = "quiet") -> Job:
    """A night, begun with its book and played to its seal."""

    def check(folder: Path, told: int) -> str:
        begins(folder / "pit.db")
        return stands(folder / "pit.db", told, {}, folder / "out/slips")

    return Job(emptied(house), NIGHT, check, [NIGHTS[name]], AT_NIGHT)


def a_night_of_mistakes(house: Path) -> Job:
    """What was entered wrong is taken back, and openers are counted again."""
    return a_night(house, "mistakes")


def a_night_of_drawers(house: Path) -> Job:
    """Drawers are counted and passed on; the night so far is read and printed."""
    return a_night(house, "drawers")


def a_creation(house: Path) -> Job:
    """A new book, and its set-up."""

    def check(folder: Path, told: int) -> str:
        return gone_on(folder, told, len(linked(folder.with_name("first") / "pit.db")), {})

    return Job(emptied(house), CREATION, check, [NIGHTS["quiet"]])


def a_backup(house: Path) -> Job:
    """A backup over an older one."""
    before, links = copied_before(house)
    return Job(house, BACKUP, lambda folder, told: backed_up(folder, told, before, links))


def a_restore(house: Path) -> Job:
    """A backup and its keys in the place of a book that went on."""
    stick = backed(house)
    old, copy = linked(house / "pit.db"), linked(stick)
    return Job(house, RESTORE, lambda folder, told: restored(folder, told, old, copy), [stick])


def a_recovery(house: Path) -> Job:
    """What a damaged log still holds."""
    folder, links = stopped(house)
    before = as_it_lies(folder)
    return Job(folder, RECOVER, lambda folder, told: recovered(folder, told, before, links))


def an_upgrade(house: Path) -> Job:
    """A book of 0.1.0."""
    before, links = of_before("0.1.0", emptied(house).joinpath("older"))
    return Job(house / "older", UPGRADE, lambda folder, told: upgraded(folder, told, before, links))


def emptied(house: Path) -> Path:
    shutil.rmtree(house)
    house.mkdir()
    return house


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house whose quiet night was played to its seal."""
    house = tmp_path_factory.mktemp("sealed") / "house"
    book, out = house / "pit.db", house / "out"
    assert main(["replay", f"{NIGHTS['quiet']}", "--book", f"{book}", "--out", f"{out}"]) == 0
    return house


JOBS = [
    *(a_night, a_creation, a_night_of_mistakes, a_backup, a_night_of_drawers),
    *(a_restore, an_upgrade, a_recovery),
]


@pytest.mark.parametrize("job", shared(JOBS, 2), ids=lambda job: job.__name__)
def test_a_call_that_fails_is_said_and_loses_nothing(
    sealed: Path, tmp_path: Path, job: Callable[[Path], Job]
) -> None:
    made = job(Path(shutil.copytree(sealed, tmp_path / "house")))
    first = Path(shutil.copytree(made.folder, tmp_path / "first"))
    touched, cases = failures(first, made.code, *made.args)
    apart = step(made.apart)
    for failure in cases[seed % apart :: apart]:
        folder = Path(shutil.copytree(made.folder, tmp_path / "again"))
        run = failed(folder, touched, failure, made.code, *made.args)
        assert "Traceback" not in run.stderr, (failure, run.stderr)
        assert (run.returncode == 0) or run.stderr.strip(), failure
        advised = set(re.findall(r"--book (\S+?)'", run.stderr))
        assert advised <= {f"{folder / 'pit.db'}"}, (failure, run.stderr)
        told = max(map(int, re.findall(r"told (\d+)", run.stdout)), default=0)
        wrong = made.check(folder, told)
        assert wrong == "", (failure, run.stderr)
        shutil.rmtree(folder)
