"""The cage window: players paid, tips counted, chips and checks exchanged; what is wrong is refused."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QLineEdit

from pitdesk.chips import Chip, Chips
from tests.ui.night import Quick, copied, proven, signed
from tests.ui.stand import stands

pytestmark = pytest.mark.long

JO, KARI, NINA = signed("jo:cashier"), signed("kari:dealer"), signed("nina:wheel operator")


@stands("redeem", "exchange")
def user(qtbot, open_window, tmp_path) -> Quick:
    """Table 1 is counted down, so that players hold $500 in chips of it."""
    user = Quick.at(qtbot, open_window(*copied(tmp_path)))
    left = Chips.read("40x50c 100x$1 50x$5 14x$25")
    user.at_desk(lambda desk: desk.count_tray("1", left, proven("kari:dealer")))
    return user


def board(user: Quick):
    return user.window.station.board


def live(user: Quick, form) -> None:
    user.qtbot.waitUntil(lambda: not form._trial.isActive(), timeout=5_000)
    user.settle()


# Redeem


def test_a_player_is_paid_and_shown_what_with(user):
    form = user.fill_in("redeem", {"chips": "47x$5 1x$1"})
    assert form.amount.text() == "$236.00"
    assert (
        form.notes.text().replace("\N{NO-BREAK SPACE}", " ")
        == "2 × $100   1 × $20   1 × $10   1 × $5   1 × $1"
    )
    assert "In the drawer now  $4,000.00" in form.facts.text()
    assert "After this  $3,764.00" in form.facts.text()
    assert "$264.00 in chips with players" in form.facts.text()
    assert form.primary.text() == "Pay $236.00"
    user.post(form)
    assert user.told() == "Paid $236.00."
    assert board(user).money("drawer") == 3_764_00
    assert user.form is form  # the next player stands there already
    assert QApplication.focusWidget() is form.chips.quick
    assert (form.amount.text(), form.primary.text()) == ("$0.00", "Pay")


def test_by_check_the_drawer_stays_as_it_is(user):
    form = user.fill_in("redeem", {"chips": "20x$5", "check": "5512"})
    assert form.notes.text() == "By check 5512"
    assert "After this  $4,000.00" in form.facts.text()
    user.post(form)
    assert user.told() == "Paid $100.00 by check 5512."
    assert board(user).money("drawer") == 4_000_00


def test_more_than_can_be_on_the_floor_is_warned_of_and_refused_until_there_is_a_reason(user):
    form = user.fill_in("redeem", {"chips": "7x$100"})
    live(user, form)
    assert user.refused(form) == {"below": {"pd.floor"}}
    user.post(form)
    assert user.refused(form) == {"below": {"pd.floor"}}
    assert form.chips.value() == Chips.read("7x$100")
    user.write(form.reason.edit, "from Saturday, seen on video")
    assert form.notice.text == ""
    user.post(form)
    assert user.told() == "Paid $700.00."
    (paid,) = [one for one in user.entries() if one.kind == "redeem"]
    assert paid.fact.reason == "from Saturday, seen on video"


def test_more_than_the_drawer_holds_is_refused_with_the_way_out(user):
    user.at_desk(lambda desk: desk.count_tray("1", Chips(), proven("kari:dealer")))
    user.at_desk(
        lambda desk: desk.count(
            "check", {"drawer": {"cash": 50_00}}, proven("jo:cashier", "pia:shift manager")
        )
    )
    form = user.fill_in("redeem", {"chips": "60x$5"})
    user.post(form)
    assert user.refused(form) == {"below": {"pd.cash"}}
    assert "Replenish it by an IOU or a withdrawal first." in form.notice.text


def test_a_dealer_does_not_pay_players(user):
    form = user.fill_in("redeem", {"chips": "2x$5"}, KARI)
    user.post(form)
    assert user.refused(form) == {"initials": {"pd.redeem"}}


def test_whoever_is_not_signed_in_gives_a_pin_before_the_desk_is_asked(user):
    form = user.fill_in("redeem", {"chips": "2x$5"}, [("pia", "shift manager", "")])
    user.press(form.primary)
    assert form.signers.notice.text == "Pia Olsen gives a PIN or a badge first."
    assert QApplication.focusWidget() is form.signers.places[0].pin.edit
    assert not form.busy
    assert form.chips.value() == Chips.read("2x$5")


# Refuse


def test_chips_that_are_not_redeemed_are_noted_with_the_reason(user):
    fields = {"chips": "3x$100", "reason": "taken from another player's stack"}
    user.post(user.fill_in("refuse", fields))
    assert user.told() == "Noted: $300.00 in chips not redeemed."
    assert board(user).money("drawer") == 4_000_00


# Tips


def tips(user: Quick, way: str, **fields: str):
    return user.fill_in("tips", {"way": way, "person": "kari", **fields})


def test_tips_are_declared_pooled_and_redeemed_from_the_pool(user):
    user.post(tips(user, "declare", chips="20x$1"))
    assert user.told() == "Tips of Kari Lund declared: $20.00."
    user.post(tips(user, "pool", chips="20x$1"))
    assert user.told() == "Tips of Kari Lund are in the pool: $20.00."
    user.post(tips(user, "redeem", person="pool", chips="20x$1"))
    assert user.told() == "Paid the pool $20.00 for tips."
    assert board(user).money("drawer") == 3_980_00
    assert not board(user).held("tips pool")


def test_tips_are_exchanged_at_a_table_by_its_dealer(user):
    form = tips(user, "exchange", table="1", chips="10x$1", other="2x$5")
    assert form.signers.places[0].who.words == "Dealer"
    assert form.signers.places[0].person.value() == "kari"
    assert form.signers.places[0].pin.isVisible()
    user.sign(form.signers, KARI)
    user.post(form)
    assert user.told() == "Tips of Kari Lund exchanged: $10.00."
    assert board(user).held("tips kari") == Chips.read("2x$5")


def test_tips_that_cannot_be_are_refused_and_stay_typed(user):
    for way, fields, rule in (
        ("redeem", {"chips": "7x$100"}, "pd.floor"),
        ("declare", {"chips": "7x$100"}, "pd.floor"),
        ("pool", {"chips": "5x$1"}, "pd.below"),
        ("exchange", {"table": "1", "chips": "10x$1", "other": "3x$5"}, "pd.equal"),
        ("exchange", {"table": "4", "chips": "4x$1", "other": "2x$2"}, "nd.08-06.2t"),
    ):
        form = tips(user, way, **fields)
        if way == "exchange":
            user.sign(form.signers, KARI)
        user.post(form)
        assert user.refused(form) == {"below": {rule}}, fields
        assert form.chips.value() == Chips.read(fields["chips"])
        assert form.way.value() == way
        user.press(form.empty)


def test_only_what_a_way_needs_is_asked_for(user):
    form = tips(user, "declare", chips="20x$1")
    shown = {name for name in ("table", "other", "reason") if getattr(form, name).isVisible()}
    assert shown == set()
    user.choose(form.way, "redeem")
    assert form.reason.isVisible()
    user.choose(form.way, "exchange")
    assert form.table.isVisible()
    assert form.other.isVisible()
    assert not form.reason.isVisible()
    assert form.chips.value() == Chips.read("20x$1")


# Exchange


def test_a_player_changes_chips_at_the_cage(user):
    form = user.fill_in("exchange", {"chips": "1x$25", "other": "5x$5"})
    assert not form.signers.places[0].pin.isVisible()
    user.post(form)
    assert user.told() == "Exchanged $25.00."


def test_a_player_changes_chips_at_a_table_with_its_dealer(user):
    form = user.fill_in("exchange", {"where": "A", "chips": "4x$5", "other": "20xpw$1"})
    assert form.signers.places[0].person.value() == "nina"
    user.sign(form.signers, NINA)
    user.post(form)
    assert user.told() == "Exchanged $20.00."
    assert board(user).spot("A").known[Chip.named("pw$1")] == 180


def test_a_leaving_player_is_colored_up(user):
    form = user.fill_in("exchange", {"chips": "10x$5", "other": "2x$25", "color up": True})
    user.post(form)
    assert user.told() == "Exchanged $50.00."
    entry = next(one for one in user.entries() if one.kind == "exchange")
    assert entry.fact.color_up is True


def test_a_dealer_asks_before_coloring_up(user):
    fields = {"where": "2", "chips": "10x$5", "other": "2x$25"}
    form = user.fill_in("exchange", fields)
    assert form.asked.isHidden()
    live(user, form)
    assert user.refused(form) == {"below": {"nd.08-11.19"}}
    form = user.fill_in("exchange", fields | {"color up": True})
    live(user, form)
    assert user.refused(form) == {"below": {"nd.08-11.19"}}
    user.tick(form.asked.box, True)
    user.sign(form.signers, [("sara", "dealer", "7316")])
    user.post(form)
    entry = next(one for one in user.entries() if one.kind == "exchange")
    assert (entry.fact.color_up, entry.fact.asked) == (True, True)


def test_an_exchange_that_may_not_be_is_refused_with_both_sides_kept(user):
    for fields, rule in (
        ({"chips": "1x$25", "other": "6x$5"}, "pd.equal"),
        ({"chips": "20x$1", "other": "20xpw$1"}, "nd.08-06.1b"),
        ({"chips": "2x$25", "other": "10x$5", "color up": True}, "nd.08-11.19"),
    ):
        form = user.fill_in("exchange", fields)
        live(user, form)
        assert user.refused(form) == {"below": {rule}}, fields
        user.post(form)
        assert user.refused(form) == {"below": {rule}}
        assert form.chips.value() == Chips.read(fields["chips"])
        assert form.other.value() == Chips.read(fields["other"])
        user.press(form.empty)


def test_the_table_that_is_chosen_on_the_floor_is_not_taken_for_where_a_player_stands(user):
    user.go("floor", "2")
    user.go("exchange")
    assert user.form.where.value() == "cage"


# Checks


def test_a_check_is_cashed_and_lies_in_the_drawer(user):
    user.post(user.fill_in("check", {"amount": "100.00", "number": "2209", "drawer": "Ole Hagen"}))
    assert user.told() == "Check 2209: $100.00 paid."
    assert board(user).money("drawer", "checks") == 100_00
    assert board(user).money("drawer") == 3_900_00


def test_an_amount_that_cannot_be_is_refused_in_words(user):
    for amount, rules in (
        ("1000000000", {"pd.amount", "pd.cash"}),  # beyond any cage
        ("0", {"pd.amount"}),
        ("4,000.50", {"pd.cash"}),
    ):
        form = user.fill_in("check", {"amount": amount, "number": "2209", "drawer": "Ole Hagen"})
        user.post(form)
        assert user.refused(form) == {"below": rules}, amount
        assert form.amount.typed() == amount
        assert form.drawn_by.typed() == "Ole Hagen"


def test_an_amount_that_is_none_is_told_beside_it(user):
    form = user.fill_in("check", {"number": "2209", "drawer": "Ole Hagen"})
    for amount in ("a lot", "1e5", "-5", "\uff19", "100.5"):
        user.write(form.amount.edit, amount)
        user.press(form.primary)
        assert user.refused(form) == {"amount": f"'{amount}' is no amount. Write 912 or 1,250.00."}
        assert form.amount.typed() == amount
        assert not form.busy


# Chips that are not ours


def test_foreign_chips_are_described_and_initialed(user):
    fields = {"pieces": "3", "face": "5.00", "what": "red, a crown", "whose": "Prairie Elks"}
    form = user.fill_in("foreign", fields | {"done": "kept as evidence"}, JO)
    assert not form.mark.isVisible()  # none is on file
    user.post(form)
    assert user.told() == "Noted: 3 foreign chips, kept as evidence."
    kept = user.entries()[-1]
    assert (kept.kind, kept.postings) == ("foreign", ())
    assert kept.fact.whose == "Prairie Elks"
    assert (kept.fact.pieces, kept.fact.face_cents) == (3, 500)
    assert user.form is form


def test_being_signed_in_is_not_enough_for_foreign_chips(user):
    fields = {"pieces": "1", "face": "0", "what": "blank", "done": "given back"}
    form = user.fill_in("foreign", fields)
    user.press(form.primary)
    assert "gives a PIN or a badge first" in form.signers.notice.text
    user.sign(form.signers, JO)
    user.post(form)
    assert user.told() == "Noted: 1 foreign chip, given back."


def test_a_mark_on_file_says_whose_they_are(user):
    user.at_desk(lambda desk: desk.set_mark("Crown", "Prairie Elks", proven("gro:gaming manager")))
    fields = {"pieces": "2", "face": "25", "what": "a crown", "mark": "Crown", "done": "given back"}
    form = user.fill_in("foreign", fields, JO)
    assert not form.whose.isVisible()
    user.post(form)
    assert user.entries()[-1].fact.whose == "Prairie Elks (Crown)"


def test_foreign_chips_that_are_not_described_are_not_noted(user):
    form = user.fill_in("foreign", {"pieces": "0", "face": "5", "done": "given back"}, JO)
    user.press(form.primary)
    assert form.pieces.told == "'0' is no number of chips. Type digits, such as 3."
    user.write(form.pieces.edit, "2")
    user.sign(form.signers, JO)
    user.post(form)
    assert user.refused(form) == {"below": {"pd.foreign"}}


@pytest.mark.parametrize("room", [(911, 512), (1093, 614), (1366, 768)])
def test_what_is_taken_and_what_is_given_stand_alike(user, room):
    for _ in range(2):
        user.window.resize(*room)
        user.rest()
    user.go("exchange")
    user.rest()
    user.qtbot.wait(1)
    taken, given = (
        [
            one.mapTo(grid, QPoint()).toTuple()
            for one in grid.findChildren(QLineEdit)
            if one is not grid.quick
        ]
        for grid in (user.form.chips, user.form.other)
    )
    assert taken == given
