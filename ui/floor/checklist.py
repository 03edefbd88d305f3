"""What is looked over at a table of twenty-one before it opens: 99-01.3-08-02, 08-07."""

from PySide6.QtWidgets import QWidget

from pitdesk.book.entries import Entry
from pitdesk.desk import Desk
from pitdesk.rules.checklist import ITEMS, SHOE
from pitdesk.tonight.board import Spot
from ui.floor.tables import TableForm
from ui.widgets.fields import Choice, Field, Line, Tick
from ui.widgets.parts import Folding, column, holder
from ui.work.form import Call, bound
from ui.work.signers import Who

ALL = "all"


class Checklist(TableForm):
    """Look a table over: each item is fine, or what is wrong with it."""

    name = "checklist"
    post_words = "Looked over"
    who = (Who("Looked at by", ("dealer", "shift manager"), operator=False),)

    def more(self) -> list[Field]:
        """What was looked at, what of it is fine, what is wrong with the rest."""
        self.what = Choice("what", "Looked at", [(ALL, "Everything"), (SHOE, "The shoe alone")])
        self.items = {item: Tick(item, words, on=True) for item, words in ITEMS.items()}
        self.wrong = Line("wrong", "What is wrong with what is not ticked", seldom=True)
        self.what.changed.connect(self.another)
        return [self.what, *self.items.values(), self.wrong]

    def body(self) -> QWidget:
        """The table and what was looked at at the left, the items at the right."""
        asked = holder(column(self.table, self.what, self.wrong, None, gap=12))
        return Folding(
            asked, holder(column(*self.items.values(), gap=0)), gap=32, stretch=(1, 1), top=True
        )

    def redraw(self) -> None:
        """Show the items that were looked at."""
        for item, tick in self.items.items():
            tick.setVisible(item in self._looked)

    @property
    def _looked(self) -> list[str]:
        return [SHOE] if self.what.typed() == SHOE else [*ITEMS]

    def offers(self, spot: Spot) -> bool:
        """Any of twenty-one."""
        return spot.game == "21"

    def preferred(self, at: int) -> str | None:
        """Somebody on duty who deals, and does not yet."""
        board = self.station.board
        free = [who for who, role in board.duty.items() if role == "dealer" and who not in board.dealing]
        return free[0] if free else None

    def call(self) -> Call:
        """A look at a table."""
        words = self.wrong.value()
        faults = {item: words for item in self._looked if not self.items[item].value()}
        by = self.signers.value()
        return bound(Desk.checklist, self.table.value(), by, self._looked, faults)

    def done(self, entry: Entry) -> str:
        """Whether it may open."""
        faults = [item for item in self._looked if not self.items[item].value()]
        if faults:
            return f"Table {entry.fact.table}: {', '.join(faults)} to be replaced before it opens."
        return f"Table {entry.fact.table} is looked over."
