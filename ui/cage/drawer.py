"""A drawer changes hands: the one who goes and the one who comes count it, each alone; both initial."""

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QGridLayout, QWidget

from pitdesk import kinds, places
from pitdesk.book.entries import Entry
from pitdesk.book.people import CASHIERS
from pitdesk.chips import MONEY, Chip, dollars, value_cents
from pitdesk.desk import Desk
from pitdesk.tonight.board import Board, begun
from pitdesk.tonight.drawers import DrawerSpot, off_cents
from ui.widgets.art import shown
from ui.widgets.cash import CashGrid
from ui.widgets.fields import Choice, Field, Line, none_or_money
from ui.widgets.flow import Folding
from ui.widgets.grid import ChipGrid
from ui.widgets.parts import card, column, emptied, holder, kind, label, show_words
from ui.work.actions import action
from ui.work.form import Call, Form, bound
from ui.work.signers import Who

HOLDERS = (*CASHIERS, "shift manager", "gaming manager")


class DrawerForm(Form):
    """A form about one drawer; it asks which where each game has one."""

    live = False
    given = True

    def which(self) -> Choice:
        """Which drawer."""
        self.drawer = Choice("which", "Which drawer")
        self.drawer.changed.connect(self.another)
        return self.drawer

    def refresh(self, board: Board) -> None:
        """Offer the drawers that take part tonight."""
        super().refresh(board)
        words = dict(board.drawers)
        offered = [(one.drawer, words.get(one.drawer, begun(one.drawer))) for one in board.hands]
        self.drawer.offer(offered or [(places.DRAWER, "Drawer")])
        self.drawer.setVisible(len(offered) > 1)
        if not self.drawer.typed() and len(offered) < 2:
            self.drawer.choose(places.DRAWER)

    def take(self, what: object) -> None:
        """Begin with a drawer."""
        self.drawer.take_up(str(what))

    @property
    def spot(self) -> DrawerSpot | None:
        """The drawer that is chosen."""
        return next((one for one in self.station.board.hands if one.drawer == self.drawer.typed()), None)

    def names(self, people: Sequence[str]) -> str:
        """People by their names."""
        return " and ".join(map(self.station.board.name_of, people))


class OwnCount(DrawerForm):
    """Somebody's own count of the drawer. Nothing of what is expected is shown."""

    name = "own count"
    post_words = "Keep my count"
    stays = True
    who = (Who("Counted by", HOLDERS),)

    def fields(self) -> list[Field]:
        """The drawer's cash and checks; the chips of the bank, where they go with it."""
        self.cash = CashGrid("cash", "Cash in the drawer")
        self.checks = Line("checks", "Checks in the drawer", hint="none", read=none_or_money)
        self.bank = ChipGrid("bank", "Chip bank", count=True, weighed=True)
        return [self.which(), self.cash, self.checks, self.bank]

    def body(self) -> QWidget:
        """Who has counted above what is counted; the chip bank beside it."""
        self.told = label("", "muted", wrap=True)
        cash = holder(column(self.cash, self.checks, None, gap=16))
        both = Folding(cash, self.bank, gap=32, top=True)
        return holder(column(self.drawer, self.told, both, gap=12))

    def redraw(self) -> None:
        """Say who has counted, and ask for the chips where they go along."""
        spot = self.spot
        self.bank.setVisible(spot is not None and places.CHIP_BANK in spot.places)
        said = [_has(self, spot)] if spot and spot.holder else []
        if spot and spot.offs:
            said += [f"{self.names([*spot.offs])} have counted it: {action('pass drawer').key}."]
        elif spot and spot.counted:
            again = ". They do not agree: each counts again" if len(spot.counted) > 1 else ""
            said += [f"Counted by {self.names([*spot.counted])}{again}. What was counted is not shown."]
        else:
            said += ["Two people count it, each alone. Do not tell the other."]
        self.told.setText(" ".join(said))

    def preferred(self, at: int) -> str | None:
        """Whoever counts next: the one who has it, or who has not counted as often as the other."""
        spot, board = self.spot, self.station.board
        if spot is None or not spot.counted or spot.offs:
            return None
        if len(spot.counted) > 1:
            return next(iter(spot.behind), None)
        if spot.holder and spot.holder not in spot.counted:
            return spot.holder
        here = {who: roles for who, roles in board.duty.items() if who not in spot.counted}
        return next((who for role in HOLDERS for who, roles in here.items() if role in roles), None)

    def typed_anything(self) -> bool:
        """A drawer that is only chosen is no count."""
        return any(one.begun for one in (self.cash, self.checks, self.bank))

    def call(self) -> Call:
        """One's own count."""
        drawer = self.drawer.value()
        cents = {"cash": self.cash.value(), "checks": self.checks.value()}
        counted: dict[str, Mapping[str, int]] = {
            drawer: {name: some for name, some in cents.items() if some}
        }
        if self.bank.isVisibleTo(self):
            counted[places.CHIP_BANK] = self.bank.value().names
        by, machine = self.signers.value()[0], self.cash.origin.machine
        if self.bank.isVisibleTo(self):
            machine += self.bank.origin.machine
        return bound(Desk.own_count, drawer, counted, by, machine=machine)

    def done(self, entry: Entry) -> str:
        """Who has to count now."""
        count = entry.of(kinds.OwnCount)
        who = self.names([entry.signatures[0].person])
        spot = next((one for one in self.station.board.hands if one.drawer == count.drawer), None)
        kept = f"{who}'s count of the {count.drawer} is kept."
        if spot and spot.offs:
            return f"{kept} Both have counted: {action('pass drawer').key} shows it."
        if spot and spot.behind:
            return f"{kept} {self.names(spot.behind)} counts again now, alone."
        if spot and len(spot.counted) > 1:
            return f"{kept} The counts do not agree: each counts again, alone."
        return f"{kept} The other counts it now, alone."


def _has(form: DrawerForm, spot: DrawerSpot) -> str:
    """Who has the drawer, and since when."""
    board = form.station.board
    since = f" since {board.site.local(spot.since):%H:%M}" if spot.since else ""
    return f"{board.name_of(spot.holder or '')} has the {spot.drawer}{since}."


class PassDrawer(DrawerForm):
    """The hand-over: both counts, what the book says and what is off; both initial it."""

    name = "pass drawer"
    post_words = "Pass the drawer"
    who = (Who("Goes", HOLDERS, operator=False), Who("Comes", HOLDERS, operator=False))

    def fields(self) -> list[Field]:
        """Why the counts differ, if they do."""
        self.reason = Line("reason", "Why the counts differ")
        return [self.which(), self.reason]

    def body(self) -> QWidget:
        """Who has it; both counts beside the book once both are in."""
        self.told = label("", wrap=True)
        self.grid = QGridLayout()
        self.grid.setHorizontalSpacing(24)
        self.grid.setVerticalSpacing(4)
        self.verdict = label("", "h2", wrap=True)
        self.sides = card(holder(self.grid), self.verdict, look="well")
        self.signers.places[1].person.changed.connect(self.another)
        return holder(column(self.drawer, self.told, self.sides, self.reason, gap=12))

    def redraw(self) -> None:
        """Show the counts, once they are told; until then who has still to count."""
        spot = self.spot
        told, offs = [_has(self, spot)] if spot and spot.holder else [], spot.offs if spot else {}
        if not offs:
            counted = [*spot.counted] if spot else []
            key = action("own count").key
            if len(counted) > 1:
                told += [
                    f"{self.names(counted)} counted it differently. Each counts again, alone: {key}."
                ]
            elif counted:
                told += [
                    f"{self.names(counted)} has counted it. The one who takes part counts too: {key}."
                ]
            else:
                told += [f"Nobody has counted it yet. Each counts alone first: {key}."]
        self.told.setText(" ".join(told))
        self.sides.setVisible(bool(offs))
        self.reason.setVisible(spot is not None and spot.differs)
        if spot and offs:
            self._show_counts(spot)

    def _show_counts(self, spot: DrawerSpot) -> None:
        """A row for cash, checks and each value: what each counted, the book, what is off."""
        emptied(self.grid)
        board, stands = self.station.board, self.taker(spot)
        heads = ["", *map(board.name_of, spot.offs), "The book", "Off"]
        for across, words in enumerate(heads):
            self.grid.addWidget(label(words, "caption", right=across > 0), 0, across)
            self.grid.setColumnStretch(across, 0)
        self.grid.setColumnStretch(len(heads), 1)
        down = 0
        for place in spot.places:
            held = board.balances.get(place, {})
            names = {*held, *(name for off in spot.offs.values() for name in off.get(place, {}))}
            for name in sorted(names, key=_order):
                down += 1
                book = held.get(name, 0)
                found = [book + off.get(place, {}).get(name, 0) for off in spot.offs.values()]
                off = spot.offs[stands].get(place, {}).get(name, 0)
                cells = [*found, book]
                self.grid.addWidget(label(_called(name), "h2"), down, 0)
                for across, amount in enumerate(cells, 1):
                    self.grid.addWidget(label(_amount(name, amount), "h2", right=True), down, across)
                words = f"{'over' if off > 0 else 'short'} {_amount(name, abs(off))}" if off else "–"
                self.grid.addWidget(label(words, "h2", right=True), down, len(cells) + 1)
        off = off_cents(spot.offs[stands])
        goes = board.name_of(spot.holder or "")
        words = f"{_over(off)}: it falls to {goes}." if off else "Nothing is over or short."
        if spot.differs:
            comes = board.name_of(stands)
            words = f"The two counted differently twice. The count of {comes} stands. {words}"
        show_words(self.verdict, words)
        kind(self.verdict, "h2", tone="look" if off or spot.differs else "good")

    def taker(self, spot: DrawerSpot) -> str:
        """Who takes it over: named, or the one who counted and has it not."""
        named = self.signers.places[1].person.value()
        others = [who for who in spot.offs if who != spot.holder]
        return named if named in spot.offs else (others or [*spot.offs])[-1]

    def preferred(self, at: int) -> str | None:
        """Whoever has it goes, if they counted; the other one comes."""
        spot = self.spot
        if spot is None:
            return None
        first = spot.holder if spot.holder in spot.counted else None
        others = [who for who in spot.counted if who not in (first, spot.holder)]
        pair = [first or next(iter(others), None), *(others if first else others[1:])]
        return pair[at] if at < len(pair) else None

    def typed_anything(self) -> bool:
        """What both counted is there to be initialed as it stands."""
        return bool(self.spot and self.spot.offs) or self.reason.begun

    def call(self) -> Call:
        """The hand-over."""
        by = self.signers.value()
        comes = by[1].person if len(by) > 1 else ""
        reason = self.reason.value() if self.reason.isVisibleTo(self) else ""
        return bound(Desk.pass_drawer, self.drawer.value(), comes, by, reason)

    def done(self, entry: Entry) -> str:
        """Who has it now, and what was off."""
        passed = entry.of(kinds.PassDrawer)
        off = off_cents(passed.off)
        words = f"{self.names([passed.person])} has the {passed.drawer} now."
        told = f" {_over(off)} falls to {self.names([passed.goes])}: see Close of day." if off else ""
        return words + told


def _over(cents: int) -> str:
    return f"${dollars(abs(cents))} {'over' if cents > 0 else 'short'}"


def _order(name: str) -> tuple[bool, int, str]:
    """Cash and checks first, then chips by their value."""
    return name not in MONEY, value_cents(name, 1), name


def _called(name: str) -> str:
    """Cash, checks, or a chip as it is called."""
    return name.capitalize() if name in MONEY else shown(Chip.named(name))


def _amount(name: str, amount: int) -> str:
    """Money, or pieces."""
    return f"${dollars(value_cents(name, amount))}" if name in MONEY else f"{amount:,}"
