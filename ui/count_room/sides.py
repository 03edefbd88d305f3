"""The two counts of a box, one side each; covered until both are in, then held against each other."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame

from pitdesk.chips import dollars
from pitdesk.tonight.board import Board
from pitdesk.tonight.boxes import BoxSpot
from pitdesk.tonight.currency import NOTES
from ui.widgets import icons, theme
from ui.widgets.art import Picture
from ui.widgets.cash import Bills, named
from ui.widgets.parts import cells, column, emptied, framed, holder, kind, label, row

COVERED, DOLLAR = "counted, covered", 1_00


class Sides(QFrame):
    """A side for each member of the team; the bills stand between them.

    rows   whether the bills are shown line by line once both counts are in

    Attributes:
        words: who has counted, and how the two stand to each other.
    """

    def __init__(self, *, rows: bool) -> None:
        super().__init__()
        self._rows_too = rows
        self.names = [label("", "h2"), label("", "h2", right=True)]
        self.states = [label("", "muted"), label("", "muted", right=True)]
        self.amounts = [label("", "title", right=True), label("", "title")]
        self.words = label("", "muted", wrap=True)
        self.grid = cells(12, 4)
        left = column(self.names[0], self.states[0], gap=0)
        right = column(self.names[1], self.states[1], gap=0)
        head = row(left, None, self.amounts[0], 48, self.amounts[1], None, right)
        self.bills = holder(self.grid)
        framed(self, column(head, self.bills, self.words, gap=8), "inset", 14, 10)

    def show_box(self, spot: BoxSpot | None, board: Board, since: str, words: str) -> None:
        """Show a box; since when whoever has not counted it is at it."""
        self.words.setText(words)
        self.setAccessibleName(words)
        team = spot.team if spot else board.team
        for at in (0, 1):
            who = team[at] if at < len(team) else ""
            self.names[at].setText(board.name_of(who) if who else "Nobody is named")
            done = bool(spot) and who in spot.counted_by if spot else False
            cents = spot.counts.get(who) if spot else None
            self.states[at].setText(_state(who, done=done, shown=cents is not None, since=since))
            self.amounts[at].setText("" if cents is None else f"${dollars(cents)}")
        self._show_bills(spot, team)

    def _show_bills(self, spot: BoxSpot | None, team: tuple[str, ...]) -> None:
        emptied(self.grid)
        both = [spot.notes.get(who, {}) for who in team] if spot and len(spot.counts) > 1 else []
        self.bills.setVisible(self._rows_too and len(both) == 2 and any(both))
        if self.bills.isHidden():
            return
        self.grid.setColumnStretch(0, 1)
        self.grid.setColumnStretch(6, 1)
        values = [value for value in NOTES if any(notes.get(named(value)) for notes in both)]
        for down, value in enumerate(values):
            self._row(down, value, *(notes.get(named(value), 0) for notes in both))

    def _row(self, down: int, value: int, one: int, other: int) -> None:
        """A value between the bills of the one and of the other, and whether they agree."""
        tone = "good" if one == other else "look"
        drawn = Bills(left=False), Bills()
        figures = [label(f"{pieces:,}", "h2", right=at == 0) for at, pieces in enumerate((one, other))]
        for bills, figure, pieces in zip(drawn, figures, (one, other), strict=True):
            bills.show_bills(pieces)
            kind(figure, "h2", tone="" if tone == "good" else tone)
        bill = label(named(value), "pill")
        kind(bill, "pill", tone=tone)
        off = abs(one - other)
        many = f"{off} {'bill' if value >= DOLLAR else 'coin'}{'s' * (off != 1)}"
        said = label("same" if not off else f"{many}, ${dollars(off * value)}")
        kind(said, "small", tone=tone)
        sign = Picture()
        look = theme.current()
        ink = look.felt if not off else look.amber
        sign.show_drawn(icons.pixmap, "warning" if off else "check", ink, theme.pixels("h2"))
        parts = (drawn[0], figures[0], bill, figures[1], sign, said, drawn[1])
        for across, part in enumerate(parts):
            self.grid.addWidget(part, down, across, Qt.AlignmentFlag(0))


def _state(who: str, *, done: bool, shown: bool, since: str) -> str:
    """What a member is at."""
    if not who:
        return ""
    if shown:
        return "counted alone"
    return COVERED if done else f"counting since {since}" if since else "has not counted"
