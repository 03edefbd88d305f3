"""The keypad: on-screen keys for whichever field has the focus. Digits beside, letters below."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from ui.aloud.roles import Role, read_as
from ui.widgets import theme
from ui.widgets.parts import button, cells

Key = tuple[str, int, str]  # words, Qt key, text

_ENTER: Key = ("↲", int(Qt.Key.Key_Return), "\r")
_BACK: Key = ("←", int(Qt.Key.Key_Backspace), "\b")
_NEXT: Key = ("Next", int(Qt.Key.Key_Tab), "\t")
AWAY = "↓"
SPOKEN = {"↲": "Enter", "←": "Backspace", "↑": "Shift", AWAY: "Put the keys away", "&&": "&"}
_DIGITS, _SIGNS = "1234567890", "$:;'/&()#*"
_LETTERS = (_DIGITS, "qwertyuiop", "asdfghjkl", "zxcvbnm,.-", _SIGNS)


def press(key: Key) -> None:
    """Send one key to the field that has the focus."""
    target = QApplication.focusWidget()
    if target is None:
        return
    _, code, text = key
    if code == Qt.Key.Key_Tab:
        target.window().focusNextChild()
        return
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        event = QKeyEvent(kind, code, Qt.KeyboardModifier.NoModifier, text)
        QCoreApplication.sendEvent(target, event)


def leave() -> None:
    """Take the focus from the field that has it: nothing is typed there any more."""
    if target := QApplication.focusWidget():
        target.clearFocus()


def key_button(words: str, does: Callable[[], object], look: str = "key") -> QPushButton:
    """A key that takes no focus away from the field it types into."""
    made = button(words, does, look, says=SPOKEN.get(words, words))
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return made


def _char(text: str) -> Key:
    return (text.replace("&", "&&"), ord(text.upper()) if text.isascii() else 0, text)


class Digits(QWidget):
    """Ten digits, backspace, next field and Enter; keys of twenty millimeters."""

    def __init__(self, *, extra: bool = True) -> None:
        super().__init__()
        self._grid = grid = cells(8, 8)
        self.setLayout(grid)
        theme.fitted.connect(self._fit)
        self._fit()
        rows: list[list[Key]] = [[_char(c) for c in line] for line in ("123", "456", "789")]
        rows.append([_BACK, _char("0"), _ENTER])
        if extra:
            rows += [[_char("."), _char("*"), _char("+")], [_char("-"), _NEXT]]
        for down, line in enumerate(rows):
            for across, key in enumerate(line):
                look = "keyact" if key is _ENTER else "key"
                made = key_button(key[0], partial(press, key), look)
                grid.addWidget(made, down, across, 1, 2 if key is _NEXT else 1)

    def _fit(self) -> None:
        """Closer together where there is least room."""
        self._grid.setSpacing(4 if theme.size() == theme.Size.TINY else 8)


class Letters(QWidget):
    """Letters, digits and signs, with a shift for the next one.

    In the least room the signs have no keys of their own: shift makes them of the digits.

    away   whether a key puts them away in the least room, in place of Next: Enter goes on there
    """

    def __init__(self, *, away: bool = False) -> None:
        super().__init__()
        self._grid = grid = cells(6, 6)
        self.setLayout(grid)
        self._upper = self._low = False
        self._away = away
        self._keys: list[tuple[QPushButton, str]] = []
        for down, line in enumerate(_LETTERS):
            for across, char in enumerate(line):
                made = key_button("", partial(self._type, char), "letter")
                grid.addWidget(made, down, across)
                self._keys.append((made, char))
        self.shift = key_button("↑", self._turn, "letter")
        self.shift.setCheckable(True)
        read_as(self.shift, Role.Button)
        grid.addWidget(self.shift, 2, 9)
        space: Key = ("Space", int(Qt.Key.Key_Space), " ")
        for down, key in enumerate((_BACK, _NEXT, _ENTER, space)):
            made = key_button(key[0], partial(press, key), "letter")
            grid.addWidget(made, down, 10)
            if key is _NEXT:
                self._next = made
        self.away = key_button(AWAY, leave, "letter")
        grid.addWidget(self.away, 1, 10)
        theme.fitted.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        self._low = theme.size() == theme.Size.TINY
        self._grid.setSpacing(2 if self._low else 6)
        for made, char in self._keys:
            made.setHidden(self._low and char in _SIGNS)
        leaves = self._low and self._away
        self._next.setHidden(leaves)
        self.away.setHidden(not leaves)
        self._show()

    def _meant(self, char: str) -> str:
        """What a key types now."""
        if self._low and self._upper and char in _DIGITS:
            return _SIGNS[_DIGITS.index(char)]
        return char.upper() if self._upper else char

    def _show(self) -> None:
        self.shift.setChecked(self._upper)
        for made, char in self._keys:
            meant = self._meant(char)
            words, *_ = _char(meant)
            made.setText(words)
            made.setAccessibleName(char if meant == char.upper() else meant)

    def _turn(self) -> None:
        self._upper = not self._upper
        self._show()

    def _type(self, char: str) -> None:
        press(_char(self._meant(char)))
        if self._upper:
            self._turn()
