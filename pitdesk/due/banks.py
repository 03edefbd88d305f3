"""Cash banks: what each should hold, and its reconciliation each month: 99-01.3-08-16(3), (6)."""

from collections.abc import Iterator

from pitdesk.book.banks import drawers
from pitdesk.due.task import MONEY, DueScene, Task, shown
from pitdesk.kinds.editions import RECORDS
from pitdesk.records.banks import RECONCILE, reconciliations

IDEAL, COUNTED = "nd.08-16.3", "nd.08-16.6"
INTERVAL = "The text that sets how often was not read; PitDesk takes each month."


def ideals(now: DueScene) -> Iterator[Task]:
    """The master record of each cash bank that played a day and has none."""
    day = now.day
    if day is None or not day.sealed or day.edition < RECORDS:
        return
    for bank in drawers(day):
        if bank not in now.kept.ideal:
            yield Task(
                key=f"ideal {bank}",
                group=MONEY,
                words=f"Set what the {bank} should hold",
                how="From then on its reconciliations have a date.",
                section=now.section(IDEAL),
                by=None,
                who=now.who("ideal bank"),
                way="ideal bank",
                about=bank,
            )


def reconciled(now: DueScene) -> Iterator[Task]:
    """Each bank in each month."""
    for duty in reconciliations(now.kept, now.on):
        yield Task(
            key=f"{RECONCILE} {duty.about}",
            group=MONEY,
            words=duty.words,
            how=f"Once a month, by {shown(duty.by)}; one of the two is no cashier.",
            section=now.section(COUNTED),
            by=duty.by,
            who=now.who("reconcile bank"),
            way="reconcile bank",
            about=duty.about.rpartition(" ")[0],
            ask=INTERVAL,
            done=duty.done,
        )
