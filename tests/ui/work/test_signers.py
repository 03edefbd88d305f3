"""Initials, taken in place: the likely people first, the proof never kept, nobody signed out by it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QBoxLayout

from pitdesk.book.people import Signer
from pitdesk.chips import Chips
from tests.ui.night import PINS, Quick, copied, key, proven, signed
from tests.ui.stand import stands
from ui.work.signers import GAP, Initials, Who

pytestmark = pytest.mark.long


@stands("fill")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def place(user: Quick, verb: str, at: int = 0) -> Initials:
    user.go(verb)
    return user.form.signers.places[at]


def offered(place: Initials) -> list[str]:
    box = place.person.box
    return [box.itemData(at) for at in range(box.count())]


def test_who_can_and_is_here_stands_first_and_the_operator_is_chosen(user):
    one = place(user, "fill")
    assert one.person.value() == "jo"
    assert offered(one)[:3] == ["bo", "jo", "pia"]  # all of them may prepare a fill, by name
    assert {*offered(one)} == set(PINS) | {"aud"}


def test_a_credit_begins_with_the_dealer_of_its_table(user):
    one = place(user, "credit")
    for table, dealer in (("2", "sara"), ("1", "kari"), ("A", "nina")):
        user.choose(user.form.table, table)
        assert one.person.value() == dealer
        assert QApplication.focusWidget() is not one.pin.edit  # the user stay where they are


def test_a_name_is_seen_whole_as_long_as_there_is_room_for_it_below(user):
    user.window.resize(1366, 744)
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    for verb in ("void", "close day", "fill"):
        one = place(user, verb)
        user.qtbot.wait(20)
        assert one.person.box.toolTip() == "", verb  # which is there for a name that is cut


def test_a_role_is_asked_for_where_somebody_has_several(user):
    one = place(user, "fill")
    assert not one.role.isVisible()
    user.pick(one.person.box, "kari")
    assert one.role.isVisible()
    assert [one.role.box.itemData(at) for at in range(one.role.box.count())] == [
        *("dealer", "dealer as cashier")
    ]
    again = place(user, "team")
    user.pick(again.person.box, "kim")
    assert again.role.value() == "count team"  # what the verb asks for, before bookkeeper


@pytest.mark.parametrize(
    ("typed", "proof"),
    [
        ("2741", {"pin": "2741"}),
        (" 2741 ", {"pin": "2741"}),
        ("04:A2:19:7F", {"badge": "04:A2:19:7F"}),
        ("1234567890123", {"badge": "1234567890123"}),
        ("", {}),
    ],
)
def test_digits_are_a_pin_and_anything_else_came_from_a_badge(user, typed, proof):
    one = place(user, "fill")
    user.write(one.pin.edit, typed)
    assert one.value() == Signer("jo", "cashier", **proof)
    assert one.pin.edit.displayText() == "•" * len(typed)


def test_a_second_is_asked_for_behind_a_link_and_the_hands_are_led_there(user):
    second = place(user, "fill", 1)
    signers = user.form.signers
    assert not second.isVisible()
    (link,) = signers.more
    assert link.text() == "+ Cashier too"
    user.press(link)
    assert second.isVisible()
    assert not link.isVisible()
    assert QApplication.focusWidget() is second.person.box
    assert second.empty
    assert [one.person for one in signers.value()] == ["jo"]


def test_two_may_initial_one_slip_and_both_are_proven(user):
    form = user.fill_in("fill", {"table": "2", "chips": "20x$5"}, signed("bo:pit boss", "jo:cashier"))
    user.post(form)
    (entry,) = [one for one in user.entries() if one.kind == "fill"]
    assert [(s.person, s.role, s.part) for s in entry.signatures] == [
        ("bo", "pit boss", "original"),
        ("jo", "cashier", "both"),
    ]
    assert user.window.station.board.signed_in == "jo"


def test_who_is_signed_in_needs_no_pin_and_anybody_else_does(user):
    one = place(user, "redeem")
    assert not one.pin.isVisible()
    user.pick(one.person.box, "kari")
    assert one.pin.isVisible()
    user.pick(one.person.box, "jo")
    assert not one.pin.isVisible()


def test_whoever_was_chosen_stays_chosen_when_the_night_goes_on(user):
    one = place(user, "fill")
    user.pick(one.person.box, "pia")
    user.at_desk(lambda desk: desk.redeem(Chips.read("2x$5"), proven("jo:cashier")))
    assert one.person.value() == "pia"
    assert user.form.signers.typed() == [{"person": "pia", "role": "shift manager"}, {}, {}]


def test_a_pin_that_was_typed_stays_when_the_night_goes_on(user):
    one = place(user, "fill")
    one.pin.edit.setFocus()
    user.type("27")
    user.at_desk(lambda desk: desk.redeem(Chips.read("2x$5"), proven("jo:cashier")))
    assert one.pin.typed() == "27"


def test_a_pin_is_emptied_with_the_form_and_never_put_aside(user):
    form = user.fill_in("fill", {"table": "2"}, signed("pia:shift manager"))
    kept = form.signers.typed()
    assert PINS["pia"] not in repr(kept)
    form.signers.clear()
    assert form.signers.places[0].pin.typed() == ""
    form.signers.take_up(kept)
    assert form.signers.places[0].person.value() == "pia"
    assert form.signers.places[0].pin.typed() == ""


def test_enter_leads_from_the_person_to_the_role_and_the_pin(user):
    one = place(user, "fill")
    one.person.box.setFocus()
    key(Qt.Key.Key_Return)
    assert QApplication.focusWidget() is one.pin.edit
    one.role.show()  # as for whoever has several
    one.role.box.setFocus()
    key(Qt.Key.Key_Return)
    assert QApplication.focusWidget() is one.pin.edit


def test_the_slip_is_signed_by_whoever_is_chosen_before_any_proof(user):
    user.go("fill")
    (one,) = user.form.signers.signatures()
    assert (one.person, one.initials, one.role) == ("jo", "JS", "cashier")


def test_everything_that_can_be_chosen_or_typed_has_a_name(user):
    one = place(user, "fill")
    assert one.person.box.accessibleName() == "Prepared by"
    assert one.role.box.accessibleName() == "Prepared by, as"
    assert one.pin.edit.accessibleName() == "PIN or badge, Prepared by Jo Sandvik"
    one.ask(Who("Verified by", ("pit boss",)))
    assert one.pin.edit.accessibleName() == "PIN or badge, Verified by Jo Sandvik"
    assert one.person.box.accessibleName() == "Verified by"


def test_places_that_have_become_wider_stand_below_each_other(user):
    user.go("count banks")
    user.settle()
    signers = user.form.signers
    user.qtbot.waitUntil(lambda: signers._line.direction() == QBoxLayout.Direction.LeftToRight)
    before = signers.width()
    signers.places[0].person.setMinimumWidth(before * 3 // 4)
    user.qtbot.waitUntil(lambda: signers._line.direction() == QBoxLayout.Direction.TopToBottom)
    assert signers.width() == before


def test_two_stand_side_by_side_in_just_the_room_that_they_need(user):
    user.go("reconcile bank")
    signers = user.form.signers
    first, second = (one.sizeHint().width() for one in signers.places)
    for wide, turned in ((0, QBoxLayout.Direction.LeftToRight), (-1, QBoxLayout.Direction.TopToBottom)):
        signers._turn(first + GAP + second + wide)
        assert signers._line.direction() == turned


def test_what_was_refused_of_somebody_who_is_not_there_goes_once_they_come(user):
    board = user.window.station.board
    away = next(who for who in PINS if who not in board.duty and who in board.site.people)
    role = board.site.people[away].roles[0].name
    form = user.fill_in("fill", {"table": "2", "chips": "20x$5"})
    user.pick(form.signers.places[0].person.box, away)
    user.write(form.signers.pins()[0], PINS[away])
    user.post(form)
    assert "is not on duty" in form.signers.notice.text
    user.at_desk(lambda desk: desk.on_duty(*proven(f"{away}:{role}")))
    assert form.signers.notice.text == ""
