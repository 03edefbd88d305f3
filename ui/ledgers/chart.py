"""Hold week by week beside the band of luck: a dot a week, the band behind it, one scale in all charts.

A dot outside is larger and has a white edge, so that it stands out without its color.
"""

from collections.abc import Iterable
from fractions import Fraction

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPainterPath, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from pitdesk.records.luck import LOOK
from pitdesk.reports.holds import Chart, HoldLine
from ui.widgets import theme
from ui.widgets.dates import shown_day

HIGH, WIDE = 110, 220  # pixels at letters of 100 %
DOT, FAR, EDGE = 4, 6, 8  # radius of a dot, of one outside the band, and the room around the dots
STEP = 20  # percent between two lines
LEAST, MOST = -40, 100  # percent: what lies beyond is drawn at the edge
BAND = 70  # of 255
Scale = tuple[int, int]


def hold(line: HoldLine) -> Fraction | None:
    """A hold in percent, not rounded; None where nothing was dropped."""
    of = line.held
    return Fraction(100 * of.win_cents, of.drop_cents) if of.drop_cents else None


def ends(line: HoldLine) -> tuple[Fraction, Fraction] | None:
    """The ends of the band in percent."""
    if line.band is None:
        return None
    low, high = (
        Fraction(100 * one.win_cents, one.drop_cents) for one in (line.band.low, line.band.high)
    )
    return low, high


def scale(charts: Iterable[Chart]) -> Scale:
    """From which percent to which all charts go."""
    lines = [line for chart in charts for _, line in chart.weeks]
    every = [one for line in lines for one in (hold(line), *(ends(line) or ())) if one is not None]
    low = min([Fraction(0), *every]) // STEP * STEP
    high = -(-max([Fraction(2 * STEP), *every]) // STEP) * STEP
    return max(LEAST, int(low)), min(MOST, int(high))


def told(chart: Chart) -> str:
    """A chart in words, week by week."""
    weeks = (f"week of {shown_day(on)}: {line.held.hold} %, {line.says}" for on, line in chart.weeks)
    return "; ".join(weeks)


class HoldChart(QWidget):
    """The chart of a table or a dealer."""

    def __init__(self, chart: Chart, of: Scale) -> None:
        super().__init__()
        self.chart, self.scale = chart, of
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"Hold of {chart.name}, week by week")
        self.setAccessibleDescription(told(chart))
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """As the letters are."""
        return QSize(theme.sized(WIDE), theme.sized(HIGH))

    def minimumSizeHint(self) -> QSize:
        """The same; wider where there is room."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The lines, the band, the dots."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font("caption"))
        box = self._box()
        self._lines(painter, box)
        self._band(painter, box)
        self._dots(painter, box)
        painter.end()

    def _box(self) -> QRectF:
        """Where the dots are: right of the percents."""
        letters = QFontMetrics(theme.font("caption"))
        left = max(letters.horizontalAdvance(str(one)) for one in self.scale) + 2 * EDGE
        half = (letters.height() + 1) // 2
        across, down = self.width() - left - EDGE, self.height() - 2 * half
        return QRectF(left, half, max(1, across), max(1, down))

    def _at(self, box: QRectF, week: int, percent: Fraction) -> QPointF:
        low, high = self.scale
        kept = min(max(percent, Fraction(low)), Fraction(high))
        last = max(1, len(self.chart.weeks) - 1)
        across = (
            box.left() + box.width() * week / last if len(self.chart.weeks) > 1 else box.center().x()
        )
        return QPointF(
            across, box.bottom() - box.height() * int(100 * (kept - low)) / (100 * (high - low))
        )

    def _lines(self, painter: QPainter, box: QRectF) -> None:
        low, high = self.scale
        step = STEP if high - low <= 4 * STEP else 2 * STEP
        for percent in range(low, high + 1, step):
            y = self._at(box, 0, Fraction(percent)).y()
            painter.setPen(theme.pen(theme.current().line))
            painter.drawLine(QPointF(box.left() - EDGE, y), QPointF(box.right() + EDGE, y))
            painter.setPen(theme.color(theme.current().muted))
            place = QRectF(0, y - box.top(), box.left() - 2 * EDGE + 4, 2 * box.top())
            painter.drawText(
                place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(percent)
            )

    def _band(self, painter: QPainter, box: QRectF) -> None:
        """The band over each run of weeks that have one; a single week's is a bar."""
        painter.setPen(theme.pen(theme.current().blue_line))
        painter.setBrush(theme.color(theme.current().blue, BAND))
        run: list[tuple[QPointF, QPointF]] = []
        for week, (_, line) in enumerate([*self.chart.weeks, (None, None)]):
            both = ends(line) if line else None
            if both:
                run.append((self._at(box, week, both[0]), self._at(box, week, both[1])))
            elif run:
                self._run(painter, run)
                run = []

    @staticmethod
    def _run(painter: QPainter, run: list[tuple[QPointF, QPointF]]) -> None:
        if len(run) == 1:
            low, high = run[0]
            painter.drawRect(QRectF(high.x() - DOT, high.y(), 2 * DOT, max(1, low.y() - high.y())))
            return
        path = QPainterPath()
        path.addPolygon(QPolygonF([*(high for _, high in run), *(low for low, _ in reversed(run))]))
        path.closeSubpath()
        painter.drawPath(path)

    def _dots(self, painter: QPainter, box: QRectF) -> None:
        look = theme.current()
        for week, (_, line) in enumerate(self.chart.weeks):
            percent = hold(line)
            if percent is None:
                continue
            far = line.says == LOOK
            painter.setPen(theme.pen(look.text, 2 if far else 1))
            painter.setBrush(theme.color(look.amber if far else look.text))
            radius = FAR if far else DOT
            painter.drawEllipse(self._at(box, week, percent), radius, radius)
