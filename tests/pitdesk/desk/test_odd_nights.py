"""Odd nights: what is done on a first evening or after a mistake, and the figures that come of it."""

from datetime import date, timedelta

import pytest

from pitdesk.book.figures import figures
from pitdesk.book.past import quarters
from pitdesk.book.site import Layout
from pitdesk.chips import Chip, Chips
from pitdesk.tonight.board import Board
from pitdesk.tonight.closing import Closing, owed
from tests.pitdesk.conftest import BANK, DRAWER, NIGHT, POSTED, TRAY


def another_day(pit) -> None:
    """The day after, its banks counted."""
    pit.later(days=1)
    pit.begin(pit.held("chip bank"), pit.journal.at("drawer")["cash"])


def test_a_day_without_tables_is_counted_at_its_opening_too(dark):
    """Else there is nothing to hold the closing count against, and the day could not be sealed."""
    dark.desk.open_day(NIGHT, dark.by("pia", "jo"))
    counted = {"chip bank": BANK.names, "drawer": {"cash": DRAWER}}
    for when in ("closing", "check"):
        with dark.refused("nd.03-06.2", words="The drawer has no opening count"):
            dark.desk.count(when, counted, dark.by("pia", "jo"))
    with dark.refused("nd.03-06.2", "nd.03-10.1", words="The chip bank has no opening count"):
        dark.desk.close_day(DRAWER, dark.by("pia", "jo"))
    dark.desk.count("opening", counted, dark.by("pia", "jo"))
    dark.desk.count("closing", counted, dark.by("pia", "jo"))
    dark.desk.close_day(DRAWER, dark.by("pia", "jo"))
    assert figures(dark.desk.day).agp_cents == 0


def test_a_table_that_was_opened_empty_by_mistake_is_opened_again_with_its_tray(dark):
    dark.begin()
    dark.open("2", Chips())
    dark.desk.close_table("2", Chips(), dark.by("kari"))
    dark.desk.open_table("2", TRAY, dark.by("kari"), **POSTED)
    dark.end(t2=52_000)
    (table,) = figures(dark.desk.day).tables
    assert (table.opener_cents, table.closer_cents, table.win_cents) == (TRAY.cents, TRAY.cents, 52_000)


def test_whoever_dealt_does_not_count_the_drop_whatever_they_came_on_duty_as(dark):
    dark.begin()
    dark.arrive("bob", "dan:count team", "kari")
    dark.desk.open_table("2", TRAY, dark.by("kari"), dealer="dan", **POSTED)
    dark.desk.dealer("2", "kari", dark.by("bob"))
    dark.shut("2")
    dark.look()
    dark.boxes()
    with dark.refused("nd.08-14.2"):
        dark.desk.team(dark.by("dan:count team", "kari:count team"), ["dan"])


def test_a_count_ends_what_was_tallied_before_it(dark):
    """Or the same loss would be booked twice."""
    dark.begin()
    short = BANK - Chips.read("3x$5")
    for who in ("pia", "jo"):
        dark.desk.tally("chip bank", short, dark.one(who))
    assert dark.desk.agreed("chip bank") == short
    dark.desk.count("check", {"chip bank": short.names}, dark.by("pia", "jo"))
    assert dark.desk.agreed("chip bank") is None
    assert dark.journal.at("over/short") == {"$5": 3}


def test_a_reason_stays_where_a_recount_finds_nothing_more(pit):
    pit.desk.count("check", {"drawer": {"cash": DRAWER - 200}}, pit.by("pia", "jo"))
    pit.desk.explain("drawer", "$2 paid out twice", pit.by("pia"))
    pit.end(DRAWER - 200, t2=0)
    assert pit.desk.day.sealed
    assert figures(pit.desk.day).over_short_cash_cents == -200


def test_a_reason_is_for_as_much_as_there_was_when_it_was_given(pit):
    def waiting() -> list[str]:
        return [one.words for one in pit.desk.blockers(DRAWER) if one.rule == "pd.outstanding"]

    pit.desk.redeem(Chips.read("1x$100"), pit.by("jo"), reason="of last year")
    assert len(waiting()) == 1
    pit.desk.explain("chips $100", "one from before the book", pit.by("pia"))
    assert waiting() == []
    pit.desk.redeem(Chips.read("5x$100"), pit.by("jo"), reason="more of them")
    (words,) = waiting()
    assert words.startswith("6 more pieces of $100")
    assert "chips $100" in [one.key for one in owed(Board.of(pit.desk))]  # where the window asks
    pit.desk.explain("chips $100", "six, by the police report", pit.by("pia"))
    assert waiting() == []
    assert "chips $100" not in [one.key for one in owed(Board.of(pit.desk))]


def test_what_lies_in_a_locked_tray_is_its_opener_whatever_became_of_it(dark):
    """A closer counted chips that went out of play; the next opener counts the same."""
    dark.begin()
    dark.open("2", Chips.read("200x$1 100x$5"))
    dark.desk.count_tray("2", Chips.read("200x$1 95x$5"), dark.by("kari"))
    dark.credit("2", "95x$5")
    dark.desk.set_play(Chip.named("$5"), dark.by("gus"), "new set", on=False)
    dark.desk.close_table("2", Chips.read("200x$1 3x$5"), dark.by("kari"))
    dark.end(t2=0)
    another_day(dark)
    dark.arrive("kari")
    with dark.refused("pd.play", words="$5 has been out of play"):
        dark.desk.open_table("2", Chips.read("200x$1 4x$5"), dark.by("kari"), **POSTED)
    dark.desk.open_table("2", Chips.read("200x$1 3x$5"), dark.by("kari"), **POSTED)


def test_cash_that_is_short_and_chips_that_are_over_are_not_balanced(dark):
    dark.begin()
    dark.open("2", TRAY)
    dark.shut("2")
    over = (dark.held("chip bank") + Chips.read("1x$5")).names
    dark.desk.count(
        "closing", {"chip bank": over, "drawer": {"cash": DRAWER - 500}}, dark.by("pia", "jo")
    )
    proof = next(
        one for one in Closing.of(dark.desk, 0).proofs if one.words.startswith("Cash and chips")
    )
    assert not proof.holds
    assert proof.detail == "cash short $5.00, chips over $5.00, a reason is owed"


def test_the_quarters_are_of_the_game_that_a_table_had_then(dark):
    dark.begin()
    dark.wheels()
    dark.arrive("wes")
    dark.desk.open_table("7", Chips(), dark.by("wes"), limits=(100, 2000), options={})
    dark.desk.close_table("7", Chips(), dark.by("wes"))
    dark.end(t7=52_000)
    later = date(2027, 1, 5)
    assert quarters(dark.journal, dark.desk.site, later) == {}
    dark.later(days=40)
    dark.desk.set_table(Layout("7", "21", "7", True), by=dark.by("gus"))
    assert quarters(dark.journal, dark.desk.site, later) == {}


@pytest.mark.parametrize("days", [1, 40])
def test_a_day_after_an_odd_one_begins_with_what_is_there(dark, days):
    dark.begin()
    dark.open("2", Chips())
    dark.desk.close_table("2", Chips(), dark.by("kari"))
    dark.desk.open_table("2", TRAY, dark.by("kari"), **POSTED)
    dark.end(t2=52_000)
    dark.later(days=days)
    dark.desk.open_day(NIGHT + timedelta(days), dark.by("pia", "jo"))
    counted = {"chip bank": dark.held("chip bank").names, "drawer": {"cash": DRAWER}}
    dark.desk.count("opening", counted, dark.by("pia", "jo"))
    assert not any(any(off.values()) for off in dark.desk.day.off.values())


def test_a_box_that_is_on_a_table_is_no_other_tables_tonight(dark):
    """Else "found in box 2" would be of two tables."""
    dark.begin()
    dark.open("2", TRAY)
    dark.desk.set_table(Layout("2", "21", "2/9", True), by=dark.by("gus"))
    with dark.refused("nd.08-02.1", "nd.08-02.2", words="Box 2 belongs to table 2"):
        dark.desk.set_table(Layout("3", "21", "2", False), by=dark.by("gus"))
    dark.end(t2=0)
    with dark.refused("nd.08-02.2", words="Table 3 has box 2"):
        dark.desk.set_table(Layout("3", "21", "2", False), by=dark.by("gus"))


@pytest.mark.parametrize("name", ["", " ", "2\n", "2; x", "2.drop", "a" * 13, "_"])
def test_a_table_has_a_name_that_can_be_read_in_every_list(dark, name):
    with dark.refused("nd.08-02.1", words="cannot be a table's number"):
        dark.desk.set_table(Layout(name, "21", "box of it", False), by=dark.by("gus"))
