"""Sheets: the frozen structure of a report, which the paper face and the strip both render."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from pitdesk.chips import dollars


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, set to the right: how it is written, and its amount in cents or pieces.

    lead   what stands at the left of it in the same column: a slip's number
    """

    text: str
    amount: int = 0
    lead: str = ""


@dataclass(frozen=True, slots=True)
class Code:
    """Letters and digits to be compared by eye: a hash, in groups."""

    text: str


Cell = str | Figure | Code


def money(amount_cents: int, lead: str = "") -> Figure:
    """Cents as a figure: 4,000.00."""
    return Figure(dollars(amount_cents), amount_cents, lead)


def pieces(count: int) -> Figure:
    """Pieces as a figure: 1,200."""
    return Figure(f"{count:,}", count)


def clean(text: str) -> str:
    """Words that somebody typed, on one line and without control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its head, whether it holds figures, whether its words may be broken into lines.

    since   the edition of the report that it came with: `kinds.editions`
    """

    head: str
    figures: bool = False
    wide: bool = False
    since: int = 1


@dataclass(frozen=True, slots=True)
class Row:
    """A row of cells. Rank: "" plain, "sum" under a rule, "head" names the rows below it.

    since   the edition of the report that it came with
    """

    cells: tuple[Cell, ...]
    rank: str = ""
    since: int = 1


@dataclass(frozen=True, slots=True)
class Grid:
    """A title, columns, rows, and notes under them.

    The first sign of a label or a head says how the figure goes into the sum: "+ ", "- ", "= ".

    turned   the columns are things (tables, games), the rows are what is said of each
    facts    two columns without heads: what, and what it is
    fold     how many rows paper may lay side by side
    beside   paper may set it to the right of the grid before
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    turned: bool = False
    facts: bool = False
    fold: int = 1
    beside: bool = False

    def of_edition(self, edition: int) -> "Grid":
        """It without the columns and rows that came later."""
        kept = [turn for turn, column in enumerate(self.columns) if column.since <= edition]
        rows = (row for row in self.rows if row.since <= edition)
        return replace(
            self,
            columns=tuple(self.columns[turn] for turn in kept),
            rows=tuple(replace(row, cells=tuple(row.cells[turn] for turn in kept)) for row in rows),
        )


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered part of the report.

    fresh   begins a page
    whole   stays on one page if it fits on one
    hands   lines to sign by hand
    since   the edition of the report that it came with
    """

    title: str
    grids: tuple[Grid, ...] = ()
    notes: tuple[str, ...] = ()
    fresh: bool = False
    whole: bool = False
    hands: tuple[str, ...] = ()
    since: int = 1

    def of_edition(self, edition: int) -> "Section":
        """It as an earlier edition of the report had it."""
        return replace(self, grids=tuple(grid.of_edition(edition) for grid in self.grids))


@dataclass(frozen=True, slots=True)
class Report:
    """The whole report.

    subject   organization, site and gaming day, as they stand on every page
    stamp     when the book says it was made: the seal, or the day's last entry while not sealed
    head      the first letters of the head of the chain, or "NOT SEALED"
    practice  whether it is of a practice book, which every page says
    """

    title: str
    subject: tuple[str, ...]
    stamp: datetime
    head: str
    sealed: bool
    sections: tuple[Section, ...]
    practice: bool = False


def facts(
    title: str,
    pairs: Iterable[tuple[str, Cell]],
    notes: tuple[str, ...] = (),
    *,
    beside: bool = False,
) -> Grid:
    """A grid of what and what it is; an empty answer is left out."""
    rows = tuple(Row((what, is_), "sum" if what.startswith("= ") else "") for what, is_ in pairs if is_)
    columns = (Column(""), Column("", wide=True))
    return Grid(title, columns, rows, notes, facts=True, beside=beside)


def steps(
    title: str,
    lines: Iterable[tuple[str, int | None, str]],
    notes: tuple[str, ...] = (),
    *,
    beside: bool = False,
) -> Grid:
    """A sum written down line by line: (label, cents, rank)."""
    rows = (Row((label, "" if c is None else money(c)), rank) for label, c, rank in lines)
    columns = (Column("", wide=True), figures_of(""))
    return Grid(title, columns, tuple(rows), notes, beside=beside)


def figures_of(head: str) -> Column:
    """A column of figures."""
    return Column(head, figures=True)
