"""Chips, painted as `printers.drawing.chip` describes them, in light and shade. Each picture is kept."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache, partial

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QRadialGradient,
    QTransform,
)
from PySide6.QtWidgets import QLabel

from pitdesk.chips import Chip, dollars
from pitdesk.kinds import Look
from printers.drawing import chip as drawing
from printers.drawing.chip import Face, face_of
from ui.widgets import faces, theme

__all__ = [
    "MARGIN",
    "SMALL",
    "Picture",
    "chip_pixmap",
    "counted",
    "edge_pixmap",
    "face_of",
    "paint",
    "roundness",
    "shown",
]

SMALL = 28  # below so many pixels there is room for the figures only
MARGIN = 0.05  # around a chip, where its shadow falls
SIDES = ((0, 120), (14, 30), (36, 0), (80, 30), (100, 130))  # how dark a stack is: percent of its width


def chip_pixmap(
    name: str, look: Look, size: int, ratio: float = 1, side: drawing.Side = "value", words: str = ""
) -> QPixmap:
    """A picture of a chip, `size` logical pixels wide, for a screen of that ratio.

    words   on its name side: the organization's name, or the mark in its place
    """
    seen = face_of(name, look)
    if size < SMALL + 2 * len(seen.value) - 4 and len(seen.value) > 2:
        seen = replace(seen, value=seen.value.removeprefix("$"))
    return _drawn(seen, size, ratio, side, words)


class Picture(QLabel):
    """A drawn picture, as sharp as the screen that it is on: on another it is drawn again."""

    _draw: Callable[[float], QPixmap] | None = None
    _shown = 0  # which one is shown: a label gives none of them back as it is

    def show_drawn(self, draw: Callable[..., QPixmap], *what: object, **more: object) -> None:
        """Show what `draw` makes of these, and of the ratio of the screen after them."""
        self._draw = partial(draw, *what, **more)
        self._show()

    def _show(self) -> None:
        drawn = self._draw(self.devicePixelRatioF()) if self._draw else QPixmap()
        if drawn.cacheKey() != self._shown:
            self._shown = drawn.cacheKey()
            self.setPixmap(drawn)

    def event(self, event: QEvent) -> bool:
        """On a screen of another ratio it is drawn for that."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._show()
        return super().event(event)


def edge_pixmap(name: str, look: Look, width: int, height: int, ratio: float = 1) -> QPixmap:
    """A picture of a chip's edge, so many logical pixels wide and high."""
    return _drawn_edge(face_of(name, look), width, height, ratio)


@lru_cache(maxsize=512)
def _drawn(face: Face, size: int, ratio: float, side: drawing.Side, words: str) -> QPixmap:
    made = theme.blank(size, size, ratio)
    with _painter(made) as painter:
        painter.translate(size / 2, size / 2)
        painter.scale(size / 2 * (1 - MARGIN), size / 2 * (1 - MARGIN))
        _shadow(painter)
        paint(painter, drawing.shapes(face, side=side, words=words, small=size < SMALL))
        _light(painter, metal=face.kind == "coin")
    return made


@lru_cache(maxsize=128)
def _drawn_edge(face: Face, width: int, height: int, ratio: float) -> QPixmap:
    made = theme.blank(width, height, ratio)
    with _painter(made) as painter:
        painter.save()
        painter.translate(width / 2, height / 2)
        painter.scale(width / 2, width / 2)
        paint(painter, drawing.edge(face, 2 * height / width))
        painter.restore()
        roundness(painter, QRectF(0, 0, width, height))
    return made


def _painter(made: QPixmap) -> QPainter:
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    return painter


def paint(painter: QPainter, seen: Iterable[drawing.Shape]) -> None:
    """Paint shapes as they are, without light; (0, 0) is their middle, one unit the chip's radius."""
    for shape in seen:
        painter.setOpacity(shape.opacity)
        match shape:
            case drawing.Ring():
                painter.setPen(QPen(QColor(shape.color), shape.wide))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(QPointF(0, 0), shape.radius, shape.radius)
                painter.setPen(Qt.PenStyle.NoPen)
            case drawing.Words():
                painter.fillPath(_printed(shape), QColor(shape.color))
            case _:
                painter.setBrush(QColor(shape.color))
                _fill(painter, shape)
    painter.setOpacity(1)


def _fill(painter: QPainter, shape: drawing.Disc | drawing.Sector | drawing.Polygon) -> None:
    match shape:
        case drawing.Disc():
            painter.drawEllipse(QPointF(shape.x, -shape.y), shape.radius, shape.radius)
        case drawing.Sector():
            painter.drawPath(_sector(shape))
        case drawing.Polygon():
            painter.drawPolygon(QPolygonF([QPointF(x, -y) for x, y in shape.points]))


def _sector(shape: drawing.Sector) -> QPainterPath:
    box, hole = (QRectF(-reach, -reach, 2 * reach, 2 * reach) for reach in (shape.outer, shape.inner))
    path = QPainterPath()
    path.arcMoveTo(box, shape.begin)
    path.arcTo(box, shape.begin, shape.sweep)
    path.arcTo(hole, shape.begin + shape.sweep, -shape.sweep)
    path.closeSubpath()
    return path


def _printed(words: drawing.Words) -> QPainterPath:
    """The outline of words, in their place."""
    lines = [_letters(line, words.narrow) for line in words.lines]
    size = words.size(max(line.boundingRect().width() for line in lines) / 100)
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)  # the strokes of a variable font overlap
    for line, y in zip(lines, words.baselines(size), strict=True):
        move = QTransform.fromTranslate(words.x, -y).scale(size / 100, size / 100)
        path.addPath(move.translate(-line.boundingRect().center().x(), 0).map(line))
    return path


@lru_cache(maxsize=128)
def _letters(line: str, narrow: bool) -> QPainterPath:
    """The outline of a line, 100 high, its base at 0."""
    faces.load()
    face = faces.face()
    face.setPixelSize(100)
    face.setVariableAxis(QFont.Tag("wght"), 700)
    face.setVariableAxis(QFont.Tag("wdth"), 85 if narrow else 100)
    path = QPainterPath()
    path.addText(QPointF(0, 0), face, line)
    return path


# Light


def _shadow(painter: QPainter) -> None:
    fall = QRadialGradient(QPointF(0, MARGIN), 1)
    fall.setStops([(0.9, QColor(0, 0, 0, 110)), (1, QColor(0, 0, 0, 0))])
    painter.setBrush(fall)
    painter.drawEllipse(QPointF(0, MARGIN), 1, 1)


def _light(painter: QPainter, *, metal: bool) -> None:
    """Light from above; metal shines."""
    fall = QRadialGradient(QPointF(-0.25, -0.45), 1.5)
    fall.setColorAt(0, QColor(255, 255, 255, 90 if metal else 34))
    fall.setColorAt(0.55, QColor(255, 255, 255, 0))
    fall.setColorAt(1, QColor(0, 0, 0, 46))
    painter.setBrush(fall)
    painter.drawEllipse(QPointF(0, 0), 1, 1)


def roundness(painter: QPainter, filled: QRectF) -> None:
    """Darken a rectangle toward both sides, as the edges of chips are."""
    shade = QLinearGradient(filled.topLeft(), filled.topRight())
    shade.setStops([(at / 100, QColor(0, 0, 0, dark)) for at, dark in SIDES])
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    painter.drawRoundedRect(filled, 1, 1)


def shown(chip: Chip) -> str:
    """A chip in few letters: $5, 50¢, pw $1."""
    name = chip.name.replace("50c", "50¢")
    return name.replace("pw", "pw ").replace("coin", "coin ")


def counted(chip: Chip, pieces: int) -> str:
    """So many chips as they are said of a picture of one: 60 of $5, $300.00."""
    return f"{pieces:,} of {shown(chip)}, ${dollars(pieces * chip.cents)}"
