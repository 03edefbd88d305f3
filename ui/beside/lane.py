"""A lane: one thread beside the window's, and the way back from it.

Whatever takes long is asked of a lane, which does one thing after another. What is said of it is heard
in the window's thread, in the order it was said. Whoever asked may be gone by then, or want something
else: then nobody is answered, and a long work that says how far it is ends early.
"""

from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary, finalize

from PySide6.QtCore import QObject, Qt, Signal

from pitdesk.errors import Trouble

T = TypeVar("T")
Say = Callable[[str], object]


class Lane:
    """One thread, and whom to answer.

    name     of the thread
    owner    who asks; the lane ends with it
    trouble  who is told of trouble, where a question does not say
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
        """Called by a work: say how far it is. It ends here if nobody is there any more."""
        self._side.far(part)

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
        """Have it done; later `done` or `trouble` is told what came of it.

        Any other error is ours: it is raised in the window's thread.

        topic   what was asked on it before is moot
        far     told how far it is, where the work says so
        """
        self.forget(topic)
        if not self._side.ended:
            self.start()
            question = self._side.take(work, said=True)
            self._asked[topic] = _Asked(question, done, trouble or self._trouble, far)

    def forget(self, topic: str) -> None:
        """What was asked on this topic is no longer wanted."""
        if asked := self._asked.pop(topic, None):
            asked.question.wanted = False
            asked.question.cancel()

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
        """Answer nobody any more, begin nothing, and do not wait for what is being done."""
        self._asked.clear()
        self._last.detach()
        self._side.leave()

    def end(self) -> None:
        """The same, but wait for what is being done."""
        self._asked.clear()
        self._side.end()

    def hear(self, question: "_Question", far: int | None = None) -> None:
        """Tell whoever asked how far it is, or what came of it, if they still want to know."""
        for topic, asked in [*self._asked.items()]:
            if asked.question is not question:
                continue
            if far is not None:
                asked.far(far)
                return
            del self._asked[topic]
            try:
                result = question.result()
            except Trouble as error:
                asked.trouble(str(error))
            else:
                asked.done(result)


class _Question(Future[Any]):
    """What is asked, and whether anybody still wants to know."""

    wanted = True


class _Asked(NamedTuple):
    """A question that is not answered yet, and whom to tell."""

    question: _Question
    done: Callable[[Any], object]
    trouble: Say
    far: Callable[[int], object]


class _Side(Thread):
    """The thread of a lane. It knows the works and not who asked: a widget never goes in it.

    It is a daemon: what hangs in it, such as a network, keeps no program from ending.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name=name, daemon=True)
        self.works: SimpleQueue[tuple[_Question, Callable[[], Any]] | None] = SimpleQueue()
        self.said: SimpleQueue[Callable[[Lane], object]] = SimpleQueue()
        self.ended = False
        self._now = _Question()  # what is being done

    def take(self, work: Callable[[], Any], *, said: bool = False) -> _Question:
        question = _Question()
        if said:
            question.add_done_callback(lambda _: self.say(lambda lane: lane.hear(question)))
        self.works.put((question, work))
        return question

    def say(self, words: Callable[[Lane], object]) -> None:
        self.said.put(words)
        _BELL.rung.emit(self)

    def far(self, part: int) -> None:
        question = self._now
        if self.ended or not question.wanted:
            raise CancelledError
        self.say(lambda lane: lane.hear(question, part))

    def leave(self) -> None:
        self.ended = True
        with suppress(Empty):
            while asked := self.works.get_nowait():
                asked[0].cancel()
        self.works.put(None)

    def end(self) -> None:
        self.leave()
        if self.is_alive():
            self.join()

    def run(self) -> None:
        while asked := self.works.get():
            self._do(*asked)
            del asked  # what it holds goes before the next is waited for

    def _do(self, question: _Question, work: Callable[[], Any]) -> None:
        if not question.set_running_or_notify_cancel():
            return
        self._now = question
        try:
            result = work()
        except Exception as error:  # noqa: BLE001  (whoever asked decides)
            question.set_exception(error)
        else:
            question.set_result(result)


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
