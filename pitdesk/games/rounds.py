"""Every game by its code; a line in, a line out. No line stops the next."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, TypeVar

import msgspec

from pitdesk.games import (
    blackjack,
    fastaction,
    minibac,
    shooter,
    threecard,
    tray,
    twentyone,
    vigorish,
    war,
)
from pitdesk.games.facts import MOST, Facts, Game
from pitdesk.games.poker import showdown
from pitdesk.games.results import Fault, Impossible, Settled, totals

PLAYED: tuple[Game, ...] = (
    twentyone.GAME,
    showdown.GAME,
    blackjack.GAME,
    minibac.GAME,
    vigorish.GAME,
    fastaction.GAME,
    war.GAME,
    threecard.GAME,
    shooter.GAME,
    tray.GAME,
)
GAMES = {game.code: game for game in PLAYED}

BOUNDS = (" >= 0", f" <= {MOST}")  # of Cents alone
One = TypeVar("One")

_written = msgspec.json.Encoder().encode


class Head(msgspec.Struct):
    """What a line says of itself, whatever else is wrong with it."""

    id: Any = None
    game: Any = None


_head = msgspec.json.Decoder(Head).decode


@cache
def reader(game: Game) -> Callable[[bytes], Facts]:
    """What reads a round of a game; msgspec.DecodeError says what is wrong with which field."""
    return msgspec.json.Decoder(game.facts).decode


def settle(played: Facts) -> Settled:
    """Settle one round; `Impossible` says why it cannot be."""
    return GAMES[played.game].settle(played)


def answers(lines: Iterable[bytes]) -> Iterator[bytes]:
    """A line of JSON for each, in their order."""
    return map(answer, lines)


def answer(line: bytes) -> bytes:
    """One round settled, or refused with the reasons."""
    head = Head()
    try:
        head = _read(_head, line)
        settled = settle(_read(_reader(head.game), line))
    except Impossible as impossible:
        return _written(
            {"id": head.id, "game": head.game, "status": "refused", "errors": impossible.faults}
        )
    return _written(_answered(head, settled))


def _reader(game: object) -> Callable[[bytes], Facts]:
    known = GAMES.get(game) if isinstance(game, str) else None
    if known is None:
        code = "unknown_game" if isinstance(game, str) else "bad_input"
        raise Impossible(Fault(code, "game", text=f"the games are {', '.join(sorted(GAMES))}"))
    return reader(known)


def _read(read: Callable[[bytes], One], line: bytes) -> One:
    try:
        return read(line)
    except (ValueError, RecursionError) as error:  # no JSON, not of this game, no UTF-8, too deep
        raise Impossible(_misread(error)) from None


def _answered(head: Head, settled: Settled) -> dict[str, object]:
    found: dict[str, object] = {"id": head.id, "game": head.game, "status": settled.status}
    if settled.lines is not None:
        found["wagers"] = settled.lines
    found["rulings"] = settled.rulings
    if settled.lines is not None:
        found["totals"] = totals(settled.lines)
    return found | dict(settled.more)


def _misread(error: Exception) -> Fault:
    """Where msgspec says it is; an amount out of its bounds is wrong as a wager, not as JSON."""
    words, _, place = str(error).partition(" - at ")
    place = place.removeprefix("`key` in ")  # a name that is none of what stands there
    bounds = isinstance(error, msgspec.ValidationError) and words.endswith(BOUNDS)
    if place.endswith("].event`") and words.startswith("Invalid value"):
        return Fault("unknown_event", place.strip("`$."), text=words)
    return Fault("wager_amount" if bounds else "bad_input", place.strip("`$.") or "line", text=words)
