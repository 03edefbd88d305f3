"""What is read back large before somebody initials: a table, its game, who deals, its tray."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QSizePolicy, QStyle, QWidget

from ui.beside.timers import timer
from ui.widgets import theme
from ui.widgets.parts import column, emptied, framed, kind, label, row
from ui.widgets.tray import Tube, paint_tray

NUMBER, LARGEST = 64, 440  # pixels of the number: at least, at most
LOW = 26  # and where there is least room
WIDE = 40  # pixels of a tube, at most
FLASH_MS = 900
MOST_TRAYS = 6  # side by side
GAP = 14  # pixels between a number, its words and a tray
ABOVE, BESIDE, BETWEEN = 14, 18, 6  # pixels around what stands in a tall one, and between that
MARGINS = GAP + 2 * 13  # around them


@dataclass(frozen=True, slots=True)
class Reading:
    """What is read back.

    number   of the table; "" for none
    head     what goes where: FILL to TABLE
    words    line by line: the game and its limits; dealer and box
    since    what stands above the tray
    tubes    of the tray as it is known; none where it is not to be seen
    becomes  line by line, what the tray becomes
    tone     good, way (a credit), look or stop
    void     whether VOID stands across the number
    """

    number: str
    head: str = ""
    words: tuple[str, ...] = ()
    since: str = ""
    tubes: tuple[Tube, ...] = ()
    becomes: tuple[str, ...] = ()
    tone: str = "good"
    void: bool = False

    @property
    def said(self) -> str:
        """All of it, as it is said."""
        known = [f"{self.since}:", *self.becomes] if self.becomes else []
        head = f"{'Void: ' * self.void}{self.head} {self.number}".strip()
        return ". ".join(filter(None, (head, *self.words, *known)))


class Numeral(QWidget):
    """A number or an amount, as large as there is room for.

    at       where it stands in its room
    largest  pixels of its letters, at most
    """

    def __init__(self, at: Qt.AlignmentFlag, largest: int = LARGEST, least: int = NUMBER) -> None:
        super().__init__()
        self._at, self._largest, self._least = at, largest, least
        self.words = self.across = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def say(self, words: str) -> None:
        """Show another."""
        if words != self.words:
            self.words = words
            self.setAccessibleName(words)
            self.updateGeometry()
            self.update()

    def minimumSizeHint(self) -> QSize:
        """Room for it at its smallest."""
        least = self._metrics(theme.sized(self._least))
        return QSize(least.horizontalAdvance(self.words) + 4, least.capHeight() + 12)

    sizeHint = minimumSizeHint

    def shrink(self, least: int) -> None:
        """Ask for room for letters of so many pixels."""
        if least != self._least:
            self._least = least
            self.updateGeometry()

    def _metrics(self, size: int) -> QFontMetrics:
        return QFontMetrics(theme.heavy(size))

    @property
    def size_px(self) -> int:
        """The size of its letters now."""
        known = self._metrics(100)
        across, high = max(1, known.horizontalAdvance(self.words)), max(1, known.capHeight())
        fits = min((self.width() - 2) * 100 // across, (self.height() - 6) * 100 // high)
        return max(8, min(fits, theme.sized(self._largest)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write it; capitals and digits fill the height."""
        painter = QPainter(self)
        painter.setFont(theme.heavy(self.size_px))
        painter.setPen(self.palette().color(self.foregroundRole()))
        metrics = painter.fontMetrics()
        wide, high = metrics.horizontalAdvance(self.words), metrics.capHeight()
        left = 0 if self._at & Qt.AlignmentFlag.AlignLeft else self.width() - wide
        left = left // 2 if self._at & Qt.AlignmentFlag.AlignHCenter else left
        painter.drawText(left, (self.height() + high) // 2, self.words)
        if self.across:
            self._write_across(painter)

    def _write_across(self, painter: QPainter) -> None:
        """The word on a band across the number: paper is marked so, too. Across a small one, a line."""
        look, box = theme.current(), self.rect()
        painter.setFont(theme.font("h2", 600))
        high = painter.fontMetrics().height()
        if high > self._metrics(self.size_px).capHeight():  # the band would hide the number
            painter.setPen(theme.pen(look.red, 3))
            painter.drawLine(0, box.height() // 2, box.width(), box.height() // 2)
            return
        band = QRect(0, (box.height() - high) // 2, box.width(), high)
        painter.fillRect(band, theme.color(look.red_ground))
        painter.setPen(theme.pen(look.red_line))
        painter.drawRect(band.adjusted(0, 0, -1, -1))
        painter.setPen(theme.color(look.red))
        painter.drawText(band, Qt.AlignmentFlag.AlignCenter, self.across)


class TrayView(QWidget):
    """A tray as it is known: small, or in all the room there is, with its figures.

    large   the latter
    """

    def __init__(self, *, large: bool = False) -> None:
        super().__init__()
        self.tubes: tuple[Tube, ...] = ()
        self._large = large
        if large:
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
            return
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def show_tubes(self, tubes: Sequence[Tube]) -> None:
        """Show others."""
        self.tubes = tuple(tubes)
        self.setAccessibleName(", ".join(f"{one.pieces:,} of {one.name}" for one in tubes))
        self.updateGeometry()
        self.update()

    def minimumSizeHint(self) -> QSize:
        """Slim tubes."""
        return QSize(0, theme.sized(56))

    def sizeHint(self) -> QSize:
        """Tubes as wide as they should be."""
        return QSize(len(self.tubes) * (WIDE + 8), theme.sized(72))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tubes."""
        if self.tubes:
            wide = self.width() if self._large else min(self.width(), len(self.tubes) * (WIDE + 8))
            box = QRect(0, 0, wide, self.height())
            paint_tray(QPainter(self), box, self.tubes, theme.current(), figures=self._large)


class TrayTiles(QWidget):
    """The trays of tables as they are known, large and side by side; the one that is chosen says so.

    Attributes:
        none: whether none is shown.
    """

    def __init__(self) -> None:
        super().__init__()
        self.none = True
        self._told: object = None
        self._line = row(gap=12)
        self.setLayout(self._line)

    def tell(self, tables: Sequence[Reading], chosen: str) -> None:
        """Show those that there is room for: all, or the one that is chosen."""
        if len(tables) > MOST_TRAYS:
            tables = [one for one in tables if one.number == chosen]
        self.none = not tables
        if self._told != (told := ([*tables], chosen)):
            self._told = told
            emptied(self._line)
            for one in tables:
                self._line.addWidget(self._tray(one, chosen=one.number == chosen), 1)

    def _tray(self, one: Reading, *, chosen: bool) -> QWidget:
        head = label(f"Table {one.number}{', chosen' * chosen}", "h2")
        since = label(one.since, "caption", wrap=True)
        tray = TrayView(large=True)
        tray.show_tubes(one.tubes)
        frame = QFrame()
        inner = column(head, since, tray, gap=6, grow=2)
        return framed(frame, inner, "readback" if chosen else "card", 14, 10)


class ReadBack(QFrame):
    """The field that reads a table back.

    tall   whether it stands beside what is read, its number as large as there is room for
    """

    def __init__(self, *, tall: bool = False) -> None:
        super().__init__()
        self.told = Reading("")
        self._tall = tall
        side = Qt.AlignmentFlag.AlignLeft if tall else Qt.AlignmentFlag.AlignHCenter
        self.number = Numeral(side, LARGEST if tall else theme.SIZES["huge"] * 2)
        self.head = label("", "big" if tall else "h2", wrap=tall)
        self.words = label("", wrap=tall)
        self.tray = TrayView()
        self._calm = timer(self, FLASH_MS, once=True)
        self._calm.timeout.connect(self._dress)
        theme.fitted.connect(self._fit)
        theme.fitted.connect(self._dress)
        if tall:
            self.since, self.becomes = label("", "caption", wrap=True), label("", "strong", wrap=True)
            below = (self.words, 8, self.since, self.tray, self.becomes)
            inner = column(self.head, self.number, *below, gap=BETWEEN, grow=1)
            framed(self, inner, "readback", BESIDE, ABOVE)
        else:
            self._said = column(None, self.head, self.words, None, gap=2)
            self._line = row(self.number, self._said, self.tray, gap=GAP)
            self._line.setStretch(1, 1)
            framed(self, self._line, "readback", 12, 6)
            self.number.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
            self.tray.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)

    def tell(self, told: Reading) -> None:
        """Read something else back."""
        if told == self.told:
            return
        self.told = told
        self.setAccessibleName(told.said)
        self.number.across = "VOID" if told.void else ""
        self.number.say(told.number or "–")
        self.number.update()
        self.head.setText(told.head)
        if self._tall:
            self.since.setText(told.since)
            self.becomes.setText("\n".join(told.becomes))
        self.tray.show_tubes(told.tubes)
        self._fit()
        self._dress()

    def flash(self) -> None:
        """Stand out for a moment: it is another table. Still where the system moves nothing."""
        if self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration, None, self):
            kind(self, "readback", tone="look")
            self._calm.start()

    @property
    def flashing(self) -> bool:
        """Whether it stands out just now."""
        return self._calm.isActive()

    def _dress(self) -> None:
        if not self.flashing:
            kind(self, "readback", tone=self.told.tone)
            large = self._tall and theme.size() > theme.Size.SMALL
            kind(self.head, "big" if large else "h2", tone=self.told.tone)

    def minimumSizeHint(self) -> QSize:
        """The number and the words; the tray may be left out. Of a tall one, the number alone."""
        hint = super().minimumSizeHint()
        if self._tall:
            return QSize(hint.width(), self._least(self.head, self.number))
        words = max(self.head.minimumSizeHint().width(), self.words.minimumSizeHint().width())
        return QSize(self.number.minimumSizeHint().width() + words + MARGINS, hint.height())

    def sizeHint(self) -> QSize:
        """The same."""
        return super().sizeHint() if self._tall else self.minimumSizeHint()

    def _least(self, *parts: QWidget) -> int:
        """How high it is with these, one below the other."""
        margins = self.contentsMargins().top() + self.contentsMargins().bottom() + 2 * ABOVE
        wide = self.contentsRect().width() - 2 * BESIDE
        high = [max(one.minimumSizeHint().height(), one.heightForWidth(wide)) for one in parts]
        return margins + sum(high) + BETWEEN * (len(parts) - 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """With other room, the tray may be seen or not."""
        super().resizeEvent(event)
        self._fit()

    def _flatten(self, *, flat: bool) -> None:
        """Be one line high, with the words beside the head, where there is least room."""
        wide = [one.sizeHint().width() for one in (self.number, self.head, self.words)]
        across = flat and self.width() >= sum(wide) + 2 * GAP + MARGINS
        turned = QBoxLayout.Direction.LeftToRight if across else QBoxLayout.Direction.TopToBottom
        self._said.setDirection(turned)
        self._said.setSpacing(GAP if across else 2)
        self._said.setStretch(0, not across)
        self.number.shrink(LOW if flat else NUMBER)
        down = 2 if flat else 6
        self._line.setContentsMargins(12, down, 12, down)

    def _fit(self) -> None:
        """Leave the tray out where there is no room for it beside the words; the words, too, below."""
        little = theme.size() == theme.Size.TINY and not self._tall
        self.words.setText("\n".join(self.told.words[-1:] if little else self.told.words))
        if not self._tall:
            self._flatten(flat=little)
        if self._tall:
            parts = [self.head, self.number, self.words]
            self.words.setVisible(self.height() >= self._least(*parts))
            parts += [self.since, self.tray, self.becomes]
            room = self.height() >= self._least(*parts)
            for part in (self.since, self.becomes):
                part.setVisible(room and bool(part.text()))
            self.tray.setVisible(room and bool(self.told.tubes))
            return
        least = self.minimumSizeHint().width() + GAP + self.tray.sizeHint().width()
        room = self.width() >= least
        self.tray.setVisible(bool(self.told.tubes) and room)
