"""The facts in groups, and how names are listed in a refusal."""

import re
from collections.abc import Iterable

from pitdesk import kinds, places
from pitdesk.book.people import APPROVING, Signer
from pitdesk.book.site import Layout
from pitdesk.chips import Chips
from pitdesk.kinds import Fact, of
from pitdesk.rules.check import Act, Facts, Scene

AT_TABLES: Facts = (kinds.OpenTable, kinds.Dealer, kinds.TrayCount, kinds.CountOpener)
PLAYERS: Facts = (kinds.Redeem, kinds.Refuse, kinds.Exchange, kinds.Check)  # done for a player
ALONE: Facts = (  # one person may do it, up to what the house says
    *(kinds.Slip, kinds.Redeem, kinds.Exchange, kinds.Check, kinds.RedeemTips, kinds.ExchangeTips),
    *(kinds.Iou, kinds.Payback, kinds.Withdraw),
)
INITIALED: Facts = (  # by whoever does it, on a gaming day or for head office
    *of(kinds.DAY, kinds.TABLES, kinds.SLIPS, kinds.CAGE, kinds.TIPS, kinds.MONEY),
    *of(kinds.COUNT_ROOM, kinds.CHIPS, kinds.OFFICE),
)


def brought(act: Act[Fact], now: Scene) -> Chips:
    """The chips that a verb brings; to a table that opens, those that did not lie in its tray."""
    if not isinstance(act.fact, kinds.OpenTable):
        return act.fact.chips
    there = now.held(places.tray(act.fact.table))
    return Chips({chip: count for chip, count in act.fact.chips.items() if count > there[chip]})


def given(fact: Fact) -> Chips:
    """The chips that go out in exchange for those that come in."""
    return fact.gave if isinstance(fact, kinds.Exchange | kinds.ExchangeTips) else Chips()


def why_second(fact: Fact, now: Scene) -> str:
    """Why a second person initials it; "" where the house asks for none."""
    if not isinstance(fact, ALONE):
        return ""
    sides = (fact.chips, given(fact))
    cents = max(fact.cents or 0, *(side.cents for side in sides))
    return now.site.second(cents, max(side.pieces for side in sides))


def doing(act: Act[Fact], now: Scene) -> list[Signer]:
    """Who does it: without the second person whom the house asks for."""
    if not why_second(act.fact, now):
        return [*act.signers]
    return [one for at, one in enumerate(act.signers) if at == 0 or one.role not in APPROVING]


def seated_as(layout: Layout) -> str:
    """The role in which somebody sits at a table."""
    return "wheel operator" if layout.game == "PW" else "dealer"


def a(name: str) -> str:
    """A role or a verb as a sentence begins with it: "A dealer", "An auditor"."""
    return f"A{'n' * name.startswith(tuple('aeiou'))} {name}"


def listed(names: Iterable[object]) -> str:
    """Names in order, separated by commas."""
    return ", ".join(sorted(map(str, names))) or "none"


def bears(box: str, number: str) -> bool:
    """Whether a drop box has a table's number on it: 2, or a further one of that number, 2/2."""
    return box == number or re.fullmatch(rf"{re.escape(number)}/[1-9][0-9]?", box) is not None
