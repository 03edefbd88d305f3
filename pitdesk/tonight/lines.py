"""Tonight's lines of the cage, of which some can be taken back; what was done lately, of any kind."""

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from pitdesk import kinds
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry

if TYPE_CHECKING:
    from pitdesk.desk import Desk


class TonightLine(NamedTuple):
    """An entry of tonight that can be taken back, or one that takes back.

    back   what took it back, if anything did;  of: what it takes back
    """

    entry: Entry
    back: Entry | None
    of: Entry | None


def lines(day: Day) -> tuple[TonightLine, ...]:
    """The lines of a day, in order."""
    wanted: tuple[type[kinds.Fact], ...] = (*kinds.REVERSIBLE, kinds.Reverse)
    back, of = day.reversals.by, day.reversals.taken
    return tuple(
        TonightLine(entry, back.get(entry.seq), of.get(entry.seq))
        for entry in day.entries
        if isinstance(entry.fact, wanted)
    )


def lately(desk: "Desk", named: Collection[str], most: int) -> list[tuple[Entry, Entry | None]]:
    """Entries of these kinds of the newest day and of no day, the newest first; at most so many.

    Each with the entry that it is about, if it is about one.
    """
    of_day = [entry for entry in desk.day.entries if entry.kind in named] if desk.day else []
    found = [*of_day[-most:], *desk.journal.outside(named, most)]
    found = sorted(found, key=lambda entry: entry.seq, reverse=True)[:most]
    return [(one, desk.journal.entry(one.about) if one.about else None) for one in found]
