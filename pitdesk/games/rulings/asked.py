"""What is asked at a terminal, game by game: its questions, how the answers are read, what is told.

Each question has a key; a seat's key is its number. What is typed is what `typed` and `pot` read.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from pitdesk.games.facts import Facts
from pitdesk.games.poker.showdown import Round as Hand
from pitdesk.games.results import Settled
from pitdesk.games.rounds import GAMES
from pitdesk.games.rulings.pot import division, hand_of, seen
from pitdesk.games.rulings.told import dollars, told
from pitdesk.games.rulings.trainee import chips
from pitdesk.games.rulings.typed import PLAYED, Play, cents, options_of, round_of

OPTIONS = ("o", "House options, such as soft17=hit (Enter: the usual ones): ")


class Asked(NamedTuple):
    """A game's questions, what reads their answers; an example of a seat's line, what it is called."""

    questions: tuple[tuple[str, str], ...]
    read: Callable[[Mapping[str, str]], Facts]
    example: str = ""
    seat: str = "seat"


def _poker(said: Mapping[str, str]) -> Facts:
    """Poker, high; `variant=low` or `high_low` among the options."""
    options = said.get("o", "").split()
    variant = next((one.partition("=")[2] for one in options if one.startswith("variant=")), "high")
    rest = " ".join(one for one in options if not one.startswith("variant="))
    return hand_of({**said, "o": rest}, variant)


def _tray(said: Mapping[str, str]) -> Facts:
    there = {str(value): pieces for value, pieces in chips(said.get("tray", "")).items()}
    whole = {"id": "typed", "game": "chips", "tray": there}
    return msgspec.convert(
        whole | {"amounts": [*map(cents, said.get("amounts", "").split())]}, GAMES["chips"].facts
    )


def _dealt(code: str, play: Play) -> Asked:
    """A game that is typed seat by seat: the cards before the dealer, the options, the seats."""
    asks = [(one.key, f"{one.asks}: ") for one in play.house]

    def read(said: Mapping[str, str]) -> Facts:
        return round_of(GAMES[code], said, options_of(said.get("o", "")))

    return Asked((*asks, OPTIONS), read, play.example, play.number)


ASKED: Mapping[str, Asked] = {
    **{code: _dealt(code, play) for code, play in PLAYED.items()},
    "nd-poker": Asked(
        (("b", "The board, such as 2c 7d 9s jh qd: "), ("d", "The seat with the button: "), OPTIONS),
        *(_poker, "5 qs 3c, or 5 fold"),
    ),
    "chips": Asked(
        (
            ("tray", "The tray, such as 4x25 20x5 20x50c: "),
            ("amounts", "What is to be paid, in dollars: "),
        ),
        _tray,
    ),
}


def answered(played: Facts, settled: Settled) -> Iterator[str]:
    """What became of the round, in words."""
    if isinstance(played, Hand):
        yield from (f"Seat {one.seat}: {one.words}" for one in seen(played, settled))
        yield from division(played, settled)
    elif settled.lines is None:
        payments = settled.more["payments"]
        assert isinstance(payments, list)
        yield from map(_paid, payments)
    else:
        yield from told(settled)


def _paid(payment: Mapping[str, Any]) -> str:
    amount = dollars(payment["amount"]).lstrip("+")
    if payment["status"] == "paid":
        return f"{amount}: {'; '.join(payment['laid'])}"
    fill = payment["fill"]
    bring = " + ".join(f"{pieces} x {dollars(int(value))[1:]}" for value, pieces in (fill or {}).items())
    return f"{amount}: not from this tray. " + (
        f"Bring {bring}." if fill else "Its values never make it."
    )
