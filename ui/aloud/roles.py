"""What a widget is to a screen reader, where its class does not say it.

To Qt each button that stays down is a check box, and a title is just words. A widget that is given a
role here is read as that: a tab, one of a list, a heading. Nothing of this runs unless something reads.
"""

from typing import TypeVar

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QLabel, QWidget

Role = QAccessible.Role
ONE_OF = (Role.PageTab, Role.ListItem)  # chosen among others: selected, rather than checked
W = TypeVar("W", bound=QWidget)
_ROLE = "says"  # the property that holds it


def read_as(widget: W, role: QAccessible.Role) -> W:
    """Have a widget read as something else than its class says; returns it."""
    if QAccessible.isActive():  # what was made for it before is made anew
        known = QAccessible.queryAccessibleInterface(widget)
        QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(known))
    widget.setProperty(_ROLE, role.name)
    return widget


def install() -> None:
    """Read widgets as they say, from now on: once in a program, after its application is made."""
    QAccessible.installFactory(_read)


def _read(_: str, widget: QObject) -> QAccessibleInterface | None:
    """What reads a widget, if it says what it is; None leaves it to Qt."""
    if isinstance(widget, QWidget) and (role := widget.property(_ROLE)):
        return _Read(widget, getattr(Role, role))
    return None


class _Read(QAccessibleWidget):
    """A button or words, read as another thing. A plain button that stays down has unfolded more."""

    def text(self, which: QAccessible.Text) -> str:
        """Its name is what it shows, unless it was named."""
        said, widget = super().text(which), self.widget()
        if which == QAccessible.Text.Name and not said and isinstance(widget, QAbstractButton | QLabel):
            return widget.text()
        return said

    def state(self) -> QAccessible.State:
        """Whether it is the one that is chosen."""
        state, widget = super().state(), self.widget()
        if isinstance(widget, QAbstractButton):
            down = widget.isCheckable() and widget.isChecked()
            if self.role() in ONE_OF:
                state.selectable, state.selected = True, down
            elif widget.isCheckable():
                state.expandable, state.expanded = True, down
        return state

    def actionNames(self) -> list[str]:
        """A button can be pressed."""
        return [self.pressAction()] if isinstance(self.widget(), QAbstractButton) else []

    def doAction(self, actionName: str) -> None:
        """Press it."""
        widget = self.widget()
        if isinstance(widget, QAbstractButton) and actionName == self.pressAction():
            widget.click()
