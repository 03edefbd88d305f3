"""Deposits: what each sealed day owes the gaming account, by when, and what was made. Read-only."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date as Date

from pitdesk import kinds
from pitdesk.book.journal import Journal
from pitdesk.book.past import Past, opening, past_day, past_days
from pitdesk.book.site import Deposit, Site
from pitdesk.kinds.editions import RECORDS


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
    made, after = _made(site), None
    found: list[Due] = []
    for past in past_days(journal, since):
        found += _owes(past, after, made)
        after = past
    return found


def owed(journal: Journal, site: Site) -> list[Due]:
    """What no deposit is noted of yet, oldest first; what was settled before is not read again.

    Raises:
        Trouble: the book cannot be read.
    """
    last = journal.last_number("day")
    if not last:
        return []
    opened = opening(journal, last)
    if opened.edition < RECORDS:  # it does not say which days owed as it opened
        return [due for due in dues(journal, site) if due.made is None][::-1]
    made, found = _made(site), []
    for number in sorted({*opened.owing, *opened.pending, *_again(journal, site, last), last}):
        if past := past_day(journal, number):
            after = past_day(journal, number + 1) if number < last else None
            found += [due for due in _owes(past, after, made) if due.made is None]
    return found


def _again(journal: Journal, site: Site, last: int) -> Iterator[int]:
    """The days that owe again, as a deposit of theirs was taken back since the last day opened."""
    opened = journal.numbered("day", last) if site.taken_back else None
    for entry in site.taken_back.values():
        if opened and entry.seq > opened.seq:
            yield from entry.of(kinds.TakeBackDeposit).days


def _made(site: Site) -> Mapping[Date, list[Deposit]]:
    """The deposits by the dates that they are of."""
    made: dict[Date, list[Deposit]] = {}
    for deposit in site.deposits:
        for on in deposit.dates:
            made.setdefault(on, []).append(deposit)
    return made


def _owes(past: Past, after: Past | None, made: Mapping[Date, list[Deposit]]) -> Iterator[Due]:
    """What a day owes, if it is sealed and left anything; after: the day that follows it."""
    if past.sealed and past.due and (past.deposit_cents or past.pending):
        ahead = after is not None and after.date < past.date
        by = (after.due or after.date) if after and ahead else past.due
        yield from _of_day(past, made.get(past.date, []), by, ahead=ahead)


def _of_day(past: Past, made: Sequence[Deposit], by: Date, *, ahead: bool) -> Iterator[Due]:
    """What a day owes; what a late count added after its deposit was made is owed by itself."""
    before = bool(made) and made[0].entry < past.finished
    cents, later_cents = past.deposit_cents or 0, past.later_cents if before else 0
    first, *rest = [*made, None]
    known = Due(past.day, past.date, cents - later_cents, by, first, ahead, past.pending)
    if later_cents:
        yield replace(known, cents=later_cents, made=rest[0] if rest else None)
    yield known
