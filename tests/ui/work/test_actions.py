"""The table of verbs: each has a key of its own, a place, a manual page; every way leads to it."""

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QTableView,
    QTextBrowser,
)

from tests.ui.night import Quick, copied, key
from tests.ui.stand import stands
from ui.shell.app import Program
from ui.shell.screens import made
from ui.widgets.dots import Dots, Words
from ui.work.actions import ACTIONS, BY_NAME, GROUPS, action, keys_table
from ui.work.tabs import Tabs

pytestmark = pytest.mark.long

MANUAL = Path(__file__).parents[3] / "resources" / "manual"
PLACES = [one for one in ACTIONS if one.group == "place"]
VERBS = [one for one in ACTIONS if one.group not in ("place", "window")]


@stands()
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def sequence(keys: str) -> QKeySequence:
    return QKeySequence(keys)


def pressed(keys: str) -> None:
    """Press a verb's keys where the focus is."""
    combination = sequence(keys)[0]
    assert QApplication.focusWidget()
    key(combination.key(), combination.keyboardModifiers())


# The table itself


def test_no_key_is_used_twice_and_none_of_those_that_type_or_move():
    keys = [sequence(one.key) for one in ACTIONS]
    assert all(one.count() == 1 and one[0].key() != Qt.Key.Key_unknown for one in keys)
    assert [one for one, count in Counter(str(k.toString()) for k in keys).items() if count > 1] == []
    typing = {
        *(Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Escape, Qt.Key.Key_Space),
        *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right),
    }
    for known, one in zip(ACTIONS, keys, strict=True):
        plain = one[0].keyboardModifiers() == Qt.KeyboardModifier.NoModifier
        assert one[0].key() not in typing, known.name
        assert not plain or known.key.startswith("F"), known.name


DESKTOPS = {  # what they keep for themselves, beside all with Super, Ctrl+Alt, or Alt and a function key
    "Windows": "Alt+Tab Alt+Shift+Tab Alt+Space Alt+Esc Ctrl+Esc Ctrl+Shift+Esc Alt+Shift+F6",
    "GNOME": "Alt+Tab Alt+Space Ctrl+Shift+U Alt+F6 Alt+Shift+F6 Alt+Shift+Tab",
    "Xfce": "Alt+Insert Alt+Delete Alt+Space Ctrl+Esc Ctrl+F1 Ctrl+F12 Alt+Shift+Tab",
    "KDE": "Ctrl+F1 Ctrl+F4 Ctrl+F7 Ctrl+F10 Ctrl+F12 Alt+Space Ctrl+Esc Alt+`",
    "Openbox": "Alt+Esc Alt+Space Alt+Tab Alt+Shift+Tab",
}
EDITING = [*"CVXAZYDEU", "Left", "Right", "Backspace", "Delete", "Insert", "Home", "End"]


def test_no_key_is_one_that_windows_and_desktops_keep_for_themselves():
    kept = {key for keys in DESKTOPS.values() for key in keys.split()}
    kept |= {f"Ctrl+{key}" for key in EDITING} | {"Shift+Insert", "Shift+Delete"}
    assert kept & {one.key for one in ACTIONS} == set()
    held = Qt.KeyboardModifier
    for known in ACTIONS:
        of, key_ = sequence(known.key)[0].keyboardModifiers(), sequence(known.key)[0].key()
        functions = Qt.Key.Key_F1 <= key_ <= Qt.Key.Key_F12
        assert not of & held.MetaModifier, known.name
        assert of & (held.ControlModifier | held.AltModifier) != (
            held.ControlModifier | held.AltModifier
        ), known.name
        assert not (functions and of in (held.AltModifier, held.ControlModifier)), known.name


def test_no_line_and_no_list_keeps_a_verbs_key_for_itself(qtbot):
    """A line would delete to its end by Ctrl+K, if it were asked first."""
    kinds = (QLineEdit, Words, Dots, QPlainTextEdit, QTextBrowser, QComboBox, QTableView, QListView)
    for kind in kinds:
        made = kind()
        qtbot.addWidget(made)
        for known in ACTIONS:
            combination = sequence(known.key)[0]
            asked = QEvent.Type.ShortcutOverride
            event = QKeyEvent(asked, combination.key(), combination.keyboardModifiers(), "")
            event.setAccepted(False)
            QCoreApplication.sendEvent(made, event)
            assert not event.isAccepted(), (kind.__name__, known.name)


def test_every_verb_says_what_it_is_in_words_of_its_own():
    assert len({one.name for one in ACTIONS}) == len({one.words for one in ACTIONS}) == len(ACTIONS)
    assert BY_NAME.keys() == {one.name for one in ACTIONS}
    assert {one.group for one in ACTIONS} == GROUPS.keys()
    for one in ACTIONS:
        assert one.does, one.name
        assert not one.does.endswith("."), one.name
    with pytest.raises(KeyError):
        action("deal")


def test_every_verb_has_its_page_in_the_manual():
    for one in ACTIONS:
        assert (MANUAL / f"{one.manual}.md").is_file(), one.name


def test_every_verb_has_its_place_among_the_screens(qtbot, tmp_path):
    screens = made(Program(tmp_path)).keys()
    assert {one.screen for one in (*PLACES, *VERBS)} <= screens
    assert screens - {one.screen for one in ACTIONS} == {"find", "manual"}


def test_the_cheat_sheet_has_all_of_them():
    assert [keys for _, keys, _ in keys_table()] == [one.key for one in ACTIONS]
    for known, (group, _, words) in zip(ACTIONS, keys_table(), strict=True):
        assert group == GROUPS[known.group]
        assert words == f"{known.words}: {known.does}"


# The window


def test_every_place_has_every_verb_that_the_table_puts_there(user):
    for place in PLACES:
        user.go(place.name)
        screen = user.window.frame.stack.currentWidget()
        verbs = {one.name for one in VERBS if one.screen == place.name}
        if isinstance(screen, Tabs):
            own = {place.name} & screen.forms.keys()
            assert screen.forms.keys() - own == verbs, place.name
        else:
            assert verbs == set(), place.name


def test_f1_opens_the_page_about_what_is_in_front(user):
    for name in ("credit", "redeem", "count banks", "countroom", "floor"):
        user.go(name)
        pressed("F1")
        assert user.form.page == action(name).manual, name
        key(Qt.Key.Key_Escape)
