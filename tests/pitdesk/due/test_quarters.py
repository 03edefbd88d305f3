"""A year of a site: every task appears, falls due and is settled as the calendar on the wall says."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from pitdesk.book.journal import Journal
from pitdesk.book.past import opening, quarter_of
from pitdesk.due.board import beside, tasks
from pitdesk.due.task import DueScene
from pitdesk.records.banks import STEPS
from tests.pitdesk.due.year import Year, played
from tests.storm import many

pytestmark = [pytest.mark.storm, pytest.mark.long]


@pytest.fixture(scope="module")
def year(lives) -> Iterator[Year]:
    """Two nights a week, so that the year is short; all five in a storm."""
    with lives() as pit:
        yield from played(pit, min(5, many(2)))


def test_each_noon_board_and_wall_say_the_same(year):
    assert year.wrong == {}


def test_every_kind_of_task_appeared(year):
    assert {name.split()[0] for name in year.seen} == {
        *("deposit", "fault", "hold", "review", "return", "audit", "rent", "reconcile", "won", "poker"),
    }
    assert {"deposit of tournament Cup", "deposit of occasion Fair"} <= year.seen
    assert [*year.wall.low] == ["2027Q4"]


def test_each_opening_says_what_is_settled_since(year):
    """Of the year's quarters those that asked for nothing more in the last sixty days."""
    journal = year.pit.journal
    said = [opening(journal, number).settled for number in journal.days()]
    quarter = [quarter_of(opening(journal, one).date) if one else "" for one in said]
    assert quarter == sorted(quarter)
    assert [*dict.fromkeys(quarter)] == ["", "2027Q3", "2027Q4", "2028Q1"]
    for number, name in zip(journal.days(), quarter, strict=True):
        if name:
            assert opening(journal, number).date - max(
                year.wall.audited[name], *_reviewed(year, name)
            ) > (timedelta(days=60))


def _reviewed(year, quarter):
    """The last days of the weeks that were reviewed after a quarter."""
    low = year.wall.low.get(quarter)
    return [monday + timedelta(days=6) for monday in year.wall.reviewed if low] or [date.min]


def test_what_is_settled_is_not_read_again(year, monkeypatch):
    """The board of the book just opened reads no audit, deposit or opening of settled quarters."""
    journal, seen = year.pit.journal, []
    read = Journal._read_entry
    monkeypatch.setattr(
        Journal, "_read_entry", lambda self, *row: seen.append(read(self, *row)) or seen[-1]
    )
    scene = DueScene.of(journal, year.pit.clock.at)
    tasks(scene, beside(scene))
    monkeypatch.undo()
    last = journal.numbered("day", opening(journal, journal.last_number("day")).settled)
    passing = [entry for entry in seen if entry.kind in ("audit day", "deposit")]
    assert all(entry.seq > last.seq for entry in passing)
    assert len(passing) < len(year.wall.audits) + len(year.wall.paid)
    openings = {entry.seq for entry in seen if entry.kind == "open day"}
    assert len([seq for seq in openings if seq < last.seq]) == 1  # the first day of all


def test_a_phone_that_took_in_every_file_has_what_is_left_and_nothing_twice(year):
    assert year.twice == []
    left = year.wall.due(date(2028, 7, 31))
    assert sorted(day for _, day in year.phone.values()) == sorted(left.values())


def test_an_audit_of_long_ago_is_done_again_where_its_deposit_is_taken_back(year):
    """Of a day that is settled; the book just opened knows it, too. Last: it leaves a deposit due."""
    pit, journal = year.pit, year.pit.journal
    board = lambda: tasks(DueScene.of(journal, pit.clock.at))  # noqa: E731
    first = min(year.wall.nights)
    noted = next(one.entry for one in pit.desk.site.deposits if first in one.dates)
    pit.desk.take_back_deposit(noted, "another slip", pit.by("kim:bookkeeper"))
    key = next(one.key for one in pit.desk.due() if one.key.startswith(f"audit {first} again"))
    assert key in {one.key for one in board()}
    pit.desk.audit_day(first, dict.fromkeys(STEPS, ""), pit.by("aud:auditor"))
    assert key not in {one.key for one in (*board(), *pit.desk.due())}
