"""Tournaments and poker occasions: who paid what, who won what, and what it comes to."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date as Date
from datetime import datetime

from pitdesk import kinds
from pitdesk.book.past import fiscal_year

ENTRY, REBUY, ADDON, BOUNTY = "entry", "rebuy", "add-on", "bounty"
WHAT = (ENTRY, REBUY, ADDON, BOUNTY)
FINAL = 0  # the round of a prize of the tournament itself


@dataclass(slots=True)
class Player:
    """A player of a tournament: each fee with the day and the initials of who collected it."""

    name: str
    address: str = ""
    fees: list[tuple[kinds.TournamentFee, str]] = field(default_factory=list)
    left: bool = False

    @property
    def cents(self) -> int:
        """All that was paid."""
        return sum(fee.cents for fee, _ in self.fees)


@dataclass(slots=True)
class Banked:
    """What brings money of its own to the bank, and the deposits that were made of it, by entry."""

    deposits: dict[int, kinds.ContestDeposit] = field(default_factory=dict, kw_only=True)

    @property
    def brought_cents(self) -> int:
        """What is to be deposited in all."""
        raise NotImplementedError

    @property
    def owed_cents(self) -> int:
        """What is not deposited yet; nothing once a reason says why another amount was."""
        if any(one.reason for one in self.deposits.values()):
            return 0
        return max(0, self.brought_cents - sum(one.cents for one in self.deposits.values()))

    @property
    def deposited(self) -> Date | None:
        """When the bank took the last of it; None before."""
        return self.last.made if self.last and not self.owed_cents else None

    @property
    def last(self) -> kinds.ContestDeposit | None:
        """The newest of its deposits."""
        return next(reversed(self.deposits.values()), None)


@dataclass(slots=True)
class Contest(Banked):
    """A tournament with all that was written down of it."""

    set: kinds.Tournament
    players: dict[str, Player] = field(default_factory=dict)
    stands: dict[int, dict[str, tuple[str, int]]] = field(default_factory=dict)
    prizes: list[tuple[kinds.TournamentPrize, str]] = field(default_factory=list)

    @property
    def gross_cents(self) -> int:
        """Fees, rebuys, add-ons and bounties."""
        return sum(player.cents for player in self.players.values())

    @property
    def brought_cents(self) -> int:
        """All fees: prizes are paid by check. What belongs to an occasion goes with that one."""
        return 0 if self.set.occasion else self.gross_cents

    @property
    def prizes_cents(self) -> int:
        """Prizes in cash, and what goods cost."""
        return sum(prize.cents for prize, _ in self.prizes)

    @property
    def agp_cents(self) -> int:
        """Gross proceeds less prizes."""
        return self.gross_cents - self.prizes_cents

    @property
    def playing(self) -> list[str]:
        """Who has not withdrawn."""
        return [name for name, player in self.players.items() if not player.left]

    def leading(self, round_: int) -> list[str]:
        """Who has the most chips at the end of a round; the last one for the tournament itself."""
        stands = self.stands.get(round_ or max(self.stands, default=0), {})
        most = max((chips for _, chips in stands.values()), default=0)
        return [name for name, (_, chips) in stands.items() if chips == most and most]

    def remaining(self) -> list[str]:
        """Who still had chips at the last stand."""
        last = self.stands.get(max(self.stands, default=0), {})
        return [name for name, (_, chips) in last.items() if chips]


@dataclass(slots=True)
class Occasion(Banked):
    """A poker occasion with its fees and decks, and its cash bank once that was counted."""

    set: kinds.PokerOccasion
    fees: list[tuple[kinds.PokerFee, str]] = field(default_factory=list)
    decks: list[tuple[kinds.PokerDeck, str]] = field(default_factory=list)
    closed: kinds.ClosePoker | None = None

    def looked_over(self, table: str) -> dict[str, str]:
        """What was last said of each item of a table's deck: "" for fine, else what is wrong."""
        found: dict[str, str] = {}
        for fact, _ in self.decks:
            if fact.table == table:
                found |= {item: fact.faults.get(item, "") for item in fact.looked}
        return found

    @property
    def gross_cents(self) -> int:
        """Fees of its tables."""
        return sum(fee.cents for fee, _ in self.fees)

    @property
    def brought_cents(self) -> int:
        """What its cash bank has beyond what it began with; 0 before that is counted."""
        return max(0, self.closed.brought_cents) if self.closed else 0

    @property
    def began(self) -> datetime:
        """When it begins, on the site's clock."""
        return datetime.fromisoformat(self.set.since)


def counts_on(held: Contest | Occasion, reading: str) -> Date:
    """From which day its deposit is counted; of an occasion the "first" or "last", as it is read."""
    if isinstance(held, Contest):
        return held.set.date
    return held.began.date() if reading == "first" else datetime.fromisoformat(held.set.until).date()


def fiscal(occasion: kinds.PokerOccasion) -> int:
    """The fiscal year that an occasion begins in, by the year of its July 1."""
    return fiscal_year(datetime.fromisoformat(occasion.since).date())


def of_quarter(contests: Iterable[Contest], first: Date, last: Date) -> Iterator[Contest]:
    """The tournaments of some dates."""
    return (one for one in contests if first <= one.set.date <= last)
