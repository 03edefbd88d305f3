"""Fast action hold'em (19:47-21): two cards of four, and five community cards, against the dealer."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pitdesk.games.cards import Card, wrong
from pitdesk.games.facts import Cents, Decks, Facts, Fields, Game, Seat
from pitdesk.games.houseways import kept, rightly
from pitdesk.games.mistakes import Ask, Do, Event, Table, ruled, ruling
from pitdesk.games.odds import half, pays
from pitdesk.games.poker.ranks import GROUPS, HIGHEST_CARD, Ranking
from pitdesk.games.results import (
    Fault,
    Line,
    Ruling,
    Settled,
    back,
    check,
    lose,
    surrender,
    win,
)

NATURAL = "5:1"  # 21.8(b)
ORDINARY = "1:1"  # 21.8(n)
COMPARE = {"groups": GROUPS, "highest_card": HIGHEST_CARD}  # two readings of 21.3(c)

MISSET = Do("reset_house_ways", "19:47-21.9(h)")
EVENTS: Table = {
    "face_up_in_shoe": Do("discard", "19:47-21.9(a)"),
    "drawn_in_error_unseen": Do("use_as_next_card", "19:47-21.9(b)"),
    "player_card_exposed": Do("turn_down_continue", "19:47-21.9(c)"),
    "dealer_short": Do("deal_to_dealer_continue", "19:47-21.9(d)"),
    "player_short": Ask(
        "wants_cards",
        yes=Do("deal_before_community", "19:47-21.9(e)"),
        no=Do("hand_void", "19:47-21.9(e)"),
    ),
    "dealer_too_many": Do("all_hands_void", "19:47-21.9(f)"),
    "player_too_many": Do("discard_to_one_hand", "19:47-21.9(g)"),
    "dealer_misset": MISSET,
    "not_enough_cards": Do("round_void", "19:47-21.9(i)"),
    "no_cards_to_player": Do("wager_void", "19:47-21.9(j)"),
    "marker_not_moved": Do("finish_then_move", "19:47-21.9(k)"),
}
VOID = ("all_hands_void", "round_void")


class Mistake(Event, frozen=True, kw_only=True, gc=False):
    """What went wrong; a player who is short of cards may want them or not."""

    seat: Seat | None = None
    wants_cards: bool | None = None


class Options(Fields, frozen=True):
    """What 21.3(c) leaves open."""

    compare: Literal["groups", "highest_card"] = "groups"
    decks: Decks | None = None


class Dealer(Fields, frozen=True):
    """The dealer's four cards, and which two were set, if any."""

    cards: tuple[Card, ...] = ()
    kept: tuple[Card, ...] | None = None


class Player(Fields, frozen=True):
    """A wager, four cards, and what was done with them."""

    seat: Seat
    wager: Cents
    cards: tuple[Card, ...] = ()
    action: Literal["set", "split", "surrender", "natural", "void_short"] | None = None
    keep: tuple[Card, ...] = ()
    second: Cents = 0

    @property
    def other(self) -> tuple[Card, ...]:
        """What is left of the cards without those that are kept."""
        return tuple((Counter(self.cards) - Counter(self.keep)).elements())


class Round(Facts, frozen=True, kw_only=True):
    """A round: the dealer, the community cards if they were dealt, the players."""

    dealer: Dealer = Dealer()
    board: tuple[Card, ...] = ()
    players: tuple[Player, ...] = ()
    options: Options = Options()
    events: tuple[Mistake, ...] = ()


def natural(cards: Sequence[Card]) -> bool:
    """Four cards of one rank (21.1)."""
    return len(cards) == 4 and len({card[0] for card in cards}) == 1


def settle(played: Round) -> Settled:
    """Settle each wager by 21.8; rule what went wrong by 21.9."""
    rulings, unruled = ruled(played.events, EVENTS)
    check(unruled + _wrong_wagers(played) + wrong(_dealt(played), played.options.decks))
    void = next((ruling for ruling in rulings if ruling.action in VOID), None)
    if void:
        return Settled(tuple(_voided(played, void)), rulings, "void")
    if played.events and not (played.players or played.dealer.cards):
        return Settled((), rulings)
    check(_wrong_cards(played))
    compared = any(player.cards and player.action in ("set", "split") for player in played.players)
    table = _table(played) if played.dealer.cards else None
    if compared and not natural(played.dealer.cards):
        check(_incomplete(played))
    lines = [line for player in played.players for line in _settled(player, table, played)]
    if not table:
        return Settled(tuple(lines), rulings)
    more = {"dealer": table.said(), "categories": _categories(played, table)}
    return Settled(tuple(lines), (*rulings, *_reset(played, rulings)), more=more)


@dataclass(frozen=True, slots=True)
class Shown:
    """The dealer's hand once it is set, with the board."""

    natural: bool
    kept: tuple[Card, ...]
    way: int
    board: tuple[Card, ...]
    ranking: Ranking

    def worth(self, two: Sequence[Card]) -> tuple[int, ...]:
        """The best five of two cards and the board."""
        return self.ranking.best((*two, *self.board)).worth

    def category(self, two: Sequence[Card]) -> str:
        """What that is called."""
        return self.ranking.category(self.worth(two))

    def said(self) -> dict[str, object]:
        """As the result tells it."""
        if self.natural:
            return {"natural": True, "kept": None, "house_way": None, "category": None}
        category = self.category(self.kept) if self.board else None
        return {"natural": False, "kept": self.kept, "house_way": self.way, "category": category}


def _table(played: Round) -> Shown:
    four, set_by_dealer = played.dealer.cards, played.dealer.kept
    best = kept(four)
    right = set_by_dealer is not None and rightly(set_by_dealer, four)
    cards = set_by_dealer if set_by_dealer is not None and right else best.cards
    return Shown(natural(four), cards, best.way, played.board, COMPARE[played.options.compare])


def _settled(player: Player, table: Shown | None, played: Round) -> Iterator[Line]:
    name, stake = f"p{player.seat}.wager", player.wager
    if not player.cards:
        yield back(name, stake, "void", ("19:47-21.9(j)",), "no cards were dealt to the wager")
    elif player.action == "void_short":
        yield back(name, stake, "void", ("19:47-21.9(e)",), "a short hand, declared void")
    elif player.action == "natural":
        paid = pays(NATURAL, stake, name, "19:47-21.8(b)")
        yield win(name, stake, paid, NATURAL, ("19:47-21.8(b)",), "a natural, paid at once")
    elif player.action == "surrender":
        lost = half(stake, name, "19:47-21.8(f)")
        yield surrender(name, stake, lost, ("19:47-21.8(f)",), "given up for half the wager")
    elif table and table.natural:
        yield lose(name, stake, ("19:47-21.8(h)",), "the dealer has a natural")
        if player.action == "split":
            words = "of a split hand only the original wager is collected"
            yield back(f"p{player.seat}.second", player.second, "void", ("19:47-21.8(h)",), words)
    elif table and player.action == "split":
        yield _compared(name, stake, player.keep, table, "19:47-21.8(c)")
        yield _compared(f"p{player.seat}.second", player.second, player.other, table, "19:47-21.8(c)")
    elif table:
        yield _compared(name, stake, player.keep, table)


def _compared(name: str, stake: int, two: Sequence[Card], table: Shown, *also: str) -> Line:
    """A hand against the dealer's; a copy hand loses (21.8(k))."""
    mine, theirs = table.worth(two), table.worth(table.kept)
    said = f"{table.ranking.words(mine)}; dealer {table.ranking.words(theirs)}"
    if mine > theirs:
        section = (*also, "19:47-21.3", "19:47-21.8(k)", "19:47-21.8(n)")
        return win(name, stake, stake, ORDINARY, section, said)
    said += "; a copy hand" * (mine == theirs)
    return lose(name, stake, (*also, "19:47-21.3", "19:47-21.8(k)"), said)


def _categories(played: Round, table: Shown) -> dict[str, str]:
    found = {}
    for player in played.players:
        if table.natural or not player.cards or player.action not in ("set", "split"):
            continue
        found[f"p{player.seat}.wager"] = table.category(player.keep)
        if player.action == "split":
            found[f"p{player.seat}.second"] = table.category(player.other)
    return found


def _reset(played: Round, rulings: tuple[Ruling, ...]) -> list[Ruling]:
    """Added where the dealer set otherwise than the house ways, and nobody said so."""
    cards, dealer = played.dealer.kept, played.dealer
    said = any(ruling.event == "dealer_misset" for ruling in rulings)
    if cards is None or said or natural(dealer.cards) or rightly(cards, dealer.cards):
        return []
    return [ruling("dealer_misset", MISSET)]


def _voided(played: Round, void: Ruling) -> Iterator[Line]:
    for player in played.players:
        yield back(f"p{player.seat}.wager", player.wager, "void", void.section, "the round is void")
        if player.second:
            name = f"p{player.seat}.second"
            yield back(name, player.second, "void", void.section, "the round is void")


def _wrong_wagers(played: Round) -> list[Fault]:
    faults: list[Fault] = []
    seats = [player.seat for player in played.players]
    for place, player in enumerate(played.players):
        where = f"players[{place}]"
        if player.seat in seats[:place]:
            words = f"Seat {player.seat} is there twice."
            faults.append(Fault("bad_input", where, ("19:47-21.10",), words))
        if not player.wager:
            faults.append(Fault("wager_amount", f"{where}.wager", ("19:47-21.6(a)",), "No wager."))
        if player.action == "split" and player.second != player.wager:
            words = "The second wager equals the original one."
            faults.append(Fault("wager_amount", f"{where}.second", ("19:47-21.8(c)",), words))
        if player.action != "split" and player.second:
            words = "Only a split hand has a second wager."
            faults.append(Fault("not_allowed", f"{where}.second", ("19:47-21.8(c)",), words))
    return faults


def _dealt(played: Round) -> Iterator[tuple[str, Sequence[Card]]]:
    yield "dealer.cards", played.dealer.cards
    yield "board", played.board
    for place, player in enumerate(played.players):
        yield f"players[{place}].cards", player.cards


def _wrong_cards(played: Round) -> list[Fault]:
    faults = []
    if len(played.dealer.cards) not in (0, 4):
        code = "incomplete" if len(played.dealer.cards) < 4 else "extra_cards"
        faults.append(Fault(code, "dealer.cards", ("19:47-21.7(c)",), "The dealer has four cards."))
    set_by_dealer = played.dealer.kept
    if set_by_dealer is not None and not _two_of(set_by_dealer, played.dealer.cards):
        words = "The dealer keeps two of the four cards."
        faults.append(Fault("not_allowed", "dealer.kept", ("19:47-21.8(g)",), words))
    if len(played.board) not in (0, 5):
        code = "incomplete" if len(played.board) < 5 else "extra_cards"
        faults.append(Fault(code, "board", ("19:47-21.8(j)",), "There are five community cards."))
    for place, player in enumerate(played.players):
        if player.cards:
            faults += _wrong_hand(player, f"players[{place}]", _too_many(played, player))
    return faults


def _too_many(played: Round, player: Player) -> bool:
    """Whether it was said that this player was dealt more than four cards (21.9(g))."""
    return any(
        event.event == "player_too_many" and event.seat in (None, player.seat) for event in played.events
    )


def _wrong_hand(player: Player, where: str, too_many: bool) -> list[Fault]:
    """What cannot be done with these cards: the first reason against it."""
    cards, action = player.cards, player.action
    short, more, plays = len(cards) < 4, len(cards) > 4, action in ("set", "split")
    void = action == "void_short"
    one_hand = too_many and action == "set"
    reasons = (
        (action is None, "incomplete", "action", "8(a)", "What was done with the cards?"),
        (void and not short, "not_allowed", "action", "9(e)", "Only a short hand may be void."),
        (short and not void, "incomplete", "cards", "9(e)", "A short hand is void, or gets the rest."),
        (more and not one_hand, "extra_cards", "cards", "9(g)", "More than four make one hand only."),
        (
            action == "natural" and not natural(cards),
            *("not_allowed", "action", "8(b)", "A natural is four cards of one rank."),
        ),
        (plays and not player.keep, "incomplete", "keep", "8(a)", "Which two cards are kept?"),
        (
            plays and not _two_of(player.keep, cards),
            *("not_allowed", "keep", "8(a)", "The player keeps two of the cards."),
        ),
    )
    return [
        Fault(code, f"{where}.{field}", (f"19:47-21.{part}",), words)
        for wrong_so, code, field, part, words in reasons
        if wrong_so
    ][:1]


def _two_of(two: Sequence[Card], cards: Sequence[Card]) -> bool:
    return len(two) == 2 and not Counter(two) - Counter(cards)


def _incomplete(played: Round) -> list[Fault]:
    """What a comparison needs."""
    faults = []
    if not played.dealer.cards:
        faults.append(Fault("incomplete", "dealer.cards", ("19:47-21.8(g)",), "Which four cards?"))
    if not played.board:
        faults.append(Fault("incomplete", "board", ("19:47-21.8(j)",), "Which five cards?"))
    return faults


GAME = Game("nj-fah", "Fast action hold'em", Round, settle)
