"""The reader: its own thread, its own connection, and only the newest answer."""

import threading

import pytest
from PySide6.QtWidgets import QWidget

from pitdesk.errors import Trouble
from tests.ui.evening import Quick, copied
from ui.work.reader import Reader


@pytest.fixture
def hands(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


@pytest.fixture
def reader(hands, qtbot):
    screen = QWidget()
    qtbot.addWidget(screen)
    made = Reader(hands.window.station, screen)
    yield made
    made.end()


def test_the_book_is_read_in_another_thread_than_the_windows_and_the_desks(hands, qtbot, reader):
    threads = []
    desks = hands.at_desk(lambda _: threading.get_ident())
    reader.ask("one", lambda journal: (threading.get_ident(), journal.head.seq), threads.append, _no)
    qtbot.waitUntil(lambda: bool(threads))
    ident, seq = threads[0]
    assert ident not in (threading.get_ident(), desks)
    assert seq == hands.seen


def test_answers_come_back_in_the_windows_thread(qtbot, reader):
    threads = []
    reader.ask("one", lambda _: 0, lambda _: threads.append(threading.get_ident()), _no)
    qtbot.waitUntil(lambda: bool(threads))
    assert threads == [threading.get_ident()]


def test_it_reads_on_a_connection_of_its_own_that_cannot_write(hands, qtbot, reader):
    found = []
    reader.ask("one", lambda journal: journal, found.append, _no)
    qtbot.waitUntil(lambda: bool(found))
    assert not found[0].writable
    assert found[0] is not hands.at_desk(lambda desk: desk.journal)


def test_it_never_waits_for_the_desk_nor_the_desk_for_it(hands, qtbot, reader):
    hold, told = threading.Event(), []
    reader.ask("slow", lambda _: hold.wait(20), told.append, _no)
    assert hands.at_desk(lambda desk: desk.journal.head.seq) == hands.seen  # while it is still reading
    assert told == []
    assert reader.busy("slow")
    hold.set()
    qtbot.waitUntil(lambda: told == [True])
    assert not reader.busy("slow")


def test_only_the_newest_question_of_a_topic_is_answered(qtbot, reader):
    hold, told = threading.Event(), []
    reader.ask("search", lambda _: hold.wait(20) and "first", told.append, _no)
    for text in ("second", "third"):
        reader.ask("search", lambda _, text=text: text, told.append, _no)
    reader.ask("other", lambda _: "other", told.append, _no)
    hold.set()
    qtbot.waitUntil(lambda: "other" in told)
    assert told == ["third", "other"]


def test_what_is_forgotten_is_not_told(qtbot, reader):
    hold, told = threading.Event(), []
    reader.ask("one", lambda _: hold.wait(20), told.append, _no)
    reader.forget("one")
    assert not reader.busy("one")
    hold.set()
    reader.ask("two", lambda _: 2, told.append, _no)
    qtbot.waitUntil(lambda: bool(told))
    assert told == [2]


def test_trouble_is_told_in_words(qtbot, reader):
    def fail(_):
        raise Trouble("The disk is gone.")

    words = []
    reader.ask("one", fail, _no, words.append)
    qtbot.waitUntil(lambda: words == ["The disk is gone."])


def test_if_we_are_wrong_the_window_is_told(hands, qtbot, reader):
    broken = []
    runner = hands.window.station.runner
    runner.broken.disconnect()
    runner.broken.connect(broken.append)
    reader.ask("one", lambda _: 1 // 0, _no, _no)
    qtbot.waitUntil(lambda: bool(broken))
    assert isinstance(broken[0], ZeroDivisionError)


def _no(what):
    raise AssertionError(what)
