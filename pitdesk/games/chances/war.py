"""Casino war by what is left of the decks: at once.

Of two cards the second has the rank of the first in 4 d - 1 of 52 d - 1 cases. At war the two that tied
are gone; the three burnt cards are unknown and change nothing.
"""

from fractions import Fraction
from typing import Literal

from pitdesk.games import war
from pitdesk.games.chances.chance import Chance

STAKE = 100
HIGH, LOW, SAME = "AS", "2S", "9S"  # against a dealer's nine


def ties(decks: int = 6) -> Fraction:
    """How often the first two cards tie."""
    return Fraction(4 * decks - 1, 52 * decks - 1)


def ties_at_war(decks: int = 6) -> Fraction:
    """How often the two cards of a war tie again."""
    left, rank = 52 * decks - 2, 4 * decks
    same = (rank - 2) * (rank - 3) + 12 * rank * (rank - 1)
    return Fraction(same, left * (left - 1))


def chance(decision: Literal["war", "surrender"], decks: int = 6) -> Chance:
    """The initial wager of a player who always decides so."""
    tie = ties(decks)
    found = [(_net(HIGH), Fraction(1 - tie, 2)), (_net(LOW), Fraction(1 - tie, 2))]
    if decision == "surrender":
        return Chance.of([*found, (_net(SAME, decision="surrender"), tie)])
    again = ties_at_war(decks)
    ends = ((HIGH, Fraction(1 - again, 2)), (LOW, Fraction(1 - again, 2)), (SAME, again))
    return Chance.of(
        found
        + [(_net(SAME, decision="war", war=STAKE, war_card=card), tie * often) for card, often in ends]
    )


def tie_bet(decks: int = 6) -> Chance:
    """A tie wager on the first two cards."""
    tie = ties(decks)
    won = _net(SAME, tie=STAKE, decision="surrender") - _net(SAME, decision="surrender")
    lost = _net(HIGH, tie=STAKE) - _net(HIGH)
    return Chance.of([(won, tie), (lost, 1 - tie)])


def _net(card: str, **more: object) -> Fraction:
    """What a player has of a round, in units of the initial wager."""
    dealer = war.Dealer(card=SAME, war_card=SAME if "war_card" in more else None)
    player = war.Player(seat=1, initial=STAKE, card=card, **more)  # type: ignore[arg-type]
    lines = war.settle(war.Round(id="", dealer=dealer, players=(player,))).lines or ()
    return Fraction(sum(line.paid - line.collected for line in lines), STAKE)
