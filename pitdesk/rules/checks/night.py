"""The day and who is in charge: 99-01.3-02."""

from datetime import timedelta

from pitdesk import kinds
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checks.verbs import listed


@check("nd.02-01.6", kinds.OpenDay)
def one_business_day_at_a_time(act: Act[kinds.OpenDay], now: Scene) -> Found:
    asked = act.fact.date
    if abs(asked - act.at.date()) > timedelta(days=1):
        yield f"{asked} is not near today, which is {act.at:%Y-%m-%d} here. Check the date."
    if now.day and not now.day.sealed:
        yield f"The day of {now.day.date} is still open. Close it before you open the next."
    elif now.day and asked <= now.day.date:
        yield f"The day of {now.day.date} is sealed; a new day must be later. Check the date."


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
