"""The count room: drop boxes off the tables, two blind counts, the slips found."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from pitdesk import kinds, places
from pitdesk.book.boxes import Use
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry, pay
from pitdesk.book.slip import PARTS
from pitdesk.codes.keys import key_path, older
from pitdesk.codes.slips import CodeVerdict, check_any
from pitdesk.desk.posting import Post, Signers
from pitdesk.errors import Trouble
from pitdesk.kinds import Machine, Part


@dataclass(frozen=True, slots=True)
class Scan:
    """What a scanned or typed code of a slip found in a place says.

    parts   of a slip: one, or the two that two-ply paper has on a sheet; none of what is not this site's
    words   what it is; what is wrong first: foreign, of another day, doubled, in the wrong place
    odd     whether something is wrong
    """

    verdict: CodeVerdict
    parts: tuple[Part, ...]
    words: str
    odd: bool


class CountRoomVerbs(Post):
    """The verbs of the drop: 99-01.3-08-14."""

    def remove_box(self, table: str, store: str, by: Signers, put: str = "") -> Entry:
        """Carry a used box to a safe place: the shift manager first, then the escort.

        put   the box that takes its place, at an open table
        """
        used = self.today.tables.get(table)
        fact = kinds.RemoveBox(table=table, store=store, box=used.here.box if used else "", put=put)
        return self._post(fact, by)

    def team(
        self, by: Signers, keys: Sequence[str], supervisor: str = "", *, of: date | None = None
    ) -> Entry:
        """Name the two who count, and who holds the key (then who holds the second lock's).

        supervisor   "yes" or "no": whether one is the other's direct supervisor, where it is asked
        of           the date of the day, where that is one whose boxes are counted later; so below
        """
        members = tuple(signer.person for signer in by)
        fact = kinds.Team(members=members, keys=tuple(keys), supervisor=supervisor)
        return self._post(fact, by, day=self.day_at(of))

    def drop_count(  # noqa: PLR0913  (what a count says of itself)
        self,
        table: str,
        cents: int,
        by: Signers,
        notes: Mapping[str, int] | None = None,
        *,
        box: str = "",
        at_once: bool = False,
        put: str = "",
        of: date | None = None,
        machine: Sequence[Machine] = (),
    ) -> Entry:
        """One member's own count of a box, in cents.

        notes     pieces by currency value, if given
        machine   what a machine counted of it
        box       which of the table's; by default the first that waits
        at_once   whether the team opens it at its table
        put       the box that takes its place, where the table is open
        """
        day = self.day_at(of)
        box = box or _box(day, table)
        fact = kinds.DropCount(
            table=table,
            cents=cents,
            notes=dict(notes or {}),
            box=box,
            at_once=at_once,
            put=put,
            machine=tuple(machine),
        )
        return self._post(fact, by, day=day)

    def drop(
        self,
        table: str,
        cents: int,
        by: Signers,
        reason: str = "",
        *,
        box: str = "",
        of: date | None = None,
    ) -> Entry:
        """Both members initial the drop of a box: the cash is the day's gross proceeds of the table.

        Done again with a reason it corrects the first; the difference is posted and noted. What is
        counted after the seal of its day is for the deposit at once.

        box   which of the table's; by default the first that waits, else the last that was counted
        """
        day = self.day_at(of)
        used = day.tables.get(table)
        box = box or _box(day, table, agreed=True)
        use = used.use(box, agreed=True) if used else Use("")
        fact = kinds.Drop(table=table, cents=cents, counts=dict(use.counts), reason=reason, box=box)
        to = places.ACCOUNT if day.sealed else places.DROP
        cash = pay(cents - (use.cents or 0), places.PATRONS, to)
        return self._post(fact, by, postings=cash, day=day)

    def check_slip(self, code: str, *, of: Day | None = None) -> CodeVerdict:
        """Hold the code of a slip against the book; of a day, if it should be.

        Raises:
            ValueError: it is no code; the words say why.
            Trouble: the site's key is not here, or the book cannot be read.
        """
        if self._key is None:
            raise Trouble("The key of the site is not here, so no code can be checked. Put it back.")
        day = of.number if of else None
        return check_any(self.journal, code, [self._key, *older(key_path(self.journal))], day=day)

    def scan(
        self, where: str, code: str, found: Collection[Part] = (), *, of: date | None = None
    ) -> Scan:
        """Say what a slip is that was found in "box N" or in the "records", by its code.

        found   parts scanned already, not entered yet

        Raises:
            ValueError: it is no code; the words say why.
            Trouble: the site's key is not here, or the book cannot be read.
        """
        day = self.day_at(of)
        verdict = self.check_slip(code, of=day)
        claim = verdict.claim
        if claim is None or verdict.kind not in ("equal", "void since", "other day"):
            return Scan(verdict, (), f"Foreign or forged. {verdict.words}", odd=True)
        series, number, cents = claim.series, claim.number, claim.cents
        slip = day.slips.get((series, number))
        if slip is None or verdict.kind == "other day":
            return Scan(verdict, ((series, number, claim.part, cents),), verdict.words, odd=True)
        sheet = PARTS if claim.part == "both" else (claim.part,)
        homes = {part: slip.belongs(part) for part in sheet}
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
        *,
        of: date | None = None,
    ) -> Entry:
        """Enter slips that turned up in "box N" or in the "records".

        parts    (series, number, "original" or "copy", total in cents as printed, or None)
        reason   where a slip is none of today's, what is known of it
        """
        fact = kinds.Found(reason=reason, where=where, parts=tuple(parts))
        return self._post(fact, by, day=self.day_at(of))


def _box(day: Day, table: str, *, agreed: bool = False) -> str:
    """Which box a count is of; "" where the table had only one, once."""
    used = day.tables.get(table)
    return used.use(agreed=agreed).box if used and len(used.uses) > 1 else ""
