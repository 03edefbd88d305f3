"""The tables as cards: number, game, limits, dealer, tray, and in one strip what happens there now."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from pitdesk.book.limits import in_words
from pitdesk.book.site import GAMES
from pitdesk.chips import brief, dollars
from pitdesk.tonight import now as tonight
from pitdesk.tonight.board import Board, Spot, begun
from pitdesk.tonight.now import Happening, happening, patience, waited_s
from ui.widgets import icons, theme, tray
from ui.widgets.art import shown
from ui.widgets.listing import INDEX, ROLE, Listing

CARD = QSize(340, 270)  # pixels of a card at its best
LEAST = QSize(196, 184)
WIDER = 150  # percent of its best width at which a card is as good
MOST_HIGH = 330
GAP, EDGE, SIGN = 12, 12, 18
ALIGN = Qt.AlignmentFlag
FACES = {  # of what happens: its sign, its tone, its state in a word or two
    tonight.FAULT: ("warning", "stop", "Video fails"),
    tonight.COMING: ("arrow", "way", "coming"),
    tonight.WAITS: ("eye", "look", "waits"),
    tonight.PLAQUE: ("warning", "look", "Plaque lacks"),
    tonight.CAMERA: ("eye", "look", "Camera to check"),
    tonight.LOW: ("warning", "look", "low"),
    tonight.LOCKED: ("lock", "look", "No dealer"),
    tonight.QUIET: ("check", "good", "Open"),
    tonight.CLOSED: ("lock", "plain", "Closed"),
    tonight.BEFORE: ("clock", "plain", "Not open"),
}
URGENT = {"slow": "look", "late": "stop"}  # tones of a wait


class Spots(Listing[Spot]):
    """The tables as rows of a list; each says what it is to a screen reader.

    slow_s, late_s   seconds from which a wait is slow, and late
    """

    def __init__(self, slow_s: int = tonight.SLOW_S, late_s: int = tonight.LATE_S) -> None:
        super().__init__(["Table"], lambda _: False)
        self.board: Board | None = None
        self.now: datetime | None = None
        self.slow_s, self.late_s = slow_s, late_s

    def show_board(self, board: Board, now: datetime) -> None:
        """Show another board."""
        self.board, self.now = board, now
        self.renew(board.spots)

    def tick(self, now: datetime) -> None:
        """It is later: what is waited for takes longer."""
        self.now = now
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, 0))

    def data(self, index: INDEX, role: int = ROLE.DisplayRole) -> object:
        """The table itself for the painter; its words for a reader."""
        spot = self.rows[index.row()]
        if role == ROLE.UserRole:
            return spot
        if role == ROLE.DisplayRole:
            return spot.table  # so that typing its number goes to it
        if role == ROLE.AccessibleTextRole:
            return f"Table {spot.table}"
        return self.said(spot) if role == ROLE.AccessibleDescriptionRole else None

    def said(self, spot: Spot) -> str:
        """A table in a sentence."""
        words = f"Table {spot.table}, {game_of(spot)}: {state_of(spot)[0]}. {self.strip(spot)}."
        if spot.state != "open":
            return words
        known = f"${dollars(spot.known.cents)}, {spot.known}"
        return f"{words} Known in the tray: {known}. {self.seated(spot)}."

    def seated(self, spot: Spot) -> str:
        """Who deals, and for how long."""
        if spot.players:
            return "Nobody deals, players in the game"
        if spot.dealer is None or spot.dealer_since is None or self.board is None or self.now is None:
            return "Nobody deals, tray locked" if spot.state == "open" else ""
        word = "Operator" if spot.game == "PW" else "Dealer"
        return f"{word} {self.board.name_of(spot.dealer)} · {lasted(spot.dealer_since, self.now)}"

    # What happens there

    def strip(self, spot: Spot) -> str:
        """What happens at a table now, with how long somebody has waited for it."""
        first, *others = happening(spot)
        more = sum(one.what not in tonight.CALM for one in others)
        parts = [strip_of(first, spot, self.counted(spot)), self.wait(first), f"+{more}" if more else ""]
        return " · ".join(filter(None, parts))

    def counted(self, spot: Spot) -> str:
        """When its tray was counted last."""
        return f"{self.board.site.local(spot.since):%H:%M}" if self.board and spot.since else ""

    def wait(self, one: Happening) -> str:
        """How long somebody has waited, and whether that is slow or late: 4:02 slow."""
        if one.since is None or self.now is None:
            return ""
        words = patience(one.since, self.now, self.slow_s, self.late_s)
        return f"{clocked(waited_s(one.since, self.now))} {words}".strip()

    def tone(self, one: Happening) -> str:
        """The tone of what happens; of a wait that is slow or late, that of the wait."""
        if one.since is None or self.now is None:
            return FACES[one.what][1]
        words = patience(one.since, self.now, self.slow_s, self.late_s)
        return URGENT.get(words, FACES[one.what][1])


def clocked(seconds: int) -> str:
    """A wait as a clock: 4:02, past an hour 1 h 12 m."""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}:{rest:02}" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02} m"


def lasted(since: datetime, now: datetime) -> str:
    """A time that has passed, such as 1 h 12 m."""
    minutes = waited_s(since, now) // 60
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest:02} m" if hours else f"{rest} m"


def game_of(spot: Spot) -> str:
    """What is played, for how much, and whether the table is active: twenty-one · $3–$25."""
    limits = [in_words(spot.limits).replace("-", "–")] if spot.limits else []
    idle = ["not active"] if spot.state == "open" and spot.game == "21" and not spot.active else []
    return " · ".join([GAMES[spot.game], *limits, *idle])


def state_of(spot: Spot) -> tuple[str, str]:
    """A table's state in a word or two, and its tone: the most pressing thing about it."""
    first = happening(spot)[0]
    _, tone, words = FACES[first.what]
    if first.slip:
        words = f"{first.slip.series.capitalize()} {words}"
    elif first.chip:
        words = f"{', '.join(shown(chip) for chip in spot.low[:2])} {words}"
    return words, tone


def strip_of(one: Happening, spot: Spot, counted: str) -> str:
    """What happens, in words; counted: when its tray was counted last."""
    if one.slip:
        way = "waits to be verified" if one.what == tonight.WAITS else "on its way"
        return f"{begun(one.slip.name)} · {brief(one.slip.chips.cents)} {way}"
    if one.chip:
        return f"{spot.known[one.chip]} of {spot.par[one.chip]} {shown(one.chip)} chips: fill to par"
    par = " · ".join(f"{spot.par[chip]}" for chip in sorted(spot.par, reverse=True))
    return {
        tonight.FAULT: f"Video fails: {spot.fault}",
        tonight.PLAQUE: f"Plaque {spot.plaque} lacks",
        tonight.CAMERA: "Nobody has looked at its picture today",
        tonight.LOCKED: "Nobody deals: the tray must be locked",
        tonight.QUIET: f"Quiet. Counted {counted}" if counted else "Quiet",
        tonight.CLOSED: "Tray locked in the chip bank",
        tonight.BEFORE: f"Opens with {par}" if par else "Not opened tonight",
    }[one.what]


def short_of(one: Happening, spot: Spot) -> str:
    """The same where there is little room."""
    if one.slip:
        return f"{begun(one.slip.name)} {FACES[one.what][2]}"
    if one.chip:
        return f"{spot.known[one.chip]} of {spot.par[one.chip]} {shown(one.chip)}"
    return FACES[one.what][2]


class Tables(QListView):
    """The tables as cards beside and below each other; it scrolls down without a bar."""

    def __init__(self, spots: Spots) -> None:
        super().__init__()
        self.setProperty("kind", "bare")
        self.setModel(spots)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName("Tables")


class CardPainter(QStyledItemDelegate):
    """Paints a table as a card."""

    def __init__(self, spots: Spots, view: QListView) -> None:
        super().__init__(view)
        self._spots, self._view = spots, view

    def sizeHint(self, option: QStyleOptionViewItem, index: INDEX) -> QSize:
        """Every card is as large as the others; as many in a row as make the best of the room."""
        port, many = self._view.viewport().size(), max(1, len(self._spots.rows))
        best, found = 0, QSize(port.width() - GAP, theme.sized(LEAST.height()))
        best_wide, best_high = theme.sized(CARD.width()), theme.sized(CARD.height())
        for across in range(1, max(1, (port.width() - GAP) // theme.sized(LEAST.width())) + 1):
            wide = (port.width() - GAP) // across
            high = port.height() // -(-many // across)
            high = max(theme.sized(LEAST.height()), min(theme.sized(MOST_HIGH), high))
            size = min(100 * wide // best_wide, 100 * high // best_high, WIDER * best_wide // wide, 100)
            seen = min(
                100, 100 * (port.height() // high * across) // many
            )  # the part of them that is seen
            if size * seen > best:
                best, found = size * seen, QSize(wide, high)
        return found

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: INDEX) -> None:
        """Paint one."""
        look = theme.current()
        spot: Spot = index.data(ROLE.UserRole)
        first = happening(spot)[0]
        box: QRect = option.rect.adjusted(1, 1, -GAP, -GAP)
        state: QStyle.StateFlag = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        edge = theme.inks(self._spots.tone(first))[2]
        calm = first.what in tonight.CALM
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(
            theme.pen(look.focus, look.ring) if chosen else theme.pen(look.line if calm else edge)
        )
        painter.setBrush(theme.color(look.panel))
        painter.drawRoundedRect(box, 8, 8)
        inner = box.adjusted(EDGE, 8, -EDGE, -EDGE)
        below = self._head(painter, inner, spot)
        strip = theme.sized(32)
        self.tray(
            painter, QRect(inner.x(), below, inner.width(), inner.bottom() - strip - 6 - below), spot
        )
        self._strip(painter, QRect(inner.x(), inner.bottom() - strip, inner.width(), strip), spot, first)
        painter.restore()

    def _head(self, painter: QPainter, box: QRect, spot: Spot) -> int:
        """Number, game and limits, who deals; at the right value and state. Where that ends."""
        words, tone = state_of(spot)
        worth = brief(spot.known.cents) if spot.state != "not open" else "–"
        painter.setFont(theme.font("big" if box.height() < theme.sized(190) else "number", 600))
        high = painter.fontMetrics().height()
        number = painter.fontMetrics().horizontalAdvance(spot.table) + 12
        painter.setPen(theme.color(theme.current().text))
        line = theme.pixels("caption") + 5
        tall = max(high, theme.pixels("h2") + line + 6)
        painter.drawText(QRect(box.x(), box.y(), number, tall), ALIGN.AlignVCenter, spot.table)
        right = max(
            _write(painter, box, (worth,), "h2", ALIGN.AlignRight),
            _write(
                painter, box.adjusted(0, line + 4, 0, 0), (words,), "smallstrong", ALIGN.AlignRight, tone
            ),
        )
        left = box.adjusted(number, 2, -right - 10, 0)
        game, seated = game_of(spot), self._spots.seated(spot)
        _write(painter, left, (begun(game), game.partition(" · ")[2] or begun(game)), "small")
        seated_ = (seated, seated.partition(" ")[2], seated.partition(" ")[2].partition(" · ")[0])
        _write(painter, left.adjusted(0, line + 2, 0, 0), seated_, "caption")
        return box.y() + tall + 4

    def tray(self, painter: QPainter, area: QRect, spot: Spot, *, figures: bool = True) -> None:
        """Paint its tray into an area."""
        looks = self._spots.board.site.chips if self._spots.board else {}
        tubes = [
            tray.Tube(chip.name, looks.get(chip, {}), spot.known[chip], spot.par[chip])
            for chip in sorted({*spot.known, *spot.par}, reverse=True)
        ]
        if spot.state == "not open":
            tubes = [tray.Tube(one.name, one.look, 0, 0) for one in tubes]
        if tubes:
            tray.paint_tray(
                painter, area, tubes, theme.current(), figures=figures and spot.state != "not open"
            )

    def _strip(self, painter: QPainter, box: QRect, spot: Spot, first: Happening) -> None:
        """One thing, in its color, with its sign; at the right how long somebody has waited."""
        sign, tone = FACES[first.what][0], self._spots.tone(first)
        calm = first.what in tonight.CALM
        ink, ground, edge = theme.inks("plain" if calm else tone)
        painter.setPen(theme.pen(edge))
        painter.setBrush(theme.color(ground))
        painter.drawRoundedRect(QRectF(box).adjusted(1 / 2, 1 / 2, -1 / 2, -1 / 2), 6, 6)
        side = theme.sized(SIGN)
        icons.paint(painter, sign, QRectF(box.x() + 8, box.center().y() - side / 2, side, side), ink)
        inner = box.adjusted(14 + side, 0, -8, 0)
        more = sum(one.what not in tonight.CALM for one in happening(spot)[1:])
        right = " ".join(filter(None, (self._spots.wait(first), f"+{more}" if more else "")))
        middle = ALIGN.AlignVCenter
        taken = (
            _write(painter, inner, (right,), "smallstrong", ALIGN.AlignRight | middle, tone)
            if right
            else 0
        )
        words = (
            strip_of(first, spot, self._spots.counted(spot)),
            short_of(first, spot),
            state_of(spot)[0],
        )
        look = "caption" if calm else "smallstrong"
        _write(painter, inner.adjusted(0, 0, -taken - 8, 0), words, look, middle, "" if calm else tone)


def _write(
    painter: QPainter,
    box: QRect,
    words: Sequence[str],
    role: str,
    at: ALIGN = ALIGN.AlignLeft,
    tone: str = "",
) -> int:
    """Write into a box the first of these words that there is room for, the last one cut; how wide."""
    look = theme.current()
    heavy = role in ("h2", "smallstrong")
    painter.setFont(theme.font("h2" if role == "h2" else "caption", 600 if heavy else 400))
    ink = theme.inks(tone)[0] if tone else look.muted if role == "caption" else look.text
    painter.setPen(theme.color(ink))
    metrics, room = painter.fontMetrics(), max(0, box.width())
    fits = next((one for one in words if metrics.horizontalAdvance(one) <= room), words[-1])
    seen = metrics.elidedText(fits, Qt.TextElideMode.ElideRight, room)
    painter.drawText(box, at | Qt.TextFlag.TextSingleLine, seen)
    return metrics.horizontalAdvance(seen)
