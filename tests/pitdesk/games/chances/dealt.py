"""A second way to the odds of blackjack and Three Card 21: every hand settled, card by card.

It knows no totals and no rules: what a hand brings, the game's settlement says, against one hand of the
dealer for each of his ends. What it tries is every order to stand, draw, double and split.
"""

from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from math import prod

from pitdesk.games import blackjack, threecard
from pitdesk.games.chances.twentyone import ends, ends_of_two
from pitdesk.games.counts import Dealer, Hand, draws, low_total, total

STAKE = 100
LOW = [f"{rank}S" for rank in "A23456789"]
PLAIN = {**dict.fromkeys(LOW, Fraction(1, 13)), "TS": Fraction(4, 13)}  # without their suits
SUITS = {card: often for card, often in PLAIN.items() if card[0] not in "678"}
SUITS |= {f"{rank}{suit}": Fraction(1, 52) for rank in "678" for suit in "SHDC"}
VALUES = {card: low_total([card]) for card in (*PLAIN, *SUITS)}


def dealers(first, found, soft17):
    """A hand of the dealer for each of his ends."""
    hands = {}

    def draw(cards):
        if len(cards) > 1 and not draws(cards, soft17):
            end = 22 if len(cards) == 2 and total(cards) == 21 else total(cards)
            hands.setdefault(0 if end > 22 or (end == 22 and len(cards) > 2) else end, cards)
            return
        for card in PLAIN:
            draw((*cards, card))

    draw(first)
    return [(hands[end], often) for end, often in found.items()]


class Dealt:
    """What hands bring at each end of the dealer: means, and means of squares, in wagers."""

    def __init__(self, settled, against, shoe):
        self.settled, self.shoe = settled, shoe
        self.hands, self.often = zip(*against, strict=True)
        self.known = {}

    def sure(self, *what):
        nets = [self.settled(hand, *what) for hand in self.hands]
        return nets, [net * net for net in nets]

    def mean(self, worth):
        return sum((a * b for a, b in zip(self.often, worth[0], strict=True)), Fraction())

    def square(self, worth):
        return sum((a * b for a, b in zip(self.often, worth[1], strict=True)), Fraction())

    def best(self, ways):
        return max(ways, key=self.mean)

    def mixed(self, ways):
        found = [[Fraction()] * len(self.hands), [Fraction()] * len(self.hands)]
        for often, worth in ways:
            for sums, parts in zip(found, worth, strict=True):
                for at, part in enumerate(parts):
                    sums[at] += often * part
        return found

    def beside(self, one, two):
        both = [a + b for a, b in zip(one[0], two[0], strict=True)]
        squares = zip(one[1], two[1], one[0], two[0], strict=True)
        return both, [a + b + 2 * c * d for a, b, c, d in squares]

    def play(self, cards, place, *, stays=22):
        """Stand or draw; `stays` is what takes no card."""
        key = tuple(sorted(cards)), place
        if key not in self.known:
            ways = [self.sure(cards, place, False)]
            if low_total(cards) < 22 and total(cards) < stays:
                drawn = [(n, self.play((*cards, c), place, stays=stays)) for c, n in self.shoe.items()]
                ways.append(self.mixed(drawn))
            self.known[key] = self.best(ways)
        return self.known[key]

    def double(self, cards, place):
        key = tuple(sorted(cards)), place, True
        if key not in self.known:
            drawn = ((n, self.sure((*cards, c), place, True)) for c, n in self.shoe.items())
            self.known[key] = self.mixed(drawn)
        return self.known[key]


def blackjack_chance(options, up, hole=None):
    """Mean and mean square of a wager against these cards of the dealer; a pair is split once."""

    def settled(dealer, cards, place, doubled):
        hand = Hand(cards=cards, double=STAKE if doubled else 0)
        hands = (hand,)
        if place:
            other = Hand(cards=(cards[0], "5S" if cards[0][0] != "5" else "6S"))
            hands = (hand, other) if place == 1 else (other, hand)
        player = blackjack.Player(seat=1, wager=STAKE, hands=hands)
        told = options.open or (options.dealing == "reader" and total(dealer[:1]) in (10, 11))
        if told and len(dealer) == 2 and total(dealer) == 21 and (place or len(cards) > 2 or doubled):
            return -Fraction(place < 2)  # the round had ended; of all the wagers it took the first
        lines = blackjack.settle(
            blackjack.Round(id="", dealer=Dealer(cards=dealer), players=(player,), options=options)
        ).lines
        mine = {0: "wager", 1: "wager", 2: "split2"}[place], f"double{max(place, 1)}"
        return Fraction(sum(one.paid - one.collected for one in lines if one.wager[3:] in mine), STAKE)

    shoe = SUITS if options.bonus.suited_678 else PLAIN
    low = VALUES[up], hole and VALUES[hole]
    found = ends_of_two(*low, options.soft17) if hole else ends(low[0], options.soft17)
    table = Dealt(settled, dealers((up, hole) if hole else (up,), found, options.soft17), shoe)

    def ways(cards, place):
        yield table.play(cards, place)
        if not options.open or total(cards) in (9, 10, 11):
            yield table.double(cards, place)

    def half(card, place):
        for second, often in shoe.items():
            cards = card, second
            yield (
                often,
                table.sure(cards, place, False) if card[0] == "A" else table.best(ways(cards, place)),
            )

    mean = square = Fraction()
    for one, first in shoe.items():
        for two, second in shoe.items():
            cards = one, two
            if total(cards) == 21:
                worth = table.sure(cards, 0, False)
            else:
                tried = [*ways(cards, 0)]
                if VALUES[one] == VALUES[two]:
                    tried.append(table.beside(table.mixed(half(one, 1)), table.mixed(half(two, 2))))
                worth = table.best(tried)
            mean += first * second * table.mean(worth)
            square += first * second * table.square(worth)
    return mean, square


def threecard_chance(options, up):
    """Mean and mean square of the first wager against this card of the dealer."""

    def settled(dealer, cards, place, doubled):
        more = {}
        first = cards[:3]
        blackjacked = len(dealer) == 2 and total(dealer) == 21
        if place == "surrender":
            more = {"decision": "surrender"}
        elif blackjacked and (place == "split" or len(cards) > 3):
            return Fraction(-1)  # never for a hand that is one of three: that is said once, below
        elif place == "split":
            others = Hand(cards=(cards[0], "5S")), Hand(cards=("TS", "5S"))
            hand = Hand(cards=cards, double=STAKE if doubled else 0)
            first = cards[0], cards[0], "TS"
            more = {"decision": "split", "hands": (hand, *others)}
        elif total(first) < 21 and not blackjacked:
            kind = "double" if doubled else "hit" if len(cards) > 3 else "stand"
            more = {"decision": kind, "drawn": cards[3:], "double": STAKE if doubled else 0}
        player = threecard.Player(seat=1, main=STAKE, bonus=STAKE, cards=first, **more)
        lines = threecard.settle(
            threecard.Round(id="", dealer=Dealer(cards=dealer), players=(player,), options=options)
        ).lines
        mine = ("main", "double1")
        return Fraction(sum(one.paid - one.collected for one in lines if one.wager[3:] in mine), STAKE)

    found = ends(VALUES[up], options.soft17)
    table = Dealt(settled, dealers((up,), found, options.soft17), PLAIN)

    def ways(cards, place):
        yield table.play(cards, place, stays=21)
        if total(cards) < 21:
            yield table.double(cards, place)

    halves = {
        card: table.mixed((n, table.best(ways((card, second), "split"))) for second, n in PLAIN.items())
        for card in PLAIN
    }

    def split(cards):
        one, two, three = (halves[card] for card in cards)
        means, squares = table.beside(table.beside(one, two), three)
        lost = [at for at, hand in enumerate(table.hands) if len(hand) == 2 and total(hand) == 21]
        for at in lost:
            means[at], squares[at] = Fraction(-1), Fraction(1)
        return means, squares

    mean = square = Fraction()
    for cards in combinations_with_replacement(PLAIN, 3):
        often = len({*permutations(cards)}) * prod(PLAIN[card] for card in cards)
        if total(cards) < 21:
            tried = [*ways(cards, "")]
        else:  # what is over 21 is given up or split where the house takes surrender
            over = total(cards) > 21 and options.surrender
            tried = [] if over else [table.sure(cards, "", False)]
        if total(cards) != 21:
            if threecard.splits(cards):
                tried.append(split(cards))
            if options.surrender:
                tried.append(table.sure(cards, "surrender", False))
        worth = table.best(tried)
        mean += often * table.mean(worth)
        square += often * table.square(worth)
    return mean, square
