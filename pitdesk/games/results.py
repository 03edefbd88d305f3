"""What became of each wager, what was ruled, or why nothing can be settled."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

Outcome: TypeAlias = Literal["win", "lose", "push", "void", "surrender"]
Sections: TypeAlias = tuple[str, ...]
More: TypeAlias = Mapping[str, Any]  # what one game alone says, as it is written


class Line(Struct, frozen=True, omit_defaults=False):
    """One wager: returned and collected together are the stake, always."""

    wager: str
    stake: int
    result: Outcome
    paid: int
    returned: int
    collected: int
    commission: int = 0
    to: Literal["player", "tips"] = "player"
    odds: str | None = None
    section: Sections = ()
    reason: str = ""
    deferred: bool | UnsetType = UNSET  # vigorish that is marked and paid later


class Ruling(Struct, frozen=True, kw_only=True):
    """What is done about something that went wrong or was asked."""

    event: str
    action: str
    section: Sections
    text: str = ""
    amount: int | UnsetType = UNSET
    seat: int | UnsetType = UNSET
    order: tuple[int, ...] | UnsetType = UNSET


class Fault(Struct, frozen=True):
    """One reason why a round cannot be settled; a program reads the code and the place."""

    code: str
    at: str
    section: Sections = ()
    text: str = ""


class Impossible(Exception):
    """The facts are impossible, unlawful or incomplete: nothing is settled."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        super().__init__("; ".join(f"{fault.code} at {fault.at}: {fault.text}" for fault in faults))


def check(faults: Sequence[Fault]) -> None:
    """Go on only where nothing is wrong."""
    if faults:
        raise Impossible(*faults)


@dataclass(frozen=True, slots=True)
class Settled:
    """A round decided: no `lines` where nothing is wagered, `more` is what only this game says."""

    lines: tuple[Line, ...] | None = ()
    rulings: tuple[Ruling, ...] = ()
    status: Literal["settled", "void"] = "settled"
    more: More = field(default_factory=dict)


SUMS = ("paid", "returned", "collected", "commission")


def totals(lines: Sequence[Line]) -> dict[str, int]:
    """The sums over all wagers, and what the house keeps."""
    found = {"staked": sum(line.stake for line in lines)}
    found |= {name: sum(getattr(line, name) for line in lines) for name in SUMS}
    found["house_net"] = found["collected"] + found["commission"] - found["paid"]
    return found


def win(wager: str, stake: int, paid: int, odds: str, section: Sections, reason: str) -> Line:
    """Won: profit, and the stake comes back."""
    return Line(wager, stake, "win", paid, stake, 0, odds=odds, section=section, reason=reason)


def lose(wager: str, stake: int, section: Sections, reason: str) -> Line:
    """Lost: the stake goes into the tray."""
    return Line(wager, stake, "lose", 0, 0, stake, section=section, reason=reason)


def back(
    wager: str, stake: int, result: Literal["push", "void"], section: Sections, reason: str
) -> Line:
    """Neither won nor lost: the stake comes back."""
    return Line(wager, stake, result, 0, stake, 0, section=section, reason=reason)


def surrender(wager: str, stake: int, kept: int, section: Sections, reason: str) -> Line:
    """Given up: the house keeps a part."""
    return Line(wager, stake, "surrender", 0, stake - kept, kept, section=section, reason=reason)
