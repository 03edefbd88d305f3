"""Facts of the count room: boxes off the tables, two blind counts, the slips found: 99-01.3-08-14."""

from typing import NamedTuple

from pitdesk.kinds.fact import COUNT_ROOM, Fact

Part = tuple[str, int, str, int | None]
"""Series, number, "original" or "copy", cents on the paper."""


class Machine(NamedTuple):
    """What a machine counted, before somebody took or corrected it.

    model, version   the device's profile;  report: its number, or what tells it from others
    cents            what it came to;  raw: its bytes, in hexadecimal
    rejects          pieces that it put aside, and that somebody then counted by hand
    chip             the type of chip that was weighed; "" for cash
    """

    model: str
    version: int
    report: str
    cents: int
    raw: str
    rejects: int = 0
    chip: str = ""


class Team(Fact, group=COUNT_ROOM, section="08-14(2)"):
    """The two who count are named, and who holds the keys.

    supervisor   whether one is the other's direct supervisor, where that was asked: "yes" or "no"
    """

    members: tuple[str, ...]
    keys: tuple[str, ...]
    supervisor: str = ""


class DropCount(Fact, group=COUNT_ROOM, section="08-14(4)"):
    """One member's own count of a box.

    notes     pieces by currency value
    box       its number, where the table used more than one, or one more than once, that day
    at_once   whether it is opened at its table, by the team: nobody carries it
    put       the box that then takes its place, at an open table
    machine   what a machine counted of it, where one did
    """

    table: str
    cents: int
    notes: dict[str, int]
    box: str = ""
    at_once: bool = False
    put: str = ""
    machine: tuple[Machine, ...] = ()


class Drop(Fact, group=COUNT_ROOM, section="08-14(4)"):
    """Both members initial the drop of a box; counts: who → cents, each counted alone; box as there."""

    table: str
    cents: int
    counts: dict[str, int]
    reason: str
    box: str = ""

    @property
    def detail(self) -> dict[str, object]:
        """As it is stored: a reason before the counts, an empty one behind them."""
        said = super().detail
        for last in ("counts", "warnings") if self.reason else ():
            if last in said:
                said[last] = said.pop(last)
        return said


class Found(Fact, group=COUNT_ROOM, section="08-05(4)"):
    """Slips turned up in "box N" or in the "records"."""

    reason: str = ""
    where: str
    parts: tuple[Part, ...]
