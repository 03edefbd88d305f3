"""A dispute, written down: what lay on the table, the ruling, its section, and who ruled."""

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.site import in_order
from pitdesk.desk import Desk
from pitdesk.tonight.board import Board
from ui.widgets.fields import Choice, Field, Line, is_count
from ui.widgets.flow import Flow
from ui.widgets.parts import column, holder, label
from ui.work.form import Call, Form, bound
from ui.work.signers import Who

RULERS = ("pit boss", "shift manager", "gaming manager")


@dataclass(frozen=True, slots=True)
class Case:
    """What is taken along from a hand that was settled."""

    table: str
    seat: int
    facts: str
    ruling: str
    under: str


class Dispute(Form):
    """Write down a dispute and its ruling."""

    name = "dispute"
    post_words = "Write it down"
    who = (Who("Ruled by", RULERS),)
    after = "rulings"

    def fields(self) -> list[Field]:
        """Where, whose hand, what lay there, what was ruled."""
        self.table = Choice("table", "Table", none="No table is set up.")
        self.seat = Line("seat", "Seat, or empty for all", read=_seat)
        self.reason = Line(
            "reason", "What lay there, what was disputed", hint="19 against 19, both said"
        )
        self.ruling = Line("ruling", "Ruling", hint="the tie stands")
        self.under = Line("under", "Section", hint="empty where the text is silent")
        return [self.table, self.seat, self.reason, self.ruling, self.under]

    def body(self) -> QWidget:
        """The fields, and that nothing moves."""
        note = "No chip and no cent moves by it. It prints with the day."
        where = Flow(self.table, self.seat, across=2, gap=12)
        ruled = Flow(self.ruling, self.under, across=2, gap=12)
        parts = (label(note, "muted", wrap=True), holder(where), self.reason, holder(ruled))
        return holder(column(*parts, gap=12))

    def take(self, what: object) -> None:
        """Begin with a hand that was settled."""
        if isinstance(what, Case):
            self.table.choose(what.table)
            self.seat.take_up(str(what.seat or ""))
            self.reason.take_up(what.facts)
            self.ruling.take_up(what.ruling)
            self.under.take_up(what.under)

    def refresh(self, board: Board) -> None:
        """Offer the tables."""
        super().refresh(board)
        tables = sorted((spot.table for spot in board.spots), key=in_order)
        self.table.offer([(table, table) for table in tables])

    def call(self) -> Call:
        """A dispute."""
        where, seat, under = self.table.value(), self.seat.value(), self.under.value()
        said = (self.reason.value(), self.ruling.value())
        return bound(Desk.dispute, where, *said, self.signers.value(), seat=seat, under=under)

    def done(self, entry: Entry) -> str:
        """That it stands."""
        fact = entry.of(kinds.Dispute)
        return f"The dispute at table {fact.table} is written down, entry {entry.seq}."


def _seat(text: str) -> int:
    if text and not is_count(text):
        raise ValueError(f"'{text}' is no seat. Type its number, or nothing for all of the table.")
    return int(text or 0)
