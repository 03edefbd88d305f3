"""Who has each drawer tonight, and how far its next hand-over is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from pitdesk import kinds
from pitdesk.book.banks import drawers, passing
from pitdesk.chips import value_cents
from pitdesk.kinds import Amounts

if TYPE_CHECKING:
    from pitdesk.desk import Desk


@dataclass(frozen=True, slots=True)
class DrawerSpot:
    """A drawer, who has it since when, and who has counted it alone.

    places   what changes hands: the drawer, and the chip bank where that goes with it
    counted  who has counted it alone → how often
    opened   how often it was opened tonight with no cash due
    offs     what they counted, against the book: once two said the same, or each has said it twice
    """

    drawer: str
    holder: str | None
    since: datetime | None
    places: tuple[str, ...]
    counted: Mapping[str, int] = field(default_factory=dict)
    offs: Mapping[str, Amounts] = field(default_factory=dict)
    opened: int = 0

    @property
    def behind(self) -> list[str]:
        """Of two who have counted, who did not do so as often as the other."""
        most = max(self.counted.values(), default=0)
        return [who for who, times in self.counted.items() if times < most]

    @property
    def differs(self) -> bool:
        """Whether what was counted is told, and is not the same."""
        told = [*self.offs.values()]
        return any(off != told[0] for off in told)


def off_cents(off: Amounts) -> int:
    """What is over (+) or short (−) in all, in cents."""
    return sum(value_cents(name, n) for names in off.values() for name, n in names.items())


def drawer_spots(desk: "Desk") -> tuple[DrawerSpot, ...]:
    """The drawers of the open day, the first first."""
    day = desk.day
    if day is None or day.sealed:
        return ()
    found = []
    for drawer in drawers(day):
        span = day.tills.has(drawer)
        found.append(
            DrawerSpot(
                drawer,
                span.person if span else None,
                span.since if span else None,
                passing(day, desk.site, drawer),
                {who: own.times for who, own in day.tills.own.get(drawer, {}).items()},
                {who: own.off for who, own in day.tills.told(drawer).items()},
                sum(fact.drawer == drawer for fact, _ in day.facts(kinds.OpenDrawer)),
            )
        )
    return tuple(found)
