"""The frame: the day and the time at the top, places at the left, verbs at the bottom, a menu of all."""

from datetime import timedelta

import pytest

from tests.ui.night import Quick, copied
from tests.ui.stand import stands
from ui.shell.frame import ICONS, WIDE
from ui.work.actions import ACTIONS, GROUPS, action

pytestmark = pytest.mark.long

PLACES = [one for one in ACTIONS if one.group == "place"]


@stands()
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def test_the_menu_of_all_verbs_has_all_of_them_in_groups_with_their_keys(user):
    menu = {
        group.text(): [entry.text() for entry in group.menu().actions()]
        for group in user.window.frame.bar.menu.actions()
    }
    assert menu == {
        words: [f"{one.words}\t{one.key}" for one in ACTIONS if one.group == group]
        for group, words in GROUPS.items()
    }


def test_the_menu_leads_there_too(user):
    for group in user.window.frame.bar.menu.actions():
        for entry in group.menu().actions():
            known = next(one for one in ACTIONS if entry.text() == f"{one.words}\t{one.key}")
            if known.group in ("place", "cage"):
                entry.trigger()
                assert user.window.place == known.screen, known.name


def test_the_bar_and_the_rail_say_their_keys(user):
    assert {*user.window.frame.bar.verbs} == {one.name for one in ACTIONS if one.bar}
    for name, made_ in user.window.frame.bar.verbs.items():
        assert made_.text() == f"{action(name).key}  {action(name).words}"
        assert made_.accessibleName() == action(name).words
    assert {*user.window.frame.rail.places} == {one.name for one in PLACES}
    for name, made_ in user.window.frame.rail.places.items():
        assert action(name).key in made_.toolTip()


def test_the_rail_marks_the_place_that_is_in_front_and_a_fill_is_a_slip(user):
    for name, mark in (("cage", "cage"), ("fill", "slips"), ("find", None)):
        user.go(name)
        marked = [place for place, made in user.window.frame.rail.places.items() if made.isChecked()]
        assert marked == ([mark] if mark else [])


@pytest.mark.parametrize(("high", "least"), [(700, 8), (768, 10), (1080, len(PLACES))])
def test_the_places_that_there_is_no_room_for_are_behind_more(user, high, least):
    rail = user.window.frame.rail
    user.window.resize(1366 if high < 1080 else 1920, high)
    user.qtbot.wait(1)
    shown = [name for name, made in rail.places.items() if made.isVisible()]
    assert shown == [one.name for one in PLACES][: len(shown)]
    assert len(shown) >= least
    assert [*shown, *rail.more.held] == [*rail.places]
    assert rail.more.isVisible() == (len(shown) < len(PLACES))
    for made in (*rail.places.values(), rail.more):
        assert not made.isVisible() or made.visibleRegion().boundingRect() == made.rect()


def test_a_place_behind_more_is_led_to_and_named_there(user):
    rail = user.window.frame.rail
    user.go("floor")
    assert (rail.more.text(), rail.more.isChecked()) == ("More", False)
    rail.more.menu_of["due"].trigger()
    assert user.window.place == "due"
    assert (rail.more.text(), rail.more.isChecked()) == ("Due …", True)
    assert rail.marked is rail.more
    user.go("cage")
    assert (rail.more.text(), rail.more.isChecked()) == ("More", False)


def test_with_the_keypad_the_rail_is_icons_alone(user):
    rail = user.window.frame.rail
    for on, words, wide in ((True, "", ICONS), (False, "Floor", WIDE)):
        user.window.show_pad(on)
        assert (rail.places["floor"].text(), rail.minimumWidth()) == (words, wide)
        assert rail.tools["find"].isHidden() == on


def test_verbs_that_there_is_no_room_for_are_left_to_the_menu_but_never_the_lock(user):
    bar = user.window.frame.bar
    shown = lambda: {name for name, made in bar.verbs.items() if made.isVisible()}  # noqa: E731
    user.window.resize(1900, 768)
    assert shown() == {*bar.verbs}
    user.window.resize(1010, 768)
    assert "lock" in shown() < {*bar.verbs}
    assert bar.all.isVisible()


def test_the_top_says_which_day_it_is_and_what_time(user):
    top = user.window.frame.top
    assert top.day.text() == "Day open · Sat Nov 21 · since 16:02"
    before = top.time.text()
    user.pit.clock.at += timedelta(minutes=5)
    user.window.session.tick.timeout.emit()
    assert (before, top.time.text()) == ("16:34", "16:39")
