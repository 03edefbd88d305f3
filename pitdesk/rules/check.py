"""What a check sees, and how it is registered: a pure function under the id of its rule.

An `Act` is asked for in a `Scene`; what speaks against it comes back in whole sentences.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from pitdesk.book.day import Day, Slip, Table
from pitdesk.book.people import Signer
from pitdesk.book.site import Layout, Site
from pitdesk.chips import Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """A verb about to be done, as the rules see it. What a verb has no use for stays empty.

    at      local time of the site
    signers who initials, the one who acts first
    slip    the slip it is about
    reason  why, in the words of whoever signs
    """

    verb: str
    at: datetime
    signers: tuple[Signer, ...] = ()
    table: str | None = None
    chips: Chips = field(default_factory=Chips)
    cents: int | None = None
    slip: Slip | None = None
    reason: str = ""
    detail: dict[str, Any] = field(default_factory=dict)

    @property
    def people(self) -> list[str]:
        """The ids of the signers, in order."""
        return [signer.person for signer in self.signers]


@dataclass(frozen=True, slots=True)
class Scene:
    """What stands in the book when a verb is asked for."""

    site: Site
    day: Day | None
    on: date
    balances: dict[str, dict[str, int]]
    value: Callable[[str, str], Any]

    @property
    def today(self) -> Day:
        """The open day; only for checks that run when there is one."""
        assert self.day
        return self.day

    def name(self, person: str) -> str:
        """Somebody's name, for the words of a refusal."""
        return self.site.name_of(person)

    def table(self, name: str | None) -> Table | None:
        """A table that was opened today, or None."""
        return self.day.tables.get(name or "") if self.day else None

    def layout(self, name: str | None) -> Layout | None:
        """A table as it was set up, or None."""
        return self.site.tables.get(name or "")

    def held(self, place: str) -> Chips:
        """The chips at a place, by the book."""
        return Chips.among(self.balances.get(place, {}))


Check = Callable[[Act, Scene], Iterator[str]]
CHECKS: dict[str, list[tuple[frozenset[str], Check]]] = {}  # by the id of their rule


def check(rule: str, *verbs: str) -> Callable[[Check], Check]:
    """Register a check of a rule for some verbs: a pure function that yields what is wrong."""

    def register(function: Check) -> Check:
        CHECKS.setdefault(rule, []).append((frozenset(verbs), function))
        return function

    return register
