"""The gaming days of a book by their dates, and which tables were open. What is over is read once."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import date as Date
from datetime import timedelta

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.book.past import opening_entry

Played = Callable[[Date, Date], Collection[str]]  # from, to → the tables of a game that were open then
_AROUND = timedelta(days=7)  # a day is opened so near to its date, whatever the zone


@dataclass(slots=True)
class Nights:
    """The days of a book.

    since   the last day that nobody asks of
    """

    journal: Journal
    since: int = 0
    _first: Date | None = None
    _newest: int = 0
    _opened: list[tuple[int, str]] = field(default_factory=list)  # number and time of each opening
    _between: dict[tuple[Date, Date], tuple[int, ...]] = field(default_factory=dict)
    _entries: dict[int, Entry] = field(default_factory=dict)  # of the openings, by day
    _tables: dict[int, dict[str, str]] = field(default_factory=dict)

    def between(self, first: Date, last: Date) -> tuple[int, ...]:
        """The numbers of the days from one date to another, in order."""
        if (newest := self.journal.last_number("day")) != self._newest:
            self._newest, self._opened = newest, self.journal.openings(self.since)
            self._between.clear()
        if (first, last) not in self._between:
            since, until = f"{first - _AROUND}", f"{last + _AROUND}"
            near = [number for number, at in self._opened if since <= at < until]
            self._between[first, last] = tuple(one for one in near if first <= self.date(one) <= last)
        return self._between[first, last]

    @property
    def began(self) -> Date | None:
        """The date of the book's first day."""
        if self._first is None and (seq := self.journal.day_after(0)):
            self._first = self.date(self.journal.entry(seq).day)
        return self._first

    def opening(self, number: int) -> kinds.OpenDay:
        """What opened a day."""
        return self.opened(number).of(kinds.OpenDay)

    def opened(self, number: int) -> Entry:
        """The entry that opened a day."""
        if number not in self._entries:
            self._entries[number] = opening_entry(self.journal, number)
        return self._entries[number]

    def date(self, number: int) -> Date:
        """The date of a day."""
        return self.opening(number).date

    def played(self, game: str) -> Played:
        """Which tables of a game were open from one date to another, the open day's among them."""

        def found(first: Date, last: Date) -> list[str]:
            nights = map(self._tables_of, self.between(first, last))
            return [table for night in nights for table, of in night.items() if of == game]

        return found

    def _tables_of(self, number: int) -> dict[str, str]:
        """Table → game of those that were open on a day."""
        if number in self._tables:
            return self._tables[number]
        opened = self.journal.numbered("day", number)
        following = self.journal.day_after(number)
        facts = self.journal.each(
            kinds.OpenTable, after=opened.seq if opened else 0, until=following or self.journal.head.seq
        )
        tables = {fact.table: fact.game or "" for one in facts for fact in [one.of(kinds.OpenTable)]}
        if following:
            self._tables[number] = tables
        return tables
