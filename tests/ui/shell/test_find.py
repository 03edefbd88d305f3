"""Find: a few letters lead to a verb, a table, a person, a slip."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from pitdesk.chips import Chips
from tests.ui.night import Quick, copied, key, proven, types
from tests.ui.stand import stands
from ui.shell.find import SETTINGS
from ui.work.actions import ACTIONS
from ui.work.lessons import rulebook

pytestmark = pytest.mark.long


@stands("find", "slips", "site")
def user(qtbot, open_window, tmp_path) -> Quick:
    """A fill for table 2 waits to be verified."""
    user = Quick.at(qtbot, open_window(*copied(tmp_path)))
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    return user


def find(user: Quick, text: str) -> list[str]:
    """Type into it; what it offers."""
    user.go("find")
    types(text)
    return [hit.words for hit in user.form.hits]


def test_every_verb_and_place_is_found_by_what_its_button_says(user):
    user.go("find")
    for action in ACTIONS:
        user.form.line.setText(action.words.lower())
        hit = next(hit for hit in user.form.hits if hit.words == action.words)
        assert hit.where == action.name
        assert action.key in hit.more


def test_what_begins_with_the_letters_stands_before_what_only_holds_them(user):
    found = find(user, "fill")
    assert found[0] == "Fill"
    assert "Fill 000001, table 2" in found
    assert found.index("Fill") < found.index("Fill 000001, table 2") < found.index("Table 2")
    assert all("fill" in f"{hit.words} {hit.more}".lower() for hit in user.form.hits)


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
def test_enter_goes_there(user, text, place, name):
    find(user, text)
    key(Qt.Key.Key_Return)
    assert user.window.place == place
    assert not name or user.form.name == name


def test_a_table_is_chosen_on_the_floor_and_a_slip_in_its_form(user):
    find(user, "table 3")
    key(Qt.Key.Key_Return)
    assert user.form.pointed == "3"
    find(user, "fill 000001")
    key(Qt.Key.Key_Return)
    assert user.form.slip.value() == "fill 000001"


def test_a_number_leads_to_the_slips_with_it(user):
    assert find(user, "#0001")[0] == "Slips with number 0001"
    key(Qt.Key.Key_Return)
    assert user.window.place == "slips"


def test_whatever_is_typed_can_be_looked_for_among_the_slips(user):
    assert find(user, "kari 20")[-1] == "Slips that match “kari 20”"
    assert find(user, "½🎰") == ["Slips that match “½🎰”"]


def test_arrows_choose_and_stop_at_the_ends(user):
    find(user, "table")
    rows = len(user.form.hits)
    assert rows > 5
    assert user.form.list.currentRow() == 0
    key(Qt.Key.Key_Up)
    assert user.form.list.currentRow() == 0
    for _ in range(rows + 3):
        key(Qt.Key.Key_Down)
    assert user.form.list.currentRow() == rows - 1
    assert user.form.line.hasFocus()


def test_a_click_goes_there_once(user):
    find(user, "table 3")
    finder = user.form
    went = []
    user.window.station.wanted.connect(lambda where, what: went.append((where, what)))
    spot = finder.list.visualItemRect(finder.list.item(0)).center()
    QTest.mouseClick(finder.list.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    finder.list.itemActivated.emit(finder.list.item(0))  # as where a single click activates
    assert went == [("floor", "3")]


def test_escape_goes_back_to_what_was_there_and_it_begins_empty_the_next_time(user):
    form = user.fill_in("redeem", {"chips": "3x$25"})
    find(user, "tab")
    key(Qt.Key.Key_Escape)
    assert user.form is form
    assert form.chips.value() == Chips.read("3x$25")
    user.go("find")
    assert user.form.line.text() == ""


@stands("days", "find")
def late(qtbot, open_window, tmp_path) -> Quick:
    """The busy night, sealed."""
    return Quick.at(qtbot, open_window(*copied(tmp_path, (2, 30))), "gro")


@pytest.mark.parametrize("text", ["2026-11-21", "11/21/2026", "nov 21", "past day 1"])
def test_a_past_day_is_found_by_its_date(late, text):
    late.go("find")
    late.rest()
    types(text)
    assert late.form.hits[0].words == "Sat Nov 21, 2026"
    key(Qt.Key.Key_Return)
    late.rest()
    assert late.window.place == "days"


@pytest.mark.parametrize("text", ["nd.08-05.3", "99-01.3-08-05(3)"])
def test_a_rule_is_found_by_its_id_its_section_and_its_words(user, text):
    words = rulebook().rules["nd.08-05.3"].words
    for typed in (text, words[:30]):
        find(user, typed)
        assert "nd.08-05.3" in [hit.words for hit in user.form.hits], typed
    user.form._search()
    find(user, "nd.08-05.3 ")
    key(Qt.Key.Key_Return)
    assert user.form.name == "rules"
    assert user.form.search.edit.text().startswith("nd.08-05.3")


def test_a_page_of_the_manual_is_found_and_opened(user):
    find(user, "paper goes wrong")
    key(Qt.Key.Key_Return)
    assert (user.window.place, user.form.page) == ("manual", "what-if-paper")
    key(Qt.Key.Key_Escape)
    assert user.window.place == "floor"


def test_every_setting_is_found_and_leads_to_where_it_stands(user):
    user.go("site")
    site = {one.caption or one.box.text() for one in user.form.inputs}
    assert {*SETTINGS["site"]} == site
    user.go("station")
    page = user.form
    fields = (page.appearance, page.letters, page.lock_min, page.pad, page.sound, page.called)
    assert {*SETTINGS["station"]} == {one.caption or one.box.text() for one in fields}
    find(user, "chips in a stack")
    key(Qt.Key.Key_Return)
    assert user.form.name == "site"
