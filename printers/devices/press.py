"""The press: one thread with a printer in it, so that nobody else waits for paper."""

import queue
import threading
from collections.abc import Callable
from typing import Any

Work = Callable[[], Any]
Answer = Callable[[Any, Exception | None], object]


class Press:
    """Does one thing after another, each answered from its own thread with a result or an error."""

    def __init__(self) -> None:
        self._work: queue.SimpleQueue[tuple[Work, Answer] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="press", daemon=True)
        self._thread.start()

    def ask(self, work: Work, answer: Answer) -> None:
        """Have it done after what was asked before."""
        self._work.put((work, answer))

    def stop(self) -> None:
        """End once what was asked is done; it is not waited for."""
        self._work.put(None)

    def _run(self) -> None:
        while asked := self._work.get():
            work, answer = asked
            try:
                result = work()
            except Exception as error:  # noqa: BLE001  (whoever asked decides)
                answer(None, error)
            else:
                answer(result, None)
