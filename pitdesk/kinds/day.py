"""Facts of the gaming day: open it, come and go, count the banks, explain, close and seal."""

from datetime import date as Date
from datetime import datetime
from typing import NamedTuple

from msgspec import field

from pitdesk.chips import Chips
from pitdesk.kinds.countroom import Machine
from pitdesk.kinds.editions import EDITIONS, LATEST
from pitdesk.kinds.fact import DAY, Fact

AT_OPENING = "at opening"  # how the key of what an opening count found off ends
Amounts = dict[str, dict[str, int]]
"""Place → instrument → pieces or cents."""


class Owed(NamedTuple):
    """An IOU: its number, who lent, to which place, cents, dates and initials of loan and payback.

    repaid   None while it is open; "reversed" where it was taken back
    """

    number: int
    source: str
    destination: str
    cents: int
    lent: str
    initials: str
    repaid: str | None = None
    repaid_initials: str = ""


class Outage(NamedTuple):
    """A camera or recorder that fails: at which table, what, since when, its gaming day.

    seconds   for which somebody dealt there on the days before this one
    """

    table: str
    what: str
    since: datetime
    on: Date
    seconds: int = 0


class Wanted(NamedTuple):
    """A task of the Due board as a day was sealed: its key and words, its last day, its section."""

    key: str
    words: str
    by: Date
    section: str


class Lost(NamedTuple):
    """Numbers that nothing will bear, lost with a damaged book: first to last, the restore's seq."""

    series: str
    first: int
    last: int
    entry: int


class OpenDay(Fact, group=DAY, series="day", section="02-01(6)"):
    """The business day of a date is opened.

    carried   what lies where as the day begins
    pending   numbers of earlier days that were closed with a box that is still not counted
    owing     numbers of earlier days whose deposit was not noted, in days of edition 5 on
    settled   the last day of a quarter of which, and of all before it, nothing was to be done any more;
              0 where there is none
    edition   of the day's report and slips; days before there were editions are of the first
    before    the date of the day before, in days of edition 2 on; None where there is none
    reason    why its date does not follow the one of the day before
    between_cents   chips that inventories since the day before found over (+) or short (-)
    outages   the cameras and recorders that failed before it and were not repaired
    taken_back   the entries that took back a deposit after the day before was sealed
    keeper    the game whose cash bank the first drawer is, each other game having a drawer of its own;
              "" where the first drawer is the one bank of all
    """

    date: Date
    loans: tuple[Owed, ...]
    organization: str
    site: str
    zone: str
    carried: Amounts
    lost: tuple[Lost, ...]
    rulebook: str
    rulebook_sha256: str
    edition: int = 1
    first_number: int = 1
    before: Date | None = None
    reason: str = ""
    between_cents: int = field(default=0, name="between")
    outages: tuple[Outage, ...] = ()
    pending: tuple[int, ...] = ()
    keeper: str = ""
    owing: tuple[int, ...] = ()
    settled: int = 0
    taken_back: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.edition not in EDITIONS:
            raise ValueError(
                f"its report is of edition {self.edition}, and this PitDesk prints those to {LATEST};"
                " a newer one wrote it"
            )


class Duty(Fact, group=DAY, section="02-07(2)"):
    """Somebody comes on duty in a role, or leaves."""

    person: str
    role: str
    on: bool


class HandOver(Fact, group=DAY, section="02-07(2)"):
    """Somebody on duty takes the shift over: one shift ends, and the next begins."""

    person: str


class Count(Fact, group=DAY, section="03-06(2)"):
    """Banks are counted: at the "opening", at the "closing", or in between as a "check".

    off      what was found off, over (+) or short (−)
    began    the places that this count begins, on the book's first day
    alone    whether one person counted
    machine  place → what machines counted of it, where they did
    """

    chips: Chips
    cents: int
    when: str
    counted: Amounts
    off: Amounts
    began: tuple[str, ...]
    alone: bool
    machine: dict[str, tuple[Machine, ...]] = field(default_factory=dict)

    def key(self, place: str) -> str:
        """What `explain` calls what is off at a place."""
        return f"{place} {AT_OPENING}" if self.when == "opening" else place


class OwnCount(Fact, group=DAY):
    """Somebody counts a drawer alone, before it changes hands.

    off      against the book as it then stood: place → instrument → pieces or cents
    machine  what a machine counted of it, where one did
    """

    chips: Chips
    cents: int
    drawer: str
    counted: Amounts
    off: Amounts
    machine: tuple[Machine, ...] = ()


class PassDrawer(Count, group=DAY):
    """A drawer changes hands: what is off falls to whoever goes, and who comes begins clean.

    person   who comes, and whose own count stands;  goes: who had it
    """

    drawer: str
    person: str
    goes: str
    reason: str = ""

    def key(self, place: str) -> str:  # noqa: D102
        return f"{place} of {self.goes}"


class Reading(Fact, group=DAY):
    """The night so far is read: drawers, chip bank, tables, slips open. It closes nothing.

    number   of the day's readings, from 1
    figures  what is read → cents: "drawer", "chip bank", "table 2", "players", "fills"
    slips    those open: series, number, table, cents
    blind    the places that somebody was counting alone: they are not read
    """

    number: int
    figures: dict[str, int]
    slips: tuple[tuple[str, int, str, int], ...] = ()
    blind: tuple[str, ...] = ()


class AnswerReading(Fact, group=DAY):
    """How the paper of a reading came out that no printer proved: whole or damaged."""

    outcome: str


class Explain(Fact, group=DAY):
    """The reason is given for something that the day shows."""

    reason: str
    what: str


class Violation(Fact, group=DAY, section="02-07(3)"):
    """A material violation, or a crime, is written down; it is reported at once.

    division, police   local time when each was told, "23:10"; "" while one of them was not
    """

    reason: str
    division: str = ""
    police: str = ""


class CloseDay(Fact, group=DAY, section="08-16(1)"):
    """The day is reconciled and sealed.

    cents      cash that the next day starts with
    verified   seq of the last entry that was read; head: its link of the chain, in hexadecimal
    pending    the drop boxes that wait to be counted: the drop of their tables is in no figure yet
    kept       drawer → what of `cents` stays in it, for each drawer but the first
    due        what was late then or due soon, in days of edition 5 on
    """

    cents: int
    deposit_cents: int = field(name="deposit")
    deposit_checks_cents: int = field(name="deposit_checks")
    deposit_due: Date
    gross_cents: int = field(name="gross")
    prizes_cents: int = field(name="prizes")
    agp_cents: int = field(name="agp")
    cash_profit_cents: int = field(name="cash_profit")
    outstanding_change_cents: int = field(name="outstanding_change")
    over_short_cents: int = field(name="over_short")
    prize_basis: str
    prize_basis_text: str
    verified: int
    head: str
    pending: tuple[str, ...] = ()
    kept: dict[str, int] = field(default_factory=dict)
    due: tuple[Wanted, ...] = ()


class FinishDay(Fact, group=DAY, section="08-14(1)"):
    """A day that was closed, drop pending, is finished: its last box is counted.

    changes    figure of its document, or "2.drop" of table 2 → cents to add; "pending" → boxes
    paid       whether a deposit of the day was noted before: what the count adds is then one more
    verified, head   as of "close day"
    """

    date: Date
    boxes: tuple[str, ...]
    changes: dict[str, int]
    paid: bool = False
    verified: int
    head: str
