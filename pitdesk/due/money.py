"""Deposits that are owed, and boxes that wait to be counted: 99-01.3-03-10(1), 08-14(1)."""

from collections.abc import Iterator

from pitdesk.chips import dollars
from pitdesk.documents.deposits import Due
from pitdesk.due.task import MONEY, DueScene, Task, shown

DEPOSIT, COUNT = "nd.03-10.1", "nd.08-14.1"


def deposits(now: DueScene) -> Iterator[Task]:
    """The deposit of each sealed day that left something."""
    for due in now.owed:
        if due.cents > 0:
            yield _deposit(due, now)


def deposit_key(due: Due) -> str:
    """By the date of the activity: a deposit names that, too."""
    return f"deposit {due.date}"


def _deposit(due: Due, now: DueScene) -> Task:
    how = f"The third banking day after {shown(due.date)}, the day of the activity."
    more = f" Box {', '.join(due.pending)} waits to be counted: its drop comes on top."
    return Task(
        key=deposit_key(due),
        group=MONEY,
        words=f"Deposit of {shown(due.date)}, ${dollars(due.cents)}",
        how=how + more * bool(due.pending),
        section=now.section(DEPOSIT),
        by=due.by,
        who=now.rules.value("pd.who", "deposit", now.on),
        way="deposit",
        about=due.date,
    )


def boxes(now: DueScene) -> Iterator[Task]:
    """The boxes of each day that was closed with its drop pending."""
    for on, day in now.pending.items():
        names = ", ".join(name.removeprefix("box ") for name in day.waiting)
        if not names or day.seal is None:
            continue
        yield Task(
            key=f"count {day.number}",
            group=MONEY,
            words=f"Count box {names} of {shown(on)}",
            how="Its drop belongs to that day's deposit, whose date does not move; until it is counted"
            " it goes back on no table.",
            section=now.section(COUNT),
            by=day.seal.deposit_due,
            who=("count team", "shift manager"),
            way="drop count",
        )
