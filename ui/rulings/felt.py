"""The felt: a table as its dealer has it, the dealer's cards at the top, seat 1 at the right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import pi, sin
from typing import Literal, TypeAlias

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from pitdesk.games.cards import Card
from ui.aloud.roles import Role, read_as
from ui.widgets import theme
from ui.widgets.theme import color, current

Tone: TypeAlias = Literal["good", "stop", "plain"]
GOOD: Tone = "good"
STOP: Tone = "stop"
RED = "HD"
CARD_PERCENT, DEALER_PERCENT = 140, 120  # a card's height by its width; a dealer's card by a player's
OVERLAP, GAP = 50, 15  # percent of a card's width: seen under the next; between two hands
MOST_CARD, LEAST_CARD = 110, 22  # pixels across
PILES_PERCENT = 66  # of the table's width, for the cards before the dealer
RISE_PERCENT = 42  # of the table's height, from the middle seat to those at its ends
LEAD, EDGE = 6, 8  # pixels between lines, and from what is drawn to the edge


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as it is drawn: its wager, its hands, and what comes of it in a word."""

    wager: str
    hands: tuple[tuple[Card, ...], ...]
    says: str = ""
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards before the dealer: the key of their line, their hands, what they come to."""

    key: str
    hands: tuple[tuple[Card, ...], ...]
    says: str


class Felt(QWidget):
    """The table. A click on a seat, or on cards before the dealer, chooses them.

    Signals:
        chosen(str)   the number of a seat, or the key of a pile, was pointed at
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.seats: Mapping[int, Seat] = {}
        self.piles: tuple[Pile, ...] = ()
        self._count, self.active = 7, 0
        self.setAccessibleName("The table")
        read_as(self, Role.Graphic)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self.update)

    def show_table(
        self, piles: Sequence[Pile], seats: Mapping[int, Seat], count: int, active: int
    ) -> None:
        """Show other cards; `active` is the seat that is being typed."""
        self.piles, self.seats = tuple(piles), seats
        self._count, self.active = count, active
        lying = [(pile.says, [card for hand in pile.hands for card in hand]) for pile in piles]
        told = [f"{says}: {' '.join(cards)}" for says, cards in lying if cards]
        told += [f"seat {number}: {seat.wager}, {seat.says}" for number, seat in sorted(seats.items())]
        self.setAccessibleDescription("; ".join(told) or "empty")
        self.update()

    def minimumSizeHint(self) -> QSize:
        """As much as seven seats need."""
        return QSize(420, 230)

    def sizeHint(self) -> QSize:
        """A table that is seen well."""
        return QSize(760, 460)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the seat that is nearest."""
        parts = enumerate(self.piles)
        places = {pile.key: QPointF(self._across(place), self.height() / 8) for place, pile in parts}
        places |= {f"{number}": self._place(number) for number in range(1, self._count + 1)}
        at = event.position()
        self.chosen.emit(min(places, key=lambda key: (places[key] - at).manhattanLength()))

    def _across(self, place: int) -> float:
        """The middle of a pile before the dealer, between the seats at the ends."""
        room = self.width() * PILES_PERCENT / 100
        return (self.width() - room) / 2 + room * (2 * place + 1) / (2 * len(self.piles))

    def _place(self, number: int) -> QPointF:
        """The middle of a seat: side by side, along the table's edge."""
        line = theme.pixels("body") + LEAD
        half = line + self._wide * CARD_PERCENT / 200
        part = (number - 1 / 2) / self._count
        rise = (1 - sin(pi * part)) * max(0, self.height() * RISE_PERCENT / 100)
        return QPointF(self.width() * (1 - part), self.height() - half - EDGE - rise)

    @property
    def _wide(self) -> float:
        """Pixels across a card of a player."""
        return max(LEAST_CARD, min(MOST_CARD, self.width() // 17, self.height() // 8))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The felt, the dealer, the seats."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._table(painter)
            wide = self._wide
            for place, pile in enumerate(self.piles):
                self._pile(painter, pile, self._across(place), wide * DEALER_PERCENT / 100)
            for number in range(1, self._count + 1):
                self._seat(painter, number, wide)

    def _table(self, painter: QPainter) -> None:
        look, wide, high = current(), self.width(), self.height()
        half = QPainterPath()
        half.addEllipse(QRectF(-wide * 0.14, -high * 0.9, wide * 1.28, high * 1.9 - 2))
        clip = QPainterPath()
        clip.addRoundedRect(QRectF(1, 1, wide - 2, high - 2), 12, 12)
        painter.setPen(QPen(color(look.felt_line), 2))
        painter.setBrush(color(look.felt_ground))
        painter.drawPath(half.intersected(clip))

    def _pile(self, painter: QPainter, pile: Pile, across: float, wide: float) -> None:
        """Cards before the dealer, below them what they come to."""
        room, high = self.width() * PILES_PERCENT / 100 / len(self.piles), wide * CARD_PERCENT / 100
        top = QPointF(across, high / 2 + EDGE)
        fan(painter, pile.hands, top, wide, room - EDGE)
        below = QRectF(across - room / 2, top.y() + high / 2 + 2, room, theme.pixels("body") + LEAD)
        write(painter, below, pile.says, "text" if any(pile.hands) else "muted", strong=True)

    def _seat(self, painter: QPainter, number: int, wide: float) -> None:
        """A seat's number, wager, cards and outcome, one below the other."""
        look, place, seat = current(), self._place(number), self.seats.get(number)
        cards = seat is not None and any(seat.hands)
        line, high = theme.pixels("body") + LEAD, wide * CARD_PERCENT / 100 if cards else 0
        room = self.width() / self._count
        active = number == self.active
        words = seat.wager if seat else ""
        across = QFontMetricsF(theme.font("body")).horizontalAdvance(words)
        disc = QRectF(place.x() - (line + across) / 2, place.y() - high / 2 - line - 2, line, line)
        if seat is None:
            disc.moveCenter(place)
        painter.setBrush(color(look.select if active else look.panel))
        painter.setPen(QPen(color(look.focus if active else look.edge), 2))
        painter.drawEllipse(disc)
        write(painter, disc, str(number), "on_select" if active else "text", strong=True)
        if seat is None:
            return
        beside = QRectF(disc.right() + 4, disc.top(), across + 8, disc.height())
        write(painter, beside, words, "text", left=True)
        fan(painter, seat.hands, place, wide, room * 3 / 2)
        tones = {"good": "felt", "stop": "red", "plain": "text"}
        below = QRectF(place.x() - room, place.y() + high / 2 + 1, 2 * room, line)
        wins = QFontMetricsF(theme.font("body", 600)).horizontalAdvance(seat.says)
        says = seat.says if wins < room - 2 * EDGE else seat.says.split()[-1]
        write(painter, below, says, tones[seat.tone], strong=True)


def write(
    painter: QPainter, rect: QRectF, words: str, token: str, *, strong: bool = False, left: bool = False
) -> None:
    """Words in a box, in a color of the theme."""
    painter.setPen(color(getattr(current(), token)))
    painter.setFont(theme.font("body", 600 if strong else 400))
    side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignHCenter
    painter.drawText(rect, side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, words)


def fan(
    painter: QPainter, hands: Sequence[Sequence[Card]], middle: QPointF, wide: float, most: float
) -> None:
    """Hands side by side, the cards of each over one another; no wider than `most` pixels."""
    hands = [hand for hand in hands if hand]
    parts = [100 + OVERLAP * (len(hand) - 1) for hand in hands]  # percent of a card's width
    whole = sum(parts) + GAP * (len(parts) - 1)
    wide = min(wide, most * 100 / whole) if hands else wide
    across, high = wide * whole / 100, wide * CARD_PERCENT / 100
    at = max(EDGE, min(middle.x() - across / 2, painter.device().width() - EDGE - across))
    for hand, part in zip(hands, parts, strict=True):
        for number, card in enumerate(hand):
            left = at + number * wide * OVERLAP / 100
            paint_card(painter, QRectF(left, middle.y() - high / 2, wide, high), card)
        at += wide * (part + GAP) / 100


def paint_card(painter: QPainter, rect: QRectF, card: Card) -> None:
    """A card: its rank in the corner, its suit below."""
    look = current()
    ink = color(look.suit if card[1] in RED else look.ink)
    painter.setPen(QPen(color(look.ink), 1))
    painter.setBrush(color(look.paper))
    painter.drawRoundedRect(rect, rect.width() / 10, rect.width() / 10)
    letters = QFont(theme.font("body", 600))
    rank = "10" if card[0] == "T" else card[0]
    letters.setPixelSize(max(9, int(rect.width() * (9 - len(rank)) / 20)))
    painter.setFont(letters)
    painter.setPen(ink)
    corner = rect.adjusted(rect.width() / 12, 0, 0, -rect.height() / 2)
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
