"""Three Card 21 "N" Done, as proposed for N.J.A.C. 13:69F-2C: two equal wagers, three cards each."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import field

from pitdesk.games.cards import ORDER, POINTS, Card, wrong
from pitdesk.games.counts import Dealer, Hand, House, against, bust, low_total, total, versus
from pitdesk.games.facts import Cents, Decks, Facts, Fields, Game, Seat
from pitdesk.games.fates import Fate, line
from pitdesk.games.mistakes import Ask, Do, Event, Table, ruled, ruling
from pitdesk.games.odds import half
from pitdesk.games.results import Fault, Line, Ruling, Settled, back, check, surrender

RULES, ERRING = "13:69F-2C.", "13:69F-2A.14"  # the proposal prints its irregularities as 2A.14
PAYTABLE = {  # 2C.5(b)1, from the highest rank down, as 2C.2(c) has them
    "royal_diamonds": "200:1",
    "royal": "50:1",
    "straight_flush": "15:1",
    "three_of_a_kind": "5:1",
    "straight": "2:1",
    "flush": "3:2",
    "pair": "1:1",
    "total_21": "1:1",
}
VOID = ("round_void", "all_hands_dead_return_wagers")
MISTAKES: Table = {  # 2A.14
    "face_up_in_shoe": Ask(
        "count", Do("round_void", f"{ERRING}(a)"), Do("discard", f"{ERRING}(a)"), over=1
    ),
    "drawn_in_error": Ask(
        "exposed",
        Ask(
            "refused_by_all",
            Ask("dealer_can_use", Do("use_as_next_card", f"{ERRING}(c)"), Do("burn", f"{ERRING}(c)")),
            Do("use_as_next_card", f"{ERRING}(c)"),
        ),
        Do("use_as_next_card", f"{ERRING}(b)"),
    ),
    "card_refused": Do("no_more_cards_this_round", f"{ERRING}(c)"),
    "dealer_overdrew": Do("burn", f"{ERRING}(d)"),
    "dealer_card_missed": Do("deal_after_others", f"{ERRING}(e)"),
    "not_enough_cards": Do("reshuffle_discards_burn_one_continue", f"{ERRING}(f)"),
    "no_cards": Do("hand_dead", f"{ERRING}(g)"),
    "card_short": Ask(
        "wants_cards", Do("deal_after_others", f"{ERRING}(g)"), Do("hand_dead", f"{ERRING}(g)")
    ),
    "hit_missed": Ask(
        "wants_cards",
        Do("deal_before_hole_card", f"{ERRING}(h)"),
        Do("hand_dead_return_wager", f"{ERRING}(h)"),
    ),
    "shuffler_jam": Do("reshuffle", f"{ERRING}(i)"),
    "reader_wrong_upcard": Ask(
        "hole_card_could_be_known",
        Do("all_hands_dead_return_wagers", f"{ERRING}(k)1"),
        Do("continue", f"{ERRING}(k)2"),
    ),
    "reader_malfunction": Do("continue_without_reader", f"{ERRING}(l)"),
}


class Options(Fields, frozen=True, kw_only=True, gc=False):
    """What the house offers."""

    soft17: Literal["stand", "hit"] = "stand"
    surrender: bool = False
    insurance: bool = True
    smallest_chip: int = 100
    ace_low: bool = True
    paytable: Mapping[str, str] = field(default_factory=lambda: PAYTABLE)
    decks: Decks | None = None


class Player(Fields, frozen=True, kw_only=True, gc=False):
    """A player's two wagers, three cards, and what was decided."""

    seat: Seat
    main: Cents
    bonus: Cents
    cards: tuple[Card, ...] = ()
    insurance: Cents = 0
    decision: Literal["stand", "hit", "double", "split", "surrender"] | None = None
    drawn: tuple[Card, ...] = ()
    double: Cents = 0
    hands: tuple[Hand, ...] = ()


class Mistake(Event, frozen=True, kw_only=True, gc=False):
    """Something that went wrong, and what its ruling turns on."""

    seat: Seat | None = None
    count: int = 1
    exposed: bool | None = None
    refused_by_all: bool | None = None
    dealer_can_use: bool | None = None
    wants_cards: bool | None = None
    hole_card_could_be_known: bool | None = None


class Round(Facts, frozen=True, kw_only=True, gc=False):
    """A round of Three Card 21 "N" Done."""

    dealer: Dealer = Dealer()
    players: tuple[Player, ...] = ()
    options: Options = Options()
    events: tuple[Mistake, ...] = ()


def settle(played: Round) -> Settled:
    """Settle the bonus first, then each wager by 2C.5 to 2C.11, each mistake by 2A.14."""
    rulings, faults = ruled(played.events, MISTAKES)
    check([*faults, *wrong(_dealt(played), played.options.decks), *_bets(played)])
    void = next((one for one in rulings if one.action in VOID), None)
    if void:
        lines = [line for player in played.players for line in _returned(player, void.section[0])]
        return Settled(tuple(lines), rulings, "void", {"bonus_ranks": _ranks(played)})
    house = House(played.dealer.cards, played.options.soft17, f"{RULES}11(b)")
    check([fault for player in played.players for fault in _faults(player, played, house)])
    lines = [line for player in played.players for line in _lines(player, played, house)]
    rulings += tuple(_added(played, house))
    return Settled(tuple(lines), rulings, more={"bonus_ranks": _ranks(played)})


def _added(played: Round, house: House) -> Iterator[Ruling]:
    """Cards of the dealer beyond what he may draw, unless somebody told."""
    if not any(event.event == "dealer_overdrew" for event in played.events):
        for _ in house.spare:
            yield ruling("dealer_overdrew", Do("burn", f"{ERRING}(d)"))


def _dealt(played: Round) -> Iterator[tuple[str, Sequence[Card]]]:
    yield "dealer.cards", played.dealer.cards
    for player in played.players:
        at = f"seat {player.seat}"
        yield f"{at}.cards", player.cards
        yield f"{at}.drawn", player.drawn
        for number, hand in enumerate(player.hands):
            yield f"{at}.hands[{number}]", hand.cards[1:]  # its first card lies there already


def _fault(code: str, at: str, section: str, text: str) -> Fault:
    return Fault(code, at, (RULES + section,), text)


def _bets(played: Round) -> Iterator[Fault]:
    """Both wagers are compulsory and equal; a seat is taken once."""
    seats = [player.seat for player in played.players]
    if len({*seats}) < len(seats):
        yield Fault("bad_input", "players", text="a seat is named twice")
    for player in played.players:
        if not player.main or player.main != player.bonus:
            words = "both wagers are made, in equal amounts"
            yield _fault("wager_amount", f"seat {player.seat}", "1", words)


def _short(player: Player, played: Round) -> bool:
    """Whether the hand is dead because cards are missing, and the player did not want them."""
    return not player.cards or (len(player.cards) < 3 and _refused(player, played, "card_short"))


def _refused(player: Player, played: Round, event: str) -> bool:
    """Whether that went wrong at his hand, and he did not want the cards."""
    own = (player.seat, None) if len(played.players) == 1 else (player.seat,)
    wanted = (one.wants_cards for one in played.events if one.event == event and one.seat in own)
    return False in wanted


def splits(cards: Sequence[Card]) -> bool:
    """What may be split: too many, an ace that would be too many as eleven, or two of one value."""
    low = low_total(cards)
    ace = any(card[0] == "A" for card in cards) and low + 10 > 21
    return low > 21 or ace or len({POINTS[card] for card in cards}) < 3


def _natural(house: House) -> bool:
    """Whether the dealer has blackjack, as far as his cards are there."""
    return len(house.cards) > 1 and house.natural


def _faults(player: Player, played: Round, house: House) -> Iterator[Fault]:
    """What is wrong with a player's cards and decisions."""
    at, count = f"seat {player.seat}", len(player.cards)
    if _short(player, played):
        if player.decision or player.insurance or player.drawn or player.hands:
            yield _fault("not_allowed", at, "6(d)", "a hand without its three cards decides nothing")
        return
    if count != 3:
        code = "incomplete" if count < 3 else "extra_cards"
        yield _fault(code, f"{at}.cards", "6(d)", "three cards are dealt")
        return
    if not house.cards:
        yield _fault("incomplete", "dealer.cards", "6(d)2", "no card of the dealer is face up")
        return
    yield from _insurance_faults(player, played.options, house, at)
    yield from _stray(player, at)
    if not _refused(player, played, "hit_missed"):
        yield from _decision_faults(player, played.options, house, at)


def _insurance_faults(player: Player, options: Options, house: House, at: str) -> Iterator[Fault]:
    if not player.insurance:
        return
    where, unit = f"{at}.insurance", max(options.smallest_chip, 1)
    if not options.insurance:
        yield _fault("not_offered", where, "7", "the house offers no insurance")
    if not house.ace or total(player.cards) == 21:
        words = "insurance needs an ace of the dealer and a hand that is not 21"
        yield _fault("not_allowed", where, "6(g)", words)
    if player.insurance > max(player.main // 2, -(-player.main // (2 * unit)) * unit):
        yield _fault(
            "wager_amount", where, "7(b)", "insurance is half the wager, or the next chip above"
        )


def _stray(player: Player, at: str) -> Iterator[Fault]:
    """Cards and wagers that belong to another decision."""
    if player.drawn and player.decision not in ("hit", "double"):
        yield _fault("extra_cards", f"{at}.drawn", "11", "no card was asked for")
    if player.double and player.decision != "double":
        yield _fault("not_allowed", f"{at}.double", "9", "the hand was not doubled")
    if player.hands and player.decision != "split":
        yield _fault("not_allowed", f"{at}.hands", "10", "the hand was not split")


def _decision_faults(player: Player, options: Options, house: House, at: str) -> Iterator[Fault]:
    """Whether the decision was open to the player."""
    count, where = total(player.cards), f"{at}.decision"
    if player.decision == "surrender":
        if not options.surrender:
            yield _fault("not_offered", where, "8(c)", "the house offers no surrender")
        if count == 21:
            yield _fault("not_allowed", where, "5(c)1", "21 is paid before anybody decides")
    elif count == 21 or _natural(house):
        if player.decision not in (None, "stand"):
            words = "the wager was decided before"
            yield _fault("not_allowed", where, "5(c)1" if count == 21 else "5(c)4", words)
    elif player.decision is None:
        if count < 21 or options.surrender:
            yield _fault("incomplete", where, "5(c)5", "the player decides")
    elif count > 21 and player.decision != "split":
        yield _fault("not_allowed", where, "5(c)5", "more than 21 is surrendered or split")
    else:
        yield from _play_faults(player, at)


def _play_faults(player: Player, at: str) -> Iterator[Fault]:
    """The cards and wagers of the decision."""
    if player.decision == "split":
        yield from _split_faults(player, at)
    elif player.decision == "hit" and not player.drawn:
        yield _fault("incomplete", f"{at}.drawn", "11", "a hit takes a card")
    elif player.decision == "double":
        yield from _double_faults(player, player.double, len(player.drawn), at)
    if _past(player.cards + player.drawn, 3):
        yield _fault("extra_cards", f"{at}.drawn", "11(a)1", "21 and more takes no card")


def _past(cards: Sequence[Card], first: int) -> bool:
    """Whether a card came after 21 or more, from the first that could."""
    return any(total(cards[:count]) >= 21 for count in range(first, len(cards)))


def _double_faults(player: Player, double: int, drawn: int, at: str) -> Iterator[Fault]:
    if not 0 < double <= player.main:
        yield _fault("wager_amount", f"{at}.double", "9(a)", "a double is the original wager at most")
    if drawn != 1:
        yield _fault("extra_cards" if drawn else "incomplete", at, "9(b)", "a double takes one card")


def _split_faults(player: Player, at: str) -> Iterator[Fault]:
    if not splits(player.cards):
        words = "split are a pair, an ace too many as eleven, or more than 21"
        yield _fault("not_allowed", f"{at}.decision", "5(c)5", words)
    if len(player.hands) != 3:
        code = "not_allowed" if player.hands else "incomplete"
        yield _fault(code, f"{at}.hands", "10(a)", "a split makes three hands")
    for number, (hand, first) in enumerate(zip(player.hands, player.cards, strict=False)):
        where = f"{at}.hands[{number}]"
        if hand.cards[:1] != (first,):
            yield Fault("bad_input", where, text=f"the hand begins with {first}")
        if len(hand.cards) < 2:
            yield _fault("incomplete", where, "10(b)", "a split hand gets a second card")
        if _past(hand.cards, 2):
            yield _fault("extra_cards", where, "10(c)2", "21 and more takes no card")
        if hand.double:
            yield from _double_faults(player, hand.double, len(hand.cards) - 2, where)


# What becomes of the wagers.


def rank(cards: Sequence[Card], options: Options) -> str | None:
    """The highest rank of the bonus that the house pays; None if there is none."""
    return next((name for name in _ranks_of(cards, options.ace_low) if name in options.paytable), None)


def _ranks_of(cards: Sequence[Card], ace_low: bool) -> Iterator[str]:
    """Every rank that the hand has, from the highest down, 2C.2(c)."""
    ranks = "".join(card[0] for card in sorted(cards, key=ORDER.__getitem__))
    flush, kinds = len({card[1] for card in cards}) == 1, len({*ranks})
    straight = ranks in "23456789TJQKA" or (ace_low and ranks == "23A")
    has = {
        "royal_diamonds": flush and ranks == "QKA" and cards[0][1] == "D",
        "royal": flush and ranks == "QKA",
        "straight_flush": flush and straight,
        "three_of_a_kind": kinds == 1,
        "straight": straight,
        "flush": flush,
        "pair": kinds == 2,
        "total_21": total(cards) == 21,
    }
    return (name for name in PAYTABLE if has[name])


def _ranks(played: Round) -> dict[str, str | None]:
    return {
        str(player.seat): rank(player.cards, played.options) if len(player.cards) == 3 else None
        for player in played.players
    }


def _returned(player: Player, section: str) -> Iterator[Line]:
    """Every wager comes back."""
    name, words = f"p{player.seat}", "out of action"
    wagers = [("main", player.main), ("bonus", player.bonus), ("insurance", player.insurance)]
    wagers += [(f"split{number}", player.main) for number in range(2, len(player.hands) + 1)]
    wagers += [("double1", player.double)]
    wagers += [(f"double{number}", hand.double) for number, hand in enumerate(player.hands, 1)]
    return (back(f"{name}.{one}", stake, "void", (section,), words) for one, stake in wagers if stake)


def _lines(player: Player, played: Round, house: House) -> Iterator[Line]:
    """Every wager of a player, in the order in which they are settled."""
    name, options = f"p{player.seat}", played.options
    if _short(player, played):
        yield from _returned(player, f"{ERRING}(g)")
        return
    found = rank(player.cards, options)
    bonus = Fate("lose", f"{RULES}5(b)2", "no rank that is paid")
    if found:
        bonus = Fate("win", f"{RULES}5(b)1", found.replace("_", " "), options.paytable[found])
    yield from line(f"{name}.bonus", player.bonus, bonus)
    if player.insurance:
        won = Fate("win", f"{RULES}7(d)", "the dealer has blackjack", "2:1")
        lost = Fate("lose", f"{RULES}7(c)", "the dealer has no blackjack")
        yield from line(f"{name}.insurance", player.insurance, won if house.natural else lost)
    yield from _main(player, played, house)


def _main(player: Player, played: Round, house: House) -> Iterator[Line]:
    """The Three Card 21 wager, and what was added to it."""
    name, cards = f"p{player.seat}", player.cards
    if total(cards) == 21:
        fate = Fate("win", f"{RULES}5(c)1", "21 in three cards")
        yield from line(f"{name}.main", player.main, fate)
    elif _refused(player, played, "hit_missed"):
        yield from (one for one in _returned(player, f"{ERRING}(h)") if one.wager in _still(name))
    elif player.decision == "surrender":
        yield from _surrendered(player, house)
    elif _natural(house):
        yield from line(
            f"{name}.main", player.main, Fate("lose", f"{RULES}5(c)4", "the dealer has blackjack")
        )
    elif player.decision == "split":
        for number, hand in enumerate(player.hands, 1):
            fate = _fate(hand.cards, house, f"{RULES}10(c)2")
            yield from line(f"{name}.{'main' if number == 1 else f'split{number}'}", player.main, fate)
            yield from line(f"{name}.double{number}", hand.double, fate)
    else:
        section = f"{RULES}9(c)" if player.double else f"{RULES}5(c)5"
        fate = _fate(cards + player.drawn, house, section)
        yield from line(f"{name}.main", player.main, fate)
        yield from line(f"{name}.double1", player.double, fate)


def _still(name: str) -> list[str]:
    """The wagers that come back with a dead hand; bonus and insurance were decided before."""
    return [f"{name}.{one}" for one in ("main", "split2", "split3", "double1", "double2", "double3")]


def _surrendered(player: Player, house: House) -> Iterator[Line]:
    """Half is kept; all of it if the dealer has blackjack."""
    wager = f"p{player.seat}.main"
    if house.natural:
        fate = Fate("lose", f"{RULES}8(a)2", "surrendered; the dealer has blackjack")
        yield from line(wager, player.main, fate)
        return
    section = f"{RULES}8(a){2 if house.ominous else 1}"
    kept = half(player.main, wager, section)
    yield surrender(wager, player.main, kept, (section,), "surrendered: half is kept")


def _fate(cards: Sequence[Card], house: House, at_once: str) -> Fate:
    """What becomes of a hand that was played: 21 is paid at once, the rest against the dealer."""
    if total(cards) == 21:
        return Fate("win", at_once, "21 is paid at once")
    if bust(cards):
        return Fate("lose", f"{RULES}5(d)", f"over 21 with {total(cards)}")
    ahead = against(cards, house)
    words = versus(cards, house)
    results: Mapping[int, Literal["win", "lose", "push"]] = {1: "win", 0: "push", -1: "lose"}
    return Fate(results[ahead], f"{RULES}5(d)", words)


GAME = Game("nj-3c21", "Three Card 21", Round, settle)
