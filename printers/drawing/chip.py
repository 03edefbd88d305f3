"""What can be seen of a chip, as flat shapes: the same in the window, on paper and in the manual.

A face fills the circle of radius 1 around (0, 0), x to the right and y up; an edge is the strip from
x = -1 to x = 1. Angles are degrees, anticlockwise from the right. Colors are #RRGGBB.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, cos, radians, sin
from textwrap import wrap
from typing import Literal

from pitdesk.chips import Chip
from pitdesk.chipset.appearance import PARTS, Look
from pitdesk.chipset.color import hex_of
from pitdesk.kinds import Look as KeptLook

UNKNOWN, UNKNOWN_SPOT = "#7C848C", "#C9CED3"  # of a chip, and of its spots, where nobody knows
METAL = "#C9CDD2"
PAPER, INK, WHITE, BLACK = "#F8F5EC", "#17181A", "#FFFFFF", "#000000"
LIGHT = 150_000  # brightness, of 255,000, from which on a color is light
INSIDE, SMALL_INSIDE = 0.74, 0.8  # radius where the edge spots end
RIM = 0.04  # width of the line that parts a chip from a ground of its own color
HIGH = 2 * 33 / 390  # of an edge: a chip is 39 mm wide and 3.3 mm high
CAP, PITCH, LETTER = 0.698, 1.12, 0.5  # height of a capital, of a line, width of a letter; in ems
LONGEST = 16  # letters of a word on a name side that is not broken
REEDS, SMALL_REEDS, REED = 60, 30, 1.8  # of a coin, and the degrees that one takes
ROUND = 360

Side = Literal["value", "name"]


@dataclass(frozen=True, slots=True)
class Face:
    """What can be seen of a chip. Colors are #RRGGBB, "" for none."""

    kind: str  # casino, betting, coin, tournament
    value: str  # as printed on it
    color: str
    second: str  # of its spots
    third: str  # of every other spot
    middle: str  # between the two parts of a split spot
    spots: int
    parts: int  # of each spot
    known: bool  # whether it is known what color it has
    set: str  # "" for the first set

    @property
    def stripe(self) -> str:
        """The color of its edge spots, seen from the side; its own, a little darker, if it has none."""
        return self.second if self.spots else darker(self.color, 12)

    @property
    def words(self) -> str:
        """Its value in words: $5, 50¢, PW $2, 50¢ coin, NV $5."""
        said = {"betting": "PW {}", "coin": "{} coin", "tournament": "NV {}"}
        return said.get(self.kind, "{}").format(self.value)


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle."""

    x: float
    y: float
    radius: float
    color: str
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Ring:
    """A line around the middle of the chip; `radius` is that of the middle of the line."""

    radius: float
    wide: float
    color: str
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Sector:
    """A piece of the ring between two radii, from `begin` on `sweep` degrees."""

    begin: float
    sweep: float
    inner: float
    outer: float
    color: str
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon."""

    points: tuple[tuple[float, float], ...]
    color: str
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Words:
    """Words in Plex Sans, as large as fit into a box around (x, y); its lines are parted by \\n."""

    text: str
    x: float
    y: float
    wide: float
    high: float
    color: str
    opacity: float = 1

    @property
    def lines(self) -> list[str]:
        """Its lines."""
        return self.text.split("\n")

    @property
    def narrow(self) -> bool:
        """Whether it is set narrow."""
        return len(self.text) > 3

    def size(self, ems: float) -> float:
        """The size of its letters if its widest line is so many ems wide."""
        high = CAP + (len(self.lines) - 1) * PITCH
        return min(self.wide / max(ems, 1 / 10), self.high / high)

    def baselines(self, size: float) -> list[float]:
        """The y of each line in letters of that size."""
        last = len(self.lines) - 1
        first = self.y + (last * PITCH - CAP) * size / 2
        return [first - turn * PITCH * size for turn in range(last + 1)]


Shape = Disc | Ring | Sector | Polygon | Words


def face_of(name: str, look: KeptLook) -> Face:
    """What a chip such as $5, 50c, pw$2, coin50c or $5-b looks like; `look` as the book keeps it."""
    seen = Look.of(look)
    parts = ("color", "second", "third", "middle")
    said = tuple((getattr(seen, part), seen.measured.get(part, "")) for part in parts)
    return _face(name, seen.spots, seen.kind, said)


@lru_cache(maxsize=512)
def _face(name: str, spots: int, kind: str, said: tuple[tuple[str, str], ...]) -> Face:
    chip = Chip.named(name)
    whole, cents = divmod(chip.face_cents, 100)
    color, second, third, middle = (_shown(measured) or _shown(named) for named, measured in said)
    silent = chip.kind != "casino" and not any(said[0])  # no rule gives the others a color
    parts = PARTS.get(kind, 0) if spots > 0 else 0
    third = third or (UNKNOWN_SPOT if any(said[2]) else "")
    return Face(
        kind=chip.kind,
        value=f"{cents}¢" if cents else f"${whole}",
        color=color or (METAL if chip.kind == "coin" else UNKNOWN),
        second=(second or UNKNOWN_SPOT) if parts else "",
        third=third if parts else "",
        middle=middle if parts == PARTS["split"] else "",
        spots=spots if parts else 0,
        parts=parts,
        known=bool(color) or silent,
        set=getattr(chip, "set", "").upper(),
    )


def _shown(color: str) -> str:
    return hex_of(color).upper() if color else ""


def darker(color: str, percent: int) -> str:
    """A color with so much less light."""
    parts = (int(color[at : at + 2], 16) * 100 // (100 + percent) for at in (1, 3, 5))
    return "#" + "".join(f"{part:02X}" for part in parts)


def is_light(color: str) -> bool:
    """Whether black is read better on it than white."""
    red, green, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    return 299 * red + 587 * green + 114 * blue > LIGHT


# A face


def shapes(
    face: Face, *, side: Side = "value", words: str = "", small: bool = False
) -> tuple[Shape, ...]:
    """One side of a chip, from the bottom up.

    words   on the inlay of the name side: the organization, or the chip's own mark
    small   whether it is so small that only the figures can be read
    """
    return (
        *(_metal(face, small=small) if face.kind == "coin" else _clay(face, small=small)),
        *_inlay(face, small=small),
        *(_value(face, small=small) if side == "value" else _name(face, words, small=small)),
        *_set_sign(face, small=small),
        *_rim(face),
        *_question(face, small=small),
    )


def _clay(face: Face, *, small: bool) -> Iterator[Shape]:
    yield Disc(0, 0, 1, face.color)
    yield from _spots(face, SMALL_INSIDE if small else INSIDE)


def _spots(face: Face, inside: float) -> Iterator[Sector]:
    """The edge spots, the first on top. What is between the parts of one reaches below both."""
    if not face.spots:
        return
    wide = min(34, 170 / face.spots) if face.parts == 1 else min(46, 250 / face.spots)
    gap = wide / (3 * face.parts) if face.parts > 1 else 0
    part = (wide - gap * (face.parts - 1)) / face.parts
    for spot in range(face.spots):
        begin = 90 + spot * ROUND / face.spots - wide / 2
        color = face.third if face.third and spot % 2 else face.second
        if face.middle:
            yield Sector(begin + part / 2, part + gap, inside, 1, face.middle)
        for turn in range(face.parts):
            yield Sector(begin + turn * (part + gap), part, inside, 1, color)


def _metal(face: Face, *, small: bool) -> Iterator[Shape]:
    """A coin: a reeded edge and a raised rim."""
    yield Disc(0, 0, 1, face.color)
    reeds = SMALL_REEDS if small else REEDS
    for reed in range(reeds):
        yield Sector(reed * ROUND / reeds - REED / 2, REED, 0.88, 1, darker(face.color, 90))
    yield Ring(0.84, 0.035, darker(face.color, 50))
    yield Ring(0.805, 0.035, WHITE, 0.67)


def _inlay(face: Face, *, small: bool) -> Iterator[Shape]:
    """What is below the print; its shape shows what kind of chip it is."""
    if face.kind == "casino" and not small:
        light = is_light(face.color)
        yield Disc(0, 0, 0.62, WHITE if light else BLACK, 0.14)
        line = face.second or (INK if light else WHITE)
        yield Ring(0.62, 0.035, line, 0.6 if face.second else 0.36)
    if face.kind in ("betting", "tournament"):
        sides, turn = (6, 0) if face.kind == "betting" else (4, 90)
        reach = (0.88 if small else 0.735) if sides == 6 else (0.96 if small else 0.86)
        yield _regular(sides, turn, reach, darker(face.color, 50))
        yield _regular(sides, turn, reach - 0.045, PAPER)


def _regular(sides: int, turn: float, reach: float, color: str) -> Polygon:
    turns = [radians(turn + at * ROUND / sides) for at in range(sides)]
    return Polygon(tuple((reach * cos(at), reach * sin(at)) for at in turns), color)


def _ink(face: Face) -> str:
    return WHITE if face.kind == "casino" and not is_light(face.color) else INK


_VALUE = {  # (y, width, height) of the value: plain, small; then those with the sign of a set
    "casino": ((0, 1.04, 0.46), (0, 1.42, 0.6), (0.11, 0.98, 0.4), (0.2, 1.38, 0.54)),
    "coin": ((0, 1.2, 0.52), (0, 1.4, 0.6), (0.11, 1.1, 0.46), (0.2, 1.3, 0.52)),
    "betting": ((0.11, 1, 0.4), (0, 1.24, 0.56), (0.02, 1, 0.32), (0.14, 1.1, 0.48)),
    "tournament": ((0.06, 0.96, 0.34), (0, 1.2, 0.5), (0.03, 0.92, 0.3), (0.14, 1.04, 0.44)),
}
_SIGN = {  # (y, radius) of the sign of a set: plain, small
    "casino": ((-0.37, 0.155), (-0.56, 0.3)),
    "coin": ((-0.44, 0.17), (-0.56, 0.3)),
    "betting": ((0.42, 0.125), (-0.52, 0.27)),
    "tournament": ((0.44, 0.135), (-0.56, 0.27)),
}
_NAME = {  # (y, width, height) of a name: plain, small; then those with the sign of a set
    "casino": ((0, 1.04, 0.56), (0, 1.3, 0.7), (0.14, 0.94, 0.46), (0.2, 1.3, 0.54)),
    "coin": ((0, 1.2, 0.74), (0, 1.3, 0.8), (0.15, 1.14, 0.56), (0.2, 1.2, 0.54)),
    "betting": ((0, 0.96, 0.62), (0, 1.2, 0.76), (-0.12, 0.92, 0.44), (0.16, 1.08, 0.6)),
    "tournament": ((0, 0.96, 0.5), (0, 1.1, 0.54), (-0.1, 0.9, 0.42), (0.14, 1, 0.44)),
}
_MARK = {"betting": ("PW", -0.36), "tournament": ("NV", -0.34)}  # and where it is


def _value(face: Face, *, small: bool) -> Iterator[Words]:
    y, wide, high = _VALUE[face.kind][2 * bool(face.set) + small]
    if face.kind == "coin" and not small:  # struck into it
        yield Words(face.value, 0.02, y - 0.03, wide, high, WHITE)
    yield Words(face.value, 0, y, wide, high, _ink(face))
    if face.kind in _MARK and not small:
        text, y = _MARK[face.kind]
        yield Words(text, 0, y, 0.5, 0.2, INK)


def _name(face: Face, words: str, *, small: bool) -> Iterator[Words]:
    y, wide, high = _NAME[face.kind][2 * bool(face.set) + small]
    if lines := _broken(words, wide, high):
        yield Words("\n".join(lines), 0, y, wide, high, _ink(face))


def _broken(words: str, wide: float, high: float) -> list[str]:
    """On one to three lines, so that the letters are as large as can be."""
    plain = " ".join(words.split())
    least = min(LONGEST, max(map(len, plain.split()), default=0))
    ways = []
    for count in (1, 2, 3):
        width = max(least, ceil(len(plain) / count), 1)
        while len(lines := wrap(plain, width)) > count:
            width += 1
        longest = max(map(len, lines), default=1)
        size = min(wide / (LETTER * longest), high / (CAP + (len(lines) - 1) * PITCH))
        ways.append((size, lines))
    return max(ways, key=lambda way: way[0])[1]


def _set_sign(face: Face, *, small: bool) -> Iterator[Shape]:
    """By which the chips of another set are told apart."""
    if face.set:
        y, radius = _SIGN[face.kind][small]
        ink = _ink(face)
        half = min((len(face.set) - 1) * radius / 2, 0.2)
        for x in (-half, half):
            yield Disc(x, y, radius, ink)
        yield _strip(-half, half, 2 * radius, ink, y=y)
        paper = WHITE if ink == INK else face.color
        yield Words(face.set, 0, y, 2 * half + 1.2 * radius, 1.1 * radius, paper)


def _rim(face: Face) -> Iterator[Ring]:
    for wide, color, opacity in _lines(face, RIM):
        yield Ring(1 - wide / 2, wide, color, opacity)


def _lines(face: Face, wide: float) -> Iterator[tuple[float, str, float]]:
    """The lines around it, by which it and its spots are seen on a ground of their own color."""
    if not is_light(face.color):
        yield wide, WHITE, 0.5
        wide = wide / 4
    yield wide, BLACK, 0.3


def _question(face: Face, *, small: bool) -> Iterator[Shape]:
    """Says that nobody said, or that nobody knows, what color this chip has."""
    if not face.known:
        reach, radius = (0.47, 0.33) if small else (0.53, 0.24)
        yield Disc(reach, reach, radius, WHITE)
        yield Disc(reach, reach, radius - 0.05, INK)
        yield Words("?", reach, reach, radius, 1.1 * radius, WHITE)


# An edge


def edge(face: Face, high: float = HIGH) -> tuple[Shape, ...]:
    """A chip as seen from the side, its first spot in front: a strip around y = 0, `high` high."""
    return (_strip(-1, 1, high, face.color), *_side(face, high), *_outline(face, high))


def _side(face: Face, high: float) -> Iterator[Polygon]:
    if face.kind == "coin":
        for reed in range(-ROUND // 4, ROUND // 4 + 1, ROUND // REEDS):
            at, half = sin(radians(reed)), 0.012 * cos(radians(reed))
            yield _strip(at - half, at + half, high, darker(face.color, 60))
    for spot in _spots(face, INSIDE):
        middle = (spot.begin + spot.sweep / 2 - 90 + ROUND / 2) % ROUND - ROUND / 2
        begin, end = (max(-90, min(90, middle + half)) for half in (-spot.sweep / 2, spot.sweep / 2))
        if begin < end:
            yield _strip(sin(radians(begin)), sin(radians(end)), high, spot.color)


def _outline(face: Face, high: float) -> Iterator[Polygon]:
    for wide, color, opacity in _lines(face, min(RIM / 2, high / 8)):
        for y in (high - wide, wide - high):
            yield _strip(-1, 1, wide, color, y=y / 2, opacity=opacity)
        for left in (-1, 1 - wide):
            yield _strip(left, left + wide, high - 2 * wide, color, opacity=opacity)


def _strip(
    left: float, right: float, high: float, color: str, *, y: float = 0, opacity: float = 1
) -> Polygon:
    top, bottom = y + high / 2, y - high / 2
    return Polygon(((left, bottom), (right, bottom), (right, top), (left, top)), color, opacity)
