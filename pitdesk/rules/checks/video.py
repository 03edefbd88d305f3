"""Video: who needs it, temporary tables, the daily look, faults: 99-01.3-08-04, 01-02(4), 53-06.1-10."""

from datetime import date, timedelta

from pitdesk import kinds
from pitdesk.book.cameras import active_s
from pitdesk.book.past import quarter_of
from pitdesk.chips import dollars
from pitdesk.kinds import Fact
from pitdesk.rules.check import Act, Finding, Found, Scene, check
from pitdesk.rules.checks.limits import POSTING, posted
from pitdesk.rules.checks.verbs import listed
from pitdesk.subjects import Table

VIDEO, FAULTS, EVENTS = "nd.08-04", "nd.08-04.7", "nd.01-02.4"


def _small(now: Scene) -> int:
    """The highest wager in cents that needs no video."""
    most: int = now.value("nd.53-06.1-10", "no_video_cents")
    return most


def _unseen(now: Scene, table: str | None) -> bool:
    """Whether a table is one of twenty-one that is regularly here, and no system sees it."""
    layout = now.layout(table)
    return bool(layout and layout.game == "21" and not layout.video) and not now.site.temporary(
        table or "", now.on
    )


@check("nd.53-06.1-10", *POSTING, since=3)
def no_video_means_small_wagers(act: Act[Fact], now: Scene) -> Found:
    limits, most = posted(act, now, "21"), _small(now)
    if limits and limits[1] > most and _unseen(now, act.fact.table) and now.video().binds(now.on):
        yield (
            f"Table {act.fact.table} has no video: it takes at most ${dollars(most)} until it has."
            f" {now.video().words}"
        )


@check(VIDEO, *POSTING, since=3)
def every_table_has_video_where_one_takes_more(act: Act[Fact], now: Scene) -> Found:
    limits, most, name = posted(act, now, "21"), _small(now), act.fact.table
    if limits is None or not now.video().binds(now.on):
        return
    others = [one for one in now.today.tables.values() if one.game == "21" and one.table != name]
    higher = [one.table for one in others if one.limits[1] > most]
    unseen = [one.table for one in others if one.state == "open" and _unseen(now, one.table)]
    if limits[1] <= most and _unseen(now, name) and higher:
        yield (
            f"Table {name} has no video, and table {listed(higher)} took more than ${dollars(most)}"
            " today: then every table here needs it. Leave this one closed."
        )
    elif limits[1] > most and unseen:
        yield (
            f"Table {listed(unseen)} is open without video: then no table takes more than"
            f" ${dollars(most)}. Close it first."
        )


@check("nd.08-04w", *POSTING, since=3)
def video_will_be_needed(act: Act[Fact], now: Scene) -> Found:
    limits, needed = posted(act, now, "21"), now.video()
    late = needed.binds(now.on) or not needed.words
    if limits and limits[1] > _small(now) and _unseen(now, act.fact.table) and not late:
        yield f"Table {act.fact.table} has no video, which must work by {needed.by}. {needed.words}"


# Special events


@check(EVENTS, kinds.Event, since=3)
def events_are_short_and_few(act: Act[kinds.Event], now: Scene) -> Found:
    event, days, most = act.fact, now.value(EVENTS, "days"), now.value(EVENTS, "events")
    if not event.name.strip() or not event.approval.strip():
        yield "An event has a name, and an approval in writing. Enter the name and the number."
    if event.until < event.since:
        yield f"The event ends on {event.until}, before it begins. Correct the dates."
    elif (event.until - event.since).days >= days:
        yield f"An event lasts {days} days at most. End it by {event.since + timedelta(days - 1)}."
    games = {layout.table for layout in now.site.tables.values() if layout.game == "21"}
    if not event.tables or not games.issuperset(event.tables):
        yield f"An event is for tables of twenty-one. Name some of these: {listed(games)}."
    quarter = quarter_of(event.since)
    others = {key for key in now.site.events if quarter_of(key[1]) == quarter}
    if len(others - {(event.name, event.since)}) >= most:
        names = listed(name for name, _ in others)
        yield f"{quarter} has {most} events already, {names}. Begin this one in another quarter."


@check(VIDEO, kinds.Event, since=3)
def a_table_that_stays_is_not_temporary(act: Act[kinds.Event], now: Scene) -> Found:
    event, most = act.fact, now.value(EVENTS, "days")
    if event.until < event.since or (event.until - event.since).days >= most:
        return
    for table in event.tables:
        first, last = event.since, event.until
        while now.site.temporary(table, first - timedelta(days=1)):
            first -= timedelta(days=1)
        while now.site.temporary(table, last + timedelta(days=1)):
            last += timedelta(days=1)
        if (last - first).days >= most:
            yield (
                f"With the events beside this one, table {table} would be here from {first} to {last}:"
                f" more than {most} days in a row need video. Choose another table."
            )


# The daily look, and faults


@check(FAULTS, kinds.CloseDay, since=3)
def every_camera_was_looked_at(act: Act[kinds.CloseDay], now: Scene) -> Found:
    for name, layout in now.site.tables.items() if now.today.tables else ():
        temporary = now.site.temporary(name, now.on)
        if layout.video and not temporary and name not in now.today.cameras.seen:
            words = f"The camera of table {name} was not reviewed today. Review and note it."
            yield Finding(words, Table(name))


def overdue(name: str | None, act: Act[Fact], now: Scene) -> str:
    """How long what fails at a table has failed, where that is too long; else ""."""
    outage = now.today.cameras.failing.get(name or "")
    if outage is None:
        return ""
    table, value = now.table(name), now.value
    days = value(FAULTS, "days")
    last: date = outage.on + timedelta(days=days)
    hours = active_s(outage, table.seats if table else (), act.at) // 3600
    ended = [now.on > last, hours >= value(FAULTS, "hours")]
    if any(ended) if value(FAULTS, "first") == "earlier" else all(ended):
        since = now.site.local(outage.since)
        said = f"{outage.what} since {since:%Y-%m-%d %H:%M}"
        return f"{said}, {days} days until {last}, {hours} h of play"
    return ""


@check(FAULTS, *POSTING, since=3)
def faults_are_repaired_in_time(act: Act[Fact], now: Scene) -> Found:
    layout, table = now.layout(act.fact.table), act.fact.table
    high = (posted(act, now, layout.game) if layout else None) or (0, 0)
    closes = _closes(table, now)
    if (high[1] > _small(now) or closes) and (words := overdue(table, act, now)):
        way = "Leave it closed" if closes else f"Take ${dollars(_small(now))} at most"
        yield f"Table {table}: {words}. {way} until it is repaired and a look is clear."


def _closes(table: str | None, now: Scene) -> bool:
    """Whether a fault that is not repaired in time closes a table, however small its wagers."""
    layout = now.layout(table)
    return bool(layout and layout.game == "PW" and now.value(FAULTS, "wheel") == "close")


@check("nd.08-04.7w", kinds.Camera, kinds.Dealer, kinds.CloseTable, since=3)
def a_table_plays_on_beyond_the_limit(act: Act[Fact], now: Scene) -> Found:
    table, seen = now.table(act.fact.table), act.fact
    if isinstance(seen, kinds.Camera) and seen.view == "clear":
        return
    if table is None or table.state != "open":
        return
    closes = _closes(table.table, now)
    if (table.limits[1] > _small(now) or closes) and (words := overdue(table.table, act, now)):
        way = "Close it" if closes else f"Close it, or lower it to ${dollars(_small(now))},"
        yield f"Table {table.table}: {words}. {way} now."


@check("pd.reason", kinds.Camera, since=3)
def a_repair_is_told(act: Act[kinds.Camera], now: Scene) -> Found:
    fails = now.today.cameras.failing.get(act.fact.table)
    if fails and act.fact.view == "clear" and not act.fact.reason.strip():
        yield f"Table {act.fact.table} failed: {fails.what}. Write what was repaired, and by whom."


@check("pd.state", kinds.Fault, since=3)
def a_fault_is_of_a_recorder_or_a_camera(act: Act[kinds.Fault], now: Scene) -> Found:
    layout = now.layout(act.fact.table)
    if act.fact.what not in ("recorder", "camera"):
        yield f"'{act.fact.what}' is no part of a video system here. Choose recorder or camera."
    if layout and not layout.video:
        yield f"Table {act.fact.table} has no video. Say so only where one should work."
