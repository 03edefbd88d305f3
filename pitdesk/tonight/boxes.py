"""The drop boxes that somebody must see to: of the open day, and of those closed before the count."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date as Date
from typing import TYPE_CHECKING

from pitdesk.book.boxes import ON_TABLE, Use
from pitdesk.book.day import Day, Table
from pitdesk.book.slip import PARTS

if TYPE_CHECKING:
    from pitdesk.desk import Desk


@dataclass(frozen=True, slots=True)
class BoxSpot:
    """A drop box that can be counted, or was.

    of          the date of its day where that was closed, drop pending; None for the open day
    usual       whether it is the one that a count of its table is of, if no box is named
    state       on table → at the count, or stored → counted
    in_play     whether it is on an open table, which needs another one if this is counted at once
    counted_by  who has counted it; their counts, in cents, once there are two
    notes       who → pieces by currency value, once there are two, as far as they were given
    missing     the parts of slips that belong in it and were not found there yet
    team        who counts the boxes of its day
    """

    table: str
    box: str
    of: Date | None
    usual: bool
    state: str
    in_play: bool = False
    counted_by: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    notes: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    team: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What a form knows it by: its table, and more where that is not enough."""
        if self.usual and self.of is None:
            return self.table
        return " ".join(filter(None, (self.table, self.box, self.of.isoformat() if self.of else "")))

    @property
    def words(self) -> str:
        """What its button says: the table; box and date where that is not enough."""
        box = "" if self.box == self.table else f"box {self.box}"
        day = f"{self.of:%a %b} {self.of.day}" if self.of else ""
        return ", ".join(filter(None, (self.table, box, day)))


def box_spots(desk: "Desk") -> tuple[BoxSpot, ...]:
    """Those of the open day, then those of earlier days, the oldest first."""
    open_ = desk.day if desk.day and not desk.day.sealed else None
    found = [*_of_day(open_)] if open_ else []
    return (*found, *(spot for day in desk.pending.values() for spot in _of_day(day, day.date)))


def _of_day(day: Day, of: Date | None = None) -> Iterator[BoxSpot]:
    for table in day.tables.values():
        for use in table.uses:
            in_play = use.state == ON_TABLE and table.state == "open"
            if day.team or not in_play:
                yield _spot(table, use, day, of, in_play=in_play)


def _spot(table: Table, use: Use, day: Day, of: Date | None, *, in_play: bool) -> BoxSpot:
    both = len(use.counts) > 1
    return BoxSpot(
        table=table.table,
        box=use.box,
        of=of,
        usual=use is table.use(),
        state=use.state,
        in_play=in_play,
        counted_by=tuple(use.counts),
        counts=dict(use.counts) if both else {},
        notes={who: dict(use.notes[who]) for who in use.counts} if both else {},
        missing=() if use.state == ON_TABLE else tuple(_missing(day, f"box {use.box}")),
        team=day.team,
    )


def _missing(day: Day, where: str) -> Iterator[str]:
    """The parts of slips that belong there and were not found there, as they are named."""
    for slip in day.slips.values():
        for part in PARTS:
            wanted = slip.belongs(part) == where and not slip.on_the_way
            if wanted and slip.found.get(part) != where:
                yield f"{slip.name} {part}"
