"""How a command is added to the command line, and the options that several commands share."""

import argparse
import inspect
from collections.abc import Callable, Iterable
from datetime import date as Date
from pathlib import Path
from typing import NoReturn, TypeAlias, TypedDict, Unpack

from pitdesk.chips import Chip
from pitdesk.commands.answers import DONE, NO, STOPPED, TROUBLE, USAGE
from pitdesk.commands.once import Once
from pitdesk.reports.summaries import SPANS, Span, quarter

WIDTHS = (33, 40, 42, 48)  # columns of a receipt

STATUS = {
    DONE: "done; the book is intact; every expectation was met",
    NO: "no: an expectation was not met, or the book is not intact (the first bad entry is named)",
    USAGE: "PitDesk cannot read the command line, or a line of a shift file (the message names it)",
    TROUBLE: "trouble: no such book, in use by another program, damaged, disk full; the message says"
    " what to do",
    STOPPED: "stopped with Ctrl+C; nothing is left half-written",
}
EXIT = "\n".join(["exit status:", *(f"  {status}  {words}" for status, words in STATUS.items())])

Act: TypeAlias = Callable[[argparse.Namespace], int]
Option: TypeAlias = Callable[[argparse.ArgumentParser], object]


class Parser(argparse.ArgumentParser):
    """A command line that reports a mistake in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what PitDesk cannot read, and which help to see."""
        self.exit(USAGE, f"{self.prog}: {message}. See '{self.prog} --help'.\n")


class How(TypedDict, total=False):
    """How an option is given: as `ArgumentParser.add_argument` has it."""

    action: str
    choices: Iterable[object]
    default: object
    dest: str
    help: str
    metavar: str
    nargs: str
    required: bool
    type: Callable[[str], object]


def option(*names: str, **how: Unpack[How]) -> Option:
    """An option of a command, or what stands behind it without a name."""
    return lambda parser: parser.add_argument(*names, **how)


class Commands:
    """The commands of a module, in their order. A function's docstring is its command's help.

    Its first paragraph stands in the list of all commands, the rest in the command's own help.
    """

    def __init__(self, *shared: Option, epilog: str | None = EXIT) -> None:
        """All of them have these options, and end with these words."""
        self._shared, self._epilog = shared, epilog
        self._found: list[tuple[Act, tuple[Option, ...]]] = []

    def add(self, *options: Option) -> Callable[[Act], Act]:
        """Make a function a command: `_check_slip` is `check-slip`."""

        def added(act: Act) -> Act:
            self._found.append((act, options))
            return act

        return added

    def into(self, found: "argparse._SubParsersAction[Parser]") -> None:
        """Add them to a command line."""
        for act, options in self._found:
            words = inspect.cleandoc(act.__doc__ or act.__name__)  # none under -OO
            first = " ".join(words.partition("\n\n")[0].split())
            parser = found.add_parser(
                act.__name__.strip("_").replace("_", "-"),
                help=f"{first[0].lower()}{first[1:]}".rstrip("."),
                description=words,
                epilog=self._epilog,
                formatter_class=argparse.RawDescriptionHelpFormatter,
            )
            parser.register("action", None, Once)
            for each in (*self._shared, *options):
                each(parser)
            parser.set_defaults(act=act)


def number(text: str) -> int:
    """The number of a slip or a day as it is typed."""
    if not (text.isascii() and text.isdigit() and 0 < int(text[:7]) < 1_000_000 and len(text) < 7):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 to 999999")
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
        raise argparse.ArgumentTypeError(f"'{text}' is not a date; write 2026-11-20") from None


def _quarter(text: str) -> Span:
    try:
        return quarter(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def dated(*names: str, words: str) -> Option:
    """An option that takes a date."""
    return option(*names, type=date_of, metavar="YYYY-MM-DD", help=words)


def pdf(words: str = "where the PDF goes", *, required: bool = True) -> Option:
    """`--pdf`, a file."""
    return option("--pdf", type=Path, required=required, metavar="FILE.pdf", help=words)


def out(metavar: str) -> Option:
    """`--out`, which has to be given."""
    return option("--out", type=Path, required=True, metavar=metavar, help="where it goes")


def one_day(parser: argparse.ArgumentParser) -> None:
    """`--date` or `--day`, one of them or none."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--date", type=date_of, metavar="YYYY-MM-DD", help="the day with this date")
    which.add_argument("--day", type=number, metavar="N", help="the day with this number")


BOOK = option("--book", type=Path, required=True, metavar="BOOK.db", help="the book")
JSON = option("--json", action="store_true", help="for a script: JSON, money in cents")
QUARTER = option("quarter", type=_quarter, metavar="2026Q4", help="which quarter")


def span(parser: argparse.ArgumentParser) -> None:
    """A day, week, month or quarter: `span` and `on`, a date in it."""
    parser.add_argument("span", choices=SPANS, metavar="SPAN", help=", ".join(SPANS))
    dated("on", words="a date in it")(parser)


def files(parser: argparse.ArgumentParser) -> None:
    """Where a report goes: `csv` and `pdf`; without them, onto the screen."""
    parser.add_argument("--csv", type=Path, metavar="FILE.csv", help="for a spreadsheet, in dollars")
    pdf("for paper; without it, PitDesk prints to the screen", required=False)(parser)
