"""Trays: a table's chips as their tubes seen from above, with the par mark; and chips in stacks.

A tray shows what is *known* to be there. Play is not seen, and not pretended.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from pitdesk.chips import STACK, Chip
from pitdesk.kinds import Look
from printers.drawing.chip import Face, edge, face_of
from ui.widgets import art, icons
from ui.widgets.theme import THEMES, Theme, blank, color, current, font, pixels

GAP, WIDEST = 8, 96  # pixels between tubes, and of a tube
PAR_AT = 80  # percent of a well's height that par fills
LOW = 3  # below one part in so many of its par, a tube is marked
CHIP = 4  # pixels from one chip to the next, with the gap between them
INSIDE = 4  # pixels between a well and its chips
DARK = 50  # chips of less lightness (of 255) are black
BETWEEN = 5  # pixels between two stacks that are higher than a row
ROW = 50
SLIM, BROAD = 4, 96  # pixels across a stack
CLEAR, THICK = 3, 8  # pixels of a chip in a stack: enough to see it by itself, and at most
LEAST = 26  # pixels of a stack's height


@dataclass(frozen=True, slots=True)
class Tube:
    """Chips of one type in a tray: how many are known to be there and how many there should be."""

    name: str
    look: Look = field(hash=False)
    pieces: int
    par: int  # 0: no par is set

    @property
    def low(self) -> bool:
        """Whether it is below a third of its par."""
        return self.pieces * LOW < self.par


@dataclass(frozen=True, slots=True)
class _Well:
    """All that a picture of a tube depends on."""

    theme: str
    wide: int
    high: int
    rows: int
    face: Face
    par: bool
    low: bool
    ratio: float


def columns(rect: QRect, count: int) -> list[QRect]:
    """Where each of so many tubes is, figures included; for what stands above or below a tray."""
    if not count:
        return []
    wide = min(WIDEST, (rect.width() - GAP * (count - 1)) // count)
    return [QRect(rect.x() + at * (wide + GAP), rect.y(), wide, rect.height()) for at in range(count)]


def figures_height() -> int:
    """Pixels that the figures below the tubes take."""
    return pixels("body") + pixels("caption") + 14


def paint_tray(
    painter: QPainter, rect: QRect, tubes: Sequence[Tube], theme: Theme, *, figures: bool = True
) -> None:
    """Paint tubes side by side; with `figures`, the pieces and the value below each."""
    below = figures_height() if figures else 0
    ratio = painter.device().devicePixelRatioF()
    boxes = columns(rect, len(tubes))
    high = max(1, rect.height() - below)
    painter.save()
    for tube, box in zip(tubes, boxes, strict=True):
        painter.drawPixmap(box.topLeft(), _picture(_well(tube, box.width(), high, theme, ratio)))
    if figures:
        _pieces(painter, boxes, high, tubes, theme)
    painter.restore()


def _pieces(
    painter: QPainter, boxes: Sequence[QRect], high: int, tubes: Sequence[Tube], theme: Theme
) -> None:
    """Pieces below each well, and the value below them; one font after the other, which is faster."""
    middle = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextSingleLine
    painter.setFont(font("body", 600))
    for tube, box in zip(tubes, boxes, strict=True):
        painter.setPen(color(theme.amber if tube.low else theme.text if tube.pieces else theme.muted))
        painter.drawText(box.adjusted(-GAP, high + 4, GAP, 0), middle, f"{tube.pieces:,}")
    painter.setFont(font("caption"))
    painter.setPen(color(theme.muted))
    for tube, box in zip(tubes, boxes, strict=True):
        words = face_of(tube.name, tube.look).words
        painter.drawText(box.adjusted(-GAP, 0, GAP, 0), middle | Qt.AlignmentFlag.AlignBottom, words)


def _well(tube: Tube, wide: int, high: int, theme: Theme, ratio: float) -> _Well:
    most = (high - 2 * INSIDE) // CHIP
    par = tube.par or 2 * tube.pieces  # without a par, half full says only that there are some
    rows = min(most, ceil(tube.pieces * most * PAR_AT / (100 * par))) if tube.pieces > 0 else 0
    face = face_of(tube.name, tube.look)
    return _Well(theme.name, wide, high, rows, face, tube.par > 0, tube.low, ratio)


@lru_cache(maxsize=1024)
def _picture(well: _Well) -> QPixmap:
    theme = THEMES[well.theme]
    made = blank(well.wide, well.high, well.ratio)
    with QPainter(made) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(color(theme.amber if well.low else theme.line), 2 if well.low else 1))
        painter.setBrush(color(theme.well))
        edge = 1 if well.low else 1 / 2
        painter.drawRoundedRect(
            QRectF(0, 0, well.wide, well.high).adjusted(edge, edge, -edge, -edge), 6, 6
        )
        _hollow(painter, well)
        _chips(painter, well)
        if well.par:
            _par(painter, well, theme)
        if well.low:
            side = min(18, well.wide // 2)
            above = QRectF((well.wide - side) / 2, well.high * (100 - PAR_AT) / 100 + 8, side, side)
            icons.paint(painter, "warning", above, theme.low)
    return made


def _hollow(painter: QPainter, well: _Well) -> None:
    """The inside of an empty tube, rounded like one: lighter in its middle."""
    inner = QRectF(INSIDE, INSIDE, well.wide - 2 * INSIDE, well.high - 2 * INSIDE)
    round_ = QLinearGradient(inner.topLeft(), inner.topRight())
    round_.setStops(
        [(at / 100, QColor(255, 255, 255, light)) for at, light in ((0, 0), (40, 16), (100, 0))]
    )
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(round_)
    painter.drawRoundedRect(inner, 3, 3)


def _chips(painter: QPainter, well: _Well) -> None:
    """The edges of chips, from the bottom up, each with a spot in front."""
    inside, tall = well.wide - 2 * INSIDE, CHIP - 1
    base = QColor(well.face.color)
    shine = QColor(255, 255, 255, 40 if base.lightness() > DARK else 110)  # or a black one is not seen
    seen = edge(well.face, 2 * tall / inside)
    for row in range(well.rows):
        top = well.high - INSIDE - (row + 1) * CHIP + 1
        painter.save()
        painter.translate(well.wide / 2, top + tall / 2)
        painter.scale(inside / 2, inside / 2)
        art.paint(painter, seen)
        painter.restore()
        painter.fillRect(QRectF(INSIDE, top, inside, 1), shine)
    if well.rows:
        high = well.rows * CHIP - 1
        art.roundness(painter, QRectF(INSIDE, well.high - INSIDE - high, inside, high))


def _par(painter: QPainter, well: _Well, theme: Theme) -> None:
    """A dashed line where par is, dark below so that it is seen on white chips too."""
    at = well.high - INSIDE - (well.high - 2 * INSIDE) * PAR_AT // 100 - 1 / 2
    for shade, width, dash in ((QColor(0, 0, 0, 170), 3, None), (color(theme.par), 1, [4, 3])):
        mark = QPen(shade, width)
        mark.setCapStyle(Qt.PenCapStyle.FlatCap)
        if dash:
            mark.setDashPattern(dash)
        painter.setPen(mark)
        painter.drawLine(QPointF(1, at), QPointF(well.wide - 1, at))


# Stacks


class Stacks(QWidget):
    """So many chips of one type, as they stand. What there is no room for is counted at the right."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[str, Look, int, int] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_chips(self, chip: Chip, look: Look, pieces: int, stack: int = STACK) -> None:
        """Show other chips."""
        self._shown = (chip.name, look, pieces, stack)
        self.setAccessibleName(art.counted(chip, pieces))
        self.update()

    def minimumSizeHint(self) -> QSize:
        """Room for a few slim stacks."""
        return QSize(90, LEAST)

    sizeHint = minimumSizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the stacks from the left, on one line."""
        if not self._shown:
            return
        name, look, pieces, stack = self._shown
        full, loose = divmod(pieces, stack)
        count, high = full + bool(loose), min(self.height(), stack * THICK)
        if not count:
            return
        gap = BETWEEN if high > ROW else 2
        most = max(1, (self.width() + gap) // (SLIM + gap))
        drawn = count if count <= most else max(1, most - 5)
        wide = max(SLIM, min((self.width() + gap) // count - gap, BROAD, high * 2 // 3))
        painter, seen = QPainter(self), face_of(name, look)
        base, ratio = (self.height() + high) // 2, self.devicePixelRatioF()
        for at in range(drawn):
            chips = stack if at < full else loose
            made = _stack(seen, wide, max(2, high * chips // stack), chips, ratio)
            painter.drawPixmap(at * (wide + gap), base - max(2, high * chips // stack), made)
        if rest := count - drawn:
            painter.setFont(font("caption"))
            painter.setPen(color(current().text))
            box = self.rect().adjusted(drawn * (wide + gap), 0, 0, 0)
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, f"+{rest}")


@lru_cache(maxsize=256)
def _stack(seen: Face, wide: int, high: int, pieces: int, ratio: float) -> QPixmap:
    """A picture of so many chips one on the other; each is told from the next where there is room."""
    made = blank(wide, high, ratio)
    with QPainter(made) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.save()
        painter.translate(wide / 2, high / 2)
        painter.scale(wide / 2, wide / 2)
        art.paint(painter, edge(seen, 2 * high / wide))
        painter.restore()
        dark = QColor(seen.color).lightness() < DARK
        line = QColor(150, 150, 150, 160) if dark else QColor(0, 0, 0, 150)  # or a black one is not seen
        step = 1 if high >= CLEAR * pieces else 5  # lines that touch are none
        for chip in range(step, pieces, step):
            painter.fillRect(QRectF(0, high * (pieces - chip) / pieces, wide, 1), line)
        art.roundness(painter, QRectF(0, 0, wide, high))
    return made
