"""Replay: play a shift file at a desk, verb by verb, and hold it to what it expects."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime

from pitdesk.book.entries import Entry
from pitdesk.book.people import Signer
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.errors import Refused
from pitdesk.shifts.expect import EXPECTED
from pitdesk.shifts.grammar import LONG_AGO, SETUP, VERBS
from pitdesk.shifts.read import Line, at_time
from pitdesk.shifts.stores import CHIPS, STORES

LONGEST_PAUSE_S = 18 * 3600  # a time that is further on than this was mistyped


@dataclass(slots=True)
class Replay:
    """A shift file at a desk.

    after   called after each verb: the spool, in a replay with paper
    jam     called for `printer jams`
    misses  what did not go as the file expects, "busy.shift:31: …"
    """

    desk: Desk
    clock: SetClock
    after: Callable[[Desk], object] = lambda _: None
    jam: Callable[[], object] = lambda: None
    misses: list[str] = field(default_factory=list)
    night: date = LONG_AGO
    before: datetime | None = None
    secrets: dict[str, tuple[str, str]] = field(default_factory=dict)
    first_manager: str = ""

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
        raise line.wrong("set-up, a time with a verb, or expect: see tests/shifts/README.md")

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

    def signers(self, line: Line) -> list[Signer]:
        """Those named after `by`, each with the PIN or badge that the file gave them."""
        return [self._signer(one.person, one.role, one.proof, one.secret) for one in line.by]

    def signed_in(self, line: Line) -> list[Signer]:
        """For a record of the cage: its one signer, signed in at the station first as at a window.

        At a table, and where the line gives a PIN or badge of its own, as `signers`.
        """
        one = line.by[0] if len(line.by) == 1 else None
        if one is None or one.proof or line.clause("at") or one.person not in self.desk.site.people:
            return self.signers(line)
        if self.desk.signed_in != one.person:
            self.desk.sign_in(self._signer(one.person, one.role))
        return [Signer(one.person, one.role)]

    def _signer(self, person: str, role: str, proof: str = "", secret: str = "") -> Signer:
        if not proof:
            proof, secret = self.secrets.get(person, ("pin", ""))
        return Signer(person, role, **{proof: secret})

    def setting_up(self, line: Line) -> list[Signer]:
        """Who initials a set-up line: those it names, else the first gaming manager of the file."""
        if line.by:
            return self.signers(line)
        return [self._signer(self.first_manager, "gaming manager")] if self.first_manager else []


def _names(done: Entry | None) -> list[str]:
    """What may be expected of something done."""
    if done is None:
        return ["done"]
    names = ["done", f"entry {done.seq}"]
    if done.number and done.kind in ("fill", "credit"):
        names.append(f"{done.number} prepared")
    elif done.number:
        names.append(f"{done.number.series} {done.number.number}")
    warnings = done.detail.get("warnings", ())
    return names + [f"warned {warning.partition(':')[0]}" for warning in warnings]
