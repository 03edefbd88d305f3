"""The session: lock, change of operator, a station left alone; everybody's own work stays."""

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtTest import QTest

from pitdesk.chips import Chips
from tests.ui.night import PINS, Quick, copied, key, signed, types
from tests.ui.stand import stands
from ui.shell.session import LOST, STAYS, TICK_MS
from ui.shell.window import CLOSE, LOCK, STAY, Window

pytestmark = pytest.mark.long


@stands("fill")
def user(qtbot, open_window, tmp_path) -> Quick:
    """User at the night's window, with nobody signed in yet."""
    pit = open_window(*copied(tmp_path))
    made = Quick(qtbot, pit.window)
    made.pit = pit
    return made


def test_behind_the_lock_no_verb_can_be_done(user):
    for name in ("fill", "floor", "find", "lock", "open day"):
        user.window.go(name)
        assert user.window.session.locked, name
    key(Qt.Key.Key_F2)
    assert user.window.screens == {}


def test_lock_keeps_what_was_typed_but_no_pin(user):
    user.sign_in("jo", PINS["jo"])
    form = user.fill_in("fill", {"table": "2", "chips": "20x$5"}, signed("jo:cashier"))
    key(Qt.Key.Key_F12)
    assert user.window.session.locked
    user.settle()
    assert user.window.station.board.signed_in is None
    assert not form.isVisible()
    user.sign_in("jo", PINS["jo"])
    assert user.form is form
    assert form.isVisible()
    assert form.table.value() == "2"
    assert form.chips.value() == Chips.read("20x$5")


def test_a_draft_is_offered_to_whose_it_is_and_comes_back_when_asked(user):
    user.sign_in("jo", PINS["jo"])
    fill = user.fill_in("fill", {"table": "2", "chips": "20x$5"}, signed("jo:cashier"))
    redeem = user.fill_in("redeem", {"chips": "3x$25", "reason": "asked"})
    at = f"{user.window.station.now():%H:%M}"
    user.sign_in("pia", PINS["pia"])
    assert not fill.typed_anything()
    assert not redeem.typed_anything()
    assert {place.pin.typed() for place in fill.signers.places} == {""}
    assert user.told() == ""
    user.sign_in("jo", PINS["jo"])
    assert not fill.typed_anything()
    bar = user.window.frame.messages
    assert user.told() == f"Draft of Jo Sandvik: Redeem, $75.00, from {at}."
    assert (bar.then.text(), bar.way.text(), bar.away.text()) == ("and 1 more", "Continue", "Throw away")
    user.press(bar.way)
    assert user.form is redeem
    assert (redeem.chips.value(), redeem.reason.typed()) == (Chips.read("3x$25"), "asked")
    assert user.told() == f"Draft of Jo Sandvik: Fill, $100.00, table 2, from {at}."
    user.press(bar.away)
    assert user.told() == ""
    user.go("fill")
    assert not fill.chips_typed


def test_no_draft_of_another_table_is_taken_for_this_one(user):
    user.sign_in("jo", PINS["jo"])
    fill = user.fill_in("fill", {"table": "2", "chips": "20x$5"})
    user.go("fill", "2")
    assert fill.chips.value() == Chips.read("20x$5")
    user.go("floor", "3")
    user.go("fill")
    assert (fill.table.value(), fill.chips_typed) == ("3", False)
    assert user.told().startswith("Draft of Jo Sandvik: Fill, $100.00, table 2, from ")
    user.press(user.window.frame.messages.way)
    assert (fill.table.value(), fill.chips.value()) == ("2", Chips.read("20x$5"))


def closed(user: Quick) -> None:
    """Close the window as its frame does."""
    QCoreApplication.sendEvent(user.window.windowHandle(), QCloseEvent())
    user.qtbot.wait(1)


def test_a_window_does_not_close_over_a_slip_or_a_draft_without_a_word(user):
    asked = []
    user.window.ask_to_close = lambda left: asked.append(left) or STAY
    user.sign_in("jo", PINS["jo"])
    user.post(user.fill_in("fill", {"table": "2", "chips": "20x$5"}, signed("jo:cashier")))
    user.fill_in("redeem", {"chips": "3x$25"})
    closed(user)
    going, typed = "Fill 000001 is on its way: $100.00, table 2.", "Not posted: Redeem, $75.00."
    assert asked == [[going, STAYS, typed, LOST]]
    assert user.window.isVisible()
    user.window.ask_to_close = lambda left: LOCK
    closed(user)
    assert user.window.isVisible()
    assert user.window.session.locked
    user.settle()
    user.sign_in("pia", PINS["pia"])
    assert "Draft of Jo Sandvik: Redeem, $75.00" in user.window.session.unfinished[-2]
    user.window.ask_to_close = lambda left: CLOSE
    closed(user)
    assert not user.window.isVisible()


def test_what_was_only_looked_at_is_no_draft_of_anybody(user):
    user.sign_in("pia", PINS["pia"])
    for verb, what in (("table", "3"), ("site", None), ("open table", None), ("stations", None)):
        user.go(verb, what)
    user.sign_in("gro", PINS["gro"])
    user.go("options")
    assert user.window.session.unfinished == []


def test_with_nothing_left_behind_a_window_closes_at_once(user):
    user.window.ask_to_close = lambda left: pytest.fail(f"{left}")
    user.sign_in("jo", PINS["jo"])
    closed(user)
    assert not user.window.isVisible()


def test_the_name_at_the_top_lets_somebody_else_in(user):
    user.sign_in("jo", PINS["jo"])
    user.press(user.window.frame.top.operator)
    assert user.window.session.locked
    user.sign_in("bo", PINS["bo"])
    assert user.window.frame.top.operator.text() == "Bo Dahl · pit boss"


def ticks(window: Window, minutes: int) -> None:
    """Let so much time go by as the window counts it."""
    for _ in range(minutes * 60_000 // TICK_MS):
        window.session.tick.timeout.emit()


def test_left_alone_it_locks_itself_and_keeps_the_work(user):
    user.window.settings.lock_min = 2
    user.sign_in("jo", PINS["jo"])
    form = user.fill_in("fill", {"table": "2", "chips": "20x$5"})
    ticks(user.window, 1)
    assert not user.window.session.locked
    station = user.window.windowHandle()
    QTest.keyClick(station, Qt.Key.Key_Tab)  # somebody is there
    ticks(user.window, 1)
    assert not user.window.session.locked
    QTest.mouseClick(station, Qt.MouseButton.LeftButton)
    ticks(user.window, 1)
    assert not user.window.session.locked
    ticks(user.window, 1)
    assert user.window.session.locked
    user.settle()
    assert user.window.station.board.signed_in is None
    user.sign_in("jo", PINS["jo"])
    assert form.chips.value() == Chips.read("20x$5")
    ticks(user.window, 1)
    assert not user.window.session.locked  # the time begins anew


def test_a_locked_station_stays_as_it_is_however_long(user):
    ticks(user.window, 60)
    types("jo")
    ticks(user.window, 60)
    assert user.window.session.signin.chosen.text() == "Jo Sandvik"


def test_it_locks_over_an_open_menu_too(user):
    user.sign_in("jo", PINS["jo"])
    user.window.frame.bar.menu.popup(user.window.mapToGlobal(user.window.rect().center()))
    assert user.window.frame.bar.menu.isVisible()
    ticks(user.window, user.window.settings.lock_min)
    assert user.window.session.locked
    assert not user.window.frame.bar.menu.isVisible()


def test_what_is_being_posted_when_it_locks_is_posted(user):
    user.sign_in("jo", PINS["jo"])
    before = user.seen
    form = user.fill_in("fill", {"table": "2", "chips": "20x$5"}, signed("jo:cashier"))
    user.press(form.primary)
    user.window.session.lock()
    user.settle()
    assert user.kinds(before) == ["fill"]
    assert user.window.session.locked
    user.sign_in("jo", PINS["jo"])
    assert form.chips.typed() == {}


def test_what_is_under_way_when_the_operator_changes_is_nobodys_draft(user):
    user.sign_in("jo", PINS["jo"])
    form = user.fill_in("fill", {"table": "2", "chips": "20x$5"}, signed("jo:cashier"))
    before = user.seen
    form.post()
    user.window.session.change("pia")
    user.settle()
    user.window.session.change("jo")
    assert user.kinds(before) == ["fill"]
    assert form.chips.typed() == {}
