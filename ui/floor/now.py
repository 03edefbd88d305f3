"""Now: who waits for whom and since when, the longest first; and where every chip is."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from pitdesk import places
from pitdesk.chips import dollars
from pitdesk.tonight import now as tonight
from pitdesk.tonight.asks import Asked
from pitdesk.tonight.board import Board, Question, Waiting, begun
from pitdesk.tonight.elsewhere import Elsewhere
from pitdesk.tonight.now import oldest_first, patience, waited_s, whereabouts
from ui.floor.ask import in_words
from ui.floor.cards import URGENT, Spots, clocked
from ui.floor.waiting import Pointed, first_for, waits_for
from ui.widgets import icons, theme
from ui.widgets.art import Picture
from ui.widgets.parts import button, card, cells, column, emptied, holder, kind, label, row, show_words
from ui.widgets.tile import Tile
from ui.work.actions import action
from ui.work.elsewhere import PRINT_HERE, late_elsewhere, print_here
from ui.work.station import Station

MOST = 5  # slips in sight; more are counted
SIGN, HIGH = 20, 22  # pixels of a sign, and of the bar
COUNTED = "Being counted, each alone."
PARTS = (  # of where every chip is: code, words, the token of its color
    (tonight.BANK, "Bank", "felt"),
    (tonight.TRAYS, "Trays", "blue"),
    (tonight.WAY, "On the way", "amber"),
    (tonight.PLAYERS, "With players", "violet"),
    (tonight.ELSEWHERE, "Elsewhere", "muted"),
)


class Now(QFrame):
    """What is in transit, what waits, papers to ask about; and the first thing that I may do.

    Attributes:
        first: does that; its words say which slip it is.
    """

    def __init__(self, station: Station, spots: Spots) -> None:
        super().__init__()
        self.station, self._spots = station, spots
        self._timers: list[tuple[Waiting | Asked, Picture, QLabel]] = []
        self._papers: tuple[tuple[Question, ...], tuple[Question, ...]] | None = None
        self._shown: tuple[object, ...] = ()
        self.list = column(gap=8)
        self.more = label("", "caption", wrap=True)
        self.first = button("", self._go, "act")
        head = row(label("Now", "h2"), None, label("longest first", "caption"))
        self.setLayout(column(card(head, self.list, self.more, self.first)))
        theme.changed.connect(self._again)

    def _again(self) -> None:
        self._shown = ()

    def show_board(self, board: Board) -> None:
        """Show another board."""
        waiting, late = oldest_first(board), late_elsewhere(self.station)
        if self._shown != (shown := (board.asked, waiting, board.questions, board.late, late)):
            self._shown = shown
            self._lay_out(board, waiting)
        one = first_for(self.station, waiting)
        self.first.setVisible(one is not None)
        if one:
            words = f"{action('waiting').key}  {begun(one.waits)} {one.name}"
            self.first.setText(words)
            self.first.setAccessibleName(f"{words}, table {one.table}")
        self.tick()

    def _lay_out(self, board: Board, waiting: Sequence[Waiting]) -> None:
        emptied(self.list)
        self._timers = []
        for asked in board.asked:
            self.list.addWidget(self._asks(board, asked))
        for one in waiting[:MOST]:
            self.list.addWidget(self._slip(board, one))
        left = len(waiting) - MOST
        show_words(self.more, f"and {left:,} more slips, the oldest first" if left > 0 else "")
        for prints, words in (
            (board.questions, "Is it complete?"),
            (board.late, "Did it come out late?"),
        ):
            if prints:
                self.list.addWidget(self._paper(prints, words))
        late = late_elsewhere(self.station)
        for owed in late:
            self.list.addWidget(self._elsewhere(owed))
        if not (board.asked or waiting or board.questions or board.late or late):
            self.list.addWidget(label("Nothing waits.", "muted"))

    def _asks(self, board: Board, one: Asked) -> QWidget:
        """What a table asks for: pressed, it is prepared, or taken back by whoever asked."""
        head = f"Table {one.table} asks for a {one.what}"
        words = f"{in_words(one)}, asked by {board.name_of(one.by)}"
        tile = Tile(self._answer, f"{head}, {words}", one)
        return self._tile(tile, board, one, head, words)

    def _answer(self, one: Asked) -> None:
        if self.station.board.signed_in == one.by:
            self.station.go("withdraw ask", one)
        else:
            self.station.go(one.what, (one.table, None))

    def _slip(self, board: Board, one: Waiting) -> QWidget:
        way = "to" if one.series == "fill" else "from"
        head = f"{begun(one.name)} {way} table {one.table}"
        words = f"${dollars(one.chips.cents)}, waits for {waits_for(board, one)}"
        says = f"{begun(one.waits)} {one.name}, {words}"
        tile = Tile(partial(self.station.go, "waiting"), says, Pointed(one.series, one.number))
        return self._tile(tile, board, one, head, words)

    def _tile(self, tile: Tile, board: Board, one: Waiting | Asked, head: str, words: str) -> QWidget:
        sign, timer = Picture(), label("", "h2", right=True)
        since = label(f"since {board.site.local(one.at):%H:%M}", "caption", right=True)
        self._timers.append((one, sign, timer))
        top = row(sign, label(head, wrap=True), timer, gap=10, grow=1)
        low = row(label(words, "caption", wrap=True), since, gap=10, grow=0)
        lines = column(top, low, gap=0)
        lines.setContentsMargins(10, 8, 10, 8)
        tile.wear(lines)
        return tile

    def _paper(self, asked: Sequence[Question], words: str) -> QWidget:
        first = asked[0]
        name = f"{begun(first.name)}, {first.face}" if len(asked) == 1 else f"{len(asked):,} prints"
        look = button("Look", partial(self.station.go, "answer", first), "", says=f"{words} {name}")
        said = column(label(name, wrap=True), label(words, "caption"), gap=2)
        return card(row(said, look, grow=0), look="inset", edge=10)

    def _elsewhere(self, one: Elsewhere) -> QWidget:
        """A slip that waits too long for the paper of a station."""
        name, words = begun(one.name), f"waits for the printer at {one.station}"
        here = button(
            PRINT_HERE, partial(print_here, self.station, one), "", says=f"{PRINT_HERE}: {name}, {words}"
        )
        said = column(label(name, wrap=True), label(words, "caption", wrap=True), gap=2)
        return card(row(said, here, grow=0), look="inset", edge=10)

    def tick(self) -> None:
        """It is later."""
        if self._shown and self._shown[-1] != late_elsewhere(self.station):
            self.show_board(self.station.board)
            return
        now = self.station.clock.now().at
        for one, sign, timer in self._timers:
            words = patience(one.at, now, self._spots.slow_s, self._spots.late_s)
            tone = URGENT.get(words, "way")
            timer.setText(f"{clocked(waited_s(one.at, now))} {words}".strip())
            kind(timer, "h2", tone=tone)
            way = "eye" if isinstance(one, Waiting) and one.waits == "verify" else "arrow"
            name = "person" if isinstance(one, Asked) else way
            sign.show_drawn(icons.pixmap, name, theme.inks(tone)[0], theme.sized(SIGN))

    def _go(self) -> None:
        if one := first_for(self.station, oldest_first(self.station.board)):
            self.station.go("waiting", Pointed(one.series, one.number))


class Whereabouts(QFrame):
    """Where every chip is, as a bar and in figures; together they are what the house owns."""

    def __init__(self) -> None:
        super().__init__()
        self.total = label("", "h2", right=True)
        self.bar = WorthBar()
        self.grid = cells(10, 4)
        self.note = label("", "caption", wrap=True)
        self.figures = holder(self.grid)
        head = row(label("Where every chip is", "h2"), None, self.total)
        self.setLayout(column(card(head, self.bar, self.figures, self.note)))

    def show_board(self, board: Board) -> None:
        """Show a board; nothing while somebody counts the bank alone."""
        blind = places.CHIP_BANK in board.blind
        for one in (self.bar, self.figures):
            one.setVisible(not blind)
        self.total.clear()
        show_words(self.note, COUNTED if blind else "")
        if blind:
            return
        found = whereabouts(board)
        self.total.setText(f"${dollars(sum(found.values()))}")
        self.bar.show_parts(found)
        emptied(self.grid)
        for down, (code, words, token) in enumerate(PARTS):
            if code == tonight.ELSEWHERE and not found[code]:
                continue
            self.grid.addWidget(ColorSquare(token), down, 0)
            self.grid.addWidget(label(words), down, 1)
            cents = found[code]
            told = f"−${dollars(-cents)}" if cents < 0 else f"${dollars(cents)}"
            self.grid.addWidget(label(told, right=True), down, 2)
        self.grid.setColumnStretch(1, 1)
        below = found[tonight.PLAYERS] < 0
        show_words(self.note, tonight.BELOW * below)


class WorthBar(QWidget):
    """The parts side by side, each as wide as it is worth."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[tuple[str, int]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Where every chip is")

    def show_parts(self, found: dict[str, int]) -> None:
        """Show these."""
        self._parts = [(token, found[code]) for code, _, token in PARTS if found[code] > 0]
        words = [f"{words} ${dollars(found[code])}" for code, words, _ in PARTS]
        self.setAccessibleDescription(", ".join(words))
        self.update()

    def sizeHint(self) -> QSize:
        """As high as a line."""
        return QSize(100, theme.sized(HIGH))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint them."""
        whole, x = sum(cents for _, cents in self._parts) or 1, 0
        with QPainter(self) as painter:
            for at, (token, cents) in enumerate(self._parts):
                last = at == len(self._parts) - 1
                wide = self.width() - x if last else max(2, self.width() * cents // whole)
                painter.fillRect(
                    x, 0, wide - 1, self.height(), theme.color(getattr(theme.current(), token))
                )
                x += wide


class ColorSquare(QWidget):
    """A square of a color, beside the words that it stands for."""

    def __init__(self, token: str) -> None:
        super().__init__()
        self._token = token
        side = theme.pixels("caption")
        self.setFixedSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(theme.pen(theme.current().panel, 0))
            painter.setBrush(theme.color(getattr(theme.current(), self._token)))
            painter.drawRoundedRect(QRectF(self.rect()), 3, 3)
