"""Tables: opener, dealers, tray counts, closer, and the daily look at the camera."""

from collections.abc import Mapping
from typing import Any

from pitdesk import places
from pitdesk.book.entries import Entry, move
from pitdesk.chips import Chips
from pitdesk.desk.posting import Post, Signers


class Tables(Post):
    """The verbs at a table that are no slips."""

    def open_table(
        self,
        table: str,
        opener: Chips,
        by: Signers,
        *,
        limits: tuple[int, int],
        options: Mapping[str, Any] | None = None,
        box: str | None = None,
        dealer: str | None = None,
    ) -> Entry:
        """Open a table with its opener count (08-07, 08-09, 08-13).

        limits   lowest and highest wager, cents
        options  what is posted: {"method": "no-peek" | "no-hole-card" | "card-reader", …}

        The tray was locked since its last closer: what the opener finds off goes to over/short. In the
        book's first day it begins the tray; at a table opened again the same night it goes to patrons.
        Wherever it goes, it is noted and needs a reason before the day is closed.
        """
        today, place = self.today, places.tray(table)
        held = self._held(place)
        off = opener - held
        reopened = table in today.tables
        began = today.number == 1 and not self.journal.at(place)
        source = places.SUPPLIER if began else places.PATRONS if reopened else places.OVER_SHORT
        layout = self.site.tables.get(table)
        keep = {
            "game": layout.game if layout else None,
            "box": box or (layout.box if layout else ""),
            "limits": list(limits),
            "options": dict(options or {}),
            "dealer": dealer or (by[0].person if by else None),
            "off": off.names,
            "began": began,
            "reopened": reopened,
        }
        return self._post(
            "open table",
            by,
            table=table,
            chips=opener,
            keep=keep,
            facts={"person": keep["dealer"], "binds": self._binds},
            postings=move(off, source, place),
        )

    def change_dealer(self, table: str, dealer: str | None, by: Signers) -> Entry:
        """Seat another dealer, or nobody: then the tray is locked (08-03(4))."""
        return self._post("dealer", by, table=table, keep={"dealer": dealer}, facts={"person": dealer})

    def count_tray(self, table: str, counted: Chips, by: Signers, reason: str = "") -> Entry:
        """Count a tray during play: what is off was won or lost to players."""
        return self._settle_tray("count tray", table, counted, by, reason)

    def close_table(self, table: str, closer: Chips, by: Signers, reason: str = "") -> Entry:
        """Count the tray a last time, lock it in the chip bank, end the table's night."""
        return self._settle_tray("close table", table, closer, by, reason)

    def _settle_tray(self, verb: str, table: str, counted: Chips, by: Signers, reason: str) -> Entry:
        place = places.tray(table)
        held = self._held(place)
        return self._post(
            verb,
            by,
            table=table,
            chips=counted,
            reason=reason,
            keep={"known": held.names, "locked": places.CHIP_BANK if verb == "close table" else None},
            postings=move(counted - held, places.PATRONS, place),
        )

    def review_camera(self, table: str, by: Signers, view: str = "clear", reason: str = "") -> Entry:
        """Note that somebody looked at a table's camera today: "clear", or what is wrong (08-04(7))."""
        return self._post("camera", by, table=table, reason=reason, keep={"view": view})
