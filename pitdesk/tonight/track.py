"""The track of a table's newest request: asked, prepared, verified, received; or what ended it."""

from dataclasses import dataclass
from datetime import datetime

from pitdesk import kinds
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry
from pitdesk.book.slip import Slip
from pitdesk.chips import Chips

ASKED, PREPARED, VERIFIED, RECEIVED = "asked", "prepared", "verified", "received"
VOID, WITHDRAWN = "void", "withdrawn"


@dataclass(frozen=True, slots=True)
class Step:
    """One step that was taken: what, when, by whom."""

    what: str
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class Track:
    """The newest fill or credit of a table, or the ask that nobody has answered.

    what     "fill" or "credit"
    number   of the slip; 0 as long as it is only asked for
    par      whether it is asked for to par: then the chips are not known yet
    steps    those that were taken, in order
    left     what must still be done, in order: of prepared, verified, received
    reason   why it was withdrawn, or is void
    """

    table: str
    what: str
    number: int
    chips: Chips
    par: bool
    steps: tuple[Step, ...]
    left: tuple[str, ...]
    reason: str = ""

    @property
    def name(self) -> str:
        """As the trade says it: fill 000412; a fill that has no number yet."""
        return f"{self.what} {self.number:06}" if self.number else self.what


def track(day: Day | None, table: str) -> Track | None:
    """The newest request of a table; None where there was none tonight."""
    if day is None or day.sealed:
        return None
    asks = [entry for fact, entry in day.facts(kinds.Ask) if fact.table == table]
    slips = [one for one in day.slips.values() if one.table == table and one.state != "lost"]
    ask, slip = asks[-1] if asks else None, max(slips, key=lambda one: one.entry.seq, default=None)
    if slip and (ask is None or ask.seq < slip.entry.seq):
        return _of_slip(day, slip)
    return _of_ask(day, ask) if ask else None


def _of_ask(day: Day, ask: Entry) -> Track:
    fact = ask.of(kinds.Ask)
    steps, reason = [_step(ASKED, ask)], ""
    left: tuple[str, ...] = (PREPARED, VERIFIED, RECEIVED)
    for gone, entry in day.facts(kinds.WithdrawAsk):
        if entry.about == ask.seq:
            steps, left, reason = [*steps, _step(WITHDRAWN, entry)], (), gone.reason
    return Track(fact.table, fact.what, 0, fact.chips, fact.par, tuple(steps), left, reason)


def _of_slip(day: Day, slip: Slip) -> Track:
    asked = slip.entry.of(kinds.Slip).ask
    steps = [_step(ASKED, entry) for entry in day.entries if asked and entry.seq == asked]
    steps.append(_step(PREPARED, slip.entry))
    for fact, entry in day.facts(kinds.Verify, kinds.Receive):
        if entry.about == slip.entry.seq:
            steps.append(_step(VERIFIED if isinstance(fact, kinds.Verify) else RECEIVED, entry))
    left = {PREPARED: (VERIFIED, RECEIVED), VERIFIED: (RECEIVED,)}.get(slip.state, ())
    if slip.voided:
        steps.append(_step(VOID, slip.voided))
    chips = slip.chips
    return Track(slip.table, slip.series, slip.number, chips, False, tuple(steps), left, slip.reason)


def _step(what: str, entry: Entry) -> Step:
    return Step(what, entry.at, entry.signatures[0].person if entry.signatures else "")
