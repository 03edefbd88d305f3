"""Chips into the house and about it: a delivery against its invoice, and moves of stock."""

import re
from collections.abc import Mapping
from contextlib import suppress

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from pitdesk import places
from pitdesk.chips import Chip, Chips, dollars
from pitdesk.desk import Desk
from pitdesk.kinds import Look
from pitdesk.kinds import invoice as paper
from pitdesk.kinds.invoice import Invoice
from pitdesk.tonight.board import Board
from ui.widgets import art, theme
from ui.widgets.dates import read_day
from ui.widgets.fields import (
    MOST_DIGITS,
    Choice,
    Field,
    Line,
    is_count,
    money,
    none_or_money,
    quoted,
)
from ui.widgets.flow import Folding
from ui.widgets.grid import ChipGrid, Count
from ui.widgets.parts import (
    ENTER,
    button,
    column,
    emptied,
    holder,
    keep_wide,
    kind,
    label,
    row,
    show_words,
)
from ui.work.form import Call, Form, bound
from ui.work.signers import Who

RECEIVING = ("cashier", "shift manager", "gaming manager", "bookkeeper")
MANAGERS = ("shift manager", "gaming manager")
FACE = 36  # pixels of a drawn chip in a row, at letters of 100 %
CELLS = {"pieces": ("pieces", 84), "each": ("price each", 92), "amount": ("amount", 116)}  # and pixels
SITE = "site"  # of the ends of a move: another one, by name
_PRICE = re.compile(r"\$?(\d{1,6})(?:\.(\d{1,3}))?")


def price(text: str) -> int:
    """Mills of a price as it is typed: 0.895, 1.25, 2; ValueError says how to write it."""
    if not (found := _PRICE.fullmatch(text)) or not text.isascii():
        raise ValueError(f"'{quoted(text)}' is no price. Write 0.895 or 1.25.")
    whole, rest = found.groups()
    return int(whole + (rest or "").ljust(3, "0"))


class InvoiceLines(Field):
    """The lines of an invoice: of each chip type how many, at what price, what they come to."""

    def __init__(self) -> None:
        super().__init__("lines", "What the invoice says")
        self._looks: dict[Chip, Look] = {}
        self.edits: dict[Chip, dict[str, QLineEdit]] = {}
        self._faces: dict[Chip, art.Picture] = {}
        self._grid_holder = QWidget()
        self._grid = QGridLayout(self._grid_holder)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(0)
        self._body(self._grid_holder)
        theme.fitted.connect(self._fit)

    def offer(self, looks: Mapping[Chip, Look]) -> None:
        """Have a line for each of these chip types, highest value first."""
        if looks == self._looks:
            return
        typed, self._looks, self.edits, self._faces = self.typed(), dict(looks), {}, {}
        emptied(self._grid)
        for across, heading in enumerate(("", "Pieces", "Price each", "Amount")):
            self._grid.addWidget(label(heading, "caption"), 0, across)
        self._grid.setColumnStretch(4, 1)
        for down, chip in enumerate(sorted(looks), 1):
            face = self._faces[chip] = art.Picture()
            face.setAccessibleName(chip.name)
            self._grid.addWidget(face, down, 0)
            self.edits[chip] = {cell: self._edit(chip, cell) for cell in CELLS}
            for across, edit in enumerate(self.edits[chip].values(), 1):
                self._grid.addWidget(edit, down, across)
        self._fit()
        self.take_up(typed)

    def _fit(self) -> None:
        """Chips as large as letters want them."""
        size = theme.sized(FACE)
        for chip, face in self._faces.items():
            face.setFixedSize(size, size)
            face.show_drawn(art.chip_pixmap, chip.name, self._looks[chip], size)

    def _edit(self, chip: Chip, cell: str) -> QLineEdit:
        words, wide = CELLS[cell]
        edit = Count(f"{words} of {chip.name} on the invoice", wide, self)
        keep_wide(edit, wide)
        edit.textEdited.connect(self._took)
        return edit

    def value(self) -> tuple[paper.Line, ...]:
        """The lines that say something; ValueError names what is none."""
        lines, wrong = [], []
        for chip, cells in self.edits.items():
            if any(edit.text().strip() for edit in cells.values()):
                try:
                    lines.append(self._line(chip))
                except ValueError as error:
                    wrong.append(str(error))
        if wrong:
            raise ValueError(" ".join(wrong))
        return tuple(lines)

    def _line(self, chip: Chip) -> paper.Line:
        pieces, each, amount = (self.edits[chip][cell].text().strip() for cell in CELLS)
        if not is_count(pieces):
            told = f"'{quoted(pieces)}' is no count" if pieces else "The pieces are missing"
            raise ValueError(f"{told} of {chip.name}. Type digits, {MOST_DIGITS} at most.")
        if not each or not amount:
            raise ValueError(f"The line of {chip.name} is incomplete: write its price and its amount.")
        return paper.Line(chip, int(pieces), price(each), money(amount))

    def wrong(self) -> list[str]:
        """What does not add up, line by line, of those that are whole; each is marked."""
        found = []
        for chip, cells in self.edits.items():
            told: list[str] = []
            if all(edit.text().strip() for edit in cells.values()):
                try:
                    line = self._line(chip)
                    told = Invoice("", "", "", (line,), 0, line.cents).wrong
                except ValueError as error:
                    told = [str(error)]
            kind(cells["amount"], "count", wrong="true" if told else "")
            found += told
        return found

    def typed(self) -> dict[str, list[str]]:
        """What stands in the lines."""
        found = {chip.name: [edit.text() for edit in row.values()] for chip, row in self.edits.items()}
        return {name: texts for name, texts in found.items() if any(texts)}

    def take_up(self, typed: Mapping[str, list[str]] | None) -> None:
        """Put it back."""
        for chip, cells in self.edits.items():
            for edit, text in zip(cells.values(), (typed or {}).get(chip.name, [""] * 3), strict=True):
                edit.setText(text)
        self._took()

    def first(self) -> QWidget:
        """The pieces of the first line."""
        return next(iter(self.edits.values()))["pieces"] if self.edits else self

    def _took(self) -> None:
        self.tell("")
        self.changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter goes on in the line, from its end or an empty one to the next; arrows move about."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        enter, steps = event.key() in ENTER, {Qt.Key.Key_Down: 3, Qt.Key.Key_Up: -3}
        if not enter and event.key() not in steps:
            return False
        stops = [edit for cells in self.edits.values() for edit in cells.values()]
        at = next(at for at, edit in enumerate(stops) if edit is watched)
        skips = enter and at % 3 == 0 and not stops[at].text().strip()
        to = at + (steps[Qt.Key(event.key())] if not enter else 3 if skips else 1)
        if to >= len(stops) and enter:
            self.entered.emit()
        elif 0 <= to < len(stops):
            stops[to].setFocus()
        return True


class Delivery(Form):
    """Chips from their supplier: what the invoice says, then what two people count."""

    name = "delivery"
    post_words = "Take the chips in"
    said = "{entry.chips.pieces:,} chips of invoice {fact.invoice.number} are in the {fact.destination}."
    after = "inventory"
    live = False  # what differs is not shown before the count is done
    who = (Who("Counted by", RECEIVING), Who("and by", RECEIVING, operator=False))
    ends = ((places.CHIP_RESERVE, "Chip reserve"), (places.CHIP_BANK, "Chip bank"))

    def fields(self) -> list[Field]:
        """The invoice's head and lines, the rest of it, the count, where to, and why it differs."""
        self.supplier = Line("supplier", "Supplier")
        self.number = Line("number", "Invoice number", number=True)
        self.dated = Line("dated", "Its date", hint="11/20/2026", read=read_day)
        self.lines = InvoiceLines()
        self.other = Line("other", "Freight and tax", hint="0.00", read=none_or_money)
        self.total = Line("total", "The invoice's total", hint="1,250.00", read=money)
        self.chips = ChipGrid("chips", "What two of you count", count=True, weighed=True)
        self.to = Choice("to", "They go to", self.ends, usual=places.CHIP_RESERVE)
        self.reason = Line("reason", "Reason, where the count is not what the invoice says", seldom=True)
        for one in (self.lines, self.other, self.total):
            one.changed.connect(self._show_sum)
        self.chips.changed.connect(lambda: self.off.hide())
        return [
            *(self.supplier, self.number, self.dated, self.other, self.total),
            *(self.lines, self.chips, self.to, self.reason),
        ]

    def body(self) -> QWidget:
        """The invoice at the left, the count at the right."""
        self.sum = label("", "h2", wrap=True)
        self.wrong = label("", "wrong", wrap=True)
        self.off = label("", "wrong", wrap=True)
        for words in (self.sum, self.wrong, self.off):
            words.hide()
        self.match = button("Compare with the invoice", self.compare)
        money_ = holder(row(self.other, self.total, gap=12))
        head = Folding(self.supplier, self.number, self.dated, money_, gap=12, stretch=(2, 1, 1, 2))
        told = holder(column(self.sum, self.wrong))
        left = holder(column(self.lines, None))
        right = holder(column(self.chips, row(self.match, None), self.off, None))
        both = Folding(left, right, gap=32, top=True)
        return holder(column(head, told, both, Folding(self.to, self.reason, stretch=(0, 1)), gap=10))

    def refresh(self, board: Board) -> None:
        """Offer every chip of the set: what is delivered may come into play later."""
        super().refresh(board)
        self.lines.offer(board.site.chips)

    def _show_sum(self) -> None:
        """The sum beside the invoice's total, and each line that does not add up, while it is typed."""
        words = ""
        with suppress(ValueError):
            invoice = self.invoice()
            said = sum(line.cents for line in invoice.lines) + invoice.other
            less, comes = invoice.total - said, f"${dollars(said)}"
            if not self.total.typed().strip():
                words = f"The lines and the rest come to {comes}." if said else ""
            elif less:
                off = f"${dollars(abs(less))} {'more' if less > 0 else 'less'}"
                words = f"They come to {comes}, and the invoice says ${dollars(invoice.total)}: {off}."
            else:
                words = f"{comes}: the invoice adds up."
        show_words(self.sum, words)
        show_words(self.wrong, " ".join(self.lines.wrong()))

    def invoice(self) -> Invoice:
        """The invoice as far as it is typed; a total that is missing counts as none."""
        total = self.total.value() if self.total.typed().strip() else 0
        dated = f"{self.dated.value()}" if self.dated.typed().strip() else ""
        lines, other = self.lines.value(), self.other.value()
        return Invoice(self.number.value(), self.supplier.value(), dated, lines, other, total)

    def compare(self) -> None:
        """Show value by value what was counted beyond what the invoice says, once all is counted."""
        try:
            off = self.chips.value() - self.invoice().chips
        except ValueError as error:
            self.chips.tell(str(error))
            return
        parts = (f"{abs(n):,} {'more' if n > 0 else 'fewer'} of {chip.name}" for chip, n in off.items())
        kind(self.off, "wrong" if off else "muted")
        words = f"Counted: {', '.join(parts)} than the invoice says. Count again, or say why."
        self.off.setText(words if off else "The count is what the invoice says.")
        self.off.show()
        if off:
            QTimer.singleShot(0, self.reason, self.reason.first().setFocus)  # once it has its place

    def go_on(self, at: int) -> None:
        """From the count on: show what differs, and ask for its reason."""
        super().go_on(at)
        if self.inputs[at] is self.chips:
            self.compare()

    def call(self) -> Call:
        """A delivery."""
        count = (self.invoice(), self.chips.value(), self.signers.value())
        said, machine = (self.reason.value(), self.to.value()), self.chips.origin.machine
        return bound(Desk.delivery, *count, *said, machine=machine)


class Stock(Form):
    """Chips between the stores, other sites, the supplier and the destroyed; always with a reason."""

    name = "stock"
    post_words = "Move the chips"
    said = "{fact.chips} from {fact.source} to {fact.destination}."
    who = (
        Who("Initialed by", MANAGERS),
        Who("and by", (*MANAGERS, "cashier", "pit boss"), optional=True, shown=True, operator=False),
    )
    stores = tuple((place, place.capitalize()) for place in places.CHIP_STORES)
    sources = (*stores, (SITE, "Another site"))
    ends = (*sources, (places.SUPPLIER, "Back to the supplier"), (places.DESTROYED, "Destroyed"))

    def fields(self) -> list[Field]:
        """From, to, which site, which chips, why."""
        self.source = Choice("source", "From", self.sources, across=2)
        self.to = Choice("to", "To", self.ends, across=2)
        self.site = Line("site", "Which site", hint="its name as on its slips")
        self.chips = ChipGrid(need=True)
        self.reason = Line("reason", "Reason")
        for end in (self.source, self.to):
            end.changed.connect(self.another)
        return [self.source, self.to, self.site, self.chips, self.reason]

    def body(self) -> QWidget:
        """From where to where at the left, the chips at the right."""
        self.note = label("", "muted", wrap=True)
        ends = holder(column(self.source, self.to, self.site, self.note, self.reason, None, gap=12))
        return Folding(ends, self.chips, gap=32, stretch=(1, 1), top=True)

    def take(self, what: object) -> None:
        """Begin with chips that the bank wants of the reserve."""
        if isinstance(what, Chips):
            self.source.choose(places.CHIP_RESERVE)
            self.to.choose(places.CHIP_BANK)
            self.chips.set_chips(what)

    def redraw(self) -> None:
        """Show what the store has, and ask for the site where it is another."""
        source, to = self.source.typed(), self.to.typed()
        self.site.setVisible(SITE in (source, to))
        note = "The other site notes the same chips in its own book." if SITE in (source, to) else ""
        if to == places.DESTROYED:
            note = "Two people see chips destroyed, and both initial it."
        show_words(self.note, note)
        stored = source in places.CHIP_STORES
        self.chips.show_beside({"There now": self.station.board.held(source)} if stored else {})

    def _end(self, end: str) -> str:
        if end != SITE:
            return end
        if not self.site.value():
            raise ValueError("Write the name of the site, as on its slips.")
        return places.site(self.site.value())

    def call(self) -> Call:
        """A move of stock."""
        move = (self.chips.value(), self._end(self.source.value()), self._end(self.to.value()))
        return bound(Desk.stock, *move, self.signers.value(), self.reason.value())
