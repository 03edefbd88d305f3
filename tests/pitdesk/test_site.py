from datetime import UTC, date, datetime, timedelta

import pytest

from pitdesk.chips import Chip
from pitdesk.entries import Entry
from pitdesk.people import Person, Role, Tie
from pitdesk.site import Layout, Site

SINCE = date(2024, 1, 1)


def entry(kind, detail):
    return Entry(
        seq=1,
        kind=kind,
        at=datetime(2026, 11, 20, 22, tzinfo=UTC),
        day=0,
        number=None,
        about=None,
        request=None,
        postings=(),
        signatures=(),
        detail=detail,
        hash=bytes(32),
    )


def table(number, box):
    return entry("table", {"table": number, "game": "21", "box": box, "video": True})


def test_settings_add_up_and_the_newest_stands():
    site = Site.of(
        [
            entry("site", {"organization": "Dakota Lions", "name": "Riverside"}),
            entry("site", {"name": "Riverside Lounge", "color_up": True}),
        ]
    )
    assert site.settings == {
        "organization": "Dakota Lions",
        "name": "Riverside Lounge",
        "color_up": True,
    }


def test_a_table_is_changed_by_its_number():
    site = Site.of([table("1", "1"), table("2", "2"), table("1", "11")])
    assert site.tables == {
        "1": Layout("1", "21", "11", True),
        "2": Layout("2", "21", "2", True),
    }


def test_chips_people_and_ties_come_from_their_entries():
    kari = Person("kari", "Kari Lund", "KL", (Role("dealer", SINCE),))
    look = {"color": "red", "spots": 6, "kind": "solid", "second": "yellow"}
    site = Site.of(
        [
            entry("chip", {"chip": "$5", "look": look}),
            entry("person", kari.detail),
            entry("tie", {"tie": "household", "one": "kari", "other": "dan"}),
        ]
    )
    assert site.chips == {Chip.named("$5"): look}
    assert site.people == {"kari": kari}
    assert site.ties == [Tie("household", "kari", "dan")]


def test_other_entries_change_nothing():
    site = Site.of([table("1", "1")])
    before = repr(site)
    for kind in ("fill", "open day", "count", "no such kind"):
        site.apply(entry(kind, {"table": "9", "chips": {}}))
    assert repr(site) == before


def test_a_tie_holds_both_ways():
    tie = Tie("supervises", "pia", "kari")
    site = Site(ties=[tie])
    assert site.tied("pia", "kari") == site.tied("kari", "pia") == tie
    assert site.tied("pia", "dan") is None


def test_a_role_has_its_holders_on_their_days():
    kari = Person("kari", "K", "K", (Role("dealer", SINCE),))
    dan = Person("dan", "D", "D", (Role("dealer", SINCE, date(2026, 1, 1)), Role("cashier", SINCE)))
    site = Site(people={"kari": kari, "dan": dan})
    assert site.holders("dealer", date(2025, 12, 31)) == [kari, dan]
    assert site.holders("dealer", date(2026, 1, 1)) == [kari]
    assert site.holders("dealer", date(2023, 12, 31)) == []


@pytest.mark.parametrize(
    ("zone", "at", "hour", "offset_h"),
    [
        (None, datetime(2026, 11, 20, 22, tzinfo=UTC), 16, -6),
        (None, datetime(2026, 7, 1, 22, tzinfo=UTC), 17, -5),
        ("America/Denver", datetime(2026, 11, 20, 22, tzinfo=UTC), 15, -7),
    ],
)
def test_slips_bear_the_sites_own_time_with_its_offset(zone, at, hour, offset_h):
    site = Site(settings={"zone": zone} if zone else {})
    assert site.local(at).hour == hour
    assert site.local(at).utcoffset() == timedelta(hours=offset_h)


def test_the_hour_that_comes_twice_is_told_apart_by_its_offset():
    site = Site()
    first = site.local(datetime(2026, 11, 1, 6, 30, tzinfo=UTC))
    again = site.local(datetime(2026, 11, 1, 7, 30, tzinfo=UTC))
    assert (first.hour, first.minute) == (again.hour, again.minute) == (1, 30)
    assert first.isoformat() == "2026-11-01T01:30:00-05:00"
    assert again.isoformat() == "2026-11-01T01:30:00-06:00"


def test_numbers_lost_with_a_book_are_kept_and_never_come_again():
    lost = {"fill": [413, 420], "credit": [7, 9]}
    site = Site.of([entry("restore", {"lost": lost})])
    assert site.lost == [("fill", 413, 420, 1), ("credit", 7, 9, 1)]
    assert site.settings == {"first_fill": 421, "first_credit": 10}


@pytest.mark.parametrize(
    ("settings", "practice"),
    [({}, False), ({"practice": False}, False), ({"practice": True, "name": "Training Room"}, True)],
)
def test_a_site_is_for_practice_where_its_book_says_so(settings, practice):
    assert Site.of([entry("site", settings)]).practice is practice
