"""A second person: asked for above the house's limit, and only there; the right one, never the same."""

import pytest

from pitdesk.chips import Chips
from pitdesk.desk import Desk
from pitdesk.errors import Refused
from tests.conftest import signers as signed

JO, JO_PIA = ("jo:cashier",), ("jo:cashier", "pia:shift manager")


@pytest.fixture
def desk(desk: Desk, by) -> Desk:
    """Above $100.00 or 30 chips two people initial. Players hold chips of table 2."""
    desk.set_site({"second_cents": 100_00, "second_pieces": 30}, by("gm:gaming manager"))
    desk.count_tray("2", Chips(), by("kari:dealer"))
    return desk


def refused(desk: Desk, call) -> set[str]:
    return {reason.rule for reason in desk.trial(call)}


def redeem(text: str, *signers: str):
    return lambda desk: desk.redeem(Chips.read(text), signed(*signers))


def test_up_to_the_limit_one_person_is_enough(desk):
    assert refused(desk, redeem("4x$25", *JO)) == set()
    assert refused(desk, redeem("30x$1", *JO)) == set()


@pytest.mark.parametrize("chips", ["4x$25 1x50c", "31x$1"])
def test_above_it_a_second_person_initials(desk, chips):
    assert refused(desk, redeem(chips, *JO)) == {"pd.second"}
    assert refused(desk, redeem(chips, *JO_PIA)) == set()
    assert refused(desk, redeem(chips, "jo:cashier", "bo:pit boss")) == set()


def test_the_second_person_is_another_and_a_pit_boss_or_a_manager(desk):
    assert "pd.second" in refused(desk, redeem("5x$25", "jo:cashier", "kari:dealer"))
    assert {"pd.second", "pd.twice"} <= refused(desk, redeem("5x$25", "jo:cashier", "jo:cashier"))
    assert "pd.duty" in refused(desk, redeem("5x$25", "jo:cashier", "gm:gaming manager"))


def test_nobody_else_pays_a_player_for_that(desk):
    """The second person stands by: who pays is still the cashier."""
    assert "pd.redeem" in refused(desk, redeem("5x$25", "pia:shift manager", "jo:cashier"))
    assert "pd.redeem" in refused(desk, redeem("1x$25", *JO_PIA))  # where nobody asks for a second


def test_it_says_what_to_do(desk):
    (reason,) = desk.trial(redeem("5x$25", *JO))
    assert reason.words == (
        "This redeem is more than $100.00. Two people initial it before anything moves, one of them a"
        " pit boss or a manager. Ask a second person."
    )
    assert reason.section == "House rule: a second person"


def test_every_verb_that_moves_chips_or_money_asks(desk, by):
    jo, pia, chips = by(*JO), by("pia:shift manager"), Chips.read("5x$25")
    small = Chips.read("25x$5")
    dealer = by("kari:dealer")
    desk.set_lender("Bingo", "game", by("gm:gaming manager"))
    for call in (
        lambda desk: desk.fill("2", small, jo),
        lambda desk: desk.credit("2", small, dealer),
        lambda desk: desk.exchange(chips, small, jo),
        lambda desk: desk.exchange(chips, small, dealer, table="2"),
        lambda desk: desk.check(100_01, "12", "A. Player", jo),
        lambda desk: desk.redeem_tips("kari", chips, jo),
        lambda desk: desk.exchange_tips("2", "kari", chips, small, dealer),
        lambda desk: desk.iou(100_01, "Bingo", "drawer", jo),
        lambda desk: desk.withdraw(100_01, "check 5", pia),
    ):
        assert "pd.second" in refused(desk, call)
    assert "pd.second" not in refused(desk, lambda desk: desk.declare_tips("kari", chips, jo))
    assert "pd.second" not in refused(desk, lambda desk: desk.withdraw(100_00, "check 5", pia))


def test_a_pit_boss_and_the_cashier_are_two(desk, by):
    desk.fill("2", Chips.read("25x$5"), by("bo:pit boss", "jo:cashier"))
    assert desk.slip("fill", 1).signed["initialed"].person == "jo"


def test_both_stand_in_the_entry(desk, by):
    entry = desk.redeem(Chips.read("5x$25"), by(*JO_PIA))
    assert [(one.person, one.role) for one in entry.signatures] == [
        ("jo", "cashier"),
        ("pia", "shift manager"),
    ]


def test_nothing_asks_where_the_house_says_nothing(desk, by):
    desk.set_site({"second_cents": 0, "second_pieces": 0}, by("gm:gaming manager"))
    assert refused(desk, redeem("5x$25", *JO)) == set()


@pytest.mark.parametrize("limit", [-1, 10**9 + 1])
def test_a_limit_that_nobody_can_pass_is_refused(desk, by, limit):
    with pytest.raises(Refused, match="Two people cannot initial above this amount"):
        desk.set_site({"second_cents": limit}, by("gm:gaming manager"))
