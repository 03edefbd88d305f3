"""Each rule's two nights go as they say: one keeps it, one breaks it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.clock import SetClock
from pitdesk.codes.keys import SiteKey
from pitdesk.desk import Desk
from pitdesk.errors import Refusal, Trouble
from pitdesk.rules.book import Rule, Rulebook
from pitdesk.rules.check import Act, Scene
from pitdesk.shifts.nights import Way, ids, night
from pitdesk.shifts.replay import Replay
from printers.devices.paper import Paper
from printers.devices.spool import drain


class Asked(Rulebook):
    """A rulebook that remembers what it found of each rule: whether it was kept, whether broken."""

    found: set[tuple[str, bool]]

    def asked(self, act: Act, scene: Scene) -> Iterator[tuple[Rule, list[Refusal]]]:
        for rule, words in super().asked(act, scene):
            self.found.add((rule.id, not words))
            yield rule, words


def asked_of(rule: str, way: Way, folder: Path) -> set[tuple[str, bool]]:
    """Play a rule's night; what was found of each rule while its own lines were played."""
    book = Rulebook.load()
    rules = Asked(book.name, book.edition, book.rules, book.sha256)
    before, lines = night(rule, way)
    with Journal.create(folder / "night.db") as journal:
        clock = SetClock(datetime(2026, 1, 1, tzinfo=UTC))
        pepper = Pepper.kept(folder / "pepper", PLAIN)
        desk, paper = (
            Desk(journal, pepper, clock=clock, rules=rules, key=SiteKey(bytes(32))),
            Paper(width=42),
        )
        replay = Replay(desk, clock, lambda desk: drain(desk, paper), paper.jam)
        for part in (before, lines):
            Asked.found = set()
            for _ in replay.play(part):
                pass
        assert replay.misses == []
        assert journal.verify().ok
    return Asked.found


@pytest.mark.parametrize("rule", ids())
def test_its_first_night_keeps_a_rule(rule: str, tmp_path: Path) -> None:
    found = asked_of(rule, "obeyed", tmp_path)
    assert (rule, True) in found
    assert (rule, False) not in found


@pytest.mark.parametrize("rule", ids())
def test_its_second_night_breaks_it(rule: str, tmp_path: Path) -> None:
    assert (rule, False) in asked_of(rule, "broken", tmp_path)


def test_every_night_is_of_a_rule() -> None:
    assert {*ids()} <= {*Rulebook.load().rules}


def test_a_rule_without_nights_is_told() -> None:
    with pytest.raises(Trouble, match=r"The rule nd\.99 has no night to play\."):
        night("nd.99", "obeyed")
