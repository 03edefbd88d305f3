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
    "ante_changes": "No card is out yet: the ante may be changed.",
    "ante_stands": "A card is out: the ante stays as it is for this hand.",
    "back_up": "The action goes back to the short bet; what came after it is nullified.",
    "bet_stands": "The bet stands.",
    "burn": "Burn the card.",
    "burn_after_first_round": "Burn a card after the first full round.",
    "burn_and_redraw_after_players": "Burn the card. Draw a new hole card after the players.",
    "button": "This seat has the first button.",
    "call": "It is a call.",
    "card_stands": "The card stands.",
    "complete_minimum_raise": "The player completes the minimum raise.",
    "continue": "Go on.",
    "continue_without_reader": "Go on without the reading device.",
    "correct_to_stated": "The bet is what was said.",
    "deal_after_others": "Finish dealing to the others, then deal what was missed.",
    "deal_before_community": "Deal the missing cards before the community cards.",
    "deal_before_hole_card": "Deal the card after the others, before the hole card is shown.",
    "deal_to_dealer_continue": "Deal the missing cards to the dealer and go on.",
    "discard": "Discard the card.",
    "discard_to_one_hand": "Discard down to one hand of two cards.",
    "finish_hand_then_one_more": "Finish the hand, announce the last hand, deal one more.",
    "finish_then_move": "Finish the round, then move the marker.",
    "hand_dead": "The hand is dead. The player is in the next deal.",
    "hand_dead_return_wager": "The hand is dead. Return the original wager.",
    "hand_stands": "The hand stands.",
    "hand_wins": "The hand is live and wins: no dealer kills a winner that was shown.",
    "hand_void": "The hand is void. Return its wager.",
    "hear": "The dispute may still be heard.",
    "misdeal_redeal": "Misdeal: all cards come back for a new deal.",
    "no_more_cards_this_round": "The player gets no more cards in this round.",
    "order": "They show in this order.",
    "play_back": "Play back the cards.",
    "play_on": "Play on.",
    "raise": "It is a raise.",
    "replace_after_round_dealt": "Replace the card after all have their cards of this round.",
    "replace_with_next_below": "The card is dead. The next card below it takes its place.",
    "reset_house_ways": "Set the hand again by house ways and finish the round.",
    "reshuffle": "Reshuffle.",
    "reshuffle_discards_burn_one_continue": "Shuffle the discards, cut, burn one, finish the round.",
    "return_bet": "Return this bet to the player. The betting goes on.",
    "return_wager_burn_card": "Return the wager and burn the card.",
    "round_void": "The round is void. Return all wagers and reshuffle.",
    "space_inactive": "The space is out of this round. Return its wagers.",
    "space_inactive_burn": "The space is out of this round. Return its wagers, burn its card.",
    "too_late": "It is too late to dispute this.",
    "turn_down_continue": "Turn the card down and go on.",
    "use_as_next_card": "Use the card as the next one.",
    "wager_void": "The wager is void. The player is in the next round.",
    "wagers_stay": "What the player put into the pot stays there.",
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
