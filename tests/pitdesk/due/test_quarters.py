"""A year of a site: every task appears, falls due and is settled as the calendar on the wall says."""

from collections.abc import Iterator
from datetime import date

import pytest

from tests.pitdesk.due.year import Year, played
from tests.storm import many

pytestmark = pytest.mark.storm


@pytest.fixture(scope="module")
def year(lives) -> Iterator[Year]:
    """Two nights a week, so that the year is short; all five in a storm."""
    with lives() as pit:
        yield from played(pit, min(5, many(2)))


def test_each_noon_board_and_wall_say_the_same(year):
    assert year.wrong == {}


def test_every_kind_of_task_appeared(year):
    assert {name.split()[0] for name in year.seen} == {
        *("deposit", "fault", "hold", "review", "return", "audit", "rent", "reconcile", "won", "poker"),
    }
    assert {"deposit of tournament Cup", "deposit of occasion Fair"} <= year.seen
    assert [*year.wall.low] == ["2027Q4"]


def test_a_phone_that_took_in_every_file_has_what_is_left_and_nothing_twice(year):
    assert year.twice == []
    left = year.wall.due(date(2028, 7, 31))
    assert sorted(day for _, day in year.phone.values()) == sorted(left.values())
