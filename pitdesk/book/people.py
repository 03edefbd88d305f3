"""People: who they are, what they may act as and since when, and how they prove who they are.

A PIN is kept as argon2id over HMAC(pepper, PIN); the pepper lies in a file outside the book and its
backups, so that a stolen book confirms no PIN. A badge carries 128 random bits and is kept as their
SHA-256. Wrong tries are counted per person and per station, on disk, before the answer is given.
"""

import hmac
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, Self

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from pitdesk import kinds
from pitdesk.book.journal import Attempt
from pitdesk.clock import Now
from pitdesk.disk import SECRET, make_secret
from pitdesk.kinds import Role

ROLES = (
    "gaming manager",
    "shift manager",
    "pit boss",
    "cashier",
    "dealer",
    "wheel operator",
    "authorized employee",
    "count team",
    "outside count team",
    "bookkeeper",
    "auditor",
    "head-office reader",
)
GAMING = frozenset({*ROLES[:7], "dealer as cashier"})  # whoever acts so conducts games
SHIFT_MANAGER = "shift manager"
OPENING = frozenset(ROLES[:2])  # end the wait of another
APPROVING = frozenset(ROLES[:3])  # managers and pit boss: six digits at least
ACTING_CASHIER = "dealer as cashier"
CASHIERS = ("cashier", ACTING_CASHIER)
DEALERS = ("dealer", "wheel operator")
OUTSIDE = "outside count team"
OUTSIDERS = (OUTSIDE, "bookkeeper", "auditor", "head-office reader")  # what another company may send
READERS = ("auditor", "head-office reader")
TIES = ("supervises", "household", "family")

STRONG = PasswordHasher(time_cost=3, memory_cost=64 * 1024, parallelism=1)
"""The cost of a PIN at a real desk: about an eighth of a second and 64 MiB a try."""
PLAIN = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""The cost of a PIN that stands in a shift file for all to read."""

FREE_TRIES = 2  # wrong tries before the first wait
LOCK_TRIES = 10  # wrong tries that lock: after four minutes of waits, who knows the PIN has typed it
ALONE_S = 300  # the longest wait on duty, of a badge, and of six digits: 288 guesses a day at a million
AWAY_S = 1800  # the longest wait of four digits while their owner is not on duty: 48 guesses a day


@dataclass(frozen=True, slots=True)
class Person:
    """Someone the desk knows.

    company   the firm of an outsider;  agency: the temporary agency that sends an employee
    """

    id: str
    name: str
    initials: str
    roles: tuple[Role, ...]
    pin: str | None = None
    badge: str | None = None
    company: str | None = None
    agency: str | None = None

    def holds(self, role: str, day: date) -> bool:
        """Whether this person may act as `role` on that day; a dealer may act as the cashier."""
        if role == ACTING_CASHIER:
            return any(self.holds(dealer, day) for dealer in DEALERS)
        return any(
            held.name == role and held.since <= day and (held.until is None or day < held.until)
            for held in self.roles
        )

    def holds_any(self, roles: frozenset[str], day: date) -> bool:
        """Whether this person holds at least one of the roles on that day."""
        return any(self.holds(role, day) for role in roles)

    @property
    def fact(self) -> kinds.Person:
        """As an entry keeps a person."""
        said = {name: getattr(self, name) for name in self.__slots__ if name != "id"}
        return kinds.Person(person=self.id, **said)

    @classmethod
    def of(cls, fact: kinds.Person) -> Self:
        """From what an entry keeps."""
        who = (fact.person, fact.name, fact.initials, fact.roles, fact.pin, fact.badge)
        return cls(*who, fact.company, fact.agency)


class Tie(NamedTuple):
    """Why two people may not count together: one supervises the other, one household, one family."""

    kind: str
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class Signer:
    """Someone who initials one entry: as which role, which part of it, and the proof they gave.

    Neither PIN nor badge is proof only of who is signed in, and only for the cage's own records.
    """

    person: str
    role: str
    pin: str = ""
    badge: str = ""
    part: str = "record"


def seconded(by: Sequence[Signer]) -> bool:
    """Whether two people initial, and one of them is a pit boss or a manager."""
    return len({one.person for one in by}) > 1 and any(one.role in APPROVING for one in by)


class Pepper:
    """The key outside the book that PINs are mixed with."""

    def __init__(self, key: bytes, cost: PasswordHasher = STRONG) -> None:
        self._key = key
        self._cost = cost

    @classmethod
    def kept(cls, path: Path, cost: PasswordHasher = STRONG) -> Self:
        """Read the key from a file, or make one there that only its owner can read."""
        make_secret(path)
        return cls(SECRET.read(path), cost)

    def _mix(self, pin: str) -> bytes:
        return hmac.digest(self._key, pin.encode(), "sha256")

    def mark(self, salt: bytes) -> str:
        """What a book knows its pepper by, as hex. The key is random: it tells nothing of any PIN."""
        return hmac.digest(self._key, b"the pepper of a book: " + salt, "sha256").hex()

    def hashed(self, pin: str) -> str:
        """What the book keeps of a PIN."""
        return self._cost.hash(self._mix(pin))

    def matches(self, kept: str, pin: str) -> bool:
        """Whether this PIN is the one that was kept. Slow on purpose."""
        try:
            return self._cost.verify(kept, self._mix(pin))
        except VerificationError:
            return False


def hashed_badge(badge: str) -> str:
    """What the book keeps of a badge."""
    return sha256(badge.encode()).hexdigest()


def pin_digits(asked: int | None, roles: Collection[str]) -> int:
    """How many digits the PIN of somebody with these roles has where a site asks for so many; 0 for any.

    roles   all that were ever held: a PIN's length then follows from its entry, on whichever day
    """
    return max(asked, 6 if APPROVING & {*roles} else 0) if asked else 0


def weak_pin(pin: str, roles: Collection[str], digits: int = 0) -> str | None:
    """Why a PIN will not do, or None. Four digits at least, six for those who approve.

    digits   how many it must have; 0 where the site does not ask for so many
    """
    least, most = (digits, digits) if digits else (6 if APPROVING & {*roles} else 4, 12)
    if not pin.isascii() or not pin.isdigit() or not least <= len(pin) <= most:
        return f"is not {digits} digits, as each is here" if digits else f"is not {least} to 12 digits"
    if len(set(pin)) == 1:
        return "is one digit repeated"
    steps = {int(b) - int(a) for a, b in pairwise(pin)}
    if steps in ({1}, {-1}):
        return "is a run of digits"
    if len(pin) == 4 and 1925 <= int(pin) <= 2030:
        return "looks like a year"
    return None


class Hold(NamedTuple):
    """What wrong tries put before the next one: seconds to wait; or a lock, which no wait ends."""

    seconds: int
    locked: bool = False

    @property
    def time(self) -> str:
        """How long at most, in words: 40 seconds, 30 minutes."""
        if self.seconds < 2 * 60:
            return f"{self.seconds} second{'s' * (self.seconds != 1)}"
        return f"{-(-self.seconds // 60)} minutes"


def wait_s(attempts: Sequence[Attempt], now: Now, most_s: int = AWAY_S) -> int:
    """Seconds to wait before the next try, after these wrong ones; 0 when it may be made now.

    The wait doubles from the third wrong try on, up to `most_s`. Only time counts in which this machine
    was on without a break: neither another clock nor another start shortens it.
    """
    wrong = len(attempts)
    if wrong <= FREE_TRIES:
        return 0
    wait = min(most_s, 1 << min(wrong - FREE_TRIES, 16))
    return max(0, wait - _on_s(attempts[-1], now))


def _on_s(since: Attempt, now: Now) -> int:
    """Seconds that a machine was provably on since a try. Ticks begin at 0 with each of its starts.

    After another start, all ticks came after the try. Where starts have no name, fewer ticks show it.
    """
    same = since.boot == now.boot and now.ticks >= since.ticks
    return now.ticks - since.ticks if same else now.ticks
