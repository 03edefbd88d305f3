"""Video at the tables: without it, the daily look, faults and their two clocks, special events."""

from datetime import UTC, date, datetime, time

import pytest

from pitdesk.book.site import Layout
from tests.pitdesk.conftest import POSTED, TRAY, Pit

SMALL = POSTED | {"limits": (100, 200)}


@pytest.fixture
def asked(dark: Pit) -> Pit:
    """A site that must have video; table 3 has none."""
    dark.desk.set_site({"quarters": {"2026Q2": 10_300_00, "2026Q3": 9_700_00}}, dark.by("gus"))
    dark.begin()
    dark.arrive("kari", "dan", "bob")
    return dark


def test_two_quarters_close_a_table_without_video_to_more_than_two_dollars(asked: Pit) -> None:
    words = "Table 3 has no video: it takes at most $2.00 until it has. 2026Q2 took $10,300.00"
    with asked.refused("nd.53-06.1-10", words=words):
        asked.desk.open_table("3", TRAY, asked.by("dan"), **POSTED)
    asked.desk.open_table("3", TRAY, asked.by("dan"), **SMALL)
    with asked.refused("nd.53-06.1-10"):
        asked.desk.limits("3", (100, 300), asked.by("bob"))


def test_where_one_table_takes_more_each_has_video(asked: Pit) -> None:
    asked.desk.open_table("3", TRAY, asked.by("dan"), **SMALL)
    with asked.refused("nd.08-04", words="Table 3 is open without video"):
        asked.desk.open_table("2", TRAY, asked.by("kari"), **POSTED)
    asked.desk.open_table("2", TRAY, asked.by("kari"), **SMALL)
    with asked.refused("nd.08-04"):
        asked.desk.limits("2", (100, 2500), asked.by("bob"))
    asked.desk.close_table("3", TRAY, asked.by("dan"))
    asked.desk.limits("2", (100, 2500), asked.by("bob"))
    with asked.refused("nd.08-04", words="table 2 took more than $2.00 today"):
        asked.desk.open_table("3", TRAY, asked.by("dan"), **SMALL)


def test_a_temporary_table_needs_none(asked: Pit) -> None:
    asked.desk.event(*("Fair", date(2026, 11, 20), date(2026, 12, 3), "CITY-12", ["3"]), asked.by("gus"))
    asked.desk.open_table("3", TRAY, asked.by("dan"), **POSTED)
    asked.desk.open_table("2", TRAY, asked.by("kari"), **POSTED)


@pytest.mark.parametrize(
    ("since", "until", "approval", "tables", "rule"),
    [
        ("2026-11-20", "2026-12-03", "CITY-12", ["3"], ""),
        ("2026-11-20", "2026-12-04", "CITY-12", ["3"], "nd.01-02.4"),
        ("2026-11-20", "2026-11-19", "CITY-12", ["3"], "nd.01-02.4"),
        ("2026-11-20", "2026-11-20", " ", ["3"], "nd.01-02.4"),
        ("2026-11-20", "2026-11-20", "CITY-12", [], "nd.01-02.4"),
        ("2026-11-20", "2026-11-20", "CITY-12", ["9"], "nd.01-02.4"),
        ("2026-11-20", "2026-11-20", "CITY-12", ["7"], "nd.01-02.4"),  # a wheel
    ],
)
def test_events(dark: Pit, since: str, until: str, approval: str, tables: list[str], rule: str) -> None:
    days = (date.fromisoformat(since), date.fromisoformat(until))
    if not rule:
        dark.desk.event("Fair", *days, approval, tables, dark.by("gus"))
        return
    with dark.refused(rule):
        dark.desk.event("Fair", *days, approval, tables, dark.by("gus"))


def test_a_third_event_of_a_quarter_and_a_table_that_stays(dark: Pit) -> None:
    def event(name: str, since: date, until: date) -> None:
        dark.desk.event(name, since, until, "CITY-1", ["3"], dark.by("gus"))

    event("Fair", date(2026, 10, 1), date(2026, 10, 14))
    event("Fair", date(2026, 10, 1), date(2026, 10, 13))  # the same one, corrected
    with dark.refused("nd.08-04", words="from 2026-10-01 to 2026-10-15"):
        event("Fest", date(2026, 10, 14), date(2026, 10, 15))
    event("Fest", date(2026, 12, 25), date(2027, 1, 2))  # counts where it begins
    with dark.refused("nd.01-02.4", words="2026Q4 has 2 events already, Fair, Fest"):
        event("Feast", date(2026, 12, 31), date(2027, 1, 1))
    event("Feast", date(2027, 1, 10), date(2027, 1, 12))


# Faults


def test_four_days_end_a_fault_and_the_day_of_the_fault_is_not_counted(pit: Pit) -> None:
    pit.desk.camera("2", pit.by("pia"), "dark", "nobody knows")
    for later in range(1, 6):
        pit.end()
        pit.later(days=1)
        pit.begin(pit.held("chip bank"), 400_000)
        pit.arrive("kari")
        (outage,) = pit.desk.today.opening.outages
        assert outage.on == date(2026, 11, 20)
        if later == 5:
            with pit.refused("nd.08-04.7", words="4 days until 2026-11-24"):
                pit.desk.open_table("2", pit.held("tray 2"), pit.by("kari"), **POSTED)
            pit.desk.open_table("2", pit.held("tray 2"), pit.by("kari"), **SMALL)
            pit.desk.camera("2", pit.by("pia"), "clear", "Acme changed the cable")
            pit.desk.limits("2", (300, 2500), pit.by("pia"))
        else:
            pit.open("2", pit.held("tray 2"))
            pit.desk.camera("2", pit.by("pia"), "dark", "still")


def test_forty_eight_hours_of_activity_end_it_too(pit: Pit) -> None:
    pit.desk.fault("2", "recorder", pit.by("pia"))
    pit.later(hours=30)
    pit.desk.dealer("2", None, pit.by("kari"))
    pit.later(hours=30)  # nobody deals: that is no activity
    pit.desk.dealer("2", "kari", pit.by("kari"))
    pit.later(hours=17, minutes=59)
    assert not pit.desk.camera("2", pit.by("pia"), "dark", "still").fact.warnings
    pit.later(minutes=1)
    (warned,) = pit.desk.camera("2", pit.by("pia"), "dark", "still").fact.warnings
    assert warned.startswith("nd.08-04.7w: Table 2: recorder not working since ")
    with pit.refused("nd.08-04.7"):
        pit.desk.limits("2", (200, 2500), pit.by("pia"))


def test_a_fault_may_be_told_later_and_only_of_what_there_is(pit: Pit) -> None:
    entry = pit.desk.fault("2", "camera", pit.by("pia"), time(20))  # it is four in the afternoon
    assert pit.desk.site.local(entry.fact.since).isoformat() == "2026-11-19T20:00:00-06:00"
    for table, what in (("2", "lens"), ("3", "camera")):
        with pit.refused("pd.state"):
            pit.desk.fault(table, what, pit.by("pia"))
    with pit.refused("pd.reason", words="Write what was repaired, and by whom"):
        pit.desk.camera("2", pit.by("pia"))


def test_each_camera_is_looked_at_also_of_a_table_that_was_not_opened(pit: Pit) -> None:
    pit.desk.camera("2", pit.by("pia"))
    blocked = [one for one in pit.desk.blockers(0) if one.rule == "nd.08-04.7"]
    assert [str(one.about) for one in blocked] == ["Table(table='7')"]
    pit.desk.set_table(Layout("7", "PW", "7", False), pit.by("gus"))
    assert not any(one.rule == "nd.08-04.7" for one in pit.desk.blockers(0))


@pytest.mark.parametrize(("minute", "warned"), [((23, 0), False), ((22, 59), True)])
def test_two_recorders_overlap_by_ten_minutes(pit: Pit, minute: tuple[int, int], warned: bool) -> None:
    """08-04(5)(c): B from 22:50, with A until 23:00, or until 22:59."""
    pit.desk.recorder("2", "start", pit.by("pia"), recorder="A")
    for recorder, what, (hour, at) in (("B", "start", (22, 50)), ("A", "stop", minute)):
        pit.clock.at = datetime(2026, 11, 21, hour + 6 - 24, at, tzinfo=UTC)
        entry = pit.desk.recorder("2", what, pit.by("pia"), recorder=recorder)
    assert [words.partition(":")[0] for words in entry.fact.warnings] == ["nd.08-04.5c"] * warned


def test_recordings_that_end_after_midnight_are_kept_from_that_date_on(pit: Pit) -> None:
    """08-04(6): closed at 00:50 on 11-22 → kept through 12-22, let go from 12-23 on."""
    on = date(2026, 11, 21)
    pit.end()
    pit.later(days=1)
    pit.begin(pit.held("chip bank"))
    pit.clock.at = datetime(2026, 11, 22, 6, 50, tzinfo=UTC)
    pit.end()
    pit.clock.at = datetime(2026, 12, 22, 18, tzinfo=UTC)
    with pit.refused("nd.08-04.6"):
        pit.desk.release(on, pit.by("gus"))
    pit.desk.release(date(2026, 11, 20), pit.by("gus"))  # that of the day before ended on its date
    pit.later(days=1)
    assert pit.desk.release(on, pit.by("gus")).fact.ended == date(2026, 11, 22)
