"""Fill and credit slips, shown as they will print; and why chips never go from table to table."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from pitdesk import places
from pitdesk.book.entries import Entry
from pitdesk.book.people import DEALERS
from pitdesk.chips import Chips, dollars
from pitdesk.desk import Desk
from pitdesk.tonight.board import Board, Spot
from pitdesk.tonight.preview import preview
from printers.slips.layout import slip_lines, unsigned
from printers.slips.letterhead import logo_of
from ui.floor.waiting import next_hand
from ui.widgets.fields import Choice, Field, Line
from ui.widgets.flow import Folding
from ui.widgets.grid import ChipGrid, wiped
from ui.widgets.paper import SlipPaper
from ui.widgets.parts import button, column, holder, label, row
from ui.work.actions import action
from ui.work.attable import AtTable, read_table
from ui.work.form import Call, Form, bound
from ui.work.readback import ReadBack, Reading
from ui.work.second import Seconded
from ui.work.signers import SECOND, Who

CASHIERS = ("cashier", "dealer as cashier")
PREPARERS = ("cashier", "pit boss", "shift manager")


class OnPaper(Form):
    """A form with a slip on paper beside it."""

    paper_words = "As it will print"
    paper_note = ""

    def side(self) -> QWidget:
        """The slip, with a note below it."""
        self.paper = SlipPaper()
        notes = [label(self.paper_note, "caption", wrap=True)] if self.paper_note else []
        return holder(column(label(self.paper_words, "caption"), self.paper, *notes, None))

    def show_sent(self, lines: Sequence[str]) -> None:
        """Show lines as a printer has them, which may have been wider than today's."""
        self.paper.show_lines(lines, max(map(len, lines), default=self.station.width))


class SlipForm(Seconded, AtTable, OnPaper):
    """What fill and credit have in common: a table, chips, and the slip beside them."""

    caption = ""
    across = 6
    deals = True
    none = "No table is open. Open one first: Shift+F2."
    series = ""
    par_words = ""
    post_words = "Prepare and print"
    paper_note = (
        "Two parts: the original and the copy. One stays with the day's records, one goes into"
        " the drop box; each says which."
    )
    ends: tuple[tuple[str, str], ...] = ()

    def more(self) -> list[Field]:
        """Chips, where they come from or go to, and the form, where it was written on one."""
        self.chips = ChipGrid(need=True)
        self.end = Choice("end", "", self.ends, usual=places.CHIP_BANK)
        self.end.seldom = True
        self.form = Line(
            "form", "Number, if it was written on a form", hint="0007", seldom=True, number=True
        )
        self.written = Line("written", "Time on the form", hint="23:40", seldom=True)
        for one in (self.chips, self.end, self.signers):
            one.changed.connect(self.redraw)
        for line in (self.form, self.written):
            line.changed.connect(self._unfold)
        return [self.chips, self.end, self.form, self.written]

    def body(self) -> QWidget:
        """The table, a key for what is usual, the grid, and the other end."""
        self.usual = button(f"{self.par_words}  {action(self.name).key}", self.to_par)
        self.table.setAccessibleName("Table")
        line = holder(row(label("Table", "muted"), self.table, self.chips.head, gap=12))
        top = Folding(line, self.usual, gap=12, stretch=(1, 0))
        self.from_form = button("+ It was written on a form", self._begin_form, "link")
        self.form_line = holder(row(self.form, self.written, None, gap=12))
        self.form_line.hide()
        parts = (top, self.chips, self.end, row(self.from_form, None), self.form_line)
        return holder(column(*parts, gap=8))

    def _begin_form(self) -> None:
        self._show_form(on=True)
        self.form.first().setFocus()

    def _show_form(self, *, on: bool) -> None:
        self.form_line.setVisible(on)
        self.from_form.setVisible(not on)

    def _unfold(self) -> None:
        """Show the form's line where something was put back into it."""
        if self.form.typed() or self.written.typed():
            self._show_form(on=True)

    def clear(self) -> None:
        """Empty it; the next is not from a form."""
        super().clear()
        self._show_form(on=False)

    def off_par(self, spot: Spot) -> tuple[Chips, str]:
        """The chips by which a table is off its par, and what to say where it is not."""
        raise NotImplementedError

    @property
    def asked_for(self) -> Chips:
        """The chips that the table asks for; none where it asks for nothing, or for par."""
        asks = ((one.table, one.what, one.chips) for one in self.station.board.asked)
        table = self.table.typed()
        return next((chips for at, what, chips in asks if (at, what) == (table, self.series)), Chips())

    def to_par(self) -> None:
        """Enter what the table asks for, or what it is off its par by, and go to the initials."""
        if (spot := self.spot) is None:
            self.table.refuse("Choose the table first.")
            self.table.first().setFocus()
            return
        if self.doubts(self.to_par):
            return
        asked = self.asked_for
        chips, none = (asked, "") if asked else self.off_par(spot)
        if not chips:
            self.table.refuse(none)
            self.usual.setFocus()  # a PIN that is typed all the same goes nowhere
            return
        self.chips.set_chips(chips)
        self.signers.first().setFocus()

    def again(self) -> None:
        """The same key once more: to par; where chips are typed already, on to the initials."""
        if self.chips_typed:
            super().again()
        elif not wiped(self.inputs):
            self.to_par()

    def take(self, what: object) -> None:
        """Begin with a table, or with a table and the chips for it, if known; what is typed stays."""
        table, chips = what if isinstance(what, tuple) else (what, None)
        self.table.take_up(str(table))
        if isinstance(chips, Chips) and not self.chips.begun:
            self.chips.set_chips(chips)

    def begin(self, what: object = None) -> None:
        """Come to the front; with a table and its chips, or what it lacks, at the initials."""
        super().begin(what)
        if isinstance(what, tuple):
            self.again()

    def redraw(self) -> None:
        """Draw the slip as it would be now, and what is known of the table and the bank."""
        board, table, width = self.station.board, self.table.typed(), self.station.width
        chips, tray = self.chips.so_far(), self.spot.known if self.spot else Chips()
        words = "As asked" if self.asked_for else self.par_words
        self.usual.setText(f"{words}  {action(self.name).key}")
        self.chips.show_beside({"In tray": tray, "In bank": board.held(places.CHIP_BANK)})
        lines: list[str] = []
        if table and chips and board.opening:
            at, code = self.station.clock.now().at, unsigned(board.signs)
            slip = preview(board, self.series, table, chips, self.signers.signatures(), at)
            lines = slip_lines(
                slip, board.site, day=board.opening, part="original", width=width, code=code
            )
        self.paper.show_lines(lines, width, logo_of(board.site.letterhead, width))

    def typed_anything(self) -> bool:
        """Whether a table and chips are there."""
        return bool(self.table.typed() and self.chips.so_far())

    def done(self, entry: Entry) -> str:
        """The number it took, and what it is worth."""
        worth = f"${dollars(entry.chips.cents)}"
        return f"{str(entry.number).capitalize()} for table {entry.fact.table}, {worth}, is prepared."

    def then(self, entry: Entry) -> str:
        """Who has it next."""
        number = entry.number.number if entry.number else 0
        of = (
            one
            for one in self.station.board.waiting
            if (one.series, one.number) == (self.series, number)
        )
        return next(map(next_hand, of), "")


class Fill(SlipForm):
    """Chips from the bank to a table."""

    name = series = "fill"
    head, names = "FILL to TABLE", "Print fill to table {table}"
    par_words = "Fill to par"
    ends = ((places.CHIP_BANK, "From the chip bank"), (places.JAR_BAR, "From the jar bar"))
    who = (Who("Prepared by", PREPARERS), Who("Cashier too", CASHIERS, optional=True), SECOND)

    def off_par(self, spot: Spot) -> tuple[Chips, str]:
        """What is missing of its par."""
        none = f"Nothing is missing at table {spot.table}: it holds its par, as far as known."
        return spot.to_par, none

    def call(self) -> Call:
        """A fill."""
        slip = (self.table.value(), self.chips.value(), self.signers.value())
        form, written = self.form.value(), self.written.value()
        return bound(Desk.fill, *slip, source=self.end.value(), form=form, written=written)


class Credit(SlipForm):
    """Chips from a table to the bank."""

    name = series = "credit"
    head, names = "CREDIT from TABLE", "Print credit from table {table}"
    tone = "way"
    par_words = "Down to par"
    ends = ((places.CHIP_BANK, "To the chip bank"), (places.JAR_BAR, "To the jar bar"))
    who = (
        Who("Prepared by", DEALERS, operator=False),
        Who("Dealer too", DEALERS, optional=True),
        SECOND,
    )

    def off_par(self, spot: Spot) -> tuple[Chips, str]:
        """What the tray holds above its par."""
        return spot.above_par, f"Table {spot.table} holds no more than its par, as far as known."

    def preferred(self, at: int) -> str | None:
        """The dealer of the table."""
        return self.spot.dealer if self.spot and at == 0 else None

    def call(self) -> Call:
        """A credit."""
        slip = (self.table.value(), self.chips.value(), self.signers.value())
        form, written = self.form.value(), self.written.value()
        return bound(Desk.credit, *slip, destination=self.end.value(), form=form, written=written)


class Transfer(Form):
    """Never done: chips do not go from table to table. Here so that whoever looks for it reads why."""

    name = "transfer"
    post_words = "May they?"
    who = (Who("Asked by", ("pit boss", "shift manager")),)

    def fields(self) -> list[Field]:
        """From which table to which, and what."""
        self.source = Choice("source", "From table")
        self.table = Choice("table", "To table")
        self.chips = ChipGrid(need=True)
        return [self.source, self.table, self.chips]

    def read_back(self) -> QWidget | None:
        """The table that the chips would go to."""
        self.large = ReadBack()
        for one in (self.source, self.table):
            one.changed.connect(self.redraw)
        return self.large

    def redraw(self) -> None:
        """Read back from which table to which."""
        board, source = self.station.board, self.source.typed()
        head = f"From table {source} to TABLE" if source else "TABLE to TABLE"
        spot = board.spot(self.table.typed())
        self.large.tell(read_table(spot, board, head, tone="stop") if spot else Reading("", head))

    def refresh(self, board: Board) -> None:
        """Offer the open tables."""
        super().refresh(board)
        for one in (self.source, self.table):
            one.offer(open_tables(board))

    def call(self) -> Call:
        """A transfer, which the rules refuse."""
        ends = (self.source.value(), self.table.value())
        return bound(Desk.transfer, *ends, self.chips.value(), self.signers.value())


def open_tables(board: Board) -> list[tuple[str, str]]:
    """The tables that are open, to choose from."""
    return [(spot.table, spot.table) for spot in board.spots if spot.state == "open"]


FORMS = (Fill, Credit, Transfer)
