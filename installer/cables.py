"""The drawn pictures of how devices are connected, for the manual. Drawn by `installer/screens.py`."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

from ui.widgets import faces, theme

HIGH, SIDE, GAP = 200, 130, 150  # pixels: of a picture, of a device, of the cable between two
TOP = 30
Draw = Callable[[QPainter, QRectF], None]


def computer(painter: QPainter, place: QRectF) -> None:
    """A screen on its foot."""
    screen = place.adjusted(4, 8, -4, -34)
    painter.drawRoundedRect(screen, 6, 6)
    foot = place.center().x()
    painter.drawLine(QPointF(foot, screen.bottom()), QPointF(foot, place.bottom() - 12))
    painter.drawLine(QPointF(foot - 26, place.bottom() - 12), QPointF(foot + 26, place.bottom() - 12))


def printer(painter: QPainter, place: QRectF) -> None:
    """A receipt printer, a slip on its way out."""
    body = place.adjusted(10, 38, -10, -12)
    painter.drawRoundedRect(body, 6, 6)
    slip = QRectF(place.center().x() - 24, place.top() + 4, 48, 46)
    painter.drawRect(slip)
    for down in (12, 20, 28):
        painter.drawLine(slip.topLeft() + QPointF(8, down), slip.topRight() + QPointF(-8, down))


def drawer(painter: QPainter, place: QRectF) -> None:
    """A cash drawer with its lock."""
    body = place.adjusted(0, 34, 0, -12)
    painter.drawRoundedRect(body, 4, 4)
    front = body.adjusted(8, 18, -8, -8)
    painter.drawRect(front)
    painter.drawEllipse(front.center(), 5, 5)


def counter(painter: QPainter, place: QRectF) -> None:
    """A note counter, bills in its hopper."""
    painter.drawRoundedRect(place.adjusted(14, 34, -14, -12), 6, 6)
    for at in range(4):
        left, top = place.left() + 34 + 3 * at, place.top() + 26 - 6 * at
        painter.drawLine(QPointF(left, top), QPointF(left + 56, top))
    painter.drawRect(QRectF(place.left() + 30, place.top() + 46, 40, 16))


def scale(painter: QPainter, place: QRectF) -> None:
    """A scale with a stack of chips."""
    painter.drawRoundedRect(place.adjusted(8, 62, -8, -12), 6, 6)
    painter.drawLine(place.topLeft() + QPointF(18, 56), place.topRight() + QPointF(-18, 56))
    for at in range(3):
        painter.drawRoundedRect(QRectF(place.center().x() - 22, place.top() + 46 - 9 * at, 44, 8), 3, 3)


def scanner(painter: QPainter, place: QRectF) -> None:
    """A scanner held by hand, and its beam."""
    path = QPainterPath(place.topLeft() + QPointF(30, 16))
    for across, down in ((92, 16), (100, 44), (66, 48), (58, 88), (36, 88), (44, 46), (30, 42)):
        path.lineTo(place.topLeft() + QPointF(across, down))
    path.closeSubpath()
    painter.drawPath(path)
    for down in (14, 30, 46):
        painter.drawLine(place.topLeft() + QPointF(24, 30), place.topLeft() + QPointF(2, down))


def display(painter: QPainter, place: QRectF) -> None:
    """A pole display of two lines."""
    head = place.adjusted(2, 6, -2, -54)
    painter.drawRoundedRect(head, 6, 6)
    for down in (14, 26):
        painter.drawLine(head.topLeft() + QPointF(14, down), head.topRight() + QPointF(-14, down))
    foot = place.center().x()
    painter.drawLine(QPointF(foot, head.bottom()), QPointF(foot, place.bottom() - 12))
    painter.drawLine(QPointF(foot - 30, place.bottom() - 12), QPointF(foot + 30, place.bottom() - 12))


PICTURES: dict[str, Sequence[tuple[Draw, str, str]]] = {  # a device, its name, the cable to the next
    "connect-drawer": (
        (computer, "Computer", "USB or network"),
        (printer, "Receipt printer", "drawer socket,\nlike a telephone's"),
        (drawer, "Cash drawer", ""),
    ),
    "connect-line": (
        (computer, "Computer", "USB, or serial\nwith an adapter"),
        (counter, "Note counter", ""),
        (scale, "Scale", ""),
        (scanner, "Scanner", ""),
    ),
    "connect-display": (
        (computer, "Computer", "serial"),
        (display, "Customer display", "serial, or none"),
        (printer, "Receipt printer", ""),
    ),
}


def draw_all(out: Path) -> None:
    """Draw each picture into its file."""
    for name, parts in PICTURES.items():
        target = out / f"{name}.png"
        _drawn(parts).save(str(target))
        Image.open(target).convert("RGB").quantize(dither=Image.Dither.NONE).save(target, optimize=True)


def _drawn(parts: Sequence[tuple[Draw, str, str]]) -> QImage:
    """The devices in a row, and the cables between those that have one; others hang on the first."""
    step = SIDE + GAP
    image = QImage(step * len(parts) - GAP + 60, HIGH, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.current().panel))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    font = faces.face()
    font.setPixelSize(16)
    painter.setFont(font)
    text, cable = QColor(theme.current().text), theme.pen(theme.current().felt_line, 4)
    shared = [cable_ for _, _, cable_ in parts].count("") > 1  # one cable after another, each like it
    words = ""
    for at, (draw, name, next_) in enumerate(parts):
        place = QRectF(30 + step * at, TOP, SIDE, 104)
        if words or (shared and at):
            _cable(painter, cable, place, words, ends=not shared or at == 1)
        painter.setPen(theme.pen(theme.current().text, 2))
        draw(painter, place)
        painter.setPen(text)
        label = place.adjusted(-40, 106, 40, 40)
        painter.drawText(label, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, name)
        words = next_
    painter.end()
    return image


def _cable(painter: QPainter, pen: object, place: QRectF, words: str, *, ends: bool) -> None:
    """A cable from what stands at the left, and what it is; "or" where there is another choice."""
    painter.save()
    left, middle = place.left() - GAP + 14, place.center().y()
    box = QRectF(place.left() - GAP, middle - 58, GAP, 50)
    if ends:
        painter.setPen(pen)
        painter.drawLine(QPointF(left, middle), QPointF(place.left() - 14, middle))
    painter.setPen(QColor(theme.current().text))
    where = Qt.AlignmentFlag.AlignHCenter | (
        Qt.AlignmentFlag.AlignBottom if ends else Qt.AlignmentFlag.AlignVCenter
    )
    painter.drawText(box if ends else box.translated(0, 40), where, words or "or")
    painter.restore()
