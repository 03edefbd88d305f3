"""Rounds dealt by chance, to practice settling: lawful ones, the same from the same seed."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Literal

from pitdesk.games import minibac, twentyone, war
from pitdesk.games.cards import DECK, POINTS, Card
from pitdesk.games.counts import Dealer, bust, draws, low_total, natural, total
from pitdesk.games.facts import Facts
from pitdesk.games.odds import half

WAGERS = (100, 200, 300, 500, 700, 1000, 1500, 2500)  # whole dollars up to the law's most
TIPS = (0, 0, 50, 100, 200)
DECKS = 6


class Shoe:
    """Six decks in an order that a seed makes."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.cards = [*DECK] * DECKS
        dice.shuffle(self.cards)

    def take(self, count: int = 1) -> tuple[Card, ...]:
        """The next cards."""
        return tuple(self.cards.pop() for _ in range(count))

    def often(self, percent: int) -> bool:
        """In so many of a hundred cases."""
        return self.dice.randrange(100) < percent


def twenty_one(dice: Random) -> Facts:
    """One to three spaces: naturals, ties, busts, doubles, splits, tip bets, insurance."""
    shoe = Shoe(dice)
    up = shoe.take(2)
    spaces = [
        _space(shoe, number, up[0]) for number in sorted(dice.sample(range(1, 8), dice.randint(1, 3)))
    ]
    dealer = up
    while draws(dealer, "stand"):
        dealer += shoe.take()
    return twentyone.Round(id="", dealer=Dealer(cards=dealer), spaces=tuple(spaces))


def _space(shoe: Shoe, number: int, up: Card) -> twentyone.Space:
    original, two = shoe.dice.choice(WAGERS), shoe.take(2)
    tip = shoe.dice.choice([tip for tip in TIPS if tip <= original])
    insured = up[0] == "A" and shoe.often(40)
    insurance = half(original, "insurance") if insured else 0
    splits = POINTS[two[0]] == POINTS[two[1]] and shoe.often(60)
    hands = [(card, *shoe.take()) for card in two] if splits else [two]
    aces = splits and two[0][0] == "A"
    return twentyone.Space(
        space=number,
        original=original,
        tip=tip,
        insurance=insurance,
        hands=tuple(
            twentyone.Hand(cards=hand) if aces else _played(shoe, hand, original) for hand in hands
        ),
    )


def _played(shoe: Shoe, cards: tuple[Card, ...], original: int) -> twentyone.Hand:
    """Double on nine to eleven now and then; else draw to twelve, or a little further."""
    if natural(cards):
        return twentyone.Hand(cards=cards)
    if low_total(cards) in (9, 10, 11) and shoe.often(50):
        return twentyone.Hand(cards=cards + shoe.take(), double=original)
    stop = shoe.dice.randint(12, 18)
    while not bust(cards) and total(cards) < stop:
        cards += shoe.take()
    return twentyone.Hand(cards=cards)


def baccarat(dice: Random) -> Facts:
    """Three wagers on two hands, each before a seat."""
    shoe = Shoe(dice)
    player, banker = shoe.take(2), shoe.take(2)
    two = minibac.count(player), minibac.count(banker)
    third: int | None = None
    if minibac.player_draws(*two):
        player += shoe.take()
        third = minibac.count(player[2:])
    if minibac.banker_draws(*two, third):
        banker += shoe.take()
    on: tuple[Literal["player", "banker", "tie"], ...] = ("banker", "player", "tie")
    wagers = tuple(
        minibac.Wager(id=f"p{seat}.{one}", on=one, amount=dice.choice(WAGERS))
        for seat, one in enumerate(on, 1)
    )
    return minibac.Round(id="", player=player, banker=banker, wagers=wagers)


def casino_war(dice: Random) -> Facts:
    """One to three players against a card; a tie in every second round."""
    shoe = Shoe(dice)
    (card,), (second,) = shoe.take(), shoe.take()
    players, tied = [], False
    for seat in range(1, dice.randint(2, 4)):
        same = [one for one in shoe.cards if one[0] == card[0]]
        (own,) = (dice.choice(same),) if shoe.often(25) else shoe.take()
        initial, tie = dice.choice(WAGERS), dice.choice((0, 100, 500))
        wars = own[0] == card[0] and shoe.often(70)
        tied = tied or wars
        players.append(
            war.Player(
                seat=seat,
                initial=initial,
                tie=tie,
                card=own,
                decision=("war" if wars else "surrender") if own[0] == card[0] else None,
                war=initial if wars else 0,
                war_card=shoe.take()[0] if wars else None,
            )
        )
    dealer = war.Dealer(card=card, war_card=second if tied else None)
    return war.Round(id="", dealer=dealer, players=tuple(players))


DEALT: Mapping[str, Callable[[Random], Facts]] = {
    "nd-21": twenty_one,
    "nj-minibac": baccarat,
    "nj-war": casino_war,
}
