"""Nights at a real desk on a real book, told in few words, for the tests of the report."""

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pitdesk import places
from pitdesk.book.day import Day
from pitdesk.book.journal import Journal
from pitdesk.book.past import day_of
from pitdesk.book.people import PLAIN, Pepper, Person, Role
from pitdesk.book.site import Layout, Site
from pitdesk.book.slip import PARTS
from pitdesk.chips import Chips
from pitdesk.clock import SetClock
from pitdesk.codes.keys import SiteKey
from pitdesk.desk import Desk
from pitdesk.kinds.editions import REREAD
from pitdesk.shifts.read import read_shift
from pitdesk.shifts.replay import Replay
from printers.devices.paper import Paper
from printers.devices.spool import drain
from printers.drawing.sheets import Grid, Report
from printers.reports.day import build
from tests.files import NIGHTS

KEY = SiteKey(bytes(32))
_KEPT = TemporaryDirectory(prefix="nights-")
PIN = "471180"
OPENERS = ("pia:shift manager", "jo:cashier")
TEAM = ("kim:count team", "mia:count team")
BANK = "12x$100 60x$25 300x$5 200x$2 300x$1 200x50c"  # 5,000.00


@dataclass
class Night:
    """One night after the other: open, play, close. Dealers d1, d2, … sit at tables 1, 2, …"""

    desk: Desk
    clock: SetClock
    by: Callable[..., list]
    games: dict[str, str] = field(default_factory=dict)

    @classmethod
    def at(cls, desk: Desk, clock: SetClock, by: Callable[..., list], **games: str) -> "Night":
        """A house with these tables, t1="21", …, a dealer for each, and a count team."""
        night = cls(desk, clock, by, {name.removeprefix("t"): game for name, game in games.items()})
        gm = by("gm:gaming manager")
        night.employ("kim", "Kim Berg", "count team")
        night.employ("mia", "Mia Fossum", "count team")
        for table, game in night.games.items():
            role = "dealer" if game == "21" else "wheel operator"
            night.employ(f"d{table}", f"Dealer {table}", role)
            desk.set_table(Layout(table, game, table, True), gm)
        return night

    def employ(self, person: str, name: str, role: str) -> None:
        held = (Role(role, date(2020, 1, 1)),)
        initials = "".join(word[0] for word in name.split())
        who = Person(person, name, initials, held)
        self.desk.set_person(who, pin=PIN, by=self.by("gm:gaming manager"))

    def dealer(self, table: str) -> list:
        role = "dealer" if self.games[table] == "21" else "wheel operator"
        return self.by(f"d{table}:{role}")

    def later(self, minutes: int = 3) -> None:
        self.clock.at += timedelta(minutes=minutes)

    def open(
        self, bank: str = BANK, cash: int = 2_000_00, *, on: date = date(2026, 11, 20), reserve: int = 0
    ) -> None:
        """Open the day and count the banks; dealers come on duty."""
        openers = self.by(*OPENERS)
        self.desk.open_day(on, openers)
        for table in self.games:
            self.desk.on_duty(self.dealer(table)[0])
        counted: dict[str, Mapping[str, int]] = {"chip bank": Chips.read(bank).names}
        counted["drawer"] = {"cash": cash} if cash else {}
        if reserve:
            counted["cash reserve"] = {"cash": reserve}
        self.desk.count("opening", counted, openers)

    def table(self, table: str, tray: str = "", limits: tuple[int, int] = (1_00, 5_00)) -> None:
        """Open a table with its tray."""
        self.later()
        pw = self.games[table] == "PW"
        options = {} if pw else {"method": "no-peek"}
        limits = (1_00, 2_00) if pw else limits
        by = self.dealer(table)
        self.desk.open_table(table, Chips.read(tray), by, limits=limits, options=options)
        self.desk.camera(table, self.by("pia:shift manager"))

    def fill(self, table: str, chips: str) -> int:
        """A whole fill."""
        self.later()
        number = self.desk.fill(table, Chips.read(chips), self.by("jo:cashier")).number.number
        self.desk.verify("fill", number, self.by("pia:shift manager"))
        self.desk.receive("fill", number, self.dealer(table))
        return number

    def credit(self, table: str, chips: str) -> int:
        """A whole credit."""
        self.later()
        number = self.desk.credit(table, Chips.read(chips), self.dealer(table)).number.number
        self.desk.verify("credit", number, self.by("pia:shift manager"))
        self.desk.receive("credit", number, self.by("jo:cashier"))
        return number

    def redeem(self, chips: str, **how: Any) -> None:
        self.later()
        self.desk.redeem(Chips.read(chips), self.by("jo:cashier"), **how)

    def tips(self, table: str, chips: str) -> None:
        self.later()
        self.desk.redeem_tips(f"d{table}", Chips.read(chips), self.by("jo:cashier"))

    def close(self, table: str, tray: str, drop: int) -> None:
        """Close a table, carry its box away and count it."""
        self.later()
        self.desk.close_table(table, Chips.read(tray), self.dealer(table))
        self.desk.remove_box(table, "safe", self.by("pia:shift manager", "jo:cashier"))
        if not self.desk.today.team:
            self.desk.team(self.by(*TEAM), ["kim"])
        for member in TEAM:
            self.desk.drop_count(table, drop, self.by(member))
        self.desk.drop(table, drop, self.by(*TEAM))

    def paper(self) -> None:
        """Print what is not on paper, find every part where it belongs."""
        for slip, part, void in self.desk.today.unprinted():
            sent = self.desk.print(slip, part, ["a line"], void=void, printer="paper")
            self.desk.printed(sent.seq, "whole")
        where: dict[str, list[tuple[str, int, str, int]]] = {}
        for slip in self.desk.today.slips.values():
            for part in PARTS:
                if part not in slip.found:
                    home = slip.belongs(part)
                    found = (slip.series, slip.number, part, slip.chips.cents)
                    where.setdefault(home, []).append(found)
        for place, parts in where.items():
            by = self.by(*(OPENERS if place == "records" else TEAM))
            self.desk.found(place, parts, by)

    def count(self, off_cash: int = 0, off_chips: str = "") -> None:
        """Count the banks a last time: what the book says, and what is off."""
        self.later()
        balances = self.desk.journal.balances()
        counted = {}
        for place in (places.CHIP_BANK, places.DRAWER, places.CASH_RESERVE):
            if place in balances or place != places.CASH_RESERVE:
                counted[place] = dict(balances.get(place, {}))
        if off_cash:
            counted["drawer"]["cash"] = counted["drawer"].get("cash", 0) + off_cash
        for name, pieces in Chips.read(off_chips.lstrip("-")).names.items():
            sign = -1 if off_chips.startswith("-") else 1
            counted["chip bank"][name] = counted["chip bank"].get(name, 0) + sign * pieces
        self.desk.count("closing", counted, self.by(*OPENERS))
        for note in self.desk.today.unexplained:
            self.desk.explain(note.key, f"reason for {note.key}", self.by("pia:shift manager"))

    def look(self) -> None:
        """Look at every camera that nobody looked at; before the third edition, at those in use."""
        today, old = self.desk.today, self.desk.rules.edition < REREAD
        for table, layout in self.desk.site.tables.items():
            if layout.video and table not in today.cameras.seen and (not old or table in today.tables):
                self.desk.camera(table, self.by("pia:shift manager"))

    def seal(self, next_start: int = 2_000_00) -> Day:
        self.later()
        self.desk.close_day(next_start, self.by("pia:shift manager"))
        return self.desk.day

    def end(self, next_start: int = 2_000_00, off_cash: int = 0, off_chips: str = "") -> Day:
        """Cameras, paper, counts, seal."""
        self.look()
        self.paper()
        self.count(off_cash, off_chips)
        return self.seal(next_start)

    def report(self, number: int = 0) -> Report:
        """The report of a day by its number, else of the last, as somebody reads it from the book."""
        day = day_of(self.desk.journal, number or self.desk.journal.last_number("day"))
        last = day.sealed.seq if day.sealed else day.last.seq
        site = Site.of(entry for entry in self.desk.journal.setup() if entry.seq <= last)
        return build(day, site, self.desk.rules)


def example(night: Night, redeemed: str = "2x$100 8x$25 25x$5 10x$2 10x$1 10x50c") -> None:
    """The worked example of two tables, with trays that are empty at both ends.

    Table 1: fill 1,320, credit 915, drop 520. Table 2: fills 1,000 + 300, credit 1,100, drop 250.
    Players redeem 560.00 unless less is said, dealer 1 has 45.00 of tips.
    """
    night.open()
    night.table("1")
    night.table("2")
    night.fill("1", "40x50c 100x$1 50x$2 80x$5 20x$25 2x$100")
    night.fill("2", "10x$100")
    night.fill("2", "60x$5")
    night.credit("1", "30x50c 90x$1 30x$2 70x$5 12x$25 1x$100")
    night.credit("2", "9x$100 40x$5")
    for table, drop in (("1", 520_00), ("2", 250_00)):
        night.close(table, "", drop)
    night.redeem(redeemed)
    night.tips("1", "5x$5 10x$2")


def grids(report: Report) -> dict[str, Grid]:
    """Every grid by its title; a sheet by that of its section."""
    return {grid.title or section.title: grid for section in report.sections for grid in section.grids}


def told(grid: Grid, column: int = 1) -> dict[str, str]:
    """What a column says, by label."""
    found = {}
    for row in grid.rows:
        cell = row.cells[column]
        found[str(row.cells[0])] = cell if isinstance(cell, str) else cell.text
    return found


@cache
def _played(name: str, *, practice: bool) -> tuple[Path, SetClock]:
    """A shift file, played once a session in a folder to copy; and when it ended."""
    folder = Path(_KEPT.name, f"{name} {practice}")
    folder.mkdir()
    clock = SetClock(datetime(2026, 11, 20, 12, tzinfo=UTC))
    (folder / "slips").mkdir()
    paper = Paper(folder / "slips", width=42)
    desk = Desk(Journal.create(folder / f"{name}.db"), _pepper(folder), clock=clock, key=KEY)
    replay = Replay(desk, clock, lambda desk: drain(desk, paper), paper.jam)
    if practice:
        desk.set_site({"practice": True})
    for _ in replay.play(read_shift(NIGHTS[name])):
        pass
    assert not replay.misses
    desk.journal.close()
    return folder, clock


def _pepper(folder: Path) -> Pepper:
    return Pepper.kept(folder / "pepper", PLAIN)


def replayed(folder: Path, name: str, *, practice: bool = False) -> Desk:
    """A shift file, played with paper, in a practice book if so asked; the caller closes the book."""
    played, clock = _played(name, practice=practice)
    shutil.copytree(played, folder, dirs_exist_ok=True)
    return Desk(Journal.open(folder / f"{name}.db"), _pepper(folder), clock=SetClock(clock.at), key=KEY)
