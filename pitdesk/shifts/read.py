"""Reading shift files, each a night in plain text; `replay.py` plays them.

README.md has the grammar. A line is set-up, a time with a verb, or `expect`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from pitdesk.book.people import ACTING_CASHIER, ROLES
from pitdesk.errors import Trouble
from pitdesk.given import MIB, Given

SHIFT = Given("a shift file", 1 * MIB, "Name another one.")  # the busiest night has some 30 kB
LONGEST = 1000  # characters of a line

_TIMED = re.compile(r"(\d\d):(\d\d)\s+(.*)")
_SIGNER = re.compile(r"([^\s()]+)\(([^()]*)\)")
_BECAUSE = re.compile(r'\s+because\s+"([^"]*)"')
_BY = re.compile(r"(?<!\S)by\s+((?:[^\s()]+\([^()]*\)\s*)+)")
_PROOF = re.compile(r"(.*?)(?:\s+(pin|badge)\s+(\S+))?")


class Malformed(Trouble):
    """A shift file that cannot be read: file, line, what was expected."""


@dataclass(frozen=True, slots=True)
class Initialer:
    """Somebody named after `by`: id, role, and a PIN or badge where the line gives its own."""

    person: str
    role: str
    proof: str = ""
    secret: str = ""


@dataclass(frozen=True, slots=True)
class ShiftLine:
    """One line of a shift file.

    where     "busy.shift:31", for every complaint about it
    time      (hour, minute), or None for set-up and `expect`
    words     the verb and what it is about, white space folded
    clauses   what follows semicolons
    expected  what follows the arrow
    """

    where: str
    text: str
    time: tuple[int, int] | None
    words: str
    clauses: tuple[str, ...]
    by: tuple[Initialer, ...]
    reason: str
    expected: str

    def clause(self, name: str) -> str | None:
        """What follows `name` in the clause that begins with it; None if no clause does."""
        for clause in self.clauses:
            if clause == name or clause.startswith(name + " "):
                return clause[len(name) :].strip()
        return None

    def wrong(self, expected: str) -> Malformed:
        """A complaint about this line: file, line, what was expected."""
        return Malformed(f"{self.where}: cannot read '{self.text.strip()}'. Expected {expected}.")


def read_shift(path: Path) -> list[ShiftLine]:
    """Read a shift file.

    Raises:
        Malformed: names the file, the line and what was expected there.
    """
    try:
        text = SHIFT.text(path)
    except Trouble as trouble:
        raise Malformed(str(trouble)) from None
    return list(shift_lines(path.name, text))


def shift_lines(name: str, text: str) -> Iterator[ShiftLine]:
    """The lines of a shift file's text; Malformed where one cannot be read."""
    for number, raw in enumerate(text.splitlines(), 1):
        if len(raw) > LONGEST:
            raise Malformed(
                f"{name}:{number}: the line has {len(raw):,} characters. Expected {LONGEST:,} at most."
            )
        stripped = re.sub(r"(^|\s)#\s.*", "", raw + " ").strip()
        if stripped and stripped != "#":
            yield _line(f"{name}:{number}", raw, stripped)


def _line(where: str, raw: str, text: str) -> ShiftLine:
    text, _, expected = (
        part.strip() for part in re.sub(r"\s*->\s*", "\0", text, count=1).partition("\0")
    )
    time = None
    if match := _TIMED.fullmatch(text):
        time = int(match[1]), int(match[2])
        text = match[3]
    elif re.match(r"\d", text):
        raise Malformed(
            f"{where}: cannot read '{raw.strip()}'. Expected a time such as 16:05, then a verb."
        )
    if time and not (time[0] < 24 and time[1] < 60):
        raise Malformed(f"{where}: {time[0]:02}:{time[1]:02} is not a time. Expected 00:00 to 23:59.")
    reason = ""
    if because := _BECAUSE.search(text):
        reason = because[1]
        _once(where, raw, [match[0].strip() for match in _BECAUSE.finditer(text)])
        text = text[: because.start()] + text[because.end() :]
    text, by = _signers(where, raw, text)
    words, *clauses = (" ".join(part.split()) for part in text.split(";"))
    return ShiftLine(where, raw, time, words, tuple(clauses), by, reason, expected)


def _once(where: str, raw: str, said: list[str]) -> None:
    if len(said) > 1:
        both = " and ".join(f"'{one}'" for one in said)
        raise Malformed(f"{where}: cannot read '{raw.strip()}'. Expected one of {both}, not both.")


def _signers(where: str, raw: str, text: str) -> tuple[str, tuple[Initialer, ...]]:
    _once(where, raw, [found[0].strip() for found in _BY.finditer(text)])
    match = re.search(_BY.pattern + "$", text)
    if not match:
        if re.search(r"\sby\s", text):
            raise Malformed(
                f"{where}: cannot read who initials in '{raw.strip()}'. Expected by jo(cashier)."
            )
        return text, ()
    signers = []
    for person, inside in _SIGNER.findall(match[1]):
        found = _PROOF.fullmatch(inside.strip())
        assert found
        role, proof, secret = found[1], found[2] or "", found[3] or ""
        if role not in (*ROLES, ACTING_CASHIER):
            known = ", ".join([*ROLES, ACTING_CASHIER])
            raise Malformed(f"{where}: '{role}' is not a role. Expected one of: {known}.")
        signers.append(Initialer(person, role, proof, secret))
    return text[: match.start()], tuple(signers)


def at_time(night: date, time: tuple[int, int], before: datetime | None, zone: ZoneInfo) -> datetime:
    """The moment of a line: the first such time on the site's clock that is not before the last one.

    A night may run past midnight, and through the hour that the clocks show twice.
    """
    local = datetime(night.year, night.month, night.day, *time, tzinfo=zone)
    while before is not None and local.timestamp() < before.timestamp():
        if local.fold == 0 and local.replace(fold=1).timestamp() >= before.timestamp():
            local = local.replace(fold=1)
        else:
            local = (local.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=zone, fold=0)
    return local
