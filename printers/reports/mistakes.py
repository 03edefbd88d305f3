"""Corrections in the report: what was taken back and what was counted again, with both lines."""

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.kinds.editions import TAKEN_BACK
from pitdesk.reports.mistakes import counted_again, taken_back, told
from printers.drawing.cells import clean, money
from printers.drawing.grids import columns, figures_of, row, words_of
from printers.drawing.sheets import Grid, Row, Section
from printers.reports.night import ReportNight, initialed
from printers.slips.layout import calendar_date


def corrections(night: ReportNight) -> Section:
    """Each mistake with what put it right; it was on no report before the fourth edition."""
    every = (_taken_back(night), _deposits(night), _counted_again(night))
    grids = tuple(grid for grid in every if grid.rows)
    none = () if grids else ("Nothing was taken back or counted again.",)
    return Section("Corrections", grids, none, since=TAKEN_BACK)


def _taken_back(night: ReportNight) -> Grid:
    rows = []
    for one in taken_back(night.day):
        what, cents = told(one.entry, night.name), one.entry.worth_cents
        rows.append(_line(night, one.entry, what, "", cents))
        reason = one.reversal.fact.reason
        rows.append(_line(night, one.reversal, f"entry {one.entry.seq} {one.how}", reason, -cents))
    words = map(words_of, ("What", "Reason"))
    heads = columns("Entry", "Time", *words, "By", figures_of("Amount"))
    note = "Undone: at once, by whoever did it. Reversed: by a cashier and a second person."
    return Grid("Taken back", heads, tuple(rows), (note,))


def _deposits(night: ReportNight) -> Grid:
    """Deposits that were taken back since the day before was sealed, and what did that.

    Of before, days knew only what was done on their date, or while they were open.
    """
    rows = []
    day, end = night.day, night.day.sealed or night.day.last
    for about, entry in night.site.taken_back.items():
        known = entry.seq in day.opening.taken_back or night.local(entry.at).date() == day.date
        if (known or entry.seq > day.opened.seq) and entry.seq <= end.seq:
            fact = entry.of(kinds.TakeBackDeposit)
            of = fact.contest or ", ".join(map(calendar_date, fact.dates))
            what = f"slip {fact.slip}, made {calendar_date(fact.made)}, of {of}"
            rows.append(row(f"{about}", "", clean(what), "", "", money(fact.cents)))
            rows.append(_line(night, entry, f"entry {about} taken back", fact.reason, -fact.cents))
    words = map(words_of, ("What", "Reason"))
    heads = columns("Entry", "Time", *words, "By", figures_of("Amount"))
    return Grid("Deposits taken back", heads, tuple(rows), ("What they were of is owed again.",))


def _line(night: ReportNight, entry: Entry, what: str, reason: str, cents: int) -> Row:
    said = (clean(what), clean(reason), initialed(entry.signatures), money(cents))
    return row(f"{entry.seq}", night.time(entry.at), *said)


def _counted_again(night: ReportNight) -> Grid:
    rows = []
    for what, counts in counted_again(night.day, night.name):
        for again, (entry, cents) in enumerate(counts):
            said = (clean(what) + ", again" * bool(again), initialed(entry.signatures), money(cents))
            rows.append(row(f"{entry.seq}", night.time(entry.at), *said))
    heads = columns("Entry", "Time", words_of("What"), "By", figures_of("Counted"))
    return Grid("Counted again", heads, tuple(rows), ("The last count of each stands.",))
