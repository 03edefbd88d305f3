"""Ctrl+C in the terminal and the system's word to end close the window as its user would.

Otherwise Ctrl+C would stop whatever Python does just then, and leave the window as it is; and the system
would end the program in the midst of it. Nobody can be asked then, so nobody is.
"""

import signal
import socket

from PySide6.QtCore import QObject, QSocketNotifier
from PySide6.QtWidgets import QApplication

from ui.beside.timers import timer

ENDS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
AGAIN_MS = 50  # until a question of the window itself, which was closed first, is out of the way


class Ending(QObject):
    """Closes every window once the program is told to end; told again, it ends at once."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._heard, self._told = socket.socketpair()
        self._told.setblocking(False)
        self._notifier = QSocketNotifier(self._heard.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._end)
        self._again = timer(self, AGAIN_MS, once=True)
        self._again.timeout.connect(self._close)
        signal.set_wakeup_fd(self._told.fileno(), warn_on_full_buffer=False)
        self._heeds = [one for one in ENDS if signal.getsignal(one) is not signal.SIG_IGN]
        for one in self._heeds:
            signal.signal(one, lambda *_: None)  # Qt comes to hear of it by the socket

    def _end(self) -> None:
        self._heard.recv(1)
        for one in self._heeds:
            signal.signal(one, signal.SIG_DFL)
        self._close()

    def _close(self) -> None:
        QApplication.closeAllWindows()
        if any(one.isVisible() for one in QApplication.topLevelWidgets()):
            self._again.start()
