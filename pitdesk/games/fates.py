"""What becomes of a wager by its rules, before anybody looks at its amount."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec import structs

from pitdesk.games.odds import pays
from pitdesk.games.results import Line, back, lose, win


class Fate(NamedTuple):
    """Won, lost or neither; by which section, why, and at what odds."""

    result: Literal["win", "lose", "push", "void"]
    section: str
    reason: str
    odds: str = "1:1"


def line(
    wager: str, stake: int, fate: Fate, *also: str, won: Literal["player", "tips"] = "player"
) -> Iterator[Line]:
    """The line of a wager, what else it relies on, and to whom it goes if won."""
    if not stake:
        return
    section = (fate.section, *also)
    if fate.result == "win":
        paid = pays(fate.odds, stake, wager, fate.section)
        yield structs.replace(win(wager, stake, paid, fate.odds, section, fate.reason), to=won)
    elif fate.result == "lose":
        yield lose(wager, stake, section, fate.reason)
    else:
        yield back(wager, stake, fate.result, section, fate.reason)
