"""The command line: everything a script or an auditor needs, with no screen."""

import argparse
import os
import sys
import textwrap
from collections.abc import Sequence

from pitdesk import __version__
from pitdesk.commands import (
    book,
    chips,
    day,
    games,
    ledgers,
    night,
    office,
    reports,
    rules,
    sending,
    shifts,
    stations,
    training,
)
from pitdesk.commands.answers import DONE, NO, STOPPED, TROUBLE, USAGE, Stopped, stoppable
from pitdesk.commands.arguments import EXIT, Parser
from pitdesk.errors import Refused, Trouble
from pitdesk.shifts.read import Malformed

NOTHING = "Nothing is left half-written; run it again."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    with stoppable():
        try:
            return _run(arguments)
        except (KeyboardInterrupt, Exception) as error:
            if not (stopped := _stopped(error)):
                raise
            words = stopped if isinstance(stopped, Stopped) else NOTHING  # a library may add to it
            return _say(f"\nStopped. {words}", STOPPED)


def _stopped(error: BaseException | None) -> KeyboardInterrupt | None:
    """The Ctrl+C that it is, or that a library took for a mistake of its own."""
    if error is None or isinstance(error, KeyboardInterrupt):
        return error
    return _stopped(error.__context__)


def _run(arguments: Sequence[str] | None) -> int:
    parser = command_line()
    given = parser.parse_args(arguments)
    if not given.command:
        parser.print_help()
        return DONE
    try:
        status: int = given.act(given)
    except BrokenPipeError:  # whoever read us has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as error:
        status = _say(f"{error}. Check the name, its folder and the disk.", TROUBLE)
    except Malformed as malformed:
        status = _say(malformed, USAGE)
    except Refused as refused:
        status = _say(refused, NO)
    except Trouble as trouble:
        status = _say(trouble, TROUBLE)
    return TROUBLE if status == DONE and getattr(given, "damaged", None) else status


def _say(words: object, status: int) -> int:
    print(words, file=sys.stderr)
    return status


def command_line() -> Parser:
    """Every command, its words and its options; the man page is made of it, too."""
    parser = Parser(
        prog="pitdesk",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description=textwrap.dedent("""\
            PitDesk without a screen: play a night from a shift file, read what a book says, check
            that nobody has changed it, back it up and restore it.

            A book is one SQLite file. Commands that only read can run while the window is open.
            Money is printed in dollars and, with --json, in cents."""),
        epilog=EXIT,
    )
    parser.add_argument("--version", action="version", version=f"PitDesk {__version__}")
    parser.set_defaults(command=None)
    found = parser.add_subparsers(dest="command", metavar="command", title="commands")
    trades = (
        shifts,
        day,
        night,
        book,
        chips,
        reports,
        ledgers,
        rules,
        games,
        training,
        sending,
        stations,
        office,
    )
    for trade in trades:
        trade.commands.into(found)
    return parser


if __name__ == "__main__":
    sys.exit(main())
