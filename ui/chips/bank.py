"""Chip bank and money: what is where, counts by two, IOUs, withdrawals."""

from collections.abc import Mapping, Sequence
from itertools import chain

from PySide6.QtWidgets import QWidget

from pitdesk import kinds, places
from pitdesk.book.entries import Entry
from pitdesk.book.site import GAMES
from pitdesk.chips import dollars
from pitdesk.desk import Desk
from pitdesk.kinds import Machine
from pitdesk.rules.checks.banks import BOARD
from pitdesk.tonight.board import Board, begun
from ui.chips.banks import BankForm, LenderForm
from ui.chips.holdings import Holdings
from ui.widgets.cash import CashGrid
from ui.widgets.fields import Choice, Field, Line, Tick, money, none_or_money
from ui.widgets.flow import Folding
from ui.widgets.grid import ChipGrid
from ui.widgets.notice import INITIALS
from ui.widgets.parts import button, column, holder, row
from ui.work.aside import CountForm
from ui.work.form import Call, bound
from ui.work.second import Seconded
from ui.work.signers import SECOND, Who

WHENS = (("opening", "Opening"), ("check", "In between"), ("closing", "Closing"))
COUNTING = ("cashier", "shift manager", "pit boss", "gaming manager")
RESERVE = (places.CASH_RESERVE, "Cash reserve")
OTHER = "second drawer"  # that of the other game, where each has a cash bank of its own
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
        self.places = {places.DRAWER: places.DRAWER}  # what is counted as a drawer → which place it is
        self.when = Choice("when", "Which count", WHENS)
        self.which = {
            places.CHIP_BANK: Tick("chip bank?", "Chip bank", on=True),
            places.CHIP_RESERVE: Tick("chip reserve?", "Chip reserve"),
            places.DRAWER: Tick("drawer?", "Cash drawer", on=True),
            OTHER: Tick("second drawer?", "Second drawer"),
            places.CASH_RESERVE: Tick("cash reserve?", "Cash reserve"),
        }
        self.bank = ChipGrid("bank", "Chip bank", count=True, weighed=True)
        self.store = ChipGrid("store", "Chip reserve", count=True, weighed=True)
        self.drawer = CashGrid("drawer", "Cash drawer", across=2)
        self.checks = Line("checks", "Checks in the drawer", hint="none", read=none_or_money)
        self.second = CashGrid("second", "Second drawer", across=2)
        self.second_checks = Line(
            "second checks", "Checks in the second drawer", hint="none", read=none_or_money
        )
        self.reserve = CashGrid("reserve", "Cash reserve", across=2)
        self.counts: dict[str, tuple[Field, ...]] = {
            places.CHIP_BANK: (self.bank,),
            places.CHIP_RESERVE: (self.store,),
            places.DRAWER: (self.drawer, self.checks),
            OTHER: (self.second, self.second_checks),
            places.CASH_RESERVE: (self.reserve,),
        }
        for tick in self.which.values():
            tick.seldom = True  # Enter goes on to the chips
            tick.changed.connect(self.redraw)
        return [self.when, *self.which.values(), *chain(*self.counts.values())]

    def body(self) -> QWidget:
        """Chips at the left, cash at the right."""
        chips = holder(column(self.bank, self.store, None, gap=16))
        second = (self.second, self.second_checks)
        cash = holder(column(self.drawer, self.checks, *second, self.reserve, None, gap=16))
        both = Folding(chips, cash, gap=32, stretch=(3, 2), top=True)
        ticks = Folding(self.when, holder(row(None, *self.which.values(), gap=16)), stretch=(0, 1))
        return holder(column(self.aside_row(), ticks, both, gap=12))

    def refresh(self, board: Board) -> None:
        """Offer the chips; begin with the count that comes next."""
        super().refresh(board)
        self._show_drawers(board)
        if not self.when.typed():
            began = places.CHIP_BANK in board.opened
            done = began and not board.tables_open and any(s.state == "closed" for s in board.spots)
            self.when.choose("closing" if done else "check" if began else "opening")
            if second := self.places.get(OTHER):
                self.which[OTHER].take_up(not began or second in board.opened)

    def _refresh(self, board: Board) -> None:
        """The first and the last count are made by two: begin with somebody else who is here."""
        super()._refresh(board)
        first, second = self.signers.places
        if self.when.typed() != "check" and second.empty and not second.typed():
            here = (one for one, role in board.duty.items() if role in COUNTING)
            second.person.take_up(next((one for one in here if one != first.person.value()), ""))

    def _show_drawers(self, board: Board) -> None:
        """Call each drawer by its game where each game has one; else show one."""
        several = dict(board.drawers) if len(board.drawers) > 1 else {places.DRAWER: "Cash drawer"}
        self.places = dict(zip((places.DRAWER, OTHER), several, strict=False))
        for of, place in self.places.items():
            self.which[of].box.setText(begun(place) if len(several) > 1 else several[place])
            self.counts[of][0].caption_label.setText(several[place])
        self.which[OTHER].setVisible(OTHER in self.places)
        self.redraw()

    def redraw(self) -> None:
        """Show the counts of the places that are ticked."""
        for place, tick in self.which.items():
            there = place != OTHER or OTHER in self.places
            for one in self.counts[place]:
                one.setVisible(tick.value() and there)

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
        cash = (
            (places.DRAWER, self.drawer, self.checks),
            (OTHER, self.second, self.second_checks),
            (places.CASH_RESERVE, self.reserve, None),
        )
        for of, notes, checks in cash:
            if of in on and (of != OTHER or OTHER in self.places):
                cents = {"cash": notes.value(), "checks": checks.value() if checks else 0}
                counts[self.places.get(of, of)] = {name: some for name, some in cents.items() if some}
        if not counts:
            raise ValueError("No place is ticked. Tick what was counted.")
        return counts

    def machines(self) -> Mapping[str, Sequence[Machine]]:
        """Place → what machines counted of it, of the places that are ticked."""
        found: dict[str, Sequence[Machine]] = {}
        for of, (grid, *_) in self.counts.items():
            assert isinstance(grid, CashGrid | ChipGrid)
            if grid.isVisibleTo(self) and grid.origin.machine:
                found[self.places.get(of, of)] = grid.origin.machine
        return found

    def call(self) -> Call:
        """A count."""
        counted, by = self.counted(), self.signers.value()
        return bound(Desk.count, self.when.value(), counted, by, machine=self.machines())

    def done(self, entry: Entry) -> str:
        """Whether it is as the book says."""
        count = entry.of(kinds.Count)
        off = {place: found for place, found in count.off.items() if found and place not in count.began}
        words = f"The {count.when} count is entered"
        if not off:
            return f"{words} and balanced."
        where = f"It is off at the {' and the '.join(off)}"
        if count.when == "opening":
            return f"{words}. {where} since the last closing count: give the reason, Ctrl+R."
        return f"{words}. {where}: see Close of day."


class Iou(Seconded):
    """Lend to the drawer or the cash reserve on a numbered IOU."""

    name = "iou"
    post_words = "Lend"
    said = "IOU {entry.number.number}: ${worth}."
    who = (Who("Initialed by", COUNTING), SECOND)

    def fields(self) -> list[Field]:
        """From, to, how much; of a board that lends, its stamp."""
        self.source = Choice("source", "From", across=3)
        self.to = Choice("to", "To", usual=places.DRAWER)
        self.amount = Line("amount", "Amount", read=money)
        self.stamp = Line("stamp", "Gaming stamp number of the board", number=True)
        self.file = button("Another lender …", lambda: self.station.go("lender"), "link")
        self.source.changed.connect(self.another)
        return [self.source, self.to, self.amount, self.stamp]

    def body(self) -> QWidget:
        """The way to the lenders on file stands below."""
        return holder(column(*self.inputs, row(self.file, None), None, gap=12))

    def refresh(self, board: Board) -> None:
        """Offer the lenders on file, the reserve and the drawers."""
        super().refresh(board)
        lenders = [(name, name) for name in sorted(board.site.lenders)]
        self.source.offer([*lenders, RESERVE, *board.drawers])
        self.to.offer([*board.drawers, RESERVE])

    def redraw(self) -> None:
        """A board bears a stamp."""
        self.stamp.setVisible(self.station.board.site.lenders.get(self.source.typed()) == BOARD)

    def call(self) -> Call:
        """A loan."""
        loan = (self.amount.value(), self.source.value(), self.to.value())
        stamp = self.stamp.value() if self.stamp.isVisibleTo(self) else ""
        return bound(Desk.iou, *loan, self.signers.value(), stamp=stamp)


class PayBack(Seconded):
    """Pay an IOU back: in full, or a part of it."""

    name = "payback"
    post_words = "Pay back"
    said = "IOU {fact.iou}: ${worth} is paid back."
    who = (Who("Initialed by", COUNTING), SECOND)

    def fields(self) -> list[Field]:
        """Which one, and how much of it."""
        self.loan = Choice("loan", "IOU", across=3)
        self.part = Line("part", "Amount", hint="all of it", read=none_or_money)
        return [self.loan, self.part]

    def refresh(self, board: Board) -> None:
        """Offer those that are open."""
        open_ = [loan for loan in board.loans if not loan.repaid]
        self.loan.offer([(str(loan.number), f"{loan.number}: ${dollars(loan.cents)}") for loan in open_])

    def typed_worth(self) -> tuple[int, int]:
        """What was lent."""
        lent = (one.cents for one in self.station.board.loans if str(one.number) == self.loan.typed())
        return next(lent, 0), 0

    def call(self) -> Call:
        """A payback."""
        cents = self.part.value() if self.part.typed() else None
        return bound(Desk.payback, int(self.loan.value()), self.signers.value(), cents)


class Withdraw(Seconded):
    """Cash from the gaming account."""

    name = "withdraw"
    post_words = "Enter the withdrawal"
    said = "Withdrawn ${worth}, {fact.method}."
    who = (Who("Initialed by", MANAGERS), SECOND)

    def fields(self) -> list[Field]:
        """How much, by which check or other method, into what."""
        self.amount = Line("amount", "Amount", read=money)
        self.method = Line("method", "By check or other method", hint="check 5501")
        self.bank = Choice("bank", "For the cash bank of")
        self.to = Choice("to", "To", ((places.DRAWER, "Drawer"), RESERVE), usual=places.DRAWER)
        return [self.amount, self.method, self.bank, self.to]

    def refresh(self, board: Board) -> None:
        """Offer the games, where each has a cash bank of its own."""
        super().refresh(board)
        games = [(game, words.capitalize()) for game, words in GAMES.items() if game in board.site.games]
        self.bank.offer(games)
        self.bank.setVisible(len(board.drawers) > 1)

    def call(self) -> Call:
        """A withdrawal."""
        cents, method = self.amount.value(), self.method.value()
        to = places.CASH_RESERVE if self.to.value() == places.CASH_RESERVE else ""
        bank = self.bank.value() if self.bank.isVisibleTo(self) else ""
        return bound(Desk.withdraw, cents, method, self.signers.value(), to, bank=bank)


FORMS = (Holdings, CountBanks, Iou, PayBack, Withdraw, LenderForm, BankForm)
