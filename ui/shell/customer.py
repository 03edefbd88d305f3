"""The second screen: what a player is being paid, large, with drawn chips; no name and no balance."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent, QScreen
from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.chips import Chips, dollars
from ui.widgets import theme
from ui.widgets.art import chip_pixmap
from ui.work.devices import THANKS
from ui.work.settings import Settings
from ui.work.station import Station

HEAD = "Chips redeemed"
MOST = 6  # rows of chips


class Customer(QWidget):
    """A window that fills a second screen, and is never shown on the cashier's own.

    Attributes:
        words: what stands on it, the amount last.
    """

    def __init__(self, station: Station, settings: Settings, beside: QWidget) -> None:
        super().__init__(None, Qt.WindowType.FramelessWindowHint)
        self.station, self.settings, self._beside = station, settings, beside
        self.setWindowTitle("PitDesk, for the player")
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.words: tuple[str, ...] = ()
        self._chips = Chips()
        station.facing.connect(self._face)
        station.posted.connect(self._posted)
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.screenAdded.connect(self.place)
        app.screenRemoved.connect(self.place)
        self.place()

    def place(self, gone: QScreen | None = None) -> None:
        """Fill another screen than the cashier's; stay away where there is none, or nobody wants it."""
        own = self._beside.screen()
        others = [one for one in QGuiApplication.screens() if one is not own and one is not gone]
        if not others or not self.settings.facing:
            self.hide()
            return
        self.setGeometry(others[0].geometry())
        self.showFullScreen()

    def _face(self, chips: Chips) -> None:
        if self.settings.facing != self.isVisible():
            self.place()
        self._chips = chips
        self.words = (HEAD, f"${dollars(chips.cents)}") if chips else ()
        self.setAccessibleName(" ".join(self.words))
        self.update()

    def _posted(self, entry: Entry) -> None:
        if isinstance(entry.fact, kinds.Redeem):
            self._chips = entry.chips
            self.words = (THANKS, f"${dollars(entry.chips.cents)}")
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The chips at the left, what it is about and the amount at the right."""
        colors, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(colors.ground))
        if not self.words:
            painter.end()
            return
        self._draw_chips(painter)
        half = self.width() // 2
        font = painter.font()
        for words, high, top in zip(self.words, (16, 7), (3, 5), strict=True):
            font.setPixelSize(max(8, self.height() // high))
            painter.setFont(font)
            painter.setPen(QColor(colors.text))
            place = QRectF(half, self.height() * top // 10, half - 24, self.height() // 4)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)
        painter.end()

    def _draw_chips(self, painter: QPainter) -> None:
        """A row for each value: a chip, and how many."""
        rows = [*self._chips.items()][:MOST]
        high = self.height() // (MOST + 1)
        top = (self.height() - high * len(rows)) // 2
        font = painter.font()
        font.setPixelSize(max(8, high // 3))
        painter.setFont(font)
        painter.setPen(QColor(theme.current().text))
        for at, (chip, count) in enumerate(rows):
            look = self.station.board.site.chips[chip]
            size = high - 12
            picture = chip_pixmap(chip.name, look, size, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(self.width() // 8, top + at * high + 6), picture)
            place = QRectF(self.width() // 8 + high + 16, top + at * high, self.width() // 4, high)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, f"× {count:,}")
