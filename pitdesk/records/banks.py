"""Cash banks over the months: open IOUs by age, what each should hold, when it is reconciled."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date as Date
from datetime import timedelta

from pitdesk import kinds, places
from pitdesk.records.duties import Duty
from pitdesk.records.kept import Kept

MONTHLY = "pd.reconcile"
RECONCILE = "reconcile"
STEPS = ("slips", "counts", "ious", "cameras", "deposit", "hold")  # of an audit


@dataclass(frozen=True, slots=True)
class Aged:
    """An open IOU, and for how many days it has been open."""

    loan: kinds.Owed
    days: int


def aged(loans: Sequence[kinds.Owed], on: Date) -> list[Aged]:
    """The open IOUs, the oldest first."""
    found = [Aged(one, (on - Date.fromisoformat(one.lent)).days) for one in loans if not one.repaid]
    return sorted(found, key=lambda one: -one.days)


def lent_cents(loans: Sequence[kinds.Owed], bank: str) -> int:
    """What a bank has lent to others on open IOUs."""
    return sum(one.cents for one in loans if one.source == bank and not one.repaid)


def borrowed_cents(loans: Sequence[kinds.Owed], bank: str) -> int:
    """What a bank owes on open IOUs."""
    return sum(one.cents for one in loans if one.destination == bank and not one.repaid)


def ideal(kept: Kept) -> dict[str, int]:
    """Bank → what it should hold now."""
    return {bank: rows[-1].cents for bank, rows in kept.ideal.items()}


def month_end(on: Date) -> Date:
    """The last day of a date's month.

    >>> month_end(Date(2028, 2, 3))
    datetime.date(2028, 2, 29)
    """
    return (on.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)


def reconciliations(kept: Kept, today: Date) -> Iterator[Duty]:
    """Each bank is reconciled in each month, by its last day; a quarter ends with one of them."""
    done = {(one.bank, month_end(one.on)): one.on for one in kept.reconciled}
    for bank, rows in kept.ideal.items():
        first = rows[0].on.replace(day=1)
        while first <= today:
            last = month_end(first)
            words = f"Count and reconcile the {bank} for {first:%B} {first.year}, by two"
            since = max(first, rows[0].on)
            about = f"{bank} {first:%Y-%m}"
            yield Duty(RECONCILE, about, since, last, words, MONTHLY, done.get((bank, last)))
            first = last + timedelta(days=1)


def is_bank(place: str) -> bool:
    """Whether a place is a cash bank."""
    return places.holds_cash(place)
