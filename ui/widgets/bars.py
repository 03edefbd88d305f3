"""The chart of a span: gross proceeds and adjusted gross proceeds side by side, night by night.

Like the chart of the chip bank it neither zooms nor pans; the mouse over it, or Left and Right, show the
figures of a night. It needs pyqtgraph: import it where a chart is to be seen, not before.
"""

from collections.abc import Sequence
from datetime import date

import pyqtgraph
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QSizePolicy

from pitdesk.chips import dollars
from pitdesk.reports.summaries import SummaryLine
from ui.widgets import theme
from ui.widgets.chart import ACROSS, ROOM, Nights
from ui.widgets.parts import column, label, row

STEP, WIDE = 10, 4  # places on the axis between two nights, and of a bar
HIGH = 130  # pixels at letters of 100 %


class Bars(Nights[SummaryLine]):
    """Two bars for each night."""

    step = STEP

    def __init__(self) -> None:
        super().__init__()
        self.told = label("", "muted")
        self.told.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.box.sigResized.connect(self._fit)
        theme.changed.connect(self.draw)
        self.view.setAccessibleName("Chart of gross and adjusted gross proceeds, night by night")
        self.gross, self.agp = label("• Gross proceeds"), label("• Adjusted gross proceeds")
        keys = row(self.gross, self.agp, self.told, gap=20, grow=2)
        self.setLayout(column(keys, self.view, gap=4, grow=1))

    def show_nights(self, nights: Sequence[SummaryLine]) -> None:
        """Show these nights: the lines of a summary by day."""
        self.nights, self.pointed = nights, None
        self.draw()

    def draw(self) -> None:
        """Draw everything again, in the current theme."""
        look = theme.current()
        self.setMinimumHeight(theme.sized(HIGH))
        for key, token in ((self.gross, look.blue), (self.agp, look.felt)):
            key.setStyleSheet(f"color: {token}")
        self.view.blank()
        at = range(len(self.nights))
        for shift, token, amounts in (
            (-WIDE, look.blue, [night.sums.gross_cents for night in self.nights]),
            (0, look.felt, [night.sums.agp_cents for night in self.nights]),
        ):
            places, brush = [one * STEP + shift for one in at], theme.color(token)
            bars = pyqtgraph.BarGraphItem(x0=places, width=WIDE, height=amounts, brush=brush, pen=None)
            self.box.addItem(bars)
        self._fit()
        self.show_pointed()

    def _fit(self) -> None:
        """As high as the amounts are; as many dates as there is room for."""
        amounts = [cents for one in self.nights for cents in (one.sums.gross_cents, one.sums.agp_cents)]
        low, high = min([0, *amounts]), max([100, *amounts])
        free = (high - low) // ROOM
        count = max(1, len(self.nights))
        rows = (low - free if low else 0, high + free)
        self.box.setRange(xRange=(-STEP, count * STEP), yRange=rows, padding=0)
        date_ = self.fontMetrics().horizontalAdvance("Nov 00" + " " * ACROSS)
        every = max(1, -(-count * date_ // max(1, int(self.box.width()))))
        ticks = range(0, len(self.nights), every)
        self.bottom.setTicks([[(at * STEP, self._day(at)) for at in ticks]])

    def _day(self, at: int) -> str:
        on = date.fromisoformat(self.nights[at].key[0])
        return f"{on:%b} {on.day}"

    def words(self, at: int) -> str:
        """A night in words."""
        sums = self.nights[at].sums
        gross, agp = (dollars(cents).replace("-", "−") for cents in (sums.gross_cents, sums.agp_cents))
        return f"{self._day(at)}: gross ${gross}, adjusted gross ${agp}, hold {sums.hold} %"

    def show_pointed(self) -> None:
        """The figures of the night that is pointed at."""
        at = self.pointed
        self.told.setText("" if at is None else self.words(at))
        self.mark.setVisible(at is not None)
        self.mark.setPos(QPointF((at or 0) * STEP, 0))
        every = range(len(self.nights)) if at is None else [at]
        self.view.setAccessibleDescription(". ".join(self.words(one) for one in every))
