"""The site: what was set up outside any gaming day. Organization, tables, chip set, people, ties."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from pitdesk.book.entries import Entry
from pitdesk.book.people import Person, Tie
from pitdesk.chips import Chip, Chips

GAMES = {"21": "twenty-one", "PW": "paddlewheel"}
EVERY_DAY = -1  # a weekday of a par that holds on all of them; Monday is 0
Tallies = dict[str, dict[str, "Tally"]]  # place → who counted it, each alone


@dataclass(frozen=True, slots=True)
class Layout:
    """A table as it stands on the floor: its number, game, drop box, and whether video sees it."""

    table: str
    game: str
    box: str
    video: bool


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that was discontinued: on which day, until when its chips are redeemed, and where."""

    game: str
    on: date
    until: date
    where: str


@dataclass(frozen=True, slots=True)
class Deposit:
    """Money brought to the bank: of which days, when, cents (checks among them), bank, slip number."""

    dates: tuple[date, ...]
    made: date
    cents: int
    checks: int
    bank: str
    slip: str


@dataclass(frozen=True, slots=True)
class Tally:
    """One person's own count of a place, and what is off against the book as it then stood."""

    counted: Chips
    off: Chips
    at: datetime


@dataclass(slots=True)
class Site:
    """Everything that stands before the first chip moves. Built from the book by `apply`.

    Settings (name: what for):
        organization, name: printed on every slip
        zone: IANA time zone of the site, for what is printed
        combined: the approval under which twenty-one and paddlewheel share one cash bank
        video_required: whether the site's activity requires video surveillance
        color_up: whether the house lets dealers color up a leaving player
        first_fill, first_credit: first number of the series, where paper slips came before
        quarters: gross proceeds of twenty-one before this book, "2026Q2" → cents
        lower_activity: whether a level that binds the colors of chips is not expected to go on
        practice: whether the book is for practice; said by its first entry alone
    """

    settings: dict[str, Any] = field(default_factory=dict)
    tables: dict[str, Layout] = field(default_factory=dict)
    chips: dict[Chip, dict[str, Any]] = field(default_factory=dict)
    people: dict[str, Person] = field(default_factory=dict)
    ties: list[Tie] = field(default_factory=list)
    forms: list[tuple[int, int]] = field(default_factory=list)  # packs of blank forms: first, last
    managed: bool = False  # whether anybody was ever given the role of gaming manager
    lost: list[tuple[str, int, int, int]] = field(default_factory=list)
    """Numbers lost with a damaged book: series, first, last, seq of the restore entry."""
    retired: dict[Chip, date] = field(default_factory=dict)  # out of play since; redeemed still
    pictures: dict[tuple[Chip, str], int] = field(default_factory=dict)  # chip and side → its entry
    pars: dict[tuple[str, int], Chips] = field(default_factory=dict)  # place, weekday → its level
    marks: dict[str, str] = field(default_factory=dict)  # of other organizations: mark → whose
    ended: dict[str, Ended] = field(default_factory=dict)  # games that were discontinued
    tallies: Tallies = field(default_factory=dict)  # own counts while no day is open
    deposits: list[Deposit] = field(default_factory=list)

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "Site":
        """The site as these set-up entries leave it."""
        site = cls()
        for entry in entries:
            site.apply(entry)
        return site

    def apply(self, entry: Entry) -> None:  # noqa: PLR0912  (a line a kind)
        """Take in one set-up entry; other kinds change nothing here."""
        detail: Mapping[str, Any] = entry.detail
        match entry.kind:
            case "site":
                self.settings.update(detail)
            case "table":
                self.tables[detail["table"]] = Layout(
                    detail["table"], detail["game"], detail["box"], detail["video"]
                )
            case "chip":
                self.chips[Chip.named(detail["chip"])] = dict(detail["look"])
            case "chip set":
                self.chips |= {Chip.named(name): dict(look) for name, look in detail["looks"]}
            case "deposit":
                self.deposits.append(_deposit(detail))
            case "play" | "picture" | "par" | "mark" | "game":
                self._inventory(entry)
            case "tally" | "inventory":
                take_tally(self.tallies, entry)
            case "person":
                person = Person.kept(detail)
                self.people[person.id] = person
                self.managed |= any(role.name == "gaming manager" for role in person.roles)
            case "forms":
                self.forms.append((detail["first"], detail["last"]))
            case "restore":
                for series, (first, last) in detail["lost"].items():
                    self.settings[f"first_{series}"] = last + 1
                    self.lost.append((series, first, last, entry.seq))
            case "tie":
                self.ties.append(Tie(detail["tie"], detail["one"], detail["other"]))
            case _:
                pass

    def _inventory(self, entry: Entry) -> None:
        detail = entry.detail
        match entry.kind:
            case "play" if detail["on"]:
                self.retired.pop(Chip.named(detail["chip"]), None)
            case "play":
                self.retired[Chip.named(detail["chip"])] = date.fromisoformat(detail["date"])
            case "picture":
                self.pictures[Chip.named(detail["chip"]), detail["side"]] = entry.seq
            case "par":
                self.pars[detail["place"], detail["weekday"]] = entry.chips
            case "mark":
                self.marks[detail["mark"]] = detail["organization"]
            case _ if detail["on"]:
                on, until = (date.fromisoformat(detail[name]) for name in ("on", "until"))
                self.ended[detail["game"]] = Ended(detail["game"], on, until, detail["where"])
            case _:
                self.ended.pop(detail["game"], None)

    def par(self, place: str, on: date) -> Chips | None:
        """What a place should hold on that day of the week; None where nobody said."""
        levels = (self.pars.get((place, day)) for day in (on.weekday(), EVERY_DAY))
        return next((level for level in levels if level), None)

    def in_play(self, chip: Chip) -> bool:
        """Whether a chip of the set may go to tables and players."""
        return chip in self.chips and chip not in self.retired

    @property
    def playing(self) -> dict[Chip, dict[str, Any]]:
        """The chips that may be in play, with their looks."""
        return {chip: look for chip, look in self.chips.items() if chip not in self.retired}

    @property
    def zone(self) -> ZoneInfo:
        """The time zone that slips and reports are printed in."""
        return ZoneInfo(self.settings.get("zone", "America/Chicago"))

    @property
    def practice(self) -> bool:
        """Whether the book is for practice; every slip and report of it says so."""
        return bool(self.settings.get("practice"))

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


def _deposit(detail: Mapping[str, Any]) -> Deposit:
    return Deposit(
        tuple(map(date.fromisoformat, detail["dates"])),
        date.fromisoformat(detail["made"]),
        detail["cents"],
        detail["checks"],
        detail["bank"],
        detail["slip"],
    )


def take_tally(tallies: Tallies, entry: Entry) -> None:
    """Take in somebody's own count of a place, or the count that both agreed on, which ends them."""
    place = entry.detail["place"]
    if entry.kind == "inventory":
        tallies.pop(place, None)
        return
    off = Chips.named(entry.detail["off"])
    mine = Tally(entry.chips, off, entry.at)
    tallies.setdefault(place, {})[entry.signatures[0].person] = mine
