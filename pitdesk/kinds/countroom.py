"""Facts of the count room: boxes off the tables, two blind counts, the slips found: 99-01.3-08-14."""

from pitdesk.kinds.fact import COUNT_ROOM, Fact

Part = tuple[str, int, str, int | None]
"""Series, number, "original" or "copy", cents on the paper."""


class Team(Fact, group=COUNT_ROOM, section="08-14(2)"):
    """The two who count are named, and who holds the keys."""

    members: tuple[str, ...]
    keys: tuple[str, ...]


class DropCount(Fact, group=COUNT_ROOM, section="08-14(3)"):
    """One member's own count of a box; notes: pieces by currency value."""

    table: str
    cents: int
    notes: dict[str, int]


class Drop(Fact, group=COUNT_ROOM, section="08-14(3)"):
    """Both members initial the drop of a box; counts: who → cents, each counted alone."""

    table: str
    cents: int
    counts: dict[str, int]
    reason: str

    @property
    def detail(self) -> dict[str, object]:
        """As it is stored: a reason before the counts, an empty one behind them."""
        said = super().detail
        for last in ("counts", "warnings") if self.reason else ():
            if last in said:
                said[last] = said.pop(last)
        return said


class Found(Fact, group=COUNT_ROOM, section="08-14(4)"):
    """Slips turned up in "box N" or in the "records"."""

    reason: str = ""
    where: str
    parts: tuple[Part, ...]
