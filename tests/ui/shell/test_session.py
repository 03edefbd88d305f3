"""The session: lock, change of operator, a station left alone; everybody's own work stays."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from pitdesk.chips import Chips
from tests.ui.evening import PINS, Quick, copied, key, signed, types
from ui.shell.session import TICK_MS
from ui.shell.window import Window


@pytest.fixture
def hands(qtbot, open_window, tmp_path) -> Quick:
    """Hands at the evening's window, with nobody signed in yet."""
    pit = open_window(*copied(tmp_path))
    made = Quick(qtbot, pit.window)
    made.pit = pit
    return made


def test_behind_the_lock_no_verb_can_be_done(hands):
    for name in ("fill", "floor", "find", "lock", "open day"):
        hands.window.go(name)
        assert hands.window.session.locked, name
    key(Qt.Key.Key_F2)
    assert hands.window.screens == {}


def test_lock_keeps_what_was_typed_but_no_pin(hands):
    hands.sign_in("jo", PINS["jo"])
    form = hands.fill_in("fill", {"table": "2", "chips": "20x$5"}, signed("jo:cashier"))
    key(Qt.Key.Key_F12)
    assert hands.window.session.locked
    hands.settle()
    assert hands.window.station.board.signed_in is None
    assert not form.isVisible()
    hands.sign_in("jo", PINS["jo"])
    assert hands.form is form
    assert form.isVisible()
    assert form.table.value() == "2"
    assert form.chips.value() == Chips.read("20x$5")


def test_another_operator_finds_their_own_drafts_and_the_first_ones_come_back(hands):
    hands.sign_in("jo", PINS["jo"])
    fill = hands.fill_in("fill", {"table": "2", "chips": "20x$5"}, signed("jo:cashier"))
    redeem = hands.fill_in("redeem", {"chips": "3x$25", "reason": "asked"})
    hands.sign_in("pia", PINS["pia"])
    assert not fill.typed_anything()
    assert not redeem.typed_anything()
    assert [place.pin.typed() for place in fill.signers.places] == ["", ""]
    hands.fill_in("fill", {"table": "3", "chips": "1x$25"})
    hands.sign_in("jo", PINS["jo"])
    assert (fill.table.value(), fill.chips.value()) == ("2", Chips.read("20x$5"))
    assert fill.signers.places[0].person.value() == "jo"
    assert (redeem.chips.value(), redeem.reason.typed()) == (Chips.read("3x$25"), "asked")
    hands.sign_in("pia", PINS["pia"])
    assert (fill.table.value(), fill.chips.value()) == ("3", Chips.read("1x$25"))
    assert PINS["jo"] not in repr(hands.window.session._left)


def test_the_name_at_the_top_lets_somebody_else_in(hands):
    hands.sign_in("jo", PINS["jo"])
    hands.press(hands.window.frame.top.operator)
    assert hands.window.session.locked
    hands.sign_in("bo", PINS["bo"])
    assert hands.window.frame.top.operator.text() == "Bo Dahl · pit boss"


def ticks(window: Window, minutes: int) -> None:
    """Let so much time go by as the window counts it."""
    for _ in range(minutes * 60_000 // TICK_MS):
        window.session.tick.timeout.emit()


def test_left_alone_it_locks_itself_and_keeps_the_work(hands):
    hands.window.settings.lock_min = 2
    hands.sign_in("jo", PINS["jo"])
    form = hands.fill_in("fill", {"table": "2", "chips": "20x$5"})
    ticks(hands.window, 1)
    assert not hands.window.session.locked
    key(Qt.Key.Key_Tab)  # somebody is there
    ticks(hands.window, 1)
    assert not hands.window.session.locked
    QTest.mouseClick(form, Qt.MouseButton.LeftButton)
    ticks(hands.window, 1)
    assert not hands.window.session.locked
    ticks(hands.window, 1)
    assert hands.window.session.locked
    hands.settle()
    assert hands.window.station.board.signed_in is None
    hands.sign_in("jo", PINS["jo"])
    assert form.chips.value() == Chips.read("20x$5")
    ticks(hands.window, 1)
    assert not hands.window.session.locked  # the time begins anew


def test_a_locked_station_stays_as_it_is_however_long(hands):
    ticks(hands.window, 60)
    types("jo")
    ticks(hands.window, 60)
    assert hands.window.session.signin.chosen.text() == "Jo Sandvik"


def test_it_locks_over_an_open_menu_too(hands):
    hands.sign_in("jo", PINS["jo"])
    hands.window.frame.bar.menu.popup(hands.window.mapToGlobal(hands.window.rect().center()))
    assert hands.window.frame.bar.menu.isVisible()
    ticks(hands.window, hands.window.settings.lock_min)
    assert hands.window.session.locked
    assert not hands.window.frame.bar.menu.isVisible()


def test_what_is_being_posted_when_it_locks_is_posted(hands):
    hands.sign_in("jo", PINS["jo"])
    before = hands.seen
    form = hands.fill_in("fill", {"table": "2", "chips": "20x$5"}, signed("jo:cashier"))
    hands.press(form.primary)
    hands.window.session.lock()
    hands.settle()
    assert hands.kinds(before) == ["fill"]
    assert hands.window.session.locked
    hands.sign_in("jo", PINS["jo"])
    assert form.chips.typed() == {}


def test_what_is_under_way_when_the_operator_changes_is_nobodys_draft(hands):
    hands.sign_in("jo", PINS["jo"])
    form = hands.fill_in("fill", {"table": "2", "chips": "20x$5"}, signed("jo:cashier"))
    before = hands.seen
    form.post()
    hands.window.session.change("pia")
    hands.settle()
    hands.window.session.change("jo")
    assert hands.kinds(before) == ["fill"]
    assert form.chips.typed() == {}
