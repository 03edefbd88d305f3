"""The chart of chips outstanding: a line for each value, night by night, and its key beside it.

Nothing in it can get lost: it neither zooms nor pans. The mouse over it, or Left and Right, show the
figures of a night in the key. It needs pyqtgraph: import it where a chart is to be seen, not before.
"""

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

import pyqtgraph
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QGraphicsPixmapItem, QLabel, QSizePolicy, QWidget

from pitdesk.chips import Chip, Chips, dollars
from pitdesk.kinds import Look
from pitdesk.reports.outstanding import NightHeld, change, going_home
from pitdesk.tonight.board import Board
from ui.widgets import art, theme
from ui.widgets.art import shown
from ui.widgets.fields import Choice
from ui.widgets.parts import cells, column, emptied, holder, label, row
from ui.widgets.theme import sized

Of = TypeVar("Of")  # what is known of a night
Looks = Mapping[Chip, Look]
UNITS = (("dollars", "Dollars"), ("pieces", "Pieces"))
KEY_FACE, RATIO = 22, 2  # pixels of a drawn chip in the key, and of what is drawn for each
END_FACE = 24  # pixels of the drawn chip at the end of a line
THIN, THICK, OUTLINE = 2, 4, 2  # pixels of a line, and of what surrounds it
QUIET = 150  # of 255: what is seen of the outline of a thin line
ROOM = 7  # one part in so many of the height is left free above and below
ACROSS = 3  # letters between two dates
HIGH = 158  # pixels at letters of 100 %

pyqtgraph.setConfigOptions(antialias=True, exitCleanup=False)


class Amounts(pyqtgraph.AxisItem):  # type: ignore[misc]
    """The axis at the left, in whole dollars or pieces."""

    money = True

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """What is written at each tick; cents are the unit where it is money."""
        if not self.money:
            return [f"{value:,.0f}" if spacing >= 1 else "" for value in values]
        return [f"${dollars(round(value)).removesuffix('.00')}".replace("$-", "−$") for value in values]


class View(pyqtgraph.GraphicsView):  # type: ignore[misc]
    """A plot, its axes and mark. It takes the arrows and follows the mouse; the wheel is the page's."""

    moved = Signal(object)  # where the mouse is, None when it is gone
    stepped = Signal(int)  # a night further, or back; 0 for none at all

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the page scroll."""
        event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Nothing is dragged."""

    mouseReleaseEvent = mouseDoubleClickEvent = mousePressEvent

    def __init__(self) -> None:
        super().__init__()
        self.box = pyqtgraph.ViewBox(enableMouse=False, enableMenu=False)
        self.box.disableAutoRange()
        self.left, self.bottom = Amounts("left"), pyqtgraph.AxisItem("bottom")
        self.mark = pyqtgraph.InfiniteLine(movable=False)
        inner = pyqtgraph.GraphicsLayout()
        inner.setContentsMargins(0, theme.pixels("caption") // 2, 0, 0)  # half a figure above the axis
        inner.addItem(self.left, 0, 0)
        inner.addItem(self.box, 0, 1)
        inner.addItem(self.bottom, 1, 1)
        self.left.linkToView(self.box)
        self.bottom.linkToView(self.box)
        self.setCentralItem(inner)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)

    def blank(self) -> None:
        """Draw nothing and point at nothing, in the current theme."""
        look = theme.current()
        self.setBackground(look.panel)
        for axis in (self.left, self.bottom):
            axis.setPen(look.line)
            axis.setTextPen(look.muted)
            axis.setStyle(tickFont=theme.font("caption"), tickLength=0)
        self.box.clear()
        self.mark.setPen(look.muted)
        self.mark.hide()
        self.box.addItem(self.mark)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say where the mouse is."""
        self.moved.emit(self.mapToScene(event.position().toPoint()))

    def leaveEvent(self, event: object) -> None:
        """Say that it is gone."""
        self.moved.emit(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """From night to night."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None:
            event.ignore()
        else:
            self.stepped.emit(step)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """No night is pointed at any more."""
        super().focusOutEvent(event)
        self.stepped.emit(0)


class Nights(QWidget, Generic[Of]):
    """A chart of nights side by side; the mouse over it, or Left and Right, point at one of them.

    Attributes:
        pointed: the place of the night that is pointed at; None for none.
    """

    step = 1  # places on the axis between two nights

    def __init__(self) -> None:
        super().__init__()
        self.nights: Sequence[Of] = ()
        self.pointed: int | None = None
        self.view = View()
        self.box, self.left, self.bottom = self.view.box, self.view.left, self.view.bottom
        self.mark = self.view.mark
        self.view.moved.connect(self._moved)
        self.view.stepped.connect(self._stepped)

    def show_pointed(self) -> None:
        """Show the figures of the night that is pointed at."""
        raise NotImplementedError

    def _moved(self, where: QPointF | None) -> None:
        self.point(None if where is None else round(self.box.mapSceneToView(where).x() / self.step))

    def _stepped(self, step: int) -> None:
        last = len(self.nights) - 1
        self.point((last if self.pointed is None else self.pointed) + step if step else None)

    def point(self, at: int | None) -> None:
        """Point at a night by its place, at the nearest there is; None for none."""
        at = None if at is None else max(0, min(at, len(self.nights) - 1))
        if at != self.pointed and self.nights:
            self.pointed = at
            self.show_pointed()


class Key(QWidget):
    """The key of the chart: the chips that are drawn in it, and what was out of each after a night."""

    def __init__(self, *beside: QWidget) -> None:
        """beside   what stands at the right of the night"""
        super().__init__()
        self.when = label("", "strong")
        self.figures: dict[Chip, QLabel] = {}
        self._grid = cells(8, 2)
        self._grid.setColumnMinimumWidth(3, 8)
        self.setLayout(column(row(self.when, None, *beside, gap=16), holder(self._grid), None, gap=4))

    def show_chips(self, chips: Sequence[Chip], home: Mapping[Chip, str], looks: Looks) -> None:
        """Show these chips: those that go home in pockets, and how many; the others quiet."""
        emptied(self._grid)
        self.figures = {}
        quiet = [chip for chip in chips if chip not in home]
        for down, (chip, more) in enumerate(home.items()):
            self._show(chip, looks, "strong", down, 0)
            self._grid.addWidget(label(more, "strong"), down, 3, 1, 4)
        for at, chip in enumerate(quiet):
            self._show(chip, looks, "muted", len(home) + at // 2, at % 2 * 4)

    def _show(self, chip: Chip, looks: Looks, look: str, down: int, across: int) -> None:
        face = art.Picture()
        face.show_drawn(art.chip_pixmap, chip.name, looks.get(chip, {}), sized(KEY_FACE))
        face.setAccessibleName(shown(chip))
        self.figures[chip] = label("", look, right=True)
        for at, part in enumerate((face, label(shown(chip), look), self.figures[chip])):
            self._grid.addWidget(part, down, across + at)

    def show_night(self, when: str, figures: Mapping[Chip, str]) -> None:
        """Show what was out of each after a night."""
        self.when.setText(when)
        for chip, figure in figures.items():
            self.figures[chip].setText(figure)


class Chart(Nights[NightHeld]):
    """Chips outstanding over time; those that go home in pockets stand out."""

    def __init__(self) -> None:
        super().__init__()
        self.open = False  # whether the last night is not over
        self.home: dict[Chip, str] = {}  # what went home in pockets, and how much of it
        self.chips: list[Chip] = []
        self._looks: Looks = {}
        self.unit = Choice("unit", "", UNITS, usual="dollars")
        self.unit.changed.connect(self.draw)
        self.key = Key(self.unit)
        self.box.sigResized.connect(self._fit)
        theme.changed.connect(self.draw)
        self.view.setAccessibleName("Chart of chips outstanding")
        picture = column(label("Chips with players, night by night", "h2"), self.view, gap=4, grow=1)
        self.setLayout(row(picture, self.key, gap=16, grow=0))

    def show_nights(self, nights: Sequence[NightHeld], board: Board) -> None:
        """Show these nights, two of them or more, with the chips as a board has them."""
        self.nights, self._looks = nights, board.site.chips
        self.open = board.state == "open" and nights[-1].day == board.day
        ended = nights[:-1] if self.open else nights
        more, count = change(ended)
        span = f"in {count} night{'s' * (count != 1)}"
        self.home = {chip: f"+{more[chip]:,} {span}" for chip in going_home(ended)}
        seen = {chip for night in nights for chip in night.chips if chip.cents}
        self.chips = [*self.home, *sorted(seen - {*self.home})]
        self.pointed = None
        self.draw()

    # What it shows

    def draw(self) -> None:
        """Draw everything again, in the current theme."""
        self.setMinimumHeight(sized(HIGH))
        self.left.money = self.unit.value() == "dollars"
        self.view.blank()
        for chip in reversed(self.chips):
            self._line(chip)
        self._fit()
        self.key.show_chips(self.chips, self.home, self._looks)
        self.show_pointed()

    def amount(self, chip: Chip, night: NightHeld) -> int:
        """What is out of a value after a night: cents, or pieces."""
        count = night.chips[chip]
        return Chips({chip: count}).cents if self.left.money else count

    def _line(self, chip: Chip) -> None:
        look, home = theme.current(), chip in self.home
        amounts = [self.amount(chip, night) for night in self.nights]
        shown_as = self._looks.get(chip, {})
        wide = THICK if home else THIN
        around = theme.color(look.text if home else look.muted, 255 if home else QUIET)
        inside = QColor(art.face_of(chip.name, shown_as).color)
        for color, width in ((around, wide + OUTLINE), (inside, wide)):
            pen = QPen(color, width)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setCosmetic(True)
            curve = pyqtgraph.PlotCurveItem([*range(len(amounts))], amounts, pen=pen)
            curve.setSegmentedLineMode("off")
            self.box.addItem(curve)
        if home:
            picture = art.chip_pixmap(chip.name, shown_as, END_FACE, self.devicePixelRatioF())
            end = QGraphicsPixmapItem(picture)
            end.setFlag(QGraphicsPixmapItem.GraphicsItemFlag.ItemIgnoresTransformations)
            end.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
            end.setOffset(-END_FACE // 2, -END_FACE // 2)
            end.setPos(len(amounts) - 1, amounts[-1])
            self.box.addItem(end)

    def _fit(self) -> None:
        """As high as the amounts are; as many dates as there is room for, back from the last night."""
        amounts = [self.amount(chip, night) for night in self.nights for chip in self.chips]
        low, high = min([0, *amounts]), max([1, *amounts])
        free = (high - low) / ROOM
        date = self.fontMetrics().horizontalAdvance("Nov 00" + " " * ACROSS)
        wide, last = max(2 * date, int(self.box.width())), max(1, len(self.nights) - 1)
        right = last * wide / (wide - date // 2)  # half a date beyond the last night
        self.box.setRange(xRange=(0, right), yRange=(low - free if low else 0, high + free), padding=0)
        ticks = range(len(self.nights) - 1, 0, -max(1, -(-last * date // wide)))
        self.bottom.setTicks([[(at, self._told(at)) for at in ticks]])

    def _told(self, at: int) -> str:
        on = self.nights[at].date
        return "now" if self.open and at == len(self.nights) - 1 else f"{on:%b} {on.day}"

    def show_pointed(self) -> None:
        """The figures of the night that is pointed at, else of the last."""
        at = len(self.nights) - 1 if self.pointed is None else self.pointed
        figures = {chip: self._figure(chip, self.nights[at]) for chip in self.chips}
        self.key.show_night(self._told(at).capitalize(), figures)
        self.mark.setVisible(self.pointed is not None)
        self.mark.setPos(QPointF(at, 0))
        self.view.setAccessibleDescription(self.words(at))

    def _figure(self, chip: Chip, night: NightHeld) -> str:
        amount = self.amount(chip, night)
        return f"${dollars(amount)}".replace("$-", "−$") if self.left.money else f"{amount:,}"

    def words(self, at: int) -> str:
        """The chart in words: what stands out, and what was out after a night."""
        first, night = self._told(0), self.nights[at]
        home = [f"{shown(chip)} {more}" for chip, more in self.home.items()]
        out = ", ".join(f"{shown(chip)} {self._figure(chip, night)}" for chip in self.chips)
        stands = f"Going home in pockets: {', '.join(home)}. " if home else ""
        return f"Chips with players after each night since {first}. {stands}{self._told(at)}: {out}."
