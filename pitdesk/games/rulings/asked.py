"""What is asked at a terminal, game by game: its questions, how the answers are read, what is told.

Each question has a key; a seat's key is its number. What is typed is what `typed` and `pot` read.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from pitdesk.games.facts import Facts
from pitdesk.games.poker.showdown import Round as Hand
from pitdesk.games.results import More, Settled
from pitdesk.games.rounds import GAMES
from pitdesk.games.rulings.pot import division, hand_of, seen
from pitdesk.games.rulings.told import dollars, told
from pitdesk.games.rulings.trainee import chips
from pitdesk.games.rulings.typed import PLAYED, Play, cents, options_of, round_of
from pitdesk.games.shooter import Round as Shooting
from pitdesk.games.vigorish import Round as Owing

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


YES, NO = "yes", "no"
HAPPENED: tuple[tuple[str, str], ...] = (  # what happens to vigorish, as it is typed
    (r"(?P<seat>\d+) owes (?P<amount>\S+)(?: (?P<patron>.+))?", "owe"),
    (r"(?P<seat>\d+) pays (?P<amount>\S+)", "pay"),
    (r"(?P<seat>\d+) leaves", "player_leaves"),
    (r"shoe", "shoe_complete"),
    (r"shuffle", "reshuffle"),
)
READ: Mapping[str, Callable[[str], object]] = {"seat": int, "amount": cents}


def _shooter(said: Mapping[str, str]) -> Facts:
    """Craps: who stands where, the roll, what the shooter wants, what the others answer."""
    point = _number(said.get("point", ""))
    answers = {}
    for part in filter(None, map(str.strip, said.get("answers", "").split(","))):
        seat, _, word = part.partition(" ")
        if not seat.isdecimal() or word not in (YES, NO):
            raise ValueError(f"'{part}' is no answer. Type 3 no, 4 yes.")
        answers[seat] = "accept" if word == YES else "decline"
    return _made(
        "nj-craps-shooter",
        clockwise=_numbers(said.get("clockwise", "")),
        shooter=_number(said.get("shooter", "")) or 0,
        roll={
            "phase": "point" if point else "come_out",
            "point": point,
            "dice": _dice(said["roll"]) if "roll" in said else [1, 1],  # not asked for yet
        },
        choice=said.get("choice", "") or "keep",
        ordered_to_pass=said.get("ordered", "") or None,
        line_bet=_yes(said.get("bet", ""), otherwise=True),
        come_bets_remain=_yes(said.get("come", ""), otherwise=False),
        responses=answers,
    )


def _vigorish(said: Mapping[str, str]) -> Facts:
    """Vigorish owed at a table, in the order in which it happened."""
    parts = filter(None, map(str.strip, said.get("events", "").split(",")))
    form = _number(said.get("form", ""))
    return _made("nj-minibac-vig", next_form=form, events=[*map(_happened, parts)])


def _happened(text: str) -> dict[str, object]:
    for pattern, event in HAPPENED:
        if found := re.fullmatch(pattern, text):
            given = {name: one for name, one in found.groupdict().items() if one}
            return {"event": event} | {name: READ.get(name, str)(one) for name, one in given.items()}
    raise ValueError(f"'{text}' is nothing that happens here. Type 3 owes 0.25 A. Doe, 3 leaves, shoe.")


def _made(code: str, **said: object) -> Facts:
    """The round of these facts; ValueError says what cannot be."""
    try:
        return msgspec.convert({"id": "typed", "game": code, **said}, GAMES[code].facts)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None


def _numbers(text: str) -> list[int]:
    words = text.replace(",", " ").split()
    if not all(word.isdecimal() and len(word) < 4 for word in words):
        raise ValueError(f"'{text}' are no numbers. Type digits, such as 1 2 3.")
    return [int(word) for word in words]


def _number(text: str) -> int | None:
    found = _numbers(text)
    if len(found) > 1:
        raise ValueError(f"'{text}' is more than one number.")
    return found[0] if found else None


def _dice(text: str) -> list[int]:
    found = _numbers(text)
    if len(found) != 2:
        raise ValueError("Type both dice, such as 3 5.")
    return found


def _yes(text: str, *, otherwise: bool) -> bool:
    if text not in ("", YES, NO):
        raise ValueError(f"'{text}' is no answer. Type {YES} or {NO}.")
    return text == YES if text else otherwise


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
    "nj-craps-shooter": Asked(
        (
            ("clockwise", "Who stands at the table, clockwise, such as 1 2 3 4 5: "),
            ("shooter", "Who shot: "),
            ("roll", "The dice, such as 3 5: "),
            ("point", "The point before that roll (Enter: it was a come-out roll): "),
            ("choice", "What the shooter wants, keep or pass: "),
            ("ordered", "Ordered to pass for delay, invalid_rolls or violation (Enter: not): "),
            ("bet", "A Pass or Don't Pass bet of the shooter, yes or no: "),
            ("come", "Come or Don't Come bets remain, yes or no: "),
            ("answers", "Who takes the dice, such as 3 no, 4 yes (Enter: nobody was asked): "),
        ),
        _shooter,
    ),
    "nj-minibac-vig": Asked(
        (
            ("form", "The number of the next form (Enter: none is at hand): "),
            (
                "events",
                "What happened, such as 3 owes 0.25 A. Doe, 3 pays 0.25, 3 leaves, shoe, shuffle: ",
            ),
        ),
        _vigorish,
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
    elif isinstance(played, Shooting):
        yield from _shoots(settled.more)
    elif isinstance(played, Owing):
        yield from _owed(settled.more)
    elif settled.lines is None:
        yield from map(_paid, settled.more["payments"])
    else:
        yield from told(settled)


def _shoots(more: More) -> Iterator[str]:
    """To whom the dice go."""
    section = f" [{', '.join(more['section'])}]"
    if more["must_pass"]:
        yield "The shooter must pass the dice."
    if more["offers"]:
        yield f"The dice are offered to {', '.join(map(str, more['offers']))}."
    if more["shooter"] is None:
        yield f"Nobody shoots.{section}"
        return
    yield f"{more['shooter']} shoots next, with {more['dice_kept']} of the dice.{section}"
    if more["decision_only"]:
        yield "Only to decide the bets that remain: the marker lies OFF on the Don't Pass line."


def _owed(more: More) -> Iterator[str]:
    """The forms, and what is owed still."""
    for one in more["forms"]:
        amount = dollars(one["amount"]).lstrip("+")
        yield f"Form {one['form']}: seat {one['seat']}, {one['patron']}, {amount}."
    for seat, amount in more["outstanding"].items():
        yield f"Seat {seat} owes {dollars(amount).lstrip('+')}."
    whole = dollars(more["comp_total"]).lstrip("+")
    yield f"Complimentary vigorish in all: {whole}. [19:47-7.3(c)3]"


def _paid(payment: More) -> str:
    amount = dollars(payment["amount"]).lstrip("+")
    if payment["status"] == "paid":
        return f"{amount}: {'; '.join(payment['laid'])}"
    fill = payment["fill"]
    bring = " + ".join(f"{pieces} x {dollars(int(value))[1:]}" for value, pieces in (fill or {}).items())
    return f"{amount}: not from this tray. " + (
        f"Bring {bring}." if fill else "Its values never make it."
    )
