"""A task: what is to be done, by when, by whom, its section, and how its date was worked out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date as Date
from datetime import datetime, timedelta
from typing import Self

from pitdesk import kinds
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry
from pitdesk.book.journal import Journal
from pitdesk.book.past import (
    fiscal_year,
    last_day,
    pending_days,
    quarter_of,
    quarters,
    recent,
)
from pitdesk.book.site import Site
from pitdesk.documents.deposits import Due, owed
from pitdesk.records.kept import Kept
from pitdesk.records.nights import Nights
from pitdesk.rules.book import Rulebook
from pitdesk.rules.retention import kept_until
from pitdesk.rules.video import Need, need

CAMERAS, MONEY, PAPERS = GROUPS = ("cameras", "money", "papers")
LATELY = timedelta(days=60)  # for which a calendar is told that something is done
SAID = "done"  # the verb of tasks that are settled when somebody says so


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a task has come: so much of a whole, in words."""

    far: int
    whole: int
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What the law or the house wants by a date.

    key      one of its own for ever, by which it is settled
    group    one of GROUPS
    words    what is to be done;  how: how its date was worked out
    section  where it stands
    by       the last day for it; None where it has no date
    who      the roles that may do it;  way: the verb that does it, SAID where somebody says so
    about    what that verb begins with: a table, a date
    ask      what the text leaves open, and a person asks the state; "" where nothing is
    may      whether its date is the first on which it may be done: it is never late
    tonight  whether it belongs to the open day alone
    limits   whether it limits play until it is done
    done     when its record settled it; None before, and where somebody says so
    quarter  the quarter that it is of; "" where it is of none
    """

    key: str
    group: str
    words: str
    how: str
    section: str
    by: Date | None
    who: tuple[str, ...]
    way: str = SAID
    about: object = None
    progress: Progress | None = None
    ask: str = ""
    may: bool = False
    tonight: bool = False
    limits: bool = False
    done: Date | None = None
    quarter: str = ""

    def late(self, on: Date) -> bool:
        """Whether its last day is over."""
        return not self.may and self.by is not None and self.by < on

    def days(self, on: Date) -> int | None:
        """Days that are left, fewer than none where it is late; None without a date."""
        return (self.by - on).days if self.by else None

    def when(self, on: Date) -> str:
        """How far off its last day is, in words."""
        days = self.days(on)
        if days is None or (self.may and days <= 0):
            return "now" if self.may else "no date"
        if days < 0:
            return f"{-days} day{'s' * (days != -1)} late"
        return f"{days} day{'s' * (days != 1)}" if days else "today"


@dataclass(frozen=True, slots=True)
class Settled:
    """What was done lately: the task's key and words, when, by whom, and the paper that shows it."""

    key: str
    words: str
    on: Date
    initials: str = ""
    paper: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DueScene:
    """What tasks are worked out from.

    on       the date by the site's calendar;  at: the time, UTC
    day      the open day, or the last one;  pending: those closed with a box to be counted
    owed     the days whose deposit is not noted
    video    whether the site needs video, and by when
    kept     what was written down beside the night
    nights   the gaming days by their dates
    """

    site: Site
    rules: Rulebook
    at: datetime
    on: Date
    day: Day | None
    pending: Mapping[Date, Day]
    owed: tuple[Due, ...]
    video: Need
    kept: Kept
    nights: Nights

    @classmethod
    def of(cls, journal: Journal, at: datetime) -> Self:
        """That of a book, at a time.

        Raises:
            Trouble: the book cannot be read.
        """
        rules, day = Rulebook.load(), last_day(journal)
        nights = Nights(journal, settled(day))
        setup = _setup(journal, day, nights)
        site, kept = Site.of(setup), Kept.of(setup)
        on = day.date if day and not day.sealed else site.local(at).date()
        first = Date(fiscal_year(on) - 1, 7, 1)
        known = {}
        if not site.settings.video_required:
            known = recent(quarters(journal, site, on, since=first, known=kept.gross, setup=setup), on)
        return cls(
            site=site,
            rules=rules,
            at=at,
            on=on,
            day=day,
            pending=pending_days(journal, day),
            owed=tuple(owed(journal, site)),
            video=need(site, known, on, lambda rule, name: rules.value(rule, name, on)),
            kept=kept,
            nights=nights,
        )

    @property
    def settled(self) -> str:
        """The quarter up to which nothing is to be done any more; "" where there is none."""
        last = settled(self.day)
        return quarter_of(self.nights.date(last)) if last else ""

    def batches(self) -> Iterator[tuple[kinds.Batch, Date, Date | None]]:
        """Each batch of papers, the date up to which it is kept, and when it was destroyed, or None."""
        value = lambda rule, name: self.rules.value(rule, name, self.on)  # noqa: E731
        for one in self.site.batches.values():
            filed = self.kept.filed(one.quarter)
            until = kept_until(one.what, one.quarter, filed=filed, video=self.site.filmed, value=value)
            yield one, until, self.site.destroyed.get(one.batch)

    def section(self, rule: str) -> str:
        """Where a rule stands, without the name of the code."""
        return self.rules.rules[rule].section.removeprefix("N.D.A.C. ")

    def who(self, verb: str) -> tuple[str, ...]:
        """The roles that may do a verb."""
        return tuple(self.rules.value("pd.who", verb, self.on))

    def days(self, rule: str, name: str = "days") -> int:
        """A number of days of a rule, in force that day."""
        found: int = self.rules.value(rule, name, self.on)
        return found

    @property
    def limits(self) -> dict[str, tuple[int, int]]:
        """The limits in cents of each table of twenty-one that is open."""
        open_ = self.today.open_tables if self.today else ()
        return {table.table: table.limits for table in open_ if table.game == "21"}

    @property
    def today(self) -> Day | None:
        """The open day; None where none is."""
        return self.day if self.day and not self.day.sealed else None


def settled(day: Day | None) -> int:
    """The last day up to which nothing was to be done any more as the last day opened; 0 without one."""
    return day.opening.settled if day else 0


def _setup(journal: Journal, day: Day | None, nights: Nights) -> list[Entry]:
    """The set-up of a book, without what only days say that are settled."""
    last = settled(day)
    if day is None or not last:
        return journal.setup()
    days = (last, *day.opening.owing, *day.opening.pending)
    since = min(nights.opened(number).seq for number in days)
    return journal.setup(passing=since, after=f"{nights.date(last)}")


def shown(on: Date) -> str:
    """A date as tasks name it: Fri Nov 20."""
    return f"{on:%a %b} {on.day}"
