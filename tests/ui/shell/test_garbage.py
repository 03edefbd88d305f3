"""Garbage is collected in the window's thread, whatever other threads allocate."""

import gc
import threading

from PySide6.QtCore import QObject

from ui.shell.garbage import THRESHOLDS, Garbage


class Cycle:
    """Something only the collector finds; it notes in which thread it went."""

    def __init__(self, gone: list[str]) -> None:
        self.itself, self.gone = self, gone

    def __del__(self) -> None:
        self.gone.append(threading.current_thread().name)


def test_only_the_thread_of_the_window_collects(qtbot):
    parent = QObject()
    Garbage(parent)
    gone: list[str] = []
    assert not gc.isenabled()
    Cycle(gone)

    def allocate() -> None:
        kept = [[at] for at in range(THRESHOLDS[0] * 20)]
        assert kept

    other = threading.Thread(target=allocate, name="other")
    other.start()
    other.join()
    assert gone == []
    kept = [[at] for at in range(THRESHOLDS[0] * 2)]
    qtbot.waitUntil(lambda: bool(gone))
    assert gone == [threading.main_thread().name]
    assert kept
