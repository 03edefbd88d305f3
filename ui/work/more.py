"""A button with a menu of what there is no room for: places of the rail, pages of a place."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from ui.aloud.roles import Role, read_as
from ui.widgets import icons
from ui.widgets.parts import Button, kind
from ui.work.actions import PICTURES, action

MORE = "More"


class More(Button):
    """The actions that are not in sight, in a menu; it is marked where one of them is in front.

    It opens the menu itself: a style sheet gives no room at the left to a button that has one.

    Attributes:
        menu_of: action → its line in the menu.
        words: what the button says.
        held: what is in the menu now.
    """

    def __init__(
        self,
        role: Role,
        says: str,
        names: Iterable[str],
        go: Callable[[str], object],
        *,
        parts: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        """The button, with nothing in its menu yet.

        role    a tab, or one of the list of places
        says    what it has, for who hears it
        parts   headings in the menu → names, all of them
        """
        super().__init__(MORE)
        self.words, self._says = MORE, says
        self.held: Collection[str] = ()
        self.menu_of: dict[str, QAction] = {}
        self._menu, self._down = QMenu(self), role == Role.PageTab
        for heading, some in (parts or {"": names}).items():
            if heading:
                self._menu.addSection(heading)
            for name in some:
                entry = self._menu.addAction(f"{action(name).words}\t{action(name).key}")
                entry.triggered.connect(partial(go, name))
                self.menu_of[name] = entry
        kind(read_as(self, role), "tab" if self._down else "rail")
        if self._down:
            self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the sign that it opens comes last
        self.setCheckable(True)
        self.clicked.connect(self._open)
        self.hide()

    def said(self, held: Collection[str], front: str) -> str:
        """What it would say, did it hold these: the one that is in front, if that is among them."""
        opens = "" if self._down else " …"
        return f"{action(front).words}{opens}" if front in held else MORE

    def hold(self, held: Collection[str], front: str, *, wordless: bool = False) -> None:
        """Have these in the menu; `front`: the one that is in front, wherever it is.

        What stands there already is not set again: each time it would ask for a new layout, without end.
        """
        self.held, self.words = held, "" if wordless else self.said(held, front)
        for name, entry in self.menu_of.items():
            entry.setVisible(name in held)
        if self.text() != self.words:
            self.setText(self.words)
        named = f"{action(front).words}. {self._says}" if front in held else self._says
        self.setAccessibleName(named)
        self.setChecked(front in held)
        picture = "down" if self._down else PICTURES.get(front if front in held else "more", "more")
        if self.icon().cacheKey() != (drawn := icons.icon(picture)).cacheKey():
            self.setIcon(drawn)
        self.setVisible(bool(held))

    def nextCheckState(self) -> None:
        """It is marked by what is in front, not by being pressed."""

    def _open(self) -> None:
        below = self.rect().bottomLeft() if self._down else self.rect().topRight() + QPoint(4, 0)
        self._menu.popup(self.mapToGlobal(below))
