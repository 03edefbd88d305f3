"""Forms that take chips: one start and one order, whatever was chosen before; none are swallowed."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from pitdesk.chips import Chips
from tests.storm import shared
from tests.ui.night import PINS, Quick, copied, key, proven
from tests.ui.stand import stands
from ui.widgets.grid import NO_CHIPS, ChipGrid

FORMS = {
    "fill": "F2",
    "credit": "F3",
    "redeem": "F4",
    "tips": "F5",
    "exchange": "F6",
    "count tray": "F8",
}
EVERY = pytest.mark.parametrize(("name", "own"), FORMS.items())


@stands("fill", "credit", "redeem", "tips", "exchange", "count tray")
def user(qtbot, open_window, tmp_path) -> Quick:
    """Table 1 is counted down, so that players hold $500 in chips of it."""
    user = Quick.at(qtbot, open_window(*copied(tmp_path)))
    left = Chips.read("40x50c 100x$1 50x$5 14x$25")
    user.at_desk(lambda desk: desk.count_tray("1", left, proven("kari:dealer")))
    user.go("floor")
    return user


def press(user: Quick, own: str) -> None:
    key(getattr(Qt.Key, f"Key_{own}"))
    user.qtbot.wait(1)


def stands(user: Quick) -> dict[str, str]:
    """The chips that are typed, grid by grid."""
    grids = [one for one in user.form.inputs if isinstance(one, ChipGrid)]
    return {one.name: str(one.so_far()) for one in grids if one.begun}


@pytest.mark.storm
@EVERY
def test_chips_typed_at_once_are_taken_whatever_was_chosen_before(user, name, own):
    for before in shared([*FORMS.values()], 3):
        for pointed in (None, "3"):
            press(user, before)
            user.go("floor", pointed)
            press(user, own)
            user.type("4*5")
            assert (user.form.name, stands(user)) == (name, {"chips": "4x$5"}), (before, pointed)
            user.form.clear()


@EVERY
def test_digits_alone_among_chips_are_refused_and_wiped(user, name, own):
    press(user, own)
    line = user.form.chips.quick
    for digits in (PINS["jo"], PINS["pia"]):
        user.into(line)
        user.type(digits)
        assert {*line.displayText()} == {"•"}
        key(Qt.Key.Key_Return)
        assert (line.text(), stands(user)) == ("", {})
        assert user.form.chips.told == NO_CHIPS


@EVERY
def test_escape_keeps_what_was_typed(user, name, own):
    press(user, own)
    user.type("4*5")
    key(Qt.Key.Key_Escape)
    assert user.window.place == "floor"
    press(user, own)
    assert stands(user) == {"chips": "4x$5"}


def test_chips_typed_where_a_person_is_chosen_go_where_chips_belong(user):
    press(user, "F5")
    key(Qt.Key.Key_Return)
    person = user.form.person
    assert QApplication.focusWidget() is person.box
    user.type("s6*5")
    assert (person.value(), stands(user)) == ("sara", {"chips": "6x$5"})
    user.into(person.box)
    user.type("2*1")
    assert (person.value(), stands(user)) == ("sara", {"chips": "6x$5 2x$1"})


def test_what_is_given_never_ends_up_in_what_is_taken(user):
    press(user, "F6")
    user.type("1*25")
    press(user, "F6")
    user.type("5*5")
    assert stands(user) == {"chips": "1x$25", "other": "5x$5"}
    press(user, "F6")
    assert user.form.primary.hasFocus()
    key(Qt.Key.Key_Return)
    user.settle()
    assert user.told() == "Exchanged $25.00."


@pytest.mark.parametrize(("name", "own"), [("exchange", "F6"), ("count tray", "F8"), ("fill", "F2")])
def test_another_table_is_asked_about_wherever_chips_are_typed(user, name, own):
    user.go("floor", "3")
    press(user, own)
    user.type("4*5")
    table = user.form.inputs[0]
    before = table.value()
    table.first().setFocus()
    key(Qt.Key.Key_Right)
    user.qtbot.wait(1)
    assert table.value() == before
    assert table.another.isVisible()
    assert QApplication.focusWidget() is table.another.answers["Change it"]


@EVERY
def test_digits_chosen_with_choose_once(user, name, own):
    """A table is named by all the digits typed for it, or by none: the second changes nothing."""
    press(user, own)
    user.type("23")
    chosen = [one.typed() for one in user.form.inputs if hasattr(one, "another")]
    assert chosen in ([], [""], ["cage"])
