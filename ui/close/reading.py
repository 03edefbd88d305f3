"""The night so far: what is where now, and what changed since the last reading. It closes nothing."""

from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.people import CASHIERS
from pitdesk.chips import dollars
from pitdesk.desk import Desk
from pitdesk.desk.readings import Read, compared
from pitdesk.tonight.board import Board, begun
from pitdesk.tonight.now import BELOW
from ui.widgets.fields import Field
from ui.widgets.flow import Folding
from ui.widgets.parts import button, card, cells, column, emptied, holder, label, row
from ui.work.actions import action
from ui.work.form import Call, Form, bound
from ui.work.signers import Who

READERS = (*CASHIERS, "shift manager", "gaming manager", "pit boss")
FATES = {
    "not sent": "it waits for the printer",
    "nothing": "it waits for the printer",
    "unknown": "sent; whether it came out whole is not known",
    "damaged": "not complete on paper; print another",
    "whole": "printed",
}
COUNTED = "being counted"
CLOSED = f"No day is open: there is nothing to read. Open the day first: {action('open day').key}."
NOTE = "Reading the night closes nothing: no count, no figure and no slip is changed by it."


class SoFar(Form):
    """Show the night so far, and print it."""

    name = "reading"
    post_words = "Print the night so far"
    stays = True
    deed = False
    live = False
    _outcome = ""  # what somebody says of the paper, while it is posted
    who = (Who("Read by", READERS, signed_in=True),)

    def fields(self) -> list[Field]:
        """Nothing is asked."""
        return []

    def body(self) -> QWidget:
        """What is where and what changed, beside the slips that are open."""
        self.stands = label("", "h2", wrap=True)
        ways = (("It is complete", "whole"), ("It is not", "damaged"))
        answers = [
            button(words, self._answer, says=f"The paper of the last reading: {words}", to=outcome)
            for words, outcome in ways
        ]
        self.question = holder(row(label("Look at the printer.", wrap=True), *answers, None, gap=12))
        self.grid, self.open = cells(24, 4), column(gap=4)
        self.slips = card(label("Slips open", "h2"), holder(self.open), look="well")
        self.note = label(NOTE, "caption", wrap=True)
        self.both = Folding(card(holder(self.grid), look="well"), self.slips, gap=16, top=True)
        return holder(column(self.stands, self.question, self.both, self.note, gap=12))

    def begin(self, what: object = None) -> None:
        """Come to the front; whoever is signed in prints it with one key."""
        super().begin(what)
        if not self.signers.asked:
            self.primary.setFocus()

    def refresh(self, board: Board) -> None:
        """Show the board beside the last reading."""
        super().refresh(board)
        is_open = board.state == "open"
        self.question.setVisible(is_open and board.reading_paper == "unknown")
        self.primary.setEnabled(is_open and not self.busy)
        self.stands.setText(self._stands_so(board) if is_open else CLOSED)
        self.both.setVisible(is_open)
        emptied(self.grid)
        emptied(self.open)
        if not is_open:
            return
        below = board.so_far.get("players", 0) < 0
        self.note.setText(f"{BELOW} {NOTE}" if below else NOTE)
        last = board.reading.of(kinds.Reading) if board.reading else None
        heads = ("", "Now", f"Since reading {last.number}" if last else "")
        for across, words in enumerate(heads):
            self.grid.addWidget(label(words, "caption", right=across > 0), 0, across)
            self.grid.setColumnStretch(across, 1)
        for down, read in enumerate(compared(board.so_far, sorted(board.blind), last), 1):
            for across, cell in enumerate(_cells(read)):
                self.grid.addWidget(cell, down, across)
        for one in board.waiting:
            words = f"{begun(one.name)} table {one.table}  ${dollars(one.chips.cents)}"
            self.open.addWidget(label(words, wrap=True))
        if not board.waiting:
            self.open.addWidget(label("None.", "muted"))

    def _stands_so(self, board: Board) -> str:
        """When it was read last, and what became of the paper."""
        if board.reading is None:
            return "Not read yet tonight."
        at = f"{board.site.local(board.reading.at):%H:%M}"
        fate = FATES[board.reading_paper]
        return f"Reading {board.reading.of(kinds.Reading).number}, {at}: {fate}."

    def _answer(self, outcome: str) -> None:
        """Whether the paper is complete: asked in passing, nothing waits for it."""
        self._outcome = outcome
        self.post()
        self._outcome = ""

    def call(self) -> Call:
        """A reading, which prints by itself; or what became of the paper of the last one."""
        by = self.signers.value()[0]
        return (
            bound(Desk.answer_reading, self._outcome, by) if self._outcome else bound(Desk.reading, by)
        )

    def done(self, entry: Entry) -> str:
        """Which one of the night it is, or what is known of its paper now."""
        if isinstance(entry.fact, kinds.AnswerReading):
            return f"Noted: the paper is {'complete' if entry.fact.outcome == 'whole' else 'damaged'}."
        return f"Reading {entry.of(kinds.Reading).number} of the night so far. It closes nothing."


def _cells(read: Read) -> list[QWidget]:
    """What, how much now, and what changed."""
    now = COUNTED if read.cents is None else _money(read.cents)
    change = f"{'+' if read.change > 0 else ''}{_money(read.change)}" if read.change else ""
    return [
        label(begun(read.what)),
        label(now, "h2" if read.cents is not None else "muted", right=True),
        label(change, "muted", right=True),
    ]


def _money(cents: int) -> str:
    return f"{'−' * (cents < 0)}${dollars(abs(cents))}"
