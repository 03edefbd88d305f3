"""The last digit of a PIN posts where its length is known, and the Enter of habit goes nowhere."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from pitdesk.chips import Chips
from tests.ui.ear import listening
from tests.ui.night import PINS, Quick, copied, held_down, key, proven, types
from tests.ui.stand import stands
from ui.widgets.dots import LastDigit, _Habit

pytestmark = pytest.mark.long


def given(user: Quick, person: str, badge: str) -> None:
    """The gaming manager gives somebody a badge."""
    who, by = user.window.station.board.site.people[person], proven("gro:gaming manager")
    user.at_desk(lambda desk: desk.set_person(who, badge=badge, by=by))
    user.settle()


@stands("fill")
def user(qtbot, open_window, tmp_path) -> Quick:
    made = Quick.at(qtbot, open_window(*copied(tmp_path)))
    made.asked_for(4, "jo", "bo", "sara")
    return made


@pytest.fixture
def place(user):
    """The initials of a fill, with the focus."""
    user.go("fill", "3")
    user.form.chips.quick.setText("4*5")
    made = user.form.signers.places[0]
    user.into(made.pin.edit)
    return made


@pytest.fixture
def door(user):
    user.window.session.lock()
    user.settle()
    return user.window.session.signin


def waiting(user: Quick) -> list[LastDigit]:
    """Where the last digit came just now."""
    return [one for one in user.window.findChildren(LastDigit) if one._wait.isActive()]


def whole(user: Quick) -> None:
    """The last digit came: wait until it counts, and what comes of it is done."""
    assert waiting(user)
    user.qtbot.waitUntil(lambda: not waiting(user))
    user.settle()


def enters() -> None:
    """What a hand does after each PIN, and once more: on either key, held."""
    for enter in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Return):
        key(enter)


def test_the_last_digit_verifies_and_the_enter_of_habit_goes_nowhere(user):
    for table in ("2", "1"):
        user.at_desk(lambda desk, t=table: desk.fill(t, Chips.read("20x$5"), proven("jo:cashier")))
    user.settle()
    before = user.seen
    key(Qt.Key.Key_F10)
    user.qtbot.wait(1)
    types(PINS["bo"])
    whole(user)
    enters()
    user.settle()
    assert user.kinds(before) == ["verify"]
    assert user.form.signers.notice.text == "", "the next slip asks for nothing yet"
    types(PINS["bo"])
    whole(user)
    assert user.kinds(before) == ["verify", "verify"]


def test_after_another_key_enter_is_enter_again(user):
    user.go("fill", "2")
    before = user.seen
    types("4*5")
    key(Qt.Key.Key_F2)
    types(PINS["jo"])
    whole(user)
    enters()
    user.settle()
    assert (user.kinds(before), user.window.place) == (["fill"], "floor")
    types("3")
    key(Qt.Key.Key_Return)
    user.settle()
    assert user.window.place == "fill"


def test_an_enter_held_after_the_last_digit_opens_nothing_however_long(user):
    user.go("fill", "2")
    before = user.seen
    types("4*5")
    key(Qt.Key.Key_F2)
    types(PINS["jo"])
    whole(user)
    held_down(user.window, times=75)
    for one in QApplication.instance().findChildren(_Habit):
        one._end()
    held_down(user.window, already=True)
    user.settle()
    assert (user.kinds(before), user.window.place) == (["fill"], "floor")


def test_an_enter_that_posts_and_is_held_opens_nothing_on_the_page_that_comes(user):
    user.go("fill", "2")
    before = user.seen
    types("4*5")
    key(Qt.Key.Key_F2)
    types(PINS["jo"])
    key(Qt.Key.Key_Return)
    user.settle()
    assert user.window.place == "floor"
    held_down(user.window, already=True)
    user.settle()
    assert (user.kinds(before), user.window.place) == (["fill"], "floor")


def test_a_wrong_digit_is_taken_back_and_a_wrong_pin_is_one_wrong_try(user, place):
    before = user.seen
    types("278")
    key(Qt.Key.Key_Backspace)
    types("42")
    whole(user)
    enters()
    user.settle()
    assert (place.pin.typed(), place.pin.edit.hasFocus(), user.kinds(before)) == ("", True, [])
    tries: list[int] = []
    user.at_desk(lambda desk: tries.append(len(desk.journal.attempts("person", "jo"))))
    assert tries == [1]
    with listening() as heard:
        types(PINS["jo"])
    whole(user)
    assert not {*heard} & {*"0123456789"}
    assert user.kinds(before) == ["fill"]


def test_a_badge_that_begins_as_a_pin_is_read_to_its_end(user, place):
    given(user, "jo", "27417A2")
    before = user.seen
    types("27417A2")
    assert not waiting(user)
    key(Qt.Key.Key_Return)
    user.settle()
    assert user.kinds(before) == ["fill"]


@pytest.mark.parametrize("after", [Qt.Key.Key_F4, Qt.Key.Key_Return])
def test_a_key_that_comes_at_once_comes_after_the_pin(user, place, after):
    before = user.seen
    types(PINS["jo"])
    key(after)
    assert not waiting(user)
    user.settle()
    assert user.kinds(before) == ["fill"]


def test_a_pin_from_before_takes_enter_and_the_place_says_so(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*copied(tmp_path)))
    user.go("fill", "3")
    user.form.chips.quick.setText("4*5")
    edit = user.form.signers.places[0].pin.edit
    assert (edit.placeholderText(), edit.accessibleName()[-8:]) == ("", " Sandvik")
    user.asked_for(4)
    before = user.seen
    assert (edit.placeholderText(), edit.accessibleName()[-12:]) == ("then Enter", ", then Enter")
    user.into(edit)
    types(PINS["jo"])
    assert not waiting(user)
    key(Qt.Key.Key_Return)
    user.settle()
    assert user.kinds(before) == ["fill"]
    user.asked_for(4, "jo")
    user.go("fill", "3")
    assert (edit.placeholderText(), edit.accessibleName()[-10:]) == ("4 digits", ", 4 digits")


# At the sign-in


def test_the_last_digit_signs_in_and_the_enter_of_habit_opens_nothing(user, door, qtbot):
    types("j")
    assert (door.hint.text(), door.chosen.text()) == ("4 digits", "Jo Sandvik")
    types(PINS["jo"])
    whole(user)
    assert user.window.station.board.signed_in == "jo"
    place = user.window.place
    enters()
    assert user.window.place == place
    for one in QApplication.instance().findChildren(_Habit):
        one._ends.start(0)
    qtbot.waitUntil(lambda: not QApplication.instance().findChildren(_Habit))


def test_at_the_sign_in_a_pin_from_before_takes_enter(user, door):
    door.pick("pia")
    assert door.hint.text() == "then Enter"
    types(PINS["pia"])
    assert not waiting(user)
    key(Qt.Key.Key_Return)
    user.settle()
    assert user.window.station.board.signed_in == "pia"


def test_what_is_no_pin_waits_for_enter(user, door):
    given(user, "sara", "6:284")
    door.pick("jo")
    types(PINS["jo"] + "1")
    assert (door.hint.text(), waiting(user)) == ("then Enter", [])
    key(Qt.Key.Key_Backspace)
    assert (door.hint.text(), waiting(user)) == ("4 digits", [])
    door.pick("sara")
    door._scanned = ""
    types("6:284")
    assert (door.hint.text(), waiting(user)) == ("then Enter", [])
    key(Qt.Key.Key_Return)
    user.settle()
    assert user.window.station.board.signed_in == "sara"


def test_the_keys_to_touch_sign_in_without_their_enter(user, door):
    door.pick("jo")
    keys = {one.text(): one for one in door.pad.findChildren(QPushButton)}
    for digit in PINS["jo"]:
        QTest.mouseClick(keys[digit], Qt.MouseButton.LeftButton)
    whole(user)
    assert user.window.station.board.signed_in == "jo"
