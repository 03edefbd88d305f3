"""The side wagers of blackjack by every two or three cards, each settled as at the table: an instant.

Only whether a card is a seven matters to sevens, so two cards stand for all; the others take every two.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

from pitdesk.games.blackjack import Options, Player, Round, Side, settle
from pitdesk.games.cards import DECK, Card
from pitdesk.games.chances.chance import Chance
from pitdesk.games.counts import Dealer, Hand

STAKE = 100  # cents: what the rules let a side wager be
SEVEN, OTHER = "7S", "2D"
DEALER = Dealer(cards=("TH", "TD"))


def counted(options: Options, side: Side, decks: int = 6) -> dict[int, int]:
    """Hands by the cents that the player wins, or loses as less than nothing."""
    found: Counter[int] = Counter()
    for cards, hands in _dealt(side, decks):
        player = Player(seat=1, wager=STAKE, side=(side,), hands=(Hand(cards=cards),))
        lines = settle(Round(id="", options=options, dealer=DEALER, players=(player,))).lines or ()
        (line,) = (one for one in lines if one.wager.endswith(side.kind))
        found[line.paid - line.collected] += hands
    return dict(found)


def _dealt(side: Side, decks: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """The cards that decide, in kinds, and how many hands are of each."""
    if side.kind == "seven":
        sevens = 4 * decks
        for count in range(4):
            hands = comb(sevens, count) * comb(52 * decks - sevens, 3 - count)
            yield (SEVEN,) * count + (OTHER,) * (3 - count), hands
        return
    for cards in combinations_with_replacement(DECK, 2):
        yield cards, prod(comb(decks, count) for count in Counter(cards).values())


def chance(options: Options, side: Side, decks: int = 6) -> Chance:
    """A side wager at a table of these options."""
    return Chance.of(
        (Fraction(cents, STAKE), hands) for cents, hands in counted(options, side, decks).items()
    )
