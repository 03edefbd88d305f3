"""A round as somebody types it: a line for the cards before the dealer, a line for each seat.

    ah ks 10d        cards: rank and suit
    5   2.50         dollars; a seat's line begins with its wager
    /                the next hand of a split
    tip 1  ins 2.50  a wager of that name; `dbl` without an amount is as much as the wager

`PLAYED` has the words of each game.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from pitdesk.games.cards import Card, typed
from pitdesk.games.facts import Facts, Game
from pitdesk.games.results import Settled
from pitdesk.games.rulings.told import seat_of

Said: TypeAlias = dict[str, Any]  # a part of a round, before it is read as its game's facts
MONEY = re.compile(r"\$?(\d{1,7})(?:\.(\d\d))?")
CARD = re.compile(r"(10|[2-9TJQKA])[SHDC]", re.IGNORECASE)


def cents(text: str) -> int:
    """Dollars as they are typed; ValueError if they are none."""
    found = MONEY.fullmatch(text)
    if not found:
        raise ValueError(f"'{text}' is no amount. Type dollars, such as 5 or 2.50.")
    return int(found[1]) * 100 + int(found[2] or 0)


class Words:
    """The words of a line, one after the other."""

    def __init__(self, text: str) -> None:
        """Split at blanks; "/" and "," need none."""
        self._words = text.lower().replace("/", " / ").replace(",", " ").split()
        self._words.reverse()

    def __iter__(self) -> Iterator[str]:
        """Take them, first to last."""
        while self._words:
            yield self._words.pop()

    def wager(self) -> int:
        """The amount that a line begins with."""
        if not self._words:
            raise ValueError("Type the wager in dollars, then the cards.")
        return cents(self._words.pop())

    def amount(self, otherwise: int) -> int:
        """The amount that stands next, or as much as is usual."""
        if self._words and MONEY.fullmatch(self._words[-1]) and not CARD.fullmatch(self._words[-1]):
            return cents(self._words.pop())
        return otherwise


def _unknown(word: str, known: Sequence[str]) -> ValueError:
    return ValueError(f"'{word}' is no card and no word of this game. Its words are {', '.join(known)}.")


def _twentyone(words: Words, one: Said) -> None:
    """Twenty-one of North Dakota."""
    one["original"] = wager = words.wager()
    hand: Said = {"cards": []}
    one["hands"] = [hand]
    for word in words:
        if CARD.fullmatch(word):
            hand["cards"] += typed(word)
        elif word == "/":
            hand = {"cards": []}
            one["hands"].append(hand)
        elif word == "tip":
            one["tip"] = words.amount(100)
        elif word == "ins":
            one["insurance"] = words.amount(wager // 2)
        elif word == "dbl":
            hand["double"] = words.amount(wager)
        elif word == "tipdbl":
            hand["tip_double"] = words.amount(one.get("tip", 0))
        elif word == "even":
            one["even_money"] = True
        elif word == "declined":
            hand["second_card"] = "declined"
        else:
            raise _unknown(word, PLAYED["nd-21"].words)
    one["hands"] = [hand for hand in one["hands"] if hand["cards"]]


SIDES = {"over": "over13", "under": "under13", "suit": "same_suit", "seven": "seven"}


def _blackjack(words: Words, one: Said) -> None:
    """Blackjack of New Jersey."""
    one["wager"] = wager = words.wager()
    hand: Said = {"cards": []}
    one |= {"hands": [hand], "side": []}
    for word in words:
        if CARD.fullmatch(word):
            hand["cards"] += typed(word)
        elif word == "/":
            hand = {"cards": []}
            one["hands"].append(hand)
        elif word == "ins":
            one["insurance"] = words.amount(wager // 2)
        elif word == "dbl":
            hand["double"] = words.amount(wager)
        elif word == "sur":
            one["surrender"] = True
        elif word in SIDES:
            one["side"].append({"kind": SIDES[word], "amount": words.amount(100)})
        else:
            raise _unknown(word, PLAYED["nj-blackjack"].words)


DECISIONS = {"stand": "stand", "hit": "hit", "dbl": "double", "split": "split", "sur": "surrender"}


def _threecard(words: Words, one: Said) -> None:
    """Three Card 21: the cards, the decision, what was drawn; after a split its three hands."""
    one["main"] = one["bonus"] = wager = words.wager()
    cards: list[str] = []
    one["cards"] = cards
    for word in words:
        if CARD.fullmatch(word):
            cards += typed(word)
        elif word == "ins":
            one["insurance"] = words.amount(wager // 2)
        elif word == "/" and "hands" in one:
            cards = []
            one["hands"].append({"cards": cards})
        elif word == "dbl" and one.get("hands"):
            one["hands"][-1]["double"] = words.amount(wager)
        elif word in DECISIONS:
            one["decision"] = DECISIONS[word]
            cards = one.setdefault("hands" if word == "split" else "drawn", [])
            if word == "dbl":
                one["double"] = words.amount(wager)
        else:
            raise _unknown(word, PLAYED["nj-3c21"].words)


def _war(words: Words, one: Said) -> None:
    """Casino war: the card; after a tie `sur`, or `war` and its card."""
    one["initial"] = wager = words.wager()
    one["card"], at = None, ""
    for word in words:
        if CARD.fullmatch(word):
            one[f"{at}card"] = typed(word)[0]
        elif word == "tie":
            one[f"{at}tie"] = words.amount(100)
        elif word == "sur":
            one["decision"] = "surrender"
        elif word == "war":
            one |= {"decision": "war", "war": words.amount(wager)}
            at = "war_"
        else:
            raise _unknown(word, PLAYED["nj-war"].words)


ON = ("player", "banker", "tie")


def _minibac(words: Words, one: Said) -> None:
    """Minibaccarat: what each wager lies on, and its amount; `defer` leaves its vigorish owed."""
    one["wagers"] = wagers = []
    for word in words:
        if word in ON:
            wagers.append({"id": f"p{one['seat']}.{word}", "on": word, "amount": words.wager()})
        elif word == "defer" and wagers:
            wagers[-1]["defer"] = True
        else:
            raise _unknown(word, PLAYED["nj-minibac"].words)


SET = {
    "set": "set",
    "split": "split",
    "sur": "surrender",
    "natural": "natural",
    "void": "void_short",
}


def _fast_action(words: Words, one: Said) -> None:
    """Fast action hold'em: four cards, what was done, which two are kept; a split has a second wager."""
    one["wager"] = wager = words.wager()
    cards: list[str] = []
    one["cards"] = cards
    for word in words:
        if CARD.fullmatch(word):
            cards += typed(word)
        elif word in SET:
            one["action"], cards = SET[word], one.setdefault("keep", [])
            if word == "split":
                one["second"] = words.amount(wager)
        else:
            raise _unknown(word, PLAYED["nj-fah"].words)


def _cards(text: str) -> Said:
    return {"cards": typed(text)}


def _war_cards(text: str) -> Said:
    return dict(zip(("card", "war_card"), typed(text), strict=False))


class House(NamedTuple):
    """Cards that lie before the dealer: the key of their line, their place in a round, what is asked."""

    key: str
    field: str
    asks: str
    read: Callable[[str], object] = typed


class Play(msgspec.Struct, frozen=True):
    """How a game's lines are read, and how they look."""

    seat: Callable[[Words, Said], None]
    words: tuple[str, ...]
    example: str
    seats: str = "players"
    number: str = "seat"
    house: tuple[House, ...] = (House("d", "dealer", "The dealer's cards, face up first", _cards),)

    @property
    def keys(self) -> str:
        """The letters that begin a line: the cards before the dealer, then the house options."""
        return "".join(one.key for one in self.house) + "o"


PLAYED = {
    "nd-21": Play(
        _twentyone,
        ("tip", "ins", "even", "dbl", "tipdbl", "/", "declined"),
        "5 tip 1 6h 5d 9s dbl",
        "spaces",
        "space",
    ),
    "nj-blackjack": Play(
        _blackjack,
        ("ins", "dbl", "/", "sur", "over", "under", "suit", "seven"),
        "10 8h 3c kc dbl / 8d kc",
    ),
    "nj-3c21": Play(_threecard, ("ins", *DECISIONS, "/"), "5 kh qd 5c split / kh 9d / qd tc / 5c th"),
    "nj-war": Play(
        _war,
        ("tie", "sur", "war"),
        "5 tie 1 9h war kd",
        house=(House("d", "dealer", "The dealer's card, and the one of a war", _war_cards),),
    ),
    "nj-minibac": Play(
        _minibac,
        (*ON, "defer"),
        "banker 10 tie 1",
        "wagers",
        house=(
            House("p", "player", "Player's cards, the third one last"),
            House("b", "banker", "Banker's cards"),
        ),
    ),
    "nj-fah": Play(
        _fast_action,
        (*SET,),
        "10 ks qs 3d 4h set ks qs",
        house=(
            House("d", "dealer", "The dealer's four cards", _cards),
            House("b", "board", "The community cards"),
        ),
    ),
}


def round_of(game: Game, lines: Mapping[str, str], options: Mapping[str, object]) -> Facts:
    """The round of lines by their keys; ValueError says what cannot be read, and where."""
    play = PLAYED[game.code]
    said: Said = {"id": "typed", "game": game.code, "options": options}
    said |= {one.field: one.read(lines.get(one.key, "")) for one in play.house}
    seats = sorted((int(key), text) for key, text in lines.items() if key.isdecimal())
    typed_in = [_seat(play, number, text) for number, text in seats]
    said[play.seats] = [part for one in typed_in for part in one.get("wagers", [one])]
    try:
        return msgspec.convert(said, game.facts)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None


def _seat(play: Play, number: int, text: str) -> Said:
    one: Said = {play.number: number}
    try:
        play.seat(Words(text), one)
    except ValueError as error:
        raise ValueError(f"Seat {number}: {error}") from None
    return one


Hands: TypeAlias = tuple[tuple[Card, ...], ...]


def cards_in(
    play: Play, facts: Facts, settled: Settled | None = None
) -> tuple[dict[str, Hands], dict[int, Hands]]:
    """The hands as they lie: before the dealer by their key, as the rules set them; by seat."""
    said = msgspec.to_builtins(facts)
    dealer = settled.more.get("dealer") if settled else None
    if isinstance(dealer, dict) and dealer.get("kept"):
        said["dealer"]["kept"] = dealer["kept"]
    seats = {one.get(play.number) or seat_of(one["id"]) or 0: _hands(one) for one in said[play.seats]}
    return {one.key: _hands(said[one.field]) for one in play.house}, seats


def _lying(said: Said) -> tuple[Card, ...]:
    """Cards that lie side by side."""
    one = [said[name] for name in ("card", "war_card") if said.get(name)]
    return (*said.get("cards", ()), *said.get("drawn", ()), *one)


def _hands(one: Said | Sequence[Card]) -> Hands:
    """The hands of a seat or of the house: after a split each; two that are kept, and the rest."""
    if not isinstance(one, dict):
        return (tuple(one),)
    if kept := one.get("keep") or one.get("kept"):
        return tuple(kept), tuple((Counter(one["cards"]) - Counter(kept)).elements())
    return tuple(map(_lying, one.get("hands") or [one]))


def options_of(text: str) -> Said:
    """House options as they are typed: name=value, a value as JSON has it or a plain word."""
    found: Said = {}
    for word in text.split():
        name, _, value = word.partition("=")
        try:
            found[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            found[name] = value
    return found
