"""The floor: tables as they are known, what waits for whom, the bank, what should be in the drawer."""

from datetime import timedelta

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from pitdesk.chips import Chip, Chips
from tests.ui.night import Quick, copied, key, proven
from ui.floor.screen import Spots, lasted, state_of
from ui.widgets.art import shown


@pytest.fixture
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def board(user: Quick):
    return user.window.station.board


def words(user: Quick) -> str:
    user.qtbot.wait(1)
    return " ".join(one.text() for one in user.form.findChildren(QLabel) if one.isVisible())


def test_the_floor_says_whose_shift_it_is(user):
    assert user.form.shift.text() == "Pia Olsen · 16:02"
    user.press(user.form.over)
    assert user.form.name == "hand over"


def test_each_table_says_in_a_sentence_what_is_known_of_it(user):
    model = user.form.model
    said = [model.data(model.index(at, 0), Qt.ItemDataRole.AccessibleDescriptionRole) for at in range(5)]
    assert said[1].startswith(
        "Table 2, twenty-one · $3–$25: Open. Known in the tray: $1,220.00, 20x$25 100x$5"
    )
    assert "Dealer Sara Vik · 13 m" in said[1]
    assert "Operator Nina Strand" in said[4]
    named = [model.data(model.index(at, 0), Qt.ItemDataRole.AccessibleTextRole) for at in range(5)]
    assert named == ["Table 1", "Table 2", "Table 3", "Table 4", "Table A"]
    assert model.rowCount(model.index(0, 0)) == 0
    assert Spots().rowCount(QModelIndex()) == 0


def test_a_tables_state_is_the_most_urgent_thing_about_it(user):
    states = []

    def note(table: str = "2") -> None:
        states.append(state_of(board(user).spot(table)))

    note()
    user.at_desk(
        lambda desk: desk.count_tray("2", Chips.read("40x50c 1x$1 2x$5"), proven("sara:dealer"))
    )
    note()
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    note()
    user.at_desk(lambda desk: desk.void("fill", 1, "wrong", proven("jo:cashier")))
    user.at_desk(lambda desk: desk.close_table("2", Chips(), proven("sara:dealer")))
    note()
    assert states == [
        ("Open", "good"),
        ("$25, $5 low", "look"),
        ("Fill on the way", "way"),
        ("Closed", "plain"),
    ]


def test_a_camera_that_nobody_looked_at_is_said(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*copied(tmp_path, (16, 25))))
    assert state_of(board(user).spot("2")) == ("Camera to check", "look")
    assert state_of(board(user).spot("4")) == ("Open", "good")  # it has none


def test_a_tray_without_a_dealer_is_locked(user):
    user.at_desk(lambda desk: desk.dealer("3", None, proven("tor:dealer")))
    assert user.form.model.seated(board(user).spot("3")) == "Nobody deals, tray locked"


def test_times_are_said_as_people_do(user):
    now = user.pit.clock.at
    for minutes, said in ((0, "0 m"), (59, "59 m"), (60, "1 h 00 m"), (72, "1 h 12 m"), (-5, "0 m")):
        assert lasted(now - timedelta(minutes=minutes), now) == said


def test_chips_are_called_in_few_letters():
    names = ("$5", "50c", "pw$1", "coin50c")
    assert [shown(Chip.named(name)) for name in names] == ["$5", "50¢", "pw $1", "coin 50¢"]


def test_the_sums_stand_above_and_follow_the_night(user):
    floor = user.form
    assert floor.sums.text().startswith("5 tables open · $4,080.00 on tables · $38,000.00 in the bank")
    user.at_desk(lambda desk: desk.close_table("3", Chips(), proven("tor:dealer")))
    assert floor.sums.text().startswith("4 tables open · $3,460.00 on tables")
    assert "$620.00 in chips with players" in floor.sums.text()


def test_what_waits_stands_there_with_its_button_and_nothing_when_nothing_waits(user):
    assert "Nothing waits." in words(user)
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    assert "Fill 000001 to table 2" in words(user)
    assert "$100.00 · 0 m · Jo Sandvik" in words(user)
    assert "Nothing waits." not in words(user)
    buttons = [one for one in user.form.findChildren(QPushButton) if one.isVisible()]
    user.press(next(one for one in buttons if one.accessibleName() == "Verify fill 000001"))
    assert user.form.name == "waiting"


def test_a_print_to_ask_about_stands_there(user):
    user.pit.paper.jam()
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    user.qtbot.waitUntil(lambda: bool(board(user).questions))
    assert "Fill 000001, original Is it complete?" in words(user)
    assert "1 print to ask about" in user.window.frame.top.watch.pill.text()


def test_the_drawer_is_told_line_by_line(user):
    user.at_desk(lambda desk: desk.redeem(Chips.read("4x$5"), proven("jo:cashier")))
    user.at_desk(lambda desk: desk.check(100_00, "2209", "Ole", proven("jo:cashier")))
    told = words(user)
    for line in (
        "Starting cash $4,000.00",
        "Chips redeemed −$20.00",
        "Checks cashed −$100.00",
        "Checks in the drawer $100.00",
    ):
        assert line in told
    assert "Cash drawer $3,880.00" in told


def test_before_the_night_begins_it_says_what_comes_next(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*copied(tmp_path, (16, 6))))
    assert user.form.empty.text().endswith("count the chip bank and the drawer with two people, Ctrl+B.")
    two = proven("pia:shift manager", "jo:cashier")
    counted = {"chip bank": {"$5": 2000}, "drawer": {"cash": 4_000_00}}
    user.at_desk(lambda desk: desk.count("opening", counted, two))
    assert user.form.empty.text() == "Next: count each opener and open the tables, Shift+F2."


def test_arrows_choose_a_table_and_enter_fills_it(user):
    floor = user.form
    assert QApplication.focusWidget() is floor.tables
    assert floor.pointed is None
    for step in (Qt.Key.Key_Right, Qt.Key.Key_Right):
        key(step)
    chosen = floor.pointed
    assert chosen in ("2", "3")
    key(Qt.Key.Key_Return)
    assert user.form.name == "fill"
    assert user.form.table.value() == chosen


def test_a_touch_chooses_a_table_and_the_verbs_take_it_along(user):
    floor = user.form
    at = floor.tables.visualRect(floor.model.index(2, 0)).center()
    QTest.mouseClick(floor.tables.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(at))
    assert floor.pointed == "3"
    key(Qt.Key.Key_F8)
    assert (user.form.name, user.form.table.value()) == ("count tray", "3")
    user.go("floor")
    assert floor.pointed == "3"  # it stays chosen


def test_what_the_bank_will_lack_is_marked_and_leads_to_its_page(user):
    assert "to see to" not in " ".join(one.text() for one in user.form.findChildren(QPushButton))
    par = Chips.read("900x$25")
    for place in ("chip bank", "tray 2"):
        user.at_desk(lambda desk: desk.set_par(place, -1, par, proven("gro:gaming manager")))  # noqa: B023
    user.qtbot.wait(1)
    buttons = [one for one in user.form.findChildren(QPushButton) if one.isVisible()]
    (way,) = (one for one in buttons if "to see to" in one.text())
    assert way.text() == "2 things to see to"
    assert "The chip bank is 300x$25 below its par." in way.accessibleName()
    user.press(way)
    assert user.form.name == "bank"
