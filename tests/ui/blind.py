"""Somebody at the window who sees nothing: they press keys, and know only what they hear."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from PySide6.QtCore import Qt
from pytestqt.exceptions import TimeoutError as QtTimeout
from pytestqt.qtbot import QtBot

from tests.ui.ear import by_ear
from tests.ui.night import key, types
from tests.ui.pit import Pit

CONTROL = Qt.KeyboardModifier.ControlModifier
ENTER, TAB = Qt.Key.Key_Return, Qt.Key.Key_Tab
ONCE_AROUND = 120  # stops of Tab on the longest screen, and more


class Blind:
    """Keys in, words out: where the focus is, and what is announced."""

    def __init__(self, qtbot: QtBot, heard: list[tuple[str, str]]) -> None:
        self._qtbot, self._heard, self._from = qtbot, heard, 0

    @property
    def new(self) -> list[tuple[str, str]]:
        """What was heard since the last key."""
        return self._heard[self._from :]

    def press(self, which: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press a key."""
        self._from = len(self._heard)
        key(which, held)
        self._qtbot.wait(1)

    def type(self, text: str) -> None:
        """Type a text."""
        self._from = len(self._heard)
        types(text)
        self._qtbot.wait(1)

    def hear(self, words: str, how: str = "polite|urgent|focus") -> str:
        """Wait until something that fits is heard; all of it."""
        fits: list[str] = []

        def heard() -> bool:
            fits[:] = [said for kind, said in self.new if re.fullmatch(how, kind)]
            fits[:] = [said for said in fits if re.search(words, said)]
            return bool(fits)

        with suppress(QtTimeout):
            self._qtbot.waitUntil(heard, timeout=10_000)
        assert fits, f"nobody says {words!r}, but: {self.new}"
        return fits[-1]

    def tab_to(self, words: str) -> None:
        """Press Tab until the focus is on what is called so."""
        for _ in range(ONCE_AROUND):
            self.press(TAB)
            focus = [said for kind, said in self.new if kind == "focus"]
            if focus and re.search(words, focus[-1]):
                return
        raise AssertionError(f"Tab leads to nothing that is called {words!r}")


@contextmanager
def blind(qtbot: QtBot, _: Pit) -> Iterator[Blind]:
    """Somebody who sees nothing, at a window that is open."""
    with by_ear() as heard:
        yield Blind(qtbot, heard)
