"""A slip's chips as they lie on the counter: stacks, pieces and amount of each value, the total."""

from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from pitdesk.chips import Chip, Chips, dollars, stacked
from pitdesk.tonight.board import Board, Waiting
from ui.beside.timers import timer
from ui.widgets import art, theme
from ui.widgets.parts import cells, column, emptied, holder, kind, label, row, scrolled
from ui.widgets.tray import Stacks
from ui.work.readback import Numeral
from ui.work.station import Station

LOOKS = ((88, "huge", "big"), (64, "title", "h2"), (48, "title", "h2"), (28, "h2", "h2"))
# pixels of a chip, and the looks of its amount and its words: the largest for which there is room
WIDE = 7  # times as wide as a chip, all that stands in its row
HEAD = 130  # pixels of what stands above and below the values
TOTAL = 96  # pixels of the total, at most
NARROW = 380  # pixels in which a value is said in stacks alone
TICK_MS = 1000


class Counter(QWidget):
    """One slip: its number and since when it waits, its chips in stacks, what they come to."""

    def __init__(self, station: Station) -> None:
        super().__init__()
        self._station = station
        self._since: datetime | None = None
        self._chips = Chips()
        self._look: tuple[tuple[int, str, str], bool] | None = None  # and whether there is little room
        self.series, self.number = label("", "muted"), label("", "title")
        self.waits, self.since = label("", "muted", right=True), label("", "title", right=True)
        kind(self.since, "title", tone="look")
        self.grid = cells(16, 6)
        self.pieces = label("", "h2")
        self.total = Numeral(Qt.AlignmentFlag.AlignRight, TOTAL)
        head = row(column(self.series, self.number, gap=0), None)
        head.addLayout(column(self.waits, self.since, gap=0))
        rule = QFrame()
        kind(rule, "line", tone="sum")
        foot = row(self.pieces, self.total, gap=16, grow=1)
        values = scrolled(holder(self.grid))  # which may be many; the total is always in sight
        values.setMinimumHeight(theme.sized(LOOKS[-1][0]))
        whole = column(head, values, rule, foot, gap=8)
        whole.setStretch(1, 5)
        whole.setStretch(3, 1)
        self.setLayout(whole)
        self._fit()
        theme.fitted.connect(self._fit)
        self.tick = timer(self, TICK_MS)
        self.tick.timeout.connect(self.show_since)
        self.tick.start()

    def _fit(self) -> None:
        """Where there is least room, say no more above the values than number and time."""
        tiny = theme.size() == theme.Size.TINY
        self.total.shrink(30 if tiny else 44)
        for one in (self.series, self.waits):
            one.setHidden(tiny)

    def show_slip(self, one: Waiting | None, board: Board) -> None:
        """Show a slip; none where nothing is on the way."""
        self._since = one.at if one else None
        self.series.setText(f"{one.series.capitalize()} slip" if one else "Nothing is on the way.")
        self.series.setHidden(one is not None and theme.size() == theme.Size.TINY)
        self.number.setText(f"{one.number:06}" if one else "")
        self.waits.setText(f"waits since {board.site.local(one.at):%H:%M}" if one else "")
        chips = one.chips if one else Chips()
        self.pieces.setText(f"{chips.pieces:,} chip{'s' * (chips.pieces != 1)}" if one else "")
        self.total.say(f"${dollars(chips.cents)}" if one else "")
        if chips != self._chips:
            self._chips, self._look = chips, None
            self._stack(board)
        self.show_since()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """With other room, the values are as large as there is room for."""
        super().resizeEvent(event)
        if self._station.ready:
            self._stack(self._station.board)

    def show_since(self) -> None:
        """Say how long it waits by now."""
        if self._since and self.isVisible():
            self.since.setText(waited(self._since, self._station.clock.now().at))
        elif not self._since:
            self.since.clear()

    def _stack(self, board: Board) -> None:
        """A row for each value, the highest first."""
        shown = sorted(chip for chip, pieces in self._chips.items() if pieces)
        room = (self.height() - theme.sized(HEAD)) * 4 // (5 * max(1, len(shown)))
        room = min(room, self.width() // WIDE)
        look = next((one for one in LOOKS if theme.sized(one[0]) <= room), LOOKS[-1])
        seen = look, self.width() < theme.sized(NARROW)
        if seen == self._look:
            return
        self._look = seen
        emptied(self.grid)
        for at in range(self.grid.rowCount()):
            self.grid.setRowStretch(at, 0)
        self.grid.setColumnStretch(1, 1)
        for down, chip in enumerate(shown):
            self._row(down, chip, board, look, narrow=seen[1])
            self.grid.setRowStretch(down, 1)

    def _row(
        self, down: int, chip: Chip, board: Board, sizes: tuple[int, str, str], *, narrow: bool
    ) -> None:
        pieces, stack = self._chips[chip], board.site.stack
        look, face, stacks = board.site.chips.get(chip, {}), art.Picture(), Stacks()
        face.show_drawn(art.chip_pixmap, chip.name, look, theme.sized(sizes[0]))
        face.setAccessibleName(art.shown(chip))
        stacks.show_chips(chip, look, pieces, stack)
        words = stacked(pieces, stack, pieces + 1)  # a slip is counted in stacks
        many = label(words if pieces >= stack else f"{pieces} loose", sizes[2])
        count = label(f"= {pieces:,} chip{'s' * (pieces != 1)}", "caption")
        if narrow:
            count.hide()
        low = sizes == LOOKS[-1]
        said = holder(row(many, count, None) if low else column(None, many, count, None, gap=0))
        amount = label(f"${dollars(Chips({chip: pieces}).cents)}", sizes[1], right=True)
        for across, one in enumerate((face, stacks, said, amount)):
            self.grid.addWidget(one, down, across)


def waited(since: datetime, now: datetime) -> str:
    """How long something waits: 1:38, or 1 h 12 m."""
    seconds = max(0, int((now - since).total_seconds()))
    minutes, rest = divmod(seconds, 60)
    return f"{minutes // 60} h {minutes % 60:02} m" if minutes >= 60 else f"{minutes}:{rest:02}"
