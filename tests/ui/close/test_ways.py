"""Ways out: every rule that can stand in the way of the seal has one, and it leads to a real verb."""

from datetime import UTC, datetime
from itertools import product

import pytest

from pitdesk import places
from pitdesk.book.site import Site
from pitdesk.chips import Chips
from pitdesk.errors import Refusal
from pitdesk.kinds import CloseDay
from pitdesk.rules.check import CHECKS
from pitdesk.rules.checks.banks import NO_OPENING
from pitdesk.rules.checks.closing import (
    BEYOND_CASH,
    BOX_NOT_COUNTED,
    BOX_ON_TABLE,
    NOBODY_KNOWS,
    TABLE_OPEN,
)
from pitdesk.subjects import Box, Note, Part, Place, Slip, Subject, Table
from pitdesk.tonight.board import Board, Spot, Waiting
from pitdesk.tonight.outlook import Way
from ui.close.ways import LOST, Face, waits, ways
from ui.floor.waiting import Pointed
from ui.work.actions import BY_NAME

AT = datetime(2026, 11, 22, 3, tzinfo=UTC)
SECTION = "N.D.A.C. 99-01.3"
CLOSING = [rule for rule, checks in CHECKS.items() if any(CloseDay in one for one, *_ in checks)]
CODES = ("", "of the year 2040", *{code for rule in CLOSING for _, code, _ in CHECKS[rule]})
SUBJECTS = (
    None,
    Table("2"),
    Box("7", "2"),
    Slip("fill", 12),
    Part("fill", 12, "copy"),
    Place(places.DRAWER),
    Place(places.JAR_BAR),
    Place(places.TRANSIT),
    Place(places.tips("olav")),
    Note("it"),
)


def board(**more) -> Board:
    return Board(1, Site(), "open", **more)


def out(rule: str, code: str = "", about: Subject | None = None, **more) -> list[Way]:
    return [*ways(Refusal(rule, SECTION, "as people read it", code=code, about=about), board(**more))]


@pytest.mark.parametrize(
    ("rule", "code", "about", "wanted"),
    [
        ("nd.02-01.6", "", None, [Way("open day", "Open the day")]),
        ("pd.day", "", None, [Way("open day", "Open the day")]),
        (
            "nd.08-14.1",
            TABLE_OPEN,
            Table("2"),
            [Way("close table", "Close table 2", "2")],
        ),
        (
            "nd.08-14.1",
            BOX_ON_TABLE,
            Box("7", "2"),
            [Way("remove box", "Carry box 7", "2")],
        ),
        (
            "nd.03-06.2",
            "",
            Place(places.DRAWER),
            [Way("count banks", "Count banks", "closing")],
        ),
        (
            "nd.03-06.2",
            NO_OPENING,
            Place(places.DRAWER),
            [Way("count banks", "Count banks", "opening")],
        ),
        (
            "nd.03-10.1",
            "",
            None,
            [Way("close day", "Next start")],
        ),
        (
            "nd.03-10.1",
            BEYOND_CASH,
            None,
            [Way("close day", "Next start"), Way("withdraw", "Withdraw")],
        ),
        (
            "nd.08-04.7",
            "",
            Table("A"),
            [Way("camera", "Camera A", "A")],
        ),
        (
            "nd.08-05.4",
            "",
            Part("fill", 3, "copy", "box 1"),
            [Way("found", "Found it", "box 1"), Way("explain", "Explain", "fill 000003 copy")],
        ),
        (
            "pd.transit",
            "",
            Place(places.JAR_BAR),
            [Way("fill", "Fill it back")],
        ),
        (
            "pd.transit",
            "",
            Place(places.TRANSIT),
            [Way("waiting", "Next waiting")],
        ),
        (
            "pd.tips",
            "",
            Place(places.tips("olav")),
            [Way("tips", "Redeem tips", "olav"), Way("explain", "Explain", "tips olav")],
        ),
        (
            "pd.outstanding",
            "",
            Note("chips $25"),
            [Way("count banks", "Count again"), Way("explain", "Explain", "chips $25")],
        ),
        (
            "pd.print",
            NOBODY_KNOWS,
            Part("credit", 12, "copy"),
            [Way("answer", "Is it complete?", Face("credit", 12, "copy"))],
        ),
        (
            "pd.print",
            "",
            Part("fill", 12, "original"),
            [
                Way("reprint", "Print it", Face("fill", 12, "original")),
                Way("by hand", "Write by hand", Face("fill", 12, "original")),
            ],
        ),
        (
            "pd.explained",
            "",
            Note("drawer"),
            [Way("explain", "Explain", "drawer")],
        ),
        (
            "nd.08-16.1",
            "",
            None,
            [Way("close day", "Ask the shift manager")],
        ),
    ],
)
def test_each_kind_leads_where_it_is_done_away_with(rule, code, about, wanted):
    assert out(rule, code, about) == wanted


def test_a_box_is_counted_by_a_team_each_alone_and_then_agreed():
    stored = ("nd.08-14.1", BOX_NOT_COUNTED, Box("7", "2"))
    spot = Spot("2", "21", "7", True, box_state="stored")
    both = Spot("2", "21", "7", True, box_state="stored", counted_by=("kim", "mia"))
    assert out(*stored, spots=(spot,)) == [Way("team", "Name the team")]
    named = {"team": ("kim", "mia")}
    assert out(*stored, spots=(spot,), **named) == [Way("drop count", "Count box 7", "2")]
    assert out(*stored, spots=(both,), **named) == [Way("drop", "Agree box 7", "2")]


@pytest.mark.parametrize("waits_for", ["verify", "receive"])
def test_a_slip_on_its_way_is_taken_on_or_void(waits_for):
    one = Waiting("fill", 12, "2", Chips(), AT, "jo", waits_for, "chip bank", "tray 2")
    pointed = Pointed("fill", 12)
    assert out("nd.08-05.2", about=Slip("fill", 12), waiting=(one,)) == [
        Way("waiting", waits_for.capitalize(), pointed),
        Way("void", "Void", pointed),
    ]


def test_no_blocker_is_ever_without_a_way_out():
    assert out("pd.of the year 2040") == [*LOST]
    for rule, code, about in product(CLOSING, CODES, SUBJECTS):
        assert out(rule, code, about), (rule, code, about)


def test_every_way_is_a_verb_of_the_window():
    told = [way for one in product(CLOSING, CODES, SUBJECTS) for way in out(*one)]
    assert {way.action for way in (*LOST, *told)} <= set(BY_NAME)


def missing(count: int) -> list[Refusal]:
    words = "fill {:06}, the copy: not found in box 2. Enter it when it is found there, or explain it."
    return [
        Refusal("nd.08-05.4", SECTION, words.format(n), about=Part("fill", n, "copy", "box 2"))
        for n in range(1, count + 1)
    ]


@pytest.mark.parametrize(("many", "groups"), [(0, 0), (1, 1), (37, 1), (370, 1)])
def test_parts_not_found_are_one_group_however_many(many, groups):
    found = waits(missing(many), board())
    assert len(found) == groups
    assert sum(one.many for one in found) == many


def test_a_group_has_every_name_and_each_line_its_way_out():
    words = "Table 2 is open. Count its tray and close it."
    table = Refusal("nd.08-14.1", SECTION, words, code=TABLE_OPEN, about=Table("2"))
    first, second = waits([*missing(22), table], board())
    assert first.words.startswith("Table 2")  # in the order of the steps
    assert second.words == "22 parts of slips were not found yet"
    assert [way.action for way in second.ways] == ["found", "explain"]
    assert len(second.each) == 22
    assert second.each[4] == (
        "Fill 000005, the copy: not found in box 2. Enter it when it is found there, or explain it.",
        Way("found", "Found it", "box 2"),
    )


def test_what_does_not_stop_the_seal_comes_last():
    box = Refusal("nd.08-14.1", SECTION, "box 7", code=BOX_NOT_COUNTED, about=Box("7", "2"))
    found = waits(missing(2), board(), [box])
    assert [one.stops for one in found] == [True, False]
