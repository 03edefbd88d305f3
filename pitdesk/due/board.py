"""Every task of a book, and what was done lately. What is settled is gone, however it was settled."""

from collections.abc import Callable, Iterator
from datetime import date as Date
from datetime import timedelta

from pitdesk.due import cameras, money, papers
from pitdesk.due.cameras import fault_key
from pitdesk.due.task import SAID, Scene, Settled, Task

SOURCES: tuple[Callable[[Scene], Iterator[Task]], ...] = (
    *(money.deposits, money.boxes),
    *(cameras.faults, cameras.looks, cameras.recorders, cameras.samples, cameras.system),
    *(papers.managers, papers.recordkeeping, papers.posters, papers.batches),
)
LATELY = timedelta(days=60)  # for which a calendar is told that something is done
_NEVER = Date.max


def tasks(now: Scene) -> tuple[Task, ...]:
    """What is still to be done, by date; what limits play first."""
    found = (task for source in SOURCES for task in source(now))
    left = [task for task in found if task.way != SAID or task.key not in now.site.done]
    return tuple(sorted(left, key=lambda one: (not one.limits, one.by or _NEVER, one.key)))


def settled(now: Scene) -> tuple[Settled, ...]:
    """What was done lately, the newest first: what somebody said, deposits, repairs, counts."""
    told = (*_said(now), *_noted(now))
    recent = {one.key: one for one in told if one.on >= now.on - LATELY}
    open_ = {task.key for task in tasks(now)}
    left = (one for one in recent.values() if one.key not in open_)
    return tuple(sorted(left, key=lambda one: (one.on, one.key), reverse=True))


def _said(now: Scene) -> Iterator[Settled]:
    for key, (fact, initials) in now.site.done.items():
        yield Settled(key, fact.what, fact.on, initials, fact.paper)


def _noted(now: Scene) -> Iterator[Settled]:
    """What other entries settled: deposits; faults and boxes that were there as the last day opened."""
    for deposit in now.site.deposits:
        for on in deposit.dates:
            yield Settled(
                f"deposit {on}", f"Deposit of {on:%a %b} {on.day}", deposit.made, paper=deposit.slip
            )
    if now.day is None:
        return
    for outage in now.day.cameras.known:
        if outage.table not in now.day.cameras.failing:
            yield Settled(fault_key(outage), f"Table {outage.table}: repaired", now.day.date)
    for batch, on in now.site.destroyed.items():
        yield Settled(f"destroy {batch}", f"Batch {batch} destroyed", on)
    waiting = {day.number for day in now.pending.values()}
    for number in now.day.opening.pending:
        if number not in waiting:
            yield Settled(f"count {number}", f"Boxes of day {number} counted", now.day.date)


def summed(found: tuple[Task, ...], on: Date) -> str:
    """The board in a line: "2 due today, 1 late"; "" where nothing is."""
    late = sum(task.late(on) for task in found)
    today = sum(task.by == on for task in found)
    told = [f"{today} due today"] * bool(today) + [f"{late} late"] * bool(late)
    return ", ".join(told)
