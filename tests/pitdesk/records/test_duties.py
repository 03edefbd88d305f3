"""What hold asks for, by when, and when it is done: to the day, as the text has it."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

import pytest
from msgspec.structs import replace as changed

from pitdesk import kinds
from pitdesk.desk import Desk
from pitdesk.records.duties import (
    REVIEW,
    TELL,
    Tracked,
    contact_by,
    duties,
    review_weeks,
    reviews,
    tracked,
    weeks_over,
)
from pitdesk.records.kept import Kept
from pitdesk.rules.book import Rulebook
from tests.files import NIGHTS
from tests.pitdesk.records.play import played

TODAY = date(2027, 1, 14)
RULES = Rulebook.load()
TABLES = lambda game: lambda first, last: ["1", "2", "3"]  # noqa: E731


def value(rule: str, name: str) -> object:
    return RULES.value(rule, name, date(2026, 12, 31))


def determined(**said: object) -> Kept:
    low = kinds.DetermineHold(quarter="2026Q4", on=date(2027, 1, 10), held={}, low=("21",))
    return Kept(determined={"2026Q4": changed(low, **said)})


def review(table: str, on: date, minutes: int = 60) -> tuple[kinds.ReviewVideo, str]:
    times = {"since": "21:00", "until": "22:00", "minutes": minutes}
    said = {"table": table, "on": on, "date": date(2026, 12, 30), "seen": "nothing"} | times
    return kinds.ReviewVideo(**said), "aud"


def test_six_weeks_from_the_day_after_it_was_determined() -> None:
    weeks = reviews(determined(), "2026Q4", "21", TABLES("21"), value)
    assert (weeks[0].first, weeks[-1].last) == (date(2027, 1, 11), date(2027, 2, 21))
    assert [week.lacking for week in weeks] == [
        ["1", "2", "3"]
    ] * 6  # three hours a week, eighteen in all
    assert review_weeks(date(2028, 2, 28), 1) == [date(2028, 2, 29)]


def test_an_hour_of_each_table_makes_a_week_done() -> None:
    kept = determined()
    kept.reviews += [review("1", date(2027, 1, 11)), review("2", date(2027, 1, 17))]
    first, second, *_ = duties(kept, kept.determined, TABLES, value, TODAY)
    assert (first.code, first.about, first.done) == (REVIEW, "2026Q4 21 2027-01-11", None)
    assert "table 3:" in first.words
    kept.reviews.append(review("3", date(2027, 1, 17)))
    first, second, *_ = duties(kept, kept.determined, TABLES, value, TODAY)
    assert (first.done, second.done) == (date(2027, 1, 17), None)
    assert second.late(date(2027, 1, 25))
    assert not second.late(date(2027, 1, 24))


def test_a_reason_that_is_found_ends_the_reviews() -> None:
    kept = determined()
    found = kinds.HoldReason(quarter="2026Q4", game="21", on=date(2027, 1, 20), reason="2:1 was paid")
    kept.reasons["2026Q4", "21"] = found
    told = list(duties(kept, kept.determined, TABLES, value, TODAY))
    assert [one.since for one in told] == [date(2027, 1, 11), date(2027, 1, 18)]
    assert {one.done for one in told} == {date(2027, 1, 20)}


def test_a_week_in_which_nothing_plays_is_not_done_before_its_end() -> None:
    empty = lambda game: lambda first, last: []  # noqa: E731
    kept = determined()
    first, *_ = duties(kept, kept.determined, empty, value, TODAY)
    assert first.done is None
    assert "each table of twenty-one that plays" in first.words
    first, *_ = duties(kept, kept.determined, empty, value, date(2027, 1, 18))
    assert first.done == date(2027, 1, 17)


@pytest.mark.parametrize(
    ("quarter", "by"),
    [
        ("2026Q4", "2027-01-30"),
        ("2027Q1", "2027-04-30"),
        ("2027Q2", "2027-07-30"),
        ("2027Q3", "2027-10-30"),
    ],
)
def test_the_division_is_told_thirty_days_after_the_quarter(quarter: str, by: str) -> None:
    assert contact_by(quarter, 30) == date.fromisoformat(by)  # a Saturday, too


def test_what_was_told_is_done() -> None:
    kept = determined(low=(), beyond=True)
    (before,) = duties(kept, kept.determined, TABLES, value, TODAY)
    assert (before.code, before.by, before.done) == (TELL, date(2027, 1, 30), None)
    kept.told["2026Q4"] = kinds.TellDivision(quarter="2026Q4", on=date(2027, 1, 12), told="Ms. Berg")
    (after,) = duties(kept, kept.determined, TABLES, value, TODAY)
    assert after == replace(before, done=date(2027, 1, 12))


WEEKS = [date(2027, 1, 11) + at * timedelta(weeks=1) for at in range(30)]


def sheet(first: date, on: date) -> kinds.DealerWeek:
    return kinds.DealerWeek(quarter="2026Q4", first=first, on=on, held={})


def sheets(*turns: int) -> Kept:
    """Those of some weeks after a quarter that paid more than it took, each kept on the Monday after."""
    kept = determined(low=(), beyond=True)
    kept.weeks["2026Q4"] = {WEEKS[at]: sheet(WEEKS[at], WEEKS[at + 1]) for at in turns}
    return kept


def test_twelve_weeks_in_a_row_are_eighty_four_days() -> None:
    every = TABLES("21")
    after_seven = tracked(sheets(*range(7)), "2026Q4", every, 12, date(2027, 3, 2))
    assert after_seven == Tracked(7, 12, WEEKS[7])
    assert after_seven.by == date(2027, 3, 14)  # its week is over on March 7
    done = tracked(sheets(*range(12)), "2026Q4", every, 12, date(2027, 4, 5))
    assert done == Tracked(12, 12, None, date(2027, 4, 5))
    assert WEEKS[11] + timedelta(days=6) == date(2027, 4, 4) == date(2027, 1, 11) + timedelta(days=83)


def test_a_week_without_its_sheet_begins_the_count_again() -> None:
    kept, every = sheets(*range(7), 8, 9), TABLES("21")
    in_time = date(2027, 3, 14)
    assert tracked(kept, "2026Q4", every, 12, in_time) == Tracked(7, 12, WEEKS[7])
    assert tracked(kept, "2026Q4", every, 12, in_time + timedelta(days=1)) == Tracked(2, 12, WEEKS[10])
    late = sheets(*range(7), 8, 9)
    late.weeks["2026Q4"][WEEKS[7]] = sheet(WEEKS[7], WEEKS[10])
    assert tracked(late, "2026Q4", every, 12, WEEKS[10]) == Tracked(10, 12, WEEKS[10])
    kept.weeks["2026Q4"] |= {WEEKS[at]: sheet(WEEKS[at], WEEKS[at + 1]) for at in range(10, 20)}
    assert tracked(kept, "2026Q4", every, 12, WEEKS[21]).ended == WEEKS[20]


def test_a_week_in_which_nobody_played_asks_for_no_sheet() -> None:
    rest = lambda first, last: [] if first == WEEKS[3] else ["1"]  # noqa: E731
    kept = sheets(0, 1, 2, *range(4, 13))
    assert tracked(kept, "2026Q4", rest, 12, WEEKS[14]).ended == WEEKS[13]
    assert tracked(kept, "2026Q4", TABLES("21"), 12, WEEKS[14]).ended is None


def test_weeks_that_are_over_are_offered_until_their_sheet_is_kept() -> None:
    assert weeks_over(sheets(), "2026Q4", date(2027, 1, 17)) == []
    assert weeks_over(sheets(), "2026Q4", date(2027, 1, 18)) == WEEKS[:1]
    assert weeks_over(sheets(0), "2026Q4", date(2027, 1, 25)) == WEEKS[1:2]
    assert weeks_over(sheets(), "2026Q3", date(2027, 1, 25)) == []


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    yield from played(NIGHTS["holds"], tmp_path_factory.mktemp("holds"))


def test_the_night_of_records_settles_its_own(desk: Desk) -> None:
    told = list(duties(desk.kept, desk.kept.determined, desk.nights.played, value, TODAY))
    assert [(one.code, one.since, one.done) for one in told[:2]] == [
        (REVIEW, date(2027, 1, 11), date(2027, 1, 14)),
        (TELL, date(2027, 4, 10), date(2027, 4, 10)),
    ]
    assert told[1].by == date(2027, 4, 30)
    assert [one.since for one in told[2:]] == review_weeks(date(2027, 4, 10), 6)
    assert told[0].by - told[0].since == timedelta(days=6)
