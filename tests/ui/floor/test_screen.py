"""The floor: tables as they are known, what waits for whom, the bank, what should be in the drawer."""

from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from pitdesk.chips import Chip, Chips
from tests.ui.night import Quick, copied, key, proven
from tests.ui.stand import stands
from ui.floor.cards import Spots, clocked, lasted, state_of
from ui.widgets.art import shown
from ui.widgets.tile import Tile

pytestmark = pytest.mark.long


@stands()
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
        "Table 2, twenty-one · $3–$25: Open. Quiet. Counted 16:21. Known in the tray: $1,220.00, 20x$25"
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
        ("Fill waits", "look"),
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


def test_a_wait_is_said_as_a_clock():
    assert [clocked(seconds) for seconds in (0, 62, 3599, 4320)] == ["0:00", "1:02", "59:59", "1 h 12 m"]


def test_chips_are_called_in_few_letters():
    names = ("$5", "50c", "pw$1", "coin50c")
    assert [shown(Chip.named(name)) for name in names] == ["$5", "50¢", "pw $1", "coin 50¢"]


def test_the_sums_stand_above_and_follow_the_night(user):
    floor = user.form
    assert floor.sums.text().startswith("5 tables open · $4,080.00 on tables · $38,000.00 in the bank")
    user.at_desk(lambda desk: desk.close_table("3", Chips(), proven("tor:dealer")))
    assert floor.sums.text().startswith("4 tables open · $3,460.00 on tables")
    assert "$620.00 in chips with players" in floor.sums.text()


def timer_of(user: Quick) -> str:
    user.form.tick()
    [(_, _, timer)] = user.form.now._timers
    return f"{timer.text()} {timer.property('tone')}"


def test_what_waits_says_for_whom_and_since_when_and_grows_slow_and_late(user):
    assert "Nothing waits." in words(user)
    assert not user.form.now.first.isVisible()
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    assert "Fill 000001 to table 2" in words(user)
    assert "$100.00, waits for a pit boss to verify it" in words(user)
    assert "Nothing waits." not in words(user)
    assert timer_of(user) == "0:00 way"
    for minutes, told in (
        (2, "2:00 way"),
        (2, "4:00 slow look"),
        (3, "7:00 late stop"),
        (60, "1 h 07 m late stop"),
    ):
        user.pit.clock.at += timedelta(minutes=minutes)
        assert timer_of(user) == told
    spot = user.form.model.rows[1]
    assert user.form.model.strip(spot) == "Fill 000001 · $100 waits to be verified · 1 h 07 m late"
    user.window.settings.slow_min, user.window.settings.late_min = 60, 90
    user.go("floor")
    assert timer_of(user) == "1 h 07 m slow look"
    tile = next(one for one in user.form.now.findChildren(Tile))
    user.press(tile)
    assert user.form.name == "waiting"
    assert user.form.slip.typed() == "fill 000001"


def test_the_first_that_i_may_do_has_the_button_and_the_key(user):
    def verified(desk):
        desk.verify("credit", 1, proven("bo:pit boss"))

    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    user.pit.clock.at += timedelta(minutes=1)
    user.at_desk(lambda desk: desk.credit("3", Chips.read("20x$1"), proven("tor:dealer")))
    assert user.form.now.first.text() == "F10  Verify fill 000001"  # a cashier verifies none
    user.at_desk(verified)
    assert user.form.now.first.text() == "F10  Receive credit 000001"
    assert "waits for the cashier to count it in" in words(user)
    key(Qt.Key.Key_F10)
    assert user.form.name == "waiting"
    assert user.form.slip.typed() == "credit 000001"
    user.go("floor")
    user.press(user.form.now.first)
    assert user.form.slip.typed() == "credit 000001"


def test_many_slips_are_a_few_tiles_and_a_count(user):
    for _ in range(9):
        user.at_desk(lambda desk: desk.fill("2", Chips.read("1x$5"), proven("jo:cashier")))
    assert len(user.form.now._timers) == 5
    assert "and 4 more slips, the oldest first" in words(user)
    assert user.form.model.strip(user.form.model.rows[1]).endswith("+8")


def test_nothing_that_happens_is_out_of_sight_unsaid(user):
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    user.qtbot.waitUntil(lambda: not board(user).unprinted)
    quiet = [replace(spot, fault="", waiting=()) for spot in board(user).spots]
    spots = (*quiet, *(replace(quiet[0], table=str(n)) for n in range(5, 14)))
    late = replace(quiet[1], table="14", waiting=board(user).spot("2").waiting)
    user.window.resize(1024, 600)
    user.pit.clock.at += timedelta(minutes=4)
    floor = user.form
    floor.refresh(replace(board(user), spots=(*spots, late)))
    floor.tables.doItemsLayout()
    floor.tick()
    assert not floor.above.isVisible()
    assert floor.below.text().endswith("more below: table 14, Fill waits 4:00 slow")
    user.press(floor.below)
    bar = floor.tables.verticalScrollBar()
    assert bar.value() > 0
    bar.setValue(bar.maximum())
    assert not floor.below.isVisible()
    assert floor.above.text().endswith("more above")
    names = [spot.table for spot in floor.model.rows]
    assert names[:5] == ["1", "2", "3", "4", "A"]  # the eye finds each where it was


def test_a_number_goes_to_its_table(user):
    user.type("4")
    assert user.form.pointed == "4"


def test_cards_say_what_they_open_with(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*copied(tmp_path, (16, 12))))
    par = Chips.read("40x50c 120x$1 160x$5 40x$25")
    user.at_desk(lambda desk: desk.set_par("tray 2", -1, par, proven("gro:gaming manager")))
    model = user.form.model
    assert model.strip(model.rows[1]) == "Opens with 40 · 120 · 160 · 40"
    assert model.strip(model.rows[0]) == "Not opened tonight"
    assert "Nothing waits." in words(user)


def test_where_every_chip_is_adds_up(user):
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    told = words(user)
    for line in ("Bank $37,900.00", "Trays $4,080.00", "On the way $100.00", "With players $0.00"):
        assert line in told
    assert user.form.where.total.text() == "$42,080.00"
    assert "On the way $100.00" in user.form.where.bar.accessibleDescription()


def test_a_print_to_ask_about_stands_there(user):
    user.pit.paper.jam()
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    user.qtbot.waitUntil(lambda: bool(board(user).questions))
    assert "Is it complete?" in words(user)
    assert "Fill 000001, original" in words(user)
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


def test_enter_on_a_table_enters_what_it_lacks_unless_chips_are_typed_for_it(user):
    counted = Chips.read("40x50c 180x$1 30x$5 25x$25")
    user.at_desk(lambda desk: desk.count_tray("2", counted, proven("sara:dealer"), "a hot table"))
    user.type("2")
    key(Qt.Key.Key_Return)
    form = user.form
    assert (form.table.value(), form.chips.value()) == ("2", Chips.read("20x$1 70x$5"))
    assert QApplication.focusWidget() is form.signers.first()
    form.clear()
    user.go("fill", "2")
    user.into(form.chips.quick)
    user.type("4*5")
    user.go("floor", "2")
    key(Qt.Key.Key_Return)
    assert form.chips.value() == Chips.read("4x$5")
    assert QApplication.focusWidget() is form.signers.first()


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
