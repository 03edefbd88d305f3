"""Fill and credit: chips to a table and back, the slip shown as it prints, never from table to table."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit

from pitdesk.chips import Chip, Chips
from tests.ui.evening import PINS, Quick, copied, key, proven, signed

FIVES = Chips.read("20x$5")
JO, KARI, SARA = signed("jo:cashier"), signed("kari:dealer"), signed("sara:dealer")


@pytest.fixture
def hands(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def board(hands: Quick):
    return hands.window.station.board


def test_a_fill_leaves_the_bank_and_is_printed_as_it_was_shown(hands):
    form = hands.fill_in("fill", {"table": "2", "chips": "20x$5 3x$25"}, JO)
    shown = form.paper.lines
    assert "FILL SLIP" in " ".join(shown)
    hands.post(form)
    assert hands.told() == "Fill 000001 for table 2 is prepared."
    assert hands.window.place == "floor"
    original, copy = hands.pit.paper.jobs
    assert [(a, b) for a, b in zip(original.lines, shown, strict=True) if a != b] == [
        (
            next(line for line in original.lines if line.startswith("Entry")),
            "Entry ______ check ____ ____",
        )
    ]
    assert copy.name == "fill-000001-copy"
    (one,) = board(hands).waiting
    assert (one.name, one.chips, one.table) == ("fill 000001", Chips.read("20x$5 3x$25"), "2")
    assert board(hands).held("chip bank")[Chip.named("$5")] == 1_980


def test_a_fill_may_come_back_from_the_jar_bar(hands):
    lent = Chips.read("40x50c 150x$1 100x$2")
    for part, by in (
        ("credit", ("olav:dealer",)),
        ("verify", ("bo:pit boss",)),
        ("receive", ("jo:cashier",)),
    ):
        call = {
            "credit": lambda desk, by: desk.credit("4", lent, by, destination="jar bar"),
            "verify": lambda desk, by: desk.verify("credit", 1, by),
            "receive": lambda desk, by: desk.receive("credit", 1, by),
        }[part]
        hands.at_desk(lambda desk, call=call, by=by: call(desk, proven(*by)))
    hands.post(hands.fill_in("fill", {"table": "4", "chips": "40x50c", "end": "jar bar"}, JO))
    (one,) = board(hands).waiting
    assert (one.source, one.chips) == ("jar bar", Chips.read("40x50c"))


def test_who_may_not_prepare_a_fill_is_told_beside_the_initials(hands):
    form = hands.fill_in("fill", {"table": "2", "chips": "20x$5"}, KARI)
    hands.post(form)
    assert hands.refused(form) == {"initials": {"nd.08-05.3", "nd.08-05.3c"}}
    assert form.chips.value() == FIVES
    assert form.paper.lines


def test_a_fill_of_nothing_is_told_at_the_chips(hands):
    form = hands.fill_in("fill", {"table": "2"}, JO)
    hands.press(form.primary)
    assert hands.refused(form) == {"chips": "No chips are entered yet. Type how many of which value."}


def test_without_a_table_there_is_no_fill(hands):
    form = hands.fill_in("fill", {"chips": "20x$5"}, JO)
    hands.press(form.primary)
    assert hands.refused(form) == {"table": "Choose one first."}
    assert form.chips.value() == FIVES


def test_a_betting_chip_does_not_go_to_a_table_of_twenty_one(hands):
    form = hands.fill_in("fill", {"table": "2", "chips": "20xpw$1"}, JO)
    hands.post(form)
    assert hands.refused(form) == {"below": {"nd.08-06.1b"}}


def test_to_par_brings_what_is_missing_by_button_and_by_the_same_key_again(hands):
    counted = Chips.read("40x50c 180x$1 30x$5 25x$25")
    hands.at_desk(lambda desk: desk.count_tray("2", counted, proven("sara:dealer"), "a hot table"))
    hands.go("fill", "2")
    form = hands.form
    hands.press(form.usual)
    assert form.chips.value() == Chips.read("20x$1 70x$5")
    form.chips.clear()
    key(Qt.Key.Key_F2)
    assert form.chips.value() == Chips.read("20x$1 70x$5")
    hands.go("credit", "2")
    hands.press(hands.form.usual)
    assert hands.form.chips.value() == Chips.read("5x$25")


def test_to_par_of_no_table_asks_for_one(hands):
    hands.go("fill")
    hands.press(hands.form.usual)
    assert hands.refused(hands.form) == {"table": "Choose the table first."}


def test_what_the_tray_and_the_bank_hold_stands_beside_each_value(hands):
    hands.go("fill", "3")
    beside = hands.form.chips._rows[Chip.named("$5")].beside
    assert {heading: cell.text() for heading, cell in beside.items()} == {
        "In tray": "50",
        "In bank": "2,000",
    }
    hands.at_desk(lambda desk: desk.fill("3", FIVES, proven("jo:cashier")))
    assert beside["In bank"].text() == "1,980"


def test_a_credit_leaves_the_tray_by_its_dealer(hands):
    form = hands.fill_in("credit", {"table": "2", "chips": "20x$5"})
    assert form.signers.places[0].person.value() == "sara"
    hands.sign(form.signers, SARA)
    hands.post(form)
    assert hands.told() == "Credit 000001 for table 2 is prepared."
    assert board(hands).spot("2").known == Chips.read("40x50c 200x$1 80x$5 20x$25")
    assert [job.name for job in hands.pit.paper.jobs] == ["credit-000001-original", "credit-000001-copy"]


def test_more_than_the_tray_holds_is_told_with_the_way_out(hands):
    form = hands.fill_in("credit", {"table": "2", "chips": "200x$5"}, SARA)
    hands.post(form)
    assert hands.refused(form) == {"below": {"pd.below"}}
    assert "The tray 2 is short 100 chips of $5. Count the tray first." in form.notice.text


def test_chips_never_go_from_table_to_table(hands):
    before = hands.seen
    form = hands.fill_in(
        "transfer", {"source": "1", "table": "3", "chips": "20x$5"}, signed("bo:pit boss")
    )
    hands.post(form)
    assert hands.refused(form) == {"below": {"nd.08-05.1"}}
    assert "Credit them to the chip bank, then fill the other table." in form.notice.text
    assert form.chips.value() == FIVES
    assert hands.kinds(before) == []


def test_with_no_table_open_it_says_how_one_is_opened(qtbot, open_window, tmp_path):
    hands = Quick.at(qtbot, open_window(*copied(tmp_path, (16, 10))))
    hands.go("fill")
    assert hands.form.table._none.text() == "No table is open. Open one first: Shift+F2."
    assert hands.form.table._none.isVisible()
    assert not hands.form.paper.lines


# By keys alone: what is typed goes where it belongs, or nowhere


def at_the_floor(hands: Quick, table: str) -> None:
    """Arrows to a table."""
    hands.go("floor")
    floor = hands.window.screens["floor"]
    for _ in range(9):
        if floor.pointed == table:
            return
        key(Qt.Key.Key_Right if floor.pointed is None or floor.pointed < table else Qt.Key.Key_Left)
    raise AssertionError(f"no arrow leads to table {table}")


def all_texts(hands: Quick) -> list[str]:
    return [one.text() for one in hands.form.findChildren(QLineEdit)]


@pytest.mark.parametrize(
    ("verb", "again", "secret"),
    [("fill", Qt.Key.Key_F2, PINS["jo"]), ("credit", Qt.Key.Key_F3, PINS["tor"])],
)
def test_chips_typed_and_the_same_key_again_lead_to_the_initials(hands, verb, again, secret):
    at_the_floor(hands, "3")
    key(again)
    hands.type("4*5")
    key(again)
    place = hands.form.signers.places[0]
    assert place.isAncestorOf(QApplication.focusWidget())
    hands.type(secret)
    assert place.pin.typed() == secret
    assert not any(secret in text for text in all_texts(hands))
    assert (hands.form.table.value(), hands.form.chips.value()) == ("3", Chips.read("4x$5"))
    key(Qt.Key.Key_Return)
    hands.settle()
    assert hands.told() == f"{verb.capitalize()} 000001 for table 3 is prepared."
    (one,) = board(hands).waiting
    assert (one.series, one.table, one.chips) == (verb, "3", Chips.read("4x$5"))


@pytest.mark.parametrize("typed", ["4*5", "4*7", "4*"])
def test_chips_that_cannot_be_read_are_told_and_no_pin_is_typed_after_them(hands, typed):
    at_the_floor(hands, "3")
    key(Qt.Key.Key_F2)
    hands.type(typed)
    key(Qt.Key.Key_F2)
    hands.type(PINS["jo"])
    assert hands.form.chips.quick.text() == typed
    assert hands.form.table.value() == "3"


@pytest.mark.parametrize("typed", ["1", "24", PINS["jo"], "a", "04:A2:19:7F"])
def test_no_key_changes_the_table_once_chips_are_typed(hands, typed):
    at_the_floor(hands, "3")
    key(Qt.Key.Key_F2)
    hands.type("4*5")
    hands.form.table.first().setFocus()
    hands.type(typed)
    assert (hands.form.table.value(), hands.form.chips.value()) == ("3", Chips.read("4x$5"))
    assert "use the arrows" in hands.form.table.told
    key(Qt.Key.Key_Right)
    assert (hands.form.table.value(), hands.form.table.told) == ("4", "")


def test_before_chips_are_typed_a_digit_changes_the_table(hands):
    at_the_floor(hands, "3")
    key(Qt.Key.Key_F2)
    hands.form.table.first().setFocus()
    hands.type("2")
    assert hands.form.table.value() == "2"


def test_a_table_is_chosen_by_its_digit_where_chips_were_typed_first(hands):
    hands.go("fill")
    hands.into(hands.form.chips.quick)
    hands.type("4*5")
    hands.form.table.first().setFocus()
    hands.type("21")
    assert hands.form.table.value() == "2"


def test_a_key_a_number_the_key_again_and_a_pin_fill_to_par(hands):
    counted = Chips.read("40x50c 180x$1 30x$5 25x$25")
    hands.at_desk(lambda desk: desk.count_tray("2", counted, proven("sara:dealer"), "a hot table"))
    hands.go("floor")
    key(Qt.Key.Key_F2)
    hands.type("2")
    key(Qt.Key.Key_F2)
    hands.type(PINS["jo"])
    key(Qt.Key.Key_Return)
    hands.settle()
    (one,) = board(hands).waiting
    assert (one.table, one.chips) == ("2", Chips.read("20x$1 70x$5"))


@pytest.mark.parametrize("steps", ["floor", "form"])
def test_where_nothing_is_missing_a_pin_goes_nowhere(hands, steps):
    """Whoever types on without looking chooses no other table, and writes no PIN where it is read."""
    if steps == "floor":
        at_the_floor(hands, "3")
    key(Qt.Key.Key_F2)
    if steps == "form":
        hands.type("3")
    key(Qt.Key.Key_F2)
    assert "Nothing is missing at table 3" in hands.form.table.told
    before = hands.seen
    hands.type(PINS["jo"])
    key(Qt.Key.Key_Return)
    hands.settle()
    assert (hands.form.name, hands.form.table.value()) == ("fill", "3")
    assert not any(all_texts(hands))
    assert hands.kinds(before) == []


def test_a_pin_typed_once_more_after_a_refusal_chooses_no_other_table(hands):
    at_the_floor(hands, "3")
    key(Qt.Key.Key_F2)
    hands.type("2500*5")
    key(Qt.Key.Key_F2)
    for _ in range(2):
        hands.type(PINS["jo"])
        key(Qt.Key.Key_Return)
        hands.settle()
    assert hands.form.table.value() == "3"
    assert board(hands).waiting == ()
