"""Hold by table, dealer and week, each beside the band that luck alone explains. Nothing is rounded."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date as Date
from datetime import timedelta
from operator import add

from pitdesk.book.journal import Journal
from pitdesk.book.site import GAMES, Site, in_order
from pitdesk.chipset.law import Value
from pitdesk.records.hold import NOBODY, Held, Share, shares_of, total
from pitdesk.records.luck import (
    BY_NIGHTS,
    METHODS,
    TOO_LITTLE,
    Band,
    NightTake,
    Odds,
    band,
    hands,
    variance,
)
from pitdesk.reports.summaries import Span, plain, span_of

BEFORE = timedelta(weeks=12)  # how much of the past the bands are drawn from, besides the span itself
TABLES, DEALERS = "table", "dealer"
BY = (TABLES, DEALERS)
_WEEK = timedelta(days=7)
_Nights = dict[tuple[str, Date], NightTake]  # whose, and when → what was taken and kept


@dataclass(frozen=True, slots=True)
class HoldLine:
    """A hold beside its band; hands: about how many were dealt.

    band   None where too little was played, or there is too little to draw from
    """

    held: Held
    band: Band | None
    hands: int

    @property
    def says(self) -> str:
        """Whether luck explains it."""
        if self.band is None or not self.held.drop_cents:
            return TOO_LITTLE
        return self.band.says(self.held.drop_cents, self.held.win_cents)

    @property
    def ends(self) -> tuple[str, str]:
        """The ends of the band in percent; "-" where there is none."""
        if self.band is None:
            return "-", "-"
        return self.band.low.hold, self.band.high.hold


@dataclass(frozen=True, slots=True)
class Chart:
    """A table or a dealer: all of the span in one line, then week by week (its Monday).

    name   as people know it: the table's number, the dealer's name
    """

    name: str
    game: str
    line: HoldLine
    weeks: tuple[tuple[Date, HoldLine], ...]


@dataclass(frozen=True, slots=True)
class HoldSheet:
    """Hold from one date to another: by table and by dealer, and of each game in all."""

    span: Span
    tables: tuple[Chart, ...] = ()
    dealers: tuple[Chart, ...] = ()
    games: tuple[Held, ...] = ()

    @property
    def methods(self) -> tuple[str, ...]:
        """How its bands were worked out, in words; as usual where it has none."""
        charts = (*self.tables, *self.dealers)
        lines = [line for chart in charts for line in (chart.line, *(one for _, one in chart.weeks))]
        used = {line.band.method for line in lines if line.band} or {BY_NIGHTS}
        return tuple(words for name, words in METHODS.items() if name in used)

    def by(self, what: str) -> tuple[Chart, ...]:
        """Its charts by table or by dealer."""
        return self.tables if what == TABLES else self.dealers


def weeks_to(on: Date, weeks: int = 12) -> Span:
    """So many whole weeks, the last of which has a date in it."""
    last = span_of("week", on).last
    return Span(f"{weeks} weeks to {last}", last - weeks * _WEEK + timedelta(days=1), last)


def hold_sheet(journal: Journal, site: Site, span: Span, value: Value) -> HoldSheet:
    """The sheet of a span. Bands are drawn from its own nights and from those of twelve weeks before.

    value   of a rule by its name
    """
    known = _odds(site, value)
    every = shares_of(journal, span.first - BEFORE, span.last)
    own = [share for share in every if share.date in span]
    tables: list[Chart] = []
    dealers: list[Chart] = []
    for game in GAMES:
        mine = [share for share in every if share.game == game]
        whole = [replace(share, counted=True) for share in mine]  # a table shares with nobody
        if not any(share.date in span for share in mine):
            continue
        odds = known if known and game == "21" else value("pd.luck", game)
        tables += _charts(whole, span, lambda share: share.table, odds)
        dealers += _charts(mine, span, lambda share: share.person, odds)
    tables.sort(key=lambda chart: in_order(chart.name))
    named = [_named(chart, site.name_of(chart.name)) for chart in dealers if chart.name != NOBODY]
    games = (total(game, (one for one in own if one.game == game)) for game in GAMES)
    return HoldSheet(span, tuple(tables), tuple(sorted(named, key=lambda one: one.name)), tuple(games))


def _odds(site: Site, value: Value) -> Odds | None:
    """What is known of a hand of twenty-one here, where the house says what an average wager is."""
    wager_cents, hits = site.settings.wager_cents, site.options.soft17
    if not wager_cents:
        return None
    return Odds(variance("hit_ace_six" if hits else "stand"), wager_cents, value("pd.luck", "21"))


def _named(chart: Chart, name: str) -> Chart:
    return Chart(name, chart.game, chart.line, chart.weeks)


def _charts(
    shares: Sequence[Share], span: Span, whose: Callable[[Share], str], odds: Odds | int
) -> list[Chart]:
    nights = _nights(shares, whose)
    own = [share for share in shares if share.date in span]
    charts = []
    for name in dict.fromkeys(map(whose, own)):
        mine = [share for share in own if whose(share) == name]
        mondays = sorted({span_of("week", share.date).first for share in mine})
        weeks = [
            (
                monday,
                _line(name, [one for one in mine if one.date in span_of("week", monday)], nights, odds),
            )
            for monday in mondays
        ]
        charts.append(Chart(name, mine[0].game, _line(name, mine, nights, odds), tuple(weeks)))
    return charts


def _nights(shares: Iterable[Share], whose: Callable[[Share], str]) -> _Nights:
    found: _Nights = {}
    for share in shares:
        key = (whose(share), share.date)
        before = found.get(key, NightTake(0, 0))
        more = (share.drop_cents, share.win_cents, share.seconds)
        found[key] = NightTake(*map(add, before, more))
    return found


def _line(name: str, shares: Sequence[Share], nights: _Nights, odds: Odds | int) -> HoldLine:
    """A hold beside its band: by exact odds, or drawn from all the other nights of the game.

    odds   what is known of the game; else only how many hands there are in an hour
    """
    played = {share.date for share in shares}
    others = [one for (whose, on), one in nights.items() if whose != name or on not in played]
    of = total(name, shares)
    if isinstance(odds, Odds):
        exact = odds.band(NightTake(of.drop_cents, of.win_cents, of.seconds), others)
        return HoldLine(of, exact, hands(of.seconds, odds.an_hour))
    return HoldLine(of, band(others, len(played)), hands(of.seconds, odds))


# As rows


HEAD = ["what", "name", "game", "days", "gross", "adj. gross", "hold %", "luck from", "luck to", "says"]
HEAD += ["basis", "hands, about", "luck by"]


def rows(sheet: HoldSheet, by: Sequence[str] = BY) -> tuple[list[str], list[list[str]]]:
    """The sheet as a head and rows of text, for a file of commas: money as -1234.50."""
    found = [
        row
        for what in by
        for chart in sheet.by(what)
        for row in (
            _row(what, chart.name, chart.line),
            *(_row(f"{what}, week of {on}", chart.name, line) for on, line in chart.weeks),
        )
    ]
    return HEAD, found


def _row(what: str, name: str, line: HoldLine) -> list[str]:
    of = line.held
    money = (plain(of.drop_cents), plain(of.win_cents))
    return [
        *(what, name, of.game, str(of.days), *money, of.hold, *line.ends, line.says, of.basis),
        *(str(line.hands), line.band.method if line.band else "-"),
    ]
