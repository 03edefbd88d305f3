"""What commands are given: how one is added to the command line, and what several are given alike."""

import argparse
import textwrap
from collections.abc import Callable, Sequence
from datetime import date as Date
from pathlib import Path
from typing import NoReturn, TypeAlias

from pitdesk.chips import Chip
from pitdesk.commands.answers import USAGE
from pitdesk.reports.summaries import SPANS, Span, quarter

WIDTHS = (33, 40, 42, 48)  # columns of a receipt strip

EXIT = """\
exit status:
  0  done; the book is whole; every expectation held
  1  no: an expectation did not hold, or the book is not whole (the first bad record is named)
  2  the command line, or a line of a shift file, cannot be read (it is named)
  3  trouble: no such book, held by another program, damaged, disk full: what to do is said
"""


class Parser(argparse.ArgumentParser):
    """A command line whose mistakes are told in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what cannot be read, and where to look."""
        self.exit(USAGE, f"{self.prog}: {message}. See '{self.prog} --help'.\n")


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


def command(
    found: Commands,
    name: str,
    act: Callable[[argparse.Namespace], int],
    words: str,
    more: str = "",
    parents: Sequence[Parser] = (),
) -> Parser:
    """Add a command: its name, what it does, in a few words and in more, and what it is given alike."""
    sub = found.add_parser(
        name,
        help=words,
        description=f"{words[0].upper()}{words[1:]}.\n\n{textwrap.dedent(more)}",
        epilog=EXIT,
        parents=list(parents),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    sub.set_defaults(act=act)
    return sub


def with_book() -> Parser:
    """`--book`, which has to be named."""
    shared = Parser(add_help=False)
    shared.add_argument("--book", type=Path, required=True, metavar="BOOK.db", help="the book")
    return shared


def with_json() -> Parser:
    """`--json`."""
    shared = Parser(add_help=False)
    shared.add_argument("--json", action="store_true", help="for a script: JSON, money in cents")
    return shared


def with_day() -> Parser:
    """`--date` or `--day`, one of them or none."""
    shared = Parser(add_help=False)
    which = shared.add_mutually_exclusive_group()
    which.add_argument("--date", type=date_of, metavar="YYYY-MM-DD", help="the day of this date")
    which.add_argument("--day", type=number, metavar="N", help="the day of this number")
    return shared


def number(text: str) -> int:
    """The number of a slip or a day as it is typed."""
    if not (text.isascii() and text.isdigit() and 0 < int(text[:7]) < 1_000_000 and len(text) < 7):
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 1 to 999999")
    return int(text)


def chip_of(text: str) -> Chip:
    """A chip type as it is typed."""
    try:
        return Chip.named(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def date_of(text: str) -> Date:
    """A date as it is typed; argparse.ArgumentTypeError says how one is written."""
    try:
        return Date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no date; write 2026-11-20") from None


def add_span(parser: argparse.ArgumentParser) -> None:
    """A day, week, month or quarter: `span` and `on`, a date in it."""
    parser.add_argument("span", choices=SPANS, metavar="SPAN", help=", ".join(SPANS))
    parser.add_argument("on", type=date_of, metavar="YYYY-MM-DD", help="a date in it")


def add_quarter(parser: argparse.ArgumentParser) -> None:
    """A quarter by its name: `quarter`."""
    parser.add_argument("quarter", type=_quarter, metavar="2026Q4", help="which quarter")


def add_files(parser: argparse.ArgumentParser) -> None:
    """Where a report goes: `csv` and `pdf`; without them, onto the screen."""
    parser.add_argument("--csv", type=Path, metavar="FILE.csv", help="for a spreadsheet, in dollars")
    parser.add_argument("--pdf", type=Path, metavar="FILE.pdf", help="on paper; default: here, to read")


def _quarter(text: str) -> Span:
    try:
        return quarter(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
