"""What a wager of one unit brings: exact fractions, and words for people."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import isqrt
from typing import Self


@dataclass(frozen=True, slots=True)
class Chance:
    """The mean of what a player wins, and of its square, for each unit of the first wager."""

    mean: Fraction
    square: Fraction

    @classmethod
    def of(cls, outcomes: Iterable[tuple[Fraction, Fraction | int]]) -> Self:
        """From what each outcome brings, and how often it comes; the counts need not add up to one."""
        total, first, second = Fraction(), Fraction(), Fraction()
        for net, often in outcomes:
            total += often
            first += net * often
            second += net * net * often
        return cls(Fraction(first, total), Fraction(second, total))

    @property
    def edge(self) -> Fraction:
        """What the house keeps of each unit."""
        return -self.mean

    @property
    def variance(self) -> Fraction:
        """The mean square of what differs from the mean."""
        return self.square - self.mean * self.mean

    def deviation(self, wagers: int = 1) -> Decimal:
        """How far so many equal wagers lie from their mean, in units: one standard deviation."""
        return root(self.variance * wagers)


def root(number: Fraction) -> Decimal:
    """A square root to twelve places, cut off."""
    return Decimal(isqrt(number.numerator * 10**24 // number.denominator)).scaleb(-12)


def percent(number: Fraction, places: int = 4) -> str:
    """As people write it: "1.0579 %", rounded."""
    scaled = round(number * 100 * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    return f"{'−' if scaled < 0 else ''}{whole}.{rest:0{places}d} %"
