"""What these records ask for by a date: reviews after a low hold, a call after too many prizes."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date as Date
from datetime import timedelta

from pitdesk.banking import deposit_due
from pitdesk.book.past import quarter_end
from pitdesk.book.site import GAMES
from pitdesk.chips import dollars
from pitdesk.chipset.law import Value
from pitdesk.records.contests import Contest
from pitdesk.records.kept import Kept
from pitdesk.records.nights import Played

LOW, BEYOND, BANKED = "nd.08-04.9", "nd.08-01.3q", "nd.03-10.1"
REVIEW, TELL, DEPOSIT = "review", "tell", "deposit of a tournament"
WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Duty:
    """Something that is to be done by a date.

    code    what kind it is;  about: the quarter, week, table or bank, as programs know it
    since   from when it can be done;  by: the last day for it
    words   what is to be done, how it was worked out;  rule: where that stands
    done    the day on which it was done; None before
    quarter  the quarter that it is of; "" where it is of none
    """

    code: str
    about: str
    since: Date
    by: Date
    words: str
    rule: str
    done: Date | None = None
    quarter: str = ""

    def late(self, on: Date) -> bool:
        """Whether it is not done, and its last day is over."""
        return self.done is None and on > self.by


@dataclass(frozen=True, slots=True)
class Week:
    """A week of reviews: its days, and table → minutes of video that were watched in it."""

    first: Date
    minutes: dict[str, int]
    asked: int

    @property
    def last(self) -> Date:
        """Its last day."""
        return self.first + WEEK - timedelta(days=1)

    @property
    def lacking(self) -> list[str]:
        """The tables of which too little was watched."""
        return [table for table, minutes in self.minutes.items() if minutes < self.asked]

    def done(self, today: Date) -> Date | None:
        """Its last day, once enough was watched of each table, or it is over and none played."""
        settled = not self.lacking and (self.minutes or today > self.last)
        return self.last if settled else None


def review_weeks(determined: Date, weeks: int) -> list[Date]:
    """The first day of each week of reviews: the first begins on the day after hold was determined.

    >>> [str(day) for day in review_weeks(Date(2027, 1, 10), 6)][::5]
    ['2027-01-11', '2027-02-15']
    """
    return [next_day(determined) + at * WEEK for at in range(weeks)]


def contact_by(quarter: str, days: int) -> Date:
    """By when the division is told of a quarter: so many days from its end, whatever day that is.

    >>> contact_by("2026Q4", 30)
    datetime.date(2027, 1, 30)
    """
    return quarter_end(quarter) + timedelta(days=days)


def reviews(kept: Kept, quarter: str, game: str, played: Played, value: Value) -> list[Week]:
    """The weeks of reviews after a quarter's low hold, up to that in which its reason was found.

    played   which tables of the game were open in a week
    """
    of = kept.determined[quarter]
    found = kept.reasons.get((quarter, game))
    weeks = []
    for first in review_weeks(of.on, value(LOW, "weeks")):
        if found and found.on < first:
            break
        minutes = dict.fromkeys(sorted(played(first, first + WEEK - timedelta(days=1))), 0)
        for review, _ in kept.reviews:
            if review.table in minutes and first <= review.on < first + WEEK:
                minutes[review.table] += review.minutes
        weeks.append(Week(first, minutes, value(LOW, "minutes")))
    return weeks


def duties(
    kept: Kept, asked: Iterable[str], played: Callable[[str], Played], value: Value, today: Date
) -> Iterator[Duty]:
    """All that the hold of some quarters asks for, settled or not.

    asked    the quarters
    played   game → which of its tables were open from one date to another
    """
    for quarter in asked:
        of = kept.determined[quarter]
        if of.beyond:
            told = kept.told.get(quarter)
            by = contact_by(quarter, value(BEYOND, "contact_days"))
            words = f"Tell the gaming division that {quarter} paid more prizes than it took"
            yield Duty(TELL, quarter, of.on, by, words, BEYOND, told.on if told else None, quarter)
        for game in of.low:
            reason = kept.reasons.get((quarter, game))
            for week in reviews(kept, quarter, game, played(game), value):
                about = f"{quarter} {game} {week.first}"
                words = (
                    f"Review {week.asked} minutes of video of {_tables(game, week)}: {quarter} was low"
                )
                done = week.done(today) or (reason.on if reason else None)
                yield Duty(REVIEW, about, week.first, week.last, words, LOW, done, quarter)


@dataclass(frozen=True, slots=True)
class Tracked:
    """Hold by dealer after a quarter that paid more prizes than it took: sheets of continuous weeks.

    kept    the weeks whose sheets follow each other without a gap, up to now;  asked: how many it takes
    next    the first day of the week whose sheet is kept next; None once all are
    ended   when the last one was kept; None before
    """

    kept: int
    asked: int
    next: Date | None
    ended: Date | None = None

    @property
    def by(self) -> Date | None:
        """The last day for the next sheet: a week after its own is over."""
        return self.next + 2 * WEEK - timedelta(days=1) if self.next else None


def tracked(kept: Kept, quarter: str, played: Played, weeks: int, today: Date) -> Tracked:
    """How far the sheets of a quarter have come.

    A week in which nobody played asks for none. One whose sheet is missing at the end of the week after
    it begins the count again, as long as it is missing.

    played   which tables of twenty-one were open from one date to another
    """
    had, first, count = kept.weeks.get(quarter, {}), next_day(kept.determined[quarter].on), 0
    while True:
        last = first + WEEK - timedelta(days=1)
        if first in had:
            count += 1
            if count == weeks:
                return Tracked(count, weeks, None, had[first].on)
        elif today <= last or played(first, last):
            if today <= last + WEEK:
                return Tracked(count, weeks, first)
            count = 0
        first += WEEK


def weeks_over(kept: Kept, quarter: str, today: Date) -> list[Date]:
    """The first days of the weeks that are over and have no sheet, the oldest first."""
    if quarter not in kept.determined:
        return []
    since = next_day(kept.determined[quarter].on)
    firsts = (since + at * WEEK for at in range((today - since).days // WEEK.days))
    return [first for first in firsts if first not in kept.weeks.get(quarter, {})]


def next_day(on: Date) -> Date:
    """The day after a date: from it on what a determined hold asks for is counted."""
    return on + timedelta(days=1)


def _tables(game: str, week: Week) -> str:
    """Which tables, in words."""
    names = week.lacking or [*week.minutes]
    if not names:
        return f"each table of {GAMES[game]} that plays this week"
    return f"table{'s' * (len(names) > 1)} {', '.join(names)}"


def deposits(contests: Iterable[Contest], banking_days: int) -> Iterator[Duty]:
    """The deposit of each tournament, by the third banking day after it."""
    for one in contests:
        by, on = deposit_due(one.set.date, banking_days), one.set.date
        cents = one.owed_cents or one.brought_cents
        words = f"Deposit the fees of the tournament {one.set.name}, ${dollars(cents)}"
        yield Duty(DEPOSIT, one.set.name, on, by, words, BANKED, one.deposited)
