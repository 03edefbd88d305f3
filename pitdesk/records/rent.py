"""Rent, and the tables that may raise it: how often each was used, quarter by quarter: 99-01.3-08-01(4).

The text's own example of a table that was used in some of the quarters is cut off: then the answer is to
ask, and the uses stand beside it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date as Date

from pitdesk.book.journal import Journal
from pitdesk.book.past import dates_of, quarter_of
from pitdesk.book.site import Site, in_order
from pitdesk.chipset.law import Value
from pitdesk.records.hold import days_between

RULE, LIMIT = "nd.08-01.4", "nd.53-06.1-11.5"
FULL, NONE, ASK, FIRST = "counts", "does not count", "ask the division", "the first table"


@dataclass(frozen=True, slots=True)
class Used:
    """A table of twenty-one: quarter → days on which it was open, the oldest first; whether it counts.

    most_cents   its highest wager in the last quarter
    """

    table: str
    uses: Mapping[str, int]
    counts: str
    most_cents: int


@dataclass(frozen=True, slots=True)
class RentSheet:
    """The tables of a site, and the monthly limit of its rent in cents; unsure: whether to ask first."""

    quarter: str
    tables: tuple[Used, ...]
    limit_cents: int
    unsure: bool


def before(quarter: str) -> str:
    """The quarter before.

    >>> before("2027Q1")
    '2026Q4'
    """
    year, turn = int(quarter[:4]), int(quarter[5])
    return f"{year}Q{turn - 1}" if turn > 1 else f"{year - 1}Q4"


def rent_sheet(
    journal: Journal, site: Site, quarter: str, value: Value, besides_cents: int = 0
) -> RentSheet:
    """The uses of each table in a quarter and the three before it, and what rent may come to.

    besides_cents   what pull tabs add
    """
    names = [quarter]
    while len(names) < value(RULE, "quarters"):
        names.insert(0, before(names[0]))
    uses: dict[str, dict[str, int]] = {}
    most: dict[str, int] = {}
    for day in days_between(journal, dates_of(names[0])[0], dates_of(quarter)[1], every=True):
        of = quarter_of(day.date)
        for name, table in day.tables.items():
            if table.game == "21" and not site.temporary(name, day.date):
                at = uses.setdefault(name, dict.fromkeys(names, 0))
                at[of] += 1
                if of == quarter:
                    most[name] = max(most.get(name, 0), table.limits[1])
    tables = _judged(uses, most, value(RULE, "uses"))
    unsure = any(one.counts == ASK for one in tables)
    return RentSheet(quarter, tuple(tables), limit_cents(tables, value) + besides_cents, unsure)


def limit_cents(tables: Iterable[Used], value: Value) -> int:
    """What a month's rent may come to: so much for each needed table, more where wagers are high."""
    needed = [one for one in tables if one.counts in (FIRST, FULL)]
    high = [one for one in needed if one.most_cents > value(LIMIT, "wager_cents")]
    cents: int = value(LIMIT, "table_cents") * len(needed) + value(LIMIT, "high_cents") * len(high)
    return cents


def _judged(uses: Mapping[str, Mapping[str, int]], most: Mapping[str, int], least: int) -> list[Used]:
    """The table that was used most is the first; each other counts if it was used often enough."""
    first = max(uses, key=lambda name: (sum(uses[name].values()), name), default="")
    found = []
    for name in sorted(uses, key=in_order):
        often = sum(count >= least for count in uses[name].values())
        other = FULL if often == len(uses[name]) else ASK if often else NONE
        found.append(Used(name, uses[name], FIRST if name == first else other, most.get(name, 0)))
    return found


def quarter_before(on: Date) -> str:
    """The last quarter that is over on a day."""
    return before(quarter_of(on))
