from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from pitdesk import kinds
from pitdesk.book.entries import Entry, Signature
from pitdesk.book.people import Person, Role, Tie
from pitdesk.book.site import Ended, Layout, Site, Tally, take_tally
from pitdesk.chips import Chip, Chips
from tests.facts import of_detail

SINCE = date(2024, 1, 1)


def entry(kind, detail):
    return Entry(
        seq=1,
        fact=of_detail(kind, detail),
        at=datetime(2026, 11, 20, 22, tzinfo=UTC),
        day=0,
        number=None,
        about=None,
        request=None,
        postings=(),
        signatures=(),
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
    assert site.settings == kinds.Site(
        organization="Dakota Lions", name="Riverside Lounge", color_up=True
    )


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
            entry("person", kari.fact.detail),
            entry("tie", {"tie": "household", "one": "kari", "other": "dan"}),
        ]
    )
    assert site.chips == {Chip.named("$5"): look}
    assert site.people == {"kari": kari}
    assert site.ties == [Tie("household", "kari", "dan")]


def test_other_entries_change_nothing():
    site = Site.of([table("1", "1")])
    before = repr(site)
    for one in (
        entry("fill", {"table": "9"}),
        entry("open day", {"organization": "Elks"}),
        entry("count", {"chips": {"$5": 9}}),
        entry("receive", {}),
    ):
        site.apply(one)
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
    site = Site(settings=kinds.Site(zone=zone))
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
    assert [site.first_number(series) for series in ("fill", "credit", "iou")] == [421, 10, 1]


@pytest.mark.parametrize(
    ("settings", "practice"),
    [({}, False), ({"practice": False}, False), ({"practice": True, "name": "Training Room"}, True)],
)
def test_a_site_is_for_practice_where_its_book_says_so(settings, practice):
    assert Site.of([entry("site", settings)]).practice is practice


# Chips: in play, pictures, pars, marks, games, tallies

FIVE, GREEN = Chip.named("$5"), Chip.named("$25")
RED = {"color": "red", "spots": 6, "kind": "solid", "second": "yellow"}


def play(name, date_, *, on):
    return entry("play", {"chip": name, "on": on, "date": date_})


def test_a_chip_set_adds_and_changes():
    site = Site.of(
        [
            entry("chip", {"chip": "$5", "look": {}}),
            entry("chip set", {"looks": [["$5", RED], ["$25", {}]]}),
        ]
    )
    assert site.chips == {FIVE: RED, GREEN: {}}


def test_a_chip_out_of_play_is_still_of_the_house():
    begun = [
        entry("chip set", {"looks": [["$5", RED], ["$25", {}]]}),
        play("$5", "2026-11-20", on=False),
    ]
    site = Site.of(begun)
    assert site.retired == {FIVE: date(2026, 11, 20)}
    assert site.playing == {GREEN: {}}
    assert [site.in_play(chip) for chip in (FIVE, GREEN, Chip.named("$1"))] == [False, True, False]
    assert FIVE in site.chips
    site.apply(play("$5", "2026-11-21", on=True))
    assert site.retired == {}
    assert site.in_play(FIVE)


def test_the_newest_picture_of_a_side_stands():
    site = Site.of([entry("picture", {"chip": "$5", "side": "name"})])
    assert site.pictures == {(FIVE, "name"): 1}


def par(place, weekday, chips):
    return entry("par", {"place": place, "weekday": weekday, "chips": Chips.read(chips).names})


def test_a_par_of_the_weekday_goes_before_that_of_every_day():
    site = Site.of(
        [par("chip bank", -1, "100x$5"), par("chip bank", 4, "300x$5"), par("tray 1", 4, "40x$5")]
    )
    friday, saturday = date(2026, 11, 20), date(2026, 11, 21)
    assert site.par("chip bank", friday) == Chips.read("300x$5")
    assert site.par("chip bank", saturday) == Chips.read("100x$5")
    assert site.par("tray 1", friday) == Chips.read("40x$5")
    assert site.par("tray 1", saturday) is None
    site.apply(par("chip bank", 4, ""))  # taken back: Friday is a day as every other
    assert site.par("chip bank", friday) == Chips.read("100x$5")
    site.apply(par("chip bank", -1, ""))
    assert site.par("chip bank", friday) is None


def test_marks_are_of_their_organizations():
    site = Site.of([entry("mark", {"mark": "a horse", "organization": "Elks Lodge 260"})])
    assert site.marks == {"a horse": "Elks Lodge 260"}


def test_a_game_ends_and_is_played_again():
    ended = {"game": "PW", "on": "2026-11-21", "until": "2026-12-21", "where": "the office"}
    site = Site.of([entry("game", ended)])
    assert site.ended == {"PW": Ended("PW", date(2026, 11, 21), date(2026, 12, 21), "the office")}
    site.apply(entry("game", {"game": "PW", "on": "", "where": ""}))
    assert site.ended == {}


def tally(who, counted, off, place="chip reserve", kind="tally"):
    detail = {"place": place, "off": off, "chips": Chips.read(counted).names}
    signed = (Signature(who, "cashier", "record", who[:2].upper(), "pin"),)
    return replace(entry(kind, detail), signatures=signed)


def test_tallies_are_each_persons_newest_until_the_place_is_entered():
    told = {}
    at = datetime(2026, 11, 20, 22, tzinfo=UTC)
    for one in (tally("jo", "9x$5", {"$5": -1}), tally("pia", "10x$5", {}), tally("jo", "10x$5", {})):
        take_tally(told, one.fact, one)
    elsewhere = tally("jo", "3x$5", {}, "chip bank")
    take_tally(told, elsewhere.fact, elsewhere)
    same = Tally(Chips.read("10x$5"), Chips(), at)
    assert told["chip reserve"] == {"jo": same, "pia": same}
    agreed = tally("jo", "10x$5", {}, kind="inventory")
    take_tally(told, agreed.fact, agreed)
    assert told == {"chip bank": {"jo": Tally(Chips.read("3x$5"), Chips(), at)}}
    assert Site.of([elsewhere]).tallies == told
