"""A form about one table: which one, and the few more things that its verb asks."""

from pitdesk.tonight.board import Board, Spot
from ui.widgets.fields import Choice, Field
from ui.work.form import Form


class AtTable(Form):
    """What the forms about a table have in common, or about its box.

    Attributes:
        caption, across: of the tables, and how many stand in a row.
        none: what is said where no table is offered.
    """

    caption = "Table"
    across = 12
    none = "There is none just now."

    def fields(self) -> list[Field]:
        """The table, and what a form adds."""
        self.table = Choice("table", self.caption, across=self.across, none=self.none)
        self.table.changed.connect(self.another)
        return [self.table, *self.more()]

    def more(self) -> list[Field]:
        """What else is asked."""
        raise NotImplementedError

    def offers(self, spot: Spot) -> bool:
        """Whether this table is offered."""
        return spot.state == "open"

    def refresh(self, board: Board) -> None:
        """Offer the tables it can be done at."""
        self.table.offer([(spot.table, spot.table) for spot in board.spots if self.offers(spot)])
        super().refresh(board)

    @property
    def spot(self) -> Spot | None:
        """The table that is chosen."""
        return self.station.board.spot(self.table.typed())

    def take(self, what: object) -> None:
        """Begin with a table."""
        self.table.take_up(str(what))
