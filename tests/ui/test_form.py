"""A form: one press is one slip, whatever keys and fingers do; and nothing that was typed is lost."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from pitdesk.errors import Trouble
from tests.ui.evening import PINS, Quick, copied, proven, signed
from ui.form import Form

FILL = {"table": "2", "chips": "20x$5"}
JO, BO, KARI = "jo:cashier", "bo:pit boss", "kari:dealer"


@pytest.fixture
def hands(qtbot, open_window, tmp_path) -> Quick:
    """Quick hands at the window, with jo signed in."""
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def held_down(target: QWidget, key: Qt.Key = Qt.Key.Key_Return, times: int = 30) -> None:
    """A key that is held: a press, its repeats, and at last the release."""
    none = Qt.KeyboardModifier.NoModifier
    for at in range(times):
        press = QKeyEvent(QEvent.Type.KeyPress, key, none, "\r", autorep=at > 0)
        QCoreApplication.sendEvent(QApplication.focusWidget() or target, press)
    release = QKeyEvent(QEvent.Type.KeyRelease, key, none, "\r")
    QCoreApplication.sendEvent(QApplication.focusWidget() or target, release)


def double_click(form: Form) -> None:
    for _ in range(2):
        QTest.mouseClick(form.primary, Qt.MouseButton.LeftButton)
    QTest.mouseDClick(form.primary, Qt.MouseButton.LeftButton)


def hold_enter(form: Form) -> None:
    form.primary.setFocus()
    held_down(form.primary)


def hold_space(form: Form) -> None:
    form.primary.setFocus()
    held_down(form.primary, Qt.Key.Key_Space)


def bounce(form: Form) -> None:
    form.primary.setFocus()
    for _ in range(2):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)


def bounce_in_the_pin(form: Form) -> None:
    form.signers.places[0].pin.edit.setFocus()
    for _ in range(2):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)


def hold_in_the_pin(form: Form) -> None:
    form.signers.places[0].pin.edit.setFocus()
    held_down(form)


WAYS = [double_click, hold_enter, hold_space, bounce, bounce_in_the_pin, hold_in_the_pin]


@pytest.mark.parametrize("press", WAYS)
def test_however_the_button_is_pressed_there_is_one_slip(hands, press: Callable[[Form], None]):
    before = hands.seen
    form = hands.fill_in("fill", FILL, signed(JO))
    press(form)
    hands.settle()
    assert hands.kinds(before) == ["fill"]
    assert hands.told() == "Fill 000001 for table 2 is prepared."
    assert not hands.window.locked  # and no other button was pressed by it
    assert hands.window.place == "floor"
