"""Every task of a book, and what was done lately. What is settled is gone, however it was settled."""

from collections.abc import Callable, Iterator
from datetime import date as Date
from datetime import timedelta
from typing import NamedTuple

from pitdesk.due import banks, cameras, contests, money, papers, quarters
from pitdesk.due.cameras import fault_key
from pitdesk.due.task import LATELY, SAID, DueScene, Settled, Task

Source = Callable[[DueScene], Iterator[Task]]
TONIGHT: tuple[Source, ...] = (  # what changes while a night goes on
    *(money.deposits, money.boxes, cameras.faults, cameras.looks, cameras.recorders),
    *(papers.violations, banks.ideals),
)
BESIDE: tuple[Source, ...] = (  # what waits for a record, a table that opens, or the next day
    *(cameras.samples, cameras.system, papers.managers, papers.recordkeeping),
    *(papers.posters, papers.batches),
    *(banks.reconciled, contests.prizes, contests.fees, contests.occasions),
    *(quarters.holds, quarters.low_holds, quarters.dealers),
    *(quarters.returns, quarters.audits, quarters.audits_again, quarters.rents),
)
AHEAD = timedelta(days=14)  # that a day's report looks ahead
_NEVER = Date.max


class BoardTasks(NamedTuple):
    """The tasks beside the night, and what was done of them lately."""

    found: tuple[Task, ...]
    told: tuple[Settled, ...]


def tasks(now: DueScene, known: BoardTasks | None = None) -> tuple[Task, ...]:
    """What is still to be done, by date; what limits play first.

    known   the tasks beside the night, where they are worked out already
    """
    return _left((known or beside(now)).found, now)


def settled(now: DueScene, known: BoardTasks | None = None) -> tuple[Settled, ...]:
    """What was done lately, the newest first: what somebody said, deposits, repairs, counts."""
    known = known or beside(now)
    recent = {one.key: one for one in (*known.told, *_tonight(now))}
    open_ = {task.key for task in _left(known.found, now)}
    left = (one for one in recent.values() if one.key not in open_)
    return tuple(sorted(left, key=lambda one: (one.on, one.key), reverse=True))


def beside(now: DueScene) -> BoardTasks:
    """Work out the tasks beside the night."""
    found = tuple(task for source in BESIDE for task in source(now))
    by_record = (Settled(task.key, task.words, task.done) for task in found if task.done)
    told = (*_said(now), *_noted(now), *by_record)
    return BoardTasks(found, tuple(one for one in told if one.on >= now.on - LATELY))


def _left(found: tuple[Task, ...], now: DueScene) -> tuple[Task, ...]:
    """Those that neither a record settled nor anybody said to be done, and tonight's."""
    said = now.site.done
    every = (*found, *(task for source in TONIGHT for task in source(now)))
    left = [task for task in every if not task.done and (task.way != SAID or task.key not in said)]
    return tuple(sorted(left, key=lambda one: (not one.limits, one.by or _NEVER, one.key)))


def _said(now: DueScene) -> Iterator[Settled]:
    for key, (fact, initials) in now.site.done.items():
        yield Settled(key, fact.what, fact.on, initials, fact.paper)


def _noted(now: DueScene) -> Iterator[Settled]:
    """What other records settled: deposits that were made, papers that were destroyed."""
    for deposit in now.site.deposits:
        for on in deposit.dates if deposit.made >= now.on - LATELY else ():
            yield Settled(
                f"deposit {on}", f"Deposit of {on:%a %b} {on.day}", deposit.made, paper=deposit.slip
            )
    for batch, on in now.site.destroyed.items():
        yield Settled(f"destroy {batch}", f"Batch {batch} destroyed", on)


def _tonight(now: DueScene) -> Iterator[Settled]:
    """Faults and boxes that were there as the last day opened."""
    if now.day is None:
        return
    for outage in now.day.cameras.known:
        if outage.table not in now.day.cameras.failing:
            yield Settled(fault_key(outage), f"Table {outage.table}: repaired", now.day.date)
    waiting = {day.number for day in now.pending.values()}
    for number in now.day.opening.pending:
        if number not in waiting:
            yield Settled(f"count {number}", f"Boxes of day {number} counted", now.day.date)


def soon(found: tuple[Task, ...], on: Date) -> Iterator[Task]:
    """What is late, and what is due within the next two weeks; not what may be done, nor tonight's."""
    dated = (task for task in found if task.by and not task.may and not task.tonight)
    return (task for task in dated if task.by and task.by <= on + AHEAD)


def summed(found: tuple[Task, ...], on: Date) -> str:
    """The board in a line: "2 due today, 1 late"; "" where nothing is."""
    late = sum(task.late(on) for task in found)
    today = sum(task.by == on for task in found)
    told = [f"{today} due today"] * bool(today) + [f"{late} late"] * bool(late)
    return ", ".join(told)
