"""Keys where a screen reader answers late: in their order, once, and of a secret none."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from tests.ui.heard import reading
from ui.aloud.keys import LOOK_MS, ReaderKeys, _copy
from ui.widgets.dots import Dots

LATE_MS = 20


class Bridge(QObject):
    """Does what Qt does: gives each key to a reader, and to the window once that has answered."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []
        self.wants: set[int] = set()  # keys that the reader takes for itself
        self.waiting = 0  # keys that it has not answered

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kinds = (QEvent.Type.KeyPress, QEvent.Type.KeyRelease)
        if not event.spontaneous() or event.type() not in kinds or not isinstance(watched, QWindow):
            return False
        assert isinstance(event, QKeyEvent)
        if event.type() == QEvent.Type.KeyPress:
            self.told.append(event.text() or Qt.Key(event.key()).name)
        if event.key() not in self.wants:
            back = _copy(event)
            self.waiting += 1
            QTimer.singleShot(LATE_MS, self, lambda: self._answer(watched, back))
        return True

    def _answer(self, window: QObject, back: QKeyEvent) -> None:
        self.waiting -= 1
        QCoreApplication.postEvent(window, back)


@pytest.fixture
def bridge(qapp) -> Iterator[Bridge]:
    made = Bridge()
    qapp.installEventFilter(made)
    yield made
    qapp.removeEventFilter(made)


@pytest.fixture
def keys(qapp, bridge) -> Iterator[ReaderKeys]:
    """The keys, where something reads; the reader was there before them."""
    made = ReaderKeys(qapp)
    with reading():
        yield made
    qapp.removeEventFilter(made)
    qapp.focusChanged.disconnect(made._focus_moved)
    made.deleteLater()


@pytest.fixture
def window(qtbot) -> QWidget:
    """A line, and a PIN to which F2 leads."""
    made = QWidget()
    lines = QVBoxLayout(made)
    made.line, made.pin = QLineEdit(), Dots()
    for one in (made.line, made.pin):
        lines.addWidget(one)
    QShortcut(QKeySequence("F2"), made).activated.connect(made.pin.setFocus)
    qtbot.addWidget(made)
    return made


def shown(qtbot, window: QWidget) -> QWindow:
    window.show()
    window.activateWindow()
    qtbot.waitActive(window)
    window.line.setFocus()
    qtbot.wait(2 * LOOK_MS)
    handle = window.windowHandle()
    assert handle
    return handle


def types(handle: QWindow, text: str) -> None:
    for char in text:
        QTest.keyClick(handle, Qt.Key(ord(char.upper())) if char.isalnum() else _SIGNS[char])


_SIGNS = {"*": Qt.Key.Key_Asterisk, "+": Qt.Key.Key_Plus}


def test_without_it_keys_are_overtaken_and_a_pin_is_told(qtbot, qapp, bridge, window):
    handle = shown(qtbot, window)
    types(handle, "45")
    QTest.keyClick(handle, Qt.Key.Key_F2)
    types(handle, "2741")
    qtbot.waitUntil(lambda: not bridge.waiting)
    assert window.line.text() != "45"
    assert "7" in bridge.told


@pytest.mark.usefixtures("keys")
def test_keys_keep_their_order_and_come_once(qtbot, bridge, window):
    handle = shown(qtbot, window)
    types(handle, "45")
    QTest.keyClick(handle, Qt.Key.Key_F2)
    types(handle, "2741")
    qtbot.waitUntil(lambda: not bridge.waiting)
    assert (window.line.text(), window.pin.secret) == ("45", "2741")
    assert bridge.told == ["4", "5"]


@pytest.mark.usefixtures("keys")
def test_the_same_key_over_and_over_comes_as_often_as_it_was_pressed(qtbot, bridge, window):
    handle = shown(qtbot, window)
    types(handle, "5" * 40)
    qtbot.waitUntil(lambda: not bridge.waiting)
    assert (window.line.text(), bridge.told) == ("5" * 40, ["5"] * 40)


@pytest.mark.usefixtures("keys")
def test_while_the_readers_own_key_is_held_keys_are_the_readers(qtbot, bridge, window):
    handle = shown(qtbot, window)
    bridge.wants = {Qt.Key.Key_Insert, Qt.Key.Key_H}
    QTest.keyPress(handle, Qt.Key.Key_Insert)
    types(handle, "h")
    QTest.keyRelease(handle, Qt.Key.Key_Insert)
    bridge.wants = set()
    types(handle, "h")
    qtbot.waitUntil(lambda: not bridge.waiting)
    assert (window.line.text(), bridge.told) == ("h", ["Key_Insert", "h", "h"])


@pytest.mark.usefixtures("keys")
def test_a_pin_is_told_nobody_even_while_the_readers_key_is_held(qtbot, bridge, window):
    handle = shown(qtbot, window)
    window.pin.setFocus()
    types(handle, "27")
    QTest.keyPress(handle, Qt.Key.Key_Insert)
    types(handle, "41")
    QTest.keyRelease(handle, Qt.Key.Key_Insert)
    qtbot.waitUntil(lambda: not bridge.waiting)
    assert (window.pin.secret, bridge.told) == ("2741", ["Key_Insert"])


@pytest.mark.usefixtures("keys")
def test_a_reader_that_is_started_later_changes_nothing(qtbot, qapp, bridge, window):
    qapp.removeEventFilter(bridge)
    handle = shown(qtbot, window)
    types(handle, "12")
    assert window.line.text() == "12"
    qapp.installEventFilter(bridge)  # it stands first now
    qtbot.wait(2 * LOOK_MS)
    types(handle, "34")
    window.pin.setFocus()
    types(handle, "56")
    qtbot.waitUntil(lambda: not bridge.waiting)
    assert (window.line.text(), window.pin.secret) == ("1234", "56")
    assert bridge.told == ["3", "4"]


def test_where_nothing_reads_it_stands_in_nobodys_way(qtbot, qapp, window):
    made = ReaderKeys(qapp)
    handle = shown(qtbot, window)
    types(handle, "45")
    assert window.line.text() == "45"
    qapp.focusChanged.disconnect(made._focus_moved)
    made.deleteLater()
