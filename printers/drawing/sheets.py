"""Sheets: the frozen structure of a report, for Letter pages and for receipt paper alike."""

from dataclasses import dataclass, replace
from datetime import datetime

from printers.drawing.cells import Cell


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
    sign    under each line that is signed by hand, what it is for
    since   the edition of the report that it came with
    """

    title: str
    grids: tuple[Grid, ...] = ()
    notes: tuple[str, ...] = ()
    fresh: bool = False
    whole: bool = False
    sign: tuple[str, ...] = ()
    since: int = 1

    def of_edition(self, edition: int) -> "Section":
        """It as an earlier edition of the report had it."""
        return replace(self, grids=tuple(grid.of_edition(edition) for grid in self.grids))


@dataclass(frozen=True, slots=True)
class Told:
    """A figure that everybody asks for: what it is, the amount in words, and a word beside it."""

    label: str
    amount: str
    beside: str


@dataclass(frozen=True, slots=True)
class Thing:
    """Something to know: what happened, why, whose initials stand under the reason."""

    words: str
    why: str
    by: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What the first page says before anything else.

    well    whether all is as it should be
    words   in a sentence whether it is;  more: what was looked at
    things  the heaviest first;  others: how many more there are
    where   the section that has them all
    """

    well: bool
    words: str
    more: str
    figures: tuple[Told, ...]
    things: tuple[Thing, ...]
    others: int
    where: str

    @property
    def title(self) -> str:
        """How many things there are to know."""
        count = len(self.things) + self.others
        return f"{count} thing{'s' * (count != 1)} to know" if count else "Nothing else to know"

    @property
    def rest(self) -> str:
        """Where the others are, in words; nothing where there are none."""
        return f"And {self.others} more in section {self.where}." if self.others else ""


@dataclass(frozen=True, slots=True)
class Report:
    """A report.

    subject   organization, site and gaming day, as they stand on every page
    stamp     when the book says it was made: the seal, or the day's last entry while not sealed
    head      the first letters of the head of the chain, or "NOT SEALED"
    practice  whether it is of a practice book, which every page says
    answer    what stands before its sections, where it has one
    """

    title: str
    subject: tuple[str, ...]
    stamp: datetime
    head: str
    sealed: bool
    sections: tuple[Section, ...]
    practice: bool = False
    answer: Answer | None = None
