"""Trays: as full as they are known to be, with the par mark, and marked where too little is left."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter

from pitdesk.chipset.color import COLORS
from pitdesk.chipset.law import CHIP_SET
from ui.widgets import theme, tray
from ui.widgets.theme import THEMES

AREA = QRect(10, 10, 400, 140)


def tube(name: str, pieces: int, par: int = 100) -> tray.Tube:
    return tray.Tube(name, CHIP_SET[name], pieces, par)


def painted(tubes, look="dark", *, figures=False, ratio=1.0) -> QImage:
    picture = QImage(round(420 * ratio), round(160 * ratio), QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(ratio)
    picture.fill(QColor(THEMES[look].panel))
    painter = QPainter(picture)
    tray.paint_tray(painter, AREA, tubes, THEMES[look], figures=figures)
    painter.end()
    return picture


def filled(picture: QImage, color: str, x: int) -> int:
    """How many pixels of a column have about that color."""
    wanted = QColor(color)
    return sum(
        sum(abs(a - b) for a, b in zip(seen.getRgb(), wanted.getRgb(), strict=True)) < 90
        for seen in (picture.pixelColor(x, y) for y in range(picture.height()))
    )


@pytest.fixture(autouse=True)
def _dark(qapp):
    theme.apply(qapp, "dark")


def test_a_tube_is_as_full_as_its_pieces_against_par():
    x = AREA.x() + 32
    seen = [filled(painted([tube("$5", n)]), COLORS["red"], x) for n in (0, 1, 25, 50, 100, 125, 400)]
    assert seen[0] == 0
    assert seen[1] > 0  # one chip is a chip
    assert seen == sorted(seen)
    assert seen[4] == pytest.approx(2 * seen[3], abs=6)
    assert seen[5] == seen[6]  # more than full is full


def test_the_par_mark_stands_at_four_fifths_and_is_seen_on_white_chips():
    for pieces in (0, 125):
        picture = painted([tube("$1", pieces)])
        at = AREA.bottom() + 1 - tray.INSIDE - (AREA.height() - 2 * tray.INSIDE) * tray.PAR_AT // 100 - 1
        line = [picture.pixelColor(x, at).lightness() for x in range(AREA.x() + 4, AREA.x() + 60)]
        assert max(line) - min(line) > 60  # dashed
    assert painted([tube("$1", 0)]) != painted([tube("$1", 0, par=0)])


@pytest.mark.parametrize(
    ("pieces", "par", "low"),
    [(0, 100, True), (33, 100, True), (34, 100, False), (0, 0, False), (5, 0, False)],
)
def test_below_a_third_of_par_is_low(pieces, par, low):
    assert tube("$5", pieces, par).low is low


@pytest.mark.parametrize("look", THEMES)
def test_a_low_tube_is_marked_by_a_sign_and_not_by_color_alone(look):
    def signs(one: tray.Tube) -> int:
        picture = painted([one], look)
        return sum(
            picture.pixelColor(x, y) == QColor(THEMES[look].low)
            for x in range(AREA.x() + 20, AREA.x() + 80)
            for y in range(AREA.y() + 20, AREA.y() + 80)
        )

    assert signs(tube("$5", 10)) > 10
    assert signs(tube("$5", 50)) == 0


@pytest.mark.parametrize("name", ["$1", "$2", "$100"])
def test_the_stripe_is_in_as_many_parts_as_the_spots(name):
    picture = painted([tube(name, 100)])
    base = QColor(COLORS[CHIP_SET[name]["color"]])
    second = QColor(COLORS[CHIP_SET[name]["second"]])
    y = AREA.bottom() - tray.INSIDE - 4 * tray.CHIP - 1
    row = [picture.pixelColor(x, y) for x in range(AREA.x() + 20, AREA.x() + 78)]

    def far(one: QColor, other: QColor) -> int:
        return sum(abs(a - b) for a, b in zip(one.getRgb(), other.getRgb(), strict=True))

    spots = [far(one, second) < far(one, base) for one in row]
    begun = sum(not before and now for before, now in pairwise(spots))
    assert begun == {"$1": 1, "$2": 2, "$100": 3}[name]


def test_the_spots_beside_have_the_third_color():
    look = {**CHIP_SET["$5"], "third": "blue"}
    picture = painted([tray.Tube("$5", look, 100, 100)])
    y = AREA.bottom() - tray.INSIDE - 4 * tray.CHIP - 1
    row = [picture.pixelColor(x, y) for x in range(AREA.x() + 6, AREA.x() + 90)]
    hues = {"yellow": (30, 70), "blue": (190, 230)}
    seen = {
        name: [at for at, one in enumerate(row) if low < one.hue() < high and one.value() > 60]
        for name, (low, high) in hues.items()
    }
    assert min(seen["blue"]) < min(seen["yellow"])
    assert max(seen["yellow"]) < max(seen["blue"])
    assert len(seen["yellow"]) > 15


def test_tubes_stand_side_by_side_within_their_room():
    for count in (1, 4, 6, 8):
        boxes = tray.columns(AREA, count)
        assert len(boxes) == count
        assert all(a.right() < b.left() for a, b in pairwise(boxes))
        assert AREA.united(boxes[-1]) == AREA
    assert tray.columns(AREA, 0) == []


@pytest.mark.parametrize("look", THEMES)
def test_figures_stand_below(look):
    with_, without = (painted([tube("$5", 24)], look, figures=f) for f in (True, False))
    below = range(AREA.bottom() - tray.figures_height() + 3, AREA.bottom())
    ground = QColor(THEMES[look].panel)
    assert any(with_.pixelColor(x, y) != ground for x in range(40, 80) for y in below)
    assert with_ != without


def test_nothing_is_painted_where_there_are_no_tubes():
    assert painted([]) == painted([], figures=True)
    assert painted([]).pixelColor(60, 60) == QColor(THEMES["dark"].panel)


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
def test_a_picture_is_as_sharp_as_the_screen(ratio):
    tubes = [tube("$25", 40)]
    assert painted(tubes, ratio=ratio) == painted(tubes, ratio=ratio)
    assert painted(tubes, ratio=ratio).pixelColor(round(30 * ratio), round(140 * ratio)).green() > 60


def test_three_hundred_cards_are_painted_from_kept_pictures():
    cards = [
        [tube(name, (7 * at + 13 * n) % 130) for n, name in enumerate(CHIP_SET)] for at in range(300)
    ]
    painted([])
    tray._picture.cache_clear()  # of what other tests painted
    for tubes in cards:
        painted(tubes)
    drawn = tray._picture.cache_info().misses
    for tubes in cards:
        painted(tubes)
    assert tray._picture.cache_info().misses == drawn
    assert drawn <= len(CHIP_SET) * 131  # each number of chips once
