"""A layout in columns of one width: as many as there is room for, at most a given number."""

from functools import reduce

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QBoxLayout, QLayout, QLayoutItem, QWidget

GAP = 8  # pixels


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


def spaced(layout: QBoxLayout, gap: int) -> None:
    """Set its parts so far apart, where they are not: Qt lays all out again even for the same gap."""
    if layout.spacing() != gap:
        layout.setSpacing(gap)
