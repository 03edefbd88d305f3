"""The keys of the window: one for every action, those to touch, and no field that takes them unseen."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication

from tests.storm import shared
from tests.ui.night import Quick, copied, key
from tests.ui.stand import stands
from ui.widgets.fields import Field
from ui.widgets.pad import Letters
from ui.work.actions import ACTIONS, BY_NAME, action
from ui.work.form import Form
from ui.work.tabs import Tabs


@stands()
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def pressed(keys: str) -> None:
    """Press an action's keys where the focus is."""
    combination = QKeySequence(keys)[0]
    assert QApplication.focusWidget()
    key(combination.key(), combination.keyboardModifiers())


@pytest.mark.storm
def test_its_own_key_leads_to_every_verb_and_place_and_there_to_something_that_is_seen(tour):
    """Also where nothing waits, nothing is owed, and no day was opened."""
    plain = [one for one in ACTIONS if one.name not in ("lock", "keypad", "undo", "total")]
    for known in shared(plain, 3):
        tour.go("floor")
        pressed(known.key)
        tour.qtbot.wait(1)
        if known.group != "window":
            assert tour.window.place == known.screen, known.name
            screen = tour.window.frame.stack.currentWidget()
            if isinstance(screen, Tabs) and known.group != "place":
                assert screen.current == known.name
                assert screen.forms[known.name].isVisible(), known.name
        tour.settle()
        focus = QApplication.focusWidget()
        assert focus, known.name
        assert focus.isVisible(), known.name
        assert not isinstance(focus, Form | Field | Tabs), known.name
        assert focus.focusPolicy() & Qt.FocusPolicy.TabFocus, known.name
        assert focus.accessibleName() or focus.text(), known.name
        assert focus.visibleRegion().boundingRect().height() > focus.height() * 2 / 3, known.name
    assert not tour.window.session.locked


def test_what_has_the_keys_is_in_sight_where_its_page_is_first_opened_and_lays_itself_out(user):
    for (wide, high), verbs in {
        (1366, 700): ("count banks", "own count", "open table"),
        (1024, 600): ("site", "exchange", "iou"),
    }.items():
        user.window.resize(wide, high)
        for verb in verbs:
            user.go(verb)
            user.rest()
            focus = QApplication.focusWidget()
            assert focus.visibleRegion().boundingRect() == focus.rect(), verb


def test_the_keys_of_the_window_itself(user):
    for name in ("manual", "find"):
        pressed(action(name).key)
        assert user.window.place == name
        key(Qt.Key.Key_Escape)
    pressed("F11")
    assert user.window.frame.dock("digits").isVisible()
    pressed("F11")
    assert not user.window.frame.dock("digits").isVisible()
    pressed("F12")
    assert user.window.session.locked


def test_no_key_of_the_window_repeats_itself(user):
    assert {*user.window.keys.shortcuts} == BY_NAME.keys()
    for name, shortcut in user.window.keys.shortcuts.items():
        assert not shortcut.autoRepeat(), name
        assert shortcut.key() == QKeySequence(action(name).key)


def test_letters_stand_there_for_a_field_that_takes_more_than_digits(user):
    frame = user.window.frame
    form = user.fill_in("redeem", {})
    user.window.show_pad(True)
    user.into(form.chips.quick)
    assert (frame.dock("digits").isVisible(), frame.dock("letters").isVisible()) == (True, False)
    user.go("slips")
    user.into(user.form.line)
    assert (frame.dock("digits").isVisible(), frame.dock("letters").isVisible()) == (False, True)
    user.window.session.lock()
    assert not frame.dock("letters").isVisible()


def test_in_the_least_window_letters_take_the_room_of_what_leads_elsewhere_until_they_are_put_away(user):
    frame = user.window.frame
    user.window.show_pad(True)
    for _ in range(2):
        user.window.resize(683, 384)
        user.rest()
    form = user.fill_in("refuse", {})
    assert frame.top.isVisible()
    assert form.signers.places[0].visibleRegion().boundingRect().height() > 0
    user.into(form.reason.edit)
    user.rest()
    assert (frame.top.isVisible(), form.signers.visibleRegion().isEmpty()) == (False, True)
    assert form.primary.visibleRegion().boundingRect() == form.primary.rect()
    assert form.reason.edit.visibleRegion().boundingRect() == form.reason.edit.rect()
    frame.docks["letters"].findChild(Letters).away.click()
    assert (frame.top.isVisible(), frame.docks["digits"].isVisible()) == (True, True)


def test_a_page_that_is_not_in_front_takes_no_keys(user):
    behind = user.fill_in("fill", {"table": "2"})
    user.go("redeem")
    user.into(user.form.chips.quick)
    behind.chips.quick.setFocus()
    behind.chips.quick.window().activateWindow()
    user.qtbot.wait(1)
    assert QApplication.focusWidget() is user.form.chips.quick
