"""The floor: the tables as trays, what waits for whom, the bank, and what should be in the drawer."""

from datetime import datetime
from functools import partial

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from pitdesk import places
from pitdesk.book.limits import in_words
from pitdesk.book.site import GAMES
from pitdesk.chips import Chips, dollars, stacked
from pitdesk.tonight.board import Board, Cash, Spot, Waiting, begun
from pitdesk.tonight.outlook import outlook
from ui.floor.waiting import Pointed
from ui.widgets import art, icons, theme, tray
from ui.widgets.art import shown
from ui.widgets.listing import INDEX, ROLE, Listing
from ui.widgets.parts import button, card, column, emptied, holder, label, row, scrolled, show_words
from ui.work.form import titled
from ui.work.station import Station

AFTER_ALL = "Did it come out late?"
CARD = QSize(300, 224)
GAP = 12
COUNTED = "Being counted, each alone."
SIDE = 356
ALIGN = Qt.AlignmentFlag


class Spots(Listing[Spot]):
    """The tables as rows of a list; each says what it is to a screen reader."""

    def __init__(self) -> None:
        super().__init__(["Table"], lambda _: False)
        self.board: Board | None = None
        self.now: datetime | None = None

    def show_board(self, board: Board, now: datetime) -> None:
        """Show another board."""
        self.board, self.now = board, now
        self.renew(board.spots)

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
        words = f"Table {spot.table}, {game_of(spot)}: {state_of(spot)[0]}."
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


def lasted(since: datetime, now: datetime) -> str:
    """A time that has passed, such as 1 h 12 m."""
    minutes = max(0, int((now - since).total_seconds())) // 60
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest:02} m" if hours else f"{rest} m"


def game_of(spot: Spot) -> str:
    """What is played, for how much, and whether the table is active: twenty-one · $3–$25."""
    limits = [in_words(spot.limits).replace("-", "–")] if spot.limits else []
    idle = ["not active"] if spot.state == "open" and spot.game == "21" and not spot.active else []
    return " · ".join([GAMES[spot.game], *limits, *idle])


def state_of(spot: Spot) -> tuple[str, str]:
    """What a table's pill says, and its tone."""
    if spot.waiting:
        one = spot.waiting[0]
        return f"{one.series.capitalize()} on the way", "way"
    if spot.state == "not open":
        return "Not open", "plain"
    if spot.state == "closed":
        return "Closed", "plain"
    if spot.low:
        return f"{', '.join(shown(chip) for chip in spot.low[:2])} low", "look"
    look = ""
    if spot.plaque:
        look = f"Plaque {spot.plaque} lacks"
    elif spot.fault:
        look = "Video fails"
    elif spot.video and spot.camera is None:
        look = "Camera to check"
    return (look, "look") if look else ("Open", "good")


class Painter(QStyledItemDelegate):
    """Paints a table as a card: name, state, limits, tray, what it is worth, who deals."""

    def __init__(self, spots: Spots, view: QListView) -> None:
        super().__init__(view)
        self._spots, self._view = spots, view

    def sizeHint(self, option: QStyleOptionViewItem, index: INDEX) -> QSize:
        """Every card is as large as the others, and as many stand in a row as there is room for."""
        room, least = self._view.viewport().width() - GAP, theme.sized(CARD.width())
        return QSize(room // max(1, room // least), theme.sized(CARD.height()))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: INDEX) -> None:
        """Paint one."""
        look = theme.current()
        spot: Spot = index.data(ROLE.UserRole)
        box: QRect = option.rect.adjusted(1, 1, -GAP, -GAP)
        state: QStyle.StateFlag = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.pen(look.felt if chosen else look.line, 2 if chosen else 1))
        painter.setBrush(theme.color(look.panel))
        painter.drawRoundedRect(box, 8, 8)
        inner = box.adjusted(14, 10, -14, -10)
        self._head(painter, inner, spot)
        self._tray(painter, inner, spot)
        self._foot(painter, inner, spot)
        painter.restore()

    def _head(self, painter: QPainter, box: QRect, spot: Spot) -> None:
        high = _write(painter, box, f"Table {spot.table}", "h2")
        theme.paint_pill(painter, box, *state_of(spot))
        below = box.adjusted(0, high + 4, 0, 0)
        _write(painter, below, begun(game_of(spot)), "caption")

    def _tray(self, painter: QPainter, box: QRect, spot: Spot) -> None:
        looks = self._spots.board.site.chips if self._spots.board else {}
        tubes = [
            tray.Tube(chip.name, looks.get(chip, {}), spot.known[chip], spot.par[chip])
            for chip in sorted({*spot.known, *spot.par}, reverse=True)
        ]
        area = box.adjusted(0, theme.pixels("h2") * 3, 0, -theme.pixels("h2") * 2)
        if tubes:
            tray.paint_tray(painter, area, tubes, theme.current())
        else:
            words = "Tray locked in the chip bank" if spot.state == "closed" else "Not opened tonight"
            _write(painter, area, words, "body", ALIGN.AlignCenter)

    def _foot(self, painter: QPainter, box: QRect, spot: Spot) -> None:
        worth = f"${dollars(spot.known.cents)}" if spot.state != "not open" else "–"
        _write(painter, box, worth, "h2", ALIGN.AlignLeft | ALIGN.AlignBottom)
        painter.setFont(theme.font("caption"))
        metrics, right = painter.fontMetrics(), ALIGN.AlignRight | ALIGN.AlignBottom
        board = self._spots.board
        if spot.state == "open" and spot.since and board:
            up = box.adjusted(0, 0, 0, -metrics.height())
            _write(painter, up, f"counted {board.site.local(spot.since):%H:%M}", "caption", right)
        room = box.width() - metrics.horizontalAdvance(worth) - 60
        seated = metrics.elidedText(self._spots.seated(spot), Qt.TextElideMode.ElideRight, room)
        _write(painter, box, seated, "caption", right)


def _write(painter: QPainter, box: QRect, words: str, role: str, at: ALIGN = ALIGN.AlignLeft) -> int:
    """Write words into a box: headings heavy, captions quiet; how high a line of them is."""
    look = theme.current()
    painter.setFont(theme.font(role, 600 if role == "h2" else 400))
    painter.setPen(theme.color(look.text if role == "h2" else look.muted))
    painter.drawText(box, at, words)
    return painter.fontMetrics().height()


class Floor(QWidget):
    """The home of the window."""

    def __init__(self, station: Station) -> None:
        super().__init__()
        self.station = station
        self.model = Spots()
        self.tables = QListView()
        self.tables.setProperty("kind", "bare")
        self.tables.setModel(self.model)
        self.tables.setItemDelegate(Painter(self.model, self.tables))
        self.tables.setViewMode(QListView.ViewMode.IconMode)
        self.tables.setMovement(QListView.Movement.Static)
        self.tables.setResizeMode(QListView.ResizeMode.Adjust)
        self.tables.setUniformItemSizes(True)
        self.tables.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tables.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.tables.setAccessibleName("Tables")
        self.tables.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tables.verticalScrollBar().rangeChanged.connect(self._scrolls)
        self.tables.activated.connect(lambda _: self.station.go("fill", self.pointed))
        self.sums = label("", "muted", right=True)
        self.empty = label("", "muted", wrap=True)
        self._lay_out()
        station.follow(self, self.refresh)

    def _lay_out(self) -> None:
        self.waiting = column(gap=8)
        self.bank = column(gap=2)
        self.cash = column(gap=4)
        self.bank_total = label("", "h2", right=True)
        self.shift = label("", "h2")
        self.over = button("Hand over", lambda: self.station.go("hand over"), "link")
        self.charge = card(row(_caption("Shift"), self.shift, None, self.over))
        side = column(
            self.charge,
            card(row(label("Waiting", "h2"), None), self.waiting),
            card(row(label("Chip bank", "h2"), None, self.bank_total), self.bank),
            card(self.cash),
            None,
            gap=12,
        )
        self.side = scrolled(holder(side))
        middle = row(column(self.empty, self.tables), self.side, gap=16, grow=0)
        self.setLayout(column(titled("Floor", self.sums), middle, gap=-1, grow=1))

    def _scrolls(self, _: int, most: int) -> None:
        """Show the bar where there is something to scroll to; Qt leaves it standing otherwise."""
        on, off = Qt.ScrollBarPolicy.ScrollBarAlwaysOn, Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.tables.setVerticalScrollBarPolicy(on if most else off)

    def begin(self, what: object = None) -> None:
        """Come to the front; the tables take the keys."""
        self.refresh(self.station.board)
        names = [spot.table for spot in self.model.rows]
        if what in names:
            self.tables.setCurrentIndex(self.model.index(names.index(what), 0))
        self.tables.setFocus()

    def in_words(self) -> str:
        """What stands above the tables, as it is said."""
        return f"{self.sums.text()}."

    @property
    def pointed(self) -> str | None:
        """The table that is chosen, if one is."""
        chosen = self.tables.selectedIndexes()
        return self.model.rows[chosen[0].row()].table if chosen else None

    def refresh(self, board: Board) -> None:
        """Show the board as it is."""
        self.side.setFixedWidth(theme.sized(SIDE))
        self.model.show_board(board, self.station.clock.now().at)
        self._show_sums(board)
        self._show_shift(board)
        self._show_waiting(board)
        self._show_bank(board)
        self._show_cash(board)

    def _show_shift(self, board: Board) -> None:
        """Whose shift it is, and since when."""
        since = f" · {board.site.local(board.shift_since):%H:%M}" if board.shift_since else ""
        self.shift.setText(f"{board.name_of(board.shift)}{since}" if board.shift else "Nobody")
        self.charge.setVisible(board.state == "open")

    def _show_sums(self, board: Board) -> None:
        if board.state != "open":
            self.sums.setText("No day is open")
            show_words(self.empty, "The night begins with opening the day: Ctrl+N.")
            return
        tables, bank = (
            board.tables_open,
            f" · ${dollars(board.held(places.CHIP_BANK).cents)} in the bank",
        )
        self.sums.setText(
            f"{tables} table{'s' * (tables != 1)} open · ${dollars(board.on_tables)} on tables"
            f"{'' if places.CHIP_BANK in board.blind else bank} · {with_players(board.outstanding)}"
        )
        opened = any(spot.state != "not open" for spot in board.spots)
        show_words(self.empty, "" if opened else self._first_steps(board))

    def _first_steps(self, board: Board) -> str:
        if places.CHIP_BANK not in board.opened:
            return "Next: count the chip bank and the drawer with two people, Ctrl+B."
        return "Next: count each opener and open the tables, Shift+F2."

    def _show_waiting(self, board: Board) -> None:
        emptied(self.waiting)
        now = self.station.clock.now().at
        for one in sorted(board.waiting, key=lambda one: one.at):
            self.waiting.addWidget(self._wait(one, now))
        papers = [(asked, "Is it complete?") for asked in board.questions]
        papers += [(asked, AFTER_ALL) for asked in board.late]
        for asked, words in papers:
            ask = button("Look", partial(self.station.go, "answer", asked), "")
            self.waiting.addWidget(_matter(f"{asked.name.capitalize()}, {asked.face}", words, ask))
        if not board.waiting and not papers:
            self.waiting.addWidget(label("Nothing waits.", "muted"))

    def _wait(self, one: Waiting, now: datetime) -> QWidget:
        verb = "Verify" if one.waits == "verify" else "Receive"
        head = f"{one.name.capitalize()} {'to' if one.series == 'fill' else 'from'} table {one.table}"
        who, pointed = self.station.board.name_of(one.prepared_by), Pointed(one.series, one.number)
        go = button(verb, lambda: self.station.go("waiting", pointed), "act", says=f"{verb} {one.name}")
        return _matter(head, f"${dollars(one.chips.cents)} · {lasted(one.at, now)} · {who}", go)

    def _show_bank(self, board: Board) -> None:
        emptied(self.bank)
        bank = board.held(places.CHIP_BANK)
        if places.CHIP_BANK in board.blind:
            self.bank_total.clear()
            self.bank.addWidget(_caption(COUNTED))
            return
        self.bank_total.setText(f"${dollars(bank.cents)}")
        self._show_ahead(board)
        for chip in sorted(bank):
            face, look = label(), board.site.chips.get(chip, {})
            face.setPixmap(art.chip_pixmap(chip.name, look, 28, self.devicePixelRatioF()))
            face.setAccessibleName(art.counted(chip, bank[chip]))
            pieces = label(f"{bank[chip]:,}", "h2")
            stacks = _caption(stacked(bank[chip], board.site.stack, board.site.rack))
            worth = label(f"${dollars(chip.cents * bank[chip])}", right=True)
            self.bank.addLayout(row(face, pieces, stacks, None, worth))

    def _show_ahead(self, board: Board) -> None:
        """A sign, and the way to the bank's page, where it will lack something."""
        ahead = outlook(board, self.station.today)
        if not ahead:
            return
        sign, look = label(), theme.current()
        ink = look.red if any(one.sure for one in ahead) else look.amber
        sign.setAccessibleName("Look")
        sign.setPixmap(icons.pixmap("warning", ink, theme.pixels("figure")))
        words = f"{len(ahead)} thing{'s' * (len(ahead) != 1)} to see to"
        says = f"{words}: {' '.join(one.words for one in ahead)}"
        way = button(words, lambda: self.station.go("bank"), "link", says=says)
        self.bank.addLayout(row(sign, way, None))

    def _show_cash(self, board: Board) -> None:
        emptied(self.cash)
        several = len(board.tills) > 1
        for drawer, words in board.drawers:
            blind, till = drawer in board.blind, board.tills.get(drawer, Cash((), 0))
            should = f"${dollars(till.should)}" if till.lines and not blind else ""
            total = label(should, "h2", right=True)
            self.cash.addLayout(row(label(words if several else "Cash drawer", "h2"), None, total))
            lines = [(said, _signed(cents)) for said, cents in till.lines if not blind]
            lines += [(COUNTED, "")] if blind else []
            if board.state == "open" and drawer == places.DRAWER:
                out = with_players(board.outstanding)
                lines.append((out[0].upper() + out[1:], ""))
            if (checks := board.money(drawer, "checks")) and not blind:
                lines.append((f"Checks in the {drawer}", f"${dollars(checks)}"))
            for said, amount in lines:
                right = [label(amount, right=True)] if amount else []
                self.cash.addLayout(row(_caption(said), None, *right))


def _matter(head: str, words: str, way: QWidget) -> QWidget:
    """What waits: in a few words, in a few more, and the way to it."""
    said = column(label(head), _caption(words), gap=2)
    return card(row(said, None, way), look="inset", edge=12)


def with_players(out: Chips) -> str:
    """The chips outstanding in words; below zero they lie in trays that were not counted since."""
    if out.cents < 0:
        return "chips with players: known after tray counts"
    return f"${dollars(out.cents)} in chips with players"


def _signed(cents: int) -> str:
    return f"−${dollars(-cents)}" if cents < 0 else f"${dollars(cents)}"


def _caption(text: str) -> QWidget:
    return label(text, "caption")
