"""The runner: carries calls to the desk, in the desk's own lane, and brings the answers back.

The desk writes to disk, which does not hold the window up, and PINs are proven beside it, which holds
nobody else up. Calls are done one at a time in the order they were asked; each answer comes back in the
window's thread, together with the board as it then stands. At the first error that is nobody's but ours
it does nothing more, not even what was asked already.
"""

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from pitdesk.errors import Moved, Refusal, Refused, Trouble
from printers import Printer
from ui.beside.lane import Lane, Say
from ui.work.printing import Printing

if TYPE_CHECKING:
    from pitdesk.desk import Desk
    from pitdesk.desk.proofs import Proofs, Try
    from pitdesk.tonight.board import Board

    Tries = Callable[[Desk], Sequence[Try]]
    Asked = tuple[Tries | None, Callable[[Desk], object]]

T = TypeVar("T")
Reasons = Callable[[list[Refusal]], object]


class Runner(QObject):
    """One lane with a desk in it.

    Attributes:
        printing: what is at the printer, and the way to have more printed.

    Signals, all in the window's thread:
        changed(Board)   the book has changed, or was opened
        trouble(str)     disk or book: what happened, what to do now
        closed(str)      the book or its paper could not be opened: why, and what to do
        moved(Path)      its file was moved away; it lies there now, as far as it was written
        broken(Exception)  we are wrong; the program must stop
    """

    changed = Signal(object)
    trouble = Signal(str)
    closed = Signal(str)
    moved = Signal(object)
    broken = Signal(object)

    def __init__(self, open_desk: "Callable[[], Desk]", open_printer: Callable[[], Printer]) -> None:
        super().__init__()
        self._open_desk, self._open_printer = open_desk, open_printer
        self._lane = Lane("desk")
        self._desk: Desk | None = None  # none before it is opened, and once it is closed
        self._shown = 0  # the entry that the last board reached
        self._ending = False
        self.told: Callable[[Desk], object] = lambda _: None  # called where the book has more
        self.leave: Callable[[], object] = lambda: None  # called before the book is closed
        self._prover = Lane("prover")
        self._proving = False  # the PINs of what was asked first
        self._waiting: deque[Asked] = deque()  # what was asked behind it
        self.printing = Printing(self.put, self.say, self.show, self.trouble.emit)
        self._lane.submit(self._open)

    # In the window's thread

    def start(self) -> None:
        """Open the book and show its board."""
        self._lane.start()

    def ask(
        self,
        call: "Callable[[Desk], T]",
        done: Callable[[T], object] = lambda _: None,
        refused: Reasons = lambda _: None,
        trouble: Say | None = None,
        *,
        tries: "Tries | None" = None,
    ) -> None:
        """Have `call` done at the desk; exactly one of the others is called with what came of it.

        None of them is if we are wrong: then the program stops.

        tries   the PINs that it has to prove: that is slow, and other stations are answered meanwhile
        """
        do = lambda desk: self._do(desk, call, done, refused, trouble or self.trouble.emit)  # noqa: E731
        self.put(partial(self._in_order, tries, do))

    def stop(self) -> None:
        """Finish and answer what was asked, close the book, end the thread. No answer comes later."""
        self.leave()
        self.put(self._end)
        self._lane.wait()

    # In whatever thread

    def put(self, call: "Callable[[Desk], object]") -> None:
        """Have something done at the desk after what was asked before; nobody is answered."""
        self._lane.submit(lambda: self._turn(call))

    def turn(self, call: "Callable[[Desk], T]") -> "Future[T]":
        """Have something done at the desk as another station asks; what comes of it, later."""
        future: Future[T] = Future()

        def do(desk: "Desk") -> None:
            try:
                result = call(desk)
            except (Refused, Trouble) as no:
                future.set_exception(no)
            except Exception as error:
                future.set_exception(error)
                raise
            else:
                future.set_result(result)
            self.show(desk)

        self.put(do)
        return future

    def say(self, words: Callable[[], object]) -> None:
        """Have this called in the window's thread, after what was said before."""
        self._lane.say(words)

    # In the desk's thread

    def _open(self) -> None:
        from pitdesk.tonight.board import Board  # noqa: PLC0415  (the first window does not wait for the desk)

        try:
            desk = self._desk = self._open_desk()
            self.printing.paper = self._open_printer()
            board, self._shown = Board.of(desk), desk.journal.head.seq
        except Trouble as trouble:
            self._close()
            self.say(partial(self.closed.emit, str(trouble)))
        except Exception as error:  # noqa: BLE001  (the window says so and stops)
            self._break(error)
        else:
            self.say(partial(self.changed.emit, board))
            self._turn(self.printing.begin)

    def _turn(self, call: "Callable[[Desk], object]") -> None:
        """Do one thing, and print what it leaves to print."""
        desk = self._desk
        if desk is None:
            return
        try:
            before = desk.journal.head.seq
            try:
                call(desk)
                self.printing.go_on(desk)
                if desk.journal.head.seq != before and not self._ending:
                    self.printing.begin(desk)
            finally:
                if desk.journal.head.seq != before:
                    self.told(desk)
        except Trouble as trouble:  # such as a full disk when a print is to be noted
            self._say_moved(trouble)
            self._say_trouble(str(trouble))
        except Exception as error:  # noqa: BLE001  (the window says so and stops)
            self._break(error)
            return
        if not self.printing.say_busy() and self._ending and not self._proving and not self._waiting:
            self._close()

    def _in_order(self, tries: "Tries | None", do: "Callable[[Desk], object]", desk: "Desk") -> None:
        self._waiting.append((tries, do))
        self._go_on(desk)

    def _go_on(self, desk: "Desk") -> None:
        """Do what was asked here first, or have its PINs proven in another thread.

        One in a turn, so that what it prints goes to the printer before the next is done.
        """
        if not self._waiting or self._proving or not self._desk:
            return
        tries, do = self._waiting.popleft()
        with suppress(Trouble):  # it says so itself
            if tries and (found := tries(desk)):
                self._prove(desk, found, do)
                return
        do(desk)
        if self._waiting:
            self.put(self._go_on)

    def _prove(self, desk: "Desk", found: "Sequence[Try]", do: "Callable[[Desk], object]") -> None:
        self._proving = True
        self._prover.start()
        proofs = self._prover.submit(partial(desk.prove, found))
        proofs.add_done_callback(lambda now: self.put(partial(self._proven, now, do)))

    def _proven(self, proofs: "Future[Proofs]", do: "Callable[[Desk], object]", desk: "Desk") -> None:
        self._proving = False
        with desk.proven(proofs.result()):
            do(desk)
        self.put(self._go_on)

    def _end(self, _: "Desk") -> None:
        self._ending = True

    def _break(self, error: Exception) -> None:
        self._close()
        self.say(partial(self.broken.emit, error))

    def _close(self) -> None:
        """Let go of the book; nothing is done any more."""
        desk, self._desk = self._desk, None
        self._lane.close()
        self._prover.leave()
        self.printing.leave()
        try:
            if desk:
                desk.journal.close()
        except Trouble as trouble:
            self._say_trouble(str(trouble))

    def _say_moved(self, trouble: Trouble) -> None:
        if isinstance(trouble, Moved) and trouble.saved:
            self.say(partial(self.moved.emit, trouble.saved))

    def _say_trouble(self, words: str) -> None:
        self.say(partial(self.trouble.emit, words))

    def _do(
        self,
        desk: "Desk",
        call: "Callable[[Desk], T]",
        done: Callable[[T], object],
        refused: Reasons,
        trouble: Say,
    ) -> None:
        before = (desk.journal.head.seq, desk.signed_in)
        answer: Callable[[], object]
        try:
            answer = partial(done, call(desk))
        except Refused as no:
            answer = partial(refused, list(no.reasons))
        except Trouble as error:
            self._say_moved(error)
            answer = partial(trouble, str(error))
        after = (desk.journal.head.seq, desk.signed_in)
        board = self._board(desk) if after != before else None

        def back() -> None:
            if board:
                self.changed.emit(board)
            answer()

        self.say(back)

    def _board(self, desk: "Desk") -> "Board | None":
        """The board as it stands; None, and a signal, if the book can no longer be read."""
        from pitdesk.tonight.board import Board  # noqa: PLC0415

        self._shown = desk.journal.head.seq
        try:
            return Board.of(desk)
        except Trouble as trouble:
            self._say_trouble(str(trouble))
            return None

    def show(self, desk: "Desk") -> bool:
        """Show the board, where the book has changed since it was shown; whether it has."""
        new = desk.journal.head.seq != self._shown
        if new and (board := self._board(desk)):
            self.say(partial(self.changed.emit, board))
        return new
