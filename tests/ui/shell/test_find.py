"""Find: a few letters lead to a verb, a table, a person, a slip."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from pitdesk.chips import Chips
from tests.ui.evening import Quick, copied, key, proven, types
from ui.work.actions import ACTIONS


@pytest.fixture
def hands(qtbot, open_window, tmp_path) -> Quick:
    """A fill for table 2 waits to be verified."""
    hands = Quick.at(qtbot, open_window(*copied(tmp_path)))
    hands.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    return hands


def find(hands: Quick, text: str) -> list[str]:
    """Type into it; what it offers."""
    hands.go("find")
    types(text)
    return [hit.words for hit in hands.form.hits]


def test_every_verb_and_place_is_found_by_what_its_button_says(hands):
    hands.go("find")
    for action in ACTIONS:
        hands.form.line.setText(action.words.lower())
        hit = next(hit for hit in hands.form.hits if hit.words == action.words)
        assert hit.where == action.name
        assert action.key in hit.more


def test_what_begins_with_the_letters_stands_before_what_only_holds_them(hands):
    found = find(hands, "fill")
    assert found[0] == "Fill"
    assert "Fill 000001, table 2" in found
    assert found.index("Fill") < found.index("Fill 000001, table 2") < found.index("Table 2")
    assert all("fill" in f"{hit.words} {hit.more}".lower() for hit in hands.form.hits)


@pytest.mark.parametrize(
    ("text", "place", "name"),
    [
        ("redeem", "cage", "redeem"),
        ("count bank", "bank", "count banks"),
        ("chip ban", "bank", "bank"),
        ("fill 000001", "slips", "waiting"),
        ("table 3", "floor", ""),
        ("gro moen", "people", ""),
    ],
)
def test_enter_goes_there(hands, text, place, name):
    find(hands, text)
    key(Qt.Key.Key_Return)
    assert hands.window.place == place
    assert not name or hands.form.name == name


def test_a_table_is_chosen_on_the_floor_and_a_slip_in_its_form(hands):
    find(hands, "table 3")
    key(Qt.Key.Key_Return)
    assert hands.form.pointed == "3"
    find(hands, "fill 000001")
    key(Qt.Key.Key_Return)
    assert hands.form.slip.value() == "fill 000001"


def test_a_number_leads_to_the_slips_with_it(hands):
    assert find(hands, "0001")[0] == "Slips with number 0001"
    key(Qt.Key.Key_Return)
    assert hands.window.place == "slips"


def test_whatever_is_typed_can_be_looked_for_among_the_slips(hands):
    assert find(hands, "kari 20")[-1] == "Slips that match “kari 20”"
    assert find(hands, "½🎰") == ["Slips that match “½🎰”"]


def test_arrows_choose_and_stop_at_the_ends(hands):
    find(hands, "table")
    rows = len(hands.form.hits)
    assert rows > 5
    assert hands.form.list.currentRow() == 0
    key(Qt.Key.Key_Up)
    assert hands.form.list.currentRow() == 0
    for _ in range(rows + 3):
        key(Qt.Key.Key_Down)
    assert hands.form.list.currentRow() == rows - 1
    assert hands.form.line.hasFocus()


def test_a_click_goes_there_once(hands):
    find(hands, "table 3")
    finder = hands.form
    went = []
    hands.window.station.wanted.connect(lambda where, what: went.append((where, what)))
    spot = finder.list.visualItemRect(finder.list.item(0)).center()
    QTest.mouseClick(finder.list.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    finder.list.itemActivated.emit(finder.list.item(0))  # as where a single click activates
    assert went == [("floor", "3")]


def test_escape_goes_back_to_what_was_there_and_it_begins_empty_the_next_time(hands):
    form = hands.fill_in("redeem", {"chips": "3x$25"})
    find(hands, "tab")
    key(Qt.Key.Key_Escape)
    assert hands.form is form
    assert form.chips.value() == Chips.read("3x$25")
    hands.go("find")
    assert hands.form.line.text() == ""
