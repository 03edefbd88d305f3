"""The day, its date and who is in charge, as the first reading had them."""

from datetime import timedelta

from pitdesk import kinds
from pitdesk.book.past import LONG
from pitdesk.rules.check import Act, Found, Scene, check
from pitdesk.rules.checks.night import NEEDS_REASON

_ONE = timedelta(days=1)


@check("nd.02-01.6", kinds.OpenDay, until=2)
def one_business_day_at_a_time(act: Act[kinds.OpenDay], now: Scene) -> Found:
    asked, today, last, taken = act.fact.date, act.at.date(), act.known.last, act.known.taken
    if abs(asked - today) > _ONE:
        yield f"{asked} is not near today, which is {today} here by this machine's clock. Check both."
    if now.day and not now.day.sealed:
        yield f"The day of {now.day.date} is still open. Close it before you open the next."
    elif last and asked <= last:
        yield f"The day of {last} is sealed; a new day must be later. Check the date."
    elif taken:
        yield f"{asked} is the date that day {taken} was given by mistake. Take the next date."


@check("nd.02-01.6", kinds.OpenDay, code=NEEDS_REASON, until=2)
def a_date_that_does_not_follow_has_a_reason(act: Act[kinds.OpenDay], now: Scene) -> Found:
    if now.day is None or not now.day.sealed or act.fact.reason.strip():
        return
    before, today = now.day.date, act.at.date()
    clock = f"This machine's clock says {today}. If that is wrong, set it. If it is right,"
    if before > today + _ONE:
        yield (
            f"The last day is dated {before}, in the future. {clock} open {act.fact.date} with a reason:"
            f" how the day of {before} came by its date."
        )
    elif act.fact.date - before > LONG:
        yield f"The last day was {before}, more than a year ago. {clock} open the day with a reason."


@check("nd.02-07.2", kinds.Duty, until=2)
def a_shift_manager_stays(act: Act[kinds.Duty], now: Scene) -> Found:
    if act.fact.on or not now.today.open_tables:
        return
    staying = [p for p in now.today.duty if p != act.fact.person]
    people = now.site.people
    if not any(people[p].holds("shift manager", now.on) for p in staying if p in people):
        yield "No shift manager would be left on site while a table is open. Hand over first."
