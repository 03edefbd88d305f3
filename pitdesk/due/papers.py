"""What the state hears of, and papers: 99-01.3-02-07(1)."""

from collections.abc import Iterator
from datetime import timedelta

from pitdesk.due.task import PAPERS, Scene, Task, shown

MANAGER = "nd.02-07.1n"


def managers(now: Scene) -> Iterator[Task]:
    """The form about a gaming manager who became it after the book's first day."""
    days = now.days(MANAGER)
    for person in now.site.people.values():
        for role in person.roles:
            if role.name == "gaming manager" and now.began and role.since > now.began:
                yield Task(
                    key=f"manager {person.id} {role.since}",
                    group=PAPERS,
                    words=f"Tell the attorney general that {person.name} is gaming manager",
                    how=f"Gaming manager from {shown(role.since)} on; {days} days.",
                    section=now.section(MANAGER),
                    by=role.since + timedelta(days=days),
                    who=("gaming manager", "shift manager"),
                )
