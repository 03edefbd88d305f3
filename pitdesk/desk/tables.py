"""Tables: opener, dealers, tray counts, closer, and the daily look at the camera."""

from collections.abc import Mapping

from pitdesk import kinds, places
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
        options: Mapping[str, str | int | bool] | None = None,
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
        began = self._is_first and not self.journal.at(place)
        source = places.SUPPLIER if began else places.PATRONS if reopened else places.OVER_SHORT
        layout = self.site.tables.get(table)
        fact = kinds.OpenTable(
            table=table,
            chips=opener,
            game=layout.game if layout else None,
            box=box or (layout.box if layout else ""),
            limits=limits,
            options=dict(options or {}),
            dealer=dealer or (by[0].person if by else None),
            off=off,
            began=began,
            reopened=reopened,
        )
        return self._post(fact, by, postings=move(off, source, place))

    def dealer(self, table: str, dealer: str | None, by: Signers) -> Entry:
        """Seat another dealer, or nobody: then the tray is locked (08-03(4))."""
        return self._post(kinds.Dealer(table=table, dealer=dealer), by)

    def count_tray(self, table: str, counted: Chips, by: Signers, reason: str = "") -> Entry:
        """Count a tray during play: what is off was won or lost to players."""
        held = self._held(places.tray(table))
        fact = kinds.CountTray(table=table, chips=counted, reason=reason, known=held, locked=None)
        return self._settle(fact, by)

    def close_table(self, table: str, closer: Chips, by: Signers, reason: str = "") -> Entry:
        """Count the tray a last time, lock it in the chip bank, end the table's night."""
        held, bank = self._held(places.tray(table)), places.CHIP_BANK
        fact = kinds.CloseTable(table=table, chips=closer, reason=reason, known=held, locked=bank)
        return self._settle(fact, by)

    def _settle(self, fact: kinds.TrayCount, by: Signers) -> Entry:
        off = fact.chips - fact.known
        return self._post(fact, by, postings=move(off, places.PATRONS, places.tray(fact.table)))

    def camera(self, table: str, by: Signers, view: str = "clear", reason: str = "") -> Entry:
        """Note that somebody looked at a table's camera today: "clear", or what is wrong (08-04(7))."""
        return self._post(kinds.Camera(table=table, reason=reason, view=view), by)
