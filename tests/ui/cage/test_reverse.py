"""Mistakes at the window: undone in the message bar while the seconds run, later reversed by two."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont

from pitdesk.chips import Chips
from tests.ui.night import Quick, copied, key, proven, signed
from tests.ui.stand import stands
from ui.cage.reverse import AMOUNT, STATE, WHAT, Lately

pytestmark = pytest.mark.long

JO_PIA = signed("jo:cashier", "pia:shift manager")


@stands("redeem", "reverse")
def user(qtbot, open_window, tmp_path) -> Quick:
    """Table 1 is counted down, so that players hold $500 in chips of it."""
    user = Quick.at(qtbot, open_window(*copied(tmp_path)))
    left = Chips.read("40x50c 100x$1 50x$5 14x$25")
    user.at_desk(lambda desk: desk.count_tray("1", left, proven("kari:dealer")))
    return user


def bar(user: Quick):
    return user.window.frame.messages


def cash(user: Quick) -> int:
    return user.window.station.board.money("drawer")


def paid(user: Quick) -> None:
    user.post(user.fill_in("redeem", {"chips": "10x$5"}))
    assert user.told() == "Paid $50.00."


def wait(user: Quick, seconds: int) -> None:
    """Let time pass, and the bar look at it."""
    from datetime import timedelta  # noqa: PLC0415

    user.window.station.clock.at += timedelta(seconds=seconds)
    bar(user)._show_way()


def rows(user: Quick) -> list[tuple[str, str, str]]:
    model = user.form.entry.model
    cells = [[model.words(one, at) for at in (WHAT, AMOUNT, STATE)] for one in model.rows]
    return [tuple(one) for one in cells]


def chosen(user: Quick, at: int, reason: str):
    """The form, with the line of a row and a reason; by the keys."""
    user.go("reverse")
    user.into(user.form.entry.table)
    key(Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    for _ in range(at):
        key(Qt.Key.Key_Down)
    user.sign(user.form.signers, JO_PIA)
    user.write(user.form.reason.edit, reason)
    return user.form


# Undo


def test_what_was_paid_is_undone_in_the_confirmation(user):
    before = cash(user)
    paid(user)
    assert bar(user).way.text() == "Undo  60"
    assert bar(user).way.accessibleName() == "Undo: Paid $50.00."
    user.press(bar(user).way)
    user.settle()
    assert user.told() == "Undone: redeemed 10x$5, $50.00."
    assert cash(user) == before
    assert bar(user).way.isHidden()
    (back,) = [one for one in user.entries() if one.kind == "reverse"]
    assert (back.fact.undone, back.signatures[0].proof) == (True, "signed in")


def test_its_key_undoes_it_from_wherever_the_focus_is(user):
    before = cash(user)
    paid(user)
    user.go("floor")
    assert "Undo" in bar(user).way.text()
    key(Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    user.settle()
    assert cash(user) == before
    key(Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    assert user.told().startswith("Nothing that you just did can be undone.")
    user.press(bar(user).way)
    assert user.form.name == "reverse"


def test_a_reading_in_between_changes_nothing_and_leaves_the_way_back(user):
    before = cash(user)
    paid(user)
    user.go("reading")
    key(Qt.Key.Key_Return)
    user.settle()
    assert user.told().startswith("Reading 1 ")
    assert bar(user).way.text() == "Undo: Paid $50.00.  60", "else it seems to undo the reading"
    key(Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    user.settle()
    assert user.told() == "Undone: redeemed 10x$5, $50.00."
    assert cash(user) == before


def test_it_is_offered_for_as_long_as_it_can_be_done(user):
    paid(user)
    wait(user, 20)
    assert bar(user).way.text() == "Undo  40"
    user.go("floor")
    wait(user, 39)
    assert bar(user).way.text() == "Undo  1"
    wait(user, 2)
    assert bar(user).way.isHidden()
    assert not bar(user)._tick.isActive()


def test_it_is_offered_for_what_the_operator_did_and_has_no_number(user):
    user.post(user.fill_in("iou", {"amount": "100"}, signed("jo:cashier")))
    assert bar(user).way.isHidden()
    user.post(
        user.fill_in("withdraw", {"amount": "100", "method": "check 7"}, signed("pia:shift manager"))
    )
    assert bar(user).way.isHidden()
    paid(user)
    assert not bar(user).way.isHidden()


def test_an_undo_that_is_refused_says_why_with_the_way_that_is_left(user):
    paid(user)
    held = {"drawer": {"cash": cash(user)}}
    user.at_desk(lambda desk: desk.count("check", held, proven("jo:cashier")))
    user.press(bar(user).way)
    user.settle()
    assert "The drawer was counted since. Reverse it, with a second person." in user.told()
    assert bar(user).way.text() == "Reverse"
    user.press(bar(user).way)
    assert user.form.name == "reverse"
    assert user.form.entry.line.entry.kind == "redeem"


# Reverse


def test_a_line_of_tonight_is_reversed_by_two(user):
    before = cash(user)
    paid(user)
    user.go("reverse")
    assert rows(user) == [("redeemed 10x$5", "50.00", "stands")]
    assert user.form.entry.line.entry.kind == "redeem"  # the newest that stands
    form = chosen(user, 0, "mistyped")
    assert form.primary.text().startswith("Reverse ")
    user.post(form)
    assert user.told() == "Reversed: redeemed 10x$5."
    assert cash(user) == before
    assert user.form.name == "redeem"  # where it is entered as it is right
    user.go("reverse")
    first, second = rows(user)
    seq = user.entries()[-1].seq
    assert first == (f"takes back {seq - 1}: mistyped", "-50.00", "")
    assert second == ("redeemed 10x$5", "50.00", f"reversed by {seq}")
    assert user.form is form
    struck = form.entry.model.data(form.entry.model.index(1, WHAT), Qt.ItemDataRole.FontRole)
    assert isinstance(struck, QFont)
    assert struck.strikeOut()


def test_a_night_without_lines_says_so(user):
    user.go("reverse")
    user.press(user.form.primary)
    assert user.form.entry.told == "Choose the line that is wrong."


def test_what_was_taken_back_is_refused_beside_the_form(user):
    paid(user)
    user.press(bar(user).way)
    user.settle()
    user.post(chosen(user, 1, "again"))
    assert user.refused(user.form) == {"below": {"pd.reverse"}}


# An opener


def test_an_opener_is_counted_again(user):
    user.go("count opener")
    form = user.fill_in(
        "count opener", {"table": "2", "chips": "40x50c 100x$1 50x$5 10x$25"}, signed("sara:dealer")
    )
    user.post(form)
    assert user.told() == "The opener of table 2 is $620.00 now. Both counts are kept."
    spot = user.window.station.board.spot("2")
    assert spot.known == Chips.read("40x50c 100x$1 50x$5 10x$25")
    user.go("count opener")
    assert "1" not in dict(user.form.table._options)


def test_tonights_lines_stand_below_a_form_of_the_cage_where_there_is_room(user):
    paid(user)
    user.go("check")
    lately = user.form.findChild(Lately)
    assert lately.isVisible()
    assert lately.model.words(lately.model.rows[0], AMOUNT) == "50.00"
    user.into(lately.table)
    key(Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    key(Qt.Key.Key_Return)
    assert (user.form.name, user.form.entry.typed()) == ("reverse", str(lately.model.rows[0].entry.seq))
    user.go("check")
    user.window.resize(1024, 600)
    user.qtbot.wait(1)
    assert not lately.isVisible()
