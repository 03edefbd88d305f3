"""What the state hears of, and papers that may be destroyed: 99-01.3-02-07, 08-04(8), 08-13, 08-16."""

from collections.abc import Iterator
from datetime import timedelta

from pitdesk.due.task import PAPERS, DueScene, Task, shown
from pitdesk.rules.retention import HOLD

MANAGER, VIOLATION, RECORDKEEPING = "nd.02-07.1n", "nd.02-07.3w", "recordkeeping"
REPORTED = "Whether reported means the quarter of the return; PitDesk takes the later."


def batches(now: DueScene) -> Iterator[Task]:
    """Each batch of papers, from the day on which it may be destroyed."""
    for one, until, gone in now.batches():
        if gone is None:
            yield Task(
                key=f"destroy {one.batch}",
                group=PAPERS,
                words=f"Batch {one.batch}, {one.what} of {one.quarter}, may be destroyed",
                how=f"Kept through {until}. It lies in {one.place}; two people see it destroyed.",
                section="99-01.3-08-16",
                by=until + timedelta(days=1),
                who=now.rules.value("pd.who", "destroy", now.on),
                way="destroy",
                about=one.batch,
                ask="" if one.what == HOLD and now.site.filmed else REPORTED,
                may=True,
            )


def recordkeeping(now: DueScene) -> Iterator[Task]:
    """The approval of another system than the state's own, where the section on video binds."""
    if now.video.words:
        yield Task(
            key=RECORDKEEPING,
            group=PAPERS,
            words="Let the attorney general approve PitDesk for your records",
            how="Until that is approved, keep the attorney general's own recordkeeping system as well.",
            section=now.section("nd.08-04.8"),
            by=None,
            who=("gaming manager",),
        )


def posters(now: DueScene) -> Iterator[Task]:
    """House rules that changed and do not hang up yet."""
    site = now.site
    if site.options_version > site.posted:
        yield Task(
            key=f"posted {site.options_version}",
            group=PAPERS,
            words=f"Post version {site.options_version} of the house rules",
            how="They changed, and players are told before they play by them.",
            section=now.section("nd.08-13"),
            by=site.options_set,
            who=now.rules.value("pd.who", "posted", now.on),
            way="posted",
        )


def violations(now: DueScene) -> Iterator[Task]:
    """Each violation of the open day of which the division or the police were not told yet."""
    day = now.today
    for note in day.unexplained if day else ():
        if day and note.key.startswith("violation "):
            yield Task(
                key=f"{note.key} of day {day.number}",
                group=PAPERS,
                words=f"Tell the gaming division and the police of {note.key}",
                how="At once. Then explain it with who was told and when: the day cannot close before.",
                section=now.section(VIOLATION),
                by=day.date,
                who=("gaming manager", "shift manager"),
                way="explain",
                about=note.key,
                tonight=True,
            )


def managers(now: DueScene) -> Iterator[Task]:
    """The form about a gaming manager who became it after the book's first day."""
    days, began = now.days(MANAGER), now.nights.began
    for person in now.site.people.values():
        for role in person.roles:
            if role.name == "gaming manager" and began and role.since > began:
                yield Task(
                    key=f"manager {person.id} {role.since}",
                    group=PAPERS,
                    words=f"Tell the attorney general that {person.name} is gaming manager",
                    how=f"Gaming manager from {shown(role.since)} on; {days} days.",
                    section=now.section(MANAGER),
                    by=role.since + timedelta(days=days),
                    who=("gaming manager", "shift manager"),
                )
