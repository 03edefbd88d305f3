"""Split a pot: poker hands as they lie, the five that play, and who gets how much.

Advice only: nothing is posted.
"""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pitdesk.games import tray
from pitdesk.games.cards import Card
from pitdesk.games.poker.showdown import Round
from pitdesk.games.results import Impossible
from pitdesk.games.rounds import GAMES
from pitdesk.games.rulings.pot import CODE, Seen, division, hand_of, seen
from pitdesk.games.rulings.told import dollars, fault_told
from ui.aloud.roles import Role, read_as
from ui.rulings.felt import CARD_PERCENT, LEAD, LEAST_CARD, OVERLAP, fan, write
from ui.rulings.page import PLENTY, RoundPage, laid
from ui.widgets import theme
from ui.widgets.fields import Choice
from ui.widgets.parts import (
    kind,
    show_words,
)
from ui.widgets.theme import color, current
from ui.work.station import Station

VARIANTS = [("high", "High"), ("low", "Low"), ("high_low", "High and low")]
COLUMNS = (
    ("Seat", "10"),
    ("Hand", "Two pair, A A 9 9 K"),
    ("Gets", "$0,000.00"),
    ("Chips", "0 x $25, 0 x $2"),
)
HINT = "b: board; d: button; 1: dollars put in, cards, or fold; o: options"
BEGIN = "Begin with b for the board, d for the button, a seat's number, or o for the house options."
NOBODY = f"Type {HINT}."


class Showdown(QWidget):
    """The board, and below it each seat: its cards, the five that play, what it gets."""

    def __init__(self) -> None:
        super().__init__()
        self.board: tuple[Card, ...] = ()
        self.seats: tuple[Seen, ...] = ()
        self.setAccessibleName("The showdown")
        read_as(self, Role.Graphic)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self.update)

    def show_hands(self, board: Sequence[Card], seats: Sequence[Seen]) -> None:
        """Show other cards."""
        self.board, self.seats = tuple(board), tuple(seats)
        told = [f"board {' '.join(board)}"] if board else []
        told += [f"seat {one.seat}: {' '.join(one.cards)} {one.words}, {gets(one)}" for one in seats]
        self.setAccessibleDescription("; ".join(told) or "empty")
        self.update()

    def minimumSizeHint(self) -> QSize:
        """A board and two seats."""
        return QSize(380, 230)

    def sizeHint(self) -> QSize:
        """A table that is seen well."""
        return QSize(760, 460)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The felt with the board, then a row for each seat."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            rows = max(3, len(self.seats))
            high = self.height() / (rows + 2)
            painter.setPen(color(current().felt_line))
            painter.setBrush(color(current().felt_ground))
            top = QRectF(1, 1, self.width() - 2, high * 2 - 12)
            painter.drawRoundedRect(top, 12, 12)
            wide = min((top.height() - 12) * 100 / CARD_PERCENT, self.width() / 8)
            apart = [(one,) for one in self.board]
            fan(painter, apart, top.center(), wide, top.width() - 24)
            if not self.board:
                write(painter, top, "No board yet", "muted")
            for place, one in enumerate(self.seats):
                self._seat(painter, QRectF(0, high * (place + 2), self.width(), high), one)

    def _seat(self, painter: QPainter, where: QRectF, one: Seen) -> None:
        """The number, own cards, the five that play, what they are, what comes of it."""
        wide = min((where.height() - 10) * 100 / CARD_PERCENT, where.width() / 14)
        middle, step, tone = where.center().y(), wide * OVERLAP / 100, "muted" if one.dead else "text"
        number = QRectF(where.left(), where.top(), 2 * theme.pixels("h2"), where.height())
        write(painter, number, str(one.seat), tone, strong=True)
        own = number.right() + wide
        plays = own + wide * 3
        if wide < LEAST_CARD:  # too small to draw: a hand is its words
            where.setLeft(number.right())
            write(painter, where, f"{' '.join(one.cards)}   {one.words}   {gets(one)}", tone, left=True)
            return
        fan(painter, (one.cards,), QPointF(own, middle), wide, wide * 3)
        fan(painter, (one.plays,), QPointF(plays, middle), wide, wide * 4)
        line = theme.pixels("body") + LEAD
        left = plays + wide / 2 + step * 2 + line
        room = where.right() - left - 4
        lines = 1 if one.dead or one.gets_cents is None else 2
        top = middle - line * lines / 2
        write(painter, QRectF(left, top, room, line), one.words, tone, left=True)
        if lines > 1:
            tone = "felt" if one.gets_cents else "red"
            write(painter, QRectF(left, top + line, room, line), gets(one), tone, strong=True, left=True)


def gets(one: Seen) -> str:
    """What comes of a hand, in words."""
    if one.gets_cents is None:
        return ""
    return f"gets {dollars(one.gets_cents).lstrip('+')}" if one.gets_cents else "gets nothing"


class Pot(RoundPage):
    """The page: "b" begins the board, "d" the button, "o" options."""

    name = "pot"
    keys, seats = "bdo", 10
    hint, begins, heading = HINT, BEGIN, "Split the pot"
    columns, wide, stretch = COLUMNS, frozenset({0, 2, 3}), (3, 1)

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        self.variant, self.felt = Choice("variant", "", VARIANTS, usual="high"), Showdown()
        super().__init__(station, self.variant, self.felt, parent)
        self.lay_out()
        self.variant.changed.connect(self.show_round)

    def right(self, at: int) -> bool:
        """Seats and hands stand at the left."""
        return at > 1

    def read(self, lines: Mapping[str, str]) -> Round:
        """The hand of these lines."""
        return hand_of(lines, self.variant.value())

    def outcome(self) -> str:
        """How the pots are divided."""
        return self.why.text()

    def show_round(self) -> None:
        """Settle the hand as it is typed, so far as it can be read."""
        if not self.station.ready:
            return
        played = None
        for lines in self.so_far():
            try:
                played = self.read(lines)
                break
            except ValueError:
                continue
        show_words(self.trouble, "")
        faults = self._settle(played)
        self._fill(played, faults)

    def _settle(self, played: Round | None) -> tuple[str, ...]:
        """What is wrong with the hand, if it cannot be settled."""
        self.settled = None
        if played is None or not played.players:
            return ()
        try:
            self.settled = GAMES[CODE].settle(played)
        except Impossible as impossible:
            incomplete = all(fault.code == "incomplete" for fault in impossible.faults)
            kind(self.words, "muted" if incomplete else "wrong")
            return tuple(map(fault_told, impossible.faults))
        return ()

    def _fill(self, played: Round | None, faults: tuple[str, ...]) -> None:
        """Each seat, and how the pots are divided."""
        seats = seen(played, self.settled) if played else ()
        self.rows.renew([self._row(one) for one in seats])
        self.felt.show_hands(played.board if played else (), seats)
        said = division(played, self.settled) if played and self.settled else ()
        show_words(self.why, "\n".join(said))
        show_words(self.words, " ".join(faults) or ("" if seats else NOBODY))
        if not faults:
            kind(self.words, "muted")

    def _row(self, one: Seen) -> tuple[str, ...]:
        plenty = {chip.face_cents: PLENTY for chip in self.house_chips()}
        chips = tray.pay(one.gets_cents, plenty) if one.gets_cents else {}
        money = "" if one.gets_cents is None else dollars(one.gets_cents).lstrip("+")
        return (str(one.seat), one.words, money, laid(chips or {}))
