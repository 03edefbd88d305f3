"""What the tests of the trade share: a house that is set up once, and a pit with its day open."""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from sqlite_utils.db import sqlite3

from pitdesk import places
from pitdesk.__main__ import main
from pitdesk.book.banks import drawers
from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper, Person, Role, Signer
from pitdesk.book.site import Layout
from pitdesk.chips import Chip, Chips
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.errors import Refused
from pitdesk.kinds.editions import REREAD
from pitdesk.kinds.invoice import Invoice, Line
from pitdesk.rules.book import Rulebook
from tests.files import BUSY

FAST = Path("/dev/shm") if Path("/dev/shm").is_dir() else None
NIGHT = date(2026, 11, 20)
EVENING = datetime(2026, 11, 20, 22, 0, tzinfo=UTC)  # four in the afternoon at the site
BANK = Chips.read("400x50c 1200x$1 200x$2 900x$5 200x$25 12x$100")  # $12,500
TRAY = Chips.read("40x50c 200x$1 100x$5 20x$25")  # $1,220
DRAWER = 400_000
POSTED = {"limits": (300, 2500), "options": {"method": "no-peek"}}

SINCE = date(2020, 1, 1)
PEOPLE = {  # id: (PIN, role they act as when nothing else is said, further roles)
    "gus": ("730251", "gaming manager", ""),
    "pia": ("481906", "shift manager", "count team"),
    "sam": ("592817", "shift manager", ""),
    "jo": ("2741", "cashier", "count team"),
    "cleo": ("6093", "cashier", ""),
    "kari": ("9053", "dealer", "count team"),
    "dan": ("7718", "dealer", "count team"),
    "wes": ("3390", "wheel operator", ""),
    "ann": ("8264", "authorized employee", ""),
    "bob": ("550718", "pit boss", ""),
    "kim": ("3817", "count team", "bookkeeper"),
    "lee": ("6204", "count team", ""),
    "aud": ("4429", "count team", "auditor"),
    "ola": ("7150", "outside count team", ""),
    "pat": ("8061", "outside count team", ""),
    "tim": ("9418", "outside count team", ""),
    "uma": ("640218", "shift manager", "cashier, dealer, count team"),
}
COMPANIES = {"ola": "Prairie Bank", "pat": "Prairie Bank", "tim": "Red River Security"}


def person(name: str, *roles: Role) -> Person:
    """Someone of `PEOPLE`, or somebody new with these roles."""
    if not roles:
        _, role, more = PEOPLE[name]
        roles = tuple(Role(each, SINCE) for each in (role, *filter(None, more.split(", "))))
    return Person(name, name.title(), name[:2].upper(), roles, company=COMPANIES.get(name))


class Pit:
    """A desk on its book, with short words for what a night needs."""

    def __init__(self, folder: Path, rules: Rulebook, at: datetime = EVENING) -> None:
        self.folder = folder
        self.book = folder / "pit.book"
        self.clock = SetClock(at)
        self.rules = rules
        self.pepper = Pepper.kept(folder / "pepper", PLAIN)
        self.journal = Journal.open(self.book) if self.book.exists() else Journal.create(self.book)
        self.desk = self.another()

    def another(self, station: str = "desk 1") -> Desk:
        """A desk on the same open book: the program started again, or another station."""
        return Desk(self.journal, self.pepper, clock=self.clock, rules=self.rules, station=station)

    def by(self, *signers: str) -> list[Signer]:
        """Signers with their own PINs: by("pia", "kari:dealer as cashier")."""
        return [self.one(signer) for signer in signers]

    def one(self, signer: str, **proof: str) -> Signer:
        """One signer; another PIN or a badge where it is given."""
        name, _, role = signer.partition(":")
        pin, usual, _ = PEOPLE.get(name, ("", "", ""))
        return Signer(name, role or usual, **(proof or {"pin": pin}))

    def later(self, **time: float) -> None:
        """Let time pass: later(minutes=5)."""
        self.clock.at += timedelta(**time)

    def lender(self) -> str:
        """Who lends on IOUs, put on file when it is asked for first."""
        if not self.desk.site.lenders:
            self.desk.set_lender("Bingo bank", "game", self.by("gus"))
        return "Bingo bank"

    def arrive(self, *signers: str) -> None:
        """Come on duty."""
        for signer in signers:
            self.desk.on_duty(self.one(signer))

    def state(self) -> tuple[object, ...]:
        """What a refused verb may not change."""
        numbers = [self.journal.last_number(series) for series in ("fill", "credit", "iou", "day")]
        return self.journal.head, numbers, self.journal.balances(), len(self.journal.entries())

    @contextmanager
    def refused(self, *rules: str, words: str = "") -> Iterator[None]:
        """The verb is refused under exactly these rules, says these words and changes nothing."""
        before = self.state()
        with pytest.raises(Refused) as caught:
            yield
        assert set(caught.value.rules) == set(rules), str(caught.value)
        assert words in str(caught.value)
        assert all(reason.section and reason.words for reason in caught.value.reasons)
        assert self.state() == before

    # Chips

    def held(self, place: str) -> Chips:
        """The chips at a place, by the book."""
        money = ("cash", "checks")
        return Chips.named({k: v for k, v in self.journal.at(place).items() if k not in money})

    def invoice(self, chips: Chips, number: str = "2291", **said: Any) -> Invoice:
        """An invoice for chips at 89.5 cents each and freight; it adds up unless it says otherwise."""
        lines = tuple(Line(chip, count, 895, (count * 895 + 5) // 10) for chip, count in chips.items())
        total = sum(line.cents for line in lines) + 12_00
        dated = min("2026-11-18", f"{self.clock.now().at:%Y-%m-%d}")  # never in the future
        plain = Invoice(number, "Midwest Game Supply", dated, lines, 12_00, total)
        return replace(plain, **said)

    def deliver(self, chips: str, to: str = "chip reserve") -> Entry:
        """Chips from the supplier, all that the invoice says, counted in by pia and jo."""
        counted = Chips.read(chips)
        return self.desk.delivery(self.invoice(counted), counted, self.by("pia", "jo"), to=to)

    def inventory(self, place: str, counted: str, reason: str = "") -> Entry:
        """A place counted by pia and jo, the same each, and entered."""
        chips = Chips.read(counted)
        for who in ("pia", "jo"):
            self.desk.tally(place, chips, self.one(who))
        return self.desk.inventory(place, chips, self.by("pia", "jo"), reason)

    # The parts of a night

    def begin(self, bank: Chips = BANK, drawer: int = DRAWER) -> None:
        """Open the day and count the banks."""
        days = timedelta(days=self.journal.last_number("day"))
        if self.desk.site.local(self.clock.at).date() < NIGHT + days:
            self.clock.at = EVENING + days
        self.desk.open_day(NIGHT + days, self.by("pia", "jo"))
        counted = {"chip bank": bank.names, "drawer": {"cash": drawer}}
        self.desk.count("opening", counted, self.by("pia", "jo"))

    def wheels(self, cents: int = 100_000) -> str:
        """Count the drawer of the paddlewheels' own bank; its name."""
        drawer = places.drawer("PW")
        self.desk.count("opening", {drawer: {"cash": cents}}, self.by("pia", "jo"))
        return drawer

    def open(self, table: str, tray: Chips = Chips(), dealer: str = "kari") -> None:  # noqa: B008
        """Open a table."""
        if dealer.partition(":")[0] not in self.desk.today.duty:
            self.arrive(dealer)
        self.desk.open_table(table, tray, self.by(dealer), **POSTED)

    def fill(self, table: str, chips: str, *, dealer: str = "kari") -> int:
        """A fill from preparation to the last initials; its number."""
        entry = self.desk.fill(table, Chips.read(chips), self.by("jo"))
        self.desk.verify("fill", entry.number.number, self.by("pia"))
        self.desk.receive("fill", entry.number.number, self.by(dealer))
        return entry.number.number

    def credit(self, table: str, chips: str, *, dealer: str = "kari") -> int:
        """A credit from preparation to the last initials; its number."""
        entry = self.desk.credit(table, Chips.read(chips), self.by(dealer))
        self.desk.verify("credit", entry.number.number, self.by("pia"))
        self.desk.receive("credit", entry.number.number, self.by("jo"))
        return entry.number.number

    def paper(self) -> None:
        """Print every face that is not on paper, as a printer that proves it."""
        for slip, part, void in self.desk.today.unprinted():
            sent = self.desk.print(slip, part, [slip.name], void=void, printer="test")
            self.desk.printed(sent.seq, "whole")

    def look(self) -> None:
        """Look at every camera."""
        old, seen = self.desk.rules.edition < REREAD, self.desk.today.cameras.seen
        for name, layout in self.desk.site.tables.items():
            if layout.video and name not in seen and (not old or name in self.desk.today.tables):
                self.desk.camera(name, self.by("pia"))

    def boxes(self) -> None:
        """Carry every box that is still on a closed table to the safe."""
        for table in self.desk.today.tables.values():
            if table.state == "closed" and table.box_state == "on table":
                self.desk.remove_box(table.table, "safe", self.by("pia", "jo"))

    def team(self) -> None:
        """Name the team, if there is none: kim, who has the key, and lee."""
        if not self.desk.today.team:
            self.desk.team(self.by("kim", "lee"), ["kim"])

    def drops(self, drops: Mapping[str, int]) -> None:
        """Count the boxes, kim and lee, the same each."""
        self.team()
        for table, cents in drops.items():
            self.desk.drop_count(table, cents, self.by("kim"))
            self.desk.drop_count(table, cents, self.by("lee"))
            self.desk.drop(table, cents, self.by("kim", "lee"))

    def find(self) -> None:
        """Find every part of every slip where it belongs."""
        self.team()
        found: dict[str, list[tuple[str, int, str, int]]] = {}
        for slip, part, wanted in self.desk.today.missing():
            found.setdefault(wanted, []).append((slip.series, slip.number, part, slip.chips.cents))
        for where, parts in found.items():
            self.desk.found(where, parts, self.by("kim", "lee"))

    def closing(self, **off: int) -> None:
        """Count the banks as the book has them, but for the cash of the drawer: closing(cash=-200)."""
        held = self.journal.balances()
        banks = ["chip bank", *drawers(self.desk.today)] + ["cash reserve"] * ("cash reserve" in held)
        counted = {place: dict(held.get(place, {})) for place in banks}
        for instrument, amount in off.items():
            counted["drawer"][instrument] = counted["drawer"].get(instrument, 0) + amount
        self.desk.count("closing", counted, self.by("pia", "jo"))

    def shut(self, table: str, dealer: str = "kari") -> None:
        """Close a table with the tray that the book knows."""
        tray = self.desk.today.tables[table].known
        self.desk.close_table(table, tray, self.by(dealer))

    def end(self, next_start: int = DRAWER, **drops: int) -> None:
        """From open tables to the seal, nothing out of the ordinary; drops by table: end(t2=52_000)."""
        for name in [*self.desk.today.plaques.lacking]:
            self.desk.plaque(name, self.by("pia"))
        for table in self.desk.today.open_tables:
            self.shut(table.table, table.dealer or "kari")
        self.look()
        self.boxes()
        cents = {name.removeprefix("t"): amount for name, amount in drops.items()}
        self.drops({table: cents.get(table, 0) for table in self.desk.today.tables})
        self.find()
        self.paper()
        self.closing()
        kept = {one: self.journal.at(one)["cash"] for one in drawers(self.desk.today)[1:]}
        self.desk.close_day(next_start + sum(kept.values()), self.by("pia", "jo"), kept)


def _set_up(pit: Pit) -> None:
    """Everything that stands before the first chip moves."""
    gus = pit.by("gus")
    for name, (pin, _, _) in PEOPLE.items():
        pit.desk.set_person(person(name), pin=pin, by=gus if name != "gus" else ())
    gone = person("rob", Role("dealer", SINCE, date(2025, 1, 1)))
    pit.desk.set_person(gone, pin="7203", by=gus)
    pit.desk.set_site({"organization": "Dakota Lions", "name": "Riverside Lounge"}, by=gus)
    for name in ["50c", "$1", "$2", "$5", "$25", "$100", "pw$1", "pw$2", "nv$5"]:
        pit.desk.set_chip(Chip.named(name), by=gus)
    for table, game, video in (("2", "21", True), ("3", "21", False), ("7", "PW", True)):
        pit.desk.set_table(Layout(table, game, table, video), by=gus)


def spoil(book: Path, change: str, guard: str) -> None:
    """Change a row of a book as somebody with its file can, the guard of its table back in place."""
    connection = sqlite3.connect(book, isolation_level=None)
    (sql,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = ?", [guard]).fetchone()
    connection.execute(f"DROP TRIGGER {guard}")
    connection.execute(change)
    assert connection.execute("SELECT changes()").fetchone() == (1,)
    connection.execute(sql)
    connection.close()


@pytest.fixture(scope="session")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The busy night, played into a folder as the command does; whoever writes to it takes a copy."""
    out = tmp_path_factory.mktemp("busy")
    assert main(["replay", str(BUSY), "--book", str(out / "book.db"), "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="session")
def rules() -> Rulebook:
    """The rulebook, read once."""
    return Rulebook.load()


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory, rules: Rulebook) -> dict[str, Path]:
    """Two books to copy: "dark" is set up, in "pit" the day is open and kari deals at table 2."""
    folders = {name: tmp_path_factory.mktemp(name) for name in ("dark", "pit")}
    pit = Pit(folders["dark"], rules)
    _set_up(pit)
    pit.journal.close()
    shutil.copytree(folders["dark"], folders["pit"], dirs_exist_ok=True)
    pit = Pit(folders["pit"], rules)
    pit.begin()
    pit.open("2", TRAY)
    pit.journal.close()
    return folders


def _copied(made: Path, folder: Path, rules: Rulebook) -> Iterator[Pit]:
    shutil.copytree(made, folder, dirs_exist_ok=True)
    pit = Pit(folder, rules)
    yield pit
    pit.journal.close()


@pytest.fixture(scope="session")
def lives(made: dict[str, Path], rules: Rulebook) -> Callable[[], AbstractContextManager[Pit]]:
    """For a test that lives many lives: each time a site of its own that is set up, as `dark` is."""

    @contextmanager
    def life() -> Iterator[Pit]:
        with TemporaryDirectory(dir=FAST) as folder:
            yield from _copied(made["dark"], Path(folder) / "life", rules)

    return life


@pytest.fixture
def dark(made: dict[str, Path], tmp_path: Path, rules: Rulebook) -> Iterator[Pit]:
    """A site that is set up; no day was opened yet."""
    yield from _copied(made["dark"], tmp_path / "dark", rules)


@pytest.fixture
def pit(made: dict[str, Path], tmp_path: Path, rules: Rulebook) -> Iterator[Pit]:
    """An open day: pia, jo and kari on duty, banks counted, table 2 open with kari at it."""
    yield from _copied(made["pit"], tmp_path / "pit", rules)


class Cut(BaseException):
    """The power fails."""


@pytest.fixture
def power(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Fails before the n-th change of a name in a folder; `power.count` of those that were made."""

    class Power:
        left, count = None, 0

        def spend(self):
            if self.left is not None and self.left <= 0:
                raise Cut
            self.left = None if self.left is None else self.left - 1
            self.count += 1

    power = Power()
    for owner, name in ((os, "rename"), (os, "replace"), (os, "unlink"), (os, "rmdir"), (os, "mkdir")):
        real = getattr(owner, name)

        def spending(*args, _real=real, **named):
            power.spend()
            return _real(*args, **named)

        monkeypatch.setattr(owner, name, spending)
    return power
