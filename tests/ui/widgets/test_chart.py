"""The chart of chips outstanding: what stands out, its key, its words, and nothing that can get lost."""

import gc
import weakref
from dataclasses import replace
from datetime import date, timedelta

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsPixmapItem, QLabel, QPushButton

from pitdesk.book.site import Site
from pitdesk.chips import Chip, Chips
from pitdesk.chipset.color import COLORS
from pitdesk.chipset.law import CHIP_SET
from pitdesk.reports.outstanding import NightHeld
from pitdesk.tonight.board import Board
from ui.widgets import theme
from ui.widgets.chart import OUTLINE, THICK, THIN, Chart
from ui.widgets.theme import THEMES

FIRST = date(2026, 11, 7)
NAMES = ("$100", "$25", "$5", "$1", "50c")
CHIPS = {Chip.named(name): dict(CHIP_SET[name]) for name in NAMES}


def told(*chips: str) -> list[NightHeld]:
    days = [FIRST + timedelta(days=at) for at in range(len(chips))]
    return [
        NightHeld(at, on, Chips.read(text))
        for at, (on, text) in enumerate(zip(days, chips, strict=True), 1)
    ]


STORY = told(
    "10x$25 60x$5 40x$1", "14x$25 58x$5 44x$1", "20x$25 61x$5 40x$1 30x50c", "26x$25 60x$5 41x$1 2x50c"
)
SEALED = Board(seen=1, site=Site(chips=CHIPS), state="sealed", day=4, date=STORY[-1].date)
OPEN = replace(SEALED, state="open")


@pytest.fixture
def chart(qtbot):
    made = Chart()
    qtbot.addWidget(made)
    made.resize(1100, 180)
    made.show_nights(STORY, SEALED)
    made.show()
    made.activateWindow()
    qtbot.waitActive(made)
    return made


@pytest.fixture
def worn(qapp):
    yield
    theme.apply(qapp, "dark")


def key(chart: Chart) -> str:
    QApplication.processEvents()
    return " ".join(
        one.text() for one in chart.key.findChildren(QLabel) if one.isVisible() and one.text()
    )


def curves(chart: Chart) -> list[tuple[list[int], QColor, int]]:
    """(amounts, color, width) of every line, as they lie over each other."""
    lines = [one for one in chart.box.addedItems if hasattr(one, "getData")]
    return [
        ([*map(int, one.getData()[1])], one.opts["pen"].color(), one.opts["pen"].width())
        for one in lines
    ]


def dates(chart: Chart) -> list[str]:
    (level,) = chart.bottom._tickLevels
    return [words for _, words in sorted(level)]


def grabbed(chart: Chart) -> QImage:
    QApplication.processEvents()
    return chart.view.grab().toImage()


# What it shows


def test_a_line_for_each_value_in_its_own_color_over_an_outline(chart):
    lines = curves(chart)
    assert len(lines) == 2 * 4  # no $100 was ever out
    for (below, around, wide), (amounts, color, thin) in zip(lines[::2], lines[1::2], strict=True):
        assert below == amounts
        assert wide == thin + OUTLINE
        assert around.name() != color.name()
    amounts = {color.name().upper(): amounts for amounts, color, _ in lines[1::2]}
    assert amounts[COLORS["green"]] == [250_00, 350_00, 500_00, 650_00]
    assert amounts[COLORS["red"]] == [300_00, 290_00, 305_00, 300_00]
    assert amounts[COLORS["mustard yellow"]] == [0, 0, 15_00, 1_00]


def test_what_goes_home_in_pockets_stands_out_by_its_width_its_chip_and_words(chart):
    assert [chip.name for chip in chart.home] == ["$25"]
    lines = curves(chart)
    assert (lines[-1][1].name().upper(), lines[-1][2]) == (COLORS["green"], THICK)  # and on top
    assert {wide for _, _, wide in lines[1:-1:2]} == {THIN}
    (end,) = (one for one in chart.box.addedItems if isinstance(one, QGraphicsPixmapItem))
    assert (end.pos().x(), end.pos().y()) == (3, 650_00)
    assert key(chart).startswith("Nov 10 $25 $650.00 +16 in 3 nights")


def test_the_key_tells_the_last_night_of_each_value(chart):
    said = key(chart)
    for words in ("$5 $300.00", "$1 $41.00", "50¢ $1.00"):
        assert words in said
    assert "$100" not in said


def test_pieces_may_be_chosen_in_place_of_dollars(chart):
    (pieces,) = (one for one in chart.findChildren(QPushButton) if one.text() == "Pieces")
    QTest.mouseClick(pieces, Qt.MouseButton.LeftButton)
    assert curves(chart)[-1][0] == [10, 14, 20, 26]
    assert "$25 26 +16 in 3 nights" in key(chart)
    assert chart.left.tickStrings([0, 50, 1000], 1, 50) == ["0", "50", "1,000"]
    assert chart.left.tickStrings([0, 1 / 2], 1, 1 / 2) == ["", ""]  # there is no half a piece
    chart.unit.choose("dollars")
    assert chart.left.tickStrings([0, 50, 1_000_00, -500_00], 1, 50) == [
        "$0",
        "$0.50",
        "$1,000",
        "−$500",
    ]


def test_the_nights_are_dates_and_the_open_one_is_now(chart):
    assert dates(chart) == ["Nov 8", "Nov 9", "Nov 10"]
    chart.show_nights(STORY, OPEN)
    assert dates(chart) == ["Nov 8", "Nov 9", "now"]
    assert key(chart).startswith("Now $25 $650.00")


def test_the_open_night_does_not_tell_what_goes_home_as_chips_lie_on_the_tables(chart):
    chart.show_nights([*STORY, replace(told("400x$5")[0], day=5)], replace(OPEN, day=5))
    assert [chip.name for chip in chart.home] == ["$25"]
    assert "+16 in 3 nights" in key(chart)


def test_of_many_nights_as_many_dates_are_told_as_there_is_room_for(chart):
    many = told(*[f"{at}x$5" for at in range(1, 301)])
    chart.show_nights(many, SEALED)
    QApplication.processEvents()
    assert 4 < len(dates(chart)) < 20
    assert dates(chart)[-1] == "Sep 2"
    assert "+14 in 14 nights" in key(chart)
    chart.resize(700, 180)
    QApplication.processEvents()
    few = len(dates(chart))
    chart.resize(1300, 180)
    QApplication.processEvents()
    assert len(dates(chart)) > few


def test_what_is_drawn_anew_takes_the_place_of_what_was_drawn(chart):
    before = len(chart.box.childGroup.childItems())
    for _ in range(3):
        chart.show_nights(STORY, SEALED)
        theme.changed.emit()
    assert len(chart.box.childGroup.childItems()) == before
    assert len(chart.key.figures) == 4


def test_two_nights_are_enough_and_a_book_where_nothing_is_out_too(chart):
    chart.show_nights(told("1x$5", "2x$5"), SEALED)
    assert key(chart) == "Nov 8 $5 $10.00 +1 in 1 night"
    chart.show_nights(told("", ""), SEALED)
    assert key(chart) == "Nov 8"
    assert not grabbed(chart).isNull()


def test_chips_that_lie_in_trays_uncounted_are_below_zero(chart):
    chart.show_nights([*STORY[:3], replace(STORY[3], chips=Chips({Chip.named("$5"): -4}))], OPEN)
    assert "$5 −$20.00" in key(chart)
    low, high = chart.box.viewRange()[1]
    assert low < -20_00
    assert high > 500_00


@pytest.mark.usefixtures("worn")
@pytest.mark.parametrize("look", THEMES)
def test_every_chip_is_seen_on_the_ground_of_every_look(qapp, chart, look):
    theme.apply(qapp, look)
    colors = [[f"{90 - 4 * n}x$100 {200 - 7 * n}x$25 {400 + 9 * n}x$5 {999 - n}x$1"] for n in range(4)]
    chart.show_nights(told(*(one for (one,) in colors)), SEALED)
    picture = grabbed(chart)
    ground = QColor(THEMES[look].panel)
    assert QColor(picture.pixel(picture.width() - 4, 2)).name() == ground.name()
    for chip in chart.chips:
        amount = chart.amount(chip, chart.nights[1])
        at = chart.view.mapFromScene(chart.box.mapViewToScene(QPointF(1, amount)))
        ratio = picture.devicePixelRatio()
        near = [
            QColor(picture.pixel(at.x(), y))
            for y in range(int(at.y() * ratio) - 5, int(at.y() * ratio) + 6)
        ]
        assert max(abs(one.lightness() - ground.lightness()) for one in near) > 40, (look, chip.name)


# In words


def test_it_is_told_in_words_too(chart):
    assert chart.view.accessibleName() == "Chart of chips outstanding"
    assert chart.view.accessibleDescription() == (
        "Chips with players after each night since Nov 7. Going home in pockets: $25 +16 in 3 nights."
        " Nov 10: $25 $650.00, $5 $300.00, $1 $41.00, 50¢ $1.00."
    )


# Nights that are pointed at


def test_the_arrows_go_from_night_to_night_and_stop_at_the_ends(chart):
    chart.view.setFocus()
    QTest.keyClick(chart.view, Qt.Key.Key_Left)
    assert key(chart).startswith("Nov 9 $25 $500.00")
    assert chart.mark.isVisible()
    assert "Nov 9: $25 $500.00" in chart.view.accessibleDescription()
    for _ in range(9):
        QTest.keyClick(chart.view, Qt.Key.Key_Left)
    assert key(chart).startswith("Nov 7 $25 $250.00")
    for _ in range(9):
        QTest.keyClick(chart.view, Qt.Key.Key_Right)
    assert key(chart).startswith("Nov 10")
    QTest.keyClick(chart.view, Qt.Key.Key_Left)
    chart.unit.first().setFocus()
    assert key(chart).startswith("Nov 10")
    assert not chart.mark.isVisible()


def test_the_mouse_shows_the_night_that_is_nearest(chart):
    QApplication.processEvents()
    for x, night in ((1, "Nov 8"), (2, "Nov 9")):
        at = chart.view.mapFromScene(chart.box.mapViewToScene(QPointF(x, 100_00)))
        QTest.mouseMove(chart.view.viewport(), at + QPoint(3, 0))
        QApplication.processEvents()
        assert key(chart).startswith(night)
    chart.view.leaveEvent(None)
    assert key(chart).startswith("Nov 10")


def test_neither_wheel_nor_drag_nor_menu_moves_it(chart):
    grabbed(chart)
    before = chart.box.viewRange()
    view = chart.view.viewport()
    middle = view.rect().center()
    for angle in (120, -480):
        none, phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
        where = QPointF(middle)
        event = QWheelEvent(
            where, where, QPoint(), QPoint(0, angle), none, Qt.KeyboardModifier.NoModifier, phase, False
        )
        QApplication.sendEvent(view, event)
        assert not event.isAccepted()  # the page scrolls
    for button in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton):
        QTest.mousePress(view, button, pos=middle)
        QTest.mouseMove(view, middle + QPoint(80, 20))
        QTest.mouseRelease(view, button, pos=middle + QPoint(80, 20))
        QTest.mouseDClick(view, button, pos=middle)
    QTest.keyClick(chart.view, Qt.Key.Key_Up)
    QApplication.processEvents()
    assert chart.box.viewRange() == before
    assert not [one for one in QApplication.topLevelWidgets() if one.isVisible() and one is not chart]


# Looks, and its end


@pytest.mark.usefixtures("worn")
def test_it_follows_the_looks_and_the_size_of_letters(qapp, chart):
    grounds = []
    for look in THEMES:
        theme.apply(qapp, look)
        grounds.append(QColor(grabbed(chart).pixel(chart.view.width() - 4, 2)).name().upper())
    assert grounds == [one.panel for one in THEMES.values()]
    small = chart.minimumHeight()
    theme.apply(qapp, "dark", 200)
    assert chart.minimumHeight() == 2 * small
    assert chart.left.style["tickFont"].pixelSize() == 2 * theme.SIZES["caption"]


def test_it_is_let_go_with_its_window_and_leaves_nothing(qapp, qtbot):
    gone = []
    for _ in range(5):
        made = Chart()
        made.show_nights(STORY, SEALED)
        made.show()
        qtbot.waitExposed(made)
        gone.append(weakref.ref(made))
        made.close()
        made.deleteLater()
        del made
        qtbot.wait(1)
    gc.collect()
    assert not [one for one in gone if one() is not None]
    theme.apply(qapp, "dark")  # nobody who is gone is asked to draw
