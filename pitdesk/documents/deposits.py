"""Deposits: what each sealed day owes the gaming account, by when, and what was made. Read-only."""

from dataclasses import dataclass
from datetime import date as Date

from pitdesk.book.journal import Journal
from pitdesk.book.past import Past, past_days
from pitdesk.book.site import Deposit, Site


@dataclass(frozen=True, slots=True)
class Due:
    """What a sealed day owes: cents, by which date (the third banking day, 99-01.3-03-10(1)).

    made    the deposit that names the day, or None
    ahead   whether the day after it has an earlier date: this one's clock was wrong, and what it owes
            is due with that day's
    """

    day: int
    date: Date
    cents: int
    by: Date
    made: Deposit | None = None
    ahead: bool = False

    def late(self, today: Date) -> bool:
        """Whether it was made after its date, or is not made and the date is past."""
        return (self.made.made if self.made else today) > self.by


def dues(journal: Journal, site: Site, since: Date | None = None) -> list[Due]:
    """What every sealed day owes or owed, newest first; days that left nothing owe nothing.

    since   the date of the first day that is looked at

    Raises:
        Trouble: the book cannot be read.
    """
    made = {on: deposit for deposit in site.deposits for on in deposit.dates}
    found: list[Due] = []
    after: Past | None = None
    for past in past_days(journal, since):
        ahead = after is not None and after.date < past.date
        if past.sealed and past.deposit_cents and past.due:
            by = (after.due or after.date) if after and ahead else past.due
            found.append(Due(past.day, past.date, past.deposit_cents, by, made.get(past.date), ahead))
        after = past
    return found
