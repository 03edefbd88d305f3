"""What the tests of drawn chips share: the looks, and what a point of a drawing must be, by hand."""

from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, radians, sin

from hypothesis import strategies as st

from pitdesk.chipset.color import COLORS
from pitdesk.chipset.law import CHIP_SET
from printers.drawing.chip import Disc, Polygon, Ring, Sector, Shape, Words

LOOKS = {
    **CHIP_SET,
    "pw$2": {"color": "purple", "spots": 4, "kind": "solid", "second": "white"},
    "pw$1": {},
    "coin50c": {},
    "nv$5": {"color": "orange", "spots": 4, "kind": "triple split", "second": "black"},
    "$5-b": {"color": "red", "spots": 6, "kind": "solid", "second": "yellow", "third": "blue"},
    "$2-2027": {"color": "pink", "spots": 4, "kind": "split", "second": "purple", "middle": "white"},
    "$25-c2": {"color": "octarine", "spots": 8, "kind": "solid", "second": "octarine"},
    "coin25c-b": {"measured": {"color": "lab(70 5 30)"}},
    "pw$5-b": {"color": "orange"},
    "nv$100-b": {"color": "blue"},
    "$1000": {"color": "dark red", "measured": {"color": "#5A0F1B"}},
}
NEAR = 0.015  # so near the border of a shape a point says nothing

Point = tuple[float, float]
Rgb = tuple[int, int, int]


@st.composite
def looks(draw: st.DrawFn) -> tuple[str, dict[str, object]]:
    """Any chip and any look; its colors are as different as their names."""
    plain = sorted({drawn: name for name, drawn in COLORS.items()}.values())
    names = draw(st.lists(st.sampled_from([*plain, "indigo"]), min_size=4, max_size=4, unique=True))
    look: dict[str, object] = dict(zip(("color", "second", "third", "middle"), names, strict=True))
    for part in draw(st.sets(st.sampled_from(["third", "middle"]))):
        del look[part]
    look["spots"] = draw(st.integers(0, 12))
    look["kind"] = draw(st.sampled_from(["no", "solid", "split", "triple split"]))
    if draw(st.booleans()):
        look["measured"] = {draw(st.sampled_from(["color", "second"])): "#12A37F"}
    prefix = draw(st.sampled_from(["", "pw", "coin", "nv"]))
    value = draw(st.sampled_from(["25c", "$1", "$25", "$999999"]))
    return prefix + value + draw(st.sampled_from(["", "-b", "-c2", "-abcdefgh"])), look


def rgb(color: str) -> Rgb:
    """#RRGGBB as three numbers."""
    red, green, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def on(reach: float, angle: float) -> Point:
    """The point at a share of the radius, in a direction."""
    return reach * cos(radians(angle)), reach * sin(radians(angle))


def seen_at(shapes: Sequence[Shape], point: Point) -> Rgb:
    """The color of a point of a drawing that covers it, print aside."""
    seen = (255.0, 255.0, 255.0)
    for shape in shapes:
        if not isinstance(shape, Words) and _covers(shape, point):
            over = rgb(shape.color)
            seen = tuple(a + (b - a) * shape.opacity for a, b in zip(seen, over, strict=True))
    red, green, blue = (round(part) for part in seen)
    return red, green, blue


def clear(shapes: Sequence[Shape], point: Point) -> bool:
    """Whether a point lies well inside of what it lies in, and off the print."""
    x, y = point
    if any(isinstance(shape, Words) and _near(shape, point) for shape in shapes):
        return False
    around = [(x + NEAR * cos(turn), y + NEAR * sin(turn)) for turn in range(7)]
    return len({seen_at(shapes, one) for one in [point, *around]}) == 1


def corners(shape: Shape) -> list[Point]:
    """Points of a shape between which all of it lies."""
    match shape:
        case Disc():
            away = hypot(shape.x, shape.y)
            stretch = (away + shape.radius) / away if away else 0
            far = (shape.x * stretch, shape.y * stretch) if away else (shape.radius, 0.0)
            return [far]
        case Ring():
            return [(shape.radius + shape.wide / 2, 0)]
        case Sector():
            return [(shape.outer, 0)]
        case Polygon():
            return list(shape.points)
        case Words():
            sides = [(a, b) for a in (-1, 1) for b in (-1, 1)]
            return [(shape.x + a * shape.wide / 2, shape.y + b * shape.high / 2) for a, b in sides]


def _near(words: Words, point: Point) -> bool:
    x, y = abs(point[0] - words.x), abs(point[1] - words.y)
    return x < words.wide / 2 + 0.03 and y < words.high * 0.8  # the $ is higher than a capital


def _covers(shape: Shape, point: Point) -> bool:
    x, y = point
    reach = hypot(x, y)
    match shape:
        case Disc():
            return hypot(x - shape.x, y - shape.y) <= shape.radius
        case Ring():
            return abs(reach - shape.radius) <= shape.wide / 2
        case Sector():
            turned = (degrees(atan2(y, x)) - shape.begin) % 360
            return shape.inner <= reach <= shape.outer and turned <= shape.sweep
        case Polygon():
            return _inside(shape.points, point)
    raise AssertionError(shape)


def _inside(polygon: Sequence[Point], point: Point) -> bool:
    """Whether a point is on the left of every side of a polygon, whose corners go anticlockwise."""
    sides = zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    return all((b[0] - a[0]) * (point[1] - a[1]) >= (b[1] - a[1]) * (point[0] - a[0]) for a, b in sides)
