"""Cash counted: notes and coins by value, or one total. Never prefilled."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from pitdesk.chips import dollars
from pitdesk.currency import NOTES, total
from ui.widgets.fields import Field, money
from ui.widgets.grid import Count
from ui.widgets.parts import ENTER, cells, holder, label, row

SHOWN = NOTES[:8]  # down to the half dollar; less is counted into the total


class CashGrid(Field):
    """Pieces per note and coin, or the total in one field; either may be used, both must agree."""

    figures = True

    def __init__(self, name: str = "cash", caption: str = "", *, across: int = 4) -> None:
        super().__init__(name, caption)
        self.edits = {value: Count(f"pieces of {named(value)}", 72, self) for value in SHOWN}
        grid = cells(12, 4)
        for at, (value, edit) in enumerate(self.edits.items()):
            edit.textEdited.connect(self._took)
            down, side = divmod(at, across)
            grid.addWidget(label(named(value), "muted", right=True), down, side * 2)
            grid.addWidget(edit, down, side * 2 + 1)
        grid.setColumnStretch(across * 2, 1)
        self.total = QLineEdit()
        self.total.setPlaceholderText("or the total, such as 1,240.00")
        self.total.setAccessibleName(f"{caption or 'cash'}, the total")
        self.total.setProperty("digits", True)
        self.total.setMinimumWidth(240)
        self.total.textEdited.connect(self._took)
        self.total.installEventFilter(self)
        self.sum = label("", "h2")
        self._column.addWidget(holder(grid))
        self._body(holder(row(self.total, self.sum, None, gap=16)))

    def pieces(self) -> dict[int, int]:
        """Pieces by value in cents; ValueError names what is no count."""
        read = {value: edit.pieces(named(value)) for value, edit in self.edits.items()}
        return {value: count for value, count in read.items() if count is not None}

    @property
    def notes(self) -> dict[str, int]:
        """Pieces by the value's name, as a drop count keeps them."""
        return {named(value): count for value, count in self.pieces().items() if count}

    def value(self) -> int:
        """Cents; ValueError if nothing was counted, or pieces and total differ."""
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

    def typed(self) -> dict[str, str]:
        """What stands in the fields."""
        texts = {str(value): edit.text() for value, edit in self.edits.items()} | {
            "total": self.total.text()
        }
        return {name: text for name, text in texts.items() if text}

    def take_up(self, typed: Mapping[str, str] | None) -> None:
        """Put it back."""
        for value, edit in self.edits.items():
            edit.setText((typed or {}).get(str(value), ""))
        self.total.setText((typed or {}).get("total", ""))
        self._took()

    def in_words(self) -> str:
        """What it comes to."""
        return self.sum.text()

    def first(self) -> QWidget:
        """The highest note."""
        return self.edits[SHOWN[0]]

    def _took(self) -> None:
        self.tell("")
        self.sum.setText("")
        if self.typed():
            try:
                self.sum.setText(f"${dollars(self.value())}")
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


def named(value_cents: int) -> str:
    """A note or coin as it is called: $20, 50c."""
    whole, rest = divmod(value_cents, 100)
    return f"{rest}c" if rest else f"${whole}"
