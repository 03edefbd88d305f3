"""The day and who is in charge: 99-01.3-02."""

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

from pitdesk import kinds
from pitdesk.book.past import LONG
from pitdesk.book.people import SHIFT_MANAGER
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checks.verbs import a, listed

NEEDS_REASON = "reason for the date"
HAND_OVER_FIRST = "hand over first"
_ONE = timedelta(days=1)


@check("nd.02-01.6", kinds.OpenDay, since=3)
def a_day_bears_the_date_on_which_it_begins(act: Act[kinds.OpenDay], now: Scene) -> Found:
    asked, today = act.fact.date, act.at.date()
    ahead = asked == today + _ONE and _today_is_taken(act, now)
    if not (today - _ONE <= asked <= today or ahead):
        yield (
            f"{asked} is not today, which is {today} here by this machine's clock. A day bears the date"
            " on which it begins: open that one, or set the clock."
        )


@check("pd.day", kinds.OpenDay, since=3)
def one_day_at_a_time(act: Act[kinds.OpenDay], now: Scene) -> Found:
    asked, last, taken = act.fact.date, act.known.last, act.known.taken
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


@check("pd.day", kinds.OpenDay, code=NEEDS_REASON, since=3)
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


@check("nd.02-07.2", kinds.Duty, code=HAND_OVER_FIRST, since=3)
def the_shift_is_handed_over_first(act: Act[kinds.Duty], now: Scene) -> Found:
    leaving = act.fact.person
    if act.fact.on or not now.today.open_tables or now.today.shifts.now != leaving:
        return
    managers = frozenset({SHIFT_MANAGER})
    people = (now.site.people.get(one) for one in now.today.duty if one != leaving)
    able = [one.id for one in people if one and one.holds_any(managers, now.on)]
    way = f"Hand over to {listed(able)} first." if able else "A shift manager comes on duty first."
    yield f"{now.name(leaving)} is the shift manager of this shift, and a table is open. {way}"


@check("nd.02-07.2", kinds.OpenTable, since=3)
def a_shift_has_its_manager(act: Act[kinds.OpenTable], now: Scene) -> Found:
    if not now.today.shifts.now:
        yield "No shift manager has this shift. Hand over to one who is on duty, then open the table."


@check("nd.02-07.2", kinds.HandOver)
def a_shift_is_taken_over_on_site(act: Act[kinds.HandOver], now: Scene) -> Found:
    person, has = act.fact.person, now.today.shifts.now
    if person not in now.site.people:
        return
    if person not in now.today.duty:
        yield f"{now.name(person)} is not on duty and cannot take the shift. Note the arrival first."
    if not any((one.person, one.role) == (person, SHIFT_MANAGER) for one in act.signers):
        yield f"{now.name(person)} takes the shift over and must initial it as shift manager."
    ended = any(
        one.role == "gaming manager" or (one.person, one.role) == (has, SHIFT_MANAGER)
        for one in act.signers
    )
    if has and has != person and not ended:
        yield f"{now.name(has)} has this shift and must initial its end, or the gaming manager does."


@check("pd.state", kinds.HandOver)
def a_shift_is_handed_to_somebody_else(act: Act[kinds.HandOver], now: Scene) -> Found:
    if act.fact.person == now.today.shifts.now:
        yield f"{now.name(act.fact.person)} has this shift already. Choose who takes it over."


@check("nd.02-07.3", kinds.Violation)
def a_violation_is_reported_by_a_manager(act: Act[kinds.Violation], now: Scene) -> Found:
    for signer in act.signers[:1]:
        if signer.role not in ("shift manager", "gaming manager"):
            yield f"{a(signer.role)} does not report violations. Tell the shift or the gaming manager."
    for whom, at in (("gaming division", act.fact.division), ("police", act.fact.police)):
        if at and not re.fullmatch(r"([01]?\d|2[0-3]):[0-5]\d", at):
            yield f"Enter the time at which the {whom} was told, such as 23:40, or leave it empty."


@check("nd.02-07.3w", kinds.Violation)
def a_violation_is_reported_at_once(act: Act[kinds.Violation], now: Scene) -> Found:
    whom = (("gaming division", act.fact.division), ("police", act.fact.police))
    if left := [who for who, at in whom if not at]:
        yield f"Tell the {' and the '.join(left)} now. The seal waits until somebody notes that."
