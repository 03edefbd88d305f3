"""Replay: play a shift file at a desk, line by line, and compare what happens with what it expects."""

from collections.abc import Iterator
from dataclasses import dataclass

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.errors import Refused
from pitdesk.shifts.expect import EXPECTED
from pitdesk.shifts.grammar import SETUP, VERBS
from pitdesk.shifts.ledgers import LEDGERS
from pitdesk.shifts.read import ShiftLine, at_time
from pitdesk.shifts.records import DUE, HOUSE, RECORDS
from pitdesk.shifts.stores import CHIPS, STORES
from pitdesk.shifts.verb import LONG_AGO, Act, Came, Event, Shift, found_in

LONGEST_PAUSE_S = 18 * 3600  # a time further ahead than this was mistyped


@dataclass(slots=True)
class Replay(Shift):
    """Plays the lines of a shift file, and notes what they do not expect.

    came   what came of the last line: an entry, a refusal, or neither
    """

    came: Entry | Refused | None = None

    def play(self, lines: list[ShiftLine]) -> Iterator[ShiftLine]:
        """Play the lines one by one; yields each after it was played.

        Raises:
            Malformed: a line cannot be read; what was played before it stays in the book.
            Trouble: the disk or the printer failed.
        """
        for line in lines:
            if line.time is None:
                self._untimed(line)
            else:
                if self.night == LONG_AGO:
                    raise line.wrong("a line 'night YYYY-MM-DD' before the first time")
                before = self.before
                self.before = at_time(self.night, line.time, self.before, self.desk.site.zone)
                if before and (self.before - before).total_seconds() > LONGEST_PAUSE_S:
                    raise line.wrong(f"a time after {before:%H:%M}; lines are in order of time")
                self.clock.at = self.before
                self._timed(line)
            yield line

    def _untimed(self, line: ShiftLine) -> None:
        if expected := found_in(EXPECTED | DUE, self, line):
            if missed := _asked(*expected):
                refused = "refused: " if isinstance(missed, Refused) else ""
                self.misses.append(f"{line.where}: {refused}{missed}")
        elif setting := found_in(SETUP | CHIPS | HOUSE, self, line):
            if done := _asked(*setting):
                self._hold(line, done)
        else:
            raise line.wrong("set-up, a time with a verb, or expect: see pitdesk/shifts/README.md")

    def _timed(self, line: ShiftLine) -> None:
        verbs = VERBS | STORES | RECORDS | LEDGERS
        if not (found := found_in(verbs, self, line)):
            raise line.wrong(f"a verb: {', '.join(sorted({usage.split()[0] for usage in verbs}))}")
        event, act = found
        asked = self.last_asked
        done = _asked(event, lambda it: self.desk.once(asked, lambda _: act(it)))
        self._hold(line, done)
        if not isinstance(done, Refused):
            self.after(self.desk)

    @property
    def last_asked(self) -> int:
        """What numbers the next request: the head, as it has since the first shift file was played."""
        return self.desk.journal.head.seq

    def _hold(self, line: ShiftLine, done: Entry | Refused | None) -> None:
        """Keep what happened, and note it if the line does not expect it."""
        self.came = done
        what, _, rules = line.expected.partition(" ")
        if isinstance(done, Refused):
            if what == "refused" and {*rules.split()} == {*done.rules}:
                return
            by = f" by {' '.join(done.rules)}" if what == "refused" else ""
            happened = f"refused{by}: {done}"
        else:
            found = _names(done)
            if not line.expected or line.expected in found:
                return
            happened = f"done: {', '.join(found)}"
        self.misses.append(f"{line.where}: expected {line.expected or 'done'}, but {happened}")


def _asked(event: Event, act: Act[Came]) -> Came | Refused:
    """What came of a line; Malformed where it cannot be read."""
    try:
        event.check_clauses()
        return act(event)
    except ValueError as error:
        raise event.line.wrong(f"{event.usage} ({error})") from None
    except Refused as refused:
        return refused


def _names(done: Entry | None) -> list[str]:
    """What may be expected of something done."""
    if done is None:
        return ["done"]
    names = ["done", f"entry {done.seq}"]
    if done.number and isinstance(done.fact, kinds.Slip):
        names.append(f"{done.number} prepared")
    elif done.number:
        names.append(f"{done.number.series} {done.number.number}")
    warned = [warning.partition(":")[0] for warning in done.fact.warnings]  # kept as "ID: words"
    return [*names, *(f"warned {rule}" for rule in warned), f"warned {' '.join(warned)}"]
