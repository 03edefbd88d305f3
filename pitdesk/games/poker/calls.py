"""What is ruled at a poker table, event by event (99-01.3-09-04)."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from msgspec import UNSET, UnsetType

from pitdesk.games.cards import ORDER, SUITS, Card, wrong
from pitdesk.games.facts import Cents, Fields, Seat
from pitdesk.games.mistakes import WORDS
from pitdesk.games.poker.pots import clockwise
from pitdesk.games.results import Fault, Impossible, Ruling, check

PLAY = "99-01.3-09-04"
MISDEALT = ("wrong_count", "player_skipped", "empty_seat", "out_of_sequence")  # (13)
TOO_LATE_AFTER = 60  # seconds, where a hand ends at a break (26)


class Action(Fields, frozen=True):
    """What a seat did."""

    seat: Seat
    action: Literal["bet", "call", "raise", "fold", "check"]


class MisdealClaim(Fields, frozen=True, tag="misdeal_claim", tag_field="event"):
    """Somebody says that the cards were dealt wrong."""

    cause: Literal["wrong_count", "player_skipped", "empty_seat", "out_of_sequence", "other"]
    actions: tuple[Action, ...] = ()


class FaceUpInDeck(Fields, frozen=True, tag="face_up_in_deck", tag_field="event"):
    """A card lies the wrong way in the deck."""


class ExposedByDealer(Fields, frozen=True, tag="exposed_by_dealer", tag_field="event"):
    """A card was seen as it was dealt."""


class ExposedByPlayer(Fields, frozen=True, tag="exposed_by_player", tag_field="event"):
    """A player showed a card."""


class SingleChip(Fields, frozen=True, tag="single_chip", tag_field="event"):
    """One chip, and the bet that it answers."""

    chip: Cents
    bet: Cents
    announced_raise: bool = False


class MultiChip(Fields, frozen=True, tag="multi_chip", tag_field="event"):
    """Several chips, the bet that they answer, and the least legal raise."""

    amount: Cents
    bet: Cents
    min_raise: Cents


class ShortCall(Fields, frozen=True, tag="short_call", tag_field="event"):
    """A bet of less than is needed to call, and what the others did then."""

    later_actions: tuple[Literal["bet", "call", "raise", "fold", "check"], ...] = ()
    all_acted: bool = False


class StatedAmount(Fields, frozen=True, tag="stated_amount", tag_field="event"):
    """A player said one amount and put in another."""

    stated: Cents
    put_in: Cents


class Dispute(Fields, frozen=True, tag="dispute", tag_field="event"):
    """Somebody disputes what a hand is, or how a pot was counted."""

    kind: Literal["reading", "accounting"]
    next_hand_begun: bool = False
    substantial_action_next_hand: bool = False
    ended_at_break: bool = False
    seconds_after_award: int | None = None


class Drawn(Fields, frozen=True):
    """A card that a seat drew."""

    seat: Seat
    card: Card


class FirstButton(Fields, frozen=True, tag="first_button", tag_field="event"):
    """The draw for the first button."""

    draw: tuple[Drawn, ...]


class ShowOrder(Fields, frozen=True, tag="show_order", tag_field="event"):
    """Who shows first at the showdown?"""

    live: tuple[Seat, ...]
    first_to_act: Seat | None = None
    last_aggressor: Seat | None = None
    side_pot: tuple[Seat, ...] = ()


class AnteChange(Fields, frozen=True, tag="ante_change", tag_field="event"):
    """Somebody wants another ante."""

    first_card_dealt: bool


class FouledHand(Fields, frozen=True, tag="fouled_hand", tag_field="event"):
    """A hand has a wrong number of cards, and nobody fouled it on purpose.

    initial_deal   whether it was dealt so, and actions: what was done in the hand since
    last_bet       its bet that the next player calls attention to; 0 where nobody does
    next_acted     whether that player has acted since
    """

    initial_deal: bool = False
    actions: tuple[Action, ...] = ()
    last_bet: Cents = 0
    next_acted: bool = False


class WinnerKilled(Fields, frozen=True, tag="winner_killed", tag_field="event"):
    """The dealer took a hand for dead: was it shown and tabled, and obviously the winner?"""

    tabled: bool
    obvious: bool


Event: TypeAlias = (
    MisdealClaim
    | FaceUpInDeck
    | ExposedByDealer
    | ExposedByPlayer
    | SingleChip
    | MultiChip
    | ShortCall
    | StatedAmount
    | Dispute
    | FirstButton
    | ShowOrder
    | AnteChange
    | FouledHand
    | WinnerKilled
)


def ruled(events: Iterable[Event]) -> tuple[Ruling, ...]:
    """A ruling for each, in their order."""
    return tuple(_ruled(event, f"events[{place}]") for place, event in enumerate(events))


def _ruled(event: Event, at: str) -> Ruling:  # noqa: PLR0911, PLR0912  one line for each event
    match event:
        case MisdealClaim():
            return _said("misdeal_claim", _misdeal(event), "13")
        case FaceUpInDeck():
            return _said("face_up_in_deck", "replace_with_next_below", "22")
        case ExposedByDealer():
            return _said("exposed_by_dealer", "replace_after_round_dealt", "12")
        case ExposedByPlayer():
            return _said("exposed_by_player", "card_stands", "12")
        case SingleChip():
            return _said("single_chip", _single(event, at), "17")
        case MultiChip():
            action, amount = _multi(event, at)
            return _said("multi_chip", action, "17", amount=amount)
        case ShortCall():
            return _said("short_call", _short(event), "16")
        case StatedAmount():
            return _said("stated_amount", "correct_to_stated", "15", amount=event.stated)
        case Dispute():
            return _said("dispute", _dispute(event, at), "26")
        case FirstButton():
            return _said("first_button", "button", "8", seat=_button(event, at))
        case ShowOrder():
            return _said("show_order", "order", "23", order=_order(event, at))
        case AnteChange():
            return _said("ante_change", "ante_stands" if event.first_card_dealt else "ante_changes", "9")
        case FouledHand():
            action = _fouled(event)
            back = event.last_bet if action == "return_bet" else UNSET
            return _said("fouled_hand", action, "19", amount=back)
        case WinnerKilled():
            return _said("winner_killed", _killed(event, at), "24)(j")


def _said(
    event: str,
    action: str,
    subsection: str,
    *,
    amount: int | UnsetType = UNSET,
    seat: int | UnsetType = UNSET,
    order: tuple[int, ...] | UnsetType = UNSET,
) -> Ruling:
    section = (f"{PLAY}({subsection})",)
    said = WORDS[action]
    return Ruling(
        event=event, action=action, section=section, text=said, amount=amount, seat=seat, order=order
    )


def substantial(actions: Iterable[Action]) -> bool:
    """Three players who bet or fold, or two of whom one raised (13)."""
    acting = [one for one in actions if one.action != "check"]
    raised = any(one.action == "raise" for one in acting)
    return len({one.seat for one in acting}) >= (2 if raised else 3)


def _misdeal(event: MisdealClaim) -> str:
    called = event.cause in MISDEALT and not substantial(event.actions)
    return "misdeal_redeal" if called else "play_on"


def _single(event: SingleChip, at: str) -> str:
    """A single chip above the bet is a call, unless a raise is announced."""
    if event.chip < event.bet:
        raise _less(f"{at}.chip")
    if not event.bet:
        return "bet_stands"  # with nothing to call, the chip is the bet
    return "raise" if event.announced_raise and event.chip > event.bet else "call"


def _multi(event: MultiChip, at: str) -> tuple[str, int]:
    """Half of the least raise or more must be completed; less is a call."""
    more = event.amount - event.bet
    if more < 0:
        raise _less(f"{at}.amount")
    if more >= event.min_raise:
        return ("raise" if event.bet else "bet_stands"), event.amount
    if 2 * more >= event.min_raise:
        return "complete_minimum_raise", event.bet + event.min_raise
    return "call", event.bet


def _less(at: str) -> Impossible:
    words = "It is less than the bet: the player completes the call or folds."
    return Impossible(Fault("wager_amount", at, (f"{PLAY}(16)",), words))


def _short(event: ShortCall) -> str:
    stands = event.later_actions.count("call") >= 3 or "raise" in event.later_actions
    return "bet_stands" if stands or event.all_acted else "back_up"


def _fouled(event: FouledHand) -> str:
    """A misdeal that can still be called, a bet that is stopped in time; else all of it stays."""
    if event.initial_deal and not substantial(event.actions):
        return "misdeal_redeal"
    return "return_bet" if event.last_bet and not event.next_acted else "wagers_stay"


def _killed(event: WinnerKilled, at: str) -> str:
    if event.tabled and event.obvious:
        return "hand_wins"
    words = "The rules protect only a hand that was shown, tabled and obviously the winner."
    raise Impossible(Fault("needs_ruling", at, (f"{PLAY}(24)(j)",), words))


def _dispute(event: Dispute, at: str) -> str:
    """A hand that ends at a break has its own minute; else the next hand ends the right."""
    if event.ended_at_break:
        if event.seconds_after_award is None:
            where = f"{at}.seconds_after_award"
            raise Impossible(Fault("incomplete", where, (f"{PLAY}(26)",), "How long ago?"))
        return "hear" if event.seconds_after_award <= TOO_LATE_AFTER else "too_late"
    reading = event.kind == "reading"
    late = event.next_hand_begun if reading else event.substantial_action_next_hand
    return "too_late" if late else "hear"


def _button(event: FirstButton, at: str) -> int:
    """The highest card; among equals spades, hearts, diamonds, clubs."""
    check(wrong([(f"{at}.draw", [drawn.card for drawn in event.draw])], 1))
    if not event.draw:
        raise Impossible(Fault("incomplete", f"{at}.draw", (f"{PLAY}(8)",), "Nobody drew a card."))
    best = max(event.draw, key=lambda drawn: (ORDER[drawn.card], -SUITS.index(drawn.card[1])))
    return best.seat


def _order(event: ShowOrder, at: str) -> tuple[int, ...]:
    """Clockwise from whoever bet or raised last, else acted first; a side pot before the others."""
    first = event.last_aggressor if event.last_aggressor is not None else event.first_to_act
    if first is None:
        where = f"{at}.first_to_act"
        raise Impossible(Fault("incomplete", where, (f"{PLAY}(23)(c)",), "Who acted first?"))
    around = clockwise(event.live, first - 1)
    return tuple(sorted(around, key=lambda seat: bool(event.side_pot) and seat not in event.side_pot))
