"""What was written down beside the night, outside any gaming day: built entry by entry."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from datetime import date
from functools import singledispatchmethod
from typing import Any

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.past import quarter_of
from pitdesk.records.contests import Contest, Occasion, Player


@dataclass(slots=True)
class Kept:
    """Records of quarters, banks, tournaments and occasions.

    determined   quarter → how its hold was determined, the last time
    reviews      every review of video, in order, and who made it
    reasons      quarter and game → the reason of a low hold, once found
    told         quarter → what the gaming division was told
    weeks        quarter → the first day of each week whose sheet by dealer was kept, and the sheet
    returns      quarter → its tax return, as it was filed last
    ideal        bank → what it should hold, change by change
    reconciled   every reconciliation of a bank, in order
    audits       quarter → its days that were audited, each with its last audit
    again        days whose deposit was taken back after their audit → what did that, until the next one
    auditors     whoever audited a day
    contests     tournaments by name;  occasions: poker occasions by name
    rent         the monthly rent, as it was noted last
    """

    determined: dict[str, kinds.DetermineHold] = field(default_factory=dict)
    reviews: list[tuple[kinds.ReviewVideo, str]] = field(default_factory=list)
    reasons: dict[tuple[str, str], kinds.HoldReason] = field(default_factory=dict)
    told: dict[str, kinds.TellDivision] = field(default_factory=dict)
    weeks: dict[str, dict[date, kinds.DealerWeek]] = field(default_factory=dict)
    returns: dict[str, kinds.FileReturn] = field(default_factory=dict)
    ideal: dict[str, list[kinds.IdealBank]] = field(default_factory=dict)
    reconciled: list[kinds.ReconcileBank] = field(default_factory=list)
    audits: dict[str, dict[date, kinds.AuditDay]] = field(default_factory=dict)
    again: dict[date, Entry] = field(default_factory=dict)
    auditors: set[str] = field(default_factory=set)
    rent: kinds.Rent | None = None
    contests: dict[str, Contest] = field(default_factory=dict)
    occasions: dict[str, Occasion] = field(default_factory=dict)

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "Kept":
        """The records as these entries leave them."""
        found = cls()
        take = found._take  # looked up once: that takes longer than most entries
        for entry in entries:
            take(entry.fact, entry)
        return found

    @property
    def gross(self) -> dict[str, int]:
        """Quarter → gross proceeds of twenty-one, where its hold is determined."""
        return {name: of.held["21"][0] for name, of in self.determined.items() if "21" in of.held}

    def filed(self, quarter: str) -> date | None:
        """When the tax return of a quarter was filed last; None where the book does not say."""
        known = self.returns.get(quarter)
        return known.filed if known else None

    def banked(self, name: str) -> Contest | Occasion | None:
        """The tournament or occasion of a name whose money is to be deposited; where none is, either."""
        both = [one for one in (self.contests.get(name), self.occasions.get(name)) if one]
        return next((one for one in both if one.owed_cents), both[0] if both else None)

    def copied(self) -> "Kept":
        """A copy that later entries do not change: for another thread."""
        return replace(self, **{one.name: _copy(getattr(self, one.name)) for one in fields(self)})

    def apply(self, entry: Entry) -> None:
        """Take in the next entry; other kinds change nothing here."""
        self._take(entry.fact, entry)

    @singledispatchmethod
    def _take(self, fact: kinds.Fact, entry: Entry) -> None:
        """Nothing of it is kept here."""

    @_take.register
    def _(self, fact: kinds.DetermineHold, _: Entry) -> None:
        self.determined[fact.quarter] = fact

    @_take.register
    def _(self, fact: kinds.ReviewVideo, entry: Entry) -> None:
        self.reviews.append((fact, entry.signatures[0].person))

    @_take.register
    def _(self, fact: kinds.HoldReason, _: Entry) -> None:
        self.reasons[fact.quarter, fact.game] = fact

    @_take.register
    def _(self, fact: kinds.TellDivision, _: Entry) -> None:
        self.told[fact.quarter] = fact

    @_take.register
    def _(self, fact: kinds.DealerWeek, _: Entry) -> None:
        self.weeks.setdefault(fact.quarter, {})[fact.first] = fact

    @_take.register
    def _(self, fact: kinds.FileReturn, _: Entry) -> None:
        self.returns[fact.quarter] = fact

    @_take.register
    def _(self, fact: kinds.IdealBank, _: Entry) -> None:
        self.ideal.setdefault(fact.bank, []).append(fact)

    @_take.register
    def _(self, fact: kinds.ReconcileBank, _: Entry) -> None:
        self.reconciled.append(fact)

    @_take.register
    def _(self, fact: kinds.AuditDay, entry: Entry) -> None:
        self.audits.setdefault(quarter_of(fact.date), {})[fact.date] = fact
        self.again.pop(fact.date, None)
        self.auditors |= {signature.person for signature in entry.signatures}

    @_take.register
    def _(self, fact: kinds.Rent, _: Entry) -> None:
        self.rent = fact

    @_take.register
    def _(self, fact: kinds.Tournament, _: Entry) -> None:
        self.contests[fact.name] = Contest(fact)

    @_take.register
    def _(self, fact: kinds.TournamentFee, entry: Entry) -> None:
        players = self.contests[fact.tournament].players
        player = players.setdefault(fact.player, Player(fact.player, fact.address))
        player.fees.append((fact, entry.signatures[0].initials))

    @_take.register
    def _(self, fact: kinds.LeaveTournament, _: Entry) -> None:
        self.contests[fact.tournament].players[fact.player].left = True

    @_take.register
    def _(self, fact: kinds.TournamentStand, _: Entry) -> None:
        self.contests[fact.tournament].stands.setdefault(fact.round, {}).update(fact.stands)

    @_take.register
    def _(self, fact: kinds.TournamentPrize, entry: Entry) -> None:
        self.contests[fact.tournament].prizes.append((fact, entry.signatures[0].initials))

    @_take.register
    def _(self, fact: kinds.PokerOccasion, _: Entry) -> None:
        self.occasions[fact.name] = Occasion(fact)

    @_take.register
    def _(self, fact: kinds.PokerFee, entry: Entry) -> None:
        self.occasions[fact.occasion].fees.append((fact, entry.signatures[0].initials))

    @_take.register
    def _(self, fact: kinds.PokerDeck, entry: Entry) -> None:
        self.occasions[fact.occasion].decks.append((fact, entry.signatures[0].initials))

    @_take.register
    def _(self, fact: kinds.ClosePoker, _: Entry) -> None:
        self.occasions[fact.occasion].closed = fact

    @_take.register
    def _(self, fact: kinds.ContestDeposit, entry: Entry) -> None:
        if held := self.banked(fact.contest):
            held.deposits[entry.seq] = fact

    @_take.register
    def _(self, fact: kinds.TakeBackDeposit, entry: Entry) -> None:
        assert entry.about
        for held in (self.contests.get(fact.contest), self.occasions.get(fact.contest)):
            if held:
                held.deposits.pop(entry.about, None)
        self.again |= dict.fromkeys(fact.audited, entry)


_CHANGING = (dict, list, set, Contest, Occasion, Player)


def _copy(held: Any) -> Any:
    """A list, a set or a dict of them, copied; facts never change."""
    if isinstance(held, dict):
        return {
            key: _copy(value) if isinstance(value, _CHANGING) else value for key, value in held.items()
        }
    if isinstance(held, Contest | Occasion | Player):
        return replace(held, **{one.name: _copy(getattr(held, one.name)) for one in fields(held)})
    return type(held)(held) if isinstance(held, list | set) else held
