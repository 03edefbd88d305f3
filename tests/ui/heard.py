"""What a screen reader can read of a window: its tree, and what is wrong with it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QCheckBox, QWidget

from ui.chips.types import ChipTile
from ui.widgets.fields import Field
from ui.work.form import Form

Role, Text = QAccessible.Role, QAccessible.Text
LABELLED = QAccessible.RelationFlag.Label  # by whom it is labeled
TOUCHED = {Role.Button, Role.ButtonMenu, Role.RadioButton, Role.CheckBox, Role.PageTab, Role.ListItem}
TYPED = {Role.EditableText, Role.ComboBox, Role.SpinBox}


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the tree, as it is read.

    labels   what stands before it and is said with it
    value    of a list that opens and of a line: what stands in it
    """

    role: QAccessible.Role
    name: str
    value: str
    about: str
    labels: tuple[str, ...]
    focusable: bool
    chosen: bool
    widget: QObject | None

    @property
    def said(self) -> str:
        """What is said where the focus is on it."""
        named = self.name if self.role != Role.ComboBox else ""
        labels = (one for one in self.labels if one not in named)
        words = (*labels, named, self.value, self.about)
        return ", ".join(filter(None, words))


@contextmanager
def reading() -> Iterator[None]:
    """Have Qt keep its tree, as it does where a screen reader runs."""
    was = QAccessible.isActive()
    QAccessible.setActive(True)
    try:
        yield
    finally:
        QAccessible.setActive(was)


def part(seen: QAccessibleInterface) -> Part:
    """A part as it is read."""
    state = seen.state()
    return Part(
        seen.role(),
        seen.text(Text.Name).strip(),
        seen.text(Text.Value).strip() if seen.role() in TYPED else "",
        seen.text(Text.Description).strip(),
        tuple(by.text(Text.Name).strip() for by, _ in seen.relations(LABELLED)),
        bool(state.focusable),
        bool(state.checked or state.selected),
        seen.object(),
    )


def read(widget: QWidget) -> Part:
    """A widget as it is read."""
    return part(QAccessible.queryAccessibleInterface(widget))


def tree(window: QWidget) -> Iterator[Part]:
    """Every part of a window that is in sight, as it is read."""

    def below(seen: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
        for at in range(seen.childCount()):
            child = seen.child(at)
            if child and child.isValid() and not child.state().invisible:
                yield child
                yield from below(child)

    yield from map(part, below(QAccessible.queryAccessibleInterface(window)))


def wrong(one: Part) -> str:
    """What is wrong with a part for whoever hears it, "" for nothing."""
    if one.role == Role.ComboBox and not any(one.labels):
        return "a list that opens has no label"
    if one.focusable and one.role != Role.Cell and not one.name and not any(one.labels):
        return "what takes the focus has no name"
    if one.role == Role.CheckBox and not _ticked(one.widget):
        return "a choice is read as a check box"
    if one.role == Role.Graphic and not one.name:
        return "a picture has no name"
    return ""


def _ticked(widget: QObject | None) -> bool:
    """Whether it is there to be ticked, whatever else is."""
    return isinstance(widget, QCheckBox) or (isinstance(widget, ChipTile) and not widget.single)


def unsaid(form: Form) -> Iterator[tuple[str, str]]:
    """The fields of a form that must not stay empty, or are wrong, and do not say so."""
    for one in form.inputs:
        if one.isVisible() and one.needed and "Required" not in read(one.heard).about and not one.told:
            yield one.name, "needed"
        if one.told and one.told not in read(one.heard).about:
            yield one.name, one.told


def captions(form: Form) -> Iterator[Field]:
    """The fields whose caption stands beside them and is not said with them."""
    for one in form.inputs:
        if one.isVisible() and one.caption_label.isVisible():
            said = read(one.first()).said + read(one.heard).said
            if one.caption not in said:
                yield one
