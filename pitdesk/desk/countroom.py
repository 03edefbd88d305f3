"""The count room: drop boxes off the tables, two blind counts, the slips found."""

from collections.abc import Mapping, Sequence

from pitdesk import places
from pitdesk.desk.posting import Post, Signers
from pitdesk.entries import Entry, pay


class CountRoom(Post):
    """The verbs of the drop: 99-01.3-08-14."""

    def remove_box(self, table: str, store: str, by: Signers) -> Entry:
        """Carry a used box to a safe place: the shift manager first, then the escort."""
        used = self.today.tables.get(table)
        keep = {"store": store, "box": used.box if used else ""}
        return self._post("remove box", by, table=table, keep=keep)

    def name_team(self, by: Signers, keys: Sequence[str]) -> Entry:
        """Name the two who count, and who holds the key (then who holds the second lock's)."""
        members = [signer.person for signer in by]
        return self._post("team", by, keep={"members": members, "keys": list(keys)})

    def count_drop(
        self, table: str, cents: int, by: Signers, notes: Mapping[str, int] | None = None
    ) -> Entry:
        """One member's own count of a box, in cents; `notes` is pieces by currency value if given."""
        return self._post("drop count", by, table=table, cents=cents, keep={"notes": dict(notes or {})})

    def agree_drop(self, table: str, cents: int, by: Signers, reason: str = "") -> Entry:
        """Both members initial the drop: the cash is the day's gross proceeds of the table.

        Done again with a reason it corrects the first; the difference is posted and noted.
        """
        used = self.today.tables.get(table)
        counts = dict(used.counts) if used else {}
        before = (used.drop_cents or 0) if used else 0
        return self._post(
            "drop",
            by,
            table=table,
            cents=cents,
            reason=reason,
            keep={"counts": counts, "reason": reason},
            postings=pay(cents - before, places.PATRONS, places.DROP),
        )

    def find_slips(
        self,
        where: str,
        parts: Sequence[tuple[str, int, str, int | None]],
        by: Signers,
        reason: str = "",
    ) -> Entry:
        """Enter slips that turned up in "box N" or in the "records".

        parts    (series, number, "original" or "copy", total in cents as printed, or None)
        reason   where a slip is none of today's, what is known of it
        """
        return self._post(
            "found", by, reason=reason, keep={"where": where, "parts": [list(p) for p in parts]}
        )
