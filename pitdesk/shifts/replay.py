"""Replay: play a shift file at a desk, verb by verb, and hold it to what it expects."""

from collections.abc import Iterator

from pitdesk import kinds
from pitdesk.book.entries import Entry
from pitdesk.errors import Refused
from pitdesk.shifts.expect import EXPECTED
from pitdesk.shifts.grammar import SETUP, VERBS
from pitdesk.shifts.read import Line, at_time
from pitdesk.shifts.stores import CHIPS, STORES
from pitdesk.shifts.verb import LONG_AGO, Shift

LONGEST_PAUSE_S = 18 * 3600  # a time that is further on than this was mistyped


class Replay(Shift):
    """Plays the lines of a shift file, and notes what goes otherwise than they expect."""

    def play(self, lines: list[Line]) -> Iterator[Line]:
        """Play the lines one by one; each is yielded once it has been played.

        Raises:
            Malformed: a line cannot be read; what went before stands in the book.
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
                    raise line.wrong(f"a time after {before:%H:%M}; lines stand in order")
                self.clock.at = self.before
                self._timed(line)
            yield line

    def _untimed(self, line: Line) -> None:
        for verb in SETUP + CHIPS + EXPECTED:
            if match := verb.pattern.fullmatch(line.words):
                try:
                    verb.check_clauses(line)
                    missed = verb.act(self, line, match)
                except ValueError as error:
                    raise line.wrong(f"{verb.usage} ({error})") from None
                except Refused as refused:
                    missed = f"refused: {refused}"
                if isinstance(missed, str):
                    self.misses.append(f"{line.where}: {missed}")
                return
        raise line.wrong("set-up, a time with a verb, or expect: see pitdesk/shifts/README.md")

    def _timed(self, line: Line) -> None:
        for verb in VERBS + STORES:
            if match := verb.pattern.fullmatch(line.words):
                break
        else:
            known = ", ".join(sorted({verb.usage.split()[0] for verb in VERBS + STORES}))
            raise line.wrong(f"a verb: {known}")
        try:
            verb.check_clauses(line)
            seen = self.desk.journal.head.seq
            done = self.desk.once(seen, lambda _: verb.act(self, line, match))
        except ValueError as error:
            raise line.wrong(f"{verb.usage} ({error})") from None
        except Refused as refused:
            self._refused(line, refused)
            return
        self._done(line, done)
        self.after(self.desk)

    def _refused(self, line: Line, refused: Refused) -> None:
        what, _, rules = line.expected.partition(" ")
        if what != "refused":
            self._miss(line, f"refused: {refused}")
        elif set(rules.split()) != set(refused.rules):
            self._miss(line, f"refused by {' '.join(refused.rules)}: {refused}")

    def _done(self, line: Line, done: Entry | None) -> None:
        found = _names(done)
        if line.expected and line.expected not in found:
            self._miss(line, f"done: {', '.join(found)}")

    def _miss(self, line: Line, happened: str) -> None:
        wanted = line.expected or "done"
        self.misses.append(f"{line.where}: expected {wanted}, but {happened}")


def _names(done: Entry | None) -> list[str]:
    """What may be expected of something done."""
    if done is None:
        return ["done"]
    names = ["done", f"entry {done.seq}"]
    if done.number and isinstance(done.fact, kinds.Slip):
        names.append(f"{done.number} prepared")
    elif done.number:
        names.append(f"{done.number.series} {done.number.number}")
    return names + [f"warned {warning.partition(':')[0]}" for warning in done.fact.warnings]
