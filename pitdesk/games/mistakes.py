"""What goes wrong at a table or is asked there, and what is done about it: tables, not branches."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from pitdesk.games.facts import Fields
from pitdesk.games.results import Fault, Ruling


class Event(Fields, frozen=True, kw_only=True, gc=False):
    """Something that went wrong, by its name; each game adds what its rulings turn on."""

    event: str


@dataclass(frozen=True, slots=True)
class Do:
    """What is done, and where that stands."""

    action: str
    section: str


@dataclass(frozen=True, slots=True)
class Ask:
    """What is done turns on a fact: more than `over` of it, or not. None: the text does not say."""

    fact: str
    yes: "Do | Ask | None"
    no: "Do | Ask | None"
    over: int = 0


Table: TypeAlias = Mapping[str, Do | Ask]

WORDS = {  # of each action, for people
    "all_hands_dead_return_wagers": "All hands are dead. Return all wagers.",
    "all_hands_void": "All hands are void. Return all wagers and reshuffle.",
    "burn": "Burn the card.",
    "burn_after_first_round": "Burn a card after the first full round.",
    "burn_and_redraw_after_players": "Burn the card. Draw a new hole card after the players.",
    "continue": "Go on.",
    "continue_without_reader": "Go on without the reading device.",
    "deal_after_others": "Finish dealing to the others, then deal what was missed.",
    "deal_before_hole_card": "Deal the card after the others, before the hole card is shown.",
    "discard": "Discard the card.",
    "hand_dead": "The hand is dead. The player is in the next deal.",
    "hand_dead_return_wager": "The hand is dead. Return the original wager.",
    "hand_stands": "The hand stands.",
    "no_more_cards_this_round": "The player gets no more cards in this round.",
    "play_back": "Play back the cards.",
    "reshuffle": "Reshuffle.",
    "reshuffle_discards_burn_one_continue": "Shuffle the discards, cut, burn one, finish the round.",
    "return_wager_burn_card": "Return the wager and burn the card.",
    "round_void": "The round is void. Return all wagers and reshuffle.",
    "space_inactive": "The space is out of this round. Return its wagers.",
    "space_inactive_burn": "The space is out of this round. Return its wagers, burn its card.",
    "use_as_next_card": "Use the card as the next one.",
}


def ruling(event: str, done: Do) -> Ruling:
    """What is done about an event, with its words."""
    return Ruling(
        event=event, action=done.action, section=(done.section,), text=WORDS.get(done.action, "")
    )


def ruled(events: Iterable[Event], table: Table) -> tuple[tuple[Ruling, ...], list[Fault]]:
    """A ruling for each event, in their order, and what has none."""
    found, faults = [], []
    for at, event in enumerate(events):
        done = _answer(event, table, f"events[{at}]")
        if isinstance(done, Fault):
            faults.append(done)
        else:
            found.append(ruling(event.event, done))
    return tuple(found), faults


def _answer(event: Event, table: Table, at: str) -> Do | Fault:
    """Follow the questions to what is done."""
    answer: Do | Ask | None = table.get(event.event)
    if answer is None:
        return Fault("unknown_event", f"{at}.event", text=f"'{event.event}' is none of this game")
    while isinstance(answer, Ask):
        fact = getattr(event, answer.fact)
        if fact is None:
            return Fault("bad_input", f"{at}.{answer.fact}", text="the ruling turns on it")
        answer = answer.yes if fact > answer.over else answer.no
    return answer or Fault("needs_ruling", at, text="the rules do not say; the shift manager decides")
