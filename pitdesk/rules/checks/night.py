"""The day and who is in charge: 99-01.3-02."""

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

from pitdesk import kinds
from pitdesk.book.past import LONG
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checks.verbs import listed

NEEDS_REASON = "reason for the date"
_ONE = timedelta(days=1)


@check("nd.02-01.6", kinds.OpenDay, since=3)
def one_business_day_at_a_time(act: Act[kinds.OpenDay], now: Scene) -> Found:
    asked, today, last, taken = act.fact.date, act.at.date(), act.known.last, act.known.taken
    ahead = asked == today + _ONE and _today_is_taken(act, now)
    if not (today - _ONE <= asked <= today or ahead):
        yield (
            f"{asked} is not today, which is {today} here by this machine's clock. A day bears the date"
            " on which it begins: open that one, or set the clock."
        )
    if now.day and not now.day.sealed:
        yield f"The day of {now.day.date} is still open. Close it before you open the next."
    elif last and asked <= last:
        yield f"The day of {last} is sealed; a new day must be later. Check the date."
    elif taken:
        yield f"{asked} is the date that day {taken} was given by mistake. Take the next date."


@check("pd.late", kinds.OpenDay, since=3)
def yesterday_is_opened_in_the_night_alone(act: Act[kinds.OpenDay], now: Scene) -> Found:
    until = now.value("pd.late", "until_hour")
    last, yesterday = act.known.last, act.at.date() - _ONE
    if act.fact.date == yesterday and not (last and last >= yesterday) and act.at.hour >= until:
        yield (
            f"It is past {until} in the morning, too late to open the day of {act.fact.date}. Open the"
            f" day of {act.at.date()}."
        )


@check("nd.02-01.6", kinds.OpenDay, code=NEEDS_REASON, since=3)
def a_date_that_does_not_follow_has_a_reason(act: Act[kinds.OpenDay], now: Scene) -> Found:
    if now.day is None or not now.day.sealed or act.fact.reason.strip():
        return
    before, today = now.day.date, act.at.date()
    clock = f"This machine's clock says {today}. If that is wrong, set it. If it is right,"
    if before > today or _today_is_taken(act, now):
        yield (
            f"The last day is dated {before}, ahead of the day on which it began. {clock} open"
            f" {act.fact.date} with a reason: how the day of {before} came by its date."
        )
    elif act.fact.date - before > LONG:
        yield f"The last day was {before}, more than a year ago. {clock} open the day with a reason."


def _today_is_taken(act: Act[kinds.OpenDay], now: Scene) -> bool:
    """Whether another day was given today's date by mistake, so that only tomorrow's is left."""
    day = now.day
    if day is None or act.known.today != day.number:
        return bool(act.known.today)
    return day.opened.at.astimezone(ZoneInfo(day.opening.zone)).date() < day.date


@check("nd.02-07.2", kinds.OpenDay)
def a_shift_manager_opens(act: Act[kinds.OpenDay], now: Scene) -> Found:
    if not any(signer.role == "shift manager" for signer in act.signers):
        managers = (person.id for person in now.site.holders("shift manager", now.on))
        yield f"No shift manager opens the day. Ask one: {listed(managers)}."


@check("nd.02-07.2", kinds.Duty)
def a_shift_manager_stays(act: Act[kinds.Duty], now: Scene) -> Found:
    if act.fact.on or not now.today.open_tables:
        return
    staying = [p for p in now.today.duty if p != act.fact.person]
    people = now.site.people
    if not any(people[p].holds("shift manager", now.on) for p in staying if p in people):
        yield "No shift manager would be left on site while a table is open. Hand over first."


@check("nd.02-07.3", kinds.Violation)
def a_violation_is_reported_by_a_manager(act: Act[kinds.Violation], now: Scene) -> Found:
    for signer in act.signers[:1]:
        if signer.role not in ("shift manager", "gaming manager"):
            yield f"A {signer.role} does not report violations. Tell the shift or the gaming manager."
    for whom, at in (("gaming division", act.fact.division), ("police", act.fact.police)):
        if at and not re.fullmatch(r"([01]?\d|2[0-3]):[0-5]\d", at):
            yield f"Enter the time at which the {whom} was told, such as 23:40, or leave it empty."


@check("nd.02-07.3w", kinds.Violation)
def a_violation_is_reported_at_once(act: Act[kinds.Violation], now: Scene) -> Found:
    whom = (("gaming division", act.fact.division), ("police", act.fact.police))
    if left := [who for who, at in whom if not at]:
        yield f"Tell the {' and the '.join(left)} now. The seal waits until somebody notes that."
