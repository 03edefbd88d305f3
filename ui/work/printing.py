"""Printing: one sheet at a time at the printer, which the desk does not wait for.

`printers.devices.spool` says what is due. A printer that takes its time has a lane of its own: the desk
notes what is sent and what came of it, and answers other calls meanwhile. Files are written by the desk
itself. Whatever else is asked of the printer waits until it is free, and goes before the next sheet.

Each of these is a course of steps in the desk's thread. It yields what a printer is to do, and goes on
with what came of that.
"""

from collections.abc import Callable, Generator
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from pitdesk.errors import Refused, Trouble
from printers import Job, Printer
from ui.beside.lane import Lane, Say

if TYPE_CHECKING:
    from pitdesk.desk import Desk
    from printers.devices.spool import Sent, Sheet

Done = Callable[[Any], object]
Steps = Generator[tuple[Printer, Callable[[], Any]], Any, Any]
Course = Callable[["Desk"], Steps]


class NotPrinted(Trouble):
    """A sheet could not be printed, as the state of the printer says."""


class Printing(QObject):
    """The printer, what is at it, and what is the matter with it.

    put      has something done at the desk
    say      has something called in the window's thread
    show     shows the board, where it has changed; whether it has
    trouble  tells what is the matter with the book

    Attributes:
        paper: the printer in use; opened in the desk's thread.

    Signals, all in the window's thread:
        printer(str)   "" when the printer is ready, else what is the matter with it
        low(str)       what will soon be the matter with it, such as little paper; "" for nothing
        busy(bool)     whether a sheet is at the printer
    """

    printer = Signal(str)
    low = Signal(str)
    busy = Signal(bool)
    paper: Printer

    def __init__(
        self,
        put: "Callable[[Callable[[Desk], object]], object]",
        say: Callable[[Callable[[], object]], object],
        show: "Callable[[Desk], bool]",
        trouble: Say,
    ) -> None:
        super().__init__()
        self._put, self._say, self._show, self._trouble = put, say, show, trouble
        self._lane = Lane("printer")
        self._sheet: Sheet | None = None  # that is at the printer now
        self._changing = False  # another printer is asked whether it is there
        self._later: list[Callable[[Desk], None]] = []  # to be done once the printer is free
        self._low = self._said_low = self._said = ""  # what is the matter, soon or now
        self._said_busy = False

    # In the window's thread

    def print_due(self, done: Done, trouble: Say) -> None:
        """Try again to print what the printer could not take; what may be on paper is not sent.

        done   called with what left for the printer, a list of Sent
        """
        self._put(lambda desk: self._take(self._print(desk), done, trouble))

    def reprint(self, series: str, number: int, part: str, done: Done, trouble: Say) -> None:
        """Print a part of a slip again; `done` is called with what left for the printer."""

        def once_more(desk: "Desk") -> Steps:
            from printers.devices.spool import again  # noqa: PLC0415

            sheet = again(desk, self.paper, desk.slip(series, number), part)
            sent = yield from self._send(desk, sheet)
            if not self.paper.waits:
                self._printer_is(desk)
            return [sent]

        self._once_free(once_more, done, trouble)

    def use(self, open_printer: Callable[[], Printer], done: Done, trouble: Say) -> None:
        """Print on another printer from now on, if it is there and ready; else on the one before.

        What is at the one before is settled first.

        done   called with the printer
        """

        def change(desk: "Desk") -> Steps:
            paper, self._changing = open_printer(), True
            try:
                self._low = (yield paper, paper.ready) or ""
            finally:
                self._changing = False
                self._put(self.begin)
            self.paper = paper
            self._printer_is(desk)
            return paper

        self._once_free(change, done, trouble)

    def look(self, done: Say = lambda _: None, trouble: Say = lambda _: None) -> None:
        """Ask the printer how it is, once no sheet is at it.

        done   called with what will soon be the matter, "" for nothing
        """

        def ask(desk: "Desk") -> Steps:
            paper, low, wrong = self.paper, "", None
            try:
                low = (yield paper, paper.ready) or ""
            except Trouble as error:
                wrong = error
            if paper is self.paper and not self._sheet:
                was, self._low = self._said, low
                self._printer_is(desk, wrong)
                if was and not wrong and not (desk.day and desk.day.unproven()):
                    self._put(self.begin)  # it is back, and no paper is in question
            if wrong:
                raise wrong
            return low

        self._once_free(ask, done, trouble)

    def try_out(self, job: Callable[[Printer], Job], done: Done, trouble: Say) -> None:
        """Print what is no slip, once no sheet is at the printer; the book does not know of it.

        job    made for the printer that there is
        done   called with what the printer says came of it: "whole" or "unknown"
        """

        def at(paper: Printer) -> str:
            made = job(paper)
            paper.ready(made)
            return paper.print(made)

        def try_(_: "Desk") -> Steps:
            return (yield self.paper, partial(at, self.paper))

        self._once_free(try_, done, trouble)

    # In the desk's thread

    def begin(self, desk: "Desk") -> None:
        """Print what is due, with nobody asking."""

        def by_itself() -> Steps:
            with suppress(NotPrinted):
                yield from self._print(desk)

        self._take(by_itself(), lambda _: None, self._trouble)

    def go_on(self, desk: "Desk") -> None:
        """Do what waited for the printer to be free, as long as it is."""
        while self._later and self._free:
            self._later.pop(0)(desk)

    def say_busy(self) -> bool:
        """Whether a sheet is at the printer; tell the window, where that has changed."""
        busy = self._sheet is not None
        if busy != self._said_busy:
            self._said_busy = busy
            self._say(partial(self.busy.emit, busy))
        return busy

    def leave(self) -> None:
        """Nothing more is printed; what the printer is asked just now is not waited for."""
        self._lane.leave()

    @property
    def _free(self) -> bool:
        return self._sheet is None and not self._changing

    def _once_free(self, course: Course, done: Done, trouble: Say) -> None:
        """Take a course once no sheet is at the printer, and it stays the printer."""
        self._put(lambda _: self._later.append(lambda desk: self._take(course(desk), done, trouble)))

    def _take(self, steps: Steps, done: Done, trouble: Say, before: "Future[Any] | None" = None) -> None:
        """Take steps until one has to be waited for, and the rest once it is done."""
        try:
            while True:
                if before is None:
                    paper, work = next(steps)
                elif error := before.exception():
                    paper, work = steps.throw(error)
                else:
                    paper, work = steps.send(before.result())
                if paper.waits:
                    self._lane.start()
                    go_on = lambda now: self._put(lambda _: self._take(steps, done, trouble, now))  # noqa: E731
                    self._lane.submit(work).add_done_callback(go_on)
                    return
                before = _done_at_once(work)
        except StopIteration as end:
            self._say(partial(done, end.value))
        except Trouble as error:
            self._say(partial(trouble, str(error)))

    def _print(self, desk: "Desk") -> Steps:
        """Print what is due, one sheet after another, until somebody else wants the printer."""
        from printers.devices.spool import due  # noqa: PLC0415

        sent: list[Sent] = []
        if not self._free:  # the end of one is the beginning of the next
            return sent
        while not self._later and (sheet := due(desk, self.paper)):
            if one := (yield from self._send(desk, sheet, if_due=True)):
                sent.append(one)
                if one.outcome == "unknown":
                    break
        if not self.paper.waits:
            self._printer_is(desk)
        return sent

    def _send(self, desk: "Desk", sheet: "Sheet", *, if_due: bool = False) -> Steps:
        """Ask the printer, note the try, send, note what is proven: in this order.

        if_due   not if it was voided, or written by hand, meanwhile
        """
        from printers.devices.spool import due, note, settle  # noqa: PLC0415

        paper, self._sheet = self.paper, sheet
        try:
            self._low = (yield paper, partial(paper.ready, sheet.job)) or ""
            if if_due and paper.waits and due(desk, paper) != sheet:
                return None
            noted = note(desk, paper, sheet)
            if paper.waits:
                self._show(desk)
            try:
                outcome = yield paper, partial(paper.print, sheet.job)
            except Trouble:
                with suppress(Refused, Trouble):
                    settle(desk, noted, None)
                raise
            with suppress(Refused):  # somebody looked, and answered already
                settle(desk, noted, outcome)
        except Trouble as error:
            self._printer_is(desk, error)
            raise NotPrinted(str(error)) from error
        finally:
            self._sheet = None
        if paper.waits:
            self._printer_is(desk)
        return sheet.sent(outcome)

    def _printer_is(self, desk: "Desk", error: Exception | None = None) -> None:
        """Tell the window what is the matter with the printer, and the board with what it printed."""
        words, low = str(error or ""), self._low
        before, self._said = self._said, words
        if self._show(desk) or words != before:
            self._say(partial(self.printer.emit, words))
        before, self._said_low = self._said_low, low
        if low != before:
            self._say(partial(self.low.emit, low))


def _done_at_once(work: Callable[[], Any]) -> "Future[Any]":
    """What is done where nobody has to wait for it."""
    future: Future[Any] = Future()
    try:
        future.set_result(work())
    except Trouble as error:
        future.set_exception(error)
    return future
