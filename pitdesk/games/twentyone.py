"""Twenty-one as North Dakota plays it, N.D. Admin. Code 99-01.3-08-09 to 08-12."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from msgspec import structs

from pitdesk.games import counts
from pitdesk.games.cards import POINTS, Card, wrong
from pitdesk.games.counts import Dealer, House, Soft17, against, bust, natural, ominous, total, versus
from pitdesk.games.facts import Cents, Decks, Facts, Fields, Game, Seat
from pitdesk.games.fates import Fate, line
from pitdesk.games.mistakes import Ask, Do, Event, Table, ruled, ruling
from pitdesk.games.odds import half
from pitdesk.games.results import Fault, Line, Ruling, Settled, check

BETTING, DEALING, PLAYING, ERRING = (f"99-01.3-08-{part}" for part in ("09", "10", "11", "12"))
LAW_MOST, HALF_DOLLAR, DOLLAR = 2500, 50, 100  # 08-09(1), 08-09(2)(a)
Place: TypeAlias = tuple[str, int, int, int]  # whose, space, hand, which card
MOST_HANDS, SPACES = 4, range(1, 8)  # 08-09(2)(c), 08-01(2)

MISTAKES: Table = {  # 08-12, unless the organization has a policy of its own
    "face_up_in_shoe": Do("burn", f"{ERRING}(1)"),
    "no_cards_to_space": Do("space_inactive", f"{ERRING}(2)"),
    "one_card_to_space": Ask(
        "wants_second",
        Do("deal_after_others", f"{ERRING}(2)"),
        Do("space_inactive_burn", f"{ERRING}(2)"),
    ),
    "card_to_inactive_space": Do("burn", f"{ERRING}(3)"),
    "dealer_card_missed": Do("deal_after_others", f"{ERRING}(4)"),
    "insurance_not_offered": Do("hand_stands", f"{ERRING}(5)"),
    "dropped": Do("burn", f"{ERRING}(6)"),
    "drawn_in_error": Ask(
        "exposed",
        Ask("after_first_two_cards", Do("burn", f"{ERRING}(8)"), None),
        Do("use_as_next_card", f"{ERRING}(7)"),
    ),
    "not_enough_cards": Do("reshuffle_discards_burn_one_continue", f"{ERRING}(9)"),
    "miscount_suspected": Do("play_back", f"{ERRING}(12)"),
    "no_burn_at_start": Do("burn_after_first_round", f"{ERRING}(13)"),
    "hole_card_exposed": Do("burn_and_redraw_after_players", f"{ERRING}(14)"),
    "hit_missed": Do("deal_after_others", f"{ERRING}(15)"),
}
AS_MUCH = {"equal": "as much as", "up_to": "at most"}
OVERDREW = Do("burn", f"{ERRING}(10)")
LATE = "the dealer's natural takes the original wager only"
FIFTY_CENTS = Do("return_wager_burn_card", f"{ERRING}(11)")


class Options(Fields, frozen=True, kw_only=True, gc=False):
    """What the house permits and how it deals, 08-09 and 08-10."""

    table_min: Cents = 100
    table_max: Cents = LAW_MOST
    dealing: Literal["no_peek", "no_hole", "reader"] = "no_peek"
    soft17: Soft17 = "stand"
    insurance: bool = True
    even_money: bool = False
    tips: bool = True
    tip_max: Cents | None = None
    double: Literal["equal", "up_to"] = "equal"
    tip_double: Literal["no", "equal", "up_to"] = "no"
    improper_on_loss: Literal["collect", "return"] = "collect"
    decks: Decks | None = None


class Hand(counts.Hand, frozen=True, kw_only=True, gc=False):
    """A hand, and what was added to its wager and its tip."""

    tip_double: Cents = 0
    second_card: Literal["declined"] | None = None


class Space(Fields, frozen=True, kw_only=True, gc=False):
    """A betting space; hands from the dealer's left, none where no card was dealt."""

    space: Seat
    original: Cents
    hands: tuple[Hand, ...]
    tip: Cents = 0
    insurance: Cents = 0
    even_money: bool = False


class Mistake(Event, frozen=True, kw_only=True, gc=False):
    """Something that went wrong, and what its ruling turns on."""

    space: Seat | None = None
    wants_second: bool | None = None
    exposed: bool | None = None
    after_first_two_cards: bool | None = None
    who: Literal["dealer", "space"] | None = None
    hand: int = 1
    card_index: int | None = None


class Round(Facts, frozen=True, kw_only=True, gc=False):
    """A round of twenty-one."""

    dealer: Dealer = Dealer()
    spaces: tuple[Space, ...] = ()
    options: Options = Options()
    events: tuple[Mistake, ...] = ()


def settle(played: Round) -> Settled:
    """Settle each wager by 08-09 to 08-11, each mistake by 08-12."""
    rulings, faults = ruled(played.events, MISTAKES)
    check(faults + wrong(_dealt(played), played.options.decks) + _setting(played.options))
    check(_missing(played))
    played = without_burned(played)
    check([fault for space in played.spaces for fault in _faults(space, played)])
    house = House(played.dealer.cards, played.options.soft17, f"{PLAYING}(10)")
    lines = [line for space in played.spaces for line in _lines(space, house, played)]
    rulings += tuple(_added(played, house))
    more = {"dealer": {"total": house.total, "cards": house.played}} if house.played else {}
    return Settled(tuple(lines), rulings, more=more)


def _added(played: Round, house: House) -> Iterator[Ruling]:
    """What nobody told, but the cards and wagers show."""
    for space in played.spaces:
        if space.original == HALF_DOLLAR and space.hands:
            yield ruling("fifty_cent_wager", FIFTY_CENTS)
    for _ in house.spare:
        yield ruling("dealer_overdrew", OVERDREW)


def _dealt(played: Round) -> Iterator[tuple[str, Sequence[Card]]]:
    yield "dealer.cards", played.dealer.cards
    for space in played.spaces:
        for at, hand in enumerate(space.hands):
            yield f"space {space.space}.hands[{at}]", hand.cards


def without_burned(played: Round) -> Round:
    """The round without the cards that fell off the table or were seen too early: they are burned."""
    gone: set[Place] = set()
    if any(event.event == "hole_card_exposed" for event in played.events):
        gone.add(("dealer", 0, 0, 1))
    gone |= {_place(event) for event in played.events if event.event == "dropped"}
    if not gone:
        return played

    def kept(cards: tuple[Card, ...], who: str, space: int, hand: int) -> tuple[Card, ...]:
        return tuple(card for at, card in enumerate(cards) if (who, space, hand, at) not in gone)

    def left(space: Space) -> Space:
        hands = (
            structs.replace(hand, cards=kept(hand.cards, "space", space.space, at))
            for at, hand in enumerate(space.hands, 1)
        )
        return structs.replace(space, hands=tuple(hands))

    dealer = Dealer(cards=kept(played.dealer.cards, "dealer", 0, 0))
    return structs.replace(played, dealer=dealer, spaces=tuple(map(left, played.spaces)))


def _place(event: Mistake) -> Place:
    """Whose card it was, and which."""
    at = -1 if event.card_index is None else event.card_index
    return ("dealer", 0, 0, at) if event.who == "dealer" else ("space", event.space or 0, event.hand, at)


def _missing(played: Round) -> list[Fault]:
    """A card that fell down lay somewhere; one that was exposed is followed by another."""
    there = {("dealer", 0, 0, card) for card in range(len(played.dealer.cards))}
    for space in played.spaces:
        for at, hand in enumerate(space.hands, 1):
            there |= {("space", space.space, at, card) for card in range(len(hand.cards))}
    return [
        Fault("bad_input", f"events[{at}]", text="there is no such card")
        for at, event in enumerate(played.events)
        if event.event == "dropped" and _place(event) not in there
    ]


def _setting(options: Options) -> list[Fault]:
    """What a table may not be set to."""
    wrong_limits = (
        options.table_max > LAW_MOST
        or options.table_min > options.table_max
        or not options.table_min
        or options.table_min % DOLLAR
        or options.table_max % DOLLAR
    )
    words = "limits are whole dollars from $1 to $25"
    return [Fault("not_allowed", "options.table_max", (f"{BETTING}(1)",), words)] * bool(wrong_limits)


def _faults(space: Space, played: Round) -> list[Fault]:
    """What is wrong with a space: its wagers, its hands, what was decided there."""
    at, options = f"space {space.space}", played.options
    faults = [*_bet_faults(space, options, at)]
    if [one.space for one in played.spaces].count(space.space) > 1 or space.space not in SPACES:
        faults.append(Fault("bad_input", at, text="spaces are 1 to 7, each once"))
    if inactive(space):
        if space.insurance or space.even_money or any(h.double or h.tip_double for h in space.hands):
            words = "without two cards nothing is added"
            faults.append(Fault("not_allowed", at, (f"{BETTING}(2)",), words))
        return faults
    if not played.dealer.cards:
        return [*faults, Fault("incomplete", "dealer.cards", (f"{DEALING}(1)",), "no card is face up")]
    faults += _insurance_faults(space, options, played.dealer.cards[0], at)
    for number, hand in enumerate(space.hands):
        faults += _hand_faults(space, hand, options, f"{at}.hands[{number}]")
        faults += _tip_double_faults(space, hand, options, f"{at}.hands[{number}]", first=not number)
    return [*faults, *_split_faults(space, at), *_reader_faults(space, played, at)]


def inactive(space: Space) -> bool:
    """Whether the space is out of the round, 08-12(2) and (11)."""
    declined = any(hand.second_card and len(hand.cards) < 2 for hand in space.hands)
    return not space.hands or declined or space.original == HALF_DOLLAR


def _fault(code: str, at: str, section: str, text: str) -> Fault:
    return Fault(code, at, (section,), text)


def _bet_faults(space: Space, options: Options, at: str) -> Iterator[Fault]:
    """Original wager and tip, as they lay before the first card."""
    if space.original < options.table_min and space.original != HALF_DOLLAR:
        yield _fault("wager_amount", f"{at}.original", f"{BETTING}(1)", "less than the table's minimum")
    if space.tip and not options.tips:
        yield _fault("not_offered", f"{at}.tip", f"{BETTING}(2)(a)", "the house takes no tip bets")
    most = options.table_max if options.tip_max is None else min(options.tip_max, options.table_max)
    if space.tip and not HALF_DOLLAR <= space.tip <= most:
        words = f"a tip bet is 50 to {most} cents"
        yield _fault("wager_amount", f"{at}.tip", f"{BETTING}(2)(a)", words)


def _insurance_faults(space: Space, options: Options, up: Card, at: str) -> Iterator[Fault]:
    """Insurance and even money, against an ace only."""
    section, ace = f"{BETTING}(2)(b)", up[0] == "A"
    if space.insurance:
        where = f"{at}.insurance"
        if not options.insurance:
            yield _fault("not_offered", where, section, "the house offers no insurance")
        if not ace:
            yield _fault("not_allowed", where, section, "insurance needs an ace of the dealer")
        if space.insurance != half(proper(space, options), where, section):
            yield _fault("wager_amount", where, section, "insurance is half the original wager")
    if space.even_money:
        where = f"{at}.even_money"
        if not (options.even_money and options.insurance):
            yield _fault("not_offered", where, section, "the house offers no even money")
        if not (ace and _natural(space)) or space.hands[0].double or space.insurance:
            words = "even money is for a natural against an ace, not doubled, in place of insurance"
            yield _fault("not_allowed", where, section, words)


def _hand_faults(space: Space, hand: Hand, options: Options, at: str) -> Iterator[Fault]:
    """Cards and double of one hand."""
    count, wager = len(hand.cards), proper(space, options)
    if count < 2:
        section = f"{BETTING}(2)(c)" if len(space.hands) > 1 else f"{ERRING}(2)"
        yield _fault("incomplete", at, section, "a hand has two cards at least")
    if bust(hand.cards[:-1]):
        yield _fault("extra_cards", at, f"{PLAYING}(6)", "a bust hand takes no more cards")
    if _natural(space) and count > 2 and not hand.double:
        yield _fault("extra_cards", at, f"{PLAYING}(11)", "a natural takes no card but for a double")
    if hand.double:
        section = f"{BETTING}(2)(d)"
        if count != 3:
            code = "extra_cards" if count > 3 else "incomplete"
            yield _fault(code, at, section, "a double takes one card")
        if hand.double > wager or (options.double == "equal" and hand.double != wager):
            words = f"a double is {AS_MUCH[options.double]} the original wager"
            yield _fault("wager_amount", f"{at}.double", section, words)


def _tip_double_faults(
    space: Space, hand: Hand, options: Options, at: str, *, first: bool
) -> Iterator[Fault]:
    """A tip is doubled only with its hand, if the house permits it."""
    if not hand.tip_double:
        return
    section, where = f"{BETTING}(2)(d)", f"{at}.tip_double"
    if options.tip_double == "no":
        yield _fault("not_offered", where, section, "the house lets nobody double a tip bet")
    if not (hand.double and space.tip and first):
        words = "a tip bet is doubled with the hand that it belongs to"
        yield _fault("not_allowed", where, section, words)
    elif hand.tip_double > space.tip or (options.tip_double == "equal" and hand.tip_double != space.tip):
        words = f"the tip's double is {AS_MUCH[options.tip_double]} the tip bet"
        yield _fault("wager_amount", where, section, words)


def _split_faults(space: Space, at: str) -> Iterator[Fault]:
    """Pairs and ten-counts; aces get one card each and are not doubled."""
    if len(space.hands) < 2:
        return
    section, firsts = f"{BETTING}(2)(c)", {POINTS[hand.cards[0]] for hand in space.hands if hand.cards}
    if len(space.hands) > MOST_HANDS:
        yield _fault("not_allowed", at, section, "a space has four hands at most")
    if len(firsts) > 1:
        yield _fault("not_allowed", at, section, "only a pair or two ten-counts are split")
    for number, hand in enumerate(space.hands):
        if firsts == {1} and len(hand.cards) > 2:
            yield _fault("extra_cards", f"{at}.hands[{number}]", section, "split aces get one card each")
        if firsts == {1} and hand.double:
            words = "split aces are not doubled"
            yield _fault("not_allowed", f"{at}.hands[{number}].double", f"{BETTING}(2)(d)", words)


def _reader_faults(space: Space, played: Round, at: str) -> Iterator[Fault]:
    """With a reading device a natural ends the round before anybody decides."""
    shown = played.dealer.cards
    if played.options.dealing != "reader" or not (natural(shown[:2]) and ominous(shown[0])):
        return
    if len(space.hands) > 1 or any(hand.double for hand in space.hands):
        yield _fault("not_allowed", at, f"{DEALING}(3)(a)", "the dealer's natural ended the round")
    elif any(len(hand.cards) > 2 for hand in space.hands):
        yield _fault("extra_cards", at, f"{DEALING}(3)(a)", "the dealer's natural ended the round")


def excess(space: Space, options: Options) -> int:
    """What lies above the table's maximum."""
    return max(0, space.original - options.table_max)


def proper(space: Space, options: Options) -> int:
    """What the wager is worth: whole dollars, up to the table's maximum."""
    lying = min(space.original, options.table_max)
    return lying - lying % DOLLAR


def _natural(space: Space) -> bool:
    return len(space.hands) == 1 and natural(space.hands[0].cards[:2])


# What becomes of the wagers. A space's first hand has the original wager and the tip.


class Fates(NamedTuple):
    """What becomes of a hand's wager, its double, its tip and the tip's double."""

    own: Fate
    double: Fate
    tip: Fate
    tip_double: Fate


def _alike(own: Fate, tip: Fate | None = None) -> Fates:
    """A double goes the way of its wager."""
    return Fates(own, own, tip or own, tip or own)


def _lines(space: Space, house: House, played: Round) -> Iterator[Line]:
    """Every wager of a space."""
    name, options = f"s{space.space}", played.options
    over, worth = excess(space, options), proper(space, options)
    if inactive(space):
        fifty = space.original == HALF_DOLLAR and space.hands
        first = Fate("void", f"{ERRING}({11 if fifty else 2})", "the space is out of this round")
        yield from line(f"{name}.original", worth, first)
        yield from line(f"{name}.tip", space.tip, first)
    else:
        fates = [_fates(space, hand, house, played.options.dealing) for hand in space.hands]
        first = fates[0].own
        yield from _hands(space, worth, fates)
        if space.insurance:
            yield from line(f"{name}.insurance", space.insurance, _insured(house, options))
    above = Fate("void", f"{BETTING}(1)", "above the table's maximum: handed back")
    yield from line(f"{name}.excess", over, above)
    kept = first.result == "lose" and options.improper_on_loss == "collect"
    part = Fate("lose" if kept else "void", f"{ERRING}(11)", "no whole dollar")
    yield from line(f"{name}.improper", space.original - over - worth, part)


def _hands(space: Space, worth: int, fates: Sequence[Fates]) -> Iterator[Line]:
    """The hands in their order, the tip with the first."""
    name, doubled = f"s{space.space}", f"{BETTING}(2)(d)"
    split = (f"{BETTING}(2)(c)",) if len(space.hands) > 1 else ()
    moved = (f"{PLAYING}(3)(a)",) if split else ()
    for number, (hand, fate) in enumerate(zip(space.hands, fates, strict=True), 1):
        wager = f"{name}.{'original' if number == 1 else f'split{number}'}"
        yield from line(wager, worth, fate.own, *split)
        yield from line(f"{name}.double{number}", hand.double, fate.double, doubled)
        if number == 1:
            yield from line(f"{name}.tip", space.tip, fate.tip, *moved, won="tips")
            yield from line(f"{name}.tip_double", hand.tip_double, fate.tip_double, doubled, won="tips")


def _insured(house: House, options: Options) -> Fate:
    """Two to one if the dealer has a natural."""
    reader = options.dealing == "reader"
    if house.natural:
        section = f"{DEALING}(3)(a)" if reader else f"{PLAYING}(10)(c)"
        return Fate("win", section, "the dealer has a natural", "2:1")
    section = f"{DEALING}(3)(b)" if reader else f"{PLAYING}(10)(a)"
    return Fate("lose", section, "the dealer has no natural")


def _fates(space: Space, hand: Hand, house: House, dealing: str) -> Fates:
    """What becomes of a hand: even money, bust and naturals before the dealer plays."""
    if space.even_money:
        tied = Fate("push", f"{BETTING}(2)(b)", "even money: a tip bet ties")
        return _alike(Fate("win", f"{BETTING}(2)(b)", "even money"), tied)
    if bust(hand.cards):
        return _busted(space, hand, house, dealing)
    if _natural(space) and not hand.double:
        return _blackjack(house, dealing)
    if house.natural:
        return _beaten(space, dealing, added=hand is not space.hands[0])
    return _compared(hand, house)


def _blackjack(house: House, dealing: str) -> Fates:
    """A natural of the player: three to two, unless the dealer has one too."""
    if house.natural:
        return _alike(Fate("push", _taken(dealing), "natural against natural"))
    rule = ("(10)(a)" if house.ace else "(10)(b)") if house.ominous else "(11)"
    own = Fate("win", PLAYING + rule, "natural", "3:2")
    return _alike(own, Fate("win", f"{PLAYING}(14)", "natural"))


def _busted(space: Space, hand: Hand, house: House, dealing: str) -> Fates:
    """Lost at once; a split or double waits for the dealer's second card if that can be a natural."""
    words, first = f"bust with {total(hand.cards)}", hand is space.hands[0]
    split = len(space.hands) > 1 or hand.double > 0
    if not (split and house.ominous and dealing != "reader"):
        waits = space.insurance and dealing != "reader"
        return _alike(Fate("lose", PLAYING + ("(7)" if split else "(8)" if waits else "(6)"), words))
    tip = Fate("lose", f"{PLAYING}(8)", words)
    if (hand.double or not first) and house.natural:
        back = Fate("void", f"{PLAYING}(10)(e)", LATE)
        return Fates(Fate("lose", f"{PLAYING}(10)(e)", words) if first else back, back, tip, tip)
    return _alike(Fate("lose", PLAYING + ("(10)(a)" if house.ace else "(10)(b)"), words), tip)


def _taken(dealing: str) -> str:
    """By which section the dealer's natural takes the original wagers."""
    return f"{DEALING}(3)(a)" if dealing == "reader" else f"{PLAYING}(10)(d)"


def _beaten(space: Space, dealing: str, *, added: bool) -> Fates:
    """The dealer's natural: the original wager only, or a tie with the player's own natural."""
    back = Fate("void", f"{PLAYING}(10)(e)", LATE)
    if _natural(space):
        tied = Fate("push", f"{PLAYING}(10)(e)", "natural against natural")
        return Fates(tied, back, tied, back)
    lost = Fate("lose", _taken(dealing), "the dealer has a natural")
    return Fates(back if added else lost, back, lost, back)


def _compared(hand: Hand, house: House) -> Fates:
    """The higher count wins; a tie is a push, for the tip as well."""
    ahead = against(hand.cards, house)
    words = versus(hand.cards, house)
    if not ahead:
        return _alike(Fate("push", f"{PLAYING}(12)", words))
    if ahead < 0:
        return _alike(Fate("lose", f"{PLAYING}(12)", words), Fate("lose", f"{PLAYING}(13)", words))
    own = Fate("win", PLAYING + ("(10)(h)" if house.total > 21 else "(12)"), words)
    return _alike(own, Fate("win", f"{PLAYING}(14)", words))


GAME = Game("nd-21", "Twenty-one", Round, settle)
