"""Who shoots next at craps (19:47-1.11): who must pass the dice, and who takes them.

Our text has no wager and no payment of craps, so this settles none.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, field

from pitdesk.games.facts import Facts, Fields, Game, Seat
from pitdesk.games.results import Fault, Impossible, Settled, check

SECTION = "19:47-1.11"
ORDERED = ("delay", "invalid_rolls", "violation")  # (a)2
POINTS = (4, 5, 6, 8, 9, 10)
LOSER = 7  # (a)1, once there is a point
KEPT = 2  # dice of the five or more that are offered (d)

Die = Annotated[int, Meta(ge=1, le=6)]


class Roll(Fields, frozen=True):
    """The roll that was just made."""

    phase: Literal["come_out", "point"]
    dice: tuple[Die, Die]
    point: int | None = None


class Round(Facts, frozen=True, kw_only=True):
    """Who stands at the table, the roll, what the shooter wants, what the others say."""

    clockwise: tuple[Seat, ...]
    shooter: Seat
    roll: Roll
    choice: Literal["keep", "pass"] = "keep"
    ordered_to_pass: str | None = None
    line_bet: bool = True
    come_bets_remain: bool = False
    responses: Mapping[str, Literal["accept", "decline"]] = field(default_factory=dict)


def settle(played: Round) -> Settled:
    """Say who rolls next, by (a) to (d)."""
    check(_faults(played))
    total = sum(played.roll.dice)
    lost = played.roll.phase == "point" and total == LOSER
    made = played.roll.phase == "point" and total == played.roll.point
    must = lost or played.ordered_to_pass is not None
    no_bet = made and not played.line_bet
    if not (must or no_bet or played.choice == "pass"):
        return _said([], played.shooter, (f"{SECTION}(a)",))
    part = ("(a)1" if lost else "(a)2") if must else "(b)" if no_bet else "(a)"
    section = (f"{SECTION}{part}",)
    offers, taken = _offered(played)
    if taken is not None:
        return _said(offers, taken, (*section, f"{SECTION}(c)", f"{SECTION}(d)"), must=must)
    if no_bet and not must and played.choice == "keep" and played.come_bets_remain:
        return _said(offers, played.shooter, section, only_decides=True)
    return _said(offers, None, (*section, f"{SECTION}(c)"), must=must)


def _offered(played: Round) -> tuple[list[int], int | None]:
    """To whom the dice are offered, from the shooter's left, and who takes them (c)."""
    start = played.clockwise.index(played.shooter)
    offers: list[int] = []
    for seat in played.clockwise[start + 1 :] + played.clockwise[:start]:
        offers.append(seat)
        said = played.responses.get(str(seat))
        if said is None:
            words = f"The dice are offered to {seat}: what is the answer?"
            raise Impossible(Fault("incomplete", f"responses.{seat}", (f"{SECTION}(c)",), words))
        if said == "accept":
            return offers, seat
    return offers, None


def _said(
    offers: list[int],
    shooter: int | None,
    section: tuple[str, ...],
    *,
    must: bool = False,
    only_decides: bool = False,
) -> Settled:
    more = {
        "offers": offers,
        "shooter": shooter,
        "must_pass": must,
        "decision_only": only_decides,
        "marker": "off_dont_pass_line" if only_decides else None,
        "dice_kept": KEPT,
        "section": section,
    }
    return Settled(None, more=more)


def _faults(played: Round) -> list[Fault]:
    faults = []
    if played.shooter not in played.clockwise:
        faults.append(Fault("bad_input", "shooter", text="The shooter stands at the table."))
    if len({*played.clockwise}) < len(played.clockwise):
        faults.append(Fault("bad_input", "clockwise", text="Each position is there once."))
    if (played.roll.phase == "point") != (played.roll.point in POINTS):
        words = "A point is 4, 5, 6, 8, 9 or 10, and stands once the come-out roll made it."
        faults.append(Fault("bad_input", "roll.point", text=words))
    if played.ordered_to_pass not in (None, *ORDERED):
        words = f"The dice are ordered away for {', '.join(ORDERED)} only."
        faults.append(Fault("not_allowed", "ordered_to_pass", (f"{SECTION}(a)2",), words))
    return faults


GAME = Game("nj-craps-shooter", "Craps: the shooter", Round, settle)
