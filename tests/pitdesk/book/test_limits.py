"""Limits: which tables are active, where they differ, which plaques lack, and what held when."""

from datetime import timedelta

import pytest

from pitdesk.book.limits import active, differing, in_words, spans
from pitdesk.chips import Chips
from tests.pitdesk.conftest import POSTED, TRAY, Pit


@pytest.fixture
def two(pit: Pit) -> Pit:
    """Table 2 takes $3, table 3 takes $10."""
    pit.arrive("dan")
    pit.desk.open_table("3", TRAY, pit.by("dan"), **POSTED | {"limits": (1000, 2500)})
    return pit


def test_a_table_is_active_with_dealer_and_chips_or_with_players(pit: Pit) -> None:
    table = pit.desk.today.tables["2"]
    assert active(table)
    pit.desk.dealer("2", None, pit.by("kari"), players=True)
    assert active(table)
    pit.desk.dealer("2", None, pit.by("kari"))
    assert not active(table)
    pit.desk.dealer("2", "kari", pit.by("kari"))
    table.known = Chips()
    assert not active(table)  # no chips are there


def test_a_plaque_that_names_other_limits_is_none(two: Pit) -> None:
    today = two.desk.today
    assert {*differing(today.tables.values())} == {"2", "3"} == {*today.plaques.lacking}
    two.desk.plaque("3", two.by("dan"))
    assert {*today.plaques.lacking} == {"2"}
    two.desk.limits("3", (500, 2500), two.by("pia"))
    assert {*today.plaques.lacking} == {"2", "3"}
    two.desk.limits("3", (300, 2500), two.by("pia"))
    assert not today.plaques.lacking


def test_a_plaque_that_was_never_noted_needs_a_reason(two: Pit) -> None:
    two.desk.plaque("2", two.by("kari"))
    two.desk.close_table("3", TRAY, two.by("dan"))
    assert [note.key for note in two.desk.today.unexplained] == ["plaque 3"]
    assert not two.desk.today.plaques.lacking


def test_limits_hold_from_the_end_of_the_notice_on(pit: Pit) -> None:
    pit.later(minutes=5)
    other = pit.desk.limits("2", (200, 2500), pit.by("pia"), notice=15)
    first, second = spans(pit.desk.today.entries, "2")
    assert (first.limits, second.limits) == ((300, 2500), (200, 2500))
    assert second.since == other.at + timedelta(minutes=15)


def test_limits_read_as_they_are_posted() -> None:
    assert in_words((300, 2500)) == "$3-$25"
    assert in_words((50, 150)) == "$0.50-$1.50"
