"""What the pit asks of the cage: chips for a table, or away from it; and an ask taken back."""

from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.chips import dollars
from pitdesk.desk import Desk
from pitdesk.tonight.asks import Asked
from pitdesk.tonight.board import Board, Spot
from ui.floor.kept import KeptAsk, kept_of
from ui.widgets.fields import Choice, Field, Line
from ui.widgets.flow import Folding
from ui.widgets.grid import ChipGrid
from ui.widgets.parts import column, holder, label, row
from ui.work.attable import AtTable
from ui.work.form import Call, Form, bound
from ui.work.signers import Who

PIT = ("pit boss", "shift manager", "gaming manager", "dealer", "wheel operator")
WAYS = (("fill", "Fill"), ("credit", "Credit"))


def in_words(one: Asked) -> str:
    """What is asked for: $60 in 12x$5; what par is short of."""
    if one.par:
        return "to par" if one.what == "fill" else "down to par"
    return f"${dollars(one.chips.cents)} in {one.chips}"


class Ask(AtTable, Form):
    """The pit asks the cage for a fill or a credit; the cage sees it at once."""

    name = "ask"
    caption = ""
    head, names = "ASK for TABLE", "Ask for table {table}"
    tone = "way"
    none = "No table is open. Open one first: Shift+F2."
    post_words = "Ask the cage"
    who = (Who("Asked by", PIT),)

    def more(self) -> list[Field]:
        """The chips, and whether they come or go."""
        self.chips = ChipGrid(need=False)
        self.what = Choice("what", "", WAYS, usual="fill")
        return [self.chips, self.what]

    def body(self) -> QWidget:
        """As of a fill: the table, which way, the quick line, the grid."""
        self.table.setAccessibleName("Table")
        self.what.setAccessibleName("A fill or a credit")
        line = holder(row(label("Table", "muted"), self.table, self.what, gap=12))
        top = Folding(line, self.chips.head, gap=12, stretch=(0, 1))
        note = label("With no chips it asks for par.", "muted", wrap=True)
        return holder(column(top, self.chips, note, gap=8))

    def call(self) -> Call:
        """An ask; without chips, for par."""
        chips = self.chips.value()
        said = (self.what.value(), self.table.value(), chips, self.signers.value())
        return bound(Desk.ask, *said, par=not chips)

    def post(self) -> None:
        """Ask the cage; while it is not reached, keep what is asked until the line is back."""
        kept = kept_of(self.station)
        if not kept.away:
            super().post()
            return
        try:
            self.read_fields()
        except ValueError:
            return
        now = self.station.clock.now().at
        one = KeptAsk(self.table.value(), self.what.value(), self.chips.value(), now)
        kept.keep(one)
        self.signers.forget_pins()
        self.chips.take_up(None)
        words = f"{one.words} waits for the line, since {kept.since(one)}. Nothing was sent."
        self.station.say(words, "look", then="Once the cage is reached, somebody confirms it.")

    def done(self, entry: Entry) -> str:
        """What waits now."""
        assert isinstance(entry.fact, kinds.Ask)
        kept_of(self.station).let_go(entry.fact.table, entry.fact.what)
        return f"The cage is asked for a {entry.fact.what} at table {entry.fact.table}."


class WithdrawAsk(AtTable, Form):
    """An ask is taken back by whoever asked, or declined by the cage with a reason."""

    name = "withdraw ask"
    head, names = "WITHDRAW the ask of TABLE", "Withdraw the ask of table {table}"
    tone = "way"
    none = "No table asks for anything."
    post_words = "Withdraw the ask"
    who = (Who("By", (*PIT, "cashier")),)

    def more(self) -> list[Field]:
        """Which ask of the table, and why."""
        self.what = Choice("what", "Its ask", WAYS)
        self.reason = Line("reason", "Reason, if another asked")
        return [self.what, self.reason]

    def offers(self, spot: Spot) -> bool:
        """The tables that ask."""
        return any(one.table == spot.table for one in self.station.board.asked)

    def take(self, what: object) -> None:
        """Begin with an ask, or a table."""
        if isinstance(what, Asked):
            super().take(what.table)
            self.what.take_up(what.what)
        else:
            super().take(what)

    def refresh(self, board: Board) -> None:
        """Offer what the table asks for."""
        super().refresh(board)
        self._offer(board)

    def another(self) -> None:
        """Another table has other asks."""
        super().another()
        if self.station.ready:
            self._offer(self.station.board)

    def _offer(self, board: Board) -> None:
        asks = {one.what for one in board.asked if one.table == self.table.typed()}
        self.what.offer([way for way in WAYS if way[0] in asks])

    def call(self) -> Call:
        """An ask taken back."""
        said = (self.what.value(), self.table.value(), self.signers.value())
        return bound(Desk.withdraw_ask, *said, self.reason.value())

    def done(self, entry: Entry) -> str:
        """What waits no more."""
        assert isinstance(entry.fact, kinds.WithdrawAsk)
        return f"Table {entry.fact.table} asks for no {entry.fact.what} any more."


FORMS = (Ask, WithdrawAsk)
