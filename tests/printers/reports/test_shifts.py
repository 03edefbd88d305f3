"""The report's shifts and seats: who, from when to when, also when the clocks go back."""

from datetime import UTC, date, datetime, timedelta

import pytest

from pitdesk.book.people import Person, Role
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.kinds.editions import RECORDS, REREAD
from printers.drawing.sheets import Section
from tests.otherwise import read_otherwise
from tests.printers.nights import PIN, Night


@pytest.fixture
def one(house: Desk, clock: SetClock, by) -> Night:
    night = Night.at(house, clock, by, t1="21")
    held = (Role("shift manager", date(2020, 1, 1)), Role("dealer", date(2020, 1, 1)))
    night.desk.set_person(Person("sam", "Sam Ruud", "SR", held), pin=PIN, by=by("gm:gaming manager"))
    return night


def section(night: Night) -> Section | None:
    found = (one for one in night.report().sections if one.title.endswith("Shifts and seats"))
    return next(found, None)


def rows(night: Night, turn: int) -> list[list[str]]:
    part = section(night)
    assert part
    return [[getattr(cell, "text", cell) for cell in row.cells] for row in part.grids[turn].rows]


def played(night: Night, opened: datetime) -> None:
    """Open, deal, hand over to sam two hours on, who deals too; close."""
    night.clock.at = opened
    night.open(on=(opened - timedelta(hours=6)).date())
    night.table("1")
    night.desk.on_duty(night.by("sam:dealer")[0])
    night.clock.at = opened + timedelta(hours=2)
    night.desk.dealer("1", "sam", night.by("sam:dealer"))
    night.desk.hand_over("sam", night.by("pia:shift manager", "sam:shift manager"))
    night.clock.at = opened + timedelta(hours=3)
    night.desk.dealer("1", "d1", night.dealer("1"))
    night.close("1", "", 100_00)


def test_the_report_names_every_shift_and_every_seat(one: Night) -> None:
    played(one, datetime(2026, 11, 20, 22, tzinfo=UTC))
    one.end()
    names = [row[1] for row in rows(one, 0)]
    assert len(names) == 2
    assert names[1] == "Sam Ruud"
    first, second = rows(one, 0)
    assert (first[2], first[3], first[4]) == ("4:00 p.m.", "6:00 p.m.", "2:00")
    assert second[2] == "6:00 p.m."
    assert second[3] != "now"  # it ends with the seal
    seats = rows(one, 1)
    assert [row[2] for row in seats] == ["Dealer 1", "Sam Ruud", "Dealer 1"]
    assert seats[1][3:] == ["6:00 p.m.", "7:00 p.m.", "1:00"]
    part = section(one)
    assert part
    assert part.notes == (
        "Reading of 08-05(3): a dealer who acts as the cashier may prepare a fill slip.",
        "Reading of 08-04: two quarters ask for video where their mean is $10,000.00 or more.",
        "Reading of 08-04(7): a fault runs for 4 days or 48 hours of play, the earlier; a wheel is"
        " closed then.",
        "Reading of 08-14(2): a gaming and a nongaming employee may count together.",
    )


def test_the_report_says_each_reading_that_the_rulebook_has(one: Night) -> None:
    one.desk._rules = read_otherwise(
        {
            "nd.08-05.3 fill": ["cashier", "pit boss", "shift manager"],
            "nd.08-04 reading": "each",
            "nd.08-04.7 first": "later",
            "nd.08-04.7 wheel": "limit",
            "nd.08-14.2 gaming_and_nongaming": "refused",
        }
    )
    played(one, datetime(2026, 11, 20, 22, tzinfo=UTC))
    one.end()
    part = section(one)
    assert part
    for words, said in zip(
        (
            "may not prepare",
            "each of them is $10,000.00",
            "the later; a wheel takes $2",
            "may not count",
        ),
        part.notes,
        strict=True,
    ):
        assert words in said


def test_days_of_the_fourth_edition_keep_their_one_line(one: Night) -> None:
    one.desk.edition = RECORDS - 1
    played(one, datetime(2026, 11, 20, 22, tzinfo=UTC))
    one.end()
    part = section(one)
    assert part
    assert len(part.notes) == 1


def test_the_two_hours_of_an_autumn_night_are_told_apart(one: Night) -> None:
    played(one, datetime(2026, 11, 1, 4, 30, tzinfo=UTC))
    one.end()
    assert rows(one, 1)[1][3:] == ["1:30 a.m. UTC-05:00", "1:30 a.m. UTC-06:00", "1:00"]


def test_a_night_of_the_first_reading_prints_neither(one: Night) -> None:
    one.desk.edition = REREAD - 1
    played(one, datetime(2026, 11, 20, 22, tzinfo=UTC))
    one.end()
    assert section(one) is None


def test_the_report_says_how_often_a_drawer_was_opened_with_no_cash_due(one: Night) -> None:
    one.open()
    one.table("1")
    came = {"change for a $20 bill": "opened", "jam": "failed", "for a look": "sent", "again": ""}
    for reason, outcome in came.items():
        opening = one.desk.open_drawer(reason, one.by("jo:cashier"))
        if outcome:
            one.desk.pulsed(opening.seq, outcome)
    one.desk.open_drawer("printer off", one.by("pia:shift manager"), by_key=True)
    part = section(one)
    assert part
    (grid,) = [each for each in part.grids if each.title == "Drawer opened, no cash due"]
    said = [[getattr(cell, "text", cell) for cell in row.cells][2:5] for row in grid.rows]
    assert said == [
        ["Drawer", "by PitDesk", "change for a $20 bill"],
        ["Drawer", "not opened", "jam"],
        ["Drawer", "unknown", "for a look"],
        ["Drawer", "unknown", "again"],
        ["Drawer", "by key", "printer off"],
    ]
    assert grid.notes == ("5 times: Jo 4, Pia 1.",)


def test_the_report_of_an_older_day_has_no_word_of_it(one: Night) -> None:
    one.desk.edition = REREAD
    one.open()
    part = section(one)
    assert part
    assert [grid.title for grid in part.grids] == ["Shift managers", "Who dealt"]
