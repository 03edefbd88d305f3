"""Tournaments and poker occasions: who won, banks to count, deposits: 99-01.3-08-15, 09-07, 03-10(1)."""

from collections.abc import Iterator
from datetime import datetime

from pitdesk.banking import deposit_due
from pitdesk.due.task import MONEY, PAPERS, DueScene, Task, shown
from pitdesk.records.contests import FINAL, Occasion, counts_on
from pitdesk.records.duties import BANKED, deposits

WON, POKER = "nd.08-15.4", "nd.09-01.o"
WHICH = "The text does not say which day of an occasion counts; PitDesk takes the {first}."


def prizes(now: DueScene) -> Iterator[Task]:
    """Who won each tournament that somebody entered."""
    for name, one in now.kept.contests.items():
        if one.players and one.set.date <= now.on:
            won = [prize.on for prize, _ in one.prizes if prize.round == FINAL]
            yield Task(
                key=f"won {name}",
                group=PAPERS,
                words=f"Write down who won the tournament {name}",
                how=f"It was set for {shown(one.set.date)}.",
                section=now.section(WON),
                by=one.set.date,
                who=now.who("tournament prize"),
                way="tournament prize",
                about=name,
                done=max(won, default=None),
            )


def fees(now: DueScene) -> Iterator[Task]:
    """The deposit of what each tournament brought; an occasion deposits that of its own."""
    held = (one for one in now.kept.contests.values() if one.brought_cents and one.set.date <= now.on)
    for duty in deposits(held, now.days(BANKED, "banking_days")):
        yield Task(
            key=f"deposit of tournament {duty.about}",
            group=MONEY,
            words=duty.words,
            how=f"The third banking day after {shown(duty.since)}. Prizes are paid by check.",
            section=now.section(duty.rule),
            by=duty.by,
            who=now.who("contest deposit"),
            way="contest deposit",
            about=duty.about,
            done=duty.done,
        )


def occasions(now: DueScene) -> Iterator[Task]:
    """The cash bank of each poker occasion, counted as it ends."""
    for name, one in now.kept.occasions.items():
        ends = datetime.fromisoformat(one.set.until).date()
        if one.began.date() <= now.on:
            yield Task(
                key=f"poker {name}",
                group=MONEY,
                words=f"Count the cash bank of the poker occasion {name}, by two",
                how=f"It ends on {shown(ends)}.",
                section=now.section(POKER),
                by=ends,
                who=now.who("close poker"),
                way="close poker",
                about=name,
                done=one.closed.on if one.closed else None,
            )
            yield from _brought(name, one, now)


def _brought(name: str, one: Occasion, now: DueScene) -> Iterator[Task]:
    """The deposit of what an occasion brought, once its bank was counted."""
    if one.brought_cents:
        first = now.rules.value(BANKED, "occasion", now.on)
        on = counts_on(one, first)
        yield Task(
            key=f"deposit of occasion {name}",
            group=MONEY,
            words=f"Deposit what the poker occasion {name} brought",
            how=f"The third banking day after {shown(on)}, its {first} day.",
            section=now.section(BANKED),
            by=deposit_due(on, now.days(BANKED, "banking_days")),
            who=now.who("contest deposit"),
            way="contest deposit",
            about=name,
            ask=WHICH.format(first=first),
            done=one.deposited,
        )
