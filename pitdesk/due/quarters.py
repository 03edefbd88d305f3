"""What a quarter asks for once it is over: 99-01.3-08-01(3), (4), 08-04(9), 08-16(5), 53-06.1-12."""

from collections.abc import Iterator
from datetime import date as Date
from datetime import timedelta
from typing import Any

from pitdesk.book.past import dates_of, quarter_end, quarter_of
from pitdesk.due.task import CAMERAS, LATELY, MONEY, PAPERS, Progress, Scene, Task, shown
from pitdesk.kinds.editions import RECORDS
from pitdesk.records.duties import BEYOND, REVIEW, Duty, contact_by, duties
from pitdesk.records.rent import RULE as TABLES

TAX, AUDIT, BY = "nd.53-06.1-12", "nd.08-16.5", "pd.quarter"
UNREAD = "The text that sets the date was not read; PitDesk takes the end of the month after."
TRACKED = "The text does not say when the weeks begin; PitDesk takes the day after it was found."
_WEEK = timedelta(days=7)


def holds(now: Scene) -> Iterator[Task]:
    """The hold of each quarter that is over, which says whether its video is reviewed."""
    for quarter, _ in _over(now):
        if quarter not in now.kept.determined:
            days = now.days(BEYOND, "contact_days")
            yield Task(
                key=f"hold {quarter}",
                group=PAPERS,
                words=f"Determine the hold of {quarter}",
                how=f"Over since {shown(quarter_end(quarter))}. Prizes above the proceeds are told"
                f" within {days} days, so the hold is known by then.",
                section=now.section(BEYOND),
                by=contact_by(quarter, days),
                who=now.who("determine hold"),
                way="determine hold",
                about=quarter,
            )
    for quarter, of in now.kept.determined.items():
        yield from _settled(f"hold {quarter}", f"Determine the hold of {quarter}", of.on, now)


def low_holds(now: Scene) -> Iterator[Task]:
    """The weeks of reviews after a low hold, and what the division is told."""
    value = lambda rule, name: now.rules.value(rule, name, now.on)  # noqa: E731
    for duty in duties(now.kept, now.nights.played, value, now.on):
        quarter = duty.about.partition(" ")[0]
        found = f"Determined on {shown(now.kept.determined[quarter].on)}"
        if duty.code == REVIEW:
            how = f"{found}; the week from {shown(duty.since)} on."
            yield _of(duty, now, how, group=CAMERAS, way="review video")
        else:
            days = now.days(BEYOND, "contact_days")
            how = f"{found}; {days} days from the quarter's end, whatever day that is."
            yield _of(duty, now, how, way="tell division", about=quarter)


def _of(duty: Duty, now: Scene, how: str, *, way: str, **more: Any) -> Task:
    """A duty as a task."""
    return Task(
        **{"group": PAPERS, **more},
        key=f"{duty.code} {duty.about}",
        words=duty.words,
        how=how,
        section=now.section(duty.rule),
        by=duty.by,
        who=now.who(way),
        way=way,
        done=duty.done,
    )


def dealers(now: Scene) -> Iterator[Task]:
    """The dealers' sheets of some weeks, after a quarter that paid more prizes than it took."""
    weeks = now.days(BEYOND, "weeks")
    for quarter, of in now.kept.determined.items():
        if of.beyond:
            far = max(0, min(weeks, (now.on - of.on).days // _WEEK.days))
            yield Task(
                key=f"dealers {quarter}",
                group=PAPERS,
                words=f"Keep the dealers' sheets of hold for {weeks} weeks, after {quarter}",
                how=f"Found on {shown(of.on)}. Print the sheet of hold by dealer each week.",
                section=now.section(BEYOND),
                by=of.on + weeks * _WEEK,
                who=now.who("determine hold"),
                progress=Progress(far, weeks, f"{far} of {weeks} weeks are over"),
                ask=TRACKED,
            )


def returns(now: Scene) -> Iterator[Task]:
    """The tax return of each quarter that is over."""
    for quarter, _ in _over(now):
        if f"return {quarter}" in now.site.done:
            continue
        yield Task(
            key=f"return {quarter}",
            group=MONEY,
            words=f"File the tax return of {quarter}, and pay the tax",
            how=f"Over since {shown(quarter_end(quarter))}. Its lines: Summaries, Tax.",
            section=now.section(TAX),
            by=by_month(quarter, now.days(BY, "months")),
            who=("gaming manager", "bookkeeper"),
            ask=UNREAD,
        )


def audits(now: Scene) -> Iterator[Task]:
    """The days of each quarter that is over and that nobody audited yet."""
    for quarter, numbers in _over(now):
        audited = now.kept.audits.get(quarter, {})
        done, whole, words = len(audited), len(numbers), f"Audit the days of {quarter}"
        dates = map(now.nights.date, numbers) if done < whole else ()
        left = next((on for on in dates if on not in audited), None)
        if left is None:
            yield from _settled(f"audit {quarter}", words, next(reversed(audited.values())).on, now)
            continue
        yield Task(
            key=f"audit {quarter}",
            group=PAPERS,
            words=words,
            how=f"The next is {shown(left)}. Slips, counts, IOUs, cameras, deposit, hold.",
            section=now.section(AUDIT),
            by=by_month(quarter, now.days(BY, "months")),
            who=now.who("audit day"),
            way="audit day",
            about=left,
            progress=Progress(done, whole, f"{done} of {whole} audited"),
            ask=UNREAD,
        )


def rents(now: Scene) -> Iterator[Task]:
    """The rent, looked at again with the tables of the last quarter, where there is one."""
    over, rent = [*_over(now)], now.kept.rent
    if not over or rent is None:
        return
    quarter, _ = over[-1]
    seen = rent.on > quarter_end(quarter)
    yield Task(
        key=f"rent {quarter}",
        group=MONEY,
        words=f"Look at the rent again, with the tables of {quarter}",
        how="How often each table was used is looked at quarter by quarter.",
        section=now.section(TABLES),
        by=by_month(quarter, now.days(BY, "months")),
        who=now.who("rent"),
        way="rent",
        ask=UNREAD,
        done=rent.on if seen else None,
    )


def by_month(quarter: str, months: int) -> Date:
    """The last day of a month after a quarter.

    >>> [str(by_month(f"2027Q{turn}", 1)) for turn in (1, 2, 3, 4)]
    ['2027-04-30', '2027-07-31', '2027-10-31', '2028-01-31']
    """
    end = quarter_end(quarter)
    at = end.year * 12 + end.month + months
    return Date(at // 12, at % 12 + 1, 1) - timedelta(days=1)


def _over(now: Scene) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Each quarter that is over and had days under the present records, oldest first, with its days."""
    quarter = quarter_of(now.nights.began or now.on)
    while (last := quarter_end(quarter)) < now.on:
        numbers = now.nights.between(*dates_of(quarter))
        if numbers and now.nights.opening(numbers[0]).edition >= RECORDS:
            yield quarter, numbers
        quarter = quarter_of(last + timedelta(days=1))


def _settled(key: str, words: str, on: Date, now: Scene) -> Iterator[Task]:
    """A task that its record settled, as long as a calendar is told."""
    if on >= now.on - LATELY:
        yield Task(key=key, group=PAPERS, words=words, how="", section="", by=on, who=(), done=on)
