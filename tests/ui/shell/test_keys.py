"""The keys of the window: one for every action, those to touch, and no field that takes them unseen."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication

from tests.ui.evening import Quick, copied, key
from ui.work.actions import ACTIONS, BY_NAME, action
from ui.work.form import Tabs


@pytest.fixture
def hands(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def pressed(keys: str) -> None:
    """Press an action's keys where the focus is."""
    combination = QKeySequence(keys)[0]
    assert QApplication.focusWidget()
    key(combination.key(), combination.keyboardModifiers())


def test_its_own_key_leads_to_every_verb_and_place(hands):
    for known in (one for one in ACTIONS if one.group != "window"):
        hands.go("floor")
        pressed(known.key)
        hands.qtbot.wait(1)
        assert hands.window.place == known.screen, known.name
        screen = hands.window.frame.stack.currentWidget()
        if isinstance(screen, Tabs) and known.group != "place":
            assert screen.current == known.name
            assert screen.forms[known.name].isVisible(), known.name
    assert not hands.window.session.locked


def test_the_keys_of_the_window_itself(hands):
    for name in ("manual", "find"):
        pressed(action(name).key)
        assert hands.window.place == name
        key(Qt.Key.Key_Escape)
    pressed("F11")
    assert hands.window.frame.digits.isVisible()
    pressed("F11")
    assert not hands.window.frame.digits.isVisible()
    pressed("F12")
    assert hands.window.session.locked


def test_no_key_of_the_window_repeats_itself(hands):
    assert {*hands.window.keys.shortcuts} == BY_NAME.keys()
    for name, shortcut in hands.window.keys.shortcuts.items():
        assert not shortcut.autoRepeat(), name
        assert shortcut.key() == QKeySequence(action(name).key)


def test_letters_stand_there_for_a_field_that_takes_more_than_digits(hands):
    frame = hands.window.frame
    form = hands.fill_in("redeem", {})
    hands.window.show_pad(True)
    hands.into(form.chips.quick)
    assert (frame.digits.isVisible(), frame.letters.isVisible()) == (True, False)
    hands.go("slips")
    hands.into(hands.form.line)
    assert (frame.digits.isVisible(), frame.letters.isVisible()) == (False, True)
    hands.window.session.lock()
    assert not frame.letters.isVisible()


def test_a_page_that_is_not_in_front_takes_no_keys(hands):
    behind = hands.fill_in("fill", {"table": "2"})
    hands.go("redeem")
    hands.into(hands.form.chips.quick)
    behind.chips.quick.setFocus()
    behind.chips.quick.window().activateWindow()
    hands.qtbot.wait(1)
    assert QApplication.focusWidget() is hands.form.chips.quick
