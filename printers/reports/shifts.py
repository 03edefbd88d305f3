"""Shifts and seats in the report: whose shift it was, who dealt where, and how the law was read."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.people import ACTING_CASHIER
from pitdesk.book.seats import Turn
from pitdesk.chips import dollars
from pitdesk.kinds.editions import HANDED_OVER, OPENED, RECORDS, REREAD
from printers.drawing.cells import clean, money
from printers.drawing.grids import columns, figures_of, row, words_of
from printers.drawing.sheets import Grid, Section
from printers.reports.night import ReportNight, initialed
from printers.slips.layout import clock_time

HOW = {  # what came of a pulse, on paper
    **{"opened": "by PitDesk", "was open": "was open", "failed": "not opened"},
    **dict.fromkeys(("sent", "just now", ""), "unknown"),
}


def shifts(night: ReportNight) -> Section:
    """Each shift with its designated manager: 99-01.3-02-07(2); each seat; the readings taken."""
    return Section(
        "Shifts and seats",
        (_shifts(night), _seats(night), *_drawers(night), *_opened(night)),
        tuple(_readings(night)),
        since=REREAD,
    )


def _shifts(night: ReportNight) -> Grid:
    began = [entry for _, entry in night.day.facts(kinds.OpenDay, kinds.HandOver)]
    rows = [
        row(f"{number}", night.name(turn.person), *_span(night, turn), initialed(entry.signatures))
        for number, (turn, entry) in enumerate(zip(night.day.shifts, began, strict=False), 1)
    ]
    heads = columns("Shift", words_of("Shift manager"), "From", "To", "Lasted", "Initials")
    return Grid("Shift managers", heads, tuple(rows))


def _seats(night: ReportNight) -> Grid:
    rows = [
        row(clean(table.table), table.game, night.name(turn.person), *_span(night, turn))
        for table in night.tables
        for turn in table.seats
    ]
    heads = columns("Table", "Game", words_of("Dealer"), "From", "To", "Lasted")
    return Grid("Who dealt", heads, tuple(rows))


def _drawers(night: ReportNight) -> Iterable[Grid]:
    """Who had each drawer, and what is over or short of it: since the fourth edition."""
    if night.day.opening.edition < HANDED_OVER:
        return
    tills, entries = night.day.tills, {entry.seq: entry for entry in night.day.entries}
    rows = [
        row(
            span.drawer[:1].upper() + span.drawer[1:],
            night.name(span.person),
            *_span(night, Turn(span.person, span.since, span.until)),
            money(tills.off_cents(span)),
            initialed(entries[span.entry].signatures) if span.entry else "",
        )
        for span in sorted(tills.spans, key=lambda one: one.drawer)
    ]
    heads = columns(
        *("Drawer", words_of("Cashier"), "From", "To", "Lasted"), figures_of("Over/short"), "Initials"
    )
    bank = ("Over/short of the first drawer is with the chip bank, which changed hands with it.",)
    yield Grid("Who had the drawer", heads, tuple(rows), bank if tills.bank else ())


def _opened(night: ReportNight) -> Iterable[Grid]:
    """Each time that a drawer was opened with no cash due, why and by whom: since the fourth edition."""
    if night.day.opening.edition < OPENED:
        return
    found = [*night.day.facts(kinds.OpenDrawer)]
    came = {entry.about: fact.outcome for fact, entry in night.day.facts(kinds.Pulse)}
    rows = [
        row(
            f"{entry.seq}",
            night.time(entry.at),
            fact.drawer[:1].upper() + fact.drawer[1:],
            "by key" if fact.by_key else HOW[came.get(entry.seq, "")],
            clean(fact.reason),
            initialed(entry.signatures[:1]),
        )
        for fact, entry in found
    ]
    heads = columns("Entry", "Time", "Drawer", "Opened", words_of("Reason"), "By")
    yield Grid("Drawer opened, no cash due", heads, tuple(rows), (_how_often(night, found),))


def _how_often(night: ReportNight, found: Iterable[tuple[kinds.OpenDrawer, Entry]]) -> str:
    """How often, in all and by each."""
    times = Counter(entry.signatures[0].person for _, entry in found)
    if not times:
        return "Never."
    each = ", ".join(f"{night.name(person)} {count}" for person, count in times.most_common())
    return f"{times.total()} time{'s' * (times.total() != 1)}: {each}."


def _span(night: ReportNight, turn: Turn) -> Iterable[str]:
    """From when to when, and how long; with the offsets on a night when the clocks were changed."""
    ends = {night.local(at).utcoffset() for at in (night.day.opened.at, night.stamp)}
    said = [
        (night.time(at) if len(ends) == 1 else clock_time(night.local(at))) if at else "now"
        for at in (turn.since, turn.until)
    ]
    hours, minutes = divmod(int(turn.lasted(night.stamp).total_seconds()) // 60, 60)
    return (*said, f"{hours}:{minutes:02}")


def _readings(night: ReportNight) -> Iterable[str]:
    """What the text leaves open, as that day's rulebook reads it; most since the fifth edition."""

    def value(rule: str, name: str) -> Any:
        return night.rules.value(rule, name, night.day.date)

    may = "may" if ACTING_CASHIER in value("nd.08-05.3", "fill") else "may not"
    yield f"Reading of 08-05(3): a dealer who acts as the cashier {may} prepare a fill slip."
    if night.day.opening.edition < RECORDS:
        return
    each = value("nd.08-04", "reading") == "each"
    asks = "where each of them" if each else "where their mean"
    least = dollars(value("nd.08-04", "average_cents"))
    yield f"Reading of 08-04: two quarters ask for video {asks} is ${least} or more."
    first, days, hours = (value("nd.08-04.7", name) for name in ("first", "days", "hours"))
    wheel = "is closed" if value("nd.08-04.7", "wheel") == "close" else "takes $2 at most"
    yield (
        f"Reading of 08-04(7): a fault runs for {days} days or {hours} hours of play, the {first}; a"
        f" wheel {wheel} then."
    )
    may = "may" if value("nd.08-14.2", "gaming_and_nongaming") == "warned" else "may not"
    yield f"Reading of 08-14(2): a gaming and a nongaming employee {may} count together."
