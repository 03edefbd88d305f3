"""The runner: carries calls to the desk, in the desk's own thread, and brings the answers back.

The desk proves PINs, writes to disk and feeds the printer; none of it holds the window up. Calls are
done one at a time in the order they were asked; each answer comes back in the window's thread,
together with the board as it then stands. At the first error that is nobody's but ours it does nothing
more, not even what was asked already.
"""

import queue
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal

from pitdesk.errors import Refusal, Refused, Trouble
from printers import Printer

if TYPE_CHECKING:
    from pitdesk.board import Board
    from pitdesk.desk import Desk

Done = Callable[[Any], object]
Told = Callable[[list[Refusal]], object]


class Runner(QObject):
    """One thread with a desk and a printer in it.

    Signals, all in the window's thread:
        changed(Board)   the book has changed, or was opened
        trouble(str)     disk or book: what happened, what to do now
        printer(str)     "" when the printer is ready, else what is the matter with it
        closed(str)      the book or its paper could not be opened: why, and what to do
        broken(Exception)  we are wrong; the program must stop
    """

    changed = Signal(object)
    trouble = Signal(str)
    printer = Signal(str)
    closed = Signal(str)
    broken = Signal(object)
    _back = Signal(object)

    def __init__(self, open_desk: "Callable[[], Desk]", open_printer: Callable[[], Printer]) -> None:
        super().__init__()
        self._open_desk, self._open_printer = open_desk, open_printer
        self._calls: queue.SimpleQueue[Callable[[Desk], None] | None] = queue.SimpleQueue()
        self._paper: Printer  # opened in the desk's thread, before the first call
        self._waiting = 0
        self._said = ""
        self._back.connect(self._take_back)
        self._thread = threading.Thread(target=self._work, name="desk", daemon=True)

    # In the window's thread

    def start(self) -> None:
        """Open the book and show its board."""
        self._thread.start()

    def ask(
        self,
        call: "Callable[[Desk], Any]",
        done: Done = lambda _: None,
        refused: Told = lambda _: None,
        trouble: Callable[[str], object] | None = None,
    ) -> None:
        """Have `call` done at the desk; exactly one of the others is called with what came of it.

        None of them is if we are wrong: then the program stops.
        """
        self._waiting += 1
        self._calls.put(lambda desk: self._do(desk, call, done, refused, trouble))

    def ask_printing(
        self,
        call: "Callable[[Desk, Printer], Any]",
        done: Done = lambda _: None,
        refused: Told = lambda _: None,
        trouble: Callable[[str], object] | None = None,
    ) -> None:
        """Have `call` done at the desk, with the printer at hand."""
        self.ask(lambda desk: call(desk, self._paper), done, refused, trouble)

    def print_due(self) -> None:
        """Try again to print what the printer could not take; what may be on paper is not sent."""
        self._calls.put(lambda desk: self._print(desk, self._paper))

    @property
    def waiting(self) -> int:
        """How many calls have not been answered yet."""
        return self._waiting

    def stop(self) -> None:
        """Finish what was asked, tell it, close the book, end the thread. Nothing is told later."""
        self._calls.put(None)
        if self._thread.is_alive():
            self._thread.join()
        QCoreApplication.sendPostedEvents(self, QEvent.Type.MetaCall)

    def _take_back(self, answer: Callable[[], None]) -> None:
        answer()

    # In the desk's thread

    def _work(self) -> None:
        from pitdesk.board import Board  # noqa: PLC0415  (the first window does not wait for the desk)

        tell = self.closed  # until the book is open
        try:
            desk = self._open_desk()
            try:
                paper = self._paper = self._open_printer()
                board = Board.of(desk)
                tell = self.trouble
                self._back.emit(lambda: self.changed.emit(board))
                self._serve(desk, paper)
            finally:
                self._close(desk)
        except Trouble as trouble:
            words = str(trouble)
            self._back.emit(lambda: tell.emit(words))
        except Exception as error:  # noqa: BLE001  (the window says so and stops)
            wrong = error
            self._back.emit(lambda: self.broken.emit(wrong))

    def _serve(self, desk: "Desk", paper: Printer) -> None:
        self._print(desk, paper)
        while call := self._calls.get():
            before = desk.journal.head.seq
            call(desk)
            if desk.journal.head.seq != before:
                self._print(desk, paper)

    def _close(self, desk: "Desk") -> None:
        try:
            desk.journal.close()
        except Trouble as trouble:
            words = str(trouble)
            self._back.emit(lambda: self.trouble.emit(words))

    def _do(
        self,
        desk: "Desk",
        call: "Callable[[Desk], Any]",
        done: Done,
        refused: Told,
        trouble: Callable[[str], object] | None,
    ) -> None:
        before = (desk.journal.head.seq, desk.signed_in)
        answer: Callable[[], object]
        try:
            result = call(desk)
            answer = lambda: done(result)  # noqa: E731
        except Refused as no:
            reasons = list(no.reasons)
            answer = lambda: refused(reasons)  # noqa: E731
        except Trouble as error:
            words = str(error)
            answer = lambda: (trouble or self.trouble.emit)(words)  # noqa: E731
        after = (desk.journal.head.seq, desk.signed_in)
        board = self._board(desk) if after != before else None

        def back() -> None:
            self._waiting -= 1
            if board:
                self.changed.emit(board)
            answer()

        self._back.emit(back)

    def _board(self, desk: "Desk") -> "Board | None":
        """The board as it stands; None, and told, where the book can no longer be read."""
        from pitdesk.board import Board  # noqa: PLC0415

        try:
            return Board.of(desk)
        except Trouble as trouble:
            words = str(trouble)
            self._back.emit(lambda: self.trouble.emit(words))
            return None

    def _print(self, desk: "Desk", paper: Printer) -> None:
        """Put on paper what the book says is not; say so when the printer cannot."""
        from printers.spool import drain  # noqa: PLC0415

        before = desk.journal.head.seq
        try:
            drain(desk, paper)
            said = ""
        except Trouble as trouble:
            said = str(trouble)
        if desk.journal.head.seq != before or said != self._said:
            self._said = said
            board = self._board(desk)

            def back() -> None:
                if board:
                    self.changed.emit(board)
                self.printer.emit(said)

            self._back.emit(back)
