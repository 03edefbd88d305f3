"""Programs to be killed: a desk that plays a night, and a window that is worked by its keys.

Each runs in a process of its own, says through a pipe what somebody was told, and goes on where the one
before it was killed: what was under way is looked up in the book, and what nobody proved on the paper.
"""

import os
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pitdesk.book.entries import Draft, Entry
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Signer
from pitdesk.clock import SetClock
from pitdesk.codes.own import open_keys
from pitdesk.desk import Desk
from pitdesk.shifts.read import ShiftLine, at_time, read_shift
from pitdesk.shifts.replay import Replay
from pitdesk.shifts.verb import LONG_AGO
from pitdesk.upkeep.backup import backup
from pitdesk.upkeep.upgrade import upgrade
from printers import Job, Outcome
from printers.devices.paper import Paper
from printers.devices.spool import drain
from tests.stands import sheet
from tests.ui.night import PINS, Quick, signed
from ui.shell.app import Program
from ui.shell.window import Window

NOTES = ("print", "print reading", "printed", "print answer")  # not what a line of a night asks for
BOOK, SLIPS, COPY = "pit.db", "pit-slips", "copy.db"
BEGIN = datetime(2026, 11, 20, 18, tzinfo=UTC)


def telling(pipe: Connection) -> None:
    """From now on every entry is told as its writer is answered: its seq and its link."""
    append = Journal.append

    def tell(self: Journal, draft: Draft) -> Entry:
        entry = append(self, draft)
        pipe.send((entry.seq, entry.hash))
        return entry

    Journal.append = tell  # type: ignore[method-assign]


def answered(desk: Desk, slips: Path, by: list[Signer]) -> None:
    """Look for the paper of each sheet that nobody proved, and say how it came out."""
    while desk.day and not desk.day.sealed and (puzzles := desk.day.unproven()):
        slip, one = puzzles[0]
        outcome = "whole" if sheet(desk.journal, one.entry, slips)[1].exists() else "nothing"
        desk.print_answer(slip.series, slip.number, one.part, outcome, by, attempt=one.entry)


# The desk


@dataclass
class Since:
    """How far a night came: what the next process goes on from.

    line, head   the line that is not known to be done, and the book's last entry before it
    """

    line: int = 0
    head: int = 0
    at: datetime = BEGIN
    night: date = LONG_AGO
    before: datetime | None = None
    secrets: dict[str, tuple[str, str]] = field(default_factory=dict)
    first_manager: str = ""


def lines_of(shift: Path) -> list[ShiftLine]:
    """A night in which the printer never jams: here it is killed instead."""
    return [line for line in read_shift(shift) if line.words.split()[0] not in ("printer", "answer")]


def play(folder: Path, shift: Path, since: Since, seed: int, pipe: Connection) -> None:
    """Play the rest of a night at a desk, with paper, and with a backup now and then."""
    telling(pipe)
    book, dice = folder / BOOK, Random(seed)
    upgrade(book)
    with Journal.open(book) if book.exists() else Journal.create(book) as journal:
        clock = SetClock(since.at)
        pepper, key = open_keys(journal, clock, PLAIN)
        desk = Desk(journal, pepper, clock=clock, key=key)
        paper = Paper(folder / SLIPS)
        replay = Replay(desk, clock, lambda desk: drain(desk, paper), night=since.night)
        replay.before, replay.secrets = since.before, since.secrets
        replay.first_manager = since.first_manager
        if "jo" in since.secrets:
            answered(desk, folder / SLIPS, [Signer("jo", "cashier", pin=since.secrets["jo"][1])])
        for at, line in [*enumerate(lines_of(shift))][since.line :]:
            if at == since.line and line.time and _done(journal, since.head):
                clock.at = replay.before = at_time(
                    replay.night, line.time, replay.before, desk.site.zone
                )
                drain(desk, paper)
            else:
                list(replay.play([line]))
            state = (replay.night, replay.before, replay.secrets, replay.first_manager)
            pipe.send(Since(at + 1, journal.head.seq, clock.at, *state))
            if dice.random() < 0.05:
                backup(journal, folder / COPY)
        pipe.send(replay.misses)


def _done(journal: Journal, head: int) -> bool:
    """Whether what was under way stands in the book."""
    return any(entry.kind not in NOTES for entry in journal.entries(head + 1))


def tells_early(*args: Any) -> None:
    """The control: a desk that tells an entry before it writes it."""
    append, pipe = Journal.append, args[-1]

    def tell(self: Journal, draft: Draft) -> Entry:
        pipe.send((self.head.seq + 1, b""))
        return append(self, draft)

    Journal.append = tell  # type: ignore[method-assign]
    play(*args)


def proves_early(*args: Any) -> None:
    """The control: a printer that calls a sheet whole before it prints it."""
    waiting: list[Job] = []

    def promise(self: Paper, job: Job) -> Outcome:
        for one in waiting:
            self._write(one)
        waiting[:] = [job]
        return "whole"

    Paper.print = promise  # type: ignore[method-assign]
    play(*args)


# The window


class Hands:
    """Waits for a window, outside any test."""

    def waitUntil(self, callback: Callable[[], object], *, timeout: int = 60_000) -> None:
        while not callback():
            QTest.qWait(1)
        QApplication.processEvents()

    def wait(self, ms: int) -> None:
        QTest.qWait(ms)


class Wrong(Program):
    """The program; where it is wrong it does not show so, it ends."""

    def stop(self, error: BaseException) -> None:
        traceback.print_exception(error)
        os._exit(70)


class Worker(Quick):
    """User at the window of a program that may be killed."""

    def __init__(self, window: Window) -> None:
        self.qtbot, self.window, self.pressed = Hands(), window, 0  # type: ignore[assignment]

    def work(self, dice: Random) -> None:
        """Some verb of the floor or the cage, entered, signed and posted."""
        if self.window.station.board.waiting and dice.random() < 0.5:
            self.go("waiting")
            place = self.form.signers.places[0]
            person, role = place.person.value(), place.role.value()
            self.sign(self.form.signers, [(person, role, PINS[person])])
            self.post(self.form)
            return
        chips = f"{dice.randint(1, 4)}x$5"
        name, fields, by = dice.choice(
            [
                ("fill", {"table": dice.choice("123"), "chips": chips}, signed("jo:cashier")),
                ("fill", {"table": dice.choice("123"), "chips": chips}, signed("jo:cashier")),
                ("redeem", {"chips": chips}, ()),
                ("reading", {}, ()),
                ("check", {"amount": "20.00", "number": "17", "drawer": "A. Berg"}, ()),
            ]
        )
        self.post(self.fill_in(name, fields, by))


def sit_down(folder: Path, at: datetime, seed: int, pipe: Connection) -> None:
    """Work at the window until somebody kills it."""
    telling(pipe)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = QApplication([])
    program = Wrong(folder / "station", SetClock(at))
    program.catch_all()
    window = program.begin(folder / BOOK)
    assert isinstance(window, Window)
    worker, dice = Worker(window), Random(seed)
    worker.qtbot.waitUntil(lambda: window.station.ready)
    worker.sign_in("jo", PINS["jo"])
    by = [Signer("jo", "cashier", pin=PINS["jo"])]
    worker.at_desk(lambda desk: answered(desk, folder / SLIPS, by))
    pipe.send("at work")
    while True:
        worker.work(dice)
        assert isinstance(program.window, Window), "the window stands"
        app.processEvents()
