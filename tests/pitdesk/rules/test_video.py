"""Who needs video, and by when: the examples of 99-01.3-08-04."""

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from pitdesk import kinds
from pitdesk.book.cameras import active_s, carried
from pitdesk.book.past import fiscal_year, quarter_end, recent
from pitdesk.book.seats import Turn
from pitdesk.book.site import Site
from pitdesk.rules.book import Rulebook
from pitdesk.rules.video import Need, need

RULES = Rulebook.load()
ON = date(2026, 11, 20)


def asked(quarters: dict[str, int], on: date = ON, reading: str = "mean", **settings: Any) -> Need:
    def value(rule: str, name: str) -> object:
        return reading if name == "reading" else RULES.value(rule, name, on)

    return need(Site(kinds.Site(**settings)), quarters, on, value)


@pytest.mark.parametrize(
    ("quarters", "by"),
    [
        ({"2026Q1": 10_400_00, "2026Q2": 9_700_00}, date(2026, 8, 14)),
        ({"2026Q1": 10_000_00, "2026Q2": 9_999_99}, None),
        ({"2026Q1": 10_000_00, "2026Q2": 10_000_00}, date(2026, 8, 14)),
        ({"2026Q1": 20_000_00, "2026Q3": 20_000_00}, None),  # none follows the other
        ({"2026Q1": 20_000_00}, None),
        ({"2020Q1": 20_000_00, "2020Q2": 20_000_00}, None),  # before the previous fiscal year
        ({"2025Q2": 20_000_00, "2025Q3": 20_000_00}, None),  # one of them
        ({"2025Q3": 20_000_00, "2025Q4": 20_000_00}, date(2026, 2, 14)),
        # the oldest pair that counts says since when
        ({"2026Q1": 20_000_00, "2026Q2": 20_000_00, "2026Q3": 20_000_00}, date(2026, 8, 14)),
    ],
)
def test_two_quarters_that_follow_one_another_ask_for_video(
    quarters: dict[str, int], by: date | None
) -> None:
    found = asked(quarters)
    assert (bool(found.words), found.by) == (by is not None, by)
    assert not asked(quarters, lower_activity=True).words


def test_the_other_reading_asks_each_quarter() -> None:
    assert not asked({"2026Q1": 10_400_00, "2026Q2": 9_700_00}, reading="each").words
    assert asked({"2026Q1": 10_400_00, "2026Q2": 10_000_00}, reading="each").words


def test_the_last_day_is_one_without() -> None:
    found = asked({"2026Q1": 10_400_00, "2026Q2": 9_700_00})
    assert not found.binds(date(2026, 8, 14))
    assert found.binds(date(2026, 8, 15))
    assert asked({}, video_required=True).binds(ON)
    assert not asked({}).binds(ON)


def test_a_seasonal_site_is_asked_for_its_active_quarters() -> None:
    season = {"2025Q3": 0, "2025Q4": 0, "2026Q1": 12_000_00, "2026Q2": 9_000_00}
    assert asked(season, seasonal=True).by == date(2026, 8, 14)
    assert not asked(season | {"2025Q4": 1_00}, seasonal=True).words
    split = {"2025Q3": 15_000_00, "2025Q4": 0, "2026Q1": 0, "2026Q2": 6_000_00}
    assert asked(split, seasonal=True).words
    assert not asked(split).words


def test_a_site_that_was_taken_over_has_forty_five_days() -> None:
    strong = {"2025Q3": 20_000_00, "2025Q4": 20_000_00}
    assert asked(strong, acquired=ON).by == date(2027, 1, 4)
    assert asked(strong, acquired=date(2020, 1, 1)).by == date(2026, 2, 14)


def test_quarters_and_fiscal_years_end_where_they_do() -> None:
    assert [quarter_end(f"2026Q{n}") for n in (1, 2, 3, 4)] == [
        *(date(2026, 3, 31), date(2026, 6, 30), date(2026, 9, 30), date(2026, 12, 31))
    ]
    assert [fiscal_year(date(2026, *on)) for on in ((6, 30), (7, 1))] == [2025, 2026]
    known = dict.fromkeys(("2024Q2", "2024Q3", "2026Q1"), 1)
    assert [*recent(known, date(2026, 6, 30))] == ["2024Q3", "2026Q1"]
    assert [*recent(known, date(2026, 7, 1))] == ["2026Q1"]


def test_a_fault_ends_after_four_days_or_forty_eight_hours_of_play() -> None:
    """Monday 2026-11-02 at 16:04, play from 16 to 22 daily: 11-06, or 11-10 at 16:04."""

    def at(day: int, hour: int, minute: int = 0) -> datetime:
        return datetime(2026, 11, day, hour, minute, tzinfo=ZoneInfo("America/Chicago"))

    outage = kinds.Outage("2", "camera", at(2, 16, 4), date(2026, 11, 2))
    assert outage.on + timedelta(days=RULES.value("nd.08-04.7", "days", ON)) == date(2026, 11, 6)
    for day in range(2, 10):
        seats = {"2": [Turn("kari", at(day, 16), at(day, 22))]}
        (outage,) = carried([outage], seats, at(day, 22))
    hours = RULES.value("nd.08-04.7", "hours", ON)
    seated = [Turn("kari", at(10, 16))]
    assert active_s(outage, seated, at(10, 16, 3)) < hours * 3600
    assert active_s(outage, seated, at(10, 16, 4)) == hours * 3600
