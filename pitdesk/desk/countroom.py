"""The count room: drop boxes off the tables, two blind counts, the slips found."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from pitdesk import kinds, places
from pitdesk.book.entries import Entry, pay
from pitdesk.book.slip import PARTS
from pitdesk.codes.keys import key_path, older
from pitdesk.codes.slips import Verdict, check_any
from pitdesk.desk.posting import Post, Signers
from pitdesk.errors import Trouble
from pitdesk.kinds import Part


@dataclass(frozen=True, slots=True)
class Scan:
    """What a scanned or typed code of a slip found in a place says.

    parts   of a slip: one, or the two that two-ply paper has on a sheet; none of what is not this site's
    words   what it is; what is wrong first: foreign, of another day, doubled, in the wrong place
    odd     whether something is wrong
    """

    verdict: Verdict
    parts: tuple[Part, ...]
    words: str
    odd: bool


class CountRoom(Post):
    """The verbs of the drop: 99-01.3-08-14."""

    def remove_box(self, table: str, store: str, by: Signers) -> Entry:
        """Carry a used box to a safe place: the shift manager first, then the escort."""
        used = self.today.tables.get(table)
        fact = kinds.RemoveBox(table=table, store=store, box=used.box if used else "")
        return self._post(fact, by)

    def team(self, by: Signers, keys: Sequence[str]) -> Entry:
        """Name the two who count, and who holds the key (then who holds the second lock's)."""
        members = tuple(signer.person for signer in by)
        return self._post(kinds.Team(members=members, keys=tuple(keys)), by)

    def drop_count(
        self, table: str, cents: int, by: Signers, notes: Mapping[str, int] | None = None
    ) -> Entry:
        """One member's own count of a box, in cents; `notes` is pieces by currency value if given."""
        return self._post(kinds.DropCount(table=table, cents=cents, notes=dict(notes or {})), by)

    def drop(self, table: str, cents: int, by: Signers, reason: str = "") -> Entry:
        """Both members initial the drop: the cash is the day's gross proceeds of the table.

        Done again with a reason it corrects the first; the difference is posted and noted.
        """
        used = self.today.tables.get(table)
        counts = dict(used.counts) if used else {}
        before = (used.drop_cents or 0) if used else 0
        fact = kinds.Drop(table=table, cents=cents, counts=counts, reason=reason)
        return self._post(fact, by, postings=pay(cents - before, places.PATRONS, places.DROP))

    def check_slip(self, code: str, *, today: bool = False) -> Verdict:
        """Hold the code of a slip against the book; where `today`, it should be of the open day.

        Raises:
            ValueError: it is no code; the words say why.
            Trouble: the site's key is not here, or the book cannot be read.
        """
        if self._key is None:
            raise Trouble("The key of the site is not here, so no code can be checked. Put it back.")
        day = self.today.number if today else None
        return check_any(self.journal, code, [self._key, *older(key_path(self.journal))], day=day)

    def scan(self, where: str, code: str, found: Collection[Part] = ()) -> Scan:
        """Say what a slip is that was found in "box N" or in the "records", by its code.

        found   parts scanned already, not entered yet

        Raises:
            ValueError: it is no code; the words say why.
            Trouble: the site's key is not here, or the book cannot be read.
        """
        verdict = self.check_slip(code, today=True)
        claim = verdict.claim
        if claim is None or verdict.kind not in ("equal", "void since", "other day"):
            return Scan(verdict, (), f"Foreign or forged. {verdict.words}", odd=True)
        series, number, cents = claim.series, claim.number, claim.cents
        slip = self.today.slips.get((series, number))
        if slip is None or verdict.kind == "other day":
            return Scan(verdict, ((series, number, claim.part, cents),), verdict.words, odd=True)
        sheet = PARTS if claim.part == "both" else (claim.part,)
        box = self.today.tables[slip.table].box
        homes = {part: slip.belongs(part, box) for part in sheet}
        here = [part for part in sheet if homes[part] == where] or list(sheet)[:1]
        words = [verdict.words] if verdict.kind == "void since" else []
        for part in here:
            name = f"{slip.name} {part}"
            before = slip.found.get(part)
            if before or (series, number, part) in {one[:3] for one in found}:
                words.append(f"Doubled: {name} was found before, in {before or where}.")
            if homes[part] != where:
                words.append(f"Wrong place: {name} belongs in {homes[part]}, not in {where}.")
        parts = tuple((series, number, part, cents) for part in here)
        listed = ", ".join(f"{slip.name} {part}" for part in here)
        return Scan(verdict, parts, " ".join(words) or f"{listed}: genuine.", odd=bool(words))

    def found(
        self,
        where: str,
        parts: Sequence[Part],
        by: Signers,
        reason: str = "",
    ) -> Entry:
        """Enter slips that turned up in "box N" or in the "records".

        parts    (series, number, "original" or "copy", total in cents as printed, or None)
        reason   where a slip is none of today's, what is known of it
        """
        return self._post(kinds.Found(reason=reason, where=where, parts=tuple(parts)), by)
