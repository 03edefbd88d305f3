"""Fill and credit slips, from preparation to the last initials, and what becomes of them on paper."""

from collections.abc import Sequence
from hashlib import sha256

from pitdesk import kinds, places
from pitdesk.book.entries import Draft, Entry, move
from pitdesk.book.people import CASHIERS, DEALERS
from pitdesk.book.slip import Slip
from pitdesk.chips import Chips
from pitdesk.codes.slips import Claim, Code, short_name
from pitdesk.desk.posting import Post, Signers
from pitdesk.errors import Refused


class SlipVerbs(Post):
    """The verbs of a slip: 99-01.3-08-05.

    Attributes:
        place: the station whose paper this desk sees to; "" for the cage's own.
        prints: whether anything is printed where this desk is.
    """

    place = ""

    @property
    def prints(self) -> bool:
        """The cage prints."""
        return True

    def unprinted(self, place: str) -> list[tuple[Slip, str, bool]]:
        """(slip, part, void) for each part that has still to come out at a station, or the cage: ""."""
        faces = self.day.unprinted() if self.day and not self.day.sealed else []
        return [face for face in faces if self.site.prints_at(face[0]) == place]

    def print_here(self, series: str, number: int, by: Signers) -> Entry:
        """Have what is still to be printed of a slip come out at the cage, in place of its station."""
        slip = self.slip(series, number)
        at = self.site.prints_at(slip)
        if not at or all(slip is not one for one, _, _ in self.unprinted(at)):
            words = f"Nothing of {slip.name} waits for the printer of another station. Check its prints."
            raise Refused([self.rules.refusal("pd.print", words)])
        return self._post(kinds.PrintHere(station=at), by, slip=slip)

    def ask(self, what: str, table: str, chips: Chips, by: Signers, *, par: bool = False) -> Entry:
        """Ask the cage for a fill or a credit, from the pit.

        what   "fill" or "credit";  par: what the table is short of its par, or has above it
        """
        return self._post(kinds.Ask(table=table, what=what, chips=chips, par=par), by)

    def withdraw_ask(self, what: str, table: str, by: Signers, reason: str = "") -> Entry:
        """Take back what a table asked for; the cage says why it declines it."""
        asked = self._asked(table, what)
        fact = kinds.WithdrawAsk(table=table, what=what, reason=reason)
        return self._post(fact, by, about=asked or None)

    def _asked(self, table: str, what: str) -> int:
        """The entry of a table's ask that waits; 0 for none."""
        asked = self.today.asks.open.get((table, what))
        return asked.seq if asked else 0

    def fill(
        self,
        table: str,
        chips: Chips,
        by: Signers,
        *,
        source: str = places.CHIP_BANK,
        form: str = "",
        written: str = "",
    ) -> Entry:
        """Prepare a fill slip: chips leave the bank (or the jar bar, with a lent tray) for a table.

        form, written   number and time of the form that it was written on while the machine was down
        """
        ends = (source, places.tray(table))
        return self._prepare(kinds.Fill, table, chips, by, ends, (form, written))

    def credit(
        self,
        table: str,
        chips: Chips,
        by: Signers,
        *,
        destination: str = places.CHIP_BANK,
        form: str = "",
        written: str = "",
    ) -> Entry:
        """Prepare a credit slip: chips leave a tray for the bank (or, with the tray, a jar bar).

        form, written   as of a fill
        """
        ends = (places.tray(table), destination)
        return self._prepare(kinds.Credit, table, chips, by, ends, (form, written))

    def _prepare(
        self,
        kind: type[kinds.Fill | kinds.Credit],
        table: str,
        chips: Chips,
        by: Signers,
        ends: tuple[str, str],
        later: tuple[str, str],
    ) -> Entry:
        source, destination = ends
        form, written = (said.strip() for said in later)
        layout = self.site.tables.get(table)
        fact = kind(
            table=table,
            chips=chips,
            game=layout.game if layout else None,
            source=source,
            destination=destination,
            first_number=self.site.first_number(kind.kind),
            form=form,
            written=written,
            ask=self._asked(table, kind.kind),
        )
        initialing = CASHIERS if kind is kinds.Fill else DEALERS
        parts = ["both" if signer.role in initialing else "original" for signer in by]
        return self._post(fact, by, postings=move(chips, source, places.TRANSIT), parts=parts)

    def transfer(self, source: str, table: str, chips: Chips, by: Signers) -> Entry:
        """Never done: chips do not go from table to table. Here to say so, with its section."""
        ends = (places.tray(source), places.tray(table))
        fact = kinds.Transfer(table=table, chips=chips, source=ends[0], destination=ends[1])
        return self._post(fact, by)

    def slip(self, series: str, number: int) -> Slip:
        """A slip of the open day.

        Raises:
            Refused: there is none; the words name the numbers of the day.
        """
        slip = self.today.slips.get((series, number))
        if slip is None:
            known = sorted(n for s, n in self.today.slips if s == series)
            listed = f"{known[0]:06} to {known[-1]:06}" if known else "none yet"
            words = f"There is no {series} {number:06} today. Known: {listed}."
            raise Refused([self.rules.refusal("nd.08-05.2", words)])
        return slip

    def verify(self, series: str, number: int, by: Signers) -> Entry:
        """A free shift manager or authorized employee initials the original and carries the chips."""
        slip = self.slip(series, number)
        return self._post(kinds.Verify(), by, slip=slip, parts=["original"] * len(by))

    def receive(self, series: str, number: int, by: Signers) -> Entry:
        """The one who gets the chips counts them and initials the copy."""
        slip = self.slip(series, number)
        chips = move(slip.chips, places.TRANSIT, slip.destination)
        return self._post(kinds.Receive(), by, slip=slip, postings=chips, parts=["copy"] * len(by))

    def void(self, series: str, number: int, reason: str, by: Signers) -> Entry:
        """Both parts are marked VOID and initialed; the chips go back, the number stays used."""
        slip = self.slip(series, number)
        back = move(slip.chips, places.TRANSIT, slip.source)
        fact, parts = kinds.Void(reason=reason), ["both"] * len(by)
        return self._post(fact, by, slip=slip, postings=back, parts=parts)

    @property
    def signs(self) -> bool:
        """Whether slips bear a signed code: the site has its key here."""
        return self._key is not None

    def code(self, slip: Slip, part: str, *, void: bool) -> Code | None:
        """The signed code of a part of a slip; none where the site has no key."""
        if self._key is None:
            return None
        return Claim.of(slip.entry, part, short_name(self.site), void=void).signed(self._key)

    # Paper: noted by the spool, before the bytes leave and after

    def print(
        self,
        slip: Slip,
        part: str,
        lines: Sequence[str],
        *,
        void: bool,
        printer: str,
        data: bytes = b"",
        qr: str = "",
        logo: int = 0,
    ) -> Entry:
        """Note that these lines are about to be sent for a part of a slip. Copy 0 is the part itself.

        data   the bytes, of which the book keeps the SHA-256;  qr: the text of the QR code
        logo   the entry of the letterhead whose logo stands on it; 0 for none
        """
        if slip is not self.today.slips.get((slip.series, slip.number)):
            words = f"{slip.name} is not of the open day; its paper was settled when its day was closed."
            raise Refused([self.rules.refusal("pd.print", words)])
        fact = kinds.Print(
            part=part,
            copy=len(slip.tries(part, void=void)),
            void=void,
            printer=printer,
            lines=tuple(lines),
            bytes=sha256(data).hexdigest() if data else "",
            qr=qr,
            logo=logo,
        )
        return self._note(fact, slip.entry.seq)

    def printed(self, attempt: int, outcome: str) -> Entry:
        """Note how the paper came out: "whole" as the printer proved it, "nothing" if no byte left."""
        readings = (one for one, _ in self.today.readings.prints)
        if attempt not in {one.entry for one in (*self.today.prints, *readings) if one.outcome is None}:
            words = f"Entry {attempt} is not a print of today that waits for an outcome. Check the slip."
            raise Refused([self.rules.refusal("pd.print", words)])
        return self._note(kinds.Printed(outcome=outcome, by="printer"), attempt)

    def print_answer(
        self,
        series: str,
        number: int,
        part: str,
        outcome: str,
        by: Signers,
        *,
        attempt: int | None = None,
    ) -> Entry:
        """Say how a print came out that no printer proved: whole, nothing or damaged.

        attempt   the entry of that print; without it, the first of the part that is asked about. One
                  that was answered as nothing and sent again may come out late; nothing once more
                  says that it comes no more.
        """
        slip = self.slip(series, number)
        open_ = [one for of, one in self.today.unproven() if of is slip and one.part == part]
        if attempt is not None:
            late = [one for of, one in self.today.late() if of is slip]
            open_ = [one for one in (*open_, *late) if (one.entry, one.part) == (attempt, part)]
        asked = next(iter(open_), None)
        if asked is None or outcome not in ("whole", "nothing", "damaged"):
            words = f"The {part} of {slip.name} needs no answer of this kind. Look at its prints again."
            raise Refused([self.rules.refusal("pd.print", words)])
        return self._post(kinds.PrintAnswer(outcome=outcome), by, slip=slip, about=asked.entry)

    def by_hand(
        self, series: str, number: int, part: str, paper: str, reason: str, by: Signers
    ) -> Entry:
        """Say that a part was written by hand, on a numbered form, because nothing can print it.

        paper   the number that is printed on the form
        """
        slip = self.slip(series, number)
        void = slip.state == "void"
        fact = kinds.ByHand(reason=reason, part=part, paper=paper.strip(), void=void)
        return self._post(fact, by, slip=slip)

    def _note(self, fact: kinds.Fact, about: int) -> Entry:
        assert self.day
        at = self.clock.now().at
        return self._append(Draft(fact=fact, at=at, day=self.day.number, about=about))
