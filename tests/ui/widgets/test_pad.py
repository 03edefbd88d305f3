"""The keypad: what is touched is typed into the field that has the focus, and takes nothing from it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget

from ui.widgets import theme
from ui.widgets.pad import Digits, Letters, press


class Desk(QWidget):
    """Two fields and both pads."""

    def __init__(self) -> None:
        super().__init__()
        self.one, self.other = QLineEdit(), QLineEdit()
        self.digits, self.letters = Digits(), Letters(away=True)
        column = QVBoxLayout(self)
        for part in (self.one, self.other, self.digits, self.letters):
            column.addWidget(part)

    def touch(self, pad: QWidget, *keys: str) -> None:
        for key in keys:
            found = [b for b in pad.findChildren(QPushButton) if b.accessibleName() == key]
            assert found, key
            QTest.mouseClick(found[0], Qt.MouseButton.LeftButton)


@pytest.fixture
def desk(qtbot) -> Desk:
    made = Desk()
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.one.setFocus()
    return made


def test_digits_are_typed_and_taken_back(desk):
    desk.touch(desk.digits, *"1250", "Backspace", *".*")
    assert desk.one.text() == "125.*"
    assert QApplication.focusWidget() is desk.one


def test_next_goes_to_the_next_field_and_enter_is_an_enter(desk):
    entered = []
    desk.other.returnPressed.connect(lambda: entered.append(desk.other.text()))
    desk.touch(desk.digits, "7", "Next", "8", "Enter")
    assert (desk.one.text(), desk.other.text()) == ("7", "8")
    assert entered == ["8"]


def test_letters_are_small_but_for_the_one_after_shift(desk):
    desk.touch(desk.letters, "Shift", "o", "l", "e", "Space", "Shift", "h", "a", "Space", "&", "-", "1")
    assert desk.one.text() == "Ole Ha &-1"


def test_in_the_least_room_a_key_puts_letters_away(desk):
    desk.touch(desk.letters, "Next")
    assert desk.other.hasFocus()
    theme.fit(683, 384)
    desk.touch(desk.letters, "o", "Put the keys away")
    assert desk.other.text() == "o"
    assert QApplication.focusWidget() is None
    assert not [
        one for one in desk.letters.findChildren(QPushButton) if one.isVisible() and one.text() == "Next"
    ]


def test_shift_shows_itself_on_the_keys(desk):
    (key,) = [b for b in desk.letters.findChildren(QPushButton) if b.accessibleName() == "q"]
    assert key.text() == "q"
    desk.touch(desk.letters, "Shift")
    assert key.text() == "Q"
    assert desk.letters.shift.isChecked()
    desk.touch(desk.letters, "q")
    assert key.text() == "q"
    assert not desk.letters.shift.isChecked()


def test_where_no_field_has_the_focus_nothing_happens(desk):
    desk.one.clearFocus()
    assert QApplication.focusWidget() is None
    press(("1", int(Qt.Key.Key_1), "1"))
    desk.touch(desk.digits, "1", "Next", "Enter")
    assert (desk.one.text(), desk.other.text()) == ("", "")


def test_no_key_takes_the_focus_repeats_or_is_pressed_by_enter(desk):
    keys = desk.findChildren(QPushButton)
    assert len(keys) > 60
    for key in keys:
        assert key.focusPolicy() == Qt.FocusPolicy.NoFocus, key.text()
        assert not key.autoRepeat()
        assert not key.autoDefault()
        assert key.accessibleName()


def test_digits_are_twenty_millimetres_and_letters_wide_enough_for_a_finger(desk):
    for key in desk.digits.findChildren(QPushButton):
        assert key.height() >= theme.KEY_PX, key.text()
        assert key.width() >= theme.KEY_PX, key.text()
    for key in desk.letters.findChildren(QPushButton):
        assert key.height() >= theme.LEAST_PX, key.text()


def test_the_pad_of_the_sign_in_has_no_more_than_a_pin_needs(qtbot):
    pad = Digits(extra=False)
    qtbot.addWidget(pad)
    assert sorted(key.accessibleName() for key in pad.findChildren(QPushButton)) == sorted(
        [*"0123456789", "Backspace", "Enter"]
    )


def test_in_the_least_room_signs_are_digits_with_shift(desk):
    theme.fit(683, 384, touched=True)
    shown = [one.text() for one in desk.letters.findChildren(QPushButton) if not one.isHidden()]
    assert "1" in shown
    assert "$" not in shown
    desk.touch(desk.letters, "Shift", "$", "1", "Shift", "/", "2")
    assert desk.one.text() == "$1/2"
