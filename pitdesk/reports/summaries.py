"""Days, weeks, months and quarters, of one site or of all: plain rows in, figures out, in cents.

What goes in are rows (pitdesk.reports.days), so that a site and head office come to the same. A day is
taken apart into pieces: what each table did, and what stands at no table. Every figure of a report is a
sum of pieces; what a correction adds is a piece of its own, never mixed with what was sealed.
"""

import re
from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date
from datetime import timedelta
from itertools import pairwise
from typing import NamedTuple, Self

from pitdesk.book.figures import held, won
from pitdesk.book.past import quarter_of
from pitdesk.chips import dollars
from pitdesk.reports.days import OVERNIGHT, Correction, OtherDeposit, Records, Sealed

SPANS = ("day", "week", "month", "quarter")
NO_TABLE = "not at a table"
FIGURES = ("gross", "prizes", "agp", "hold", "over_short", "overnight", "due", "made")
_ONE = timedelta(days=1)


# Spans


@dataclass(frozen=True, slots=True)
class Span:
    """From a date to a date, both included, and what it is called: "2026Q4", "week of 2026-11-16"."""

    name: str
    first: Date
    last: Date

    def __contains__(self, on: Date) -> bool:
        return self.first <= on <= self.last


def span_of(kind: str, on: Date) -> Span:
    """The day, week (Monday to Sunday), month or quarter that a date is in."""
    if kind == "day":
        return Span(on.isoformat(), on, on)
    if kind == "week":
        monday = on - on.weekday() * _ONE
        return Span(f"week of {monday}", monday, monday + min(6 * _ONE, Date.max - monday))
    months = {"month": 1, "quarter": 3}[kind]
    first = Date(on.year, on.month - (on.month - 1) % months, 1)
    month = first.month + months - 1
    last = Date(on.year, month, monthrange(on.year, month)[1])
    return Span(f"{on:%Y-%m}" if kind == "month" else quarter_of(on), first, last)


def quarter(name: str) -> Span:
    """A quarter by its name: 2026Q4.

    Raises:
        ValueError: says how a quarter is written.
    """
    year, _, turn = name.upper().partition("Q")
    if not re.fullmatch("[1-9][0-9]{3}", year) or turn not in ("1", "2", "3", "4"):
        raise ValueError(f"'{name}' is no quarter; write 2026Q4")
    return span_of("quarter", Date(int(year), 3 * int(turn), 1))


# Pieces and sums


class Sums(NamedTuple):
    """Figures that add up. Over (+) or short (-) is of cash and chips at the counts.

    overnight   the same of the opening counts: since the closing counts of the day before
    due, made   of days in the span: what was to be deposited, and what was
    """

    gross_cents: int = 0
    agp_cents: int = 0
    over_short_cents: int = 0
    overnight_cents: int = 0
    due_cents: int = 0
    made_cents: int = 0

    @property
    def prizes_cents(self) -> int:
        """Gross proceeds less adjusted gross proceeds."""
        return self.gross_cents - self.agp_cents

    @property
    def hold(self) -> str:
        """Adjusted gross in percent of gross proceeds."""
        return held(self.agp_cents, self.gross_cents)

    @classmethod
    def total(cls, sums: Iterable["Sums"]) -> Self:
        """The sum of sums."""
        return cls(*map(sum, zip(*sums, strict=True)))


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a day. Table and game are "" for what stands at none; fix: the correction it is of."""

    site: str
    date: Date
    table: str
    game: str
    sums: Sums
    fix: Correction | None = None


def pieces(day: Sealed) -> Iterator[Piece]:
    """A day in pieces: its tables, over or short, the rest, and the same of each correction.

    Where prizes are taken by the chips redeemed, what that differs from the tables is at no table.
    """
    summary = day.summary
    at = {row.table: Sums(row.drop_cents, row.win_cents) for row in day.tables}
    redeemed = day.prize_basis == "redemptions"
    agp_cents = summary["gross"] - summary["redeemed"] if redeemed else summary["agp"]
    off_cents = summary["over_short_cash"] + summary["over_short_chips"]
    made_cents = sum(paid.cents for paid in day.paid)
    due_cents = day.due_cents - sum(fix.changes.get("deposit", 0) for fix in day.corrections)
    sealed = Sums(summary["gross"], agp_cents, off_cents, _overnight(summary), due_cents, made_cents)
    yield from _apart(day, at, sealed, _of_wheels(summary))
    for fix in day.corrections:
        changed = {row.table: _changed(fix.changes, row.table) for row in day.tables}
        all_ = _all_changed(fix.changes, changed, redeemed=redeemed)
        yield from _apart(day, changed, all_, _of_wheels(fix.changes), fix)


def _apart(
    day: Sealed, at: Mapping[str, Sums], all_: Sums, wheels: Sums, fix: Correction | None = None
) -> Iterator[Piece]:
    """What is at each table; over and short with the game that bears it; the rest at no table.

    wheels   what of over and short is the paddlewheels', of a cash bank of their own
    """
    games = {row.table: row.game for row in day.tables}
    bearer = "21" if "21" in games.values() or not games else games[min(games)]
    for table, sums in at.items():
        if any(sums) or fix is None:
            yield Piece(day.site, day.date, table, games[table], sums, fix)
    rest_cents = all_.over_short_cents - wheels.over_short_cents
    off = Sums(
        over_short_cents=rest_cents, overnight_cents=all_.overnight_cents - wheels.overnight_cents
    )
    for game, sums in ((bearer, off), ("PW", wheels)):
        if any(sums):
            yield Piece(day.site, day.date, "", game, sums, fix)
    tables = Sums.total(at.values())
    gross_cents, agp_cents = all_.gross_cents - tables.gross_cents, all_.agp_cents - tables.agp_cents
    rest = Sums(gross_cents, agp_cents, due_cents=all_.due_cents, made_cents=all_.made_cents)
    if any(rest) or (fix is None and not at):
        yield Piece(day.site, day.date, "", "", rest, fix)


def _changed(changes: Mapping[str, int], table: str) -> Sums:
    """What a correction adds to a table; its win follows from its parts where they are named."""
    add = {name.rpartition(".")[2]: n for name, n in changes.items() if name.rpartition(".")[0] == table}
    drop_cents, win_cents = add.get("drop", 0), add.pop("win", 0)
    return Sums(drop_cents, won(**add) if add else win_cents)


def _all_changed(changes: Mapping[str, int], at: Mapping[str, Sums], *, redeemed: bool) -> Sums:
    """What a correction adds to the day: the figures it names, or else what its tables come to."""
    tables = Sums.total(at.values())
    gross_cents = changes.get("gross", tables.gross_cents)
    if redeemed:
        agp_cents = gross_cents - changes.get("redeemed", 0)
    elif "agp" in changes:
        agp_cents = changes["agp"]
    elif "prizes" in changes:
        agp_cents = gross_cents - changes["prizes"]
    else:
        agp_cents = tables.agp_cents + gross_cents - tables.gross_cents
    off_cents = changes.get("over_short_cash", 0) + changes.get("over_short_chips", 0)
    return Sums(gross_cents, agp_cents, off_cents, _overnight(changes), changes.get("deposit", 0))


def _of_wheels(of: Mapping[str, int]) -> Sums:
    off_cents, overnight_cents = of.get("over_short_pw", 0), of.get("overnight_pw", 0)
    return Sums(over_short_cents=off_cents, overnight_cents=overnight_cents)


def _overnight(of: Mapping[str, int]) -> int:
    return sum(of.get(name, 0) for name in OVERNIGHT)


# Summaries


@dataclass(frozen=True, slots=True)
class Fix:
    """What a correction adds to a line."""

    correction: Correction
    sums: Sums

    @property
    def words(self) -> str:
        """Which correction it is, and why."""
        of = self.correction
        return f"Correction {of.number} of {of.date}: {of.reason}"


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """A line of a summary: what was sealed, what corrections add, each by itself, and the sum.

    key    site, table, game: ("", "", "21"); or the date that it begins with
    days   how many sealed days it is of
    """

    name: str
    key: tuple[str, ...]
    days: int
    sealed: Sums
    fixes: tuple[Fix, ...] = ()

    @property
    def sums(self) -> Sums:
        """The line as corrected."""
        return Sums.total([self.sealed, *(fix.sums for fix in self.fixes)])


@dataclass(frozen=True, slots=True)
class Absent:
    """Dates of a span without a sealed day of a site, and why, in words."""

    site: str
    first: Date
    last: Date
    words: str


@dataclass(frozen=True, slots=True)
class Summary:
    """What a span came to.

    lines         by what was asked for; they add up to the total
    days          the sealed days, with their corrections and deposits
    absent        dates without a day: no day was opened, or it is not here
    notices       in words: documents that are not here, corrections and deposits of no day
    late          days whose deposit was made late, or is overdue
    last          of each site the last day up to the span's end, with the chips then outstanding
    beside        deposits of tournaments and occasions, and those that were taken back
    """

    span: Span
    by: str
    lines: tuple[SummaryLine, ...]
    total: SummaryLine
    days: tuple[Sealed, ...] = ()
    absent: tuple[Absent, ...] = ()
    notices: tuple[str, ...] = ()
    late: tuple[Sealed, ...] = ()
    last: tuple[Sealed, ...] = ()
    beside: tuple[OtherDeposit, ...] = ()

    @property
    def any_overnight(self) -> bool:
        """Whether anything was over or short overnight, or is corrected so."""
        of = [day.summary for day in self.days]
        of += [fix.changes for day in self.days for fix in day.corrections]
        return any(one.get(name) for one in of for name in OVERNIGHT)

    @property
    def outstanding_cents(self) -> int:
        """Chips with players at the end."""
        return sum(day.outstanding_cents for day in self.last)


_Key = tuple[str, ...]
_BY: dict[str, Callable[[Piece], _Key]] = {
    "day": lambda piece: (piece.date.isoformat(),),
    "week": lambda piece: (span_of("week", piece.date).first.isoformat(),),
    "month": lambda piece: (span_of("month", piece.date).name,),
    "site": lambda piece: (piece.site,),
    "table": lambda piece: (piece.site, piece.table, piece.game if piece.table else ""),
    "game": lambda piece: (piece.game,),
}
BY = (*_BY,)


def summary(records: Records, span: Span, by: str = "day", *, today: Date) -> Summary:
    """What a span came to, by day, week, month, site, table or game.

    today   after which nothing can be late or be missed
    """
    days = records.within(span.first, span.last)
    every = [piece for day in days for piece in pieces(day)]
    of: dict[_Key, list[Piece]] = {}
    for piece in every:
        of.setdefault(_BY[by](piece), []).append(piece)
    keys = sorted(of, key=lambda one: [*map(_order, one)])
    at: dict[str, list[Sealed]] = {}
    for day in records.days:
        at.setdefault(day.site, []).append(day)
    last = {day.site: day for day in records.days if day.date <= span.last}
    missing = (f"{gap.site}: {_lacking('document', gap.first, gap.last)}" for gap in records.missing)
    lines = [_line(_named(by, one, several=len(at) > 1), one, of[one]) for one in keys]
    return Summary(
        span,
        by,
        tuple(lines),
        _line("All", (), every),
        tuple(days),
        tuple(absent for site in sorted(at) for absent in _absent(at[site], span, today)),
        (*_pending(days), *missing, *records.astray, *_misdated(at)),
        tuple(day for day in days if day.late(today)),
        tuple(last.values()),
        tuple(one for one in records.beside if any(on in span for on in one.deposit.dates)),
    )


def _order(word: str) -> tuple[bool, int, str]:
    """Tables as people number them, what is at none of them last."""
    return not word, len(word) if word.isdigit() else 99, word


def _line(name: str, key: _Key, of: Sequence[Piece]) -> SummaryLine:
    fixed: dict[tuple[str, int], list[Piece]] = {}
    for piece in of:
        if piece.fix:
            fixed.setdefault((piece.site, piece.fix.number), []).append(piece)
    fixes = [Fix(some[0].fix, _sum(some)) for some in fixed.values() if some[0].fix]
    days = len({(piece.site, piece.date) for piece in of})
    return SummaryLine(name, key, days, _sum(piece for piece in of if not piece.fix), tuple(fixes))


def _sum(of: Iterable[Piece]) -> Sums:
    return Sums.total(piece.sums for piece in of)


def _named(by: str, key: _Key, *, several: bool) -> str:
    if by == "week":
        return f"week of {key[0]}"
    if by == "table":
        site, table, game = key
        name = f"{table} ({game})" if table else NO_TABLE
        return f"{site}: {name}" if several else name
    return key[0] or NO_TABLE


def _absent(of_site: Sequence[Sealed], span: Span, today: Date) -> Iterator[Absent]:
    """The dates without a day of a site, run by run, told apart by the days beside them."""
    ahead = {*_ahead(of_site)}
    days = [day for day in of_site if day.date not in ahead]
    first, last = days[0], days[-1]
    before = _lacking("day", 1, first.day - 1) if first.day > 1 else "before the first day of its book"
    runs = [(span.first, first.date - _ONE, before)]
    there = {day.day for day in of_site}
    for one, other in pairwise(days):
        between = {*range(one.day + 1, other.day)} - there
        words = _lacking("day", min(between), max(between)) if between else "no day was opened"
        runs.append((one.date + _ONE, other.date - _ONE, words))
    runs.append((last.date + _ONE, min(span.last, today), f"nothing is here after day {last.day}"))
    for begin, end, words in runs:
        begin, end = max(begin, span.first), min(end, span.last)  # noqa: PLW2901
        if begin <= end:
            yield Absent(first.site, begin, end, words)


def _ahead(days: Sequence[Sealed]) -> Iterator[Date]:
    """The dates of a site's days that are later than a date after them: their clock was wrong."""
    earliest: Date | None = None
    for day in sorted(days, key=lambda day: day.day, reverse=True):
        if earliest and day.date > earliest:
            yield day.date
        earliest = min(day.date, earliest or day.date)


class Misdated(NamedTuple):
    """A day that a wrong clock dated, and from when to when it may have been played."""

    day: Sealed
    since: Date | None
    until: Date

    def played_in(self, span: Span) -> bool:
        """Whether it may have been played in a span."""
        return self.until >= span.first and (self.since is None or self.since <= span.last)


def misdated(of_site: Sequence[Sealed]) -> Iterator[Misdated]:
    """The days of a site whose date is later than that of a day after them."""
    wrong = {*_ahead(of_site)}
    right = [day for day in of_site if day.date not in wrong]
    for day in of_site:
        if day.date in wrong:
            before = [one.date for one in right if one.day < day.day]
            after = min(one.date for one in right if one.day > day.day)
            yield Misdated(day, max(before, default=None), after)


def _pending(days: Iterable[Sealed]) -> Iterator[str]:
    for day in days:
        if day.pending:
            boxes = "a drop box waits" if day.pending == 1 else f"{day.pending} drop boxes wait"
            yield (
                f"{day.site}: the drop of {day.date} is PENDING, {boxes} to be counted. Gross proceeds,"
                " adjusted gross proceeds and the deposit lack it"
            )


def _misdated(at: Mapping[str, Sequence[Sealed]]) -> Iterator[str]:
    for site, of_site in sorted(at.items()):
        for on in _ahead(of_site):
            day = next(day for day in of_site if day.date == on)
            yield (
                f"{site}: day {day.day} was sealed as {on}, by a wrong clock: the days after it are"
                " earlier. Its figures stand under that date"
            )


def _lacking(what: str, first: int, last: int) -> str:
    """Day 3 is not here; documents 3 to 5 are not here."""
    return f"{what} {first} is not here" if first == last else f"{what}s {first} to {last} are not here"


# As rows


def plain(cents: int) -> str:
    """Cents as programs read them: 4000.00, -2.00."""
    return dollars(cents).replace(",", "")


def table(found: Summary) -> tuple[list[str], list[list[str]]]:
    """A summary as a head and rows of text: each line as sealed, its corrections, and as corrected.

    Below them the dates without a day, and of each site the chips outstanding at its last seal.
    """
    head = ["what", "of", "days", *FIGURES, "outstanding"]
    none = [""] * len(FIGURES)
    rows = [[*row, ""] for line in (*found.lines, found.total) for row in _rows(line)]
    rows += [
        [f"{gap.first} to {gap.last}", f"{gap.site}: {gap.words}", "0", *none, ""]
        for gap in found.absent
    ]
    for day in found.last:
        at = f"{day.site}: at the seal of {day.date}"
        rows.append(["chips outstanding", at, "", *none, plain(day.outstanding_cents)])
    for one in found.beside:
        rows.append(
            [f"deposit {one.deposit.slip}", one.words, "", *none[1:], plain(one.deposit.cents), ""]
        )
    return head, rows


def _rows(line: SummaryLine) -> list[list[str]]:
    parts: list[tuple[str, Sums]] = [("sealed", line.sealed)]
    parts += [(fix.words, fix.sums) for fix in line.fixes]
    parts += [("as corrected", line.sums)] if line.fixes else []
    return [[line.name, of, str(line.days), *figures(sums, plain)] for of, sums in parts]


def figures(sums: Sums, written: Callable[[int], str]) -> list[str]:
    """Gross, prizes, adj. gross, hold, over/short, overnight, deposits due and made, as `written`."""
    before = (sums.gross_cents, sums.prizes_cents, sums.agp_cents)
    after = (sums.over_short_cents, sums.overnight_cents, sums.due_cents, sums.made_cents)
    return [*map(written, before), sums.hold, *map(written, after)]
