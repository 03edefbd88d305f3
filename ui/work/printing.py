"""Printing: one sheet at a time at the printer, which the desk does not wait for.

`printers.devices.spool` says what is due. A printer that takes its time has a lane of its own: the desk
notes what is sent and what came of it, and answers other calls meanwhile. Files are written by the desk
itself. Whatever else is asked of the printer waits until it is free, and goes before the next sheet.

Each of these is a course of steps in the desk's thread. It yields what a printer is to do, and goes on
with what came of that.
"""

from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from pitdesk.errors import Refused, Trouble
from printers import Job, Outcome, Printer
from ui.beside.lane import Lane, Say

if TYPE_CHECKING:
    from pitdesk.desk import Desk
    from printers.devices.spool import Sheet

    Printed = Callable[[list[Sheet]], object]

T = TypeVar("T")
Step = tuple[Printer, Callable[[], str]]  # a printer, and what it is to do
Steps = Generator[Step, str, T]  # each goes on with what the printer answered
Course = Callable[["Desk"], Steps[T]]


class NotPrinted(Trouble):
    """A sheet could not be printed, as the state of the printer says."""


class Printing(QObject):
    """The printer, what it is printing, and what is wrong with it.

    put      has something done at the desk
    say      has something called in the window's thread
    show     shows the board if it has changed; returns whether it has
    trouble  reports what is wrong with the book

    Attributes:
        paper: the printer in use; opened in the desk's thread.

    Signals, all in the window's thread:
        printer(str)   "" when the printer is ready, else what is wrong with it
        low(str)       what will soon be wrong with it, such as little paper; "" for nothing
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

    def print_due(self, done: "Printed", trouble: Say) -> None:
        """Try again to print what the printer could not take; what may be on paper is not sent.

        done   called with what left for the printer
        """
        self._put(lambda desk: self._take(self._print(desk), done, trouble))

    def reprint(self, series: str, number: int, part: str, done: "Printed", trouble: Say) -> None:
        """Print a part of a slip again; `done` is called with what left for the printer."""

        def once_more(desk: "Desk") -> "Steps[list[Sheet]]":
            from printers.devices.spool import again  # noqa: PLC0415

            sheet = again(desk, self.paper, desk.slip(series, number), part)
            sent = yield from self._send(desk, sheet)
            if not self.paper.waits:
                self._printer_is(desk)
            return sent

        self._once_free(once_more, done, trouble)

    def use(
        self, open_printer: Callable[[], Printer], done: Callable[[Printer], object], trouble: Say
    ) -> None:
        """Print on another printer from now on, if it is there and ready; else on the one before.

        What is at the one before is settled first.

        done   called with the printer
        """

        def change(desk: "Desk") -> Steps[Printer]:
            paper, self._changing = open_printer(), True
            try:
                self._low = yield paper, paper.ready
            finally:
                self._changing = False
                self._put(self.begin)
            self.paper = paper
            self._printer_is(desk, another=True)
            return paper

        self._once_free(change, done, trouble)

    def look(self, done: Say = lambda _: None, trouble: Say = lambda _: None) -> None:
        """Ask the printer how it is, once no sheet is at it.

        done   called with what will soon be the matter, "" for nothing
        """

        def ask(desk: "Desk") -> Steps[str]:
            paper, low, wrong = self.paper, "", None
            try:
                low = yield paper, paper.ready
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

    def try_out(self, job: Callable[[Printer], Job], done: Say, trouble: Say) -> None:
        """Print what is no slip, once no sheet is at the printer; the book does not know of it.

        job    made for the printer that there is
        done   called with what the printer says came of it: "whole" or "unknown"
        """

        def at(paper: Printer) -> str:
            made = job(paper)
            paper.ready(made)
            return paper.print(made)

        self.borrow(at, done, trouble)

    def borrow(self, work: Callable[[Printer], str], done: Say, trouble: Say = lambda _: None) -> None:
        """Have something else done with the printer, once no sheet is at it.

        work   done in the printer's thread; `done` is called with what it returns
        """

        def lent(_: "Desk") -> Steps[str]:
            return (yield self.paper, partial(work, self.paper))

        self._once_free(lent, done, trouble)

    # In the desk's thread

    def begin(self, desk: "Desk") -> None:
        """Print what is due, with nobody asking."""

        def by_itself() -> Steps[None]:
            with suppress(NotPrinted):
                yield from self._print(desk)

        self._take(by_itself(), lambda _: None, self._trouble)

    def go_on(self, desk: "Desk") -> None:
        """Do what waited for the printer to be free, as long as it is."""
        while self._later and self._free:
            self._later.pop(0)(desk)

    def say_busy(self) -> bool:
        """Whether a sheet is at the printer; signals the window if that has changed."""
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

    def _once_free(self, course: Course[T], done: Callable[[T], object], trouble: Say) -> None:
        """Take a course once no sheet is at the printer, and it stays the printer."""
        self._put(lambda _: self._later.append(lambda desk: self._take(course(desk), done, trouble)))

    def _take(
        self,
        steps: Steps[T],
        done: Callable[[T], object],
        trouble: Say,
        resume: Callable[[], Step] | None = None,
    ) -> None:
        """Take steps until one has to be waited for, and the rest once it is done."""
        try:
            paper, work = resume() if resume else next(steps)
            while not paper.waits:
                paper, work = _go_on(steps, work)
        except StopIteration as end:
            self._say(partial(done, end.value))
        except Trouble as error:
            self._say(partial(trouble, str(error)))
        else:
            self._lane.start()
            resume_at_desk = lambda now: self._put(  # noqa: E731
                lambda _: self._take(steps, done, trouble, partial(_go_on, steps, now.result))
            )
            self._lane.submit(work).add_done_callback(resume_at_desk)

    def _print(self, desk: "Desk") -> "Steps[list[Sheet]]":
        """Print what is due, one sheet after another, until somebody else wants the printer."""
        from printers.devices.spool import due, puzzling  # noqa: PLC0415

        sent: list[Sheet] = []
        if not self._free or not desk.prints:  # the end of one is the beginning of the next
            return sent
        while not self._later and (sheet := due(desk, self.paper)):
            sent += yield from self._send(desk, sheet, if_due=True)
            if sent and puzzling(self.paper, sent[-1]):
                break
        if sent and not self.paper.waits:  # nothing that was not tried is said to be back
            self._printer_is(desk)
        return sent

    def _send(self, desk: "Desk", sheet: "Sheet", *, if_due: bool = False) -> "Steps[list[Sheet]]":
        """Ask the printer, note the try, send, note what is proven: in this order.

        if_due   not if it was voided, or written by hand, meanwhile: then the list is empty
        """
        from printers.devices.spool import due, note, settle  # noqa: PLC0415

        paper, self._sheet = self.paper, sheet
        try:
            self._low = yield paper, partial(paper.ready, sheet.job)
            if if_due and paper.waits and due(desk, paper) != sheet:
                return []
            noted = note(desk, paper, sheet)
            if paper.waits:
                self._show(desk)
            try:
                said = yield paper, partial(paper.print, sheet.job)
            except Trouble:
                with suppress(Refused, Trouble):
                    settle(desk, noted, None)
                raise
            outcome: Outcome = "whole" if said == "whole" else "unknown"
            with suppress(Refused):  # somebody looked, and answered already
                settle(desk, noted, outcome)
        except Trouble as error:
            self._printer_is(desk, error)
            raise NotPrinted(str(error)) from error
        finally:
            self._sheet = None
        if paper.waits:
            self._printer_is(desk)
        return [replace(sheet, outcome=outcome)]

    def _printer_is(
        self, desk: "Desk", error: Exception | None = None, *, another: bool = False
    ) -> None:
        """Signal the state of the printer, and the board with what it printed.

        another   whether it is another printer than before
        """
        words, low = str(error or ""), self._low
        before, self._said = self._said, words
        if self._show(desk) or words != before or another:
            self._say(partial(self.printer.emit, words))
        before, self._said_low = self._said_low, low
        if low != before:
            self._say(partial(self.low.emit, low))


def _go_on(steps: Steps[T], work: Callable[[], str]) -> Step:
    """The next step, with what came of the work of the one before."""
    try:
        answer = work()
    except Exception as error:  # noqa: BLE001  (a step decides what is trouble)
        return steps.throw(error)
    return steps.send(answer)
