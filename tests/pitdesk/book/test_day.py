"""What a day knows of its slips, people and papers."""

import pytest

from pitdesk.book.day import Day
from pitdesk.book.entries import Draft
from pitdesk.book.figures import figures
from pitdesk.book.past import day_of, last_day
from pitdesk.book.site import Layout
from pitdesk.chips import Chips
from pitdesk.kinds import Print

# E17: what becomes of the slips


@pytest.fixture
def slips(dark):
    """Fills 1001, 1002, 1004 and credit 1 of table 2; fill 1003 is void."""
    dark.desk.set_site({"first_fill": 1001}, by=dark.by("gus"))
    dark.begin()
    dark.open("2")
    assert [dark.fill("2", "10x$5") for _ in range(2)] == [1001, 1002]
    dark.desk.fill("2", Chips.read("99x$5"), dark.by("jo"))
    dark.desk.void("fill", 1003, "wrong table", dark.by("jo"))
    assert dark.fill("2", "4x$25") == 1004
    dark.credit("2", "20x$5")
    dark.shut("2")
    dark.look()
    dark.boxes()
    dark.drops({"2": 0})
    dark.paper()
    dark.closing()
    return dark


FOUND = {
    "box 2": [
        ("fill", 1001, "copy", 5_000),
        ("fill", 1002, "copy", 5_000),
        ("fill", 1004, "copy", 10_000),
        ("credit", 1, "original", 10_000),
    ],
    "records": [
        ("fill", 1001, "original", 5_000),
        ("fill", 1002, "original", None),
        ("fill", 1003, "original", None),
        ("fill", 1003, "copy", None),
        ("fill", 1004, "original", 10_000),
        ("credit", 1, "copy", 10_000),
    ],
}


def seal(pit, next_start):
    return pit.desk.close_day(next_start, pit.by("pia", "jo"))


def find(pit, without=(), **more):
    for where, parts in FOUND.items():
        kept = [part for part in parts if part[:3] not in without] + more.get(where.split()[0], [])
        pit.desk.found(where, kept, pit.by("kim", "lee"), "looked at twice")


def test_every_part_where_it_belongs_is_accepted(slips):
    find(slips)
    assert slips.desk.day.missing() == []
    assert slips.desk.day.unexplained == []
    assert seal(slips, 400_000).kind == "close day"


@pytest.mark.parametrize(
    ("part", "belongs"),
    [
        (("fill", 1002, "copy"), "box 2"),
        (("fill", 1001, "original"), "records"),
        (("credit", 1, "original"), "box 2"),
        (("credit", 1, "copy"), "records"),
        (("fill", 1003, "copy"), "records"),
        (("fill", 1003, "original"), "records"),
    ],
)
def test_a_missing_part_holds_up_the_day(slips, part, belongs):
    find(slips, without=[part])
    ((slip, which, wanted),) = slips.desk.day.missing()
    assert (slip.series, slip.number, which, wanted) == (*part, belongs)
    name = f"{part[0]} {part[1]:06} {part[2]}"
    with slips.refused("nd.08-05.4", words=f"{part[0]} {part[1]:06}, the {part[2]}: not found"):
        seal(slips, 400_000)
    slips.desk.explain(name, "torn by the shredder, seen by both", slips.by("pia"))
    assert seal(slips, 400_000).kind == "close day"


@pytest.mark.parametrize(
    ("more", "key", "words"),
    [
        (
            {"box": [("fill", 1006, "copy", 5_000)]},
            "fill 001006 copy",
            "fill 001006 copy found in box 2: no such slip today",
        ),
        (
            {"records": [("fill", 1001, "copy", 5_000)]},
            "fill 001001 copy",
            "fill 001001 copy found in records, and before that in box 2",
        ),
        (
            {"box": [("fill", 1001, "copy", 5_000)]},
            "fill 001001 copy",
            "fill 001001 copy found in box 2, and before that in box 2",
        ),
    ],
    ids=["foreign", "duplicate elsewhere", "duplicate in the box"],
)
def test_a_part_too_many_needs_a_reason(slips, more, key, words):
    find(slips, **more)
    (note,) = slips.desk.day.unexplained
    assert (note.key, note.words) == (key, words)
    with slips.refused("pd.explained", words=words):
        seal(slips, 400_000)
    slips.desk.explain(key, "looked at by both", slips.by("pia"))
    assert seal(slips, 400_000).kind == "close day"


def test_a_part_in_the_wrong_place_is_noted_and_still_missing_where_it_belongs(slips):
    find(
        slips,
        without=[("fill", 1004, "copy")],
        records=[("fill", 1004, "copy", 10_000)],
    )
    (note,) = slips.desk.day.unexplained
    assert note.words == "fill 001004 copy found in records, where it does not belong"
    with slips.refused("nd.08-05.4", "pd.explained"):
        seal(slips, 400_000)
    slips.desk.explain("fill 001004 copy", "filed by mistake", slips.by("pia"))
    assert seal(slips, 400_000).kind == "close day"


def test_a_part_that_says_another_amount_is_noted(slips):
    find(slips, without=[("fill", 1004, "copy")], box=[("fill", 1004, "copy", 9_900)])
    (note,) = slips.desk.day.unexplained
    assert note.words == "fill 001004 copy found in box 2 says 99.00, the book says 100.00"
    assert slips.desk.day.missing() == []


# The day as its entries tell it


def told(day):
    """Everything a day knows, but not how it learnt it."""
    return {name: getattr(day, name) for name in Day.__slots__ if name != "entries"}


def test_a_day_read_from_the_book_is_the_day_that_was_lived(slips):
    find(slips)
    slips.closing(cash=-200)
    slips.desk.explain("drawer", "two dollars short", slips.by("pia"))
    seal(slips, 399_800)
    assert told(day_of(slips.journal, 1)) == told(slips.desk.day)
    assert told(last_day(slips.journal)) == told(slips.desk.day)
    assert figures(last_day(slips.journal)) == figures(slips.desk.day)


def test_each_day_has_its_own_entries(pit):
    pit.end(t2=10_000)
    pit.desk.set_site({"color_up": True}, by=pit.by("gus"))  # between the days, of no day
    pit.begin()
    assert {entry.day for entry in day_of(pit.journal, 1).entries} == {1}
    assert {entry.day for entry in day_of(pit.journal, 2).entries} == {2}
    assert day_of(pit.journal, 1).sealed
    assert not day_of(pit.journal, 2).sealed
    assert last_day(pit.journal).number == 2
    assert day_of(pit.journal, 3) is None


def test_a_book_without_a_day_has_no_last_one(dark):
    assert last_day(dark.journal) is None


def test_who_dealt_when_is_known(pit):
    pit.arrive("dan")
    pit.later(hours=1)
    pit.desk.dealer("2", "dan", pit.by("dan"))
    pit.later(minutes=30)
    pit.desk.dealer("2", None, pit.by("dan"))
    pit.later(minutes=15)
    pit.desk.dealer("2", "kari", pit.by("kari"))
    first, second, third = pit.desk.day.tables["2"].seats
    assert [turn.person for turn in (first, second, third)] == ["kari", "dan", "kari"]
    assert first.until == second.since
    assert (third.since - second.until).total_seconds() == 900
    assert third.until is None
    assert pit.desk.day.dealing == {"kari": "2"}


def test_who_acts_in_a_game_has_conducted_games(pit):
    assert pit.desk.day.conducted == {"pia", "jo", "kari"}
    pit.arrive("dan:dealer as cashier")
    assert "dan" in pit.desk.day.conducted


def test_alone_is_one_on_duty(pit):
    assert not pit.desk.day.alone
    pit.desk.close_table("2", pit.desk.day.tables["2"].known, pit.by("kari"))
    for person in ("kari", "jo"):
        pit.desk.off_duty(person, pit.one(person))
    assert pit.desk.day.alone


def test_what_is_on_paper(pit):
    pit.desk.fill("2", Chips.read("1x$5"), pit.by("jo"))
    slip = pit.desk.slip("fill", 1)
    assert {slip.on_paper(part) for part in ("original", "copy")} == {"not sent"}
    sent = pit.desk.print(slip, "copy", ["x"], void=False, printer="test")
    assert (slip.on_paper("copy"), slip.on_paper("original")) == ("unknown", "not sent")
    assert [(s.name, one.part) for s, one in pit.desk.day.unproven()] == [("fill 000001", "copy")]
    pit.desk.printed(sent.seq, "whole")
    assert slip.on_paper("copy") == "whole"
    assert pit.desk.day.unproven() == []
    assert [(part, void) for _, part, void in pit.desk.day.unprinted()] == [("original", False)]


def test_a_layout_can_be_moved_without_touching_the_day(pit):
    """The day keeps the box that was on the table when it was opened."""
    pit.desk.set_table(Layout("2", "21", "2/2", True), by=pit.by("gus"))
    assert pit.desk.day.tables["2"].box == "2"


# What a night leaves in memory


def test_what_the_spool_notes_is_kept_once(pit):
    pit.desk.fill("2", Chips.read("10x$5"), pit.by("jo"))
    pit.paper()
    day = pit.desk.day
    kinds = {entry.kind for entry in day.entries}
    assert not kinds & {"print", "printed"}
    assert [(one.part, one.void, one.outcome) for one in day.slips["fill", 1].prints] == [
        ("original", False, "whole"),
        ("copy", False, "whole"),
    ]
    told = pit.journal.entries(day.opened.seq, day=day.number)
    assert {"print", "printed"} <= {entry.kind for entry in told}
    assert (day.count, day.last) == (len(told), told[-1])


def test_a_day_knows_itself_without_what_came_after_its_seal(slips):
    find(slips)
    seal(slips, 400_000)
    number, slip = slips.desk.day.number, slips.desk.day.slips["fill", 1001]
    assert day_of(slips.journal, number).issues == {}
    again = Print(part="copy", copy=1, void=False, printer="paper", lines=())
    at = slips.desk.day.last.at
    slips.journal.append(Draft(fact=again, at=at, day=number, about=slip.entry.seq))
    day = day_of(slips.journal, number)
    assert len(day.slips["fill", 1001].tries("copy")) == 2
    assert len(day.issue(1).slips["fill", 1001].tries("copy")) == 1
    assert day.issue(1).last == day.sealed


def test_slips_that_move_the_same_share_it(pit):
    one, other = (pit.desk.fill("2", Chips.read("10x$5"), pit.by("jo")) for _ in range(2))
    assert one.postings == other.postings
    assert all(a is b for a, b in zip(one.postings, other.postings, strict=True))
    assert one.signatures[0] is other.signatures[0]
