"""The witness beside the book: what is held against paper before a manager takes a new one."""

from PySide6.QtWidgets import QBoxLayout, QWidget

from pitdesk.book.entries import Entry
from pitdesk.tonight.board import Board
from printers.slips.layout import calendar_date
from ui.widgets.fields import Field, Reason
from ui.widgets.flow import Folding
from ui.widgets.notice import Told
from ui.widgets.parts import card, column, holder, label, row
from ui.work.form import Call, Form
from ui.work.signers import Who

MEANS = (
    "This small file knows how far the book once reached. It is {state}. Without it entries can be cut"
    " off at the end of the book, and nobody sees it."
)
HOLD = "Hold these against the last slips and the last report on paper:"
REASONS = ("Held against paper: nothing is missing", "The file was deleted by mistake")


class NewWitness(Form):
    """A card, in sight as long as the witness is missing or unreadable: why, initials, a new one."""

    post_words = "Take a new witness"
    stays = True
    live = False  # the desk refuses everything else, so there is nothing to try
    who = (Who("Taken by", ("gaming manager", "shift manager")),)

    def fields(self) -> list[Field]:
        """What is known of it."""
        self.reason = Reason("Reason", REASONS, hint="what became of it, and what you held it against")
        return [self.reason]

    def body(self) -> QWidget | QBoxLayout:
        """What it means, and what to look at first."""
        self.means, self.ends = label("", wrap=True), label("", "strong", wrap=True)
        title = label("The witness beside the book", "h2")
        return column(title, self.means, label(HOLD, wrap=True), self.ends, self.reason, gap=10)

    def _lay_out(self) -> None:
        buttons = holder(column(None, row(None, self.primary)))
        foot = Folding(self._signing, buttons, gap=12, stretch=(1, 0))
        told = Told(self.signers.notice, self.notice)
        self.setLayout(column(card(self.body(), foot, told, gap=12)))

    def refresh(self, board: Board) -> None:
        """Say where the book ends."""
        self.means.setText(MEANS.format(state=board.unwitnessed or "right"))
        self.ends.setText(" · ".join(ends(board)))

    def call(self) -> Call:
        """A new witness."""
        reason, by = self.reason.value(), self.signers.value()
        return lambda desk: desk.witness(reason, by)

    def done(self, entry: Entry) -> str:
        """What was done."""
        return f"A new witness lies beside the book, as of entry {entry.seq}. Work goes on."


def ends(board: Board) -> list[str]:
    """Where a book ends: its last entry, its day, the last slip of each kind."""
    found = [f"Entry {board.seen:,}"]
    if board.date:
        found.append(f"day {board.day}, {calendar_date(board.date)}, {board.state}")
    last = {series: number - 1 for series, number in board.next_number.items()}
    found += [
        f"last {series} {number:06}" if number else f"no {series}" for series, number in last.items()
    ]
    return found
