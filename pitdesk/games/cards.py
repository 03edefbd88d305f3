"""Cards: two letters each, rank and suit, such as "TD"."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from pitdesk.games.results import Fault

Card: TypeAlias = str
Dealt: TypeAlias = Iterable[tuple[str, Sequence[Card]]]  # where they lie, and in which order they came

RANKS, SUITS = "23456789TJQKA", "SHDC"
DECK: tuple[Card, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
KNOWN = frozenset(DECK)
ORDER = {card: RANKS.index(card[0]) for card in DECK}  # by rank, the ace above the king
POINTS = {card: {"A": 1}.get(card[0], min(ORDER[card] + 2, 10)) for card in DECK}  # the ace counts 1


def wrong(dealt: Dealt, decks: int | None) -> list[Fault]:
    """What no deck has, and what is there more often than in so many decks; None asks for no count."""
    faults, seen = [], Counter[Card]()
    for where, cards in dealt:
        seen.update(cards)
        if not KNOWN.issuperset(cards):
            strange = sorted({*cards} - KNOWN)
            faults += [
                Fault("bad_card", where, text=f"'{card}' is no card; write TD") for card in strange
            ]
    if decks is not None:
        many = (card for card, count in seen.items() if count > decks)
        faults += [
            Fault("too_many_copies", "cards", text=f"{card} lies {seen[card]} times, of {decks}")
            for card in many
        ]
    return faults


def typed(text: str) -> tuple[Card, ...]:
    """Cards as somebody types them: "ah ks 10d"; ValueError names the first that is none."""
    found = []
    for word in text.replace(",", " ").split():
        card = word.upper().replace("10", "T", 1)
        if card not in KNOWN:
            raise ValueError(f"'{word}' is no card. Type rank and suit, such as AH, 10D or KS.")
        found.append(card)
    return tuple(found)
