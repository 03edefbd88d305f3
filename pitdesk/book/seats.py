"""Who had a post from when to when: the seat of a table, the charge of the site's shift.

What is asked of a night later (hold of each dealer, tips, reviews) rests on these turns. Their order is
that of the entries, and their times are UTC: neither midnight nor a clock that is set back mixes them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from pitdesk import kinds, places
from pitdesk.book.entries import Entry
from pitdesk.book.people import CASHIERS
from pitdesk.chips import value_cents


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody had the post from one time until another; until now where there is no end yet."""

    person: str
    since: datetime
    until: datetime | None = None

    def lasted(self, now: datetime) -> timedelta:
        """How long it went on, or has so far; never less than nothing where a clock went back."""
        return max(timedelta(), (self.until or now) - self.since)


@dataclass(slots=True)
class Turns:
    """The turns at one post, one after another: at most one person has it at a time."""

    every: list[Turn] = field(default_factory=list)

    def __iter__(self) -> Iterator[Turn]:
        return iter(self.every)

    def __len__(self) -> int:
        return len(self.every)

    def take(self, person: str | None, at: datetime) -> None:
        """Somebody takes the post over, or nobody does. Whoever had it leaves it."""
        if self.every and self.every[-1].until is None:
            self.every[-1] = replace(self.every[-1], until=at)
        if person:
            self.every.append(Turn(person, at))

    @property
    def last(self) -> Turn | None:
        """The turn that goes on, or the last one that ended."""
        return self.every[-1] if self.every else None

    @property
    def now(self) -> str | None:
        """Who has the post; None where nobody does."""
        return self.last.person if self.last and self.last.until is None else None

    @property
    def since(self) -> datetime | None:
        """Since when whoever has the post has had it."""
        return self.last.since if self.last and self.now else None

    @property
    def before(self) -> str | None:
        """Who had it just before, somebody else than who has it; None where nobody did."""
        others = [turn.person for turn in self.every if turn.person != self.now]
        return others[-1] if others else None

    @property
    def people(self) -> list[str]:
        """Everybody who ever had it, each once, the first one first."""
        return list(dict.fromkeys(turn.person for turn in self.every))

    def at(self, when: datetime) -> str | None:
        """Who had it then; the later one at the very second of a change; None where nobody had."""
        held = (t for t in self.every if t.since <= when and (t.until is None or when < t.until))
        return next((turn.person for turn in reversed([*held])), None)


@dataclass(slots=True)
class DrawerSpan:
    """Somebody has a drawer from one count of it to another.

    off    place → instrument → what counts found over (+) or short (−) meanwhile, pieces or cents
    entry  that it ended with: the hand-over, or the seal
    """

    drawer: str
    person: str
    since: datetime
    until: datetime | None = None
    off: dict[str, dict[str, int]] = field(default_factory=dict)
    entry: int = 0


@dataclass(frozen=True, slots=True)
class Own:
    """What one person counted alone before a hand-over; times: how often since the last one."""

    off: kinds.Amounts
    at: datetime
    times: int


@dataclass(slots=True)
class Tills:
    """Who has which drawer, span by span; the own counts that wait for a hand-over.

    A drawer's first span begins with its opening count, if a cashier initials that. The chip bank
    counts with the first drawer.

    drawers  those that were counted
    bank     whether the chip bank changed hands with the first drawer
    """

    spans: list[DrawerSpan] = field(default_factory=list)
    own: dict[str, dict[str, Own]] = field(default_factory=dict)
    drawers: set[str] = field(default_factory=set)
    bank: bool = False

    def has(self, drawer: str) -> DrawerSpan | None:
        """The span of whoever has a drawer now."""
        return next((one for one in self.spans if one.drawer == drawer and one.until is None), None)

    def told(self, drawer: str) -> dict[str, Own]:
        """Who counted a drawer alone, and what: once two said the same, or each has said it twice."""
        own = self.own.get(drawer, {})
        counts = [*own.values()]
        same = all(one.off == counts[0].off for one in counts)
        twice = all(one.times > 1 for one in counts)
        return own if len(counts) > 1 and (same or twice) else {}

    @property
    def blind(self) -> frozenset[str]:
        """The places that somebody is still to count alone: what should be there is not shown."""
        counted = (drawer for drawer, own in self.own.items() if own and not self.told(drawer))
        return frozenset(
            place for drawer in counted for own in self.own[drawer].values() for place in own.off
        )

    @property
    def _first(self) -> str:
        """The drawer that the chip bank counts with."""
        return min(self.drawers, default=places.DRAWER)

    def _add(self, drawer: str, place: str, off: Mapping[str, int]) -> None:
        if span := self.has(drawer):
            sums = span.off.setdefault(place, {})
            for name, amount in off.items():
                sums[name] = sums.get(name, 0) + amount

    def off_cents(self, span: DrawerSpan) -> int:
        """What was found over (+) or short (−) in a span, with the chip bank where that goes along."""
        return sum(
            value_cents(name, amount)
            for place, off in span.off.items()
            for name, amount in off.items()
            if self.bank or place != places.CHIP_BANK
        )

    def take(self, entry: Entry) -> None:
        """Take in the next entry."""
        fact = entry.fact
        if isinstance(fact, kinds.OwnCount):
            who, counts = entry.signatures[0].person, self.own.setdefault(fact.drawer, {})
            times = counts[who].times + 1 if who in counts else 1
            counts[who] = Own(fact.off, entry.at, times)
        elif isinstance(fact, kinds.Count):
            self._count(fact, entry)
        elif isinstance(fact, kinds.Inventory) and fact.place == places.CHIP_BANK:
            if any(fact.place in one.off for one in self.own.get(self._first, {}).values()):
                del self.own[self._first]  # what was counted alone is older than this
            self._add(self._first, fact.place, fact.off.names)
        elif isinstance(fact, kinds.CloseDay):
            for span in [one for one in self.spans if one.until is None]:
                span.until, span.entry = entry.at, entry.seq

    def _count(self, fact: kinds.Count, entry: Entry) -> None:
        self.drawers |= {*filter(places.is_drawer, fact.counted)}
        for place, off in fact.off.items() if fact.when != "opening" else ():
            drawer = place if places.is_drawer(place) else self._first
            self.own.pop(drawer, None)  # what was counted alone is older than this
            self._add(drawer, place, off)
        if isinstance(fact, kinds.PassDrawer):
            self.bank |= places.CHIP_BANK in fact.counted
            goes = self.has(fact.drawer)
            if goes:
                goes.until, goes.entry = entry.at, entry.seq
            else:
                self.spans.append(
                    DrawerSpan(fact.drawer, fact.goes, entry.at, entry.at, fact.off, entry.seq)
                )
            self.spans.append(DrawerSpan(fact.drawer, fact.person, entry.at))
        elif fact.when == "opening":
            cashiers = [one.person for one in entry.signatures if one.role in CASHIERS]
            for place in filter(places.is_drawer, fact.counted):
                if cashiers and not self.has(place):
                    self.spans.append(DrawerSpan(place, cashiers[0], entry.at))
