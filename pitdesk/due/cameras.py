"""Video: faults, the daily look, recorders, samples for the state, when it must work: 99-01.3-08-04."""

from collections.abc import Iterator
from datetime import timedelta

from pitdesk import kinds
from pitdesk.book.cameras import active_s
from pitdesk.book.day import Day
from pitdesk.due.task import CAMERAS, DueScene, Progress, Task, shown

VIDEO, FAULT, SAMPLE, RECORDER = "nd.08-04", "nd.08-04.7", "nd.08-04.11", "nd.08-04.5b"
LOOKING = ("shift manager", "gaming manager", "pit boss", "dealer", "wheel operator", "cashier")
APPROVED = "approved"
NEW_SYSTEM = "The text gives no days for a system that is new to a site; PitDesk takes the same."
ONE_OF_TWO = "The text leaves open which of the two ends it; PitDesk takes the {first}."


def faults(now: DueScene) -> Iterator[Task]:
    """What fails at each table, with both clocks."""
    for outage in now.day.cameras.failing.values() if now.day else ():
        yield _fault(outage, now)


def fault_key(outage: kinds.Outage) -> str:
    """By its table and when it began."""
    return f"fault {outage.table} {outage.since:%Y%m%dT%H%M%SZ}"


def _fault(outage: kinds.Outage, now: DueScene) -> Task:
    table = now.day.tables.get(outage.table) if now.day else None
    played = active_s(outage, table.seats if table else (), now.at) // 60
    days, hours = now.days(FAULT), now.days(FAULT, "hours")
    since = now.site.local(outage.since)
    left = max(0, 60 * hours - played)
    first = now.rules.value(FAULT, "first", now.on)
    return Task(
        key=fault_key(outage),
        group=CAMERAS,
        words=f"Table {outage.table}: repair, or close it or take $2 at most",
        how=f"{outage.what.capitalize()} since {since:%a %b} {since.day} {since:%H:%M}. {hours} hours of"
        f" play or {days} days, the {first}.",
        section=now.section(FAULT),
        by=None if first == "later" and left else outage.on + timedelta(days=days),
        who=LOOKING,
        way="camera",
        about=outage.table,
        progress=Progress(played, 60 * hours, f"{left // 60} h of {hours} h of play left"),
        ask=ONE_OF_TWO.format(first=first),
        limits=True,
    )


def looks(now: DueScene) -> Iterator[Task]:
    """The look at each camera of the open day, once a table has opened."""
    day = now.today
    if day is None or not day.tables:
        return
    tables = [
        name
        for name, layout in now.site.tables.items()
        if layout.video and not now.site.temporary(name, day.date)
    ]
    left = [name for name in tables if name not in day.cameras.seen]
    if left:
        done = len(tables) - len(left)
        yield Task(
            key=f"look {day.number}",
            group=CAMERAS,
            words=f"Look at the camera of table {', '.join(left)}",
            how="Once each gaming day, of each table with video, opened or not.",
            section=now.section(FAULT),
            by=day.date,
            who=LOOKING,
            way="camera",
            about=left[0],
            progress=Progress(done, len(tables), f"{done} of {len(tables)} looked at"),
            tonight=True,
        )


def recorders(now: DueScene) -> Iterator[Task]:
    """The recorder of each table that plays and none runs of, where the log is kept here."""
    day = now.today
    if day is None or not now.site.keeps("recorder"):
        return
    for table in day.open_tables:
        layout = now.site.tables.get(table.table)
        if layout and layout.video and not day.cameras.running(table.table):
            yield _recorder(table.table, day, now)


def _recorder(table: str, day: Day, now: DueScene) -> Task:
    return Task(
        key=f"recorder {table} {day.number}",
        group=CAMERAS,
        words=f"Start the recorder of table {table}, and note it",
        how="It runs from the moment chips are on the table until the table closes for the day.",
        section=now.section(RECORDER),
        by=day.date,
        who=now.rules.value("nd.08-04.5a", "by", now.on),
        way="recorder",
        about=table,
        tonight=True,
    )


def samples(now: DueScene) -> Iterator[Task]:
    """A sample for the state after equipment came, moved or changed, until the state approves it."""
    approved = {fact.table: seq for seq, fact in now.site.equipment if fact.what == APPROVED}
    for seq, fact in now.site.equipment:
        if fact.what != APPROVED and approved.get(fact.table, 0) < seq:
            yield _sample(seq, fact, now)


def _sample(seq: int, fact: kinds.Equipment, now: DueScene) -> Task:
    days, new = now.days(SAMPLE), fact.what == "installed"
    return Task(
        key=f"sample {seq}",
        group=CAMERAS,
        words=f"Send the state a sample of the video of table {fact.table}",
        how=f"{fact.what.capitalize()} on {shown(fact.on)}; {days} days. SFN 19857; send it again until"
        " it is approved.",
        section=now.section(SAMPLE),
        by=fact.on + timedelta(days=days),
        who=("gaming manager", "shift manager"),
        ask=NEW_SYSTEM if new else "",
    )


def system(now: DueScene) -> Iterator[Task]:
    """Video where the site's activity asks for it and a table that stays here has none."""
    without = [
        name
        for name, layout in now.site.tables.items()
        if layout.game == "21" and not layout.video and not now.site.temporary(name, now.on)
    ]
    if now.video.words and now.video.by and without:
        yield Task(
            key=f"video {now.video.by}",
            group=CAMERAS,
            words=f"Video for table {', '.join(without)}",
            how=f"{now.video.words} {now.days(VIDEO)} days after the quarter's end. Without it, all"
            " tables here take $2 at most.",
            section=now.section(VIDEO),
            by=now.video.by,
            who=("gaming manager",),
            way="table",
        )
