"""A sheet that is asked for: what is wrong with it or with its place is told, and nothing is left."""

import threading

import pytest

from pitdesk.book.journal import Journal
from pitdesk.errors import Trouble
from tests.ui.night import Quick, copied
from tests.ui.stand import stands
from ui.work.outlet import AS_FILE, Outlet
from ui.work.reader import Reader

pytestmark = pytest.mark.long

WORDS = "The book is damaged. Restore it from a backup."


@stands("inventory")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


@pytest.fixture
def outlet(user):
    user.go("inventory")
    station = user.window.station
    made = Outlet(station, Reader(station, user.form))
    user.qtbot.addWidget(made)
    made.choose_way = lambda ways: ways[0]
    made.show()
    yield made
    made.reader.end()


def test_while_it_is_made_it_says_so(user, outlet, tmp_path):
    outlet.choose_file = lambda name: str(tmp_path / name)
    outlet.offer("sheet", "the sheet", lambda journal: b"%PDF " + str(journal.path.name).encode())
    assert outlet.wait.words.text() == "Making the sheet …"
    assert not outlet.wait.isHidden()
    user.qtbot.waitUntil(lambda: user.told().startswith("Saved"))
    assert (tmp_path / "sheet.pdf").read_bytes() == b"%PDF night.db"
    assert outlet.wait.isHidden()


def test_a_sheet_that_is_stopped_goes_nowhere(user, outlet):
    outlet.choose_way = pytest.fail
    going, stopped = threading.Event(), threading.Event()
    read_on = []

    def long_read(journal: Journal) -> bytes:
        going.set()
        stopped.wait()
        read_on.append(journal.days())
        return b"%PDF"

    outlet.offer("sheet", "the sheet", long_read)
    user.qtbot.waitUntil(going.is_set)
    outlet.wait.stop.click()
    stopped.set()
    assert outlet.wait.isHidden()
    outlet.reader.close()
    outlet.reader.wait()
    assert not read_on


def test_a_sheet_whose_page_was_left_asks_nobody(user, outlet):
    outlet.choose_way = outlet.choose_file = pytest.fail
    outlet.offer("sheet", "the sheet", lambda _: b"%PDF")
    outlet.hide()  # another page is in front, or the station is locked
    user.qtbot.waitUntil(lambda: "You had left it" in user.told())
    assert outlet.wait.isHidden()


def test_what_cannot_be_made_is_told(user, outlet):
    def broken(_):
        raise Trouble(WORDS)

    outlet.choose_way = pytest.fail
    outlet.offer("sheet", "the sheet", broken)
    user.qtbot.waitUntil(lambda: user.told() == WORDS)
    assert outlet.wait.isHidden()


def test_a_folder_that_is_not_there_is_told(user, outlet, tmp_path):
    outlet.choose_file = lambda name: str(tmp_path / "gone" / name)
    outlet.offer("sheet", "the sheet", lambda _: b"%PDF")
    user.qtbot.waitUntil(lambda: "cannot be written" in user.told())


def test_a_system_without_a_print_system_keeps_files_still(user, outlet, monkeypatch):
    def missing():
        raise Trouble("There is no print system.")

    monkeypatch.setattr("ui.work.outlet.queues", missing)
    offered: list[list[str]] = []
    outlet.choose_way = lambda ways: offered.append([*ways]) or ""
    outlet.offer("sheet", "the sheet", lambda _: b"%PDF")
    user.qtbot.waitUntil(lambda: bool(offered))
    assert offered == [[AS_FILE]]
