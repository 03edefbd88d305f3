from datetime import date

import pytest

from pitdesk.chips import Chip, Chips
from pitdesk.desk import Desk
from pitdesk.errors import Refused
from pitdesk.journal import Journal
from pitdesk.people import PLAIN, Pepper, Person, Role
from pitdesk.site import Layout

SINCE = date(2020, 1, 1)


def new(name="new", *roles):
    return Person(name, name.title(), "NN", tuple(Role(role, SINCE) for role in roles or ["dealer"]))


# The first entries of a book


@pytest.fixture
def first(tmp_path, rules, dark):
    """A desk on a book in which nothing stands."""
    with Journal.create(tmp_path / "first.book") as journal:
        pepper = Pepper.kept(tmp_path / "pepper", PLAIN)
        yield Desk(journal, pepper, clock=dark.clock, rules=rules)


def test_the_first_entries_are_signed_by_nobody(first):
    first.set_site({"name": "Riverside"})
    first.set_table(Layout("1", "21", "1", True))
    first.set_chip(Chip.named("$5"))
    first.set_person(new("kari"), pin="9053")
    assert first.set_person(new("gus", "gaming manager"), pin="730251").seq == 5
    assert first.site.people.keys() == {"kari", "gus"}


SETTING_UP = {
    "site": lambda desk, by: desk.set_site({"name": "Riverside"}, by=by),
    "table": lambda desk, by: desk.set_table(Layout("4", "21", "4", True), by=by),
    "chip": lambda desk, by: desk.set_chip(Chip.named("coin50c"), by=by),
    "person": lambda desk, by: desk.set_person(new(), pin="4711", by=by),
    "tie": lambda desk, by: desk.set_tie("kari", "family", "dan", by=by),
}


@pytest.mark.parametrize("what", SETTING_UP)
@pytest.mark.parametrize(
    ("signers", "broken"),
    [
        (["gus"], ""),
        (["pia"], ""),
        ([], "pd.setup"),
        (["jo"], "pd.setup"),
        (["bob"], "pd.setup"),
        (["jo:gaming manager"], "pd.role"),
    ],
)
def test_afterwards_a_manager_signs(dark, what, signers, broken):
    if broken:
        with dark.refused(broken):
            SETTING_UP[what](dark.desk, dark.by(*signers))
    else:
        entry = SETTING_UP[what](dark.desk, dark.by(*signers))
        assert (entry.kind, entry.day) == (what, 0)


def test_set_up_takes_the_managers_own_pin(dark):
    with dark.refused("pd.initials"):
        dark.desk.set_site({"name": "Mine"}, by=[dark.one("gus", pin="0000")])


def test_a_manager_whose_role_has_ended_leaves_no_open_door(dark):
    ended = Person("gus", "Gus", "GU", (Role("gaming manager", SINCE, date(2026, 11, 1)),))
    dark.desk.set_person(ended, by=dark.by("gus"))
    with dark.refused("pd.setup"):
        dark.desk.set_person(new("evil", "gaming manager"), pin="918273")


def test_a_manager_who_is_written_over_leaves_no_open_door(dark):
    dark.desk.set_person(new("gus", "dealer"), by=dark.by("gus"))
    with dark.refused("pd.setup"):
        dark.desk.set_person(new("evil", "gaming manager"), pin="918273")


# During a night


def test_set_up_is_outside_any_day_even_at_night(pit):
    entry = pit.desk.set_site({"color_up": True}, by=pit.by("gus"))
    assert entry.day == 0
    assert pit.desk.site.settings["color_up"] is True
    assert pit.another().site.settings["color_up"] is True
    assert entry.seq not in {one.seq for one in pit.desk.day.entries}


# Site


def test_settings_that_are_not_named_stay(dark):
    dark.desk.set_site({"name": "Elsewhere"}, by=dark.by("gus"))
    assert dark.desk.site.settings == {"organization": "Dakota Lions", "name": "Elsewhere"}


@pytest.mark.parametrize("zone", ["No/Where", "", "Chicago", "../../zone", "america/chicago"])
def test_a_zone_that_there_is_not_bricks_no_book(dark, zone):
    with dark.refused("pd.setup"):
        dark.desk.set_site({"zone": zone}, by=dark.by("gus"))
    assert dark.desk.site.zone.key == "America/Chicago"


def test_a_zone_that_there_is(dark):
    dark.desk.set_site({"zone": "America/Denver"}, by=dark.by("gus"))
    assert dark.desk.site.local(dark.clock.at).hour == 15


@pytest.mark.parametrize("first", ["abc", 0, -5, 1.5, 10**6, 10**30])
def test_a_series_begins_with_a_number(dark, first):
    with dark.refused("pd.setup"):
        dark.desk.set_site({"first_fill": first}, by=dark.by("gus"))


def test_a_series_that_has_begun_makes_no_hole(pit):
    pit.desk.set_site({"first_fill": 412}, by=pit.by("gus"))
    pit.fill("2", "1x$5")
    with pit.refused("pd.setup", words="Number 000412 of the fill slips is taken already"):
        pit.desk.set_site({"first_fill": 500}, by=pit.by("gus"))
    assert pit.fill("2", "1x$5") == 413
    pit.desk.set_site({"first_credit": 90}, by=pit.by("gus"))
    assert pit.credit("2", "1x$5") == 90


# People


def test_a_person_is_set_up_and_comes_to_work(pit):
    pit.desk.set_person(new(), pin="4711", badge="b", by=pit.by("gus"))
    kept = pit.desk.site.people["new"]
    assert kept.pin.startswith("$argon2id$")
    assert len(kept.badge) == 64
    pit.desk.come_on_duty(pit.one("new:dealer", pin="4711"))


def test_a_person_keeps_pin_and_badge_when_something_else_changes(dark):
    dark.desk.set_person(new(), pin="4711", badge="b", by=dark.by("gus"))
    before = dark.desk.site.people["new"]
    dark.desk.set_person(new("new", "dealer", "cashier"), by=dark.by("gus"))
    after = dark.desk.site.people["new"]
    assert (after.pin, after.badge) == (before.pin, before.badge)
    assert after.holds("cashier", date(2026, 11, 20))


@pytest.mark.parametrize(
    ("pin", "role", "broken"),
    [
        ("4711", "dealer", ""),
        ("471196", "shift manager", ""),
        ("4711", "shift manager", "pd.pin"),
        ("47119", "pit boss", "pd.pin"),
        ("1234", "dealer", "pd.pin"),
        ("0000", "dealer", "pd.pin"),
        ("1984", "dealer", "pd.pin"),
        ("12", "dealer", "pd.pin"),
        ("pass", "dealer", "pd.pin"),
    ],
)
def test_pins_that_are_guessed_at_once_are_refused(dark, pin, role, broken):
    if broken:
        with dark.refused(broken, words="The PIN for new"):
            dark.desk.set_person(new("new", role), pin=pin, by=dark.by("gus"))
    else:
        dark.desk.set_person(new("new", role), pin=pin, by=dark.by("gus"))


def test_somebody_who_comes_to_approve_needs_a_pin_for_it(dark):
    with dark.refused("pd.pin", words="kari is to approve: give a new PIN of six digits"):
        dark.desk.set_person(new("kari", "shift manager"), by=dark.by("gus"))
    dark.desk.set_person(new("kari", "shift manager"), pin="905317", by=dark.by("gus"))


@pytest.mark.parametrize(
    ("who", "broken"),
    [
        (new(""), "pd.person"),
        (new("  "), "pd.person"),
        (new("pool"), "pd.person"),
        (new("new", "emperor"), "pd.role"),
        (new("new", "dealer", "Dealer"), "pd.role"),
        (new("new", "dealer as cashier"), "pd.role"),  # acted as, never held
    ],
)
def test_a_person_has_a_name_and_roles_that_there_are(dark, who, broken):
    with dark.refused(broken):
        dark.desk.set_person(who, pin="4711", by=dark.by("gus"))


def test_there_is_one_gaming_manager(dark):
    with dark.refused("nd.02-07.1", words="gus is the gaming manager; there is exactly one"):
        dark.desk.set_person(new("pia", "gaming manager"), pin="481906", by=dark.by("gus"))
    ended = Person("gus", "Gus", "GU", (Role("gaming manager", SINCE, date(2026, 11, 20)),))
    dark.desk.set_person(ended, by=dark.by("gus"))
    with dark.refused("pd.setup", words="initialed by sam or the gaming manager"):
        dark.desk.set_person(new("sam", "gaming manager"), pin="592817", by=dark.by("pia"))
    dark.desk.set_person(new("sam", "gaming manager"), pin="592817", by=dark.by("pia", "sam"))
    dark.desk.set_site({"name": "Under Sam"}, by=dark.by("sam:gaming manager"))
    renamed = Person("gus", "Gus the Elder", "GU", ended.roles)  # who was the manager once
    dark.desk.set_person(renamed, by=dark.by("sam:gaming manager"))


# Tables and chips


def test_a_table_and_a_chip_are_used_at_once(pit):
    pit.desk.set_table(Layout("4", "21", "4", False), by=pit.by("gus"))
    pit.desk.set_chip(Chip.named("coin50c"), by=pit.by("gus"))
    pit.desk.stock(Chips.read("40xcoin50c"), "supplier", "chip bank", pit.by("jo"))
    pit.open("4", dealer="dan")
    assert pit.fill("4", "40xcoin50c", dealer="dan") == 1


def test_a_chip_takes_its_lawful_look_by_itself(dark):
    assert dark.desk.site.chips[Chip.named("$100")] == {
        "color": "black",
        "spots": 4,
        "kind": "triple split",
        "second": "white",
    }
    assert dark.desk.site.chips[Chip.named("pw$2")] == {}


# Practice


def test_a_book_is_begun_for_practice(first):
    assert not first.site.practice
    first.set_site({"practice": True, "name": "Training Room"})
    assert first.site.practice
    first.set_person(new("gus", "gaming manager"), pin="730251")


def refused(desk, settings, by=()):
    head = desk.journal.head
    with pytest.raises(Refused) as caught:
        desk.set_site(settings, by)
    assert desk.journal.head == head
    return caught.value


@pytest.mark.parametrize("practice", [True, False])
def test_a_book_does_not_change_what_it_is_for(first, practice):
    first.set_site({"practice": practice})
    for other in (True, False):
        said = refused(first, {"practice": other})
        assert said.rules == ("pd.practice",)
        assert "Only a book's first entry says whether it is for practice" in str(said)
    assert first.site.practice is practice
    first.set_site({"name": "Bar"})
    assert first.site.practice is practice


def test_a_real_book_is_not_turned_into_practice(first, dark):
    first.set_person(new("gus", "gaming manager"), pin="730251")
    assert refused(first, {"practice": True}, dark.by("gus")).rules == ("pd.practice",)
    with dark.refused("pd.practice"):
        dark.desk.set_site({"practice": True}, dark.by("gus"))


@pytest.mark.parametrize("practice", [1, "yes", [], None])
def test_practice_is_so_or_not(first, practice):
    assert "Practice is true or false" in str(refused(first, {"practice": practice}))


def test_practice_is_not_taken_back_by_saying_nothing(first):
    first.set_site({"practice": True})
    refused(first, {"practice": None})
    assert first.site.practice
