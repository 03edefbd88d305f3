from base64 import b64decode
from datetime import date, timedelta
from io import BytesIO

import pytest
from PIL import Image

from pitdesk import kinds
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper, Person, Role
from pitdesk.book.site import Layout, Site
from pitdesk.chips import Chip, Chips
from pitdesk.chipset.law import CHIP_SET
from pitdesk.desk import Desk
from pitdesk.errors import Refused

SINCE = date(2020, 1, 1)
FIVE = Chip.named("$5")


def red():
    """The bytes of a red picture, larger than a book keeps."""
    file = BytesIO()
    Image.new("RGB", (900, 900), "#c3252d").save(file, "PNG")
    return file.getvalue()


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
    first.set_site({"organization": "Dakota Lions", "name": "Riverside"})
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
    "chip set": lambda desk, by: desk.set_chip_set([(FIVE, CHIP_SET["$5"])], by=by),
    "picture": lambda desk, by: desk.set_picture(FIVE, "name", red(), by=by),
    "play": lambda desk, by: desk.set_play(FIVE, by, "worn out", on=False),
    "game": lambda desk, by: desk.end_game("PW", date(2026, 11, 20), "the office", by),
    "par": lambda desk, by: desk.set_par("chip bank", 4, Chips.read("40x$5"), by),
    "weight": lambda desk, by: desk.set_weight(FIVE, 1_012_400, 100, 10_000, by),
    "mark": lambda desk, by: desk.set_mark("a horse", "Elks Lodge 260", by),
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


def test_a_site_may_note_its_head_without_waiting_for_the_disk(pit):
    witness = pit.desk.journal.witness
    assert witness.flushed
    pit.desk.set_site({"head_later": True}, by=pit.by("gus"))
    assert not witness.flushed
    assert not pit.another().journal.witness.flushed
    pit.desk.set_site({"stack": 25}, by=pit.by("gus"))
    assert witness.read().head == pit.desk.journal.head  # it is noted all the same
    pit.desk.set_site({"head_later": False}, by=pit.by("gus"))
    assert witness.flushed
    assert "head_later" not in pit.desk.set_site({"rack": 100}, by=pit.by("gus")).fact.detail


def test_set_up_is_outside_any_day_even_at_night(pit):
    entry = pit.desk.set_site({"color_up": True}, by=pit.by("gus"))
    assert entry.day == 0
    assert pit.desk.site.settings.color_up is True
    assert pit.another().site.settings.color_up is True
    assert entry.seq not in {one.seq for one in pit.desk.day.entries}


# Site


def test_a_house_says_how_many_chips_its_stacks_and_racks_hold(dark):
    assert (dark.desk.site.stack, dark.desk.site.rack) == (20, 100)
    dark.desk.set_site({"stack": 25}, by=dark.by("gus"))
    dark.desk.set_site({"rack": 150}, by=dark.by("gus"))
    site = dark.another().site
    assert (site.stack, site.rack) == (25, 150)


@pytest.mark.parametrize(
    "sizes", [{"stack": 1}, {"stack": 0}, {"rack": 1001}, {"stack": 30}, {"stack": 20, "rack": 50}]
)
def test_a_rack_holds_whole_stacks_of_a_size_that_can_be(dark, sizes):
    with dark.refused("pd.setup"):
        dark.desk.set_site(sizes, by=dark.by("gus"))


def test_settings_that_are_not_named_stay(dark):
    dark.desk.set_site({"name": "Elsewhere"}, by=dark.by("gus"))
    assert dark.desk.site.settings == kinds.Site(organization="Dakota Lions", name="Elsewhere")


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
    with pit.refused("pd.setup", words="Fill 000412 is taken already"):
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
    pit.desk.on_duty(pit.one("new:dealer", pin="4711"))


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
        with dark.refused(broken, words="The PIN for New"):
            dark.desk.set_person(new("new", role), pin=pin, by=dark.by("gus"))
    else:
        dark.desk.set_person(new("new", role), pin=pin, by=dark.by("gus"))


def test_somebody_who_comes_to_approve_needs_a_pin_for_it(dark):
    with dark.refused("pd.pin", words="Kari will approve. Enter a new PIN of six digits"):
        dark.desk.set_person(new("kari", "shift manager"), by=dark.by("gus"))
    dark.desk.set_person(new("kari", "shift manager"), pin="905317", by=dark.by("gus"))


def test_a_house_may_say_how_many_digits_a_pin_has(dark):
    desk, by = dark.desk, dark.by("gus")
    before = {*desk.site.pin_digits.values()}
    desk.set_site({"pin_digits": 5}, by)
    with dark.refused("pd.pin", words="The PIN for New is not 5 digits, as each is here"):
        desk.set_person(new(), pin="4711", by=by)
    with dark.refused("pd.pin", words="is not 6 digits"):
        desk.set_person(new("boss", "pit boss"), pin="47119", by=by)
    desk.set_person(new(), pin="47119", badge="b", by=by)
    desk.set_person(new("boss", "pit boss"), pin="471196", by=by)
    desk.set_person(new("late", "dealer"), badge="c", by=by)
    known = desk.site.pin_digits
    assert (known["new"], known["boss"], known["late"], before) == (5, 6, 0, {0})
    for digits in (3, 9):
        with dark.refused("pd.setup", words=f"A PIN cannot have {digits} digits here"):
            desk.set_site({"pin_digits": digits}, by)
    desk.set_site({"pin_digits": 0}, by)
    desk.set_person(new("new", "dealer", "cashier"), by=by)
    assert known["new"] == 5, "the PIN is the one of before"
    desk.set_person(new(), pin="4712963", by=by)
    assert known["new"] == 0
    assert Site.of(dark.desk.journal.entries()).pin_digits == known


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
    with dark.refused("pd.setup", words="sam or the gaming manager must initial a new PIN"):
        dark.desk.set_person(new("sam", "gaming manager"), pin="592817", by=dark.by("pia"))
    dark.desk.set_person(new("sam", "gaming manager"), pin="592817", by=dark.by("pia", "sam"))
    dark.desk.set_site({"name": "Under Sam"}, by=dark.by("sam:gaming manager"))
    renamed = Person("gus", "Gus the Elder", "GU", ended.roles)  # who was the manager once
    dark.desk.set_person(renamed, by=dark.by("sam:gaming manager"))


# Tables and chips


def test_a_table_and_a_chip_are_used_at_once(pit):
    pit.desk.set_table(Layout("4", "21", "4", False), by=pit.by("gus"))
    pit.desk.set_chip(Chip.named("coin50c"), by=pit.by("gus"))
    pit.deliver("40xcoin50c", to="chip bank")
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


# The chip set: looks, pictures, what is in play


def test_a_whole_set_is_one_entry_and_all_or_nothing(dark):
    white, blue = CHIP_SET["$1"], {**CHIP_SET["$5"], "color": "blue"}
    before = dict(dark.desk.site.chips)
    with dark.refused("nd.08-03.3"):
        dark.desk.set_chip_set([(Chip.named("$1"), white), (FIVE, blue)], by=dark.by("gus"))
    assert dark.desk.site.chips == before
    entry = dark.desk.set_chip_set(
        [(Chip.named("$1"), white), (FIVE, CHIP_SET["$5"])], by=dark.by("gus")
    )
    assert entry.fact.looks == ((Chip.named("$1"), white), (FIVE, CHIP_SET["$5"]))
    assert dark.another().site.chips == dark.desk.site.chips


def test_a_picture_is_kept_small(dark):
    entry = dark.desk.set_picture(FIVE, "value", red(), by=dark.by("gus"))
    assert dark.desk.site.pictures == {(FIVE, "value"): entry.seq}
    kept = b64decode(dark.journal.entry(entry.seq).fact.jpeg)
    assert len(kept) <= 60_000
    assert Image.open(BytesIO(kept)).format == "JPEG"
    assert dark.another().site.pictures == dark.desk.site.pictures


@pytest.mark.parametrize(
    ("name", "side", "data", "words"),
    [
        ("$5", "name", b"no picture", ""),
        ("$5", "edge", None, "A chip has no edge side. Sides: name, value."),
        ("$5-b", "name", None, "There is no $5-b in the chip set."),
    ],
)
def test_what_is_no_picture_of_a_chip_is_not_kept(dark, name, side, data, words):
    with dark.refused("pd.picture", words=words):
        dark.desk.set_picture(Chip.named(name), side, data or red(), by=dark.by("gus"))
    assert dark.desk.site.pictures == {}


def test_a_chip_goes_out_of_play_and_comes_back(pit):
    gus, two = pit.by("gus"), Chip.named("$2")
    with pit.refused("pd.reason"):
        pit.desk.set_play(two, gus, "", on=False)
    with pit.refused("pd.play", words="There is no $5-b in the chip set"):
        pit.desk.set_play(Chip.named("$5-b"), gus, "a reason", on=False)
    with pit.refused("pd.play", words="$2 is in play already"):
        pit.desk.set_play(two, gus, "a reason", on=True)
    entry = pit.desk.set_play(two, gus, "worn out", on=False)
    assert entry.fact == kinds.Play(reason="worn out", chip=two, on=False, date=date(2026, 11, 20))
    assert pit.desk.site.retired == pit.another().site.retired == {two: date(2026, 11, 20)}
    with pit.refused("pd.play", words="$2 is out of play already"):
        pit.desk.set_play(two, gus, "a reason", on=False)
    with pit.refused("pd.play", words="$2 has been out of play since 2026-11-20"):
        pit.desk.fill("2", Chips.read("5x$2"), pit.by("jo"))
    with pit.refused("pd.play"):
        pit.desk.exchange(Chips.read("2x$1"), Chips.read("1x$2"), pit.by("jo"))
    pit.desk.set_play(two, gus, "needed once more", on=True)
    assert pit.fill("2", "5x$2") == 1


def test_a_chip_stays_in_play_while_a_tray_has_it(pit):
    gus = pit.by("gus")
    with pit.refused("pd.play", words="$5 is still in tray 2. Credit it to the chip bank first."):
        pit.desk.set_play(FIVE, gus, "worn out", on=False)
    pit.credit("2", "100x$5")
    pit.desk.set_play(FIVE, gus, "worn out", on=False)
    pit.desk.redeem(Chips.read("1x$5"), pit.by("jo"), reason="a player's last")  # redeemed all the same


# Games that end


def test_a_game_that_ends_has_thirty_days_and_a_place(dark):
    gus = dark.by("gus")
    dark.desk.end_game("PW", date(2026, 11, 21), "the business office", gus)
    ended = dark.desk.site.ended["PW"]
    assert (ended.on, ended.until, ended.where) == (
        date(2026, 11, 21),
        date(2026, 12, 21),
        "the business office",
    )
    assert dark.another().site.ended == dark.desk.site.ended
    dark.desk.resume_game("PW", gus)
    assert dark.desk.site.ended == dark.another().site.ended == {}


def test_what_is_no_end_of_a_game(pit):
    gus, today = pit.by("gus"), date(2026, 11, 20)
    for game, where, words in (
        ("BJ", "the office", "'BJ' is not a game"),
        ("PW", " ", "Say where chips are redeemed for thirty days"),
        ("21", "the office", "Table 2 is open. Close it before you discontinue its game."),
    ):
        with pit.refused("nd.08-06.2d", words=words):
            pit.desk.end_game(game, today, where, gus)
    with pit.refused("nd.08-06.2d", words="Paddlewheel was not discontinued here"):
        pit.desk.resume_game("PW", gus)


@pytest.mark.parametrize(("days", "opens"), [(1, True), (0, False), (-40, False)])
def test_a_game_that_has_ended_is_not_dealt(dark, days, opens):
    dark.begin()
    night = date(2026, 11, 20)
    dark.desk.end_game("21", night + timedelta(days=days), "the office", dark.by("gus"))
    if opens:
        dark.open("2")
    else:
        dark.arrive("kari")
        with dark.refused("nd.08-06.2d", words="Twenty-one was discontinued here on"):
            dark.open("2")


@pytest.mark.parametrize(("days", "warned"), [(-30, False), (-31, True)])
def test_after_thirty_days_redeeming_is_the_houses_choice(pit, days, warned):
    pit.desk.end_game("PW", date(2026, 11, 20) + timedelta(days=days), "the office", pit.by("gus"))
    reason = "from a drawer at home"
    entry = pit.desk.redeem(Chips.read("2xpw$2"), pit.by("jo"), reason=reason, drawer="drawer")
    assert [words[:11] for words in entry.fact.warnings] == ["nd.08-06.2w"] * warned
    other = pit.desk.redeem(Chips.read("2x$5"), pit.by("jo"), reason=reason)
    assert not other.fact.warnings


# Pars and marks


@pytest.mark.parametrize("weekday", [-1, 0, 6])
def test_a_par_is_kept(dark, weekday):
    chips = Chips.read("40x$5 100x$1")
    dark.desk.set_par("tray 2", weekday, chips, dark.by("gus"))
    assert dark.desk.site.pars == dark.another().site.pars == {("tray 2", weekday): chips}


@pytest.mark.parametrize(
    ("place", "weekday", "chips"),
    [
        ("tray 9", -1, "40x$5"),
        ("chip reserve", -1, "40x$5"),
        ("drawer", -1, "40x$5"),
        ("chip bank", 7, "40x$5"),
        ("chip bank", -2, "40x$5"),
        ("chip bank", -1, "40x$5-b"),
    ],
)
def test_what_is_no_par(dark, place, weekday, chips):
    with dark.refused("pd.par"):
        dark.desk.set_par(place, weekday, Chips.read(chips), dark.by("gus"))
    with dark.refused("pd.par", words="A par cannot be -4 pieces of $5"):
        dark.desk.set_par("chip bank", -1, Chips({FIVE: -4}), dark.by("gus"))


def test_a_chip_out_of_play_has_no_par(dark):
    dark.desk.set_play(FIVE, dark.by("gus"), "worn out", on=False)
    with dark.refused("pd.par", words="$5 is out of play and cannot have a par"):
        dark.desk.set_par("chip bank", -1, Chips.read("40x$5"), dark.by("gus"))


@pytest.mark.parametrize(("mark", "organization"), [("", "Elks"), (" ", "Elks"), ("a horse", "")])
def test_a_mark_and_whose_it_is(dark, mark, organization):
    with dark.refused("nd.08-03.2", words="Write whose chips they are"):
        dark.desk.set_mark(mark, organization, dark.by("gus"))


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


@pytest.mark.parametrize("practice", [1, "yes", []])
def test_practice_is_so_or_not(first, practice):
    said = refused(first, {"practice": practice})
    assert said.rules == ("pd.setup",)
    assert "A setting of the site cannot be used: Expected `bool | null`" in str(said)
    assert "`$.practice`" in str(said)


def test_a_setting_that_there_is_not_is_told(first):
    said = refused(first, {"organisation": "Dakota Lions"})
    assert said.rules == ("pd.setup",)
    assert "unknown field `organisation`" in str(said)


def test_practice_is_not_taken_back_by_saying_nothing(first):
    first.set_site({"practice": True})
    assert first.set_site({"practice": None}).fact == kinds.Site()
    assert first.site.practice
