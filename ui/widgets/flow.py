"""Layouts that follow the room there is: columns of one width, parts that fold, parts that yield."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QFrame,
    QLabel,
    QLayout,
    QLayoutItem,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)
from shiboken6 import isValid

from ui.widgets import theme
from ui.widgets.parts import ANY, broken, cells, emptied, kind, row

GAP = 8  # pixels
ARROWS = {  # key → the way it leads, across and down
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


def towards(key: int, here: QObject, others: Iterable[QWidget]) -> QWidget | None:
    """What an arrow key leads to from here: the nearest straight ahead; None at an end."""
    if key not in ARROWS or not isinstance(here, QWidget):
        return None
    across, down = ARROWS[Qt.Key(key)]
    window = here.window()
    start = here.mapTo(window, QPoint())

    def off(one: QWidget) -> tuple[int, int]:
        """How far it is beside the way, and along it."""
        way = one.mapTo(window, QPoint()) - start
        return abs(way.x() * down) + abs(way.y() * across), way.x() * across + way.y() * down

    ahead = [one for one in others if one.isVisible() and one.isEnabled() and off(one)[1] > 0]
    return min(ahead, key=off, default=None)


class Flow(QLayout):
    """Widgets in rows; with larger letters or a smaller window there are fewer in a row.

    across   how many in a row at most
    """

    def __init__(self, *widgets: QWidget, across: int, gap: int = GAP, down: int = GAP) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._across, self._gap, self._down = across, gap, down
        self.setContentsMargins(0, 0, 0, 0)
        for widget in widgets:
            self.addWidget(widget)

    # What Qt asks of a layout

    def addItem(self, item: QLayoutItem) -> None:
        """Take one more."""
        self._items.append(item)

    def count(self) -> int:
        """How many there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """One of them."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Let one go."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """As wide as possible."""
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:
        """Yes: the narrower, the higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """How high all rows are together."""
        return self._lay(QRect(0, 0, width, 0), move=False)

    def sizeHint(self) -> QSize:
        """All that may stand in a row side by side."""
        shown = self._shown()
        wide = max((item.sizeHint().width() for item in shown), default=0)
        columns = min(self._across, len(shown))
        width = columns * wide + max(0, columns - 1) * self._gap
        return QSize(width, self.heightForWidth(width))

    def minimumSize(self) -> QSize:
        """As narrow as the widest of them."""
        return reduce(QSize.expandedTo, (item.minimumSize() for item in self._shown()), QSize(0, 0))

    def setGeometry(self, rect: QRect) -> None:
        """Lay them out."""
        super().setGeometry(rect)
        self._lay(rect, move=True)

    # How it is done

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lay(self, rect: QRect, *, move: bool) -> int:
        shown = self._shown()
        if not shown:
            return 0
        room = (rect.width() + self._gap) // (max(1, self.minimumSize().width()) + self._gap)
        columns = max(1, min(self._across, room))
        wide = (rect.width() - (columns - 1) * self._gap) // columns
        top = rect.y()
        for begin in range(0, len(shown), columns):
            line = shown[begin : begin + columns]
            high = max(_height(item, wide) for item in line)
            for at, item in enumerate(line):
                if move:
                    left = rect.x() + at * (wide + self._gap)
                    item.setGeometry(QRect(QPoint(left, top), QSize(wide, high)))
            top += high + self._down
        return top - self._down - rect.y()


def _height(item: QLayoutItem, width: int) -> int:
    high = item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
    return max(high, item.minimumSize().height())


class Cells(QWidget):
    """Parts in a grid; where fingers touch a window of least room, in as many columns as it holds.

    across   how many in a row otherwise
    """

    def __init__(self, across: int) -> None:
        super().__init__()
        self._across, self._now = across, 0
        self._parts: list[QWidget] = []
        self._grid = cells(GAP, GAP)
        self.setLayout(self._grid)
        theme.fitted.connect(self._fit)

    def hold(self, parts: Sequence[QWidget]) -> None:
        """Hold these and let go of those of before."""
        emptied(self._grid)
        self._parts, self._now = [*parts], 0
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Other room holds others."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        little, across = theme.cramped(), self._across
        while little and across > 1 and self._wide(across) > self.width():
            across -= 1
        if across == self._now:
            return
        self._now = across
        for at, part in enumerate(self._parts):
            self._grid.addWidget(part, *divmod(at, across))
        for at in range(self._across + 1):
            self._grid.setColumnStretch(at, int(at == across))

    def minimumSizeHint(self) -> QSize:
        """As narrow as the widest of them, where there may be fewer in a row."""
        hint = super().minimumSizeHint()
        return QSize(self._wide(1), hint.height()) if theme.cramped() else hint

    @property
    def unfolded(self) -> int:
        """Pixels of width that they need in a row."""
        return self._wide(self._across)

    def _wide(self, across: int) -> int:
        """Pixels that so many in a row need."""
        columns = [self._parts[at::across] for at in range(min(across, len(self._parts)))]
        wide = [max(part.sizeHint().width() for part in column) for column in columns]
        return sum(wide) + GAP * (len(wide) - 1)


class Fitting(QFrame):
    """Parts that are laid out again when their room or their words change."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit them."""
        self._fit()
        super().resizeEvent(event)

    def event(self, event: QEvent) -> bool:
        """A part with other words may need more room, or less."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        raise NotImplementedError


class Folding(Fitting):
    """Parts side by side where there is room for all of them, else one below the other.

    stretch   how much of the room beyond what it needs each part takes; all the same without it
    top       whether they stand at the top of their row, each as high as it is
    late      whether they fold only once what they stand in, which folds too, has folded
    """

    def __init__(
        self,
        *parts: QWidget,
        gap: int = 16,
        stretch: Sequence[int] = (),
        top: bool = False,
        late: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._late = late
        align = Qt.AlignmentFlag.AlignTop if top else Qt.AlignmentFlag(0)
        self._parts = parts
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(gap)
        for at, part in enumerate(parts):
            self._line.addWidget(part, stretch[at] if stretch else 0, align)

    def minimumSizeHint(self) -> QSize:
        """As narrow as its widest part: below each other they fit."""
        shown = [part for part in self._parts if not part.isHidden()]
        return QSize(max(map(_narrowest, shown), default=0), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """As they want it; one that folds late wants its row back once it has folded."""
        hint = super().sizeHint()
        return QSize(max(hint.width(), self.unfolded), hint.height()) if self._late else hint

    @property
    def unfolded(self) -> int:
        """Pixels of width that they need side by side."""
        shown = [part for part in self._parts if not part.isHidden()]
        wide = [
            one.unfolded if isinstance(one, Folding) and one._late else _in_a_row(one) for one in shown
        ]
        return sum(wide) + self._line.spacing() * max(0, len(wide) - 1)

    def _fit(self) -> None:
        """Side by side as long as nothing is cut off by it."""
        room = self.unfolded <= self.width()
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        if self._line.direction() != (turned := across if room else down):
            self._line.setDirection(turned)
            self.updateGeometry()


class Yielding(Fitting):
    """Parts side by side, the second with the spare room; some are left out where there is none.

    first   those that may be left out, the first of them first; they are in sight otherwise
    """

    def __init__(self, *parts: QWidget, first: Sequence[QWidget], gap: int = 8) -> None:
        super().__init__()
        self._parts, self._first, self._gap = parts, first, gap
        self.setLayout(row(*parts, gap=gap, grow=1))

    def _least(self, left_out: Sequence[QWidget]) -> int:
        shown = [part for part in self._parts if part in self._first or not part.isHidden()]
        wide = [_narrowest(part) for part in shown if part not in left_out]
        return sum(wide) + self._gap * (len(wide) - 1)

    def minimumSizeHint(self) -> QSize:
        """As narrow as what stays."""
        return QSize(self._least(self._first), super().minimumSizeHint().height())

    def _fit(self) -> None:
        """Leave out what there is no room for."""
        gone = 0
        while gone < len(self._first) and self._least(self._first[:gone]) > self.width():
            gone += 1
        for at, part in enumerate(self._first):
            part.setVisible(at >= gone)


class Front(QStackedWidget):
    """Pages of which one is in front; what is behind it needs no room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:
        """What is in front needs."""
        front = self.currentWidget()
        return front.minimumSizeHint() if front and isValid(front) else QSize(0, 0)


class Wrapping(QLabel):
    """Words in a line; where fingers touch a window of least room, in as many as they need."""

    def __init__(self, words: str, look: str) -> None:
        super().__init__(words)
        kind(self, look)
        theme.fitted.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        self.setWordWrap(theme.cramped())


class Ticking(QCheckBox):
    """A box to tick, its words in a line; where fingers touch a window of least room, in several."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self._words = words
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.fitted.connect(self._fit)

    def setText(self, words: str) -> None:
        """Say other words beside it."""
        self._words = words
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """As narrow as its longest word, where its words wrap."""
        hint, advance = super().minimumSizeHint(), self.fontMetrics().horizontalAdvance
        if not theme.cramped():
            return hint
        return QSize(self._around + max(map(advance, self._words.split()), default=0), hint.height())

    @property
    def _around(self) -> int:
        """Pixels beside its words."""
        lines = self.text().split("\n")
        return self.sizeHint().width() - max(map(self.fontMetrics().horizontalAdvance, lines))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Other room holds other words in a line."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        lines = [self._words]
        if theme.cramped():
            lines = broken(self._words, self.font(), self.width() - self._around)
        if self.text() != (words := "\n".join(one.rstrip() for one in lines)):
            super().setText(words)


def _narrowest(part: QWidget) -> int:
    ignored = part.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Ignored
    return 0 if ignored else max(part.minimumSizeHint().width(), part.minimumWidth())


def _in_a_row(part: QWidget) -> int:
    """How narrow a part may be, with what is chosen from in one row."""
    choices = part.findChildren(Cells) if theme.cramped() else []
    return max([_narrowest(part), *(one.unfolded for one in choices if not one.isHidden())])


def stand(line: QBoxLayout, high: Mapping[QWidget, int], wide: Mapping[QWidget, int]) -> None:
    """Have parts side by side; where fingers touch a window of least room, one below the other.

    high   part → pixels of its height there at least, at letters of 100 %: the page scrolls
    wide   part → pixels of its width side by side
    """
    below = theme.cramped()
    across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
    if line.direction() != (turned := down if below else across):
        line.setDirection(turned)
    for part, pixels in high.items():
        part.setMinimumHeight(theme.sized(pixels) if below else 0)
    for part, pixels in wide.items():
        part.setMinimumWidth(0 if below else pixels)
        part.setMaximumWidth(ANY if below else pixels)


def spaced(layout: QBoxLayout, gap: int) -> None:
    """Set its parts so far apart, where they are not: Qt lays all out again even for the same gap."""
    if layout.spacing() != gap:
        layout.setSpacing(gap)
