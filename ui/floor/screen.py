"""The floor: the tables as trays, what waits for whom, the bank, and what should be in the drawer."""

from datetime import datetime
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from pitdesk import places
from pitdesk.book.site import GAMES
from pitdesk.chips import Chips, dollars, stacked
from pitdesk.tonight.board import Board, Spot, Waiting
from pitdesk.tonight.outlook import outlook
from ui.floor.waiting import Pointed
from ui.widgets import art, icons, theme, tray
from ui.widgets.art import shown
from ui.widgets.parts import button, card, column, emptied, holder, label, row, scrolled
from ui.work.form import titled
from ui.work.station import Station

CARD = QSize(300, 224)
GAP = 12
SIDE = 356
INDEX = QModelIndex | QPersistentModelIndex


class Spots(QAbstractListModel):
    """The tables as rows of a list; each says what it is to a screen reader."""

    def __init__(self) -> None:
        super().__init__()
        self.spots: tuple[Spot, ...] = ()
        self.board: Board | None = None
        self.now: datetime | None = None

    def show_board(self, board: Board, now: datetime) -> None:
        """Show another board."""
        if len(board.spots) != len(self.spots):
            self.beginResetModel()
            self.board, self.spots, self.now = board, board.spots, now
            self.endResetModel()
            return
        self.board, self.spots, self.now = board, board.spots, now
        if self.spots:
            self.dataChanged.emit(self.index(0), self.index(len(self.spots) - 1))

    def rowCount(self, parent: INDEX = QModelIndex()) -> int:  # noqa: B008  (Qt's signature)
        """How many tables."""
        return 0 if parent.isValid() else len(self.spots)

    def data(self, index: INDEX, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The table itself for the painter; its words for a reader."""
        spot = self.spots[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return spot
        if role == Qt.ItemDataRole.DisplayRole:
            return spot.table  # so that typing its number goes to it
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"Table {spot.table}"
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return self.words(spot)
        return None

    def words(self, spot: Spot) -> str:
        """A table in a sentence."""
        state, _ = state_of(spot)
        game = GAMES[spot.game]
        if spot.state != "open":
            return f"Table {spot.table}, {game}: {state}."
        return (
            f"Table {spot.table}, {game}: {state}. Known in the tray: ${dollars(spot.known.cents)},"
            f" {spot.known}. {self.seated(spot)}."
        )

    def seated(self, spot: Spot) -> str:
        """Who deals, and for how long."""
        if spot.dealer is None or spot.dealer_since is None or self.board is None or self.now is None:
            return "Nobody deals, tray locked" if spot.state == "open" else ""
        word = "Operator" if spot.game == "PW" else "Dealer"
        return f"{word} {self.board.name_of(spot.dealer)} · {lasted(spot.dealer_since, self.now)}"


def lasted(since: datetime, now: datetime) -> str:
    """A time that has passed, such as 1 h 12 m."""
    minutes = max(0, int((now - since).total_seconds())) // 60
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest:02} m" if hours else f"{rest} m"


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
    if spot.video and spot.camera is None:
        return "Camera to check", "look"
    return "Open", "good"


class Painter(QStyledItemDelegate):
    """Paints a table as a card: name, state, limits, tray, what it is worth, who deals."""

    def __init__(self, spots: Spots, view: QListView) -> None:
        super().__init__(view)
        self._spots, self._view = spots, view

    def sizeHint(self, option: QStyleOptionViewItem, index: INDEX) -> QSize:
        """Every card is as large as the others, and as many stand in a row as there is room for."""
        high = CARD.height() * theme.pixels() // theme.SIZES["body"]
        least = CARD.width() * theme.pixels() // theme.SIZES["body"]
        room = self._view.viewport().width() - GAP
        return QSize(room // max(1, room // least), high)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: INDEX) -> None:
        """Paint one."""
        look = theme.current()
        spot: Spot = index.data(Qt.ItemDataRole.UserRole)
        box: QRect = option.rect.adjusted(1, 1, -GAP, -GAP)
        state: QStyle.StateFlag = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.pen(look.felt if chosen else look.line, 2 if chosen else 1))
        painter.setBrush(theme.color(theme.current().panel))
        painter.drawRoundedRect(box, 8, 8)
        inner = box.adjusted(14, 10, -14, -10)
        self._head(painter, inner, spot)
        self._tray(painter, inner, spot)
        self._foot(painter, inner, spot)
        painter.restore()

    def _head(self, painter: QPainter, box: QRect, spot: Spot) -> None:
        painter.setFont(theme.font("h2", 600))
        painter.setPen(theme.color(theme.current().text))
        high = painter.fontMetrics().height()
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft, f"Table {spot.table}")
        words, tone = state_of(spot)
        theme.paint_pill(painter, box, words, tone)
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.color(theme.current().muted))
        limits = ""
        if spot.limits:
            low, high_ = (f"${cents // 100}" for cents in spot.limits)
            limits = f" · {low}–{high_}"
        below = box.adjusted(0, high + 4, 0, 0)
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft, f"{GAMES[spot.game].capitalize()}{limits}")

    def _tray(self, painter: QPainter, box: QRect, spot: Spot) -> None:
        looks = self._spots.board.site.chips if self._spots.board else {}
        top, foot = theme.pixels("h2") * 3, theme.pixels("h2") * 2
        wanted = sorted({*spot.known, *spot.par}, reverse=True)
        tubes = [
            tray.Tube(chip.name, looks.get(chip, {}), spot.known[chip], spot.par[chip])
            for chip in wanted
        ]
        area = box.adjusted(0, top, 0, -foot)
        if tubes:
            tray.paint_tray(painter, area, tubes, theme.current())
        else:
            painter.setPen(theme.color(theme.current().muted))
            painter.setFont(theme.font("body"))
            words = "Tray locked in the chip bank" if spot.state == "closed" else "Not opened tonight"
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, words)

    def _foot(self, painter: QPainter, box: QRect, spot: Spot) -> None:
        painter.setFont(theme.font("h2", 600))
        painter.setPen(theme.color(theme.current().text))
        worth = f"${dollars(spot.known.cents)}" if spot.state != "not open" else "–"
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, worth)
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.color(theme.current().muted))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
        seated = self._spots.seated(spot)
        board = self._spots.board
        if spot.state == "open" and spot.since and board:
            counted = f"counted {board.site.local(spot.since):%H:%M}"
            up = box.adjusted(0, 0, 0, -painter.fontMetrics().height())
            painter.drawText(up, right, counted)
        room = box.width() - painter.fontMetrics().horizontalAdvance(worth) - 60
        cut = painter.fontMetrics().elidedText(seated, Qt.TextElideMode.ElideRight, room)
        painter.drawText(box, right, cut)


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
        self.bank_total, self.cash_total = label("", "h2", right=True), label("", "h2", right=True)
        side = column(
            card(row(label("Waiting", "h2"), None), self.waiting),
            card(row(label("Chip bank", "h2"), None, self.bank_total), self.bank),
            card(row(label("Cash drawer", "h2"), None, self.cash_total), self.cash),
            None,
            gap=12,
        )
        self.side = scrolled(holder(side))
        middle = row(column(self.empty, self.tables), self.side, gap=16)
        middle.setStretch(0, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addLayout(titled("Floor", self.sums))
        whole.addLayout(middle, 1)

    def _scrolls(self, _: int, most: int) -> None:
        """Show the bar where there is something to scroll to; Qt leaves it standing otherwise."""
        policy = Qt.ScrollBarPolicy
        self.tables.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOn if most else policy.ScrollBarAlwaysOff
        )

    def begin(self, what: object = None) -> None:
        """Come to the front; the tables take the keys."""
        self.refresh(self.station.board)
        if isinstance(what, str):
            names = [spot.table for spot in self.model.spots]
            if what in names:
                self.tables.setCurrentIndex(self.model.index(names.index(what)))
        self.tables.setFocus()

    @property
    def pointed(self) -> str | None:
        """The table that is chosen, if one is."""
        chosen = self.tables.selectedIndexes()
        return self.model.spots[chosen[0].row()].table if chosen else None

    def refresh(self, board: Board) -> None:
        """Show the board as it is."""
        self.side.setFixedWidth(SIDE * theme.pixels() // theme.SIZES["body"])
        self.model.show_board(board, self.station.clock.now().at)
        self._show_sums(board)
        self._show_waiting(board)
        self._show_bank(board)
        self._show_cash(board)

    def _show_sums(self, board: Board) -> None:
        if board.state != "open":
            self.sums.setText("No day is open")
            self.empty.setText("The night begins with opening the day: Alt+F2.")
        else:
            tables = board.tables_open
            self.sums.setText(
                f"{tables} table{'s' * (tables != 1)} open · ${dollars(board.on_tables)} on tables"
                f" · ${dollars(board.held(places.CHIP_BANK).cents)} in the bank"
                f" · {with_players(board.outstanding)}"
            )
            opened = any(spot.state != "not open" for spot in board.spots)
            self.empty.setText("" if opened else self._first_steps(board))
        self.empty.setVisible(bool(self.empty.text()))

    def _first_steps(self, board: Board) -> str:
        if places.CHIP_BANK not in board.opened:
            return "Next: count the chip bank and the drawer with two people, Ctrl+F2."
        return "Next: count each opener and open the tables, Shift+F2."

    def _show_waiting(self, board: Board) -> None:
        emptied(self.waiting)
        now = self.station.clock.now().at
        for one in sorted(board.waiting, key=lambda one: one.at):
            self.waiting.addWidget(self._wait(one, now))
        for asked in board.questions:
            words = column(
                label(f"{asked.name.capitalize()}, {asked.part}"), _caption("Is it complete?"), gap=2
            )
            ask = button("Look", lambda: self.station.go("answer"), "")
            self.waiting.addWidget(card(row(words, None, ask), look="inset", edge=12))
        if not board.waiting and not board.questions:
            self.waiting.addWidget(label("Nothing waits.", "muted"))

    def _wait(self, one: Waiting, now: datetime) -> QWidget:
        verb = "Verify" if one.waits == "verify" else "Receive"
        arrow = "to" if one.series == "fill" else "from"
        who = self.station.board.name_of(one.prepared_by)
        words = column(
            label(f"{one.name.capitalize()} {arrow} table {one.table}"),
            _caption(f"${dollars(one.chips.cents)} · {lasted(one.at, now)} · {who}"),
            gap=2,
        )
        pointed = Pointed(one.series, one.number)
        go = button(verb, lambda: self.station.go("waiting", pointed), "act", says=f"{verb} {one.name}")
        return card(row(words, None, go), look="inset", edge=12)

    def _show_bank(self, board: Board) -> None:
        emptied(self.bank)
        bank = board.held(places.CHIP_BANK)
        self.bank_total.setText(f"${dollars(bank.cents)}")
        self._show_ahead(board)
        ratio = self.devicePixelRatioF()
        for chip in sorted(bank):
            face = label()
            look = board.site.chips.get(chip, {})
            face.setPixmap(art.chip_pixmap(chip.name, look, 28, ratio))
            pieces = label(f"{bank[chip]:,}", "h2")
            told = _caption(stacked(bank[chip], board.site.stack, board.site.rack))
            worth = label(f"${dollars(chip.cents * bank[chip])}", right=True)
            self.bank.addLayout(row(face, pieces, told, None, worth))

    def _show_ahead(self, board: Board) -> None:
        """A sign, and the way to the bank's page, where it will lack something."""
        ahead = outlook(board, self.station.today)
        if not ahead:
            return
        sign, look = label(), theme.current()
        ink = look.red if any(one.sure for one in ahead) else look.amber
        sign.setPixmap(icons.pixmap("warning", ink, theme.pixels("figure")))
        words = f"{len(ahead)} thing{'s' * (len(ahead) != 1)} to see to"
        says = f"{words}: {' '.join(one.words for one in ahead)}"
        way = button(words, lambda: self.station.go("bank"), "link", says=says)
        self.bank.addLayout(row(sign, way, None))

    def _show_cash(self, board: Board) -> None:
        emptied(self.cash)
        for words, cents in board.cash.lines:
            self.cash.addLayout(row(_caption(words), None, label(_signed(cents), right=True)))
        self.cash_total.setText(f"${dollars(board.cash.should)}" if board.cash.lines else "")
        if board.state == "open":
            out = with_players(board.outstanding)
            self.cash.addLayout(row(_caption(out[0].upper() + out[1:]), None))
        if checks := board.money(places.DRAWER, "checks"):
            self.cash.addLayout(
                row(_caption("Checks in the drawer"), None, label(f"${dollars(checks)}", right=True))
            )


def with_players(out: Chips) -> str:
    """The chips outstanding in words; below zero they lie in trays that were not counted since."""
    if out.cents < 0:
        return "chips with players: known after tray counts"
    return f"${dollars(out.cents)} in chips with players"


def _signed(cents: int) -> str:
    return f"−${dollars(-cents)}" if cents < 0 else f"${dollars(cents)}"


def _caption(text: str) -> QWidget:
    return label(text, "caption")
