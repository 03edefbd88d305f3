"""Icons: signs and the things of the house, as paths in a square of 24, in any color and size.

They are drawn here because no typeface has them on every machine.
"""

import re
from collections.abc import Callable
from functools import cache, lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPainterPathStroker, QPixmap

from ui.widgets import theme

SQUARE = 24  # the square that the paths below are drawn in
LINE = 2  # how thick the strokes are in it
RATIOS = (1, 1.25, 1.5, 2, 3)  # pixels of a screen per pixel of a widget

# What is stroked, and below what is filled besides. M, L, C and Z as everywhere; O is a circle (center,
# radius), R a rectangle (corner, width, height, radius of its corners).
_STROKES = {
    "search": "O 10.5 10.5 6.8 M15.6 15.6 L21 21",
    "check": "M4 12.8 L9.3 18 L20 6.5",
    "warning": "M12 3.2 L21.8 20.3 L2.2 20.3 Z M12 9.6 L12 13.8",
    "info": "O 12 12 9.2 M12 11.2 L12 16.6",
    "clock": "O 12 12 9.2 M12 6.6 L12 12 L15.6 14.4",
    "arrow": "M3 12 L20.6 12 M14 5.4 L20.6 12 L14 18.6",
    "camera": "R 1.8 6.2 14 11.6 2 M15.8 10.6 L22.2 7.4 L22.2 16.6 L15.8 13.4",
    "eye": (
        "M1.8 12 C4.6 7.4 8 5 12 5 C16 5 19.4 7.4 22.2 12 C19.4 16.6 16 19 12 19 C8 19 4.6 16.6 1.8 12 Z"
        " O 12 12 3"
    ),
    "lock": (
        "R 4.4 10.6 15.2 10.6 2 M7.8 10.6 L7.8 7.4 C7.8 4.6 9.6 2.8 12 2.8 C14.4 2.8 16.2 4.6 16.2 7.4"
        " L16.2 10.6"
    ),
    "ring": "O 12 12 7",
    "person": "O 12 7.6 4.2 M3.8 21 C4.3 16.8 7.5 14.6 12 14.6 C16.5 14.6 19.7 16.8 20.2 21",
    "table": (
        "M1.8 6.2 L22.2 6.2 C22.2 13 18 17.8 12 17.8 C6 17.8 1.8 13 1.8 6.2 Z"
        " M8.6 6.6 C8.8 8.6 10.2 9.8 12 9.8 C13.8 9.8 15.2 8.6 15.4 6.6"
    ),
    "chip": (
        "O 12 12 9.2 O 12 12 4.6 M12 2.8 L12 5.4 M12 18.6 L12 21.2 M4.1 7.4 L6.3 8.7 M17.7 15.3 L19.9"
        " 16.6 M4.1 16.6 L6.3 15.3 M17.7 8.7 L19.9 7.4"
    ),
    "chips": (
        "M21.4 6.6 C21.4 8.8 17.2 10.6 12 10.6 C6.8 10.6 2.6 8.8 2.6 6.6 C2.6 4.4 6.8 2.6 12 2.6"
        " C17.2 2.6 21.4 4.4 21.4 6.6 Z M2.6 6.6 L2.6 17.4 C2.6 19.6 6.8 21.4 12 21.4 C17.2 21.4 21.4"
        " 19.6 21.4 17.4 L21.4 6.6 M2.6 10.2 C2.6 12.4 6.8 14.2 12 14.2 C17.2 14.2 21.4 12.4 21.4 10.2"
        " M2.6 13.8 C2.6 16 6.8 17.8 12 17.8 C17.2 17.8 21.4 16 21.4 13.8"
    ),
    "cage": (
        "M4 20.8 L4 9.5 C4 5.4 7.3 3 12 3 C16.7 3 20 5.4 20 9.5 L20 20.8 M2 20.8 L22 20.8 M4 15.6 L20"
        " 15.6 M8.7 3.8 L8.7 15.4 M12 3.2 L12 15.4 M15.3 3.8 L15.3 15.4"
    ),
    "shelf": (
        "M3 2.6 L3 21.4 M21 2.6 L21 21.4 M3 11 L21 11 M3 20 L21 20 M6.5 11 L6.5 7 L11.5 7 L11.5 11"
        " M13.5 11 L13.5 4.6 L17.5 4.6 L17.5 11 M6.5 20 L6.5 14.4 L10.5 14.4 L10.5 20 M12.5 20"
        " L12.5 16.4 L17.5 16.4 L17.5 20"
    ),
    "outbox": "M4 13 L4 20.8 L20 20.8 L20 13 M12 16 L12 3.4 M7.6 7.8 L12 3.4 L16.4 7.8",
    "box": (
        "M4 12 L4 20.8 L20 20.8 L20 12 M2.2 12 L7.4 12 M16.6 12 L21.8 12 M12 2.6 L12 15.6"
        " M8.2 11.8 L12 15.6 L15.8 11.8"
    ),
    "seal": "O 12 8.8 6.4 M7.8 14 L6.4 21.8 L12 18.8 L17.6 21.8 L16.2 14 M9.2 8.9 L11.2 10.9 L14.9 7.1",
    "calendar": "R 3.2 4.8 17.6 16.2 2 M3.2 10 L20.8 10 M8 2.4 L8 6.6 M16 2.4 L16 6.6",
    "bars": "M3 3 L3 21 L21 21 M8 17.4 L8 11 M13 17.4 L13 6 M18 17.4 L18 13.4",
    "gear": (
        "O 12 12 3.2 M10.2 5.3 L10.4 2.7 L13.6 2.7 L13.8 5.3 L15.4 6 L17.4 4.3 L19.7 6.6 L18 8.6 L18.7"
        " 10.2 L21.3 10.4 L21.3 13.6 L18.7 13.8 L18 15.4 L19.7 17.4 L17.4 19.7 L15.4 18 L13.8 18.7 L13.6"
        " 21.3 L10.4 21.3 L10.2 18.7 L8.6 18 L6.6 19.7 L4.3 17.4 L6 15.4 L5.3 13.8 L2.7 13.6 L2.7 10.4"
        " L5.3 10.2 L6 8.6 L4.3 6.6 L6.6 4.3 L8.6 6 Z"
    ),
    "cards": (
        "R 3 5.4 10.4 15 1.8 M14.6 8 L19.8 9.4 C20.8 9.7 21.3 10.6 21 11.6 L18.6 20.4 L13.6 20.4"
        " O 8.2 12.9 2"
    ),
    "down": "M4.6 9 L12 16.2 L19.4 9",
    "more": "O 5 12 1 O 12 12 1 O 19 12 1",
    "keyboard": "R 1.8 5.4 20.4 13.2 2 M8 15 L16 15",
    "slip": (
        "M5 21.4 L5 2.8 L19 2.8 L19 21.4 L16.7 19.6 L14.3 21.4 L12 19.6 L9.7 21.4 L7.3 19.6 Z"
        " M8.8 7.6 L15.2 7.6 M8.8 11.4 L15.2 11.4 M8.8 15.2 L12.4 15.2"
    ),
}
_FILLS = {
    "warning": "O 12 17 1.25",
    "info": "O 12 7.5 1.25",
    "table": "O 7.2 12 1.3 O 12 13.9 1.3 O 16.8 12 1.3",
    "calendar": "O 8 14 1.2 O 12 14 1.2 O 16 14 1.2 O 8 17.6 1.2 O 12 17.6 1.2",
    "keyboard": "O 6 9.2 1.2 O 10 9.2 1.2 O 14 9.2 1.2 O 18 9.2 1.2"
    " O 8 12.1 1.2 O 12 12.1 1.2 O 16 12.1 1.2",
}
NAMES = tuple(_STROKES)


@cache
def path(name: str) -> QPainterPath:
    """The outline of an icon in its square, to be filled. KeyError for a name that is none."""
    stroker = QPainterPathStroker()
    stroker.setWidth(LINE)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    whole = stroker.createStroke(_read(_STROKES[name]))
    whole.addPath(_read(_FILLS.get(name, "")))
    whole.setFillRule(Qt.FillRule.WindingFill)
    return whole


def paint(painter: QPainter, name: str, rect: QRectF, color: str | None = None) -> None:
    """Paint an icon into a rectangle; in the color of text if none is given."""
    side = min(rect.width(), rect.height())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.center() - QPointF(side / 2, side / 2))
    painter.scale(side / SQUARE, side / SQUARE)
    painter.fillPath(path(name), QColor(color or theme.current().text))
    painter.restore()


def pixmap(name: str, color: str | None = None, size: int = 20, ratio: float = 1) -> QPixmap:
    """An icon of `size` logical pixels for a screen of that ratio."""
    return _pixmap(name, color or theme.current().text, size, ratio)


def icon(name: str, color: str | None = None) -> QIcon:
    """An icon for a button or a menu; faint where that is disabled. Ask again when the theme changed."""
    look = theme.current()
    return _icon(name, color or look.text, look.faint, theme.sized(20))


@lru_cache(maxsize=1024)
def _pixmap(name: str, color: str, size: int, ratio: float) -> QPixmap:
    made = theme.blank(size, size, ratio)
    with QPainter(made) as painter:
        paint(painter, name, QRectF(0, 0, size, size), color)
    return made


@lru_cache(maxsize=512)
def _icon(name: str, color: str, faint: str, size: int) -> QIcon:
    made = QIcon()
    for ratio in RATIOS:
        made.addPixmap(_pixmap(name, color, size, ratio))
        made.addPixmap(_pixmap(name, faint, size, ratio), QIcon.Mode.Disabled)
    return made


def _read(words: str) -> QPainterPath:
    """A path from its words."""
    read = QPainterPath()
    read.setFillRule(Qt.FillRule.WindingFill)
    steps: dict[str, tuple[int, Callable[..., None]]] = {
        "M": (2, read.moveTo),
        "L": (2, read.lineTo),
        "C": (6, read.cubicTo),
        "O": (3, lambda x, y, r: read.addEllipse(QPointF(x, y), r, r)),
        "R": (5, lambda x, y, wide, high, r: read.addRoundedRect(QRectF(x, y, wide, high), r, r)),
        "Z": (0, read.closeSubpath),
    }
    left = iter(re.findall(r"[A-Z]|[-.\d]+", words))
    for letter in left:
        count, step = steps[letter]
        step(*(float(next(left)) for _ in range(count)))
    return read
