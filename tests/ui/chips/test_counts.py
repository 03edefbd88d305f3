"""Counts of stores: each alone and blind, then side by side; what is off is shown there alone."""

import pytest
from PySide6.QtWidgets import QLabel

from pitdesk.chips import Chips
from tests.ui.evening import PINS, Quick, copied, proven, signed

JO, PIA = signed("jo:cashier"), signed("pia:shift manager")
BOTH = signed("jo:cashier", "pia:shift manager")
STORE = "chip bank"


@pytest.fixture
def hands(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def board(hands: Quick):
    return hands.window.station.board


def less(hands: Quick, short: str) -> Chips:
    """What the bank holds, but for some."""
    return board(hands).held(STORE) - Chips.read(short)


def counted(hands: Quick, who: str, chips: Chips, place: str = STORE) -> None:
    hands.at_desk(lambda desk: desk.tally(place, chips, proven(who)[0]))


def both(hands: Quick, mine: str, theirs: str) -> None:
    counted(hands, "jo:cashier", less(hands, mine))
    counted(hands, "pia:shift manager", less(hands, theirs))


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


def test_a_count_alone_is_kept_and_says_who_is_next(hands):
    form = hands.fill_in("tally", {"place": STORE, "chips": str(less(hands, "3x$5"))}, JO)
    hands.post(form)
    assert hands.told() == (
        "Jo Sandvik's count of the chip bank is kept. Somebody else counts it now, alone: Ctrl+Shift+F3."
    )
    assert board(hands).counted == {STORE: ("jo",)}
    assert board(hands).counts == {}
    hands.sign_in("pia", PINS["pia"])
    form = hands.fill_in("tally", {"place": STORE, "chips": str(less(hands, "3x$5"))}, PIA)
    hands.post(form)
    assert hands.told() == (
        "Jo Sandvik and Pia Olsen have counted the chip bank: Ctrl+Shift+F5 shows both counts."
    )


def test_who_counts_is_shown_nothing_of_what_is_expected_or_was_counted(hands):
    counted(hands, "pia:shift manager", Chips.read("1983x$5 598x$25"))
    form = hands.fill_in("tally", {"place": STORE, "chips": "20x$5"})
    assert "Counted already by Pia Olsen. What was counted is not shown." in seen(form)
    shown = " ".join(seen(hands.window))
    for figure in ("2,000", "2000", "1,983", "1983", "598", "600", "short", "over", " off"):
        assert figure not in shown
    assert not form._trial.isActive()
    hands.sign(form.signers, JO)
    hands.post(form)
    assert "short" not in hands.told()
    assert hands.refused(form) == {}


def test_a_count_alone_has_its_store_and_its_chips(hands):
    hands.go("tally")
    hands.sign(hands.form.signers, JO)
    hands.press(hands.form.primary)
    assert set(hands.refused(hands.form)) == {"place", "chips"}
    assert "Nothing is counted yet" in hands.form.chips.told


def test_a_dealer_counts_no_store(hands):
    form = hands.fill_in("tally", {"place": STORE, "chips": "20x$5"}, signed("kari:dealer"))
    hands.post(form)
    assert hands.refused(form) == {"initials": {"pd.who"}}
    assert form.chips.value() == Chips.read("20x$5")


# Side by side


def test_one_count_alone_is_not_shown(hands):
    counted(hands, "jo:cashier", less(hands, "3x$5"))
    hands.go("agree")
    assert "No store has two counts that wait. Each of two counts alone first." in seen(hands.form)
    assert not hands.form.sides.isVisible()
    assert "3" not in " ".join(seen(hands.form)).replace("Ctrl+Shift+F3", "")


def test_where_both_agree_one_tap_enters_it(hands):
    both(hands, "3x$5", "3x$5")
    hands.go("agree")
    form = hands.form
    shown = table(form)
    assert shown["$5", "Jo Sandvik"] == shown["$5", "Pia Olsen"] == "1,997"
    assert (shown["$5", "The book"], shown["$5", "Off"]) == ("2,000", "short 3")
    assert shown["$25", "Off"] == "–"
    assert form.told.text() == "Both counted the same. The book is off by 3 $5 short, $15.00 in all."
    assert not form.chips.isVisible()
    assert not form.reason.isVisible()  # the day is open: it is explained in its close
    assert [place.person.value() for place in form.signers.places] == ["jo", "pia"]
    hands.sign(form.signers, BOTH)
    hands.post(form)
    assert hands.told() == (
        "The count of the chip bank is entered, 3 $5 short, $15.00 in all. Say why in Close of day."
    )
    assert board(hands).held(STORE)[next(iter(Chips.read("1x$5")))] == 1_997
    assert board(hands).counts == {}


def test_a_count_that_is_right_says_so(hands):
    both(hands, "", "")
    hands.go("agree")
    assert hands.form.told.text() == "Both counted the same, and it is as the book says."
    hands.sign(hands.form.signers, BOTH)
    hands.post(hands.form)
    assert hands.told() == "The count of the chip bank is entered: as the book says."


def test_where_they_differ_it_is_settled_with_pieces_and_a_reason(hands):
    both(hands, "3x$5", "")
    hands.go("agree")
    form = hands.form
    assert table(form)["$5", "Off"] == "not agreed"
    assert form.told.text() == "The counts differ. Count again, or settle it together and say how."
    hands.sign(form.signers, BOTH)
    hands.press(form.primary)
    assert set(hands.refused(form)) == {"chips"}
    assert not form.chips.typed()  # neither's figure is offered
    hands.chips(form.chips, less(hands, ""))
    hands.sign(form.signers, BOTH)
    hands.post(form)
    assert hands.refused(form) == {"below": {"pd.tally"}}
    hands.write(form.reason.edit, "three lay behind the rack")
    hands.sign(form.signers, BOTH)
    hands.post(form)
    assert hands.told() == "The count of the chip bank is entered: as the book says."


def test_chips_that_move_between_two_counts_leave_both_right(hands):
    counted(hands, "jo:cashier", less(hands, ""))
    by = proven("pia:shift manager")
    moved = Chips.read("100x$5")
    hands.at_desk(lambda desk: desk.stock(moved, STORE, "chip reserve", by, "kept apart"))
    counted(hands, "pia:shift manager", less(hands, ""))
    hands.go("agree")
    hands.choose(hands.form.place, STORE)
    assert table(hands.form)["$5", "Jo Sandvik"] == table(hands.form)["$5", "The book"] == "1,900"
    assert "the counts are shown as they stand now" in hands.form.told.text()


def test_count_again_goes_back_to_counting_alone(hands):
    both(hands, "3x$5", "")
    hands.go("agree")
    hands.press(hands.form.recount)
    assert hands.form.name == "tally"
    assert hands.form.place.value() == STORE
    hands.chips(hands.form.chips, less(hands, ""))
    hands.sign(hands.form.signers, JO)
    hands.post(hands.form)
    hands.go("agree")
    assert hands.form.told.text() == "Both counted the same, and it is as the book says."


def test_two_others_cannot_enter_what_they_did_not_count(hands):
    both(hands, "", "")
    hands.go("agree")
    hands.sign(hands.form.signers, signed("jo:cashier", "bo:pit boss"))
    hands.post(hands.form)
    assert hands.refused(hands.form) == {"below": {"pd.tally"}}
    assert "Bo Dahl has not counted the chip bank alone yet." in hands.form.notice.text
