"""Sheets: the places and the verbs over the screens, where there is no room for them beside."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea

from tests.ui.night import Quick, copied
from tests.ui.stand import stands
from ui.widgets import theme
from ui.work.actions import ACTIONS, action

pytestmark = pytest.mark.long

LEAST, LITTLE, USUAL = (683, 384), (1024, 600), (1366, 768)


@stands("redeem")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def shrink(user: Quick, room: tuple[int, int]) -> None:
    for _ in range(2):  # the layout of before may not let it be so small at once
        user.window.resize(*room)
        user.qtbot.wait(1)


def test_what_stands_around_the_screens_gives_way_where_there_is_no_room(user):
    frame = user.window.frame
    seen = lambda: [  # noqa: E731
        one.isVisible() for one in (frame.top.menu, frame.top.keys, frame.rail, frame.bar)
    ]
    for room, size, expected in (
        (LEAST, theme.Size.TINY, [True, True, False, False]),
        (LITTLE, theme.Size.SMALL, [True, False, False, True]),
        (USUAL, theme.Size.NORMAL, [False, False, True, True]),
    ):
        shrink(user, room)
        assert (theme.size(), seen()) == (size, expected)
        assert (user.window.width(), user.window.height()) == room


def test_every_place_is_in_the_menu_and_every_verb_of_the_bar_among_the_keys(user):
    frame = user.window.frame
    assert {*frame.sheet("menu").buttons} == {one.name for one in ACTIONS if one.group == "place"} | {
        "find",
        "manual",
        "keypad",
    }
    assert {*frame.sheet("verbs").buttons} == {one.name for one in ACTIONS if one.bar}


def test_the_keyboard_opens_a_sheet_moves_in_it_and_leaves_it_where_it_was(user):
    shrink(user, LEAST)
    user.go("cage")
    before = QApplication.focusWidget()
    sheet = user.window.frame.sheet("menu")
    user.key(Qt.Key.Key_M, Qt.KeyboardModifier.AltModifier)
    assert sheet.isVisible()
    assert sheet.buttons["floor"].hasFocus()
    user.key(Qt.Key.Key_Right)
    assert sheet.buttons["bank"].hasFocus()
    user.key(Qt.Key.Key_Escape)
    assert sheet.isHidden()
    assert QApplication.focusWidget() is before
    assert user.window.place == "cage"
    user.key(Qt.Key.Key_M, Qt.KeyboardModifier.AltModifier)
    user.key(Qt.Key.Key_Return)
    assert sheet.isHidden()
    assert user.window.place == "floor"


def test_the_sheet_of_keys_leads_to_a_verb_and_closes_when_something_else_has_the_focus(user):
    shrink(user, LEAST)
    sheet = user.window.frame.sheet("verbs")
    user.window.frame.top.keys.click()
    sheet.buttons["redeem"].click()
    assert (user.window.place, sheet.isHidden()) == ("cage", True)
    user.window.frame.top.keys.click()
    assert sheet.isVisible()
    user.window.screens["cage"].forms["redeem"].to_first()
    assert sheet.isHidden()


def test_an_open_sheet_goes_where_the_window_grows_and_its_places_stand_beside_the_screens(user):
    shrink(user, LEAST)
    user.key(Qt.Key.Key_M, Qt.KeyboardModifier.AltModifier)
    sheet = user.window.frame.sheets["menu"]
    assert sheet.isVisible()
    shrink(user, (1366, 768))
    assert (sheet.isHidden(), user.window.frame.rail.isVisible()) == (True, True)


def test_where_they_stand_beside_the_screens_the_same_keys_lead_there(user):
    user.go("cage")
    user.key(Qt.Key.Key_M, Qt.KeyboardModifier.AltModifier)
    assert user.window.frame.rail.places["cage"].hasFocus()
    assert user.window.frame.sheets == {}


def test_the_slip_is_a_tab_where_there_is_no_room_beside_the_form(user):
    user.go("fill")
    tabs = user.window.screens["fill"]
    form = tabs.forms["fill"]
    assert form.beside.isVisible()
    assert tabs.beside.isHidden()
    shrink(user, LEAST)
    assert (form.beside.isVisible(), tabs.beside.isVisible()) == (False, True)
    user.key(Qt.Key.Key_S, Qt.KeyboardModifier.AltModifier)
    assert (form.beside.isVisible(), form.primary.isVisible()) == (True, False)
    user.key(Qt.Key.Key_S, Qt.KeyboardModifier.AltModifier)
    assert (form.beside.isVisible(), form.primary.isVisible()) == (False, True)
    assert form.isAncestorOf(QApplication.focusWidget())
    shrink(user, USUAL)
    assert (form.beside.isVisible(), form.primary.isVisible()) == (True, True)


def test_pages_whose_names_have_no_room_are_behind_more(user):
    shrink(user, USUAL)
    user.go("tables")
    tabs = user.window.screens["tables"]
    assert {*tabs.more.held} == {name for name, tab in tabs._tabs.items() if tab.isHidden()}
    assert (tabs.more.words, tabs.more.isChecked()) == ("More", False)
    shrink(user, LEAST)
    assert "limits" in tabs.more.held
    user.go("limits")
    assert (tabs.more.words, tabs.more.isChecked()) == ("Change limits", True)
    tabs.more.setFocus()
    user.key(Qt.Key.Key_Return)
    menu = QApplication.activePopupWidget()
    assert [one.text().partition("\t")[0] for one in menu.actions() if one.isVisible()] == [
        action(name).words for name in tabs.more.held
    ]
    QTest.keyClick(menu, Qt.Key.Key_Up)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert (tabs.current, tabs.more.words) == (tabs.more.held[-1], action(tabs.current).words)
    shrink(user, (1920, 1080))
    assert tabs.more.isHidden()
    assert not any(tab.isHidden() for tab in tabs._tabs.values())


def test_what_is_counted_is_said_beside_the_button_where_its_total_may_scroll_away(user):
    shrink(user, LEAST)
    user.go("fill")
    form = user.window.screens["fill"].forms["fill"]
    form.table.choose("2")
    form.chips.quick.setText("100*5")
    assert form.large.told.words[-1] == "$500.00 in 100 chips"
    assert form.large.words.text() == "$500.00 in 100 chips"
    user.go("redeem")
    form = user.window.screens["cage"].forms["redeem"]
    form.chips.quick.setText("10*5")
    assert form.comes_to.isVisible()
    assert form.comes_to.text() == "Redeem, $50.00"


@pytest.mark.parametrize(
    ("room", "percent"), [(USUAL, 100), ((1920, 1080), 100), ((2560, 1440), 125), ((3840, 2160), 200)]
)
def test_a_large_screen_draws_everything_larger(user, room, percent):
    user.go("redeem")
    shrink(user, room)
    form = user.window.screens["cage"].forms["redeem"]
    assert theme.pixels() == (15 * percent + 50) // 100
    assert user.window.frame.top.time.font().pixelSize() == theme.pixels()
    line = next(iter(form.chips._rows.values()))
    assert line.face.width() >= 36 * percent // 100
    assert line.face.pixmap().deviceIndependentSize().width() == line.face.width()


def test_fingers_have_their_targets_however_little_room_there_is(user):
    shrink(user, LEAST)
    user.go("redeem")
    form = user.window.screens["cage"].forms["redeem"]
    assert form.primary.height() < theme.LEAST_PX  # nobody touches it
    user.window.show_pad(True)
    user.qtbot.wait(1)
    assert form.primary.minimumHeight() >= theme.LEAST_PX


def test_the_keys_to_touch_are_as_wide_as_they_are_where_they_scroll(user):
    shrink(user, LEAST)
    user.window.show_pad(True)
    user.qtbot.wait(20)
    area = user.window.frame.docks["digits"].findChild(QScrollArea)
    assert area.verticalScrollBar().maximum() > 0
    for one in area.findChildren(QPushButton):
        assert one.mapTo(area, one.rect().topRight()).x() < area.viewport().width(), one.text()


def test_a_place_of_many_pages_lists_them_all_by_trade_at_every_size(user):
    for place, first in (("ledgers", "Hold and video"), ("setup", "The house")):
        user.go(place)
        tabs = user.window.screens[place]
        for room in ((2560, 1440), USUAL, LITTLE):
            shrink(user, room)
            assert tabs.list.isVisible(), (place, room)
            assert tabs.more.isHidden(), (place, room)
            assert all(tab.isVisible() for tab in tabs._tabs.values()), (place, room)
            heads = [one.text() for one in tabs.list.findChildren(QLabel)]
            assert heads[0] == first
            assert len(heads) < len(tabs._tabs) / 2
        shrink(user, LEAST)
        assert tabs.list.isHidden()
        assert {*tabs.more.held} == tabs._tabs.keys()
        tabs.more.setFocus()
        user.key(Qt.Key.Key_Return)
        menu = QApplication.activePopupWidget()
        lines = [one.text().partition("\t")[0] for one in menu.actions() if one.isVisible()]
        assert {*heads} | {action(name).words for name in tabs._tabs} == {*lines}
        QTest.keyClick(menu, Qt.Key.Key_Escape)
        user.window.activateWindow()  # as every window system does, once a menu is closed
        user.qtbot.waitUntil(user.window.isActiveWindow)
        shrink(user, USUAL)


def test_the_page_in_front_is_marked_and_seen_in_the_list(user):
    shrink(user, LITTLE)
    user.go("inspect")
    tabs = user.window.screens["ledgers"]
    user.qtbot.waitUntil(lambda: not tabs._tabs["inspect"].visibleRegion().isEmpty())
    assert [name for name, tab in tabs._tabs.items() if tab.isChecked()] == ["inspect"]
    tabs._tabs["inspect"].setFocus()
    user.key(Qt.Key.Key_Up)
    assert tabs._tabs["close poker"].hasFocus()
    user.key(Qt.Key.Key_Space)
    assert tabs.current == "close poker"
    assert tabs.forms["close poker"].isAncestorOf(QApplication.focusWidget())


def test_pages_in_a_list_are_as_high_as_a_finger_where_fingers_touch_them(user):
    shrink(user, (1920, 1080))
    user.go("ledgers")
    tab = user.window.screens["ledgers"]._tabs["rent"]
    assert tab.height() < theme.LEAST_PX
    user.window.show_pad(True)
    user.qtbot.wait(1)
    assert tab.height() >= theme.LEAST_PX
