"""The days of a book: one by its number, what each came to, the site as it was that night. Read-only."""

import re
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date as Date
from datetime import timedelta
from types import MappingProxyType

from pitdesk import kinds, places
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry
from pitdesk.book.faults import damaged
from pitdesk.book.journal import Journal
from pitdesk.book.people import GAMING
from pitdesk.book.site import Site
from pitdesk.errors import Trouble

LONG = timedelta(days=366)  # between two days: a house may rest for a season, not for longer


@contextmanager
def understood(journal: Journal, what: str = "an entry") -> Generator[None]:
    """Name the damage where `what` a book holds cannot be understood."""
    try:
        yield
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        words = f"{what} says what cannot be ({type(error).__name__} {error})"
        raise Trouble(damaged(journal.path, words)) from None


@dataclass(frozen=True, slots=True)
class Past:
    """A gaming day in a list of them; None is not known before the seal.

    due      by when its deposit is due
    pending  the boxes that wait to be counted: the figures lack their drop
    later    cents of the deposit that a late count added after a deposit was made
    finished  seq of the entry that added it
    head     the beginning of the chain's head at its seal, as the report bears it; "" before
    """

    day: int
    date: Date
    sealed: bool
    gross_cents: int | None = None
    agp_cents: int | None = None
    over_short_cents: int | None = None
    deposit_cents: int | None = None
    due: Date | None = None
    head: str = ""
    pending: tuple[str, ...] = ()
    later_cents: int = 0
    finished: int = 0


def past_days(journal: Journal, since: Date | None = None) -> list[Past]:
    """Every gaming day of a book, newest first, the open one too; those before a date left out.

    A lenient journal leaves out a day whose opening cannot be read, too.

    Raises:
        Trouble: the book cannot be read.
    """
    found: list[Past] = []
    last = journal.head.seq
    for number in journal.days_back():
        try:
            opened = journal.numbered("day", number)
            past = _past(journal, number, opened.seq, last) if opened else None
        except (Trouble, KeyError):
            if not journal.lenient:
                raise
            continue
        if not opened or not past:
            continue
        if since and past.date < since:
            break
        found.append(past)
        last = opened.seq - 1
    return found


def past_day(journal: Journal, number: int) -> Past | None:
    """A gaming day of that list by its number; None where the book has none.

    Raises:
        Trouble: the book cannot be read.
    """
    opened, following = journal.numbered("day", number), journal.day_after(number)
    last = following - 1 if following else journal.head.seq
    return _past(journal, number, opened.seq, last) if opened else None


def _past(journal: Journal, number: int, first: int, last: int) -> Past:
    """The day between two entries; its seal is its last, but for set-up and paper."""
    on = opening(journal, number).date
    for seq in range(last, first, -1):
        try:
            entry = journal.entry(seq)
        except (Trouble, KeyError):
            if not journal.lenient:
                raise
            continue
        if isinstance(said := entry.fact, kinds.CloseDay) and entry.day == number:
            sums = (said.gross_cents, said.agp_cents, said.over_short_cents, said.deposit_cents)
            past = Past(number, on, True, *sums, said.deposit_due, short(entry.hash), said.pending)
            return _finished(journal, past, seq) if said.pending else past
    return Past(number, on, sealed=False)


def _finished(journal: Journal, past: Past, seal: int) -> Past:
    """A day that was closed, drop pending: with what its count added, once it is finished."""
    for entry in journal.each(kinds.FinishDay, after=seal):
        if entry.day == past.day:
            add = entry.of(kinds.FinishDay).changes
            gross_cents, agp_cents, cents = (add.get(name, 0) for name in ("gross", "agp", "deposit"))
            return replace(
                past,
                gross_cents=(past.gross_cents or 0) + gross_cents,
                agp_cents=(past.agp_cents or 0) + agp_cents,
                deposit_cents=(past.deposit_cents or 0) + cents,
                head=short(entry.hash),
                pending=(),
                later_cents=cents if entry.of(kinds.FinishDay).paid else 0,
                finished=entry.seq,
            )
    return past


def opening(journal: Journal, number: int) -> kinds.OpenDay:
    """What opened a gaming day that the book has."""
    return opening_entry(journal, number).of(kinds.OpenDay)


def opening_entry(journal: Journal, number: int) -> Entry:
    """The entry that opened a gaming day that the book has."""
    found = journal.numbered("day", number)
    if found is None or not isinstance(found.fact, kinds.OpenDay):
        raise Trouble(damaged(journal.path, f"number {number} of the days opens none"))
    return found


def quarters(
    journal: Journal,
    site: Site,
    on: Date,
    *,
    since: Date | None = None,
    known: Mapping[str, int] = MappingProxyType({}),
    setup: Sequence[Entry] | None = None,
) -> dict[str, int]:
    """Gross proceeds of twenty-one of the last whole quarters before a date: "2026Q3" → cents.

    What the site noted of the time before this book is added.

    since   the first day that counts; without it, that of the same quarter last year
    known   those that were worked out before: they are not read again
    setup   the book's set-up, where it is read already
    """
    first = since or Date(on.year - 1, 3 * ((on.month - 1) // 3) + 1, 1)
    found = Counter(site.settings.quarters or {})
    found.update({name: cents for name, cents in known.items() if dates_of(name)[0] >= first})
    while (name := quarter_of(first)) in known:
        first = quarter_end(name) + timedelta(days=1)
    since_seq = 0
    read: dict[int, str] = {}  # day → its quarter
    for number in journal.days_back():
        opened = opening_entry(journal, number)
        if (date := opened.of(kinds.OpenDay).date) < first:
            break
        if (name := quarter_of(date)) != quarter_of(on) and name not in known:
            read[number], since_seq = name, opened.seq
    paid = (places.DROP, places.ACCOUNT)  # into the account what was counted after the seal
    drops = [one for place in paid for one in journal.paid_into(place, since_seq)] if read else []
    laid = [
        (entry.seq, entry.fact)
        for entry in (setup if setup is not None else journal.setup())
        if isinstance(entry.fact, kinds.Table)
    ]  # a table's game may change
    for seq, day, cents in drops:
        if day in read and isinstance(fact := journal.entry(seq).fact, kinds.Drop):
            games = {table.table: table.game for laid_at, table in laid if laid_at < seq}
            if games.get(fact.table) == "21":
                found[read[day]] += cents
    return {name: cents for name, cents in found.items() if name != quarter_of(on)}


def quarter_of(on: Date) -> str:
    """The quarter of a date.

    >>> quarter_of(Date(2026, 11, 21))
    '2026Q4'
    """
    return f"{on.year}Q{(on.month + 2) // 3}"


def short(link: bytes) -> str:
    """The beginning of a link of the chain, as reports bear it.

    >>> short(bytes.fromhex("3fa912c4" * 8))
    '3fa912c4 3fa912c4'
    """
    return f"{link[:4].hex()} {link[4:8].hex()}"


def site_of(journal: Journal, day: Day) -> Site:
    """The site as it was when the day was sealed: an old report does not learn new names."""
    last = day.end if day.sealed else journal.head.seq
    return Site.of(journal.setup(last))


def last_day(journal: Journal) -> Day | None:
    """The day that was opened last, open or sealed; None in a book without one."""
    return day_of(journal, journal.last_number("day"))


def day_of(journal: Journal, number: int) -> Day | None:
    """A gaming day by its number, built from its own entries alone."""
    opened = journal.numbered("day", number)
    if not opened:
        return None
    following = journal.day_after(number)
    last = following - 1 if following else journal.head.seq
    told = journal.entries(opened.seq, last, number)
    if any(isinstance(entry.fact, kinds.CloseDay) and entry.fact.pending for entry in told):
        told += journal.entries(last + 1, day=number)  # the boxes that were counted later
    with understood(journal, f"day {number}"):
        return Day.of(told)


def pending_days(journal: Journal, last: Day | None) -> dict[Date, Day]:
    """The days closed with a box that is still not counted, by date; the last is built already."""
    if last is None:
        return {}
    carried = (day_of(journal, number) for number in last.opening.pending)
    return {day.date: day for day in (*carried, last) if day and day.pending}


def counters(
    journal: Journal, site: Site, last: Day | None, on: Date
) -> list[tuple[frozenset[str], Day]]:
    """Each two gaming employees who counted a box on a date, with the day whose box it was.

    last   the open day, or the last one
    """
    found: list[tuple[frozenset[str], Day]] = []
    if last is None:
        return found
    begun = journal.numbered("day", last.number - 1)
    for entry in journal.each(kinds.Drop, after=begun.seq if begun else 0):
        late = entry.day != last.number
        then = last.date if entry.seq > last.opened.seq and not last.sealed else None
        pair = frozenset(signature.person for signature in entry.signatures)
        people = [site.people[one] for one in pair]
        gaming = [one for one in people if one.holds_any(GAMING, on) and not one.company]
        if len(gaming) == 2 and on == (then or site.local(entry.at).date()):
            day = day_of(journal, entry.day) if late else last
            found += [(pair, day)] if day else []
    return found


def check_last_day(journal: Journal) -> None:
    """See that the book is whole from its last day's opening on; all of one without a day.

    Raises:
        Trouble: it is not; the words name the first bad record.
    """
    opened = journal.numbered("day", journal.last_number("day"))
    check_since(journal, opened.seq if opened else 1)


def check_day(journal: Journal, day: Day) -> None:
    """See that a sealed day is whole, in a book that is damaged elsewhere.

    Raises:
        Trouble: it is not; the words name the first bad record.
    """
    assert day.sealed
    found = journal.verify(day.opened.seq, day.end)
    if not found.ok:
        raise Trouble(damaged(journal.path, f"entry {found.seq}: {found.words}"))


def check_since(journal: Journal, first: int) -> None:
    """See that the book is whole from an entry on, and reaches the noted head.

    Raises:
        Trouble: it is not; the words name the first bad record.
    """
    if short := journal.shortfall():
        raise short
    wrong = journal.broken_promise()
    if not wrong and not (found := journal.verify(first)).ok:
        wrong = f"entry {found.seq}: {found.words}"
    if wrong:
        raise Trouble(damaged(journal.path, wrong))


def fiscal_year(on: Date) -> int:
    """The year in which the fiscal year of a date begins, on July 1."""
    return on.year if on.month >= 7 else on.year - 1


def quarter_end(name: str) -> Date:
    """The last day of a quarter such as 2026Q3."""
    year, month = int(name[:4]), 3 * int(name[5:])
    return Date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)


def is_quarter(name: str) -> bool:
    """Whether a quarter is written so: 2026Q3."""
    return bool(re.fullmatch(r"[12]\d{3}Q[1-4]", name))


def dates_of(name: str) -> tuple[Date, Date]:
    """The first and the last day of a quarter such as 2026Q3."""
    return Date(int(name[:4]), 3 * int(name[5:]) - 2, 1), quarter_end(name)


def recent(quarters: Mapping[str, int], on: Date) -> dict[str, int]:
    """The quarters that count on a day: none before the previous fiscal year (08-04)."""
    first = fiscal_year(on) - 1
    return {name: cents for name, cents in quarters.items() if fiscal_year(quarter_end(name)) >= first}
