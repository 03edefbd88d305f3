"""A second person is asked for in place while the amount is typed, and no longer than it needs one."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from pitdesk.chips import Chips
from tests.ui.night import PINS, Quick, copied, key, proven, signed
from tests.ui.stand import stands
from ui.work.signers import SECOND

pytestmark = pytest.mark.long

JO_PIA = signed("jo:cashier", "pia:shift manager")


@stands("redeem")
def user(qtbot, open_window, tmp_path) -> Quick:
    """Above $100.00 or 60 chips two people initial; players hold $500 in chips of table 1."""
    user = Quick.at(qtbot, open_window(*copied(tmp_path)))
    left = Chips.read("40x50c 100x$1 50x$5 14x$25")
    user.at_desk(lambda desk: desk.count_tray("1", left, proven("kari:dealer")))
    limits = {"second_cents": 100_00, "second_pieces": 60}
    user.at_desk(lambda desk: desk.set_site(limits, proven("gro:gaming manager")))
    return user


def second(user: Quick):
    return user.form.signers.places[-1]


def chips(user: Quick, text: str) -> None:
    user.form.chips.set_chips(Chips.read(text))


def test_it_comes_and_goes_with_what_is_typed(user):
    user.go("redeem")
    assert not second(user).isVisible()
    chips(user, "4x$25")
    assert not second(user).isVisible()
    chips(user, "4x$25 1x$1")
    assert second(user).isVisible()
    person = second(user).person
    assert person.caption_label.text() == "Second: more than $100.00"
    assert person.box.accessibleDescription() == (
        "Second person: more than $100.00. A pit boss or a manager initials, too."
    )
    assert {one.person for one in user.form.signers.value()} == {"jo", second(user).person.value()}
    chips(user, "4x$25")
    assert not second(user).isVisible()
    assert person.box.accessibleDescription() == ""
    assert [one.person for one in user.form.signers.value()] == ["jo"]


def test_so_many_chips_ask_for_it_too(user):
    user.go("exchange")
    user.form.other.set_chips(Chips.read("61x$1"))
    assert second(user).isVisible()
    assert second(user).person.caption_label.text() == "Second: more than 60 chips"


def test_the_hands_are_led_to_its_pin_and_the_last_enter_pays(user):
    form = user.fill_in("redeem", {"chips": "5x$25"})
    user.pick(second(user).person.box, "pia")
    form.chips.quick.setFocus()
    form.again()
    assert QApplication.focusWidget() is second(user).pin.edit
    user.type(PINS["pia"])
    key(Qt.Key.Key_Return)
    user.settle()
    assert user.told() == "Paid $125.00."
    (paid,) = [one for one in user.entries() if one.kind == "redeem"]
    assert [(one.person, one.proof) for one in paid.signatures] == [("jo", "signed in"), ("pia", "pin")]
    assert not second(user).isVisible()  # the next player stands there


def test_a_proof_that_is_no_longer_asked_for_is_wiped(user):
    user.go("redeem")
    chips(user, "5x$25")
    user.write(second(user).pin.edit, PINS["pia"])
    chips(user, "1x$25")
    chips(user, "5x$25")
    assert second(user).pin.edit.text() == ""


def test_who_may_not_is_refused_beside_the_initials(user):
    form = user.fill_in("redeem", {"chips": "5x$25"})
    user.pick(second(user).person.box, "kari")
    user.write(second(user).pin.edit, PINS["kari"])
    user.post(form)
    assert "pd.second" in user.refused(form)["initials"]


def test_a_pit_boss_who_prepares_and_the_cashier_are_two_already(user):
    form = user.fill_in("fill", {"table": "2", "chips": "25x$5"})
    assert second(user).isVisible()
    user.pick(form.signers.places[0].person.box, "bo")
    user.press(form.signers.more[0])
    user.pick(form.signers.places[1].person.box, "jo")
    assert not second(user).isVisible()


def test_the_slip_shows_who_initials_as_the_second(user):
    form = user.fill_in("fill", {"table": "2", "chips": "25x$5"}, signed("jo:cashier"))
    user.pick(second(user).person.box, "pia")
    assert "Second       PO shift manager" in form.paper.lines
    user.write(second(user).pin.edit, PINS["pia"])
    user.post(form)
    (fill,) = [one for one in user.entries() if one.kind == "fill"]
    assert [one.part for one in fill.signatures] == ["both", "original"]


def test_money_asks_as_chips_do(user):
    for verb in ("check", "withdraw", "iou"):
        user.go(verb)
        user.write(user.form.amount.edit, "100.01")
        assert second(user).isVisible(), verb
        user.write(user.form.amount.edit, "100.0")
        assert not second(user).isVisible(), verb


def test_tips_that_are_only_counted_ask_nobody(user):
    user.go("tips")
    chips(user, "5x$25")
    assert second(user).isVisible()
    user.choose(user.form.way, "declare")
    assert not second(user).isVisible()


def test_it_has_the_names_of_other_initials(user):
    user.go("redeem")
    chips(user, "5x$25")
    assert second(user).person.box.accessibleName() == SECOND.words


def test_a_site_that_says_nothing_asks_for_nobody(user):
    off = {"second_cents": 0, "second_pieces": 0}
    user.at_desk(lambda desk: desk.set_site(off, proven("gro:gaming manager")))
    user.go("redeem")
    chips(user, "5x$25")
    assert not second(user).isVisible()
