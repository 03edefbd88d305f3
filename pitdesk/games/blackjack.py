"""Blackjack as New Jersey plays it, N.J.A.C. 19:47-2, with its options, side wagers and bonus odds.

Sections 2.8 to 2.11 and 2.17 are not in the text that we have: surrender, insurance, doubles, splits and
side wagers are settled as they are commonly written, and cite these numbers.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal, TypeAlias

from pitdesk.games.cards import KNOWN, POINTS, Card, wrong
from pitdesk.games.counts import (
    Dealer,
    Hand,
    House,
    against,
    bust,
    draws,
    low_total,
    natural,
    ominous,
    total,
    versus,
)
from pitdesk.games.facts import Cents, Decks, Facts, Fields, Game, Seat
from pitdesk.games.fates import Fate, line
from pitdesk.games.mistakes import Event, ruled
from pitdesk.games.odds import half
from pitdesk.games.results import Fault, Line, Settled, check, surrender

RULES = "19:47-2."
SIDE_STAKE = 100  # 2.17: one dollar
FACES = "JQK"
SIDES: dict[str | None, tuple[str, ...]] = {  # the kinds of wager that a table's option offers
    None: (),
    "over_under": ("over13", "under13"),
    "same_suit": ("same_suit",),
    "seven": ("seven",),
}
Kind: TypeAlias = Literal["over13", "under13", "same_suit", "seven"]


class Bonus(Fields, frozen=True, kw_only=True, gc=False):
    """Better odds that the house gives, 2.3(e)1 to 4."""

    suited_678: bool = False
    three_sevens: bool = False
    five_card_21: bool = False
    designated_blackjack: tuple[Card, ...] = ()


class Options(Fields, frozen=True, kw_only=True, gc=False):
    """What the house offers and how it deals."""

    variant: Literal["standard", "face_up"] = "standard"
    dealing: Literal["no_hole", "hole_down", "reader"] = "no_hole"
    soft17: Literal["stand", "hit"] = "stand"
    insurance: bool = True
    surrender: bool = False
    max_hands: Literal[2, 3, 4] = 2
    bonus: Bonus = Bonus()
    bonus_scope: Literal["original", "all"] = "original"
    side: Literal["over_under", "same_suit", "seven"] | None = None
    side_odds: Mapping[str, str | Mapping[str, str]] | None = None
    decks: Decks | None = None

    @property
    def open(self) -> bool:
        """Whether both cards of the dealer lie face up, 2.6(k)."""
        return self.variant == "face_up"


class Side(Fields, frozen=True, kw_only=True, gc=False):
    """A side wager."""

    kind: Kind
    amount: Cents


class Player(Fields, frozen=True, kw_only=True, gc=False):
    """A player's wagers and hands, these from the dealer's left."""

    seat: Seat
    wager: Cents
    hands: tuple[Hand, ...]
    insurance: Cents = 0
    surrender: bool = False
    side: tuple[Side, ...] = ()
    extra_card: Card | None = None


class Round(Facts, frozen=True, kw_only=True, gc=False):
    """A round of blackjack."""

    dealer: Dealer = Dealer()
    players: tuple[Player, ...] = ()
    options: Options = Options()
    events: tuple[Event, ...] = ()


def settle(played: Round) -> Settled:
    """Settle each wager by 2.3, the face-up variant by 2.6(k)."""
    options, cards = played.options, played.dealer.cards
    rulings, faults = ruled(played.events, {})
    check(faults + wrong(_dealt(played), options.decks) + [*_setting(options)])
    if not cards and played.players:
        check([_fault("incomplete", "dealer.cards", "6", "no card of the dealer lies there")])
    early = _early(cards, options)
    faults = [*_drawn(cards, options)]
    seats = [player.seat for player in played.players]
    faults += [Fault("bad_input", "players", text="a seat is named twice")] * (
        len({*seats}) < len(seats)
    )
    check(
        faults + [fault for player in played.players for fault in _faults(player, played, early=early)]
    )
    house = House(cards, options.soft17, f"{RULES}6")
    lines = [line for player in played.players for line in _lines(player, house, options, early=early)]
    more = {"dealer": {"total": house.total, "cards": house.played}} if house.played else {}
    return Settled(tuple(lines), rulings, more=more)


def _early(cards: Sequence[Card], options: Options) -> bool:
    """Whether the dealer's blackjack ended the round before anybody decided, 2.6(j), (k)."""
    known = options.open or (options.dealing == "reader" and ominous(cards[0])) if cards else False
    return known and natural(cards[:2])


def _dealt(played: Round) -> Iterator[tuple[str, Sequence[Card]]]:
    yield "dealer.cards", played.dealer.cards
    for player in played.players:
        for at, hand in enumerate(player.hands):
            yield f"seat {player.seat}.hands[{at}]", hand.cards
        yield f"seat {player.seat}.extra_card", (player.extra_card,) if player.extra_card else ()


def _fault(code: str, at: str, section: str, text: str) -> Fault:
    return Fault(code, at, (RULES + section,), text)


def _setting(options: Options) -> Iterator[Fault]:
    """What a table may not be set to."""
    pair = options.bonus.designated_blackjack
    ranks = sorted(card[:1] for card in pair)
    if pair and not (
        KNOWN.issuperset(pair) and len(pair) == 2 and ranks[0] == "A" and ranks[1] in FACES
    ):
        yield _fault("not_allowed", "options.bonus", "3(e)3", "it names one ace and one face card")


def _drawn(cards: Sequence[Card], options: Options) -> Iterator[Fault]:
    """A dealer draws as long as the rule says, and no longer."""
    if any(not draws(cards[:count], options.soft17) for count in range(2, len(cards))):
        yield _fault("extra_cards", "dealer.cards", "12", "the dealer had to stay before")


def _faults(player: Player, played: Round, *, early: bool) -> Iterator[Fault]:
    """What is wrong with a player's wagers, hands and decisions."""
    at, options, cards = f"seat {player.seat}", played.options, played.dealer.cards
    if not player.wager:
        yield _fault("wager_amount", f"{at}.wager", "3(a)", "a wager is needed")
    yield from _insurance_faults(player, options, cards, at)
    yield from _surrender_faults(player, options, at)
    yield from _side_faults(player, options, at)
    yield from _split_faults(player, options, at)
    for number, hand in enumerate(player.hands):
        yield from _hand_faults(player, hand, options, f"{at}.hands[{number}]")
    if early and (len(player.hands) > 1 or any(hand.double for hand in player.hands)):
        yield _fault("not_allowed", at, "6", "the dealer's blackjack ended the round")
    elif early and any(len(hand.cards) > 2 for hand in player.hands):
        yield _fault("extra_cards", at, "6", "the dealer's blackjack ended the round")
    if player.extra_card and not (early and _sevens(player)):
        words = "only two sevens with a side wager get it, against a blackjack seen at once"
        yield _fault("extra_cards", f"{at}.extra_card", "6(j)3", words)


def _sevens(player: Player) -> bool:
    """Two sevens, and a wager on sevens."""
    first = player.hands[0].cards[:2] if player.hands else ()
    return any(s.kind == "seven" for s in player.side) and [c[0] for c in first] == ["7", "7"]


def _insurance_faults(
    player: Player, options: Options, cards: Sequence[Card], at: str
) -> Iterator[Fault]:
    if not player.insurance:
        return
    where = f"{at}.insurance"
    if options.open:
        yield _fault("not_allowed", where, "6(k)3", "face up, there is no insurance")
    if not options.insurance:
        yield _fault("not_offered", where, "9", "the house offers no insurance")
    if cards[0][0] != "A":
        yield _fault("not_allowed", where, "9", "insurance needs an ace of the dealer")
    if 2 * player.insurance > player.wager:
        yield _fault("wager_amount", where, "9", "insurance is half the wager at most")


def _surrender_faults(player: Player, options: Options, at: str) -> Iterator[Fault]:
    if not player.surrender:
        return
    where = f"{at}.surrender"
    if options.open:
        yield _fault("not_allowed", where, "6(k)3", "face up, nobody surrenders")
    if not options.surrender:
        yield _fault("not_offered", where, "8", "the house offers no surrender")
    if len(player.hands) != 1 or len(player.hands[0].cards) > 2 or player.hands[0].double:
        yield _fault("not_allowed", where, "8", "surrender is for the first two cards")


def _side_faults(player: Player, options: Options, at: str) -> Iterator[Fault]:
    kinds = [side.kind for side in player.side]
    for number, side in enumerate(player.side):
        where = f"{at}.side[{number}]"
        if side.kind not in SIDES[options.side]:
            yield _fault("not_offered", where, "17", "the table does not offer it")
        elif not isinstance(
            (options.side_odds or {}).get(side.kind), dict if side.kind == "seven" else str
        ):
            yield _fault("bad_input", f"options.side_odds.{side.kind}", "17", "its odds are missing")
        if side.amount != SIDE_STAKE:
            yield _fault("wager_amount", where, "17", "a side wager is one dollar")
        if side.kind in kinds[:number]:
            yield Fault("bad_input", where, text="it is there twice")


def _split_faults(player: Player, options: Options, at: str) -> Iterator[Fault]:
    """Cards of one value; aces get one card each."""
    hands = player.hands
    if not hands:
        yield _fault("incomplete", f"{at}.hands", "6", "no cards")
    if len(hands) < 2:
        return
    firsts = {POINTS[hand.cards[0]] for hand in hands if hand.cards}
    if len(hands) > 4 or (options.open and len(hands) > 2):
        rule = "6(k)5" if options.open else "11"
        yield _fault("not_allowed", at, rule, "a pair is not split into so many hands")
    elif len(hands) > options.max_hands:
        yield _fault("not_offered", at, "11", f"the table splits into {options.max_hands} hands at most")
    if len(firsts) > 1:
        yield _fault("not_allowed", at, "11", "only cards of one value are split")
    for number, hand in enumerate(hands):
        if firsts == {1} and len(hand.cards) > 2:
            yield _fault("extra_cards", f"{at}.hands[{number}]", "11", "split aces get one card each")
        if firsts == {1} and hand.double:
            yield _fault(
                "not_allowed", f"{at}.hands[{number}].double", "10", "split aces are not doubled"
            )


def _hand_faults(player: Player, hand: Hand, options: Options, at: str) -> Iterator[Fault]:
    """Cards and double of one hand."""
    cards, single = hand.cards, len(player.hands) == 1
    if len(cards) < 2:
        yield _fault("incomplete", at, "6", "a hand has two cards at least")
    if bust(cards[:-1]) or (single and natural(cards[:2]) and len(cards) > 2 and not hand.double):
        yield _fault("extra_cards", at, "6", "the hand takes no more cards")
    if not hand.double:
        return
    if len(cards) != 3:
        yield _fault(
            "extra_cards" if len(cards) > 3 else "incomplete", at, "10", "a double takes one card"
        )
    if hand.double > player.wager:
        yield _fault("wager_amount", f"{at}.double", "10", "a double is the wager at most")
    if single and natural(cards[:2]):
        yield _fault("needs_ruling", f"{at}.double", "10", "whether a blackjack is doubled is not said")
    if options.open and total(cards[:2]) not in (9, 10, 11):
        yield _fault("not_allowed", f"{at}.double", "6(k)4", "face up, only 9, 10 and 11 are doubled")


# What becomes of the wagers.


def _lines(player: Player, house: House, options: Options, *, early: bool) -> Iterator[Line]:
    """Every wager of a player; side wagers first, as they are settled."""
    name = f"p{player.seat}"
    for side in player.side:
        yield from line(f"{name}.{side.kind}", side.amount, _side(side.kind, player, options))
    if player.insurance:
        won = Fate("win", f"{RULES}9", "the dealer has blackjack", "2:1")
        lost = Fate("lose", f"{RULES}9", "the dealer has no blackjack")
        yield from line(f"{name}.insurance", player.insurance, won if house.natural else lost)
    if player.surrender:
        yield from _surrendered(player, house)
        return
    for number, hand in enumerate(player.hands, 1):
        wager = f"{name}.{'wager' if number == 1 else f'split{number}'}"
        yield from line(wager, player.wager, _fate(player, hand, house, options, added=number > 1))
        fate = _fate(player, hand, house, options, added=True)
        yield from line(f"{name}.double{number}", hand.double, fate)


def _surrendered(player: Player, house: House) -> Iterator[Line]:
    """Half is kept; all of it if the dealer has blackjack."""
    wager, section = f"p{player.seat}.wager", f"{RULES}8"
    if house.natural:
        yield from line(
            wager, player.wager, Fate("lose", section, "surrendered; the dealer has blackjack")
        )
        return
    kept = half(player.wager, wager, section)
    yield surrender(wager, player.wager, kept, (section,), "surrendered: half is kept")


def _fate(player: Player, hand: Hand, house: House, options: Options, *, added: bool) -> Fate:
    """What becomes of a hand's wager, or of what was added by a split or a double."""
    cards = hand.cards
    if bust(cards):
        return Fate("lose", f"{RULES}3(a)", f"bust with {total(cards)}")
    blackjack = len(player.hands) == 1 and natural(cards)
    if house.natural:
        return _against_blackjack(cards, options, blackjack=blackjack, added=added)
    odds, section = _odds(hand, options, blackjack=blackjack, added=added)
    if blackjack:
        return Fate("win", section, "blackjack", odds)
    ahead = against(cards, house)
    if not ahead:
        return _tied(cards, house, options, odds)
    words = versus(cards, house)
    return Fate("win", section, words, odds) if ahead > 0 else Fate("lose", f"{RULES}3(a)", words)


def _tied(cards: Sequence[Card], house: House, options: Options, odds: str) -> Fate:
    """A tie is void; face up it loses; 21 in two split cards beats a longer one, 2.3(a)3."""
    words = versus(cards, house)
    if options.open:
        return Fate("lose", f"{RULES}6(k)1", f"{words}: face up, a tie loses")
    if total(cards) == 21 and len(cards) == 2 and len(house.played) > 2:
        return Fate("win", f"{RULES}3(a)3", f"{words}: 21 in two cards against more", odds)
    return Fate("push", f"{RULES}3(b)", words)


def _against_blackjack(cards: Sequence[Card], options: Options, *, blackjack: bool, added: bool) -> Fate:
    """The dealer's blackjack takes the original wager alone, 2.3(b); face up, the player's own wins."""
    words = "blackjack against blackjack"
    if blackjack and options.open:
        return Fate("win", f"{RULES}6(k)1", words, _blackjack_odds(cards, options))
    if blackjack:
        return Fate("push", f"{RULES}3(b)", words)
    if added:
        words = "the dealer's blackjack takes the original wager only"
        return Fate("void", f"{RULES}11", words)
    return Fate("lose", f"{RULES}3(b)", "the dealer has blackjack")


def _blackjack_odds(cards: Sequence[Card], options: Options) -> str:
    if {*cards} == {*options.bonus.designated_blackjack}:
        return "2:1"
    return "1:1" if options.open else "3:2"


def _odds(hand: Hand, options: Options, *, blackjack: bool, added: bool) -> tuple[str, str]:
    """At what odds the hand is paid if it wins, and the section."""
    cards, bonus = hand.cards, options.bonus
    if blackjack:
        odds = _blackjack_odds(cards, options)
        return (
            odds,
            f"{RULES}3(e)3" if odds == "2:1" else f"{RULES}6(k)2" if options.open else f"{RULES}3(e)",
        )
    if added and options.bonus_scope == "original":
        return "1:1", f"{RULES}3(e)"
    ranks, suits = sorted(card[0] for card in cards), {card[1] for card in cards}
    if bonus.suited_678 and ranks == ["6", "7", "8"] and len(suits) == 1:
        return "2:1", f"{RULES}3(e)1"
    if bonus.three_sevens and ranks == ["7", "7", "7"]:
        return "3:2", f"{RULES}3(e)2"
    if bonus.five_card_21 and len(cards) == 5 and total(cards) == 21:
        return "2:1", f"{RULES}3(e)4"
    return "1:1", f"{RULES}3(e)"


def _side(kind: Kind, player: Player, options: Options) -> Fate:
    """A side wager, on the first two cards or, for sevens, three."""
    odds = (options.side_odds or {})[kind]
    section = f"{RULES}17"
    if kind == "seven":
        return _seven(player, odds if isinstance(odds, Mapping) else {}, section)
    found = {_won(kind, pair) for pair in _firsts(player)}
    if len(found) > 1:
        words = "which two of the split cards came first decides it"
        check([Fault("needs_ruling", f"seat {player.seat}.side", (section,), words)])
    pair = next(iter(_firsts(player)))
    words = f"{' '.join(pair)}: {low_total(pair)}, the ace as one"
    return Fate(
        "win" if found == {True} else "lose", section, words, odds if isinstance(odds, str) else ""
    )


def _firsts(player: Player) -> Iterator[tuple[Card, ...]]:
    """The first two cards; of a pair split again, any two that could have been."""
    if len(player.hands) == 1:
        return iter((player.hands[0].cards[:2],))
    return combinations((hand.cards[0] for hand in player.hands), 2)


def _won(kind: Kind, pair: Sequence[Card]) -> bool:
    if kind == "same_suit":
        return pair[0][1] == pair[1][1]
    return low_total(pair) > 13 if kind == "over13" else low_total(pair) < 13


def _seven(player: Player, odds: Mapping[str, str], section: str) -> Fate:
    """The sevens among the first three cards."""
    cards = [*next(iter(_firsts(player)))]
    if len(player.hands) == 1:
        cards += player.hands[0].cards[2:3]
    else:
        cards += player.hands[0].cards[1:2]  # the first that came after the pair
    cards += [player.extra_card] if player.extra_card else []
    count = Counter(card[0] for card in cards)["7"]
    if not count:
        return Fate("lose", section, "no seven among the first three cards")
    if str(count) not in odds:
        check(
            [Fault("bad_input", f"options.side_odds.seven.{count}", (section,), "its odds are missing")]
        )
    return Fate("win", section, f"sevens: {count}", odds[str(count)])


GAME = Game("nj-blackjack", "Blackjack", Round, settle)
