"""The cage window: redeem, tips, exchange, checks; chips that are refused, chips that are not ours."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget

from pitdesk import kinds, places
from pitdesk.book.entries import Entry
from pitdesk.book.people import CASHIERS, DEALERS, SHIFT_MANAGER
from pitdesk.chips import Chips, dollars
from pitdesk.desk import Desk
from pitdesk.desk.cage import POOL
from pitdesk.tonight.board import Board, Payout
from ui.cage.drawer import OwnCount, PassDrawer
from ui.cage.opening import OpenDrawer
from ui.cage.reverse import Lately, Reverse
from ui.floor.fill import open_tables
from ui.floor.screen import with_players
from ui.widgets.cash import named
from ui.widgets.fields import Choice, Field, Line, Pick, Tick, is_count, money, quoted
from ui.widgets.flow import Folding
from ui.widgets.grid import ChipGrid
from ui.widgets.parts import card, column, holder, label, row
from ui.work.attable import Table
from ui.work.form import Call, Form, bound
from ui.work.second import Seconded
from ui.work.signers import SECOND, Who

CASHIER = (Who("Cashier", CASHIERS, signed_in=True),)
DEALER = Who("Dealer", DEALERS, operator=False)
TIPS_TOO = replace(CASHIER[0], roles=(*CASHIERS, SHIFT_MANAGER))
AT_CAGE = "cage"


class PaidFrom(Choice):
    """Which drawer pays, where each game has a cash bank of its own; hidden where there is one."""

    def __init__(self) -> None:
        super().__init__("paid from", "Paid from")
        self._clear = ""
        self.hide()

    def show_drawers(self, board: Board, chips: Chips = Chips()) -> None:  # noqa: B008
        """Offer the drawers; begin with the one that clearly pays for these chips."""
        self.offer(board.drawers)
        self.setVisible(len(board.drawers) > 1)
        clear = board.payer(chips)
        if clear != self._clear and self.typed() in ("", self._clear):
            self.choose(clear)
        self._clear, self.seldom = clear, bool(clear)  # Enter goes past what is clear

    def place(self) -> str:
        """The drawer; ValueError where it must be chosen first."""
        return places.DRAWER if self.isHidden() else self.value()


class CageForm(Form):
    """A form of the cage's own: being signed in as the cashier is proof enough; it stays in front."""

    who: Sequence[Who] = CASHIER
    stays = True

    def spare(self) -> Callable[[], QWidget]:
        """What was done at the cage tonight."""
        return partial(Lately, self.station)

    def says_it(self, words: str) -> None:
        """Have the button say what it now does."""
        self.post_words = words
        if not self.busy:
            self.primary.setText(words)

    def asks(self, who: Who) -> None:
        """Ask for other initials, where these are not asked for already."""
        if self.signers.places[0].who != who:
            self.signers.places[0].ask(who)


class Redeem(Seconded, CageForm):
    """Pay a player for chips."""

    name = "redeem"
    who = (*CASHIER, SECOND)
    beside_words = "Amount"
    post_words = "Pay"

    def fields(self) -> list[Field]:
        """Chips; a check's number where no cash is paid; a reason where the rules ask for one."""
        self.chips = ChipGrid(need=True)
        self.check = Line("check", "Check number, if paid by check", seldom=True, number=True)
        self.reason = Line("reason", "Reason, if more than can be out", seldom=True)
        self.drawer = PaidFrom()
        return [self.chips, self.drawer, self.check, self.reason]

    def body(self) -> QWidget:
        """The grid, and what is seldom needed below it."""
        self.brief = label("", "h2", wrap=True)
        self.brief.hide()
        seldom = row(self.check, self.reason, gap=12)
        return holder(column(self.brief, self.chips, self.drawer, seldom, gap=8))

    def narrow(self, on: bool) -> None:
        """What is paid, in a line above the chips where there is no room beside them."""
        super().narrow(on)
        self.brief.setVisible(on)

    def side(self) -> QWidget:
        """The amount, broken into what is handed out."""
        self.amount = label("", "huge")
        self.notes = label("", "h2", wrap=True)
        self.facts = label("", "muted", wrap=True)
        for one in (self.chips, self.check, self.drawer):
            one.changed.connect(self.redraw)
        panel = card(label("Pay the player", "muted"), self.amount, self.notes, 8, self.facts, edge=20)
        note = label("Chips are paid at the value they were sold for.", "caption", wrap=True)
        return holder(column(panel, note, None))

    def redraw(self) -> None:
        """What is paid, in what, and what is left then."""
        board, chips = self.station.board, self.chips.so_far()
        self.drawer.show_drawers(board, chips)
        self.station.facing.emit(chips if self.isVisible() else Chips())
        drawer = self.drawer.typed() or places.DRAWER
        paid = board.payout(chips, drawer)
        by_check, pays = self.check.typed().strip(), f"${dollars(paid.cents)}"
        self.amount.setText(pays)
        self.notes.setText(f"By check {by_check}" if by_check else handed_out(paid))
        self.brief.setText(f"{pays}   {handed_out(paid)}" if paid.cents else "Pay the player")
        lies = (
            f"In the {drawer} now  ${dollars(paid.drawer)}\n"
            f"After this  ${dollars(paid.drawer if by_check else paid.drawer_after)}\n"
        )
        lies = f"The {drawer} is being counted.\n" if drawer in board.blind else lies
        self.facts.setText(f"{lies}Then {with_players(paid.still_out)}")
        self.says_it(f"Pay {pays}" if paid.cents else "Pay")

    def hideEvent(self, event: QHideEvent) -> None:
        """What another screen is in front of is not shown to the player any more."""
        super().hideEvent(event)
        self.station.facing.emit(Chips())

    def call(self) -> Call:
        """A redemption."""
        said = {"check": self.check.value(), "reason": self.reason.value()}
        drawer = self.drawer.place()
        return bound(Desk.redeem, self.chips.value(), self.signers.value(), **said, drawer=drawer)

    def done(self, entry: Entry) -> str:
        """What was paid."""
        check = entry.of(kinds.Redeem).check
        return f"Paid ${dollars(entry.chips.cents)}{f' by check {check}' if check else ''}."

    def then(self, entry: Entry) -> str:
        """What is handed out."""
        paid = self.station.board.payout(entry.chips)
        return "" if entry.of(kinds.Redeem).check else f"Hand out {handed_out(paid)}"


def handed_out(paid: Payout) -> str:
    """Notes and coins as they are handed out: 4 × $100   1 × $20."""
    tied = "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"
    return "   ".join(f"{pieces}{tied}{named(value)}" for value, pieces in paid.notes)


class Refuse(CageForm):
    """Chips that were not redeemed, and why."""

    name = "refuse"
    post_words = "Note the refusal"
    said = "Noted: ${worth} in chips not redeemed."
    live = False

    def fields(self) -> list[Field]:
        """Which chips, and the reason."""
        self.chips = ChipGrid(need=True)
        self.reason = Line("reason", "Reason", hint="taken from another player's stack")
        return [self.chips, self.reason]

    def call(self) -> Call:
        """A refusal to redeem."""
        return bound(Desk.refuse, self.chips.value(), self.reason.value(), self.signers.value())


class Foreign(CageForm):
    """Chips that are not ours: what they look like, whose they are, what became of them."""

    name = "foreign"
    post_words = "Note the chips"
    who = (Who("Initialed by", (*CASHIERS, "pit boss", "shift manager", "gaming manager", *DEALERS)),)
    ways = ("given back", "kept as evidence", "handed to the police")

    def fields(self) -> list[Field]:
        """How many, which value stands on them, their look, whose they are, what was done."""
        self.pieces = Line("pieces", "How many", read=pieces)
        self.face = Line("face", "Value on each", hint="5.00, or 0 for none", read=money)
        hint = "red, eight white spots, a crown in the middle"
        self.what = Line("what", "What they look like", hint=hint)
        self.mark = Pick("mark", "Mark on file")
        self.whose = Line("whose", "Whose, if it can be read", seldom=True)
        ways = [(way, way.capitalize()) for way in self.ways]
        self.way = Choice("done", "What became of them", ways)
        self.mark.changed.connect(self.another)
        return [self.pieces, self.face, self.what, self.mark, self.whose, self.way]

    def body(self) -> QWidget:
        """Figures side by side, and whose they are."""
        figures = Folding(self.pieces, self.face, QWidget(), gap=12, stretch=(0, 0, 1))
        whose = Folding(self.mark, self.whose, gap=12, stretch=(1, 2))
        return holder(column(figures, self.what, whose, self.way, gap=12))

    def refresh(self, board: Board) -> None:
        """Offer the marks of other organizations that are on file."""
        marks = [(mark, f"{mark}: {whose}") for mark, whose in sorted(board.site.marks.items())]
        self.mark.offer([("", "None of these"), *marks])

    def redraw(self) -> None:
        """Ask whose they are where no mark on file says it."""
        self.mark.setVisible(bool(self.station.board.site.marks))
        self.whose.setVisible(not self.mark.value())

    def call(self) -> Call:
        """A note of foreign chips."""
        chips = (self.pieces.value(), self.face.value(), self.what.value())
        marks, mark = self.station.board.site.marks, self.mark.value()
        whose = f"{marks[mark]} ({mark})" if mark in marks else self.whose.value()
        return bound(Desk.foreign, *chips, whose, self.way.value(), self.signers.value())

    def done(self, entry: Entry) -> str:
        """What was noted."""
        found = entry.of(kinds.Foreign)
        count = found.pieces
        return f"Noted: {count:,} foreign chip{'s' * (count != 1)}, {found.done}."


def pieces(text: str) -> int:
    """How many pieces, as it is typed; ValueError for anything else."""
    if not is_count(text) or not int(text):
        raise ValueError(f"'{quoted(text)}' is no number of chips. Type digits, such as 3.")
    return int(text)


class Tips(Seconded, CageForm):
    """A dealer's tips: counted, pooled, paid, or exchanged for other chips of the tray."""

    name = "tips"
    who = (*CASHIER, SECOND)
    post_words = "Redeem tips"
    ways = {  # noqa: RUF012  (never changed)
        "redeem": ("Redeem for cash", "Redeem tips", "Paid {} ${} for tips."),
        "declare": ("Declare", "Declare tips", "Tips of {} declared: ${}."),
        "pool": ("Into the pool", "Enter", "Tips of {} are in the pool: ${}."),
        "exchange": ("Exchange at a table", "Enter", "Tips of {} exchanged: ${}."),
    }

    def fields(self) -> list[Field]:
        """What is done, whose tips, which chips; for an exchange the table and what is given."""
        ways = [(way, words) for way, (words, *_) in self.ways.items()]
        self.way = Choice("way", "", ways, usual="redeem")
        self.person = Pick("person", "Whose tips")
        self.table = Table("table", "Table")
        self.chips = ChipGrid(need=True)
        self.other = ChipGrid("other", "Given for them", need=True)
        self.reason = Line("reason", "Reason, if more than can be out", seldom=True)
        self.drawer = PaidFrom()
        self.table.typed_for = lambda: self.typed_after(2)
        self.table.changed.connect(self.signers.forget_pins)
        self.way.changed.connect(self.another)
        self.chips.changed.connect(self._who_pays)
        return [self.way, self.person, self.table, self.chips, self.other, self.drawer, self.reason]

    def body(self) -> QWidget:
        """The two grids side by side."""
        grids = Folding(self.chips, self.other, gap=24, stretch=(1, 1), top=True)
        whose = row(self.person, self.table, None)
        return holder(column(self.way, whose, grids, self.drawer, self.reason, gap=12))

    def _who_pays(self) -> None:
        """The drawer that tips are paid from, where they are paid and there are several."""
        self.drawer.show_drawers(self.station.board, self.chips.so_far())
        if self.way.typed() != "redeem":
            self.drawer.hide()

    def refresh(self, board: Board) -> None:
        """Offer dealers and the pool, open tables, chips."""
        super().refresh(board)
        people = [p for p in board.site.people.values() if {r.name for r in p.roles} & {*DEALERS}]
        self.person.offer([*((one.id, one.name) for one in people), (POOL, "The pool")])
        self.table.offer(open_tables(board))

    def redraw(self) -> None:
        """Ask what this way needs."""
        way = self.way.typed()
        exchange = way == "exchange"
        self.table.setVisible(exchange)
        self.other.setVisible(exchange)
        self.reason.setVisible(way == "redeem")
        self._who_pays()
        self.says_it(self.ways[way][1])
        managers = way == "redeem" and self.station.board.site.settings.managers_redeem_tips
        self.asks(DEALER if exchange else TIPS_TOO if managers else CASHIER[0])

    def preferred(self, at: int) -> str | None:
        """For an exchange at the table, whose tips they are."""
        return self.person.value() if at == 0 and self.way.typed() == "exchange" else None

    def typed_worth(self) -> tuple[int, int]:
        """Tips that are only counted or pooled stay the dealers'."""
        return super().typed_worth() if self.way.typed() in ("redeem", "exchange") else (0, 0)

    def call(self) -> Call:
        """What was chosen."""
        way, person, by = self.way.value(), self.person.value(), self.signers.value()
        chips, reason = self.chips.value(), self.reason.value()
        if way == "declare":
            return bound(Desk.declare_tips, person, chips, by)
        if way == "pool":
            return bound(Desk.pool_tips, person, chips, by)
        if way == "redeem":
            return bound(Desk.redeem_tips, person, chips, by, reason, drawer=self.drawer.place())
        return bound(Desk.exchange_tips, self.table.value(), person, chips, self.other.value(), by)

    def done(self, entry: Entry) -> str:
        """What was done with whose tips."""
        whose = "the pool" if entry.fact.person == POOL else self.person.box.currentText()
        *_, words = self.ways[entry.kind.removesuffix(" tips")]
        return words.format(whose, dollars(entry.chips.cents))


class Exchange(Seconded, CageForm):
    """A player's chips for others of equal value, at the cage or at a table."""

    name = "exchange"
    who = (*CASHIER, SECOND)
    post_words = "Exchange"
    said = "Exchanged ${worth}."

    def fields(self) -> list[Field]:
        """Where, what is taken, what is given, and whether it is coloring up."""
        self.where = Table("where", "Where", across=10, usual=AT_CAGE)
        self.chips = ChipGrid("chips", "Taken from the player", need=True)
        self.other = ChipGrid("other", "Given to the player", need=True)
        self.color_up = Tick("color up", "Color up a leaving player: fewer chips of a higher value")
        self.color_up.seldom = True
        self.asked = Tick("asked", "The player was asked and agrees, and the value was announced")
        self.where.typed_for = lambda: self.typed_after(0)
        self.where.changed.connect(self.another)
        self.where.changed.connect(self.signers.forget_pins)
        self.color_up.changed.connect(self.redraw)
        return [self.where, self.chips, self.other, self.color_up, self.asked]

    def body(self) -> QWidget:
        """The two grids side by side."""
        grids = Folding(self.chips, self.other, gap=24, stretch=(1, 1), top=True)
        ticks = holder(column(self.color_up, self.asked, gap=0))
        return holder(column(self.where, grids, ticks, gap=12))

    def refresh(self, board: Board) -> None:
        """Offer the cage and the open tables."""
        super().refresh(board)
        tables = [(table, f"Table {table}") for table, _ in open_tables(board)]
        self.where.offer([(AT_CAGE, "At the cage"), *tables])

    def redraw(self) -> None:
        """At a table, its dealer initials, and asks before coloring up."""
        at_cage = self.where.typed() in ("", AT_CAGE)
        self.asks(CASHIER[0] if at_cage else DEALER)
        self.asked.setVisible(not at_cage and self.color_up.value())

    def preferred(self, at: int) -> str | None:
        """At a table, its dealer."""
        spot = self.station.board.spot(self.where.typed())
        return spot.dealer if spot and at == 0 else None

    def call(self) -> Call:
        """An exchange."""
        where, up = self.where.value(), self.color_up.value()
        table, asked = None if where == AT_CAGE else where, up and self.asked.value()
        given = (self.chips.value(), self.other.value(), self.signers.value())
        return bound(Desk.exchange, *given, table=table, color_up=up, asked=asked)


class Check(Seconded, CageForm):
    """Cash a player's check."""

    name = "check"
    who = (*CASHIER, SECOND)
    post_words = "Cash the check"
    said = "Check {fact.check}: ${worth} paid."

    def fields(self) -> list[Field]:
        """Amount, number, who drew it."""
        self.amount = Line("amount", "Amount", hint="100.00", read=money)
        self.number = Line("number", "Check number", number=True)
        self.drawn_by = Line("drawer", "Drawn by")
        self.drawer = PaidFrom()
        return [self.amount, self.number, self.drawn_by, self.drawer]

    def redraw(self) -> None:
        """Ask which drawer pays, where there are several: a check is of no game."""
        self.drawer.show_drawers(self.station.board)

    def call(self) -> Call:
        """A check cashed at the cage."""
        check = (self.amount.value(), self.number.value(), self.drawn_by.value())
        return bound(Desk.check, *check, self.signers.value(), drawer=self.drawer.place())


FORMS = (Redeem, Tips, Exchange, Check, Reverse, OwnCount, PassDrawer, OpenDrawer, Refuse, Foreign)
