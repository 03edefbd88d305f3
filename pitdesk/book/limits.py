"""Limits of wagers: which tables are active, where the limits differ, which plaques lack: 08-09(1)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.chips import Chips, dollars

Pair = tuple[int, int]  # lowest and highest wager, cents


class Posted(Protocol):
    """A table of the day, as far as its limits are concerned."""

    table: str
    game: str
    state: str
    limits: Pair
    players: bool
    known: Chips

    @property
    def dealer(self) -> str | None:
        """Who deals there now."""


def active(table: Posted) -> bool:
    """Whether a dealer and chips are there and available for play, or somebody plays: 08-09(1)."""
    return table.state == "open" and (table.players or bool(table.dealer and table.known))


def differing(tables: Iterable[Posted]) -> dict[str, Pair]:
    """The open twenty-one tables with their limits, where not all have the same; else none."""
    posted = {one.table: one.limits for one in tables if one.state == "open" and one.game == "21"}
    return posted if len({*posted.values()}) > 1 else {}


def in_words(pair: Pair) -> str:
    """Limits as they are posted: $3-$25."""
    return "-".join(f"${dollars(cents).removesuffix('.00')}" for cents in pair)


@dataclass(slots=True)
class Plaques:
    """The plaques on the tables, and which of those that are needed lack.

    placed    table → the limits that its plaque names
    lacking   table → since when it has needed one that is not noted
    """

    placed: dict[str, Pair] = field(default_factory=dict)
    lacking: dict[str, datetime] = field(default_factory=dict)

    def take(self, tables: Mapping[str, Posted], entry: Entry) -> Iterator[tuple[str, str]]:
        """Take in an entry; key and words of each plaque that was never noted while it was needed."""
        fact = entry.fact
        if isinstance(fact, kinds.Plaque):
            self.placed[fact.table] = fact.limits
        needed = differing(tables.values())
        lack = {table for table, pair in needed.items() if self.placed.get(table) != pair}
        for table in [table for table in self.lacking if table not in lack]:
            self.lacking.pop(table)
            if not isinstance(fact, kinds.Plaque):
                words = f"table {table}: no plaque was noted while the tables had different limits"
                yield f"plaque {table}", words
        self.lacking |= {table: entry.at for table in lack if table not in self.lacking}


@dataclass(frozen=True, slots=True)
class LimitSpan:
    """Limits of a table, and from when on they held; entry: what posted them."""

    limits: Pair
    since: datetime
    entry: Entry


def spans(entries: Iterable[Entry], table: str) -> list[LimitSpan]:
    """The limits of a table on its day, one after the other."""
    found = []
    for entry in entries:
        fact = entry.fact
        if isinstance(fact, kinds.OpenTable | kinds.Limits) and fact.table == table:
            notice = fact.notice if isinstance(fact, kinds.Limits) else 0
            found.append(LimitSpan(fact.limits, entry.at + timedelta(minutes=notice), entry))
    return found
