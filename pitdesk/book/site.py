"""The site: what was set up outside any gaming day. Organization, tables, chip set, people, ties."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import singledispatchmethod
from typing import Self
from zoneinfo import ZoneInfo

from msgspec import structs

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.people import Person, Tie
from pitdesk.book.slip import Slip
from pitdesk.chips import RACK, STACK, Chip, Chips, dollars

GAMES = {"21": "twenty-one", "PW": "paddlewheel"}
EVERY_DAY = -1  # a weekday of a par that holds on all of them; Monday is 0
Tallies = dict[str, dict[str, "Tally"]]  # place → who counted it, each alone


@dataclass(frozen=True, slots=True)
class Layout:
    """A table as it stands on the floor: its number, game, drop box, and whether video sees it.

    faces   the approval of other faces than large ones, where a card reader looks at them
    """

    table: str
    game: str
    box: str
    video: bool
    faces: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that was discontinued: on which day, until when its chips are redeemed, and where."""

    game: str
    on: date
    until: date
    where: str


@dataclass(frozen=True, slots=True)
class Deposit:
    """Money brought to the bank: of which days, when, cents (checks among them), bank, slip number.

    contest     the tournament or poker occasion that it is of; "" where it is of days
    takes_back  number of the document of the one that this takes back, and why; then cents are below 0
    entry       seq of the entry that notes it
    """

    dates: tuple[date, ...]
    made: date
    cents: int
    checks: int
    bank: str
    slip: str
    contest: str = ""
    takes_back: int = 0
    reason: str = ""
    entry: int = 0

    @classmethod
    def noted(cls, fact: kinds.BankSlip, entry: int) -> Self:
        """As an entry notes it."""
        money = (fact.cents, fact.checks_cents)
        return cls(fact.dates, fact.made, *money, fact.bank, fact.slip, fact.contest, entry=entry)


@dataclass(frozen=True, slots=True)
class Tally:
    """One person's own count of a place, and what is off against the book as it then stood."""

    counted: Chips
    off: Chips
    at: datetime


@dataclass(slots=True)
class Site:
    """Everything that stands before the first chip moves. Built from the book by `apply`.

    settings   the newest of each; None of what nobody set
    first      series → its first number, where paper came before
    """

    settings: kinds.Site = field(default_factory=kinds.Site)
    first: dict[str, int] = field(default_factory=dict)
    tables: dict[str, Layout] = field(default_factory=dict)
    chips: dict[Chip, kinds.Look] = field(default_factory=dict)
    people: dict[str, Person] = field(default_factory=dict)
    ties: list[Tie] = field(default_factory=list)
    forms: list[tuple[int, int]] = field(default_factory=list)  # packs of blank forms: first, last
    managed: bool = False  # whether anybody was ever given the role of gaming manager
    lost: list[kinds.Lost] = field(default_factory=list)  # with a damaged book
    retired: dict[Chip, date] = field(default_factory=dict)  # out of play since; redeemed still
    pictures: dict[tuple[Chip, str], int] = field(default_factory=dict)  # chip and side → its entry
    pars: dict[tuple[str, int], Chips] = field(default_factory=dict)  # place, weekday → its level
    weights: dict[Chip, kinds.Weight] = field(default_factory=dict)  # the newest of each
    marks: dict[str, str] = field(default_factory=dict)  # of other organizations: mark → whose
    ended: dict[str, Ended] = field(default_factory=dict)  # games that were discontinued
    tallies: Tallies = field(default_factory=dict)  # own counts while no day is open
    deposits: list[Deposit] = field(default_factory=list)
    apart: list[Deposit] = field(default_factory=list)  # of tournaments and poker, each by itself
    taken_back: dict[int, Entry] = field(default_factory=dict)  # deposit's entry → what takes it back
    events: dict[tuple[str, date], kinds.Event] = field(default_factory=dict)  # by name and first day
    drawer_of: str = ""  # the game that was said to keep the first drawer
    letterhead: kinds.Letterhead = field(default_factory=kinds.Letterhead)
    letterhead_entry: int = 0
    lenders: dict[str, str] = field(default_factory=dict)  # name → what it is: a game, a board, …
    done: dict[str, tuple[kinds.Done, str]] = field(
        default_factory=dict
    )  # task → what was said, by whom
    equipment: list[tuple[int, kinds.Equipment]] = field(default_factory=list)  # with their entries
    options: kinds.Options = field(default_factory=kinds.Options)  # the house rules of twenty-one
    options_version: int = 0
    options_set: date | None = None
    posted: int = 0  # the version that hangs up, or lies there
    batches: dict[str, kinds.Batch] = field(default_factory=dict)  # papers that were put away, by name
    destroyed: dict[str, date] = field(default_factory=dict)  # those that are gone, since when
    stations: dict[str, kinds.Station] = field(default_factory=dict)  # paired with the cage, by name
    released: dict[date, kinds.Release] = field(default_factory=dict)  # days whose video is not kept

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "Site":
        """The site as these set-up entries leave it."""
        site = cls()
        take = site._take  # looked up once: that takes longer than most entries
        for entry in entries:
            take(entry.fact, entry)
        return site

    def apply(self, entry: Entry) -> None:
        """Take in one set-up entry; other kinds change nothing here."""
        self._take(entry.fact, entry)

    def prints(self, station: str) -> bool:
        """Whether anything prints at a station."""
        one = self.stations.get(station)
        return one is not None and bool(one.fills or one.credits or one.own)

    def prints_at(self, slip: Slip | Entry) -> str:
        """The station where a slip, or a reading, comes out on paper; "" for the cage."""
        asked = slip if isinstance(slip, Entry) else slip.entry
        if isinstance(slip, Slip):
            if slip.here:
                return ""
            for one in self.stations.values():
                if slip.table in one.tables[slip.series]:
                    return one.name
        by = self.stations.get((asked.request or "").rpartition(" after ")[0])
        return by.name if by and by.own else ""

    @singledispatchmethod
    def _take(self, fact: kinds.Fact, entry: Entry) -> None:
        """Nothing is known of it here."""

    @_take.register
    def _(self, fact: kinds.Site, _: Entry) -> None:
        new = {name: value for name, value in structs.asdict(fact).items() if value is not None}
        self.settings = structs.replace(self.settings, **new)
        firsts = {"fill": fact.first_fill, "credit": fact.first_credit}
        self.first |= {series: number for series, number in firsts.items() if number is not None}

    @_take.register
    def _(self, fact: kinds.Letterhead, entry: Entry) -> None:
        self.letterhead, self.letterhead_entry = fact, entry.seq

    @_take.register
    def _(self, fact: kinds.Table, _: Entry) -> None:
        self.tables[fact.table] = Layout(fact.table, fact.game, fact.box, fact.video, fact.faces)

    @_take.register
    def _(self, fact: kinds.Event, _: Entry) -> None:
        self.events[fact.name, fact.since] = fact

    @_take.register
    def _(self, fact: kinds.Chip, _: Entry) -> None:
        self.chips[fact.chip] = fact.look

    @_take.register
    def _(self, fact: kinds.ChipSet, _: Entry) -> None:
        self.chips |= dict(fact.looks)

    @_take.register
    def _(self, fact: kinds.Deposit, entry: Entry) -> None:
        self.deposits.append(Deposit.noted(fact, entry.seq))

    @_take.register
    def _(self, fact: kinds.ContestDeposit, entry: Entry) -> None:
        self.apart.append(Deposit.noted(fact, entry.seq))

    @_take.register
    def _(self, _: kinds.TakeBackDeposit, entry: Entry) -> None:
        assert entry.about
        self.taken_back[entry.about] = entry
        self.deposits = [one for one in self.deposits if one.entry != entry.about]
        self.apart = [one for one in self.apart if one.entry != entry.about]

    @_take.register
    def _(self, fact: kinds.Tally | kinds.Inventory, entry: Entry) -> None:
        take_tally(self.tallies, fact, entry)

    @_take.register
    def _(self, fact: kinds.Person, _: Entry) -> None:
        self.people[fact.person] = Person.of(fact)
        self.managed |= any(role.name == "gaming manager" for role in fact.roles)

    @_take.register
    def _(self, fact: kinds.Bank, _: Entry) -> None:
        self.settings = structs.replace(self.settings, combined=fact.approval)
        self.drawer_of = "" if fact.approval else fact.game

    @_take.register
    def _(self, fact: kinds.Lender, _: Entry) -> None:
        self.lenders[fact.name] = fact.what

    @_take.register
    def _(self, fact: kinds.Done, entry: Entry) -> None:
        self.done.pop(fact.task, None)
        if not fact.undone:
            self.done[fact.task] = fact, " ".join(one.initials for one in entry.signatures)

    @_take.register
    def _(self, fact: kinds.Equipment, entry: Entry) -> None:
        self.equipment.append((entry.seq, fact))

    @_take.register
    def _(self, fact: kinds.Options, entry: Entry) -> None:
        new = {name: value for name, value in structs.asdict(fact).items() if value is not None}
        self.options = structs.replace(self.options, **new | {"warnings": ()})
        self.options_version += 1
        self.options_set = self.local(entry.at).date()

    @_take.register
    def _(self, fact: kinds.Posted, _: Entry) -> None:
        self.posted = fact.version

    @_take.register
    def _(self, fact: kinds.Batch, _: Entry) -> None:
        self.batches[fact.batch] = fact

    @_take.register
    def _(self, fact: kinds.Destroy, entry: Entry) -> None:
        self.destroyed[fact.batch] = self.local(entry.at).date()

    @_take.register
    def _(self, fact: kinds.Release, _: Entry) -> None:
        self.released[fact.date] = fact

    @_take.register
    def _(self, fact: kinds.Forms, _: Entry) -> None:
        self.forms.append((fact.first, fact.last))

    @_take.register
    def _(self, fact: kinds.Restore, entry: Entry) -> None:
        for series, (first, last) in fact.lost.items():
            self.lost.append(kinds.Lost(series, first, last, entry.seq))

    @_take.register
    def _(self, fact: kinds.Tie, _: Entry) -> None:
        self.ties.append(Tie(fact.tie, fact.one, fact.other))

    @_take.register
    def _(self, fact: kinds.Play, _: Entry) -> None:
        if fact.on:
            self.retired.pop(fact.chip, None)
        else:
            self.retired[fact.chip] = fact.date

    @_take.register
    def _(self, fact: kinds.Picture, entry: Entry) -> None:
        self.pictures[fact.chip, fact.side] = entry.seq

    @_take.register
    def _(self, fact: kinds.Par, _: Entry) -> None:
        self.pars[fact.place, fact.weekday] = fact.chips

    @_take.register
    def _(self, fact: kinds.Station, _: Entry) -> None:
        self.stations[fact.name] = fact

    @_take.register
    def _(self, fact: kinds.StationOff, _: Entry) -> None:
        self.stations.pop(fact.name, None)

    @_take.register
    def _(self, fact: kinds.Mark, _: Entry) -> None:
        self.marks[fact.mark] = fact.organization

    @_take.register
    def _(self, fact: kinds.Weight, _: Entry) -> None:
        self.weights[fact.chip] = fact

    @_take.register
    def _(self, fact: kinds.Game, _: Entry) -> None:
        if fact.on:
            on, until = date.fromisoformat(fact.on), date.fromisoformat(fact.until)
            self.ended[fact.game] = Ended(fact.game, on, until, fact.where)
        else:
            self.ended.pop(fact.game, None)

    def keeps(self, record: str) -> bool:
        """Whether a record is kept here and not on paper: "recorder" or "checklists"."""
        return record in (self.settings.keeps or "").split()

    def temporary(self, table: str, on: date) -> bool:
        """Whether a table is here for a special event on that day only: 01-02(4), 08-04."""
        return any(e.since <= on <= e.until and table in e.tables for e in self.events.values())

    @property
    def filmed(self) -> bool:
        """Whether any table has a video system."""
        return any(table.video for table in self.tables.values())

    @property
    def banked(self) -> list[Deposit]:
        """Every deposit, of days and of tournaments and poker, by when the bank took it."""
        return sorted([*self.deposits, *self.apart], key=lambda one: one.made)

    @property
    def gone(self) -> list[Deposit]:
        """Every deposit that was taken back, with the reason."""
        facts = ((about, one.of(kinds.TakeBackDeposit)) for about, one in self.taken_back.items())
        return [replace(Deposit.noted(fact, about), reason=fact.reason) for about, fact in facts]

    @property
    def organization(self) -> str:
        """The organization's name; "" before anybody set it."""
        return self.settings.organization or ""

    @property
    def name(self) -> str:
        """The site's name; "" before anybody set it."""
        return self.settings.name or ""

    def second(self, cents: int, pieces: int) -> str:
        """Why two people initial so much: "more than $500.00"; "" where the house lets one alone."""
        most, most_pieces = self.settings.second_cents or 0, self.settings.second_pieces or 0
        if 0 < most < cents:
            return f"more than ${dollars(most)}"
        return f"more than {most_pieces:,} chips" if 0 < most_pieces < pieces else ""

    @property
    def games(self) -> set[str]:
        """The games that the site has tables of."""
        return {layout.game for layout in self.tables.values()}

    def keeper(self, before: str) -> str:
        """The game that keeps the first drawer on a new day; "" where one bank is approved for all.

        before   the game that kept it on the last day
        """
        if self.settings.combined:
            return ""
        return self.drawer_of or before or next((one.game for one in self.tables.values()), "")

    def first_number(self, series: str, upto: int | None = None) -> int:
        """The first number of a series that may be taken: above paper, and above what was lost.

        upto   seq of an entry, where only what was lost before it counts
        """
        lost = (
            one.last + 1
            for one in self.lost
            if one.series == series and (upto is None or one.entry < upto)
        )
        return max([self.first.get(series, 1), *lost])

    def par(self, place: str, on: date) -> Chips | None:
        """What a place should hold on that day of the week; None where nobody said."""
        levels = (self.pars.get((place, day)) for day in (on.weekday(), EVERY_DAY))
        return next((level for level in levels if level), None)

    def in_play(self, chip: Chip) -> bool:
        """Whether a chip of the set may go to tables and players."""
        return chip in self.chips and chip not in self.retired

    @property
    def playing(self) -> dict[Chip, kinds.Look]:
        """The chips that may be in play, with their looks."""
        return {chip: look for chip, look in self.chips.items() if chip not in self.retired}

    @property
    def zone(self) -> ZoneInfo:
        """The time zone that slips and reports are printed in."""
        return ZoneInfo(self.settings.zone or "America/Chicago")

    @property
    def stack(self) -> int:
        """How many chips stand in a stack."""
        return self.settings.stack or STACK

    @property
    def rack(self) -> int:
        """How many chips lie in a full rack."""
        return self.settings.rack or RACK

    @property
    def practice(self) -> bool:
        """Whether the book is for practice; every slip and report of it says so."""
        return bool(self.settings.practice)

    def name_of(self, person: str) -> str:
        """Somebody's name; the id of who is not known."""
        known = self.people.get(person)
        return known.name if known else person

    def local(self, at: datetime) -> datetime:
        """A time of the book on the site's own clock."""
        return at.astimezone(self.zone)

    def tied(self, one: str, other: str) -> Tie | None:
        """The tie between two people, if there is one."""
        return next((tie for tie in self.ties if {tie.one, tie.other} == {one, other}), None)

    def holders(self, role: str, day: date) -> list[Person]:
        """Who may act as `role` on that day."""
        return [person for person in self.people.values() if person.holds(role, day)]


def in_order(table: str) -> tuple[bool, int, str]:
    """Tables in their natural order: those with a number by it, "2" before "10", then the lettered."""
    return (not table.isdecimal(), int(table) if table.isdecimal() else 0, table)


def take_tally(tallies: Tallies, fact: kinds.Tally | kinds.Inventory, entry: Entry) -> None:
    """Take in somebody's own count of a place, or the count that both agreed on, which ends them."""
    if isinstance(fact, kinds.Inventory):
        tallies.pop(fact.place, None)
        return
    mine = Tally(fact.chips, fact.off, entry.at)
    tallies.setdefault(fact.place, {})[entry.signatures[0].person] = mine
