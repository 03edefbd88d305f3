"""Paper that comes out elsewhere: slips that wait for the printer of another station."""

from dataclasses import dataclass
from datetime import datetime

from pitdesk import subjects
from pitdesk.book.day import Day
from pitdesk.desk import Desk


@dataclass(frozen=True, slots=True)
class Elsewhere(subjects.Slip):
    """A slip that another station has still to print: which, "" for the cage, and since when."""

    station: str
    at: datetime


def elsewhere(desk: Desk, day: Day) -> tuple[Elsewhere, ...]:
    """Those of a day, the oldest first; none once it is sealed."""
    owed = {} if day.sealed else {slip.entry.seq: slip for slip, _, _ in day.unprinted()}
    at = desk.site.prints_at
    others = [one for one in owed.values() if at(one) != desk.place]
    return tuple(Elsewhere(one.series, one.number, at(one), one.since) for one in others)
