"""A large screen is used: no page leaves most of it empty, and all its pages are named beside it."""

from datetime import UTC, datetime

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from pitdesk.clock import SetClock
from tests.ui.night import Quick
from tests.ui.tour import pages
from ui.chips.delivery import FACE
from ui.close.overview import LEAST_SIDE, START, Overview
from ui.setup.first import Welcome
from ui.setup.nobook import NoBook
from ui.setup.restore import Restore
from ui.shell.broken import Broken
from ui.widgets import theme
from ui.widgets.cash import PIECES, TOTAL
from ui.widgets.parts import WIDEST

LARGE = (2560, 1440)
SHORT = {"due due", "ledgers hold", "cage check chip"}  # as long as what there is to show
EMPTY = 0.4  # of a page's height, at its foot, that may be empty
NEAR = 12  # of 3 * 255: a color that is the ground's


@pytest.fixture
def large(tour) -> Quick:
    for _ in range(2):
        tour.window.resize(*LARGE)
        tour.qtbot.wait(1)
    return tour


def foot(page: QWidget) -> float:
    """How much of the height of a page is empty below all that it shows."""
    image = page.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    raw = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    pixels = raw[:, : 4 * image.width()].reshape(image.height(), image.width(), 4)[..., :3].astype(int)
    shown = (np.abs(pixels - pixels[-1, 0]).sum(2) > NEAR).any(1).nonzero()[0]
    return 1 - (int(shown[-1]) + 1 if shown.size else 0) / image.height()


def test_no_page_leaves_the_lower_part_of_a_large_screen_empty(large):
    found = {}
    for what, _ in pages(large):
        large.rest()
        empty = foot(large.window.frame.stack.currentWidget())
        if empty > EMPTY and what not in SHORT:
            found[what] = round(empty, 2)
    assert not found, "\n".join(f"{what}: {empty}" for what, empty in found.items())


def test_what_letters_fill_is_as_much_wider_as_they_are(tour):
    for room in (LARGE, (3840, 2160)):
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
