"""Tasks as a file that a phone's calendar takes: iCalendar, RFC 5545.

A task has one UID for ever: an import changes what is there and adds nothing twice. A task that is done
is sent once more as cancelled, so that a calendar that keeps what it imported takes it away. Each event
bears the number of the book's newest entry: a later file always wins, also where a task comes back.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from pitdesk.due.task import Settled, Task

_WHOLE = """
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//PitDesk//Due//EN
CALSCALE:GREGORIAN
METHOD:PUBLISH
X-WR-CALNAME:{name}
{events}END:VCALENDAR
""".lstrip()
_EVENT = """
BEGIN:VEVENT
UID:{}
DTSTAMP:{}
SEQUENCE:{}
DTSTART;VALUE=DATE:{}
SUMMARY:{}
STATUS:{}
TRANSP:TRANSPARENT
{}END:VEVENT
""".lstrip()
_WIDE = 75  # octets of a line at most
_ESCAPES = {"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"}


def ics(
    tasks: Iterable[Task], done: Iterable[Settled], *, book: str, entry: int, site: str, at: datetime
) -> bytes:
    """The calendar's bytes. Tasks of the open night alone are left out: they are done by its end.

    book   what tells this book's tasks from another's;  entry: its newest;  at: now
    """
    of = (book, f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}", entry)
    events = [_task(task, *of) for task in tasks if task.by and not task.tonight]
    events += [_cancelled(one, *of) for one in done]
    whole = _WHOLE.format(name=_text(f"Due at {site}"), events="".join(events))
    return "".join(f"{part}\r\n" for line in whole.splitlines() for part in _folded(line)).encode()


def _task(task: Task, book: str, stamp: str, entry: int) -> str:
    assert task.by
    who = f"By {', '.join(task.who)}."
    told = " ".join(filter(None, (task.how, f"{task.section}.", who, task.ask)))
    more = f"DTEND;VALUE=DATE:{task.by + timedelta(days=1):%Y%m%d}\nDESCRIPTION:{_text(told)}\n"
    uid = _uid(task.key, book)
    return _EVENT.format(uid, stamp, entry, f"{task.by:%Y%m%d}", _text(task.words), "CONFIRMED", more)


def _cancelled(one: Settled, book: str, stamp: str, entry: int) -> str:
    uid = _uid(one.key, book)
    return _EVENT.format(uid, stamp, entry, f"{one.on:%Y%m%d}", _text(one.words), "CANCELLED", "")


def _uid(key: str, book: str) -> str:
    return f"{key.replace(' ', '-')}.{book}@pitdesk"


def _text(words: str) -> str:
    return "".join(_ESCAPES.get(letter, letter) for letter in words)


def _folded(line: str) -> Iterator[str]:
    """A line in parts of 75 octets at most, each but the first after a space; no letter is cut."""
    part, size = "", 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > _WIDE:
            yield part
            part, size = " ", 1
        part, size = part + letter, size + octets
    yield part
