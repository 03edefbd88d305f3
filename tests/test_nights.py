"""Random nights: whatever is asked of the desk, in whatever order, chips neither appear nor vanish.

Each night does random verbs, most of them senseless; what the desk refuses must leave no trace. Then
the night is brought to its end and sealed: the identity must hold to the cent, the chain must verify,
and the day read back from the book must be the day that was lived.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitdesk import places
from pitdesk.book.banks import drawers
from pitdesk.book.figures import Figures, bank_deposits, figures, of_banks
from pitdesk.book.journal import Journal
from pitdesk.book.past import day_of
from pitdesk.book.people import PLAIN, Pepper, Person, Role, Signer
from pitdesk.book.site import Layout
from pitdesk.chips import Chip, Chips
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.errors import Refused
from pitdesk.kinds.invoice import Invoice, Line
from pitdesk.rules.book import Rulebook
from tests.storm import many

pytestmark = pytest.mark.long

N = TypeVar("N", bound="Night")
SHARES, NIGHTS = 2, 30  # so many nights in all as their product, and more in a storm
EVENING = datetime(2026, 11, 20, 22, 0, tzinfo=UTC)
PIN = "471180"
STAFF = {
    "gro": "gaming manager",
    "pia": "shift manager",
    "sam": "shift manager",
    "bo": "pit boss",
    "jo": "cashier",
    "ann": "dealer",
    "ben": "dealer",
    "wes": "wheel operator",
    "kim": "count team",
    "mia": "count team",
}
DEALERS = {"1": "ann:dealer", "2": "ben:dealer", "A": "wes:wheel operator"}
DRAWERS = [places.DRAWER, places.drawer("21")]
SET = [Chip.named(name) for name in ("50c", "$1", "$5", "$25", "pw$1")]
BANK = Chips(dict.fromkeys(SET, 500))
FAST = Path("/dev/shm") if Path("/dev/shm").is_dir() else None
RULES = Rulebook.load()

tables = st.sampled_from([*DEALERS, "7"])
chips = st.dictionaries(st.sampled_from(SET), st.integers(-1, 120), max_size=3).map(Chips)
who = st.sampled_from(
    ["pia:shift manager", "bo:pit boss", "jo:cashier", *DEALERS.values(), "kim:count team"]
)
small = st.integers(0, 9)
cents = st.integers(-100, 60_000)
VERBS = [
    "fill",
    "credit",
    "verify",
    "receive",
    "void",
    "redeem",
    "exchange",
    "check",
    "tips",
    "exchange tips",
    "redeem tips",
    "iou",
    "payback",
    "withdraw",
    "undo",
    "reverse",
    "count opener",
    "count tray",
    "count",
    "own count",
    "pass drawer",
    "reading",
    "stock",
    "deliver",
    "tally",
    "inventory",
    "stray",
    "foreign",
    "jar bar",
    "dealer",
    "hand over",
    "come or go",
    "jam",
    "swap",
    "at once",
    "set-up",
    "limits",
    "plaque",
    "method",
    "fault",
    "event",
    "ask",
    "withdraw ask",
    "dispute",
    "checklist",
]
acts = st.lists(st.tuples(st.sampled_from(VERBS), tables, chips, chips, who, small, cents), max_size=25)
closings = st.tuples(
    st.lists(st.integers(-15, 15), min_size=5, max_size=5),
    st.integers(-3, 3),
    st.integers(0, 300),
    st.integers(0, 100),
    st.sets(st.sampled_from([*DEALERS])),
)


def signer(words: str) -> Signer:
    person, _, role = words.partition(":")
    return Signer(person, role, pin=PIN)


@pytest.fixture(scope="module", params=[False, True], ids=["one bank", "a bank each"])
def opened(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return begun(tmp_path_factory.mktemp("opened"), several=request.param)


def begun(folder: Path, *, several: bool = False) -> Path:
    """A folder with a book whose day is open: banks counted, three tables in play."""
    with Journal.create(folder / "book.db") as journal:
        desk = Desk(journal, pepper(folder), clock=SetClock(EVENING), rules=RULES)
        set_up(desk, several=several)
        by = [signer("pia:shift manager"), signer("jo:cashier")]
        desk.open_day(date(2026, 11, 20), by)
        for person in ("bo:pit boss", "sam:shift manager", *DEALERS.values()):
            desk.on_duty(signer(person))
        banks = {places.CHIP_BANK: BANK.names, places.DRAWER: {"cash": 200_000}}
        if several:
            banks[places.drawer("21")] = {"cash": 100_000}
        desk.count("opening", banks, by)
        for table, dealer in DEALERS.items():
            opener = Chips({chip: 40 for chip in SET if table == "A" or chip.kind != "betting"})
            desk.open_table(
                table, opener, [signer(dealer)], limits=(100, 500), options={"method": "no-peek"}
            )
            desk.camera(table, by[:1])
    return folder


def pepper(folder: Path) -> Pepper:
    return Pepper.kept(folder / "pepper", PLAIN)


def set_up(desk: Desk, *, several: bool) -> None:
    manager: list[Signer] = []
    for person, role in STAFF.items():
        roles = (Role(role, date(2020, 1, 1)),)
        desk.set_person(Person(person, person, person[:2].upper(), roles), pin=PIN, by=manager)
        manager = [signer("gro:gaming manager")]
    desk.set_site({"organization": "Any", "name": "Any", "color_up": True}, manager)
    for chip in SET:
        desk.set_chip(chip, by=manager)
    for table in DEALERS:
        game = "PW" if table == "A" else "21"
        desk.set_table(Layout(table, game, table, True), manager)
    desk.set_bank("PW" if several else "combined", "" if several else "AG-1", manager)
    desk.set_lender("Bingo", "game", manager)
    desk.set_lender("Board", "board", manager)


@contextmanager
def night(opened: Path, kind: type[N]) -> Iterator[N]:
    """A copy of the opened book in a folder of its own."""
    with tempfile.TemporaryDirectory(dir=FAST) as folder:
        for file in opened.iterdir():
            shutil.copy(file, folder)
        with Journal.open(Path(folder) / "book.db") as journal:
            clock = SetClock(EVENING)
            yield kind(Desk(journal, pepper(Path(folder)), clock=clock, rules=RULES), clock)


class Night:
    """A desk, and what chance makes of it."""

    def __init__(self, desk: Desk, clock: SetClock) -> None:
        self.desk = desk
        self.clock = clock
        self.jammed = False

    def attempt(self, verb: Callable[..., Any], *args: Any, **options: Any) -> bool:
        """Do it, or be refused and find that nothing was written."""
        self.clock.at += timedelta(minutes=1)
        head = self.desk.journal.head
        try:
            verb(*args, **options)
        except Refused as refused:
            found = refused
        else:
            self.spool()
            self.whole()
            return True
        assert found.reasons
        assert self.desk.journal.head == head
        return False

    def must(self, verb: Callable[..., Any], *args: Any, **options: Any) -> None:
        verb(*args, **options)
        self.spool()
        self.whole()

    def spool(self) -> None:
        """Stand in for a printer; a jammed one proves nothing, and somebody answers."""
        day = self.desk.day
        for slip, part, void in [] if day.sealed else day.unprinted():
            entry = self.desk.print(slip, part, ["…"], void=void, printer="paper")
            if self.jammed:
                self.jammed = False
                answer = [signer("jo:cashier")]
                self.desk.print_answer(slip.series, slip.number, part, "damaged", answer)
            else:
                self.desk.printed(entry.seq, "whole")
        if not day.sealed and day.unprinted():
            self.spool()

    def whole(self) -> None:
        """The invariant: per instrument all places sum to zero; no place is below zero that may not."""
        sums: dict[str, int] = {}
        for place, held in self.desk.journal.balances().items():
            for name, amount in held.items():
                sums[name] = sums.get(name, 0) + amount
                assert amount > 0 or place in places.BELOW_ZERO
        assert not any(sums.values())
        for table in self.desk.day.tables.values():
            held = self.desk.journal.balances().get(places.tray(table.table), {})
            assert table.known == Chips.named(held)
        day = self.desk.day
        assert not day.open_tables or day.shifts.now in day.duty

    def act(self, verb: str, table: str, one: Chips, other: Chips, by: str, n: int, c: int) -> None:
        """Try one random verb."""
        desk, do, who = self.desk, self.attempt, [signer(by)]
        jo, dealer = [signer("jo:cashier")], [signer(DEALERS.get(table, by))]
        drawer = ["", "", *DRAWERS][abs(c) % 4]
        slips = list(desk.today.slips)
        series, number = slips[n % len(slips)] if slips and n else ("fill", n)
        if verb == "fill":
            do(desk.fill, table, one, jo if n % 3 else who)
        elif verb == "credit":
            do(desk.credit, table, one, dealer if n % 3 else who)
        elif verb == "jar bar" and n % 2:
            do(desk.credit, table, one, dealer, destination=places.JAR_BAR)
        elif verb == "jar bar":
            do(desk.fill, table, one, jo, source=places.JAR_BAR)
        elif verb in ("verify", "receive"):
            do(getattr(desk, verb), series, number, who)
        elif verb == "void":
            do(desk.void, series, number, "a reason" * (n % 4), jo if series == "fill" else dealer)
        elif verb == "redeem":
            do(desk.redeem, one, jo if n % 4 else who, check="17" if n == 9 else "", drawer=drawer)
        elif verb == "exchange":
            same = one if n % 2 else other
            place = table if n % 3 else None
            do(
                desk.exchange,
                one,
                same,
                dealer if place else jo,
                table=place,
                color_up=n > 6,
                asked=n > 7,
            )
        elif verb == "check":
            do(desk.check, c, "12", "Ole", jo, drawer=drawer)
        elif verb == "tips":
            do(desk.declare_tips, by.partition(":")[0], one, jo)
        elif verb == "exchange tips":
            do(desk.exchange_tips, table, by.partition(":")[0], one, one if n % 2 else other, dealer)
        elif verb == "redeem tips":
            do(desk.redeem_tips, by.partition(":")[0], one, jo, drawer=drawer)
        elif verb == "iou":
            ends = [places.CASH_RESERVE, places.DRAWER, *DRAWERS]
            source = ["Bingo", "Board", "lenders", *ends][n % 7]
            do(desk.iou, c, source, ends[abs(c) % 4], jo, stamp="48211" * (n % 3))
        elif verb == "payback":
            do(desk.payback, n, jo)
        elif verb == "withdraw":
            bank, pia = ["", "21", "PW", "combined"][abs(c) % 4], [signer("pia:shift manager")]
            to = places.CASH_RESERVE * (n == 1)
            do(desk.withdraw, c, "check 5" * (n % 4), pia, to, bank=bank)
        elif verb in ("undo", "reverse"):
            self.take_back(verb, who, n, c)
        elif verb == "count opener":
            do(desk.count_opener, table, one, dealer)
        elif verb == "count tray":
            do(desk.count_tray, table, one, dealer, "looked twice" * (n == 5))
        elif verb == "count":
            cash = {drawer or places.DRAWER: {"cash": abs(c)}}
            found = {places.CHIP_BANK: one.names} if n % 2 else cash
            signers = [*jo, signer(by)] if n < 8 else jo
            do(desk.count, ["check", "closing", "opening"][n % 3], found, signers)
        elif verb == "reading":
            do(desk.reading, who[0])
        elif verb in ("own count", "pass drawer"):
            self.drawer(verb, drawer or places.DRAWER, who, n, c)
        elif verb == "stock":
            ends = [places.CHIP_RESERVE, places.CHIP_BANK, places.DAMAGED, places.DESTROYED]
            pia = [signer("pia:shift manager")] * (c % 2)
            do(desk.stock, one, ends[n % 4], ends[(n + 1) % 4], [*jo, *pia], "a reason" * bool(n))
        elif verb in ("deliver", "tally", "inventory"):
            self.inventory(verb, one, n)
        elif verb == "stray":
            do(desk.stray, table, one, "a reason" * (n % 4), dealer)
        elif verb == "foreign":
            do(desk.foreign, n, abs(c), "blue, a bird", "", "handed back" * (n % 3), jo)
        elif verb == "dealer":
            seat = by.partition(":")[0] if n % 2 else DEALERS.get(table, by).partition(":")[0]
            do(desk.dealer, table, seat, who)
        elif verb in ("hand over", "come or go"):
            self.shift(verb, n)
        elif verb in ("limits", "plaque", "method", "fault", "event"):
            self.posted(verb, table, who, n, c)
        elif verb in ("ask", "withdraw ask", "dispute", "checklist"):
            self.said(verb, table, one, who, n)
        elif verb == "swap":
            carriers = [signer("pia:shift manager"), *(jo if n % 5 else [])]
            do(desk.remove_box, table, "safe", carriers, f"{table}/{n}" if n % 4 else table)
        elif verb in ("at once", "set-up"):
            self.midday(verb, table, n)
        else:
            self.jammed = True

    def midday(self, verb: str, table: str, n: int) -> None:
        """Count a box at its open table, with another in its place; or change what a day is held to."""
        desk, team = self.desk, [signer("kim:count team"), signer("mia:count team")]
        if verb == "at once":
            self.attempt(desk.team, team, ["kim"])
            put = f"{table}/{n}" if n % 4 else table
            if self.attempt(desk.drop_count, table, n * 100, team[:1], at_once=True, put=put):
                self.must(desk.drop_count, table, n * 100, team[1:])
                self.must(desk.drop, table, n * 100, team)
            return
        gro, keeper = [signer("gro:gaming manager")], desk.today.opening.keeper
        table = table if table in DEALERS else "1"
        game = ["21", "PW", "combined"][n % 3]
        self.attempt(desk.set_bank, game, "AG-2" if game == "combined" else "", gro)
        self.attempt(desk.set_table, Layout(table, ["21", "PW"][n % 2], table, n > 4), gro)
        assert desk.site.keeper(keeper) == keeper
        assert desk.site.tables[table].game == desk.today.tables[table].game

    def take_back(self, verb: str, who: list[Signer], n: int, c: int) -> None:
        """Do something at the cage, then take it back or one before: rightly, or by whom it may not."""
        desk, jo, pia = self.desk, signer("jo:cashier"), signer("pia:shift manager")
        fives, drawer = Chips({SET[2]: 1 + n}), DRAWERS[c % 2]
        acts: list[Callable[[], Any]] = [
            lambda: desk.redeem(fives, [jo], reason="seen", drawer=drawer, check="17" * (n > 6)),
            lambda: desk.exchange(fives, Chips({SET[1]: 5 + 5 * n}), [jo]),
            lambda: desk.check(5_000, "12", "Ole", [jo], drawer=drawer),
            lambda: desk.redeem_tips("ben", fives, [jo], "seen", drawer=drawer),
            lambda: desk.iou(5_000, "Bingo", drawer, [jo]),
            lambda: desk.withdraw(
                5_000, "check 5", [pia], bank="PW" if desk.today.opening.keeper else ""
            ),
        ]
        done = self.attempt(acts[abs(c) % len(acts)])
        entries = desk.today.entries
        about = entries[-1 if n % 3 else -1 - n % min(8, len(entries))]
        by = [jo, pia] if c % 5 else who
        if verb == "reverse":
            self.attempt(desk.reverse, about.seq + (n == 9), "a reason" * (c % 7 > 0), by)
        else:
            self.clock.at -= timedelta(minutes=1) * (done and c % 4 > 0)  # which the next try takes
            self.attempt(desk.undo, about.seq, by[:1] if c % 6 < 5 else [pia])

    def drawer(self, verb: str, drawer: str, who: list[Signer], n: int, c: int) -> None:
        """Count a drawer alone, rightly or not; hand it from whoever has it to the other cashier."""
        jo, pia = signer("jo:cashier"), signer("pia:shift manager")
        by = [jo, pia, *who][n % 3]
        held = self.desk.journal.at(drawer).get("cash", 0)
        if verb == "own count":
            cash = {"cash": max(0, held + (c if n > 6 else -500))}
            self.attempt(self.desk.own_count, drawer, {drawer: cash}, by)
        else:
            pair = [jo, pia] if n % 2 else [pia, jo]
            self.attempt(self.desk.pass_drawer, drawer, pair[1].person, pair, "a reason" * (n > 4))

    def shift(self, verb: str, n: int) -> None:
        """Hand the shift over to somebody who may have it, or who may not; sam comes and goes."""
        pia, sam = signer("pia:shift manager"), signer("sam:shift manager")
        if verb == "hand over":
            self.attempt(self.desk.hand_over, ["pia", "sam", "bo"][n % 3], [pia, sam][: 1 + (n > 2)])
        elif "sam" in self.desk.today.duty:
            self.attempt(self.desk.off_duty, "sam", [sam, pia][n % 2])
        else:
            self.attempt(self.desk.on_duty, sam)

    def posted(self, verb: str, table: str, who: list[Signer], n: int, c: int) -> None:
        """Limits, plaques, ways to deal, cameras that fail, events: what a table is to players."""
        desk, do, bo = self.desk, self.attempt, [signer("bo:pit boss")]
        by, hours = bo if n % 3 else who, timedelta(hours=n * 30 * (n > 7))
        if verb == "limits":
            low = 100 * (n % 5) if n < 9 else c
            do(desk.limits, table, (low, low + 400), by, notice=n * 2, reason="quiet" * (c % 2))
        elif verb == "plaque":
            do(desk.plaque, table, [signer(DEALERS.get(table, "ann:dealer"))] if n % 3 else who)
        elif verb == "method":
            ways = ["no-peek", "no-hole-card", "card-reader", "a deck of tarot"]
            do(desk.method, table, ways[n % 4], "the reader fails" * (c % 2), by)
        elif verb == "fault" and n % 2:
            do(desk.camera, table, by, ["clear", "dark"][n % 4 // 2], "a new cable" * (c % 3 > 0))
        elif verb == "fault":
            do(desk.fault, table, ["recorder", "camera", "chair"][n // 2 % 3], by)
        else:
            gro, first = [signer("gro:gaming manager")], desk.today.date + timedelta(days=n - 4)
            own = [table, "2"][: 1 + n % 2]
            do(desk.event, "Fair" * (c % 5 > 0), first, first + hours, "AG-9", own, gro)

    def said(self, verb: str, table: str, some: Chips, who: list[Signer], n: int) -> None:
        """What the pit asks of the cage, a dispute, a look at the cards: nothing moves by it."""
        desk, do, bo = self.desk, self.attempt, [signer("bo:pit boss")]
        dealer, what = [signer(DEALERS.get(table, "ann:dealer"))], ["fill", "credit"][n % 2]
        before = desk.journal.balances()
        if verb == "ask":
            do(desk.ask, what, table, some, dealer if n % 3 else who, par=n > 6)
        elif verb == "withdraw ask":
            do(desk.withdraw_ask, what, table, dealer if n % 3 else who, "it came" * (n > 4))
        elif verb == "dispute":
            do(desk.dispute, table, "two aces" * (n % 4), "it stands", bo if n % 3 else who, seat=n)
        else:
            do(desk.checklist, table, dealer, ["shoe", "wheel"][: n % 3], away="the safe" * (n > 4))
        assert desk.journal.balances() == before

    def inventory(self, verb: str, some: Chips, n: int) -> None:
        """Take in some chips; or count a store by two, who may be off by some, and enter it."""
        desk, by = self.desk, [signer("pia:shift manager"), signer("jo:cashier")]
        place = places.CHIP_STORES[n % 3]
        if verb == "deliver":
            lines = tuple(Line(chip, count, 890, count * 89) for chip, count in some.items())
            total = sum(line.cents for line in lines)
            invoice = Invoice("2291", "Midwest", "2026-11-20", lines, 0, total)
            self.attempt(desk.delivery, invoice, some, by[n % 2 :], to=place)
            return
        held = Chips.named(desk.journal.at(place))
        counted = held + some if n > 6 else held
        for one in by:
            self.attempt(desk.tally, place, counted, one)
        if verb == "inventory":
            self.attempt(desk.inventory, place, desk.agreed(place) or held, by)

    # The end of the night

    def end(self, closers: list[int], short: int, drop: int, kept: int, late: set[str]) -> None:
        """Bring whatever happened to a sealed day; the boxes of some tables are counted another day."""
        pia, jo = signer("pia:shift manager"), signer("jo:cashier")
        self.post_alike(pia)
        for table, what in [*self.desk.today.asks.open]:
            self.must(self.desk.withdraw_ask, what, table, [jo], "the night ends")
        self.seat_everybody(pia)
        self.nothing_on_the_way(pia, jo)
        for bank in ("21", "PW") if self.desk.today.opening.keeper else ("combined",):
            self.must(self.desk.withdraw, 10_000_000, "check 1", [pia], bank=bank)
        for place in [p for p in self.desk.journal.balances() if p.startswith("tips ")]:
            tips = Chips.named(self.desk.journal.balances()[place])
            paid = {"drawer": places.DRAWER}
            self.must(self.desk.redeem_tips, place.removeprefix("tips "), tips, [jo], **paid)
        for table, dealer in DEALERS.items():
            self.close_table(table, dealer, closers)
            self.must(self.desk.remove_box, table, "safe", [pia, jo])
        self.count_drops(drop, short, late)
        self.count_banks(short, [pia, jo])
        self.seal(kept, pia)
        if late:
            self.count_late(drop, short, [pia, jo])

    def post_alike(self, pia: Signer) -> None:
        """Whatever was posted, each table ends with the limits that it began with."""
        for table, posted in self.desk.today.tables.items():
            if posted.limits != (100, 500):
                self.must(self.desk.limits, table, (100, 500), [pia], reason="the night ends")

    def seat_everybody(self, pia: Signer) -> None:
        for table in DEALERS:
            if self.desk.today.tables[table].dealer:
                self.must(self.desk.dealer, table, None, [pia])
        for table, dealer in DEALERS.items():
            self.must(self.desk.dealer, table, dealer.partition(":")[0], [signer(dealer)])

    def nothing_on_the_way(self, pia: Signer, jo: Signer) -> None:
        lent = self.desk.journal.balances().get(places.JAR_BAR, {})
        for slip in list(self.desk.today.slips.values()):
            if slip.on_the_way:
                preparer = slip.signed["prepared"]
                by = [signer(f"{preparer.person}:{preparer.role}")]
                self.must(self.desk.void, slip.series, slip.number, "end of night", by)
        lent = self.desk.journal.balances().get(places.JAR_BAR, {})
        if lent:
            self.must(self.desk.fill, "A", Chips.named(lent), [jo], source=places.JAR_BAR)
            number = self.desk.journal.last_number("fill")
            self.must(self.desk.verify, "fill", number, [pia])
            self.must(self.desk.receive, "fill", number, [signer(DEALERS["A"])])

    def close_table(self, table: str, dealer: str, closers: list[int]) -> None:
        known = self.desk.today.tables[table].known
        moved = zip(SET, closers, strict=True)
        counted = Chips({c: max(0, known[c] + n) for c, n in moved if known[c] or c.kind != "betting"})
        self.must(self.desk.close_table, table, counted, [signer(dealer)], "counted twice")

    def count_drops(self, drop: int, differ: int, late: Any = (), day: Any = None) -> None:
        """Count the boxes that wait, but those of some tables; enter most slips where they belong.

        day   an earlier one, whose boxes are counted late
        """
        team, of = [signer("kim:count team"), signer("mia:count team")], day.date if day else None
        day = day or self.desk.day
        self.must(self.desk.team, team, ["kim"], of=of)
        for table, boxes in day.tables.items():
            for use in [*boxes.waiting] if table not in late else ():
                of_box = {"box": use.box, "of": of}
                self.must(self.desk.drop_count, table, drop * 100, team[:1], **of_box)
                self.must(self.desk.drop_count, table, (drop + differ % 2) * 100, team[1:], **of_box)
                self.must(self.desk.drop, table, drop * 100, team, "again" * (differ % 2), **of_box)
        for slip in list(day.slips.values()):
            for part in ("original", "copy"):
                where = slip.belongs(part)
                parts = [(slip.series, slip.number, part, None)]
                if slip.number % 7 and part not in slip.found and where not in day.waiting:
                    self.must(self.desk.found, where, parts, team, of=of)

    def count_late(self, drop: int, differ: int, by: list[Signer]) -> None:
        """Open the next day, count what the last one left, and finish it: its figures are whole."""
        desk, day = self.desk, self.desk.day
        before, boxes = figures(day), len(day.waiting)
        sealed = [name for name, table in day.tables.items() if not table.waiting]
        assert day.pending
        assert len(day.seal.pending) == boxes
        self.clock.at += timedelta(hours=20)
        first = Desk(desk.journal, desk._pepper, clock=self.clock, rules=RULES)
        assert [*first.pending] == [day.date]
        if differ:
            desk.open_day(date(2026, 11, 21), by)
            assert desk.today.opening.pending == (day.number,)
        for table in sealed:
            assert not self.attempt(desk.drop_count, table, 100, [signer("kim:count team")], of=day.date)
        self.count_drops(drop, differ, day=day)
        missing = [f"{slip.name} {part}" for slip, part, _ in day.missing()]
        for key in [*(note.key for note in day.unexplained), *missing]:
            self.must(desk.explain, key, "looked into", by[:1], of=day.date)
        assert [str(one) for one in desk.finish_blockers(day.date)] == []
        desk.finish_day(day.date, by[:1])
        after = figures(day)
        assert after.cash_profit_cents == after.cash_profit_booked_cents
        assert after.gross_cents - before.gross_cents == boxes * drop * 100
        assert after.prizes_cents == before.prizes_cents
        cents = after.deposit_cents(day.seal.cents) - before.deposit_cents(day.seal.cents)
        late = [entry for entry in day.entries if entry.seq > day.sealed.seq]
        paid = [one.amount for entry in late for one in entry.postings if one.place == places.ACCOUNT]
        assert cents == boxes * drop * 100 == sum(paid)
        assert desk.pending == {}
        assert desk.journal.verify().ok
        assert day_of(desk.journal, day.number) == day

    def count_banks(self, short: int, by: list[Signer]) -> None:
        balances = self.desk.journal.balances()
        found = {}
        for place in (places.CHIP_BANK, *drawers(self.desk.today), places.CASH_RESERVE):
            held = dict(balances.get(place, {}))
            steps = {name: short * (37 if name == "cash" else 1) for name in held}
            found[place] = {n: a + steps[n] for n, a in held.items() if a + steps[n] > 0}
        self.must(self.desk.count, "closing", found, by)

    def seal(self, kept: int, pia: Signer) -> None:
        day = self.desk.today
        reserve = self.desk.journal.balances().get(places.CASH_RESERVE, {}).get("cash", 0)
        for key in self.to_explain():
            self.must(self.desk.explain, key, "looked into", [pia])
        others = {drawer: kept * 31 + at for at, drawer in enumerate(drawers(day)[1:])}
        next_start = reserve + kept * 100 + sum(others.values())
        assert [str(b) for b in self.desk.blockers(next_start, others)] == []
        self.desk.close_day(next_start, [pia], others)
        self.agrees(next_start)
        self.agrees_bank_by_bank(others)
        assert day.sealed

    def to_explain(self) -> list[str]:
        held = self.desk.journal.balances().get(places.PATRONS, {})
        over = [f"chips {n}" for n, a in held.items() if a < 0 and n not in ("cash", "checks")]
        missing = [f"{slip.name} {part}" for slip, part, _ in self.desk.today.missing()]
        return [note.key for note in self.desk.today.unexplained] + missing + over

    def agrees(self, next_start: int) -> None:
        """The identity, and the book against the life."""
        journal, day = self.desk.journal, self.desk.day
        assert day
        assert day.sealed
        result = figures(day)
        assert result.cash_profit_cents == result.cash_profit_booked_cents
        assert (
            result.gross_cents - result.prizes_cents
            == result.agp_cents
            == sum(t.win_cents for t in result.tables)
        )
        assert day.seal.deposit_cents == result.gross_cents + result.end_cash_cents - next_start
        assert journal.at(places.DROP).get("cash", 0) == 0
        left = [
            journal.at(place).get("cash", 0) for place in journal.balances() if places.holds_cash(place)
        ]
        assert sum(left) == next_start
        assert journal.verify().ok
        read = day_of(journal, day.number)
        assert read == day
        assert figures(read) == result
        for series in ("fill", "credit"):
            numbers = [number for s, number in day.slips if s == series]
            assert numbers == list(range(min(numbers, default=1), max(numbers, default=0) + 1))
            assert all(slip.state in ("received", "void") for slip in day.slips.values())

    def agrees_bank_by_bank(self, kept: dict[str, int]) -> None:
        """The identity of each cash bank, and all of them together against the day."""
        day = self.desk.day
        assert day
        banks, whole = of_banks(day), figures(day)
        assert len(banks) == (2 if day.opening.keeper else 0)
        for drawer, one in banks.items():
            assert one.cash_profit_cents == one.cash_profit_booked_cents, drawer
        for name in Figures.__slots__[1:] if banks else ():
            assert sum(getattr(one, name) for one in banks.values()) == getattr(whole, name), name
        parts = {part.drawer: part for part in bank_deposits(day)}
        assert sum(part.cents for part in parts.values()) == day.seal.deposit_cents
        assert sum(part.next_cents for part in parts.values()) == day.seal.cents
        for drawer, cents in kept.items():
            assert self.desk.journal.at(drawer).get("cash", 0) == cents


@pytest.mark.storm
@pytest.mark.parametrize("share", range(SHARES))
def test_any_night_keeps_the_invariant_the_identity_and_the_chain(opened: Path, share: int) -> None:
    @settings(
        max_examples=many(NIGHTS),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(acts, closings)
    def lived(asked: list[tuple[Any, ...]], closing: tuple[list[int], int, int, int]) -> None:
        with night(opened, Night) as tonight:
            for one in asked:
                tonight.act(*one)
            tonight.end(*closing)

    lived()
