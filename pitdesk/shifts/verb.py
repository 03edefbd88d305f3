"""A line's verb: how it is written, what does it, and the shift that it is done in."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from pitdesk.book.people import Signer
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.shifts.read import Line

LONG_AGO = date(2000, 1, 1)  # since when the roles of a shift file are held, unless it says


@dataclass(slots=True)
class Shift:
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


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of the grammar: how it is written, and what does it."""

    usage: str
    pattern: re.Pattern[str]
    act: Callable[[Shift, Line, re.Match[str]], Any]

    def check_clauses(self, line: Line) -> None:
        """Refuse a clause that the usage does not name, or that lacks what the usage says follows it.

        Raises:
            ValueError: names the clause.
        """
        known = {
            name.strip(): bool(value)
            for name, value in re.findall(
                r"; ([a-z ]+?)(?: ([A-Z]\S*)[^;]*?)?(?=\]| ;| \[|$)", self.usage
            )
        }
        for clause in line.clauses:
            name = max((n for n in known if f"{clause} ".startswith(f"{n} ")), key=len, default=None)
            if name is None:
                raise ValueError(f"not '{clause}'")
            if known[name] != (clause != name):
                raise ValueError(f"'{name}' {'says nothing' if known[name] else 'takes nothing'}")


def written(
    table: list[Verb], usage: str, pattern: str
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register what does a line that is written like this."""

    def register(act: Callable[..., Any]) -> Callable[..., Any]:
        table.append(Verb(usage, re.compile(pattern), act))
        return act

    return register
