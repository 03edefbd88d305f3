"""Hands that count to twenty-one: their total, naturals, and when a dealer stays."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from pitdesk.games.cards import POINTS, Card
from pitdesk.games.facts import Cents, Fields
from pitdesk.games.results import Fault, Impossible


class Dealer(Fields, frozen=True, kw_only=True, gc=False):
    """The dealer's cards: face up, hole card, draws."""

    cards: tuple[Card, ...] = ()


class Hand(Fields, frozen=True, kw_only=True, gc=False):
    """A hand of a player, and what was doubled on it."""

    cards: tuple[Card, ...]
    double: Cents = 0


Soft17: TypeAlias = Literal["stand", "hit_ace_six", "hit"]


def total(cards: Sequence[Card]) -> int:
    """The count, one ace as eleven if that is not too much."""
    low = low_total(cards)
    return low + 10 if low <= 11 and any(card[0] == "A" for card in cards) else low


def low_total(cards: Sequence[Card]) -> int:
    """The count with every ace as one."""
    return sum(map(POINTS.__getitem__, cards))


def bust(cards: Sequence[Card]) -> bool:
    """More than twenty-one."""
    return low_total(cards) > 21


def natural(cards: Sequence[Card]) -> bool:
    """An ace and a ten-count card, and nothing else."""
    return len(cards) == 2 and total(cards) == 21


def ominous(card: Card) -> bool:
    """An ace or a ten-count card, under which a natural can lie."""
    return POINTS[card] in (1, 10)


def draws(cards: Sequence[Card], soft17: Soft17) -> bool:
    """Whether a dealer takes another card: below 17 always, at a soft 17 as the house says."""
    found = total(cards)
    if found != 17 or low_total(cards) == 17:
        return found < 17
    return soft17 == "hit" or (soft17 == "hit_ace_six" and len(cards) == 2)


class House:
    """The dealer's hand. What is asked of it has to be there; the rest may be left out."""

    def __init__(self, cards: Sequence[Card], soft17: Soft17, section: str) -> None:
        """The cards that count: face up, hole card, draws."""
        self.cards, self._soft17, self._section = tuple(cards), soft17, section
        self.played: tuple[Card, ...] = ()  # as far as somebody asked for it

    @property
    def ominous(self) -> bool:
        """Whether a natural can lie under the card that is face up."""
        self._need(1)
        return ominous(self.cards[0])

    @property
    def ace(self) -> bool:
        """Whether an ace is face up."""
        return self.cards[:1] != () and self.cards[0][0] == "A"

    @property
    def natural(self) -> bool:
        """Whether the first two are a natural; 21 is all that they can be then."""
        if not self.ominous:
            return False
        self._need(2)
        found = natural(self.cards[:2])
        if found:
            self.played = self.cards[:2]
        return found

    @property
    def total(self) -> int:
        """The final count."""
        if not self.played:
            count = 2
            self._need(count)
            while draws(self.cards[:count], self._soft17):
                count += 1
                self._need(count)
            self.played = self.cards[:count]
        return total(self.played)

    @property
    def spare(self) -> tuple[Card, ...]:
        """Cards that he drew when he had to stay."""
        return self.cards[len(self.played) :] if self.played else ()

    def _need(self, count: int) -> None:
        if len(self.cards) < count:
            words = f"the outcome needs card {count} of the dealer"
            raise Impossible(Fault("incomplete", "dealer.cards", (self._section,), words))


def against(cards: Sequence[Card], house: House) -> int:
    """More than the dealer: 1, the same: 0, less: -1. The hand itself is not bust."""
    mine, theirs = total(cards), house.total
    return 1 if theirs > 21 else (mine > theirs) - (mine < theirs)


def versus(cards: Sequence[Card], house: House) -> str:
    """Both totals, for people."""
    return f"player {total(cards)}, dealer {total(house.played)}"
