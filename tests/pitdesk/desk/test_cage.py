import pytest

from pitdesk import kinds
from pitdesk.chips import Chips

FIVES = Chips.read("10x$5")


@pytest.fixture
def floor(pit):
    """Players hold 20x$5, 5x$25 and 40x$1 of table 2."""
    tray = pit.desk.today.tables["2"].known - Chips.read("20x$5 5x$25 40x$1")
    pit.desk.count_tray("2", tray, pit.by("kari"))
    return pit


def players(pit):
    held = pit.journal.balances().get("patrons", {})
    return Chips.named({name: count for name, count in held.items() if name != "cash"})


# Redeeming


def test_a_players_chips_are_paid_from_the_drawer(floor):
    bank = Chips.named(floor.journal.at("chip bank"))
    entry = floor.desk.redeem(Chips.read("10x$5 2x$25"), floor.by("jo"))
    assert entry.fact.check == ""
    assert floor.journal.at("drawer") == {"cash": 390_000}
    assert Chips.named(floor.journal.at("chip bank")) == bank + Chips.read("10x$5 2x$25")
    assert players(floor) == Chips.read("10x$5 3x$25 40x$1")


def test_a_players_chips_are_paid_by_check(floor):
    entry = floor.desk.redeem(FIVES, floor.by("jo"), check="1077")
    assert (entry.fact.check, entry.fact.by_check_cents) == ("1077", 5_000)
    assert floor.journal.at("drawer") == {"cash": 400_000}
    assert floor.journal.at("gaming account") == {"cash": -405_000}


@pytest.mark.parametrize(
    ("signer", "broken"),
    [
        ("jo", ""),
        ("kari:dealer as cashier", ""),
        ("kari", "pd.redeem"),
        ("pia", "pd.redeem"),
        ("cleo", "pd.duty"),
    ],
)
def test_who_redeems(floor, signer, broken):
    if broken:
        with floor.refused(*broken.split()):
            floor.desk.redeem(FIVES, floor.by(signer))
    else:
        floor.desk.redeem(FIVES, floor.by(signer))


def test_more_than_the_floor_has_needs_a_reason(floor):
    words = "101 pieces of $5, but only 100 are on the floor by the book"
    with floor.refused("pd.floor", words=words):
        floor.desk.redeem(Chips.read("101x$5"), floor.by("jo"))
    entry = floor.desk.redeem(Chips.read("101x$5"), floor.by("jo"), reason="sold before this book")
    assert entry.fact.reason == "sold before this book"


def test_a_drawer_pays_no_more_than_it_has(floor):
    floor.desk.count("check", {"drawer": {"cash": 4_900}}, floor.by("pia", "jo"))
    with floor.refused("pd.cash", words=r"The drawer holds $49.00 and cannot pay $50.00."):
        floor.desk.redeem(FIVES, floor.by("jo"))
    floor.desk.redeem(FIVES, floor.by("jo"), check="1077")


def test_tournament_chips_are_worth_nothing(floor):
    with floor.refused("nd.08-15.1", "pd.floor", words="Tournament chips have no value"):
        floor.desk.redeem(Chips.read("5xnv$5"), floor.by("jo"))


def test_chips_that_are_refused_move_nothing(floor):
    before = floor.journal.balances()
    with floor.refused("pd.reason"):
        floor.desk.refuse(FIVES, "", floor.by("jo"))
    entry = floor.desk.refuse(FIVES, "stolen, police called", floor.by("jo"))
    assert entry.postings == ()
    assert floor.journal.balances() == before


# Changing chips


def test_chips_are_changed_at_the_cage(floor):
    floor.desk.exchange(Chips.read("2x$25"), Chips.read("10x$5"), floor.by("jo"))
    assert players(floor) == Chips.read("30x$5 3x$25 40x$1")
    assert floor.journal.at("chip bank")["$5"] == 890


def test_chips_are_changed_at_a_table_by_its_dealer(floor):
    floor.desk.exchange(Chips.read("1x$25"), Chips.read("5x$5"), floor.by("kari"), table="2")
    assert players(floor) == Chips.read("25x$5 4x$25 40x$1")
    assert floor.desk.today.tables["2"].known == Chips.read("40x50c 160x$1 75x$5 16x$25")


@pytest.mark.parametrize(
    ("chips", "other"), [("1x$25", "4x$5"), ("1x$25", "6x$5"), ("1x$25", ""), ("1x$5", "9x50c")]
)
def test_an_exchange_is_of_equal_value(floor, chips, other):
    with floor.refused("pd.equal"):
        floor.desk.exchange(Chips.read(chips), Chips.read(other), floor.by("jo"))


def test_an_exchange_of_nothing(floor):
    with floor.refused("pd.equal", "pd.amount"):
        floor.desk.exchange(Chips(), Chips(), floor.by("jo"))


@pytest.mark.parametrize(
    ("signer", "table", "broken"),
    [
        ("kari", None, "nd.08-07.3c"),
        ("jo", "2", "nd.08-07.3c"),
        ("dan", "2", "nd.08-07.3c"),
        ("kari", "3", "nd.08-07.3c pd.below"),
        ("kari", "9", "nd.08-07.3c pd.below"),
    ],
)
def test_who_changes_chips_where(floor, signer, table, broken):
    floor.arrive("dan")
    with floor.refused(*broken.split()):
        floor.desk.exchange(Chips.read("1x$25"), Chips.read("5x$5"), floor.by(signer), table=table)


def test_a_bank_gives_no_more_than_it_has(floor):
    floor.desk.stock(Chips.read("12x$100"), "chip bank", "chip reserve", floor.by("jo"), "quiet night")
    with floor.refused("pd.below", words="The chip bank is short 1 chips of $100"):
        floor.desk.exchange(Chips.read("4x$25"), Chips.read("1x$100"), floor.by("jo"))


def test_betting_chips_are_bought_at_the_wheel_only(dark):
    dark.desk.set_site({"combined": "AG-1"}, by=dark.by("gus"))
    dark.begin()
    dark.deliver("100xpw$2", to="chip bank")
    dark.open("2", Chips.read("50x$1"))
    dark.arrive("wes")
    dark.desk.open_table("7", Chips(), dark.by("wes"), limits=(100, 200))
    dark.fill("7", "50xpw$2", dealer="wes")
    dark.desk.count_tray("2", Chips.read("20x$1"), dark.by("kari"))
    two, wheel = Chips.read("2x$1"), Chips.read("1xpw$2")
    with dark.refused("nd.08-06.1b", words="at a paddlewheel table only"):
        dark.desk.exchange(two, wheel, dark.by("jo"))
    with dark.refused("nd.08-06.1b", "nd.08-11.19", "pd.below"):
        dark.desk.exchange(two, wheel, dark.by("kari"), table="2")
    dark.desk.exchange(two, wheel, dark.by("wes"), table="7")
    assert dark.desk.today.tables["7"].known == Chips.read("2x$1 49xpw$2")
    assert players(dark) == Chips.read("28x$1 1xpw$2")


@pytest.mark.parametrize(
    ("chips", "other", "broken"),
    [
        ("10x$5", "2x$25", ""),
        ("25x$1", "1x$25", ""),
        ("2x$5", "2x$5", "nd.08-11.19"),
        ("1x$25", "5x$5", "nd.08-11.19"),
        ("5x$5", "25x$1", "nd.08-11.19"),
        ("20x$1 1x$5", "5x$5", ""),  # the $5 comes back; the rest goes up
        ("1x$25 5x$1", "6x$5", ""),  # down and up
        ("1x$5", "5x$1", "nd.08-11.19"),
    ],
)
def test_coloring_up_goes_to_higher_chips(floor, chips, other, broken):
    floor.desk.set_site({"color_up": True}, by=floor.by("gus"))

    def color_up():
        floor.desk.exchange(
            *(Chips.read(chips), Chips.read(other), floor.by("kari")),
            table="2",
            color_up=True,
            asked=True,
        )

    if broken:
        with floor.refused(broken):
            color_up()
    else:
        color_up()


def test_coloring_up_is_the_houses_policy_or_it_is_not_done(floor):
    with floor.refused("nd.08-11.19", words="no policy of coloring up"):
        floor.desk.exchange(FIVES, Chips.read("2x$25"), floor.by("kari"), table="2", color_up=True)


# Checks


def test_a_check_is_cash_on_hand(pit):
    entry = pit.desk.check(8_000, "204", "A. Player", pit.by("jo"))
    assert (entry.fact.check, entry.fact.drawn_by) == ("204", "A. Player")
    assert pit.journal.at("drawer") == {"cash": 392_000, "checks": 8_000}


def test_checks_are_cashed_by_the_cashier_at_the_cage(pit):
    with pit.refused("nd.08-06.1", words="Chips are sold at a table for cash only"):
        pit.desk.check(8_000, "204", "A. Player", pit.by("jo"), table="2")
    with pit.refused("nd.08-06.1", words="A dealer does not cash checks"):
        pit.desk.check(8_000, "204", "A. Player", pit.by("kari"))
    with pit.refused("pd.cash"):
        pit.desk.check(400_050, "204", "A. Player", pit.by("jo"))


# Tips


def test_tips_are_counted_and_paid(floor):
    tips = Chips.read("3x$5 2x$1")
    floor.desk.declare_tips("kari", tips, floor.by("kari"))
    assert Chips.named(floor.journal.at("tips kari")) == tips
    assert players(floor) == Chips.read("17x$5 5x$25 38x$1")
    floor.desk.redeem_tips("kari", tips, floor.by("jo"))
    assert floor.journal.at("drawer") == {"cash": 398_300}
    assert not Chips.named(floor.journal.at("tips kari"))
    assert floor.desk.today.tips_seen == {"kari"}


def test_a_second_declaration_says_what_is_there_now(floor):
    floor.desk.declare_tips("kari", Chips.read("3x$5"), floor.by("kari"))
    floor.desk.declare_tips("kari", Chips.read("5x$5"), floor.by("kari"))
    assert floor.journal.at("tips kari") == {"$5": 5}
    assert players(floor) == Chips.read("15x$5 5x$25 40x$1")


def test_tips_that_were_not_declared_are_paid_too(floor):
    floor.desk.declare_tips("kari", Chips.read("3x$5"), floor.by("kari"))
    floor.desk.redeem_tips("kari", Chips.read("5x$5 1x$1"), floor.by("jo"))
    assert floor.journal.at("drawer") == {"cash": 397_400}
    assert not Chips.named(floor.journal.at("tips kari"))
    assert players(floor) == Chips.read("15x$5 5x$25 39x$1")


def test_tips_are_paid_from_cash_that_is_there(floor):
    floor.desk.count("check", {"drawer": {"cash": 1_450}}, floor.by("pia", "jo"))
    with floor.refused("pd.cash", words="The drawer holds $14.50 and cannot pay $15.00."):
        floor.desk.redeem_tips("kari", Chips.read("3x$5"), floor.by("jo"))


def test_tips_are_pooled_and_paid_from_the_pool(floor):
    floor.desk.declare_tips("kari", Chips.read("3x$5"), floor.by("kari"))
    with floor.refused("pd.below", words="The tips kari is short 1 chips of $5"):
        floor.desk.pool_tips("kari", Chips.read("4x$5"), floor.by("kari"))
    floor.desk.pool_tips("kari", Chips.read("3x$5"), floor.by("kari"))
    assert floor.journal.at("tips pool") == {"$5": 3}
    floor.desk.redeem_tips("pool", Chips.read("3x$5"), floor.by("jo"))
    assert floor.journal.at("drawer") == {"cash": 398_500}
    assert not Chips.named(floor.journal.at("tips pool"))


def test_tips_are_exchanged_at_a_table_with_video(floor):
    floor.desk.declare_tips("kari", Chips.read("25x$1"), floor.by("kari"))
    floor.desk.exchange_tips("2", "kari", Chips.read("25x$1"), Chips.read("1x$25"), floor.by("kari"))
    assert Chips.named(floor.journal.at("tips kari")) == Chips.read("1x$25")
    assert floor.desk.today.tables["2"].known == Chips.read("40x50c 185x$1 80x$5 14x$25")


def test_tips_are_not_exchanged_where_no_video_sees_it(pit):
    pit.arrive("dan")
    pit.desk.open_table(
        "3",
        Chips.read("10x$25 50x$1"),
        pit.by("dan"),
        limits=(300, 500),
        options={"method": "no-peek"},
    )
    with pit.refused("nd.08-06.2t", words="so tips are not exchanged there. Redeem them."):
        pit.desk.exchange_tips("3", "dan", Chips.read("25x$1"), Chips.read("1x$25"), pit.by("dan"))


@pytest.mark.parametrize(
    ("other", "broken"), [("2x$25", "pd.equal"), ("1x$100", "pd.equal pd.below"), ("", "pd.equal")]
)
def test_tips_are_exchanged_at_their_value(floor, other, broken):
    with floor.refused(*broken.split()):
        floor.desk.exchange_tips("2", "kari", Chips.read("25x$1"), Chips.read(other), floor.by("kari"))


def test_tips_of_nobody(floor):
    with floor.refused("pd.person", words="Nobody called zed is set up"):
        floor.desk.declare_tips("zed", Chips.read("1x$5"), floor.by("kari"))


# IOUs and withdrawals


def test_a_loan_is_numbered_and_paid_back_whole(pit):
    entry = pit.desk.iou(30_000, pit.lender(), "drawer", pit.by("jo"))
    assert str(entry.number) == "iou 000001"
    assert pit.journal.at("drawer") == {"cash": 430_000}
    (loan,) = pit.desk.today.loans
    assert (loan.cents, loan.lent, loan.initials, loan.repaid) == (30_000, "2026-11-20", "JO", None)
    back = pit.desk.payback(1, pit.by("pia"))
    assert back.fact == kinds.Payback(cents=30_000, iou=1)
    assert pit.journal.at("drawer") == {"cash": 400_000}
    assert pit.journal.at("lenders") == {"cash": 0}
    (loan,) = pit.desk.today.loans
    assert (loan.repaid, loan.repaid_initials) == ("2026-11-20", "PI")


@pytest.mark.parametrize(
    ("source", "destination", "broken"),
    [
        ("Bingo bank", "cash reserve", ""),
        ("Bingo bank", "tray 2", "nd.03-06.1a"),
        ("Bingo bank", "chip bank", "nd.03-06.1a"),
        ("lenders", "drawer", "nd.03-06.1a"),
        ("Corner store", "drawer", "nd.03-06.1a"),
        ("gaming account", "drawer", "nd.03-06.1a"),
        ("patrons", "drawer", "nd.03-06.1a"),
        ("drawer", "drawer", "nd.03-06.1a"),
        ("drawer", "cash reserve", ""),
        ("cash reserve", "drawer", "pd.cash"),  # nothing is in it
    ],
)
def test_a_loan_names_both_ends(pit, source, destination, broken):
    pit.lender()
    if broken:
        with pit.refused(broken):
            pit.desk.iou(30_000, source, destination, pit.by("jo"))
    else:
        pit.desk.iou(30_000, source, destination, pit.by("jo"))


def test_a_loan_is_paid_back_once(pit):
    with pit.refused("pd.state", words="IOU 1 is not open. Open: none."):
        pit.desk.payback(1, pit.by("jo"))
    pit.desk.iou(30_000, pit.lender(), "drawer", pit.by("jo"))
    pit.desk.iou(10_000, pit.lender(), "drawer", pit.by("jo"))
    pit.desk.payback(1, pit.by("jo"))
    with pit.refused("pd.state", words="IOU 1 is not open. Open: 2."):
        pit.desk.payback(1, pit.by("jo"))


def test_a_loan_is_paid_back_from_cash_that_is_there(pit):
    pit.desk.iou(30_000, pit.lender(), "drawer", pit.by("jo"))
    pit.desk.count("check", {"drawer": {"cash": 29_950}}, pit.by("pia", "jo"))
    with pit.refused("pd.cash"):
        pit.desk.payback(1, pit.by("jo"))


def test_a_withdrawal_names_site_game_and_method(pit):
    entry = pit.desk.withdraw(50_000, "check 1078", pit.by("jo"))
    assert entry.fact == kinds.Withdraw(
        cents=50_000,
        method="check 1078",
        to="drawer",
        site="Riverside Lounge",
        games=("21",),
    )
    assert pit.journal.at("drawer") == {"cash": 450_000}


@pytest.mark.parametrize(
    ("method", "to"), [("", "drawer"), ("check 1", "drop cash"), ("check 1", "tray 2")]
)
def test_a_withdrawal_without_a_method_or_to_elsewhere(pit, method, to):
    with pit.refused("nd.03-06.1w"):
        pit.desk.withdraw(50_000, method, pit.by("jo"), to=to)


def test_money_moves_after_the_opening_count(dark):
    lender = dark.lender()
    dark.desk.open_day(dark.clock.at.date(), dark.by("pia", "jo"))
    for verb in (
        lambda: dark.desk.withdraw(1000, "check 1", dark.by("jo")),
        lambda: dark.desk.iou(1000, lender, "drawer", dark.by("jo")),
        lambda: dark.desk.stock(FIVES, "site Minot", "chip bank", dark.by("jo"), "for tonight"),
    ):
        with dark.refused("nd.03-06.2"):
            verb()
