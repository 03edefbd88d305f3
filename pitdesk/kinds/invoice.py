"""A supplier's invoice for chips, as it lies beside them when they are counted in."""

from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from pitdesk.chips import Chip, Chips, dollars

MILLS = 10  # of a dollar's thousandths in a cent


class Line(NamedTuple):
    """So many pieces of a chip: the price of one in mills (a tenth of a cent), and of all in cents."""

    chip: Chip
    pieces: int
    each_mills: int
    cents: int


@dataclass(frozen=True, slots=True)
class Invoice:
    """What a supplier wrote.

    number     its own
    date       ISO date
    other      freight, tax and the like, in cents
    total      what it comes to, in cents
    """

    number: str
    supplier: str
    date: str
    lines: tuple[Line, ...]
    other: int
    total: int

    @property
    def chips(self) -> Chips:
        """The pieces that it says, by type."""
        by_chip = groupby(sorted(self.lines, key=lambda line: line.chip), lambda line: line.chip)
        return Chips({chip: sum(line.pieces for line in lines) for chip, lines in by_chip})

    @property
    def wrong(self) -> list[str]:
        """What does not add up, in words, each with both figures; empty if all does."""
        found = []
        for line in self.lines:
            should = line.pieces * line.each_mills
            if abs(should - line.cents * MILLS) * 2 > MILLS:  # more than half a cent
                found.append(
                    f"{line.pieces:,} {line.chip.name} at ${mills(line.each_mills)} are"
                    f" ${mills(should)}, and the invoice says ${dollars(line.cents)}."
                )
        said = sum(line.cents for line in self.lines) + self.other
        if said != self.total:
            found.append(
                f"The lines and the rest come to ${dollars(said)}, and the invoice's total is"
                f" ${dollars(self.total)}."
            )
        return found


def mills(amount: int) -> str:
    """Thousandths of a dollar, as a price is written: 0.895; whole cents as 0.90.

    >>> mills(895), mills(900), mills(1_250_000)
    ('0.895', '0.90', '1,250.00')
    """
    cents, rest = divmod(amount, MILLS)
    return dollars(cents) + (str(rest) if rest else "")
