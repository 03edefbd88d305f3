"""The commands for who learns to settle, and for who asks what a game keeps. They need no book."""

import argparse
import sys
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from msgspec import DecodeError
from msgspec.json import decode
from msgspec.structs import replace

from pitdesk.commands.answers import DONE, USAGE, ask, written
from pitdesk.commands.arguments import Commands, number, option
from pitdesk.games import blackjack, minibac, threecard
from pitdesk.games.cards import typed
from pitdesk.games.chances import baccarat, bonus, fastaction, sides, twentyone, war
from pitdesk.games.chances import blackjack as hands
from pitdesk.games.chances import threecard as threes
from pitdesk.games.chances.chance import Chance, percent
from pitdesk.games.results import Impossible, Line
from pitdesk.games.rulings.dealt import DEALT
from pitdesk.games.rulings.trainee import (
    RESULTS,
    Answer,
    Marks,
    asked,
    chips,
    mistake,
    right,
    rounds,
    sheet,
)
from pitdesk.games.rulings.typed import cents

commands = Commands()
Said = TypeVar("Said")
SECOND_NS = 1_000_000_000
OVER_UNDER = blackjack.Options(side="over_under", side_odds={"over13": "1:1", "under13": "1:1"})
SUITED = blackjack.Options(side="same_suit", side_odds={"same_suit": "5:2"})
SIDES: tuple[tuple[str, blackjack.Options, blackjack.Kind], ...] = (
    ("over 13", OVER_UNDER, "over13"),
    ("under 13", OVER_UNDER, "under13"),
    ("same suit at 5 to 2", SUITED, "same_suit"),
)
HIT, FACE_UP = blackjack.Options(soft17="hit"), blackjack.Options(variant="face_up")
BLACKJACK = (
    ("dealer stands on soft 17, a pair makes two hands", blackjack.Options()),
    ("dealer draws on soft 17", HIT),
    ("a card reader tells the dealer's blackjack", blackjack.Options(dealing="reader")),
    ("a pair makes up to four hands", blackjack.Options(max_hands=4)),
    ("with surrender", blackjack.Options(surrender=True)),
    ("6-7-8 of one suit at 2 to 1", blackjack.Options(bonus=blackjack.Bonus(suited_678=True))),
    ("three sevens at 3 to 2", blackjack.Options(bonus=blackjack.Bonus(three_sevens=True))),
    ("21 in five cards at 2 to 1", blackjack.Options(bonus=blackjack.Bonus(five_card_21=True))),
    ("dealer's cards face up", FACE_UP),
    ("dealer's cards face up, draws on soft 17", replace(FACE_UP, soft17="hit")),
)
THREES = (
    ("dealer stands on soft 17", threecard.Options()),
    ("dealer draws on soft 17", threecard.Options(soft17="hit")),
    ("with surrender", threecard.Options(surrender=True)),
)
TABLES: dict[str, tuple[ModuleType, Callable[..., Chance]]] = {
    "nj-blackjack": (blackjack, hands.chance),
    "nj-3c21": (threecard, threes.chance),
}
ENDLESS = "The main wagers of twenty-one, blackjack and Three Card 21 come from an endless shoe."
UNCOUNTED = (
    "Both wagers of Three Card 21 are made: together they keep half of the sum of their edges.",
    "Fast action hold'em before the board is not counted: every board with every hand are too many.",
)
MADE = datetime(2026, 1, 1, tzinfo=UTC)  # so that a sheet is the same file again
WHAT = "w wins, l loses, t ties or comes back, h half is given up"


@commands.add(
    option("game", choices=[*DEALT], metavar="GAME", help=", ".join(DEALT)),
    option("--seed", type=number, default=1, metavar="N", help="other rounds for another number"),
    option("--rounds", type=number, default=5, metavar="N", help="how many (5)"),
    option(
        "--pdf", type=Path, metavar="FILE", help="the same as a PDF, with the answers on a page behind"
    ),
    option(
        "--sheet", action="store_true", help="print them to fill in, with the answers on a second page"
    ),
)
def trainee(given: argparse.Namespace) -> int:
    """Practice settling: who is paid what, in which chips.

    Deals rounds by chance and asks what becomes of each wager. At the end it says how many were
    right, how long each took, and which kinds of mistakes there were. Nothing is written anywhere.
    """
    if given.pdf:
        from printers.reports.tables.practice import practice_pdf  # noqa: PLC0415

        return written(given.pdf, practice_pdf(given.game, given.seed, given.rounds, MADE))
    if given.sheet:
        print(*sheet(given.game, given.seed, given.rounds), sep="\n")
        return DONE
    marks = Marks()
    for dealt in rounds(given.game, given.seed, given.rounds):
        print(f"\nRound {dealt.number}", *dealt.shown, sep="\n  ")
        for line in dealt.lines:
            began = time.monotonic_ns()
            answer = _answered(line)
            if answer is None:
                print(*marks.told(), sep="\n")
                return DONE
            wrong = mistake(line, answer)
            marks.note(wrong, (time.monotonic_ns() - began) // SECOND_NS)
            print(f"  {'No' if wrong else 'Right'}: {right(line)}")
    print(*marks.told(), sep="\n")
    return DONE


def _answered(line: Line) -> Answer | None:
    """What the trainee says; None where the input has ended."""
    said = _asked(f"  {asked(line)}, {WHAT}: ", _result)
    if said != "win":
        return None if said is None else Answer(said)
    paid = _asked("    How much is paid, in dollars: ", cents)
    if paid is None:
        return None
    laid = _asked("    In which chips, such as 2x5 50c: ", chips)
    return None if laid is None else Answer("win", paid, laid)


def _result(text: str) -> str:
    if text not in RESULTS:
        raise ValueError(f"Type one letter: {WHAT}.")
    return RESULTS[text]


def _asked(words: str, read: Callable[[str], Said]) -> Said | None:
    """Ask until the answer can be read; None where the input has ended."""
    while True:
        text = ask(words)
        if not text:
            return None
        try:
            return read(text.strip().lower())
        except ValueError as error:
            print(error)


@commands.add(
    option("--game", choices=[*TABLES], metavar="GAME", help=f"one table: {', '.join(TABLES)}"),
    option("--options", metavar="JSON", help="its options, as settle --json takes them"),
    option("--player", default="", metavar="CARDS", help="minibaccarat: Player's cards so far: '6h kc'"),
    option("--banker", default="", metavar="CARDS", help="Banker's cards so far"),
    option("--keep", default="", metavar="CARDS", help="fast action hold'em: the two kept: 'ks qs'"),
    option("--board", default="", metavar="CARDS", help="its five community cards"),
    option("--decks", type=number, default=6, choices=(6, 8), metavar="N", help="its decks, 6 or 8 (6)"),
    option("--seen", default="", metavar="CARDS", help="other cards of the shoe that were seen"),
)
def odds(given: argparse.Namespace) -> int:
    """Show what each game keeps in the long run, counted exactly.

    With cards, shows how likely each outcome of a round is from there: of minibaccarat, of eight decks,
    or of fast action hold'em once the board lies there, by every four cards that the dealer may have.

    The edge is the part of the first wager that the house keeps on average, by the best play where
    there is a choice. The deviation is how far one round lies from that, in wagers.
    """
    if given.player or given.banker or given.keep or given.board or given.seen:
        try:
            shares = _ahead(given)
        except ValueError as error:
            print(error, file=sys.stderr)
            return USAGE
        for outcome, share in shares.items():
            print(f"{percent(share):>12}  {outcome.capitalize()}")
        return DONE
    try:
        found = _chances() if given.game is given.options is None else _table(given.game, given.options)
    except (ValueError, Impossible) as error:
        print(error, file=sys.stderr)
        return USAGE
    print(f"{'house edge':>12}{'deviation':>12}  wager")
    for name, chance in found:
        print(f"{percent(chance.edge):>12}{chance.deviation():>12.4f}  {name}")
    print(ENDLESS)
    if not given.game:
        print(*UNCOUNTED, sep="\n")
    return DONE


def _ahead(given: argparse.Namespace) -> Mapping[str, Fraction]:
    """How likely each outcome is from the cards that lie there; ValueError says what cannot be."""
    if given.game or given.options:
        raise ValueError("Cards and the options of a table are asked about one at a time.")
    seen = typed(given.seen)
    if not (given.keep or given.board):
        return baccarat.ahead(typed(given.player), typed(given.banker), seen)
    if given.player or given.banker:
        raise ValueError("Name the cards of one game: --keep and --board, or --player and --banker.")
    return fastaction.ahead(typed(given.keep), typed(given.board), seen, given.decks)


def _table(game: str | None, text: str | None) -> list[tuple[str, Chance]]:
    """One wager at a table of these options.

    Raises:
        ValueError: they cannot be read, or the game has none of that name.
        Impossible: the rules do not allow them.
    """
    if game is None:
        raise ValueError("Options belong to a game: name it with --game.")
    rules, counted = TABLES[game]
    try:
        options = decode(text or "{}", type=rules.Options)
    except DecodeError as error:
        raise ValueError(f"These options of {game} cannot be read: {error}.") from None
    rules.settle(rules.Round(id="", options=options))  # says what a table may not be set to
    return [(rules.GAME.name, counted(options))]


def _chances() -> list[tuple[str, Chance]]:
    bac, six = minibac.Options, "(six decks)"
    return [
        ("Twenty-one, dealer stands on soft 17", twentyone.Table("stand").chance),
        ("Twenty-one, dealer draws with ace and six", twentyone.Table("hit_ace_six").chance),
        ("Twenty-one, dealer draws on soft 17", twentyone.Table("hit").chance),
        ("Minibaccarat, Player (eight decks)", baccarat.chance("player", bac())),
        ("Minibaccarat, Banker, 5 percent of wins", baccarat.chance("banker", bac())),
        ("Minibaccarat, Banker, 4 percent of wins", baccarat.chance("banker", bac(rate=4))),
        ("Minibaccarat, Banker, 25 percent on ties", baccarat.chance("banker", bac(vig="tie"))),
        ("Minibaccarat, Banker, no vigorish", baccarat.chance("banker", bac(vig="none"))),
        ("Minibaccarat, Tie", baccarat.chance("tie", bac())),
        (f"Casino war, always to war {six}", war.chance("war")),
        (f"Casino war, always surrender {six}", war.chance("surrender")),
        (f"Casino war, tie wager {six}", war.tie_bet()),
        *(
            (f"Blackjack, {words} {six}", sides.chance(offers, blackjack.Side(kind=kind, amount=100)))
            for words, offers, kind in SIDES
        ),
        *((f"Blackjack, {words}", hands.chance(offers)) for words, offers in BLACKJACK),
        *((f"Three Card 21, first wager, {words}", threes.chance(offers)) for words, offers in THREES),
        (f"Three Card 21, bonus {six}", bonus.chance(threecard.Options())),
    ]
