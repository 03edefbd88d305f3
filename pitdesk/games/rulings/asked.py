"""Rounds of the games that have no dealer's line: what is asked, how it is read, what is told.

Each question has a key; a seat's key is its number. What is typed is what `pot` and `typed` read too.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from pitdesk.games.cards import typed
from pitdesk.games.facts import Facts
from pitdesk.games.poker.showdown import Round as Hand
from pitdesk.games.results import Settled
from pitdesk.games.rounds import GAMES
from pitdesk.games.rulings.pot import division, hand_of, seen
from pitdesk.games.rulings.told import dollars, told
from pitdesk.games.rulings.trainee import chips
from pitdesk.games.rulings.typed import CARD, MONEY, cents, options_of

OPTIONS = ("o", "House options, such as name=value (Enter: the usual ones): ")
ON = ("player", "banker", "tie")
ACTIONS = ("set", "split", "surrender", "natural", "void_short")


class Asked(NamedTuple):
    """A game's questions, what reads their answers, and an example of a seat's line."""

    questions: tuple[tuple[str, str], ...]
    read: Callable[[Mapping[str, str]], Facts]
    example: str = ""


def _poker(said: Mapping[str, str]) -> Facts:
    """Poker, high; `variant=low` or `high_low` among the options."""
    options = said.get("o", "").split()
    variant = next((one.partition("=")[2] for one in options if one.startswith("variant=")), "high")
    rest = " ".join(one for one in options if not one.startswith("variant="))
    return hand_of({**said, "o": rest}, variant)


def _minibac(said: Mapping[str, str]) -> Facts:
    wagers = [one for key, text in said.items() if key.isdecimal() for one in _on(key, text)]
    return _read(
        *("nj-minibac", said), player=typed(said["player"]), banker=typed(said["banker"]), wagers=wagers
    )


def _on(seat: str, text: str) -> Iterator[dict[str, Any]]:
    """Wagers such as "banker 10 tie 1"."""
    words = text.lower().split()
    for on, amount in zip(words[::2], [*words[1::2], ""], strict=False):
        if on not in ON:
            raise ValueError(f"Seat {seat}: '{on}' is no wager; they are {', '.join(ON)}.")
        yield {"id": f"p{seat}.{on}", "on": on, "amount": cents(amount)}


def _fast_action(said: Mapping[str, str]) -> Facts:
    players = [_player(key, text) for key, text in said.items() if key.isdecimal()]
    dealer = {"cards": typed(said["dealer"])}
    return _read("nj-fah", said, dealer=dealer, board=typed(said["board"]), players=players)


def _player(seat: str, text: str) -> dict[str, Any]:
    """A wager, four cards, what was done, and which two are kept."""
    first, *words = text.lower().split()
    one: dict[str, Any] = {"seat": int(seat), "wager": cents(first)}
    cards: list[str] = []
    one["cards"] = cards
    for word in words:
        if CARD.fullmatch(word):
            cards += typed(word)
        elif word in ACTIONS:
            one["action"], cards = word, one.setdefault("keep", [])
        elif MONEY.fullmatch(word):
            one["second"] = cents(word)
        else:
            raise ValueError(f"Seat {seat}: '{word}' is no card; the words are {', '.join(ACTIONS)}.")
    return one


def _tray(said: Mapping[str, str]) -> Facts:
    there = {str(value): pieces for value, pieces in chips(said["tray"]).items()}
    return _read("chips", said, tray=there, amounts=[*map(cents, said["amounts"].split())])


def _read(code: str, said: Mapping[str, str], **facts: object) -> Facts:
    """As the format has it; ValueError says what cannot be read."""
    whole = {"id": "typed", "game": code, "options": options_of(said.get("o", "")), **facts}
    try:
        return msgspec.convert(whole, GAMES[code].facts)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None


ASKED = {
    "nd-poker": Asked(
        (("b", "The board, such as 2c 7d 9s jh qd: "), ("d", "The seat with the button: "), OPTIONS),
        *(_poker, "5 qs 3c, or 5 fold"),
    ),
    "nj-minibac": Asked(
        (("player", "Player's cards, the third one last: "), ("banker", "Banker's cards: "), OPTIONS),
        *(_minibac, "banker 10 tie 1"),
    ),
    "nj-fah": Asked(
        (("dealer", "The dealer's four cards: "), ("board", "The community cards: "), OPTIONS),
        *(_fast_action, "10 ks qs 3d 4h set ks qs"),
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
