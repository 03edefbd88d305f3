"""For pytest -p: how long each event holds the thread of the window; at the end, the longest."""

import time
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from pitdesk.book.people import STRONG


class Watched(QApplication):
    """The program, its events timed: what an event brings about is part of it."""

    holds: list[float] = []  # noqa: RUF012  (one program a process)
    _inside = False

    def notify(self, receiver: QObject, event: QEvent) -> bool:
        """Deliver an event, and note the seconds."""
        if self._inside:
            return super().notify(receiver, event)
        self._inside, began = True, time.perf_counter()
        try:
            return super().notify(receiver, event)
        finally:
            self._inside = False
            if event.type() is not QEvent.Type.Close:  # the end waits for the book
                self.holds.append(time.perf_counter() - began)


@pytest.fixture(scope="session")
def qapp_cls() -> type[QApplication]:
    """The program that is watched."""
    return Watched


def pytest_unconfigure(config: Any) -> None:
    """Say the longest hold, and what one proof of a PIN takes, in seconds."""
    kept = STRONG.hash("2741")
    began = time.perf_counter()
    STRONG.verify(kept, "2741")
    print(f"\nholds {max(Watched.holds):.4f} {time.perf_counter() - began:.4f}")
