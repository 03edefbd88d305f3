"""North Dakota poker (99-01.3-09-04): whose hands are live, who wins which pot, in whole chips."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from pitdesk.games.cards import Card, wrong
from pitdesk.games.facts import Cents, Facts, Fields, Game, Seat
from pitdesk.games.poker.calls import Event, ruled
from pitdesk.games.poker.pots import Pot, Shares, halves, layers, shares, together
from pitdesk.games.poker.ranks import ACE_TO_FIVE, HIGH, RANKED_LOW, Ranking, Worth
from pitdesk.games.results import Fault, Impossible, Ruling, Settled, check

PLAY = "99-01.3-09-04"
LOW = {"ace_to_five": ACE_TO_FIVE, "ranked": RANKED_LOW}


class Options(Fields, frozen=True):
    """What the text leaves to the house: (25), (27)."""

    smallest_chip: Annotated[int, Meta(ge=1, le=1_000_000)] = 50
    low_rule: Literal["ace_to_five", "ranked"] = "ace_to_five"
    hi_lo_odd: Literal["high", "low"] = "high"
    decks: int | None = None  # poker is always one


class Discard(Fields, frozen=True):
    """How a hand was thrown away (24)(c), (f) to (h)."""

    face: Literal["up", "down"]
    touched: bool = False
    identifiable: bool = False
    retrieved: bool = False
    induced: bool = False

    @property
    def live(self) -> bool:
        """Whether it can still win."""
        found = self.identifiable or not self.touched
        return found and (self.face == "up" or (self.retrieved and not self.induced))


class Player(Fields, frozen=True):
    """A seat, its own cards, and what became of its hand."""

    seat: Seat
    contributed: Cents | None = None
    cards: tuple[Card, ...] = ()
    state: Literal["live", "folded", "conceded", "discarded"] = "live"
    discard: Discard | None = None
    deliberate_foul: bool = False
    knew_and_bet: bool = False


class Given(Fields, frozen=True):
    """A pot that was counted, and who can win it."""

    amount: Cents
    seats: tuple[Seat, ...]


class Round(Facts, frozen=True, kw_only=True):
    """A hand of poker at its end; or only what was asked in it."""

    variant: Literal["high", "low", "high_low"] = "high"
    button: Seat | None = None
    hole_cards: Annotated[int, Meta(ge=1, le=13)] | None = None
    options: Options = Options()
    board: tuple[Card, ...] = ()
    players: tuple[Player, ...] = ()
    pots: tuple[Given, ...] | None = None
    defective_deck: bool = False
    events: tuple[Event, ...] = ()


def settle(played: Round) -> Settled:
    """Award each pot by (23) to (28), and rule each event."""
    rulings = ruled(played.events)
    if not played.players:
        if not played.events:
            raise Impossible(Fault("incomplete", "players", (PLAY,), "Nobody holds a hand."))
        return Settled(None, rulings)
    check(_faults(played))
    if played.defective_deck:
        return _returned(played, rulings)
    dead = {player.seat: reason for player in played.players if (reason := _dead(player, played))}
    live = {player.seat: player for player in played.players if player.seat not in dead}
    pots = _pots(played, [*live])
    check(_missing(played, live))
    high = _worths(live, played, HIGH)
    given = [_divided(pot, live, high, played) for pot in pots]
    awards = {player.seat: 0 for player in played.players} | together(given)
    return Settled(
        None,
        rulings,
        more={
            "awards": awards,
            "hands": {
                seat: {"category": HIGH.category(worth), "words": HIGH.words(worth)}
                for seat, worth in high.items()
            },
            "pots": [
                {"amount": pot.amount, "shares": part} for pot, part in zip(pots, given, strict=True)
            ],
            "dead": {
                seat: {"reason": reason, "section": [section]}
                for seat, (reason, section) in dead.items()
            },
            "section": _sections(played, pots, given),
        },
    )


def _faults(played: Round) -> list[Fault]:
    """What no hand can be: cards of two decks, a board of six, a seat twice."""
    dealt = [("board", played.board), *((f"players.{one.seat}", one.cards) for one in played.players)]
    faults = wrong(dealt, None if played.defective_deck else 1)
    seats = [player.seat for player in played.players]
    faults += [
        Fault("bad_input", "players", text=f"Seat {seat} is there twice.")
        for seat in sorted({*seats})
        if seats.count(seat) > 1
    ]
    if len(played.board) > 5:
        faults.append(Fault("extra_cards", "board", (f"{PLAY}(1)",), "A board has five cards at most."))
    strangers = sorted({seat for pot in played.pots or () for seat in pot.seats}.difference(seats))
    faults += [Fault("bad_input", "pots", text=f"Nobody sits at {seat}.") for seat in strangers]
    for player in played.players:
        if player.state == "discarded" and player.discard is None:
            faults.append(
                Fault("incomplete", f"players.{player.seat}.discard", (f"{PLAY}(24)",), "How?")
            )
        if player.contributed is None and (played.pots is None or played.defective_deck):
            faults.append(
                Fault("incomplete", f"players.{player.seat}.contributed", text="How much is in?")
            )
    return faults


def _dead(player: Player, played: Round) -> tuple[str, str] | None:
    """Why a hand cannot win, and the section that says so."""
    if player.state == "folded":
        return "folded", f"{PLAY}(10)"
    if player.state == "conceded":
        return "conceded", f"{PLAY}(24)(d)"
    if player.deliberate_foul:
        return "deliberate_foul", f"{PLAY}(20)"
    if played.hole_cards is not None and len(player.cards) > played.hole_cards:
        return "too_many_cards", f"{PLAY}(24)(a)"
    if player.discard and player.state == "discarded" and not player.discard.live:
        return "discarded", f"{PLAY}(24)({'c' if player.discard.face == 'down' else 'f'})"
    return None


def _missing(played: Round, live: Mapping[int, Player]) -> list[Fault]:
    """Hands that must be seen, and are not: all, where two or more can win."""
    faults = []
    for seat, player in live.items():
        if len(live) == 1:
            break
        short = played.hole_cards is not None and len(player.cards) < played.hole_cards
        if not player.cards or short or len(player.cards) + len(played.board) < HIGH.size:
            where = f"players.{seat}.cards"
            faults.append(Fault("incomplete", where, (f"{PLAY}(24)(b)",), "Cards are missing."))
        if player.cards and short:  # (18) calls it fouled; only a hand with too many cards is dead
            faults.append(Fault("needs_ruling", where, (f"{PLAY}(18)",), "The hand is short of a card."))
    return faults


def _pots(played: Round, live: list[int]) -> list[Pot]:
    """As they were counted, or as they follow from what each put in."""
    if played.pots is None:
        pots = layers({one.seat: one.contributed or 0 for one in played.players}, live)
        if not pots and any(one.contributed for one in played.players):
            raise Impossible(
                Fault("needs_ruling", "pots", (f"{PLAY}(26)",), "No live hand can win the pot.")
            )
    else:
        pots = [Pot(pot.amount, frozenset(pot.seats).intersection(live)) for pot in played.pots]
    faults = []
    for number, pot in enumerate(pots):
        if not pot.seats:
            faults.append(
                Fault("needs_ruling", f"pots[{number}]", (f"{PLAY}(26)",), "No live hand can win it.")
            )
        if pot.amount % played.options.smallest_chip:
            section = (f"{PLAY}(27)",)
            faults.append(Fault("not_whole_chips", f"pots[{number}]", section, f"{pot.amount} cents"))
    check(faults)
    return pots


def _divided(pot: Pot, live: Mapping[int, Player], high: Mapping[int, Worth], played: Round) -> Shares:
    """One pot among its best hands."""
    options, size = played.options, played.options.smallest_chip
    chips = pot.amount // size
    if len(pot.seats) == 1:
        return dict.fromkeys(pot.seats, pot.amount)
    parts = []
    for direction, part in _directions(chips, played):
        ways = high if direction == "high" else _worths(live, played, LOW[options.low_rule])
        best = max(ways[seat] for seat in pot.seats)
        parts.append(_shared(part, [seat for seat in pot.seats if ways[seat] == best], played.button))
    return {seat: count * size for seat, count in together(parts).items()}


def _directions(chips: int, played: Round) -> list[tuple[str, int]]:
    """What is won by the highest hand, and what by the lowest."""
    if played.variant != "high_low":
        return [(played.variant, chips)]
    high, low = halves(chips, played.options.hi_lo_odd == "high")
    return [("high", high), ("low", low)]


def _worths(live: Mapping[int, Player], played: Round, ranking: Ranking) -> dict[int, Worth]:
    """What each live hand is worth; one that need not be shown may not be there."""
    cards = {seat: (*player.cards, *played.board) for seat, player in live.items() if player.cards}
    return {seat: ranking.best(hand).worth for seat, hand in cards.items() if len(hand) >= ranking.size}


def _shared(chips: int, tied: list[int], button: int | None) -> Shares:
    if button is None:
        if chips % len(tied):
            raise Impossible(
                Fault("incomplete", "button", (f"{PLAY}(27)",), "A chip is odd: who is next?")
            )
        button = 0
    return shares(chips, tied, button)


def _returned(played: Round, rulings: tuple[Ruling, ...]) -> Settled:
    """A defective deck: each gets back what was put in, save who knew and bet to win (28)."""
    paid = {one.seat: one.contributed or 0 for one in played.players}
    knew = {one.seat for one in played.players if one.knew_and_bet}
    return Settled(
        None,
        rulings,
        status="void",
        more={
            "awards": {seat: 0 if seat in knew else cents for seat, cents in paid.items()},
            "carried_over": sum(paid[seat] for seat in knew),
            "section": [f"{PLAY}(28)"],
        },
    )


def _sections(played: Round, pots: list[Pot], given: list[Shares]) -> list[str]:
    """What the division relies on."""
    tied = any(len(part) > 1 for part in given)
    found = [f"{PLAY}(24)(b)", f"{PLAY}(25)"] if any(len(pot.seats) > 1 for pot in pots) else []
    if len(pots) > 1:
        found.append(f"{PLAY}(23)(e)")
    return found + [f"{PLAY}(27)"] * (tied and played.variant != "high_low")


GAME = Game("nd-poker", "Poker", Round, settle)
