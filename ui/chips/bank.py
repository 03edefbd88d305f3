"""Chip bank and money: what is where, counts by two, IOUs, withdrawals."""

from collections.abc import Mapping
from itertools import chain

from PySide6.QtWidgets import QWidget

from pitdesk import kinds, places
from pitdesk.book.entries import Entry
from pitdesk.chips import dollars
from pitdesk.desk import Desk
from pitdesk.tonight.board import Board
from ui.chips.delivery import none_or_money
from ui.chips.holdings import Holdings
from ui.widgets.cash import CashGrid
from ui.widgets.fields import Choice, Field, Line, Tick, money
from ui.widgets.grid import ChipGrid
from ui.widgets.notice import INITIALS
from ui.widgets.parts import Folding, column, holder, row
from ui.work.aside import CountForm
from ui.work.form import Call, Form, bound
from ui.work.signers import Who

WHENS = (("opening", "Opening"), ("check", "In between"), ("closing", "Closing"))
COUNTING = ("cashier", "shift manager", "pit boss", "gaming manager")
BANKS = ((places.DRAWER, "Drawer"), (places.CASH_RESERVE, "Cash reserve"))
MANAGERS = ("shift manager", "gaming manager")


class CountBanks(CountForm):
    """Count the chip bank, the drawer and the reserves: two people, what is expected not shown."""

    name = "count banks"
    post_words = "Enter the count"
    live = False
    about_initials = INITIALS | {"nd.03-06.2"}  # elsewhere this rule asks for the count itself
    who = (Who("Counted by", COUNTING), Who("and by", COUNTING, optional=True, shown=True))

    def fields(self) -> list[Field]:
        """When, which places, and each place's count."""
        self.when = Choice("when", "Which count", WHENS)
        self.which = {
            places.CHIP_BANK: Tick("chip bank?", "Chip bank", on=True),
            places.CHIP_RESERVE: Tick("chip reserve?", "Chip reserve"),
            places.DRAWER: Tick("drawer?", "Cash drawer", on=True),
            places.CASH_RESERVE: Tick("cash reserve?", "Cash reserve"),
        }
        self.bank = ChipGrid("bank", "Chip bank", count=True)
        self.store = ChipGrid("store", "Chip reserve", count=True)
        self.drawer = CashGrid("drawer", "Cash drawer", across=2)
        self.checks = Line("checks", "Checks in the drawer", hint="none", read=none_or_money)
        self.reserve = CashGrid("reserve", "Cash reserve", across=2)
        self.counts: dict[str, tuple[Field, ...]] = {
            places.CHIP_BANK: (self.bank,),
            places.CHIP_RESERVE: (self.store,),
            places.DRAWER: (self.drawer, self.checks),
            places.CASH_RESERVE: (self.reserve,),
        }
        for tick in self.which.values():
            tick.changed.connect(self.redraw)
        return [self.when, *self.which.values(), *chain(*self.counts.values())]

    def body(self) -> QWidget:
        """Chips at the left, cash at the right."""
        chips = holder(column(self.bank, self.store, None, gap=16))
        cash = holder(column(self.drawer, self.checks, self.reserve, None, gap=16))
        both = Folding(chips, cash, gap=32, stretch=(3, 2), top=True)
        ticks = Folding(self.when, holder(row(None, *self.which.values(), gap=16)), stretch=(0, 1))
        return holder(column(self.aside_row(), ticks, both, gap=12))

    def refresh(self, board: Board) -> None:
        """Offer the chips; begin with the count that comes next."""
        super().refresh(board)
        if not self.when.typed():
            began = places.CHIP_BANK in board.opened
            done = began and not board.tables_open and any(s.state == "closed" for s in board.spots)
            self.when.choose("closing" if done else "check" if began else "opening")

    def redraw(self) -> None:
        """Show the counts of the places that are ticked."""
        for place, tick in self.which.items():
            for one in self.counts[place]:
                one.setVisible(tick.value())

    def typed_anything(self) -> bool:
        """Which count it is, is chosen by itself; what was counted is not."""
        return any(one.begun for one in chain(*self.counts.values()))

    def counted(self) -> Mapping[str, Mapping[str, int]]:
        """Place → instrument → pieces or cents, of the places that are ticked."""
        on = {place for place, tick in self.which.items() if tick.value()}
        counts: dict[str, Mapping[str, int]] = {}
        for place, grid in ((places.CHIP_BANK, self.bank), (places.CHIP_RESERVE, self.store)):
            if place in on:
                counts[place] = grid.value().names
        cash = ((places.DRAWER, self.drawer, self.checks), (places.CASH_RESERVE, self.reserve, None))
        for place, notes, checks in cash:
            if place in on:
                cents = {"cash": notes.value(), "checks": checks.value() if checks else 0}
                counts[place] = {name: some for name, some in cents.items() if some}
        if not counts:
            raise ValueError("No place is ticked. Tick what was counted.")
        return counts

    def call(self) -> Call:
        """A count."""
        return bound(Desk.count, self.when.value(), self.counted(), self.signers.value())

    def done(self, entry: Entry) -> str:
        """Whether it is as the book says."""
        count = entry.of(kinds.Count)
        off = {place: found for place, found in count.off.items() if found and place not in count.began}
        words = f"The {count.when} count is entered"
        if not off:
            return f"{words} and balanced."
        where = f"It is off at the {' and the '.join(off)}"
        if count.when == "opening":
            return f"{words}. {where} since the last closing count: give the reason, Alt+F6."
        return f"{words}. {where}: see Close of day."


class Iou(Form):
    """Lend to the drawer or the cash reserve on a numbered IOU."""

    name = "iou"
    post_words = "Lend"
    said = "IOU {entry.number.number}: ${worth}."
    who = (Who("Initialed by", COUNTING),)

    def fields(self) -> list[Field]:
        """From, to, how much."""
        lenders = ((places.LENDERS, "Other games and funds"), *BANKS[::-1])
        self.source = Choice("source", "From", lenders)
        self.to = Choice("to", "To", BANKS, usual=places.DRAWER)
        self.amount = Line("amount", "Amount", read=money)
        return [self.source, self.to, self.amount]

    def call(self) -> Call:
        """A loan."""
        loan = (self.amount.value(), self.source.value(), self.to.value())
        return bound(Desk.iou, *loan, self.signers.value())


class PayBack(Form):
    """Pay an IOU back in full."""

    name = "payback"
    post_words = "Pay back"
    said = "IOU {fact.iou} is paid back."
    who = (Who("Initialed by", COUNTING),)

    def fields(self) -> list[Field]:
        """Which one."""
        self.loan = Choice("loan", "IOU", across=3)
        return [self.loan]

    def refresh(self, board: Board) -> None:
        """Offer those that are open."""
        open_ = [loan for loan in board.loans if not loan.repaid]
        self.loan.offer([(str(loan.number), f"{loan.number}: ${dollars(loan.cents)}") for loan in open_])

    def call(self) -> Call:
        """A payback."""
        return bound(Desk.payback, int(self.loan.value()), self.signers.value())


class Withdraw(Form):
    """Cash from the gaming account."""

    name = "withdraw"
    post_words = "Enter the withdrawal"
    said = "Withdrawn ${worth}, {fact.method}."
    who = (Who("Initialed by", MANAGERS),)

    def fields(self) -> list[Field]:
        """How much, by which check or other method, into what."""
        self.amount = Line("amount", "Amount", read=money)
        self.method = Line("method", "By check or other method", hint="check 5501")
        self.to = Choice("to", "To", BANKS, usual=places.DRAWER)
        return [self.amount, self.method, self.to]

    def call(self) -> Call:
        """A withdrawal."""
        cents, method, to = self.amount.value(), self.method.value(), self.to.value()
        return bound(Desk.withdraw, cents, method, self.signers.value(), to)


FORMS = (Holdings, CountBanks, Iou, PayBack, Withdraw)
