"""The floor: tables, what happens now, where every chip is, the bank, what should be in the drawer."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from pitdesk import places
from pitdesk.chips import Chips, dollars, stacked
from pitdesk.due.board import summed
from pitdesk.tonight import now as tonight
from pitdesk.tonight.board import Board, Cash, Spot
from pitdesk.tonight.now import happening
from pitdesk.tonight.outlook import outlook
from ui.beside.timers import timer
from ui.floor.cards import CardPainter, Spots, Tables, state_of
from ui.floor.now import COUNTED, Now, Whereabouts
from ui.widgets import art, icons, theme
from ui.widgets.flow import stand
from ui.widgets.listing import INDEX, ROLE
from ui.widgets.parts import (
    button,
    card,
    column,
    emptied,
    holder,
    label,
    row,
    scrolled,
    show_words,
)
from ui.work.actions import action
from ui.work.form import titled
from ui.work.settings import Settings
from ui.work.station import Station

SIDE, LEAST = 356, 200  # pixels of the column at the right, and of the height of what stands above it
TICK_MS = 1000


class Floor(QWidget):
    """The home of the window."""

    def __init__(self, station: Station, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.station, self.settings = station, settings
        self.model = Spots()
        self.tables = Tables(self.model)
        self.tables.setItemDelegate(CardPainter(self.model, self.tables))
        self.tables.verticalScrollBar().rangeChanged.connect(self._scrolls)
        self.tables.verticalScrollBar().valueChanged.connect(lambda _: self._show_unseen())
        self.tables.activated.connect(self._fill)
        self.sums = label("", "muted", right=True)
        self.due = button("", lambda: station.go("due"), "link", says=action("due").does)
        self.empty = label("", "muted", wrap=True)
        self._lay_out()
        self._tick = timer(self, TICK_MS)
        self._tick.timeout.connect(self.tick)
        self._tick.start()
        station.follow(self, self.refresh)

    def _lay_out(self) -> None:
        self.now, self.where = Now(self.station, self.model), Whereabouts()
        self.above = button("", lambda: self._scroll(-1), "link")
        self.below = button("", lambda: self._scroll(1), "link")
        self.bank = column(gap=2)
        self.cash = column(gap=4)
        self.bank_total = label("", "h2", right=True)
        self.shift = label("", "h2")
        self.over = button("Hand over", lambda: self.station.go("hand over"), "link")
        self.charge = card(row(_caption("Shift"), self.shift, None, self.over), edge=12)
        side = column(
            self.now,
            self.where,
            self.charge,
            card(row(label("Chip bank", "h2"), None, self.bank_total), self.bank),
            card(self.cash),
            None,
            gap=12,
        )
        self.side = scrolled(holder(side))
        theme.fitted.connect(self._fit)
        seen = column(self.empty, self.above, self.tables, self.below, gap=2, grow=2)
        self._middle = row(seen, self.side, gap=16, grow=0)
        self.setLayout(column(titled("Floor", self.due, self.sums), self._middle, gap=-1, grow=1))

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

    def _fill(self, at: INDEX) -> None:
        """Enter on a table: to its fill, and where it holds less than its par, with what is missing."""
        spot: Spot = at.data(ROLE.UserRole)
        missing = spot.state == "open" and spot.to_par
        self.station.go("fill", (spot.table, None) if missing else spot.table)

    def in_words(self) -> str:
        """What stands above the tables, as it is said."""
        return f"{self.sums.toolTip() or self.sums.text()}."

    @property
    def pointed(self) -> str | None:
        """The table that is chosen, if one is."""
        chosen = self.tables.selectedIndexes()
        return self.model.rows[chosen[0].row()].table if chosen else None

    def refresh(self, board: Board) -> None:
        """Show the board as it is."""
        self._fit()
        self.model.slow_s = 60 * self.settings.slow_min
        self.model.late_s = 60 * max(self.settings.slow_min, self.settings.late_min)
        self.model.show_board(board, self.station.clock.now().at)
        self._show_sums(board)
        self._show_due(board)
        self._show_shift(board)
        self.now.show_board(board)
        self.where.show_board(board)
        self._show_bank(board)
        self._show_cash(board)

    def _fit(self) -> None:
        """Have the column at the right as wide as letters want it."""
        wide = theme.sized(SIDE)
        stand(self._middle, {self.tables: LEAST, self.side: LEAST}, {self.side: wide})
        if self.station.ready:
            self._show_sums(self.station.board)

    def _show_shift(self, board: Board) -> None:
        """Whose shift it is, and since when."""
        since = f" · {board.site.local(board.shift_since):%H:%M}" if board.shift_since else ""
        self.shift.setText(f"{board.name_of(board.shift)}{since}" if board.shift else "Nobody")
        self.charge.setVisible(board.state == "open")

    def _show_due(self, board: Board) -> None:
        """A quiet line: how much is due today, and how much is late."""
        words = summed(board.due, self.station.today)
        self.due.setText(words)
        self.due.setAccessibleName(f"{words}. {action('due').does}")
        self.due.setVisible(bool(words))

    def _show_sums(self, board: Board) -> None:
        if board.state != "open":
            self.sums.setText("No day is open")
            show_words(self.empty, "The night begins with opening the day: Ctrl+N.")
            return
        tables, bank = (
            board.tables_open,
            f" · ${dollars(board.held(places.CHIP_BANK).cents)} in the bank",
        )
        known = f"${dollars(board.on_tables)} on tables{'' if places.CHIP_BANK in board.blind else bank}"
        words = f"{tables} table{'s' * (tables != 1)} open · {known} · {with_players(board.outstanding)}"
        little = theme.size() == theme.Size.TINY
        self.sums.setText(known if little else words)
        self.sums.setToolTip(words if little else "")
        opened = any(spot.state != "not open" for spot in board.spots)
        show_words(self.empty, "" if opened else self._first_steps(board))

    def _first_steps(self, board: Board) -> str:
        if places.CHIP_BANK not in board.opened:
            return "Next: count the chip bank and the drawer with two people, Ctrl+B."
        return "Next: count each opener and open the tables, Shift+F2."

    # As time goes by

    def tick(self) -> None:
        """It is later: what waits has waited longer."""
        if self.isVisible() and self.station.ready:
            self.model.tick(self.station.clock.now().at)
            self.now.tick()
            self._show_unseen()

    def _show_unseen(self) -> None:
        """Say which tables are out of sight, and what happens at them."""
        rows = self.model.rows
        first = bisect_left(range(len(rows)), 0, key=self._middle_of)
        last = bisect_right(range(len(rows)), self.tables.viewport().height(), key=self._middle_of)
        above, below = rows[:first], rows[last:]
        for way, spots, where in ((self.above, above, "above"), (self.below, below, "below")):
            way.setText(self._unseen(spots, where))
            way.setVisible(bool(spots))

    def _middle_of(self, at: int) -> int:
        """How far down the middle of a table's card is; above what is seen it is below zero."""
        return self.tables.visualRect(self.model.index(at, 0)).center().y()

    def _unseen(self, spots: Sequence[Spot], where: str) -> str:
        busy = [
            (spot, first) for spot in spots if (first := happening(spot)[0]).what not in tonight.CALM
        ]
        busy.sort(key=lambda one: tonight.RANKS.index(one[1].what))
        words = f"{len(spots)} more {where}" if spots else ""
        for spot, first in busy[:1]:
            wait = f" {self.model.wait(first)}" if first.since else ""
            words += f": table {spot.table}, {state_of(spot)[0]}{wait}"
            words += f", +{len(busy) - 1}" if len(busy) > 1 else ""
        return words

    def _scroll(self, way: int) -> None:
        bar = self.tables.verticalScrollBar()
        bar.setValue(bar.value() + way * self.tables.viewport().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Other tables are out of sight."""
        super().resizeEvent(event)
        self._show_unseen()

    def showEvent(self, event: QShowEvent) -> None:
        """It is later than when it was seen last."""
        super().showEvent(event)
        self.tick()

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
            face, look = art.Picture(), board.site.chips.get(chip, {})
            face.show_drawn(art.chip_pixmap, chip.name, look, 28)
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
        sign, look = art.Picture(), theme.current()
        ink = look.red if any(one.sure for one in ahead) else look.amber
        sign.setAccessibleName("Look")
        sign.show_drawn(icons.pixmap, "warning", ink, theme.pixels("figure"))
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


def with_players(out: Chips) -> str:
    """The chips outstanding in words; below zero they lie in trays that were not counted since."""
    if out.cents < 0:
        return "chips with players: known after tray counts"
    return f"${dollars(out.cents)} in chips with players"


def _signed(cents: int) -> str:
    return f"−${dollars(-cents)}" if cents < 0 else f"${dollars(cents)}"


def _caption(text: str) -> QWidget:
    return label(text, "caption")
