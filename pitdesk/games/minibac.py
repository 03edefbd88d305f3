"""Minibaccarat (19:47-7): two hands by the drawing rules, and what Player, Banker and Tie are paid."""

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import UNSET

from pitdesk.games.cards import POINTS, Card, wrong
from pitdesk.games.facts import Cents, Decks, Facts, Fields, Game
from pitdesk.games.mistakes import Do, Event, Table, ruled
from pitdesk.games.odds import parts, pays
from pitdesk.games.results import Fault, Impossible, Line, Settled, back, check, lose, win

# By the Banker's first two cards: which third cards of the Player he draws on. 7.9(c) is missing in our
# text; this is the usual table, printed as 58 Pa. Code 631a.11, and it gives the published counts.
BANKER_DRAWS = {
    0: frozenset(range(10)),
    1: frozenset(range(10)),
    2: frozenset(range(10)),
    3: frozenset(range(10)) - {8},
    4: frozenset(range(2, 8)),
    5: frozenset(range(4, 8)),
    6: frozenset((6, 7)),
    7: frozenset[int](),
}
STANDS, NATURAL = 6, 8  # 7.9(b) and (a): a hand stands on six, and eight ends the round
LEAST_TIE = (8, 1)  # 7.3(b)
RATES = (4, 5)  # 7.3(c)
STEP = 5  # cents, 7.3(c)1
TIE_RATE = "1:4"  # 7.3(d): 25 percent of the wager

EVENTS: Table = {
    "shuffler_jam": Do("reshuffle", "19:47-7.9(e)*"),
    "shoe_jam": Do("round_void", "19:47-7.9(f)*"),
    "shoe_short_deal": Do("round_void", "19:47-7.9(f)*"),
    "cutting_card": Do("finish_hand_then_one_more", "19:47-7.8(e)"),
}


class Options(Fields, frozen=True):
    """The vigorish of the table (7.3(c) to (f)), and the odds of a tie."""

    vig: Literal["win", "tie", "none"] = "win"
    rate: int = 5
    round_up_5c: bool = False
    tie_odds: str = "8:1"
    decks: Decks | None = None


class Wager(Fields, frozen=True):
    """What lay on the layout."""

    id: str
    on: Literal["player", "banker", "tie"]
    amount: Cents
    defer: bool = False


class Round(Facts, frozen=True, kw_only=True):
    """The cards of both hands, the third one last, and the wagers."""

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    wagers: tuple[Wager, ...] = ()
    options: Options = Options()
    events: tuple[Event, ...] = ()


def count(cards: Iterable[Card]) -> int:
    """The point count of a hand: the last digit of its sum (7.1(c))."""
    return sum(POINTS[card] for card in cards) % 10


def player_draws(player: int, banker: int) -> bool:
    """By the counts of the first two cards (7.9(a), (b))."""
    return player < STANDS and max(player, banker) < NATURAL


def banker_draws(player: int, banker: int, third: int | None) -> bool:
    """By the same, and by what the Player's third card counts; None where he stood."""
    if max(player, banker) >= NATURAL:
        return False
    return banker < STANDS if third is None else third in BANKER_DRAWS[banker]


def settle(played: Round) -> Settled:
    """Decide each wager by 7.2 and 7.3."""
    rulings, unruled = ruled(played.events, EVENTS)
    hands = {"player": played.player, "banker": played.banker}
    check(unruled + _wrong_wagers(played) + wrong(hands.items(), played.options.decks))
    if any(ruling.action == "round_void" for ruling in rulings):
        lines = [
            back(one.id, one.amount, "void", ("19:47-7.9(f)*",), "the round is void")
            for one in played.wagers
        ]
        return Settled(tuple(lines), rulings, "void")
    if played.events and not (played.player or played.banker or played.wagers):
        return Settled((), rulings)
    check(_wrong_cards(played))
    points = {"player": count(played.player), "banker": count(played.banker)}
    ahead = points["player"] - points["banker"]
    outcome = "player" if ahead > 0 else "banker" if ahead < 0 else "tie"
    lines = [decided(one, outcome, points, played.options) for one in played.wagers]
    return Settled(tuple(lines), rulings, more={"outcome": outcome, "points": points})


def _wrong_wagers(played: Round) -> list[Fault]:
    faults, options = [], played.options
    tie = parts(options.tie_odds)
    if tie is None:
        faults.append(Fault("bad_input", "options.tie_odds", ("19:47-7.3(b)",), "Write 8:1."))
    elif tie[0] * LEAST_TIE[1] < tie[1] * LEAST_TIE[0]:
        faults.append(
            Fault("not_allowed", "options.tie_odds", ("19:47-7.3(b)",), "A tie pays 8 to 1 or better.")
        )
    if options.vig == "win" and options.rate not in RATES:
        faults.append(Fault("not_allowed", "options.rate", ("19:47-7.3(c)",), "Four or five percent."))
    names = [one.id for one in played.wagers]
    for place, one in enumerate(played.wagers):
        if not one.amount:
            faults.append(
                Fault("wager_amount", f"wagers[{place}].amount", ("19:47-7.2",), "Nothing lies there.")
            )
        if one.id in names[:place]:
            faults.append(Fault("bad_input", f"wagers[{place}].id", text=f"'{one.id}' is there twice."))
    return faults


def _wrong_cards(played: Round) -> list[Fault]:
    """Cards that no shoe has, or that the drawing rules do not give (7.8(d), 7.9)."""
    hands = {"player": played.player, "banker": played.banker}
    faults = [
        Fault("incomplete", name, ("19:47-7.7(c)",), "A hand has two cards at least.")
        for name, cards in hands.items()
        if len(cards) < 2
    ]
    faults += [
        Fault(code, name, ("19:47-7.8(d)",), "A hand gets one more card at most.")
        for name, cards in hands.items()
        if len(cards) > 3
        for code in ("extra_cards", "drawing_rule")
    ]
    check(faults)
    two = [count(cards[:2]) for cards in hands.values()]
    third = POINTS[played.player[2]] % 10 if len(played.player) > 2 else None
    faults += _drawn("player", played.player, player_draws(two[0], two[1]), "19:47-7.9(b)")
    if not faults:
        faults += _drawn("banker", played.banker, banker_draws(two[0], two[1], third), "19:47-7.9(c)")
    return faults


def _drawn(name: str, cards: Sequence[Card], draws: bool, section: str) -> list[Fault]:
    if (len(cards) == 3) == draws:
        return []
    words = f"With {count(cards[:2])} it {'draws' if draws else 'stays'}."
    also = "incomplete" if draws else "extra_cards"
    return [Fault(code, name, (section,), words) for code in ("drawing_rule", also)]


def decided(one: Wager, outcome: str, points: dict[str, int], options: Options) -> Line:
    """What becomes of one wager, by the outcome and the counts."""
    said = f"Player {points['player']}, Banker {points['banker']}"
    if one.on == "tie":
        if outcome != "tie":
            return lose(one.id, one.amount, ("19:47-7.2(a)3",), said)
        paid = pays(options.tie_odds, one.amount, one.id, "19:47-7.3(b)")
        section = ("19:47-7.2(a)3", "19:47-7.3(b)")
        return win(one.id, one.amount, paid, options.tie_odds, section, said)
    rule = "19:47-7.2(a)2" if one.on == "player" else "19:47-7.2(a)1"
    if outcome == "tie":
        return _tied(one, rule, said, options)
    if outcome != one.on:
        return lose(one.id, one.amount, (rule,), said)
    if one.on == "player":
        return win(one.id, one.amount, one.amount, "1:1", (rule, "19:47-7.3(a)"), said)
    return _banker(one, points["banker"], (rule,), said, options)


def _tied(one: Wager, rule: str, said: str, options: Options) -> Line:
    """Void; at a table that charges for ties, a quarter of what lay on the Banker (7.3(d))."""
    if one.on != "banker" or options.vig != "tie":
        return back(one.id, one.amount, "void", (rule,), said)
    charged = pays(TIE_RATE, one.amount, one.id, "19:47-7.3(d)")
    section = (f"{rule}iii", "19:47-7.3(d)")
    return Line(one.id, one.amount, "void", 0, one.amount, 0, charged, section=section, reason=said)


def _banker(one: Wager, points: int, section: tuple[str, ...], said: str, options: Options) -> Line:
    """A Banker wager that won, by the table's kind of vigorish."""
    if options.vig == "none":
        odds = "1:2" if points == 6 else "1:1"
        paid = pays(odds, one.amount, one.id, "19:47-7.3(f)")
        return win(one.id, one.amount, paid, odds, (*section, "19:47-7.3(f)"), said)
    if options.vig == "tie":
        return win(one.id, one.amount, one.amount, "1:1", (*section, "19:47-7.3(d)"), said)
    rule = "19:47-7.3(c)1" if options.round_up_5c else "19:47-7.3(c)"
    return Line(
        *(one.id, one.amount, "win", one.amount, one.amount, 0, vigorish(one.amount, options, one.id)),
        odds="1:1",
        section=(*section, rule, *["19:47-7.3(c)2"] * one.defer),
        reason=said,
        deferred=True if one.defer else UNSET,
    )


def vigorish(won: int, options: Options, at: str = "vigorish") -> int:
    """Four or five percent of the amount won, in whole cents, or up to the next five (7.3(c)1)."""
    if options.round_up_5c:
        return -(-won * options.rate // (100 * STEP)) * STEP
    charged, rest = divmod(won * options.rate, 100)
    if rest:
        words = f"{options.rate} percent of {won} cents is no whole cent; round_up_5c rounds up to five"
        raise Impossible(Fault("not_whole_cents", at, ("19:47-7.3(c)",), words))
    return charged


GAME = Game("nj-minibac", "Minibaccarat", Round, settle)
