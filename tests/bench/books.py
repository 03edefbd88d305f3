"""Books for the bench: a night played at a real desk, and years of it appended to the journal.

The night is a circle: bank, trays and drawer hold after it what they held before, so it repeats for
ever. Its first two rounds are played verb by verb, PINs and paper and all; the others are the second
one's entries under their own dates, numbers and slips, appended as the desk appends them.
"""

import shutil
import tempfile
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from msgspec import structs

from pitdesk.banking import deposit_due
from pitdesk.book.entries import Draft, Entry
from pitdesk.book.journal import Journal
from pitdesk.book.past import day_of
from pitdesk.book.people import PLAIN, Pepper, Person, Role, Signer
from pitdesk.book.site import Layout
from pitdesk.chips import Chip, Chips
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.kinds import CloseDay, Fact, Found, OpenDay, Print
from printers.devices.paper import Paper
from printers.devices.spool import drain
from printers.slips.layout import slip_lines

FIRST = date(2024, 1, 1)
YEARS = 1096  # days of three years
MONTH = 30
FIVE = 1765  # of five; the last ones are the first month of a quarter, as in the book of a month
WIDTH = 42
PIN = "471180"
STAFF = {
    "pia": "shift manager",
    "bo": "pit boss",
    "jo": "cashier",
    "kari": "dealer",
    "sara": "dealer",
    "tor": "dealer",
    "kim": "count team",
    "lee": "count team",
    "ada": "auditor",
}
DEALERS = {"1": "kari", "2": "sara", "3": "tor"}  # by table
BANK = Chips.read("2000x50c 2000x$1 1000x$2 2000x$5 600x$25 60x$100")
DRAWER = 10_000_00
FILLS = ("80x50c 60x$1 100x$5", "40x$5 10x$25", "20x50c 40x$1 30x$2 60x$5", "40x50c 60x$1 20x$25")
REDEEMED = ("20x$5", "12x$5 6x$1", "6x$5 4x50c", "10x$1", "4x$5 8x$1")  # early, from the floor
TIPS = "4x50c 12x$1 3x$5"
CHECK = 100_00
SLIP = Chips.read("1x50c 1x$1 1x$5")  # three types, as most fills; few pieces, so that the bank lasts
WIN = 450_00  # what the house keeps of a night


def signers(*people: str) -> list[Signer]:
    """Signers with their PIN."""
    return [Signer(person, STAFF[person], pin=PIN) for person in people]


class House:
    """A desk on a book, its clock, and paper that comes out whole."""

    def __init__(self, book: Path) -> None:
        self.clock = SetClock(datetime.combine(FIRST, time(12), UTC))
        self.journal = Journal.open(book) if book.exists() else Journal.create(book)
        self.desk = Desk(self.journal, Pepper(bytes(32), PLAIN), clock=self.clock)
        self.paper = Paper(width=WIDTH)
        if self.desk.day:
            self.clock.at = self.desk.day.last.at
        if not self.desk.site.people:
            self._set_up()

    def __enter__(self) -> "House":
        return self

    def __exit__(self, *_: object) -> None:
        self.journal.close()

    @property
    def last(self) -> int:
        """The number of the last day."""
        return self.journal.last_number("day")

    def _set_up(self) -> None:
        gro = Person("gro", "Gro Moen", "GM", (Role("gaming manager", FIRST),))
        self.desk.set_person(gro, pin=PIN)
        by = [Signer("gro", "gaming manager", pin=PIN)]
        self.desk.set_site({"organization": "Dakota Lions", "name": "Riverside Lounge"}, by)
        for person, role in STAFF.items():
            who = Person(person, person.title(), person[:2].upper(), (Role(role, FIRST),))
            self.desk.set_person(who, pin=PIN, by=by)
        for chip in BANK:
            self.desk.set_chip(Chip.named(chip.name), by=by)
        for table in DEALERS:
            self.desk.set_table(Layout(table, "21", table, True), by)

    def by(self, *people: str) -> list[Signer]:
        """Those who sign. A minute goes by, and what is due is printed."""
        drain(self.desk, self.paper)
        self.clock.at += timedelta(minutes=1)
        return signers(*people)

    # A night

    def night(self) -> None:
        """Play the next night from the opening to the seal."""
        self.play()
        self.count_up()
        self.seal()

    def play(self) -> None:
        """From the opening to the last chips redeemed."""
        desk = self.desk
        self.begin()
        for table in DEALERS:
            desk.camera(table, self.by("bo"))
        early = iter(REDEEMED * 3)
        for fills in (FILLS[:2], FILLS[2:]):
            for table in DEALERS:
                for chips in fills:
                    self.fill(table, chips)
                    desk.redeem(Chips.read(next(early)), self.by("jo"))
            for table in DEALERS:
                self.credit_tray(table)
        desk.check(CHECK, "2209", "Ole Hagen", self.by("jo"))
        for table, dealer in DEALERS.items():
            desk.close_table(table, Chips(), self.by(dealer))
            desk.redeem_tips(dealer, Chips.read(TIPS), self.by("jo"))
        left = Chips.named(self._chips("patrons"))
        half = Chips({chip: count // 2 for chip, count in left.items()})
        for chips in (half, left - half):
            desk.redeem(chips, self.by("jo"))

    def begin(self, rest: int = 0) -> None:
        """Open the next day with its counts, its people and empty trays; after so many days of rest."""
        desk = self.desk
        on = desk.day.date + timedelta(days=1 + rest) if desk.day else FIRST
        self.clock.at = datetime.combine(on, time(22), UTC)
        desk.open_day(on, self.by("pia", "jo"))
        for person in ("bo", *DEALERS.values()):
            desk.on_duty(*self.by(person))
        desk.count("opening", self._banks(), self.by("pia", "jo"))
        for table, dealer in DEALERS.items():
            posted: dict[str, Any] = {"limits": (1_00, 25_00), "options": {"method": "no-peek"}}
            desk.open_table(table, Chips(), self.by(dealer), **posted)

    def fill(self, table: str, chips: str) -> None:
        """A fill to its last initials; the third table's are made out wrong at first, now and then."""
        desk, pieces = self.desk, Chips.read(chips)
        if table == "3" and chips == FILLS[0]:
            wrong = desk.fill("3", pieces, self.by("jo")).number
            assert wrong
            desk.void("fill", wrong.number, "asked for by another table", self.by("jo"))
        number = desk.fill(table, pieces, self.by("jo")).number
        assert number
        desk.verify("fill", number.number, self.by("bo"))
        desk.receive("fill", number.number, self.by(DEALERS[table]))

    def credit_tray(self, table: str) -> None:
        """Count a tray, seven tenths of it left, and credit all of it."""
        desk, dealer = self.desk, DEALERS[table]
        known = desk.today.tables[table].known
        left = Chips({chip: count * 7 // 10 for chip, count in known.items()})
        desk.count_tray(table, left, self.by(dealer))
        if table == "2":
            wrong = desk.credit("2", Chips.read("5x$5"), self.by(dealer)).number
            assert wrong
            desk.void("credit", wrong.number, "the whole tray was meant", self.by(dealer))
        number = desk.credit(table, left, self.by(dealer)).number
        assert number
        desk.verify("credit", number.number, self.by("bo"))
        desk.receive("credit", number.number, self.by("jo"))

    def count_up(self) -> None:
        """The boxes counted, every part of every slip found, the banks counted."""
        desk = self.desk
        for table in DEALERS:
            desk.remove_box(table, "safe", self.by("pia", "bo"))
        desk.team(self.by("kim", "lee"), ["kim"])
        paid = DRAWER - self.journal.balances()["drawer"]["cash"]
        for turn, table in enumerate(DEALERS):
            cents = (paid + WIN + turn) // len(DEALERS)
            for person in ("kim", "lee"):
                desk.drop_count(table, cents, self.by(person), {"20": cents // 20_00})
            desk.drop(table, cents, self.by("kim", "lee"))
        found: dict[str, list[tuple[str, int, str, int | None]]] = {}
        for slip, part, where in desk.today.missing():
            cents_ = None if where == "records" else slip.chips.cents
            found.setdefault(where, []).append((slip.series, slip.number, part, cents_))
        for where, parts in found.items():
            desk.found(where, parts, self.by("kim", "lee"))
        desk.count("closing", self._banks(), self.by("pia", "jo"))

    def seal(self) -> Entry:
        """Close the day."""
        return self.desk.close_day(DRAWER, self.by("pia", "jo"))

    def _banks(self) -> dict[str, dict[str, int]]:
        if self.last == 1 and not self.journal.at("drawer"):
            return {"chip bank": BANK.names, "drawer": {"cash": DRAWER}}
        held = self.journal.balances()
        return {place: dict(held[place]) for place in ("chip bank", "drawer")}

    def _chips(self, place: str) -> dict[str, int]:
        held = self.journal.balances()[place]
        return {name: count for name, count in held.items() if name not in ("cash", "checks")}


# Years


def write(book: Path, days: int) -> None:
    """A new book of so many nights, two of them or more, the last one sealed."""
    with House(book) as house:
        house.night()
        house.night()
        again = Again(house)
        for _ in range(days - 2):
            again.night()


class Again:
    """The last night of a house, once more and once more, under its own date, seqs and numbers."""

    def __init__(self, house: House) -> None:
        day = day_of(house.journal, house.last)
        assert day
        self._journal = house.journal
        self._site = house.desk.site
        self._day = day
        self._told = house.journal.entries(day.opened.seq, day=day.number)
        self._first = day.opened.seq
        self._nights = 0
        self._entries: dict[int, Entry] = {}  # by the seq of the one that is told again
        self._slips = {
            series: sum(slip.series == series for slip in day.slips.values())
            for series in ("fill", "credit")
        }

    def night(self) -> None:
        """Append one more night."""
        self._nights += 1
        self._entries.clear()
        on = self._day.date + timedelta(days=self._nights)
        for entry in self._told:
            self._entries[entry.seq] = self._journal.append(
                Draft(
                    fact=self._fact(entry, on),
                    at=entry.at + timedelta(days=self._nights),
                    day=entry.day + self._nights,
                    about=self._entries[entry.about].seq if entry.about else None,
                    postings=entry.postings,
                    signatures=entry.signatures,
                )
            )

    def _fact(self, entry: Entry, on: date) -> Fact:
        match entry.fact:
            case OpenDay() as opening:
                before = on - timedelta(days=1)
                return structs.replace(opening, date=on, before=before, carried=self._journal.balances())
            case Print() as part:
                return structs.replace(part, lines=self._lines(entry, part, on))
            case Found() as found:
                parts = tuple(
                    (series, number + self._nights * self._slips[series], *rest)
                    for series, number, *rest in found.parts
                )
                return structs.replace(found, parts=parts)
            case CloseDay() as seal:
                head = self._journal.head
                read = {"verified": head.seq, "head": head.hash.hex()}
                return structs.replace(seal, deposit_due=deposit_due(on, 3), **read)
            case fact:
                return fact

    def _lines(self, entry: Entry, said: Print, on: date) -> tuple[str, ...]:
        assert entry.about
        slip = self._day.by_entry[entry.about]
        told = replace(
            slip,
            number=slip.number + self._nights * self._slips[slip.series],
            entry=self._entries[slip.entry.seq],
        )
        day = structs.replace(self._day.opening, date=on)
        lines = slip_lines(told, self._site, day=day, part=said.part, width=WIDTH, void=said.void)
        return tuple(lines)


def made(folder: Path, days: int) -> Path:
    """A book of so many nights in a folder: written in memory where there is room, then copied."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(
        prefix="pitdesk-", dir=memory if memory.is_dir() else None
    ) as quick:
        write(Path(quick) / "book.db", days)
        target = folder / f"book-{days}.db"
        for suffix in ("", ".head"):
            shutil.copyfile(f"{quick}/book.db{suffix}", f"{target}{suffix}")
    return target
