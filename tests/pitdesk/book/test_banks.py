"""The cash banks of a day: a drawer for each game, and what belongs to it."""

from datetime import date

import pytest

from pitdesk import kinds, places
from pitdesk.book.banks import drawer_of, drawers, game_of, kept_drawer, payer
from pitdesk.book.figures import bank_deposits, figures, of_banks
from pitdesk.chips import Chips

GAMES = {"21", "PW"}


@pytest.mark.parametrize(
    ("keeper", "game", "drawer"),
    [
        ("", "21", "drawer"),
        ("", "PW", "drawer"),
        ("21", "21", "drawer"),
        ("21", "PW", "drawer PW"),
        ("PW", "21", "drawer 21"),
        ("PW", "PW", "drawer"),
    ],
)
def test_one_game_keeps_the_first_drawer(keeper, game, drawer):
    assert kept_drawer(keeper, game) == drawer


@pytest.mark.parametrize(
    ("keeper", "games", "chips", "drawer"),
    [
        ("21", {"21"}, "1xpw$1", "drawer"),
        ("", GAMES, "1xpw$1 1x$5", "drawer"),
        ("21", GAMES, "1xpw$1", "drawer PW"),
        ("21", GAMES, "2x$5 1x50c", "drawer"),
        ("PW", GAMES, "2x$5", "drawer 21"),
        ("21", GAMES, "1xpw$1 1x$5", ""),
        ("21", GAMES, "1xcoin50c", ""),
    ],
)
def test_chips_say_who_pays_where_that_is_clear(keeper, games, chips, drawer):
    assert payer(keeper, games, Chips.read(chips)) == drawer


def play(pit) -> None:
    """Twenty-one drops 300.00 and the wheel 25.00; both drawers pay, and lend to each other."""
    pit.wheels()
    pit.arrive("wes")
    pit.desk.open_table("7", Chips.read("50xpw$1"), pit.by("wes"), limits=(100, 200))
    pit.desk.count_tray("7", Chips.read("40xpw$1"), pit.by("wes"))
    pit.desk.count_tray("2", Chips.read("40x50c 200x$1 90x$5 20x$25"), pit.by("kari"))
    pit.desk.redeem(Chips.read("3x$5"), pit.by("jo"))
    pit.desk.redeem(Chips.read("4xpw$1"), pit.by("jo"))
    pit.desk.redeem(Chips.read("1x$5"), pit.by("jo"), drawer="drawer PW")
    pit.desk.redeem(Chips.read("2xpw$1"), pit.by("jo"), check="5500")
    pit.desk.iou(10_025, "drawer", "drawer PW", pit.by("jo"))
    pit.desk.iou(20_000, pit.lender(), "cash reserve", pit.by("jo"))
    pit.desk.withdraw(50_037, "check 7", pit.by("pia"), bank="PW")
    pit.desk.close_table("7", Chips.read("40xpw$1"), pit.by("wes"))
    pit.shut("2")
    pit.look()
    pit.boxes()
    pit.drops({"2": 30_000, "7": 2_500})


def test_each_bank_adds_up_and_all_of_them_to_the_day(pit):
    play(pit)
    pit.closing(cash=-200)
    pit.desk.explain("drawer", "counted twice", pit.by("pia"))
    kept = {"drawer PW": 90_000}
    pit.desk.close_day(400_000, pit.by("pia", "jo"), kept)
    day, whole = pit.desk.day, figures(pit.desk.day)
    banks = of_banks(day)
    assert [*banks] == ["drawer", "drawer PW"] == [*drawers(day)]
    assert [game_of(day, drawer) for drawer in banks] == ["21", "PW"]
    assert drawer_of(day, "PW") == "drawer PW"
    one, wheel = banks.values()
    assert (one.cash_profit_cents, one.over_short_cents) == (30_000 - 1_500 - 200, -200)
    assert (wheel.cash_profit_cents, wheel.over_short_cents) == (2_500 - 400 - 500 - 200, 0)
    assert wheel.loans_cents == 10_025
    assert one.loans_cents == 20_000 - 10_025
    assert all(f.cash_profit_cents == f.cash_profit_booked_cents for f in (one, wheel, whole))
    for name in (
        "gross",
        "agp",
        "cash_profit",
        "supplied",
        "outstanding_change",
        "redeemed",
        "by_check",
    ):
        parts = [getattr(f, f"{name}_cents") for f in (one, wheel, whole)]
        assert parts[0] + parts[1] == parts[2], name
    assert [part.next_cents for part in bank_deposits(day)] == [310_000, 90_000]
    assert sum(part.cents for part in bank_deposits(day)) == day.seal.deposit_cents
    assert pit.journal.at("drawer PW")["cash"] == 90_000
    assert sum(pit.journal.at(place)["cash"] for place in ("drawer", "cash reserve")) == 310_000


def test_a_bank_whose_game_is_not_played_is_left_alone(pit):
    play(pit)
    pit.closing()
    pit.desk.close_day(400_000, pit.by("pia", "jo"), {"drawer PW": 90_000})
    pit.later(days=1)
    held = pit.journal.balances()
    pit.begin(Chips.named(held["chip bank"]), held["drawer"]["cash"])
    pit.desk.count("opening", {"cash reserve": dict(held["cash reserve"])}, pit.by("pia", "jo"))
    pit.open("2", Chips.named(held["tray 2"]))
    assert drawers(pit.desk.today) == ("drawer",)
    with pit.refused("nd.03-06.2", words="The drawer PW has no opening count."):
        pit.desk.redeem(Chips.read("1xpw$1"), pit.by("jo"))
    pit.end(310_000)
    assert of_banks(pit.desk.day) == {}
    assert pit.journal.at("drawer PW")["cash"] == 90_000


def test_a_bank_with_cash_in_it_does_not_end(pit):
    pit.wheels()
    for game, approval in (("PW", ""), ("combined", "AG-7")):
        with pit.refused("nd.03-06.1", words="The drawer PW holds cash"):
            pit.desk.set_bank(game, approval, pit.by("gus"))
    with pit.refused("nd.03-06.1"):
        pit.desk.set_site({"combined": "AG-7"}, pit.by("gus"))
    pit.desk.set_bank("21", by=pit.by("gus"))


def test_what_each_drawer_keeps_is_said_and_there(pit):
    play(pit)
    pit.closing()
    by = pit.by("pia", "jo")
    with pit.refused("nd.03-10.1", words="Say what cash stays in the drawer PW"):
        pit.desk.close_day(400_000, by)
    with pit.refused("nd.03-10.1", words="more than the cash of the drawer PW"):
        pit.desk.close_day(600_000, by, {"drawer PW": 200_000})
    with pit.refused("nd.03-10.1", words="There is no drawer 21"):
        pit.desk.close_day(400_000, by, {"drawer PW": 1, "drawer 21": 1})
    with pit.refused("nd.03-10.1", words="cannot keep"):
        pit.desk.close_day(400_000, by, {"drawer PW": -1})


def test_a_drawer_that_is_not_counted_keeps_the_day_open(pit):
    play(pit)
    held = pit.journal.balances()
    counted = {place: dict(held[place]) for place in ("chip bank", "drawer", "cash reserve")}
    pit.desk.count("closing", counted, pit.by("pia", "jo"))
    with pit.refused("nd.03-06.2", words="The drawer PW has no closing count."):
        pit.desk.close_day(400_000, pit.by("pia", "jo"), {"drawer PW": 90_000})


def test_a_day_of_before_has_one_bank(pit):
    pit.desk.edition = 2
    assert pit.desk.day.opening.keeper == "21"
    pit.end()
    pit.later(days=1)
    pit.desk.open_day(pit.clock.now().at.date(), pit.by("pia", "jo"))
    day = pit.desk.today
    assert day.opening.keeper == ""
    assert drawer_of(day, "PW") == drawer_of(day, "21") == places.DRAWER
    assert "keeper" not in day.opening.detail
    assert kinds.Redeem(chips=Chips(), check="", by_check_cents=0).drawer == "drawer"


def test_the_drawer_of_a_game_that_came_later_is_begun_by_its_first_count(pit):
    pit.end(t2=50_000)
    pit.later(days=1)
    pit.desk.open_day(date(2026, 11, 21), pit.by("pia", "jo"))
    held = {place: dict(pit.journal.at(place)) for place in ("chip bank", "drawer")}
    pit.desk.count("opening", held, pit.by("pia", "jo"))
    drawer = pit.wheels()
    assert pit.desk.day.unexplained == []
    assert pit.journal.entry(pit.journal.head.seq).fact.began == (drawer,)
    assert figures(pit.desk.day).overnight_cash_cents == 0
    again = pit.desk.count("opening", {drawer: {"cash": 99_000}}, pit.by("pia", "jo"))
    assert (again.fact.began, again.fact.off) == ((drawer,), {drawer: {"cash": -1_000}})
    assert figures(pit.desk.day).overnight_cash_cents == 0
