"""Tonight's lines of the cage: what can be taken back, and what took something back."""

from typing import NamedTuple

from pitdesk import kinds
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry


class Line(NamedTuple):
    """An entry of tonight that can be taken back, or one that takes back.

    back   what took it back, if anything did;  of: what it takes back
    """

    entry: Entry
    back: Entry | None
    of: Entry | None


def lines(day: Day) -> tuple[Line, ...]:
    """The lines of a day, in order."""
    wanted: tuple[type[kinds.Fact], ...] = (*kinds.REVERSIBLE, kinds.Reverse)
    back, of = day.reversals.by, day.reversals.taken
    return tuple(
        Line(entry, back.get(entry.seq), of.get(entry.seq))
        for entry in day.entries
        if isinstance(entry.fact, wanted)
    )
