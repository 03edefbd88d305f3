"""Chip bank and money: what is where, counts by two, IOUs, withdrawals."""

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from pitdesk import kinds, places
from pitdesk.book.entries import Entry
from pitdesk.chips import dollars
from pitdesk.tonight.board import Board
from ui.chips.holdings import Holdings
from ui.widgets.cash import CashGrid
from ui.widgets.fields import Choice, Field, Line, Tick, money
from ui.widgets.grid import ChipGrid
from ui.widgets.notice import INITIALS
from ui.widgets.parts import Folding, column, holder, row
from ui.work.aside import CountForm
from ui.work.form import Call, Form
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
        self.checks = Line("checks", "Checks in the drawer", hint="none", read=_none_or_money)
        self.reserve = CashGrid("reserve", "Cash reserve", across=2)
        for tick in self.which.values():
            tick.changed.connect(self._show)
        return [
            *(self.when, *self.which.values()),
            *(self.bank, self.store, self.drawer, self.checks, self.reserve),
        ]

    def body(self) -> QWidget:
        """Chips at the left, cash at the right."""
        chips = holder(column(self.bank, self.store, None, gap=16))
        cash = holder(column(self.drawer, self.checks, self.reserve, None, gap=16))
        both = Folding(chips, cash, gap=32, stretch=(3, 2), top=True)
        ticks = Folding(self.when, holder(row(None, *self.which.values(), gap=16)), stretch=(0, 1))
        return holder(column(self.aside_row(), ticks, both, gap=12))

    def refresh(self, board: Board) -> None:
        """Offer the chips; begin with the count that comes next."""
        self.bank.offer(board.site.chips, board.site.stack)
        self.store.offer(board.site.chips, board.site.stack)
        if not self.when.typed():
            began = places.CHIP_BANK in board.opened
            done = began and not board.tables_open and any(s.state == "closed" for s in board.spots)
            self.when.choose("closing" if done else "check" if began else "opening")
        self._show()
        super().refresh(board)

    def _show(self) -> None:
        on = {place: tick.value() for place, tick in self.which.items()}
        self.bank.setVisible(on[places.CHIP_BANK])
        self.store.setVisible(on[places.CHIP_RESERVE])
        self.drawer.setVisible(on[places.DRAWER])
        self.checks.setVisible(on[places.DRAWER])
        self.reserve.setVisible(on[places.CASH_RESERVE])

    def typed_anything(self) -> bool:
        """Which count it is, is chosen by itself; what was counted is not."""
        return any(one.begun for one in (self.bank, self.store, self.drawer, self.checks, self.reserve))

    def counted(self) -> Mapping[str, Mapping[str, int]]:
        """Place → instrument → pieces or cents, of the places that are ticked."""
        on = {place for place, tick in self.which.items() if tick.value()}
        counts: dict[str, Mapping[str, int]] = {}
        for place, grid in ((places.CHIP_BANK, self.bank), (places.CHIP_RESERVE, self.store)):
            if place in on:
                counts[place] = grid.value().names
        if places.DRAWER in on:
            money_ = {"cash": self.drawer.value(), "checks": self.checks.value()}
            counts[places.DRAWER] = {name: cents for name, cents in money_.items() if cents}
        if places.CASH_RESERVE in on:
            cents = self.reserve.value()
            counts[places.CASH_RESERVE] = {"cash": cents} if cents else {}
        if not counts:
            raise ValueError("No place is ticked. Tick what was counted.")
        return counts

    def call(self) -> Call:
        """A count."""
        when, counted, by = self.when.value(), self.counted(), self.signers.value()
        return lambda desk: desk.count(when, counted, by)

    def done(self, entry: Entry) -> str:
        """Whether it is as the book says."""
        count = entry.of(kinds.Count)
        off = {place: found for place, found in count.off.items() if found and place not in count.began}
        when = count.when
        if not off:
            return f"The {when} count is entered and balanced."
        return (
            f"The {when} count is entered. It is off at the {' and the '.join(off)}: see Close of day."
        )


def _none_or_money(text: str) -> int:
    return money(text) if text else 0


class Iou(Form):
    """Lend to the drawer or the cash reserve on a numbered IOU."""

    name = "iou"
    post_words = "Lend"
    who = (Who("Initialed by", COUNTING),)

    def fields(self) -> list[Field]:
        """From, to, how much."""
        lenders = (
            (places.LENDERS, "Other games and funds"),
            (places.CASH_RESERVE, "Cash reserve"),
            (places.DRAWER, "Drawer"),
        )
        self.source = Choice("source", "From", lenders)
        self.to = Choice("to", "To", BANKS, usual=places.DRAWER)
        self.amount = Line("amount", "Amount", read=money)
        return [self.source, self.to, self.amount]

    def call(self) -> Call:
        """A loan."""
        cents, source, to = self.amount.value(), self.source.value(), self.to.value()
        by = self.signers.value()
        return lambda desk: desk.lend(cents, source, to, by)

    def done(self, entry: Entry) -> str:
        """Its number."""
        assert entry.number
        return f"IOU {entry.number.number}: ${dollars(entry.of(kinds.Iou).cents)}."


class PayBack(Form):
    """Pay an IOU back, whole."""

    name = "payback"
    post_words = "Pay back"
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
        number, by = int(self.loan.value()), self.signers.value()
        return lambda desk: desk.pay_back(number, by)

    def done(self, entry: Entry) -> str:
        """Which one is settled."""
        return f"IOU {entry.of(kinds.Payback).iou} is paid back."


class Withdraw(Form):
    """Cash from the gaming account."""

    name = "withdraw"
    post_words = "Enter the withdrawal"
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
        by = self.signers.value()
        return lambda desk: desk.withdraw(cents, method, by, to)

    def done(self, entry: Entry) -> str:
        """How much."""
        taken = entry.of(kinds.Withdraw)
        return f"Withdrawn ${dollars(taken.cents)}, {taken.method}."


FORMS = (Holdings, CountBanks, Iou, PayBack, Withdraw)
