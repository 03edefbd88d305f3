from datetime import date, timedelta

import pytest

from pitdesk.banking import deposit_due, holidays, is_banking_day

# The Federal Reserve's holidays, written down by hand: New Year, Martin Luther King, Washington,
# Memorial, Juneteenth, Independence, Labor, Columbus, Veterans, Thanksgiving, Christmas. One that falls
# on a Saturday stands where it is: the banks are open on the Friday before it.
HOLIDAYS = {
    2024: "01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25",
    2025: "01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25",
    2026: "01-01 01-19 02-16 05-25 06-19 07-04 09-07 10-12 11-11 11-26 12-25",
    2027: "01-01 01-18 02-15 05-31 06-19 07-05 09-06 10-11 11-11 11-25 12-25",
    2028: "01-01 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-11 11-23 12-25",
    2029: "01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25",
    2030: "01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25",
}


def days(year):
    return {date.fromisoformat(f"{year}-{day}") for day in HOLIDAYS[year].split()}


@pytest.mark.parametrize("year", HOLIDAYS)
def test_every_holiday_of_a_year_and_no_other(year):
    assert holidays(year) == days(year)


@pytest.mark.parametrize("year", HOLIDAYS)
def test_banks_are_open_on_every_other_weekday(year):
    day = date(year, 1, 1)
    while day.year == year:
        assert is_banking_day(day) == (day.isoweekday() <= 5 and day not in days(year)), day
        day += timedelta(days=1)


def test_juneteenth_was_no_holiday_before_2021():
    assert date(2020, 6, 19) not in holidays(2020)
    assert date(2021, 6, 19) in holidays(2021)


@pytest.mark.parametrize(
    ("activity", "due"),
    [
        ("2026-11-20", "2026-11-25"),  # E12: a Friday that closes after midnight
        ("2026-11-24", "2026-11-30"),  # E12: Thanksgiving and a weekend between
        ("2026-11-21", "2026-11-25"),  # Saturday
        ("2026-11-22", "2026-11-25"),  # Sunday
        ("2026-07-02", "2026-07-07"),  # the 4th is a Saturday: Friday the 3rd is a banking day
        ("2027-07-01", "2027-07-07"),  # the 4th is a Sunday: Monday the 5th is none
        ("2027-12-31", "2028-01-05"),  # New Year on a Saturday is not moved
        ("2025-12-24", "2025-12-30"),  # Christmas
        ("2029-12-28", "2030-01-03"),  # over the end of the year
    ],
)
def test_the_third_banking_day_after_the_day_of_activity(activity, due):
    assert deposit_due(date.fromisoformat(activity), 3) == date.fromisoformat(due)


def test_the_number_of_banking_days_is_the_rulebooks():
    assert deposit_due(date(2026, 11, 24), 1) == date(2026, 11, 25)
    assert deposit_due(date(2026, 11, 24), 2) == date(2026, 11, 27)
