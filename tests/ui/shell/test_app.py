"""The program: the right window for what it finds, words for what is wrong, nothing loaded early."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from pitdesk.book.journal import Journal
from pitdesk.book.schema import SCHEMA_VERSION
from pitdesk.book.staging import stage
from pitdesk.chips import Chips
from pitdesk.clock import SetClock
from pitdesk.upkeep.log import log_of
from pitdesk.upkeep.upgrade import version_of
from tests.pitdesk.upkeep.test_upgrade import step_on
from tests.ui.night import PINS, Quick, copied, proven
from ui.setup.first import Welcome
from ui.setup.nobook import NoBook
from ui.shell import app
from ui.shell.app import Program
from ui.shell.broken import Broken
from ui.shell.window import Window

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[3]


def run(*args: object, **more: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, with no display unless one is given."""
    gone = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    known = {name: value for name, value in os.environ.items() if name not in gone} | more
    command = [sys.executable, *map(str, args)]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, env=known, timeout=120, check=False
    )


@pytest.fixture
def played(tmp_path) -> tuple[Path, SetClock]:
    """A book to open, and its clock."""
    return copied(tmp_path)


@pytest.fixture
def program(qtbot, tmp_path, played) -> Iterator[Program]:
    made = Program(tmp_path / "station", played[1])
    yield made
    if made.window:
        made.window.close()


@pytest.fixture
def hooks(monkeypatch) -> None:
    """Whoever is told of errors is told again after the test."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)


def opened(qtbot, program: Program) -> Window:
    window = program.window
    assert isinstance(window, Window)
    qtbot.waitUntil(lambda: window.station.ready)
    return window


def test_a_small_screen_is_filled_until_somebody_makes_the_window_smaller(qtbot, program):
    first = program._show(QWidget())
    assert first.isMaximized()
    room = first.screen().availableGeometry()
    assert first.normalGeometry().width() < room.width()
    first.showNormal()
    first.resize(500, 400)
    after = program._show(QWidget())
    assert not after.isMaximized()
    assert (after.width(), after.height()) == (500, 400)


@pytest.mark.parametrize("complete", [True, False], ids=["complete", "begun"])
def test_what_was_interrupted_is_finished_or_undone_and_said(qtbot, program, played, complete):
    book = played[0]
    made = stage(book)
    for ending in ("", ".head"):
        shutil.copy(f"{book}{ending}", f"{made}{ending}")
    if complete:
        made.parent.rename(made.parent.with_name(f"{book.name}.staged"))
    window = program.begin(book)
    assert isinstance(window, Window)
    qtbot.waitUntil(lambda: window.station.ready)
    assert window.session.signin.said.text() == (app.FINISHED if complete else app.KEPT)
    assert window.session.signin.said.isVisible()
    assert not [*book.parent.glob("*.staged*")]
    assert book.with_name(f"{book.name}.damaged-1").exists() == complete


def test_a_setting_that_stands_twice_in_its_file_is_said_before_anybody_signs_in(
    qtbot, tmp_path, played
):
    folder = tmp_path / "station"
    folder.mkdir()
    (folder / "station.ini").write_text("[General]\nsize=150\nsize=200\n")
    program = Program(folder, played[1])
    window = program.begin(played[0])
    assert isinstance(window, Window)
    qtbot.waitUntil(lambda: window.station.ready)
    assert program.settings.size == 100
    assert "station.ini has size twice" in window.session.signin.said.text()
    window.close()


@pytest.mark.parametrize("left", ["part", "empty"])
def test_an_interrupted_creation_leads_to_the_first_page_and_on(qtbot, program, tmp_path, left):
    book = tmp_path / "new" / "book.db"
    book.parent.mkdir()
    if left == "part":
        stage(book)
    else:
        book.touch()
    window = program.begin(book)
    assert isinstance(window, Welcome)
    assert app.UNDONE in told(window)
    assert window.said.isVisible()
    window.begin.click()
    assert opened(qtbot, program).station.board.state == "new"


def test_what_lies_open_is_said_in_the_log_and_mended(qtbot, program, played):
    book = played[0]
    book.chmod(0o644)
    program.begin(book)
    opened(qtbot, program)
    assert book.stat().st_mode & 0o777 == 0o600
    assert f"others could open {book.name} (644)" in log_of(book).read_text()


def told(window: QWidget) -> str:
    return " ".join(" ".join(one.text().split()) for one in window.findChildren(QLabel))


def no_book(qtbot, program: Program) -> NoBook:
    qtbot.waitUntil(lambda: isinstance(program.window, NoBook))
    window = program.window
    assert isinstance(window, NoBook)
    assert window.isVisible()
    assert [one for one in QApplication.topLevelWidgets() if one.isVisible()] == [window]
    return window


# The binding


def test_the_binding_loses_no_references(qapp):
    """PySide6 6.12 drops one to None a call; small suites pass on it and long nights do not."""
    keep = [None] * 10**7  # keeps a broken build alive long enough to measure
    before = sys.getrefcount(None)
    for _ in range(1000):
        qapp.processEvents()
        qapp.setObjectName("x")
    assert abs(sys.getrefcount(None) - before) < 100
    assert len(keep) == 10**7


# Starting


def test_without_a_display_it_says_what_to_do_and_leaves(tmp_path):
    done = run("-m", "ui", "--folder", tmp_path / "station")
    assert done.returncode == 2
    assert "no display to open its window on" in done.stderr
    assert "neither DISPLAY nor WAYLAND_DISPLAY is set" in done.stderr
    assert done.stderr.rstrip().endswith("\n  make demo")
    assert not (tmp_path / "station").exists()


def test_without_a_folder_for_its_own_things_it_says_so_and_leaves(tmp_path):
    (tmp_path / "file").write_text("no folder")
    where = tmp_path / "file" / "station"
    done = run("-m", "ui", "--folder", where, QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 2
    assert f"{where} cannot be used: " in done.stderr
    assert "Traceback" not in done.stderr


def test_it_has_a_display_where_one_is_named(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert app.has_display() == (not sys.platform.startswith("linux"))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.setenv(name, "x")
        assert app.has_display(), name
        monkeypatch.delenv(name)


def test_the_window_loads_no_report_and_no_reader_of_reports():
    late = "('reportlab', 'pypdfium2', 'escpos', 'PIL')"
    code = f"import sys, ui.shell.app; print([one for one in {late} if one in sys.modules])"
    assert run("-c", code).stdout.strip() == "[]"


def test_a_start_reads_no_source():
    """PySide's own import reads the source of every module, and keeps it."""
    code = "import linecache, ui.shell.app; print([n for n in linecache.cache if 'shell' in n])"
    assert run("-c", code).stdout == "[]\n"


def test_the_trade_loads_no_window():
    code = "import sys, pitdesk, pitdesk.desk, pitdesk.tonight.board; print('PySide6' in sys.modules)"
    assert run("-c", code).stdout.strip() == "False"


def test_it_runs_from_its_first_window_to_its_end(tmp_path):
    code = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
app = QApplication([])
def look():
    window = [one for one in app.topLevelWidgets() if one.isVisible()][0]
    if getattr(window, "station", None) and window.station.ready:
        print(type(window).__name__, window.station.board.site.organization)
        window.close()
watch = QTimer()
watch.setInterval(50)
watch.timeout.connect(look)
watch.start()
from ui.shell.app import main
sys.exit(main(["--practice", "--folder", sys.argv[1]]))
"""
    done = run("-c", code, tmp_path / "station", QT_QPA_PLATFORM="offscreen")
    assert done.stdout.strip() == "Window Prairie Practice Lodge", done.stderr
    assert done.returncode == 0
    with Journal.open(tmp_path / "station" / "practice" / "practice.db") as journal:  # it was let go of
        assert journal.verify().ok


# Which window


def test_the_first_run_is_welcomed_and_leaves_no_book(program):
    window = program.begin()
    assert isinstance(window, Welcome)
    assert not (program.folder / "book.db").exists()


def test_a_book_of_the_stations_own_is_opened(qtbot, program, played):
    own = program.folder / "book.db"
    for suffix in ("", ".pepper", ".head"):
        Path(f"{played[0]}{suffix}").rename(f"{own}{suffix}")
    program.begin()
    assert opened(qtbot, program).frame.top.site.text() == "Dakota Lions · Riverside Lounge"


def test_a_named_book_is_opened_and_its_slips_lie_beside_it(qtbot, program, played):
    program.begin(played[0])
    window = opened(qtbot, program)
    user = Quick(qtbot, window)
    user.sign_in("jo", PINS["jo"])
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    folder = played[0].with_name("night-slips")
    assert {path.name for path in folder.glob("*.txt")} == {
        "fill-000001-copy.txt",
        "fill-000001-original.txt",
    }


def test_a_book_of_an_earlier_version_is_brought_on(qtbot, program, played, monkeypatch):
    step_on(monkeypatch.setattr)
    program.begin(played[0])
    opened(qtbot, program)
    assert version_of(played[0]) == SCHEMA_VERSION + 1


def test_a_new_book_is_begun_and_opened(qtbot, program, tmp_path):
    program.begin_book(tmp_path / "deep" / "new.db")
    assert opened(qtbot, program).station.board.state == "new"


def test_closing_the_window_closes_the_book(qtbot, program, played):
    program.begin(played[0])
    opened(qtbot, program).close()
    Journal.open(played[0]).close()


# Books that cannot be opened


def test_a_book_held_elsewhere_is_said_and_opened_once_it_is_free(qtbot, program, played):
    holder = Journal.open(played[0])
    program.begin(played[0])
    window = no_book(qtbot, program)
    assert "is held by process" in window.words.text()
    assert "Close it there, then open it here." in window.words.text()
    holder.close()
    window.again.click()
    assert opened(qtbot, program).station.board.state == "open"


def test_a_missing_key_of_the_pins_is_said_and_found_again(qtbot, program, played):
    pepper = played[0].with_name("night.db.pepper")
    away = pepper.rename(pepper.with_name("away"))
    program.begin(played[0])
    window = no_book(qtbot, program)
    assert f"{pepper} is missing: without it no PIN of the book can be proven." in window.words.text()
    assert not pepper.exists()  # and none was made in its place
    away.rename(pepper)
    window.again.click()
    opened(qtbot, program)


def test_a_missing_key_of_the_codes_is_said_once_slips_were_signed(qtbot, program, played):
    program.begin(played[0])
    window = opened(qtbot, program)
    key = played[0].with_name("night.db.key")
    assert key.exists()
    done: list[object] = []
    window.station.runner.ask(
        lambda desk: desk.fill("1", Chips.read("1x$5"), proven("jo:cashier")), done.append
    )
    window.station.printing.print_due(done.append, pytest.fail)
    qtbot.waitUntil(lambda: len(done) == 2)
    window.close()
    away = key.rename(key.with_name("key-away"))
    program.begin(played[0])
    window = no_book(qtbot, program)
    assert f"{key} is missing: the codes on this book's slips are signed with it." in window.words.text()
    assert not key.exists()
    away.rename(key)
    window.again.click()
    opened(qtbot, program)


def test_what_is_no_book_is_said_and_not_touched(qtbot, program, tmp_path):
    letter = tmp_path / "letter.db"
    letter.write_text("Dear treasurer,\n" * 400)
    program.begin(letter)
    assert str(letter) in no_book(qtbot, program).words.text()
    assert letter.read_text() == "Dear treasurer,\n" * 400


def test_a_folder_that_has_no_place_for_slips_is_said(qtbot, program, played):
    played[0].with_name("night-slips").write_text("a file in its place")
    program.begin(played[0])
    words = no_book(qtbot, program).words.text()
    assert "night-slips cannot be used: File exists." in words
    Journal.open(played[0]).close()  # it was let go of


def test_meanwhile_somebody_may_practice(qtbot, program, tmp_path):
    program.begin(tmp_path)  # a folder is no book
    no_book(qtbot, program).practice.click()
    assert opened(qtbot, program).station.board.site.practice


# When we are wrong


def broken(qtbot, program: Program) -> Broken:
    qtbot.waitUntil(lambda: isinstance(program.window, Broken))
    window = program.window
    assert isinstance(window, Broken)
    assert window.thread() is QApplication.instance().thread()
    assert [one for one in QApplication.topLevelWidgets() if one.isVisible()] == [window]
    return window


def test_an_error_at_the_desk_stops_the_program_and_says_so(qtbot, program, played, capsys):
    program.begin(played[0])
    window = opened(qtbot, program)
    window.station.runner.ask(lambda desk: desk.journal.entry(-1))
    last = broken(qtbot, program)
    assert "KeyError: -1" in last.told.toPlainText()
    assert "KeyError: -1" in capsys.readouterr().err
    assert "Every slip and count that it acknowledged is in the book." in told(last)
    with Journal.open(played[0]) as journal:
        assert journal.verify().ok


def test_nothing_that_was_asked_after_an_error_is_done(qtbot, program, played, capsys):
    program.begin(played[0])
    window = opened(qtbot, program)
    window.station.runner.ask(lambda desk: desk.journal.entry(-1))
    window.station.runner.ask(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    broken(qtbot, program)
    with Journal.open(played[0]) as journal:
        assert journal.last_number("fill") == 0
    assert "KeyError" in capsys.readouterr().err


@pytest.mark.usefixtures("hooks")
def test_an_error_in_the_window_stops_the_program(qtbot, program, played, capsys):
    program.catch_all()
    program.begin(played[0])
    opened(qtbot, program)
    QTimer.singleShot(0, lambda: {}["nothing"])
    assert "KeyError: 'nothing'" in broken(qtbot, program).told.toPlainText()
    assert "KeyError" in capsys.readouterr().err
    Journal.open(played[0]).close()


@pytest.mark.usefixtures("hooks")
def test_an_error_in_any_other_thread_stops_it_too_and_the_window_is_made_where_windows_are(
    qtbot, program, played, capsys
):
    program.catch_all()
    program.begin(played[0])
    opened(qtbot, program)
    thread = threading.Thread(target=lambda: {}["nothing"])
    thread.start()
    thread.join()
    assert isinstance(program.window, Window)  # nothing was done in that thread
    assert "KeyError: 'nothing'" in broken(qtbot, program).told.toPlainText()
    assert "KeyError" in capsys.readouterr().err


def test_one_error_after_another_leaves_one_window(qtbot, program, played, capsys):
    program.begin(played[0])
    opened(qtbot, program)
    program.stop(KeyError("first"))
    program.stop(KeyError("second"))
    assert "first" in broken(qtbot, program).told.toPlainText()
    assert "second" in capsys.readouterr().err


def test_the_text_holds_no_pin(qtbot, program, played, capsys):
    program.begin(played[0])
    window = opened(qtbot, program)
    user = Quick(qtbot, window)
    user.sign_in("jo", PINS["jo"])
    form = user.fill_in("fill", {"table": "2", "chips": "20x$5"}, [("jo", "cashier", PINS["jo"])])
    form.call = lambda: lambda desk: 1 // 0
    form.primary.click()
    last = broken(qtbot, program).told.toPlainText()
    assert "ZeroDivisionError" in last
    assert PINS["jo"] not in last
    assert "ZeroDivisionError" in capsys.readouterr().err
