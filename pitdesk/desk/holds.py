"""What wrong PINs put before the next one: waits, locks, and who ends them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from pitdesk.book.journal import Attempt, Journal
from pitdesk.book.people import (
    ALONE_S,
    APPROVING,
    AWAY_S,
    LOCK_TRIES,
    OPENING,
    Hold,
    Person,
    Signer,
    wait_s,
)
from pitdesk.book.site import Site
from pitdesk.clock import Now

COLUMNS = ("station", "person")  # what wrong tries stand against


@dataclass(frozen=True, slots=True)
class Holds:
    """The holds at a station, as of now.

    here   who is on duty, while a day is open;  on: the gaming day's date
    """

    journal: Journal
    site: Site
    here: Collection[str]
    station: str
    now: Now
    on: date

    def before(self, signer: Signer) -> str:
        """What stands before this try, in words; "" for nothing."""
        person = self.site.people[signer.person]
        for column in COLUMNS:
            if hold := self.of(column, person, badge=bool(signer.badge)):
                return self._words(column, person, hold)
        return ""

    def wrong(self, column: str, person: Person) -> list[Attempt]:
        """The wrong tries that stand against somebody, or against this station."""
        return self.journal.attempts(column, self.station if column == "station" else person.id)

    def of(self, column: str, person: Person, *, badge: bool = False) -> Hold | None:
        """What stands before a try of somebody, by the wrong ones for them or at this station.

        Who can open ends a lock. A badge, which nobody guesses, and whoever has nobody here to open
        only wait. A station never holds those up who can open it.
        """
        if column == "station" and person.holds_any(OPENING, self.on):
            return None
        wrong = self.wrong(column, person)
        if len(wrong) >= LOCK_TRIES and not badge and self._openers(person):
            return Hold(0, locked=True)
        brief = badge or person.id in self.here or person.holds_any(APPROVING, self.on)
        wait = wait_s(wrong, self.now, ALONE_S if brief else AWAY_S)
        return Hold(wait) if wait else None

    def _openers(self, person: Person) -> list[Person]:
        """Who is here and can end the wait of somebody: managers on duty, not locked themselves."""
        others = [self.site.people[one] for one in self.here if one != person.id]
        can = [one for one in others if one.holds_any(OPENING, self.on)]
        return [one for one in can if len(self.journal.attempts("person", one.id)) < LOCK_TRIES]

    def _words(self, column: str, person: Person, hold: Hold) -> str:
        """A hold in words: for how long, and who ends it."""
        names = [one.name for one in self._openers(person)]
        who = " or ".join(filter(None, [", ".join(names[:-1]), *names[-1:]])) or "a manager"
        many = f"Too many wrong PINs for {person.name}"
        ends = f"have {who} unlock it"
        if column == "station":
            many, ends = f"Too many wrong PINs at {self.station}", f"have {who} sign in here"
        if hold.locked:
            badge = f" A badge works after {ALONE_S // 60} minutes." if person.badge else ""
            return f"{many}: waiting does not help any more, {ends}.{badge}"
        stay = " Leave this machine on: a restart begins the wait again." * (hold.seconds > 60)
        return f"{many}: wait {hold.time}, or {ends}.{stay}"
