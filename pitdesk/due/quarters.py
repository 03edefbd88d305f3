"""What a quarter asks for once it is over: 99-01.3-08-01(3), (4), 08-04(9), 08-16(5), 53-06.1-12."""

from collections.abc import Iterable, Iterator
from datetime import date as Date
from datetime import timedelta

from pitdesk import kinds
from pitdesk.book.past import dates_of, quarter_end, quarter_of
from pitdesk.due.task import CAMERAS, LATELY, MONEY, PAPERS, DueScene, Progress, Task, settled, shown
from pitdesk.kinds.editions import RECORDS
from pitdesk.records.duties import BEYOND, REVIEW, Duty, contact_by, duties, tracked
from pitdesk.records.rent import RULE as TABLES

TAX, AUDIT, BY = "nd.53-06.1-12", "nd.08-16.5", "pd.quarter"
UNREAD = "The text that sets the date was not read; PitDesk takes the end of the month after."
TRACKED = "The text does not say when the weeks begin; PitDesk takes the day after it was found."
LOOKED = "Slips, counts, IOUs, cameras, deposit, hold."


def holds(now: DueScene) -> Iterator[Task]:
    """The hold of each quarter that is over, which says whether its video is reviewed."""
    for quarter, _ in _over(now):
        known, days = now.kept.determined.get(quarter), now.days(BEYOND, "contact_days")
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
            done=known.on if known else None,
            quarter=quarter,
        )


def low_holds(now: DueScene) -> Iterator[Task]:
    """The weeks of reviews after a low hold, and what the division is told."""
    value = lambda rule, name: now.rules.value(rule, name, now.on)  # noqa: E731
    for duty in duties(now.kept, [*_determined(now)], now.nights.played, value, now.on):
        quarter = duty.quarter
        found = f"Determined on {shown(now.kept.determined[quarter].on)}"
        if duty.code == REVIEW:
            how = f"{found}; the week from {shown(duty.since)} on."
            yield _of(duty, now, how, group=CAMERAS, way="review video")
        else:
            days = now.days(BEYOND, "contact_days")
            how = f"{found}; {days} days from the quarter's end, whatever day that is."
            yield _of(duty, now, how, way="tell division", about=quarter)


def _of(duty: Duty, now: DueScene, how: str, *, way: str, group: str = PAPERS, about: str = "") -> Task:
    """A duty as a task."""
    return Task(
        group=group,
        key=f"{duty.code} {duty.about}",
        words=duty.words,
        how=how,
        section=now.section(duty.rule),
        by=duty.by,
        who=now.who(way),
        way=way,
        about=about,
        done=duty.done,
        quarter=duty.quarter,
    )


def dealers(now: DueScene) -> Iterator[Task]:
    """The dealers' sheets of some weeks, after a quarter that paid more prizes than it took."""
    weeks = now.days(BEYOND, "weeks")
    for quarter in _determined(now):
        if now.kept.determined[quarter].beyond:
            found = tracked(now.kept, quarter, now.nights.played("21"), weeks, now.on)
            week = f"That of the week from {shown(found.next)} is next. " if found.next else ""
            yield Task(
                key=f"dealers {quarter}",
                group=PAPERS,
                words=f"Keep the dealers' sheets of hold for {weeks} weeks, after {quarter}",
                how=f"{week}A week without its sheet begins the count again.",
                section=now.section(BEYOND),
                by=found.by,
                who=now.who("dealer week"),
                way="dealer week",
                about=quarter,
                progress=Progress(found.kept, weeks, f"week {found.kept} of {weeks}"),
                ask=TRACKED,
                done=found.ended,
                quarter=quarter,
            )


def returns(now: DueScene) -> Iterator[Task]:
    """The tax return of each quarter that is over."""
    for quarter, _ in _over(now):
        filed = now.kept.returns.get(quarter)
        yield Task(
            key=f"return {quarter}",
            group=MONEY,
            words=f"File the tax return of {quarter}, and pay the tax",
            how=f"Over since {shown(quarter_end(quarter))}. Its lines: Summaries, Tax.",
            section=now.section(TAX),
            by=by_month(quarter, now.days(BY, "months")),
            who=now.who("file return"),
            way="file return",
            about=quarter,
            ask=UNREAD,
            done=filed.filed if filed else None,
            quarter=quarter,
        )


def audits(now: DueScene) -> Iterator[Task]:
    """The days of each quarter that is over, each of which is audited."""
    for quarter, numbers in _over(now):
        audited = now.kept.audits.get(quarter, {})
        done, whole = len(audited), len(numbers)
        dates = map(now.nights.date, numbers) if done < whole else ()
        left = next((on for on in dates if on not in audited), None)
        yield Task(
            key=f"audit {quarter}",
            group=PAPERS,
            words=f"Audit the days of {quarter}",
            how=f"The next is {shown(left)}. {LOOKED}" if left else LOOKED,
            section=now.section(AUDIT),
            by=by_month(quarter, now.days(BY, "months")),
            who=now.who("audit day"),
            way="audit day",
            about=left,
            progress=Progress(done, whole, f"{done} of {whole} audited"),
            ask=UNREAD,
            done=None if left else next(reversed(audited.values())).on,
            quarter=quarter,
        )


def audits_again(now: DueScene) -> Iterator[Task]:
    """Days whose deposit was taken back after they were audited: they are audited again."""
    for on, entry in now.kept.again.items():
        fact = entry.of(kinds.TakeBackDeposit)
        yield Task(
            key=f"audit {on} again, entry {entry.seq}",
            group=PAPERS,
            words=f"Audit {shown(on)} again: the deposit that was audited is taken back",
            how=f"Slip {fact.slip} of {shown(fact.made)}, taken back: {fact.reason}",
            section=now.section(AUDIT),
            by=None,
            who=now.who("audit day"),
            way="audit day",
            about=on,
        )


def rents(now: DueScene) -> Iterator[Task]:
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
        quarter=quarter,
    )


def by_month(quarter: str, months: int) -> Date:
    """The last day of a month after a quarter.

    >>> [str(by_month(f"2027Q{turn}", 1)) for turn in (1, 2, 3, 4)]
    ['2027-04-30', '2027-07-31', '2027-10-31', '2028-01-31']
    """
    end = quarter_end(quarter)
    at = end.year * 12 + end.month + months
    return Date(at // 12, at % 12 + 1, 1) - timedelta(days=1)


def settled_day(now: DueScene, found: Iterable[Task]) -> int:
    """The last day of the quarter of which, and of all before it, nothing is left or was done lately.

    found   the tasks beside the night, with those that their records settled
    """
    lately = now.on - LATELY
    waits = {task.quarter for task in found if task.done is None or task.done >= lately}
    last = settled(now.day)
    for quarter, numbers in _over(now):
        if quarter in waits:
            break
        last = numbers[-1]
    return last


def _determined(now: DueScene) -> Iterator[str]:
    """The quarters whose hold asks for something still, or may: those that were not settled before."""
    for quarter, of in now.kept.determined.items():
        if quarter > now.settled or (now.day and of.on >= now.day.date):
            yield quarter


def _over(now: DueScene) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Each quarter that is over and not settled before, oldest first, with its days.

    Those without days under the present records are left out.
    """
    first = quarter_end(now.settled) + timedelta(days=1) if now.settled else now.nights.began or now.on
    quarter = quarter_of(first)
    while (last := quarter_end(quarter)) < now.on:
        numbers = now.nights.between(*dates_of(quarter))
        if numbers and now.nights.opening(numbers[0]).edition >= RECORDS:
            yield quarter, numbers
        quarter = quarter_of(last + timedelta(days=1))
