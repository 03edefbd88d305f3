"""Ways out: every rule that can stand in the way of the seal has one, and it leads to a real verb."""

from datetime import UTC, datetime

import pytest

from pitdesk.book.site import Site
from pitdesk.chips import Chips
from pitdesk.errors import Refusal
from pitdesk.rules.check import CHECKS
from pitdesk.tonight.board import Board, Spot, Waiting
from ui.close.ways import LOST, Face, Way, waits, ways
from ui.floor.waiting import Pointed
from ui.work.actions import BY_NAME

AT = datetime(2026, 11, 22, 3, tzinfo=UTC)
SECTION = "N.D.A.C. 99-01.3"


def board(**more) -> Board:
    return Board(1, Site(), "open", **more)


def out(rule: str, words: str, **more) -> list[Way]:
    return [*ways(Refusal(rule, SECTION, words), board(**more))]


@pytest.mark.parametrize(
    ("rule", "words", "wanted"),
    [
        ("nd.02-01.6", "No day is open. Open the day first.", [Way("open day", "Open the day")]),
        (
            "nd.08-14.1",
            "Table 2 is open. Count its tray and close it.",
            [Way("close table", "Close table 2", "2")],
        ),
        (
            "nd.08-14.1",
            "Box 7 is still on table 2. Remove it to the safe.",
            [Way("remove box", "Carry box 7", "2")],
        ),
        (
            "nd.03-06.2",
            "The drawer has no closing count. Count it with two people.",
            [Way("count banks", "Count banks", "closing")],
        ),
        (
            "nd.03-06.2",
            "The drawer has no opening count. Count it with two people first.",
            [Way("count banks", "Count banks", "opening")],
        ),
        (
            "nd.03-10.1",
            "Say what cash stays here for the next day; the rest is the deposit.",
            [Way("close day", "Next start")],
        ),
        (
            "nd.03-10.1",
            "The next start of $9.00 is $2.00 more than the cash in hand. Lower it.",
            [Way("close day", "Next start"), Way("withdraw", "Withdraw")],
        ),
        (
            "nd.08-04.7",
            "The camera of table A was not reviewed today. Review and note it.",
            [Way("camera", "Camera A", "A")],
        ),
        (
            "nd.08-05.4",
            "fill 000003, the copy: not found in box 1. Enter it when it is found there, or explain it.",
            [Way("found", "Found it", "box 1"), Way("explain", "Explain", "fill 000003 copy")],
        ),
        (
            "pd.transit",
            "Chips are still at the jar bar: 5x$1. Bring them back by slip first.",
            [Way("fill", "Fill it back")],
        ),
        (
            "pd.transit",
            "Chips are still on the way: 5x$1. Bring them back by slip first.",
            [Way("waiting", "Next waiting")],
        ),
        (
            "pd.tips",
            "tips olav: 2x$1 not redeemed. Redeem them, or explain it.",
            [Way("tips", "Redeem tips", "olav"), Way("explain", "Explain", "tips olav")],
        ),
        (
            "pd.outstanding",
            "9 more pieces of $25 were counted than the book owns. Count again, or explain 'chips $25'.",
            [Way("count banks", "Count again"), Way("explain", "Explain", "chips $25")],
        ),
        (
            "pd.print",
            "credit 000012, the copy: nobody knows if it printed. Look, and answer.",
            [Way("answer", "Is it whole?", Face("credit", 12, "copy"))],
        ),
        (
            "pd.print",
            "fill 000012, the original of its VOID: not on paper. Print it.",
            [
                Way("reprint", "Print it", Face("fill", 12, "original")),
                Way("by hand", "Write by hand", Face("fill", 12, "original")),
            ],
        ),
        (
            "pd.explained",
            "drawer: short, -$2.00 cash. Explain 'drawer'.",
            [Way("explain", "Explain", "drawer")],
        ),
        (
            "nd.08-16.1",
            "A cashier does not close the day. Ask the shift manager.",
            [Way("close day", "Ask the shift manager")],
        ),
    ],
)
def test_each_kind_leads_where_it_is_done_away_with(rule, words, wanted):
    assert out(rule, words) == wanted


def test_a_box_is_counted_by_a_team_each_alone_and_then_agreed():
    words = "Box 7 is not counted. Count it with two people."
    spot = Spot("2", "21", "7", True, box_state="stored")
    both = Spot("2", "21", "7", True, box_state="stored", counted_by=("kim", "mia"))
    assert out("nd.08-14.1", words, spots=(spot,)) == [Way("team", "Name the team")]
    named = {"team": ("kim", "mia")}
    assert out("nd.08-14.1", words, spots=(spot,), **named) == [Way("drop count", "Count box 7", "2")]
    assert out("nd.08-14.1", words, spots=(both,), **named) == [Way("drop", "Agree box 7", "2")]


@pytest.mark.parametrize("waits_for", ["verify", "receive"])
def test_a_slip_on_its_way_is_taken_on_or_void(waits_for):
    words = "fill 000012 is prepared, its chips in transit. Receive or void it."
    one = Waiting("fill", 12, "2", Chips(), AT, "jo", waits_for, "chip bank", "tray 2")
    pointed = Pointed("fill", 12)
    assert out("nd.08-05.2", words, waiting=(one,)) == [
        Way("waiting", waits_for.capitalize(), pointed),
        Way("void", "Void", pointed),
    ]


def test_no_blocker_is_ever_without_a_way_out():
    assert out("pd.of the year 2040", "Nobody knows what this is.") == [*LOST]
    closing = [rule for rule, checks in CHECKS.items() if any("close day" in v for v, _ in checks)]
    for rule in closing:
        assert ways(Refusal(rule, SECTION, "words that are quite other ones"), board()), rule


def test_every_way_is_a_verb_of_the_window():
    told = [*LOST]
    for rule in ("nd.03-06.2", "nd.02-01.6", "nd.08-16.1", "nd.03-10.1", "pd.tips", "pd.outstanding"):
        told += out(rule, "the drawer is more than the cash in hand, explain 'it'.")
    assert {way.action for way in told} <= set(BY_NAME)


def missing(count: int) -> list[Refusal]:
    words = "fill {:06}, the copy: not found in box 2. Enter it when it is found there, or explain it."
    return [Refusal("nd.08-05.4", SECTION, words.format(n + 1)) for n in range(count)]


def test_a_few_parts_not_found_are_told_one_by_one():
    found = waits(missing(3), board())
    assert [one.words.partition(",")[0] for one in found] == [
        "Fill 000001",
        "Fill 000002",
        "Fill 000003",
    ]
    assert [one.more for one in found] == ["", "", ""]


def test_many_parts_not_found_are_told_in_one_with_all_their_names():
    table = Refusal("nd.08-14.1", SECTION, "Table 2 is open. Count its tray and close it.")
    first, second = waits([*missing(22), table], board())
    assert first.words.startswith("Table 2")  # in the order of the steps
    assert second.words.startswith("22 parts of slips were not found yet.")
    assert second.more.count("copy (box 2)") == 22
    assert [way.action for way in second.ways] == ["found", "explain"]
