"""The commands that play a night: replay, demo."""

import argparse
import shutil
import sys
from pathlib import Path

from pitdesk.book.journal import Journal
from pitdesk.book.past import day_of, site_of
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.clock import MachineClock, SetClock
from pitdesk.codes.keys import key_of
from pitdesk.codes.own import open_keys
from pitdesk.commands.answers import DONE, NO, Stopped, write
from pitdesk.commands.arguments import BOOK, WIDTHS, Commands, option, out
from pitdesk.commands.day import report_text, write_report
from pitdesk.desk import Desk
from pitdesk.errors import Trouble
from pitdesk.shifts.read import ShiftLine, read_shift
from pitdesk.shifts.replay import Replay
from pitdesk.upkeep.upgrade import upgrade

DEMO = Path(__file__).parents[2].joinpath("resources", "busy.shift")
_MARK = ".pitdesk-demo"


commands = Commands()


@commands.add(
    BOOK,
    option("shift", type=Path, metavar="FILE.shift", help="the night, in plain text"),
    out("DIR"),
    option("--width", type=int, choices=WIDTHS, default=42, help="columns of the slips"),
)
def replay(given: argparse.Namespace) -> int:
    """Play a shift file at a desk, with its slips and its report.

    Plays FILE.shift line by line: the rulebook checks every verb, the people initial it with the
    PINs in the file, and PitDesk writes it to the book and prints it. DIR gets slips/, with each
    part of each slip as text (.txt) and as the printer's bytes (.escpos), and for each sealed day
    the report as day-DATE.pdf and day-DATE.txt. A book that exists already is continued, with its own
    keys; those of another book are refused.

    The PINs are in the shift file for all to read: such a book is for lessons, tests and trials.
    """
    from printers.devices.paper import Paper  # noqa: PLC0415  (a printer only where one is used)
    from printers.devices.spool import drain  # noqa: PLC0415

    out: Path = given.out
    lines = read_shift(given.shift)
    (out / "slips").mkdir(parents=True, exist_ok=True)
    paper = Paper(out / "slips", width=given.width)
    book: Path = given.book
    book.parent.mkdir(parents=True, exist_ok=True)
    upgrade(book)
    with Journal.open(book) if book.exists() else Journal.create(book) as journal:
        clock = SetClock(MachineClock().now().at)
        if journal.head.seq:
            pepper, key = open_keys(journal, clock, PLAIN)
        else:  # it notes no keys of its own: a shift file may count its entries
            pepper, key = Pepper.kept(book.with_name(book.name + ".pepper"), PLAIN), key_of(journal)
        desk = Desk(journal, pepper, clock=clock, key=key)
        replay = Replay(desk, clock, lambda desk: drain(desk, paper), paper.jam)
        try:
            _play(replay, lines)
        except KeyboardInterrupt:
            played = f"What was played stands in {book}: begin the night again with another book."
            raise Stopped(played) from None
        finally:
            for miss in replay.misses:
                print(miss, file=sys.stderr)
        left = _leave_reports(desk, out)
        verdict = journal.verify()
    print(f"slips   {out / 'slips'} ({paper.sheets} sheets)")
    for path in left:
        print(f"report  {path}")
    print(f"book    {book} ({verdict.words})")
    return DONE if verdict.ok and not replay.misses else NO


def _play(replay: Replay, lines: list[ShiftLine]) -> None:
    """Play the lines, with progress on a terminal."""
    watched = sys.stderr.isatty()
    try:
        for done, line in enumerate(replay.play(lines), 1):
            if watched:
                print(f"\r{done}/{len(lines)}  {line.where:<24}", end="", file=sys.stderr)
    finally:
        if watched:
            print("\r" + " " * 40 + "\r", end="", file=sys.stderr)


def _leave_reports(desk: Desk, out: Path) -> list[Path]:
    """Write the report of each sealed day as PDF and as text for a receipt."""
    left: list[Path] = []
    for number in desk.journal.days():
        day = day_of(desk.journal, number)
        if day and day.sealed:
            site = site_of(desk.journal, day)
            pdf, text = (out / f"day-{day.date}.{kind}" for kind in ("pdf", "txt"))
            write_report(day, site, pdf)
            write(text, report_text(day, site, 42).encode())
            left += [pdf, text]
    return left


@commands.add(
    option("--out", type=Path, default=Path("demo-out"), metavar="DIR", help="default: demo-out")
)
def demo(given: argparse.Namespace) -> int:
    """Play the busy night that comes with PitDesk."""
    out: Path = given.out
    if out.exists() and any(out.iterdir()):
        if not (out / _MARK).exists():
            raise Trouble(f"{out} holds something else, not a demo. Name another folder with --out.")
        shutil.rmtree(out)
    out.mkdir(parents=True, exist_ok=True)
    (out / _MARK).touch()
    given.shift, given.book, given.width = DEMO, out / "book.db", 42
    title = DEMO.read_text("utf-8").partition("\n")[0].lstrip("# ")
    print(f"Playing {DEMO.name}: {title}")
    return replay(given)
