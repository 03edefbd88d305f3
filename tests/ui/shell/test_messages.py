"""The message bar: one thing at a time, for as long as it matters, and nothing moves for it."""

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QScrollArea, QScrollBar, QWidget

from pitdesk.errors import Refusal
from tests.ui.night import Quick, copied, signed
from tests.ui.stand import stands
from ui.widgets.notice import Told
from ui.work.message import Way

pytestmark = pytest.mark.long


@stands("fill", "redeem", "slips", "open table", "person", "void", "check")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def where(user: Quick) -> dict[QWidget, QRect]:
    """Where every widget in sight stands, but for what the bar itself says."""
    window, bar = user.window, user.window.frame.messages
    user.settle()
    user.qtbot.wait(1)  # a bar comes and goes one turn later
    seen = (one for one in window.findChildren(QWidget) if one.isVisible() and not bar.isAncestorOf(one))
    return {one: QRect(one.mapTo(window, QPoint()), one.size()) for one in seen}


def inside(one: QWidget | None, kind: type[QWidget]) -> bool:
    """Whether a widget stands in one of a kind."""
    while (one := one.parentWidget() if one else None) and not isinstance(one, kind):
        pass
    return one is not None


def test_it_says_one_thing_with_its_tone_until_it_is_put_away(user):
    bar, station = user.window.frame.messages, user.window.station
    for tone, word in (("good", "Done"), ("look", "Look"), ("stop", "Trouble")):
        station.say(f"Something is {word}.", tone, then="Something is next.")
        assert (bar.tone.text(), bar.words.text()) == (word, f"Something is {word}.")
        assert bar.then.text() == "Something is next."
        assert bar.accessibleName() == f"Something is {word}. Something is next."
    user.press(bar.away)
    assert user.told() == bar.accessibleName() == ""
    assert bar.away.isHidden()


def test_nothing_moves_whatever_it_says(user):
    station, long = user.window.station, "Something that takes very many words is the matter. " * 30
    for place in ("floor", "fill", "redeem", "waiting", "count tray", "setup"):
        user.go(place)
        user.qtbot.wait(50)  # until rows stand as there is room
        before = where(user)
        for words, tone in (("Kept.", "good"), (long, "look"), (long, "stop")):
            station.say(words, tone, then=long, about="x", way=Way("Undo", lambda: None))
            assert where(user) == before
        station.settle("x")
        user.window.frame.messages.clear()
        assert where(user) == before


def test_what_is_cut_is_all_in_a_tip(user):
    bar = user.window.frame.messages
    user.window.station.say("It is kept. " * 60)
    assert bar.words.is_cut
    assert bar.words.toolTip() == bar.words.text()
    user.window.station.say("It is kept.")
    assert not bar.words.is_cut
    assert bar.words.toolTip() == ""


def test_what_is_done_stays_quietly_and_says_when_and_what_is_next(user):
    bar = user.window.frame.messages
    form = user.fill_in("redeem", {"chips": "6x$25 7x$5"})
    user.post(form)
    assert (user.told(), bar.tone.text()) == ("Paid $185.00.", "Done")
    assert bar.then.text().startswith(f"Entry {user.seen} · Hand out 1")
    user.go("tips")
    assert (user.told(), bar.tone.text()) == ("Paid $185.00.", f"{user.window.station.now():%H:%M}")


def test_a_slip_says_its_number_its_worth_and_who_has_it_next(user):
    bar = user.window.frame.messages
    user.post(user.fill_in("fill", {"table": "2", "chips": "20x$5"}, signed("jo:cashier")))
    assert user.told() == "Fill 000001 for table 2, $100.00, is prepared."
    assert bar.then.text() == "Next: it is verified, F10"
    user.post(user.fill_in("waiting", {}, signed("bo:pit boss")))
    assert user.told() == "Fill 000001 is verified."
    assert bar.then.text().endswith(" · Next: table 2 receives it, F10")
    user.go("waiting")
    dealer = user.window.station.board.spot("2").dealer
    user.post(user.fill_in("waiting", {}, signed(f"{dealer}:dealer")))
    assert user.told() == "Fill 000001 is received."
    assert bar.then.text().endswith(" · Nothing else waits")


def test_the_way_back_stands_in_its_slot_until_the_next_deed(user):
    bar, pressed = user.window.frame.messages, []
    user.window.station.say("Paid.", way=Way("Undo", lambda: pressed.append(1)))
    user.go("fill")
    user.window.station.trouble("The scale is off.", "scale")
    assert (user.told(), bar.way.text()) == ("The scale is off.", "Undo: Paid.")
    assert bar.way.accessibleName() == "Undo: Paid."
    assert all(bar.way.x() > one.x() for one in (bar.words, bar.away))
    user.press(bar.way)
    assert pressed == [1]
    user.window.station.say("A picture is saved.")
    assert (user.told(), bar.way.accessibleName()) == ("A picture is saved.", "Undo: Paid.")
    user.window.station.say("Something else is kept.", deed=True)
    assert bar.way.isHidden()


def test_a_subject_stands_until_it_is_settled_and_no_longer(user):
    station, bar = user.window.station, user.window.frame.messages
    station.trouble("The scale is off.", "scale")
    user.go("redeem")
    assert (user.told(), bar.tone.text()) == ("The scale is off.", "Trouble")
    station.say("Kept.")
    assert user.told() == "Kept."
    user.go("fill")
    assert user.told() == "The scale is off."
    station.settle("another")
    assert user.told() == "The scale is off."
    station.settle("scale")
    assert (user.told(), bar.tone.text()) == ("Kept.", f"{station.now():%H:%M}")
    station.trouble("The scale is off again.", "scale")
    station.settle("scale")
    assert user.told() == "Kept."  # what was done is still the last of it


def test_somebody_else_reads_nothing_of_who_was_here_before(user):
    user.window.station.say("Paid $185.00.")
    user.window.station.trouble("The scale is off.", "scale")
    user.sign_in("pia", "481906")
    assert user.told() == "The scale is off."
    user.window.station.settle("scale")
    assert user.told() == ""


def test_what_is_the_matter_with_the_printer_is_said_again(user):
    window = user.window
    window.frame.top.watch.printer_said("The printer is off.")
    window.station.say("Kept.")
    user.go("fill")
    assert user.told() == "The printer is off."
    assert window.frame.top.watch.again.isVisible()
    window.frame.messages.clear()
    window.frame.top.watch.printer_said("")
    assert user.told().startswith("The printer is back")


def test_what_nobody_waits_for_stands_beside_what_was_done_and_not_in_its_place(user):
    window, bar = user.window, user.window.frame.messages
    user.post(user.fill_in("fill", {"table": "2", "chips": "20x$5"}, signed("jo:cashier")))
    prepared = user.told()
    window.frame.top.watch.printer_said("The disk is full.")
    assert user.told() == "The disk is full."
    window.frame.top.watch.printer_said("")
    assert user.told() == prepared == "Fill 000001 for table 2, $100.00, is prepared."
    assert bar.then.text().startswith("Next: it is verified, F10 · The printer is back")
    assert bar.accessibleName() == f"{prepared} {bar.then.text()}"
    window.station.say("Something else is kept.")
    assert (user.told(), bar.then.text()) == ("Something else is kept.", "")


def test_trouble_of_the_desk_is_said_until_it_writes_again(user):
    user.window.station.runner.trouble.emit("The book cannot be read.")
    assert user.told() == "The book cannot be read."
    user.go("fill")
    assert user.told() == "The book cannot be read."
    user.post(user.fill_in("redeem", {"chips": "2x$5"}))
    assert user.told() == "Paid $10.00."
    user.go("fill")
    assert user.told() == "Paid $10.00."


def test_a_form_that_was_refused_behind_says_so_until_it_is_looked_at(user):
    form = user.fill_in("redeem", {"chips": "9000x$25"})
    form.primary.click()
    user.go("fill")
    user.settle()
    assert user.told().startswith("Not done: Redeem.")
    user.go("tips")
    assert user.told().startswith("Not done: Redeem.")
    user.go("redeem")
    assert user.told() == ""


def scrolls(one: QWidget) -> bool:
    """Whether it is but the room in which fields scroll, which gives way: they stay where they are."""
    return isinstance(one, QScrollArea | QScrollBar) or isinstance(one.parentWidget(), QScrollArea)


@pytest.mark.parametrize("size", [(1366, 768), (1024, 600), (1920, 1080)])
def test_no_refusal_moves_a_field_or_the_button(user, size):
    user.window.resize(*size)
    many = [Refusal("pd.x", "99-01.3-08-05(3)", "Something is not allowed. " * 9)] * 3
    for name in ("fill", "redeem", "check", "open table", "void", "person"):
        user.go(name)
        user.qtbot.wait(50)  # until rows stand as there is room
        before = where(user)
        for notice in (user.form.notice, user.form.signers.notice):
            notice.tell(many)
            after = where(user)
            still = [one for one in before if not inside(one, Told) and not scrolls(one)]
            assert {one: after[one] for one in still} == {one: before[one] for one in still}
            notice.tell([])
            assert where(user) == before
