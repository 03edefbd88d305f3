"""Chip bank and money: counts by two, IOUs, withdrawals."""

import pytest
from PySide6.QtWidgets import QLabel

from pitdesk.chips import Chips
from tests.ui.night import Quick, copied, proven, several, signed
from tests.ui.stand import stands

pytestmark = pytest.mark.long

BOTH = signed("jo:cashier", "pia:shift manager")
JO, PIA, GRO, KARI = (
    signed(one) for one in ("jo:cashier", "pia:shift manager", "gro:gaming manager", "kari:dealer")
)
BANK = "2000x50c 2000x$1 1000x$2 2000x$5 600x$25 60x$100 1000xpw$1 500xpw$2"
OTHERS = "Pull-tab bank"


@stands("count banks", "payback")
def user(qtbot, open_window, tmp_path) -> Quick:
    return lent_to(Quick.at(qtbot, open_window(*copied(tmp_path))))


def lent_to(user: Quick) -> Quick:
    """Another bank is on file, which lends."""
    user.at_desk(lambda desk: desk.set_lender(OTHERS, "game", proven("gro:gaming manager")))
    return user


@stands()
def early(qtbot, open_window, tmp_path) -> Quick:
    """The day is open; nothing is counted yet."""
    return lent_to(Quick.at(qtbot, open_window(*copied(tmp_path, (16, 6)))))


def board(user: Quick):
    return user.window.station.board


# Counts


def test_the_banks_are_counted_first_by_two(early):
    user = early
    user.go("count banks")
    assert user.form.when.value() == "opening"
    form = user.fill_in("count banks", {"bank": BANK, "cash reserve?": True})
    user.write(form.drawer.total, "4,000.00")
    user.write(form.reserve.edits[100_00], "10")
    user.sign(form.signers, BOTH)
    user.post(form)
    assert user.told() == "The opening count is entered and balanced."
    assert board(user).opened == {"chip bank", "drawer", "cash reserve"}
    assert board(user).money("cash reserve") == 1_000_00
    assert board(user).held("chip bank") == Chips.read(BANK)
    user.go("count banks")
    assert user.form.when.value() == "check"


def test_one_alone_does_not_count_where_others_are_on_duty(early):
    user = early
    form = user.fill_in("count banks", {"bank": BANK}, JO)
    user.write(form.drawer.total, "4,000.00")
    user.post(form)
    assert user.refused(form) == {"initials": {"nd.03-06.2"}}
    assert form.bank.value() == Chips.read(BANK)
    assert form.drawer.value() == 4_000_00


def test_before_the_banks_are_counted_nothing_is_lent_and_it_says_why(early):
    user = early
    form = user.fill_in("iou", {"source": OTHERS, "amount": "500"}, JO)
    user.post(form)
    assert user.refused(form) == {"below": {"nd.03-06.2"}}  # it is not about who initials
    assert "The chip bank has no opening count. Count it with two people first." in form.notice.text


def test_a_count_that_is_off_says_so_and_where(user):
    form = user.fill_in("count banks", {"when": "check", "chip bank?": False})
    assert not form.bank.isVisible()
    user.write(form.drawer.total, "3,998.00")
    user.sign(form.signers, BOTH)
    user.post(form)
    assert user.told() == "The check count is entered. It is off at the drawer: see Close of day."
    assert [note.key for note in board(user).unexplained] == ["drawer"]


def test_what_is_expected_is_not_shown_to_who_counts(user):
    user.go("count banks")
    words = " ".join(one.text() for one in user.form.findChildren(QLabel) if one.isVisible())
    assert "2,000" not in words
    assert "4,000" not in words


def test_every_place_that_is_ticked_is_counted_or_told(user):
    form = user.fill_in("count banks", {"when": "check", "cash reserve?": True}, BOTH)
    user.press(form.primary)
    cash = "Count it: pieces by value, or the total; 0 if there is none."
    assert user.refused(form) == {
        "bank": "Nothing is counted yet. Type the pieces, or a 0 where there are none.",
        "drawer": cash,
        "reserve": cash,
    }
    for tick in form.which.values():
        user.tick(tick.box, on=False)
    user.press(form.primary)
    assert form.notice.text == "No place is ticked. Tick what was counted."


def test_checks_lie_in_the_drawer_beside_the_cash(user):
    user.at_desk(lambda desk: desk.check(100_00, "2209", "Ole Hagen", proven("jo:cashier")))
    form = user.fill_in("count banks", {"when": "check", "chip bank?": False, "checks": "100"})
    user.write(form.drawer.total, "3900")
    user.sign(form.signers, BOTH)
    user.post(form)
    assert user.told() == "The check count is entered and balanced."


# IOUs and withdrawals


def test_an_iou_is_lent_and_paid_back_whole(user):
    user.post(user.fill_in("iou", {"source": OTHERS, "amount": "500.00"}, JO))
    assert user.told() == "IOU 1: $500.00."
    assert board(user).money("drawer") == 4_500_00
    form = user.fill_in("payback", {"loan": "1"}, JO)
    assert form.loan.button("1").text() == "1: $500.00"
    user.post(form)
    assert user.told() == "IOU 1: $500.00 is paid back."
    assert board(user).money("drawer") == 4_000_00


def test_an_iou_is_paid_back_in_parts(user):
    user.post(user.fill_in("iou", {"source": OTHERS, "amount": "500.00"}, JO))
    form = user.fill_in("payback", {"loan": "1", "part": "500.50"}, JO)
    user.post(form)
    assert user.refused(form) == {"below": {"nd.03-06.1b"}}
    user.post(user.fill_in("payback", {"loan": "1", "part": "200.00"}, JO))
    assert user.told() == "IOU 1: $200.00 is paid back."
    assert board(user).money("drawer") == 4_300_00
    open_ = [(one.cents, one.repaid) for one in board(user).loans]
    assert [cents for cents, repaid in open_ if not repaid] == [300_00]


def test_an_iou_to_itself_or_of_nothing_is_refused(user):
    form = user.fill_in("iou", {"source": "drawer", "to": "drawer", "amount": "0"}, JO)
    user.post(form)
    assert user.refused(form) == {"below": {"nd.03-06.1a", "pd.amount"}}
    assert form.amount.typed() == "0"


def test_an_iou_that_the_drawer_can_no_longer_pay_back_is_refused(user):
    user.at_desk(lambda desk: desk.iou(500_00, OTHERS, "drawer", proven("jo:cashier")))
    two = proven("jo:cashier", "pia:shift manager")
    user.at_desk(lambda desk: desk.count("check", {"drawer": {"cash": 100_00}}, two))
    form = user.fill_in("payback", {"loan": "1"}, JO)
    user.post(form)
    assert user.refused(form) == {"below": {"pd.cash"}}


def test_without_an_open_iou_there_is_none_to_choose(user):
    user.go("payback")
    assert user.form.loan._none.isVisible()
    user.sign(user.form.signers, JO)
    user.press(user.form.primary)
    assert user.refused(user.form) == {"loan": "Choose iou first."}


def test_a_withdrawal_names_its_check(user):
    form = user.fill_in("withdraw", {"amount": "1,000.00"}, PIA)
    user.post(form)
    assert user.refused(form) == {"below": {"nd.03-06.1w"}}
    assert form.amount.typed() == "1,000.00"
    user.sign(form.signers, PIA)
    user.write(form.method.edit, "check 5501")
    user.post(form)
    assert user.told() == "Withdrawn $1,000.00, check 5501."
    assert board(user).money("drawer") == 5_000_00


def test_a_dealer_withdraws_nothing(user):
    form = user.fill_in("withdraw", {"amount": "100", "method": "check 1"}, KARI)
    user.post(form)
    assert user.refused(form) == {"initials": {"pd.who"}}


# A cash bank for each game


@stands()
def two(qtbot, open_window, tmp_path) -> Quick:
    """The evening of banks.shift: twenty-one keeps the first drawer, paddlewheels have their own."""
    return Quick.at(qtbot, open_window(*several(tmp_path)))


def test_both_drawers_are_counted_and_shown(two):
    user = two
    user.go("count banks")
    assert [t.box.text() for t in user.form.which.values() if t.isVisible()][2:4] == [
        "Drawer",
        "Drawer PW",
    ]
    fields = {"when": "check", "chip bank?": False, "second drawer?": True}
    form = user.fill_in("count banks", fields)
    user.write(form.drawer.total, "4,000.00")
    user.write(form.second.total, "1,000.00")
    user.sign(form.signers, JO)
    user.post(form)
    assert user.told() == "The check count is entered and balanced."
    assert [till.should for till in board(user).tills.values()] == [4_000_00, 1_000_00]
    user.go("floor")
    said = {one.text() for one in user.window.findChildren(QLabel) if one.isVisible()}
    assert {"Drawer, twenty-one", "Drawer, paddlewheel", "$1,000.00"} <= said


def test_chips_say_which_drawer_pays_and_a_check_is_asked(two):
    user = two
    form = user.fill_in("redeem", {"chips": "2xpw$1"})
    assert form.drawer.typed() == "drawer PW"
    assert "In the drawer PW now  $1,000.00" in form.facts.text()
    user.post(form)
    assert board(user).money("drawer PW") == 998_00
    user.post(user.fill_in("redeem", {"chips": "2x$5"}))
    assert board(user).money("drawer") == 3_990_00
    form = user.fill_in("check", {"amount": "12.37", "number": "7", "drawer": "Ole"})
    user.post(form)
    assert user.refused(form) == {"paid from": "Choose paid from first."}
    user.choose(form.drawer, "drawer PW")
    user.post(form)
    assert board(user).money("drawer PW") == 985_63


def test_a_withdrawal_is_for_one_bank_and_a_board_has_its_stamp(two):
    user = two
    form = user.fill_in("withdraw", {"amount": "500.37", "method": "check 1", "bank": "PW"}, PIA)
    user.post(form)
    assert board(user).money("drawer PW") == 1_500_37
    form = user.fill_in("iou", {"source": "Meat board", "to": "drawer PW", "amount": "100"}, JO)
    assert form.stamp.isVisible()
    user.post(form)
    assert user.refused(form) == {"below": {"nd.03-06.1a"}}
    user.write(form.stamp.edit, "48211")
    user.sign(form.signers, JO)
    user.post(form)
    assert [loan.source for loan in board(user).loans] == ["Meat board, stamp 48211"]


def test_the_seal_asks_what_each_drawer_keeps(two):
    user = two
    user.go("close day")
    user.rest()
    form = user.form
    user.qtbot.waitUntil(form.kept.isVisible)
    assert form.kept.caption_label.text() == "and in the drawer PW"
    overview = user.window.frame.stack.currentWidget().overview
    user.write(form.next_start.edit, "3,000")
    user.write(form.kept.edit, "800")
    assert overview.kept.typed() == "800"
    user.go("close")
    user.qtbot.waitUntil(lambda: overview.close_.next_start == 3_800_00)
