"""Banking days: Monday to Friday without the Federal Reserve's holidays."""

from datetime import date, timedelta

MONDAY, THURSDAY, SATURDAY, SUNDAY = 0, 3, 5, 6


def holidays(year: int) -> set[date]:
    """The eleven holidays of the Federal Reserve Banks in a year.

    One that falls on a Sunday is kept on the Monday after it; one on a Saturday is not moved: the
    banks are open on the Friday before it.
    """
    fixed = [(1, 1), (7, 4), (11, 11), (12, 25)] + [(6, 19)] * (year >= 2021)
    kept = {date(year, month, day) for month, day in fixed}
    moved = {day + timedelta(days=1) if day.weekday() == SUNDAY else day for day in kept}
    return moved | {
        _nth(year, 1, MONDAY, 3),  # Martin Luther King
        _nth(year, 2, MONDAY, 3),  # Washington
        _nth(year, 6, MONDAY, 1) - timedelta(days=7),  # Memorial Day: the last Monday of May
        _nth(year, 9, MONDAY, 1),  # Labor Day
        _nth(year, 10, MONDAY, 2),  # Columbus
        _nth(year, 11, THURSDAY, 4),  # Thanksgiving
    }


def _nth(year: int, month: int, weekday: int, nth: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))


def is_banking_day(day: date) -> bool:
    """Whether banks are open."""
    return day.weekday() < SATURDAY and day not in holidays(day.year)


def deposit_due(activity: date, banking_days: int) -> date:
    """The `banking_days`th banking day after the day of activity (99-01.3-03-10(1): the third)."""
    due = activity
    for _ in range(banking_days):
        due += timedelta(days=1)
        while not is_banking_day(due):
            due += timedelta(days=1)
    return due
