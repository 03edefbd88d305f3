import pytest

from pitdesk.book.site import Layout
from pitdesk.chips import Chips
from pitdesk.reports.disputes import disputes

NO_PEEK = {"method": "no-peek"}
TRAY = Chips.read("40x50c 200x$1 100x$5 20x$25")


def open_three(pit, *signers, **more):
    given = {"limits": (300, 500), "options": NO_PEEK} | more
    return pit.desk.open_table("3", Chips(), pit.by(*signers), **given)


# Opening


def test_a_table_opens_with_its_opener_and_its_dealer(pit):
    table = pit.desk.today.tables["2"]
    assert (table.game, table.box, table.state, table.box_state) == ("21", "2", "open", "on table")
    assert (table.opener, table.known, table.limits) == (TRAY, TRAY, (300, 2500))
    assert table.dealer == "kari"
    assert Chips.named(pit.journal.at("tray 2")) == TRAY
    assert pit.desk.today.open_tables == [table]


def test_an_open_table_is_not_opened_again(pit):
    pit.arrive("dan")
    with pit.refused("pd.state", words="Table 2 has been open since 16:00."):
        pit.desk.open_table("2", TRAY, pit.by("dan"), limits=(300, 500), options=NO_PEEK)


def test_somebody_else_may_open_for_the_dealer(pit):
    pit.arrive("dan")
    entry = open_three(pit, "pia", dealer="dan")
    assert entry.fact.dealer == "dan"
    assert pit.desk.today.dealing == {"kari": "2", "dan": "3"}


@pytest.mark.parametrize(
    ("signer", "dealer", "broken"),
    [
        ("pia", None, "pd.role"),  # a shift manager who signs deals by it, and may not
        ("pia", "jo", "pd.role"),
        ("pia", "wes", "pd.role"),  # a wheel operator at a table of twenty-one
        ("pia", "dan", "pd.duty"),
        ("pia", "rob", "pd.role pd.duty"),
        ("kari", None, "pd.duty"),  # Kari is at table 2
    ],
)
def test_whoever_is_seated_can_and_may_deal(pit, signer, dealer, broken):
    pit.arrive("wes")
    with pit.refused(*broken.split()):
        open_three(pit, signer, dealer=dealer)


def test_a_wheel_is_run_by_a_wheel_operator(dark):
    dark.begin()
    dark.wheels()
    dark.arrive("kari", "wes")
    with dark.refused("pd.role", words="Kari is not a wheel operator"):
        dark.desk.open_table("7", Chips(), dark.by("kari"), limits=(100, 200))
    dark.desk.open_table("7", Chips(), dark.by("wes"), limits=(100, 200))


def test_a_table_that_is_not_set_up(pit):
    pit.arrive("dan")
    with pit.refused("pd.table", words="There is no table 9. Known: 2, 3, 7."):
        pit.desk.open_table("9", Chips(), pit.by("dan"), limits=(300, 500), options=NO_PEEK)


def test_the_box_bears_the_tables_number(pit):
    pit.arrive("dan")
    with pit.refused("nd.08-02.2", words="Box 2 is not table 3's. Put box 3 on it, or 3/2."):
        open_three(pit, "dan", box="2")


def test_a_second_game_opens_once_its_own_bank_is_counted(pit):
    pit.arrive("wes")
    with pit.refused("nd.03-06.2", words="The drawer PW has no opening count."):
        pit.desk.open_table("7", Chips(), pit.by("wes"), limits=(100, 200))
    pit.wheels()
    pit.desk.open_table("7", Chips(), pit.by("wes"), limits=(100, 200))


def test_two_games_share_a_bank_with_approval_only(dark):
    for approval in ("by letter", "  "):
        with dark.refused("nd.03-06.1", words="the number of the attorney general's approval"):
            dark.desk.set_bank("combined", approval, dark.by("gus"))
    dark.desk.set_bank("combined", "letter of 2026-01-05", dark.by("gus"))
    dark.begin()
    dark.open("2", TRAY)
    dark.arrive("wes")
    dark.desk.open_table("7", Chips(), dark.by("wes"), limits=(100, 200))
    dark.end()
    assert dark.journal.at("drawer PW") == {}


def test_banks_are_counted_before_a_table_opens(dark):
    dark.desk.open_day(dark.clock.at.date(), dark.by("pia", "jo"))
    dark.arrive("kari")
    with dark.refused("nd.03-06.2"):
        dark.desk.open_table("2", TRAY, dark.by("kari"), limits=(300, 500), options=NO_PEEK)


def test_betting_chips_lie_in_no_twenty_one_tray(pit):
    pit.arrive("dan")
    with pit.refused("nd.08-06.1b"):
        pit.desk.open_table("3", Chips.read("9xpw$2"), pit.by("dan"), limits=(300, 500), options=NO_PEEK)


def test_a_table_whose_box_waits_opens_with_another(pit):
    pit.shut("2")
    pit.desk.remove_box("2", "safe", pit.by("pia", "jo"))
    with pit.refused("nd.08-14.1e", words="Box 2 waits to be counted. Count it first, or put another"):
        pit.open("2", TRAY)
    pit.drops({"2": 52_000})
    pit.open("2", TRAY)
    assert [use.state for use in pit.desk.today.tables["2"].uses] == ["counted", "on table"]


# Dealers


def test_dealers_relieve_each_other(pit):
    pit.arrive("dan")
    pit.desk.dealer("2", "dan", pit.by("dan"))
    assert pit.desk.today.dealing == {"dan": "2"}
    pit.desk.dealer("2", None, pit.by("dan"))
    assert pit.desk.today.dealing == {}
    assert pit.desk.today.tables["2"].state == "open"


@pytest.mark.parametrize(
    ("dealer", "broken"),
    [
        ("jo", "pd.role"),
        ("pia", "pd.role"),
        ("dan", "pd.duty"),
        ("wes", "pd.role pd.duty"),
    ],
)
def test_only_a_dealer_on_duty_is_seated(pit, dealer, broken):
    with pit.refused(*broken.split()):
        pit.desk.dealer("2", dealer, pit.by("pia"))


def test_nobody_is_at_two_tables(pit):
    pit.arrive("dan")
    open_three(pit, "dan")
    with pit.refused("pd.duty", words="Kari is at table 2. Relieve them there first."):
        pit.desk.dealer("3", "kari", pit.by("pia"))
    pit.desk.dealer("2", None, pit.by("kari"))
    pit.desk.dealer("3", "kari", pit.by("pia"))
    assert pit.desk.today.dealing == {"kari": "3"}


@pytest.mark.parametrize("verb", ["dealer", "count_tray", "close_table"])
@pytest.mark.parametrize(("table", "broken"), [("3", "pd.state"), ("9", "pd.table")])
def test_what_is_not_open_is_not_worked_at(pit, verb, table, broken):
    verbs = {
        "dealer": lambda: pit.desk.dealer(table, None, pit.by("pia")),
        "count_tray": lambda: pit.desk.count_tray(table, Chips(), pit.by("pia")),
        "close_table": lambda: pit.desk.close_table(table, Chips(), pit.by("pia")),
    }
    with pit.refused(broken):
        verbs[verb]()


# Counts of a tray


def test_a_count_moves_what_is_off_to_the_players(pit):
    pit.later(hours=1)
    entry = pit.desk.count_tray("2", Chips.read("150x$1 80x$5 20x$25 40x50c"), pit.by("kari"))
    table = pit.desk.today.tables["2"]
    assert table.known == Chips.read("40x50c 150x$1 80x$5 20x$25")
    assert table.known_at == entry.at
    assert entry.fact.known == TRAY
    held = pit.journal.balances()["patrons"]
    assert held == {"$1": 50, "$5": 20}
    assert table.opener == TRAY


def test_a_count_that_finds_what_is_known_moves_nothing(pit):
    assert pit.desk.count_tray("2", TRAY, pit.by("kari")).postings == ()


def test_chips_that_nobody_has_are_looked_at_twice(pit):
    tray = TRAY + Chips.read("3x$25")
    words = "23 pieces of $25, but only 20 are on the floor by the book. Look for foreign or counterfeit"
    with pit.refused("pd.floor", words=words):
        pit.desk.count_tray("2", tray, pit.by("kari"))
    pit.desk.count_tray("2", tray, pit.by("kari"), reason="three counterfeits, set apart")
    assert pit.journal.balances()["patrons"] == {"$25": -3}


def test_chips_may_come_to_one_table_from_another(pit):
    pit.arrive("dan")
    open_three(pit, "dan")
    tray = Chips.read("30x$5")
    pit.desk.count_tray("3", tray, pit.by("dan"))
    assert pit.journal.balances()["patrons"] == {"$5": -30}
    pit.desk.count_tray("2", TRAY - tray, pit.by("kari"))
    assert "patrons" not in pit.journal.balances()


# Closing


def test_a_closed_table_is_locked_with_its_closer(pit):
    closer = Chips.read("10x$5 3x$25")
    pit.desk.close_table("2", closer, pit.by("kari"))
    table = pit.desk.today.tables["2"]
    assert (table.state, table.closer, table.dealer) == ("closed", closer, None)
    assert Chips.named(pit.journal.balances()["tray 2"]) == closer
    assert pit.desk.today.open_tables == []
    with pit.refused("pd.state"):
        pit.desk.fill("2", Chips.read("1x$5"), pit.by("jo"))
    with pit.refused("pd.state"):
        pit.desk.close_table("2", closer, pit.by("kari"))


def test_nothing_is_on_its_way_to_a_table_that_closes(pit):
    pit.desk.fill("2", Chips.read("1x$5"), pit.by("jo"))
    with pit.refused("pd.state", words="fill 000001 is still on its way. Receive or void it"):
        pit.desk.close_table("2", TRAY, pit.by("kari"))
    pit.desk.void("fill", 1, "table closes", pit.by("jo"))
    pit.desk.close_table("2", TRAY, pit.by("kari"))


# Cameras


def test_a_camera_is_looked_at(pit):
    entry = pit.desk.camera("2", pit.by("pia"))
    assert entry.fact.view == "clear"
    assert pit.desk.today.tables["2"].camera == "clear"


def test_a_camera_that_is_not_clear_has_a_reason(pit):
    with pit.refused("pd.reason"):
        pit.desk.camera("2", pit.by("pia"), "obstructed")
    pit.desk.camera("2", pit.by("pia"), "obstructed", "a plant, moved away")
    assert pit.desk.today.tables["2"].camera == "obstructed"


def test_the_camera_of_a_table_that_was_not_used(pit):
    pit.desk.camera("7", pit.by("pia"))
    assert pit.desk.today.cameras.seen == {"7": "clear"}
    with pit.refused("pd.table"):
        pit.desk.camera("9", pit.by("pia"))


def test_a_camera_may_be_looked_at_after_the_table_closed(pit):
    pit.shut("2")
    pit.desk.camera("2", pit.by("pia"))


def test_a_table_without_video_has_no_camera_to_look_at(dark):
    dark.begin()
    dark.open("3")
    dark.end(t3=10_000)
    assert dark.desk.day.sealed


def test_a_table_that_gets_another_box_at_night_keeps_its_own(pit):
    pit.desk.set_table(Layout("2", "21", "2/2", True), by=pit.by("gus"))
    pit.shut("2")
    assert pit.desk.remove_box("2", "safe", pit.by("pia", "jo")).fact.box == "2"


# Disputes


def test_a_dispute_is_written_down_and_moves_nothing(pit):
    pit.shut("2")
    before = pit.journal.balances()
    pit.desk.dispute("2", "19 against 19", "the tie stands", pit.by("pia"), seat=3, under="08-11(12)")
    fact = pit.journal.entry(pit.journal.head.seq).fact
    assert (fact.table, fact.seat, fact.ruling, fact.under) == ("2", 3, "the tie stands", "08-11(12)")
    assert pit.journal.balances() == before


def test_a_dispute_needs_facts_a_ruling_a_table_and_somebody_who_rules(pit):
    with pit.refused("pd.reason"):
        pit.desk.dispute("2", " ", "the tie stands", pit.by("pia"))
    with pit.refused("pd.dispute", words="The dispute at table 2 has no ruling."):
        pit.desk.dispute("2", "19 against 19", " ", pit.by("pia"))
    with pit.refused("pd.dispute"):
        pit.desk.dispute("2", "19 against 19", "the tie stands", pit.by("kari"))
    with pit.refused("pd.table"):
        pit.desk.dispute("99", "19 against 19", "the tie stands", pit.by("pia"))


def test_another_who_may_overrules_a_ruling_and_both_stand(pit):
    pit.arrive("bob")
    first = pit.desk.dispute("2", "19 against 19", "the hand loses", pit.by("bob"), seat=3)
    before = pit.journal.balances()
    entry = pit.desk.overrule(
        first.seq, "equal hands tie", "the tie stands", pit.by("pia"), under="99-01.3-08-11(12)"
    )
    assert (entry.about, entry.fact.table, entry.fact.ruling) == (first.seq, "2", "the tie stands")
    assert pit.journal.balances() == before
    (one,) = disputes(pit.desk.today)
    assert (one.entry.seq, one.over, one.last) == (first.seq, entry, entry)
    assert one.dispute.ruling == "the hand loses"


def test_a_ruling_is_overruled_once_by_a_manager_who_did_not_rule(pit):
    pit.arrive("gus", "bob")
    first = pit.desk.dispute("2", "19 against 19", "the hand loses", pit.by("pia"), seat=3)
    why, now = "equal hands tie", "the tie stands"
    with pit.refused("pd.overrule", words="Pia ruled this dispute."):
        pit.desk.overrule(first.seq, why, now, pit.by("pia"))
    with pit.refused("pd.overrule", words="does not overrule"):
        pit.desk.overrule(first.seq, why, now, pit.by("bob"))
    with pit.refused("pd.reason"):
        pit.desk.overrule(first.seq, " ", now, pit.by("gus"))
    with pit.refused("pd.overrule", words="The new ruling is missing."):
        pit.desk.overrule(first.seq, why, " ", pit.by("gus"))
    with pit.refused("pd.overrule", words="was ruled so already"):
        pit.desk.overrule(first.seq, why, "the  hand loses", pit.by("gus"))
    done = pit.desk.overrule(first.seq, why, now, pit.by("gus"))
    with pit.refused("pd.overrule", words=f"by entry {done.seq}. That ruling stands."):
        pit.desk.overrule(first.seq, why, "the hand loses after all", pit.by("gus"))


@pytest.mark.parametrize("seq", [-1, 0, 1, 10**9])
def test_what_is_no_dispute_is_not_overruled(pit, seq):
    with pit.refused("pd.overrule", "pd.table", words="There is no such dispute."):
        pit.desk.overrule(seq, "why not", "the tie stands", pit.by("pia"))


def test_an_overruling_is_not_overruled_nor_a_dispute_of_a_closed_day(pit):
    pit.arrive("bob")
    first = pit.desk.dispute("2", "19 against 19", "the hand loses", pit.by("bob"))
    over = pit.desk.overrule(first.seq, "they tie", "the tie stands", pit.by("pia"))
    with pit.refused("pd.overrule", "pd.table", words="There is no such dispute."):
        pit.desk.overrule(over.seq, "they do not", "the hand loses", pit.by("pia"))
    pit.desk.dispute("2", "seen", "the card is burned", pit.by("bob"))
    late = pit.journal.head.seq
    pit.end()
    pit.later(hours=14)
    pit.begin()
    with pit.refused("pd.overrule", words="is of a day that was closed"):
        pit.desk.overrule(late, "misread", "the card stands", pit.by("pia"))
