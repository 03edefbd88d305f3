"""Records beside the night: house rules, checklists, papers, recorders, video equipment, recordings."""

from collections.abc import Mapping, Sequence
from datetime import date

import msgspec

from pitdesk import kinds
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry
from pitdesk.desk.posting import Signers
from pitdesk.desk.tasks import TaskVerbs
from pitdesk.kinds.editions import LATEST
from pitdesk.rules import retention
from pitdesk.rules.check import Known
from pitdesk.rules.checklist import ITEMS


class RecordVerbs(TaskVerbs):
    """The verbs of records that are kept for years."""

    # House rules

    def set_options(self, options: Mapping[str, object], by: Signers) -> Entry:
        """Set house rules of twenty-one (08-13); what `kinds.Options` names and this does not stays."""
        fact, wrong = kinds.Options(), ""
        try:
            fact = msgspec.convert(options, kinds.Options)
        except msgspec.ValidationError as error:
            wrong = f"A house rule cannot be used: {error}. Correct it."
        return self._post(fact, by, known=Known(wrong=wrong))

    def say_posted(self, how: str, place: str, by: Signers) -> Entry:
        """Note that the present house rules hang up as a "poster", or lie there as a "handout"."""
        fact = kinds.Posted(version=self.site.options_version, how=how, place=place.strip())
        return self._post(fact, by)

    # Checklists

    def checklist(
        self,
        table: str,
        by: Signers,
        looked: Sequence[str] = tuple(ITEMS),
        faults: Mapping[str, str] | None = None,
        away: str = "",
    ) -> Entry:
        """Look a table over before it opens, or take its cards away (08-02, 08-07).

        looked   the items of `rules.checklist`;  faults: of them, item → what is wrong
        away     where cards are kept that are taken from the table
        """
        fact = kinds.Checklist(
            table=table, looked=tuple(looked), faults=dict(faults or {}), away=away.strip()
        )
        return self._post(fact, by)

    # Papers

    def put_away(self, batch: str, what: str, quarter: str, place: str, by: Signers) -> Entry:
        """Put papers of a quarter away under a name of their own (08-16).

        what   "records", "hold", "tickets" or "accounts"
        """
        name, place = batch.strip(), place.strip()
        fact = kinds.Batch(batch=name, what=what, quarter=quarter.strip().upper(), place=place)
        return self._post(fact, by)

    def kept_until(self, batch: kinds.Batch) -> date:
        """The date up to which a batch is kept."""
        on, filmed = self.date_of(self.clock.now()), self.site.filmed
        value = lambda rule, name: self._rules.of(LATEST).value(rule, name, on)  # noqa: E731
        filed = self.kept.filed(batch.quarter)
        return retention.kept_until(batch.what, batch.quarter, filed=filed, video=filmed, value=value)

    def destroy(self, batch: str, by: Signers, reason: str = "") -> Entry:
        """Note that a batch of papers is destroyed; two people saw it (08-16)."""
        known = self.site.batches.get(batch)
        until = self.kept_until(known) if known else self.date_of(self.clock.now())
        return self._post(kinds.Destroy(batch=batch, until=until, reason=reason), by)

    # Video

    def recorder(
        self, table: str, what: str, by: Signers, *, recorder: str = "", reason: str = ""
    ) -> Entry:
        """Note what was done at a recorder: "start", "stop", "change" or "access" (08-04(5)).

        recorder   which one, where a table has several
        reason     why the recordings were looked at
        """
        return self._post(kinds.Recorder(table=table, what=what, recorder=recorder, reason=reason), by)

    def recording(self, table: str) -> list[str]:
        """The recorders of a table that run now, by the log."""
        day = self.day if self._is_open else None
        return [span.recorder for span in day.cameras.running(table)] if day else []

    def equipment(self, table: str, what: str, on: date, by: Signers, reason: str = "") -> Entry:
        """Note that a table's video equipment came, changed or was approved (08-04(11)).

        what   "installed", "acquired", "moved", "changed" or "approved"
        """
        return self._post(kinds.Equipment(table=table, what=what, on=on, reason=reason), by)

    def release(self, on: date, by: Signers, reason: str = "") -> Entry:
        """Note that the recordings of a gaming day are no longer kept (08-04(6))."""
        day = self._sealed_on(on)
        ended = self.last_recording(day) if day else on
        fact = kinds.Release(date=on, ended=ended, reason=reason)
        return self._post(fact, by, known=Known(wrong="" if day else f"No day of {on} is sealed."))

    def _sealed_on(self, on: date) -> Day | None:
        """The sealed day of a date."""
        day = self._day_on(on)
        return day if day and day.sealed else None

    def last_recording(self, day: Day) -> date:
        """The local date on which the last recording of a day ended; that of its last closer or seal."""
        ends = [span.until for span in day.cameras.spans if span.until]
        closed = [entry.at for _, entry in day.facts(kinds.CloseTable)]
        last = max([*ends, *closed] or [day.last.at])
        return self.site.local(last).date()
