"""Asks that wait for the line: kept while the cage is not reached, and never sent by themselves.

No PIN is kept with one. Once the line is back somebody looks whether the table still wants it, and asks
with their own PIN, or takes it back. A restart of the station ends them: by then the forms tell more.
"""

from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QObject, Signal

from pitdesk.chips import Chips, dollars
from ui.work.lines import following_of
from ui.work.message import Way
from ui.work.station import Station

KEPT = "kept asks"  # subject of messages
LOOK = "Look whether the table still wants it, then ask with a PIN, or take it back."


@dataclass(frozen=True, slots=True)
class KeptAsk:
    """What a table wants.

    what    "fill" or "credit"
    chips   none for to par
    at      when it was typed (UTC)
    """

    table: str
    what: str
    chips: Chips
    at: datetime

    @property
    def words(self) -> str:
        """In short: A fill of $200 for table 3."""
        worth = f"of ${dollars(self.chips.cents)}" if self.chips else "to par"
        return f"A {self.what} {worth} {'for' if self.what == 'fill' else 'from'} table {self.table}"


class KeptAsks(QObject):
    """The asks that wait at a station, one of a kind for each table; `kept_of` makes it.

    Signals:
        changed()   there is another, or one less
    """

    changed = Signal()

    def __init__(self, station: Station) -> None:
        super().__init__(station)
        self._station, self._asks = station, dict[tuple[str, str], KeptAsk]()
        self._following = following_of(station)
        if self._following:
            self._following.changed.connect(self._say)

    @property
    def away(self) -> bool:
        """Whether the cage is not reached: then an ask is kept, and not sent."""
        return bool(self._following and self._following.away)

    def of(self, table: str) -> KeptAsk | None:
        """The oldest that waits for a table; None for none."""
        found = (one for one in self._asks.values() if one.table == table)
        return min(found, key=lambda one: one.at, default=None)

    def since(self, one: KeptAsk) -> str:
        """Since when one waits, by the site's clock."""
        return f"{self._station.board.site.local(one.at):%H:%M}"

    def keep(self, one: KeptAsk) -> None:
        """Have one wait for the line, in the place of one of its kind."""
        self._asks[one.table, one.what] = one
        self.changed.emit()

    def let_go(self, table: str, what: str) -> None:
        """It was asked for, or taken back."""
        if self._asks.pop((table, what), None):
            if not self._asks:
                self._station.settle(KEPT)
            self.changed.emit()

    def _say(self) -> None:
        """The line is back: have somebody look after what waits, the oldest first."""
        if self._asks and not self.away and self._station.ready:
            first = min(self._asks.values(), key=lambda one: one.at)
            more = f", and {len(self._asks) - 1} more" * (len(self._asks) > 1)
            self._station.say(
                f"{first.words} waits for you since {self.since(first)}{more}.",
                "look",
                then=LOOK,
                about=KEPT,
                way=Way(f"See table {first.table}", lambda: self._station.go("floor", first.table)),
            )


def kept_of(station: Station) -> KeptAsks:
    """The asks that wait at a station's window."""
    found = station.findChild(KeptAsks)
    return found if isinstance(found, KeptAsks) else KeptAsks(station)
