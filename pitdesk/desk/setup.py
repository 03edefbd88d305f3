"""Set-up: organization and site, tables, chip set, people, ties. Outside any gaming day."""

import dataclasses
from base64 import b64encode
from collections.abc import Mapping, Sequence
from datetime import date, timedelta

import msgspec

from pitdesk import kinds
from pitdesk.book.entries import Entry, Signature
from pitdesk.book.people import OPENING, Person, Signer, hashed_badge
from pitdesk.book.site import Layout
from pitdesk.chips import Chip, Chips
from pitdesk.chipset import photo
from pitdesk.chipset.law import CHIP_SET
from pitdesk.chipset.logo import logos
from pitdesk.clock import AGE, END
from pitdesk.desk.posting import Post, Signers
from pitdesk.errors import Refused
from pitdesk.kinds import Machine
from pitdesk.rules.check import NOTHING, Act, Known

_MANAGERS = ("gaming manager", "shift manager")


class SetupVerbs(Post):
    """The verbs of setting up."""

    def set_site(self, settings: Mapping[str, object], by: Signers = ()) -> Entry:
        """Set what `kinds.Site` names; what is not named stays."""
        fact, wrong = kinds.Site(), ""
        try:
            fact = msgspec.convert(settings, kinds.Site)
        except msgspec.ValidationError as error:
            wrong = f"A setting of the site cannot be used: {error}. Correct it."
        return self._post(fact, by, known=Known(wrong=wrong))

    def set_letterhead(
        self,
        heading: Sequence[str],
        footer: Sequence[str],
        by: Signers = (),
        *,
        logo: bytes | None = None,
    ) -> Entry:
        """Say what stands above and below every slip from now on; empty lines are left out.

        logo   a picture's file; b"" for none, None for the one that is kept
        """
        wrong, kept = "", self.site.letterhead.logo if logo is None else {}
        try:
            kept = logos(logo) if logo else kept
        except ValueError as error:
            wrong = str(error)
        above, below = (
            tuple(filter(None, (" ".join(one.split()) for one in lines))) for lines in (heading, footer)
        )
        fact = kinds.Letterhead(heading=above, footer=below, logo=kept)
        return self._post(fact, by, known=Known(wrong=wrong))

    def set_table(self, layout: Layout, by: Signers = ()) -> Entry:
        """Put a table on the floor plan, or change it."""
        fact = kinds.Table(
            table=layout.table,
            game=layout.game,
            box=layout.box,
            video=layout.video,
            faces=layout.faces.strip(),
        )
        return self._post(fact, by)

    def event(
        self, name: str, since: date, until: date, approval: str, tables: Sequence[str], by: Signers
    ) -> Entry:
        """Note a special event, and which tables are here for it alone (01-02(4), 08-04).

        until      its last day
        approval   number of the local government's written approval
        """
        fact = kinds.Event(name=name, since=since, until=until, approval=approval, tables=tuple(tables))
        return self._post(fact, by)

    def set_bank(self, game: str, approval: str = "", by: Signers = ()) -> Entry:
        """Say which cash bank the first drawer is from the next day on.

        game   the one that keeps it, each other having a drawer of its own; or "combined" for one bank
               of all, with the number of the attorney general's approval
        """
        return self._post(kinds.Bank(game=game, approval=approval.strip()), by)

    def set_lender(self, name: str, what: str, by: Signers = ()) -> Entry:
        """Put a lender of the cash banks on file: "game", "board", "reserve" or "nongaming"."""
        return self._post(kinds.Lender(name=name.strip(), what=what), by)

    def set_chip(self, chip: Chip, look: kinds.Look | None = None, by: Signers = ()) -> Entry:
        """Add a chip type to the set; `look` as in CHIP_SET, which is taken where none is given."""
        if look is None:
            look = CHIP_SET.get(Chip(chip.kind, chip.face_cents).name, {})
        return self._post(kinds.Chip(chip=chip, look=look), by)

    def set_chip_set(self, looks: Sequence[tuple[Chip, kinds.Look]], by: Signers = ()) -> Entry:
        """Keep a whole chip set, or all that is changed of it, at once; looks as Look.kept has them."""
        return self._post(kinds.ChipSet(looks=tuple((chip, dict(look)) for chip, look in looks)), by)

    def set_picture(self, chip: Chip, side: str, data: bytes, by: Signers = ()) -> Entry:
        """Keep a picture of a chip's name or value side, made small; `data` is a file's bytes."""
        wrong = ""
        try:
            data = photo.kept(data)
        except ValueError as error:
            data, wrong = b"", str(error)
        fact = kinds.Picture(chip=chip, side=side, jpeg=b64encode(data).decode())
        return self._post(fact, by, known=Known(wrong=wrong))

    def set_play(self, chip: Chip, by: Signers, reason: str, *, on: bool) -> Entry:
        """Take a chip type out of play, as when a set is replaced, or put it back."""
        today = self.date_of(self.clock.now())
        return self._post(kinds.Play(reason=reason, chip=chip, on=on, date=today), by)

    def end_game(self, game: str, on: date, where: str, by: Signers) -> Entry:
        """Discontinue a game from a date on; its chips are redeemed for thirty days, and where."""
        if not AGE.date() <= on < END.date():
            words = f"{on} is no date that a game here can end on. Check the year."
            raise Refused([self.rules.refusal("nd.08-06.2d", words)])
        until = on + timedelta(days=self.rules.value("nd.08-06.2d", "days", on))
        fact = kinds.Game(game=game, on=on.isoformat(), until=until.isoformat(), where=where)
        return self._post(fact, by)

    def resume_game(self, game: str, by: Signers) -> Entry:
        """Play a game again that was discontinued."""
        return self._post(kinds.Game(game=game, on="", where=""), by)

    def set_par(self, place: str, weekday: int, chips: Chips, by: Signers) -> Entry:
        """Say what the chip bank or a tray should hold, on a weekday or every day; nothing: no par."""
        return self._post(kinds.Par(chips=chips, place=place, weekday=weekday), by)

    def set_weight(
        self, chip: Chip, mg: int, of: int, spread: int, by: Signers, *, machine: Sequence[Machine] = ()
    ) -> Entry:
        """Learn what a type of chip weighs: `of` pieces weigh `mg`, and one differs by `spread`.

        spread    in millionths of its weight: 10,000 is 1 %
        machine   what the scale said
        """
        fact = kinds.Weight(chip=chip, mg=mg, of=of, spread=spread, machine=tuple(machine))
        return self._post(fact, by)

    def set_mark(self, mark: str, organization: str, by: Signers) -> Entry:
        """Put another organization's name or mark on file: our chips must not look like theirs."""
        return self._post(kinds.Mark(mark=mark, organization=organization), by)

    def set_person(
        self, person: Person, *, pin: str | None = None, badge: str | None = None, by: Signers = ()
    ) -> Entry:
        """Add a person or change one. A new PIN or badge is hashed here; the old one stays if none."""
        before = self.site.people.get(person.id)
        # Hashing is slow on purpose, and a trial keeps nothing.
        hashed = self._pepper.hashed(pin) if pin and not self._trying else None
        kept = dataclasses.replace(
            person,
            pin=hashed or (before.pin if before else None),
            badge=hashed_badge(badge) if badge else (before.badge if before else None),
        )
        return self._post(kept.fact, by, known=Known(pin=pin, badge=badge))

    def forms(self, count: int, by: Signers = ()) -> Entry:
        """Take the numbers of a pack of blank forms, to be written by hand when the machine is down."""
        first = max((last for _, last in self.site.forms), default=0) + 1
        return self._post(kinds.Forms(first=first, last=first + count - 1), by)

    def set_tie(self, one: str, tie: str, other: str, by: Signers = ()) -> Entry:
        """Record that one supervises, lives with or is family of the other."""
        return self._post(kinds.Tie(one=one, tie=tie, other=other), by)

    def pair_station(
        self,
        name: str,
        certificate: str,
        parts: Sequence[str],
        by: Signers,
        *,
        fills: Sequence[str] = (),
        credits: Sequence[str] = (),
        own: bool = False,
    ) -> Entry:
        """Take a second station in, or change what it may ask for and what prints there.

        certificate   that it proves itself with, as base64;  parts, own: as of `kinds.Station`
        fills, credits  the tables whose slips print there
        """
        name, tables = " ".join(name.split()), (tuple(fills), tuple(credits))
        fact = kinds.Station(
            name=name,
            certificate=certificate,
            parts=tuple(parts),
            fills=tables[0],
            credits=tables[1],
            own=own,
        )
        taken = f"'{fact.name}' is this desk's own name. Give the other station another."
        return self._post(fact, by, known=Known(wrong=taken if fact.name == self._station else ""))

    def end_station(self, name: str, by: Signers, reason: str = "") -> Entry:
        """Take a second station away: from now on nothing is done for it."""
        return self._post(kinds.StationOff(name=name, reason=reason), by)

    def two_managers(self, by: Signers) -> tuple[Signature, ...]:
        """The initials of two managers, proven now, for what cannot be written at this desk: a restore.

        Raises:
            Refused: they are not two, one is no manager, or a PIN is not theirs.
        """
        now = self.clock.now()
        on = self.date_of(now)
        managers = {(one.id, role) for role in _MANAGERS for one in self.site.holders(role, on)}
        if len({one.person for one in by}) < 2 or not {(one.person, one.role) for one in by} <= managers:
            names = ", ".join(sorted({name for name, _ in managers}))
            words = f"Two managers initial this, each with their own PIN. Those there are: {names}."
            raise Refused([self.rules.refusal("pd.setup", words)])
        fact = kinds.Restore(operator="", backup_head=0, lost={}, set_aside=None)
        act = Act(fact=fact, at=self.site.local(now.at), signers=tuple(by), about=None, known=NOTHING)
        signatures, unproven = self._proven(act, ["record"] * len(by), now)
        if unproven:
            raise Refused(unproven)
        return signatures

    def witness(self, reason: str, by: Signers) -> Entry:
        """Take a new witness beside the book, where the old one is missing or unreadable.

        reason   what is known of it, and what the end of the book was held against
        """
        state = self.journal.unwitnessed
        if not state:
            words = f"The witness {self.journal.witness.path} is there and right. Nothing is to be done."
            raise Refused([self.rules.refusal("pd.state", words)])
        return self._post(kinds.Witness(reason=reason, state=state), by)

    def unlock(self, person: str, by: Signer) -> None:
        """End the wait of somebody who tried too often; the gaming or a shift manager, not oneself."""
        now = self.clock.now()
        for known in (person, by.person):
            if known not in self.site.people:
                raise Refused([self._nobody(known)])
        name = self.site.name_of(by.person)
        unproven = self._unproven(by, now)
        refusals = [self.rules.refusal("pd.initials", unproven)] if unproven else []
        if by.role not in OPENING or by.person == person:
            words = f"{name} ({by.role}) cannot unlock {self.site.name_of(person)}. Ask another manager."
            refusals.append(self.rules.refusal("pd.initials", words))
        elif not self.site.people[by.person].holds(by.role, self.date_of(now)):
            words = f"{name} does not hold the role of {by.role}. Ask somebody who does."
            refusals.append(self.rules.refusal("pd.role", words))
        if refusals:
            raise Refused(refusals)
        self._note_attempt(person, "unlocked", now)
