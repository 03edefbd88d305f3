"""Who had a post from when to when: the seat of a table, the charge of the site's shift.

What is asked of a night later (hold of each dealer, tips, reviews) rests on these turns. Their order is
that of the entries, and their times are UTC: neither midnight nor a clock that is set back mixes them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta


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
