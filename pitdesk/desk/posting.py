"""How every verb is done: ask the rulebook, prove the initials, append one entry, take it in."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, timedelta
from functools import lru_cache
from typing import Self, TypeVar

import orjson
from msgspec.structs import replace

from pitdesk import kinds
from pitdesk.book.day import CLOCK_WENT_BACK, Day
from pitdesk.book.entries import Draft, Entry, Posting, Signature
from pitdesk.book.faults import BelowZero
from pitdesk.book.journal import Attempt, Journal
from pitdesk.book.past import (
    check_last_day,
    counters,
    day_of,
    fiscal_year,
    last_day,
    pending_days,
    quarters,
    recent,
    understood,
)
from pitdesk.book.people import (
    Hold,
    Pepper,
    Signer,
)
from pitdesk.book.site import Site, Tallies
from pitdesk.book.slip import Slip
from pitdesk.chips import Chips
from pitdesk.chipset.law import Binding, binding
from pitdesk.clock import AGE, END, EPOCH, LAST_OPENING, Clock, MachineClock, Now
from pitdesk.codes.keys import SiteKey, noted
from pitdesk.codes.own import own
from pitdesk.desk.holds import COLUMNS, Holds
from pitdesk.desk.proofs import Proofs, Try
from pitdesk.errors import Refusal, Refused, Trouble
from pitdesk.kinds import Fact, of
from pitdesk.kinds.editions import LATEST, REREAD
from pitdesk.records.kept import Kept
from pitdesk.records.nights import Nights
from pitdesk.rules.book import Rulebook
from pitdesk.rules.check import NOTHING, Act, Known, Scene
from pitdesk.rules.video import Need, need

Signers = Sequence[Signer]
Posted = TypeVar("Posted")
_OUTSIDE: tuple[type[Fact], ...] = tuple(of(kinds.SETUP, kinds.OFFICE))  # of no gaming day
_signature = lru_cache(maxsize=1024)(Signature)  # the same few people initial all night
_BETWEEN: tuple[type[Fact], ...] = (*_OUTSIDE, *of(kinds.CHIPS), kinds.OpenDay)  # need no day to be open


class Post:
    """The desk without its verbs.

    Attributes:
        journal: the book.
        site: what was set up.
        kept: what was written down beside the night.
        nights: the gaming days by their dates.
        day: the open day, or the last one that was sealed; None in a new book.
        pending: the days that were closed with a box that is still not counted, by date.
        edition: of the days that it opens.
        sure: called once an entry is written, before anybody is answered; None where nobody waits.
    """

    edition = LATEST

    def __init__(
        self,
        journal: Journal,
        pepper: Pepper,
        *,
        clock: Clock | None = None,
        rules: Rulebook | None = None,
        station: str = "desk 1",
        key: SiteKey | None = None,
        notes_own: bool = False,
    ) -> None:
        """Begin at a book.

        key         signs the codes of slips; without one they bear none
        notes_own   whether the first PIN that is proven notes the keys as the book's own, where it has
                    not noted any: only then they are known to be
        """
        if not __debug__:
            raise Trouble("PitDesk does not run without its own checks. Start Python without -O.")
        if journal.writable:
            check_last_day(journal)  # and that the book reaches the noted head
        self.journal = journal
        self.clock = clock or MachineClock()
        self._rules = rules or Rulebook.load()
        with understood(journal):
            setup = journal.setup()
            self.site, self.kept = Site.of(setup), Kept.of(setup)
            self.day = last_day(journal)
            self.pending = pending_days(journal, self.day)
        self.nights = Nights(journal)
        self._wait()
        if not self.site.managed:
            journal.unwitnessed = ""  # nobody could take a new one, and nothing was played yet
        self._pepper = pepper
        self._station = station
        self._signed_in: dict[str, str] = {}  # station → person
        self._mine: dict[str, int] = {}  # station → seq
        self._key = key
        self._notes_own = notes_own and not noted(journal).pepper
        self._request: str | None = None  # of the entry that `once` is about to post
        self._halts: list[tuple[kinds.Station, str]] = []  # who says why nothing may be written
        self.sure: Callable[[], object] | None = None
        self._trying = False  # nothing is written, no PIN is looked at
        self._tried_by: Signers = ()  # who would initial what was tried last
        self._proofs: Proofs = {}  # what came of PINs before the turn of the verb that they are for
        self._quarters: tuple[object, dict[str, int]] | None = None
        self._need: tuple[object, Need] | None = None
        self._newest_record = 0  # of those outside any day that this desk wrote

    @property
    def rules(self) -> Rulebook:
        """The rulebook by which the open day is judged; with no day open, the next one."""
        day = self.day
        self._rules = self._rules.of(day.opening.edition if day and not day.sealed else self.edition)
        return self._rules

    def _wait(self) -> None:
        """Let each entry wait until the disk has the noted head, or not, as the site has it."""
        later = self.site.settings.head_later or self.journal.follows
        self.journal.witness.flushed = not later

    @property
    def unwitnessed(self) -> str:
        """What is wrong with the witness beside the book, and the way out; "" if nothing is."""
        state, witness = self.journal.unwitnessed, self.journal.witness.path
        if not state:
            return ""
        return (
            f"The witness beside the book, {witness}, is {state}. It knows how far the book once"
            " reached; without it entries can be cut off at its end and nobody sees it. Hold the last"
            " slips and the last report on paper against the book, which ends at entry"
            f" {self.journal.head.seq}. Then a manager takes a new witness in Set-up, Backup."
        )

    def check_witness(self) -> None:
        """Raises Trouble where the witness beside the book is missing, or cannot be read."""
        if self.unwitnessed:
            raise Trouble(self.unwitnessed)

    def halt(self, station: kinds.Station, words: str) -> None:
        """Write nothing more, as a paired station has what this book should have; "" ends that."""
        self._halts = [one for one in self._halts if one[0] != station]
        if words:
            self._halts.append((station, words))

    @property
    def halted(self) -> str:
        """Why nothing is written any more, by a station that is still paired; "" if nothing is wrong."""
        paired = [*self.site.stations.values()]
        return next((words for one, words in self._halts if one in paired), "")

    def _check_writable(self, fact: Fact) -> None:
        if not isinstance(fact, kinds.Witness):
            self.check_witness()
        if self._halts and self.halted and not isinstance(fact, kinds.StationOff):
            raise Trouble(self.halted)

    @property
    def today(self) -> Day:
        """The open day.

        Raises:
            Refused: no day is open.
        """
        if self.day is None or self.day.sealed:
            raise Refused([self._of_the_day("No day is open. Open the day first.")])
        return self.day

    def day_at(self, on: date | None) -> Day:
        """The open day, or one that was closed with a box that is still not counted, by its date.

        Raises:
            Refused: no day is open, or no box of that date waits.
        """
        if on is None or (self._is_open and self.today.date == on):
            return self.today
        if on in self.pending:
            return self.pending[on]
        waiting = ", ".join(map(str, self.pending)) or "none"
        words = f"No box of {on} waits to be counted. Days with one that does: {waiting}."
        raise Refused([self.rules.refusal("nd.08-14.1", words)])

    @property
    def _is_open(self) -> bool:
        return self.day is not None and not self.day.sealed

    @property
    def _is_first(self) -> bool:
        """Whether the open day is the book's first: its first counts begin the places."""
        return self.journal.days() == [self.today.number]

    def date_of(self, now: Now) -> date:
        """The date whose rules hold: of the open day, else of the site's calendar.

        A clock out of PitDesk's time reads as the nearest that is in it, so that screens still show.
        """
        if self.day and self._is_open:
            return self.day.date
        return self.site.local(min(max(now.at, AGE), END)).date()

    def _out_of_time(self, now: Now, *, opens: bool) -> list[Refusal]:
        """Why nothing can be dated by this clock: codes and calendar do not hold it.

        In an open day a clock that fell back to 1970 is a warning only: the pit works on.
        """
        first, end = EPOCH if self._is_open else AGE, LAST_OPENING if opens else END
        if first <= now.at < end:
            return []
        words = (
            f"This machine's clock says {now.at:%Y-%m-%d %H:%M} UTC, and PitDesk works from"
            f" {first:%Y-%m-%d} to {end:%Y-%m-%d}. Set the clock, then try again."
        )
        return [self._of_the_day(words)]

    def _of_the_day(self, words: str) -> Refusal:
        """A refusal of the day itself, which the first reading of the law cited as 02-01(6)."""
        return self.rules.refusal("pd.day" if self.rules.edition >= REREAD else "nd.02-01.6", words)

    @contextmanager
    def at(self, station: str) -> Iterator[Self]:
        """The desk as another station asks it: who is signed in, tries and requests are that one's."""
        here, self._station = self._station, station
        try:
            yield self
        finally:
            self._station = here

    @property
    def signed_in(self) -> str | None:
        """Who is signed in at this station, by id; None if nobody is."""
        return self._signed_in.get(self._station)

    @property
    def mine(self) -> int:
        """Seq of the newest entry that this station asked for itself; 0 before its first."""
        if self._station not in self._mine:
            self._mine[self._station] = self.journal.last_request(f"{self._station} after ")
        return self._mine[self._station]

    def once(self, mine: int, call: Callable[[Self], Posted]) -> Posted | Entry:
        """Do one verb once, however often it is asked for: a double click, a bouncing key.

        mine   the desk's `mine` as whoever asks has it, or another number that only grows; the same
               at the same station is the same request, whatever other stations ask meanwhile
        call   asks the desk for a single entry

        Returns the entry; the one that stands already if it was asked for before.

        Raises:
            Refused: as `call` does; what was refused may be asked again.
        """
        request = f"{self._station} after {mine}"
        if earlier := self.journal.requested(request):
            self._make_sure()
            return earlier
        self._request = request
        try:
            return call(self)
        finally:
            self._request = None

    def trial(self, call: Callable[[Self], object]) -> list[Refusal]:
        """What would be refused of a verb, as if the initials were proven; empty if nothing.

        Nothing is written, and no PIN is looked at. Only verbs that post an entry can be tried.

        Raises:
            Trouble: the book cannot be asked.
        """
        self._trying = True
        try:
            call(self)
        except Refused as refused:
            return list(refused.reasons)
        finally:
            self._trying = False
        return []

    def tries(self, call: Callable[[Self], object]) -> list[Try]:
        """The PINs and badges that a verb has to prove, for whoever has that done before its turn."""
        self._tried_by = ()
        self.trial(call)
        return self.tries_of(self._tried_by)

    def tries_of(self, by: Signers) -> list[Try]:
        """The same of some signers. Who has to wait proves nothing: `_unproven` says why."""
        known = [one for one in by if one.person in self.site.people]
        given, holds = [one for one in known if one.pin or one.badge], self._holds(self.clock.now())
        return [self._try(one) for one in given if not holds.before(one)]

    def prove(self, tries: Iterable[Try]) -> Proofs:
        """Prove them. Slow on purpose; in whatever thread: it looks at nothing of the desk's state."""
        return {one: one.right(self._pepper) for one in tries}

    @contextmanager
    def proven(self, proofs: Proofs) -> Iterator[None]:
        """What is asked within is not proven again; whether a try counts is decided in its turn."""
        self._proofs = proofs
        try:
            yield
        finally:
            self._proofs = {}

    def _post(
        self,
        fact: Fact,
        by: Signers,
        *,
        postings: Sequence[Posting] = (),
        parts: Sequence[str] = (),
        slip: Slip | None = None,
        about: int | None = None,
        known: Known = NOTHING,
        day: Day | None = None,
    ) -> Entry:
        """Do one verb, or refuse it with every reason.

        parts    which part each signer initials, where it is not the record
        slip     the slip it is about;  about: the entry, where it is not that slip's own
        known    what the rules must know besides
        day      that it belongs to, where that is not the open one
        """
        self._tried_by = by
        if day is None and not isinstance(fact, _BETWEEN):
            assert self.today
        self._check_writable(fact)
        now = self.clock.now()
        if late := self._out_of_time(now, opens=isinstance(fact, kinds.OpenDay)):
            raise Refused(late)
        at = self.site.local(now.at)
        act = Act(fact=fact, at=at, signers=tuple(by), about=slip, known=known)
        refusals, warnings = self.rules.judge(act, self._scene(now, day))
        refusals = refusals or self._unwritable(fact)
        if self._trying:
            raise Refused(refusals)
        signatures, unproven = self._proven(act, parts or ["record"] * len(by), now)
        if refusals or unproven:
            raise Refused([*refusals, *unproven])
        words = tuple(f"{warning.rule}: {warning}" for warning in warnings)
        draft = Draft(
            fact=replace(fact, warnings=words),
            at=now.at,
            day=day.number if day else self._day_number(fact),
            about=slip.entry.seq if slip and about is None else about,
            request=self._request,
            postings=tuple(postings),
            signatures=signatures,
        )
        return self._append(draft)

    @property
    def binding(self) -> Binding:
        """Whether the prescribed colors of chips bind this site today, and why."""
        on = self.date_of(self.clock.now())
        value = lambda rule, name: self.rules.value(rule, name, on)  # noqa: E731
        return binding(self.site, self._known_quarters(on), value)

    @property
    def video(self) -> Need:
        """Whether the site needs video, by when, and why; the first reading did not work it out."""
        on = self.date_of(self.clock.now())
        if self.rules.edition < REREAD:
            return Need()
        value = lambda rule, name: self.rules.value(rule, name, on)  # noqa: E731
        known = {} if self.site.settings.video_required else self._known_quarters(on)
        asked = (on, self.rules.edition, self.site.settings, known)
        if self._need is None or self._need[0] != asked:
            self._need = (asked, need(self.site, known, on, value))
        return self._need[1]

    def _known_quarters(self, on: date) -> dict[str, int]:
        """Gross proceeds of twenty-one by quarter, of those that count today."""
        first = date(fiscal_year(on) - 1, 7, 1) if self.rules.edition >= REREAD else None
        known = (on, first, self.site.settings.quarters)
        if self._quarters is None or self._quarters[0] != known:
            found = quarters(self.journal, self.site, on, since=first, known=self.kept.gross)
            self._quarters = (known, recent(found, on) if first else found)
        return self._quarters[1]

    def _day_on(self, on: date) -> Day | None:
        """The day of a date; None where the book has none."""
        found = self.nights.between(on, on)
        return day_of(self.journal, found[-1]) if found else None

    def _held(self, place: str) -> Chips:
        """The chips at a place, by the book."""
        return Chips.among(self.journal.at(place))

    def _unwritable(self, fact: Fact) -> list[Refusal]:
        """Why this cannot be kept: half a character, as some keyboards leave behind."""
        try:
            orjson.dumps(fact.detail)
        except TypeError as error:
            words = f"Something entered in this {fact.kind} is not text: {error}. Enter it again."
            return [self.rules.refusal("pd.reason", words)]
        return []

    def _append(self, draft: Draft) -> Entry:
        assert not self._trying, "a note is not tried"
        self._check_writable(draft.fact)
        head = self.journal.head.seq
        before = self.day.last.at if self.day else draft.at
        if draft.at < before - timedelta(seconds=1):
            back = int((before - draft.at).total_seconds())
            words = f"{CLOCK_WENT_BACK} by {back} seconds; the order of the book is its numbers"
            warned = replace(draft.fact, warnings=(*draft.fact.warnings, words))
            draft = dataclasses.replace(draft, fact=warned)
        try:
            entry = self.journal.append(draft)
        except BelowZero as error:
            words = f"A place would go below zero ({error}). Count it, then try again."
            raise Refused([self.rules.refusal("pd.below", words)]) from None
        assert entry.seq > head, "once is for a single entry"
        if entry.request:
            self._mine[self._station] = entry.seq
        self._take_in(entry)
        self._make_sure()
        return entry

    def _make_sure(self) -> None:
        """Before somebody is answered: see that another machine has what was written, if one should."""
        if self.sure:
            self.sure()

    def _take_in(self, entry: Entry) -> None:
        """Know what an entry of the book says."""
        if entry.day == 0:
            self.site.apply(entry)
            self.kept.apply(entry)
            self._newest_record = entry.seq
            self._wait()
        elif isinstance(entry.fact, kinds.OpenDay):
            self.day = Day.of([entry])
        elif day := next((one for one in self._days if one.number == entry.day), self.day):
            day.apply(entry)
            self.pending = {one.date: one for one in self._days if one.pending}

    @property
    def _days(self) -> list[Day]:
        """The days that an entry can belong to: the last one, and those with a box to be counted."""
        others = [day for day in self.pending.values() if day is not self.day]
        return [*others, *filter(None, [self.day])]

    def _day_number(self, fact: Fact) -> int:
        if isinstance(fact, kinds.OpenDay):
            return max(self.journal.last_number("day") + 1, fact.first_number)
        outside = isinstance(fact, _OUTSIDE) or (isinstance(fact, _BETWEEN) and not self._is_open)
        return 0 if outside or self.day is None else self.day.number

    def _scene(self, now: Now, day: Day | None = None) -> Scene:
        on = self.date_of(now)
        return Scene(
            self.site,
            day or self.day,
            on,
            self.journal.balances(),
            value=lambda rule, name: self.rules.value(rule, name, on),
            last=self.journal.last_number,
            binds=lambda: self.binding.words if self.binding.binds else "",
            video=lambda: self.video,
            tallies=self.tallies,
            public=self._key.public if self._key else "",
            begins=self.journal.head.seq == 0,
            pending=self.pending,
            counters=lambda on: counters(self.journal, self.site, self.day, on),
            last_day=self.day,
            kept=self.kept,
        )

    @property
    def tallies(self) -> Tallies:
        """Place → person → their own count, of those that are not agreed on yet. Not for a screen."""
        if self._is_open:
            return self.today.tallies
        if self.day is None or self.day.sealed is None:
            return self.site.tallies
        since = self.day.sealed.at  # a day has counted anew, and may have entered what was off before it
        return {
            place: {who: tally for who, tally in told.items() if tally.at >= since}
            for place, told in self.site.tallies.items()
        }

    # Initials

    def sign_in(self, signer: Signer) -> None:
        """Sign a person in at this station until the next one does, by PIN or badge.

        There is no entry of it, but the first PIN of a book of 0.2.0 notes its keys.

        The cage's own records (`signed_in` of rule pd.initials) are then initialed without another
        PIN. Whoever was signed in before stays so where this is refused.

        Raises:
            Refused: nobody of that id is set up, or the PIN or badge is not theirs.
        """
        if signer.person not in self.site.people:
            raise Refused([self._nobody(signer.person)])
        if words := self._unproven(signer, self.clock.now()):
            raise Refused([self.rules.refusal("pd.initials", words)])
        if self._notes_own and self._key and signer.pin and not self.journal.unwitnessed:
            self._append(Draft(fact=own(self._pepper, self._key), at=self.clock.now().at))
            self._notes_own = False
        self._signed_in[self._station] = signer.person

    def sign_out(self) -> None:
        """Leave this station with nobody signed in."""
        self._signed_in.pop(self._station, None)

    def _nobody(self, person: str) -> Refusal:
        words = f"Nobody called {person} is set up. Known: {', '.join(sorted(self.site.people))}."
        return self.rules.refusal("pd.person", words)

    def _proven(
        self, act: Act[Fact], parts: Sequence[str], now: Now
    ) -> tuple[tuple[Signature, ...], list[Refusal]]:
        """Each signer's initials, proven now for this entry alone; or why they are not.

        At the cage, whoever is signed in may initial a record that needs no more.
        """
        verbs = self.rules.value("pd.initials", "signed_in", self.date_of(now))
        suffices = act.verb in verbs and act.fact.table is None
        signatures, refusals = [], []
        for signer, part in zip(act.signers, parts, strict=True):
            if person := self.site.people.get(signer.person):
                if suffices and not signer.pin and not signer.badge:
                    proof, words = "signed in", self._not_signed_in(person.id)
                else:
                    proof, words = "badge" if signer.badge else "pin", self._unproven(signer, now)
                if words:
                    refusals.append(self.rules.refusal("pd.initials", words))
                signatures.append(_signature(person.id, signer.role, part, person.initials, proof))
        return tuple(signatures), refusals

    def _not_signed_in(self, person: str) -> str | None:
        """Why being signed in does not prove these initials."""
        if self.signed_in == person:
            return None
        name = self.site.name_of(person)
        way = f"Sign {name} in, or give {name}'s PIN or badge."
        if self.signed_in is None:
            return f"Nobody is signed in at {self._station}. {way}"
        return f"{self.site.name_of(self.signed_in)} is signed in at {self._station}, not {name}. {way}"

    def hold(self, person: str) -> Hold | None:
        """What wrong PINs put before the next PIN of somebody, at any station; None if nothing."""
        return self._holds(self.clock.now()).of("person", self.site.people[person])

    def _holds(self, now: Now) -> Holds:
        """What wrong tries put before the next one here."""
        here = self.day.duty if self.day and self._is_open else ()
        return Holds(self.journal, self.site, here, self._station, now, self.date_of(now))

    def _try(self, signer: Signer) -> Try:
        person = self.site.people[signer.person]
        kept = person.badge if signer.badge else person.pin
        return Try(person.id, self._station, signer.pin, signer.badge, kept or "")

    def _unproven(self, signer: Signer, now: Now) -> str | None:
        """Why this is not proven."""
        person, one = self.site.people[signer.person], self._try(signer)
        holds = self._holds(now)
        if held := holds.before(signer):
            return held
        right = self._proofs[one] if one in self._proofs else one.right(self._pepper)
        if not right or any(holds.wrong(column, person) for column in COLUMNS):
            self._note_attempt(person.id, "right" if right else "wrong", now)
        if right:
            return None
        return f"That is not the PIN or badge of {person.name}. {holds.before(signer) or 'Try again.'}"

    def _note_attempt(self, person: str, outcome: str, now: Now) -> None:
        tried = (now.at.isoformat(), now.boot, now.ticks)
        self.journal.note_attempt(Attempt(person, self._station, *tried, outcome))
