"""The chip grid: pieces by value, row by row or in one quick line; what is wrong stays and is told."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from pitdesk.chips import Chip, Chips
from pitdesk.chipset.law import CHIP_SET
from tests.ui.night import held_down, key, types
from ui.widgets.grid import ChipGrid
from ui.widgets.parts import scrolled

LOOKS = {Chip.named(name): CHIP_SET.get(name, {}) for name in (*CHIP_SET, "pw$1", "pw$2", "coin50c")}
CASINO = {chip: look for chip, look in LOOKS.items() if chip.kind == "casino"}
FIVE, ONE, HALF, HUNDRED = (Chip.named(name) for name in ("$5", "$1", "50c", "$100"))
RUBBISH = [
    "twelve",
    "1e5",
    "-5",
    "+5",
    "3.5",
    "1,000",
    "\uff11\uff12",  # full-width digits
    "\u0966\u0967\u0968",  # Devanagari digits
    "²",
    "🎰",
    "1000000000",
    "9" * 5000,
    "12\n13",
]


@pytest.fixture
def grid(qtbot) -> ChipGrid:
    """A grid of every chip, in a window of its own."""
    made = ChipGrid()
    made.offer(LOOKS, 20)
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


def write(grid: ChipGrid, chip: Chip, text: str, which: str = "loose") -> None:
    grid.edit(chip, which).setFocus()
    grid.edit(chip, which).selectAll()
    types(text)


def quickly(grid: ChipGrid, text: str) -> None:
    grid.quick.setFocus()
    grid.quick.selectAll()
    types(text)


# Rows


def test_highest_value_stands_first_and_every_row_has_two_fields(grid):
    assert [chip.name for chip in grid._chips] == [
        *("$100", "$25", "$5", "$2", "pw$2", "$1", "pw$1", "50c", "coin50c")
    ]
    assert grid.value() == Chips()
    assert grid.typed() == {}


def test_stacks_are_twenties(grid):
    write(grid, FIVE, "3", "stacks")
    write(grid, FIVE, "7")
    write(grid, ONE, "2", "stacks")
    assert grid.value() == Chips.read("67x$5 40x$1")
    assert grid.total.text() == "$375.00 · 107 chips"
    assert grid._rows[FIVE].pieces_label.text() == "= 67"
    assert grid._rows[FIVE].amount.text() == "$335.00"


def test_stacks_of_another_size_keep_what_is_typed_and_add_it_up_anew(grid):
    write(grid, FIVE, "3", "stacks")
    grid.offer(LOOKS, 25)
    assert grid.typed() == {"$5": ["3", ""]}
    assert grid.value() == Chips.read("75x$5")
    quickly(grid, "60*1")
    assert (grid.edit(ONE, "stacks").text(), grid.edit(ONE).text()) == ("2", "10")
    assert grid.edit(ONE, "stacks").accessibleName() == "stacks of 25 of $1"


def test_one_chip_is_a_chip(grid):
    write(grid, HALF, "1")
    assert grid.total.text() == "$0.50 · 1 chip"


@pytest.mark.parametrize("rubbish", RUBBISH)
@pytest.mark.parametrize("which", ["stacks", "loose"])
def test_what_is_no_count_is_told_beside_the_grid_and_stays(grid, rubbish, which):
    write(grid, ONE, "7")
    QGuiApplication.clipboard().setText(rubbish)
    edit = grid.edit(FIVE, which)
    edit.setFocus()
    edit.paste()
    with pytest.raises(
        ValueError, match=r"is no count of (stacks|loose) for \$5\. Type digits, 6 at most\.$"
    ):
        grid.value()
    assert grid.told.startswith("'")
    assert len(grid.told) < 140
    assert edit.property("wrong") == "true"
    assert edit.text() == rubbish
    assert grid.total.text() == ""
    edit.clear()
    grid._took()
    assert grid.told == ""
    assert grid.value() == Chips.read("7x$1")


def test_every_wrong_row_is_named(grid):
    for chip in (FIVE, ONE):
        write(grid, chip, "x")
    with pytest.raises(
        ValueError, match=r"'x' is no count of loose for \$5.*'x' is no count of loose for \$1"
    ):
        grid.value()


def test_a_count_of_nothing_is_typed_as_a_nought(qtbot):
    count = ChipGrid(count=True)
    count.offer(CASINO, 20)
    qtbot.addWidget(count)
    with pytest.raises(ValueError, match="Nothing is counted yet"):
        count.value()
    count.edit(FIVE).setText("0")
    assert count.value() == Chips()


def test_other_chips_may_be_offered_and_what_was_typed_stays(grid):
    write(grid, FIVE, "7")
    grid.offer(CASINO, 20)
    assert grid.value() == Chips.read("7x$5")
    grid.offer({**CASINO, Chip.named("pw$1"): {}}, 20)
    assert grid.value() == Chips.read("7x$5")


def test_what_is_known_stands_beside_and_is_never_taken_for_typed(grid):
    write(grid, FIVE, "7")
    grid.show_beside({"In tray": Chips.read("1234x$5"), "In bank": Chips()})
    assert [cell.text() for cell in grid._rows[FIVE].beside.values()] == ["1,234", "0"]
    assert grid.value() == Chips.read("7x$5")
    grid.show_beside({"In tray": Chips.read("5x$5"), "In bank": Chips()})
    assert grid._rows[FIVE].beside["In tray"].text() == "5"


def test_every_field_says_what_it_is_to_whoever_cannot_see(grid):
    assert grid.edit(FIVE, "stacks").accessibleName() == "stacks of 20 of $5"
    assert grid.edit(FIVE).accessibleName() == "loose chips of $5"
    assert grid.quick.accessibleName() == "Chips, typed as pieces times value"


# The quick line


@pytest.mark.parametrize(
    ("typed", "chips"),
    [
        ("6*25 7*5", "6x$25 7x$5"),
        ("20*pw1", "20xpw$1"),
        ("20*PW1", "20xpw$1"),
        ("3*.5", "3x50c"),
        ("3*.50", "3x50c"),
        ("3*50c", "3x50c"),
        ("3x.5", "3x50c"),
        ("4*coin.5", "4xcoin50c"),
        ("6*$25", "6x$25"),
        ("6 * 25, 7*5 + 1*100", "6x$25 7x$5 1x$100"),
        ("6*25 7*25", "13x$25"),
        ("300*5", "300x$5"),
        ("0*5", ""),
    ],
)
def test_the_quick_line_fills_the_rows(grid, typed, chips):
    quickly(grid, typed)
    assert grid.value() == Chips.read(chips)
    assert grid.told == ""
    assert grid.quick.text() == typed


def test_the_quick_line_names_a_chip_of_another_set(grid):
    grid.offer({Chip.named(name): {} for name in ("$5", "$5-b", "50c-b")}, 20)
    quickly(grid, "7*5 20*5-b 3*.5-B")
    assert grid.value() == Chips.read("7x$5 20x$5-b 3x50c-b")
    quickly(grid, "7*5-c")
    assert grid.told == "'7*5-c' cannot be read. Write 6*25 7*5."


def test_a_quick_count_is_split_into_stacks(grid):
    quickly(grid, "47*5 40*1")
    assert (grid.edit(FIVE, "stacks").text(), grid.edit(FIVE).text()) == ("2", "7")
    assert (grid.edit(ONE, "stacks").text(), grid.edit(ONE).text()) == ("2", "")


@pytest.mark.parametrize(
    "typed",
    [
        *("6", "6*", "*25", "6*25x", "6*26", "6*7.5", "6.5*5", "-6*5", "6*25 and 7*5", "6*3*5"),
        *("5*nv5", "\uff16*25", "6*\uff12\uff15", "🎰*5", "1e5*5", "3*.55", "3*50", "6*25.5"),
    ],
)
def test_what_the_quick_line_cannot_read_is_told_and_stays(grid, typed):
    write(grid, ONE, "7")
    quickly(grid, typed)
    with pytest.raises(ValueError, match=r"cannot be read\. Write 6\*25 7\*5\.$"):
        grid.value()
    assert grid.told.endswith("cannot be read. Write 6*25 7*5.")
    assert grid.quick.text() == typed
    assert grid.edit(ONE).text() == "7"


def test_a_quick_count_beyond_all_stacks_is_told(grid):
    quickly(grid, "99999999999*5")
    with pytest.raises(ValueError, match=r"no count of stacks for \$5"):
        grid.value()


def test_the_quick_line_stands_over_what_was_in_the_rows_and_gives_it_back(grid):
    write(grid, FIVE, "7")
    write(grid, ONE, "3")
    quickly(grid, "20*5")
    assert grid.value() == Chips.read("20x$5 3x$1")
    grid.quick.selectAll()
    key(Qt.Key.Key_Delete)
    assert grid.value() == Chips.read("7x$5 3x$1")
    quickly(grid, "20*5")
    for _ in range(4):
        key(Qt.Key.Key_Backspace)
    assert grid.value() == Chips.read("7x$5 3x$1")


def test_a_row_that_is_typed_after_the_quick_line_stays_when_that_goes_on(grid):
    quickly(grid, "6*25")
    write(grid, ONE, "9")
    grid.quick.setFocus()
    types(" 7*5")
    assert grid.value() == Chips.read("6x$25 9x$1 7x$5")


def test_lines_pasted_into_the_quick_line_are_read_or_told(grid):
    grid.quick.setFocus()
    QGuiApplication.clipboard().setText("6*25\n7*5\n")
    grid.quick.paste()
    assert grid.value() == Chips.read("6x$25 7x$5")
    QGuiApplication.clipboard().setText("Fill table 2:\n6 reds 🎰\n" + "x" * 9000)
    grid.quick.selectAll()
    grid.quick.paste()
    assert grid.told.endswith("cannot be read. Write 6*25 7*5.")
    assert len(grid.told) < 100


# Keys


def test_enter_goes_from_stacks_to_loose_to_the_next_value_and_at_last_on(grid):
    entered = []
    grid.entered.connect(lambda: entered.append("on"))
    first, last = grid._chips[0], grid._chips[-1]
    grid.edit(first, "stacks").setFocus()
    for chip in grid._chips:
        for which in ("stacks", "loose"):
            assert QApplication.focusWidget() is grid.edit(chip, which)
            key(Qt.Key.Key_Return)
    assert entered == ["on"]
    assert QApplication.focusWidget() is grid.edit(last)


def test_enter_on_the_quick_line_goes_on_and_down_goes_to_the_rows(grid):
    entered = []
    grid.entered.connect(lambda: entered.append("on"))
    grid.quick.setFocus()
    key(Qt.Key.Key_Enter)  # nothing typed: the rows are next
    assert QApplication.focusWidget() is grid.edit(grid._chips[0], "stacks")
    key(Qt.Key.Key_Up)
    assert QApplication.focusWidget() is grid.quick
    key(Qt.Key.Key_Down)
    assert QApplication.focusWidget() is grid.edit(grid._chips[0], "stacks")
    grid.quick.setFocus()
    grid.quick.setText("abc")
    key(Qt.Key.Key_Enter)  # what cannot be read goes nowhere
    assert QApplication.focusWidget() is grid.quick
    assert "'abc' cannot be read" in grid.told
    assert entered == []
    grid.quick.setText("6*25")
    key(Qt.Key.Key_Enter)
    assert entered == ["on"]


def test_a_held_enter_goes_one_field_further(grid):
    grid.edit(HUNDRED, "stacks").setFocus()
    held_down(grid)
    assert QApplication.focusWidget() is grid.edit(HUNDRED)


def test_arrows_go_where_they_point(grid):
    first, second, last = grid._chips[0], grid._chips[1], grid._chips[-1]
    grid.edit(first, "stacks").setFocus()
    steps = [
        (Qt.Key.Key_Down, second, "stacks"),
        (Qt.Key.Key_Right, second, "loose"),
        (Qt.Key.Key_Up, first, "loose"),
        (Qt.Key.Key_Left, first, "stacks"),
    ]
    for way, chip, which in steps:
        key(way)
        assert QApplication.focusWidget() is grid.edit(chip, which), way
    grid.edit(last).setFocus()
    key(Qt.Key.Key_Down)
    assert QApplication.focusWidget() is grid.edit(last)


def test_inside_a_number_left_and_right_move_between_its_digits(grid):
    write(grid, FIVE, "12", "stacks")
    key(Qt.Key.Key_Left)
    assert QApplication.focusWidget() is grid.edit(FIVE, "stacks")
    key(Qt.Key.Key_Right)
    key(Qt.Key.Key_Right)
    assert QApplication.focusWidget() is grid.edit(FIVE)
    types("3")
    key(Qt.Key.Key_Left)
    assert QApplication.focusWidget() is grid.edit(FIVE)
    key(Qt.Key.Key_Left)
    assert QApplication.focusWidget() is grid.edit(FIVE, "stacks")


# Put aside and taken up


@pytest.mark.parametrize("rubbish", ["twelve", "7"])
def test_rows_are_put_aside_and_taken_up_right_or_wrong(grid, rubbish):
    write(grid, FIVE, rubbish)
    write(grid, ONE, "2", "stacks")
    kept = grid.typed()
    assert grid.begun
    grid.clear()
    assert (grid.typed(), grid.begun, grid.told) == ({}, False, "")
    grid.take_up(kept)
    assert grid.typed() == kept
    assert (grid.edit(FIVE).text(), grid.edit(ONE, "stacks").text()) == (rubbish, "2")


def test_a_quick_line_that_cannot_be_read_is_not_lost_either(grid):
    write(grid, ONE, "7")
    quickly(grid, "6*25 and")
    kept = grid.typed()
    grid.clear()
    assert grid.quick.text() == ""
    grid.take_up(kept)
    assert grid.quick.text() == "6*25 and"
    assert grid.edit(ONE).text() == "7"
    assert grid.told.startswith("'6*25 and' cannot be read.")


def test_chips_can_be_entered_for_somebody(grid):
    changed = []
    write(grid, HALF, "9")
    grid.changed.connect(lambda: changed.append(grid.value()))
    grid.set_chips(Chips.read("47x$5 1x$1"))
    assert grid.value() == changed[-1] == Chips.read("47x$5 1x$1")


# A tray


@pytest.fixture
def tray(qtbot) -> ChipGrid:
    """The grid of a tray that plays with $5 and $1."""
    made = ChipGrid(tray=True)
    made.offer(CASINO, 20)
    made.usual = {FIVE, ONE}
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


def test_enter_goes_through_the_values_that_are_usual_and_then_on(tray, qtbot):
    tray.quick.setFocus()
    key(Qt.Key.Key_Return)
    for chip in (FIVE, ONE):
        assert QApplication.focusWidget() is tray.edit(chip, "stacks")
        key(Qt.Key.Key_Return)
        assert QApplication.focusWidget() is tray.edit(chip)
        if chip is ONE:
            break
        key(Qt.Key.Key_Return)
    with qtbot.waitSignal(tray.entered):
        key(Qt.Key.Key_Return)


def test_what_is_not_usual_is_reached_by_the_arrows_all_the_same(tray):
    tray.quick.setFocus()
    key(Qt.Key.Key_Down)
    assert QApplication.focusWidget() is tray.edit(HUNDRED, "stacks")
    types("1")
    key(Qt.Key.Key_Return)
    key(Qt.Key.Key_Return)
    assert QApplication.focusWidget() is tray.edit(FIVE, "stacks")  # on to the next usual one
    assert tray.value() == Chips.read("20x$100")


def test_a_tray_is_drawn_as_it_is_typed_with_its_total_beside_it(tray):
    write(tray, FIVE, "5", "stacks")
    write(tray, FIVE, "17")
    drawn = tray._rows[FIVE].drawn
    assert drawn.accessibleName() == "117 of $5, $585.00"
    assert (tray.total.text(), tray.pieces.text()) == ("$585.00", "117 chips")
    assert tray.in_words() == "$585.00 · 117 chips"


def test_with_room_a_tray_stands_in_two_blocks_and_keeps_what_is_typed(qtbot):
    tray = ChipGrid(tray=True)
    tray.offer(CASINO, 20)
    page = scrolled(tray)
    qtbot.addWidget(page)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    write(tray, FIVE, "17")
    page.resize(1200, 500)
    qtbot.waitUntil(lambda: tray.edit(HALF).x() > tray.edit(HUNDRED).x())
    assert (QApplication.focusWidget(), tray.edit(FIVE).text()) == (tray.edit(FIVE), "17")
    page.resize(700, 500)
    qtbot.waitUntil(lambda: tray.edit(HALF).x() == tray.edit(HUNDRED).x())
    assert tray.value() == Chips.read("17x$5")


def test_where_two_blocks_hardly_fit_they_stand_close_with_the_total_below(qtbot):
    grid = ChipGrid()
    grid.offer(CASINO, 20)
    grid.show_beside({"In tray": Chips(), "In bank": Chips.read("1800x$5")})
    page = scrolled(grid)
    qtbot.addWidget(page)
    page.resize(760, 500)
    page.show()
    qtbot.waitUntil(lambda: grid.edit(HALF).x() > grid.edit(HUNDRED).x())
    grid.set_chips(Chips.read("900x$25 20x50c"))
    assert grid.minimumSizeHint().width() <= page.viewport().width()
    assert page.horizontalScrollBar().maximum() == 0
    assert grid.total.text() == "$22,510.00 · 920 chips"
    assert grid.total.y() > grid.edit(HALF).y()
    assert not grid._rows[FIVE].pieces_label.isVisible()
    page.resize(600, 500)
    qtbot.waitUntil(lambda: grid.edit(HALF).x() == grid.edit(HUNDRED).x())
    assert grid._rows[FIVE].pieces_label.isVisible()
    assert grid.value() == Chips.read("900x$25 20x50c")
