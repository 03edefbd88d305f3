"""Tables: opener, dealers, tray counts, closer, and the daily look at the camera."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time, timedelta

from pitdesk import kinds, places
from pitdesk.book.boxes import ON_TABLE
from pitdesk.book.entries import Entry, move
from pitdesk.chips import Chips
from pitdesk.desk.posting import Post, Signers
from pitdesk.rules.check import Known


class TableVerbs(Post):
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
        reason: str = "",
    ) -> Entry:
        """Open a table with its opener count (08-07, 08-09, 08-13).

        limits   lowest and highest wager, cents
        options  what is posted: {"method": "no-peek" | "no-hole-card" | "card-reader", …}
        reason   why it deals another way than the site, where its card reader fails

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
            box=box or self._usual_box(table),
            limits=limits,
            options=dict(options or {}),
            dealer=dealer or (by[0].person if by else None),
            off=off,
            began=began,
            reopened=reopened,
            reason=reason,
        )
        return self._post(fact, by, postings=move(off, source, place))

    def count_opener(self, table: str, opener: Chips, by: Signers) -> Entry:
        """Count an opener again while nothing has moved its tray: this count stands, both are kept."""
        openers = [fact for fact, _ in self.today.facts(kinds.OpenTable) if fact.table == table]
        began, place = any(one.began for one in openers), places.tray(table)
        off = opener - self._held(place)
        fact = kinds.CountOpener(table=table, chips=opener, off=off, began=began)
        source = places.SUPPLIER if began else places.OVER_SHORT
        return self._post(fact, by, postings=move(off, source, place))

    def _usual_box(self, table: str) -> str:
        """The box that is still on a table that closed tonight; else the one it was set up with."""
        used, layout = self.today.tables.get(table), self.site.tables.get(table)
        if used and used.uses[-1].state == ON_TABLE:
            return used.box
        return layout.box if layout else ""

    def dealer(
        self,
        table: str,
        dealer: str | None,
        by: Signers,
        *,
        players: bool = False,
        secured: Sequence[str] = (),
    ) -> Entry:
        """Seat another dealer, or nobody: then the tray is locked (08-03(4)).

        players   whether somebody is still in the game, though nobody deals: then the table is active
        secured   of "tray", "cards" and "shoe", what is locked, covered or taken away
        """
        alone = dealer is None
        kept = tuple(secured) if alone else ()
        fact = kinds.Dealer(table=table, dealer=dealer, players=players and alone, secured=kept)
        return self._post(fact, by)

    def limits(
        self,
        table: str,
        limits: tuple[int, int],
        by: Signers,
        *,
        notice: int | None = None,
        reason: str = "",
    ) -> Entry:
        """Post and announce other limits at an open table (08-09(1)). They count from now on.

        limits   lowest and highest wager, cents
        notice   minutes until they hold; without it, what is usual here
        reason   why players are told later than that
        """
        posted = self.today.tables.get(table)
        fact = kinds.Limits(
            table=table,
            limits=limits,
            before=posted.limits if posted else limits,
            notice=self.notice_minutes if notice is None else notice,
            reason=reason,
        )
        return self._post(fact, by)

    @property
    def notice_minutes(self) -> int:
        """How many minutes before a change of limits players are told here."""
        usual = self.rules.rules.get("pd.notice")  # the first reading of the law has none
        on = self.date_of(self.clock.now())
        return self.site.settings.notice_minutes or (usual.value("minutes", on) if usual else 0)

    def method(self, table: str, method: str, reason: str, by: Signers) -> Entry:
        """Deal another way at a table whose card reader fails, or as the site again (08-10(1)(c)(5))."""
        return self._post(kinds.Method(table=table, method=method, reason=reason), by)

    def plaque(self, table: str, by: Signers) -> Entry:
        """Note that a plaque with the table's limits stands on it (08-09(1))."""
        posted = self.today.tables.get(table)
        fact = kinds.Plaque(table=table, limits=posted.limits if posted else (0, 0))
        return self._post(fact, by)

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
        return self._post(fact, by, postings=move(fact.off, places.PATRONS, places.tray(fact.table)))

    def camera(self, table: str, by: Signers, view: str = "clear", reason: str = "") -> Entry:
        """Note that somebody looked at a table's camera today: "clear", or what is wrong (08-04(7))."""
        return self._post(kinds.Camera(table=table, reason=reason, view=view), by)

    def fault(self, table: str, what: str, by: Signers, since: time | None = None) -> Entry:
        """Note that a "recorder" or "camera" does not work, whatever its picture (08-04(7)).

        since   of the site's clock, the last such time; without it, now
        """
        now = self.clock.now().at
        at = datetime.combine(self.site.local(now).date(), since or time(), self.site.zone)
        if at > now:
            at -= timedelta(days=1)
        at = at.astimezone(UTC) if since else now
        return self._post(kinds.Fault(table=table, what=what, since=at), by)

    def dispute(
        self, table: str, reason: str, ruling: str, by: Signers, *, seat: int = 0, under: str = ""
    ) -> Entry:
        """Write down a dispute and its ruling: what lay there, whose hand, by which section."""
        fact = kinds.Dispute(table=table, reason=reason, ruling=ruling, seat=seat, under=under)
        return self._post(fact, by)

    def overrule(self, dispute: int, reason: str, ruling: str, by: Signers, *, under: str = "") -> Entry:
        """Overrule the ruling of a dispute of tonight, named by its entry; both rulings stand."""
        about = self.journal.entry(dispute) if 0 < dispute <= self.journal.head.seq else None
        table = about.fact.table if about and isinstance(about.fact, kinds.Dispute) else ""
        fact = kinds.Overrule(table=table, reason=reason, ruling=ruling, under=under)
        return self._post(fact, by, about=dispute if about else None, known=Known(entry=about))
