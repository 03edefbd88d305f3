"""A lane: order, one way back, nobody answered who is gone, and an end that waits or does not."""

import gc
import threading
import weakref

import pytest
import shiboken6
from PySide6.QtCore import QObject

from pitdesk.errors import Trouble
from ui.beside.lane import Lane


class Owner(QObject):
    """Somebody who asks, and keeps what is answered."""

    def __init__(self) -> None:
        super().__init__()
        self.lane, self.heard = Lane("work", self), []

    def hear(self, what) -> None:
        self.heard.append(what)


@pytest.fixture
def owner(qtbot):
    made = Owner()
    yield made
    if shiboken6.isValid(made):
        shiboken6.delete(made)


@pytest.fixture
def gate():
    """Holds up a work until it is set."""
    made = threading.Event()
    yield made
    made.set()


def no(what):
    raise AssertionError(what)


def threads(name: str) -> int:
    return sum(one.name == name for one in threading.enumerate())


def test_work_is_done_in_order_in_one_thread_and_answered_in_the_windows(qtbot, owner):
    done, heard = [], []
    for at in range(20):
        owner.lane.ask(
            str(at),
            lambda at=at: done.append((at, threading.current_thread().name)),
            lambda _, at=at: heard.append((at, threading.current_thread().name)),
            no,
        )
    assert owner.lane.busy()
    assert heard == []  # nothing is answered before the window is back at its events
    qtbot.waitUntil(lambda: len(heard) == 20)
    assert done == [(at, "work") for at in range(20)]
    assert heard == [(at, threading.main_thread().name) for at in range(20)]
    assert not owner.lane.busy()


def test_what_is_asked_again_or_forgotten_is_answered_to_nobody(qtbot, owner, gate):
    done = []
    owner.lane.ask("one", lambda: gate.wait(20), no, no)
    owner.lane.ask("one", lambda: done.append("second"), no, no)
    owner.lane.ask("one", lambda: "third", owner.hear, no)
    owner.lane.ask("two", lambda: done.append("two"), no, no)
    owner.lane.forget("two")
    assert (owner.lane.busy("one"), owner.lane.busy("two")) == (True, False)
    gate.set()
    qtbot.waitUntil(lambda: owner.heard == ["third"])
    assert done == []  # nobody wanted them any more when their turn came


def test_trouble_is_told_in_words_and_what_is_ours_is_raised_in_the_windows_thread(qtbot, owner):
    def full():
        raise Trouble("The disk is full.")

    owner.lane.ask("one", full, no, owner.hear)
    qtbot.waitUntil(lambda: owner.heard == ["The disk is full."])
    with qtbot.capture_exceptions() as raised:
        owner.lane.ask("one", lambda: 1 // 0, no, no)
        qtbot.waitUntil(lambda: bool(raised))
    assert raised[0][0] is ZeroDivisionError


def test_a_long_work_says_how_far_it_is(qtbot, owner):
    far = []

    def work() -> str:
        for at in range(3):
            owner.lane.far(at)
        return "done"

    owner.lane.ask("one", work, owner.hear, no, far.append)
    qtbot.waitUntil(lambda: owner.heard == ["done"])
    assert far == [0, 1, 2]


@pytest.mark.parametrize("way", ["forgotten", "gone"])
def test_a_long_work_that_nobody_waits_for_ends_early(qtbot, owner, gate, way):
    begun, left = threading.Event(), []

    def work() -> None:
        begun.set()
        try:
            while True:
                gate.wait(0.001)
                lane.far(1)
        finally:
            left.append(True)

    lane = owner.lane
    lane.ask("one", work, no, no)
    qtbot.waitUntil(begun.is_set)
    if way == "gone":
        shiboken6.delete(owner)
        assert left
    else:
        lane.forget("one")
        qtbot.waitUntil(lambda: bool(left))


def test_an_owner_who_is_gone_is_told_nothing_and_waits_for_what_is_being_done(qtbot, gate):
    owner, seen = Owner(), []
    owner.lane.ask("one", lambda: (seen.append("begun"), gate.wait(0.2), seen.append("done")), no, no)
    owner.lane.ask("two", lambda: seen.append("two"), no, no)
    qtbot.waitUntil(lambda: bool(seen))
    shiboken6.delete(owner)
    assert seen == ["begun", "done"]
    qtbot.wait(1)
    assert threads("work") == 0


def test_an_owner_who_is_dropped_is_kept_alive_by_no_question(qtbot, gate):
    owner = Owner()
    gone = weakref.ref(owner)
    owner.lane.ask("one", lambda: gate.wait(0.2), owner.hear, owner.hear)
    del owner
    gc.collect()
    assert gone() is None
    assert threads("work") == 0


def test_leaving_waits_for_nothing_and_is_told_nothing(qtbot, gate):
    lane, begun, done = Lane("left"), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        gate.wait(20)
        done.set()

    lane.ask("one", work, no, no)
    lane.ask("two", lambda: pytest.fail("begun"), no, no)
    qtbot.waitUntil(begun.is_set)
    lane.leave()
    lane.ask("three", lambda: 3, no, no)
    assert not lane.busy()
    gate.set()
    qtbot.waitUntil(lambda: done.is_set() and not threads("left"))


def test_closing_finishes_all_that_was_asked_and_waiting_hears_it(qtbot):
    lane, done, heard = Lane("close"), [], []
    for at in range(3):
        lane.submit(lambda at=at: (done.append(at), lane.say(lambda: heard.append(at))))
    assert (done, threads("close")) == ([], 0)  # it was not started yet
    lane.close()
    lane.start()
    lane.wait()
    assert done == heard == [0, 1, 2]


def test_what_is_submitted_is_a_future(qtbot):
    lane = Lane("future")
    lane.start()
    future, wrong = lane.submit(lambda: 7), lane.submit(lambda: 1 // 0)
    assert future.result(20) == 7
    assert isinstance(wrong.exception(20), ZeroDivisionError)
    lane.end()
