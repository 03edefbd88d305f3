"""Cash counted: by notes and coins or as a total, never prefilled; where both are typed they agree."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.night import held_down, types
from ui.widgets.cash import SHOWN, CashGrid, named


@pytest.fixture
def cash(qtbot) -> CashGrid:
    made = CashGrid("cash", "Cash drawer")
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


def write(edit, text: str) -> None:
    edit.setFocus()
    edit.selectAll()
    types(text)


def wrong_of(cash: CashGrid) -> str:
    with pytest.raises(ValueError, match=r"\w") as caught:
        cash.value()
    return str(caught.value)


def test_nothing_is_prefilled_and_no_count_is_told(cash):
    assert cash.typed() == {}
    assert all(edit.text() == "" for edit in (*cash.edits.values(), cash.total))
    assert wrong_of(cash) == "Count it: pieces by value, or the total; 0 if there is none."


def test_pieces_sum_to_the_count(cash):
    write(cash.edits[20_00], "40")
    write(cash.edits[1_00], "3")
    write(cash.edits[50], "1")
    assert cash.value() == 803_50
    assert cash.sum.text() == "$803.50"
    assert cash.notes == {"$20": 40, "$1": 3, "50c": 1}


def test_a_total_is_a_count_and_nought_is_one_too(cash):
    write(cash.total, "1,240.00")
    assert cash.value() == 1_240_00
    assert cash.notes == {}
    write(cash.total, "0")
    assert cash.value() == 0
    assert cash.begun


def test_pieces_and_total_must_agree(cash):
    write(cash.edits[20_00], "2")
    write(cash.total, "41")
    assert wrong_of(cash).startswith("The pieces come to $40.00, the total says $41.00.")
    assert cash.told == wrong_of(cash)
    write(cash.total, "40")
    assert (cash.told, cash.value()) == ("", 40_00)


@pytest.mark.parametrize("rubbish", ["two", "-1", "1.5", "\uff12", "1e5", "1000000000", "🎰"])
def test_what_is_no_count_of_notes_is_told_and_stays(cash, rubbish):
    write(cash.edits[20_00], rubbish)
    assert wrong_of(cash) == f"'{rubbish}' is no count of $20. Type digits, 6 at most."
    assert cash.told == wrong_of(cash)
    assert cash.edits[20_00].property("wrong") == "true"
    assert cash.edits[20_00].text() == rubbish
    assert cash.sum.text() == ""


@pytest.mark.parametrize("rubbish", ["a lot", "-5", "1e5", "\uff19", "12.5"])
def test_what_is_no_total_is_told_and_stays(cash, rubbish):
    write(cash.total, rubbish)
    assert cash.told == f"'{rubbish}' is no amount. Write 912 or 1,250.00."
    assert cash.total.text() == rubbish


def test_enter_and_arrows_go_from_note_to_note_to_the_total_and_on(cash):
    entered = []
    cash.entered.connect(lambda: entered.append("on"))
    cash.first().setFocus()
    stops = [*cash.edits.values(), cash.total]
    for stop in stops:
        assert QApplication.focusWidget() is stop
        QTest.keyClick(stop, Qt.Key.Key_Return)
    assert entered == ["on"]
    for stop in reversed(stops):
        assert QApplication.focusWidget() is stop
        QTest.keyClick(stop, Qt.Key.Key_Up)
    assert QApplication.focusWidget() is stops[0]
    QTest.keyClick(stops[0], Qt.Key.Key_Down)
    assert QApplication.focusWidget() is stops[1]
    held_down(stops[1])
    assert QApplication.focusWidget() is stops[2]


def test_it_is_put_aside_and_taken_up_right_or_wrong(cash):
    write(cash.edits[20_00], "x")
    write(cash.total, "41")
    kept = cash.typed()
    cash.clear()
    assert (cash.typed(), cash.told) == ({}, "")
    cash.take_up(kept)
    assert (cash.edits[20_00].text(), cash.total.text()) == ("x", "41")
    assert cash.typed() == kept


def test_notes_and_coins_are_called_as_they_are(cash):
    assert [named(value) for value in SHOWN] == ["$100", "$50", "$20", "$10", "$5", "$2", "$1", "50c"]
    assert [edit.accessibleName() for edit in cash.edits.values()][2] == "pieces of $20"
    assert cash.total.accessibleName() == "Cash drawer, the total"
