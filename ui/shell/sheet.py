"""A sheet: what stands around the screens where there is room, laid over them where there is none."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QMenu, QPushButton, QWidget

from ui.aloud.roles import Role, read_as
from ui.widgets import icons, theme
from ui.widgets.flow import Flow
from ui.widgets.parts import button, framed
from ui.work.actions import PICTURES, Action
from ui.work.station import Station

ACROSS, EDGE = 6, 12  # buttons in a row at most; pixels around them
ON, BACK = (Qt.Key.Key_Right, Qt.Key.Key_Down), (Qt.Key.Key_Left, Qt.Key.Key_Up)


class Sheet(QFrame):
    """Buttons over the screens, until one is pressed, or something else is done.

    Attributes:
        opener: the button that opens it, and closes it again.
        buttons: action → its button.
    """

    def __init__(
        self, station: Station, opener: QPushButton, actions: list[Action], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.opener = opener
        self.buttons: dict[str, QPushButton] = {}
        self._before: QWidget | None = None  # had the focus before it opened
        self._flow = Flow(across=ACROSS)
        for one in actions:
            made = button(f"{one.words}  {one.key}", self._leave, "verb", says=one.words, to=one.name)
            self.buttons[one.name] = made
            self._flow.addWidget(made)
        framed(self, self._flow, "sheet", 0, 0).setContentsMargins(EDGE, EDGE, EDGE, EDGE)
        read_as(self, Role.List)
        self._go = station.go
        self.setAccessibleName(opener.accessibleName())
        self.hide()
        self._draw()
        theme.changed.connect(self._draw)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_moved)

    def offer(self, words: str, menu: QMenu) -> None:
        """Have one more button, which opens a menu."""
        made = button(words, lambda: None, "verb")
        made.setMenu(menu)
        self._flow.addWidget(made)

    def _draw(self) -> None:
        for name, made in self.buttons.items():
            if name in PICTURES:
                made.setIcon(icons.icon(PICTURES[name]))

    def turn(self) -> None:
        """Open it, or put it away."""
        if self.isVisible():
            self.put_away()
            return
        self._before = QApplication.focusWidget()
        self.fit()
        self.show()
        self.raise_()
        next(iter(self.buttons.values())).setFocus()

    def fit(self) -> None:
        """Lie below the top, as wide as the window and as high as its buttons."""
        if around := self.parentWidget():
            top = self.opener.mapTo(around, self.opener.rect().bottomLeft()).y() + EDGE // 2
            high = self._flow.heightForWidth(around.width() - 2 * EDGE) + 2 * EDGE
            self.setGeometry(0, top, around.width(), high)

    def put_away(self) -> bool:
        """Close it, back to where the focus was; returns whether it was open."""
        was = self.isVisible()
        self.hide()
        if was and self._before and self._before.isVisible():
            self._before.setFocus()
        return was

    def _leave(self, name: str) -> None:
        self.hide()
        self._go(name)

    def _focus_moved(self, _: QWidget | None, now: QWidget | None) -> None:
        """It closes when something else has the focus."""
        if now and self.isVisible() and now is not self.opener and not self.isAncestorOf(now):
            self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrow keys move among the buttons."""
        if event.key() in ON + BACK:
            self.focusNextPrevChild(event.key() in ON)
        else:
            super().keyPressEvent(event)
