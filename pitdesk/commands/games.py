"""The command that settles rounds, from a script."""

import argparse
import sys

from pitdesk.commands.answers import DONE
from pitdesk.commands.arguments import Commands, option
from pitdesk.games.rounds import answers

commands = Commands()


@commands.add(
    option("--json", action="store_true", required=True, help="a round a line, an answer a line")
)
def settle(given: argparse.Namespace) -> int:
    """Settle rounds: who is paid what, and by which section.

    Reads rounds from standard input, one JSON object a line, and writes one answer a line in the
    same order. A round that cannot be settled is refused with the reason; the others go on.
    Nothing is written into a book.
    """
    for answered in answers(line.rstrip(b"\r\n") for line in sys.stdin.buffer):
        sys.stdout.buffer.write(answered + b"\n")
    sys.stdout.buffer.flush()
    return DONE
