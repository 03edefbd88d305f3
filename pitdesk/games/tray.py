"""Payment in chips from a tray: exact, with the fewest pieces; among as few, the larger values.

Each amount is tried with as many of the largest value as there are, then one fewer, and so on. A way is
dropped as soon as the tray cannot hold what is left, or fewer pieces than a way found cannot make it.
Each rest is tried once. So the search is complete, and short for the chips of any table.
"""

from collections.abc import Iterator, Mapping
from math import gcd
from typing import Annotated, TypeAlias

from msgspec import Meta

from pitdesk.games.facts import Cents, Facts, Game
from pitdesk.games.results import Fault, Settled, check

Chips: TypeAlias = Mapping[int, int]  # pieces by value in cents
Way: TypeAlias = tuple[int, ...]  # pieces of each value, the largest value first

MOST_VALUES = 16
WIDEST = 40_000  # smallest chips in an amount; for more, no fill is looked for
FAN, STACK = 5, 20  # 99-01.3-08-11(16)(a)


def pay(amount: int, tray: Chips) -> dict[int, int] | None:
    """The fewest pieces that make this amount; None if the tray cannot make it."""
    values = sorted((value for value, pieces in tray.items() if pieces), reverse=True)
    found = _fewest(amount, 0, values, tray, {})
    if found is None:
        return None
    return {value: pieces for value, pieces in zip(values, found, strict=False) if pieces}


def _fewest(
    rest: int, place: int, values: list[int], tray: Chips, known: dict[tuple[int, int], Way | None]
) -> Way | None:
    """The best way to make what is left, with the values from this place on."""
    if not rest:
        return ()
    if (place, rest) in known:
        return known[place, rest]
    here, smaller = values[place : place + 1], values[place + 1 :]
    best: Way | None = None
    if here and not rest % gcd(*here, *smaller):
        worth = sum(value * tray[value] for value in smaller)
        for pieces in range(min(tray[here[0]], rest // here[0]), -1, -1):
            left = rest - pieces * here[0]
            if left > worth or (best and pieces + _least(left, smaller) >= sum(best)):
                break
            more = _fewest(left, place + 1, values, tray, known)
            if more is not None and (best is None or pieces + sum(more) < sum(best)):
                best = (pieces, *more)
    known[place, rest] = best
    return best


def _least(amount: int, values: list[int]) -> int:
    """No payment takes fewer pieces than this."""
    return -(-amount // values[0]) if amount else 0


def fill(amount: int, tray: Chips) -> dict[int, int] | None:
    """The fewest pieces, then the least value, to bring so that it can pay; None for no way."""
    values = sorted(tray, reverse=True)
    unit = gcd(*values)
    if not unit or amount % unit or amount // unit > WIDEST:
        return None
    units = [value // unit for value in values]
    bring = _bring(amount // unit, units)
    payable = _payable(amount // unit, {part: tray[part * unit] for part in units})
    ways = [(pieces, rest) for rest in payable if (pieces := bring[rest]) is not None]
    if not ways:
        return None
    short = min(ways)[1]
    found: dict[int, int] = {}
    while short:
        part = next(
            part for part in units if part <= short and bring[short - part] == (bring[short] or 0) - 1
        )
        found[part * unit] = found.get(part * unit, 0) + 1
        short -= part
    return found


def _bring(most: int, units: list[int]) -> list[int | None]:
    """The fewest pieces, of any number there are, for each number of units; None for no way."""
    found: list[int | None] = [0]
    for rest in range(1, most + 1):
        ways = (found[rest - part] for part in units if part <= rest)
        found.append(min((way + 1 for way in ways if way is not None), default=None))
    return found


def _payable(most: int, tray: Chips) -> Iterator[int]:
    """What is missing, for each amount that the tray can pay; the least missing first."""
    reach = 1  # a bit for each number of units
    for value, pieces in tray.items():
        step, left = 1, pieces
        while left:
            step = min(step, left)
            reach |= reach << value * step & (1 << most + 1) - 1
            left, step = left - step, step * 2
    return (rest for rest in range(most + 1) if reach >> most - rest & 1)


def laid(chips: Chips) -> tuple[str, ...]:
    """How a payoff lies where cameras look: 99-01.3-08-11(16)(a).

    Chips are fanned in fives, apart by value. More than twenty of a value may stand in racks of twenty,
    and the rest is fanned.
    """
    return tuple(_fanned(value, chips[value]) for value in sorted(chips, reverse=True))


def _fanned(value: int, pieces: int) -> str:
    racks, rest = divmod(pieces, STACK) if pieces > STACK else (0, pieces)
    fans, loose = divmod(rest, FAN)
    said = [f"{racks} x {STACK} in a rack"] if racks else []
    said += [f"{fans} fan{'s' * (fans > 1)} of {FAN}"] if fans else []
    said += [f"{loose} fanned"] if loose else []
    return f"{_written(value)}: {', '.join(said)}"


def _written(value: int) -> str:
    return f"${value // 100}" if not value % 100 else f"{value}c"


class Round(Facts, frozen=True, kw_only=True):
    """Amounts, and the tray that pays them one after the other."""

    amounts: tuple[Cents, ...]
    tray: dict[Annotated[str, Meta(pattern="^[1-9][0-9]{0,8}$")], Annotated[int, Meta(ge=0, le=10**9)]]


def settle(played: Round) -> Settled:
    """Pay each amount from what is left; what cannot be paid takes nothing."""
    check(_faults(played))
    tray = {int(value): pieces for value, pieces in played.tray.items()}
    payments = []
    for amount in played.amounts:
        chips = pay(amount, tray)
        if chips is None:
            bring = fill(amount, tray)
            payments.append({"amount": amount, "status": "cannot_pay", "fill": bring and _named(bring)})
            continue
        for value, pieces in chips.items():
            tray[value] -= pieces
        paid = {"count": sum(chips.values()), "chips": _named(chips), "laid": laid(chips)}
        payments.append({"amount": amount, "status": "paid", **paid})
    return Settled(None, more={"payments": payments, "tray_after": _named(tray)})


def _faults(played: Round) -> list[Fault]:
    if len(played.tray) > MOST_VALUES:
        return [Fault("bad_input", "tray", text=f"A tray has at most {MOST_VALUES} values.")]
    return []


def _named(chips: Chips) -> dict[str, int]:
    return {str(value): chips[value] for value in sorted(chips, reverse=True)}


GAME = Game("chips", "Payment from a tray", Round, settle)
