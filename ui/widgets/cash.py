"""Cash counted: notes and coins by value, or one total. Never prefilled."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from pitdesk.chips import dollars
from pitdesk.kinds import Machine
from pitdesk.tonight.currency import NOTES, total
from ui.widgets import theme
from ui.widgets.fields import Field, is_count, money
from ui.widgets.grid import Count
from ui.widgets.notice import ASKED, ORIGIN, Origin
from ui.widgets.parts import ENTER, cells, holder, keep_wide, label, row

SHOWN = NOTES[:8]  # down to the half dollar; less is counted into the total
PIECES, TOTAL = 72, 240  # pixels of their fields, at letters of 100 %

BUNDLE = 10  # bills
WIDE, SLIM, HIGH = 12, 3, 24  # pixels of a bundle, of a bill, of both


class CashGrid(Field):
    """Pieces per note and coin, or the total in one field; either may be used, both must agree.

    Attributes:
        origin: what machines counted of it.
    """

    figures = True

    def __init__(
        self, name: str = "cash", caption: str = "", *, across: int = 4, drawn: bool = False
    ) -> None:
        """drawn   whether bundles of ten and single bills are drawn as they are typed."""
        super().__init__(name, caption)
        self.drawn = {value: Bills() for value in SHOWN if drawn}
        self.edits = {value: Count(f"pieces of {named(value)}", PIECES, self) for value in SHOWN}
        self._grid = grid = cells(12, 4)
        for at, (value, edit) in enumerate(self.edits.items()):
            keep_wide(edit, PIECES)
            edit.textEdited.connect(self._took)
            side, down = divmod(at, len(SHOWN) // across) if drawn else (at % across, at // across)
            grid.addWidget(label(named(value), "muted", right=True), down, side * 3)
            grid.addWidget(edit, down, side * 3 + 1)
            if drawn:
                grid.addWidget(self.drawn[value], down, side * 3 + 2)
                grid.setColumnStretch(side * 3 + 2, 1)
        grid.setColumnStretch(across * 3, int(not drawn))
        self.total = QLineEdit()
        self.total.setPlaceholderText("or the total, such as 1,240.00")
        self.total.setToolTip(self.total.placeholderText())
        self.total.setAccessibleName(f"{caption or 'cash'}, the total")
        self.total.setProperty("digits", True)
        keep_wide(self.total, TOTAL)
        self.total.textEdited.connect(self._took)
        self.total.installEventFilter(self)
        self.sum = label("", "h2")
        self.origin = Origin(self._took)
        self._column.addWidget(holder(grid))
        theme.fitted.connect(self._fit)
        self._fit()
        self._column.addWidget(self.origin)
        self._body(row(self.total, self.sum, None, gap=16))

    def _fit(self) -> None:
        self._grid.setHorizontalSpacing(6 if theme.size() == theme.Size.TINY else 12)

    def pieces(self) -> dict[int, int]:
        """Pieces by value in cents; ValueError names what is no count."""
        read = {value: edit.pieces(named(value)) for value, edit in self.edits.items()}
        return {value: count for value, count in read.items() if count is not None}

    @property
    def pointed(self) -> int | None:
        """The value in whose field the cursor stands, in cents."""
        return next((value for value, edit in self.edits.items() if edit.hasFocus()), None)

    @property
    def notes(self) -> dict[str, int]:
        """Pieces by the value's name, as a drop count keeps them."""
        return {named(value): count for value, count in self.pieces().items() if count}

    def value(self) -> int:
        """Cents; ValueError if nothing was counted, or pieces and total differ."""
        if self.origin.asks:
            raise ValueError(ASKED)
        return self._cents()

    def _cents(self) -> int:
        pieces, text = self.pieces(), self.total.text().strip()
        if not text:
            if not pieces:
                raise ValueError("Count it: pieces by value, or the total; 0 if there is none.")
            return total(pieces)
        cents = money(text)
        if pieces and total(pieces) != cents:
            raise ValueError(
                f"The pieces come to ${dollars(total(pieces))}, the total says ${dollars(cents)}."
                " Count again, or empty one of the two."
            )
        return cents

    def _texts(self) -> dict[str, str]:
        texts = {str(value): edit.text() for value, edit in self.edits.items()} | {
            "total": self.total.text()
        }
        return {name: text for name, text in texts.items() if text}

    def typed(self) -> dict[str, object]:
        """What stands in the fields, and what machines counted of it."""
        return self._texts() | self.origin.typed()

    def take_up(self, typed: Mapping[str, Any] | None) -> None:
        """Put it back."""
        for value, edit in self.edits.items():
            edit.setText((typed or {}).get(str(value), ""))
        self.total.setText((typed or {}).get("total", ""))
        self.origin.take_up((typed or {}).get(ORIGIN))
        self._took()

    def take_count(self, pieces: Sequence[tuple[int, int]], machine: Machine) -> None:
        """Add what a machine counted to what stands here; it may be corrected.

        ValueError says why it cannot be added: what stands here is no count, or has it already.
        """
        if self.origin.has(machine):
            raise ValueError("That report is in the count already.")
        before, counted = self._texts(), self.pieces()
        cents = (self._cents() if before else 0) + sum(value * count for value, count in pieces)
        by_hand = self.origin.corrected(before)
        for value, count in pieces:
            counted[value] = counted.get(value, 0) + count
        in_one = bool(self.total.text().strip()) or not counted.keys() <= self.edits.keys()
        for value, edit in self.edits.items():
            edit.setText("" if in_one or value not in counted else str(counted[value]))
        self.total.setText(dollars(cents) if in_one else "")
        self.origin.take(machine, self._texts(), by_hand=by_hand)
        self._took()

    def in_words(self) -> str:
        """What it comes to."""
        return self.sum.text()

    def first(self) -> QWidget:
        """The highest note."""
        return self.edits[SHOWN[0]]

    def _took(self) -> None:
        self.tell("")
        typed = self._texts()
        self.origin.show_typed(typed)
        self.sum.setText("")
        for value, bills in self.drawn.items():
            text = self.edits[value].text().strip()
            bills.show_bills(int(text) if is_count(text) else 0)
        if typed:
            try:
                self.sum.setText(f"${dollars(self._cents())}")
            except ValueError as error:
                self.tell(str(error))
        self.changed.emit()

    def _take_key(self, watched: QObject, key: int) -> bool:
        """Enter moves to the next value and from the total on; up and down as well."""
        step = -1 if key == Qt.Key.Key_Up else 1 if key in (Qt.Key.Key_Down, *ENTER) else 0
        if not step:
            return False
        stops: list[QLineEdit] = [*self.edits.values(), self.total]
        to = next(at for at, stop in enumerate(stops) if stop is watched) + step
        if to == len(stops):
            self.entered.emit()
        elif to >= 0:
            stops[to].setFocus()
        return True


class Bills(QWidget):
    """Bills as they lie: bundles of ten, then single ones.

    left   whether they begin at the left
    """

    def __init__(self, *, left: bool = True) -> None:
        super().__init__()
        self.pieces, self._left = 0, left
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def show_bills(self, pieces: int) -> None:
        """Show so many."""
        self.pieces = pieces
        self.setAccessibleName(f"{pieces:,} pieces")
        self.update()

    def minimumSizeHint(self) -> QSize:
        """Room for a few bundles."""
        return QSize(60, 20)

    sizeHint = minimumSizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what there is room for; the rest is counted."""
        painter, look = QPainter(self), theme.current()
        bundles, single = divmod(self.pieces, BUNDLE)
        high = min(self.height() - 4, HIGH)
        at, top = 0, (self.height() - high) // 2
        for drawn in range(bundles + single):
            wide = WIDE if drawn < bundles else SLIM
            if at + wide + 30 > self.width() and drawn + 1 < bundles + single:
                self._more(painter, at)
                return
            token = look.felt_line if drawn < bundles else look.muted
            left = at if self._left else self.width() - at - wide
            painter.fillRect(left, top, wide, high, theme.color(token))
            at += wide + 2

    def _more(self, painter: QPainter, at: int) -> None:
        side = Qt.AlignmentFlag.AlignLeft if self._left else Qt.AlignmentFlag.AlignRight
        room = self.rect().adjusted(at, 0, 0, 0) if self._left else self.rect().adjusted(0, 0, -at, 0)
        painter.setPen(theme.color(theme.current().text))
        painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter, "…")


def named(value_cents: int) -> str:
    """A note or coin as it is called: $20, 50c."""
    whole, rest = divmod(value_cents, 100)
    return f"{rest}c" if rest else f"${whole}"
