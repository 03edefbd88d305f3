"""Dates, as they are typed and as they are shown."""

import re
from datetime import date


def shown_day(day: date) -> str:
    """A date as people here write it: Nov 20, 2026."""
    return f"{day:%b} {day.day}, {day.year}"


def read_day(text: str) -> date:
    """A date as it is typed: 11/20/2026 or 2026-11-20."""
    found = re.fullmatch(r"(\d{1,2})/(\d{1,2})/(\d{4})", text)
    try:
        if found:
            month, day, year = map(int, found.groups())
            return date(year, month, day)
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"'{text}' is no date. Write it as 11/20/2026.") from None


def typed_day(day: date) -> str:
    """A date as it is typed."""
    return f"{day:%m/%d/%Y}"
