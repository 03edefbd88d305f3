"""The night that a report is about: a day up to its seal, the site, the rulebook, the sums."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from pitdesk import places
from pitdesk.book.day import Day, Table
from pitdesk.book.entries import Posting, Signature
from pitdesk.book.figures import Figures, figures
from pitdesk.book.site import Site, in_order
from pitdesk.chips import MONEY, Chip
from pitdesk.rules.book import Rulebook
from printers.drawing.cells import Figure, clean, money
from printers.slips.layout import time_of_day

PENDING = Figure("pending")  # what lacks a drop that is counted later
Balances = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class ReportNight:
    """A day as its seal left it, or as it stands while it is open.

    What was noted after the seal (a slip printed again, say) is left out, so that the report of an
    old day comes out as it did on its night.

    carried   place → instrument → amount, as the day before left them
    ended     the same, as this day left them; the deposit and the next start included
    """

    day: Day
    site: Site
    rules: Rulebook
    sums: Figures
    zone: ZoneInfo
    carried: Balances
    ended: Balances = field(default_factory=dict)

    @classmethod
    def of(cls, day: Day, site: Site, rules: Rulebook) -> "ReportNight":
        """Cut the day at its seal, or at what finished it later, and sum it up."""
        if day.sealed:
            day = day.issue(len(day.ends))
        said = day.opening
        zone = ZoneInfo(said.zone) if said.zone else site.zone
        return cls(day, site, rules, figures(day), zone, said.carried, day.balances)

    @property
    def pending(self) -> bool:
        """Whether a drop box waits to be counted, and the figures lack its drop."""
        return self.day.pending

    def cents(self, amount_cents: int) -> Figure:
        """A figure that a drop is part of, once it is known."""
        return PENDING if self.pending else money(amount_cents)

    @property
    def tables(self) -> list[Table]:
        """The tables that were opened, by number."""
        return sorted(self.day.tables.values(), key=lambda table: in_order(table.table))

    @property
    def stamp(self) -> datetime:
        """When the book says the report was made: the seal, or the last entry before one."""
        return self.day.last.at

    @property
    def names(self) -> tuple[str, str]:
        """Organization and site as the opening of the day kept them, else as they are called now."""
        said = self.day.opening
        names = (said.organization or self.site.organization, said.site or self.site.name)
        return clean(names[0]), clean(names[1])

    def local(self, at: datetime) -> datetime:
        """A time of the book on the site's clock that day."""
        return at.astimezone(self.zone)

    def time(self, at: datetime) -> str:
        """A time as 9:38 p.m.; the head says with which offset the day began and ended."""
        return time_of_day(self.local(at))

    def name(self, person: str) -> str:
        """A person's name."""
        known = self.site.people.get(person)
        return clean(known.name) if known else person

    def initials(self, person: str) -> str:
        """A person's initials."""
        known = self.site.people.get(person)
        return clean(known.initials) if known else person


def initialed(signatures: Iterable[Signature]) -> str:
    """The initials under an entry: PI JO."""
    return " ".join(clean(signature.initials) for signature in signatures)


def in_no_bank(place: str) -> bool:
    """Whether chips at a place count as outstanding: players, tips, and what counts found off."""
    return place in (places.PATRONS, places.OVER_SHORT) or place.startswith("tips ")


def chips_in(postings: Iterable[Posting], place: str) -> Counter[Chip]:
    """What postings brought to a place, in pieces by chip."""
    found: Counter[Chip] = Counter()
    for where, instrument, amount in postings:
        if where == place and instrument not in MONEY:
            found[Chip.named(instrument)] += amount
    return found
