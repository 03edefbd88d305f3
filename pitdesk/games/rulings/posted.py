"""What a table posts: its payoffs, taken from rounds that are settled, and what the house has chosen.

So what hangs on the wall cannot differ from what a dispute is settled by.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from pitdesk.games import fastaction, minibac, threecard, twentyone, war
from pitdesk.games.counts import Dealer
from pitdesk.games.results import Line
from pitdesk.games.rounds import GAMES

STAKE = 1000


class Row(NamedTuple):
    """A line on the wall: what, what is paid or done, and where that stands."""

    what: str
    says: str
    section: str


def posted(code: str) -> tuple[Row, ...]:
    """The lines of a game with the usual options."""
    return tuple(POSTED[code]())


def twenty_one(options: twentyone.Options | None = None) -> Iterator[Row]:
    """Twenty-one of North Dakota, as this house offers it."""
    chosen = options or twentyone.Options()

    def paid(dealer: str, cards: str, insurance: int = 0) -> tuple[Line, ...]:
        hand = twentyone.Hand(cards=tuple(cards.split()))
        space = twentyone.Space(space=1, original=STAKE, hands=(hand,), insurance=insurance)
        house = Dealer(cards=tuple(dealer.split()))
        return GAMES["nd-21"].settle(twentyone.Round(id="", dealer=house, spaces=(space,))).lines or ()

    yield _row("A natural twenty-one", paid("9S 8D", "AS KD")[0])
    yield _row("A hand higher than the dealer's", paid("9S 8D", "9H KD")[0])
    yield _row("A hand equal to the dealer's", paid("9S 8D", "9H 8C")[0])
    if chosen.insurance:
        insured = next(
            line for line in paid("AS KD", "9H 8C", insurance=STAKE // 2) if line.odds == "2:1"
        )
        yield _row("Insurance, half the wager, on a dealer's ace", insured)
    lowest, highest = _dollars(chosen.table_min), _dollars(chosen.table_max)
    yield Row("Wagers", f"{lowest} to {highest}, in whole dollars", "99-01.3-08-09(1)")
    yield Row("The dealer, with a soft 17", SOFT[chosen.soft17], "99-01.3-08-11(10)(g)")
    yield Row("Doubling down", DOUBLE[chosen.double], "99-01.3-08-09(2)(d)")
    yield Row("Tip bets", "allowed" if chosen.tips else "not allowed", "99-01.3-08-09(2)(a)")


SOFT = {
    "stand": "stands",
    "hit_ace_six": "draws with an ace and a six",
    "hit": "draws",
}
DOUBLE = {"equal": "equal to the wager", "up_to": "up to the wager"}


def baccarat(options: minibac.Options | None = None) -> Iterator[Row]:
    """Minibaccarat, as this table charges for it."""
    chosen = options or minibac.Options()
    six = {"player": 0, "banker": 6}
    for on, outcome, points in (
        ("player", "player", {"player": 7, "banker": 6}),
        ("banker", "banker", {"player": 6, "banker": 7}),
        ("tie", "tie", {"player": 6, "banker": 6}),
    ):
        wager = minibac.Wager(id=on, on=on, amount=STAKE)  # type: ignore[arg-type]
        yield _row(f"{on.capitalize()}, winning", minibac.decided(wager, outcome, points, chosen))
    banker = minibac.Wager(id="banker", on="banker", amount=STAKE)
    if chosen.vig == "none":
        yield _row("Banker, winning with six", minibac.decided(banker, "banker", six, chosen))
    equal = minibac.decided(banker, "tie", {"player": 6, "banker": 6}, chosen)
    yield _row("Banker, on equal counts", equal)


def casino_war() -> Iterator[Row]:
    """Casino war."""
    for what, (odds, section) in war.ODDS.items():
        yield Row(
            f"{what.capitalize()} wager, winning" if what in war.WAGERS else what.capitalize(),
            _to(odds),
            section,
        )


def three_cards() -> Iterator[Row]:
    """The bonus of Three Card 21; the highest rank only is paid."""
    for rank, odds in threecard.PAYTABLE.items():
        yield Row(rank.replace("_", " ").capitalize(), _to(odds), "13:69F-2C.5(b)1")


def fast_action() -> Iterator[Row]:
    """Fast action hold'em."""
    yield Row("A natural, four of a kind dealt", _to(fastaction.NATURAL), "19:47-21.8(b)")
    yield Row("A hand higher than the dealer's", _to(fastaction.ORDINARY), "19:47-21.8(n)")
    yield Row("A copy hand", "loses", "19:47-21.8(k)")


POSTED: Mapping[str, Callable[[], Iterator[Row]]] = {
    "nd-21": twenty_one,
    "nj-minibac": baccarat,
    "nj-war": casino_war,
    "nj-3c21": three_cards,
    "nj-fah": fast_action,
}


def _row(what: str, line: Line) -> Row:
    """What a settled wager was paid."""
    says = _to(line.odds) if line.odds else "comes back" if line.returned == line.stake else "loses"
    if line.commission:
        says += f", less {100 * line.commission // line.stake} percent"
    return Row(what, says, line.section[-1])


def _to(odds: str) -> str:
    return odds.replace(":", " to ")


def _dollars(cents: int) -> str:
    return f"${cents // 100}"
