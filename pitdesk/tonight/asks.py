"""What tables ask of the cage just now."""

from dataclasses import dataclass
from datetime import datetime

from pitdesk import kinds
from pitdesk.book.day import Day
from pitdesk.chips import Chips


@dataclass(frozen=True, slots=True)
class Asked:
    """An ask that waits: for which table, what, since when, and who asks.

    chips   the pieces asked for; none of an ask for par
    """

    what: str
    table: str
    chips: Chips
    par: bool
    at: datetime
    by: str


def asked(day: Day) -> tuple[Asked, ...]:
    """The asks of a day that wait, the oldest first."""
    entries = day.asks.open.values() if not day.sealed else ()
    found = ((entry.fact, entry) for entry in entries)
    return tuple(
        Asked(fact.what, fact.table, fact.chips, fact.par, entry.at, entry.signatures[0].person)
        for fact, entry in found
        if isinstance(fact, kinds.Ask)
    )
