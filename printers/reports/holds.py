"""Hold by table, dealer and week on paper, beside the band that luck alone explains. Pure data."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date as Date
from datetime import datetime

from pitdesk.book.site import GAMES, Site
from pitdesk.reports.holds import BY, DEALERS, TABLES, Chart, HoldLine, HoldSheet
from printers.drawing.cells import Cell, Figure, clean, money, pieces
from printers.drawing.grids import columns, figures_of, row, words_of
from printers.drawing.sheets import Grid, Report, Row, Section
from printers.slips.layout import calendar_date

HEADS = ("Days", "Gross proceeds", "Adjusted gross", "Hold %", "Luck from", "Luck to")
APPORTIONED = (
    "Apportioned: one drop box, or a tray that was not counted as the dealer changed, is shared by the"
    " time that each sat there. It is a hint, never a finding.",
)
LUCK = '"Look" says that luck seldom goes so far: once in twenty weeks it does. It accuses nobody.'


def hold_report(
    sheet: HoldSheet, site: Site, stamp: datetime, head: str, by: Sequence[str] = BY
) -> Report:
    """The sheet of a span; stamp and head are of the book's last entry."""
    sheet = replace(
        sheet,
        tables=sheet.tables if TABLES in by else (),
        dealers=sheet.dealers if DEALERS in by else (),
    )
    parts = (
        Section("All", (_games(sheet),), ("Hold: adjusted gross in percent of gross proceeds.",)),
        Section("Tables", tuple(_charts(sheet, TABLES))),
        Section("Dealers and wheel operators", tuple(_charts(sheet, DEALERS))),
        Section("How the bands are made", notes=(*sheet.methods, LUCK)),
    )
    shown = (part for part in parts if not part.grids or any(grid.rows for grid in part.grids))
    titled = (replace(part, title=f"{at}  {part.title}") for at, part in enumerate(shown, 1))
    dates = f"{calendar_date(sheet.span.first)} to {calendar_date(sheet.span.last)}"
    names = (*filter(None, (clean(site.organization), clean(site.name))), dates)
    title = f"Percent of hold, {sheet.span.name}"
    return Report(title, names, stamp, head, True, tuple(titled), site.practice)


def _games(sheet: HoldSheet) -> Grid:
    rows = [
        row(GAMES[one.game].capitalize(), *_cells(one.days, one.drop_cents, one.win_cents, one.hold))
        for one in sheet.games
        if one.days
    ]
    return Grid("", columns(words_of("Game"), *map(figures_of, HEADS[:4])), tuple(rows))


def _cells(days: int, drop_cents: int, win_cents: int, hold: str) -> list[Cell]:
    return [pieces(days), money(drop_cents), money(win_cents), Figure(hold)]


def _charts(sheet: HoldSheet, what: str) -> Iterator[Grid]:
    """One grid: each table or dealer in all, and week by week below it."""
    heads = columns(
        words_of(what.capitalize()), *map(figures_of, HEADS), "", "Basis", figures_of("Hands")
    )
    rows = [one for chart in sheet.by(what) for one in _rows(chart)]
    yield Grid("", heads, tuple(rows), APPORTIONED if what == DEALERS else ())


def _rows(chart: Chart) -> Iterator[Row]:
    yield replace(_line(f"{clean(chart.name)} ({chart.game})", chart.line), rank="sum")
    for monday, line in chart.weeks if len(chart.weeks) > 1 else ():
        yield _line(_week(monday), line)


def _week(monday: Date) -> str:
    return f"week of {monday}"


def _line(name: str, line: HoldLine) -> Row:
    of = line.held
    cells = _cells(of.days, of.drop_cents, of.win_cents, of.hold)
    low, high = line.ends
    return row(name, *cells, Figure(low), Figure(high), line.says, of.basis, pieces(line.hands))
