"""Small parts: buttons that do nothing twice, rows that fold, areas that want what is in them."""

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from tests.ui.night import held_down
from ui.widgets.flow import Folding, Yielding
from ui.widgets.parts import button, column, emptied, holder, kind, label, pill, row, scrolled


def wide(pixels: int) -> QWidget:
    made = QWidget()
    made.setMinimumSize(pixels, 20)
    return made


@pytest.mark.parametrize("pressed", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_a_button_is_pressed_by_enter_and_space_once_however_long_they_are_held(qtbot, pressed):
    presses = []
    made = button("Pay", lambda: presses.append("paid"))
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.setFocus()
    held_down(made, pressed)
    assert presses == ["paid"]
    assert not made.autoRepeat()
    assert not made.autoDefault()


def test_a_button_says_what_it_is_and_takes_along_what_it_was_given(qtbot):
    taken = []
    plain, spoken = (
        button("Fill  F2", taken.append, to="fill"),
        button("↲", taken.append, says="Enter", to=1),
    )
    for one in (plain, spoken):
        qtbot.addWidget(one)
        one.click()
    assert taken == ["fill", 1]
    assert (plain.accessibleName(), spoken.accessibleName()) == ("Fill  F2", "Enter")


def test_words_are_words_and_no_markup(qtbot):
    made = label("<b>20</b> & more", wrap=True)
    qtbot.addWidget(made)
    assert made.textFormat() == Qt.TextFormat.PlainText
    assert made.wordWrap()
    state = pill("Open", "good")
    qtbot.addWidget(state)
    assert (state.property("kind"), state.property("tone")) == ("pill", "good")
    kind(state, "pill", tone="stop")
    assert state.property("tone") == "stop"


def test_a_row_folds_where_its_parts_have_no_room_side_by_side(qtbot):
    left, right, around = wide(200), wide(300), QWidget()
    made = Folding(left, right, gap=10)
    made.setParent(around)
    qtbot.addWidget(around)
    around.show()
    assert made.minimumSizeHint().width() == 300
    for width, beside in ((600, True), (510, True), (509, False), (300, False), (510, True)):
        made.resize(width, 100)
        qtbot.wait(1)
        assert (right.mapTo(made, QPoint(0, 0)).y() == left.y()) == beside, width


def test_a_row_folds_when_a_part_says_more_and_unfolds_when_it_says_less(qtbot):
    left, right, around = label("One"), label("Two"), QWidget()
    made = Folding(left, right)
    made.setParent(around)
    qtbot.addWidget(around)
    made.resize(300, 100)
    around.show()
    for words, beside in (("Two", True), ("Two " * 60, False), ("Two", True)):
        right.setText(words)
        qtbot.wait(1)
        assert (right.y() == left.y()) == beside, words[:8]


def test_where_there_is_no_room_what_yields_is_left_out_in_its_order(qtbot):
    parts = [wide(pixels) for pixels in (100, 10, 200, 300)]
    parts[1].setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    around = QWidget()
    made = Yielding(*parts, first=(parts[3], parts[0]), gap=10)
    made.setParent(around)
    qtbot.addWidget(around)
    around.show()
    assert made.minimumSizeHint().width() == 210
    for width, seen in ((630, 4), (629, 3), (320, 3), (319, 2), (1, 2), (630, 4)):
        made.resize(width, 50)
        qtbot.wait(1)
        assert sum(part.isVisible() for part in parts) == seen, width
        assert parts[2].isVisible()
    made.resize(630, 50)
    parts[2].setMinimumWidth(500)  # it says more
    qtbot.wait(1)
    assert [part.isVisible() for part in parts] == [True, True, True, False]


def test_a_folded_row_needs_room_for_what_is_shown_alone(qtbot):
    left, right = wide(200), wide(300)
    made = Folding(left, right)
    qtbot.addWidget(made)
    made.show()
    right.hide()
    assert made.minimumSizeHint().width() == 200
    left.hide()
    assert made.minimumSizeHint().width() == 0


def test_what_is_taken_out_of_a_row_is_gone(qtbot):
    line = row(label("a"), 8, column(label("b"), label("c")), None)
    whole = holder(line)
    qtbot.addWidget(whole)
    whole.show()
    assert len(whole.findChildren(QLabel)) == 3
    assert emptied(line).count() == 0
    qtbot.waitUntil(lambda: not whole.findChildren(QLabel))
    line.addWidget(label("d"))
    assert [one.text() for one in whole.findChildren(QLabel)] == ["d"]


def test_an_area_scrolls_up_and_down_and_wants_what_is_in_it(qtbot):
    inner = wide(400)
    area = scrolled(inner)
    qtbot.addWidget(area)
    area.resize(450, 100)
    area.show()
    assert area.focusPolicy() == Qt.FocusPolicy.NoFocus
    assert area.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    inner.setMinimumHeight(500)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    assert area.horizontalScrollBar().maximum() == 0
    QTest.keyClick(area, Qt.Key.Key_Down)
    assert area.sizeHint() == inner.sizeHint()


class Wavering(QWidget):
    """Higher the wider it is: the bar that it brings takes the room away that brought it."""

    sizes = 0

    def minimumSizeHint(self) -> QSize:
        return QSize(50, 300 if self.width() >= 200 else 100)

    sizeHint = minimumSizeHint

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.sizes += 1
        self.updateGeometry()


def test_a_bar_that_takes_the_room_that_brought_it_stays_and_goes_again_in_other_room(qtbot):
    inner = Wavering()
    area = scrolled(inner)
    qtbot.addWidget(area)
    area.resize(200, 200)
    area.show()
    qtbot.wait(50)
    before = inner.sizes
    qtbot.wait(50)
    assert inner.sizes == before
    assert area.verticalScrollBar().isVisible()
    area.resize(260, 400)
    qtbot.waitUntil(lambda: not area.verticalScrollBar().isVisible())
    assert inner.width() == 260
