"""Split a pot: poker hands as they lie, the five that play, and who gets how much.

Advice only: nothing is posted.
"""

import re
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHeaderView, QSizePolicy, QWidget

from pitdesk.chips import Chip
from pitdesk.games import tray
from pitdesk.games.cards import Card
from pitdesk.games.poker.showdown import Round
from pitdesk.games.results import Impossible, Settled
from pitdesk.games.rounds import GAMES
from pitdesk.games.rulings.pot import CODE, Seen, division, hand_of, seen
from pitdesk.games.rulings.told import dollars, fault_told
from ui.aloud.roles import Role, read_as
from ui.aloud.voice import announce
from ui.rulings.felt import CARD_PERCENT, LEAD, LEAST_CARD, OVERLAP, fan, write
from ui.widgets import theme
from ui.widgets.columns import show_columns, usual_widths
from ui.widgets.fields import Choice
from ui.widgets.fields import Line as Typed
from ui.widgets.listing import Listing, listed
from ui.widgets.parts import (
    button,
    card,
    column,
    framed,
    holder,
    kind,
    label,
    pill,
    row,
    scrolled,
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
EDGES, PLENTY = 24, 10_000
SIDE, ROOM = 460, 900  # pixels beside the cards, and of a screen that has room for them
LINE = re.compile(r"\s*(b|d|o|[1-9]\d?)\s*(?::|\s|$)\s*(.*)", re.IGNORECASE)
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


class Pot(QWidget):
    """The page.

    Attributes:
        lines: what was typed: "b" for the board, "d" for the button, "o" for options, else by seat.
        settled: what the rules say of it; None while they say nothing.
    """

    name = "pot"

    def __init__(self, station: Station) -> None:
        super().__init__()
        self.station = station
        self.lines: dict[str, str] = {}
        self.settled: Settled | None = None
        self._wide: bool | None = None
        self._lay_out()
        self.again()

    def _lay_out(self) -> None:
        self.variant = Choice("variant", "", VARIANTS, usual="high")
        self.typed = Typed("typed", "Cards by keys", hint=HINT)
        self.trouble = label("", "wrong", wrap=True)
        self.words = label("", "muted", wrap=True)
        self.felt = Showdown()
        self.rows: Listing[tuple[str, ...]] = Listing([one for one, _ in COLUMNS], lambda at: at > 1)
        self.list = listed("Who gets what", self.rows)
        self.why = label("", wrap=True)
        self.next = button("Next hand", self.again, says="Clear the table for the next hand")
        top = row(label("Split the pot", "h2"), pill("Advice only", "way"), None, gap=12)
        inner = column(top, self.list, scrolled(holder(column(self.why, None))))
        inner.setStretch(1, 3)
        inner.setStretch(2, 2)
        self.side = framed(QFrame(), inner, "card", 12, 8)
        self.foot = card(row(self.typed, self.next, gap=12, grow=0), self.trouble, self.words, edge=12)
        middle = row(self.felt, self.side, gap=12, grow=0)
        self._page = column(self.variant, middle, self.foot, grow=1)
        self.setLayout(self._page)
        self.variant.changed.connect(self._show)
        self.typed.edit.textChanged.connect(self._show)
        self.typed.entered.connect(self.take)
        theme.changed.connect(self._fit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The cards are drawn where there is room for them."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        wide = self.width() >= theme.sized(ROOM)
        if wide != self._wide:
            self._wide = wide
            self.felt.setVisible(wide)
            self._page.removeWidget(self.foot)
            self._page.insertWidget(2 if wide else 1, self.foot)
        self.side.setMaximumWidth(theme.sized(SIDE) if wide else self.width())
        self.side.setMinimumWidth(min(theme.sized(SIDE), self.width()) if wide else 0)
        show_columns(self.list, usual_widths(COLUMNS, EDGES), {0, 1, 2, 3} if not wide else {0, 2, 3})
        stretched = 3 if wide else 1
        self.list.horizontalHeader().setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)

    def begin(self, what: object = None) -> None:
        """Come to the front."""
        self.typed.first().setFocus()

    def again(self) -> None:
        """An empty table."""
        self.lines = {}
        self.typed.edit.clear()
        self.typed.edit.setText("b: ")
        self._show()

    def take(self) -> None:
        """Keep the line, and go on with the next seat; a line without words takes its seat away."""
        key, text = self._split(self.typed.edit.text())
        if not key:
            show_words(self.trouble, BEGIN)
            return
        try:
            hand_of(self.lines | {key: text}, self.variant.value())
        except ValueError as error:
            show_words(self.trouble, str(error))
            announce(self.trouble, str(error))
            return
        self.lines[key] = text
        if not text:
            del self.lines[key]
        free = (str(seat) for seat in range(1, 11) if str(seat) not in self.lines)
        self.typed.edit.setText("d: " if key == "b" and "d" not in self.lines else f"{next(free, 1)}: ")
        announce(self.words, f"{self.words.text()} {self.why.text()}")

    @staticmethod
    def _split(text: str) -> tuple[str, str]:
        found = LINE.fullmatch(text)
        return (found[1].lower(), found[2].strip()) if found else ("", "")

    def _show(self) -> None:
        """Settle the hand as it is typed, so far as it can be read."""
        if not self.station.ready:
            return
        key, text = self._split(self.typed.edit.text())
        played = None
        for lines in ({**self.lines, key: text} if key else self.lines, self.lines):
            try:
                played = hand_of(lines, self.variant.value())
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
        chips = tray.pay(one.gets_cents, self._tray()) if one.gets_cents else {}
        laid = ", ".join(
            f"{count} x {Chip('casino', value).name}" for value, count in (chips or {}).items()
        )
        money = "" if one.gets_cents is None else dollars(one.gets_cents).lstrip("+")
        return (str(one.seat), one.words, money, laid)

    def _tray(self) -> Mapping[int, int]:
        """Any number of each value that the house has."""
        chips = self.station.board.site.chips
        return {chip.face_cents: PLENTY for chip in chips if chip.kind in ("casino", "coin")}
