"""Each rule's two nights go as they say: one keeps it, one breaks it."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from pitdesk.errors import Trouble
from pitdesk.rules.book import Rulebook
from pitdesk.rules.check import CHECKS
from pitdesk.shifts.nights import Played, Way, ids, night, play
from printers.devices.paper import Paper
from printers.devices.spool import drain

FAST = Path("/dev/shm") if Path("/dev/shm").is_dir() else None


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder that lies in memory, where there is one: what a disk does is not asked here."""
    with TemporaryDirectory(dir=FAST) as folder:
        yield Path(folder)


def played(rule: str, way: Way, folder: Path) -> list[Played]:
    """Play a rule's night, its slips on paper; every line goes as it says."""
    paper = Paper(width=42)
    lines = list(play(rule, way, folder, lambda desk: drain(desk, paper), paper.jam))
    assert [one.missed for one in lines if one.missed] == []
    return lines


@pytest.mark.parametrize("rule", ids())
def test_its_first_night_keeps_a_rule(rule: str, memory: Path) -> None:
    verdicts = {one.verdict for one in played(rule, "obeyed", memory)}
    assert "keeps" in verdicts
    assert "breaks" not in verdicts


@pytest.mark.parametrize("rule", ids())
def test_its_second_night_breaks_it(rule: str, memory: Path) -> None:
    lines = played(rule, "broken", memory)
    assert any(one.verdict == "breaks" and one.said for one in lines)


def test_every_night_is_of_a_rule() -> None:
    assert {*ids()} <= {*Rulebook.load().rules}


def test_a_rule_without_nights_is_told() -> None:
    with pytest.raises(Trouble, match=r"The rule nd\.99 has no night to play\."):
        night("nd.99", "obeyed")


def test_every_checked_rule_has_its_two_nights() -> None:
    assert {*CHECKS, "pd.initials"} - {*ids()} == set()
