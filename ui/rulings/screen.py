"""Settle a hand: the round as it lies on the table, seat by seat, and what its rules say of each wager.

Advice only: nothing is posted. What the text leaves open is said, and the shift manager decides.
"""

import re
from collections.abc import Mapping
from typing import Any

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHeaderView, QWidget

from pitdesk.book.site import in_order
from pitdesk.chips import Chip
from pitdesk.games import tray
from pitdesk.games.cards import Card
from pitdesk.games.facts import Facts
from pitdesk.games.results import Impossible, Line, Settled
from pitdesk.games.rounds import GAMES
from pitdesk.games.rulings.told import (
    change,
    dollars,
    fault_told,
    line_told,
    named,
    ruled_told,
    ruling_told,
    seat_of,
)
from pitdesk.games.rulings.typed import PLAYED, cards_in, options_of, round_of
from pitdesk.tonight.board import Board, Spot
from ui.aloud.voice import announce
from ui.rulings.dispute import Case, Dispute
from ui.rulings.felt import GOOD, STOP, Felt, Seat
from ui.rulings.mistakes import Mistakes
from ui.rulings.pot import Pot
from ui.widgets import theme
from ui.widgets.columns import show_columns, usual_widths
from ui.widgets.fields import Choice, Pick
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
from ui.work.actions import action
from ui.work.station import Station
from ui.work.tabs import PageClass

SEATS = 7
COLUMNS = (
    ("Wager", "7 double of the tip bet"),
    ("Comes to", "+$00,000.00"),
    ("Chips", "0 x $25, 0 x $2"),
)
EDGES = 24
SIDE, ROOM = 460, 900  # pixels beside the felt, and of a screen that has room for it
PLENTY = 10_000  # pieces of each value, where no tray is named
LINE = re.compile(r"\s*(d|o|[1-9]\d?)\s*(?::|\s|$)\s*(.*)", re.IGNORECASE)
HINT = "d: dealer's cards; 1: wager, cards, words; o: house options"
BEGIN = "Begin with d for the dealer, a seat's number, or o for the house options."
METHODS = {"no-peek": "no_peek", "no-hole-card": "no_hole", "card-reader": "reader"}
ROUNDS = "No wager is typed yet."


class Rulings(QWidget):
    """The page.

    Attributes:
        lines: what was typed: "d" for the dealer, "o" for the house options, else by seat.
        settled: what the rules say of it; None while they say nothing.
    """

    name = "settle"

    def __init__(self, station: Station) -> None:
        super().__init__()
        self.station = station
        self.lines: dict[str, str] = {}
        self.settled: Settled | None = None
        self._faults: tuple[str, ...] = ()
        self._missing = False  # whether nothing is wrong but that cards or decisions are missing
        self._wide: bool | None = None
        self._lay_out()
        self.again()
        station.follow(self, self._refresh)

    def _lay_out(self) -> None:
        self.game = Choice("game", "", [(code, GAMES[code].name) for code in PLAYED], usual="nd-21")
        self.table = Pick("table", "Chips from the tray of")
        self.typed = Typed("typed", "Cards by keys", hint=HINT)
        self.trouble = label("", "wrong", wrap=True)
        self.words = label("", "muted", wrap=True)
        self.felt = Felt()
        self.rows: Listing[tuple[str, ...]] = Listing([one for one, _ in COLUMNS], lambda at: at > 0)
        self.list = listed("What to do, wager by wager", self.rows)
        self.list.selectionModel().currentRowChanged.connect(lambda now: self._tell_why(now.row()))
        self.why, self.total = label("", wrap=True), label("", "h2")
        self.rulings = label("", "muted", wrap=True)
        self.next = button("Next hand", self.again, says="Clear the table for the next hand")
        self.dispute = button("Dispute …", self.record, says=action("dispute").does)
        advice = pill("Advice only", "way")
        top = row(label("What to do", "h2"), advice, None, self.total, gap=12)
        below = scrolled(holder(column(self.why, self.rulings, None)))
        inner = column(top, self.list, below)
        inner.setStretch(1, 3)
        inner.setStretch(2, 1)
        self.side = framed(QFrame(), inner, "card", 12, 8)
        self.middle = row(self.felt, self.side, gap=12, grow=0)
        keys = row(self.typed, self.table, self.dispute, self.next, gap=12, grow=0)
        self.foot = card(keys, self.trouble, self.words, edge=12)
        self._page = column(self.game, self.middle, self.foot, grow=1)
        self.setLayout(self._page)
        self.game.changed.connect(self.again)
        self.table.changed.connect(self._show)
        self.typed.edit.textChanged.connect(self._show)
        self.typed.entered.connect(self.take)
        self.felt.chosen.connect(self.point)
        theme.changed.connect(self._fit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The felt is drawn where there is room for it."""
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
        show_columns(self.list, usual_widths(COLUMNS, EDGES), {0, 1, 2})
        self.list.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)

    # What is typed

    def begin(self, what: object = None) -> None:
        """Come to the front; with a table, its limits and its tray."""
        self._refresh(self.station.board)
        if isinstance(what, str):
            self.table.take_up(what)
        self.typed.first().setFocus()

    def _refresh(self, board: Board) -> None:
        """Offer the tables of the game that lie open."""
        spots = sorted((spot for spot in board.spots if spot.known), key=lambda s: in_order(s.table))
        tables = [(spot.table, f"Table {spot.table}") for spot in spots if spot.game == "21"]
        self.table.offer([("", "any chips"), *tables])

    def again(self) -> None:
        """An empty table."""
        self.lines = {}
        self.typed.edit.clear()
        self.typed.edit.setText("d: ")
        self._show()

    def point(self, seat: int) -> None:
        """Go on with a seat, or with the dealer (0)."""
        key = str(seat or "d")
        self.typed.edit.setText(f"{key}: {self.lines.get(key, '')}")
        self.typed.edit.setFocus()

    def take(self) -> None:
        """Keep the line, and go on with the next seat; a line without words takes its seat away."""
        key, text = self._split(self.typed.edit.text())
        if not key:
            show_words(
                self.trouble, "Begin with d for the dealer, a seat's number, or o for the options."
            )
            return
        try:
            self._round(self.lines | {key: text})
        except ValueError as error:
            show_words(self.trouble, str(error))
            announce(self.trouble, str(error))
            return
        self.lines[key] = text
        if not text:
            del self.lines[key]
        free = (str(seat) for seat in range(1, SEATS + 1) if str(seat) not in self.lines)
        self.typed.edit.setText(f"{next(free, 1)}: ")
        announce(self.words, f"{self.words.text()} {self.total.text()}")

    def record(self) -> None:
        """Go to a dispute about the wager that is chosen, with what lies on the table."""
        one = self._chosen(self.list.currentIndex().row())
        seat = seat_of(one.wager) if one else None
        told = ruled_told(one) if one else ""
        facts = "; ".join(f"{key}: {text}" for key, text in self.lines.items())
        under = ", ".join(one.section) if one else ""
        self.station.go("dispute", Case(self.table.value(), seat or 0, facts, told, under))

    @staticmethod
    def _split(text: str) -> tuple[str, str]:
        found = LINE.fullmatch(text)
        return (found[1].lower(), found[2].strip()) if found else ("", "")

    @property
    def options(self) -> dict[str, Any]:
        """The house options: those of the table that was chosen, then what was typed."""
        spot, own = self._spot(), dict[str, Any]()
        if spot and spot.limits and self.game.value() == "nd-21":
            own = dict(zip(("table_min", "table_max"), spot.limits, strict=True))
            own["dealing"] = METHODS.get(spot.method, "no_peek")
        return own | options_of(self.lines.get("o", ""))

    def _spot(self) -> Spot | None:
        """The table that was chosen."""
        wanted = self.table.value()
        return next((spot for spot in self.station.board.spots if spot.table == wanted), None)

    def _round(self, lines: Mapping[str, str]) -> Facts:
        """The round that is typed; ValueError says what cannot be read."""
        seats = {int(key): text for key, text in lines.items() if key.isdecimal() and text}
        options = self.options | options_of(lines.get("o", ""))
        return round_of(GAMES[self.game.value()], lines.get("d", ""), seats, options)

    # What is shown

    def _show(self) -> None:
        """Settle the round as it is typed, so far as it can be read."""
        if not self.station.ready:
            return
        key, text = self._split(self.typed.edit.text())
        facts = None
        for lines in ({**self.lines, key: text} if key else self.lines, self.lines):
            try:
                facts = self._round(lines)
                break
            except ValueError:
                continue
        show_words(self.trouble, "")
        self._settle(facts)
        self._fill()
        self._draw(facts, int(key) if key.isdecimal() else 0)

    def _settle(self, facts: Facts | None) -> None:
        self.settled, self._faults = None, ()
        if facts is None:
            return
        try:
            self.settled = GAMES[facts.game].settle(facts)
        except Impossible as impossible:
            self._faults = tuple(map(fault_told, impossible.faults))
            self._missing = all(fault.code == "incomplete" for fault in impossible.faults)

    def _fill(self) -> None:
        """A row for each wager, and what the tray pays and takes."""
        lines = (self.settled.lines or ()) if self.settled else ()
        pieces = self._tray()
        self.rows.renew([self._row(line, pieces) for line in lines])
        net = -sum(map(change, lines))
        self.total.setText(f"The tray: {dollars(net)}" if lines else "")
        rulings = self.settled.rulings if self.settled else ()
        show_words(self.rulings, "\n".join(map(ruling_told, rulings)))
        show_words(self.words, " ".join(self._faults) or ("" if lines else ROUNDS))
        kind(self.words, "wrong" if self._faults and not self._missing else "muted")
        if lines and not self.list.currentIndex().isValid():
            self.list.selectRow(0)
        self._tell_why(self.list.currentIndex().row())

    def _row(self, line: Line, pieces: dict[int, int]) -> tuple[str, ...]:
        chips = tray.pay(line.paid, pieces) if line.paid else {}
        for value, count in (chips or {}).items():
            pieces[value] -= count
        said = ", ".join(
            f"{count} x {Chip('casino', value).name}" for value, count in (chips or {}).items()
        )
        what = f"{seat_of(line.wager)} · {named(line.wager)}"
        return (what, dollars(change(line)), "not from this tray" if chips is None else said)

    def _tray(self) -> dict[int, int]:
        """The pieces that pay, by value: those of the tray that was chosen, or any number of each."""
        board, spot = self.station.board, self._spot()
        chips = [chip for chip in board.site.chips if chip.kind in ("casino", "coin") and not chip.set]
        known = {chip: spot.known[chip] if spot else PLENTY for chip in chips}
        return {chip.face_cents: count for chip, count in known.items() if count > 0}

    def _chosen(self, at: int) -> Line | None:
        lines = (self.settled.lines or ()) if self.settled else ()
        return lines[at] if 0 <= at < len(lines) else None

    def _tell_why(self, at: int) -> None:
        one = self._chosen(at)
        show_words(self.why, f"{line_told(one)} [{', '.join(one.section)}]" if one else "")

    def _draw(self, facts: Facts | None, active: int) -> None:
        """The cards as they lie, and what each seat comes to."""
        if facts is None:
            self.felt.show_table((), "", {}, SEATS, active)
            return
        dealer, hands = cards_in(facts)
        seats = {number: self._seat(number, cards) for number, cards in hands.items()}
        found = self.settled.more.get("dealer") if self.settled else None
        says = f"Dealer {found['total']}" if isinstance(found, dict) else ""
        self.felt.show_table(dealer, says, seats, max(SEATS, *seats, 0), active)

    def _seat(self, number: int, hands: tuple[tuple[Card, ...], ...]) -> Seat:
        own = (
            [line for line in (self.settled.lines or ()) if seat_of(line.wager) == number]
            if self.settled
            else []
        )
        staked = sum(line.stake for line in own)
        wager = dollars(staked).lstrip("+") if own else ""
        net = sum(change(line) for line in own if line.to == "player")
        if not own:
            return Seat(wager, hands)
        if not net:
            return Seat(wager, hands, "Even $0.00")
        word, tone = ("Wins", GOOD) if net > 0 else ("Loses", STOP)
        return Seat(wager, hands, f"{word} {dollars(net)}", tone)


FORMS: tuple[PageClass, ...] = (Rulings, Pot, Dispute, Mistakes)
