"""Counts of stores: each alone and blind, then side by side; what is off is shown there alone."""

import pytest
from PySide6.QtWidgets import QLabel

from pitdesk.chips import Chips
from tests.ui.night import PINS, Quick, copied, proven, signed
from tests.ui.stand import stands

pytestmark = pytest.mark.long

JO, PIA = signed("jo:cashier"), signed("pia:shift manager")
BOTH = signed("jo:cashier", "pia:shift manager")
STORE = "chip bank"


@stands("agree", "tally")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def board(user: Quick):
    return user.window.station.board


def less(user: Quick, short: str) -> Chips:
    """What the bank holds, but for some."""
    return board(user).held(STORE) - Chips.read(short)


def counted(user: Quick, who: str, chips: Chips, place: str = STORE) -> None:
    user.at_desk(lambda desk: desk.tally(place, chips, proven(who)[0]))


def both(user: Quick, mine: str, theirs: str) -> None:
    counted(user, "jo:cashier", less(user, mine))
    counted(user, "pia:shift manager", less(user, theirs))


def seen(widget) -> list[str]:
    return [one.text() for one in widget.findChildren(QLabel) if one.isVisible() and one.text()]


def table(form) -> dict[tuple[str, str], str]:
    """(chip, heading) → what stands there."""
    at = {}
    for index in range(form.grid.count()):
        down, across, _, _ = form.grid.getItemPosition(index)
        at[down, across] = form.grid.itemAt(index).widget().text()
    heads = {across: words for (down, across), words in at.items() if down == 0 and words}
    names = {down: words for (down, across), words in at.items() if across == 1 and down}
    return {(names[d], heads[a]): w for (d, a), w in at.items() if d and a in heads}


# Alone


def test_a_count_alone_is_kept_and_says_who_is_next(user):
    form = user.fill_in("tally", {"place": STORE, "chips": str(less(user, "3x$5"))}, JO)
    user.post(form)
    assert user.told() == (
        "Jo Sandvik's count of the chip bank is kept. Somebody else counts it now, alone: Ctrl+Shift+F3."
    )
    assert board(user).counted == {STORE: ("jo",)}
    assert board(user).counts == {}
    user.sign_in("pia", PINS["pia"])
    form = user.fill_in("tally", {"place": STORE, "chips": str(less(user, "3x$5"))}, PIA)
    user.post(form)
    assert user.told() == (
        "Jo Sandvik and Pia Olsen have counted the chip bank: Ctrl+Shift+F5 shows both counts."
    )


def test_who_counts_is_shown_nothing_of_what_is_expected_or_was_counted(user):
    counted(user, "pia:shift manager", Chips.read("1983x$5 598x$25"))
    form = user.fill_in("tally", {"place": STORE, "chips": "20x$5"})
    assert "Counted already by Pia Olsen. What was counted is not shown." in seen(form)
    shown = " ".join(seen(user.window))
    for figure in ("2,000", "2000", "1,983", "1983", "598", "600", "short", "over", " off"):
        assert figure not in shown
    assert not form._trial.isActive()
    user.sign(form.signers, JO)
    user.post(form)
    assert "short" not in user.told()
    assert user.refused(form) == {}


def test_a_count_alone_has_its_store_and_its_chips(user):
    user.go("tally")
    user.sign(user.form.signers, JO)
    user.press(user.form.primary)
    assert set(user.refused(user.form)) == {"place", "chips"}
    assert "Nothing is counted yet" in user.form.chips.told


def test_a_dealer_counts_no_store(user):
    form = user.fill_in("tally", {"place": STORE, "chips": "20x$5"}, signed("kari:dealer"))
    user.post(form)
    assert user.refused(form) == {"initials": {"pd.who"}}
    assert form.chips.value() == Chips.read("20x$5")


# Side by side


def test_one_count_alone_is_not_shown(user):
    counted(user, "jo:cashier", less(user, "3x$5"))
    user.go("agree")
    assert "No store has two counts that wait. Each of two counts alone first." in seen(user.form)
    assert not user.form.sides.isVisible()
    assert "3" not in " ".join(seen(user.form)).replace("Ctrl+Shift+F3", "")


def test_where_both_agree_one_tap_enters_it(user):
    both(user, "3x$5", "3x$5")
    user.go("agree")
    form = user.form
    shown = table(form)
    assert shown["$5", "Jo Sandvik"] == shown["$5", "Pia Olsen"] == "1,997"
    assert (shown["$5", "The book"], shown["$5", "Off"]) == ("2,000", "short 3")
    assert shown["$25", "Off"] == "–"
    assert form.told.text() == "Both counted the same. The book is off by 3 $5 short, $15.00 in all."
    assert not form.chips.isVisible()
    assert not form.reason.isVisible()  # the day is open: it is explained in its close
    assert [place.person.value() for place in form.signers.places] == ["jo", "pia"]
    user.sign(form.signers, BOTH)
    user.post(form)
    assert user.told() == (
        "The count of the chip bank is entered, 3 $5 short, $15.00 in all. Say why in Close of day."
    )
    assert board(user).held(STORE)[next(iter(Chips.read("1x$5")))] == 1_997
    assert board(user).counts == {}


def test_a_count_that_is_right_says_so(user):
    both(user, "", "")
    user.go("agree")
    assert user.form.told.text() == "Both counted the same, and it is as the book says."
    user.sign(user.form.signers, BOTH)
    user.post(user.form)
    assert user.told() == "The count of the chip bank is entered: as the book says."


def test_where_they_differ_it_is_settled_with_pieces_and_a_reason(user):
    both(user, "3x$5", "")
    user.go("agree")
    form = user.form
    assert table(form)["$5", "Off"] == "not agreed"
    assert form.told.text() == "The counts differ. Count again, or settle it together and say how."
    user.sign(form.signers, BOTH)
    user.press(form.primary)
    assert set(user.refused(form)) == {"chips"}
    assert not form.chips.typed()  # neither's figure is offered
    user.chips(form.chips, less(user, ""))
    user.sign(form.signers, BOTH)
    user.post(form)
    assert user.refused(form) == {"below": {"pd.tally"}}
    user.write(form.reason.edit, "three lay behind the rack")
    user.sign(form.signers, BOTH)
    user.post(form)
    assert user.told() == "The count of the chip bank is entered: as the book says."


def test_chips_that_move_between_two_counts_leave_both_right(user):
    counted(user, "jo:cashier", less(user, ""))
    by = proven("pia:shift manager")
    moved = Chips.read("100x$5")
    user.at_desk(lambda desk: desk.stock(moved, STORE, "chip reserve", by, "kept apart"))
    counted(user, "pia:shift manager", less(user, ""))
    user.go("agree")
    user.choose(user.form.place, STORE)
    assert table(user.form)["$5", "Jo Sandvik"] == table(user.form)["$5", "The book"] == "1,900"
    assert "the counts are shown as they stand now" in user.form.told.text()


def test_count_again_goes_back_to_counting_alone(user):
    both(user, "3x$5", "")
    user.go("agree")
    user.press(user.form.recount)
    assert user.form.name == "tally"
    assert user.form.place.value() == STORE
    user.chips(user.form.chips, less(user, ""))
    user.sign(user.form.signers, JO)
    user.post(user.form)
    user.go("agree")
    assert user.form.told.text() == "Both counted the same, and it is as the book says."


def test_two_others_cannot_enter_what_they_did_not_count(user):
    both(user, "", "")
    user.go("agree")
    user.sign(user.form.signers, signed("jo:cashier", "bo:pit boss"))
    user.post(user.form)
    assert user.refused(user.form) == {"below": {"pd.tally"}}
    assert "Bo Dahl has not counted the chip bank alone yet." in user.form.notice.text
