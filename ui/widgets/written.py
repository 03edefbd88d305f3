"""A line with a list: what is usual is offered, anything else may be written."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt
from PySide6.QtGui import QFocusEvent, QIcon
from PySide6.QtWidgets import QComboBox

from ui.widgets.dots import Words
from ui.widgets.fields import Field
from ui.widgets.parts import Still

T = TypeVar("T")
BARE = "border: 0; background: transparent; padding: 0; min-height: 0"  # of the line in the list


class Written(Field, Generic[T]):
    """A text that is usually one of a list.

    read   makes the value of the text; its ValueError says what is wrong with it
    icon   what stands beside an offer
    """

    def __init__(
        self,
        name: str,
        caption: str,
        *,
        hint: str = "",
        read: Callable[[str], T],
        icon: Callable[[str], QIcon] | None = None,
    ) -> None:
        super().__init__(name, caption)
        self._read, self._icon = read, icon
        self._options: list[str] = []
        self.box, self.line = Still(), Words()
        self.box.setLineEdit(self.line)
        self.box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.box.setMaxVisibleItems(12)
        self.box.setMinimumContentsLength(8)
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setAccessibleName(caption)
        self.line.setStyleSheet(BARE)
        self.line.setPlaceholderText(hint)
        self.line.setAccessibleName(caption)
        self.box.installEventFilter(self)
        self.box.editTextChanged.connect(self._took)
        self._body(self.box)
        self._ask_below(self.line)

    def offer(self, options: Sequence[str]) -> None:
        """Offer other texts; what is written stays."""
        if [*options] == self._options:
            return
        self._options = [*options]
        written = self.typed()
        with QSignalBlocker(self.box):
            self.box.clear()
            for words in options:
                self.box.addItem(self._icon(words) if self._icon else QIcon(), words)
            self.box.setEditText(written)

    def _took(self) -> None:
        self._point()
        super()._took()

    def _point(self) -> None:
        """Point at the offer that is written, if there is one: its icon stands beside the words."""
        words, at = self.typed(), self.box.findText(self.typed(), Qt.MatchFlag.MatchFixedString)
        if at == self.box.currentIndex():
            return
        line, cursor = self.line, self.line.cursorPosition()
        begin, chosen = line.selectionStart(), len(line.selectedText())
        with QSignalBlocker(self.box):
            self.box.setCurrentIndex(at)
            self.box.setEditText(words)
        line.setCursorPosition(cursor)
        if chosen:
            line.setSelection(begin, chosen)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Select the text when the keyboard leads to it, so that the next letter replaces it."""
        mouse = Qt.FocusReason.MouseFocusReason
        if isinstance(event, QFocusEvent) and event.gotFocus() and event.reason() != mouse:
            self.line.selectAll()
        return super().eventFilter(watched, event)

    def value(self) -> T:
        """What is written, read."""
        return self._read(" ".join(self.typed().split()))

    def typed(self) -> str:
        """What is written."""
        return self.line.text()

    def take_up(self, typed: str | None) -> None:
        """Put it back."""
        with QSignalBlocker(self.box):
            self.box.setEditText(typed or "")
        self._took()
