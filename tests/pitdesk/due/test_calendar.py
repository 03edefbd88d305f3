"""The calendar file, as another program reads it: whole, no task twice, what is done is cancelled."""

from datetime import UTC, date, datetime

from icalendar import Calendar

from pitdesk.due.calendar import ics
from pitdesk.due.task import CAMERAS, Settled, Task

AT = datetime(2026, 11, 22, 16, 12, tzinfo=UTC)


def made(key: str, by: date | None, words: str = "Send the sample", **more: object) -> Task:
    said = {"how": "Fourteen days.", "section": "99-01.3-08-04(11)", "who": ("gaming manager",)}
    return Task(key=key, group=CAMERAS, words=words, by=by, **said, **more)


def read(tasks: list[Task], done: list[Settled] = (), entry: int = 812) -> tuple[bytes, list]:
    data = ics(tasks, done, book="84976f", entry=entry, site="Riverside; Lounge", at=AT)
    return data, Calendar.from_ical(data).walk("VEVENT")


def test_a_task_is_a_day_with_its_words_and_its_section():
    words = "Tisch 2: prüfen, dann „zu“; " + "sehr " * 40 + "\nlang"
    data, (event,) = read([made("sample 31", date(2026, 12, 5), words)])
    assert event["UID"] == "sample-31.84976f@pitdesk"
    assert event.decoded("DTSTART") == date(2026, 12, 5)
    assert event.decoded("DTEND") == date(2026, 12, 6)
    assert event["SUMMARY"] == words
    assert "99-01.3-08-04(11)" in event["DESCRIPTION"]
    assert all(len(line) <= 75 for line in data.split(b"\r\n"))
    assert not Calendar.from_ical(data).errors
    assert not event.errors


def test_what_has_no_date_or_is_of_this_night_is_left_out():
    _, events = read([made("a", None), made("look 1", date(2026, 11, 22), tonight=True)])
    assert events == []


def test_ten_imports_leave_each_task_once_and_none_that_is_done():
    """A calendar keeps an event for each UID; one that is cancelled goes."""
    calendar: dict[str, str] = {}
    sample, deposit = made("sample 31", date(2026, 12, 5)), made("deposit x", date(2026, 11, 25))
    done = Settled("deposit x", "Deposit", date(2026, 11, 24))
    for turn in range(10):
        left, gone = ([sample, deposit], []) if turn < 5 else ([sample], [done])
        for event in read(left, gone)[1]:
            if event["STATUS"] == "CANCELLED":
                calendar.pop(str(event["UID"]), None)
            else:
                calendar[str(event["UID"])] = str(event["SUMMARY"])
        assert len(calendar) == len(left)
    assert [*calendar] == ["sample-31.84976f@pitdesk"]


def test_a_task_that_comes_back_wins_over_its_end():
    """A calendar takes an event for newer by its SEQUENCE: it grows with the book."""
    sample = made("sample 31", date(2026, 12, 5))
    gone = Settled("sample 31", "Send the sample", date(2026, 11, 24))
    turns = [read([sample], entry=800), read([], [gone], entry=812), read([sample], entry=820)]
    found = [(event["SEQUENCE"], str(event["STATUS"])) for _, (event,) in turns]
    assert found == [(800, "CONFIRMED"), (812, "CANCELLED"), (820, "CONFIRMED")]
