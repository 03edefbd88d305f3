"""A second person, asked for while the amount is typed: above what one person may do alone."""

from contextlib import suppress

from pitdesk.tonight.board import Board
from ui.widgets.fields import Line, money
from ui.widgets.grid import ChipGrid
from ui.work.form import Form


class Seconded(Form):
    """A form of whose places for initials the last is `SECOND`."""

    def typed_worth(self) -> tuple[int, int]:
        """What is typed so far, in cents and in pieces of chips; the greater side of an exchange."""
        grids = [one.so_far() for one in self.inputs if isinstance(one, ChipGrid) and not one.isHidden()]
        amounts = [_cents(one) for one in self.inputs if one.name == "amount" and isinstance(one, Line)]
        cents = [*amounts, *(chips.cents for chips in grids)]
        return max(cents, default=0), max((chips.pieces for chips in grids), default=0)

    def changed(self) -> None:
        """Ask for the second person as soon as what is typed needs one, and no longer than it does."""
        super().changed()
        self._call()

    def _refresh(self, board: Board) -> None:
        super()._refresh(board)
        self._call()

    def _call(self) -> None:
        if self.station.ready:
            self.signers.call_for(self.station.board.site.second(*self.typed_worth()))


def _cents(line: Line) -> int:
    with suppress(ValueError):
        return money(line.typed().strip())
    return 0
