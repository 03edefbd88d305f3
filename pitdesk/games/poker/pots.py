"""Pots: who can win which, and how one is divided into whole chips (99-01.3-09-04(23) to (28))."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

Shares: TypeAlias = dict[int, int]  # cents by seat


class Pot(NamedTuple):
    """Cents in a pot, and the seats that paid for it."""

    amount: int
    seats: frozenset[int]


def clockwise(seats: Iterable[int], after: int) -> list[int]:
    """Seats in their order around the table; the one asked about is last."""
    return sorted(seats, key=lambda seat: (seat <= after, seat))


def layers(contributed: Mapping[int, int], live: Collection[int]) -> list[Pot]:
    """The main pot first, then a side pot for each amount at which a live hand ran out of chips.

    What a dead hand put in above all live ones stays in the last pot, as its wagers remain (20).
    """
    heights = sorted({contributed[seat] for seat in live if contributed[seat]})
    found, below = [], 0
    for height in heights:
        top = height if height != heights[-1] else max(contributed.values())
        amount = sum(max(0, min(paid, top) - below) for paid in contributed.values())
        found.append(Pot(amount, frozenset(seat for seat in live if contributed[seat] >= height)))
        below = height
    return found


def shares(chips: int, tied: Collection[int], button: int) -> Shares:
    """Whole chips in equal parts; the odd ones go clockwise from the button, one each (27)."""
    each, odd = divmod(chips, len(tied))
    return {seat: each + (place < odd) for place, seat in enumerate(clockwise(tied, button))}


def halves(chips: int, odd_to_high: bool) -> tuple[int, int]:
    """A pot for the high hand and for the low one (25); who gets the odd chip, the text does not say."""
    half, odd = divmod(chips, 2)
    return half + odd * odd_to_high, half + odd * (not odd_to_high)


def together(parts: Sequence[Shares]) -> Shares:
    """What each seat gets of all of them."""
    return {seat: sum(part.get(seat, 0) for part in parts) for seat in sorted({*()}.union(*parts))}
