"""For how long papers are kept: 99-01.3-08-16, 11-07, 03-01."""

from datetime import date

from pitdesk.book.past import quarter_end, quarter_of
from pitdesk.chipset.law import Value

KEPT, PAPERS = "nd.08-16.k", "nd.08-16.1h"
RECORDS, HOLD, TICKETS, ACCOUNTS = WHATS = ("records", "hold", "tickets", "accounts")


def kept_until(what: str, quarter: str, *, filed: date | None = None, video: bool, value: Value) -> date:
    """The date up to which papers of a quarter are kept; they may be destroyed the day after.

    filed   when its tax return was; None where that is not known
    video   whether there is a video system: hold and review papers are then kept a year, else as records
    """
    if what == HOLD and video:
        return _years_after(quarter, value(PAPERS, "years"))
    years = value(KEPT, "tickets_years" if what == TICKETS else "years")
    reported = quarter
    if value(KEPT, "reported") == "next":
        reported = max(quarter_of(_next_day(quarter)), quarter_of(filed) if filed else "")
    return _years_after(reported, years)


def _years_after(quarter: str, years: int) -> date:
    return quarter_end(f"{int(quarter[:4]) + years}{quarter[4:]}")


def _next_day(quarter: str) -> date:
    end = quarter_end(quarter)
    return date(end.year + end.month // 12, end.month % 12 + 1, 1)
