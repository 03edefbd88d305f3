"""The cage window: redeem, tips, exchange, checks; chips that are refused, chips that are not ours."""

from PySide6.QtWidgets import QWidget

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.people import CASHIERS, DEALERS
from pitdesk.chips import Chips, dollars
from pitdesk.desk.cage import POOL
from pitdesk.tonight.board import Board, Payout
from ui.floor.screen import with_players
from ui.widgets.cash import named
from ui.widgets.fields import Choice, Field, Line, Pick, Tick, is_count, money, quoted
from ui.widgets.grid import ChipGrid
from ui.widgets.parts import Folding, card, column, holder, label, row
from ui.work.form import Call, Form
from ui.work.signers import Who

CASHIER = (Who("Cashier", CASHIERS, signed_in=True),)
AT_CAGE = "cage"


class CageForm(Form):
    """A form of the cage's own: being signed in as the cashier is proof enough; it stays in front."""

    who = CASHIER
    stays = True

    def refresh(self, board: Board) -> None:
        """Offer the chips of the set."""
        for one in self.inputs:
            if isinstance(one, ChipGrid):
                one.offer(board.site.chips, board.site.stack)


class Redeem(CageForm):
    """Pay a player for chips."""

    name = "redeem"
    post_words = "Pay"

    def fields(self) -> list[Field]:
        """Chips; a check's number where no cash is paid; a reason where the rules ask for one."""
        self.chips = ChipGrid(need=True)
        self.check = Line("check", "Check number, if paid by check", seldom=True)
        self.reason = Line("reason", "Reason, if more than can be out", seldom=True)
        return [self.chips, self.check, self.reason]

    def body(self) -> QWidget:
        """The grid, and what is seldom needed below it."""
        self.brief = label("", "h2", wrap=True)
        self.brief.hide()
        return holder(column(self.brief, self.chips, row(self.check, self.reason, gap=12), gap=8))

    def narrow(self, on: bool) -> None:
        """What is paid, in a line above the chips where there is no room beside them."""
        super().narrow(on)
        self.brief.setVisible(on)

    def side(self) -> QWidget:
        """The amount, broken into what is handed out."""
        self.amount = label("", "huge")
        self.notes = label("", "h2", wrap=True)
        self.facts = label("", "muted", wrap=True)
        self.chips.changed.connect(self._show)
        self.check.changed.connect(self._show)
        panel = card(label("Pay the player", "muted"), self.amount, self.notes, 8, self.facts, edge=20)
        note = label("Chips are paid at the value they were sold for.", "caption", wrap=True)
        return holder(column(panel, note, None))

    def refresh(self, board: Board) -> None:
        """Offer the chips, and show what the drawer holds."""
        super().refresh(board)
        self._show()

    def _on_grid(self) -> Chips:
        try:
            return self.chips.value()
        except ValueError:
            return Chips()

    def _show(self) -> None:
        paid = self.station.board.payout(self._on_grid())
        by_check = self.check.typed().strip()
        self.amount.setText(f"${dollars(paid.cents)}")
        self.notes.setText(f"By check {by_check}" if by_check else handed_out(paid))
        self.brief.setText(
            f"${dollars(paid.cents)}   {handed_out(paid)}" if paid.cents else "Pay the player"
        )
        self.facts.setText(
            f"In the drawer now  ${dollars(paid.drawer)}\n"
            f"After this  ${dollars(paid.drawer if by_check else paid.drawer_after)}\n"
            f"Then {with_players(paid.still_out)}"
        )
        self.post_words = f"Pay ${dollars(paid.cents)}" if paid.cents else "Pay"
        if not self.busy:
            self.primary.setText(self.post_words)

    def call(self) -> Call:
        """A redemption."""
        chips, by = self.chips.value(), self.signers.value()
        check, reason = self.check.value(), self.reason.value()
        return lambda desk: desk.redeem(chips, by, check=check, reason=reason)

    def done(self, entry: Entry) -> str:
        """What was paid."""
        check = entry.of(kinds.Redeem).check
        return f"Paid ${dollars(entry.chips.cents)}{f' by check {check}' if check else ''}."


def handed_out(paid: Payout) -> str:
    """Notes and coins as they are handed out: 4 × $100   1 × $20."""
    tied = "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"
    return "   ".join(f"{pieces}{tied}{named(value)}" for value, pieces in paid.notes)


class Refuse(CageForm):
    """Chips that were not redeemed, and why."""

    name = "refuse"
    post_words = "Note the refusal"
    live = False

    def fields(self) -> list[Field]:
        """Which chips, and the reason."""
        self.chips = ChipGrid(need=True)
        self.reason = Line("reason", "Reason", hint="taken from another player's stack")
        return [self.chips, self.reason]

    def call(self) -> Call:
        """A refusal to redeem."""
        chips, reason, by = self.chips.value(), self.reason.value(), self.signers.value()
        return lambda desk: desk.refuse(chips, reason, by)

    def done(self, entry: Entry) -> str:
        """What was noted."""
        return f"Noted: ${dollars(entry.chips.cents)} in chips not redeemed."


class Foreign(CageForm):
    """Chips that are not ours: what they look like, whose they are, what became of them."""

    name = "foreign"
    post_words = "Note the chips"
    who = (Who("Initialed by", (*CASHIERS, "pit boss", "shift manager", "gaming manager", *DEALERS)),)
    ways = (
        ("given back", "Given back"),
        ("kept as evidence", "Kept as evidence"),
        ("handed to the police", "Handed to the police"),
    )

    def fields(self) -> list[Field]:
        """How many, which value stands on them, their look, whose they are, what was done."""
        self.pieces = Line("pieces", "How many", read=pieces)
        self.face = Line("face", "Value on each", hint="5.00, or 0 for none", read=money)
        self.what = Line(
            "what", "What they look like", hint="red, eight white spots, a crown in the middle"
        )
        self.mark = Pick("mark", "Mark on file")
        self.whose = Line("whose", "Whose, if it can be read", seldom=True)
        self.way = Choice("done", "What became of them", self.ways)
        self.mark.changed.connect(self._show_mark)
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
        self._show_mark()

    def _show_mark(self) -> None:
        if self.station.ready:
            self.mark.setVisible(bool(self.station.board.site.marks))
            self.whose.setVisible(not self.mark.value())

    def call(self) -> Call:
        """A note of foreign chips."""
        count, cents, what = self.pieces.value(), self.face.value(), self.what.value()
        marks, mark = self.station.board.site.marks, self.mark.value()
        whose = f"{marks[mark]} ({mark})" if mark in marks else self.whose.value()
        done, by = self.way.value(), self.signers.value()
        return lambda desk: desk.refuse_foreign(count, cents, what, whose, done, by)

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


class Tips(CageForm):
    """A dealer's tips: counted, pooled, paid, or exchanged for other chips of the tray."""

    name = "tips"
    post_words = "Redeem tips"
    ways = (
        ("redeem", "Redeem for cash"),
        ("declare", "Declare"),
        ("pool", "Into the pool"),
        ("exchange", "Exchange at a table"),
    )

    def fields(self) -> list[Field]:
        """What is done, whose tips, which chips; for an exchange the table and what is given."""
        self.way = Choice("way", "", self.ways, usual="redeem")
        self.person = Pick("person", "Whose tips")
        self.table = Choice("table", "Table")
        self.chips = ChipGrid(need=True)
        self.other = ChipGrid("other", "Given for them", need=True)
        self.reason = Line("reason", "Reason, if more than can be out", seldom=True)
        self.way.changed.connect(self._another_way)
        return [self.way, self.person, self.table, self.chips, self.other, self.reason]

    def body(self) -> QWidget:
        """The two grids side by side."""
        grids = Folding(self.chips, self.other, gap=24, top=True)
        return holder(column(self.way, row(self.person, self.table, None), grids, self.reason, gap=12))

    def refresh(self, board: Board) -> None:
        """Offer dealers and the pool, open tables, chips."""
        super().refresh(board)
        people = [p for p in board.site.people.values() if {r.name for r in p.roles} & {*DEALERS}]
        self.person.offer([*((one.id, one.name) for one in people), (POOL, "The pool")])
        tables = [(spot.table, spot.table) for spot in board.spots if spot.state == "open"]
        self.table.offer(tables)
        self._show_way()

    def _another_way(self) -> None:
        self._show_way()
        self.signers.refresh()

    def _show_way(self) -> None:
        way = self.way.typed()
        exchange = way == "exchange"
        self.table.setVisible(exchange)
        self.other.setVisible(exchange)
        self.reason.setVisible(way == "redeem")
        self.post_words = {"redeem": "Redeem tips", "declare": "Declare tips"}.get(way, "Enter")
        if not self.busy:
            self.primary.setText(self.post_words)
        wanted = Who("Dealer", DEALERS, operator=False) if exchange else CASHIER[0]
        if self.signers.places[0].who != wanted:
            self.signers.places[0].ask(wanted)

    def preferred(self, at: int) -> str | None:
        """For an exchange at the table, whose tips they are."""
        return self.person.value() if self.way.typed() == "exchange" else None

    def call(self) -> Call:
        """What was chosen."""
        way, person, by = self.way.value(), self.person.value(), self.signers.value()
        chips, reason = self.chips.value(), self.reason.value()
        if way == "declare":
            return lambda desk: desk.declare_tips(person, chips, by)
        if way == "pool":
            return lambda desk: desk.pool_tips(person, chips, by)
        if way == "redeem":
            return lambda desk: desk.redeem_tips(person, chips, by, reason)
        table, other = self.table.value(), self.other.value()
        return lambda desk: desk.exchange_tips(table, person, chips, other, by)

    def done(self, entry: Entry) -> str:
        """What was done with whose tips."""
        whose = "the pool" if entry.fact.person == POOL else self.person.box.currentText()
        told = {
            "redeem tips": "Paid {} ${} for tips.",
            "declare tips": "Tips of {} declared: ${}.",
            "pool tips": "Tips of {} are in the pool: ${}.",
        }
        words = told.get(entry.kind, "Tips of {} exchanged: ${}.")
        return words.format(whose, dollars(entry.chips.cents))


class Exchange(CageForm):
    """A player's chips for others of equal value, at the cage or at a table."""

    name = "exchange"
    post_words = "Exchange"

    def fields(self) -> list[Field]:
        """Where, what is taken, what is given, and whether it is coloring up."""
        self.where = Choice("where", "Where", usual=AT_CAGE)
        self.chips = ChipGrid("chips", "Taken from the player", need=True)
        self.other = ChipGrid("other", "Given to the player", need=True)
        self.color_up = Tick("color up", "Color up a leaving player: fewer chips of a higher value")
        self.color_up.seldom = True
        self.where.changed.connect(self._another)
        return [self.where, self.chips, self.other, self.color_up]

    def body(self) -> QWidget:
        """The two grids side by side."""
        grids = Folding(self.chips, self.other, gap=24, top=True)
        return holder(column(self.where, grids, self.color_up, gap=12))

    def refresh(self, board: Board) -> None:
        """Offer the cage and the open tables."""
        super().refresh(board)
        tables = [(spot.table, f"Table {spot.table}") for spot in board.spots if spot.state == "open"]
        self.where.offer([(AT_CAGE, "At the cage"), *tables])

    def take(self, what: object) -> None:
        """At the cage, whatever table is chosen on the floor."""

    def _another(self) -> None:
        at_table = self.where.typed() not in ("", AT_CAGE)
        wanted = Who("Dealer", DEALERS, operator=False) if at_table else CASHIER[0]
        if self.station.ready:
            self.signers.places[0].ask(wanted)
            self.signers.refresh()

    def preferred(self, at: int) -> str | None:
        """At a table, its dealer."""
        spot = self.station.board.spot(self.where.typed())
        return spot.dealer if spot else None

    def call(self) -> Call:
        """An exchange."""
        where, by = self.where.value(), self.signers.value()
        chips, other, color_up = self.chips.value(), self.other.value(), self.color_up.value()
        table = None if where == AT_CAGE else where
        return lambda desk: desk.exchange(chips, other, by, table=table, color_up=color_up)

    def done(self, entry: Entry) -> str:
        """What was exchanged."""
        return f"Exchanged ${dollars(entry.chips.cents)}."


class Check(CageForm):
    """Cash a player's check."""

    name = "check"
    post_words = "Cash the check"

    def fields(self) -> list[Field]:
        """Amount, number, who drew it."""
        self.amount = Line("amount", "Amount", hint="100.00", read=money)
        self.number = Line("number", "Check number")
        self.drawer = Line("drawer", "Drawn by")
        return [self.amount, self.number, self.drawer]

    def call(self) -> Call:
        """A check cashed at the cage."""
        cents, number, drawer = self.amount.value(), self.number.value(), self.drawer.value()
        by = self.signers.value()
        return lambda desk: desk.cash_check(cents, number, drawer, by)

    def done(self, entry: Entry) -> str:
        """What was paid."""
        paid = entry.of(kinds.Check)
        return f"Check {paid.check}: ${dollars(paid.cents)} paid."


FORMS = (Redeem, Tips, Exchange, Check, Refuse, Foreign)
