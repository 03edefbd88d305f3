"""Makers of columns, rows and grids, so that a report reads like what it prints."""

from collections.abc import Iterable, Sequence

from printers.drawing.cells import Cell, Figure, money, pieces
from printers.drawing.sheets import Column, Grid, Row


def figures_of(head: str) -> Column:
    """A column of figures."""
    return Column(head, figures=True)


def words_of(head: str) -> Column:
    """A column of words that may be broken into lines."""
    return Column(head, wide=True)


def columns(*heads: str | Column) -> tuple[Column, ...]:
    """Columns; a head alone is a column of short words."""
    return tuple(Column(head) if isinstance(head, str) else head for head in heads)


def row(*cells: Cell, rank: str = "") -> Row:
    """A row of these cells."""
    return Row(cells, rank)


def line(label: str, *cells: Cell, since: int = 1) -> Row:
    """A line of a sum written down; one that begins with "= " stands under a rule."""
    return Row((label, *cells), "sum" if label.startswith("= ") else "", since)


def total(label: str, rows: Sequence[Row]) -> list[Row]:
    """The sum of rows, column by column, written as its figures are; none of no rows."""
    sums: list[Cell] = []
    for column in zip(*(row.cells[1:] for row in rows), strict=True):
        figures = [cell for cell in column if isinstance(cell, Figure)]
        write = money if figures and "." in figures[0].text else pieces
        sums.append(write(sum(figure.amount for figure in figures)) if figures else "")
    return [row(label, *sums, rank="sum")] if rows else []


def facts(
    title: str,
    pairs: Iterable[tuple[str, Cell] | Row],
    notes: tuple[str, ...] = (),
    *,
    beside: bool = False,
) -> Grid:
    """A grid of what and what it is; an empty answer is left out. A `line` may stand for a pair."""
    rows = (
        one if isinstance(one, Row) else line(*one) for one in pairs if isinstance(one, Row) or one[1]
    )
    return Grid(title, columns("", words_of("")), tuple(rows), notes, facts=True, beside=beside)


def steps(
    title: str,
    lines: Iterable[tuple[str, int | None]],
    notes: tuple[str, ...] = (),
    *,
    beside: bool = False,
) -> Grid:
    """A sum written down line by line: (label, cents)."""
    rows = (line(label, "" if cents is None else money(cents)) for label, cents in lines)
    return Grid(title, columns(words_of(""), figures_of("")), tuple(rows), notes, beside=beside)
