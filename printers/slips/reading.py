"""The night so far on receipt paper: what is where, and what changed since the last one. Pure."""

from pitdesk import kinds
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry
from pitdesk.book.site import Site
from pitdesk.chips import dollars
from pitdesk.desk.readings import Read, compared
from printers.slips.layout import (
    SlipLines,
    calendar_date,
    clock_time,
    ends,
    fact,
    filled,
    plain,
    time_of_day,
)
from printers.slips.letterhead import footer, heading

COUNTED = "being counted"
CLOSES_NOTHING = "THIS CLOSES NOTHING"


def reading_lines(entry: Entry, day: Day, site: Site, width: int) -> list[str]:
    """A reading of a day, no line wider than `width` columns, ASCII only; beside the one before it."""
    reading = entry.of(kinds.Reading)
    before = next((e for e in reversed(day.readings.entries) if e.seq < entry.seq), None)
    last = before.of(kinds.Reading) if before else None
    rule, practice = "-" * width, [filled("PRACTICE", width)] if site.practice else []
    facts: list[SlipLines] = [
        fact("Organization", day.opening.organization, width),
        fact("Site", day.opening.site, width),
        fact("Gaming day", calendar_date(day.date), width),
        fact("Date", calendar_date(site.local(entry.at).date()), width),
        fact("Time", clock_time(site.local(entry.at)), width),
        fact("Since", _since(last, before, site), width),
    ]
    lines = [
        *practice,
        *heading(site, width),
        "THE NIGHT SO FAR",
        f"READING {reading.number}",
        rule,
        *(text for one in facts for text in one.texts),
        rule,
    ]
    for read in compared(reading.figures, reading.blind, last):
        lines += _line(read, width)
    lines += [rule, "SLIPS OPEN" if reading.slips else "NO SLIP OPEN"]
    for series, number, table, cents in reading.slips:
        lines += ends(f"{series} {number:06} table {plain(table)}", f"${dollars(cents)}", width)
    by = ", ".join(f"{one.initials} {one.role}" for one in entry.signatures)
    return [
        *lines,
        rule,
        *fact("Read by", by, width).texts,
        CLOSES_NOTHING,
        *footer(site, width),
        *practice,
        f"END READING {reading.number}",
    ]


def _since(last: kinds.Reading | None, before: Entry | None, site: Site) -> str:
    if last is None or before is None:
        return "first of this day"
    return f"reading {last.number}, {time_of_day(site.local(before.at))}"


def _line(read: Read, width: int) -> list[str]:
    """What, and how much; below it what changed since the last reading."""
    what = plain(read.what[:1].upper() + read.what[1:])
    if read.cents is None:
        return ends(what, COUNTED, width)
    lines = ends(what, _signed(read.cents), width)
    if read.change:
        lines += [f"{'+' if read.change > 0 else ''}{_signed(read.change)} since".rjust(width)]
    return lines


def _signed(cents: int) -> str:
    return f"{'-' * (cents < 0)}${dollars(abs(cents))}"
