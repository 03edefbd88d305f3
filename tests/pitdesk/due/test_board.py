"""The Due board: each task appears, falls due, is late and is settled on the day that the text says."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from pitdesk.book.entries import Entry
from pitdesk.book.site import Layout
from pitdesk.due.board import summed, tasks
from pitdesk.due.task import DueScene
from pitdesk.kinds import Role
from pitdesk.records.banks import STEPS
from tests.pitdesk.conftest import TRAY


def keys(pit, of: str = "") -> list[str]:
    """The keys of the tasks, or of those of a kind, but for what the text gives no date."""
    return [task.key for task in pit.desk.due() if task.by and task.key.startswith(of)]


def task(pit, key):
    return next(one for one in pit.desk.due() if one.key == key)


def at(pit, on: date, hour: int = 18) -> None:
    pit.clock.at = datetime(on.year, on.month, on.day, hour, tzinfo=UTC)


def sealed(pit, on: date, cents: int = 30_000) -> None:
    """A day of a date, with so much of a drop at table 2; the drawer begins as it ended."""
    pit.clock.at = datetime(on.year, on.month, on.day, 22, tzinfo=UTC)
    pit.desk.open_day(on, pit.by("pia", "jo"))
    held = pit.journal.balances()
    counted = {place: dict(held[place]) for place in ("chip bank", "drawer") if place in held}
    counted = counted or {"chip bank": {"$1": 1000, "$5": 200}, "drawer": {"cash": 400_000}}
    pit.desk.count("opening", counted, pit.by("pia", "jo"))
    pit.open("2", TRAY)
    pit.end(t2=cents)


def paid(pit, on: date, made: date, cents: int = 30_000) -> Entry:
    by = pit.by("kim:bookkeeper")
    return pit.desk.deposit([on], made, cents, by, bank="First, 1234", slip=f"{made:%m%d}")


@pytest.mark.parametrize(
    ("activity", "due"),
    [  # the spec's dates: Thanksgiving, Christmas, the Fourth on a Sunday kept on the Monday, Juneteenth
        (date(2026, 11, 24), date(2026, 11, 30)),
        (date(2026, 12, 23), date(2026, 12, 29)),
        (date(2027, 7, 2), date(2027, 7, 8)),
        (date(2027, 6, 17), date(2027, 6, 22)),
    ],
)
def test_a_deposit_is_due_on_the_third_banking_day(dark, activity, due):
    sealed(dark, activity)
    at(dark, due)
    one = task(dark, f"deposit {activity}")
    assert (one.by, one.section, one.late(due)) == (due, "99-01.3-03-10(1)", False)
    assert summed(dark.desk.due(), due) == "1 due today"
    at(dark, due + timedelta(days=1))
    assert summed(dark.desk.due(), due + timedelta(days=1)) == "1 late"
    assert one.when(due + timedelta(days=2)) == "2 days late"
    paid(dark, activity, due)
    assert keys(dark) == []
    assert [one.key for one in dark.desk.done_lately()] == [f"deposit {activity}"]


def test_a_late_deposit_stays_however_many_days_follow_and_only_what_owes_is_read(dark):
    """Each day knows as it opens which days owe: settled ones are not read again."""
    first = date(2026, 1, 5)
    for week in range(6):
        on = first + timedelta(weeks=week)
        sealed(dark, on)
        if week != 1:
            at(dark, on + timedelta(days=2))
            paid(dark, on, on + timedelta(days=2))
    owed = date(2026, 1, 12)
    assert keys(dark, "deposit") == [f"deposit {owed}"]
    again = dark.another()
    asked: list[str] = []
    assert dark.journal._db.conn is not None
    dark.journal._db.conn.set_trace_callback(asked.append)
    assert [due.date for due in again.owed()] == [owed]
    few = len(asked)
    dark.journal._db.conn.set_trace_callback(None)
    sealed(dark, first + timedelta(weeks=6))
    paid(dark, first + timedelta(weeks=6), first + timedelta(weeks=6))
    sealed(dark, first + timedelta(weeks=7))
    assert dark.desk.day.opening.owing == (2,)
    paid(dark, first + timedelta(weeks=7), first + timedelta(weeks=7))
    again, asked[:] = dark.another(), []
    dark.journal._db.conn.set_trace_callback(asked.append)
    assert [due.date for due in again.owed()] == [owed]
    assert len(asked) == few
    assert DueScene.of(dark.journal, dark.clock.at).owed == again.owed()


def test_a_fault_has_two_clocks_and_names_what_is_open(pit):
    """Spec 3.3: fault on Monday 2026-11-02, four days end on 11-06."""
    pit.desk.fault("2", "recorder", pit.by("pia"))
    began = pit.desk.today.date
    one = next(one for one in pit.desk.due() if one.key.startswith("fault 2"))
    assert one.by == began + timedelta(days=4)
    assert (one.progress.far, one.progress.whole) == (0, 48 * 60)
    pit.later(hours=3)
    one = task(pit, one.key)
    assert one.progress.words == "45 h of 48 h of play left"
    assert "leaves open which of the two" in one.ask
    assert pit.desk.due()[0].limits
    pit.desk.camera("2", pit.by("pia"), reason="Ole changed the disk")
    assert not [key for key in keys(pit) if key.startswith("fault")]
    assert one.key in [done.key for done in pit.desk.done_lately()]


def test_the_look_of_a_day_names_the_tables_that_lack_it(pit):
    one = next(one for one in pit.desk.due() if one.key == "look 1")
    assert one.words == "Look at the camera of table 2, 7"
    assert one.tonight
    pit.desk.camera("2", pit.by("pia"))
    assert task(pit, "look 1").progress.words == "1 of 2 looked at"
    pit.desk.camera("7", pit.by("pia"))
    assert "look 1" not in keys(pit)


def test_a_box_that_waits_is_due_with_its_days_deposit(pit):
    pit.shut("2")
    pit.look()
    pit.boxes()
    pit.closing()
    pit.desk.close_day(400_000, pit.by("pia", "jo"))
    one = task(pit, "count 1")
    assert one.words == "Count box 2 of Fri Nov 20"
    assert one.by == date(2026, 11, 25)
    assert one.way == "drop count"


def test_the_state_hears_of_a_manager_who_came_after_the_first_day(pit):
    """Spec 1: 2026-11-21 → 2026-12-05. Who was manager before the book began is not asked about."""
    assert not [key for key in keys(pit) if key.startswith("manager")]
    pit.end()
    at(pit, date(2026, 11, 21))
    gus, uma = pit.desk.site.people["gus"], pit.desk.site.people["uma"]
    since = date(2026, 11, 21)
    for known, name in ((gus, "dealer"), (uma, "gaming manager")):
        roles = (*(one for one in known.roles if one.name != "gaming manager"), Role(name, since))
        by = pit.by("gus" if known is gus else "uma")
        pit.desk.set_person(replace(known, roles=roles, pin=None, badge=None), by=by)
    one = task(pit, "manager uma 2026-11-21")
    assert (one.by, one.section) == (date(2026, 12, 5), "99-01.3-02-07(1)")
    pit.desk.say_done(one.key, date(2026, 11, 21), "SFN 9413", pit.by("uma"))
    assert one.key not in keys(pit)
    assert pit.desk.done_lately()[0].paper == "SFN 9413"


def test_video_that_will_be_needed_is_due_forty_five_days_after_the_quarter(dark):
    """Spec 3.1: 10,400.00 and 9,700.00 to 2026-06-30 → 2026-08-14; a dollar less in all → never."""
    at(dark, date(2026, 7, 10))
    settings = {"quarters": {"2026Q1": 10_400_00, "2026Q2": 9_700_00}}
    dark.desk.set_site(settings, by=dark.by("gus"))
    one = task(dark, "video 2026-08-14")
    assert one.by == date(2026, 8, 14)
    assert one.words == "Video for table 3"
    dark.desk.set_table(Layout("3", "21", "3", True), by=dark.by("gus"))
    assert keys(dark) == []


def test_the_approval_of_the_records_is_asked_for_until_its_paper_is_there(dark):
    assert keys(dark) == []
    dark.desk.set_site({"video_required": True}, by=dark.by("gus"))
    one = task(dark, "recordkeeping")
    assert (one.section, one.by, one.late(date(2030, 1, 1))) == ("99-01.3-08-04(8)", None, False)
    assert "keep the attorney general's own recordkeeping system as well" in one.how
    on = dark.desk.site.local(dark.clock.at).date()
    dark.desk.say_done("recordkeeping", on, "AG letter", dark.by("gus"))
    assert "recordkeeping" not in [one.key for one in dark.desk.due()]


def test_a_site_in_the_west_of_the_state_has_its_own_date(dark):
    """At 06:30 UTC it is half past midnight in Fargo, and still the day before in Dickinson."""
    dark.desk.set_site({"zone": "America/Chicago"}, by=dark.by("gus"))
    dark.clock.at = datetime(2026, 11, 21, 6, 30, tzinfo=UTC)
    dark.desk.equipment("2", "moved", date(2026, 11, 21), dark.by("gus"))
    assert dark.desk.due()[0].by == date(2026, 12, 5)
    dark.desk.set_site({"zone": "America/Denver"}, by=dark.by("gus"))
    with dark.refused("pd.state", words="2026-11-21 is in the future"):
        dark.desk.equipment("2", "moved", date(2026, 11, 21), dark.by("gus"))


def test_the_board_without_a_desk_is_the_desks(pit):
    pit.desk.fault("2", "camera", pit.by("pia"))
    scene = DueScene.of(pit.journal, pit.clock.at)
    assert tasks(scene) == pit.desk.due()


def test_an_audited_day_whose_deposit_is_taken_back_is_looked_at_again(dark):
    first, second = date(2026, 11, 20), date(2026, 11, 21)
    for on in (first, second):
        sealed(dark, on)
    at(dark, date(2026, 11, 24))
    noted = [paid(dark, on, date(2026, 11, 24)) for on in (first, second)]
    dark.desk.audit_day(first, dict.fromkeys(STEPS, ""), dark.by("aud:auditor"))
    kim = dark.by("kim:bookkeeper")
    backs = [dark.desk.take_back_deposit(one.seq, "the slip says 89", kim) for one in noted]
    assert [back.fact.audited for back in backs] == [(first,), ()]
    key = f"audit {first} again, entry {backs[0].seq}"
    one = task(dark, key)
    assert one.who == ("auditor", "bookkeeper")
    assert one.how == "Slip 1124 of Tue Nov 24, taken back: the slip says 89"
    assert tasks(DueScene.of(dark.journal, dark.clock.at)) == dark.desk.due()
    audit = dark.desk.audit_day(first, dict.fromkeys(STEPS, ""), dark.by("aud:auditor"))
    assert audit.fact.again
    assert not [one for one in dark.desk.due() if "again" in one.key]


CLOSED = {  # what the Federal Reserve Banks publish for July 2026 to July 2027, besides the weekends
    *(date(2026, 9, 7), date(2026, 10, 12), date(2026, 11, 11), date(2026, 11, 26), date(2026, 12, 25)),
    *(date(2027, 1, 1), date(2027, 1, 18), date(2027, 2, 15), date(2027, 5, 31), date(2027, 7, 5)),
}
NIGHTS = (  # around each of them, over quarter's and year's end; June 19, 2027 is a Saturday: not moved
    *(date(2026, 9, 4), date(2026, 9, 30), date(2026, 10, 9), date(2026, 11, 9), date(2026, 11, 25)),
    *(date(2026, 12, 23), date(2026, 12, 31), date(2027, 1, 15), date(2027, 2, 12), date(2027, 2, 28)),
    *(date(2027, 5, 28), date(2027, 6, 17), date(2027, 7, 2)),
)


def third(on: date) -> date:
    """The third day on which banks are open, counted on fingers."""
    for _ in range(3):
        on += timedelta(days=1)
        while on in CLOSED or f"{on:%a}" in ("Sat", "Sun"):
            on += timedelta(days=1)
    return on


def test_a_year_of_nights_falls_due_as_the_calendar_on_the_wall_says(dark):
    """Each night's deposit is there from its seal to the day it is noted, on its day; none is lost."""
    owed: dict[date, date] = {}
    for at_, on in enumerate(NIGHTS):
        sealed(dark, on)
        owed[on] = third(on)
        deposits = [one for one in dark.desk.due() if one.way == "deposit"]
        assert {one.key: one.by for one in deposits} == {
            f"deposit {day}": by for day, by in owed.items()
        }
        if at_ % 3:  # every third is forgotten
            at(dark, owed[on])
            paid(dark, on, owed.pop(on))
    assert len(owed) == 5
    at(dark, date(2027, 7, 9))
    left = [one for one in dark.another().due() if one.way == "deposit"]
    assert summed(tuple(left), date(2027, 7, 9)) == "5 late"
    assert [one.key for one in left] == [f"deposit {day}" for day in sorted(owed)]
