"""The program as it is told to end: from a terminal, by the system, while it asks something."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pitdesk.book.journal import Journal
from pitdesk.upkeep.log import log_of
from ui.shell.ending import ENDS

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(os.name == "nt", reason="Windows sends no such signal"),
]

ROOT = Path(__file__).parents[3]
OPENS = """
import signal, sys, time
from PySide6.QtCore import QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication
app = QApplication([])
def look():
    window = [one for one in app.topLevelWidgets() if one.isVisible()][0]
    if not getattr(window, "station", None) or not window.station.ready:
        return
    watch.stop()
    if sys.argv[2] == "asks":
        window.leaves = lambda: window.ask_to_close(["A count is begun."]) == "Close"
        QTimer.singleShot(0, lambda: app.sendEvent(window.windowHandle(), QCloseEvent()))
        QTimer.singleShot(50, lambda: print(type(app.activeModalWidget()).__name__, flush=True))
    else:
        print("open", flush=True)
def stuck():
    print("stuck", flush=True)
    time.sleep(60)
if sys.argv[2] == "stuck":
    app.aboutToQuit.connect(stuck)
watch = QTimer()
watch.setInterval(50)
watch.timeout.connect(look)
watch.start()
from ui.shell.app import main
from ui.shell.ending import ENDS
for one in ENDS:  # under nohup, or in the background of a script, it would ignore some
    signal.signal(one, signal.SIG_DFL)
sys.exit(main(["--practice", "--folder", sys.argv[1]]))
"""


@contextmanager
def program(folder: Path, way: str = "") -> Iterator[subprocess.Popen[str]]:
    """The program, with its window open on the practice book."""
    with subprocess.Popen(
        [sys.executable, "-c", OPENS, folder, way],
        cwd=ROOT,
        env=os.environ | {"QT_LOGGING_RULES": "*.warning=false"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        try:
            assert running.stdout.readline() == ("QMessageBox\n" if way == "asks" else "open\n")
            yield running
        finally:
            running.kill()  # one that does not end


@pytest.mark.parametrize("how", ENDS)
def test_it_ends_as_it_is_told_to(tmp_path, how):
    with program(tmp_path / "station", "asks" if how == signal.SIGTERM else "") as running:
        running.send_signal(how)
        assert running.communicate(timeout=60) == ("", "")
    assert running.returncode == 0
    book = tmp_path / "station" / "practice" / "practice.db"
    with Journal.open(book) as journal:  # it was let go of
        assert journal.verify().ok
    assert log_of(book).read_text().splitlines()[-1].endswith(" end")


def test_told_again_it_ends_at_once(tmp_path):
    with program(tmp_path / "station", "stuck") as running:
        running.send_signal(signal.SIGINT)
        assert running.stdout.readline() == "stuck\n"
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=60)
    assert running.returncode == -signal.SIGINT
