"""Dots: a PIN is typed, taken back and posted, and no screen reader learns a digit of it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from tests.ui.ear import listening, readable
from tests.ui.night import PINS, Quick, copied, key, types
from tests.ui.stand import stands
from tests.ui.tour import in_sight
from ui.work.actions import ACTIONS
from ui.work.form import Form

pytestmark = pytest.mark.long

PIN = "730251"
BADGE = "04:A2:19:7F"


@stands("fill")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def told_nothing(window: QWidget, secret: str = PIN) -> None:
    """Type a secret where the focus is: all that is told of it is how many letters it has."""
    before = {*readable(in_sight(window))}  # a slip's code may have any digits
    with listening() as heard:
        types(secret)
        here = readable(in_sight(window))
        assert not [words for words in here if secret[:3] in words and words not in before]
        key(Qt.Key.Key_Backspace)
        types(secret[-1])
    assert {*"".join(heard).replace("dot.", "")} <= {"•"}, heard


# Wherever a PIN is typed


def test_a_line_of_text_is_heard(user):
    user.go("fill", "3")
    user.into(user.form.chips.quick)
    with listening() as heard:
        types("2*7")
    assert {"2", "*", "7"} <= {*heard}
    assert "2*7" in [*readable(in_sight(user.window))]


def test_the_initials_of_every_form_tell_no_digit(tour):
    user, tried = tour, []
    for known in ACTIONS:
        if known.group in ("place", "window") or known.name in ("lock", "keypad"):
            continue
        user.go(known.name)
        form = user.form
        if not isinstance(form, Form) or form.name != known.name:
            continue
        for link in form.signers.more:
            user.press(link)
        for place in form.signers.places:
            if place.isHidden():
                continue
            if place.empty:
                user.pick(place.person.box, "pia")
            if place.pin.isVisible():
                user.into(place.pin.edit)
                told_nothing(user.window)
                assert place.pin.typed() == PIN
                tried.append(known.name)
    assert not [words for words in readable(user.window.findChildren(QWidget)) if PIN in words]
    assert {*tried} >= {"fill", "credit", "waiting", "person", "unlock", "close day", "chip"}


def test_a_new_pin_and_a_badge_tell_nothing(user):
    user.go("person", "")
    proof = user.form.proof
    for one in (proof.pin, proof.again, proof.badge):
        user.into(one.edit)
        told_nothing(user.window, BADGE if one is proof.badge else PIN)
    assert proof.value() == (PIN, BADGE)


def test_the_sign_in_tells_nothing(user):
    user.window.session.lock()
    user.settle()
    user.window.session.signin.pick("gro")
    told_nothing(user.window, PIN)
    assert user.window.session.signin.dots.text() == "•" * len(PIN)


def test_it_says_how_many_letters_it_has_and_that_they_are_secret(user):
    user.go("fill")
    place = user.form.signers.places[0]
    user.into(place.pin.edit)
    types(PIN)
    seen = QAccessible.queryAccessibleInterface(place.pin.edit)
    assert seen.text(QAccessible.Text.Name) == "PIN or badge, Prepared by Jo Sandvik"
    assert seen.text(QAccessible.Text.Value) == "•" * len(PIN)
    assert seen.state().passwordEdit  # so that the keys themselves are not spoken either


# As any line


@pytest.fixture
def place(user):
    """The initials of a fill, with the focus."""
    user.go("fill", "3")
    made = user.form.signers.places[0]
    user.into(made.pin.edit)
    return made


def test_what_is_typed_is_taken_back_letter_by_letter_or_all_at_once(place):
    types("2749")
    key(Qt.Key.Key_Backspace)
    assert place.pin.typed() == "274"
    types("1")
    assert (place.pin.typed(), place.pin.edit.text()) == ("2741", "••••")
    place.pin.edit.selectAll()
    types("9")
    assert place.pin.typed() == "9"
    key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    key(Qt.Key.Key_Backspace)
    assert (place.pin.typed(), place.pin.edit.text()) == ("", "")
    types("27")
    key(Qt.Key.Key_Delete)
    assert place.pin.typed() == ""


def test_nothing_is_pasted_into_it_nor_copied_out_of_it(place):
    types("27")
    QGuiApplication.clipboard().setText("9999")
    key(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    key(Qt.Key.Key_Insert, Qt.KeyboardModifier.ShiftModifier)
    place.pin.edit.paste()
    place.pin.edit.insert("8")
    key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    key(Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert (place.pin.typed(), place.pin.edit.text()) == ("27", "••")
    assert QGuiApplication.clipboard().text() == "9999"


def test_a_password_may_be_pasted(user):
    user.go("office")
    page = user.form
    user.write(page.where.edit, "postgresql://site@office/pitdesk")
    user.into(page.password.edit)
    types("ab")
    QGuiApplication.clipboard().setText("geheim\n")
    key(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert (page.password.typed(), page.password.edit.text()) == ("abgeheim", "•" * 8)


def test_a_badge_reader_types_into_it_and_enters(user, place):
    user.form.chips.quick.setText("4*5")
    types(BADGE)
    assert place.value().badge == BADGE
    key(Qt.Key.Key_Return)
    user.settle()
    assert place.pin.typed() == "", "nobody's badge: it is emptied"
    assert place.pin.edit.hasFocus()


def test_the_keys_to_touch_write_into_it(user, place):
    user.window.show_pad(True)
    keys = {one.text(): one for one in user.window.frame.dock("digits").findChildren(QPushButton)}
    for touched in ("2", "7", "4", "9", "←", "1"):
        QTest.mouseClick(keys[touched], Qt.MouseButton.LeftButton)
    assert place.pin.typed() == PINS["jo"]
    assert QApplication.focusWidget() is place.pin.edit


def test_escape_leaves_it_and_forgets_the_pin(user, place):
    types("2741")
    key(Qt.Key.Key_Escape)
    assert user.window.place == "floor"
    assert place.pin.typed() == ""
