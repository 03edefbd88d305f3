"""Chips outstanding over time: what players held of each value when each night ended. Read-only.

What stays out night after night has gone home in pockets; it may never come back, or all at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date as Date

from pitdesk import places
from pitdesk.book.journal import Journal
from pitdesk.book.past import opening
from pitdesk.chips import MONEY, Chip, Chips

LAST = 14  # nights over which chips go home
MOST = 4  # a value stands out with a quarter of all that went home


@dataclass(frozen=True, slots=True)
class NightHeld:
    """A gaming day and the chips that players held at its end, or hold now while it is open."""

    day: int
    date: Date
    chips: Chips


def nights(journal: Journal) -> list[NightHeld]:
    """Every gaming day of a book, oldest first. A long book takes a moment: ask from another thread.

    Raises:
        Trouble: the book cannot be read.
    """
    changes: dict[int, dict[str, int]] = {}
    for day, instrument, amount in journal.by_day(places.PATRONS):
        if instrument not in MONEY:
            changes.setdefault(day, {})[instrument] = amount
    found, held = [], Chips.named(changes.get(0, {}))
    for number in journal.days():
        held += Chips.named(changes.get(number, {}))
        found.append(NightHeld(number, opening(journal, number).date, held))
    return found


def change(past: Sequence[NightHeld], last: int = LAST) -> tuple[Chips, int]:
    """What more is out than before the last nights, by value, and how many nights those are."""
    count = min(last, len(past) - 1)
    return (past[-1].chips - past[-1 - count].chips, count) if count > 0 else (Chips(), 0)


def going_home(past: Sequence[NightHeld], last: int = LAST) -> list[Chip]:
    """The values that went home in pockets over the last nights, the most money first.

    A value stands out when more of it is out than before, by a quarter of all that more is worth.
    Give it nights that ended: while one is open, what players hold lies on the tables too.
    """
    more, _ = change(past, last)
    grown = {chip: chip.cents * count for chip, count in more.items() if count > 0 and chip.cents}
    whole = sum(grown.values())
    out = [chip for chip, cents in grown.items() if cents * MOST >= whole]
    return sorted(out, key=lambda chip: -grown[chip])
