"""The pit's own screen, at a station of the pit: tables as trays, an ask in two touches, its track."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QListView,
    QScroller,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from pitdesk.tonight import now as tonight
from pitdesk.tonight.board import Board, Spot
from pitdesk.tonight.now import happening
from ui.beside.timers import timer
from ui.floor.asking import Asking
from ui.floor.cards import CardPainter, Spots, Tables, state_of
from ui.floor.track import Away, Newest
from ui.widgets import theme
from ui.widgets.listing import INDEX, ROLE
from ui.widgets.parts import column, holder, row, scrolled
from ui.work.lines import following_of
from ui.work.settings import Settings
from ui.work.station import Station

ACROSS, LEFT, RIGHT = 2, 276, 268  # trays side by side, pixels of what stands at the sides
HIGH, GAP, EDGE = 144, 8, 10
TICK_MS = 1000


class Small(QStyledItemDelegate):
    """Paints a table as a small card: number, state, tray, what happens there."""

    def __init__(self, spots: Spots, view: QListView) -> None:
        super().__init__(view)
        self._spots, self._view = spots, view
        self._large = CardPainter(spots, view)

    def sizeHint(self, option: QStyleOptionViewItem, index: INDEX) -> QSize:
        """Two in a row."""
        return QSize((self._view.viewport().width() - GAP) // ACROSS, theme.sized(HIGH))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: INDEX) -> None:
        """Paint one."""
        look, spot = theme.current(), index.data(ROLE.UserRole)
        box: QRect = option.rect.adjusted(2, 2, -GAP, -GAP)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        first = happening(spot)[0]
        calm = first.what in tonight.CALM
        edge = look.line if calm else theme.inks(self._spots.tone(first))[2]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.pen(look.focus, look.ring) if chosen else theme.pen(edge))
        painter.setBrush(theme.color(look.panel))
        painter.drawRoundedRect(box, 8, 8)
        inner = box.adjusted(EDGE, 6, -EDGE, -8)
        painter.setFont(theme.font("number", 600))
        high = painter.fontMetrics().height()
        painter.setPen(theme.color(look.text))
        painter.drawText(inner, Qt.AlignmentFlag.AlignLeft, spot.table)
        words, tone = state_of(spot)
        _line(
            painter, QRect(inner.x() + 40, inner.y(), inner.width() - 40, high), words, tone, right=True
        )
        foot = theme.pixels("caption") + 6
        below = QRect(inner.x(), inner.bottom() - foot, inner.width(), foot)
        tray = QRect(inner.x(), inner.y() + high + 2, inner.width(), below.y() - inner.y() - high - 6)
        self._large.tray(painter, tray, spot, figures=False)
        strip = "" if calm else self._spots.strip(spot)
        _line(painter, below, strip or self._spots.seated(spot), "" if calm else self._spots.tone(first))
        painter.restore()


def _line(painter: QPainter, box: QRect, words: str, tone: str, *, right: bool = False) -> None:
    painter.setFont(theme.font("caption", 600 if tone else 400))
    painter.setPen(theme.color(theme.inks(tone)[0] if tone else theme.current().muted))
    cut = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, box.width())
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, cut)


class Pit(QWidget):
    """The home of a pit station's window.

    Attributes:
        asking: what is asked for the chosen table.
        newest: how far its newest request is.
        away: what works while the cage is not reached.
    """

    def __init__(self, station: Station, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station, self.settings = station, settings
        self.model = Spots()
        self.tables = Tables(self.model)
        self.tables.setItemDelegate(Small(self.model, self.tables))
        QScroller.grabGesture(self.tables.viewport(), QScroller.ScrollerGestureType.TouchGesture)
        self.asking = Asking(station)
        self.newest = Newest(station, self.asking.take_kept)
        self._following = following_of(station)
        self.away = Away(station, self._try_now, self._what_now)
        side = column(self.newest, self.away, None, gap=12)
        self.side = scrolled(holder(side))
        self.setLayout(row(self.tables, self.asking, self.side, gap=14, grow=1))
        self.tables.selectionModel().selectionChanged.connect(lambda *_: self._choose())
        if self._following:
            self._following.changed.connect(self._reach)
        self._tick = timer(self, TICK_MS)
        self._tick.timeout.connect(self.tick)
        self._tick.start()
        theme.fitted.connect(self._fit)
        station.follow(self, self.refresh)
        self._fit()

    def begin(self, what: object = None) -> None:
        """Come to the front, at the table that was pointed at; at the first otherwise."""
        self.refresh(self.station.board)
        names = [spot.table for spot in self.model.rows]
        at = names.index(what) if what in names else self._row
        if names:
            self.tables.setCurrentIndex(self.model.index(max(0, at), 0))
        self._choose()
        self.tables.setFocus()

    @property
    def _row(self) -> int:
        return self.tables.currentIndex().row()

    @property
    def pointed(self) -> str | None:
        """The table that is chosen, if one is."""
        spots: list[Spot] = [*self.model.rows]
        return spots[self._row].table if 0 <= self._row < len(spots) else None

    def in_words(self) -> str:
        """The chosen table, as it is said."""
        spots: list[Spot] = [*self.model.rows]
        return self.model.said(spots[self._row]) if 0 <= self._row < len(spots) else ""

    def refresh(self, board: Board) -> None:
        """Show the board as it is."""
        self.model.slow_s = 60 * self.settings.slow_min
        self.model.late_s = 60 * max(self.settings.slow_min, self.settings.late_min)
        chosen = self._row
        self.model.show_board(board, self.station.clock.now().at)
        if chosen >= 0 and self._row != chosen:
            self.tables.setCurrentIndex(self.model.index(chosen, 0))
        self.asking.refresh(board)
        self.newest.show_table(self.pointed)
        self._reach()

    def tick(self) -> None:
        """It is later: what waits has waited longer, and what is read is older."""
        if self.isVisible() and self.station.ready:
            self.model.tick(self.station.clock.now().at)
            self.newest.tick()
            self._reach()

    def _choose(self) -> None:
        if self.pointed:
            self.asking.take(self.pointed)
            self.newest.show_table(self.pointed)

    def _reach(self) -> None:
        """Say what works, and what waits, as long as the cage is not reached."""
        away = self._following.away if self._following else ""
        self.away.tell(away, self._following.last if self._following else None)
        self.asking.reach(away)
        self.newest.reach(away)

    def _try_now(self) -> None:
        if self._following:
            self._following.try_now()

    def _what_now(self) -> None:
        if self._following:
            self._following.stuck.emit()

    def _fit(self) -> None:
        """At the sides larger letters have half of the room that they want: the middle needs its own."""
        self.tables.setFixedWidth((LEFT + theme.sized(LEFT)) // 2)
        self.side.setFixedWidth((RIGHT + theme.sized(RIGHT)) // 2)
