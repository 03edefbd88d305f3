"""A round as the table shows it: a line for the cards of the house, a line for each seat."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from pitdesk.games.facts import Facts
from pitdesk.games.rulings.told import dollars
from pitdesk.games.rulings.typed import PLAYED, House, Play, Said, Words

OFFERS = {  # options that a round turns on, and that a table tells its players
    "surrender": "Players may surrender",
    "high_low": "The highest and the lowest hand split the pot",
}


def _elsewhere(words: Words, one: Said) -> None:
    """A hand of poker is typed on a page of its own."""
    raise ValueError("Type a hand of poker where a pot is split.")


SHOWN: Mapping[str, Play] = {
    **PLAYED,
    "nd-poker": Play(_elsewhere, (), "", house=(House("b", "board", "The board"),)),
}


def shown(played: Facts) -> Iterator[str]:
    """What the table offers, the cards before the dealer, each seat with what was done there."""
    play, said = SHOWN[played.game], msgspec.to_builtins(played)
    offers = {name for name, on in said["options"].items() if on is True} | {said.get("variant")}
    yield from (words for name, words in OFFERS.items() if name in offers)
    for one in play.house:
        if words := _house(said[one.field]):
            yield f"{one.field.capitalize()}: {words}"
    for seat in said[play.seats]:
        if play.number in seat:
            button = " (button)" * (said.get("button") == seat[play.number])
            yield f"Seat {seat[play.number]}{button}: {', '.join(_seat(seat))}"


def _house(said: Said | Sequence[str]) -> str:
    """The cards of the dealer or of a board."""
    if not isinstance(said, dict):
        return " ".join(said)
    if "card" in said:
        war = said.get("war_card")
        return f"{said['card']}, at war {war}" if war else str(said["card"])
    return " ".join(said["cards"])


def _seat(one: Said) -> Iterator[str]:
    """The cards of a seat, then what was done with them."""
    own = one.get("cards") or [one[name] for name in ("card",) if one.get(name)]
    hands = " / ".join(
        " ".join(hand["cards"]) + " doubled" * bool(hand["double"]) for hand in one.get("hands", ())
    )
    if own:
        yield " ".join(own)
    if one.get("contributed"):
        yield f"puts in {dollars(one['contributed']).lstrip('+')}"
    if hands:
        yield f"split {hands}" if own else hands
    if one.get("drawn"):
        yield f"{'doubled' if one['double'] else 'draws'} {' '.join(one['drawn'])}"
    if one.get("keep"):
        yield f"{'splits' if one['action'] == 'split' else 'keeps'} {' '.join(one['keep'])}"
    if one.get("war_card"):
        yield f"war {one['war_card']}"
    decided = one.get("decision") or one.get("action")
    if decided == "surrender" or one.get("surrender"):
        yield "gives up"
    if decided == "natural":
        yield "a natural"
    if one.get("state") == "folded":
        yield "folds"
