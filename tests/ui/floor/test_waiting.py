"""The slips on their way: the oldest first, verified and received by whoever may, named as they are."""

import pytest
from PySide6.QtWidgets import QApplication, QPushButton

from pitdesk.chips import Chips
from tests.ui.evening import Quick, copied, proven, signed
from ui.floor.waiting import Pointed

BO, PIA, KARI, SARA = (
    signed(one) for one in ("bo:pit boss", "pia:shift manager", "kari:dealer", "sara:dealer")
)


@pytest.fixture
def hands(qtbot, open_window, tmp_path) -> Quick:
    """A fill for table 2 and, a minute later, one for table 1 are prepared by jo."""
    hands = Quick.at(qtbot, open_window(*copied(tmp_path)))
    for table, chips in (("2", "20x$5"), ("1", "10x$5")):
        hands.at_desk(lambda desk, t=table, c=chips: desk.fill(t, Chips.read(c), proven("jo:cashier")))
        hands.pit.clock.at = hands.pit.clock.at.replace(minute=40)
    return hands


def test_the_oldest_waits_first_and_says_what_it_is(hands):
    hands.go("waiting")
    form = hands.form
    assert form.slip.value() == "fill 000001"
    assert [form.slip.button(key).text() for key in ("fill 000001", "fill 000002")] == [
        *("Fill 000001 · 2", "Fill 000002 · 1")
    ]
    assert form.told.text() == "Verify fill 000001: $100.00, chip bank to table 2"
    assert "20x$5" in form.chips.text()
    assert "Prepared 16:34 by Jo Sandvik." in form.chips.text()
    assert form.primary.text() == "Verify fill 000001"
    assert form.signers.places[0].person.value() == "bo"
    assert QApplication.focusWidget() is form.signers.places[0].pin.edit


def test_a_fill_is_verified_and_received_and_both_times_named(hands):
    form = hands.fill_in("waiting", {"slip": "fill 000001"}, BO)
    hands.post(form)
    assert hands.told() == "Fill 000001 is verified."
    hands.go("waiting", Pointed("fill", 1))
    assert form.primary.text() == "Receive fill 000001"
    assert form.signers.places[0].who.words == "Received by"
    assert form.signers.places[0].person.value() == "sara"  # who deals at table 2
    hands.sign(form.signers, SARA)
    hands.post(form)
    assert hands.told() == "Fill 000001 is received."  # and not the one that waits now
    assert [one.name for one in hands.window.station.board.waiting] == ["fill 000002"]
    spot = hands.window.station.board.spot("2")
    assert spot.known == spot.par + Chips.read("20x$5")


def test_whoever_prepared_it_does_not_verify_it(hands):
    hands.at_desk(lambda desk: desk.fill("3", Chips.read("5x$5"), proven("bo:pit boss", "jo:cashier")))
    form = hands.fill_in("waiting", {"slip": "fill 000003"}, BO)
    hands.post(form)
    assert hands.refused(form) == {"initials": {"pd.own"}}
    assert form.slip.value() == "fill 000003"


def test_the_dealer_of_another_table_does_not_receive_it(hands):
    hands.at_desk(lambda desk: desk.verify("fill", 1, proven("bo:pit boss")))
    form = hands.fill_in("waiting", {"slip": "fill 000001"}, KARI)
    hands.post(form)
    assert hands.refused(form) == {"initials": {"nd.08-05.6"}}
    assert "Kari Lund is not at table 2. Ask its dealer." in form.signers.notice.text


def test_who_verified_last_is_asked_first_the_next_time(hands):
    form = hands.fill_in("waiting", {"slip": "fill 000001"}, PIA)
    hands.post(form)
    hands.go("waiting", Pointed("fill", 2))
    assert form.signers.places[0].person.value() == "pia"


def test_a_slip_that_was_voided_meanwhile_is_not_verified_any_more(hands):
    form = hands.fill_in("waiting", {"slip": "fill 000001"}, BO)
    call = form.read()
    hands.at_desk(lambda desk: desk.void("fill", 1, "wrong table", proven("jo:cashier")))
    assert form.slip.value() == "fill 000002"  # what waits is offered anew
    hands.window.station.post(call, form._done, form._refused, verb="waiting")
    hands.settle()
    assert hands.refused(form) == {"below": {"pd.state"}}
    assert "fill 000001 is void already" in form.notice.text


def test_with_nothing_on_the_way_there_is_nothing_to_press(hands):
    for number in (1, 2):
        hands.at_desk(lambda desk, n=number: desk.void("fill", n, "wrong", proven("jo:cashier")))
    hands.go("waiting")
    form = hands.form
    assert form.told.text() == "Nothing is on the way."
    assert not form.primary.isEnabled()


def test_a_slip_is_taken_from_the_floor_by_its_own_button(hands):
    hands.go("floor")
    buttons = [one for one in hands.form.findChildren(QPushButton) if one.isVisible()]
    hands.press(next(one for one in buttons if one.accessibleName() == "Verify fill 000002"))
    assert hands.form.name == "waiting"
    assert hands.form.slip.value() == "fill 000002"
