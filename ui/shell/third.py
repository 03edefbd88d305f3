"""The third column: who waits for whom, and where every chip is, where there is the most room."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame

from pitdesk.tonight.board import Board
from ui.beside.timers import timer
from ui.floor.cards import Spots
from ui.floor.now import Now, Whereabouts
from ui.widgets import theme
from ui.widgets.parts import column, framed, holder, keep_wide, kind, scrolled
from ui.work.settings import Settings
from ui.work.station import Station

WIDE = 316  # pixels, at letters of 100 %
TICK_MS = 1000


class Third(QFrame):
    """What the floor says at its right, beside every other screen."""

    def __init__(self, station: Station, settings: Settings) -> None:
        super().__init__()
        self.station, self.settings = station, settings
        self._spots = Spots()
        self.now, self.where = Now(station, self._spots), Whereabouts()
        kind(self.now.first, "")  # the one button to act stands in the screen
        inner = column(self.now, self.where, None, gap=12)
        framed(self, column(scrolled(holder(inner))), "side", 12, 12)
        keep_wide(self, WIDE)
        self._tick = timer(self, TICK_MS)
        self._tick.timeout.connect(self.now.tick)
        station.follow(self, self.refresh)

    def stand(self, *, on: bool) -> None:
        """Be there or not."""
        if on and self.isHidden():
            theme.freshen(self)
        self.setVisible(on)
        (self._tick.start if on else self._tick.stop)()

    def showEvent(self, event: QShowEvent) -> None:
        """Show what is so now."""
        super().showEvent(event)
        if self.station.ready:
            self.refresh(self.station.board)

    def refresh(self, board: Board) -> None:
        """Show another board."""
        self._spots.slow_s = 60 * self.settings.slow_min
        self._spots.late_s = 60 * max(self.settings.slow_min, self.settings.late_min)
        self.now.show_board(board)
        self.where.show_board(board)
