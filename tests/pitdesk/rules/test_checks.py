"""The checks by tables: who, what, how much. Sequences of verbs are tested at the desk."""

from contextlib import nullcontext
from datetime import date

import pytest

from pitdesk.book.people import Person, Role
from pitdesk.book.site import Layout
from pitdesk.chips import Chip, Chips
from pitdesk.chipset.law import CHIP_SET

FIVE = Chips.read("1x$5")


def judged(pit, broken):
    """Refused under these rules; done where there are none."""
    return pit.refused(*broken.split()) if broken else nullcontext()


# Who prepares a slip (E20)

BOTH = "nd.08-05.3 nd.08-05.3c"


@pytest.mark.parametrize(
    ("signers", "broken"),
    [
        ("jo", ""),
        ("kari:dealer as cashier", ""),
        ("wes:dealer as cashier", "nd.08-05.3c"),
        ("bob, jo", ""),
        ("pia, jo", ""),
        ("pia, kari:dealer as cashier", ""),
        ("bob", "nd.08-05.3c"),
        ("pia", "nd.08-05.3c"),
        ("bob, kari", "nd.08-05.3c"),
        ("kari", BOTH),
        ("wes", BOTH),
        ("ann", BOTH),
        ("gus", BOTH),
        ("ann, jo", "nd.08-05.3"),
        ("gus, jo", "nd.08-05.3"),
        ("kari, jo", "nd.08-05.3"),
    ],
)
def test_who_prepares_a_fill(pit, signers, broken):
    arrive(pit)
    with judged(pit, broken):
        assert pit.desk.fill("2", FIVE, pit.by(*signers.split(", "))).number.number == 1


@pytest.mark.parametrize(
    ("signers", "broken"),
    [
        ("kari", ""),
        ("wes", ""),
        ("bob, kari", ""),
        ("pia, kari", ""),
        ("bob, wes", ""),
        ("bob", "nd.08-05.3c"),
        ("pia", "nd.08-05.3c"),
        ("jo", BOTH),
        ("kari:dealer as cashier", BOTH),
        ("ann", BOTH),
        ("jo, kari", "nd.08-05.3"),
        ("ann, kari", "nd.08-05.3"),
        ("gus, kari", "nd.08-05.3"),
    ],
)
def test_who_prepares_a_credit(pit, signers, broken):
    arrive(pit)
    with judged(pit, broken):
        assert pit.desk.credit("2", FIVE, pit.by(*signers.split(", "))).number.number == 1


def arrive(pit):
    pit.arrive("bob", "ann", "wes", "gus", "dan")


@pytest.mark.parametrize(
    ("signer", "broken"),
    [
        ("pia", ""),
        ("ann", ""),
        ("bob", ""),
        ("gus", ""),
        ("jo", "nd.08-05.5 pd.own"),
        ("cleo", "nd.08-05.5"),
        ("dan", "nd.08-05.5"),
        ("kari", "nd.08-05.5"),
        ("kari:pit boss", "nd.08-05.5 pd.role"),
    ],
)
def test_who_verifies(pit, signer, broken):
    arrive(pit)
    pit.arrive("cleo")
    pit.desk.fill("2", FIVE, pit.by("jo"))
    with judged(pit, broken):
        pit.desk.verify("fill", 1, pit.by(signer))


def test_who_deals_verifies_nothing(pit):
    pit.desk.set_person(
        Person(
            "pia", "Pia", "PI", (*pit.desk.site.people["pia"].roles, Role("dealer", date(2020, 1, 1)))
        ),
        by=pit.by("gus"),
    )
    pit.desk.dealer("2", "pia", pit.by("pia"))
    pit.desk.fill("2", FIVE, pit.by("jo"))
    with pit.refused("nd.08-05.5", words="Pia is dealing at table 2"):
        pit.desk.verify("fill", 1, pit.by("pia"))


@pytest.mark.parametrize(
    ("signer", "broken"),
    [
        ("kari", ""),
        ("dan", "nd.08-05.6"),  # a dealer, but not at this table
        ("wes", "nd.08-05.6"),
        ("pia", "nd.08-05.6 pd.own"),
        ("jo", "nd.08-05.6 pd.own"),
        ("cleo", "nd.08-05.6"),
        ("kari:dealer as cashier", "nd.08-05.6"),
    ],
)
def test_who_receives_a_fill(pit, signer, broken):
    arrive(pit)
    pit.arrive("cleo")
    pit.desk.fill("2", FIVE, pit.by("jo"))
    pit.desk.verify("fill", 1, pit.by("pia"))
    with judged(pit, broken):
        pit.desk.receive("fill", 1, pit.by(signer))


@pytest.mark.parametrize(
    ("signer", "broken"),
    [
        ("jo", ""),
        ("dan:dealer as cashier", ""),
        ("dan", "nd.08-05.6"),
        ("kari", "nd.08-05.6 pd.own"),
        ("kari:dealer as cashier", "pd.own"),
        ("pia", "nd.08-05.6 pd.own"),
        ("bob", "nd.08-05.6"),
    ],
)
def test_who_receives_a_credit(pit, signer, broken):
    arrive(pit)
    pit.desk.credit("2", FIVE, pit.by("kari"))
    pit.desk.verify("credit", 1, pit.by("pia"))
    with judged(pit, broken):
        pit.desk.receive("credit", 1, pit.by(signer))


@pytest.mark.parametrize(
    ("verb", "other", "broken"),
    [
        ("fill", {"source": "jar bar"}, "pd.below"),  # nothing is there yet
        ("fill", {"source": "tray 3"}, "nd.08-05.1 pd.below"),
        ("fill", {"source": "patrons"}, "nd.08-05.1"),
        ("fill", {"source": "chip reserve"}, "nd.08-05.1 pd.below"),
        ("credit", {"destination": "jar bar"}, ""),
        ("credit", {"destination": "tray 3"}, "nd.08-05.1"),
        ("credit", {"destination": "drawer"}, "nd.08-05.1"),
        ("credit", {"destination": "patrons"}, "nd.08-05.1"),
    ],
)
def test_chips_go_by_the_bank_or_a_jar_bar(pit, verb, other, broken):
    with judged(pit, broken):
        getattr(pit.desk, verb)("2", FIVE, pit.by("jo" if verb == "fill" else "kari"), **other)


@pytest.mark.parametrize(("source", "table"), [("2", "3"), ("3", "2"), ("2", "2"), ("9", "2")])
def test_chips_never_go_from_table_to_table(pit, source, table):
    with pit.refused("nd.08-05.1", words="Chips never go from table to table"):
        pit.desk.transfer(source, table, FIVE, pit.by("kari"))


# Who counts the drop (E18). pia, jo and kari conduct games tonight


@pytest.mark.parametrize(
    ("members", "tie", "broken"),
    [
        ("kari, kim", "", ""),  # a dealer who worked and the office
        ("kim, lee", "", ""),  # two who conduct no games
        ("kari, dan", "", ""),  # dan did not work tonight
        ("dan, pia", "", ""),
        ("kari, pia", "", "nd.08-14.2"),  # both worked
        ("kari, jo", "", "nd.08-14.2"),
        ("pia, dan", "supervises", "nd.08-14.2"),
        ("dan, pia", "supervises", "nd.08-14.2"),
        ("kim, lee", "household", "nd.08-14.2"),
        ("kim, lee", "family", "nd.08-14.2"),
        ("kim, aud", "", "nd.08-14.2"),
        ("kari, aud", "", "nd.08-14.2"),
        ("ola, pat", "", ""),  # two tellers of one bank
        ("ola, tim", "", "nd.08-14.2"),
        ("ola, kari", "", ""),  # an outsider and a gaming employee
        ("kari, ola", "", ""),
        ("ola, kari", "household", ""),  # ties do not count with an outsider
        ("ola, kim", "", "nd.08-14.2"),
        ("ola, aud", "", "nd.08-14.2"),
        ("kim", "", "nd.08-14.2"),
        ("kim, lee, kari", "", "nd.08-14.2"),
        ("kim, kim", "", "pd.twice"),
        ("kim, lee:bookkeeper", "", "nd.08-14.2 pd.role"),
        ("kim:bookkeeper, lee", "", "nd.08-14.2"),
        ("kari:dealer, kim", "", "nd.08-14.2"),
    ],
)
def test_the_count_team(pit, members, tie, broken):
    names = [name.partition(":")[0] for name in members.split(", ")]
    if tie:
        pit.desk.set_tie(names[0], tie, names[1], by=pit.by("gus"))
    signers = pit.by(*(team(member) for member in members.split(", ")))
    with judged(pit, broken):
        pit.desk.team(signers, names[:1])
        assert pit.desk.day.team == tuple(names)


def team(member):
    """In the team everybody signs as a member of it, unless said otherwise."""
    outside = member in ("ola", "pat", "tim")
    return member if ":" in member or outside else f"{member}:count team"


def test_outsiders_without_a_firm_are_not_of_one(pit):
    for name in ("ola", "pat"):
        known = pit.desk.site.people[name]
        pit.desk.set_person(Person(name, name, name, known.roles), by=pit.by("gus"))
    with pit.refused("nd.08-14.2"):
        pit.desk.team(pit.by("ola", "pat"), ["ola"])


def test_who_only_acted_as_the_cashier_conducted_games_too(pit):
    pit.arrive("dan:dealer as cashier")
    with pit.refused("nd.08-14.2", words="both conducted games"):
        pit.desk.team(pit.by("kari:count team", "dan:count team"), ["dan"])


@pytest.mark.parametrize(
    ("keys", "broken"),
    [
        (["kim"], ""),
        (["lee"], ""),
        (["kim", "lee"], ""),
        ([], "nd.08-14.3"),
        (["pia"], "nd.08-14.3"),
        (["kim", "pia"], "nd.08-14.3"),
        (["kim", "kim"], "nd.08-14.3"),
    ],
)
def test_the_keys_are_with_the_team(pit, keys, broken):
    with judged(pit, broken):
        pit.desk.team(pit.by("kim", "lee"), keys)


# The chip set (E16)


def look(color, spots, kind, second=None):
    return {"color": color, "spots": spots, "kind": kind, "second": second}


WHITE, RED = look("white", 4, "solid", "red"), look("red", 6, "solid", "blue")


@pytest.mark.parametrize(
    ("before", "chip", "given", "broken"),
    [
        ({"$5": RED}, "$1", WHITE, ""),
        ({"$5": look("red", 6, "solid", "white")}, "$1", WHITE, "nd.08-03.3"),
        ({}, "$1", look("white", 4, "solid", "green"), "nd.08-03.3"),  # against the $25
        ({}, "$1", look("white", 4, "solid", "black"), "nd.08-03.3"),  # against the $100
        ({}, "$25", look("green", 6, "solid", "white"), "nd.08-03.3"),
        ({}, "$25", look("green", 8, "solid", "white"), ""),
        ({}, "$25", look("green", 3, "solid", "white"), ""),
        ({}, "$25", look("green", 8, "solid", "blue"), "nd.08-03.3"),
        ({}, "$25", look("red", 8, "solid", "white"), "nd.08-03.3"),
        ({}, "$100", look("black", 4, "triple split", "white"), ""),
        ({}, "$100", look("black", 4, "split", "white"), "nd.08-03.3"),
        ({}, "50c", look("mustard yellow", 4, "solid", "blue"), "nd.08-03.3"),
        ({}, "50c", look("mustard yellow", 0, "no"), ""),
        ({}, "$2", look("pink", 4, "split", "purple"), ""),
        ({}, "$2", look("pink", 4, "solid", "purple"), "nd.08-03.3"),
        ({}, "$5", look("red", 4, "solid", "blue"), "nd.08-03.3"),
        ({}, "$5", {"color": "red"}, "nd.08-03.3"),
        ({}, "$10", look("blue", 4, "solid", "white"), "nd.08-03.1"),
        ({}, "$10", {}, "nd.08-03.1"),
        ({}, "$20", None, "nd.08-03.1"),
        ({}, "25c", None, "nd.08-03.1"),
        ({}, "$500", None, "nd.08-03.1"),
        ({}, "coin50c", None, ""),
        ({}, "coin25c", None, "nd.08-03.1"),
        ({}, "pw50c", None, ""),
        ({}, "pw$1", None, ""),
        ({}, "pw$2", None, ""),  # E19
        ({}, "pw$5", None, "nd.08-03.1"),  # E19
        ({}, "nv$500", None, ""),  # worth nothing, so of any value
    ],
)
def test_chips_of_the_set(dark, before, chip, given, broken):
    for name, other in before.items():
        dark.desk.set_chip(Chip.named(name), other, by=dark.by("gus"))
    with judged(dark, broken):
        dark.desk.set_chip(Chip.named(chip), given, by=dark.by("gus"))


def test_the_ready_made_set_is_lawful_whole_and_without_reversed_pairs(dark):
    assert {*CHIP_SET} == {"50c", "$1", "$2", "$5", "$25", "$100"}
    for name, given in CHIP_SET.items():
        dark.desk.set_chip(Chip.named(name), given, by=dark.by("gus"))
        assert dark.desk.site.chips[Chip.named(name)] == given


# Limits of wagers, E15 and E19


@pytest.mark.parametrize(
    ("low", "high", "broken"),
    [
        (100, 2500, ""),
        (300, 2500, ""),
        (100, 100, ""),
        (300, 2600, "nd.08-09.1"),
        (0, 2500, "nd.08-09.1"),
        (50, 2500, "nd.08-09.1"),
        (150, 2500, "nd.08-09.1"),
        (300, 2550, "nd.08-09.1"),
        (1000, 500, "nd.08-09.1"),
        (-100, 2500, "nd.08-09.1"),
        (400, 2500, "nd.08-09.1"),  # the only open table must take $3
        (2500, 2500, "nd.08-09.1"),
    ],
)
def test_limits_of_twenty_one(dark, low, high, broken):
    dark.begin()
    dark.arrive("kari")
    with judged(dark, broken):
        dark.desk.open_table(
            "2", Chips(), dark.by("kari"), limits=(low, high), options={"method": "no-peek"}
        )


def test_one_table_at_three_dollars_is_enough(pit):
    pit.arrive("dan")
    options = {"method": "no-peek"}
    pit.desk.open_table("3", Chips(), pit.by("dan"), limits=(1000, 2500), options=options)


@pytest.mark.parametrize(
    ("high", "broken"), [(2000, ""), (200, ""), (2100, "nd.53-06.1-07.4"), (2200, "nd.53-06.1-07.4")]
)
def test_limits_of_the_paddlewheel(dark, high, broken):
    dark.begin()
    dark.wheels()
    dark.arrive("wes")
    with judged(dark, broken):
        dark.desk.open_table("7", Chips(), dark.by("wes"), limits=(100, high))


@pytest.mark.parametrize(
    ("table", "required", "high", "broken"),
    [
        ("3", True, 200, ""),
        ("3", True, 300, "nd.53-06.1-10"),
        ("3", True, 2500, "nd.53-06.1-10"),
        ("3", False, 2500, ""),
        ("2", True, 2500, ""),  # has video
    ],
)
def test_no_video_means_small_wagers_where_video_is_required(dark, table, required, high, broken):
    dark.desk.set_site({"video_required": required}, by=dark.by("gus"))
    dark.begin()
    dark.arrive("kari")
    with judged(dark, broken):
        dark.desk.open_table(
            table, Chips(), dark.by("kari"), limits=(100, high), options={"method": "no-peek"}
        )


@pytest.mark.parametrize(
    ("method", "broken"),
    [
        ("no-peek", ""),
        ("no-hole-card", ""),
        ("card-reader", ""),
        (None, "nd.08-10.1"),
        ("peek", "nd.08-10.1"),
    ],
)
def test_dealing_methods(dark, method, broken):
    dark.begin()
    dark.arrive("kari")
    options = {"method": method} if method else {}
    with judged(dark, broken):
        dark.desk.open_table("2", Chips(), dark.by("kari"), limits=(300, 2500), options=options)


def test_a_site_deals_one_way(pit):
    pit.arrive("dan")
    with pit.refused("nd.08-10.1", words="Table 2 deals no-peek; a site deals one way"):
        pit.desk.open_table(
            "3", Chips(), pit.by("dan"), limits=(300, 2500), options={"method": "card-reader"}
        )


# Amounts


@pytest.mark.parametrize(
    ("cents", "broken"),
    [
        (50, ""),
        (100_000, ""),
        (0, "pd.amount"),
        (-100, "pd.amount"),
        (25, ""),
        (10_025, ""),
        (1, ""),
        (50_000_050, "pd.amount pd.cash"),
        (2**70, "pd.amount pd.cash"),
    ],
)
def test_money_that_changes_hands(pit, cents, broken):
    with judged(pit, broken):
        pit.desk.check(cents, "204", "A. Player", pit.by("jo"))


@pytest.mark.parametrize("cents", [0, -50, 50_000_050, 2**70])
def test_loans_and_withdrawals_are_as_sane(pit, cents):
    with pit.refused("pd.amount"):
        pit.desk.withdraw(cents, "check 1", pit.by("jo"))
    lender = pit.lender()
    with pit.refused("pd.amount"):
        pit.desk.iou(cents, lender, "drawer", pit.by("jo"))


@pytest.mark.parametrize(
    ("pieces", "broken"),
    [
        (1, ""),
        (0, "pd.amount"),
        (-5, "pd.amount"),
        (901, "pd.below"),
        (20_001, "pd.amount pd.below"),
        (2**70, "pd.amount pd.below"),
    ],
)
def test_pieces_on_a_slip(pit, pieces, broken):
    with judged(pit, broken):
        pit.desk.fill("2", Chips({Chip.named("$5"): pieces}), pit.by("jo"))


def test_what_is_not_in_the_set_is_not_moved(pit):
    with pit.refused("pd.chips", "pd.below", words="The site has no $20 chip"):
        pit.desk.fill("2", Chips({Chip("casino", 2000): 5}), pit.by("jo"))
    with pit.refused("pd.chips", "pd.floor", words="coin50c"):
        pit.desk.redeem(Chips.read("5xcoin50c"), pit.by("jo"))


def test_stock_is_of_known_chips_and_of_some(pit):
    ends = ("chip bank", "chip reserve", pit.by("jo"), "quiet night")
    with pit.refused("pd.chips", "pd.below", words="coin50c"):
        pit.desk.stock(Chips.read("5xcoin50c"), *ends)
    with pit.refused("pd.chips"):
        pit.desk.count("check", {"chip reserve": {"coin50c": 5}}, pit.by("pia", "jo"))
    with pit.refused("pd.amount", words="No chips are entered"):
        pit.desk.stock(Chips(), *ends)


@pytest.mark.parametrize("cents", [0, 25, 1, 49_999_999])
def test_a_count_may_find_any_coin(pit, cents):
    pit.desk.count("check", {"drawer": {"cash": cents}}, pit.by("pia", "jo"))
    assert pit.journal.balances().get("drawer", {}).get("cash", 0) == cents


@pytest.mark.parametrize("cents", [-1, 50_000_001, 2**70])
def test_a_count_finds_nothing_absurd(pit, cents):
    with pit.refused("pd.amount"):
        pit.desk.count("check", {"drawer": {"cash": cents}}, pit.by("pia", "jo"))


# Set-up


@pytest.mark.parametrize(
    ("layout", "broken"),
    [
        (Layout("4", "21", "4", True), ""),
        (Layout("4", "PW", "4/2", False), ""),
        (Layout("4", "PW", "44", False), "nd.08-02.2"),
        (Layout("4", "BJ", "4", True), "pd.setup"),
        (Layout("4", "21", "2", True), "nd.08-02.1 nd.08-02.2"),  # the box of table 2
        (Layout("2", "21", "2", False), ""),
        (Layout("2", "21", "3", True), "nd.08-02.1 nd.08-02.2"),
    ],
)
def test_tables_have_a_game_and_a_box_of_their_own(dark, layout, broken):
    with judged(dark, broken):
        dark.desk.set_table(layout, by=dark.by("gus"))


@pytest.mark.parametrize(
    ("one", "kind", "other", "broken"),
    [
        ("pia", "supervises", "kari", ""),
        ("kari", "household", "dan", ""),
        ("kari", "family", "dan", ""),
        ("kari", "likes", "dan", "pd.tie"),
        ("kari", "family", "kari", "pd.tie"),
        ("kari", "family", "nobody", "pd.tie"),
        ("nobody", "family", "kari", "pd.tie"),
    ],
)
def test_ties(dark, one, kind, other, broken):
    with judged(dark, broken):
        dark.desk.set_tie(one, kind, other, by=dark.by("gus"))
