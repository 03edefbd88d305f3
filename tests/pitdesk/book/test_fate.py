"""What became of each slip, as the book tells it."""

import pytest

from pitdesk.book.fate import Trace, numbers, story, trace, traces
from pitdesk.book.register import Gap, gaps, spans
from pitdesk.chips import Chips

FILL = "20x$5"


def told(pit, number=1, series="fill"):
    day = pit.desk.today
    return [step.words for step in story(day, day.slips[series, number], pit.desk.site)]


def odd(pit, number=1):
    day = pit.desk.today
    return [step.words for step in story(day, day.slips["fill", number], pit.desk.site) if step.odd]


def box_is_off(pit):
    pit.shut("2")
    pit.boxes()
    pit.team()


def printed(pit, part="original", outcome="whole", *, void=False):
    slip = pit.desk.slip("fill", 1)
    sent = pit.desk.print(slip, part, ["a line"], void=void, printer="front printer")
    if outcome != "unknown":
        pit.desk.printed(sent.seq, outcome)


def test_a_slip_is_told_from_its_preparation_to_the_count(pit):
    pit.fill("2", FILL)
    pit.paper()
    box_is_off(pit)
    pit.desk.found("box 2", [("fill", 1, "copy", 10_000)], pit.by("kim", "lee"))
    pit.desk.found("records", [("fill", 1, "original", None)], pit.by("kim", "lee"))
    assert told(pit) == [
        "Prepared by Jo (cashier)",
        "Verified by Pia (shift manager)",
        "Received by Kari (dealer)",
        "Original sent to test: whole",
        "Copy sent to test: whole",
        "Copy found in box 2, $100.00",
        "Original found in records",
    ]
    assert odd(pit) == []


def test_a_print_nobody_proved_is_told_with_its_answer_and_the_duplicate(pit):
    pit.desk.fill("2", Chips.read(FILL), pit.by("jo"))
    printed(pit, outcome="unknown")
    assert told(pit)[1:] == ["Original sent to front printer: nobody knows how it came out"]
    pit.desk.print_answer("fill", 1, "original", "nothing", pit.by("jo"))
    printed(pit)
    assert odd(pit) == [
        "Original sent to front printer: nothing came out",
        "Jo (cashier): it came out as nothing",
        "Original, DUPLICATE 1 sent to front printer: whole",
    ]


def test_an_answer_that_all_is_well_is_not_odd(pit):
    pit.desk.fill("2", Chips.read(FILL), pit.by("jo"))
    printed(pit, outcome="unknown")
    pit.desk.print_answer("fill", 1, "original", "whole", pit.by("jo"))
    assert told(pit)[-1] == "Jo (cashier): it came out whole"
    assert odd(pit) == []


def test_a_void_is_told_with_its_reason(pit):
    pit.desk.fill("2", Chips.read(FILL), pit.by("jo"))
    pit.desk.void("fill", 1, "wrong table", pit.by("jo"))
    printed(pit, "copy", void=True)
    assert told(pit)[1:] == [
        "Void by Jo (cashier): wrong table",
        "VOID copy sent to front printer: whole",
    ]


def test_what_turned_up_in_the_wrong_place_or_twice_is_odd_and_so_explained(pit):
    pit.fill("2", FILL)
    box_is_off(pit)
    by = pit.by("kim", "lee")
    pit.desk.found("records", [("fill", 1, "copy", None)], by)
    pit.desk.found("box 2", [("fill", 1, "copy", None)], by)
    pit.desk.explain("fill 000001 copy", "slipped under the tray", pit.by("pia"))
    assert told(pit)[3:] == [
        "Copy found in records",
        "Copy found in box 2",
        "The copy explained by Pia (shift manager): slipped under the tray",
    ]
    assert odd(pit) == ["Copy found in box 2"]


def test_another_slip_is_not_told_of(pit):
    pit.fill("2", FILL)
    pit.fill("2", "10x$5")
    assert len(told(pit, 2)) == 3


@pytest.mark.parametrize(
    ("paper", "words"),
    [
        (("whole", "whole"), "Both"),
        (("not sent", "not sent"), "Not yet"),
        (("whole", "unknown"), "Copy unknown"),
        (("damaged", "not sent"), "Original damaged, copy not sent"),
        (("nothing", "nothing"), "Neither"),
        (("unknown", "unknown"), "Both unknown"),
        (("damaged", "damaged"), "Both damaged"),
    ],
)
def test_paper_in_few_words(paper, words):
    assert Trace(paper, ("", ""), ("records", "box 2"), settled=False).on_paper == words


@pytest.mark.parametrize(
    ("found", "settled", "words", "well"),
    [
        (("records", "box 2"), True, "Both", True),
        (("", ""), False, "Not yet", True),
        (("", ""), True, "Neither", False),
        (("records", ""), True, "Copy missing", False),
        (("", "box 2"), False, "Original missing", True),
        (("box 2", "box 2"), True, "Original misplaced", False),
        (("box 3", ""), True, "Original misplaced, copy missing", False),
    ],
)
def test_the_count_in_few_words(found, settled, words, well):
    seen = Trace(("whole", "whole"), found, ("records", "box 2"), settled=settled)
    assert (seen.at_count, seen.is_found) == (words, well)


def test_paper_that_is_not_whole_is_to_be_looked_after():
    seen = Trace(("whole", "unknown"), ("records", "box 2"), ("records", "box 2"), settled=True)
    assert not seen.is_printed


def test_every_slip_of_a_day_has_its_trace(pit):
    pit.fill("2", FILL)
    pit.desk.fill("2", Chips.read(FILL), pit.by("jo"))
    pit.desk.void("fill", 2, "wrong count", pit.by("jo"))
    found = traces(pit.desk.today)
    assert set(found) == {("fill", 1), ("fill", 2)}
    assert found["fill", 1].home == ("records", "box 2")
    assert found["fill", 2].home == ("records", "records")  # both parts of a void are kept
    assert found["fill", 1] == trace(pit.desk.today, pit.desk.slip("fill", 1))


def test_the_numbers_of_both_series(pit):
    pit.fill("2", FILL)
    pit.desk.fill("2", Chips.read(FILL), pit.by("jo"))
    pit.desk.void("fill", 2, "wrong count", pit.by("jo"))
    pit.credit("2", "5x$5")
    assert [one.words for one in numbers(spans(pit.journal), gaps(pit.journal))] == [
        "Fill 000001 to 000002: 2 used, 1 void, no gaps",
        "Credit 000001: 1 used, none void, no gaps",
    ]
    assert numbers([], []) == []


def test_gaps_are_told_as_ranges_with_what_is_known(pit):
    pit.fill("2", FILL)
    lost = [Gap("fill", 2, 9, "lost with a damaged book, restore entry 5"), Gap("fill", 12, 12, "")]
    (fills,) = numbers(spans(pit.journal), [*lost, Gap("credit", 3, 4, "")])
    assert fills.words == (
        "Fill 000001: 1 used, none void, 000002 to 000009 were never used: lost with a damaged book,"
        " restore entry 5; 000012 was never used: nobody knows why"
    )
