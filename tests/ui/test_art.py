"""Chips: colour, spots and value as their looks say, at every size."""

from itertools import pairwise
from math import cos, radians, sin

import pytest
from PySide6.QtGui import QColor, QImage

from pitdesk.desk.setup import CHIP_SET
from ui import art

LOOKS = {
    **CHIP_SET,
    "pw$2": {"color": "purple", "spots": 4, "kind": "solid", "second": "white"},
    "pw$1": {},
    "coin50c": {},
    "nv$5": {"color": "orange"},
}
SIZE = 200


def far(one: QColor, other: QColor) -> int:
    """How far two colours are apart."""
    return sum(abs(a - b) for a, b in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True))


def near(one: QColor, other: QColor) -> bool:
    """Whether two colours are the same but for light and shade."""
    return far(one, other) < 110


def at(picture: QImage, reach: float, degrees: float) -> QColor:
    """The colour at a share of the radius, in a direction."""
    turn, half = radians(degrees), SIZE / 2
    far = reach * half * (1 - art.MARGIN)
    return picture.pixelColor(round(half + far * cos(turn)), round(half - far * sin(turn)))


def drawn(name: str, look=None, size: int = SIZE, ratio: float = 1) -> QImage:
    return art.chip_pixmap(name, LOOKS[name] if look is None else look, size, ratio).toImage()


@pytest.mark.parametrize("name", CHIP_SET)
def test_a_chip_has_its_colour_and_the_right_number_of_spots(qapp, name):
    look, picture = CHIP_SET[name], drawn(name)
    base, second = art.COLORS[look["color"]], art.COLORS.get(look["second"])
    assert near(at(picture, 0.68, 45), QColor(base))
    edge = [at(picture, 0.88, degrees) for degrees in range(360)]
    if second is None:
        assert all(near(seen, QColor(base)) for seen in edge)
        return
    spots = [far(seen, QColor(second)) < far(seen, QColor(base)) for seen in [*edge, edge[0]]]
    begun = sum(not before and now for before, now in pairwise(spots))
    assert begun == look["spots"] * {"solid": 1, "split": 2, "triple split": 3}[look["kind"]]


@pytest.mark.parametrize("size", [20, 24, 28, 36, 48, 64, 96])
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


def test_the_kind_of_a_chip_is_a_shape_and_no_colour_alone(qapp):
    look = CHIP_SET["$2"]
    casino, betting, tournament = (drawn(name, look) for name in ("$2", "pw$2", "nv$2"))
    for degrees in (0, 60, 120):  # the corners of a hexagon
        assert near(at(betting, 0.66, degrees), QColor(art.PAPER))
        assert not near(at(casino, 0.66, degrees), QColor(art.PAPER))
    assert not near(at(betting, 0.7, 90), QColor(art.PAPER))
    assert near(at(tournament, 0.66, 90), QColor(art.PAPER))
    assert not near(at(tournament, 0.66, 45), QColor(art.PAPER))


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
def test_a_colour_nobody_knows_is_a_question(qapp, name, look, known):
    seen = art.face_of(name, look)
    assert seen.known is known
    badge = at(drawn(name, look), 0.9, 45)
    assert near(badge, QColor("#FFFFFF")) or near(badge, QColor(art.INK)) or known
    if not known:
        assert seen.color == art.UNKNOWN


def test_a_picture_is_drawn_once(qapp):
    one = art.chip_pixmap("$5", CHIP_SET["$5"], 36, 2)
    assert art.chip_pixmap("$5", dict(CHIP_SET["$5"]), 36, 2) is one
    assert art.chip_pixmap("$5", CHIP_SET["$5"], 36, 1) is not one
    assert one.deviceIndependentSize().width() == 36


def test_the_stripe_of_a_tube_has_the_colour_of_the_spots():
    assert art.spot_color("$1", CHIP_SET["$1"]) == QColor(art.COLORS["blue"])
    bare = art.spot_color("50c", CHIP_SET["50c"])
    assert bare.lightness() < QColor(art.COLORS["mustard yellow"]).lightness()


@pytest.mark.parametrize(
    ("name", "words"),
    [("50c", "50¢"), ("$25", "$25"), ("pw$2", "PW $2"), ("coin50c", "50¢ coin"), ("nv$5", "NV $5")],
)
def test_a_value_in_words(name, words):
    assert art.face_of(name, {}).words == words


@pytest.mark.parametrize("color", art.COLORS)
def test_every_colour_of_the_table_is_one(color):
    assert QColor.isValidColorName(art.COLORS[color])
