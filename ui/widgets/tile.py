"""A tile: a large button with parts of its own in it, as high as they are."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QBoxLayout, QLabel

from ui.widgets.parts import Button, kind


class Tile(Button):
    """A button with a layout in it.

    press   called with `to`
    says    what it is to a screen reader
    """

    def __init__(self, press: Callable[..., object], says: str, to: object) -> None:
        super().__init__()
        self.setAccessibleName(says)
        self.clicked.connect(lambda: press(to))
        kind(self, "person")

    def wear(self, layout: QBoxLayout) -> None:
        """Take a layout; touches go through it to the button."""
        self.setLayout(layout)
        for part in self.findChildren(QLabel):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        """As large as its layout."""
        layout = self.layout()
        return layout.sizeHint() if layout else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        """As large as its layout must be."""
        layout = self.layout()
        return layout.minimumSize() if layout else super().minimumSizeHint()

    def hasHeightForWidth(self) -> bool:
        """Whether words in it wrap."""
        layout = self.layout()
        return bool(layout and layout.hasHeightForWidth())

    def heightForWidth(self, width: int) -> int:
        """As high as its layout is at that width."""
        layout = self.layout()
        return layout.heightForWidth(width) if layout else super().heightForWidth(width)
