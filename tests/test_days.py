"""Random days, one after another, held against a reckoning that shares no code with PitDesk.

Each book has a few days: senseless verbs among such as a night is made of, tables closed and opened
again, boxes that wait for another day, cash banks that are joined or parted between two days, and
overnight some cash and some chips that come or go. Whatever happened, every figure of every close is
what the stored rows say.
"""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest

from pitdesk import places
from pitdesk.book.banks import kept_drawer
from pitdesk.book.figures import figures
from pitdesk.book.journal import Journal
from pitdesk.book.past import day_of
from pitdesk.book.people import Signer
from pitdesk.chips import Chips
from pitdesk.kinds.invoice import Invoice, Line
from pitdesk.reports.outstanding import nights
from tests.files import NIGHTS
from tests.reckoning import Close, Held, reckon
from tests.storm import seeds
from tests.test_nights import DEALERS, RULES, SET, VERBS, Night, begun, night, signer
from tests.test_shifts import played

pytestmark = pytest.mark.long

DAYS = 3  # of a book
BOOKS, SHARES = 8, 4  # of a sample
PEOPLE = ["pia:shift manager", "bo:pit boss", "jo:cashier", "kim:count team", *DEALERS.values()]
OPENERS = [signer("pia:shift manager"), signer("jo:cashier")]
BANKS = ("21", "PW", "combined")  # which has the first drawer
POSTED = {"limits": (100, 500), "options": {"method": "no-peek"}}
SOUND = (  # what a night is made of; each of them is done, whatever else the dice bring
    *("slip", "void", "exchange", "exchange tips", "redeem tips", "payback", "pass drawer"),
    *("delivery", "stock", "hand over", "limits", "plaque", "fault", "event"),
)


class Life(Night):
    """A desk, and what the dice make of its days."""

    dice = Random()
    done: ClassVar[set[str]] = set()

    def some(self, most: int) -> Chips:
        """Some pieces of two types."""
        return Chips({one: self.dice.randint(-1, most) for one in self.dice.sample(SET, 2)})

    def evening(self) -> None:
        """Some random verbs, and the end of the day."""
        dice = self.dice
        asked = [dice.choice([*VERBS, "again"]) for _ in range(dice.randint(0, 25))]
        asked += [f"sound {one}" for one in SOUND]
        for verb in dice.sample(asked, len(asked)):
            table = dice.choice([*DEALERS])
            if verb.startswith("sound "):
                self.sound(verb.removeprefix("sound "), table)
            elif verb == "again":
                self.again(table)
            else:
                by, n, cents = dice.choice(PEOPLE), dice.randint(0, 9), dice.randint(-100, 60_000)
                self.act(verb, table, self.some(120), self.some(120), by, n, cents)
        if dice.randint(0, 1):
            self.catch_up()
        closers = [dice.randint(-15, 15) for _ in SET]
        short = dice.choice((0, 0, -3, 1, 2))
        late = {*dice.sample([*DEALERS], dice.choice((0, 0, 1, 3)))}
        self.end(closers, short, dice.randint(0, 300), dice.choice((0, dice.randint(0, 100))), late)

    def sound(self, what: str, table: str) -> None:
        """Do it as people do who know how, wherever the night lets them."""
        desk, dice, jo = self.desk, self.dice, signer("jo:cashier")
        pia, sam = signer("pia:shift manager"), signer("sam:shift manager")
        bo, gro, dealer = signer("bo:pit boss"), signer("gro:gaming manager"), signer(DEALERS[table])
        few = Chips({SET[2]: dice.randint(1, 9)})
        numbers = (desk.journal.last_number(series) for series in ("fill", "credit", "iou"))
        fill, credit, iou = (number + 1 for number in numbers)
        drawer = dice.choice([places.DRAWER, kept_drawer(desk.today.opening.keeper, "21")])
        has = desk.today.tills.has(drawer)
        two = [pia, jo] if has and has.person == "pia" else [jo, pia]
        cash = dict(desk.journal.at(drawer))
        line = Line(SET[2], 10, 890, 890)
        boss = sam if desk.today.shifts.now == "pia" else pia
        steps: dict[str, list[Callable[[], object]]] = {
            "slip": [
                lambda: desk.fill(table, few, [jo]),
                lambda: desk.verify("fill", fill, [pia]),
                lambda: desk.receive("fill", fill, [dealer]),
                lambda: desk.credit(table, few, [dealer]),
                lambda: desk.verify("credit", credit, [pia]),
                lambda: desk.receive("credit", credit, [jo]),
            ],
            "void": [
                lambda: desk.fill(table, few, [jo]),
                lambda: desk.void("fill", fill, "a reason", [jo]),
            ],
            "exchange": [lambda: desk.exchange(Chips({SET[1]: 5}), Chips({SET[2]: 1}), [jo])],
            "exchange tips": [
                lambda: desk.exchange_tips(
                    table, dealer.person, Chips({SET[1]: 5}), Chips({SET[2]: 1}), [dealer]
                )
            ],
            "redeem tips": [
                lambda: desk.declare_tips("ben", few, [jo]),
                lambda: desk.redeem_tips("ben", few, [jo], drawer=drawer),
            ],
            "payback": [lambda: desk.iou(5_000, "Bingo", drawer, [jo]), lambda: desk.payback(iou, [jo])],
            "pass drawer": [
                lambda: desk.own_count(drawer, {drawer: cash}, two[0]),
                lambda: desk.own_count(drawer, {drawer: cash}, two[1]),
                lambda: desk.pass_drawer(drawer, two[1].person, two),
            ],
            "delivery": [
                lambda: desk.delivery(
                    Invoice(f"{desk.journal.head.seq}", "Midwest", "2026-11-20", (line,), 0, 890),
                    *(Chips({SET[2]: 10}), [pia, jo]),
                )
            ],
            "stock": [
                lambda: desk.stock(few, places.CHIP_BANK, places.CHIP_RESERVE, [jo], "to the safe")
            ],
            "hand over": [lambda: desk.hand_over(boss.person, [gro, boss])],
            "limits": [lambda: desk.limits(table, (200, 500), [bo])],
            "plaque": [lambda: desk.plaque(table, [dealer])],
            "fault": [lambda: desk.fault(table, "recorder", [bo])],
            "event": [
                lambda: desk.event(
                    *("Fair", desk.today.date, desk.today.date + timedelta(days=1), "AG-9", ["2"], [gro])
                )
            ],
        }
        if all(self.attempt(step) for step in steps[what]):
            self.done.add(what)

    def count_late(self, drop: int, differ: int, by: list[Signer]) -> None:
        """What waits is counted on a later day, while that goes on."""

    def catch_up(self) -> None:
        """Count the boxes that earlier days left, and finish those days."""
        for day in [*self.desk.pending.values()]:
            self.count_drops(self.dice.randint(0, 300), self.dice.randint(0, 1), day=day)
            missing = [f"{slip.name} {part}" for slip, part, _ in day.missing()]
            for key in [*(note.key for note in day.unexplained), *missing]:
                self.must(self.desk.explain, key, "looked into", OPENERS[:1], of=day.date)
            self.must(self.desk.finish_day, day.date, OPENERS[:1])

    def again(self, table: str) -> None:
        """Close a table, and open it again with what is found in its tray then."""
        by = [signer(DEALERS[table])]
        if self.attempt(self.desk.close_table, table, self.tray(table), by, "counted twice"):
            self.must(self.desk.open_table, table, self.tray(table), by, **POSTED)

    def tray(self, table: str) -> Chips:
        """What somebody counts in a tray: what belongs there by the book, now and then a few off."""
        held, off = self.desk.journal.at(places.tray(table)), self.dice.choice((0, 0, 1, -1))
        ours = [one for one in Chips.named(held).items() if table == "A" or one[0].kind != "betting"]
        return Chips({chip: max(0, pieces + off) for chip, pieces in ours})

    def box(self, table: str) -> str:
        """A box of a table's number that does not wait to be counted."""
        days = self.desk.pending.values()
        waiting = {use.box for day in days for one in day.tables.values() for use in one.waiting}
        boxes = (table, *(f"{table}/{turn}" for turn in range(2, 99)))
        return next(box for box in boxes if box not in waiting)

    def morning(self) -> None:
        """The next day is opened, with what was lost or found since the last one was sealed."""
        self.clock.at += timedelta(days=1)
        self.clock.at = self.clock.at.replace(hour=22, minute=0)
        assert self.desk.day
        before = self.desk.day.opening.keeper or "combined"
        game = self.dice.choice([one for one in BANKS if one != before])
        if self.desk.day.number == 1 or self.dice.randint(0, 1):
            approval, gro = "AG-3" * (game == "combined"), [signer("gro:gaming manager")]
            self.attempt(self.desk.set_bank, game, approval, gro)  # not while a drawer holds cash
        self.must(self.desk.open_day, self.desk.day.date + timedelta(days=1), OPENERS)
        balances = self.desk.journal.balances()
        counted = {}
        own = {kept_drawer(self.desk.today.opening.keeper, game) for game in ("21", "PW")}
        for place in (places.CHIP_BANK, *sorted(own), places.CASH_RESERVE):
            step = self.dice.choice((0, 0, -1, 2))
            begins = {"cash": 50_000} if place in own else {}
            held = (balances.get(place) or begins).items()
            found = {name: n + step * (50 if name == "cash" else 1) for name, n in held}
            counted[place] = {name: n for name, n in found.items() if n > 0}
        self.must(self.desk.count, "opening", counted, OPENERS)
        for person in ("bo:pit boss", "sam:shift manager", *DEALERS.values()):
            self.must(self.desk.on_duty, signer(person))
        for table, dealer in DEALERS.items():
            box = {"box": self.box(table)}
            self.must(self.desk.open_table, table, self.tray(table), [signer(dealer)], **POSTED, **box)
            self.must(self.desk.camera, table, OPENERS[:1], reason="a new cable")


@pytest.fixture(scope="module", params=[False, True], ids=["one bank", "a bank each"])
def opened(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return begun(tmp_path_factory.mktemp("opened"), several=request.param)


def disagreements(journal: Journal, held: Held, closes: list[Close]) -> Iterator[str]:
    """Where the reckoning, the seals and PitDesk's own figures differ."""
    if held != journal.balances():
        yield f"balances: {held}"
    players = {night.day: night.chips.names for night in nights(journal)}
    for close in closes:
        yield from filter(None, [close.wrong()])
        day = day_of(journal, close.day)
        assert day
        own = figures(day)
        wins, drops = (
            {table: cents + close.late[table] for table, cents in known.items()}
            for known in (close.wins, close.drops)
        )
        pairs = {
            "wins": ({one.name: one.win_cents for one in own.tables}, wins),
            "drops": ({one.name: one.drop_cents for one in own.tables}, drops),
            "start": (own.start_cash_cents, close.start),
            "supplied": (own.supplied_cents, close.supplied),
            "end": (own.end_cash_cents, close.end),
            "by check": (own.by_check_cents, close.by_check),
            "over/short cash": (own.over_short_cash_cents, close.over_short[True]),
            "over/short chips": (own.over_short_chips_cents, close.over_short[False]),
            "overnight cash": (own.overnight_cash_cents, close.overnight[True]),
            "overnight chips": (own.overnight_chips_cents, close.overnight[False]),
            "outstanding change": (own.outstanding_change_cents, close.outstanding_change),
            "outstanding": (players[close.day], close.outstanding),
        }
        yield from (
            f"day {close.day} {name}: {both}" for name, both in pairs.items() if both[0] != both[1]
        )


@pytest.mark.parametrize("name", NIGHTS)
def test_the_nights_of_the_shift_files_come_to_what_their_rows_say(name: str, tmp_path: Path) -> None:
    replay, _ = played(NIGHTS[name], tmp_path, RULES)
    book = replay.desk.journal.path
    with Journal.read(book) as journal:
        held, closes = reckon(book)
        assert closes
        assert [*disagreements(journal, held, closes)] == []


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book of the busy night."""
    replay, _ = played(NIGHTS["busy"], tmp_path_factory.mktemp("busy"), RULES)
    return replay.desk.journal.path


@pytest.mark.parametrize("seed", range(8))
def test_a_piece_or_a_cent_more_in_one_row_is_seen(busy: Path, seed: int) -> None:
    """The control: the reckoning notices when rows and figures differ."""
    with Journal.read(busy) as journal:
        dice = Random(seed)
        rows = [one for entry in journal.entries() for one in entry.postings]
        at = dice.randrange(len(rows))
        held, closes = reckon(busy, {at: dice.choice((1, -1))})
        assert [*disagreements(journal, held, closes)], rows[at]


@pytest.mark.storm
@pytest.mark.parametrize("share", range(SHARES))
def test_every_figure_of_a_random_day_is_what_its_rows_say(opened: Path, share: int) -> None:
    seen = late = 0
    keepers = set()
    Life.done.clear()
    for seed in seeds(BOOKS)[share::SHARES]:
        with night(opened, Life) as life:
            life.dice = Random(seed)
            for day in range(DAYS):
                if day:
                    life.morning()
                life.evening()
                late += len(life.desk.pending)
                assert life.desk.day
                keepers.add(life.desk.day.opening.keeper)
            life.catch_up()
            held, closes = reckon(life.desk.journal.path)
            assert [*disagreements(life.desk.journal, held, closes)] == [], seed
            assert len(closes) == DAYS
            seen += any(close.overnight[True] or close.overnight[False] for close in closes)
    assert seen
    assert late
    assert {*SOUND} - Life.done == set()
    assert len(keepers) > 1 or "" not in keepers
