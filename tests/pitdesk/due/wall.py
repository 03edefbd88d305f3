"""A calendar on the wall, written from the text: what a site has to do by when. It imports nothing else.

It knows what happened at the site, and says of any day what is still to be done, by name, and by when.
"""

from calendar import monthrange
from dataclasses import dataclass, field
from datetime import date, timedelta

BANKS_CLOSED = {  # besides weekends: what the Federal Reserve Banks publish, July 2027 to July 2028
    *(date(2027, 7, 5), date(2027, 9, 6), date(2027, 10, 11), date(2027, 11, 11), date(2027, 11, 25)),
    *(date(2028, 1, 17), date(2028, 2, 21), date(2028, 5, 29), date(2028, 6, 19), date(2028, 7, 4)),
}  # Christmas 2027 and the New Year 2028 fall on Saturdays and are not moved
DAY = timedelta(days=1)


def third_banking_day(on: date) -> date:
    """03-10(1): counted on fingers."""
    for _ in range(3):
        on += DAY
        while on in BANKS_CLOSED or f"{on:%a}" in ("Sat", "Sun"):
            on += DAY
    return on


def last_of_month(year: int, month: int) -> date:
    """February of 2028 has 29 days."""
    return date(year, month, monthrange(year, month)[1])


QUARTERS = {  # their last days, thirty days after them (08-01(3)), the end of the month after
    "2027Q3": (date(2027, 9, 30), date(2027, 10, 30), date(2027, 10, 31)),
    "2027Q4": (date(2027, 12, 31), date(2028, 1, 30), date(2028, 1, 31)),
    "2028Q1": (date(2028, 3, 31), date(2028, 4, 30), date(2028, 4, 30)),
    "2028Q2": (date(2028, 6, 30), date(2028, 7, 30), date(2028, 7, 31)),
}


@dataclass
class Wall:
    """What happened, by date: nothing is known here of how a program keeps it."""

    nights: list[date] = field(default_factory=list)
    paid: dict[date, date] = field(default_factory=dict)  # night → when its deposit was made
    fault: tuple[date, date] | None = None  # of the camera: its night, when it was repaired
    determined: dict[str, date] = field(default_factory=dict)
    low: dict[str, date] = field(default_factory=dict)  # quarter that held too little → determined
    reviewed: set[date] = field(default_factory=set)  # Mondays: that week's tables were watched
    filed: dict[str, date] = field(default_factory=dict)
    audits: set[date] = field(default_factory=set)
    audited: dict[str, date] = field(default_factory=dict)
    rented: dict[str, date] = field(default_factory=dict)  # quarter → when its rent was looked at
    ideal: date | None = None
    counted: dict[tuple[int, int], date] = field(default_factory=dict)  # month → bank reconciled
    held: dict[str, date] = field(default_factory=dict)  # what began on a date: tournament, occasion
    ended: dict[str, date] = field(default_factory=dict)  # what of it was done when

    def due(self, on: date) -> dict[str, date]:
        """Name → last day of all that is still to be done on a day."""
        return {
            **self._money(on),
            **self._quarters(on),
            **self._reviews(on),
            **self._months(on),
            **self._contests(on),
        }

    def _money(self, on: date) -> dict[str, date]:
        open_ = [night for night in self.nights if night < on and night not in self.paid]
        found = {f"deposit {night}": third_banking_day(night) for night in open_}
        if self.fault and self.fault[0] < on and self.fault[1] > on:  # four calendar days: 08-04(7)
            found["fault 2"] = self.fault[0] + 4 * DAY
        return found

    def _quarters(self, on: date) -> dict[str, date]:
        found = {}
        for name, (last, contact, month) in QUARTERS.items():
            if on > last:
                for what, done, by in (
                    ("hold", self.determined, contact),
                    ("return", self.filed, month),
                    ("audit", self.audited, month),
                ):
                    if name not in done:
                        found[f"{what} {name}"] = by
                newest = all(other[0] <= last or other[0] >= on for other in QUARTERS.values())
                if newest and name not in self.rented:
                    found[f"rent {name}"] = month
        return found

    def _reviews(self, on: date) -> dict[str, date]:
        """Six continuous weeks from the day after it was determined: 08-04(9)."""
        found = {}
        for name, determined in self.low.items():
            for week in range(6):
                first = determined + DAY + 7 * week * DAY
                if first not in self.reviewed:
                    found[f"review {name} 21 {first}"] = first + 6 * DAY
        return found

    def _months(self, on: date) -> dict[str, date]:
        if self.ideal is None:
            return {}
        found, (year, month) = {}, (self.ideal.year, self.ideal.month)
        while (year, month) <= (on.year, on.month):
            if (year, month) not in self.counted:
                found[f"reconcile drawer {year}-{month:02}"] = last_of_month(year, month)
            year, month = (year, month + 1) if month < 12 else (year + 1, 1)
        return found

    def _contests(self, on: date) -> dict[str, date]:
        found = {}
        if cup := self.held.get("tournament"):
            if "won" not in self.ended:
                found["won Cup"] = cup
            if "cup paid" not in self.ended:
                found["deposit of tournament Cup"] = third_banking_day(cup)
        if fair := self.held.get("occasion"):
            if "counted" not in self.ended:
                found["poker Fair"] = fair + 2 * DAY
            elif "fair paid" not in self.ended:
                found["deposit of occasion Fair"] = third_banking_day(fair)
        return found
