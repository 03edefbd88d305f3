"""Currency: notes and coins by value, as a cage counts them and hands them out."""

from collections.abc import Mapping

NOTES = (100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 25, 10, 5, 1)
"""The values of notes, then of coins, in cents, highest first."""

_RARE = 2_00  # taken in, but not handed out


def broken(cents: int) -> list[tuple[int, int]]:
    """An amount as a cage hands it out: (value in cents, pieces), highest first.

    No $2 notes, and of coins half dollars alone unless the amount needs smaller ones.

    Raises:
        ValueError: less than nothing cannot be handed out.

    >>> broken(37_50)
    [(2000, 1), (1000, 1), (500, 1), (100, 2), (50, 1)]
    """
    if cents < 0:
        raise ValueError(f"{cents} cents cannot be handed out")
    found = []
    for value in NOTES:
        pieces = 0 if value == _RARE else cents // value
        if pieces:
            found.append((value, pieces))
            cents -= value * pieces
    return found


def total(pieces: Mapping[int, int]) -> int:
    """What pieces by value come to, in cents."""
    return sum(value * count for value, count in pieces.items())
