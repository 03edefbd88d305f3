"""A window stays within its monitor: once it comes to another, or that changes its size or scale."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QWidget

from ui.beside.timers import timer

CALM_MS = 300  # from then on a hand or the desktop has done with it


class Within(QObject):
    """Makes a window as large as its monitor once that has less room than the window takes.

    window   one that is shown

    Attributes:
        calm: runs until a change is over.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.calm = timer(self, CALM_MS, once=True)
        self.calm.timeout.connect(self._fit)
        handle = window.windowHandle()
        handle.screenChanged.connect(self._came)
        self._follow(handle.screen())

    def _came(self, screen: QScreen) -> None:
        self._follow(screen)
        self._changed()

    def _follow(self, screen: QScreen) -> None:
        once = Qt.ConnectionType.UniqueConnection
        screen.availableGeometryChanged.connect(self._changed, once)

    def _changed(self) -> None:
        self.calm.start()

    def _fit(self) -> None:
        window, room = self._window, self._window.screen().availableGeometry().size()
        taken, kept = window.frameGeometry().size(), window.isFullScreen() or window.isMinimized()
        if taken.boundedTo(room) != taken and window.isVisible() and not kept:
            window.showMaximized()
