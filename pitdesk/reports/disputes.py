"""Disputes of a day: each with its ruling, and what overruled it."""

from typing import NamedTuple

from pitdesk import kinds
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry


class Ruled(NamedTuple):
    """A dispute, and the entry that overruled its ruling, if one did."""

    entry: Entry
    over: Entry | None

    @property
    def dispute(self) -> kinds.Dispute:
        """What lay there, and what was ruled first."""
        return self.entry.of(kinds.Dispute)

    @property
    def last(self) -> Entry:
        """The entry whose ruling holds."""
        return self.over or self.entry

    @property
    def where(self) -> str:
        """The table, and the seat if it was about one."""
        one = self.dispute
        return f"table {one.table}, seat {one.seat}" if one.seat else f"table {one.table}"


def disputes(day: Day) -> tuple[Ruled, ...]:
    """The disputes of a day, in order."""
    over = {entry.about: entry for _, entry in day.facts(kinds.Overrule)}
    return tuple(Ruled(entry, over.get(entry.seq)) for _, entry in day.facts(kinds.Dispute))


def ruled(entry: Entry) -> str:
    """What an entry rules, with the section if the text has one."""
    fact = entry.fact
    assert isinstance(fact, kinds.Dispute | kinds.Overrule)
    return f"{fact.ruling} [{fact.under}]" if fact.under else fact.ruling
