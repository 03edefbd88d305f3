"""The pages of a PDF: read off the window's thread, drawn only in sight, and no thread left behind."""

import gc
import os
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QThread
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from pitdesk.errors import Trouble
from tests.ui.busy import busy_report
from ui.widgets import pages as module
from ui.widgets.pages import BROKEN, EMPTY, Pages


@pytest.fixture
def busy_pdf() -> bytes:
    return busy_report()


@pytest.fixture
def pages(qtbot) -> Pages:
    made = Pages()
    qtbot.addWidget(made)
    made.resize(700, 600)
    made.show()
    return made


@pytest.fixture
def shown(qtbot, pages, busy_pdf) -> Pages:
    pages.show_pdf(busy_pdf)
    settle(qtbot, pages)
    return pages


def settle(qtbot, pages: Pages) -> None:
    qtbot.waitUntil(lambda: pages.pages > 0 and {*pages.in_sight()} <= pages.drawn())


def threads() -> int:
    """How many threads there are that read pages."""
    return sum(one.name == "pages" for one in threading.enumerate())


def test_the_real_report_is_shown_page_by_page(shown):
    assert shown.pages > 5
    assert shown.page == 1
    assert shown.words == ""
    assert shown.accessibleName() == f"Report, page 1 of {shown.pages}"
    assert "End-of-day reconciliation report" in shown.accessibleDescription()
    assert "5,180.00" in shown.accessibleDescription()


def test_a_page_is_drawn_to_the_pixel_and_fits_the_width(shown):
    image = shown._report.images[0]
    ratio = shown.devicePixelRatioF()
    assert image.width() == round(shown._size(0).width() * ratio)
    assert abs(image.height() - round(shown._size(0).height() * ratio)) <= 1
    assert shown._size(0).width() == shown.viewport().width() - 2 * module.GAP
    assert shown.horizontalScrollBar().maximum() == 0


def test_only_what_is_in_sight_is_drawn_and_far_pages_are_forgotten(qtbot, shown):
    assert shown.drawn() == {*shown.in_sight()} <= {0, 1}
    shown.go_to(shown.pages)
    settle(qtbot, shown)
    last = shown.pages - 1
    assert shown.page == shown.pages
    assert 0 not in shown._report.images
    assert last in shown.drawn() <= {last, last - 1}
    assert "Seal" in shown.accessibleDescription()


def test_nothing_is_read_in_the_windows_thread(qtbot, pages, busy_pdf, monkeypatch):
    where = []
    for name in ("_open", "_render"):
        work = getattr(module, name)

        def noted(*args, work=work):
            where.append(QThread.isMainThread())
            return work(*args)

        monkeypatch.setattr(module, name, noted)
        with pytest.raises(AssertionError, match="window's thread"):
            work(busy_pdf, 0, 100) if name == "_render" else work(busy_pdf)
    pages.show_pdf(busy_pdf)
    settle(qtbot, pages)
    assert len(where) >= 2
    assert not any(where)


@pytest.mark.parametrize("data", [b"", b"no PDF at all", b"%PDF-1.7\n%%EOF", bytes(1000)])
def test_broken_bytes_are_said_in_words(qtbot, pages, data):
    with qtbot.waitSignal(pages.failed):
        pages.show_pdf(data)
    assert (pages.words, pages.pages, pages.page) == (BROKEN, 0, 0)
    assert pages.accessibleDescription() == BROKEN
    pages.grab()


def test_a_report_cut_off_or_scrambled_is_shown_as_far_as_it_can_be(qtbot, pages, busy_pdf):
    for cut in (100, len(busy_pdf) // 2, len(busy_pdf) - 40):
        scrambled = bytearray(busy_pdf)
        scrambled[cut : cut + 400] = bytes(min(400, len(busy_pdf) - cut))
        for data in (busy_pdf[:cut], bytes(scrambled)):
            pages.show_pdf(data)
            qtbot.waitUntil(
                lambda: (
                    pages.words == BROKEN
                    or (pages.pages > 0 and {*pages.in_sight()} <= pages.drawn() | pages._report.bad)
                )
            )
            pages.grab()


def test_a_page_that_cannot_be_read_says_so_in_its_place(qtbot, pages, busy_pdf, monkeypatch):
    def bad(data, index, width):
        return module._Sheet(index, None)

    monkeypatch.setattr(module, "_render", bad)
    pages.show_pdf(busy_pdf)
    qtbot.waitUntil(lambda: 0 in pages._report.bad)
    assert pages.page == 1
    pages.grab()


def test_the_last_report_asked_for_is_the_one_shown(qtbot, pages, busy_pdf):
    pages.show_pdf(b"no PDF at all")
    pages.show_pdf(busy_pdf)
    pages.show_pdf(b"")
    pages.show_pdf(busy_pdf)
    settle(qtbot, pages)
    assert pages.words == ""
    with qtbot.waitSignal(pages.failed):
        pages.show_pdf(b"")
    assert pages.pages == 0


def test_before_any_report_it_says_so(pages):
    assert (pages.words, pages.accessibleDescription()) == (EMPTY, EMPTY)
    pages.zoom_to(100)
    pages.step(1)
    pages.go_to(3)
    pages.grab()
    assert (pages.pages, pages.page, pages.in_sight()) == (0, 0, [])


# Keys and wheel


def press(qtbot, pages: Pages, key: Qt.Key, control: bool = False) -> None:
    modifiers = Qt.KeyboardModifier.ControlModifier if control else Qt.KeyboardModifier.NoModifier
    qtbot.keyClick(pages, key, modifiers)


def test_keys_turn_pages(qtbot, shown):
    bar = shown.verticalScrollBar()
    press(qtbot, shown, Qt.Key.Key_End)
    assert shown.page == shown.pages
    assert bar.value() == bar.maximum()
    press(qtbot, shown, Qt.Key.Key_Home)
    assert (shown.page, bar.value()) == (1, 0)
    press(qtbot, shown, Qt.Key.Key_PageDown)
    assert 0 < bar.value() < shown.viewport().height()
    press(qtbot, shown, Qt.Key.Key_PageDown)
    press(qtbot, shown, Qt.Key.Key_PageDown)
    assert shown.page >= 2
    press(qtbot, shown, Qt.Key.Key_PageUp)
    press(qtbot, shown, Qt.Key.Key_Up)
    assert bar.value() < 2 * shown.viewport().height()


def test_keys_zoom_and_keep_the_place(qtbot, shown):
    shown.go_to(4)
    fitting = shown.percent
    press(qtbot, shown, Qt.Key.Key_Plus, control=True)
    assert shown.percent > fitting
    assert shown.page == 4
    assert not shown.fits
    larger = shown.percent
    press(qtbot, shown, Qt.Key.Key_Equal, control=True)
    assert shown.percent > larger
    assert shown.horizontalScrollBar().maximum() > 0
    settle(qtbot, shown)
    for _ in range(20):
        press(qtbot, shown, Qt.Key.Key_Minus, control=True)
    assert shown.percent == module.STEPS[0]
    assert shown.page in (3, 4, 5)
    press(qtbot, shown, Qt.Key.Key_0, control=True)
    assert (shown.fits, shown.percent) == (True, fitting)
    assert shown.page == 4


def test_its_keys_are_its_own_even_where_the_window_has_them_too(shown):
    for key, control, mine in (
        (Qt.Key.Key_0, True, True),
        (Qt.Key.Key_Home, False, True),
        (Qt.Key.Key_F2, False, False),
        (Qt.Key.Key_0, False, False),
    ):
        modifiers = Qt.KeyboardModifier.ControlModifier if control else Qt.KeyboardModifier.NoModifier
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifiers)
        event.ignore()
        shown.event(event)
        assert event.isAccepted() is mine


def test_the_wheel_zooms_with_control_and_scrolls_without(shown):
    def turn(down: int, modifiers: Qt.KeyboardModifier) -> None:
        middle = QPointF(shown.viewport().rect().center())
        where = QPointF(shown.mapToGlobal(middle.toPoint()))
        phase = Qt.ScrollPhase.NoScrollPhase
        buttons = Qt.MouseButton.NoButton
        event = QWheelEvent(middle, where, QPoint(), QPoint(0, down), buttons, modifiers, phase, False)
        shown.wheelEvent(event)

    before = shown.percent
    turn(120, Qt.KeyboardModifier.ControlModifier)
    assert shown.percent > before
    turn(-120, Qt.KeyboardModifier.ControlModifier)
    turn(-120, Qt.KeyboardModifier.ControlModifier)
    assert shown.percent < before
    turn(-120, Qt.KeyboardModifier.NoModifier)
    assert shown.verticalScrollBar().value() > 0


def test_a_huge_page_is_stretched_rather_than_drawn_whole(shown):
    shown.zoom_to(300)
    assert shown._pixels(0) <= shown._size(0).width() * shown.devicePixelRatioF()
    shown.zoom_to(3000)
    assert shown._pixels(0) ** 2 * 792 // 612 <= module.MOST_PIXELS


def test_the_pages_follow_the_width_of_the_window(qtbot, shown):
    before = shown.percent
    shown.resize(1000, 600)
    assert shown.percent > before
    settle(qtbot, shown)
    shown.resize(2500, 600)
    assert shown.percent == module.WIDEST_FIT
    shown.resize(60, 40)
    assert shown.percent >= 1


# Threads


def slow(seen: list[str], data: bytes) -> object:
    seen.append("begun")
    threading.Event().wait(0.2)
    seen.append("done")
    raise Trouble(BROKEN)


@pytest.mark.parametrize("way", ["deleted", "dropped", "with its parent"])
def test_no_thread_outlives_the_pages(qtbot, monkeypatch, way):
    seen: list[str] = []
    monkeypatch.setattr(module, "_open", partial(slow, seen))
    before = threads()
    pages = Pages()
    pages.show_pdf(b"anything")
    qtbot.waitUntil(lambda: seen == ["begun"])
    if way == "deleted":
        shiboken6.delete(pages)
    elif way == "with its parent":
        parent = QWidget()
        pages.setParent(parent)
        shiboken6.delete(parent)
    del pages
    gc.collect()
    assert seen == ["begun", "done"]
    assert threads() <= before


def test_many_reports_one_after_the_other(qtbot, busy_pdf):
    before = threads()
    for turn in range(20):
        pages = Pages()
        pages.resize(300, 200)
        pages.show_pdf(busy_pdf)
        if turn % 2:
            settle(qtbot, pages)
        shiboken6.delete(pages)
    assert threads() <= before


def test_two_at_once(qtbot, busy_pdf):
    both = [Pages(), Pages()]
    for pages in both:
        qtbot.addWidget(pages)
        pages.resize(500, 400)
        pages.show_pdf(busy_pdf)
    for percent in (50, 100, 200):
        for pages in both:
            pages.zoom_to(percent)
        for pages in both:
            settle(qtbot, pages)


def test_the_program_starts_without_the_reader_and_ends_in_the_middle_of_a_page():
    program = """
import sys
from PySide6.QtWidgets import QApplication
app = QApplication([])
from ui.widgets.paper import ReportPaper
assert not [name for name in sys.modules if name.startswith("pypdfium2")]
report = ReportPaper()
report.show_pdf(b"anything")
"""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", program],
        cwd=Path(__file__).parents[3],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
