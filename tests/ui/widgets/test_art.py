"""Chips in the window: every point has the color that its description gives it, at every size."""

from itertools import pairwise
from math import cos, radians, sin

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from pitdesk.chipset.color import COLORS
from pitdesk.chipset.law import CHIP_SET
from printers.drawing.chip import INK, PAPER, UNKNOWN, Face, edge, face_of, shapes
from tests.printers.points import LOOKS, clear, looks, on, seen_at
from tests.storm import many
from ui.widgets import art
from ui.widgets.theme import THEMES

SIZE = 200


def far(one: QColor, other: QColor) -> int:
    """How far two colors are apart."""
    return sum(abs(a - b) for a, b in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True))


def near(one: QColor, other: QColor) -> bool:
    """Whether two colors are the same but for light and shade."""
    return far(one, other) < 110


def at(picture: QImage, reach: float, degrees: float) -> QColor:
    """The color at a share of the radius, in a direction."""
    turn, half = radians(degrees), SIZE / 2
    far = reach * half * (1 - art.MARGIN)
    return picture.pixelColor(round(half + far * cos(turn)), round(half - far * sin(turn)))


def painted(shapes, wide: int = 2 * SIZE) -> QImage:
    """Shapes alone, on white paper."""
    picture = QImage(wide, wide, QImage.Format.Format_RGB32)
    picture.fill(QColor("white"))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QColor(0, 0, 0, 0))
    painter.translate(wide / 2, wide / 2)
    painter.scale(wide / 2, wide / 2)
    art.paint(painter, shapes)
    painter.end()
    return picture


def checked(face: Face, side: str, words: str) -> None:
    """Every point that the description is clear about."""
    spots = [on(reach / 50, turn) for reach in range(6, 50, 3) for turn in range(0, 360, 7)]
    row = [(at / 40, 0.01) for at in range(-39, 40)]
    for drawn, points in ((shapes(face, side=side, words=words), spots), (edge(face), row)):
        picture, told = painted(drawn), [point for point in points if clear(drawn, point)]
        assert len(told) > (5 if points is row else 130)
        for x, y in told:
            seen = picture.pixelColor(int(SIZE * (1 + x)), int(SIZE * (1 - y)))
            assert far(seen, QColor(*seen_at(drawn, (x, y)))) <= 6, (x, y)


@pytest.mark.parametrize("name", LOOKS)
@pytest.mark.parametrize("side", ["value", "name"])
def test_every_point_has_its_color(qapp, name, side):
    checked(face_of(name, LOOKS[name]), side, "Sons of Norway, Thor Lodge 67 of Minot")


@given(looks(), st.sampled_from(["value", "name"]))
@settings(max_examples=many(8), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_point_of_any_chip_has_its_color(qapp, chip, side):
    checked(face_of(*chip), side, "Elks")


@given(st.text(max_size=60), st.sampled_from([16, 36]))
@settings(max_examples=many(12), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_name_can_be_painted(qapp, words, size):
    made = art.chip_pixmap("$5", LOOKS["$5"], size, side="name", words=words)
    assert made.width() == size


@pytest.mark.parametrize("name", LOOKS)
def test_light_and_shade_leave_the_colors_what_they_are(qapp, name):
    drawn_, picture = shapes(face_of(name, LOOKS[name])), drawn(name)
    points = [(reach / 50, turn) for reach in range(6, 48, 3) for turn in range(0, 360, 7)]
    told = [point for point in points if clear(drawn_, on(*point))]
    assert len(told) > 130
    for point in told:
        assert far(at(picture, *point), QColor(*seen_at(drawn_, on(*point)))) < 140, point


@pytest.mark.parametrize("size", [16, 28, 36, 72])
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("color", ["black", "white", "gray"])
def test_a_chip_is_seen_on_every_ground(qapp, color, theme, size):
    ground = QColor(THEMES[theme].panel)
    picture = QImage(size, size, QImage.Format.Format_RGB32)
    picture.fill(ground)
    painter = QPainter(picture)
    painter.drawPixmap(0, 0, art.chip_pixmap("$5", {"color": color}, size))
    painter.end()
    row = [picture.pixelColor(x, size // 2) for x in range(size // 4)]
    assert max(far(one, ground) for one in row) > 60


@pytest.mark.parametrize("name", ["$2", "pw$2", "coin50c", "nv$2"])
@pytest.mark.parametrize("size", [36, 96, 300])
def test_the_name_side_bears_the_name_and_no_value(qapp, name, size):
    look = CHIP_SET["$2"]
    sides = [art.chip_pixmap(name, look, size)] + [
        art.chip_pixmap(name, look, size, side="name", words=words)
        for words in ("", "Elks", "Minot Hockey Boosters")
    ]
    pictures = [side.toImage() for side in sides]
    assert all(one != other for i, one in enumerate(pictures) for other in pictures[:i])


@pytest.mark.parametrize("ratio", [1, 1.5, 2])
def test_an_edge_is_as_large_as_asked_and_shows_the_spots(qapp, ratio):
    made = art.edge_pixmap("$1", CHIP_SET["$1"], 90, 9, ratio)
    assert (made.width(), made.height()) == (round(90 * ratio), round(9 * ratio))
    assert art.edge_pixmap("$1", dict(CHIP_SET["$1"]), 90, 9, ratio) is made
    picture, middle = made.toImage(), round(9 * ratio) // 2
    seen = [picture.pixelColor(round(x * ratio), middle) for x in (28, 45, 62)]
    for one, color in zip(seen, ("white", "blue", "white"), strict=True):
        assert near(one, QColor(COLORS[color]))


@pytest.mark.parametrize("size", [16, 20, 36, 96])
def test_the_chips_of_two_sets_can_be_told_apart(qapp, size):
    look = CHIP_SET["$5"]
    pictures = [drawn(name, look, size) for name in ("$5", "$5-b", "$5-c2")]
    assert all(one != other for i, one in enumerate(pictures) for other in pictures[:i])


def drawn(name: str, look=None, size: int = SIZE, ratio: float = 1) -> QImage:
    return art.chip_pixmap(name, LOOKS[name] if look is None else look, size, ratio).toImage()


@pytest.mark.parametrize("name", CHIP_SET)
def test_a_chip_has_its_color_and_the_right_number_of_spots(qapp, name):
    look, picture = CHIP_SET[name], drawn(name)
    base, second = COLORS[look["color"]], COLORS.get(look["second"])
    assert near(at(picture, 0.68, 45), QColor(base))
    edge = [at(picture, 0.88, degrees) for degrees in range(360)]
    if second is None:
        assert all(near(seen, QColor(base)) for seen in edge)
        return
    spots = [far(seen, QColor(second)) < far(seen, QColor(base)) for seen in [*edge, edge[0]]]
    begun = sum(not before and now for before, now in pairwise(spots))
    assert begun == look["spots"] * {"solid": 1, "split": 2, "triple split": 3}[look["kind"]]


@pytest.mark.parametrize("size", [16, 20, 24, 28, 36, 48, 64, 96, 300])
@pytest.mark.parametrize("ratio", [1, 1.5, 2])
def test_every_chip_looks_different_at_every_size(qapp, size, ratio):
    pictures = [drawn(name, size=size, ratio=ratio) for name in LOOKS]
    assert all(one.width() == round(size * ratio) for one in pictures)
    assert all(one != other for i, one in enumerate(pictures) for other in pictures[:i])


@pytest.mark.parametrize("size", [20, 36, 96])
def test_a_value_can_be_told_by_its_figures_alone(qapp, size):
    look = CHIP_SET["$5"]
    pictures = [drawn(name, look, size) for name in ("50c", "$1", "$2", "$5", "$25", "$100")]
    assert all(one != other for i, one in enumerate(pictures) for other in pictures[:i])


def test_the_kind_of_a_chip_is_a_shape_and_no_color_alone(qapp):
    look = CHIP_SET["$2"]
    casino, betting, tournament = (drawn(name, look) for name in ("$2", "pw$2", "nv$2"))
    for degrees in (0, 60, 120):  # the corners of a hexagon
        assert near(at(betting, 0.66, degrees), QColor(PAPER))
        assert not near(at(casino, 0.66, degrees), QColor(PAPER))
    assert not near(at(betting, 0.7, 90), QColor(PAPER))
    assert near(at(tournament, 0.66, 90), QColor(PAPER))
    assert not near(at(tournament, 0.66, 45), QColor(PAPER))


def test_a_coin_is_metal_and_reeded(qapp):
    edge = [at(drawn("coin50c"), 0.95, degrees / 4).lightness() for degrees in range(1440)]
    middle = sum(edge) / len(edge)
    assert sum((a < middle) != (b < middle) for a, b in pairwise(edge)) > 60


@pytest.mark.parametrize(
    ("name", "look", "known"),
    [
        ("$5", {"color": "octarine"}, False),
        ("$5", {}, False),
        ("$5", {"color": None}, False),
        ("pw$2", {}, True),
        ("coin50c", {}, True),
        ("pw$2", {"color": "octarine"}, False),
        ("$5", {"color": "Mustard Yellow "}, True),
        ("$5", {"color": "dark red"}, True),
    ],
)
def test_a_color_nobody_knows_is_a_question(qapp, name, look, known):
    seen = art.face_of(name, look)
    assert seen.known is known
    badge = at(drawn(name, look), 0.9, 45)
    assert near(badge, QColor("#FFFFFF")) or near(badge, QColor(INK)) or known
    if not known:
        assert seen.color == UNKNOWN


def test_a_picture_is_drawn_once(qapp):
    one = art.chip_pixmap("$5", CHIP_SET["$5"], 36, 2)
    assert art.chip_pixmap("$5", dict(CHIP_SET["$5"]), 36, 2) is one
    assert art.chip_pixmap("$5", CHIP_SET["$5"], 36, 1) is not one
    assert one.deviceIndependentSize().width() == 36


def test_the_stripe_of_a_tube_has_the_color_of_the_spots():
    assert QColor(art.face_of("$1", CHIP_SET["$1"]).stripe) == QColor(COLORS["blue"])
    bare = QColor(art.face_of("50c", CHIP_SET["50c"]).stripe)
    assert bare.lightness() < QColor(COLORS["mustard yellow"]).lightness()


@pytest.mark.parametrize(
    ("name", "words"),
    [("50c", "50¢"), ("$25", "$25"), ("pw$2", "PW $2"), ("coin50c", "50¢ coin"), ("nv$5", "NV $5")],
)
def test_a_value_in_words(name, words):
    assert art.face_of(name, {}).words == words


@pytest.mark.parametrize("color", COLORS)
def test_every_color_of_the_table_is_one(color):
    assert QColor.isValidColorName(COLORS[color])


def test_a_picture_on_a_screen_of_another_ratio_is_drawn_for_that(qtbot, monkeypatch):
    drawn: list[QPixmap] = []

    def draw(size: int, ratio: float) -> QPixmap:
        drawn.append(art.chip_pixmap("$5", CHIP_SET["$5"], size, ratio))
        return drawn[-1]

    made = art.Picture()
    qtbot.addWidget(made)
    made.show_drawn(draw, 40)
    monkeypatch.setattr(made, "devicePixelRatioF", lambda: 1.5)
    QCoreApplication.sendEvent(made, QEvent(QEvent.Type.DevicePixelRatioChange))
    assert [one.width() for one in drawn] == [40, 60]
    assert made.sizeHint().width() == 40
