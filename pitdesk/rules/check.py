"""What the rules see: a fact about to be written, what stands in the book; and how a check registers."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Generic, NamedTuple, TypeVar

from pitdesk.book.day import Day, Table
from pitdesk.book.entries import Entry
from pitdesk.book.people import Signer
from pitdesk.book.site import Layout, Site, Tallies
from pitdesk.book.slip import Slip
from pitdesk.chips import Chips
from pitdesk.chipset.law import Value
from pitdesk.kinds import Fact
from pitdesk.kinds.editions import EDITIONS, LATEST
from pitdesk.records.kept import Kept
from pitdesk.records.rent import RentSheet
from pitdesk.rules.video import Need
from pitdesk.subjects import Subject

F_co = TypeVar("F_co", bound=Fact, covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the desk knows of an act besides: most acts need none of it.

    pin, badge   a person's new ones, as typed
    wrong        why what was given cannot be used, in words
    figures      the figures of the sealed day that it is about; None where that has no document
    owed_cents   what the days of a deposit owe;  unknown, late: those that owe nothing, or were late
    ahead        those that were opened with a date ahead of the day after them
    entry        what is to be taken back; None where the book has none of that number
    rent         what the tables of the last quarter let rent come to
    of_day       the sealed day that it is about; None where the book has none of that date
    last, taken  the newest date of a day that is not in the future, and the number of the day that
                 has the date already that is asked for;  today: that has today's; 0 if none has
    """

    pin: str | None = None
    badge: str | None = None
    wrong: str = ""
    figures: frozenset[str] | None = None
    owed_cents: int = 0
    unknown: tuple[date, ...] = ()
    late: tuple[date, ...] = ()
    ahead: tuple[date, ...] = ()
    last: date | None = None
    taken: int = 0
    today: int = 0
    entry: Entry | None = None
    tasks: frozenset[str] = frozenset()
    of_day: Day | None = None
    rent: RentSheet | None = None


NOTHING = Known()


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Generic[F_co]):
    """A verb about to be done, as the rules see it. What a verb has no use for stays empty.

    fact     what the entry would say
    at       local time of the site
    signers  who initials, the one who acts first
    about    the slip it is about
    known    what the desk knows of it besides
    """

    fact: F_co
    at: datetime
    signers: tuple[Signer, ...] = ()
    about: Slip | None = None
    known: Known = NOTHING

    @property
    def verb(self) -> str:
        """What is about to be done."""
        return self.fact.kind

    @property
    def slip(self) -> Slip:
        """The slip it is about; only for checks of verbs that have one."""
        assert self.about
        return self.about

    @property
    def people(self) -> list[str]:
        """The ids of the signers, in order."""
        return [signer.person for signer in self.signers]


@dataclass(frozen=True, slots=True)
class Scene:
    """What stands in the book when a verb is asked for.

    value    of a rule by its name, in force that day
    last     the last number taken of a series
    video    whether the site needs video, by when, and why
    binds    why the prescribed colors of chips bind this site; "" where they do not
    day      that the act belongs to: the open one, the last, or an earlier one whose box is counted late
    last_day the open day, or the last one
    kept     what was written down beside the night
    pending  the days that were closed with a box that is still not counted, by date
    counters each two gaming employees who counted a box on a date, with the day whose box it was
    tallies  own counts of places that are not agreed on yet
    public   the key that signs, 52 characters of base32; "" where there is none
    """

    site: Site
    day: Day | None
    on: date
    balances: dict[str, dict[str, int]]
    value: Value
    last: Callable[[str], int]
    binds: Callable[[], str]
    video: Callable[[], Need]
    tallies: Tallies
    public: str
    begins: bool
    pending: Mapping[date, Day]
    counters: Callable[[date], list[tuple[frozenset[str], Day]]]
    last_day: Day | None
    kept: Kept

    @property
    def today(self) -> Day:
        """The open day; only for checks that run when there is one."""
        assert self.day
        return self.day

    def name(self, person: str) -> str:
        """Somebody's name, for the words of a refusal."""
        return self.site.name_of(person)

    def table(self, name: str | None) -> Table | None:
        """A table that was opened today, or None."""
        return self.day.tables.get(name or "") if self.day else None

    def layout(self, name: str | None) -> Layout | None:
        """A table as it was set up, or None."""
        return self.site.tables.get(name or "")

    def held(self, place: str) -> Chips:
        """The chips at a place, by the book."""
        return Chips.among(self.balances.get(place, {}))


class Finding(NamedTuple):
    """What a check found wrong: words for people, and for programs the thing it is about."""

    words: str
    about: Subject | None = None


Found = Iterator[str | Finding]  # a sentence where no program needs to know more
Judging = Callable[[Act[F_co], Scene], Found]
Check = Callable[..., Found]  # judges acts of its own facts
Facts = tuple[type[Fact], ...]
Checks = dict[str, list[tuple[Facts, str, Check]]]
CHECKS_OF: dict[int, Checks] = {edition: {} for edition in EDITIONS}
CHECKS = CHECKS_OF[LATEST]


def check(
    rule: str, *facts: type[F_co], code: str = "", since: int = 1, until: int = LATEST
) -> Callable[[Judging[F_co]], Judging[F_co]]:
    """Register a check of a rule for some facts: a pure function that yields what is wrong.

    code    what programs know its findings by, where a rule has several kinds of them
    since   the first edition of a day that it judges;  until: the last
    """

    def register(function: Judging[F_co]) -> Judging[F_co]:
        for edition in range(since, until + 1):
            CHECKS_OF[edition].setdefault(rule, []).append((facts, code, function))
        return function

    return register


@cache
def checks_of(edition: int, kind: type[Fact]) -> dict[str, list[tuple[str, Check]]]:
    """Of the rules that have a check for a kind of fact, by rule: its code and what judges."""
    found: dict[str, list[tuple[str, Check]]] = {}
    for rule, checks in CHECKS_OF[edition].items():
        for facts, code, function in checks:
            if issubclass(kind, facts):
                found.setdefault(rule, []).append((code, function))
    return found
