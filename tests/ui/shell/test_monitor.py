import json
import subprocess
import sys

from PySide6.QtGui import QScreen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.files import ROOT
from ui.shell.monitor import Within

SCREENS = {  # a usual one, and a small one of twice its scale
    "windowFrameMargins": False,
    "screens": [
        {"name": "A", "x": 0, "y": 0, "width": 1366, "height": 768, "dpr": 1},
        {"name": "B", "x": 1366, "y": 0, "width": 683, "height": 384, "dpr": 2},
    ],
}


def test_a_window_that_comes_to_a_smaller_monitor_fits_it(tmp_path):
    screens = tmp_path / "screens.json"
    screens.write_text(json.dumps(SCREENS))
    command = [sys.executable, "-m", "tests.ui.shell.test_monitor", f"offscreen:configfile={screens}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def _play(platform: str) -> None:
    """Two windows come from one monitor to the other, and one goes back."""
    app = QApplication(["test", "-platform", platform])
    usual, small = app.screens()
    large, fits = QWidget(), QWidget()
    for window, size in ((large, (1200, 700)), (fits, (600, 300))):
        window.resize(*size)
        window.show()
        Within(window)
        _bring(window, small)
    assert (large.isMaximized(), large.geometry()) == (True, small.geometry())
    assert (fits.isMaximized(), fits.size().toTuple()) == (False, (600, 300))
    large.showNormal()
    large.resize(1200, 700)
    for away in (large.showMinimized, large.hide):  # nobody sees it: it stays so
        away()
        _bring(large, usual)
        _bring(large, small)
        assert not large.isMaximized()
    large.showNormal()
    _bring(large, usual)
    assert (large.isMaximized(), large.size().toTuple()) == (False, (1200, 700))


def _bring(window: QWidget, screen: QScreen) -> None:
    window.windowHandle().setScreen(screen)
    window.move(screen.geometry().topLeft())
    within = window.findChild(Within)
    assert within
    assert within.calm.isActive()
    while within.calm.isActive():
        QTest.qWait(10)


if __name__ == "__main__":
    _play(sys.argv[1])
