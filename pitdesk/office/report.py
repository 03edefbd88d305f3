"""What head office's reports are made of: the rows of a span, and what it needs from outside it."""

from pitdesk.office.store import Store
from pitdesk.reports.days import Records, of_rows
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
        at_last = {day.site: day for day in sorted(days) if day.date <= span.last}
        here = {(day.site, day.date) for day in days}
        fixes = store.corrections(min(on for _, on in here), max(on for _, on in here)) if here else []
        return of_rows(
            days,
            store.tables(span.first, span.last),
            store.chips([*at_last.values()]),
            [fix for fix in fixes if (fix.site, fix.date) in here],
            deposits,
        )
