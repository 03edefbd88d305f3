"""Cash banks over the months: ideals, reconciliations, audits; the rent and the tax return."""

from datetime import date

from PySide6.QtWidgets import QBoxLayout, QWidget

from pitdesk import kinds, places
from pitdesk.book.entries import Entry
from pitdesk.chips import dollars
from pitdesk.desk import Desk
from pitdesk.records.banks import STEPS
from pitdesk.tonight.board import Board
from ui.ledgers.about import About
from ui.ledgers.video import Quarterly
from ui.people.screen import halves
from ui.widgets.dates import read_day, shown_day, typed_day
from ui.widgets.fields import Field, Line, Pick, Reason, Tick, none_or_money
from ui.widgets.fields import money as read_money
from ui.widgets.parts import card, column, emptied, holder, label
from ui.work.form import Call, Form, bound
from ui.work.signers import Who

MANAGER = (Who("Initialed by", ("gaming manager",)),)
BOTH = (
    Who("Counted by", ("cashier", "shift manager", "gaming manager")),
    Who("And by", ("gaming manager", "shift manager", "bookkeeper", "auditor"), operator=False),
)
AUDITORS = (Who("Audited by", ("auditor", "bookkeeper")),)
EXPECTED = (
    "Expected: the ideal amount, less what the bank has lent on IOUs, plus what it borrowed and the"
    " profit that is not deposited. One of the two who count is no cashier."
)
LOOKED = {
    "slips": "Fill and credit slips: both parts of every number",
    "counts": "Counts of banks, trays and drop boxes, and their initials",
    "ious": "IOUs: loans and paybacks",
    "cameras": "The log of looks at the cameras",
    "deposit": "The deposit, against the bank's statement",
    "hold": "Hold of tables and dealers",
}
RENTED = (
    "$200 a month for each table that is needed, and up to $100 more where wagers go above $5. A further"
    " table is needed if it was used 13 times in each of the last four quarters."
)
FILED = (
    "The figures of the quarter are kept with it, as the book has them now. If a return was wrong, note"
    " the new one here too: the last one stands."
)


class Banked(About):
    """A form about a cash bank, with what is known of the banks beside it."""

    caption = "Cash bank"

    def known(self, board: Board) -> list[str]:
        """The drawers and the reserve."""
        banks = [*(drawer for drawer, _ in board.drawers), places.CASH_RESERVE]
        return [*dict.fromkeys(banks)]

    def refresh(self, board: Board) -> None:
        """Offer the banks; show what each should hold."""
        super().refresh(board)
        emptied(self.record)
        ideal = board.kept.ideal
        for bank, changes in ideal.items():
            newest = changes[-1]
            words = f"{bank.capitalize()}: ${dollars(newest.cents)} since {shown_day(newest.on)}"
            self.record.addWidget(label(f"{words}. {newest.reason}", wrap=True))
        if not ideal:
            self.record.addWidget(label("No bank has an ideal amount yet.", "muted", wrap=True))

    def beside_it(self, *asked: Field | QWidget) -> QWidget:
        """What is asked at the left, the master record at the right."""
        self.record = column(gap=6)
        record = column(card(label("Master record", "h2"), self.record, look="inset"), None)
        return holder(halves(column(*asked, None, gap=12), record))


class IdealBank(Banked):
    """Set what a cash bank should hold."""

    name = "ideal bank"
    post_words = "Keep"
    who = MANAGER
    said = "The {fact.bank} should hold ${worth} from now on."

    def fields(self) -> list[Field]:
        """Which bank, how much, how the money came or went, and why."""
        self.amount = Line("amount", "It should hold", read=none_or_money)
        self.method = Line("method", "How the money came or went", hint="check 5501")
        self.why = Reason("Reason", ("More tables", "Fewer tables", "The first time"))
        return [self.asked(), self.amount, self.method, self.why]

    def body(self) -> QWidget | QBoxLayout:
        """With the master record beside it."""
        return self.beside_it(*self.inputs)

    def call(self) -> Call:
        """An ideal amount."""
        said = (self.of.value(), self.amount.value(), self.method.value(), self.why.value())
        return bound(Desk.ideal_bank, *said, self.signers.value())


class ReconcileBank(Banked):
    """Count a cash bank by two, and hold it against what it should hold."""

    name = "reconcile bank"
    post_words = "Reconcile"
    who = BOTH

    def fields(self) -> list[Field]:
        """Which bank, what was counted, and where a difference comes from."""
        self.amount = Line("amount", "Counted, checks among it", read=none_or_money)
        self.why = Reason("Where a difference comes from", ("Explained on its day", "Found out later"))
        return [self.asked(), self.amount, self.why]

    def body(self) -> QWidget | QBoxLayout:
        """With the master record beside it."""
        return self.beside_it(label(EXPECTED, "muted", wrap=True), *self.inputs)

    def call(self) -> Call:
        """A reconciliation."""
        said = (self.of.value(), self.amount.value(), self.signers.value(), self.why.value())
        return bound(Desk.reconcile_bank, *said)

    def done(self, entry: Entry) -> str:
        """What was expected, and what is off."""
        fact = entry.of(kinds.ReconcileBank)
        off = fact.off_cents
        how = f"{'over' if off > 0 else 'short'} ${dollars(abs(off))}" if off else "as expected"
        return f"The {fact.bank} holds ${dollars(fact.cents)}, {how} (${dollars(fact.expected_cents)})."


class AuditDay(Form):
    """Go through a sealed day, and write down that it was audited."""

    name = "audit day"
    post_words = "Keep the audit"
    stays = True
    who = AUDITORS
    said = "The audit of {fact.date} is kept."

    def fields(self) -> list[Field]:
        """Which day, what was looked at, and what was found."""
        self.on = Line("on", "Gaming day", hint="11/20/2026", read=read_day)
        self.steps = {step: Tick(step, LOOKED[step]) for step in STEPS}
        self.where = Pick("where", "Something was found at")
        self.found = Line("found", "What was found")
        self.where.offer([("", "Nothing"), *((step, step.capitalize()) for step in STEPS)])
        return [self.on, *self.steps.values(), self.where, self.found]

    def take(self, what: object) -> None:
        """Begin with a day."""
        if isinstance(what, date):
            self.on.propose(typed_day(what))

    def call(self) -> Call:
        """An audit."""
        steps = {step: "" for step, tick in self.steps.items() if tick.value()}
        if self.where.value():
            steps[self.where.value()] = self.found.value()
        return bound(Desk.audit_day, self.on.value(), steps, self.signers.value())


class Rent(Form):
    """Note the monthly rent."""

    name = "rent"
    post_words = "Keep"
    stays = True
    who = (Who("Initialed by", ("gaming manager", "bookkeeper")),)
    said = "The rent is kept: ${worth} a month."

    def fields(self) -> list[Field]:
        """How much, and what pull tabs add."""
        self.amount = Line("amount", "Rent of a month", read=read_money)
        self.besides = Line("besides", "Pull tabs add", hint="0.00", read=none_or_money)
        return [self.amount, self.besides]

    def body(self) -> QWidget | QBoxLayout:
        """With the limit above it."""
        return column(label(RENTED, "muted", wrap=True), *self.inputs, gap=12)

    def call(self) -> Call:
        """The rent."""
        besides = self.besides.value() if self.besides.typed() else 0
        return bound(Desk.rent, self.amount.value(), self.signers.value(), besides)


class FileReturn(Quarterly):
    """Write down that the tax return of a quarter was filed."""

    name = "file return"
    post_words = "Keep"
    who = (Who("Initialed by", ("gaming manager", "bookkeeper")),)
    said = "It is kept: the return of {fact.quarter} was filed on {fact.filed}."
    live = False  # a try reads a whole quarter

    def fields(self) -> list[Field]:
        """Which quarter, when it went out, the tax, and the paper that shows it."""
        self.filed = Line("filed", "Filed on", hint="01/12/2027", read=read_day)
        self.amount = Line("amount", "Tax paid with it", read=none_or_money)
        self.paper = Line("paper", "Number of the return or its payment", number=True)
        return [self.asked(), self.filed, self.amount, self.paper]

    def body(self) -> QWidget | QBoxLayout:
        """What is kept, before it is."""
        return column(label(FILED, "muted", wrap=True), *self.inputs, gap=12)

    def call(self) -> Call:
        """A return."""
        said = (self.of.value(), self.filed.value(), self.amount.value(), self.paper.value())
        return bound(Desk.file_return, *said, self.signers.value())
