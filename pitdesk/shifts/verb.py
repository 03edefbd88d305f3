"""A line's verb: how it is written, what does it, and the shift that it is done in."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from typing import TypeAlias, TypeVar

from pitdesk.book.people import Signer
from pitdesk.chips import Chips, cents
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.shifts.read import ShiftLine

LONG_AGO = date(2000, 1, 1)  # since when people hold the roles of a shift file
_WORDS = {  # what may stand for a capital word of a usage; for any other, one word
    **dict.fromkeys(("N", "COUNT"), r"\d+"),
    **dict.fromkeys(("CHIPS", "COLOR", "METHOD", "NAME", "PLACE", "REASON", "STORE", "WHAT"), ".+"),
    "YYYY-MM-DD": r"\d{4}-\d\d-\d\d",
}
_ONE = r"\S+"

Came = TypeVar("Came")
Act: TypeAlias = Callable[["Event"], Came]
Verbs: TypeAlias = dict[str, Act[Came] | tuple[str, Act[Came]]]
"""How a line is written → what does it, with an expression for its words if the usage is not enough."""


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


@dataclass(frozen=True)
class Event:
    """A line that is played in a shift; `it[1]` is its first word that is not always the same.

    Reading a word raises ValueError where it is not what it should be.
    """

    shift: Shift
    line: ShiftLine
    usage: str
    match: re.Match[str]

    def __getitem__(self, at: int) -> str:
        return self.match[at] or ""

    def number(self, at: int) -> int:
        """A word that is a whole number."""
        return int(self[at])

    def cents(self, at: int) -> int:
        """A word that is money."""
        return cents(self[at])

    def chips(self, at: int) -> Chips:
        """Words that are pieces by chip, or "nothing"."""
        return pieces(self[at])

    def date(self, at: int) -> date:
        """A word that is a date."""
        return date.fromisoformat(self[at])

    def clause(self, name: str, otherwise: str = "") -> str:
        """What follows a clause's name."""
        return self.line.clause(name) or otherwise

    @property
    def desk(self) -> Desk:
        """The desk that the line is played at."""
        return self.shift.desk

    @property
    def reason(self) -> str:
        """The reason that the line gives; "" without one."""
        return self.line.reason

    @property
    def by(self) -> list[Signer]:
        """Those named after `by`, each with the PIN or badge that the file gave them."""
        return [self._signer(one.person, one.role, one.proof, one.secret) for one in self.line.by]

    @property
    def cashier(self) -> list[Signer]:
        """For a record of the cage: its one signer, signed in at the station first as at a window.

        At a table, and where the line gives a PIN or badge of its own, as `by`.
        """
        one = self.line.by[0] if len(self.line.by) == 1 else None
        if one is None or one.proof or self.line.clause("at") or one.person not in self.desk.site.people:
            return self.by
        if self.desk.signed_in != one.person:
            self.desk.sign_in(self._signer(one.person, one.role))
        return [Signer(one.person, one.role)]

    @property
    def manager(self) -> list[Signer]:
        """Who initials a set-up line: those it names, else the first gaming manager of the file."""
        first = self.shift.first_manager
        return self.by or ([self._signer(first, "gaming manager")] if first else [])

    def check_clauses(self) -> None:
        """Refuse a clause that the usage does not name, that lacks what follows it, or stands twice.

        Raises:
            ValueError: names the clause, or both.
        """
        pattern = r"; ([a-z ]+?(?: 21| PW)?)(?: ([A-Z]\S*)[^;]*?)?(?=\]| ;| \[|$)"
        known = {name.strip(): bool(value) for name, value in re.findall(pattern, self.usage)}
        once: dict[str, str] = {}
        for clause in self.line.clauses:
            name = max((n for n in known if f"{clause} ".startswith(f"{n} ")), key=len, default=None)
            if name is None:
                raise ValueError(f"unknown clause '{clause}'")
            if known[name] != (clause != name):
                raise ValueError(f"'{name}' {'needs a value' if known[name] else 'takes no value'}")
            put_once(once, name, clause)

    def _signer(self, person: str, role: str, proof: str = "", secret: str = "") -> Signer:
        if not proof:
            proof, secret = self.shift.secrets.get(person, ("pin", ""))
        return Signer(person, role, **{proof: secret})


@cache
def _regex(usage: str) -> str:
    """The expression for a line's words, with a group for each capital word and each choice."""
    found = ""
    for word in re.split(r" \[?;", usage)[0].split():
        choices = word.strip("[]").split("|")
        if word == word.lower():
            part = f"({word})" if len(choices) > 1 else re.escape(word)
        else:
            part = f"({next((_WORDS[one] for one in choices if one in _WORDS), _ONE)})"
        found += f"(?: {part})?" if word.startswith("[") else f" {part}"
    return found.removeprefix(" ")


def found_in(verbs: Verbs[Came], shift: Shift, line: ShiftLine) -> tuple[Event, Act[Came]] | None:
    """The line as an event, and what does it; None if no usage fits."""
    for usage, written in verbs.items():
        regex, act = written if isinstance(written, tuple) else (_regex(usage), written)
        if match := re.fullmatch(regex, line.words):
            return Event(shift, line, usage, match), act
    return None


def put_once(found: dict[str, str], name: str, said: str) -> None:
    """Note what a line says of a name.

    Raises:
        ValueError: it says it twice; names both.
    """
    if name in found:
        raise ValueError(f"'{name}' stands twice, as '{found[name]}' and '{said}'; write it once")
    found[name] = said


def pieces(text: str) -> Chips:
    """Pieces by chip, or "nothing"."""
    return Chips() if text == "nothing" else Chips.read(text)
