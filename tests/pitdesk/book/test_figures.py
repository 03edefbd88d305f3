"""Nights played through a real desk, every figure worked out by hand."""

from datetime import date
from random import Random

import pytest

from pitdesk import places
from pitdesk.book.figures import figures
from pitdesk.chips import MONEY, Chip, Chips, value_cents
from tests.storm import seeds

BANK = Chips.read("200x50c 400x$1 200x$2 320x$5 68x$25 8x$100")  # $5,000
E1 = "40x50c 100x$1 50x$2 80x$5 20x$25 2x$100"  # $1,320
E2 = "30x50c 90x$1 30x$2 70x$5 12x$25 1x$100"  # $915
TIPS = "5x$1 20x$2"  # $45
PLAYERS = "10x50c 25x$1 26x$5 12x$25 1x$100"  # $560
WALKED = "2x$5 20x$1"  # $30 that a player carries off


@pytest.fixture
def night(dark):
    """E3 and E4: two tables whose trays start and end empty; $605 in chips went to players."""
    dark.begin(BANK, 200_000)
    dark.open("2", dealer="kari")
    dark.open("3", dealer="dan")
    dark.fill("2", E1)
    dark.credit("2", E2)
    dark.fill("3", "100x$1 100x$5 16x$25", dealer="dan")
    dark.fill("3", "60x$5", dealer="dan")
    dark.credit("3", "80x$1 144x$5 12x$25", dealer="dan")
    dark.desk.close_table("2", Chips(), dark.by("kari"))
    dark.desk.close_table("3", Chips(), dark.by("dan"))
    dark.look()
    dark.boxes()
    dark.drops({"2": 52_000, "3": 25_000})
    dark.find()
    dark.paper()
    return dark


def redeem(pit, chips, tips=TIPS):
    pit.desk.redeem(Chips.read(chips), pit.by("jo"))
    pit.desk.redeem_tips("kari", Chips.read(tips), pit.by("jo"))


def seal(pit, next_start=200_000):
    return pit.desk.close_day(next_start, pit.by("pia", "jo"))


def both_ways(result):
    assert result.cash_profit_cents == result.cash_profit_booked_cents
    return result.cash_profit_cents


# E3 to E7: the whole night, the drawer two dollars short


def test_what_each_table_won(night):
    one, other = figures(night.desk.day).tables
    assert (one.drop_cents, one.fills_cents, one.credits_cents, one.opener_cents, one.closer_cents) == (
        52_000,
        132_000,
        91_500,
        0,
        0,
    )
    assert (one.win_cents, one.hold) == (11_500, "22.12")
    assert (other.drop_cents, other.fills_cents, other.credits_cents) == (25_000, 130_000, 110_000)
    assert (other.win_cents, other.hold) == (5_000, "20.00")
    assert figures(night.desk.day).tables[0].win_cents == 11_500


def test_what_the_site_won(night):
    result = figures(night.desk.day)
    assert (result.gross_cents, result.prizes_cents, result.agp_cents) == (77_000, 60_500, 16_500)
    assert result.all.hold == "21.43"


def test_chips_that_went_out_and_came_back_leave_the_bank_as_it_was(night):
    redeem(night, PLAYERS)
    assert Chips.named(night.journal.at("chip bank")) == BANK
    assert figures(night.desk.day).redeemed_cents == 60_500
    assert figures(night.desk.day).outstanding_change_cents == 0


def test_cash_short_of_two_dollars(night):
    redeem(night, PLAYERS)
    assert night.journal.at("drawer")["cash"] == 139_500
    night.closing(cash=-200)
    result = figures(night.desk.day)
    assert result.end_cash_cents == 139_300
    assert result.over_short_cents == result.over_short_cash_cents == -200
    assert both_ways(result) == 16_300
    assert result.cash_profit_cents - result.agp_cents == -200
    (note,) = night.desk.day.unexplained
    assert (note.key, note.words) == ("drawer", "drawer: short, -$2.00 cash")


@pytest.mark.parametrize(
    ("next_start", "deposit"), [(200_000, 16_300), (210_000, 6_300), (190_000, 26_300)]
)
def test_the_deposit_leaves_the_next_start_in_the_drawer(night, next_start, deposit):
    redeem(night, PLAYERS)
    night.closing(cash=-200)
    night.desk.explain("drawer", "counted twice, two dollars missing", night.by("pia"))
    entry = seal(night, next_start)
    assert entry.fact.deposit_cents == deposit
    assert figures(night.desk.day).deposit_cents(next_start) == deposit
    assert entry.fact.deposit_due == date(2026, 11, 25)
    assert night.journal.at("drawer")["cash"] == next_start
    assert night.journal.at("drop cash")["cash"] == 0
    assert entry.fact.over_short_cents == -200
    assert entry.fact.cash_profit_cents == 16_300


# E8: a player walks out with thirty dollars in chips


def test_chips_carried_off_are_outstanding_and_look_like_long_cash(night):
    redeem(night, str(Chips.read(PLAYERS) - Chips.read(WALKED)))
    night.closing()
    result = figures(night.desk.day)
    assert Chips.named(night.journal.at("chip bank")).cents == 497_000
    assert result.end_cash_cents == 142_500
    assert result.outstanding_change_cents == 3_000
    assert result.over_short_cents == 0
    assert result.agp_cents == 16_500  # by the tables
    assert result.gross_cents - result.redeemed_cents == 19_500  # by the chips redeemed
    assert both_ways(result) == 19_500
    assert Chips.named(patrons(night)) == Chips.read(WALKED)
    assert seal(night).fact.deposit_cents == 19_500


def patrons(pit):
    held = pit.journal.balances().get("patrons", {})
    return {name: count for name, count in held.items() if name not in ("cash", "checks")}


def test_chips_that_come_back_the_next_night_lower_its_profit(night):
    redeem(night, str(Chips.read(PLAYERS) - Chips.read(WALKED)))
    night.closing()
    seal(night)
    bank = Chips.named(night.journal.balances()["chip bank"])
    night.begin(bank, 200_000)
    night.desk.redeem(Chips.read(WALKED), night.by("jo"))
    night.closing()
    result = figures(night.desk.day)
    assert result.outstanding_change_cents == -3_000
    assert (result.gross_cents, result.agp_cents) == (0, 0)
    assert both_ways(result) == -3_000
    assert patrons(night) == {}


# E9: one cash bank for twenty-one and the paddlewheel


def test_a_combined_bank_is_short_once(dark):
    dark.desk.set_site({"combined": "letter of 2026-01-05"}, by=dark.by("gus"))
    dark.begin(BANK, 200_000)
    dark.open("2")
    dark.arrive("wes")
    dark.desk.open_table("7", Chips(), dark.by("wes"), limits=(100, 2000))
    dark.shut("2")
    dark.shut("7", "wes")
    dark.look()
    dark.boxes()
    dark.drops({"2": 52_000, "7": 10_000})
    dark.closing(cash=-200)
    result = figures(dark.desk.day)
    assert [(row.name, row.win_cents) for row in result.tables] == [("2", 52_000), ("7", 10_000)]
    assert result.over_short_cents == -200
    assert both_ways(result) == 61_800


# Money from elsewhere


def test_a_redemption_by_check_is_paid_by_the_gaming_account(night):
    night.desk.redeem(Chips.read("1x$100"), night.by("jo"), check="1077")
    redeem(night, str(Chips.read(PLAYERS) - Chips.read("1x$100")))
    night.closing()
    result = figures(night.desk.day)
    assert (result.by_check_cents, result.redeemed_cents) == (10_000, 60_500)
    assert result.end_cash_cents == 149_500
    assert both_ways(result) == 16_500  # 770 + 1,495 - 2,000 - 100
    assert result.deposit_cents(200_000) == 26_500  # all cash in hand less the next start
    entry = seal(night)
    assert entry.fact.deposit_cents == 26_500
    assert entry.fact.cash_profit_cents == 16_500


def test_money_supplied_during_the_night_is_no_profit(night):
    by = night.by("jo", "pia")
    night.desk.withdraw(50_000, "check 1078", by)
    lent = night.desk.iou(30_000, night.lender(), "drawer", by)
    night.desk.iou(10_000, night.lender(), "drawer", by)
    night.desk.payback(lent.number.number, by)
    redeem(night, PLAYERS)
    night.closing()
    result = figures(night.desk.day)
    assert (result.withdrawals_cents, result.loans_cents, result.paybacks_cents) == (
        50_000,
        40_000,
        30_000,
    )
    assert result.supplied_cents == 260_000
    assert result.end_cash_cents == 199_500
    assert both_ways(result) == 16_500
    assert seal(night).fact.deposit_cents == 76_500  # 770 + 1,995 - 2,000


def test_a_loan_between_the_cages_own_banks_is_no_supply(dark):
    dark.desk.open_day(date(2026, 11, 20), dark.by("pia", "jo"))
    counted = {
        "chip bank": BANK.names,
        "drawer": {"cash": 200_000},
        "cash reserve": {"cash": 100_000},
    }
    dark.desk.count("opening", counted, dark.by("pia", "jo"))
    dark.desk.iou(50_000, "cash reserve", "drawer", dark.by("jo"))
    dark.closing()
    result = figures(dark.desk.day)
    assert (result.start_cash_cents, result.loans_cents, result.end_cash_cents) == (300_000, 0, 300_000)
    assert both_ways(result) == 0
    assert result.deposit_cents(300_000) == 0


def test_a_cashed_check_is_cash_on_hand(night):
    night.desk.check(8_000, "204", "A. Player", night.by("jo"))
    redeem(night, PLAYERS)
    night.closing()
    result = figures(night.desk.day)
    assert night.journal.balances()["drawer"] == {"cash": 131_500, "checks": 8_000}
    assert result.end_cash_cents == 139_500
    assert result.over_short_cents == 0
    assert both_ways(result) == 16_500
    entry = seal(night)
    assert (entry.fact.deposit_cents, entry.fact.deposit_checks_cents) == (16_500, 8_000)
    assert night.journal.balances()["drawer"] == {"cash": 200_000}
    assert night.journal.at("gaming account") == {"cash": 200_000 * -1 + 8_500, "checks": 8_000}


# Counts that do not agree


def test_a_chip_bank_short_of_three_hundred_dollar_chips(night):
    redeem(night, PLAYERS)
    counted = {
        "chip bank": (BANK - Chips.read("3x$100")).names,
        "drawer": {"cash": 139_500},
    }
    night.desk.count("closing", counted, night.by("pia", "jo"))
    result = figures(night.desk.day)
    assert (result.over_short_cash_cents, result.over_short_chips_cents, result.over_short_cents) == (
        0,
        -30_000,
        -30_000,
    )
    assert both_ways(result) == 16_500  # no cash is missing
    (note,) = night.desk.day.unexplained
    assert (note.key, note.words) == ("chip bank", "chip bank: short, -3x$100")


def test_chips_mixed_up_at_their_value_are_still_a_difference(night):
    redeem(night, PLAYERS)
    counted = {
        "chip bank": (BANK - Chips.read("1x$5") + Chips.read("5x$1")).names,
        "drawer": {"cash": 139_500},
    }
    night.desk.count("closing", counted, night.by("pia", "jo"))
    assert figures(night.desk.day).over_short_cents == 0
    (note,) = night.desk.day.unexplained
    assert note.words == "chip bank: mixed up, the value is right, +5x$1 -1x$5"


def test_a_recount_that_finds_the_money_takes_the_note_away(night):
    redeem(night, PLAYERS)
    night.closing(cash=-2_000)
    assert [note.key for note in night.desk.day.unexplained] == ["drawer"]
    found = dict(night.journal.balances()["drawer"])
    night.desk.count("closing", {"drawer": {"cash": found["cash"] + 2_000}}, night.by("pia", "jo"))
    assert night.desk.day.unexplained == []
    assert not [note for note in night.desk.day.notes if note.key == "drawer"]
    result = figures(night.desk.day)
    assert result.over_short_cents == 0
    assert both_ways(result) == 16_500


def test_differences_at_one_place_add_up(night):
    redeem(night, PLAYERS)
    night.closing(cash=-2_000)
    night.closing(cash=-500)
    assert figures(night.desk.day).over_short_cash_cents == -2_500
    (note,) = night.desk.day.unexplained
    assert note.words == "drawer: short, -$25.00 cash"


def test_a_reason_covers_what_was_off_when_it_was_given(night):
    night.closing(cash=-200)
    night.desk.explain("drawer", "two dollars under the drawer", night.by("pia"))
    assert night.desk.day.unexplained == []
    night.closing(cash=-100_000)
    (note,) = night.desk.day.unexplained
    assert note.words == "drawer: short, -$1,002.00 cash"


# Trays that start and end with chips


def test_win_counts_the_tray_at_both_ends(pit):
    """Opened with $1,220, filled with $140, closed with $1,111: 300 + 1,111 - 1,220 - 140 = 51."""
    pit.fill("2", "80x50c 100x$1")
    closer = Chips.read("22x50c 300x$1 100x$5 12x$25")
    pit.desk.close_table("2", closer, pit.by("kari"))
    pit.look()
    pit.boxes()
    pit.drops({"2": 30_000})
    (table,) = figures(pit.desk.day).tables
    assert (table.opener_cents, table.fills_cents, table.credits_cents, table.closer_cents) == (
        122_000,
        14_000,
        0,
        111_100,
    )
    assert table.win_cents == 5_100
    assert patrons(pit) == {"50c": 98, "$25": 8}
    pit.closing()
    result = figures(pit.desk.day)
    assert result.outstanding_change_cents == 24_900
    assert both_ways(result) == 30_000


def test_figures_before_the_table_closed_take_the_tray_as_it_is_known(pit):
    pit.fill("2", "10x$5")
    (table,) = figures(pit.desk.day).tables
    assert (table.drop_cents, table.opener_cents, table.fills_cents, table.closer_cents) == (
        0,
        122_000,
        5_000,
        127_000,
    )
    assert (table.win_cents, table.hold) == (0, "-")
    assert figures(pit.desk.day).all.name == "All"


def test_a_count_in_between_changes_nothing_of_the_result(pit):
    pit.desk.count_tray("2", Chips.read("90x$5 20x$25"), pit.by("kari"))
    assert pit.desk.day.tables["2"].known == Chips.read("90x$5 20x$25")
    assert patrons(pit) == {"50c": 40, "$1": 200, "$5": 10}
    pit.desk.close_table("2", Chips.read("95x$5 20x$25"), pit.by("kari"))
    assert figures(pit.desk.day).all.closer_cents == 97_500
    assert patrons(pit) == {"50c": 40, "$1": 200, "$5": 5}


def test_a_table_opened_again_is_one_table_all_night(pit):
    """Opener $1,220; closed with $1,000; opened again with $990: what is off was play; closer $950."""
    pit.desk.close_table("2", Chips.read("100x$5 20x$25"), pit.by("kari"))
    pit.open("2", Chips.read("98x$5 20x$25"))
    pit.fill("2", "10x$5")
    pit.desk.close_table("2", Chips.read("90x$5 20x$25"), pit.by("kari"))
    pit.look()
    pit.boxes()
    pit.drops({"2": 40_000})
    (table,) = figures(pit.desk.day).tables
    assert (table.opener_cents, table.fills_cents, table.closer_cents) == (122_000, 5_000, 95_000)
    assert table.win_cents == 8_000
    (note,) = pit.desk.day.unexplained  # the tray was locked in between
    assert note.words == "tray 2 at opening: short, -2x$5"
    pit.closing()
    result = figures(pit.desk.day)
    assert result.over_short_cents == 0
    assert both_ways(result) == 40_000
    assert [turn.person for turn in pit.desk.day.tables["2"].seats] == ["kari", "kari"]


@pytest.fixture
def second(pit):
    """The second night: the tray of table 2 was locked with $1,220, the banks are counted."""
    pit.end(t2=10_000)
    pit.later(days=1)
    pit.begin()
    return pit


def test_an_opener_that_differs_belongs_to_neither_night(second):
    tray = Chips.read("40x50c 200x$1 100x$5 19x$25")
    second.open("2", tray)
    assert second.journal.balances()["over/short"] == {"$25": 1}
    (note,) = second.desk.day.unexplained
    assert (note.key, note.words) == ("tray 2 at opening", "tray 2 at opening: short, -1x$25")
    second.desk.close_table("2", tray, second.by("kari"))
    second.look()
    second.boxes()
    second.drops({"2": 0})
    second.closing()
    result = figures(second.desk.day)
    assert (result.all.opener_cents, result.all.closer_cents, result.agp_cents) == (119_500, 119_500, 0)
    assert (result.over_short_cents, result.outstanding_change_cents) == (0, 0)
    assert both_ways(result) == 0


def test_an_opening_count_that_differs_is_overnight_and_no_nights_result(pit):
    pit.end(t2=10_000)
    pit.later(days=1)
    pit.desk.open_day(date(2026, 11, 21), pit.by("pia", "jo"))
    bank = Chips.named(pit.journal.balances()["chip bank"])
    counted = {"chip bank": bank.names, "drawer": {"cash": 399_000}}
    pit.desk.count("opening", counted, pit.by("pia", "jo"))
    (note,) = pit.desk.day.unexplained
    assert (note.key, note.words) == (
        "drawer at opening",
        "drawer at opening: short, -$10.00 cash",
    )
    pit.closing()
    result = figures(pit.desk.day)
    assert (result.overnight_cash_cents, result.overnight_chips_cents) == (-1_000, 0)
    assert (result.start_cash_cents, result.end_cash_cents, result.over_short_cents) == (
        399_000,
        399_000,
        0,
    )
    assert both_ways(result) == 0


def test_what_an_inventory_between_days_found_off_is_overnight_of_the_next(pit):
    pit.end(t2=10_000)
    left = pit.held("chip bank") - Chips.read("3x$5")
    for who in ("jo", "pia"):
        pit.desk.tally("chip bank", left, pit.by(who)[0])
    pit.desk.inventory("chip bank", left, pit.by("jo", "pia"), "gone")
    pit.later(days=1)
    pit.begin(left)
    assert pit.desk.day.opening.between_cents == -1_500
    assert pit.desk.day.unexplained == [], "the inventory had its reason"
    pit.closing()
    result = figures(pit.desk.day)
    assert (result.overnight_cash_cents, result.overnight_chips_cents) == (0, -1_500)
    assert (result.over_short_cents, both_ways(result)) == (0, 0)


def test_the_first_count_of_a_book_begins_it_and_is_no_difference(pit):
    assert pit.desk.day.unexplained == []
    assert "over/short" not in pit.journal.balances()
    assert pit.journal.balances()["gaming account"] == {"cash": -400_000}


CASH = (places.ACCOUNT, places.LENDERS, places.DRAWER, places.CASH_RESERVE, places.DROP)


def worth(pit, place, *, money):
    """What lies at a place, in cents: of money, or of chips."""
    held = pit.journal.balances().get(place, {})
    return sum(value_cents(name, n) for name, n in held.items() if (name in MONEY) is money)


def play(pit, random):
    """A night in which the banks, the trays and the counts are off by anything, also before it."""
    pit.later(days=1)
    gone = Chips({Chip.named("$5"): random.randint(0, 2)})
    for who in ("jo", "pia"):
        pit.desk.tally("chip bank", pit.held("chip bank") - gone, pit.by(who)[0])
    pit.desk.inventory("chip bank", pit.held("chip bank") - gone, pit.by("jo", "pia"), "nobody knows")
    bank = pit.held("chip bank")
    off = Chips({Chip.named("$5"): random.randint(-3, 3), Chip.named("50c"): random.randint(-3, 3)})
    drawer = pit.journal.at("drawer").get("cash", 0) + random.randint(-5_000, 5_000)
    counted = {"chip bank": (bank + off).names, "drawer": {"cash": drawer}}
    if reserve := pit.journal.at("cash reserve").get("cash", 0):
        counted["cash reserve"] = {"cash": max(0, reserve + random.randint(-900, 900))}
    pit.desk.open_day(date(2026, 11, 20 + pit.journal.last_number("day")), pit.by("pia", "jo"))
    pit.desk.count("opening", counted, pit.by("pia", "jo"))
    if random.random() < 0.5:  # counted again: the last count holds
        counted["drawer"]["cash"] += random.randint(-2_000, 2_000)
        pit.desk.count("opening", counted, pit.by("pia", "jo"))
    pit.open("2", pit.held("tray 2") + Chips({Chip.named("$1"): random.randint(-4, 4)}))
    pit.desk.count_tray("2", pit.held("tray 2") - Chips.read("9x$5"), pit.by("kari"))
    pit.desk.redeem(Chips({Chip.named("$5"): random.randint(1, 9)}), pit.by("jo"))
    pit.desk.withdraw(random.randint(1, 900) * 100, "check 1", pit.by("pia", "jo"))
    pit.desk.iou(random.randint(1, 500) * 100, pit.lender(), "cash reserve", pit.by("pia", "jo"))
    pit.shut("2")
    pit.look()
    pit.boxes()
    pit.drops({"2": random.randint(0, 90_000)})
    pit.paper()
    pit.closing(cash=random.randint(-3_000, 3_000))
    for note in pit.desk.today.unexplained:
        pit.desk.explain(note.key, "nobody knows", pit.by("pia"))
    pit.find()
    in_hand = sum(pit.journal.at(where).get("cash", 0) for where in CASH[2:])
    start = min(random.randint(3_000, 4_500), in_hand // 100 - 30)  # it was counted up to $30 off
    pit.desk.close_day(start * 100, pit.by("pia", "jo"))
    return figures(pit.desk.day)


@pytest.mark.storm
@pytest.mark.parametrize("seed", seeds(4))
def test_over_random_nights_every_cent_over_or_short_is_in_a_figure(pit, seed):
    random = Random(seed)
    pit.end(t2=50_000)
    nights, kept = [figures(pit.desk.day)], pit.desk.day.seal.cents
    for _ in range(5):
        nights.append(found := play(pit, random))
        both_ways(found)
        assert found.start_cash_cents == kept + found.overnight_cash_cents
        kept = pit.desk.day.seal.cents
    over_short = sum(night.over_short_cash_cents + night.overnight_cash_cents for night in nights)
    assert worth(pit, places.OVER_SHORT, money=True) == -over_short
    chips = sum(night.over_short_chips_cents + night.overnight_chips_cents for night in nights)
    assert worth(pit, places.OVER_SHORT, money=False) == -chips
    earned = sum(night.cash_profit_cents + night.overnight_cash_cents for night in nights)
    assert sum(worth(pit, place, money=True) for place in CASH) == earned
    assert any(night.overnight_cash_cents for night in nights)
    assert any(night.overnight_chips_cents for night in nights)
    assert pit.journal.verify().ok
