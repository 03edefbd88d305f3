"""The quarter: what the tax return is held against, line by line, and what the rules ask after it.

Gross proceeds less prizes are adjusted gross proceeds, for each game and in all; the tax is worked out
on them at the rates in force at the quarter's end. No book of PitDesk knows what the return takes off
besides (53-06.1-01(1)), nor the organization's other games: the notes say so.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from pitdesk.book.journal import Journal
from pitdesk.book.past import fiscal_year, quarter_of, quarters
from pitdesk.book.site import GAMES, Site
from pitdesk.chips import dollars
from pitdesk.records.contests import Contest, of_quarter
from pitdesk.records.kept import Kept
from pitdesk.reports.days import DealerSheet, Records, Return, Sealed
from pitdesk.reports.summaries import (
    Piece,
    Span,
    Summary,
    SummaryLine,
    Sums,
    misdated,
    pieces,
    plain,
    summary,
)
from pitdesk.rules.book import Rulebook
from pitdesk.rules.video import need

TAX, EXPENSES, CONTACT, HOLD = "nd.53-06.1-12", "nd.53-06.1-11.2", "nd.08-01.3q", "nd.08-04.9"
CASH, _OFF = "nd.03-04.7", ("over_short_cash", "overnight_cash")
DATES, CONTESTS = "nd.02-01.6", "nd.08-15.1f"
RECORDS, HOLD_PAPERS, DAILY = "nd.08-16.k", "nd.08-16.1h", "nd.08-16.1"
WHEEL = "N.D.A.C. 99-01.3-11-07(2)"  # the daily records of paddlewheels
_WHOLE = 10_000  # rates are in hundredths of a percent

NOTES = (
    "Worked out on gross proceeds less prizes of these games. What the return takes off besides"
    " (N.D.C.C. 53-06.1-01(1)) and the organization's other games are not in it.",
    "Tax in whole cents; half a cent and more is rounded up. The limit of expenses is rounded down.",
)


@dataclass(frozen=True, slots=True)
class TaxLine:
    """A line of the quarter: what, cents, where it stands in the law.

    The first sign of a label says how it goes into the sum: "+ ", "- ", "= ".
    rank   "" plain, "sum" under a rule, "head" names the lines below it (and has no cents)
    """

    label: str
    cents: int
    section: str
    rank: str = ""


@dataclass(frozen=True, slots=True)
class TaxDuty:
    """What the quarter's figures ask for: the rule and its section, the site, in words, by when."""

    rule: str
    section: str
    site: str
    words: str
    by: date | None = None


@dataclass(frozen=True, slots=True)
class Keep:
    """What is kept until when, and where that stands."""

    what: str
    until: date
    section: str


@dataclass(frozen=True, slots=True)
class Quarter:
    """A quarter's summary: figures by game, the lines, what they ask for, what is not there.

    returns  of each site, as it was filed last;  sheets: of dealers' weeks in it, or that it asked for
    """

    games: Summary
    lines: tuple[TaxLine, ...]
    tax_cents: int
    findings: tuple[TaxDuty, ...]
    keep: tuple[Keep, ...]
    notes: tuple[str, ...] = NOTES
    returns: tuple[Return, ...] = ()
    sheets: tuple[DealerSheet, ...] = ()


def quarter_summary(
    records: Records,
    span: Span,
    rules: Rulebook,
    video: Mapping[str, bool],
    *,
    today: date,
    beside: tuple[Kept, Site] | None = None,
) -> Quarter:
    """Work out a quarter, at the values in force on its last day.

    video      site → whether it requires video; a site that is not named may
    beside     what a book keeps beside its nights, and its site: tournaments, whose figures stand by
               themselves, the return that was filed, the dealers' weeks
    """
    kept, site = beside or (Kept(), Site())
    games = summary(records, span, "game", today=today)
    own = f"{site.organization}, {site.name}"
    tax = [*_tax(games.total.sums.agp_cents, rules, span.last)]
    lines = [*_games(games, rules), *tax, *_cash(games.days, rules)]
    lines.append(_expenses(games.total.sums.agp_cents, rules, span.last))
    lines += _contests(of_quarter(kept.contests.values(), span.first, span.last), rules)
    at: dict[str, list[Piece]] = {site: [] for site in records.sites}
    for day in games.days:
        at[day.site] += pieces(day)
    found = (one for site, every in at.items() for one in _findings(site, every, span, rules, video))
    wrong = _wrong_dates(records, span, rules)
    notes: tuple[str, ...] = (*_advice(at, span, rules, video), *NOTES)
    if today <= span.last:
        notes = (f"NOT COMPLETE: {span.name} ends on {span.last}; these are its figures so far.", *notes)
    if any(day.pending for day in games.days):
        notes = ("NOT COMPLETE: the drop of a day is pending. Count its boxes before you file.", *notes)
    return Quarter(
        *(games, tuple(lines), tax[-1].cents, (*found, *wrong), tuple(_keep(rules, span)), notes),
        returns=(*_returns(kept, own, span), *records.returns),
        sheets=(*_sheets(kept, site, own, span), *records.sheets),
    )


def beside(journal: Journal) -> tuple[Kept, Site]:
    """What a book keeps beside its nights, and its site."""
    setup = journal.setup()
    return Kept.of(setup), Site.of(setup)


def _returns(kept: Kept, site: str, span: Span) -> Iterator[Return]:
    if one := kept.returns.get(span.name):
        yield Return(site, one.filed, one.tax_cents, one.paper, one.held)


def _sheets(kept: Kept, site: Site, own: str, span: Span) -> Iterator[DealerSheet]:
    every = (week for weeks in kept.weeks.values() for week in weeks.values())
    for week in sorted(every, key=lambda one: one.first):
        if week.first in span or week.quarter == span.name:
            for person, held in week.held.items():
                yield DealerSheet(own, week.first, week.quarter, site.name_of(person), *held)


def video_of(journal: Journal, rules: Rulebook, today: date) -> bool:
    """Whether the site of a book requires video, by its settings or its quarters: 99-01.3-08-04."""
    site, first = Site.of(journal.setup()), date(fiscal_year(today) - 1, 7, 1)
    value = lambda rule, name: rules.value(rule, name, today)  # noqa: E731
    known = {} if site.settings.video_required else quarters(journal, site, today, since=first)
    return need(site, known, today, value).binds(today)


# Gross proceeds, prizes, adjusted gross proceeds


def _games(games: Summary, rules: Rulebook) -> Iterator[TaxLine]:
    daily = rules.rules[DAILY].section
    for line in games.lines:
        parts = [line.sealed, *(fix.sums for fix in line.fixes)]
        if line.key != ("",) or any(sums.gross_cents or sums.agp_cents for sums in parts):
            name = GAMES.get(line.key[0], line.name)
            section = WHEEL if line.key == ("PW",) else daily
            yield TaxLine(name.capitalize(), 0, section, "head")
            yield from _figures(line, section, name)
    yield TaxLine("All games", 0, daily, "head")
    yield from _figures(games.total, daily, "all games", fixes=False)


def _figures(line: SummaryLine, section: str, name: str, *, fixes: bool = True) -> Iterator[TaxLine]:
    """Gross proceeds and prizes, each as sealed and with its corrections, and what is left."""
    sums: tuple[tuple[str, str, Callable[[Sums], int]], ...] = (
        ("", "Gross proceeds", lambda one: one.gross_cents),
        ("- ", "Prizes", lambda one: one.prizes_cents),
    )
    for sign, what, of in sums:
        fixed = [fix for fix in line.fixes if of(fix.sums)] if fixes else []
        if fixed:
            yield TaxLine(f"{what} as sealed", of(line.sealed), section)
            yield from (TaxLine(f"+ {fix.words}", of(fix.sums), section) for fix in fixed)
        yield TaxLine(f"{sign}{what}, {name}", of(line.sums), section, "sum" if fixed else "")
    yield TaxLine(f"= Adjusted gross proceeds, {name}", line.sums.agp_cents, section, "sum")


def _contests(contests: Iterable[Contest], rules: Rulebook) -> Iterator[TaxLine]:
    """Tournaments of the quarter: no gaming day has them, and the sums above do not."""
    found = list(contests)
    section = rules.rules[CONTESTS].section
    if found:
        yield TaxLine("Tournaments, to be added to the figures above", 0, section, "head")
    for one in found:
        name = f"{one.set.name}, {GAMES.get(one.set.game, one.set.game)}"
        yield TaxLine(f"Gross proceeds, {name}", one.gross_cents, section)
        yield TaxLine(f"- Prizes, {name}", one.prizes_cents, section)
        yield TaxLine(f"= Adjusted gross proceeds, {name}", one.agp_cents, section, "sum")


# The tax, and the limit of expenses


def _tax(agp_cents: int, rules: Rulebook, on: date) -> Iterator[TaxLine]:
    """The tax of adjusted gross proceeds in cents, tier by tier: 53-06.1-12."""
    section = rules.rules[TAX].section
    up_to_cents, low, high = (rules.value(TAX, name, on) for name in ("up_to_cents", "low", "high"))
    below_cents, above_cents = max(0, min(agp_cents, up_to_cents)), max(0, agp_cents - up_to_cents)
    first_cents, rest_cents = _share(below_cents, low), _share(above_cents, high)
    first = f"{_rate(low)} of adjusted gross proceeds up to {dollars(up_to_cents)}"
    yield TaxLine("Gaming tax", 0, section, "head")
    yield TaxLine(f"{first}: of {dollars(below_cents)}", first_cents, section)
    yield TaxLine(f"+ {_rate(high)} of what is above: of {dollars(above_cents)}", rest_cents, section)
    yield TaxLine("= Gaming tax", first_cents + rest_cents, section, "sum")


def _share(cents: int, rate: int) -> int:
    """Hundredths of a percent of cents, half a cent rounded up."""
    return (2 * cents * rate + _WHOLE) // (2 * _WHOLE)


def _rate(rate: int) -> str:
    whole, rest = divmod(rate, 100)
    return f"{whole}.{rest:02} %" if rest else f"{whole} %"


def _cash(days: Iterable[Sealed], rules: Rulebook) -> Iterator[TaxLine]:
    """What the cash was short or long in all, as corrected; no line where it was neither."""
    told = [one for day in days for one in (day.summary, *(fix.changes for fix in day.corrections))]
    if off_cents := sum(one.get(name, 0) for one in told for name in _OFF):
        label = "Net cash short, an expense" if off_cents < 0 else "Net cash long, other income"
        yield TaxLine(label, abs(off_cents), rules.rules[CASH].section)


def _expenses(agp_cents: int, rules: Rulebook, on: date) -> TaxLine:
    most = rules.value(EXPENSES, "most", on)
    label = f"Expenses at most, {_rate(most)} of adjusted gross proceeds"
    return TaxLine(label, max(0, agp_cents) * most // _WHOLE, rules.rules[EXPENSES].section)


# What the figures ask for


def _wrong_dates(records: Records, span: Span, rules: Rulebook) -> Iterator[TaxDuty]:
    """Days that a wrong clock dated into the quarter or out of it: none is moved, all are said."""
    for site in records.sites:
        for one in misdated([day for day in records.days if day.site == site]):
            counts, played = one.day.date in span, one.played_in(span)
            if not counts and not played:
                continue
            sums = Sums.total(piece.sums for piece in pieces(one.day))
            when = f"between {one.since} and {one.until}" if one.since else f"by {one.until}"
            where = "in these figures" if counts else f"in those of {quarter_of(one.day.date)}, not here"
            words = (
                f"day {one.day.day} was sealed as {one.day.date}, by a wrong clock, and played {when}."
                f" Its gross proceeds, {dollars(sums.gross_cents)}, and adjusted gross proceeds,"
                f" {dollars(sums.agp_cents)}, are {where}. Ask the gaming division in which return they"
                " belong."
            )
            yield TaxDuty(DATES, rules.rules[DATES].section, site, words)


def _findings(
    site: str, every: Sequence[Piece], span: Span, rules: Rulebook, video: Mapping[str, bool]
) -> Iterator[TaxDuty]:
    yield from _contact(site, _of_game(every, "21"), span, rules)
    for game in GAMES:
        if video.get(site, True):  # it may require video
            yield from _low(site, game, _of_game(every, game), (span, rules, site in video))


def _of_game(every: Iterable[Piece], game: str) -> Sums:
    return Sums.total(piece.sums for piece in every if piece.game == game)


def _contact(site: str, sums: Sums, span: Span, rules: Rulebook) -> Iterator[TaxDuty]:
    """More prizes than gross proceeds: 99-01.3-08-01(3)."""
    if sums.prizes_cents > sums.gross_cents:
        by = span.last + timedelta(days=rules.value(CONTACT, "contact_days", span.last))
        weeks = rules.value(CONTACT, "weeks", span.last)
        words = (
            f"prizes of twenty-one, {dollars(sums.prizes_cents)}, are more than its gross proceeds,"
            f" {dollars(sums.gross_cents)}. Call the attorney general's gaming division by {by}, and"
            f" track percent-of-hold by dealer for {weeks} weeks."
        )
        yield TaxDuty(CONTACT, rules.rules[CONTACT].section, site, words, by)


def _advice(
    at: Mapping[str, Sequence[Piece]], span: Span, rules: Rulebook, video: Mapping[str, bool]
) -> Iterator[str]:
    """What is said of a low hold at a site that requires no video: nothing has to be done."""
    for site, every in at.items():
        for game in GAMES if video.get(site) is False else ():
            for low in _low(site, game, _of_game(every, game), (span, rules, True)):
                words = low.words.partition(". ")[0]
                yield f"Advice, {site}: {words}. It requires no video; look for the reason all the same."


def _low(site: str, game: str, sums: Sums, of: tuple[Span, Rulebook, bool]) -> Iterator[TaxDuty]:
    """A hold below the limit, not rounded first: 99-01.3-08-04(9)."""
    span, rules, known = of
    least, weeks = (rules.value(HOLD, name, span.last) for name in (game, "weeks"))
    if sums.agp_cents * _WHOLE < least * sums.gross_cents:
        if_video = "" if known else "if this site requires video: "
        words = (
            f"{if_video}{GAMES[game]} held {sums.hold} %, below {_rate(least)}. Review an hour of video"
            f" a week for each active table, for {weeks} weeks or until the reason is found and noted."
        )
        yield TaxDuty(HOLD, rules.rules[HOLD].section, site, words)


def _keep(rules: Rulebook, span: Span) -> Iterator[Keep]:
    kinds = ((RECORDS, "All records of the quarter"), (HOLD_PAPERS, "Percent-of-hold and video reviews"))
    for rule, what in kinds:
        years = rules.value(rule, "years", span.last)
        until = span.last.replace(year=span.last.year + years)
        yield Keep(what, until, rules.rules[rule].section)


# As rows


def table(quarter: Quarter) -> tuple[list[str], list[list[str]]]:
    """The lines as a head and rows of text, for a file of commas: money as -1234.50."""
    rows = [
        [line.label, "" if line.rank == "head" else plain(line.cents), line.section]
        for line in quarter.lines
    ]
    return ["line", "dollars", "section"], rows
