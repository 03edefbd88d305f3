"""Which file: the system's own dialogs. What they return asks, and says "" for none."""

from collections.abc import Callable

from PySide6.QtWidgets import QFileDialog, QWidget

PDF = "PDF (*.pdf)"


def to_save(page: QWidget, title: str, kinds: str = PDF) -> Callable[[str], str]:
    """Asks where a file is saved that has this name to begin with."""
    return lambda name: QFileDialog.getSaveFileName(page, title, name, kinds)[0]


def to_open(page: QWidget, title: str, kinds: str) -> Callable[[], str]:
    """Asks for a file that is there."""
    return lambda: QFileDialog.getOpenFileName(page, title, "", kinds)[0]


def to_choose(page: QWidget) -> Callable[[str], str]:
    """Asks for a folder, under a title."""
    return lambda title: QFileDialog.getExistingDirectory(page, title)
