"""The voice: said once, when the focus is where it goes, and of nothing that is out of sight."""

import pytest
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from tests.ui.ear import by_ear
from ui.aloud.voice import announce, bell


@pytest.fixture
def window(qtbot) -> QWidget:
    made = QWidget()
    lines = QVBoxLayout(made)
    for _ in range(2):
        lines.addWidget(QLabel("x"))
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_what_is_told_at_once_is_said_in_one_and_once(qtbot, window):
    with by_ear() as heard:
        announce(window, "Paid $5.00")
        announce(window, "Paid $5.00")
        announce(window, "Table 2 waits.")
        announce(window, "The chip bank is short", urgent=True)
        announce(window, "The chip bank is short 300 chips of $5.", urgent=True)
        assert not heard
        qtbot.wait(5)
        announce(window, "Paid $5.00")
        qtbot.wait(5)
    assert heard == [
        ("urgent", "The chip bank is short 300 chips of $5."),
        ("polite", "Paid $5.00. Table 2 waits."),
        ("polite", "Paid $5.00."),
    ]


def test_nothing_is_said_of_what_is_out_of_sight_or_gone(qtbot, window):
    one, gone = window.findChildren(QLabel)
    with by_ear() as heard:
        announce(one, "Hidden")
        announce(gone, "Gone")
        announce(window, "")
        one.hide()
        gone.setParent(None)
        gone.deleteLater()
        qtbot.wait(5)
    assert heard == []


def test_nothing_is_kept_for_later_where_nobody_listens(qtbot, window):
    announce(window, "Before")
    with by_ear() as heard:
        qtbot.wait(5)
    assert heard == []


def test_the_bell_rings_once_for_all_that_goes_wrong_at_once_and_only_where_it_is_wanted(qtbot):
    rang = []
    bell.rang.connect(lambda: rang.append(1))
    for _ in range(3):
        bell.ring()
    qtbot.wait(5)
    assert rang == [1]
    bell.on = False
    bell.ring()
    qtbot.wait(5)
    bell.on = True
    assert rang == [1]
