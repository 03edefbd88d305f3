"""What commands read and say: a book, a day of it, rows, JSON; and the exit status."""

import argparse
import signal
import sys
from _thread import start_new_thread
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from functools import partial
from pathlib import Path
from threading import main_thread
from types import FrameType

import orjson

from pitdesk.book.connection import authorize
from pitdesk.book.day import Day
from pitdesk.book.journal import Journal
from pitdesk.book.past import check_last_day, day_of, opening
from pitdesk.chips import Chip
from pitdesk.disk import write_whole
from pitdesk.errors import Trouble

DONE, NO, USAGE, TROUBLE, STOPPED = 0, 1, 2, 3, 130  # the last as shells have it for Ctrl+C
LONGEST = 10_000  # letters of an answer that somebody types


class Stopped(KeyboardInterrupt):
    """Ctrl+C, and what became of the work, in words."""


def typed_answer() -> str:
    """The line that somebody types, with its end; "" where the input has ended.

    Raises:
        Trouble: it is longer than any answer.
    """
    text = sys.stdin.readline(LONGEST + 1)
    if len(text) > LONGEST:
        raise Trouble(f"That line is longer than {LONGEST} letters, and no answer. Begin again.")
    return text


def ask(words: str) -> str:
    """Ask on the terminal; what is typed, with its end, as of `typed_answer`."""
    print(words, end="", flush=True)
    return typed_answer()


def stop(number: int, frame: FrameType | None) -> None:
    """What Ctrl+C does: a KeyboardInterrupt, but a little later where one would be lost.

    What is raised where SQLite asks what it may do, SQLite tells as a refusal, and a refusal as damage.
    """
    while frame:
        if frame.f_code in (authorize.__code__, _tell.__code__):
            _soon(number)
            return
        frame = frame.f_back
    raise KeyboardInterrupt(number)


def _soon(number: int = signal.SIGINT) -> None:
    start_new_thread(_signal, (number,))  # a Thread would wait here until it has begun


def _signal(number: int) -> None:
    if sys.platform == "win32":
        signal.raise_signal(number)
    else:  # which also wakes who sleeps or reads
        signal.pthread_kill(main_thread().ident or 0, number)


def _tell(told: "Callable[[sys.UnraisableHookArgs], object]", lost: "sys.UnraisableHookArgs") -> None:
    """What Python does with what was raised as an object ended: it tells of it, and goes on."""
    if isinstance(lost.exc_value, KeyboardInterrupt):
        _soon(*(one for one in lost.exc_value.args if isinstance(one, int)))
    else:
        told(lost)


@contextmanager
def stoppable() -> Iterator[None]:
    """Ctrl+C ends what runs, wherever it comes; but not where whoever began the program ignores it."""
    before, told = signal.getsignal(signal.SIGINT), sys.unraisablehook
    sys.unraisablehook = partial(_tell, told)
    if before is signal.default_int_handler:  # a script's background may have it ignored
        signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = told


def end_politely() -> None:
    """From now on the system ends this command as Ctrl+C does: by a KeyboardInterrupt."""
    signal.signal(signal.SIGTERM, stop)


@contextmanager
def reading(given: argparse.Namespace) -> Iterator[Journal]:
    """A book to read. A book damaged in its last day is read all the same, with a warning."""
    with Journal.read(given.book) as journal:
        given.damaged = None
        try:
            check_last_day(journal)
        except Trouble as trouble:
            given.damaged = str(trouble)
            print(trouble, file=sys.stderr)
        yield journal


def asked_day(journal: Journal, given: argparse.Namespace) -> Day:
    """The day that is asked for by its date or number; else the last one."""
    last = journal.last_number("day")
    found = _on_date(journal, given.date) if given.date else day_of(journal, given.day or last)
    if found is None:
        words = f"on {given.date}" if given.date else f"number {given.day or 1}"
        raise Trouble(f"The book {journal.path} has no day {words}. It has days 1 to {last}.")
    return found


def _on_date(journal: Journal, wanted: date) -> Day | None:
    """Days are in the order of their dates, but for one whose clock was wrong."""
    days = journal.days()
    at = bisect_left(days, wanted, key=lambda number: opening(journal, number).date)
    if at < len(days) and opening(journal, days[at]).date == wanted:
        return day_of(journal, days[at])
    numbers = (number for number in reversed(days) if opening(journal, number).date == wanted)
    return day_of(journal, next(numbers, 0))


def written(path: Path, data: bytes) -> int:
    """Write a file, and say where it is."""
    write(path, data)
    print(path)
    return DONE


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, whenever it is stopped; into a pipe or a device as it comes."""
    if path.exists() and not path.is_file():
        path.write_bytes(data)
    else:
        write_whole(path.resolve(), data)


def print_json(found: object) -> int:
    """Print for a script; returns DONE."""
    sys.stdout.write(orjson.dumps(found, _plain, orjson.OPT_INDENT_2).decode() + "\n")
    return DONE


def _plain(one: Chip | Mapping[str, object]) -> dict[str, object]:
    if isinstance(one, Mapping):  # one that nobody can change
        return dict(one)
    return {"kind": one.kind, "face_cents": one.face_cents, "set": one.set}


def print_rows(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Columns as wide as what they hold; figures to the right."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    figures_ = [all(_is_figure(row[i]) for row in rows) and i > 0 for i in range(len(head))]
    for row in [head, *rows]:
        cells = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, figures_, strict=True)
        ]
        print("  ".join(cells).rstrip())


def _is_figure(cell: str) -> bool:
    return not cell or cell.strip("-").replace(",", "").replace(".", "").isdigit() or cell == "-"


def grouped(link: bytes) -> str:
    """A hash as the papers print it: hex in groups of four."""
    text = link.hex()
    return " ".join(text[i : i + 4] for i in range(0, len(text), 4))
