"""A lane: one thread beside the window's, and the way back from it.

A lane does what takes long, one thing after another, and answers in the window's thread, in that order.
Whoever asked may be gone by then, or want something else: then nobody is answered, and a long work that
reports how far it is ends early.
"""

from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple, TypeVar
from weakref import WeakValueDictionary, finalize

from PySide6.QtCore import QObject, Qt, Signal

from pitdesk.errors import Trouble

T = TypeVar("T")
Say = Callable[[str], object]
Work = tuple[Callable[[], object], Callable[[], object]]  # what does it, and what calls it off


class Lane:
    """One thread, and whom to answer.

    name     of the thread
    owner    who asks; the lane ends with it
    trouble  called with the words of trouble, where a question names nobody else
    """

    def __init__(self, name: str, owner: QObject | None = None, trouble: Say = lambda _: None) -> None:
        side = self._side = _Side(name)
        self._asked: dict[str, _Asked] = {}
        self._trouble = trouble
        _LANES[side] = self
        self._last = finalize(self, side.end)  # at the latest when the program ends
        if owner:
            owner.destroyed.connect(lambda: side.end())

    # In whatever thread

    def submit(self, work: Callable[[], T]) -> "Future[T]":
        """Have it done after what was asked before, once the thread is started."""
        return self._side.take(work)

    def say(self, words: Callable[[], object]) -> None:
        """Have this called in the window's thread, after what was said before."""
        self._side.say(lambda _: words())

    def close(self) -> None:
        """End the thread once all that was asked before is done."""
        self._side.works.put(None)

    def far(self, part: int) -> None:
        """Report how far a work is, from within it. It ends here if nobody waits for it any more."""
        self._side.far(part)

    def awaited(self) -> None:
        """Ask from within a work whether somebody still waits for it. It ends here if nobody does."""
        self._side.awaited()

    # In the window's thread

    def start(self) -> None:
        """Start the thread, unless that was done."""
        if not self._side.ident:
            self._side.start()

    def ask(
        self,
        topic: str,
        work: Callable[[], T],
        done: Callable[[T], object],
        trouble: Say | None = None,
        far: Callable[[int], object] = lambda _: None,
    ) -> None:
        """Have it done; `done` is called with the result later, or `trouble` with its words.

        Every other error is ours: it is raised in the window's thread.

        topic   a question that was asked on it before is forgotten
        far     called with how far it is, where the work reports it
        """
        self.forget(topic)
        if self._side.ended:
            return

        def answer() -> None:
            try:
                result = future.result()
            except Trouble as error:
                (trouble or self._trouble)(str(error))
            else:
                done(result)

        self.start()
        question = _Question()
        future = self._side.take(work, question)
        self._asked[topic] = _Asked(question, future.cancel, answer, far)

    def forget(self, topic: str) -> None:
        """Want no answer any more to what was asked on this topic."""
        if asked := self._asked.pop(topic, None):
            asked.question.wanted = False
            asked.cancel()

    def busy(self, topic: str = "") -> bool:
        """Whether a question is not answered yet: on this topic, or on any."""
        return topic in self._asked if topic else bool(self._asked)

    def wait(self) -> None:
        """Wait until the thread has ended, and take in all it said."""
        if self._side.is_alive():
            self._side.join()
        while not self._side.said.empty():
            self._side.said.get()(self)

    def leave(self) -> None:
        """Answer nobody any more, begin nothing, and do not wait for the work under way."""
        self._asked.clear()
        self._last.detach()
        self._side.leave()

    def end(self) -> None:
        """The same, but wait for the work under way."""
        self._asked.clear()
        self._side.end()

    def hear(self, question: "_Question", far: int | None = None) -> None:
        """Answer whoever asked, or report how far it is, if they still want to know."""
        for topic, asked in [*self._asked.items()]:
            if asked.question is question and far is not None:
                asked.far(far)
            elif asked.question is question:
                del self._asked[topic]
                asked.answer()


class _Question:
    """A work that was asked for; `wanted` while anybody waits for its answer."""

    wanted = True


class _Asked(NamedTuple):
    """A question that is not answered yet, and how it is."""

    question: _Question
    cancel: Callable[[], object]
    answer: Callable[[], object]
    far: Callable[[int], object]


class _Side(Thread):
    """The thread of a lane. It knows the works and not who asked: no widget ever ends in it.

    It is a daemon: what hangs in it, such as a network, keeps no program from ending.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name=name, daemon=True)
        self.works: SimpleQueue[Work | None] = SimpleQueue()
        self.said: SimpleQueue[Callable[[Lane], object]] = SimpleQueue()
        self.ended = False
        self._now = _Question()  # what is being done

    def take(self, work: Callable[[], T], question: _Question | None = None) -> "Future[T]":
        future: Future[T] = Future()
        if question:
            future.add_done_callback(lambda _: self.say(lambda lane: lane.hear(question)))
        do = partial(self._do, future, question or _Question(), work)
        self.works.put((do, future.cancel))
        return future

    def say(self, words: Callable[[Lane], object]) -> None:
        self.said.put(words)
        _BELL.rung.emit(self)

    def awaited(self) -> None:
        if self.ended or not self._now.wanted:
            raise CancelledError

    def far(self, part: int) -> None:
        self.awaited()
        question = self._now
        self.say(lambda lane: lane.hear(question, part))

    def leave(self) -> None:
        self.ended = True
        with suppress(Empty):
            while work := self.works.get_nowait():
                work[1]()
        self.works.put(None)

    def end(self) -> None:
        self.leave()
        if self.is_alive():
            self.join()

    def run(self) -> None:
        while work := self.works.get():
            work[0]()
            del work  # what it holds goes before the next is waited for

    def _do(self, future: "Future[T]", question: _Question, work: Callable[[], T]) -> None:
        if not future.set_running_or_notify_cancel():
            return
        self._now = question
        try:
            result = work()
        except Exception as error:  # noqa: BLE001  (whoever asked decides)
            future.set_exception(error)
        else:
            future.set_result(result)


class _Bell(QObject):
    """The one way back: rung in the thread of any lane, heard in the window's."""

    rung = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.rung.connect(self._hear, Qt.ConnectionType.QueuedConnection)

    def _hear(self, side: _Side) -> None:
        lane = _LANES.get(side)
        if lane and not side.ended and not side.said.empty():
            side.said.get()(lane)


_LANES: "WeakValueDictionary[_Side, Lane]" = WeakValueDictionary()
_BELL = _Bell()
