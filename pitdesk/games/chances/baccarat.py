"""Minibaccarat by every order of six cards: a count for each pair of point counts.

The ten values stand for the cards, each as often as it is there, so half a million cases stand for
the 4,998,398,275,503,360 orders of eight decks: about a second. A round of four or five cards counts
with all that could have followed.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Literal

from pitdesk.games.cards import POINTS, Card
from pitdesk.games.chances.chance import Chance
from pitdesk.games.minibac import Options, Wager, banker_draws, count, decided, player_draws

HAND = 3  # cards of a hand, at most
NO_THIRD = "A third card lies where none is drawn (19:47-7.9). Look at the cards again."
STAKE = 10_000  # cents; every rate of the text makes whole cents of it


@cache
def counts(decks: int = 8) -> Mapping[tuple[int, int], int]:
    """Orders of six cards by the point counts of Player and Banker."""
    there = [16 * decks, *[4 * decks] * 9]
    found: Counter[tuple[int, int]] = Counter()
    for four in product(range(10), repeat=4):
        often = _often(four, there)
        if often:
            _finish(four, often, there, found)
    return found


def ahead(
    player: Sequence[Card], banker: Sequence[Card], seen: Iterable[Card] = (), decks: int = 8
) -> dict[str, Fraction]:
    """How likely each outcome is, once these cards lie there.

    player, banker   the cards so far, in their order
    seen             other cards of the shoe that came before this round

    Raises:
        ValueError: no round of so many decks has these cards; the words say why.
    """
    seen = [*seen]
    _check(player, banker, seen, decks)
    if len(banker) > HAND - 1:
        return {_outcome(count(player), count(banker)): Fraction(1)}
    here = [cards[at] if at < len(cards) else None for at in (0, 1) for cards in (player, banker)]
    there = [16 * decks, *[4 * decks] * 9]
    for card in seen:
        there[POINTS[card] % 10] -= 1
    lying = [POINTS[card] % 10 for card in here if card]
    third = POINTS[player[2]] % 10 if len(player) > 2 else None
    found: Counter[tuple[int, int]] = Counter()
    for four in product(*(range(10) if card is None else (POINTS[card] % 10,) for card in here)):
        fresh = [value for value, card in zip(four, here, strict=True) if card is None]
        left = [number - lying.count(value) for value, number in enumerate(there)]
        if often := _often(tuple(fresh), left):
            _finish(four, often, there, found, third)
    if not found:
        raise ValueError(NO_THIRD)
    return _shares(found)


def _check(player: Sequence[Card], banker: Sequence[Card], seen: Sequence[Card], decks: int) -> None:
    """Raises ValueError where a card is there too often, or a third one came that nobody draws."""
    for card, pieces in Counter((*player, *banker, *seen)).items():
        if pieces > decks:
            raise ValueError(f"{card} is there {pieces} times, more than {decks} decks have of it.")
    if max(len(player), len(banker)) > HAND:
        raise ValueError("A hand has three cards at most. Leave the others out.")
    if len(banker) < HAND:
        return
    if len(player) < HAND - 1:
        raise ValueError("The Banker's third card comes after the Player's cards. Type those, too.")
    first, second = count(player[: HAND - 1]), count(banker[: HAND - 1])
    third = POINTS[player[-1]] % 10 if len(player) == HAND else None
    drawn = player_draws(first, second) == (third is not None)
    if not (drawn and banker_draws(first, second, third)):
        raise ValueError(NO_THIRD)


def _shares(found: Mapping[tuple[int, int], int]) -> dict[str, Fraction]:
    total, shares = sum(found.values()), dict.fromkeys(("banker", "player", "tie"), Fraction())
    for points, often in found.items():
        shares[_outcome(*points)] += Fraction(often, total)
    return shares


def _finish(
    four: tuple[int, ...],
    often: int,
    there: list[int],
    found: Counter[tuple[int, int]],
    drawn: int | None = None,
) -> None:
    """Deal the third cards to two hands, the Player's if it is not known; add each end."""
    left = [number - four.count(value) for value, number in enumerate(there)]
    all_left = sum(left)
    player, banker = (four[0] + four[2]) % 10, (four[1] + four[3]) % 10
    draws = player_draws(player, banker)
    if drawn is not None and not draws:
        return  # these four leave no room for the card that lies there
    known = range(10) if drawn is None else (drawn,)
    thirds = known if draws else (None,)
    for third in thirds:
        ways = all_left if third is None else left[third]
        total = player if third is None else (player + third) % 10
        if not banker_draws(player, banker, third):
            found[total, banker] += often * ways * (all_left - 1)
            continue
        for last, number in enumerate(left):
            pieces = number if third is None else number - (last == third)
            rest = ways if third is not None else all_left - 1
            found[total, (banker + last) % 10] += often * rest * pieces


def _often(values: tuple[int, ...], there: list[int]) -> int:
    """In how many orders these can come."""
    return prod(there[value] - values[:place].count(value) for place, value in enumerate(values))


def outcomes(decks: int = 8) -> dict[str, int]:
    """Orders of six cards in which each hand wins, or neither."""
    found = dict.fromkeys(("banker", "player", "tie"), 0)
    for (player, banker), often in counts(decks).items():
        found[_outcome(player, banker)] += often
    return found


def chance(on: Literal["player", "banker", "tie"], options: Options, decks: int = 8) -> Chance:
    """A wager at a table of these options."""
    wager = Wager(id=on, on=on, amount=STAKE)
    found = []
    for (player, banker), often in counts(decks).items():
        points = {"player": player, "banker": banker}
        line = decided(wager, _outcome(player, banker), points, options)
        found.append((Fraction(line.paid - line.collected - line.commission, STAKE), often))
    return Chance.of(found)


def _outcome(player: int, banker: int) -> str:
    return "player" if player > banker else "banker" if banker > player else "tie"
