"""Timers. PySide seeks `interval` as setInterval, and in Turkish the capital of i is no I."""

from PySide6.QtCore import QObject, QTimer


def timer(parent: QObject | None, ms: int, *, once: bool = False) -> QTimer:
    """A timer of so many milliseconds, not yet started; `once` for one that ends when it rang."""
    made = QTimer(parent)
    made.setInterval(ms)
    made.setSingleShot(once)
    return made
