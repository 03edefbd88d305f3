"""The chip grid: stacks and loose chips per value, highest first. The same wherever chips go."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from pitdesk.chips import STACK, Chip, Chips, dollars
from pitdesk.kinds import Look, Machine
from ui.widgets import art, theme
from ui.widgets.fields import MOST_DIGITS, Field, is_count, quoted
from ui.widgets.notice import ORIGIN, Origin
from ui.widgets.parts import ENTER, cells, emptied, holder, kind, label, row
from ui.widgets.tray import Stacks

AROUND = 10  # pixels of a row above and below its chip, together
WIDTHS = (76, 56, 110)  # pixels of width of a count, of pieces and an amount, at letters of 100 %
CLOSE_WIDTHS = (58, 84)  # of a count and an amount, where two blocks stand close
APART, CLOSE = 12, 4  # pixels between columns, and there
KNOWN = 46  # pixels of a column of what is known, at least
SLACK = 40  # pixels by which two blocks may be narrower before they are one again
TWO = 920  # pixels across from which rows of a tray stand in two blocks
BLOCKS = 16  # pixels between two blocks, at least
NO_CHIPS = "Digits alone are no chips. Was that your PIN? Write 6*25 7*5."
QUICK = "quick"  # no chip's name: the quick line, in what was typed
_QUICK = re.compile(
    r"([0-9]{1,99})\s*[*x×]\s*(pw|coin|nv)?\$?(\.50?|50c|[0-9]{1,99})(-[a-z0-9]+)?(?![0-9.a-z-])",
    re.IGNORECASE,
)
# Digits that are no pieces: they may be a PIN.
_BARE = re.compile(r"(?<!\d)\d{4,}+(?!\s*[*x×])", re.IGNORECASE)
_HALF = (".5", ".50", "50c")


class ChipGrid(Field):
    """Chips by value; nothing is ever prefilled.

    Beside each value may stand what somebody should know of it, such as what the bank holds.

    count   whether it is a count: then nothing typed is no count, and none at all is a typed 0
    need    whether there must be chips
    tray    whether it is a tray: its chips are drawn as they are typed, to be held against the tray
    weighed whether it is a count that takes what was weighed

    Attributes:
        origin: what was weighed of it.
        usual: the values that Enter goes through, where not all; arrows and the quick line have all.
        after: what Tab leads to from the last chips, where that is not what follows.
        sum: what a tray comes to, large, for whoever has the room for it.
    """

    figures = True

    def __init__(
        self,
        name: str = "chips",
        caption: str = "",
        *,
        count: bool = False,
        need: bool = False,
        tray: bool = False,
        weighed: bool = False,
    ) -> None:
        super().__init__(name)
        self.caption = caption
        self._count, self._need, self._tray, self.weighed = count or tray, need, tray, weighed
        self.usual: Collection[Chip] = ()
        self.after: QWidget | None = None
        self._blocks = self._placed = 1  # of rows, side by side: as there is room, as they stand
        self._close = False  # whether two blocks stand close: narrow counts, no pieces
        self._one = 0  # pixels of width of one, at least
        self._headings: list[list[QLabel]] = []
        self._chips: list[Chip] = []
        self._looks: dict[Chip, Look] = {}
        self._stack = STACK
        self._beside: dict[str, Chips] = {}
        self._rows: dict[Chip, _Row] = {}
        self._base: dict[Chip, tuple[str, str]] = {}
        self._grid = cells(APART, 0)
        self.quick = QLineEdit()
        self.quick.setPlaceholderText("such as 6*25 7*5")
        self.quick.setMinimumWidth(160)
        self.quick.setAccessibleName(f"{caption or 'Chips'}, typed as pieces times value")
        self.quick.textChanged.connect(self._quickly)
        self.quick.setProperty("digits", True)
        self.quick.installEventFilter(self)
        self.total = label("", "huge" if tray else "h2", right=True)
        self.pieces = label("", "muted", right=True)
        self.sum = holder(row(None, self.pieces, self.total, gap=16))
        captions = [label(caption, "muted")] if caption else []
        self.head = holder(row(*captions, self.quick, None, gap=16))
        self._column.addWidget(self.head)
        self._column.addWidget(self._wrong)  # above the rows, where it is seen
        self.origin = Origin(self._took)
        self._column.addWidget(self.origin)
        self._column.addWidget(holder(self._grid))
        theme.fitted.connect(self._fit)

    # What it shows

    def offer(self, looks: Mapping[Chip, Look], stack: int) -> None:
        """Have a row for each of these chip types, highest value first, in stacks of so many."""
        if (looks, stack) == (self._looks, self._stack):
            return
        typed = self.typed()
        self._looks, self._stack = dict(looks), stack
        self._chips = sorted(looks)
        self._build()
        self.take_up(typed)

    def show_beside(self, columns: Mapping[str, Chips]) -> None:
        """Show what is known of each value, such as {"In bank": …}; a heading for each column."""
        rebuild = list(columns) != list(self._beside)
        self._beside = dict(columns)
        if rebuild:
            typed = self.typed()
            self._build()
            self.take_up(typed)
        for chip, line in self._rows.items():
            for heading, cell in line.beside.items():
                cell.setText(f"{self._beside[heading][chip]:,}")

    def _build(self) -> None:
        self._grid.removeWidget(self.total)
        emptied(self._grid)
        self._rows = {}
        drawn = [""] if self._tray else []
        headings = ["", *drawn, *self._beside, "Stacks", "Loose"]
        self._headings = [[label(one, "caption") for one in headings] for _ in range(2)]
        for chip in self._chips:
            self._rows[chip] = _Row(chip, self._looks[chip], self._beside, self)
        self._place()
        before = self.quick
        for line in self._rows.values():
            QWidget.setTabOrder(before, line.stacks)
            QWidget.setTabOrder(line.stacks, line.loose)
            before = line.loose
        if self.after:
            QWidget.setTabOrder(before, self.after)

    def _fit(self) -> None:
        """Be as large as letters and room want it."""
        high, filled = theme.row(), -(-len(self._rows) // self._blocks)
        self._grid.setHorizontalSpacing(_apart(close=self._close))
        self._grid.setRowMinimumHeight(0, theme.sized(20 if self._tray else 26))
        for down, line in enumerate(self._rows.values(), 1):
            self._grid.setRowMinimumHeight(down, high if down <= filled else 0)
            line.fit(high - AROUND, close=self._close)

    def _place(self) -> None:
        """Put the rows into their blocks: the upper half of the values, then the lower one beside it."""
        if not self._headings:
            return
        wide, high = len(self._headings[0]) + 2, -(-len(self._chips) // self._blocks)
        for block, headings in enumerate(self._headings):
            for at, heading in enumerate(headings):
                self._grid.addWidget(heading, 0, block * (wide + 1) + at)
                heading.setVisible(block < self._blocks)
        if not self._tray:
            last = (self._blocks - 1) * (wide + 1)
            where = (high + 1, last, 1, wide) if self._close else (0, last + wide - 2, 1, 2)
            self._grid.addWidget(self.total, *where)
        for at, line in enumerate(self._rows.values()):
            block, down = divmod(at, max(1, high))
            for across, widget in enumerate(line.widgets):
                self._grid.addWidget(widget, down + 1, block * (wide + 1) + across)
        for block in range(len(self._headings)):
            first, shown = block * (wide + 1), block < self._blocks
            self._grid.setColumnStretch(first + 1, int(self._tray and shown))  # the chips as drawn
            self._grid.setColumnStretch(first + wide, int(not self._tray))
            between = BLOCKS if self._blocks > 1 and not block else 0
            self._grid.setColumnMinimumWidth(first + wide, between)
        self._placed = self._blocks
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """As narrow as one block of rows is; of two, letters may have become smaller since.

        Half of two close ones is less than that: in such room they would be one again, without end.
        Beside keys to touch in the least room, as narrow as one may be.
        """
        hint = super().minimumSizeHint()
        if theme.cramped():
            return QSize(self._block(close=True), hint.height())
        half = self._block(close=False) if self._close else hint.width() // 2
        self._one = hint.width() if self._placed == 1 else min(self._one, half)
        return QSize(self._one, hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Rows in two blocks where there is room: then all values are seen at once."""
        super().resizeEvent(event)
        wide = event.size().width()
        two = wide >= self._two(close=False, stands=self._blocks > 1 and not self._close)
        stands = self._blocks > 1 and self._close
        close = not two and not self._tray and wide >= self._two(close=True, stands=stands)
        blocks = 1 + (two or close)
        close = close or (theme.cramped() and wide < self._block(close=False))
        if (close, blocks) != (self._close, self._blocks):
            self._blocks, self._close = blocks, close
            QTimer.singleShot(0, self, self._place)  # a layout is not changed while it lays out

    def _two(self, *, close: bool, stands: bool) -> int:
        """How wide two blocks are; a little more, where they do not stand so already.

        Else a bar beside them turns them back and forth.
        """
        if self._tray:
            return theme.sized(TWO) - SLACK * stands
        return 2 * self._block(close=close) + BLOCKS + SLACK * (not stands and not close)

    def _block(self, *, close: bool) -> int:
        """How wide one block is."""
        count, *sums = CLOSE_WIDTHS if close else WIDTHS
        headings = self._headings[0][1:-2] if self._headings else []
        known = [max(one.sizeHint().width(), theme.sized(KNOWN)) for one in headings]
        parts = [theme.row() - AROUND, *known, *map(theme.sized, (count, count, *sums))]
        return sum(parts) + _apart(close=close) * len(parts)

    # What is typed

    def value(self) -> Chips:
        """The chips; ValueError names each count that is none."""
        pieces, wrong = {}, []
        for chip, line in self._rows.items():
            try:
                pieces[chip] = line.pieces()
            except ValueError as error:
                wrong.append(str(error))
        if self._may_be_pin:
            wrong.append(NO_CHIPS)
        elif self.quick.text().strip() and self._read_quick() is None:
            wrong.append(f"'{quoted(self.quick.text())}' cannot be read. Write 6*25 7*5.")
        if wrong:
            raise ValueError(" ".join(wrong))
        if self._count and not self._texts():
            raise ValueError("Nothing is counted yet. Type the pieces, or a 0 where there are none.")
        if self._need and not any(pieces.values()):
            raise ValueError("No chips are entered yet. Type how many of which value.")
        return Chips(pieces)

    def so_far(self) -> Chips:
        """The chips, as far as they can be read: none where something cannot."""
        try:
            return self.value()
        except ValueError:
            return Chips()

    def _texts(self) -> dict[str, list[str]]:
        fields = {
            chip.name: [line.stacks.text(), line.loose.text()] for chip, line in self._rows.items()
        }
        if self._read_quick() is None and not self._may_be_pin:
            fields[QUICK] = [self.quick.text()]
        return {name: texts for name, texts in fields.items() if any(texts)}

    def typed(self) -> dict[str, object]:
        """What stands in the fields; of the quick line, what could not be read; what was weighed."""
        return self._texts() | self.origin.typed()

    def take_up(self, typed: Mapping[str, Any] | None) -> None:
        """Put it back."""
        self._base = {}
        self.quick.clear()
        for chip, line in self._rows.items():
            line.set_texts(*(typed or {}).get(chip.name, ("", "")))
        self.quick.setText(*(typed or {}).get(QUICK, [""]))
        self.origin.take_up((typed or {}).get(ORIGIN))
        self._took()

    def take_weighed(self, chip: Chip, pieces: int, machine: Machine) -> None:
        """Add what was weighed to what stands in the row of a chip; it may be corrected.

        ValueError says what stands there is no count.
        """
        before = self._texts()
        line, by_hand = self._rows[chip], self.origin.corrected(before)
        line.set_texts(*self._in_stacks(line.pieces() + pieces))
        self.origin.take(machine, self._texts(), by_hand=by_hand)
        self._by_hand(chip)

    def fits(self, chip: Chip, least: int, most: int) -> str:
        """Whether what stands in the row of a chip is between two numbers of pieces, in words."""
        line = self._rows[chip]
        if not line.stacks.text() + line.loose.text():
            return ""
        count = line.pieces()
        fits = (
            "fits" if least <= count <= most else f"does not fit: {least:,} to {most:,} could lie there"
        )
        return f"Your count of {count:,} {fits}."

    @property
    def pointed(self) -> Chip | None:
        """The chip in whose row the cursor stands."""
        at = (
            chip for chip, line in self._rows.items() if line.stacks.hasFocus() or line.loose.hasFocus()
        )
        return next(at, None)

    def set_chips(self, chips: Chips) -> None:
        """Enter these chips, such as a fill to par."""
        self.take_up({chip.name: self._in_stacks(count) for chip, count in chips.items()})
        self.changed.emit()

    def _in_stacks(self, pieces: int) -> tuple[str, str]:
        """Stacks and loose as they are typed; nothing for none."""
        stacks, loose = divmod(pieces, self._stack)
        return str(stacks or ""), str(loose or "")

    def in_words(self) -> str:
        """What they come to."""
        figures = (self.total, self.pieces) if self._tray else (self.total,)
        return " · ".join(filter(None, (one.text() for one in figures)))

    def first(self) -> QWidget:
        """The line for quick entry; Down goes to the rows."""
        return self.quick

    def has(self, name: str) -> bool:
        """Whether there is a row of a chip, by its name in whatever letters."""
        return any(chip.name.upper() == name.upper() for chip in self._rows)

    def begin_at(self, name: str) -> None:
        """Put the cursor in the row of a chip, by its name in whatever letters, if that is in sight."""
        for chip, line in self._rows.items():
            if chip.name.upper() == name.upper() and line.stacks.isVisible():
                line.stacks.setFocus()

    def edit(self, chip: Chip, which: str = "loose") -> QLineEdit:
        """The field of a value: "stacks" or "loose"."""
        line = self._rows[chip]
        return line.stacks if which == "stacks" else line.loose

    def _took(self) -> None:
        self.origin.show_typed(self._texts())
        try:
            chips = self.value()
        except ValueError as error:
            self.tell(str(error) if self._texts() or self.quick.text() else "")
            self.total.setText("")
            self.pieces.setText("")
        else:
            self.tell("")
            pieces = f"{chips.pieces:,} chip{'s' * (chips.pieces != 1)}"
            worth = f"${dollars(chips.cents)}"
            self.pieces.setText(pieces if chips else "")
            self.total.setText((worth if self._tray else f"{worth} · {pieces}") if chips else "")
        for line in self._rows.values():
            line.show_sum()
        self.changed.emit()

    def _read_quick(self) -> dict[Chip, int] | None:
        text = self.quick.text()
        if re.sub(r"[\s+,]", "", _QUICK.sub("", text)):
            return None
        found: dict[Chip, int] = {}
        for count, prefix, value, of in _QUICK.findall(text):
            half = value.lower() in _HALF
            name = (prefix or "").lower() + ("50c" if half else f"${int(value)}") + of.lower()
            chip = next((chip for chip in self._chips if chip.name == name), None)
            if chip is None:
                return None
            found[chip] = found.get(chip, 0) + int(count)
        return found

    @property
    def _may_be_pin(self) -> bool:
        return self._read_quick() is None and bool(_BARE.search(self.quick.text()))

    def settle(self) -> bool:
        """Wipe the quick line where it may hold a PIN, and say so; whether it did."""
        if wiped := self._may_be_pin:
            self.quick.setText("")
            self.tell(NO_CHIPS)
        return wiped

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What may be a PIN does not stay when the quick line is left."""
        if watched is self.quick and event.type() == QEvent.Type.FocusOut:
            self.settle()
        return super().eventFilter(watched, event)

    def _quickly(self) -> None:
        """Fill the rows as the quick line says, over what stood in them before it was begun.

        What may be a PIN is shown as dots.
        """
        secret = self._may_be_pin
        self.quick.setEchoMode(self.quick.EchoMode.Password if secret else self.quick.EchoMode.Normal)
        if self.quick.text() and not self._base:
            self._base = {c: (r.stacks.text(), r.loose.text()) for c, r in self._rows.items()}
        found = self._read_quick() or {}
        for chip, texts in self._base.items():
            self._rows[chip].set_texts(*(self._in_stacks(found[chip]) if chip in found else texts))
        if not self.quick.text():
            self._base = {}
        self._took()

    def _by_hand(self, chip: Chip) -> None:
        """What is typed into a row stands, whatever the quick line still says of others."""
        line = self._rows[chip]
        if self._base:
            self._base[chip] = line.stacks.text(), line.loose.text()
        self._took()

    # How keys move

    def _take_key(self, watched: QObject, key: int) -> bool:
        """Enter moves to the next value and from the last one on; arrows move about."""
        if watched is not self.quick:
            return self._move(watched, key, enter=key in ENTER)
        if key in ENTER:
            self._leave_quick()
        elif key == Qt.Key.Key_Down and self._rows:
            self._rows[self._chips[0]].stacks.setFocus()
        else:
            return False
        return True

    def _leave_quick(self) -> None:
        """On from the quick line; into the rows if nothing is typed, nowhere if it cannot be read."""
        if self.settle():
            return
        if self._read_quick() is None:
            self._took()
            self.refuse(self.told)
            self.quick.selectAll()
        elif not self.typed() and self._rows:
            self._walk(-1)
        else:
            self.entered.emit()

    def _walk(self, at: int) -> None:
        """On from a row to the next usual one; from the last of them, on from the grid."""
        usual = [chip for chip in self._chips if chip in self.usual] or self._chips
        following = [chip for chip in self._chips[at + 1 :] if chip in usual]
        if following:
            self._rows[following[0]].stacks.setFocus()
        else:
            self.entered.emit()

    def _move(self, watched: QObject, key: int, *, enter: bool) -> bool:
        edits = [edit for line in self._rows.values() for edit in (line.stacks, line.loose)]
        at = next((at for at, edit in enumerate(edits) if edit is watched), None)
        if at is None:
            return False
        end, begin = edits[at].cursorPosition() == len(edits[at].text()), not edits[at].cursorPosition()
        if enter and at % 2:
            self._walk(at // 2)
        elif enter or (key == Qt.Key.Key_Right and at % 2 == 0 and end):
            edits[at + 1].setFocus()
        elif key == Qt.Key.Key_Down:
            edits[at + 2 if at + 2 < len(edits) else at].setFocus()
        elif key == Qt.Key.Key_Up:
            (edits[at - 2] if at > 1 else self.quick).setFocus()
        elif key == Qt.Key.Key_Left and at % 2 and begin:
            edits[at - 1].setFocus()
        else:
            return False
        return True


def _apart(*, close: bool) -> int:
    """Pixels between two columns."""
    return theme.sized(CLOSE if close else APART)


def spill(fields: Sequence[Field], chips: str) -> None:
    """Chips that were begun where none are typed go on where they belong: first where none stand."""
    grids = [one for one in fields if isinstance(one, ChipGrid) and not one.isHidden()]
    for grid in sorted(grids, key=lambda one: one.begun)[:1]:
        grid.quick.setFocus()
        grid.quick.end(False)
        grid.quick.insert(f" {chips}" if grid.quick.text() else chips)


def lacking(fields: Sequence[Field]) -> ChipGrid | None:
    """The first that must have chips and has none yet."""
    grids = (one for one in fields if isinstance(one, ChipGrid) and not one.isHidden())
    return next((one for one in grids if one.needed and not one.begun), None)


def wiped(fields: Sequence[Field]) -> bool:
    """Wipe what may be a PIN in a line for chips, and go there; returns whether there was any."""
    grids = (one for one in fields if isinstance(one, ChipGrid) and one.settle())
    if grid := next(grids, None):
        grid.first().setFocus()
    return grid is not None


class Count(QLineEdit):
    """A narrow line for a number of pieces.

    says   what they are, to a screen reader
    wide   pixels
    field  whose keys it follows
    """

    def __init__(self, says: str, wide: int, field: Field) -> None:
        super().__init__()
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setFixedWidth(wide)
        self.setAccessibleName(says)
        self.setProperty("digits", True)
        self.installEventFilter(field)
        kind(self, "count")

    def pieces(self, of: str) -> int | None:
        """The pieces, None where nothing is typed; ValueError names `of`. Marks what is wrong."""
        text = self.text().strip()
        right = not text or is_count(text)
        kind(self, "count", wrong="" if right else "true")
        if not right:
            raise ValueError(
                f"'{quoted(text)}' is no count of {of}. Type digits, {MOST_DIGITS} at most."
            )
        return int(text) if text else None


class _Row:
    """One value: its chip, what is known, stacks, loose, pieces, amount."""

    def __init__(self, chip: Chip, look: Look, beside: Mapping[str, Chips], grid: ChipGrid) -> None:
        self.chip, self._look, self._stack = chip, look, grid._stack
        self.face = art.Picture()
        self.beside = {heading: label("", "muted") for heading in beside}
        self.stacks = Count(f"stacks of {grid._stack} of {chip.name}", WIDTHS[0], grid)
        self.loose = Count(f"loose chips of {chip.name}", WIDTHS[0], grid)
        self.drawn = Stacks() if grid._tray else None
        for edit in (self.stacks, self.loose):
            edit.textEdited.connect(lambda: grid._by_hand(chip))
        self.pieces_label = label("", "muted")
        self.amount = label("", "h2", right=True)
        figures = (self.stacks, self.loose, self.pieces_label, self.amount)
        drawn = [self.drawn] if self.drawn else []
        self.widgets: list[QWidget] = [self.face, *drawn, *self.beside.values(), *figures]

    def fit(self, face: int, *, close: bool) -> None:
        """Draw the chip so many pixels wide, and make room for figures of that size, or little room."""
        self.face.setFixedSize(face, face)
        self.face.show_drawn(art.chip_pixmap, self.chip.name, self._look, face)
        count, *_, amount = CLOSE_WIDTHS if close else WIDTHS
        for edit in (self.stacks, self.loose):
            edit.setFixedWidth(theme.sized(count))
        self.pieces_label.setMinimumWidth(0 if close else theme.sized(WIDTHS[1]))
        self.pieces_label.setVisible(not close)
        self.amount.setMinimumWidth(theme.sized(amount))
        kind(self.amount, "strong" if close else "h2")

    def set_texts(self, stacks: str, loose: str) -> None:
        """Put these into the two fields."""
        self.stacks.setText(stacks)
        self.loose.setText(loose)

    def pieces(self) -> int:
        """How many; ValueError says which field is no count."""
        stacks, loose = (
            edit.pieces(f"{what} for {self.chip.name}") or 0
            for edit, what in ((self.stacks, "stacks"), (self.loose, "loose"))
        )
        return stacks * self._stack + loose

    def show_sum(self) -> None:
        """Show pieces and amount, as far as they can be read."""
        try:
            chips = Chips({self.chip: self.pieces()})
        except ValueError:
            chips = Chips()
        self.face.setAccessibleName(art.counted(self.chip, chips.pieces))
        self.pieces_label.setText(f"= {chips.pieces:,}" if chips else "")
        self.amount.setText(f"${dollars(chips.cents)}" if chips else "")
        if self.drawn:
            self.drawn.show_chips(self.chip, self._look, chips.pieces, self._stack)
