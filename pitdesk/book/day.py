"""The gaming day, built entry by entry: tables, slips, boxes, counts, and what needs a reason."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import singledispatchmethod
from typing import TypeVar

from pitdesk import kinds, places
from pitdesk.book.boxes import Boxes, Use
from pitdesk.book.cameras import Cameras
from pitdesk.book.entries import Entry, Reversals, opens, owe_again, pay_back
from pitdesk.book.limits import Plaques
from pitdesk.book.people import GAMING, SHIFT_MANAGER
from pitdesk.book.seats import Tills, Turns
from pitdesk.book.site import Tallies, take_tally
from pitdesk.book.slip import OWED, PARTS, Asks, Print, Readings, Slip, Stood
from pitdesk.chips import Chips, difference, dollars, value_cents
from pitdesk.kinds.editions import REREAD

F = TypeVar("F", bound=kinds.Fact)
CLOCK_WENT_BACK = "the clock went back"  # how the warning of it begins


@dataclass(slots=True)
class Table(Boxes):
    """A table on its day: opener, dealers, closer, its drop boxes and what was counted out of them.

    state   open → closed
    """

    table: str
    game: str
    limits: tuple[int, int]
    options: Mapping[str, str | int | bool]
    opener: Chips
    opened_at: datetime
    seats: Turns = field(default_factory=Turns)
    state: str = "open"
    known: Chips = field(default_factory=Chips)
    known_at: datetime | None = None
    closer: Chips = field(default_factory=Chips)
    fills: Chips = field(default_factory=Chips)
    credits: Chips = field(default_factory=Chips)
    camera: str | None = None
    reader_failed: bool = False  # so that it deals another way than the site
    players: bool = False  # whether somebody takes part in the game though nobody deals

    @property
    def dealer(self) -> str | None:
        """Who sits there now."""
        return self.seats.now


@dataclass(frozen=True, slots=True)
class Note:
    """Something out of the ordinary that the report must show, with its reason once given.

    key    what `explain` calls it: "drawer", "tray 2", "fill 000405 copy"
    must   whether the day cannot be sealed before it is explained
    clock  whether it is that the clock went back
    """

    entry: int
    key: str
    words: str
    must: bool = False
    clock: bool = False


@dataclass(slots=True)
class Day:
    """One gaming day, built entry by entry. State: open → sealed.

    entries    without those of the spool: a night has thousands, and `prints` say what they said
    count      of all its entries;  last: of them all
    issues     of its report: the day without what was noted after its seal (1), after it was finished
               (2); only those that lack something
    """

    number: int
    opened: Entry
    opening: kinds.OpenDay
    last: Entry
    count: int = 0
    start: dict[str, dict[str, int]] = field(default_factory=dict)
    ending: dict[str, dict[str, int]] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    slips: dict[tuple[str, int], Slip] = field(default_factory=dict)
    by_entry: dict[int, Slip] = field(default_factory=dict)
    loans: list[kinds.Owed] = field(default_factory=list)
    duty: dict[str, str] = field(default_factory=dict)  # person → role
    shifts: Turns = field(default_factory=Turns)  # of the designated shift managers
    tills: Tills = field(default_factory=Tills)  # who has which drawer
    readings: Readings = field(default_factory=Readings)
    asks: Asks = field(default_factory=Asks)
    conducted: set[str] = field(default_factory=set)
    initials: dict[str, str] = field(default_factory=dict)  # of whoever signed anything, as they sign
    entries: list[Entry] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    reversals: Reversals = field(default_factory=Reversals)
    prints: list[Print] = field(default_factory=list)  # every try of the day, in order
    off: dict[str, dict[str, int]] = field(default_factory=dict)  # what counts found, by key
    reasons: dict[str, Entry] = field(default_factory=dict)
    explained: dict[str, int] = field(default_factory=dict)  # how much a reason was given for
    team: tuple[str, ...] = ()
    moved: set[str] = field(default_factory=set)  # places that moved since they were counted first
    tallies: Tallies = field(default_factory=dict)
    plaques: Plaques = field(default_factory=Plaques)
    cameras: Cameras = field(default_factory=Cameras)
    sealed: Entry | None = None
    seal: kinds.CloseDay | None = None
    finished: Entry | None = None  # the day was closed with a box to be counted, and it was
    issues: dict[int, "Day"] = field(default_factory=dict, compare=False)

    # What is asked of it

    @property
    def date(self) -> date:
        """The date of its business."""
        return self.opening.date

    @property
    def edition(self) -> int:
        """How it is judged and printed."""
        return self.opening.edition

    @property
    def alone(self) -> bool:
        """Whether only one employee is on duty."""
        return len(self.duty) == 1

    @property
    def dealing(self) -> dict[str, str]:
        """Person → table, for those dealing or running a wheel now."""
        return {table.dealer: table.table for table in self.tables.values() if table.dealer}

    @property
    def open_tables(self) -> list[Table]:
        """The tables with chips in play."""
        return [table for table in self.tables.values() if table.state == "open"]

    @property
    def unexplained(self) -> list[Note]:
        """What still needs a reason before the day can be sealed."""
        given = {key: entry.seq for key, entry in self.reasons.items()}
        return [note for note in self.notes if note.must and given.get(note.key, 0) < note.entry]

    @property
    def end(self) -> int:
        """The entry that its newest report ends with: its seal, or the one that finished it."""
        return (self.finished or self.sealed or self.last).seq

    @property
    def pending(self) -> bool:
        """Whether it was closed with a box that is still not counted, or not finished yet."""
        return self.seal is not None and bool(self.seal.pending) and self.finished is None

    @property
    def ends(self) -> list[Entry]:
        """What each issue of its report ends with."""
        return [entry for entry in (self.sealed, self.finished) if entry]

    def issue(self, number: int) -> "Day":
        """As an issue of its report has it: the first as it was sealed, the second as it was finished.

        Raises:
            ValueError: it has no such issue.
        """
        if not 1 <= number <= max(1, len(self.ends)):
            raise ValueError(f"the report of {self.date} has no issue {number}")
        if not self.ends or number in self.issues:
            return self.issues.get(number, self)
        last = self.ends[number - 1]
        if self.last is last:
            return self
        return Day.of(entry for entry in self.entries if entry.seq <= last.seq)

    @property
    def balances(self) -> dict[str, dict[str, int]]:
        """Place → instrument → amount as the seal left them, or as they stand while the day is open."""
        held = {place: dict(amounts) for place, amounts in self.opening.carried.items()}
        for entry in self.entries:
            for place, instrument, amount in entry.postings if entry.seq <= self.end else ():
                at = held.setdefault(place, {})
                at[instrument] = at.get(instrument, 0) + amount
        return held

    @property
    def counted(self) -> frozenset[str]:
        """Whoever counted a drop box of the day."""
        counts = self.facts(kinds.DropCount, kinds.Drop)
        return frozenset(one.person for _, entry in counts for one in entry.signatures)

    @property
    def tips_seen(self) -> set[str | None]:
        """Whose tips were declared, pooled, exchanged or redeemed."""
        tips = self.facts(kinds.Tips, kinds.ExchangeTips)
        return {tip.person for tip, entry in tips if entry.seq not in self.reversals.by}

    @property
    def waiting(self) -> dict[str, Table]:
        """ "box 2/2" → its table, for each box that is off it and not counted."""
        return {f"box {use.box}": table for table in self.tables.values() for use in table.waiting}

    def missing(self) -> list[tuple[Slip, str, str]]:
        """(slip, part, where it belongs) for each part that was looked for and not found there.

        Nobody can look into a box that waits to be counted.
        """
        lost = []
        for slip in self.slips.values():
            for part in PARTS:
                wanted = slip.belongs(part)
                if wanted in self.waiting or slip.on_the_way:
                    continue
                if slip.found.get(part) != wanted:
                    lost.append((slip, part, wanted))
        return lost

    def unproven(self) -> list[tuple[Slip, Print]]:
        """Every print whose outcome is not known: to be asked about, never sent again by itself."""
        return [
            (slip, one) for slip in self.slips.values() for one in slip.prints if one.outcome is None
        ]

    def late(self) -> list[tuple[Slip, Print]]:
        """Every print that somebody did not find, and that was sent again: it may still come out."""
        return [
            (slip, one)
            for slip in self.slips.values()
            for one in slip.prints
            if one.outcome == "nothing" and not (one.proven or one.gone)
            if any(other.copy > one.copy for other in slip.tries(one.part, void=one.void))
        ]

    def unprinted(self) -> list[tuple[Slip, str, bool]]:
        """(slip, part, void) for each part that was never sent, or came out as nothing or damaged."""
        return [
            (slip, part, slip.state == "void")
            for slip in self.slips.values()
            for part in PARTS
            if slip.on_paper(part, void=slip.state == "void") in OWED
        ]

    def facts(self, *wanted: type[F]) -> Iterator[tuple[F, Entry]]:
        """What the day's entries of some kinds say, in order."""
        for entry in self.entries:
            if isinstance(entry.fact, wanted):
                yield entry.fact, entry

    # How it is built

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "Day":
        """The day that these entries tell; the first one opened it."""
        told = list(entries)
        first = told[0]
        if not isinstance(first.fact, kinds.OpenDay):
            raise ValueError(f"it begins with entry {first.seq} ({first.kind}), which opens no day")
        day = cls(first.day, first, first.fact, first)
        for entry in told:
            day.apply(entry)
        for number, end in enumerate(day.ends, 1):
            if day.last is not end:
                day.issues[number] = cls.of(told[: told.index(end) + 1])
        return day

    def apply(self, entry: Entry) -> None:
        """Take in the next entry."""
        self.last, self.count = entry, self.count + 1
        if not isinstance(entry.fact, kinds.Print | kinds.PrintReading | kinds.Printed):
            self.entries.append(entry)
        for words in entry.fact.warnings:
            back = words.startswith(CLOCK_WENT_BACK)
            self.notes.append(Note(entry.seq, f"entry {entry.seq}", words, clock=back))
        for signature in entry.signatures:
            self.initials[signature.person] = signature.initials
            if signature.role in GAMING and not self.sealed:
                self.conducted.add(signature.person)
        for place, instrument, amount in entry.postings:
            if not opens(entry.fact):
                self.moved.add(place)
            table = self.tables.get(place.removeprefix("tray "))
            if table and place.startswith("tray "):
                table.known += Chips.named({instrument: amount})
        self._take(entry.fact, entry)
        for part in (self.tills, self.readings, self.asks):
            part.take(entry)
        self.cameras.take(entry, self.date)
        for key, words in self.plaques.take(self.tables, entry) if self.edition >= REREAD else ():
            self.notes.append(Note(entry.seq, key, words, must=True))

    @singledispatchmethod
    def _take(self, fact: kinds.Fact, entry: Entry) -> None:
        """Nothing of it is the day's."""

    @_take.register
    def _(self, fact: kinds.OpenDay, entry: Entry) -> None:
        self.loans = list(fact.loans)
        for series, first, last, seq in fact.lost:
            words = f"{series} {first:06} to {last:06}: lost with a damaged book, restore entry {seq}"
            self.notes.append(Note(entry.seq, f"{series} {first:06} lost", words, must=True))
        self.duty.update({signature.person: signature.role for signature in entry.signatures})
        managers = (s.person for s in entry.signatures if s.role == SHIFT_MANAGER)
        self.shifts.take(next(managers, None), entry.at)

    @_take.register
    def _(self, fact: kinds.Duty, entry: Entry) -> None:
        if fact.on:
            self.duty[fact.person] = fact.role
            self.conducted |= {fact.person} if fact.role in GAMING else set()
        else:
            self.duty.pop(fact.person, None)
            if fact.person == self.shifts.now:
                self.shifts.take(None, entry.at)

    @_take.register
    def _(self, fact: kinds.HandOver, entry: Entry) -> None:
        self.duty[fact.person] = SHIFT_MANAGER
        self.shifts.take(fact.person, entry.at)

    @_take.register
    def _(self, fact: kinds.Count, entry: Entry) -> None:
        if fact.alone:
            self.notes.append(Note(entry.seq, "count", "counted by one person, alone on duty"))
        opening = fact.when == "opening"
        if fact.when != "check":
            (self.start if opening else self.ending).update(fact.counted)
        for place in fact.counted:
            self.tallies.pop(place, None)  # what was tallied before is older than this
        for place, off in fact.off.items():
            if place not in fact.began:
                self._off(entry, fact.key(place), off)

    @_take.register
    def _(self, fact: kinds.Tally | kinds.Inventory, entry: Entry) -> None:
        take_tally(self.tallies, fact, entry)
        if isinstance(fact, kinds.Inventory):
            self._off(entry, fact.place, fact.off.names)

    def _off(self, entry: Entry, key: str, off: Mapping[str, int]) -> None:
        """Add what a count found off at a place; a recount that finds it again takes the note away.

        One that finds nothing more leaves the note, and the reason that was given for it, as they are.
        """
        if key in self.off and not any(off.values()):
            return
        sums = self.off.setdefault(key, {})
        for name, amount in off.items():
            sums[name] = sums.get(name, 0) + amount
        self.notes = [note for note in self.notes if note.key != key]
        if any(sums.values()):
            cents = sum(value_cents(name, amount) for name, amount in sums.items())
            how = "over" if cents > 0 else "short" if cents < 0 else "mixed up, the value is right"
            words = f"{key}: {how}, {difference(sums)}"
            self.notes.append(Note(entry.seq, key, words, must=True))

    @_take.register
    def _(self, fact: kinds.OpenTable, entry: Entry) -> None:
        name = fact.table
        if fact.off and not fact.began:
            self._off(entry, f"tray {name} {kinds.AT_OPENING}", fact.off.names)
        if before := self.tables.get(name):
            before.state, before.known_at = "open", entry.at
            before.opener = fact.chips if fact.began else before.opener
            before.put(fact.box)
            if self.edition >= REREAD:
                before.limits, before.options = fact.limits, fact.options
        else:
            said = (fact.game or "", fact.limits, fact.options, fact.chips, entry.at)
            self.tables[name] = Table([Use(fact.box)], name, *said, known=fact.chips, known_at=entry.at)
        self.tables[name].reader_failed = bool(fact.reason)
        self._seat(name, fact.dealer, entry.at)

    @_take.register
    def _(self, fact: kinds.Method, _: Entry) -> None:
        table = self.tables[fact.table]
        table.options = {**table.options, "method": fact.method}
        table.reader_failed = fact.method != "card-reader"

    @_take.register
    def _(self, fact: kinds.Dealer, entry: Entry) -> None:
        self._seat(fact.table, fact.dealer, entry.at)
        self.tables[fact.table].players = fact.players

    @_take.register
    def _(self, fact: kinds.Limits, _: Entry) -> None:
        self.tables[fact.table].limits = fact.limits

    def _seat(self, name: str, person: str | None, at: datetime) -> None:
        self.tables[name].players = False
        self.tables[name].seats.take(person, at)
        if person:
            self.conducted.add(person)

    @_take.register
    def _(self, fact: kinds.TrayCount, entry: Entry) -> None:
        table = self.tables[fact.table]
        table.known_at = entry.at
        if isinstance(fact, kinds.CloseTable):
            self._seat(fact.table, None, entry.at)
            table.state, table.closer = "closed", table.known

    @_take.register
    def _(self, fact: kinds.CountOpener, entry: Entry) -> None:
        table = self.tables[fact.table]
        table.opener, table.known_at = fact.chips, entry.at
        if fact.off and not fact.began:
            self._off(entry, f"tray {fact.table} {kinds.AT_OPENING}", fact.off.names)

    @_take.register
    def _(self, fact: kinds.Slip, entry: Entry) -> None:
        assert entry.number
        slip = Slip(*entry.number, entry, fact.table, fact.source, fact.destination, fact.chips)
        if table := self.tables.get(fact.table):
            taken = fact.chips if slip.series == "credit" else Chips()
            slip.box = table.box
            slip.stood = Stood(table.limits, table.dealer, table.box, table.known + taken)
        for signature in entry.signatures:
            slip.signed.setdefault("prepared", signature)
            if signature.part == "both":
                slip.signed["initialed"] = signature
        self.slips[slip.series, slip.number] = self.by_entry[entry.seq] = slip
        if fact.form:
            slip.by_hand = {(part, False): fact.form for part in PARTS}
            words = f"{slip.name} entered later from form {fact.form}, written at {fact.written}"
            self.notes.append(Note(entry.seq, f"form {fact.form}", words))
        if slip.series == "credit":
            self.tables[slip.table].credits += slip.chips

    @_take.register
    def _(self, _: kinds.Verify, entry: Entry) -> None:
        slip = self._about(entry)
        slip.state, slip.signed["verified"] = "verified", entry.signatures[0]

    @_take.register
    def _(self, _: kinds.Receive, entry: Entry) -> None:
        slip = self._about(entry)
        slip.state, slip.signed["received"] = "received", entry.signatures[0]
        slip.box = self.tables[slip.table].box
        if slip.series == "fill":
            self.tables[slip.table].fills += slip.chips

    @_take.register
    def _(self, fact: kinds.Void, entry: Entry) -> None:
        slip = self._about(entry)
        slip.state, slip.signed["voided"] = "void", entry.signatures[0]
        slip.reason, slip.voided = fact.reason, entry
        if slip.series == "credit":
            self.tables[slip.table].credits -= slip.chips

    def _about(self, entry: Entry) -> Slip:
        assert entry.about is not None
        return self.by_entry[entry.about]

    @_take.register
    def _(self, fact: kinds.Print, entry: Entry) -> None:
        slip = self._about(entry)
        sent = Print(entry.seq, entry.at, fact.part, fact.void, fact.copy, fact.printer)
        slip.prints.append(sent)
        self.prints.append(sent)
        if fact.copy:
            words = f"{slip.name} {fact.part} printed again, DUPLICATE {fact.copy}"
            self.notes.append(Note(entry.seq, f"print {entry.seq}", words))

    @_take.register
    def _(self, fact: kinds.Printed | kinds.PrintAnswer, entry: Entry) -> None:
        one = next((one for one in reversed(self.prints) if one.entry == entry.about), None)
        if one is None:
            return
        late = one.outcome == "nothing"
        if late and fact.outcome == "nothing":
            one.gone = True
            return
        one.outcome, one.proven = fact.outcome, isinstance(fact, kinds.Printed)
        if late:
            said = "paper that was answered as nothing came out late"
        elif fact.outcome != "whole":
            said = f"the paper came out as {one.outcome}"
        else:
            return
        slip = next(slip for slip in self.slips.values() if any(one is it for it in slip.prints))
        self.notes.append(Note(entry.seq, f"print {entry.seq}", f"{slip.name} {one.part}: {said}"))

    @_take.register
    def _(self, fact: kinds.ByHand | kinds.PrintHere, entry: Entry) -> None:
        words = self._about(entry).elsewhere(fact)
        self.notes.append(Note(entry.seq, f"{entry.kind} {entry.seq}", words))

    @_take.register
    def _(self, fact: kinds.Iou, entry: Entry) -> None:
        assert entry.number
        stamp = f", stamp {fact.stamp}" if fact.stamp else ""
        ends = (f"{fact.source}{stamp}", fact.destination)
        lent = (self.date.isoformat(), entry.signatures[0].initials)
        self.loans.append(kinds.Owed(entry.number.number, *ends, fact.cents, *lent))

    @_take.register
    def _(self, fact: kinds.Payback, entry: Entry) -> None:
        pay_back(self.loans, fact, self.date, entry.signatures[0].initials)

    @_take.register
    def _(self, _: kinds.Reverse, entry: Entry) -> None:
        back = self.reversals.take(entry, self.entries)
        if isinstance(back.fact, kinds.Iou | kinds.Payback):
            owe_again(self.loans, back, self.date, entry.signatures[0].initials)

    @_take.register
    def _(self, fact: kinds.Camera, _: Entry) -> None:
        if table := self.tables.get(fact.table):
            table.camera = fact.view

    @_take.register
    def _(self, fact: kinds.RemoveBox, _: Entry) -> None:
        self.tables[fact.table].remove(fact)

    @_take.register
    def _(self, fact: kinds.Team, entry: Entry) -> None:
        """A new team counts anew what is not agreed; what the old one had counted stays noted."""
        self.team = fact.members
        for table in self.tables.values():
            for box, words in [*table.team(self.team, self.initials)]:
                self._noted(box, words, entry)

    @_take.register
    def _(self, fact: kinds.DropCount, entry: Entry) -> None:
        table = self.tables[fact.table]
        box = table.use(fact.box).box
        self._noted(box, table.count(fact, entry, self.initials), entry)

    @_take.register
    def _(self, fact: kinds.Drop, entry: Entry) -> None:
        table = self.tables[fact.table]
        box = table.use(fact.box, agreed=True).box
        self._noted(box, table.agree(fact), entry)

    def _noted(self, box: str, words: str, entry: Entry) -> None:
        """Note what was out of the ordinary at a box, if anything was."""
        if words:
            self.notes.append(Note(entry.seq, f"box {box}", f"box {box}: {words}"))

    @_take.register
    def _(self, fact: kinds.Found, entry: Entry) -> None:
        where = fact.where
        for series, number, part, cents in fact.parts:
            slip = self.slips.get((series, number))
            name, words = f"{series} {number:06} {part}", ""
            if slip is None:
                words = f"{name} found in {where}: no such slip today"
            elif part in slip.found:
                words = f"{name} found in {where}, and before that in {slip.found[part]}"
            elif slip.belongs(part) != where:
                words = f"{name} found in {where}, where it does not belong"
            elif cents is not None and cents != slip.chips.cents:
                said, known = dollars(cents), dollars(slip.chips.cents)
                words = f"{name} found in {where} says {said}, the book says {known}"
            if slip is not None and part not in slip.found:
                slip.found = {**slip.found, part: where}
                if cents is not None:
                    slip.found_cents = {**slip.found_cents, part: cents}
            if words:
                self.notes.append(Note(entry.seq, name, words, must=True))

    @_take.register
    def _(self, fact: kinds.Explain, entry: Entry) -> None:
        self.reasons[fact.what], self.explained[fact.what] = entry, self._much(fact.what)

    @_take.register
    def _(self, fact: kinds.Violation, entry: Entry) -> None:
        told = {"gaming division": fact.division, "police": fact.police}
        words = ", ".join(f"{who} told at {at}" if at else f"{who} not told" for who, at in told.items())
        key = f"violation {sum(note.key.startswith('violation ') for note in self.notes) + 1}"
        must = not all(told.values())
        self.notes.append(Note(entry.seq, key, f"{key}: {fact.reason}; {words}", must=must))

    def _much(self, what: str) -> int:
        """Cents in a tip box, pieces that players brought beyond those owned; 0 of what has no size."""
        if what.startswith("chips "):
            return -self.balances.get(places.PATRONS, {}).get(what.removeprefix("chips "), 0)
        if what.startswith(places.tips("")):
            return Chips.among(self.balances.get(what, {})).cents
        return 0

    def excused(self, what: str) -> bool:
        """Whether there is a reason for it, and it has not become more since."""
        return what in self.reasons and self._much(what) <= self.explained[what]

    @_take.register
    def _(self, fact: kinds.CloseDay, entry: Entry) -> None:
        self.sealed, self.seal = entry, fact
        self.shifts.take(None, entry.at)

    @_take.register
    def _(self, _: kinds.FinishDay, entry: Entry) -> None:
        self.finished = entry
