"""A line with a list: what is offered is completed and pointed at, anything else stays as written."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from ui.widgets.swatch import icon
from ui.widgets.written import Written


@pytest.fixture
def line(qtbot) -> Written:
    made = Written("color", "Color", read=str.lower, icon=icon)
    qtbot.addWidget(made)
    made.offer(["black", "blue", "red"])
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    made.box.setFocus()
    qtbot.waitUntil(made.box.hasFocus)
    return made


def test_what_is_typed_is_completed_and_pointed_at(line):
    QTest.keyClicks(line.line, "blu")
    assert line.typed() == "blue"
    assert line.box.itemText(line.box.currentIndex()) == "blue"
    assert line.line.selectedText() == "e"
    QTest.keyClicks(line.line, "ish")
    assert line.value() == "bluish"
    assert line.box.currentIndex() == -1, "no icon of another color"


def test_keys_that_lead_to_it_choose_what_stands_there(line):
    line.take_up("Gold leaf")
    assert line.value() == "gold leaf"
    line.box.clearFocus()
    line.box.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClicks(line.line, "red")
    assert line.typed() == "red"


def test_other_offers_leave_what_is_written_and_enter_goes_on(qtbot, line):
    line.take_up("teal")
    line.offer(["teal", "white"])
    assert line.typed() == "teal"
    with qtbot.waitSignal(line.entered):
        QTest.keyClick(line.box, Qt.Key.Key_Return)
    line.take_up(None)
    assert line.value() == ""
