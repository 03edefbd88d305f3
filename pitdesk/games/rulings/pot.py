"""A hand of poker as somebody types it, and who gets what of its pots, in words.

b: 2c 7d 9s jh qd    the board
d: 5                 the seat with the button
3: 12.50 ah jd       a seat: what it put in, its cards
4: 5 fold            or what became of its hand: fold, concede, foul, muck, up
o: smallest_chip=25  house options
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from pitdesk.games.cards import ORDER, Card, typed
from pitdesk.games.poker.pots import Shares, clockwise
from pitdesk.games.poker.ranks import HIGH, Best, Ranking
from pitdesk.games.poker.showdown import LOW, Round
from pitdesk.games.results import Settled
from pitdesk.games.rulings.told import dollars
from pitdesk.games.rulings.typed import CARD, cents, options_of

CODE = "nd-poker"
ENDS: Mapping[str, dict[str, object]] = {  # what became of a hand, as a round says it
    "fold": {"state": "folded"},
    "concede": {"state": "conceded"},
    "foul": {"deliberate_foul": True},
    "muck": {"state": "discarded", "discard": {"face": "down", "touched": True}},
    "up": {"state": "discarded", "discard": {"face": "up"}},
}
DEAD = {
    "folded": "folded",
    "conceded": "conceded: that binds",
    "deliberate_foul": "fouled on purpose: dead",
    "too_many_cards": "too many cards: dead",
    "discarded": "discarded: dead",
}


class Seen(NamedTuple):
    """A seat at the showdown: its cards, the five that play, what they are, what it gets if known."""

    seat: int
    cards: tuple[Card, ...]
    plays: tuple[Card, ...]
    words: str
    gets_cents: int | None
    dead: bool


def hand_of(lines: Mapping[str, str], variant: str) -> Round:
    """The hand that was typed; ValueError says what cannot be read, and where."""
    seats = sorted(int(key) for key in lines if key.isdecimal())
    said = {
        **{"id": "typed", "game": CODE, "variant": variant, "hole_cards": None},
        "board": typed(lines.get("b", "")),
        "options": options_of(lines.get("o", "")),
        "players": [_seat(seat, lines[str(seat)]) for seat in seats if lines[str(seat)]],
        "button": _button(lines.get("d", "")),
    }
    try:
        return msgspec.convert(said, Round)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None


def _button(text: str) -> int | None:
    if text and not text.isdecimal():
        raise ValueError("The button is at a seat: type its number.")
    return int(text) if text else None


def _seat(seat: int, text: str) -> dict[str, object]:
    """What a seat put in, then cards and words."""
    first, *words = text.lower().split()
    one: dict[str, object] = {"seat": seat}
    cards: list[Card] = []
    try:
        one["contributed"] = cents(first)
        for word in words:
            if CARD.fullmatch(word):
                cards += typed(word)
            elif word in ENDS:
                one |= ENDS[word]
            else:
                raise ValueError(f"'{word}' is no card; the words are {', '.join(ENDS)}.")
    except ValueError as error:
        raise ValueError(f"Seat {seat}: {error}") from None
    return one | {"cards": cards}


def seen(played: Round, settled: Settled | None) -> tuple[Seen, ...]:
    """Every seat, who gets most first; what cannot be settled is seen as it lies."""
    if settled is None:
        return tuple(Seen(one.seat, one.cards, (), "", None, False) for one in played.players)
    awards, dead = settled.more["awards"], settled.more.get("dead", {})
    found = []
    for player in played.players:
        out = dead.get(player.seat)
        best = None if out else _best(player.cards, played)
        words = DEAD[out["reason"]] if out else _named(best, played) if best else "not shown"
        plays = _in_order(best, played) if best else ()
        found.append(Seen(player.seat, player.cards, plays, words, awards[player.seat], bool(out)))
    return tuple(sorted(found, key=lambda one: (one.dead, -awards[one.seat], one.seat)))


def _ranking(played: Round) -> Ranking:
    """What hands are compared by; the low one of high-low is told in the division."""
    return LOW[played.options.low_rule] if played.variant == "low" else HIGH


def _best(cards: tuple[Card, ...], played: Round) -> Best | None:
    ranking = _ranking(played)
    all_cards = (*cards, *played.board)
    return ranking.best(all_cards) if cards and len(all_cards) >= ranking.size else None


def _named(best: Best, played: Round) -> str:
    said = _ranking(played).words(best.worth)
    return said[:1].upper() + said[1:]


def _in_order(best: Best, played: Round) -> tuple[Card, ...]:
    """The five as they decide: the pair before the rest, an ace last where it is low."""
    ranks = [abs(rank) for rank in best.worth[1:]]
    return tuple(sorted(best.cards, key=lambda card: ranks.index(_rank(card, ranks))))


def _rank(card: Card, ranks: list[int]) -> int:
    rank = ORDER[card] + 2
    return rank if rank in ranks else 1


def division(played: Round, settled: Settled) -> Iterator[str]:
    """How each pot is divided, line by line, with the section."""
    if settled.status == "void":
        yield "A defective deck: each gets back what was put in. [99-01.3-09-04(28)]"
        return
    pots = settled.more["pots"]
    assert isinstance(pots, list)
    for number, pot in enumerate(pots):
        name = "The pot" if len(pots) == 1 else "Main pot" if not number else f"Side pot {number}"
        yield f"{name}, {_money(pot['amount'])}: {_divided(pot['amount'], pot['shares'], played)}"


def _divided(amount: int, shares: Shares, played: Round) -> str:
    winners = [seat for seat, part in shares.items() if part]
    if len(winners) == 1:
        return f"seat {winners[0]} wins it. [99-01.3-09-04(25)]"
    parts = ", ".join(f"seat {seat} {_money(shares[seat])}" for seat in winners)
    size = played.options.smallest_chip
    if played.variant == "high_low":
        return f"half to the highest hand, half to the lowest: {parts}. [99-01.3-09-04(25)]"
    each, odd = divmod(amount // size, len(winners))
    said = f"{amount // size} chips of {_money(size)} are {each} each"
    if odd:
        first = clockwise(winners, played.button or 0)[:odd]
        said += f", {odd} left: clockwise of the button to seat {' and '.join(map(str, first))}"
    return f"{said}: {parts}. [99-01.3-09-04(27)]"


def _money(amount: int) -> str:
    return dollars(amount).lstrip("+")
