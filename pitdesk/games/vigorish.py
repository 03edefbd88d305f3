"""Vigorish owed at a minibaccarat table, and the forms for what is not collected (19:47-7.3(c))."""

from typing import Literal, TypeAlias

from pitdesk.games.facts import Cents, Facts, Fields, Game, Seat
from pitdesk.games.results import Fault, Impossible, Settled

SECTION = "19:47-7.3(c)"


class Owe(Fields, frozen=True, tag="owe", tag_field="event"):
    """A marker for vigorish goes into a player's box ((c)2)."""

    seat: Seat
    amount: Cents
    patron: str = ""


class Pay(Fields, frozen=True, tag="pay", tag_field="event"):
    """A player pays of it."""

    seat: Seat
    amount: Cents


class PlayerLeaves(Fields, frozen=True, tag="player_leaves", tag_field="event"):
    """A player leaves: what he owes is collected or documented ((c)4)."""

    seat: Seat


class ShoeComplete(Fields, frozen=True, tag="shoe_complete", tag_field="event"):
    """The shoe is played out: the same for everybody ((c)4)."""


class Reshuffle(Fields, frozen=True, tag="reshuffle", tag_field="event"):
    """Nothing may be owed any more ((c)2)."""


Event: TypeAlias = Owe | Pay | PlayerLeaves | ShoeComplete | Reshuffle


class Round(Facts, frozen=True, kw_only=True):
    """What happened at a table, in its order."""

    events: tuple[Event, ...]
    next_form: int | None = None


class Ledger:
    """What each seat owes, and the Complimentary Vigorish Forms so far."""

    def __init__(self, next_form: int | None) -> None:
        self.next_form = next_form
        self.owed: dict[int, int] = {}
        self.patrons: dict[int, str] = {}
        self.forms: list[dict[str, int | str]] = []

    def take(self, event: Event, at: str) -> None:
        """What an event does."""
        match event:
            case Owe():
                self._owe(event, at)
            case Pay():
                self._pay(event, at)
            case PlayerLeaves():
                self._document([event.seat], at)
            case ShoeComplete():
                self._document(sorted(self.owed), at)
            case Reshuffle() if self.owed:
                raise _refused("not_allowed", at, "2", "Vigorish is owed: collect or document it first.")

    def _owe(self, event: Owe, at: str) -> None:
        known = self.patrons.get(event.seat, "")
        if not event.amount:
            raise _refused("wager_amount", f"{at}.amount", "2", "A marker is for an amount.")
        if event.seat in self.owed and event.patron and known and event.patron != known:
            raise _refused("not_allowed", f"{at}.patron", "4", f"{known} owes at this seat.")
        self.owed[event.seat] = self.owed.get(event.seat, 0) + event.amount
        self.patrons[event.seat] = event.patron or known

    def _pay(self, event: Pay, at: str) -> None:
        if not 0 < event.amount <= self.owed.get(event.seat, 0):
            raise _refused("wager_amount", f"{at}.amount", "2", "It is more than is owed, or nothing.")
        self._settle(event.seat, event.amount)

    def _settle(self, seat: int, amount: int) -> None:
        self.owed[seat] -= amount
        if not self.owed[seat]:
            del self.owed[seat], self.patrons[seat]

    def _document(self, seats: list[int], at: str) -> None:
        """The next form for each that owes, in the order of the seats ((c)3)."""
        for seat in seats:
            amount = self.owed.get(seat, 0)
            if not amount:
                continue
            if self.next_form is None:
                raise _refused("incomplete", "next_form", "3", "Which form is next?")
            if not self.patrons[seat]:
                raise _refused(
                    "incomplete", at, "3", f"Who owes at seat {seat}? A form names the patron."
                )
            self.forms.append(
                {"form": self.next_form, "seat": seat, "patron": self.patrons[seat], "amount": amount}
            )
            self.next_form += 1
            self._settle(seat, amount)


def _refused(
    code: Literal["not_allowed", "wager_amount", "incomplete"], at: str, part: str, words: str
) -> Impossible:
    return Impossible(Fault(code, at, (f"{SECTION}{part}",), words))


def settle(played: Round) -> Settled:
    """Follow the table; say what is documented, and what is still owed."""
    ledger = Ledger(played.next_form)
    for place, event in enumerate(played.events):
        ledger.take(event, f"events[{place}]")
    total = sum(int(form["amount"]) for form in ledger.forms)
    more = {"forms": ledger.forms, "outstanding": ledger.owed, "comp_total": total}
    return Settled(None, more=more)


GAME = Game("nj-minibac-vig", "Minibaccarat: vigorish owed", Round, settle)
