"""What is on a large screen is large, too."""

from datetime import UTC, datetime

import pytest
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from pitdesk.clock import SetClock
from ui.chips.delivery import FACE
from ui.close.overview import LEAST_SIDE, START, Overview
from ui.setup.first import Welcome
from ui.setup.nobook import NoBook
from ui.setup.restore import Restore
from ui.shell.broken import Broken
from ui.widgets import theme
from ui.widgets.cash import PIECES, TOTAL
from ui.widgets.parts import WIDEST

pytestmark = pytest.mark.long


def test_what_letters_fill_is_as_much_wider_as_they_are(tour):
    for room in ((2560, 1440), (3840, 2160)):
        tour.window.resize(*room)
        tour.go("close")
        tour.rest()
        overview = tour.window.screens["close"].page(Overview)
        assert overview.side.width() >= theme.sized(LEAST_SIDE)
        assert overview.next_start.edit.width() == theme.sized(START)
        tour.go("own count")
        tour.qtbot.wait(1)
        assert tour.form.cash.total.width() == theme.sized(TOTAL)
        assert {one.width() for one in tour.form.cash.edits.values()} == {theme.sized(PIECES)}
        tour.go("delivery")
        tour.qtbot.wait(1)
        assert {one.width() for one in tour.form.lines._faces.values()} == {theme.sized(FACE)}


@pytest.mark.parametrize(
    "open_",
    [
        lambda path, clock: Welcome(QWidget, QWidget, QWidget, QWidget),
        lambda path, clock: NoBook(path, "It is damaged.", QWidget, QWidget),
        lambda path, clock: Restore(path, clock, QWidget, QWidget),
        lambda path, clock: Broken("AssertionError"),
    ],
)
def test_a_window_that_is_not_on_a_book_grows_too(qtbot, tmp_path, open_):
    window = open_(tmp_path / "book.db", SetClock(datetime(2026, 11, 20, 22, tzinfo=UTC)))
    qtbot.addWidget(window)
    window.resize(3840, 2160)
    window.show()
    qtbot.waitUntil(lambda: not theme.waits())
    twice = 2 * theme.SIZES["body"]
    assert {one.font().pixelSize() for one in window.findChildren(QPushButton)} == {twice}
    assert max(one.width() for one in window.findChildren(QFrame)) >= WIDEST * twice
