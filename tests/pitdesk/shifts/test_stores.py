"""The lines of shift files about chips, each as README.md has it."""

from datetime import UTC, date, datetime

import pytest

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.chips import Chip, Chips
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.kinds import Invoice, Line
from pitdesk.shifts.read import Malformed, read_shift
from pitdesk.shifts.replay import Replay
from pitdesk.shifts.stores import CHIPS, STORES

HEAD = """\
person  gro  "Gro Moen"    GM  pin 730251  gaming manager
person  pia  "Pia Olsen"   PO  pin 481906  shift manager
person  jo   "Jo Sandvik"  JS  pin 2741    cashier
organization  Dakota Lions
site  Riverside Lounge ; zone America/Chicago
chips  50c $1 $5 pw$1
table  1 21
night 2026-11-20
"""
FIVE, SECOND = Chip.named("$5"), Chip.named("$5-b")


@pytest.fixture
def play(tmp_path):
    """Play lines after the set-up in a new book; (the desk, what went otherwise than expected)."""
    journals = []

    def played(*lines):
        shift = tmp_path / "chips.shift"
        shift.write_text(HEAD + "\n".join(lines) + "\n", "utf-8")
        journals.append(Journal.create(tmp_path / f"book{len(journals)}.db"))
        clock = SetClock(datetime(2026, 1, 1, tzinfo=UTC))
        desk = Desk(journals[-1], Pepper.kept(tmp_path / "pepper", PLAIN), clock=clock)
        replay = Replay(desk, clock)
        for _ in replay.play(read_shift(shift)):
            pass
        return desk, replay.misses

    yield played
    for journal in journals:
        journal.close()


def test_a_chip_is_told_in_words(play):
    desk, misses = play(
        "chip $1 white",
        "chip $5-b red, 6 solid yellow and light blue ; maker Bud Jones ; mould hat ; everywhere",
        "chip $2 pink, 4 split purple ; middle white ; mark Lions of Minot ; since 2020-01-31",
        "chip $25 green, 3 solid white ; bare  -> refused nd.08-03.2",
        "chip $100 black, 4 triple split white ; measured #1b1c1e ; measured second lab(95 0 2)",
    )
    assert misses == []
    looks = {chip.name: look for chip, look in desk.site.chips.items()}
    assert looks["$1"] == {"color": "white", "spots": 0, "kind": "no", "second": None}
    assert looks["$5-b"] == {
        **{"color": "red", "spots": 6, "kind": "solid", "second": "yellow", "third": "light blue"},
        **{"maker": "Bud Jones", "mould": "hat", "everywhere": True},
    }
    assert looks["$2"] == {
        **{"color": "pink", "spots": 4, "kind": "split", "second": "purple", "middle": "white"},
        **{"mark": "Lions of Minot", "since": "2020-01-31"},
    }
    assert looks["$100"]["measured"] == {"color": "#1b1c1e", "second": "lab(95 0 2)"}
    assert "$25" not in looks


def test_chips_go_out_of_play_and_come_back(play):
    desk, misses = play('retire $5 because "worn out"', "expect at chip bank: nothing")
    assert desk.site.retired == {FIVE: date(2026, 11, 20)}
    back, more = play(
        'retire $5 because "worn out"', 'back in play $5 because "needed" by pia(shift manager)'
    )
    assert misses == more == []
    assert back.site.retired == {}
    assert [entry.signatures[0].person for entry in [*back.journal.setup()][-2:]] == ["gro", "pia"]


def test_pars_marks_quarters_pictures_and_games(play):
    desk, misses = play(
        "par bank 400x$5 100x$1",
        "par 1 40x$5 ; on friday",
        "par bank 300x$5 ; on sunday",
        "par bank nothing",
        'mark "Lions of Minot" of Lions Club of Minot',
        "quarter 2026Q2 $9,000.00",
        "quarter 2026Q3 12000",
        "picture $5 value #c3252d",
        "end PW on 2026-11-21 ; at the office, 12 Main Street",
        "end 21 on 2026-12-31 ; at the office",
        "resume 21",
    )
    assert misses == []
    site = desk.site
    assert site.pars == {
        ("chip bank", -1): Chips(),
        ("tray 1", 4): Chips.read("40x$5"),
        ("chip bank", 6): Chips.read("300x$5"),
    }
    assert site.marks == {"Lions of Minot": "Lions Club of Minot"}
    assert site.settings.quarters == {"2026Q2": 900_000, "2026Q3": 1_200_000}
    assert [*site.pictures] == [(FIVE, "value")]
    assert site.ended.keys() == {"PW"}
    assert (site.ended["PW"].until, site.ended["PW"].where) == (
        date(2026, 12, 21),
        "the office, 12 Main Street",
    )


SETS = "chip $5-b red, 6 solid yellow"
BOTH = "by pia(shift manager) jo(cashier)"
DELIVERY = "; from Midwest ; lines 400x$5-b@0.895 50x$5-b@$1 ; total $420.00 ; other $12.00"


def test_a_delivery_as_its_paper_says(play):
    desk, misses = play(SETS, f"14:00 delivery 40177 450x$5-b {DELIVERY} ; dated 2026-11-16 {BOTH}")
    assert misses == []
    assert desk.journal.at("chip reserve") == {"$5-b": 450}
    entry = desk.journal.entry(desk.journal.head.seq)
    assert (entry.kind, entry.day, entry.at.hour) == ("delivery", 0, 20)
    five = Chip.named("$5-b")
    lines = (Line(five, 400, 895, 35_800), Line(five, 50, 1000, 5_000))
    assert entry.fact.invoice == Invoice("40177", "Midwest", "2026-11-16", lines, 1_200, 42_000)


def test_a_delivery_that_is_short_and_one_to_the_bank(play):
    desk, misses = play(
        SETS,
        f'14:00 delivery 40177 449x$5-b {DELIVERY} ; to chip bank because "told them" {BOTH}',
        f"14:01 delivery 40178 3x$5 ; from Midwest ; lines 3x$5@0.895=2.68 ; total $2.68 {BOTH}",
        f"14:02 delivery 40179 3x$5 ; from Midwest ; lines 3x$5@0.895 ; total $2.69 {BOTH}",
        f"14:03 delivery 40180 3x$5 ; lines 3x$5@0.895=2.70 ; total $2.70 {BOTH} -> refused pd.invoice",
    )
    assert misses == []
    assert desk.journal.at("chip bank") == {"$5-b": 449}
    dates = {e.fact.invoice.date for e in desk.journal.entries() if e.kind == "delivery"}
    assert dates == {"2026-11-20"}  # of the night, where the line says none


def test_two_count_alone_before_and_after_a_day(play):
    desk, misses = play(
        SETS,
        f"12:00 delivery 40177 450x$5-b {DELIVERY} {BOTH}",
        "12:10 tally chip reserve 450x$5-b by pia(shift manager)",
        "expect agreed chip reserve: not yet",
        "12:11 tally chip reserve 450x$5-b by jo(cashier)",
        "expect agreed chip reserve: 450x$5-b",
        f"12:12 inventory chip reserve 450x$5-b {BOTH}",
        f"16:00 open day {BOTH} -> day 1",
        f"16:05 bank has 100x$5 ; drawer $100.00 {BOTH}",
        '16:06 stock 50x$5-b from chip reserve to chip bank because "tonight" by jo(cashier)',
        f"17:00 closing count bank 100x$5 50x$5-b ; drawer $100.00 {BOTH}",
        f"17:01 close day next start $100.00 {BOTH}",
        "17:10 tally damaged chips nothing by pia(shift manager)",
        "17:11 tally damaged chips nothing by jo(cashier)",
        "expect agreed damaged chips: nothing",
        f"17:12 inventory damaged chips nothing {BOTH}",
        '17:13 stock 10x$5-b from chip reserve to site Minot because "lent" by jo(cashier)',
        "expect at site Minot: 10x$5-b",
    )
    assert misses == []
    assert desk.day.sealed
    days = [(e.kind, e.day) for e in desk.journal.entries() if e.kind in ("tally", "inventory", "stock")]
    between, after = [("tally", 0)] * 2 + [("inventory", 0)], [("stock", 0)]
    assert days == [*between, ("stock", 1), *between, *after]


def test_what_is_expected_of_a_count_is_told_where_it_is_not_so(play):
    _, misses = play(
        "expect agreed chip bank: 5x$5",
        "12:00 tally chip bank nothing by pia(shift manager)",
        "12:01 tally chip bank nothing by jo(cashier)",
        "expect agreed chip bank: not yet",
        "expect agreed chip bank: nothing",
    )
    assert misses == [
        "chips.shift:9: the chip bank is not agreed on yet",
        "chips.shift:12: agreed at chip bank: nothing",
    ]


def test_foreign_chips_and_chips_astray_are_of_a_night(play):
    foreign = 'foreign 3x$5 "red; a horse" ; of Elks ; done handed back by jo(cashier)'
    foreign = foreign.replace(";", ",", 1)
    desk, misses = play(
        f"15:00 {foreign} -> refused pd.day",
        f"16:00 open day {BOTH}",
        f"16:05 bank has 100x$5 ; drawer $100.00 {BOTH}",
        f"16:10 {foreign}",
        '16:11 foreign 1x$25 "green" by jo(cashier) -> refused pd.foreign',
        '16:12 stray 1 1x$5 because "seen" by pia(shift manager) -> refused pd.stray',
    )
    assert misses == []
    fact = desk.day.entries[-1].fact
    assert (fact.pieces, fact.face_cents, fact.what) == (3, 500, "red, a horse")
    assert (fact.whose, fact.done) == ("Elks", "handed back")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("chip $5 red, 6 wavy yellow", "set-up, a time with a verb, or expect"),
        ("chip $5 red ; color blue", "unknown clause 'color blue'"),
        ("chip $5 red ; bare of value", "'bare' takes no value"),
        ("chip $5 red ; measured", "'measured' needs a value"),
        ("chip 5 red", "'5' is not a chip"),
        ("picture $5 name glow", "'glow' is not a color"),
        (
            "par bank 400x$5 ; on someday",
            "'someday' is not a day of the week; write one of monday, tuesday",
        ),
        ("par bank 400", "'400' is not pieces of a chip"),
        ("quarter 2026Q2 lots", "'lots' is not money"),
        ("end PW on someday", "set-up, a time with a verb"),
        (
            f"14:00 delivery 7 5x$5 ; from M ; lines 5x$5 ; total $5 {BOTH}",
            "'5x$5' is not a line of an invoice",
        ),
        (f"14:00 delivery 7 5x$5 ; from M ; lines 5x$5@0.8955 ; total $5 {BOTH}", "write 400x$5@0.895"),
        (f"14:00 delivery 7 5x$5 ; from M ; lines 5x$5@1 {BOTH}", "'' is not money"),
        (f"14:00 tally chip reserve 5x$5 {BOTH}", "a tally has one person, who counts alone"),
        ("14:00 tally chip reserve lots by jo(cashier)", "a verb: answer, ask, audit"),
        ('14:00 foreign some "red" by jo(cashier)', "a verb: answer"),
    ],
)
def test_a_malformed_line_is_named(play, line, expected):
    with pytest.raises(Malformed) as malformed:
        play(line)
    assert str(malformed.value).startswith("chips.shift:9: cannot read")
    assert expected in str(malformed.value)


@pytest.mark.parametrize(
    ("line", "miss"),
    [
        ("chip $5 red -> refused nd.08-03.3", "expected refused nd.08-03.3, but done"),
        ("chip $5 red -> warned pd.color", "expected warned pd.color, but done"),
        (
            "chip $10 red -> warned pd.color",
            "expected warned pd.color, but refused: $10 is not a lawful",
        ),
        (
            "chip $5 red ; measured #2b6cb8 -> warned pd.color pd.look",
            "expected warned pd.color pd.look, but",
        ),
        ("retire $5", "expected done, but refused: A play needs a reason"),
        ("quarter 2026Q7 $5", "expected done, but refused: 2026Q7 of 500 cannot be a quarter's"),
        ("site Bar -> refused pd.setup", "expected refused pd.setup, but done"),
    ],
)
def test_a_set_up_line_that_went_otherwise_is_told(play, line, miss):
    _, (told,) = play(line)
    assert told.startswith(f"chips.shift:9: {miss}")


def test_a_house_has_stacks_and_racks_of_its_own(play):
    desk, misses = play("site Bar ; stack 30 -> refused pd.setup", "site Bar ; stack 25 ; rack 125")
    assert misses == []
    assert (desk.site.stack, desk.site.rack) == (25, 125)


def test_a_warning_of_a_set_up_line_may_be_expected_and_need_not(play):
    blue = "chip $5 red ; measured #2b6cb8"
    desk, misses = play(f"{blue} -> warned pd.color", blue, f"{blue} -> done")
    assert misses == []
    assert desk.journal.head.seq == 13


def test_every_line_is_written_in_one_way_only():
    usages = [usage.split()[0] for usage in (*CHIPS, *STORES)]
    assert len(usages) == len(set(usages))
