"""What head office's reports are made of: the rows of a span, and what it needs from outside it."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

import orjson

from pitdesk.book.past import is_quarter
from pitdesk.office.rows import DayRow
from pitdesk.office.store import Store
from pitdesk.reports.days import DealerSheet, Records, Return, of_rows
from pitdesk.reports.summaries import Span


def of_span(store: Store, span: Span) -> Records:
    """The records of a span, which give the same report as the sites' own books.

    With them come the other days of deposits that are of days in the span too, for a deposit is shared
    out among all its days; and of each site the day before and the day after, by which it is known
    whether one is missing, and which chips players had when the span began.
    """
    with store.still():
        deposits = store.deposits(span.first, span.last)
        near = [span.first, span.last, *(on for row in deposits for on in row.dates)]
        first, last = min(near), max(near)
        days = [*store.days(first, last), *store.beside(first, last)]
        if gaps := [*_gaps(days)]:
            days += store.numbered(gaps)
        at_last = {day.site: day for day in sorted(days) if day.date <= span.last}
        here = {(day.site, day.date) for day in days}
        fixes = store.corrections(min(on for _, on in here), max(on for _, on in here)) if here else []
        return of_rows(
            days,
            store.tables(span.first, span.last),
            store.chips([*at_last.values()]),
            [fix for fix in fixes if (fix.site, fix.date) in here],
            deposits,
            *_of_quarter(store, span),
        )


def _of_quarter(store: Store, span: Span) -> tuple[list[Return], list[DealerSheet]]:
    """The returns of a quarter, each site's last one, and the dealers' weeks; none of another span."""
    if not is_quarter(span.name):
        return [], []
    returns = {
        row.site: Return(row.site, row.filed, row.tax, row.paper, orjson.loads(row.held))
        for row in store.filed(span.name)
    }
    weeks = store.weeks(span.name, span.first, span.last)
    sheets = [DealerSheet(*row) for row in sorted(weeks)]
    return [*returns.values()], sheets


def _gaps(days: Iterable[DayRow]) -> Iterator[tuple[str, int, int]]:
    """The numbers that days of a site leave out: one may be there, under the date of a wrong clock."""
    for one, other in pairwise(sorted(days, key=lambda row: (row.site, row.day))):
        if one.site == other.site and other.day > one.day + 1:
            yield one.site, one.day + 1, other.day - 1
