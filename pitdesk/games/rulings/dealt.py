"""Rounds dealt by chance, to practice settling: lawful ones, the same from the same seed."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Literal

from msgspec import structs

from pitdesk.games import blackjack, counts, fastaction, minibac, threecard, twentyone, war
from pitdesk.games.cards import DECK, POINTS, Card
from pitdesk.games.counts import Dealer, bust, draws, low_total, natural, total
from pitdesk.games.facts import Facts
from pitdesk.games.houseways import kept
from pitdesk.games.odds import half
from pitdesk.games.poker import showdown

WAGERS = (100, 200, 300, 500, 700, 1000, 1500, 2500)  # whole dollars up to the law's most
TIPS = (0, 0, 50, 100, 200)
DECKS = 6


class Shoe:
    """Six decks, or as many as the game has, in an order that a seed makes."""

    def __init__(self, dice: Random, decks: int = DECKS) -> None:
        self.dice = dice
        self.cards = [*DECK] * decks
        dice.shuffle(self.cards)

    def take(self, count: int = 1) -> tuple[Card, ...]:
        """The next cards."""
        return tuple(self.cards.pop() for _ in range(count))

    def till(self, cards: tuple[Card, ...], stop: int) -> tuple[Card, ...]:
        """A hand that counts to twenty-one, drawn to a count at least."""
        while not bust(cards) and total(cards) < stop:
            cards += self.take()
        return cards

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
    return twentyone.Hand(cards=shoe.till(cards, shoe.dice.randint(12, 18)))


def black_jack(dice: Random) -> Facts:
    """One to three seats, where players may surrender."""
    shoe = Shoe(dice)
    up = shoe.take(2)
    seats = sorted(dice.sample(range(1, 8), dice.randint(1, 3)))
    players = tuple(_player(shoe, seat, up[0]) for seat in seats)
    dealer = Dealer(cards=shoe.till(up, 17))
    return blackjack.Round(
        id="", dealer=dealer, players=players, options=blackjack.Options(surrender=True)
    )


def _player(shoe: Shoe, seat: int, up: Card) -> blackjack.Player:
    wager, two = shoe.dice.choice(WAGERS), shoe.take(2)
    splits = POINTS[two[0]] == POINTS[two[1]] and shoe.often(60)
    gives_up = not splits and not natural(two) and shoe.often(12)
    hands: tuple[counts.Hand, ...] = (counts.Hand(cards=two),)
    if splits:
        aces = two[0][0] == "A"
        firsts = [(card, *shoe.take()) for card in two]
        hands = tuple(counts.Hand(cards=c) if aces else _played(shoe, c, wager) for c in firsts)
    elif not gives_up:
        hands = (_played(shoe, two, wager),)
    return blackjack.Player(
        seat=seat,
        wager=wager,
        hands=tuple(counts.Hand(cards=hand.cards, double=hand.double) for hand in hands),
        insurance=half(wager, "insurance") if up[0] == "A" and shoe.often(40) else 0,
        surrender=gives_up,
    )


def three_cards(dice: Random) -> Facts:
    """One to three seats of Three Card 21, where players may surrender."""
    shoe = Shoe(dice)
    up = shoe.take(2)
    players = tuple(_of_three(shoe, seat, up) for seat in range(1, dice.randint(2, 4)))
    options = threecard.Options(surrender=True)
    return threecard.Round(
        id="", dealer=Dealer(cards=shoe.till(up, 17)), players=players, options=options
    )


def _of_three(shoe: Shoe, seat: int, up: tuple[Card, ...]) -> threecard.Player:
    wager, cards = shoe.dice.choice(WAGERS), shoe.take(3)
    insured = up[0][0] == "A" and total(cards) != 21 and shoe.often(40)
    one = threecard.Player(
        seat=seat,
        main=wager,
        bonus=wager,
        cards=cards,
        insurance=half(wager, "insurance") if insured else 0,
    )
    if total(cards) == 21 or natural(up):
        return one
    if threecard.splits(cards) and (bust(cards) or shoe.often(40)):
        if bust(cards) and shoe.often(40):
            return structs.replace(one, decision="surrender")
        hands = (shoe.till((card, *shoe.take()), shoe.dice.randint(12, 18)) for card in cards)
        return structs.replace(
            one, decision="split", hands=tuple(counts.Hand(cards=hand) for hand in hands)
        )
    if low_total(cards) <= 11 and shoe.often(60):
        return structs.replace(one, decision="double", double=wager, drawn=shoe.take())
    drawn = shoe.till(cards, shoe.dice.randint(12, 17))[len(cards) :]
    return structs.replace(one, decision="hit" if drawn else "stand", drawn=drawn)


def fast_action(dice: Random) -> Facts:
    """One to three players who set, split or give up; a natural now and then."""
    shoe = Shoe(dice)
    four = _four(shoe, 4)
    players = tuple(_setting(shoe, seat) for seat in range(1, dice.randint(2, 4)))
    board = () if fastaction.natural(four) else shoe.take(5)
    return fastaction.Round(id="", dealer=fastaction.Dealer(cards=four), board=board, players=players)


def _four(shoe: Shoe, percent: int) -> tuple[Card, ...]:
    """Four cards; so often of one rank, which is seldom by chance."""
    first = shoe.take()
    same = [card for card in shoe.cards if card[0] == first[0][0]]
    if not shoe.often(percent):
        return first + shoe.take(3)
    more = tuple(shoe.dice.sample(same, 3))
    for card in more:
        shoe.cards.remove(card)
    return first + more


def _setting(shoe: Shoe, seat: int) -> fastaction.Player:
    wager, four = shoe.dice.choice(WAGERS), _four(shoe, 6)
    one = fastaction.Player(seat=seat, wager=wager, cards=four, keep=kept(four).cards, action="set")
    if fastaction.natural(four):
        return structs.replace(one, action="natural", keep=())
    if shoe.often(12):
        return structs.replace(one, action="surrender", keep=())
    return structs.replace(one, action="split", second=wager) if shoe.often(30) else one


def poker(dice: Random) -> Facts:
    """Three to five players who put in unequal amounts, one of whom folds; high and low now and then."""
    shoe = Shoe(dice, 1)
    seats = sorted(dice.sample(range(1, 8), dice.randint(3, 5)))
    folds = dice.choice(seats)
    amounts = sorted(dice.choices(range(200, 2050, 50), k=2))
    players = tuple(
        showdown.Player(
            seat=seat,
            contributed=dice.choice((*amounts, amounts[1])),
            cards=shoe.take(2),
            state="folded" if seat == folds else "live",
        )
        for seat in seats
    )
    return showdown.Round(
        id="",
        variant="high_low" if shoe.often(25) else "high",
        button=dice.choice(seats),
        hole_cards=2,
        board=shoe.take(5),
        players=players,
    )


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
    "nd-poker": poker,
    "nj-blackjack": black_jack,
    "nj-minibac": baccarat,
    "nj-fah": fast_action,
    "nj-war": casino_war,
    "nj-3c21": three_cards,
}
