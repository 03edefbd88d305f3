"""What is looked over at a table of twenty-one before it opens: 99-01.3-08-02, 08-07."""

from PySide6.QtWidgets import QWidget

from pitdesk.book.entries import Entry
from pitdesk.desk import Desk
from pitdesk.kinds import Checklist as Looked
from pitdesk.rules.checklist import ITEMS, SHOE, SHOWN, SPREAD
from pitdesk.tonight.board import Spot
from ui.floor.tables import TableForm
from ui.widgets.fields import Field, Line, Pick, Tick
from ui.widgets.flow import Folding
from ui.widgets.parts import column, holder
from ui.work.form import Call, bound
from ui.work.signers import Who

ALL, AWAY = "all", "away"
OTHERS = "Cards alike, faces as approved, {0}; black, and red or maroon"
DONE = [
    (ALL, "Everything was looked over"),
    (SHOE, "The shoe alone was"),
    (SPREAD, "The first player saw the decks"),
    (AWAY, "The cards were taken away"),
]


class Checklist(TableForm):
    """Look a table over: each item is fine, or what is wrong with it."""

    name = "checklist"
    post_words = "Note it"
    who = (Who("Looked at by", ("dealer", "shift manager"), operator=False),)

    def more(self) -> list[Field]:
        """What was looked at, what of it is fine, what is wrong with the rest."""
        self.what = Pick("what", "What was done", DONE)
        self.items = {item: Tick(item, words, on=True) for item, words in (ITEMS | SHOWN).items()}
        self.wrong = Line("wrong", "What is wrong with what is not ticked", seldom=True)
        self.place = Line("place", "Where the cards are kept", hint="the safe in the cage")
        self.what.changed.connect(self.another)
        return [self.what, *self.items.values(), self.wrong, self.place]

    def body(self) -> QWidget:
        """The table and what was looked at at the left, the items at the right."""
        asked = holder(column(self.table, self.what, self.wrong, self.place, None, gap=12))
        return Folding(
            asked, holder(column(*self.items.values(), gap=0)), gap=32, stretch=(1, 1), top=True
        )

    def redraw(self) -> None:
        """Show the items that were looked at, or ask where the cards are; say what faces they have."""
        away = self.what.typed() == AWAY
        self.wrong.setVisible(not away)
        self.place.setVisible(away)
        layout = self.station.board.site.tables.get(self.spot.table) if self.spot else None
        faces = OTHERS.format(layout.faces) if layout and layout.faces else ITEMS["cards"]
        self.items["cards"].say(faces)
        for item, tick in self.items.items():
            tick.setVisible(item in self._looked)

    @property
    def _looked(self) -> list[str]:
        what = self.what.typed()
        return [what] if what in self.items else [] if what == AWAY else [*ITEMS]

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
        away = self.place.value() if self.what.typed() == AWAY else ""
        if self.what.typed() == AWAY and not away:
            raise ValueError("Write where the cards are kept.")
        by = self.signers.value()
        return bound(Desk.checklist, self.table.value(), by, self._looked, faults, away)

    def done(self, entry: Entry) -> str:
        """Whether it may open."""
        faults = [item for item in self._looked if not self.items[item].value()]
        if faults:
            return f"Table {entry.fact.table}: {', '.join(faults)} to be replaced before it opens."
        fact = entry.of(Looked)
        if fact.away:
            return (
                f"Table {fact.table}: its cards are kept, {fact.away}. Look them over as they come back."
            )
        return f"Table {fact.table} is looked over."
