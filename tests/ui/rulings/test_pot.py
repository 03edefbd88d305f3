"""Split a pot in the window, by keys: who gets how much, in chips; nothing posted."""

import pytest
from PySide6.QtCore import Qt

from tests.ui.night import Quick, copied, key, types
from tests.ui.shell.test_screens import cut_at_rest
from tests.ui.stand import stands
from ui.rulings.pot import Pot

pytestmark = pytest.mark.long

TEN = (22, 8)


@stands("pot")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path, TEN)))


@pytest.fixture
def page(user) -> Pot:
    user.go("pot")
    return user.form


def line(page, text):
    page.typed.edit.setFocus()
    page.typed.edit.selectAll()
    types(text)
    key(Qt.Key.Key_Return)


def test_a_hand_is_typed_and_its_pot_is_split(user, page):
    before = user.window.station.board.seen
    assert page.typed.edit.text() == "b: "
    types("as kd 9h 9c 4s")
    key(Qt.Key.Key_Return)
    assert page.typed.edit.text() == "d: "
    types("5")
    key(Qt.Key.Key_Return)
    for text in ("6: 8.50 ac 10s", "3: 8.50 ah jd", "8: 8.50 kh qh"):
        line(page, text)
    assert page.typed.edit.text() == "1: "
    assert page.rows.rows == [
        ("6", "Two pair, A A 9 9 K", "$13.00", "2 x $5, 1 x $2, 1 x $1"),
        ("3", "Two pair, A A 9 9 K", "$12.50", "2 x $5, 1 x $2, 1 x 50c"),
        ("8", "Two pair, K K 9 9 A", "$0.00", ""),
    ]
    assert "1 left: clockwise of the button to seat 6" in page.why.text()
    assert "seat 6: AC TS Two pair, A A 9 9 K, gets $13.00" in page.felt.accessibleDescription()
    page.variant.choose("high_low")
    assert page.why.text().count("half") == 2
    user.settle()
    assert user.window.station.board.seen == before


def test_what_is_wrong_is_told_and_the_cards_stay(user, page):
    line(page, "b: as kd 9h 9c 4s")
    line(page, "1: 5 qs qh")
    line(page, "2: 5 as ah")
    assert "AS" in page.words.text()
    assert page.words.property("kind") == "wrong"
    assert [row[0] for row in page.rows.rows] == ["1", "2"]
    line(page, "2: 5 xx")
    assert "'xx' is no card" in page.trouble.text()
    line(page, "x")
    assert page.trouble.text().startswith("Begin with b")
    line(page, "2:")
    assert page.words.property("kind") == "muted"
    assert [row[0] for row in page.rows.rows] == ["1"]


def test_the_next_hand_begins_empty(user, page):
    line(page, "1: 5 qs qh")
    page.next.click()
    assert page.rows.rows == []
    assert page.typed.edit.text() == "b: "
    assert page.words.text().startswith("Type b")


@pytest.mark.parametrize("size", [(1024, 600), (1366, 768)])
def test_ten_seats_fit(user, page, size):
    user.window.resize(*size)
    line(page, "b: 2c 3d 4s kh kd")
    for seat, cards in enumerate(("as 5s", "6h 7h", "8h 9h", "qs qh", "js jh"), 1):
        line(page, f"{seat}: 5 {cards}")
    assert cut_at_rest(user) == []
    assert not page.felt.grab().isNull()
