"""The day itself: open it, come and go, count the banks, explain, close and seal."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from msgspec import structs

from pitdesk import kinds, places
from pitdesk.banking import deposit_due
from pitdesk.book.banks import left_over, passing
from pitdesk.book.cameras import carried
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry, Posting
from pitdesk.book.faults import damaged
from pitdesk.book.figures import added, figures, of_banks
from pitdesk.book.past import opening
from pitdesk.book.people import Signer
from pitdesk.chips import MONEY, Chips
from pitdesk.desk.posting import Signers
from pitdesk.desk.tasks import TaskVerbs
from pitdesk.errors import Refusal, Trouble
from pitdesk.kinds import Machine
from pitdesk.kinds.editions import RECORDS, REREAD, TAKEN_BACK
from pitdesk.rules.check import Act, Known

Counted = Mapping[str, Mapping[str, int]]
NO_MACHINE: Mapping[str, Sequence[Machine]] = {}


class NightVerbs(TaskVerbs):
    """The verbs of the gaming day."""

    _dates: dict[date, int] | None = None  # date → number of every day, once a day was opened

    def open_day(self, on: date, by: Signers, reason: str = "") -> Entry:
        """Open the business day of a date; the openers are on duty from now (02-01(6)).

        reason   why its date does not follow that of the day before: that one is dated in the future,
                 because the clock was wrong, or is more than a year ago
        """
        last = self.day.opened.seq if self.day else 0
        before = self.day.opening.keeper if self.day else ""
        fact = kinds.OpenDay(
            date=on,
            loans=tuple(loan for loan in (self.day.loans if self.day else ()) if not loan.repaid),
            organization=self.site.organization,
            site=self.site.name,
            zone=self.site.zone.key,
            carried=self.journal.balances(),
            lost=tuple(lost for lost in self.site.lost if lost.entry > last),
            rulebook=self.rules.name,
            rulebook_sha256=self.rules.sha256,
            edition=self.edition,
            before=self.day.date if self.day and self.edition > 1 else None,
            reason=reason,
            outages=self._outages(),
            pending=tuple(day.number for day in self.pending.values()),
            first_number=self.site.first_number("day"),
            between_cents=self._between() if self.edition > 1 else 0,
            keeper=self.site.keeper(before) if self.edition >= REREAD else "",
            owing=self._owing_days() if self.edition >= RECORDS else (),
            settled=self._settled() if self.edition >= RECORDS else 0,
            taken_back=self._taken_back() if self.edition >= RECORDS else (),
        )
        return self._post(fact, by, known=self._dated(on))

    def _between(self) -> int:
        """What inventories since the last day found over (+) or short (−), in cents."""
        since = self.day.sealed.seq if self.day and self.day.sealed else self.journal.head.seq
        found = (one for one in self.journal.setup() if one.seq > since)
        return sum(one.fact.off.cents for one in found if isinstance(one.fact, kinds.Inventory))

    def _taken_back(self) -> tuple[int, ...]:
        """What took back a deposit since the last day was sealed: that day's report does not have it."""
        since = self.day.sealed.seq if self.day and self.day.sealed else self.journal.head.seq
        return tuple(one.seq for one in self.site.taken_back.values() if one.seq > since)

    def _outages(self) -> tuple[kinds.Outage, ...]:
        """The cameras and recorders that the day before left failing, with the activity so far."""
        if self.day is None or self.edition < REREAD:
            return ()
        seated = {name: table.seats for name, table in self.day.tables.items()}
        failing = self.day.cameras.failing.values()
        return tuple(carried(failing, seated, self.day.entries[-1].at))

    def _dated(self, on: date) -> Known:
        """The newest date up to tomorrow that a day has, and which days have this one and today's."""
        known = self._dates = self._dates or {}
        for number in range(len(known) + 1, self.journal.last_number("day") + 1):
            known[opening(self.journal, number).date] = number
        today = self.date_of(self.clock.now())
        tomorrow = today + timedelta(days=1)
        last = max((date for date in known if date <= tomorrow), default=None)
        if self.day and self.day.date <= tomorrow:
            last = self.day.date
        return Known(last=last, taken=known.get(on, 0), today=known.get(today, 0))

    def on_duty(self, by: Signer) -> Entry:
        """Somebody comes on duty in a role, and initials it."""
        return self._post(kinds.Duty(person=by.person, role=by.role, on=True), [by])

    def off_duty(self, person: str, by: Signer) -> Entry:
        """Somebody leaves; unredeemed tips are a warning, kept in the entry."""
        return self._post(kinds.Duty(person=person, role=by.role, on=False), [by])

    def hand_over(self, person: str, by: Signers) -> Entry:
        """End the shift and begin the next: both shift managers initial it (02-07(2))."""
        return self._post(kinds.HandOver(person=person), by)

    def count(
        self,
        when: str,
        counted: Counted,
        by: Signers,
        *,
        machine: Mapping[str, Sequence[Machine]] = NO_MACHINE,
    ) -> Entry:
        """Count banks: "opening", "closing" or in between as a "check" (03-06(2)-(3)).

        counted  place → instrument → pieces or cents; what is not named at a place is none
        machine  place → what machines counted of it

        What is off goes to over/short; on the book's first day the count begins the place, and on any
        day the drawer of a game that never had one.
        """
        off = self._off(counted)
        postings: list[Posting] = []
        began = []
        begun = self._begun() if self.today.edition >= TAKEN_BACK else set()
        for place, differences in off.items():
            new = self._is_first or place.startswith(f"{places.DRAWER} ")  # of a game that came later
            first = when == "opening" and ((new and not self.journal.at(place)) or place in begun)
            began += [place] if first else []
            for name, difference in differences.items():
                begins = places.ACCOUNT if name in MONEY else places.SUPPLIER
                source = begins if first else places.OVER_SHORT
                postings += [Posting(source, name, -difference), Posting(place, name, difference)]
        chips, cents = _summed(counted)
        fact = kinds.Count(
            chips=chips,
            cents=cents,
            when=when,
            counted={place: dict(found) for place, found in counted.items()},
            off=off,
            began=tuple(began),
            alone=len(by) == 1,
            machine={place: tuple(these) for place, these in machine.items() if these},
        )
        return self._post(fact, by, postings=postings)

    def _begun(self) -> set[str]:
        """The places that an opening count of today began; one made again still begins them."""
        return {place for count, _ in self.today.facts(kinds.Count) for place in count.began}

    def _off(self, counted: Counted) -> dict[str, dict[str, int]]:
        """What is off against the book: place → instrument → pieces or cents."""
        balances = self.journal.balances()
        found = {}
        for place, names in counted.items():
            held = balances.get(place, {})
            more = {name: names.get(name, 0) - held.get(name, 0) for name in sorted({*names, *held})}
            found[place] = {name: difference for name, difference in more.items() if difference}
        return found

    # A drawer changes hands

    def own_count(
        self, drawer: str, counted: Counted, by: Signer, *, machine: Sequence[Machine] = ()
    ) -> Entry:
        """Count a drawer alone before it changes hands; nobody sees it until both have.

        counted  as of a count: the drawer, and the chip bank where that goes with it
        machine  what a machine counted of it

        The entry keeps what is off against the book as it stands now, so that it holds also where
        somebody is paid before the other one has counted.
        """
        chips, cents = _summed(counted)
        said = {place: dict(names) for place, names in counted.items()}
        off = self._off(counted)
        fact = kinds.OwnCount(
            chips=chips, cents=cents, drawer=drawer, counted=said, off=off, machine=tuple(machine)
        )
        return self._post(fact, [by])

    def pass_drawer(self, drawer: str, person: str, by: Signers, reason: str = "") -> Entry:
        """Hand a drawer over: who goes initials first, then who comes, `person`; both counted it.

        What the one who comes counted stands; what is off falls to the span of the one who goes.
        Where the two differ again after a second count, it needs a reason.
        """
        tills = self.today.tills
        span, own = tills.has(drawer), tills.own.get(drawer, {}).get(person)
        off = own.off if own else {drawer: {}}
        balances = self.journal.balances()
        counted, postings = {}, []
        for place, differences in off.items():
            sums = Counter(balances.get(place, {}))
            sums.update(differences)
            counted[place] = {name: amount for name, amount in sums.items() if amount}
            for name, more in differences.items():
                postings += [Posting(places.OVER_SHORT, name, -more), Posting(place, name, more)]
        chips, cents = _summed(counted)
        fact = kinds.PassDrawer(
            chips=chips,
            cents=cents,
            when="check",
            counted=counted,
            off=off,
            began=(),
            alone=False,
            drawer=drawer,
            person=person,
            goes=span.person if span else by[0].person if by else "",
            reason=reason,
        )
        return self._post(fact, by, postings=postings)

    def passes_with(self, drawer: str) -> tuple[str, ...]:
        """The places that change hands with a drawer: itself, and perhaps the chip bank."""
        return passing(self.today, self.site, drawer)

    def explain(self, what: str, reason: str, by: Signers, *, of: date | None = None) -> Entry:
        """Give the reason for something that the day shows: "drawer", "fill 000405 copy", …

        of   the date of the day, where that is one whose boxes are counted later
        """
        return self._post(kinds.Explain(reason=reason, what=what), by, day=self.day_at(of))

    def violation(self, reason: str, by: Signers, division: str = "", police: str = "") -> Entry:
        """Write down a material violation or a crime; local times when each of the two was told."""
        return self._post(kinds.Violation(reason=reason, division=division, police=police), by)

    def blockers(self, next_start: int, kept: Mapping[str, int] | None = None) -> list[Refusal]:
        """What stands between now and a sealed day, each with its way out. Nothing is written."""
        now = self.clock.now()
        act = Act(fact=self._closing(next_start, kept or {}), at=self.site.local(now.at))
        refusals, _ = self.rules.judge(act, self._scene(now))
        return [refusal for refusal in refusals if refusal.rule != "pd.signed"]

    def close_day(self, next_start: int, by: Signers, kept: Mapping[str, int] | None = None) -> Entry:
        """Verify the whole book, reconcile, prepare the deposit and seal the day.

        next_start  cash that the next day starts with, drawers and cash reserve together, in cents
        kept        what of it stays in which drawer, for each but the first

        Raises:
            Refused: the blockers, each with its way out.
            Trouble: the book does not verify; it names the first bad record.
        """
        closing = self._closing(next_start, kept or {})
        left = left_over(self.today, self.journal.balances(), next_start, closing.kept)
        if not self._trying and not self.blockers(next_start, kept):
            if not (verdict := self.journal.verify()).ok:
                raise Trouble(damaged(self.journal.path, f"entry {verdict.seq}: {verdict.words}"))
            for sums in (figures(self.today), *of_banks(self.today).values()):
                assert sums.cash_profit_cents == sums.cash_profit_booked_cents, "the day does not add up"
            closing = structs.replace(closing, due=self._wanted())
        postings = [posting for bank in left for posting in bank.postings]
        entry = self._post(closing, by, postings=postings)
        self.write_documents()
        self.journal.note_head()
        return entry

    def finish_blockers(self, on: date) -> list[Refusal]:
        """What stands between a day that was closed, drop pending, and its figures."""
        day, now = self.day_at(on), self.clock.now()
        act = Act(fact=self._finishing(day), at=self.site.local(now.at))
        refusals, _ = self.rules.judge(act, self._scene(now, day))
        return [refusal for refusal in refusals if refusal.rule != "pd.signed"]

    def finish_day(self, on: date, by: Signers) -> Entry:
        """Finish a day that was closed, drop pending: its boxes are counted, and its figures are whole.

        Raises:
            Refused: the blockers, each with its way out.
        """
        day = self.day_at(on)
        if not self.finish_blockers(on):
            sums = figures(day)
            assert sums.cash_profit_cents == sums.cash_profit_booked_cents, "the day does not add up"
        entry = self._post(self._finishing(day), by, day=day)
        self.write_documents()
        self.journal.note_head()
        return entry

    def _finishing(self, day: Day) -> kinds.FinishDay:
        """What the entry that finishes a day would say now."""
        return kinds.FinishDay(
            date=day.date,
            boxes=day.seal.pending if day.seal else (),
            changes=added(day) if day.seal else {},
            paid=any(day.date in deposit.dates for deposit in self.site.deposits),
            verified=self.journal.head.seq,
            head=self.journal.head.hash.hex(),
        )

    def _closing(self, next_start: int, kept: Mapping[str, int]) -> kinds.CloseDay:
        """What the seal would say now."""
        on, result = self.today.date, figures(self.today)
        days = self.rules.value("nd.03-10.1", "banking_days", on)
        basis = self.rules.rules["nd.02-01.9j"]
        left = left_over(self.today, self.journal.balances(), next_start, kept)
        return kinds.CloseDay(
            cents=next_start,
            deposit_cents=result.deposit_cents(next_start),
            deposit_checks_cents=sum(bank.checks_cents for bank in left),
            deposit_due=deposit_due(on, days),
            gross_cents=result.gross_cents,
            prizes_cents=result.prizes_cents,
            agp_cents=result.agp_cents,
            cash_profit_cents=result.cash_profit_cents,
            outstanding_change_cents=result.outstanding_change_cents,
            over_short_cents=result.over_short_cents,
            prize_basis=basis.value("prize_basis", on),
            prize_basis_text=basis.text,
            verified=self.journal.head.seq,
            head=self.journal.head.hash.hex(),
            pending=tuple(use.box for table in self.today.tables.values() for use in table.waiting),
            kept=dict(kept),
        )


def _summed(counted: Counted) -> tuple[Chips, int]:
    """All chips, and all cents of cash and checks, that were counted at some places."""
    names: Counter[str] = Counter()
    for found in counted.values():
        names.update(found)
    cents = names.pop("cash", 0) + names.pop("checks", 0)
    return Chips.named(names), cents
