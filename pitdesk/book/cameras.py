"""The cameras and recorders of a day: who was looked at, what fails, and for how long: 08-04(7)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.book.seats import Turn

Seated = Iterable[Turn]  # who dealt, from when to when


@dataclass(slots=True)
class RecorderRun:
    """A recorder that ran: of which table, which one, from when until when; None while it runs."""

    table: str
    recorder: str
    since: datetime
    until: datetime | None = None


@dataclass(slots=True)
class Cameras:
    """What was seen today, what fails since when, and which recorders ran.

    seen     table → what the last look saw
    failing  table → its outage, until a look is clear
    known    every outage of the day, those that it began with included
    spans    of the recorders, in the order in which they began
    """

    seen: dict[str, str] = field(default_factory=dict)
    failing: dict[str, kinds.Outage] = field(default_factory=dict)
    known: list[kinds.Outage] = field(default_factory=list)
    spans: list[RecorderRun] = field(default_factory=list)

    def running(self, table: str) -> list[RecorderRun]:
        """The recorders of a table that run now."""
        return [span for span in self.spans if span.table == table and span.until is None]

    def covers(self, table: str, since: datetime, until: datetime) -> bool:
        """Whether the recorders of a table ran from one time to another without a gap."""
        for span in self.spans:
            if span.table == table and span.since <= since:
                since = max(since, span.until or until)
        return since >= until

    def take(self, entry: Entry, on: date) -> None:
        """Take in an entry of the day of a date."""
        fact = entry.fact
        if isinstance(fact, kinds.OpenDay):
            self.failing = {outage.table: outage for outage in fact.outages}
            self.known = [*fact.outages]
        elif isinstance(fact, kinds.Recorder):
            self._record(fact, entry.at)
        elif isinstance(fact, kinds.Fault):
            self._fails(kinds.Outage(fact.table, f"{fact.what} not working", fact.since, on))
        elif isinstance(fact, kinds.Camera):
            self.seen[fact.table] = fact.view
            if fact.view == "clear":
                self.failing.pop(fact.table, None)
            else:
                self._fails(kinds.Outage(fact.table, f"picture {fact.view}", entry.at, on))

    def _record(self, fact: kinds.Recorder, at: datetime) -> None:
        """A recorder is started, or stopped; a change and an access leave it as it was."""
        if fact.what == "start":
            self.spans.append(RecorderRun(fact.table, fact.recorder, at))
        elif fact.what == "stop":
            for span in self.running(fact.table):
                if span.recorder == fact.recorder:
                    span.until = at

    def _fails(self, outage: kinds.Outage) -> None:
        """The clock runs from the first of them."""
        known = self.failing.get(outage.table)
        if known is None or outage.since < known.since:
            self.failing[outage.table] = outage
            self.known.append(outage)


def active_s(outage: kinds.Outage, seated: Seated, until: datetime) -> int:
    """Seconds of activity on a table since its outage, up to a time: somebody dealt there."""
    today = (
        max(0, int((min(turn.until or until, until) - max(turn.since, outage.since)).total_seconds()))
        for turn in seated
    )
    return outage.seconds + sum(today)


def carried(
    failing: Iterable[kinds.Outage], seated: Mapping[str, Seated], at: datetime
) -> Iterator[kinds.Outage]:
    """What fails still as the next day opens, with the activity so far."""
    for outage in failing:
        seconds = active_s(outage, seated.get(outage.table, ()), at)
        yield outage._replace(seconds=seconds)
