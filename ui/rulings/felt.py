"""The felt: a table as its dealer has it. The dealer's cards at the top, seat 1 at the right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Literal, TypeAlias

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from pitdesk.games.cards import Card
from ui.aloud.roles import Role, read_as
from ui.widgets import theme
from ui.widgets.theme import color, current

Tone: TypeAlias = Literal["good", "stop", "plain"]
GOOD: Tone = "good"
STOP: Tone = "stop"
RED = "HD"
CARD = (1, 140)  # a card's height is so many percent of its width
OVERLAP = 46  # percent of a card's width that is seen under the next
MOST_CARD, LEAST_CARD = 64, 22  # pixels across
FIRST, LAST = 12, 168  # degrees along the table's edge, from the dealer's left to the right


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as it is drawn: its wager, its hands, and what comes of it in a word."""

    wager: str
    hands: tuple[tuple[Card, ...], ...]
    says: str = ""
    tone: Tone = "plain"


class Felt(QWidget):
    """The table. A click on a seat, or on the dealer (0), chooses it.

    Signals:
        chosen(int)   a seat was pointed at
    """

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.seats: Mapping[int, Seat] = {}
        self.dealer: tuple[Card, ...] = ()
        self.says, self._count, self.active = "", 7, 0
        self.setAccessibleName("The table")
        read_as(self, Role.Graphic)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self.update)

    def show_table(
        self, dealer: Sequence[Card], says: str, seats: Mapping[int, Seat], count: int, active: int
    ) -> None:
        """Show other cards; `active` is the seat that is being typed."""
        self.dealer, self.says, self.seats = tuple(dealer), says, seats
        self._count, self.active = count, active
        told = [f"dealer {' '.join(dealer)} {says}".strip()] if dealer else []
        told += [f"seat {number}: {seat.wager}, {seat.says}" for number, seat in sorted(seats.items())]
        self.setAccessibleDescription("; ".join(told) or "empty")
        self.update()

    def minimumSizeHint(self) -> QSize:
        """As much as seven seats need."""
        return QSize(420, 190)

    def sizeHint(self) -> QSize:
        """A table that is seen well."""
        return QSize(760, 460)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the seat that is nearest."""
        places = {0: QPointF(self.width() / 2, self.height() / 8)}
        places |= {number: self._place(number) for number in range(1, self._count + 1)}
        at = event.position()
        self.chosen.emit(min(places, key=lambda number: (places[number] - at).manhattanLength()))

    def _place(self, number: int) -> QPointF:
        """The middle of a seat."""
        step = (LAST - FIRST) / max(1, self._count - 1)
        angle = (FIRST + step * (number - 1)) * pi / 180
        across, down = self.width() / 2, self.height()
        return QPointF(across + across * 0.84 * cos(angle), down * 0.26 + down * 0.5 * sin(angle))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The felt, the dealer, the seats."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._table(painter)
            wide = max(LEAST_CARD, min(MOST_CARD, self.width() // 17, self.height() // 9))
            top = QPointF(self.width() / 2, self.height() * 0.13)
            fan(painter, (self.dealer,), top, wide * 5 / 4)
            below = QRectF(0, top.y() + wide * 7 / 8 + 4, self.width(), 2 * theme.pixels("body"))
            _write(painter, below, self.says or "Dealer", "text" if self.says else "muted")
            for number in range(1, self._count + 1):
                self._seat(painter, number, wide)

    def _table(self, painter: QPainter) -> None:
        look, path = current(), QPainterPath()
        wide, high = self.width(), self.height()
        path.addRoundedRect(QRectF(1, 1, wide - 2, high * 0.3), 12, 12)
        half = QPainterPath()
        half.addEllipse(QRectF(1, -high * 0.7, wide - 2, high * 1.7 - 2))
        clip = QPainterPath()
        clip.addRoundedRect(QRectF(1, 1, wide - 2, high - 2), 12, 12)
        painter.setPen(QPen(color(look.felt_line), 2))
        painter.setBrush(color(look.felt_ground))
        painter.drawPath(half.intersected(clip))

    def _seat(self, painter: QPainter, number: int, wide: float) -> None:
        """A seat's number, wager, cards and outcome, one below the other."""
        look, place, seat = current(), self._place(number), self.seats.get(number)
        line = theme.pixels("body") + 6
        high = wide * CARD[1] / 100
        disc = QRectF(place.x() - line * 0.6, place.y() - high / 2 - line * 1.3, line * 1.2, line * 1.2)
        if seat is None:
            disc.moveCenter(place)
        painter.setBrush(color(look.select if number == self.active else look.panel))
        painter.setPen(QPen(color(look.focus if number == self.active else look.edge), 2))
        painter.drawEllipse(disc)
        _write(painter, disc, str(number), "on_select" if number == self.active else "text", strong=True)
        if seat is None:
            return
        beside = QRectF(disc.right() + 6, disc.top(), 200, disc.height())
        _write(painter, beside, seat.wager, "text", left=True)
        fan(painter, seat.hands, place, wide)
        tones = {"good": "felt", "stop": "red", "plain": "muted"}
        below = QRectF(place.x() - 150, place.y() + high / 2 + 3, 300, line)
        _write(painter, below, seat.says, tones[seat.tone], strong=True)


def _write(
    painter: QPainter, rect: QRectF, words: str, token: str, *, strong: bool = False, left: bool = False
) -> None:
    painter.setPen(color(getattr(current(), token)))
    painter.setFont(theme.font("body", 600 if strong else 400))
    side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignHCenter
    painter.drawText(rect, side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, words)


def fan(painter: QPainter, hands: Sequence[Sequence[Card]], middle: QPointF, wide: float) -> None:
    """Hands side by side, the cards of each over one another."""
    hands = [hand for hand in hands if hand]
    if len(hands) > 1:
        wide = wide * 3 / 4
    step, gap = wide * OVERLAP / 100, wide / 6
    widths = [wide + step * (len(hand) - 1) for hand in hands]
    at = middle.x() - (sum(widths) + gap * (len(hands) - 1)) / 2 if hands else 0
    high = wide * CARD[1] / 100
    for hand, width in zip(hands, widths, strict=True):
        for number, card in enumerate(hand):
            paint_card(painter, QRectF(at + number * step, middle.y() - high / 2, wide, high), card)
        at += width + gap


def paint_card(painter: QPainter, rect: QRectF, card: Card) -> None:
    """A card: its rank in the corner, its suit below."""
    look = current()
    ink = color(look.suit if card[1] in RED else look.ink)
    painter.setPen(QPen(color(look.ink), 1))
    painter.setBrush(color(look.paper))
    painter.drawRoundedRect(rect, rect.width() / 10, rect.width() / 10)
    letters = QFont(theme.font("body", 600))
    letters.setPixelSize(max(9, int(rect.width() * 9 / 20)))
    painter.setFont(letters)
    painter.setPen(ink)
    corner = rect.adjusted(rect.width() / 12, 0, 0, -rect.height() / 2)
    rank = "10" if card[0] == "T" else card[0]
    painter.drawText(corner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, rank)
    side = rect.width() * 9 / 20
    where = QRectF(rect.left() + rect.width() / 12, rect.bottom() - side * 5 / 4, side, side)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawPath(_suit(card[1], where))


def _suit(suit: str, box: QRectF) -> QPainterPath:
    """The outline of a suit in a box."""
    path = QPainterPath()
    x, y, w, h = box.x(), box.y(), box.width(), box.height()
    path.setFillRule(Qt.FillRule.WindingFill)
    if suit == "D":
        corners = ((0.5, 0), (0.92, 0.5), (0.5, 1), (0.08, 0.5))
        path.addPolygon([QPointF(x + w * across, y + h * down) for across, down in corners])
        path.closeSubpath()
    elif suit == "C":
        for across, down in ((0.5, 0.26), (0.25, 0.6), (0.75, 0.6)):
            path.addEllipse(QPointF(x + w * across, y + h * down), w * 0.24, h * 0.24)
        _stem(path, box)
    else:
        turn = -1 if suit == "S" else 1
        top, tip = (y + h * 0.3, y + h) if turn > 0 else (y + h * 0.62, y)
        path.moveTo(x + w / 2, tip)
        path.cubicTo(x - w * 0.2, y + h / 2, x + w * 0.08, top - turn * h * 0.5, x + w / 2, top)
        path.cubicTo(x + w * 0.92, top - turn * h * 0.5, x + w * 1.2, y + h / 2, x + w / 2, tip)
        if suit == "S":
            _stem(path, box)
    return path


def _stem(path: QPainterPath, box: QRectF) -> None:
    x, y, w, h = box.x(), box.y(), box.width(), box.height()
    corners = ((0.5, 0.4), (0.66, 1), (0.34, 1))
    path.addPolygon([QPointF(x + w * across, y + h * down) for across, down in corners])
    path.closeSubpath()
