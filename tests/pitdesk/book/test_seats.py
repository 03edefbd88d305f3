"""Who sat where and when: no two at once, no matter what midnight or the clock does."""

from datetime import UTC, datetime, timedelta

import pytest

from pitdesk.book.seats import Turn, Turns
from pitdesk.chips import Chips
from pitdesk.clock import SetClock
from tests.pitdesk.conftest import BANK, DRAWER

MIDNIGHT = datetime(2026, 11, 21, 6, 0, tzinfo=UTC)  # at the site
EXTRA = datetime(2026, 11, 1, 6, 30, tzinfo=UTC)  # 1:30 at the site for the first time; again an hour on
HOUR = timedelta(hours=1)


def turns(*taken: tuple[str | None, datetime]) -> Turns:
    made = Turns()
    for person, at in taken:
        made.take(person, at)
    return made


def test_nobody_had_it_before_the_first():
    nobody = Turns()
    assert (nobody.now, nobody.before, nobody.since, nobody.last) == (None, None, None, None)
    assert (len(nobody), nobody.people, nobody.at(MIDNIGHT)) == (0, [], None)
    nobody.take(None, MIDNIGHT)
    assert len(nobody) == 0


def test_one_ends_where_the_next_begins():
    seat = turns(("kari", MIDNIGHT - HOUR), ("tor", MIDNIGHT), (None, MIDNIGHT + HOUR))
    assert [*seat] == [Turn("kari", MIDNIGHT - HOUR, MIDNIGHT), Turn("tor", MIDNIGHT, MIDNIGHT + HOUR)]
    assert (seat.now, seat.since, seat.before) == (None, None, "tor")
    assert seat.last == Turn("tor", MIDNIGHT, MIDNIGHT + HOUR)


def test_at_any_second_one_has_it_or_nobody():
    seat = turns(("kari", MIDNIGHT - HOUR), ("tor", MIDNIGHT), (None, MIDNIGHT + HOUR))
    seat.take("kari", MIDNIGHT + 2 * HOUR)
    second = timedelta(seconds=1)
    assert seat.at(MIDNIGHT - HOUR - second) is None
    assert seat.at(MIDNIGHT - second) == "kari"
    assert seat.at(MIDNIGHT) == "tor"
    assert seat.at(MIDNIGHT + HOUR) is None  # a gap
    assert seat.at(MIDNIGHT + 3 * HOUR) == "kari"


def test_who_had_it_before_is_somebody_else():
    seat = turns(("kari", MIDNIGHT), (None, MIDNIGHT + HOUR), ("kari", MIDNIGHT + 2 * HOUR))
    assert seat.before is None
    seat.take("tor", MIDNIGHT + 3 * HOUR)
    assert (seat.now, seat.before, seat.people) == ("tor", "kari", ["kari", "tor"])


def test_a_clock_that_goes_back_makes_no_turn_shorter_than_nothing():
    seat = turns(("kari", MIDNIGHT), ("tor", MIDNIGHT - HOUR))
    first, second = seat
    assert first.lasted(MIDNIGHT) == timedelta()
    assert second.lasted(MIDNIGHT) == HOUR
    assert seat.at(MIDNIGHT) == "tor"


@pytest.mark.parametrize("begins", [MIDNIGHT - HOUR / 2, EXTRA - HOUR / 4])
def test_a_seat_lasts_as_long_past_midnight_and_in_the_extra_hour(dark, begins):
    """Half an hour each, though the site's clock says 1:15, 1:45, 1:15 and 1:45 of a night in autumn."""
    assert isinstance(dark.clock, SetClock)
    dark.clock.at = begins - HOUR
    dark.desk.open_day(dark.desk.site.local(begins - HOUR).date(), dark.by("pia", "jo"))
    counted = {"chip bank": {"$5": 900, "$25": 10}, "drawer": {"cash": 100_000}}
    dark.desk.count("opening", counted, dark.by("pia", "jo"))
    dark.clock.at = begins
    dark.open("2", Chips())
    dark.arrive("dan")
    for dealer in ("dan", "kari", None):
        dark.later(minutes=30)
        dark.desk.dealer("2", dealer, dark.by("pia"))
    seats = dark.desk.day.tables["2"].seats
    assert [turn.person for turn in seats] == ["kari", "dan", "kari"]
    assert [turn.lasted(dark.clock.at) for turn in seats] == [HOUR / 2] * 3
    assert seats.at(begins + HOUR / 4) == "kari"
    assert seats.at(begins + HOUR) == "kari"
    assert dark.another().day.tables["2"].seats == seats


# Drawers


def test_chips_that_an_inventory_finds_off_are_of_whoever_has_the_bank(pit):
    desk = pit.desk
    desk.set_site({"bank_passes": True}, by=pit.by("gus"))
    pit.arrive("cleo")
    pit.inventory("chip bank", str(BANK - Chips.read("1x$5")))
    both = {"drawer": {"cash": DRAWER}, "chip bank": (BANK - Chips.read("1x$5")).names}
    for who in ("jo", "cleo"):
        desk.own_count("drawer", both, pit.one(who))
    desk.pass_drawer("drawer", "cleo", pit.by("jo", "cleo"))
    tills = desk.today.tills
    assert [(one.person, tills.off_cents(one)) for one in tills.spans] == [("jo", -500), ("cleo", 0)]


def test_a_count_of_the_drawer_is_newer_than_what_was_counted_alone(pit):
    pit.arrive("cleo")
    for who in ("jo", "cleo"):
        pit.desk.own_count("drawer", {"drawer": {"cash": DRAWER}}, pit.one(who))
    pit.desk.count("check", {"drawer": {"cash": DRAWER - 100}}, pit.by("jo"))
    with pit.refused("pd.drawer", words="has not counted the drawer alone yet"):
        pit.desk.pass_drawer("drawer", "cleo", pit.by("jo", "cleo"))


def test_an_inventory_is_newer_than_what_was_counted_alone(pit):
    pit.desk.set_site({"bank_passes": True}, by=pit.by("gus"))
    pit.arrive("cleo")
    short = BANK - Chips.read("1x$5")
    both = {"drawer": {"cash": DRAWER}, "chip bank": short.names}
    for who in ("jo", "cleo"):
        pit.desk.own_count("drawer", both, pit.one(who))
    pit.inventory("chip bank", str(short))
    with pit.refused("pd.drawer", words="has not counted the drawer alone yet"):
        pit.desk.pass_drawer("drawer", "cleo", pit.by("jo", "cleo"))
    for who in ("jo", "cleo"):
        pit.desk.own_count("drawer", both, pit.one(who))
    pit.desk.pass_drawer("drawer", "cleo", pit.by("jo", "cleo"))
    assert pit.held("chip bank") == short


def test_an_inventory_leaves_a_drawer_alone_that_has_no_chip_bank(pit):
    pit.arrive("cleo")
    for who in ("jo", "cleo"):
        pit.desk.own_count("drawer", {"drawer": {"cash": DRAWER}}, pit.one(who))
    pit.inventory("chip bank", str(BANK))
    assert pit.desk.pass_drawer("drawer", "cleo", pit.by("jo", "cleo"))


def test_what_was_counted_alone_is_told_once_two_say_the_same_or_each_said_it_twice(pit):
    pit.arrive("cleo")

    def counts(who, cents):
        pit.desk.own_count("drawer", {"drawer": {"cash": cents}}, pit.one(who))
        tills = pit.desk.today.tills
        return {*tills.told("drawer")}, {*tills.blind}

    both = {"jo", "cleo"}, set()
    nobody = set(), {"drawer"}
    assert counts("jo", DRAWER) == nobody
    assert counts("cleo", DRAWER - 100) == nobody
    assert counts("jo", DRAWER) == nobody
    assert counts("cleo", DRAWER - 200) == both
    assert counts("cleo", DRAWER) == both
    pit.arrive("bob")
    assert counts("bob", DRAWER - 500) == nobody
    assert counts("bob", DRAWER) == ({"jo", "cleo", "bob"}, set())


def test_chips_are_of_the_first_drawer_whoever_has_it(pit):
    wheels = pit.wheels()
    tills = pit.desk.today.tills
    tills.spans = [one for one in tills.spans if one.drawer == wheels]  # nobody has the first
    pit.inventory("chip bank", str(BANK - Chips.read("1x$5")))
    assert [one.off for one in tills.spans] == [{}]
