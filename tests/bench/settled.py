"""The figures of settling: rounds beside the parsing of their lines, hands beside other evaluators."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING

import orjson
from rounds import Figure, ratios, side_by_side

from pitdesk.games.cards import DECK
from pitdesk.games.poker.ranks import HIGH
from pitdesk.games.rounds import GAMES, answers
from tests.pitdesk.games.playing import PLAYED

if TYPE_CHECKING:
    from figures import Rig

LINES, HANDS = 2000, 400


def settling(rig: Rig) -> Iterator[Figure]:
    """Rounds of each game that deals from a shoe, settled and written, beside orjson reading them."""
    for code, play in PLAYED.items():
        lines = [orjson.dumps(play(seed)) for seed in range(LINES if rig.rounds > 1 else 20)]
        ours, parsed = side_by_side(
            rig.rounds,
            lambda lines=lines: [*answers(lines)],
            lambda lines=lines: [*map(orjson.loads, lines)],
            clock=time.process_time,
        )
        each = 1e6 * min(ours) / len(lines)
        name = f"{GAMES[code].name}: settled / parsed by orjson ({each:.0f} µs a round)"
        yield Figure(name, ratios(ours, parsed))


def hands(rig: Rig) -> Iterator[Figure]:
    """The best five of seven beside the same of other evaluators, where they are installed."""
    dice = Random(7)
    dealt = [dice.sample(DECK, 7) for _ in range(HANDS if rig.rounds > 1 else 20)]
    told = [[card[0] + card[1].lower() for card in hand] for hand in dealt]
    for name, evaluate in _others():
        ours, theirs = side_by_side(
            rig.rounds,
            lambda: [HIGH.best(hand) for hand in dealt],
            lambda evaluate=evaluate: [evaluate(hand) for hand in told],
            clock=time.process_time,
        )
        yield Figure(f"best five of seven / {name}", ratios(ours, theirs))


def _others() -> Iterator[tuple[str, Callable[[list[str]], object]]]:
    for name in ("pokerkit", "phevaluator"):
        if find_spec(name):
            module = import_module(name)
            if name == "pokerkit":
                yield name, lambda hand, kit=module: kit.StandardHighHand.from_game("".join(hand))
            else:
                yield name, lambda hand, kit=module: kit.evaluate_cards(*hand)
