"""Deposits: what each sealed day owes the gaming account, by when, and what was made. Read-only."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date as Date

from pitdesk.book.journal import Journal
from pitdesk.book.past import Past, past_days
from pitdesk.book.site import Deposit, Site


@dataclass(frozen=True, slots=True)
class Due:
    """What a sealed day owes: cents, by which date (the third banking day, 99-01.3-03-10(1)).

    made    the deposit that names the day, or None
    pending  the boxes of the day that wait to be counted: their drop is owed besides
    ahead   whether the day after it has an earlier date: this one's clock was wrong, and what it owes
            is due with that day's
    """

    day: int
    date: Date
    cents: int
    by: Date
    made: Deposit | None = None
    ahead: bool = False
    pending: tuple[str, ...] = ()

    def late(self, today: Date) -> bool:
        """Whether it was made after its date, or is not made and the date is past."""
        return (self.made.made if self.made else today) > self.by


def dues(journal: Journal, site: Site, since: Date | None = None) -> list[Due]:
    """What every sealed day owes or owed, newest first; days that left nothing owe nothing.

    since   the date of the first day that is looked at

    Raises:
        Trouble: the book cannot be read.
    """
    made: dict[Date, list[Deposit]] = {}
    for deposit in site.deposits:
        for on in deposit.dates:
            made.setdefault(on, []).append(deposit)
    found: list[Due] = []
    after: Past | None = None
    for past in past_days(journal, since):
        ahead = after is not None and after.date < past.date
        if past.sealed and past.due and (past.deposit_cents or past.pending):
            by = (after.due or after.date) if after and ahead else past.due
            found += _of_day(past, made.get(past.date, []), by, ahead=ahead)
        after = past
    return found


def _of_day(past: Past, made: Sequence[Deposit], by: Date, *, ahead: bool) -> Iterator[Due]:
    """What a day owes; what a late count added after its deposit was made is owed by itself."""
    cents, later_cents = past.deposit_cents or 0, past.later_cents
    first, *rest = [*made, None]
    known = Due(past.day, past.date, cents - later_cents, by, first, ahead, past.pending)
    if later_cents:
        yield replace(known, cents=later_cents, made=rest[0] if rest else None)
    yield known
