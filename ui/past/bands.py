"""The night as a flow, painted: bands as wide as their chips are worth, what stands at their ends.

A band is pointed at by the mouse or with Up and Down. What is not counted yet is hatched, not only red.
"""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from pitdesk.chips import dollars
from pitdesk.reports.flow import UNKNOWN, Flow, Stream
from printers.drawing.flow import NODE, Bar, Ribbon, lay_out, words_of
from ui.widgets import theme
from ui.widgets.parts import ENTER

TOKENS = {  # of a band, by what it comes from or goes to
    "bank": "felt",
    "trays": "blue",
    "players": "violet",
    "on the way": "amber",
    "elsewhere": "muted",
    "outside": "muted",
    UNKNOWN: "red",
}
QUIET, POINTED, HALO = 90, 190, 200  # of 255: a band, the one pointed at, what is behind words
EDGE = 6  # pixels between a node and its words
LEAST = 180  # pixels of height, at letters of 100 %


def told(band: Stream) -> str:
    """A band in words."""
    known = "" if band.known else ", not counted yet"
    return f"{words_of(band.source)} to {words_of(band.target)}: ${dollars(band.cents)}{known}"


class Bands(QWidget):
    """The picture. Enter, or a click on a band, opens what is behind it.

    Attributes:
        at: which band is pointed at; None for none.

    Signals:
        pointed()   another band is pointed at
        opened()    what is behind it is wanted
        stepped(int)  so many moments on, or back
    """

    pointed, opened, stepped = Signal(), Signal(), Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.flow: Flow | None = None
        self.at: int | None = None
        self._bars: list[Bar] = []
        self._ribbons: list[Ribbon] = []
        self._box = QRectF()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("The night as a flow")
        theme.changed.connect(self._lay_out)

    def minimumSizeHint(self) -> QSize:
        """So high that its words do not lie on each other."""
        return QSize(0, theme.sized(LEAST))

    # What it shows

    def show_flow(self, flow: Flow) -> None:
        """Show a flow; the band that is pointed at stays so, where there still is one."""
        before = self.band
        self.flow, self.at = flow, None
        if before:
            ends = [(band.source, band.target) for band in flow.bands]
            if (before.source, before.target) in ends:
                self.at = ends.index((before.source, before.target))
        self._lay_out()
        if before and self.at is None:
            self.pointed.emit()

    @property
    def band(self) -> Stream | None:
        """The band that is pointed at."""
        return None if self.flow is None or self.at is None else self.flow.bands[self.at]

    def point(self, at: int | None) -> None:
        """Point at a band by its place in the flow, None for none."""
        if at != self.at:
            self.at = at
            self._say()
            self.update()
            self.pointed.emit()

    def _say(self) -> None:
        band = self.band
        bands = self.flow.bands if self.flow else ()
        self.setAccessibleDescription(told(band) if band else "; ".join(map(told, bands)))

    def _lay_out(self) -> None:
        """Leave room at the left and right for the words that stand there."""
        letters, line = QFontMetrics(theme.font("caption")), self._line()

        def wide(column: str) -> int:
            words = [
                max(map(letters.horizontalAdvance, (words_of(node), f"${dollars(self._cents(node))}")))
                for node in (self.flow.nodes if self.flow else ())
                if node.column == column
            ]
            return max(words, default=0) + 2 * EDGE

        left, right = wide("start"), wide("end")
        self._box = QRectF(
            left, line, max(1, self.width() - left - right), max(1, self.height() - 2 * line)
        )
        if self.flow:
            size = self._box.width(), self._box.height()
            self._bars, self._ribbons = lay_out(self.flow, *size, lines=2 * line + 2)
        self._say()
        self.update()

    def _cents(self, node: object) -> int:
        assert self.flow
        return self.flow.through(node)  # type: ignore[arg-type]

    @staticmethod
    def _line() -> int:
        return QFontMetrics(theme.font("caption")).height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the picture into the room there is."""
        super().resizeEvent(event)
        self._lay_out()

    # How it is painted

    def paintEvent(self, event: QPaintEvent) -> None:
        """Bands, the one pointed at last; then what they go through, and words."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            chosen = self.band
            for one in sorted(self._ribbons, key=lambda one: one.band is chosen):
                self._paint(painter, one, pointed=one.band is chosen)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(theme.current().text))
            for bar in self._bars:
                painter.drawRect(QRectF(bar.x, bar.y, NODE, bar.height).translated(self._box.topLeft()))
            painter.setFont(theme.font("caption"))
            low: dict[str, int] = {}  # of each column, where its words end
            for bar in self._bars:
                low[bar.node.column] = self._words(painter, bar, low.get(bar.node.column, 0))
            if self.hasFocus():
                look = theme.current()
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(theme.pen(look.focus, look.ring))
                painter.drawRect(self.rect().adjusted(1, 1, -1 - 1, -1 - 1))

    def _paint(self, painter: QPainter, one: Ribbon, *, pointed: bool) -> None:
        look = theme.current()
        token = getattr(look, TOKENS[one.shows])
        ground = theme.color(token, POINTED if pointed else QUIET)
        unknown = one.shows == UNKNOWN
        painter.setBrush(
            QBrush(ground, Qt.BrushStyle.BDiagPattern if unknown else Qt.BrushStyle.SolidPattern)
        )
        painter.setPen(theme.pen(look.text if pointed else token, 2 if pointed else 1))
        painter.drawPath(self._path(one))

    def _path(self, one: Ribbon) -> QPainterPath:
        x, y = self._box.x(), self._box.y()
        start, end, bend = x + one.x, x + one.to_x, x + (one.x + one.to_x) / 2
        top, to_top = y + one.y, y + one.to_y
        low, to_low = top + one.thick, to_top + one.thick
        path = QPainterPath(QPointF(start, top))
        path.cubicTo(bend, top, bend, to_top, end, to_top)
        path.lineTo(end, to_low)
        path.cubicTo(bend, to_low, bend, low, start, low)
        path.closeSubpath()
        return path

    def _words(self, painter: QPainter, bar: Bar, low: int) -> int:
        """Beside a node: what it is, and below that what went through it; returns where that ends."""
        look, letters, line = theme.current(), painter.fontMetrics(), self._line()
        texts = (words_of(bar.node), f"${dollars(bar.cents)}")
        wide = max(map(letters.horizontalAdvance, texts))
        left, right = self._box.x() + bar.x - EDGE, self._box.x() + bar.x + NODE + EDGE
        x = right if bar.node.column == "end" else left - wide
        middle = round(self._box.y() + bar.y + bar.height / 2)
        box = QRect(round(x), max(low, middle - line), wide, 2 * line)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(look.panel, HALO))
        painter.drawRoundedRect(box.adjusted(-3, 0, 3, 0), 3, 3)
        side = Qt.AlignmentFlag.AlignLeft if bar.node.column == "end" else Qt.AlignmentFlag.AlignRight
        for token, words, up in ((look.text, texts[0], 0), (look.muted, texts[1], line)):
            painter.setPen(theme.color(token))
            painter.drawText(box.translated(0, up), side | Qt.AlignmentFlag.AlignTop, words)
        return box.bottom() + 1

    # What is done with it

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say what the band under the mouse is."""
        at = self._under(event.position())
        self.setToolTip(told(self.flow.bands[at]) if self.flow and at is not None else "")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Point at the band under the mouse; beside every band, at none."""
        self.point(self._under(event.position()))

    def _under(self, where: QPointF) -> int | None:
        """The narrowest band there, as it would be hidden otherwise."""
        met = [one for one in self._ribbons if self._path(one).contains(where)]
        narrow = min(met, key=lambda one: one.thick, default=None)
        return self._bands.index(narrow.band) if narrow else None

    @property
    def _bands(self) -> Sequence[Stream]:
        return self.flow.bands if self.flow else ()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down from band to band, Left and Right through the night, Enter opens."""
        across = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        down = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if down and self._bands:
            last = len(self._bands) - 1
            first = 0 if down > 0 else last
            self.point(first if self.at is None else max(0, min(self.at + down, last)))
        elif across:
            self.stepped.emit(across)
        elif event.key() in ENTER and self.at is not None:
            self.opened.emit()
        else:
            super().keyPressEvent(event)
