"""The desk's turns where there is no window: what threads ask of it is done in one, in order."""

from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Lock
from typing import TypeVar

from pitdesk.desk import Desk
from pitdesk.errors import Trouble

T = TypeVar("T")


class TurnQueue:
    """A queue of what is to be done at a desk."""

    def __init__(self) -> None:
        self._asked: SimpleQueue[Callable[[Desk], object] | None] = SimpleQueue()
        self._lock, self._ended = Lock(), False

    def __call__(self, call: Callable[[Desk], T], /) -> "Future[T]":
        """Have it done in its turn; in whatever thread. Trouble once there are no turns any more."""
        future: Future[T] = Future()

        def do(desk: Desk) -> None:
            try:
                result = call(desk)
            except BaseException as error:  # noqa: BLE001  (whoever asked decides)
                future.set_exception(error)
            else:
                future.set_result(result)

        with self._lock:
            if self._ended:
                future.set_exception(Trouble("The cage is closed. Nothing was done; open it there."))
            else:
                self._asked.put(do)
        return future

    def end(self) -> None:
        """Have `run` come back once all that was asked before is done."""
        with self._lock:
            self._ended = True
            self._asked.put(None)

    def run(self, desk: Desk, after: Callable[[Desk], object]) -> None:
        """Do what is asked, as it comes; `after` each time that the book has more."""
        while do := self._asked.get():
            head = desk.journal.head
            do(desk)
            if desk.journal.head != head:
                after(desk)
