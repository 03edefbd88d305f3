"""The chip set against 99-01.3-08-03: the worked examples, and any set against a second reading."""

import shutil
import tempfile
from contextlib import contextmanager
from datetime import UTC, date, datetime
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitdesk import kinds
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.book.site import Layout, Site
from pitdesk.chips import Chip, Chips
from pitdesk.chipset.appearance import KINDS, Look
from pitdesk.chipset.color import COLORS, CONDITIONS, apart, apart_seen
from pitdesk.chipset.law import (
    CHIP_SET,
    ChipFinding,
    binding,
    confusable,
    mismeasured,
    nearest,
    sane,
    unlawful,
)
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.errors import Refused
from pitdesk.rules.book import Rulebook
from tests.storm import many

RULES = Rulebook.load()
TODAY = date(2026, 11, 20)
FAST = Path("/dev/shm") if Path("/dev/shm").is_dir() else None


def value(rule, name):
    return RULES.value(rule, name, TODAY)


def look(color, spots=0, kind="no", second="", **more):
    return Look(color, spots, kind, second, **more).kept


def chip(name):
    return Chip.named(name)


def looks(**given):
    """Looks by chip: looks(**{"$5": Look("red")})."""
    return {chip(name): one for name, one in given.items()}


@contextmanager
def house(base):
    """A house whose activity requires video, with no chip yet."""
    with tempfile.TemporaryDirectory(dir=FAST) as folder:
        for file in base.iterdir():
            shutil.copy(file, folder)
        with Journal.open(Path(folder) / "book.db") as journal:
            clock = SetClock(datetime(2026, 11, 20, 22, tzinfo=UTC))
            yield Desk(journal, Pepper.kept(Path(folder) / "pepper", PLAIN), clock=clock, rules=RULES)


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    """A folder with the book of such a house; nobody is set up, so nobody need initial."""
    folder = tmp_path_factory.mktemp("base")
    with Journal.create(folder / "book.db") as journal:
        desk = Desk(journal, Pepper.kept(folder / "pepper", PLAIN), rules=RULES)
        desk.set_site({"organization": "Dakota Lions", "video_required": True})
    return folder


@pytest.fixture
def desk(base):
    with house(base) as desk:
        yield desk


def broken(call, *args):
    """The rules under which it is refused; none if it is done."""
    try:
        call(*args)
    except Refused as refused:
        return set(refused.rules)
    return set()


# The worked examples (E16), and as many again

COLOR, VALUE = "nd.08-03.3", "nd.08-03.1"
ONE_RED = look("white", 4, "solid", "red")
EXAMPLES = {
    "a white dollar with red spots, a red five with blue": (
        {"$1": ONE_RED, "$5": look("red", 6, "solid", "blue")},
        "",
        "",
    ),
    "white with red beside red with white": (
        {"$1": ONE_RED, "$5": look("red", 6, "solid", "white")},
        COLOR,
        "$1 and $5 would be reversed pairs: white with red spots and red with white spots. Choose"
        " another second color.",
    ),
    "a dollar as the twenty-five reversed": (
        {"$1": look("white", 4, "solid", "green")},
        COLOR,
        "green with white spots, as a $25 chip must be",
    ),
    "a dollar as the hundred reversed": (
        {"$1": look("white", 4, "solid", "black")},
        COLOR,
        "black with white spots, as a $100 chip must be",
    ),
    "six spots on a twenty-five": (
        {"$25": look("green", 6, "solid", "white")},
        COLOR,
        "A $25 chip carries 8 white solid edge spots or 3 white solid edge spots, not 6 white solid",
    ),
    "a fifty-cent chip with spots": (
        {"50c": look("mustard yellow", 4, "solid", "blue")},
        COLOR,
        "A 50c chip carries no edge spots, not 4 blue solid edge spots",
    ),
    "a ten": (
        {"$10": look("blue", 4, "solid", "white")},
        VALUE,
        "$10 is not a lawful casino chip. Values: $0.50",
    ),
    # and ours
    "a twenty-five with eight spots": ({"$25": look("green", 8, "solid", "white")}, "", ""),
    "a twenty-five with three spots": ({"$25": look("green", 3, "solid", "white")}, "", ""),
    "a twenty-five with yellow spots": (
        {"$25": look("green", 8, "solid", "yellow")},
        COLOR,
        "The edge spots of a $25 chip are white, not yellow.",
    ),
    "a hundred that is split in two": (
        {"$100": look("black", 4, "split", "white")},
        COLOR,
        "carries 4 white triple split edge spots",
    ),
    "a two whose middle is a third color": (
        {"$2": look("pink", 4, "split", "purple", middle="white")},
        "",
        "",
    ),
    "a two whose middle is its own pink": (
        {"$2": look("pink", 4, "split", "purple", middle="pink")},
        "",
        "",
    ),
    "a two of three second colors": (
        {"$2": look("pink", 4, "split", "purple", third="blue", middle="white")},
        COLOR,
        "one or two second colors, not 3: purple, blue, white",
    ),
    "a five with a middle": (
        {"$5": look("red", 6, "solid", "yellow", middle="white")},
        COLOR,
        "Only a split edge spot has a middle",
    ),
    "a five in two second colors": ({"$5": look("red", 6, "solid", "yellow", third="blue")}, "", ""),
    "a dollar whose cream spots nobody sees": (
        {"$1": look("white", 4, "solid", "cream")},
        COLOR,
        "Cream does not contrast with the white of a $1 chip",
    ),
    "a five with spots of its own red": (
        {"$5": look("red", 6, "solid", "red")},
        COLOR,
        "Red does not contrast",
    ),
    "a five without a second color": (
        {"$5": look("red", 6, "solid")},
        COLOR,
        "The edge spots of the $5 chip have no color",
    ),
    "a five in a color that nobody knows": (
        {"$5": look("red", 6, "solid", "glow")},
        COLOR,
        "Nobody knows the color glow",
    ),
    "a blue five": ({"$5": look("blue", 6, "solid", "yellow")}, COLOR, "A $5 chip is red, not blue."),
    "reversed by the other of two second colors": (
        {"$1": look("white", 4, "solid", "blue", third="pink"), "$2": look("pink", 4, "split", "white")},
        COLOR,
        "$1 and $2 would be reversed pairs",
    ),
    "reversed by the middle of a split spot": (
        {
            "$1": look("white", 4, "solid", "pink"),
            "$2": look("pink", 4, "split", "blue", middle="white"),
        },
        COLOR,
        "$1 and $2 would be reversed pairs",
    ),
    "a coin for the smallest": ({"coin50c": look("silver")}, "", ""),
    "a quarter for the smallest": ({"coin25c": {}}, VALUE, "coin25c is not a lawful coin chip"),
    "a wheel chip in any color": ({"pw$2": look("lime", 12, "solid", "lime")}, "", ""),
    "a wheel chip of five": ({"pw$5": look("lime")}, VALUE, "pw$5 is not a lawful betting chip"),
    "twenty-five spots": (
        {"nv$5": look("lime", 25, "solid", "white")},
        "pd.look",
        "nv$5: 25 edge spots do not go round a chip",
    ),
    "spots of no kind": (
        {"nv$5": look("lime", 3, "no")},
        "pd.look",
        "3 edge spots of the kind 'no' cannot be",
    ),
    "a kind of no spots": ({"nv$5": look("lime", 0, "wavy")}, "pd.look", "Kinds: no, solid, split"),
    "a set of its own": (
        {"$5-b": look("red", 6, "solid", "yellow"), "$1-b": look("white", 4, "solid", "red")},
        "",
        "",
    ),
    "a ten of another set": ({"$10-b": look("blue")}, VALUE, "$10-b is not a lawful casino chip"),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_given_all_at_once(desk, name):
    given, rule, words = EXAMPLES[name]
    head = desk.journal.head
    if not rule:
        desk.set_chip_set([(chip(one), look) for one, look in given.items()])
        assert desk.site.chips == {chip(one): look for one, look in given.items()}
        return
    with pytest.raises(Refused) as caught:
        desk.set_chip_set([(chip(one), look) for one, look in given.items()])
    assert set(caught.value.rules) == {rule}
    assert words in str(caught.value)
    assert desk.journal.head == head
    assert desk.site.chips == {}


@pytest.mark.parametrize("back", [False, True], ids=["in order", "the last first"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_given_chip_by_chip(desk, name, back):
    """Refused at the last chip of it, whichever that is."""
    given, rule, _ = EXAMPLES[name]
    *before, last = sorted(given.items(), reverse=back)
    for one, its in before:
        desk.set_chip(chip(one), its)
    assert broken(desk.set_chip, chip(last[0]), last[1]) == ({rule} if rule else set())
    assert (chip(last[0]) in desk.site.chips) == (not rule)


def test_the_ready_made_set_is_lawful(desk):
    desk.set_chip_set([(chip(name), its) for name, its in CHIP_SET.items()])
    ready = [(chip(name), Look.of(its)) for name, its in CHIP_SET.items()]
    assert [*unlawful(ready, {}, desk.site, value)] == []


def test_a_value_stands_once_in_a_set(desk):
    red = look("red", 6, "solid", "yellow")
    with pytest.raises(
        Refused, match=r"\$5 stands twice in the set: red, 6 yellow spots; red, 6 blue"
    ) as caught:
        desk.set_chip_set([(chip("$5"), red), (chip("$5"), look("red", 6, "solid", "blue"))])
    assert set(caught.value.rules) == {VALUE}
    desk.set_chip_set([(chip("$5"), red), (chip("$5-b"), red)])


def test_a_chip_that_is_changed_is_judged_without_its_old_look(desk):
    desk.set_chip(chip("$1"), ONE_RED)
    assert broken(desk.set_chip, chip("$5"), look("red", 6, "solid", "white")) == {COLOR}
    desk.set_chip(chip("$1"), look("white", 4, "solid", "blue"))
    desk.set_chip(chip("$5"), look("red", 6, "solid", "white"))


def test_a_chip_out_of_play_reverses_no_other(desk):
    desk.set_chip(chip("$1"), ONE_RED)
    desk.set_play(chip("$1"), (), "worn out", on=False)
    desk.set_chip(chip("$5"), look("red", 6, "solid", "white"))


def test_what_is_found_names_rule_chip_and_the_other():
    given = [
        (chip("$1"), Look("white", 4, "solid", "red")),
        (chip("$5"), Look("red", 6, "solid", "white")),
    ]
    found = [*unlawful(given, {}, Site(settings=kinds.Site(organization="Dakota Lions")), value)]
    assert [(one.rule, one.chip.name, one.other and one.other.name) for one in found] == [
        (COLOR, "$1", "$5"),
        (COLOR, "$5", "$1"),
    ]
    lions = Site(settings=kinds.Site(organization="Lions"))
    alone = [*unlawful(given[:1], dict(given[1:]), lions, value)]
    assert alone == [ChipFinding(COLOR, chip("$1"), found[0].words, chip("$5"))]
    (missing,) = unlawful(
        [(chip("$1"), Look("white", 4, "solid", "green"))],
        {},
        Site(settings=kinds.Site(organization="L")),
        value,
    )
    assert missing.other is None


# Any set at all, against the table of the law read once more

TABLE = {  # cents: primary color, lawful (spots, kind), second color that is prescribed
    50: ("mustard yellow", [(0, "no")], None),
    100: ("white", [(4, "solid")], None),
    200: ("pink", [(4, "split")], None),
    500: ("red", [(6, "solid")], None),
    2500: ("green", [(8, "solid"), (3, "solid")], "white"),
    10000: ("black", [(4, "triple split")], "white"),
}
CONTRAST = 2000
SECONDS = ["white", "red", "blue", "yellow", "green", "black", "pink", "mustard yellow", "cream", "glow"]


def read_by_hand(new, before):
    """The rules that these chips break beside the ones before; both {cents: look}."""
    found = set()
    together = {**before, **new}
    for cents, its in new.items():
        if cents not in TABLE:
            found.add(VALUE)
        elif unlike(cents, its) or any(reverse(cents, its, other, together) for other in TABLE):
            found.add(COLOR)
        if its.spots > 24 or (its.spots == 0) != (its.kind == "no"):
            found.add("pd.look")
    return found


def second_colors(its):
    seconds = [its.second, its.third]
    if its.middle != its.color:
        seconds.append(its.middle)
    return {color for color in seconds if color}


def unlike(cents, its):
    """Whether a chip alone is not as the table says."""
    primary, patterns, prescribed = TABLE[cents]
    seconds = second_colors(its)
    if its.color != primary or (its.spots, its.kind) not in patterns:
        return True
    if its.spots and not its.second:
        return True
    if len(seconds) > 2 or (its.middle and its.kind != "split"):
        return True
    for color in seconds:
        if color == "glow" or apart(primary, color) < CONTRAST:
            return True
        if prescribed and color != prescribed:
            return True
    return False


def reverse(cents, its, other, together):
    """Whether two values carry each other's color; one that is not there is as it must be."""
    if other == cents:
        return False
    if other in together:
        theirs, spots = together[other].color, second_colors(together[other])
    else:
        theirs, _, prescribed = TABLE[other]
        spots = {prescribed}
    return theirs in second_colors(its) and its.color in spots


@st.composite
def a_look(draw, cents):
    """Mostly as the rules say, with one thing or another changed."""
    primary, patterns, prescribed = TABLE.get(cents, ("blue", [(4, "solid")], None))
    spots, kind = draw(st.sampled_from(patterns))
    if draw(st.integers(0, 9)) == 0:
        spots, kind = draw(st.integers(0, 26)), draw(st.sampled_from(KINDS))
    color = primary if draw(st.integers(0, 9)) else draw(st.sampled_from(SECONDS))
    if not spots:
        return Look(color, spots, kind)
    second = prescribed if prescribed and draw(st.integers(0, 9)) else draw(st.sampled_from(SECONDS))
    third = draw(st.sampled_from(SECONDS)) if draw(st.integers(0, 5)) == 0 else ""
    rare = 3 if kind == "split" else 12
    middle = draw(st.sampled_from([*SECONDS, color])) if draw(st.integers(0, rare)) == 0 else ""
    return Look(color, spots, kind, second if draw(st.integers(0, 15)) else "", third, middle)


@st.composite
def sets(draw):
    """Some values, and their looks, in some order."""
    values = draw(st.lists(st.sampled_from([*TABLE, *TABLE, 1000]), min_size=1, unique=True))
    return [(cents, draw(a_look(cents))) for cents in values]


@pytest.mark.storm
def test_any_set_is_refused_exactly_where_the_law_is_broken(base):
    lawful, refused = [], []

    @settings(max_examples=many(80), suppress_health_check=[*HealthCheck])
    @given(sets())
    def judged(drawn):
        rules = read_by_hand(dict(drawn), {})
        with house(base) as desk:
            given = [(Chip("casino", cents), its.kept) for cents, its in drawn]
            assert broken(desk.set_chip_set, given) == rules
            assert desk.site.chips == ({} if rules else dict(given))
        with house(base) as desk:
            kept = {}
            for cents, its in drawn:
                rules_of_one = read_by_hand({cents: its}, kept)
                assert broken(desk.set_chip, Chip("casino", cents), its.kept) == rules_of_one
                if not rules_of_one:
                    kept[cents] = its
            assert desk.site.chips == {Chip("casino", cents): its.kept for cents, its in kept.items()}
        (refused if rules else lawful).append(drawn)

    judged()
    assert lawful
    assert refused


def test_reading_by_hand_reads_the_examples_alike():
    """So that the second reading is worth something by itself."""
    for example, rule, _ in EXAMPLES.values():
        casino = {chip(name): Look.of(its) for name, its in example.items()}
        if all(one.kind == "casino" and not one.set for one in casino):
            new = {one.face_cents: its for one, its in casino.items()}
            assert read_by_hand(new, {}) == ({rule} if rule else set())


# Name and value


@pytest.mark.parametrize(
    ("mark", "alike"),
    [
        ("Dakota Lions", "Dakota Lions"),
        ("Dakota Lions", "DAKOTA-LIONS!"),
        ("Dakota Lions", "Dakota Lion"),
        ("Dakota Lions", "Dakota Elks"),
        ("Dakota Lions", "Lions"),
        ("hat and cane 7", "hat & cane 7"),
        ("hat and cane 7", "hat and cane 8"),
    ],
)
def test_marks_of_others_by_letters_and_digits(desk, mark, alike):
    desk.set_mark(alike, "Somebody Else", ())
    told = broken(desk.set_chip, chip("$5"), look("red", 6, "solid", "yellow", mark=mark))
    same = {
        ("Dakota Lions", "Dakota Elks"),
        ("Dakota Lions", "Lions"),
        ("hat and cane 7", "hat & cane 7"),
    }
    assert told == (set() if (mark, alike) in same else {"nd.08-03.2"})


def test_a_chip_without_a_mark_of_its_own_bears_the_organizations_name(desk):
    red = look("red", 6, "solid", "yellow")
    desk.set_mark("Dakota Lion", "Dakota Lion Club of Fargo", ())
    with pytest.raises(
        Refused, match="is marked Dakota Lions, and Dakota Lion is on file for Dakota Lion Club"
    ):
        desk.set_chip(chip("$5"), red)
    desk.set_chip(chip("$5"), {**red, "mark": "Lions of Riverside"})
    desk.set_chip(chip("coin50c"), look("silver"))  # a coin is nobody's
    desk.set_chip(chip("pw$2"))  # of which nothing is said


@pytest.mark.parametrize("mark", ["", " - ", "!"])
def test_a_house_without_a_name_marks_its_chips(tmp_path, mark):
    with Journal.create(tmp_path / "book.db") as journal:
        desk = Desk(journal, Pepper.kept(tmp_path / "pepper", PLAIN), rules=RULES)
        red = look("red", 6, "solid", "yellow", mark=mark)
        with pytest.raises(Refused, match="bears no organization's name"):
            desk.set_chip(chip("$5"), red)
        desk.set_chip(chip("$5"), {**red, "mark": "7"})


def test_a_chip_says_its_value(desk):
    with pytest.raises(Refused, match=r"\$5 bears no value") as caught:
        desk.set_chip(chip("$5"), look("red", 6, "solid", "yellow", value_side=False))
    assert caught.value.rules == ("nd.08-03.2",)


# Measured colors


@pytest.mark.parametrize(
    ("measured", "warned"),
    [
        ({"color": COLORS["red"]}, False),
        ({"color": "lab(43 58 35)"}, False),
        ({"color": "#2b6cb8"}, True),
        ({"color": COLORS["red"], "second": "#8a9097"}, True),
        ({"third": "#8a9097"}, False),  # of a color that the chip has not
    ],
)
def test_a_measured_color_far_from_its_name_is_told(desk, measured, warned):
    entry = desk.set_chip(chip("$5"), look("red", 6, "solid", "yellow", measured=measured))
    assert [words.partition(":")[0] for words in entry.fact.warnings] == ["pd.color"] * warned
    assert desk.site.chips[chip("$5")]["measured"] == measured


def test_how_far_is_told_in_hundredths_at_the_edge_of_the_tolerance():
    far = value("pd.color", "tolerance")
    grays = [f"#{level:02x}{level:02x}{level:02x}" for level in range(256)]
    for gray in grays:
        off = apart("black", gray)
        found = [*mismeasured(looks(**{"$100": Look("black", measured={"color": gray})}), value)]
        assert bool(found) == (off > far)
        if found:
            assert f"measures {off // 100}.{off % 100:02} from black; up to 15.00" in found[0].words
    assert min(apart("black", gray) for gray in grays) < far


@pytest.mark.parametrize("measured", ["#c325", "red-ish", "lab(1 2)", "rgb(300 0 0)"])
def test_a_measured_color_that_cannot_be_read_is_refused(desk, measured):
    its = look("red", 6, "solid", "yellow", measured={"color": measured})
    with pytest.raises(
        Refused, match=r"The measured color of \$5: .*write it as measured|three of rgb"
    ) as caught:
        desk.set_chip(chip("$5"), its)
    assert set(caught.value.rules) == {"pd.look"}


def test_sane_is_about_spots_alone():
    assert [*sane(Look())] == []
    assert [*sane(Look("no color", 24, "triple split"))] == []
    assert len([*sane(Look("red", -1, "solid"))]) == 1


# Hard to tell apart


def test_pairs_that_look_alike_are_found_under_the_first_way_they_do():
    some = looks(
        **{
            "$5": Look("red", 6, "solid", "yellow"),
            "$25": Look("red", 8, "solid", "yellow"),
            "$1": Look("green", 4, "solid", "white"),
            "$2": Look("blue", 4, "split", "white"),
            "pw$1": Look("red", 6, "solid", "yellow"),
            "coin50c": Look("red"),
            "$100": Look("glow"),
        }
    )
    found = [(one.chip.name, one.other.name, one.words) for one in confusable(some, value)]
    pairs = [(one, other) for one, other, _ in found]
    assert pairs == [("$25", "$5"), ("$25", "pw$1"), ("$5", "pw$1"), ("$2", "$1")]
    assert all("in plain light" in words for *_, words in found[:3])
    assert "without blue (tritanopia)" in found[3][2]


def test_the_same_value_of_two_sets_is_no_pair():
    red = Look("red", 6, "solid", "yellow")
    assert [*confusable(looks(**{"$5": red, "$5-b": red}), value)] == []
    assert len([*confusable(looks(**{"$5": red, "$25-b": red}), value)]) == 1


colors = st.sampled_from(sorted(COLORS))


@settings(max_examples=many(30))
@given(
    st.dictionaries(
        st.sampled_from([*CHIP_SET]), st.builds(Look, colors, st.just(4), st.just("solid"), colors)
    )
)
def test_a_pair_is_found_where_any_way_of_seeing_makes_it_one(given):
    by_chip = looks(**given)
    found = {frozenset((one.chip, one.other)) for one in confusable(by_chip, value)}
    for one, other in combinations(by_chip, 2):
        a, b = by_chip[one], by_chip[other]
        alike = False
        for how in CONDITIONS:
            far = value("pd.apart", how)
            as_they_are = apart_seen(a.color, b.color, how) < far
            exchanged = (
                apart_seen(a.color, b.second, how) < far and apart_seen(a.second, b.color, how) < far
            )
            alike = alike or as_they_are or exchanged
        assert (frozenset((one, other)) in found) == alike


# Whether the colors bind: 08-03(2)


def bound(quarters, **settings):
    return binding(Site(settings=kinds.Site(**settings)), quarters, value)


@pytest.mark.parametrize(
    ("quarters", "binds"),
    [
        ({}, False),
        ({"2026Q3": 9_000_000}, False),
        ({"2026Q2": 1_000_000, "2026Q3": 1_000_000}, True),
        ({"2026Q2": 999_999, "2026Q3": 1_000_000}, False),  # a cent short of it
        ({"2026Q2": 999_999, "2026Q3": 1_000_001}, True),
        ({"2026Q2": 0, "2026Q3": 2_000_000}, True),
        ({"2026Q1": 5_000_000, "2026Q3": 5_000_000}, False),  # none follows the other
        ({"2025Q4": 1_000_000, "2026Q1": 1_000_000}, True),
        ({"2025Q1": 1_000_000, "2026Q4": 1_000_000}, False),
        ({"2026Q1": 1_500_000, "2026Q2": 600_000, "2026Q3": 100}, True),
        ({"2026Q1": 1_300_000, "2026Q2": 600_000, "2026Q3": 1_300_000}, False),
    ],
)
def test_two_quarters_that_follow_one_another_bind(quarters, binds):
    assert bound(quarters).binds == binds
    assert bound(dict(reversed(quarters.items()))).binds == binds
    assert not bound(quarters, lower_activity=True).binds
    assert bound(quarters, lower_activity=True, video_required=True).binds


def test_why_it_binds_is_told():
    strong = {"2026Q1": 1_100_000, "2026Q2": 1_100_000, "2026Q3": 1_300_000}
    assert bound(strong).words == (
        "The colors bind here: 2026Q2 and 2026Q3 averaged $12,000.00 of gross proceeds, $10,000.00 or"
        " more."
    )
    assert "no two quarters that average $10,000.00" in bound({}).words
    site = Site(tables={"3": Layout("3", "21", "3", False), "2": Layout("2", "21", "2", True)})
    assert binding(site, {}, value).words == "The colors bind here: video watches table 2."
    assert "requires video" in bound({}, video_required=True).words


def unwatched(pit):
    """No table of the house has video any more."""
    for table, game in (("2", "21"), ("3", "21"), ("7", "PW")):
        pit.desk.set_table(Layout(table, game, table, False), by=pit.by("gus"))


def night(pit, on, table, drop, dealer="kari"):
    """A whole night at one table, whose box holds so much."""
    pit.clock.at = datetime(on.year, on.month, on.day, 22, tzinfo=UTC)
    by = pit.by("pia", "jo")
    pit.desk.open_day(on, by)
    cash = pit.journal.at("drawer").get("cash", 400_000)
    chips = pit.held("chip bank") or Chips.read("400x$1 100x$5 20x$25")
    pit.desk.count("opening", {"chip bank": chips.names, "drawer": {"cash": cash}}, by)
    if dealer == "wes":
        pit.arrive(dealer)
        pit.wheels()
        pit.desk.open_table(table, Chips(), pit.by(dealer), limits=(100, 200))
    else:
        pit.open(table, dealer=dealer)
    pit.end(cash, **{f"t{table}": drop})


@pytest.mark.parametrize(("last", "binds"), [(400_000, True), (399_999, False)])
def test_the_books_own_quarters_bind(dark, last, binds):
    """600,000 and 1,000,000 in the second and third quarter; wheel money is not of twenty-one."""
    unwatched(dark)
    night(dark, date(2026, 4, 1), "2", 600_000)
    night(dark, date(2026, 6, 30), "3", 400_000)
    night(dark, date(2026, 7, 1), "2", 600_000)
    night(dark, date(2026, 8, 8), "7", 300_000, "wes")
    night(dark, date(2026, 9, 30), "2", last)
    assert not dark.desk.binding.binds  # the third quarter is not over
    dark.clock.at = datetime(2026, 10, 1, 18, tzinfo=UTC)
    assert dark.desk.binding.binds == binds
    assert dark.another().binding == dark.desk.binding
    given = look("blue", 6, "solid", "yellow")
    assert broken(dark.desk.set_chip, chip("$5"), given, dark.by("gus")) == ({COLOR} if binds else set())


def test_what_was_played_before_the_book_is_added_and_counts_at_once(dark):
    unwatched(dark)
    night(dark, date(2026, 9, 30), "2", 600_000)
    dark.clock.at = datetime(2026, 10, 1, 18, tzinfo=UTC)
    gus = dark.by("gus")
    assert not dark.desk.binding.binds
    dark.desk.set_site({"quarters": {"2026Q2": 1_000_000, "2026Q3": 399_999}}, by=gus)
    assert not dark.desk.binding.binds
    dark.desk.set_site({"quarters": {"2026Q2": 1_000_000, "2026Q3": 400_000}}, by=gus)
    assert dark.desk.binding.binds
    dark.desk.set_site({"lower_activity": True}, by=gus)
    assert not dark.desk.binding.binds


def test_a_value_that_no_chip_may_have_stands_in_the_way_of_no_other(dark):
    """A $10 chip of no look, next to a $5 chip: only the $10 chip is told."""
    looks = [(Chip.named("$10"), {}), (Chip.named("$5"), CHIP_SET["$5"])]
    with dark.refused("nd.08-03.1", words="$10 is not a lawful casino chip"):
        dark.desk.set_chip_set(looks, dark.by("gus"))


# A color beside those of the set


def test_the_nearest_color_of_the_set_comes_first():
    usual = {chip(name): Look.of(one) for name, one in CHIP_SET.items()}
    first, *rest = nearest(usual, "#c02a30")
    assert (first.chip, first.part, first.name) == (chip("$5"), "color", "red")
    assert first.apart == apart("red", "#c02a30")
    assert [one.apart for one in rest] == sorted(one.apart for one in rest)
    assert {(one.chip.name, one.part) for one in rest} >= {("$5", "second"), ("$100", "second")}


def test_what_was_measured_of_a_chip_counts_before_its_name():
    own = {chip("$5"): Look("red", measured={"color": "#2b6cb8"}), chip("$1"): Look("its own color")}
    (only,) = nearest(own, "#2b6cb8")
    assert (only.name, only.apart) == ("red", 0)
    assert nearest({}, "#2b6cb8") == []
    with pytest.raises(ValueError, match="is no color"):
        nearest(own, "the color of the sea")
