"""A tile: a large button with parts of its own in it, as high as they are."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QBoxLayout, QLabel

from ui.widgets.parts import Button, kind


class Tile(Button):
    """A button whose face is a layout.

    press   called with `to`
    says    what it is to a screen reader
    """

    def __init__(self, press: Callable[..., object], says: str, to: object) -> None:
        super().__init__()
        self.setAccessibleName(says)
        self.clicked.connect(lambda: press(to))
        kind(self, "person")

    def wear(self, face: QBoxLayout) -> None:
        """Take a layout as its face; touches go through to the button."""
        self.setLayout(face)
        for part in self.findChildren(QLabel):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        """As large as its face."""
        face = self.layout()
        return face.sizeHint() if face else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        """As large as its face can be made."""
        face = self.layout()
        return face.minimumSize() if face else super().minimumSizeHint()

    def hasHeightForWidth(self) -> bool:
        """Whether words in it wrap."""
        face = self.layout()
        return bool(face and face.hasHeightForWidth())

    def heightForWidth(self, width: int) -> int:
        """As high as its face is at that width."""
        face = self.layout()
        return face.heightForWidth(width) if face else super().heightForWidth(width)
