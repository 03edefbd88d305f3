"""Summaries of days, weeks, months and quarters on paper, and the quarter's tax summary. Pure data.

A figure that a correction changed stands as sealed, then each correction by itself, then the sum.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date as Date
from datetime import datetime
from itertools import groupby
from textwrap import shorten

from pitdesk.book.figures import held
from pitdesk.book.site import GAMES
from pitdesk.chips import Chip
from pitdesk.reports.days import Correction, OtherDeposit, Records, Return, Sealed
from pitdesk.reports.summaries import NO_TABLE, Span, Summary, SummaryLine, Sums, summary
from pitdesk.reports.tax import Quarter
from printers.drawing.cells import Cell, Figure, clean, money, pieces
from printers.drawing.grids import columns, facts, figures_of, row, words_of
from printers.drawing.grids import line as written
from printers.drawing.sheets import Column, Grid, Report, Row, Section
from printers.slips.layout import calendar_date, trade_name

DEALERS = (
    "Sheets that are kept for twelve weeks in a row after a quarter that paid more prizes than it took"
    " (99-01.3-08-01(3)). A drop that several dealers shared is apportioned."
)
TITLES = {"site": "By site", "game": "By game", "table": "By table", "week": "By week", "day": "By day"}
SIGN = ("Gaming manager", "Bookkeeper", "Date")
HEAD = 80  # letters that have room above lines
_NAMED = 6  # heads that a footer has room for
_NOTES = {
    "game": ("Over and short of a combined bank is assigned to twenty-one (99-01.3-08-16(4)).",),
    "table": ("Over and short and deposits are of no table.",),
}
_OVERNIGHT, _NIGHT = 2, "Over- night"  # its lines are on the summaries of days that have any
_FIGURES = (
    "Gross proceeds",
    "Prizes",
    "Adjusted gross",
    "Hold %",
    "Over/ short",
    _NIGHT,
    "Deposit due",
    "Made",
)


def summary_report(
    records: Records, span: Span, *, today: Date, by: Sequence[str] = (), quarter: Quarter | None = None
) -> Report:
    """A summary of a span, with the lines of a quarter's tax where it is one.

    by   what it is taken apart by, of TITLES; else by all that has more than one line
    """
    found = {word: summary(records, span, word, today=today) for word in by or TITLES}
    first = next(iter(found.values()))
    parts = [
        Section("The sum", (_sum(first),)),
        *(_tax(quarter) if quarter else ()),
        *(_lines(one) for one in found.values() if by or len(one.lines) > 1),
        _corrections(first),
        *_deposits(first),
        _outstanding(first),
        _absent(first),
        Section("Signatures", sign=SIGN, whole=True),
    ]
    edition = _OVERNIGHT if first.any_overnight else 1
    parts = [part.of_edition(edition) for part in parts]
    titled = (replace(part, title=f"{at}  {part.title}") for at, part in enumerate(parts, 1))
    practice = any(day.practice for day in records.days)
    names = (*map(clean, records.sites), _dates(span))
    title = f"Tax summary of {span.name}" if quarter else f"Summary, {span.name}"
    heads, stamp = _heads(records), _stamp(records)
    return Report(title, names, stamp, heads, records.signed, tuple(titled), practice)


def _stamp(records: Records) -> datetime:
    """When the newest of the facts was written: that dates the paper, not the machine's clock."""
    at = [day.at for day in records.days] + [fix.at for day in records.days for fix in day.corrections]
    return max(map(datetime.fromisoformat, filter(None, at)))


def _heads(records: Records) -> str:
    """Of each site the head of its book's chain at the last seal, as the report of that day bears it."""
    if not records.signed:
        return "NOT SIGNED"
    last = {day.site: day for day in records.days}
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
    heads: tuple[Column, ...], rows: Iterable[Row], found: Summary, notes: tuple[str, ...] = ()
) -> Grid:
    """A grid whose last column is the site; with one site alone it has none."""
    if len(found.last) > 1:
        return Grid("", (*heads, words_of("Site")), tuple(rows), notes)
    return Grid("", heads, tuple(replace(row, cells=row.cells[:-1]) for row in rows), notes)


# The sum


def _sum(found: Summary) -> Grid:
    sums, off = found.total.sums, sum(len(day.corrections) for day in found.days)
    return facts(
        "",
        [
            ("Dates", _dates(found.span)),
            ("Sealed days", pieces(found.total.days)),
            ("Corrections", pieces(off)),
            ("Gross proceeds", money(sums.gross_cents)),
            ("- Prizes", money(sums.prizes_cents)),
            ("= Adjusted gross proceeds", money(sums.agp_cents)),
            ("Percent of hold", _percent(sums)),
            ("Over (+) or short (-) at counts", money(sums.over_short_cents)),
            written("Overnight over (+) or short (-)", money(sums.overnight_cents), since=_OVERNIGHT),
            ("Deposits due", money(sums.due_cents)),
            ("Deposits made", money(sums.made_cents)),
            ("Chips outstanding at the end", money(found.outstanding_cents)),
        ],
        ("All figures as corrected; every correction stands below, by itself.",) if off else (),
    )


def _percent(sums: Sums) -> Figure:
    return Figure(sums.hold)


def _tax(quarter: Quarter) -> Iterator[Section]:
    rows = tuple(
        row(line.label, "" if line.rank == "head" else money(line.cents), line.section, rank=line.rank)
        for line in quarter.lines
    )
    heads = columns(words_of(""), figures_of("Dollars"), "Section")
    yield Section("For the tax return", (Grid("", heads, rows, quarter.notes),))
    asked = (
        row(one.words, one.by.isoformat() if one.by else "", one.section, clean(one.site))
        for one in quarter.findings
    )
    keep = facts("Keep until", [(one.what, f"{one.until}  ({one.section})") for one in quarter.keep])
    asks = _grid(columns(words_of("What"), "By", "Section"), asked, quarter.games)
    yield Section("What the figures ask for", (asks, keep))
    for one in quarter.returns:
        site = f": {clean(one.site)}" if len(quarter.games.last) > 1 else ""
        yield Section(f"The return that was filed{site}", (_filed(one),))
    if quarter.sheets:
        yield Section("Dealers' weeks", (_dealers(quarter),), (DEALERS,))


def _filed(filed: Return) -> Grid:
    """The return as it was filed last, with what the book then had of the quarter."""
    lines: list[tuple[str, Cell]] = [
        ("Filed on", calendar_date(filed.filed)),
        ("Its number", clean(filed.paper)),
        ("Tax paid with it", money(filed.tax_cents)),
    ]
    for game, (gross_cents, agp_cents) in sorted(filed.held.items()):
        lines.append((f"Gross proceeds of {GAMES.get(game, clean(game))} then", money(gross_cents)))
        lines.append((f"Adjusted gross of {GAMES.get(game, clean(game))} then", money(agp_cents)))
    return facts("", lines)


def _dealers(quarter: Quarter) -> Grid:
    """A line for each dealer of each week."""
    heads = columns(
        *("Week from", "After", words_of("Dealer"), figures_of("Gross proceeds")),
        *(figures_of("Adjusted gross"), figures_of("Hold %"), "Drop"),
    )
    rows = (
        row(
            *(calendar_date(one.first), one.after, clean(one.name)),
            *(money(one.drop_cents), money(one.win_cents)),
            *(Figure(held(one.win_cents, one.drop_cents)), one.basis, clean(one.site)),
        )
        for one in quarter.sheets
    )
    return _grid(heads, rows, quarter.games)


# Lines


def _lines(found: Summary) -> Section:
    """A grid of lines; tables of several sites stand below the name of their site."""
    rows: list[Row] = []
    several = len(found.last) > 1
    for site, lines in groupby(found.lines, key=lambda line: line.key[0] if found.by == "table" else ""):
        if several and site:
            title = shorten(clean(site), HEAD, placeholder=" …")
            rows.append(row(title, *[""] * (len(_FIGURES) + 1), rank="head"))
        for line in lines:
            sited = several and found.by not in ("table", "site")
            rows += _rows(_named(line, found.by), line, sited=sited)
    total = found.total
    rows.append(row("All", pieces(total.days), *_cells(total.sums), rank="sum"))
    figures = [replace(figures_of(head), since=_OVERNIGHT if head == _NIGHT else 1) for head in _FIGURES]
    heads = columns(words_of(found.by.capitalize()), figures_of("Days"), *figures)
    return Section(TITLES[found.by], (Grid("", heads, tuple(rows), _NOTES.get(found.by, ())),))


def _named(line: SummaryLine, by: str) -> str:
    if by == "day":
        return calendar_date(Date.fromisoformat(line.key[0]))
    if by == "week":
        return f"from {calendar_date(Date.fromisoformat(line.key[0]))}"
    if by == "table":
        _, table, game = line.key
        return f"{clean(table)} ({game})" if table else NO_TABLE.capitalize()
    return GAMES.get(line.name, line.name).capitalize() if by == "game" else clean(line.name)


def _rows(name: str, line: SummaryLine, *, sited: bool) -> Iterator[Row]:
    """A line; where it was corrected, as sealed, each correction (of which site), and the sum."""
    held = line.key[-1:] != ("",)
    yield row(name, pieces(line.days), *_cells(line.sealed, held=held))
    for fix in line.fixes:
        words = f"+ correction {fix.correction.number}" + f", {clean(fix.correction.site)}" * sited
        cells = _cells(fix.sums)
        yield row(words, "", *cells[:3], "", *cells[4:6], "", "")
    if line.fixes:
        yield row("= as corrected", "", *_cells(line.sums, held=held), rank="sum")


def _cells(sums: Sums, *, held: bool = True) -> list[Cell]:
    """The figures of a line; what is at no table has no hold."""
    before = [money(cents) for cents in (sums.gross_cents, sums.prizes_cents, sums.agp_cents)]
    off = (sums.over_short_cents, sums.overnight_cents)
    after = [money(cents) for cents in (*off, sums.due_cents, sums.made_cents)]
    return [*before, _percent(sums) if held else Figure("-"), *after]


# Besides the lines


def _corrections(found: Summary) -> Section:
    fixes = sorted(
        (fix for day in found.days for fix in day.corrections), key=lambda fix: (fix.site, fix.number)
    )
    rows = (row for fix in fixes for row in _fixed(fix))
    of = ("Document", "Of the day", "Field", figures_of("To add"))
    heads = columns(*of, words_of("Reason"), "Initials")
    return Section("Corrections", (_grid(heads, rows, found),))


def _fixed(fix: Correction) -> Iterator[Row]:
    """A row for each figure that a correction changes; what it is stands beside the first."""
    before: tuple[Cell, ...] = (str(fix.number), fix.date.isoformat())
    after: tuple[Cell, ...] = (clean(fix.reason), " ".join(fix.initials), clean(fix.site))
    for name, cents in sorted(fix.changes.items()):
        amount = pieces(cents) if name == "pending" else money(cents)
        yield row(*before, _field(name), amount, *after)
        before, after = ("", ""), ("", "", "")


def _field(name: str) -> str:
    table, _, what = name.rpartition(".")
    if name == "pending":
        return "boxes to be counted"
    return f"table {clean(table)}, {what}" if table else name.replace("_", " ")


def _deposits(found: Summary) -> Iterator[Section]:
    """What each day owed, by when, and what was made; late ones first and by themselves."""
    due_made = ("Day", figures_of("Due"), "By", figures_of("Made"), "On")
    heads = columns(*due_made, words_of("Slip"), "Late")
    late = (_deposit(day, found) for day in found.late)
    every = (_deposit(day, found) for day in found.days if day.due_cents or day.paid)
    section = "Due by the third banking day after the day of activity (99-01.3-03-10(1))."
    yield Section("Deposits that are late", (_grid(heads, late, found, (section,)),))
    yield Section("Deposits", (_grid(heads, every, found),))
    if found.beside:
        lines = columns(words_of("Of"), figures_of("Made"), "On", words_of("Slip"))
        grid = _grid(lines, map(_beside, found.beside), found)
        yield Section("Deposits of tournaments, and those taken back", (grid,))


def _deposit(day: Sealed, found: Summary) -> Row:
    made = sum(paid.cents for paid in day.paid)
    on = [paid.deposit.made.isoformat() for paid in day.paid]
    on += ["not made"] * (not on or day.owing_cents > 0)
    slips = ", ".join(clean(paid.deposit.slip) for paid in day.paid)
    late = "LATE" if day in found.late else ""
    due = (day.date.isoformat(), money(day.due_cents), day.by.isoformat())
    return row(*due, money(made), ", ".join(on), slips, late, clean(day.site))


def _beside(one: OtherDeposit) -> Row:
    made = one.deposit
    said = (clean(one.words), money(made.cents), made.made.isoformat(), clean(made.slip))
    return row(*said, clean(one.site))


def _outstanding(found: Summary) -> Section:
    """Of each site the chips with players at its last seal."""
    heads = columns("Chip", figures_of("With players"), figures_of("Worth"), "At the seal of")
    rows = (row for day in found.last for row in _players(day))
    return Section("Chips outstanding at the end", (_grid(heads, rows, found),))


def _players(day: Sealed) -> Iterator[Row]:
    held = {Chip.named(name): counts["players"] for name, counts in day.chips.items()}
    for chip in sorted(chip for chip, count in held.items() if count):
        yield row(trade_name(chip), pieces(held[chip]), money(held[chip] * chip.cents), "", "")
    at = (calendar_date(day.date), clean(day.site))
    yield row("All, as corrected", "", money(day.outstanding_cents), *at, rank="sum")


def _absent(found: Summary) -> Section:
    rows = (
        row(gap.first.isoformat(), gap.last.isoformat(), gap.words, clean(gap.site))
        for gap in found.absent
    )
    notices = tuple(map(clean, found.notices))
    heads = columns("From", "To", words_of("What"))
    return Section("Dates without a sealed day", (_grid(heads, rows, found, notices),))
