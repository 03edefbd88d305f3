"""Fill and credit slips, shown as they will print; and why chips never go from table to table."""

from typing import Any

from PySide6.QtWidgets import QWidget

from pitdesk import places
from pitdesk.book.entries import Entry
from pitdesk.book.people import DEALERS
from pitdesk.chips import Chips
from pitdesk.tonight.board import Board, Spot, preview
from printers.slips.layout import slip_lines, unsigned
from ui.widgets.fields import Choice, Field, Line
from ui.widgets.grid import ChipGrid
from ui.widgets.paper import SlipPaper
from ui.widgets.parts import Folding, button, column, holder, label, row
from ui.work.actions import action
from ui.work.form import Call, Form
from ui.work.signers import Who

PREPARERS = ("cashier", "pit boss", "shift manager")


class SlipForm(Form):
    """What fill and credit have in common: a table, chips, and the slip beside them."""

    series = ""
    par_words = ""
    post_words = "Prepare and print"
    ends: tuple[tuple[str, str], ...] = ()
    prepared_first = ""

    def fields(self) -> list[Field]:
        """Table, chips, and where they come from or go to."""
        self.table = Choice("table", "", across=6, none="No table is open. Open one first: Shift+F2.")
        self.chips = ChipGrid(need=True)
        self.end = Choice("end", "", self.ends, usual=places.CHIP_BANK)
        self.end.seldom = True
        self.form = Line("form", "Number, if it was written on a form", hint="0007", seldom=True)
        self.written = Line("written", "Time on the form", hint="23:40", seldom=True)
        return [self.table, self.chips, self.end, self.form, self.written]

    def body(self) -> QWidget:
        """The table, a key for what is usual, the grid, and the other end."""
        self.usual = button(f"{self.par_words}  {action(self.name).key}", self.to_par)
        self.table.setAccessibleName("Table")
        line = holder(row(label("Table", "muted"), self.table, self.chips.head, gap=12))
        top = Folding(line, self.usual, gap=12, stretch=(1, 0))
        self.from_form = button("+ It was written on a form", self._show_form, "link")
        self.form_line = holder(row(self.form, self.written, None, gap=12))
        self.form_line.hide()
        link = row(self.from_form, None)
        return holder(column(top, self.chips, self.end, link, self.form_line, gap=8))

    def _show_form(self) -> None:
        self.form_line.show()
        self.from_form.hide()
        self.form.first().setFocus()

    def take_up(self, typed: dict[str, Any]) -> None:
        """Put it back, with the form where it was from one."""
        super().take_up(typed)
        self._fold()

    def clear(self) -> None:
        """Empty it; the next is not from a form."""
        super().clear()
        self._fold()

    def _fold(self) -> None:
        begun = bool(self.form.typed() or self.written.typed())
        self.form_line.setVisible(begun)
        self.from_form.setVisible(not begun)

    def _later(self) -> dict[str, str]:
        """The form that it was written on while the machine was down, if it was."""
        return {"form": self.form.value(), "written": self.written.value()}

    def off_par(self, spot: Spot) -> tuple[Chips, str]:
        """The chips by which a table is off its par, and what to say where it is not."""
        raise NotImplementedError

    def to_par(self) -> None:
        """Enter the chips by which the table is off its par, and go to the initials."""
        spot = self.station.board.spot(self.table.typed())
        if spot is None:
            self.table.tell("Choose the table first.")
            self.table.first().setFocus()
            return
        chips, none = self.off_par(spot)
        if not chips:
            self.table.tell(none)
            self.usual.setFocus()  # a PIN that is typed all the same goes nowhere
            return
        self.chips.set_chips(chips)
        self.signers.first().setFocus()

    def again(self) -> None:
        """The same key once more: to par; where chips are typed already, on to the initials."""
        if self.chips_typed:
            super().again()
        else:
            self.to_par()

    def side(self) -> QWidget:
        """The slip as it will print."""
        self.paper = SlipPaper()
        self.table.changed.connect(self._draw)
        self.chips.changed.connect(self._draw)
        self.end.changed.connect(self._draw)
        self.signers.changed.connect(self._draw)
        note = label(
            "Two parts: the original and the copy. One stays with the day's records, one goes into"
            " the drop box; each says which.",
            "caption",
            wrap=True,
        )
        return holder(column(label("As it will print", "caption"), self.paper, note, None))

    def refresh(self, board: Board) -> None:
        """Offer the open tables, and the chips of the set."""
        is_open = [spot for spot in board.spots if spot.state == "open"]
        self.table.offer([(spot.table, spot.table) for spot in is_open])
        self.chips.offer(board.site.chips, board.site.stack)
        self._draw()

    def take(self, what: object) -> None:
        """Begin with a table, or with a table and the chips for it."""
        table, chips = what if isinstance(what, tuple) else (what, None)
        self.table.take_up(str(table))
        if isinstance(chips, Chips):
            self.chips.set_chips(chips)
        self.chips.first().setFocus()

    def begin(self, what: object = None) -> None:
        """Come to the front; with the table given, at the chips."""
        super().begin(what)
        if what is not None:
            self.chips.first().setFocus()

    def _chips(self) -> Chips:
        try:
            return self.chips.value()
        except ValueError:
            return Chips()

    def _draw(self) -> None:
        """Draw the slip as it would be now, and what is known of the table and the bank."""
        board, table = self.station.board, self.table.typed()
        spot = board.spot(table)
        bank, tray = board.held(places.CHIP_BANK), spot.known if spot else Chips()
        self.chips.show_beside({"In tray": tray, "In bank": bank})
        chips = self._chips()
        if not table or not chips or board.opening is None:
            self.paper.show_lines([], self.station.width)
            return
        at = self.station.clock.now().at
        slip = preview(board, self.series, table, chips, self.signers.signatures(), at)
        width = self.station.width
        lines = slip_lines(
            slip, board.site, day=board.opening, part="original", width=width, code=unsigned(board.signs)
        )
        self.paper.show_lines(lines, width)

    def typed_anything(self) -> bool:
        """Whether a table and chips are there."""
        return bool(self.table.typed() and self._chips())

    def done(self, entry: Entry) -> str:
        """The number it took."""
        return f"{str(entry.number).capitalize()} for table {entry.fact.table} is prepared."


class Fill(SlipForm):
    """Chips from the bank to a table."""

    name = series = "fill"
    par_words = "Fill to par"
    ends = ((places.CHIP_BANK, "From the chip bank"), (places.JAR_BAR, "From the jar bar"))
    who = (
        Who("Prepared by", PREPARERS),
        Who("Cashier too", ("cashier", "dealer as cashier"), optional=True),
    )

    def off_par(self, spot: Spot) -> tuple[Chips, str]:
        """What is missing of its par."""
        return (
            spot.to_par,
            f"Nothing is missing at table {spot.table}: it holds its par, as far as known.",
        )

    def call(self) -> Call:
        """A fill."""
        table, chips, by = self.table.value(), self.chips.value(), self.signers.value()
        source, later = self.end.value(), self._later()
        return lambda desk: desk.fill(table, chips, by, source=source, **later)


class Credit(SlipForm):
    """Chips from a table to the bank."""

    name = series = "credit"
    par_words = "Down to par"
    ends = ((places.CHIP_BANK, "To the chip bank"), (places.JAR_BAR, "To the jar bar"))
    who = (
        Who("Prepared by", DEALERS, operator=False),
        Who("Dealer too", DEALERS, optional=True),
    )

    def off_par(self, spot: Spot) -> tuple[Chips, str]:
        """What the tray holds above its par."""
        return spot.above_par, f"Table {spot.table} holds no more than its par, as far as known."

    def preferred(self, at: int) -> str | None:
        """The dealer of the table."""
        spot = self.station.board.spot(self.table.typed())
        return spot.dealer if spot and at == 0 else None

    def refresh(self, board: Board) -> None:
        """Offer the tables; another table has another dealer."""
        super().refresh(board)
        if not self._follows:
            self._follows = True
            self.table.changed.connect(self.signers.refresh)

    _follows = False

    def call(self) -> Call:
        """A credit."""
        table, chips, by = self.table.value(), self.chips.value(), self.signers.value()
        destination, later = self.end.value(), self._later()
        return lambda desk: desk.credit(table, chips, by, destination=destination, **later)


class Transfer(Form):
    """Never done: chips do not go from table to table. Here so that whoever looks for it is told why."""

    name = "transfer"
    post_words = "May they?"
    who = (Who("Asked by", ("pit boss", "shift manager")),)

    def fields(self) -> list[Field]:
        """From which table to which, and what."""
        self.source = Choice("source", "From table")
        self.table = Choice("table", "To table")
        self.chips = ChipGrid(need=True)
        return [self.source, self.table, self.chips]

    def refresh(self, board: Board) -> None:
        """Offer the open tables."""
        tables = [(spot.table, spot.table) for spot in board.spots if spot.state == "open"]
        self.source.offer(tables)
        self.table.offer(tables)
        self.chips.offer(board.site.chips, board.site.stack)

    def call(self) -> Call:
        """A transfer, which the rules refuse."""
        source, table = self.source.value(), self.table.value()
        chips, by = self.chips.value(), self.signers.value()
        return lambda desk: desk.transfer(source, table, chips, by)


FORMS = (Fill, Credit, Transfer)
