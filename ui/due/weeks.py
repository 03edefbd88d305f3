"""The next five weeks, with a dot for what is due each day; days without banks are hatched."""

from collections.abc import Sequence
from datetime import date, timedelta

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pitdesk.banking import is_banking_day
from pitdesk.due.task import Task
from ui.widgets import theme
from ui.widgets.parts import column, label, row

DAYS, WEEKS = 7, 5
CELL, GAP, DOT = 38, 4, 6  # pixels of a day's height, between days, and of a dot


class Weeks(QWidget):
    """The weeks with their title."""

    def __init__(self) -> None:
        super().__init__()
        self.days = DayGrid()
        head = row(label("Next five weeks", "h2"), None, label("hatched: banks closed", "caption"))
        self.setLayout(column(head, self.days, gap=8))

    def show_tasks(self, tasks: Sequence[Task], on: date) -> None:
        """Show the days from the Sunday before a date on."""
        self.days.show_tasks(tasks, on)


class DayGrid(QWidget):
    """Five rows of seven days, from Sunday on."""

    def __init__(self) -> None:
        super().__init__()
        self.on = date.min
        self.due: dict[date, list[Task]] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("The next five weeks")
        theme.changed.connect(self.updateGeometry)

    def show_tasks(self, tasks: Sequence[Task], on: date) -> None:
        """Show what is due from a date on."""
        self.on, self.due = on, {}
        for task in tasks:
            if task.by:
                self.due.setdefault(task.by, []).append(task)
        shown = [(day, self.due[day]) for day in self._days() if day in self.due]
        told = [f"{day:%b} {day.day}: {', '.join(one.words for one in those)}" for day, those in shown]
        self.setAccessibleDescription(". ".join(told) or "Nothing is due in them")
        self.update()

    def _days(self) -> list[date]:
        back = (self.on.weekday() + 1) % DAYS if self.on != date.min else 0
        return [self.on + timedelta(days=at - back) for at in range(DAYS * WEEKS)]

    def sizeHint(self) -> QSize:
        """A line of letters, and five rows."""
        return QSize(theme.sized(200), self._head() + WEEKS * (theme.sized(CELL) + GAP))

    def _head(self) -> int:
        return theme.pixels("caption") + 8

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the days."""
        if self.on == date.min:
            return
        wide, high = (self.width() + GAP) / DAYS, theme.sized(CELL) + GAP
        look = theme.current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(theme.font("caption"))
            painter.setPen(theme.pen(look.muted))
            for at, letter in enumerate("SMTWTFS"):
                box = QRectF(at * wide, 0, wide - GAP, self._head())
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, letter)
            for at, day in enumerate(self._days()):
                down, across = divmod(at, DAYS)
                cell = QRectF(across * wide, self._head() + down * high, wide - GAP, high - GAP)
                self._paint_day(painter, cell, day)

    def _paint_day(self, painter: QPainter, cell: QRectF, day: date) -> None:
        look = theme.current()
        painter.setPen(theme.pen(look.text if day == self.on else look.line, 2 if day == self.on else 1))
        painter.setBrush(theme.color(look.raised))
        painter.drawRoundedRect(cell.adjusted(1, 1, -1, -1), 5, 5)
        if not is_banking_day(day):
            painter.setPen(Qt.PenStyle.NoPen)
            brush = painter.brush()
            brush.setColor(theme.color(look.line))
            brush.setStyle(Qt.BrushStyle.BDiagPattern)
            painter.setBrush(brush)
            painter.drawRoundedRect(cell.adjusted(1, 1, -1, -1), 5, 5)
        painter.setPen(theme.pen(look.muted if day < self.on else look.text))
        top = cell.adjusted(0, 2, 0, -DOT - 4)
        painter.drawText(top, Qt.AlignmentFlag.AlignCenter, str(day.day))
        if day in self.due:
            ink = (
                look.red
                if (day - self.on).days <= 0
                else look.amber
                if (day - self.on).days <= 7
                else look.blue
            )
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(ink))
            x, y = cell.center().x() - DOT / 2, cell.bottom() - DOT - 4
            painter.drawEllipse(QRectF(x, y, DOT, DOT))
