"""This machine becomes a station: it shows its letters, and asks the cage's address and letters."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QFrame

from pitdesk.errors import Trouble
from pitdesk.stations.home import machine_key
from pitdesk.stations.line import join
from ui.beside.lane import Lane
from ui.widgets.fields import Line
from ui.widgets.pad import Letters
from ui.widgets.parts import (
    button,
    card,
    column,
    framed,
    holder,
    label,
    middle,
    row,
    scrolled,
    show_words,
)
from ui.widgets.theme import Alone
from ui.work.lines import told

MANAGER_S = 900  # that a manager at the cage may take to compare the letters
FIRST = (
    "At the cage: Set-up, Stations, Take one in, Let a machine ask. Its screen then shows an address"
    " and sixteen letters. Type both here."
)
COMPARE = "The cage was found. A manager there compares our letters with these, and initials. Waiting …"


class Join(Alone):
    """The first start of a station: paired with a cage, by letters on two screens.

    joined   called once a manager has taken it in
    """

    touched = True

    def __init__(
        self, folder: Path, joined: Callable[[], object], back: Callable[[], object] | None = None
    ) -> None:
        super().__init__()
        self.setWindowTitle("PitDesk")
        self._folder, self._joined = folder, joined
        self._lane = Lane("join")
        self.letters = label("", "title")
        self.letters.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.letters.setAccessibleName("Our letters")
        self.name = Line("name", "What the cage is to call this station", hint="pit 1")
        self.at = Line("address", "Address of the cage", hint="192.168.1.10")
        self.code = Line("code", "Letters of the cage", hint="HK7D 2QXW 9RJM 4TBA")
        self.said = label("", wrap=True)
        self.join = button("Join the cage", self._join, "act")
        self.back = button("Back", back or self.close)
        self.back.setVisible(back is not None)
        for one, after in ((self.name, self.at.edit), (self.at, self.code.edit)):
            one.entered.connect(after.setFocus)
        self.code.entered.connect(self.join.click)
        fields = (self.name, self.at, self.code)
        parts = (
            label("This machine is a station", "title"),
            label(FIRST, "muted", wrap=True),
            label("Our letters", "caption"),
            self.letters,
            *fields,
            self.said,
            holder(row(self.back, None, self.join, gap=12)),
        )
        page = column(None, card(*parts, gap=12, edge=32), None)
        keys = framed(QFrame(), column(Letters()), "bottom", 12, 12)
        self.setLayout(column(scrolled(middle(page)), keys, gap=0, grow=0))
        show_words(self.said, "")
        self._show_letters()
        self.name.edit.setFocus()

    def _show_letters(self) -> None:
        try:
            self.letters.setText(machine_key(self._folder).code)
        except Trouble as trouble:
            show_words(self.said, str(trouble))
            self.join.setEnabled(False)

    def _join(self) -> None:
        name, at = " ".join(self.name.value().split()), told(self.at.value().strip())
        if not name:
            self.name.refuse("Give this station a name, such as pit 1.")
        elif at is None:
            self.at.refuse("Type the address as the cage's screen shows it.")
        elif not self.code.value():
            self.code.refuse("Type the sixteen letters as the cage's screen shows them.")
        else:
            for one in (self.name, self.at, self.code):
                one.tell("")
            self._ask((*at, self.code.value()), name)

    def _ask(self, cage: tuple[str, int, str], name: str) -> None:
        self.join.setEnabled(False)
        show_words(self.said, "Looking for the cage …")
        found = lambda _: self._lane.say(lambda: show_words(self.said, COMPARE))  # noqa: E731

        def work() -> None:
            join(self._folder, cage, name, found, MANAGER_S)

        self._lane.start()
        self._lane.ask("join", work, lambda _: self._joined(), self._failed)

    def _failed(self, words: str) -> None:
        self.join.setEnabled(True)
        show_words(self.said, words)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Wait for no manager any more."""
        self._lane.leave()
        super().closeEvent(event)
