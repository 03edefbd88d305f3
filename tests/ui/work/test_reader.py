"""The reader: its own thread, its own connection, and a book that is read while the desk writes."""

import threading

import pytest
from PySide6.QtWidgets import QWidget

from pitdesk.errors import Trouble
from tests.ui.night import Quick, copied
from tests.ui.stand import stands
from ui.work.reader import Reader

pytestmark = pytest.mark.long


@stands()
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


@pytest.fixture
def reader(user, qtbot):
    screen = QWidget()
    qtbot.addWidget(screen)
    made = Reader(user.window.station, screen)
    yield made
    made.end()


def test_the_book_is_read_in_another_thread_than_the_windows_and_the_desks(user, qtbot, reader):
    threads = []
    desks = user.at_desk(lambda _: threading.get_ident())
    reader.read("one", lambda journal: (threading.get_ident(), journal.head.seq), threads.append, _no)
    qtbot.waitUntil(lambda: bool(threads))
    ident, seq = threads[0]
    assert ident not in (threading.get_ident(), desks)
    assert seq == user.seen


def test_it_reads_on_a_connection_of_its_own_that_cannot_write(user, qtbot, reader):
    found = []
    reader.read("one", lambda journal: journal, found.append, _no)
    qtbot.waitUntil(lambda: bool(found))
    assert not found[0].writable
    assert found[0] is not user.at_desk(lambda desk: desk.journal)


def test_it_never_waits_for_the_desk_nor_the_desk_for_it(user, qtbot, reader):
    hold, told = threading.Event(), []
    reader.read("slow", lambda _: hold.wait(20), told.append, _no)
    assert user.at_desk(lambda desk: desk.journal.head.seq) == user.seen  # while it is still reading
    assert told == []
    assert reader.busy("slow")
    hold.set()
    qtbot.waitUntil(lambda: told == [True])
    assert not reader.busy("slow")


def test_a_book_that_cannot_be_read_is_told_in_words(user, qtbot, reader):
    def fail(_):
        raise Trouble("The disk is gone.")

    words = []
    reader.read("one", fail, _no, words.append)
    qtbot.waitUntil(lambda: words == ["The disk is gone."])
    user.window.station.book.rename(user.window.station.book.with_name("elsewhere.db"))
    reader.read("one", lambda journal: journal.head.seq, _no, words.append)
    qtbot.waitUntil(lambda: len(words) == 2)
    assert "is gone" in words[1]


def _no(what):
    raise AssertionError(what)


def test_what_nobody_waits_for_ends_at_its_next_question(user, qtbot, reader):
    """Else what is asked next would wait for it."""
    told = []

    def years(journal) -> None:
        while True:
            journal.days()

    def verified(journal) -> bool:
        while journal.verify().ok:
            pass
        return False

    for long in (years, verified):
        reader.read("long", long, told.append, _no)
        reader.forget("long")
        reader.read("next", lambda journal: journal.head.seq, told.append, _no)
        qtbot.waitUntil(lambda: bool(told))
        assert [told.pop()] == [user.seen]
