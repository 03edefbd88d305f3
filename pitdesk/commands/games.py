"""The command that settles rounds: one asked at the terminal, or many from a script."""

import argparse
import sys
from collections.abc import Iterator
from typing import BinaryIO

from pitdesk.commands.answers import DONE, NO, USAGE, ask
from pitdesk.commands.arguments import Commands, option
from pitdesk.errors import Trouble
from pitdesk.games.results import Impossible
from pitdesk.games.rounds import GAMES, answers
from pitdesk.games.rulings.asked import ASKED, Asked, answered
from pitdesk.games.rulings.told import fault_told
from pitdesk.given import MIB

commands = Commands()
BOM = "\ufeff".encode()  # that some editors put before the first line
MOST = MIB  # bytes of a round; one with every seat has some 3 kB


@commands.add(
    option("game", nargs="?", choices=[*ASKED], metavar="GAME", help=", ".join(ASKED)),
    option(
        "--json", action="store_true", help="a round a line in, an answer a line out; see the manual"
    ),
)
def settle(given: argparse.Namespace) -> int:
    """Settle a round: who is paid what, and by which section.

    With a game, asks for the cards and wagers, one question at a time, and explains the answer.
    With --json, reads rounds from standard input, one JSON object a line, and writes one answer a
    line in the same order; a round that cannot be settled is refused, and the others go on.
    Nothing is written into a book.
    """
    if given.json == bool(given.game):
        print("Name a game, or give --json. See 'pitdesk settle --help'.", file=sys.stderr)
        return USAGE
    if given.game:
        return _asked(given.game)
    for line in answers(_lines(sys.stdin.buffer)):
        sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()
    return DONE


def _lines(script: BinaryIO) -> Iterator[bytes]:
    """The rounds of a script, a line each.

    Raises:
        Trouble: at a line that is longer than any round; what stands before it is answered.
    """
    number = 0
    while line := script.readline(MOST + 1):
        number += 1
        if len(line) > MOST:
            sys.stdout.buffer.flush()
            raise Trouble(
                f"Line {number} is longer than {MOST // MIB} MB, and no round. Take it out, then go on."
            )
        yield line.removeprefix(BOM if number == 1 else b"").rstrip(b"\r\n")


def _asked(code: str) -> int:
    """Ask the game's questions, then its seats if it has any; explain what comes of it."""
    game, play, said = GAMES[code], ASKED[code], dict[str, str]()
    print(f"{game.name}. Cards are typed as ah ks 10d, amounts in dollars.")
    for key, words in play.questions:
        while (text := _ask(words)) is not None and not _read(play, said, key, text):
            pass
        if text is None:
            print("The input ended before its last answer.")
            return NO
    while play.example and (seat := _ask(f"Which {play.seat} (Enter: no more): ")):
        if seat.isdecimal():
            _read(play, said, seat, _ask(f"What it has, such as {play.example}: ") or "")
        else:
            print("Type its number.")
    played = play.read(said)
    try:
        settled = game.settle(played)
    except Impossible as impossible:
        for fault in impossible.faults:
            print(f"{fault_told(fault)} [{', '.join(fault.section) or fault.code}]")
        return NO
    print(*answered(played, settled), sep="\n")
    return DONE


def _read(play: Asked, said: dict[str, str], key: str, text: str) -> bool:
    """Keep an answer if it can be read; else say what is wrong with it."""
    try:
        play.read({**said, key: text})
    except ValueError as error:
        print(error)
        return False
    said[key] = text
    return True


def _ask(words: str) -> str | None:
    """What somebody types; None where the input has ended."""
    text = ask(words)
    return text.strip() if text else None
