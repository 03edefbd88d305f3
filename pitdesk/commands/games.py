"""The command that settles rounds: one asked at the terminal, or many from a script."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

from pitdesk.commands.answers import DONE, NO, USAGE
from pitdesk.commands.arguments import Commands, option
from pitdesk.errors import Trouble
from pitdesk.games.cards import typed
from pitdesk.games.facts import Facts, Game
from pitdesk.games.results import Impossible, Settled
from pitdesk.games.rounds import GAMES, answers
from pitdesk.games.rulings.asked import ASKED, answered
from pitdesk.games.rulings.told import fault_told, told
from pitdesk.games.rulings.typed import PLAYED, options_of, round_of
from pitdesk.given import MIB

commands = Commands()
MOST = MIB  # bytes of a round; one with every seat has some 3 kB
CODES = [*PLAYED, *ASKED]


@commands.add(
    option("game", nargs="?", choices=CODES, metavar="GAME", help=", ".join(CODES)),
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
    if given.game in ASKED:
        return _asked_by_line(GAMES[given.game])
    if given.game:
        return _asked(GAMES[given.game])
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
        yield line.rstrip(b"\r\n")


def _asked(game: Game) -> int:
    """Ask until the round can be read, then explain it."""
    play, seats = PLAYED[game.code], dict[int, str]()
    print(f"{game.name}. Cards are typed as ah ks 10d, amounts in dollars.")
    dealer = _cards("The dealer's cards, face up first: ")
    options = options_of(_ask("House options, such as soft17=hit (Enter: the usual ones): "))
    while seat := _ask(f"Which {play.number} (Enter: no more): "):
        if not seat.isdecimal():
            print("Type its number.")
            continue
        seats[int(seat)] = _ask(f"Its wager and cards, such as {play.example}: ")
        try:
            round_of(game, dealer, {int(seat): seats[int(seat)]}, {})
        except ValueError as error:
            print(error)
            del seats[int(seat)]
    return _told(game, lambda: round_of(game, dealer, seats, options), lambda _, settled: told(settled))


def _asked_by_line(game: Game) -> int:
    """Ask the game's own questions, and its seats if it has any; then explain it."""
    play = ASKED[game.code]
    print(f"{game.name}. Cards are typed as ah ks 10d, amounts in dollars.")
    said = {key: _ask(words) for key, words in play.questions}
    while play.example and (seat := _ask("Which seat (Enter: no more): ")):
        if seat.isdecimal():
            said[seat] = _ask(f"What it has, such as {play.example}: ")
        else:
            print("Type its number.")
    return _told(game, lambda: play.read(said), answered)


def _told(game: Game, read: Callable[[], Facts], tell: Callable[[Facts, Settled], Iterable[str]]) -> int:
    """Settle what was typed, and say what came of it."""
    try:
        played = read()
        settled = game.settle(played)
    except ValueError as error:
        print(error)
        return USAGE
    except Impossible as impossible:
        for fault in impossible.faults:
            print(f"{fault_told(fault)} [{', '.join(fault.section) or fault.code}]")
        return NO
    print(*tell(played, settled), sep="\n")
    return DONE


def _cards(words: str) -> str:
    """Cards, asked again until they are some."""
    while True:
        text = _ask(words)
        try:
            typed(text)
        except ValueError as error:
            print(error)
        else:
            return text


def _ask(words: str) -> str:
    """What somebody types; nothing where the input has ended."""
    print(words, end="", flush=True)
    return sys.stdin.readline().strip()
