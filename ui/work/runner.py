"""The runner: carries calls to the desk, in the desk's own thread, and brings the answers back.

The desk proves PINs and writes to disk; none of it holds the window up. Calls are done one at a time
in the order they were asked; each answer comes back in the window's thread, together with the board as
it then stands. A printer that one has to wait for has a thread of its own: the desk notes what is sent
and what came of it, and answers other calls meanwhile. At the first error that is nobody's but ours it
does nothing more, not even what was asked already.
"""

import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal

from pitdesk.errors import Refusal, Refused, Trouble
from printers import Job, Printer
from printers.devices.press import Press

if TYPE_CHECKING:
    from pitdesk.book.entries import Entry
    from pitdesk.desk import Desk
    from pitdesk.tonight.board import Board
    from printers.devices.spool import Sent, Sheet

Done = Callable[[Any], object]
Told = Callable[[list[Refusal]], object]
Say = Callable[[str], object]


class Runner(QObject):
    """One thread with a desk and a printer in it.

    Signals, all in the window's thread:
        changed(Board)   the book has changed, or was opened
        trouble(str)     disk or book: what happened, what to do now
        printer(str)     "" when the printer is ready, else what is the matter with it
        low(str)         what will soon be the matter with it, such as little paper; "" for nothing
        printing(bool)   whether a sheet is at the printer
        closed(str)      the book or its paper could not be opened: why, and what to do
        broken(Exception)  we are wrong; the program must stop
    """

    changed = Signal(object)
    trouble = Signal(str)
    printer = Signal(str)
    low = Signal(str)
    printing = Signal(bool)
    closed = Signal(str)
    broken = Signal(object)
    _back = Signal(object)

    def __init__(self, open_desk: "Callable[[], Desk]", open_printer: Callable[[], Printer]) -> None:
        super().__init__()
        self._open_desk, self._open_printer = open_desk, open_printer
        self._calls: queue.SimpleQueue[Callable[[Desk], None] | None] = queue.SimpleQueue()
        self._paper: Printer  # opened in the desk's thread, before the first call
        self._press: Press | None = None  # where the printer is one to wait for
        self._sheet: Sheet | None = None  # that is at the printer now
        self._changing = False  # another printer is asked whether it is there
        self._later: list[Callable[[Desk], None]] = []  # to be done once the printer is free
        self._low = self._said_low = ""  # what the printer said will soon be the matter
        self._said_printing = False
        self._shown = 0  # the entry that the last board reached
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

    def print_due(self, done: Done = lambda _: None, trouble: Say = lambda _: None) -> None:
        """Try again to print what the printer could not take; what may be on paper is not sent.

        done   called with what left for the printer, a list of Sent
        """
        self._calls.put(lambda desk: self._print(desk, done, trouble))

    def reprint(self, series: str, number: int, part: str, done: Done, trouble: Say) -> None:
        """Print a part of a slip again; `done` is called with what left for the printer."""

        def once_more(desk: "Desk") -> None:
            from printers.devices.spool import again, reprint  # noqa: PLC0415

            slip = desk.slip(series, number)
            if not self._paper.waits:
                paper = self._paper
                self._at_once(desk, lambda: [reprint(desk, paper, slip, part)], done, trouble)
                return
            try:
                sheet = again(desk, self._paper, slip, part)
            except Trouble as error:
                words = str(error)
                self._back.emit(lambda: trouble(words))
            else:
                self._send(desk, sheet, done, trouble)

        self._once_free(once_more)

    def use(self, open_printer: Callable[[], Printer], done: Done, trouble: Say) -> None:
        """Print on another printer from now on, if it is there and ready; else on the one before.

        What is at the one before is settled first.

        done   called with the printer
        """

        def open_(desk: "Desk") -> None:
            try:
                paper = open_printer()
            except Trouble as error:
                words = str(error)
                self._back.emit(lambda: trouble(words))
                return

            def told(low: str, error: Exception | None) -> None:
                self._changing = False
                if error:
                    self._back.emit(lambda: trouble(str(error)))
                else:
                    self._paper, self._low = paper, low
                    self._printer_is(desk, None)
                    self._back.emit(lambda: done(paper))
                self._print(desk)

            self._changing = True
            self._have(paper, paper.ready, told)

        self._once_free(open_)

    def look(self, done: Say = lambda _: None, trouble: Say = lambda _: None) -> None:
        """Ask the printer how it is, once no sheet is at it.

        done   called with what will soon be the matter, "" for nothing
        """
        self._once_free(lambda desk: self._look(desk, done, trouble))

    def try_out(self, job: Callable[[Printer], Job], done: Done, trouble: Say) -> None:
        """Print what is no slip, once no sheet is at the printer; the book does not know of it.

        job    made for the printer that there is
        done   called with what the printer says came of it: "whole" or "unknown"
        """

        def at(paper: Printer) -> str:
            made = job(paper)
            paper.ready(made)
            return paper.print(made)

        def told(outcome: str, error: Exception | None) -> None:
            self._back.emit(lambda: trouble(str(error)) if error else done(outcome))

        def go(_: "Desk") -> None:
            paper = self._paper
            self._have(paper, lambda: at(paper), told)

        self._once_free(go)

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
        from pitdesk.tonight.board import Board  # noqa: PLC0415  (the first window does not wait for the desk)

        tell = self.closed  # until the book is open
        try:
            desk = self._open_desk()
            try:
                self._paper = self._open_printer()
                board, self._shown = Board.of(desk), desk.journal.head.seq
                tell = self.trouble
                self._back.emit(lambda: self.changed.emit(board))
                self._serve(desk)
            finally:
                self._close(desk)
        except Trouble as trouble:
            words = str(trouble)
            self._back.emit(lambda: tell.emit(words))
        except Exception as error:  # noqa: BLE001  (the window says so and stops)
            wrong = error
            self._back.emit(lambda: self.broken.emit(wrong))

    def _serve(self, desk: "Desk") -> None:
        try:
            self._print(desk)
        except Trouble as trouble:
            self._say_trouble(str(trouble))
        self._say_printing()
        ending = False
        while not (ending and self._sheet is None):
            call = self._calls.get()
            if call is None:
                ending = True
                continue
            before = desk.journal.head.seq
            try:
                call(desk)
                while self._later and self._free:
                    self._later.pop(0)(desk)
                if desk.journal.head.seq != before and not ending:
                    self._print(desk)
            except Trouble as trouble:  # such as a full disk when a print is to be noted
                self._sheet, self._changing = None, False
                self._say_trouble(str(trouble))
            self._say_printing()
        if self._press:
            self._press.stop()

    def _close(self, desk: "Desk") -> None:
        try:
            desk.journal.close()
        except Trouble as trouble:
            self._say_trouble(str(trouble))

    def _say_trouble(self, words: str) -> None:
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
        from pitdesk.tonight.board import Board  # noqa: PLC0415

        self._shown = desk.journal.head.seq
        try:
            return Board.of(desk)
        except Trouble as trouble:
            self._say_trouble(str(trouble))
            return None

    # What is at the printer

    def _print(self, desk: "Desk", done: Done = lambda _: None, trouble: Say = lambda _: None) -> None:
        """Put on paper what the book says is not, one sheet after another; say when that cannot be."""
        from printers.devices.spool import drain, due  # noqa: PLC0415

        if not self._free:  # the end of one is the beginning of the next
            self._back.emit(lambda: done([]))
            return
        if not self._paper.waits:
            self._at_once(desk, lambda: drain(desk, self._paper), done, trouble)
            return
        sent: list[Sent] = []

        def next_(last: "Sent | None" = None) -> None:
            if last:
                sent.append(last)
            stop = bool(self._later) or (last is not None and last.outcome == "unknown")
            sheet = None if stop else due(desk, self._paper)
            if sheet:
                self._send(desk, sheet, next_, trouble, within=True)
            else:
                self._back.emit(lambda: done(sent))

        next_()

    def _at_once(self, desk: "Desk", work: "Callable[[], list[Sent]]", done: Done, trouble: Say) -> None:
        """Print on what nobody has to wait for."""
        try:
            sent = work()
        except Trouble as error:
            words = str(error)
            self._printer_is(desk, error)
            self._back.emit(lambda: trouble(words))
        else:
            self._printer_is(desk, None)
            self._back.emit(lambda: done(sent))

    def _send(
        self, desk: "Desk", sheet: "Sheet", done: Done, trouble: Say, *, within: bool = False
    ) -> None:
        """Ask the printer, note the try, send, note what is proven: in this order.

        within   whether `done` is called in the desk's thread, to go on there
        """
        from printers.devices.spool import due, note, settle  # noqa: PLC0415

        paper, self._sheet = self._paper, sheet

        def failed(error: Exception) -> None:
            self._sheet = None
            self._printer_is(desk, error)
            self._back.emit(lambda: trouble(str(error)))

        def ready(low: str, error: Exception | None) -> None:
            if error:
                failed(error)
                return
            self._low = low
            if within and due(desk, paper) != sheet:  # it was voided, or written by hand, meanwhile
                self._sheet = None
                done(None)
                return
            try:
                noted = note(desk, paper, sheet)
            except Trouble as unnoted:  # such as on a full disk: it is not sent
                failed(unnoted)
                return
            self._tell(desk)
            self._wait(lambda: paper.print(sheet.job), lambda *told: printed(noted, *told))

        def printed(noted: "list[Entry]", outcome: Any, error: Exception | None) -> None:
            try:
                with suppress(Refused):  # somebody looked, and answered already
                    settle(desk, noted, None if error else outcome)
            except Trouble as unsettled:  # what came of it cannot be noted: it is asked about
                error = error or unsettled
            if error:
                failed(error)
                return
            self._sheet = None
            self._printer_is(desk, None)
            if within:
                done(sheet.sent(outcome))
            else:
                self._back.emit(lambda: done([sheet.sent(outcome)]))

        self._wait(lambda: paper.ready(sheet.job), ready)

    def _once_free(self, call: "Callable[[Desk], None]") -> None:
        """Have a call done once no sheet is at the printer, and it stays the printer."""
        self._calls.put(lambda desk: call(desk) if self._free else self._later.append(call))

    @property
    def _free(self) -> bool:
        return self._sheet is None and not self._changing

    def _have(
        self, paper: Printer, work: Callable[[], Any], then: Callable[[Any, Exception | None], None]
    ) -> None:
        """Have a printer do something where it keeps nobody waiting."""
        if paper.waits:
            self._wait(work, then)
            return
        try:
            result = work()
        except Trouble as error:
            then(None, error)
        else:
            then(result, None)

    def _wait(self, work: Callable[[], Any], then: Callable[[Any, Exception | None], None]) -> None:
        """Have the printer do something, and go on in the desk's thread once it has."""

        def answered(result: Any, error: Exception | None) -> None:
            if error and not isinstance(error, Trouble):
                raise error
            then(result, error)

        self._press = self._press or Press()
        self._press.ask(work, lambda *told: self._calls.put(lambda _: answered(*told)))

    def _look(self, desk: "Desk", done: Say, trouble: Say) -> None:
        paper = self._paper

        def told(low: str, error: Exception | None) -> None:
            self._back.emit(lambda: trouble(str(error)) if error else done(low))
            if paper is not self._paper or self._sheet:
                return
            was, self._low = self._said, low or ""
            self._printer_is(desk, error)
            if was and not error and not (desk.day and desk.day.unproven()):
                self._print(desk)  # it is back, and no paper is in question

        self._have(paper, paper.ready, told)

    def _printer_is(self, desk: "Desk", error: Exception | None) -> None:
        """Tell the window what is the matter with the printer, and the board with what it printed."""
        words, before = str(error or ""), self._said
        self._said = words
        if self._tell(desk) or words != before:
            self._back.emit(lambda: self.printer.emit(words))
        low, before = self._low, self._said_low
        self._said_low = low
        if low != before:
            self._back.emit(lambda: self.low.emit(low))

    def _say_printing(self) -> None:
        """Tell the window whether a sheet is at the printer, where that has changed."""
        now = self._sheet is not None
        if now != self._said_printing:
            self._said_printing = now
            self._back.emit(lambda: self.printing.emit(now))

    def _tell(self, desk: "Desk") -> bool:
        """Show the board, where the book has changed since it was shown; whether it has."""
        new = desk.journal.head.seq != self._shown
        board = self._board(desk) if new else None
        if board:
            self._back.emit(lambda: self.changed.emit(board))
        return new
