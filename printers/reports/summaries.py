"""Summaries of days, weeks, months and quarters on paper, and the quarter's tax summary. Pure data.

Their faces are those of every report: `printers.reports.letter` and `printers.reports.strip`. A figure
that a correction changed stands as sealed, then each correction by itself, then the sum.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date as Date
from datetime import datetime
from itertools import groupby
from textwrap import shorten

from pitdesk.book.site import GAMES
from pitdesk.chips import Chip
from pitdesk.reports.days import Correction, Records, Sealed
from pitdesk.reports.summaries import NO_TABLE, Line, Span, Summary, Sums, summary
from pitdesk.reports.tax import Quarter
from printers.drawing.sheets import (
    Cell,
    Column,
    Figure,
    Grid,
    Report,
    Row,
    Section,
    clean,
    facts,
    figures_of,
    money,
    pieces,
)
from printers.slips.layout import calendar_date, trade_name

TITLES = {"site": "By site", "game": "By game", "table": "By table", "week": "By week", "day": "By day"}
HANDS = ("Gaming manager", "Bookkeeper", "Date")
HEAD = 80  # letters that have room above lines
_NAMED = 6  # heads that a footer has room for
_FIGURES = ("Gross proceeds", "Prizes", "Adjusted gross", "Hold %", "Over/ short", "Deposit due", "Made")


def summary_report(
    told: Records, span: Span, *, today: Date, by: Sequence[str] = (), quarter: Quarter | None = None
) -> Report:
    """A summary of a span, with the lines of a quarter's tax where it is one.

    by   what it is taken apart by, of TITLES; else by all that has more than one line
    """
    told_by = {word: summary(told, span, word, today=today) for word in by or TITLES}
    first = next(iter(told_by.values()))
    parts = [
        Section("The sum", (_sum(first),)),
        *(_tax(quarter) if quarter else ()),
        *(_lines(one) for word, one in told_by.items() if by or len(one.lines) > 1),
        _corrections(first),
        *_deposits(first),
        _outstanding(first),
        _absent(first),
        Section("Signatures", hands=HANDS, whole=True),
    ]
    titled = (replace(part, title=f"{at}  {part.title}") for at, part in enumerate(parts, 1))
    practice = any(day.practice for day in told.days)
    names = (*map(clean, told.sites), _dates(span))
    signed = told.signed
    title = f"Tax summary of {span.name}" if quarter else f"Summary, {span.name}"
    return Report(title, names, _stamp(told), _heads(told), signed, tuple(titled), practice)


def _stamp(told: Records) -> datetime:
    """When the newest of the facts was written: that dates the paper, not the machine's clock."""
    told_at = [day.at for day in told.days] + [fix.at for day in told.days for fix in day.corrections]
    return max(datetime.fromisoformat(at) for at in told_at if at)


def _heads(told: Records) -> str:
    """Of each site the head of its book's chain at the last seal, as the report of that day bears it."""
    if not told.signed:
        return "NOT SIGNED"
    last = {day.site: day for day in told.days}
    heads = [day.head for day in last.values() if day.head]
    if not heads:
        return "in the documents"
    if len(heads) == 1:
        return f"{heads[0][:8]} {heads[0][8:16]}"
    more = f" and {len(heads) - _NAMED} more" if len(heads) > _NAMED else ""
    return " ".join(head[:8] for head in heads[:_NAMED]) + more


def _dates(span: Span) -> str:
    if span.first == span.last:
        return calendar_date(span.first)
    return f"{calendar_date(span.first)} to {calendar_date(span.last)}"


def _grid(
    columns: tuple[Column, ...], rows: tuple[Row, ...], told: Summary, notes: tuple[str, ...] = ()
) -> Grid:
    """A grid whose last column is the site; with one site alone it has none."""
    if len(told.last) > 1:
        return Grid("", columns, rows, notes)
    return Grid("", columns[:-1], tuple(replace(row, cells=row.cells[:-1]) for row in rows), notes)


# The sum


def _sum(told: Summary) -> Grid:
    sums, off = told.total.sums, sum(len(day.corrections) for day in told.days)
    return facts(
        "",
        [
            ("Dates", _dates(told.span)),
            ("Sealed days", pieces(told.total.days)),
            ("Corrections", pieces(off)),
            ("Gross proceeds", money(sums.gross)),
            ("- Prizes", money(sums.prizes)),
            ("= Adjusted gross proceeds", money(sums.agp)),
            ("Percent of hold", _percent(sums)),
            ("Over (+) or short (-) at counts", money(sums.over_short)),
            ("Deposits due", money(sums.due)),
            ("Deposits made", money(sums.made)),
            ("Chips outstanding at the end", money(told.outstanding)),
        ],
        ("All figures as corrected; every correction stands below, by itself.",) if off else (),
    )


def _percent(sums: Sums) -> Figure:
    return Figure(sums.hold)


def _tax(quarter: Quarter) -> Iterator[Section]:
    rows = tuple(
        Row((line.label, "" if line.rank == "head" else money(line.cents), line.section), line.rank)
        for line in quarter.lines
    )
    columns = (Column("", wide=True), figures_of("Dollars"), Column("Section"))
    yield Section("For the tax return", (Grid("", columns, rows, quarter.notes),))
    asked = (Column("What", wide=True), Column("By"), Column("Section"), Column("Site", wide=True))
    found = tuple(
        Row((one.words, one.by.isoformat() if one.by else "", one.section, clean(one.site)))
        for one in quarter.findings
    )
    keep = facts("Keep until", [(one.what, f"{one.until}  ({one.section})") for one in quarter.keep])
    yield Section("What the figures ask for", (_grid(asked, found, quarter.games), keep))


# Lines


def _lines(told: Summary) -> Section:
    """A grid of lines; tables of several sites stand below the name of their site."""
    rows: list[Row] = []
    several = len(told.last) > 1
    for site, lines in groupby(told.lines, key=lambda line: line.key[0] if told.by == "table" else ""):
        if several and site:
            title = shorten(clean(site), HEAD, placeholder=" …")
            rows.append(Row((title, *[""] * (len(_FIGURES) + 1)), "head"))
        for line in lines:
            rows += _rows(
                _named(line, told.by), line, sited=several and told.by not in ("table", "site")
            )
    total = told.total
    rows.append(Row(("All", pieces(total.days), *_cells(total.sums)), "sum"))
    columns = (Column(told.by.capitalize(), wide=True), *map(figures_of, ("Days", *_FIGURES)))
    return Section(TITLES[told.by], (Grid("", columns, tuple(rows), _notes(told)),))


def _notes(told: Summary) -> tuple[str, ...]:
    if told.by == "game":
        return ("Over and short of a combined bank is assigned to twenty-one (99-01.3-08-16(4)).",)
    if told.by == "table":
        return ("Over and short and deposits are of no table.",)
    return ()


def _named(line: Line, by: str) -> str:
    if by == "day":
        return calendar_date(Date.fromisoformat(line.key[0]))
    if by == "week":
        return f"from {calendar_date(Date.fromisoformat(line.key[0]))}"
    if by == "table":
        _, table, game = line.key
        return f"{clean(table)} ({game})" if table else NO_TABLE.capitalize()
    return GAMES.get(line.name, line.name).capitalize() if by == "game" else clean(line.name)


def _rows(name: str, line: Line, *, sited: bool) -> Iterator[Row]:
    """A line; where it was corrected, as sealed, each correction (of which site), and the sum."""
    held = line.key[-1:] != ("",)
    yield Row((name, pieces(line.days), *_cells(line.sealed, held=held)))
    for fix in line.fixes:
        told = fix.correction
        words = f"+ correction {told.number}" + f", {clean(told.site)}" * sited
        cells = _cells(fix.sums)
        yield Row((words, "", *cells[:3], "", cells[4], "", ""))
    if line.fixes:
        yield Row(("= as corrected", "", *_cells(line.sums, held=held)), "sum")


def _cells(sums: Sums, *, held: bool = True) -> list[Cell]:
    """The figures of a line; what is at no table has no hold."""
    before = [money(cents) for cents in (sums.gross, sums.prizes, sums.agp)]
    after = [money(cents) for cents in (sums.over_short, sums.due, sums.made)]
    return [*before, _percent(sums) if held else Figure("-"), *after]


# What else there is to tell


def _corrections(told: Summary) -> Section:
    columns = (
        *(Column("Document"), Column("Of the day"), Column("Field"), figures_of("To add")),
        *(Column("Reason", wide=True), Column("Initials"), Column("Site", wide=True)),
    )
    fixes = [fix for day in told.days for fix in day.corrections]
    rows = (row for fix in sorted(fixes, key=lambda fix: (fix.site, fix.number)) for row in _fixed(fix))
    return Section("Corrections", (_grid(columns, tuple(rows), told),))


def _fixed(fix: Correction) -> Iterator[Row]:
    """A row for each figure that a correction changes; what it is stands beside the first."""
    before: tuple[Cell, ...] = (str(fix.number), fix.date.isoformat())
    after: tuple[Cell, ...] = (clean(fix.reason), " ".join(fix.initials), clean(fix.site))
    for name, cents in sorted(fix.changes.items()):
        yield Row((*before, _field(name), money(cents), *after))
        before, after = ("", ""), ("", "", "")


def _field(name: str) -> str:
    table, _, what = name.rpartition(".")
    return f"table {clean(table)}, {what}" if table else name.replace("_", " ")


def _deposits(told: Summary) -> Iterator[Section]:
    """What each day owed, by when, and what was made; late ones first and by themselves."""
    columns = (
        *(Column("Day"), figures_of("Due"), Column("By"), figures_of("Made"), Column("On")),
        *(Column("Slip", wide=True), Column("Late"), Column("Site", wide=True)),
    )
    days = [day for day in told.days if day.due or day.paid]
    late = tuple(_deposit(day, told) for day in told.late)
    every = tuple(_deposit(day, told) for day in days)
    section = "Due by the third banking day after the day of activity (99-01.3-03-10(1))."
    yield Section("Deposits that are late", (_grid(columns, late, told, (section,)),))
    yield Section("Deposits", (_grid(columns, every, told),))


def _deposit(day: Sealed, told: Summary) -> Row:
    made = sum(paid.cents for paid in day.paid)
    on = ", ".join(paid.deposit.made.isoformat() for paid in day.paid)
    slips = ", ".join(clean(paid.deposit.slip) for paid in day.paid)
    late = "LATE" if day in told.late else ""
    return Row(
        (
            *(day.date.isoformat(), money(day.due), day.by.isoformat()),
            *(money(made), on or "not made", slips, late, clean(day.site)),
        )
    )


def _outstanding(told: Summary) -> Section:
    """Of each site the chips with players at its last seal."""
    columns = (
        *(Column("Chip"), figures_of("With players"), figures_of("Worth")),
        *(Column("At the seal of"), Column("Site", wide=True)),
    )
    rows = tuple(row for day in told.last for row in _players(day))
    return Section("Chips outstanding at the end", (_grid(columns, rows, told),))


def _players(day: Sealed) -> Iterator[Row]:
    held = {Chip.named(name): counts["players"] for name, counts in day.chips.items()}
    after = (calendar_date(day.date), clean(day.site))
    for chip in sorted(chip for chip, count in held.items() if count):
        yield Row((trade_name(chip), pieces(held[chip]), money(held[chip] * chip.cents), "", ""))
    yield Row(("All, as corrected", "", money(day.outstanding), *after), "sum")


def _absent(told: Summary) -> Section:
    columns = (Column("From"), Column("To"), Column("What", wide=True), Column("Site", wide=True))
    rows = tuple(
        Row((gap.first.isoformat(), gap.last.isoformat(), gap.words, clean(gap.site)))
        for gap in told.absent
    )
    notices = tuple(map(clean, told.notices))
    return Section("Dates without a sealed day", (_grid(columns, rows, told, notices),))
