"""Settle a hand: the round as it lies on the table, seat by seat, and what its rules say of each wager.

Advice only: nothing is posted. What the text leaves open is said, and the shift manager decides.
"""

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from pitdesk.book.site import in_order
from pitdesk.games import tray
from pitdesk.games.facts import Facts
from pitdesk.games.results import Impossible, Line
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
from pitdesk.games.rulings.typed import PLAYED, options_of, round_of
from pitdesk.tonight.board import Board, Spot
from ui.rulings.dispute import Case, Dispute
from ui.rulings.felt import Felt
from ui.rulings.mistakes import Mistakes
from ui.rulings.overrule import Overrule
from ui.rulings.page import FEW, PLENTY, RoundPage, laid, lying
from ui.rulings.pot import Pot
from ui.rulings.practice import Practice
from ui.widgets.fields import Choice, Pick
from ui.widgets.parts import (
    button,
    kind,
    label,
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
BEGIN = "Begin with a letter for the cards before the dealer or the options, or with a seat's number."
METHODS = {"no-peek": "no_peek", "no-hole-card": "no_hole", "card-reader": "reader"}
ROUNDS = "No wager is typed yet."


class Rulings(RoundPage):
    """The page: a letter begins cards before the dealer, as the game has them, or "o" the options."""

    name = "settle"
    seats, begins, heading = SEATS, BEGIN, "What to do"
    columns, wide = COLUMNS, frozenset({0, 1, 2})

    def __init__(self, station: Station, parent: QWidget | None = None) -> None:
        named = [(code, GAMES[code].name) for code in PLAYED]
        self.game, self.felt = Choice("game", "", named, usual="nd-21", buttons=FEW), Felt()
        self._learn()
        super().__init__(station, self.game, self.felt, parent)
        self._faults: tuple[str, ...] = ()
        self._missing = False  # whether nothing is wrong but that cards or decisions are missing
        self.table = Pick("table", "Chips from the tray of")
        self.rulings = label("", "muted", wrap=True)
        self.dispute = button("Dispute …", self.record, says=action("dispute").does)
        self.list.selectionModel().currentRowChanged.connect(lambda now: self._tell_why(now.row()))
        self.lay_out(self.table, self.dispute, below=(self.rulings,))
        self.game.changed.connect(self._change)
        self.table.changed.connect(self.show_round)
        self.felt.chosen.connect(self.point)
        station.follow(self, self._refresh)

    # What is typed

    def begin(self, what: object = None) -> None:
        """Come to the front; with a table, its limits and its tray."""
        self._refresh(self.station.board)
        if isinstance(what, str):
            self.table.take_up(what)
        super().begin()

    def _refresh(self, board: Board) -> None:
        """Offer the tables of the game that lie open."""
        spots = sorted((spot for spot in board.spots if spot.known), key=lambda s: in_order(s.table))
        tables = [(spot.table, f"Table {spot.table}") for spot in spots if spot.game == "21"]
        self.table.offer([("", "any chips"), *tables])

    def _learn(self) -> None:
        """The letters and the words of the game."""
        self.play = PLAYED[self.game.value()]
        self.keys = self.play.keys
        house = "; ".join(f"{one.key}: {one.field}'s cards" for one in self.play.house)
        self.hint = f"{house}; 1: {self.play.example}; o: options"

    def _change(self) -> None:
        """Another game, and its empty table."""
        self._learn()
        self.typed.edit.setPlaceholderText(self.hint)
        self.again()

    def point(self, key: str) -> None:
        """Go on with a seat, or with cards before the dealer."""
        self.typed.edit.setText(f"{key}: {self.lines.get(key, '')}")
        self.typed.edit.setFocus()

    def outcome(self) -> str:
        """What the tray pays or takes."""
        return self.total.text()

    def record(self) -> None:
        """Go to a dispute about the wager that is chosen, with what lies on the table."""
        one = self._chosen(self.list.currentIndex().row())
        seat = seat_of(one.wager) if one else None
        told = ruled_told(one) if one else ""
        facts = "; ".join(f"{key}: {text}" for key, text in self.lines.items())
        under = ", ".join(one.section) if one else ""
        self.station.go("dispute", Case(self.table.value(), seat or 0, facts, told, under))

    @property
    def options(self) -> dict[str, object]:
        """The house options: those of the table that was chosen, then what was typed."""
        spot, own = self._spot(), dict[str, object]()
        if spot and spot.limits and self.game.value() == "nd-21":
            own = dict(zip(("table_min", "table_max"), spot.limits, strict=True))
            own["dealing"] = METHODS.get(spot.method, "no_peek")
        return own | options_of(self.lines.get("o", ""))

    def _spot(self) -> Spot | None:
        """The table that was chosen."""
        wanted = self.table.value()
        return next((spot for spot in self.station.board.spots if spot.table == wanted), None)

    def read(self, lines: Mapping[str, str]) -> Facts:
        """The round of these lines."""
        there = {key: text for key, text in lines.items() if text}
        options = self.options | options_of(lines.get("o", ""))
        return round_of(GAMES[self.game.value()], there, options)

    # What is shown

    def show_round(self) -> None:
        """Settle the round as it is typed, so far as it can be read."""
        if not self.station.ready:
            return
        facts = None
        for lines in self.so_far():
            try:
                facts = self.read(lines)
                break
            except ValueError:
                continue
        show_words(self.trouble, "")
        self._settle(facts)
        self._fill()
        key, _ = self.split()
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
        what = f"{seat_of(line.wager)} · {named(line.wager)}"
        return (what, dollars(change(line)), "not from this tray" if chips is None else laid(chips))

    def _tray(self) -> dict[int, int]:
        """The pieces that pay, by value: those of the tray that was chosen, or any number of each."""
        spot = self._spot()
        known = {chip: spot.known[chip] if spot else PLENTY for chip in self.house_chips()}
        return {chip.face_cents: count for chip, count in known.items() if count > 0}

    def _chosen(self, at: int) -> Line | None:
        lines = (self.settled.lines or ()) if self.settled else ()
        return lines[at] if 0 <= at < len(lines) else None

    def _tell_why(self, at: int) -> None:
        one = self._chosen(at)
        show_words(self.why, f"{line_told(one)} [{', '.join(one.section)}]" if one else "")

    def _draw(self, facts: Facts | None, active: int) -> None:
        """The cards as they lie, and what each seat comes to."""
        lines = (self.settled.lines or ()) if self.settled else ()
        piles, seats = lying(self.play, facts, self.settled, lines)
        self.felt.show_table(piles, seats, max(SEATS, *seats, 0), active)


FORMS: tuple[PageClass, ...] = (Rulings, Pot, Dispute, Overrule, Mistakes, Practice)
