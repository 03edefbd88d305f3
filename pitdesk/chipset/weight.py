"""Chips by weight: how many lie on a scale, and whether weight can tell that at all.

Chips differ a little, and more the more they are worn. Beyond some number of pieces that adds up to
more than half a chip; then a weight is a check, never a count. It never says which chips they are.

    sd² = N·cv² + N²·cv²/n + (r/w)²·(1 + (N/n)²)      3·sd ≤ 1/2

N pieces, cv their spread, n the pieces that were weighed to learn the weight w of one, r the scale's own
error. A weight that lies within 2·sd of the middle between two numbers could be either: at the limit
one count in 370 would be wrong by one. All in whole numbers: weights in milligrams, the spread in
millionths.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

MILLION = 1_000_000
BY_HAND = "count by hand"


@dataclass(frozen=True, slots=True)
class ChipWeight:
    """What the house learned of one type of chip, on its own chips.

    mg       all the pieces together that were weighed;  of: how many those were
    spread   how much one differs from another, in millionths of its weight: 10,000 is 1 %
    """

    mg: int
    of: int
    spread: int

    def __post_init__(self) -> None:
        if self.mg <= 0 or self.of <= 0 or not 0 <= self.spread <= MILLION:
            raise ValueError("A weight was learned from some chips, and these are none.")


@dataclass(frozen=True, slots=True)
class Pieces:
    """What a weight says.

    count        the nearest number;  least, most: what it could be
    sure         whether weight can tell this number
    """

    count: int
    least: int
    most: int
    sure: bool

    @property
    def words(self) -> str:
        """In words: a count, or why it is none."""
        if self.sure:
            return f"{self.count:,} piece{'s' * (self.count != 1)}"
        if self.least == self.most:
            return f"{self.count:,} by weight, which is only a check: {BY_HAND}"
        return f"{self.count:,} pieces, could be {self.least:,} to {self.most:,}: {BY_HAND}"


def pieces(mg: int, piece: ChipWeight, error_mg: int) -> Pieces:
    """How many pieces weigh so much, on a scale with that error; the tare is off already."""
    if mg < 0:
        raise ValueError("The scale shows less than nothing. Empty it, and press its zero key.")
    count = _rounded(Fraction(mg * piece.of, piece.mg))
    variance = _variance(count, piece, error_mg)
    exact = Fraction(mg * piece.of, piece.mg)
    off = abs(exact - count)
    apart = (Fraction(1, 2) - off) ** 2 >= 4 * variance
    sure = 36 * variance <= 1 and apart and off * off <= 9 * variance + Fraction(1, 100)
    wide = _root(9 * variance)
    return Pieces(count, max(0, _rounded(exact - wide)), _rounded(exact + wide), sure)


def grams(mg: int, digits: int = 1) -> str:
    """A weight as it is written: 512.4 g. What is smaller than the last digit is left out."""
    whole, part = divmod(abs(mg), 1000)
    return f"{'-' * (mg < 0)}{whole:,}.{f'{part:03}'[:digits]} g"


def read_grams(text: str) -> int:
    """Milligrams of a weight as it is typed: 1012.4; ValueError says how to write it."""
    found = re.fullmatch(r"([0-9]{1,6})(?:\.([0-9]{1,3}))?", text.replace(",", ""))
    if found is None:
        raise ValueError("That is no weight in grams. Write 1012.4.")
    return int(found[1] + (found[2] or "").ljust(3, "0"))


def read_spread(text: str) -> int:
    """Millionths of a share as it is typed, in percent: 0.5; ValueError says how to write it."""
    found = re.fullmatch(r"([0-9]{1,2})(?:\.([0-9]{1,2}))? ?%?", text)
    if found is None:
        raise ValueError("That is no share in percent. Write 1 or 0.5.")
    return int(found[1] + (found[2] or "").ljust(2, "0")) * 100


def most(piece: ChipWeight, error_mg: int) -> int:
    """Up to how many pieces weight can tell apart."""
    low, high = 0, 100_000
    while low < high:
        middle = (low + high + 1) // 2
        if 36 * _variance(middle, piece, error_mg) <= 1:
            low = middle
        else:
            high = middle - 1
    return low


def _variance(count: int, piece: ChipWeight, error_mg: int) -> Fraction:
    spread = Fraction(piece.spread, MILLION) ** 2
    scale = Fraction(error_mg * piece.of, piece.mg) ** 2
    share = Fraction(count, piece.of)
    return count * spread + count * share * spread + scale * (1 + share * share)


def _root(square: Fraction) -> Fraction:
    """The root, a little too large rather than too small."""
    return Fraction(isqrt(int(square * MILLION * MILLION)) + 1, MILLION)


def _rounded(number: Fraction) -> int:
    return int((number + Fraction(1, 2)) // 1)
