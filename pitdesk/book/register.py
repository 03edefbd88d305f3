"""The slip register: every fill and credit of a book, searched, with the numbers that were never used.

Read-only. A long book takes a second or so: ask from another thread, on a `Journal.read` of its own.
"""

import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import accumulate, groupby

import orjson

from pitdesk import kinds
from pitdesk.book.journal import Journal
from pitdesk.book.past import understood
from pitdesk.book.people import Person
from pitdesk.book.site import Site
from pitdesk.book.slip import PARTS
from pitdesk.chips import Chip
from pitdesk.chips import cents as read_cents

SERIES = ("fill", "credit")
STATES = {"verify": "verified", "receive": "received", "void": "void"}  # by the last step


@dataclass(frozen=True, slots=True)
class SlipRow:
    """A slip in the register.

    date     of its gaming day, whose number is `day`
    at       when it was prepared, UTC
    state    prepared, verified, received or void
    people   the initials under it, in order: prepared, verified, received or voided
    seq      its entry
    """

    series: str
    number: int
    date: date
    at: datetime
    table: str
    cents: int
    pieces: int
    state: str
    people: tuple[str, ...]
    seq: int
    day: int

    @property
    def name(self) -> str:
        """As the trade says it: fill 000412."""
        return f"{self.series} {self.number:06}"


@dataclass(frozen=True, slots=True)
class Gap:
    """Numbers of a series, `first` to `last`, that no slip ever had; `why` is "" where nobody knows."""

    series: str
    first: int
    last: int
    why: str


@dataclass(frozen=True, slots=True)
class NumberSpan:
    """The numbers of a series in one gaming day: the first, the last, how many used, how many void."""

    series: str
    date: date
    day: int
    first: int
    last: int
    used: int
    void: int


def search(
    journal: Journal, text: str = "", *, first_day: date | None = None, last_day: date | None = None
) -> list[SlipRow]:
    """The slips that fit all that is asked, newest first.

    text      as a cashier types it: "412", "fill 412", "table 2", "jo", "$600", "void", "2026-11-20";
              each word narrows, and a name, a state or a series may be begun only
    first_day, last_day   dates of gaming days, both included

    Raises:
        Trouble: the book cannot be read.
    """
    people = Site.of(journal.setup()).people
    tests = [_said(words, people) for words in _phrases(text)]
    return [
        row
        for row, signed in reversed(_rows(journal))
        if (first_day is None or first_day <= row.date)
        and (last_day is None or row.date <= last_day)
        and all(test(row, signed) for test in tests)
    ]


def gaps(journal: Journal) -> list[Gap]:
    """The numbers that were never used, as ranges, by series; those lost with a damaged book are known.

    Raises:
        Trouble: the book cannot be read.
    """
    lost = Site.of(journal.setup()).lost
    used: dict[str, list[int]] = {series: [] for series in SERIES}
    for row, _ in _rows(journal):
        used[row.series].append(row.number)
    found = []
    for series, numbers in used.items():
        known = [
            Gap(series, first, last, f"lost with a damaged book, restore entry {seq}")
            for of, first, last, seq in lost
            if of == series
        ]
        taken = sorted([(n, n) for n in numbers] + [(gap.first, gap.last) for gap in known])
        reached = accumulate((last for _, last in taken), max)
        open_ = [
            Gap(series, before + 1, after - 1, "")
            for before, (after, _) in zip(reached, taken[1:], strict=False)
            if after > before + 1
        ]
        found += sorted([*known, *open_], key=lambda gap: gap.first)
    return found


def spans(
    journal: Journal, *, first_day: date | None = None, last_day: date | None = None
) -> list[NumberSpan]:
    """Which numbers each gaming day used, newest day first, fills before credits.

    Raises:
        Trouble: the book cannot be read.
    """
    rows = search(journal, first_day=first_day, last_day=last_day)
    found = []
    for (day, on), of_day in groupby(rows, key=lambda row: (row.day, row.date)):
        told = [*of_day]
        for series in SERIES:
            if numbers := [row.number for row in told if row.series == series]:
                void = sum(row.series == series and row.state == "void" for row in told)
                span = NumberSpan(series, on, day, min(numbers), max(numbers), len(numbers), void)
                found.append(span)
    return found


def facsimile(journal: Journal, seq: int) -> list[tuple[str, tuple[str, ...]]]:
    """A slip as it was printed: (part, the lines of its last print), a part without paper left out.

    seq   the slip's entry; KeyError if the book does not reach it

    Raises:
        Trouble: the book cannot be read.
    """
    following = journal.day_after(journal.entry(seq).day)
    last = following - 1 if following else sys.maxsize
    printed = {
        entry.fact.part: entry.fact.lines
        for entry in journal.entries(seq, last)
        if isinstance(entry.fact, kinds.Print) and entry.about == seq
    }
    return [(part, printed[part]) for part in PARTS if part in printed]


# The slips of a book


@dataclass(slots=True)
class _Slip:
    """A slip while its steps are read."""

    kind: str
    at: str
    day: int
    said: str
    state: str = "prepared"
    signed: list[str] = field(default_factory=list)
    initials: list[str] = field(default_factory=list)


def _rows(journal: Journal) -> list[tuple[SlipRow, Collection[str]]]:
    """Every slip, oldest first, with the ids of those whose initials it bears."""
    with understood(journal, "a slip"):
        return [*_read(journal)]


def _read(journal: Journal) -> Iterator[tuple[SlipRow, Collection[str]]]:
    slips: dict[int, _Slip] = {}
    dates: dict[int, date] = {}
    for seq, kind, at, day, person, initials, said in journal.slips():
        if kind == "open day":
            dates[day] = date.fromisoformat(orjson.loads(said)[-1])
            continue
        slip = slips.get(seq)
        if slip is None:
            slip = slips[seq] = _Slip(kind, at, day, said)
        slip.state = STATES.get(kind, slip.state)
        if person is not None:
            slip.signed.append(person)
            slip.initials.append(initials)
    for seq, slip in slips.items():
        number, table, chips, _ = orjson.loads(slip.said)
        cents = sum(Chip.named(name).cents * count for name, count in chips.items())
        when = (dates[slip.day], datetime.fromisoformat(slip.at))
        became = (slip.state, tuple(slip.initials))
        row = SlipRow(
            slip.kind, number, *when, table, cents, sum(chips.values()), *became, seq, slip.day
        )
        yield row, slip.signed


# Free text

Test = Callable[[SlipRow, Collection[str]], bool]


def _phrases(text: str) -> Iterable[str]:
    """The words of a text; "table 2" is one."""
    return re.findall(r"table\s+\S+|\S+", text.casefold())


def _said(words: str, people: Mapping[str, Person]) -> Test:
    """What a slip must have to fit a word."""
    if named := re.fullmatch(r"table\s+(\S+)", words):
        return lambda row, _: row.table.casefold() == named[1]
    if words in ("table", "$", "#"):
        return lambda *_: True  # the rest is still being typed
    if number := re.fullmatch(r"#?(\d+)", words):
        return lambda row, _: f"{row.number}" == number[1].lstrip("0")
    if re.fullmatch(r"\$[\d,.]+|[\d,]+\.\d\d", words):
        return _worth(words)
    if re.fullmatch(r"\d{4}-\d\d-\d\d", words):
        return lambda row, _: row.date.isoformat() == words
    ids = {person.id for person in people.values() if _called(person, words)}
    return lambda row, signed: (
        f"{row.series}s".startswith(words)
        or row.state.startswith(words)
        or row.table.casefold() == words
        or not ids.isdisjoint(signed)
    )


def _worth(words: str) -> Test:
    try:
        wanted = read_cents(words)
    except ValueError:
        return lambda *_: False
    return lambda row, _: row.cents == wanted


def _called(person: Person, word: str) -> bool:
    """Whether somebody goes by this word: id, initials, or how a part of the name begins."""
    parts = person.name.casefold().split()
    known = (person.id.casefold(), person.initials.casefold())
    return word in known or any(part.startswith(word) for part in parts)
