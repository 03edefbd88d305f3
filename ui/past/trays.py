"""A tray over the night: what was known of it, by counts and slips, with the counts marked.

A count is a disc on the line. Between two counts play is not seen, and not pretended.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from PySide6.QtCore import QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from pitdesk.book.site import Site
from pitdesk.chips import dollars
from pitdesk.reports.flow import TrayStep
from ui.widgets import theme
from ui.widgets.parts import column, emptied

HIGH = 92  # pixels of a tray, at letters of 100 %
DISC, GAP, ABOVE = 4, 12, 8  # pixels: radius of a count's mark; beside the line; above and below it
THICK = 2
LATER = 90  # of 255: what is after the time that is marked
WIDEST = ("$00,000.00, counted 00:00", "$00,000.00, by slips 00:00")  # words at the left
HOUR = timedelta(hours=1)
STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class Tray(QWidget):
    """One table's tray. Left and Right go through the night.

    Attributes:
        on_top: whether the hours are written above it.
    """

    stepped = Signal(int)  # so many moments on, or back

    def __init__(self, table: str, steps: Sequence[TrayStep], site: Site) -> None:
        """steps   at least one"""
        super().__init__()
        self.table, self.steps, self._site = table, steps, site
        self.first = self.last = self.at = steps[0].at
        self.most_cents = 1
        self.on_top = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(f"Tray {table} over the night")

    def sizeHint(self) -> QSize:
        """As high as it is with letters of now."""
        return QSize(0, theme.sized(HIGH))

    minimumSizeHint = sizeHint

    def fit(self) -> None:
        """As high as letters of now ask for, and up to twice that where there is room."""
        self.setMaximumHeight(2 * theme.sized(HIGH))
        self.updateGeometry()

    def show_span(self, first: datetime, last: datetime, most_cents: int) -> None:
        """Draw from one time to another, UTC, up to a value: the same for all trays."""
        self.first, self.last, self.most_cents = first, last, max(1, most_cents)
        self.setAccessibleDescription("; ".join(map(self._told, self.steps)))
        self.update()

    def show_at(self, at: datetime) -> None:
        """Mark a time of the night."""
        self.at = at
        self.setToolTip(self.words)
        self.update()

    @property
    def known(self) -> TrayStep | None:
        """What is known of it at that time."""
        return next((step for step in reversed(self.steps) if step.at <= self.at), None)

    @property
    def words(self) -> str:
        """What is known of it then, in words."""
        return self._told(self.known) if self.known else "not opened yet"

    def _told(self, step: TrayStep) -> str:
        how = "counted" if step.counted else "by slips"
        return f"${dollars(step.cents)}, {how} {self._site.local(step.at):%H:%M}"

    # How it is painted

    def paintEvent(self, event: QPaintEvent) -> None:
        """Hours, the line, the counts, the time that is marked, and the words at its left."""
        look = theme.current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._hours(painter)
            painter.setOpacity(LATER / 255)
            x = round(self._point(self.at, 0).x())
            self._known(painter)
            painter.setOpacity(1)
            painter.setClipRect(0, 0, x + DISC, self.height())
            self._known(painter)
            painter.setClipping(False)
            painter.setPen(theme.pen(look.muted))
            painter.drawLine(x, 0, x, self.height())
            self._words(painter)
            if self.hasFocus():
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(theme.pen(look.focus, look.ring))
                painter.drawRect(self.rect().adjusted(1, 1, -2, -2))

    @property
    def _left(self) -> int:
        """Where the line begins: beside the words."""
        letters = QFontMetrics(theme.font("caption"))
        return max(map(letters.horizontalAdvance, WIDEST)) + 3 * GAP

    def _point(self, at: datetime, cents: int) -> QPointF:
        wide, high = self.width() - self._left - GAP, self.height() - 2 * ABOVE
        span = max(timedelta(minutes=1), self.last - self.first)
        up = high * cents / self.most_cents
        return QPointF(self._left + wide * ((at - self.first) / span), self.height() - ABOVE - up)

    def _known(self, painter: QPainter) -> None:
        """The line from step to step, and a disc on each count."""
        look, line, before = theme.current(), QPolygonF(), self.steps[0].cents
        for step in self.steps:
            line.append([self._point(step.at, before), self._point(step.at, step.cents)])
            before = step.cents
        line.append(self._point(self.last, before))
        painter.setPen(theme.pen(look.blue, THICK))
        painter.drawPolyline(line)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(look.text))
        for step in self.steps:
            if step.counted:
                painter.drawEllipse(self._point(step.at, step.cents), DISC, DISC)

    def _hours(self, painter: QPainter) -> None:
        look, letters = theme.current(), QFontMetrics(theme.font("caption"))
        painter.setFont(theme.font("caption"))
        on = self._site.local(self.first).replace(minute=0, second=0, microsecond=0) + HOUR
        room = -letters.horizontalAdvance("00:00")
        while on <= self._site.local(self.last):
            x = round(self._point(on, 0).x())
            painter.setPen(theme.pen(look.line))
            painter.drawLine(x, 0, x, self.height())
            wide = letters.horizontalAdvance(f"{on:%H:%M}")
            if self.on_top and x - wide > room and x + wide // 2 < self.width():
                painter.setPen(theme.color(look.faint))
                painter.drawText(QRect(x + 3, 0, wide, letters.height()), 0, f"{on:%H:%M}")
                room = x + wide
            on += HOUR

    def _words(self, painter: QPainter) -> None:
        look = theme.current()
        box = QRect(GAP, 0, self._left - GAP, self.height())
        high = QFontMetrics(theme.font()).height()
        painter.setFont(theme.font("body", 600))
        painter.setPen(theme.color(look.text))
        painter.drawText(
            box.adjusted(0, 0, 0, -high), Qt.AlignmentFlag.AlignVCenter, f"Table {self.table}"
        )
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.color(look.muted))
        flag = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(box.adjusted(0, high, 0, 0), flag, self.words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Through the night."""
        if step := STEPS.get(Qt.Key(event.key())):
            self.stepped.emit(step)
        else:
            super().keyPressEvent(event)


class Trays(QWidget):
    """The trays of a night, one below the other, on one clock and to one scale."""

    stepped = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.trays: dict[str, Tray] = {}
        self._column = column(gap=4)
        self._column.addStretch(1)
        self.setLayout(self._column)
        theme.changed.connect(self._fit)

    def _fit(self) -> None:
        for tray in self.trays.values():
            tray.fit()

    def show_trays(
        self, trays: Mapping[str, Sequence[TrayStep]], site: Site, first: datetime, last: datetime
    ) -> None:
        """Show the steps of each table's tray, from one time to another, UTC."""
        if [*self.trays] != [table for table, steps in trays.items() if steps]:
            emptied(self._column)
            self.trays = {table: Tray(table, steps, site) for table, steps in trays.items() if steps}
            for tray in self.trays.values():
                tray.stepped.connect(self.stepped)
                self._column.addWidget(tray, 100)
                tray.on_top = self._column.count() == 1
            self._column.addStretch(1)
            self._fit()
        most = max((step.cents for steps in trays.values() for step in steps), default=1)
        for table, tray in self.trays.items():
            tray.steps = trays[table]
            tray.show_span(first, last, most)

    def show_at(self, at: datetime) -> None:
        """Mark a time of the night, UTC."""
        for tray in self.trays.values():
            tray.show_at(at)
