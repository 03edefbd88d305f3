"""Casino war, N.J.A.C. 19:47-22: the higher card; the suit counts nothing, the ace is high."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import UNSET, UnsetType

from pitdesk.games.cards import ORDER, Card, wrong
from pitdesk.games.facts import Cents, Decks, Facts, Fields, Game, Seat
from pitdesk.games.mistakes import Ask, Do, Event, Table, ruled
from pitdesk.games.odds import half, pays
from pitdesk.games.results import Fault, Impossible, Line, Settled, back, check, lose, surrender, win

RULES = "19:47-22."
ODDS = {  # 22.9(a)
    "initial": ("1:1", f"{RULES}9(a)1"),
    "tie": ("10:1", f"{RULES}9(a)2"),
    "war": ("2:1", f"{RULES}9(a)3"),
    "war after a second tie": ("3:1", f"{RULES}9(a)3"),
}
MISTAKES: Table = {
    "face_up_in_shoe": Ask(
        "count", Do("all_hands_void", f"{RULES}10(a)"), Do("discard", f"{RULES}10(a)"), over=1
    ),
    "drawn_in_error_unseen": Do("use_as_next_card", f"{RULES}10(b)"),
    "shuffler_jam": Do("reshuffle", f"{RULES}10(d)"),
}
WAGERS = ("initial", "tie", "war", "war_tie")
Rank: TypeAlias = Card | UnsetType | None


class Dealer(Fields, frozen=True, kw_only=True, gc=False):
    """The dealer's cards."""

    card: Rank = UNSET
    war_card: Card | None = None


class Player(Fields, frozen=True, kw_only=True, gc=False):
    """A player's wagers and cards; after a tie, what he chose. No card: null."""

    seat: Seat
    initial: Cents
    tie: Cents = 0
    card: Rank = UNSET
    decision: Literal["surrender", "war"] | None = None
    war: Cents = 0
    war_tie: Cents = 0
    war_card: Card | None = None


class Options(Fields, frozen=True, kw_only=True, gc=False):
    """How many decks; without it nobody counts them."""

    decks: Decks | None = None


class Mistake(Event, frozen=True, kw_only=True, gc=False):
    """Something that went wrong."""

    count: int = 1


class Round(Facts, frozen=True, kw_only=True, gc=False):
    """A round of casino war."""

    dealer: Dealer = Dealer()
    players: tuple[Player, ...] = ()
    options: Options = Options()
    events: tuple[Mistake, ...] = ()


def settle(played: Round) -> Settled:
    """Settle each wager by 22.8 and 22.9; two cards face up in the shoe void the round."""
    rulings, faults = ruled(played.events, MISTAKES)
    check(faults + wrong(_dealt(played), played.options.decks) + _seats(played))
    if any(one.action == "all_hands_void" for one in rulings):
        lines = [line for player in played.players for line in _returned(player, f"{RULES}10(a)")]
        return Settled(tuple(lines), rulings, "void")
    check([fault for player in played.players for fault in _faults(player, played.dealer)])
    war = any(player.decision == "war" for player in played.players)
    if played.dealer.war_card and not war:
        raise Impossible(_fault("extra_cards", "dealer.war_card", "8(e)", "nobody went to war"))
    lines = [line for player in played.players for line in _lines(player, played.dealer)]
    return Settled(tuple(lines), rulings)


def _dealt(played: Round) -> Iterator[tuple[str, tuple[Card, ...]]]:
    owners: dict[str, Dealer | Player] = {"dealer": played.dealer}
    owners |= {f"seat {player.seat}": player for player in played.players}
    for where, one in owners.items():
        yield where, tuple(card for card in (one.card, one.war_card) if isinstance(card, str))


def _fault(code: str, at: str, section: str, text: str) -> Fault:
    return Fault(code, at, (RULES + section,), text)


def _seats(played: Round) -> list[Fault]:
    """A seat is taken once, and the tie wager needs an initial one."""
    seats = [player.seat for player in played.players]
    faults = [Fault("bad_input", "players", text="a seat is named twice")] * (len({*seats}) < len(seats))
    for player in played.players:
        if not player.initial:
            words = "no wager without an initial wager"
            faults.append(_fault("wager_amount", f"seat {player.seat}.initial", "1", words))
            faults += [_fault("not_allowed", f"seat {player.seat}.tie", "1", words)] * bool(player.tie)
    return faults


def _faults(player: Player, dealer: Dealer) -> list[Fault]:
    """What is missing or could not be."""
    at = f"seat {player.seat}"
    if player.card is None:
        return _peace(player, at)
    if player.card is UNSET or not isinstance(dealer.card, str):
        return [_fault("incomplete", at, "8(a)", "the outcome needs the player's and the dealer's card")]
    if _compared(player.card, dealer.card):
        return _peace(player, at)
    if player.decision != "war":
        missing = [_fault("incomplete", f"{at}.decision", "8(c)", "a tie: surrender or war")]
        return missing * (player.decision is None) + _peace(player, at, decided=True)
    faults = []
    if player.war != player.initial:
        faults.append(_fault("wager_amount", f"{at}.war", "1", "a war wager equals the initial wager"))
    if not (player.war_card and dealer.war_card):
        faults.append(_fault("incomplete", f"{at}.war_card", "8(f)", "the war deal has no cards"))
    return faults


def _peace(player: Player, at: str, decided: bool = False) -> list[Fault]:
    """Where no war was possible, or none was chosen, nothing of one may be there."""
    faults = [_fault("not_allowed", f"{at}.decision", "8(c)", "only a tie asks for one")]
    faults = faults * bool(player.decision and not decided)
    if player.war or player.war_tie:
        faults.append(_fault("not_allowed", f"{at}.war", "8(e)", "a war wager needs a tie and a war"))
    if player.war_card:
        faults.append(_fault("extra_cards", f"{at}.war_card", "8(f)", "the player did not go to war"))
    return faults


def _returned(player: Player, section: str) -> list[Line]:
    wagers = ((name, getattr(player, name)) for name in WAGERS)
    return [
        back(f"p{player.seat}.{name}", stake, "void", (section,), "out of action")
        for name, stake in wagers
        if stake
    ]


def _lines(player: Player, dealer: Dealer) -> list[Line]:
    """What becomes of a player's wagers."""
    if not (isinstance(player.card, str) and isinstance(dealer.card, str)):
        return _returned(player, f"{RULES}10(c)")
    ahead = _compared(player.card, dealer.card)
    words = f"{player.card} against {dealer.card}"
    if ahead > 0:
        lines = [_won(player, "initial", "initial", f"{RULES}8(a)2", words)]
    elif ahead < 0:
        lines = [lose(f"p{player.seat}.initial", player.initial, (f"{RULES}8(a)1",), words)]
    elif player.decision == "surrender":
        kept = half(player.initial, f"seat {player.seat}.initial", f"{RULES}8(c)1")
        name = f"p{player.seat}.initial"
        lines = [surrender(name, player.initial, kept, (f"{RULES}8(c)1",), f"{words}: half given up")]
    else:
        lines = _war(player, player.war_card or "", dealer.war_card or "", words)
    return lines + _tie(player, "tie", "8(a)", ahead, words)


def _war(player: Player, mine: Card, theirs: Card, words: str) -> list[Line]:
    """The initial wager is gone; the war wager wins a second tie too."""
    ahead, name = _compared(mine, theirs), f"p{player.seat}"
    lines = [lose(f"{name}.initial", player.initial, (f"{RULES}8(e)",), f"{words}: gone to war")]
    words = f"war: {mine} against {theirs}"
    if ahead < 0:
        lines.append(lose(f"{name}.war", player.war, (f"{RULES}8(g)1",), words))
    else:
        odds, rule = ("war", "8(g)2") if ahead else ("war after a second tie", "8(g)3")
        lines.append(_won(player, "war", odds, RULES + rule, words))
    return lines + _tie(player, "war_tie", "8(g)", ahead, words)


def _tie(player: Player, name: str, section: str, ahead: int, words: str) -> list[Line]:
    """A wager that both cards are of one rank."""
    stake = getattr(player, name)
    if not stake:
        return []
    if ahead:
        rule = f"{RULES}{section}{2 if ahead > 0 else 1}"
        return [lose(f"p{player.seat}.{name}", stake, (rule,), f"{words}: no tie")]
    return [_won(player, name, "tie", f"{RULES}{section}3", f"{words}: a tie")]


def _won(player: Player, name: str, at: str, section: str, words: str) -> Line:
    stake, (odds, rate) = getattr(player, name), ODDS[at]
    paid = pays(odds, stake, f"seat {player.seat}.{name}", rate)
    return win(f"p{player.seat}.{name}", stake, paid, odds, (section, rate), words)


def _compared(mine: Card, theirs: Card) -> int:
    return (ORDER[mine] > ORDER[theirs]) - (ORDER[mine] < ORDER[theirs])


GAME = Game("nj-war", "Casino war", Round, settle)
