"""Cells: what stands in a grid of a report: words, a figure, or a code."""

from dataclasses import dataclass

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
