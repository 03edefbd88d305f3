"""Chips, drawn from their looks: colour, edge spots, value. Each picture is drawn once and kept."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, pi, sin
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QRadialGradient,
)

from pitdesk.chips import Chip
from ui import theme

COLORS = {  # what the names of colours look like on a chip
    "mustard yellow": "#D9A62B",
    "mustard": "#D9A62B",
    "white": "#F1EFE8",
    "pink": "#E98FB0",
    "red": "#C3252D",
    "green": "#1D7A43",
    "black": "#1B1C1E",
    "blue": "#2B6CB8",
    "light blue": "#7DB5E3",
    "purple": "#5E3A94",
    "lavender": "#A58FD0",
    "yellow": "#F4D03A",
    "orange": "#E2762B",
    "brown": "#7A4B2B",
    "gray": "#8A9097",
    "grey": "#8A9097",
    "ivory": "#EFE6CE",
    "cream": "#EFE6CE",
    "beige": "#DCCBA5",
    "tan": "#C49A6C",
    "maroon": "#7A1F2E",
    "burgundy": "#7A1F2E",
    "teal": "#1F7F83",
    "turquoise": "#35A9A6",
    "lime": "#8BBF3A",
    "gold": "#C9A13B",
    "silver": "#C3C8CD",
}
UNKNOWN = "#7C848C"
METAL = "#C9CDD2"
PAPER, INK = "#F8F5EC", "#17181A"  # of an inlay
SMALL = 28  # below so many pixels there is room for the figures only
PARTS = {"solid": 1, "split": 2, "triple split": 3}  # of one edge spot
MARGIN = 0.05  # around a chip, where its shadow falls


@dataclass(frozen=True, slots=True)
class Face:
    """What can be seen of a chip. Colours are #RRGGBB."""

    kind: str  # casino, betting, coin, tournament
    value: str  # as printed on it
    color: str
    second: str  # "" for none
    spots: int
    parts: int  # of each spot
    known: bool  # whether it is known what colour it has

    @property
    def stripe(self) -> str:
        """The colour of its edge spots, seen from the side; its own, a little darker, if it has none."""
        return self.second if self.second and self.spots else QColor(self.color).darker(112).name()

    @property
    def words(self) -> str:
        """Its value in words: $5, 50¢, PW $2, 50¢ coin, NV $5."""
        said = {"betting": "PW {}", "coin": "{} coin", "tournament": "NV {}"}
        return said.get(self.kind, "{}").format(self.value)


def face_of(name: str, look: Mapping[str, Any]) -> Face:
    """What a chip such as $5, 50c, pw$2 or coin50c looks like; `look` as the book keeps it."""
    said = (str(look.get(word) or "") for word in ("color", "second", "kind"))
    return _face(name, int(look.get("spots") or 0), *said)


def chip_pixmap(name: str, look: Mapping[str, Any], size: int, ratio: float = 1) -> QPixmap:
    """A picture of a chip, `size` logical pixels wide, for a screen of that ratio."""
    seen = face_of(name, look)
    if size < SMALL + 2 * len(seen.value) - 4 and len(seen.value) > 2:
        seen = replace(seen, value=seen.value.removeprefix("$"))
    return _drawn(seen, size, ratio)


def spot_color(name: str, look: Mapping[str, Any]) -> QColor:
    """The colour of a chip's edge spots; its own, a little darker, if it has none."""
    return QColor(face_of(name, look).stripe)


@lru_cache(maxsize=512)
def _face(name: str, spots: int, color: str, second: str, kind: str) -> Face:
    chip = Chip.named(name)
    whole, cents = divmod(chip.face_cents, 100)
    value = f"{cents}¢" if cents else f"${whole}"
    seen = _named(color)
    known = bool(seen) or (not color and chip.kind != "casino")  # no rule gives the others a colour
    bare = METAL if chip.kind == "coin" else UNKNOWN
    parts = PARTS.get(kind, 0) if spots else 0
    return Face(chip.kind, value, seen or bare, _named(second), spots if parts else 0, parts, known)


def _named(color: str) -> str:
    """A colour by its name, "" if nobody knows it."""
    name = color.strip().lower()
    if name in COLORS:
        return COLORS[name]
    plain = name.replace(" ", "")
    return QColor(plain).name() if plain and QColor.isValidColorName(plain) else ""


def _is_light(color: str) -> bool:
    seen = QColor(color)
    return (299 * seen.red() + 587 * seen.green() + 114 * seen.blue()) > 150_000


@lru_cache(maxsize=512)
def _drawn(face: Face, size: int, ratio: float) -> QPixmap:
    made = QPixmap(QSize(size, size) * ratio)
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.translate(size / 2, size / 2)
    painter.scale(size / 2 * (1 - MARGIN), size / 2 * (1 - MARGIN))
    _shadow(painter)
    small = size < SMALL
    if face.kind == "coin":
        _metal(painter, face, small=small)
    else:
        _disc(painter, face, small=small)
        _inlay(painter, face, small=small)
    _shade(painter, face)
    if not face.known:
        _question(painter)
    painter.end()
    return made


def _shadow(painter: QPainter) -> None:
    fall = QRadialGradient(QPointF(0, 0.04), 1.06)
    fall.setColorAt(0.9, QColor(0, 0, 0, 110))
    fall.setColorAt(1, QColor(0, 0, 0, 0))
    painter.setBrush(fall)
    painter.drawEllipse(QPointF(0, 0.04), 1.06, 1.06)


def _disc(painter: QPainter, face: Face, *, small: bool) -> None:
    """The clay and its edge spots."""
    painter.setBrush(QColor(face.color))
    painter.drawEllipse(QPointF(0, 0), 1, 1)
    inside = 0.8 if small else 0.74
    if face.spots and face.second:
        painter.setBrush(QColor(face.second))
        wide = min(34, 170 / face.spots) if face.parts == 1 else min(46, 250 / face.spots)
        for at in range(face.spots):
            _spot(painter, 90 + at * 360 / face.spots, wide, face.parts, inside)


def _spot(painter: QPainter, middle: float, wide: float, parts: int, inside: float) -> None:
    """One edge spot: middle and width in degrees, in how many parts, and where it ends inside."""
    gap = wide / (3 * parts) if parts > 1 else 0
    part = (wide - gap * (parts - 1)) / parts
    box, hole = QRectF(-1, -1, 2, 2), QRectF(-inside, -inside, 2 * inside, 2 * inside)
    for at in range(parts):
        begin = middle - wide / 2 + at * (part + gap)
        sector = QPainterPath()
        sector.arcMoveTo(box, begin)
        sector.arcTo(box, begin, part)
        sector.arcTo(hole, begin + part, -part)
        sector.closeSubpath()
        painter.drawPath(sector)


def _inlay(painter: QPainter, face: Face, *, small: bool) -> None:
    """What is printed in the middle: the value, on a shape that tells what kind of chip it is."""
    light = _is_light(face.color)
    if face.kind == "casino":
        ink = INK if light else "#FFFFFF"
        if not small:
            painter.setBrush(QColor(255, 255, 255, 36) if light else QColor(0, 0, 0, 34))
            ring = QColor(face.second or (INK if light else "#FFFFFF"))
            ring.setAlpha(150 if face.second else 90)
            painter.setPen(QPen(ring, 0.035))
            painter.drawEllipse(QPointF(0, 0), 0.62, 0.62)
            painter.setPen(Qt.PenStyle.NoPen)
        _print(painter, face.value, ink, QRectF(-0.72, -0.36, 1.44, 0.72) if small else _box(0.54, 0.3))
        return
    sides, turn = (6, 0) if face.kind == "betting" else (4, pi / 2)
    reach = 0.86 if small else 0.74
    corners = [
        QPointF(reach * cos(turn + at * 2 * pi / sides), reach * sin(turn + at * 2 * pi / sides))
        for at in range(sides)
    ]
    painter.setBrush(QColor(PAPER))
    painter.setPen(QPen(QColor(face.color).darker(150), 0.04))
    painter.drawPolygon(QPolygonF(corners))
    painter.setPen(Qt.PenStyle.NoPen)
    if small:
        _print(painter, face.value, INK, _box(0.6, 0.34))
        return
    _print(painter, face.value, INK, _box(0.52, 0.26).translated(0, -0.12))
    _print(painter, "PW" if sides == 6 else "NV", INK, _box(0.4, 0.14).translated(0, 0.38))


def _metal(painter: QPainter, face: Face, *, small: bool) -> None:
    """A coin: a reeded edge, a raised rim, the value struck into it."""
    shine = QRadialGradient(QPointF(-0.4, -0.5), 1.7)
    shine.setColorAt(0, QColor(face.color).lighter(118))
    shine.setColorAt(1, QColor(face.color).darker(125))
    painter.setBrush(shine)
    painter.drawEllipse(QPointF(0, 0), 1, 1)
    painter.setPen(QPen(QColor(face.color).darker(190), 0.03))
    reeds = 30 if small else 60
    for at in range(reeds):
        turn = at * 2 * pi / reeds
        painter.drawLine(QPointF(0.89 * cos(turn), 0.89 * sin(turn)), QPointF(cos(turn), sin(turn)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for radius, color in ((0.84, QColor(face.color).darker(150)), (0.81, QColor(255, 255, 255, 170))):
        painter.setPen(QPen(color, 0.035))
        painter.drawEllipse(QPointF(0, 0), radius, radius)
    painter.setPen(Qt.PenStyle.NoPen)
    box = _box(0.72, 0.36) if small else _box(0.6, 0.33)
    if not small:
        _print(painter, face.value, "#FFFFFF", box.translated(0.02, 0.03))
    _print(painter, face.value, INK, box)


def _shade(painter: QPainter, face: Face) -> None:
    """Light from above, and a rim that parts a chip from a ground of its own colour."""
    fall = QRadialGradient(QPointF(-0.25, -0.45), 1.5)
    fall.setColorAt(0, QColor(255, 255, 255, 34))
    fall.setColorAt(0.55, QColor(255, 255, 255, 0))
    fall.setColorAt(1, QColor(0, 0, 0, 60))
    painter.setBrush(fall)
    painter.setPen(
        QPen(QColor(0, 0, 0, 70) if _is_light(face.color) else QColor(255, 255, 255, 70), 0.04)
    )
    painter.drawEllipse(QPointF(0, 0), 0.98, 0.98)
    painter.setPen(Qt.PenStyle.NoPen)


def _question(painter: QPainter) -> None:
    """Says that nobody said, or that nobody knows, what colour this chip has."""
    painter.setBrush(QColor(INK))
    painter.setPen(QPen(QColor("#FFFFFF"), 0.05))
    painter.drawEllipse(QPointF(0.62, -0.62), 0.33, 0.33)
    painter.setPen(Qt.PenStyle.NoPen)
    _print(painter, "?", "#FFFFFF", QRectF(0.38, -0.83, 0.48, 0.42))


def _box(half_wide: float, half_high: float) -> QRectF:
    return QRectF(-half_wide, -half_high, 2 * half_wide, 2 * half_high)


def _print(painter: QPainter, words: str, ink: str, box: QRectF) -> None:
    """Words as large as fit into a box, in its middle."""
    path = _letters(words)
    room = path.boundingRect()
    grow = min(box.width() / room.width(), box.height() / room.height())
    painter.save()
    painter.translate(box.center())
    painter.scale(grow, grow)
    painter.translate(-room.center())
    painter.fillPath(path, QColor(ink))
    painter.restore()


@lru_cache(maxsize=128)
def _letters(words: str) -> QPainterPath:
    """The outline of words; long ones are set narrow."""
    theme.load()
    face = QFont(theme.SANS)
    face.setPixelSize(100)
    face.setVariableAxis(QFont.Tag("wght"), 700)
    face.setVariableAxis(QFont.Tag("wdth"), 85 if len(words) > 3 else 100)
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)  # the strokes of a variable font overlap
    path.addText(QPointF(0, 0), face, words)
    return path
