"""Garbage is collected in the window's thread alone.

Python collects cycles in whatever thread happens to allocate. Where a cycle holds a widget, that would
be the end of it in the desk's thread, and of the program: Qt lets widgets go in their own thread only.
"""

import gc

from PySide6.QtCore import QObject

from ui.beside.timers import timer

EVERY_MS = 500
THRESHOLDS = (700, 10, 10)  # of each generation, as Python has them


class Garbage(QObject):
    """Collects in the thread that it was made in, and nothing else does."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = timer(self, EVERY_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collect the generations that are due."""
        counts = gc.get_count()
        due = [old for old, most in enumerate(THRESHOLDS) if counts[old] > most]
        if due:
            gc.collect(due[-1])
