"""The sheet of a dispute: all that was written down, both rulings, on Letter and on receipt paper."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.reports.disputes import Ruled, disputes
from printers import WIDTHS
from printers.reports.letter import report_pdf
from printers.reports.tables.dispute import dispute_job, dispute_report
from tests.printers.nights import Night, grids
from tests.printers.reports.test_letter import words

LONG = "the dealer said twenty, then counted again and took " * 8


@pytest.fixture
def two(house: Desk, clock: SetClock, by) -> Night:
    night = Night.at(house, clock, by, t1="21", t2="21")
    night.open()
    night.table("1")
    night.desk.on_duty(by("bo:pit boss")[0])
    return night


def written(two: Night, *, over: bool, facts: str = "19 against 19") -> Ruled:
    under = "99-01.3-08-11(12)"
    entry = two.desk.dispute("1", facts, "the hand loses", two.by("bo:pit boss"), seat=3)
    if over:
        said = (entry.seq, "equal hands tie", "the tie stands")
        two.desk.overrule(*said, two.by("pia:shift manager"), under=under)
    return disputes(two.desk.today)[-1]


def test_both_rulings_stand_on_it_with_who_and_why(two: Night) -> None:
    one = written(two, over=True)
    text = PdfReader(BytesIO(report_pdf(dispute_report(one, two.desk.site)))).pages[0].extract_text()
    for said in (
        *("Dispute at table 1, seat 3", "19 against 19", "the hand loses", "equal hands tie"),
        *("the tie stands [99-01.3-08-11(12)]", "pit boss", "shift manager", "What holds"),
    ):
        assert said in text, said
    assert text.index("the hand loses") < text.index("the tie stands")


def test_one_ruling_is_not_said_to_be_overruled_and_the_bytes_are_the_same_again(two: Night) -> None:
    one = written(two, over=False)
    made = report_pdf(dispute_report(one, two.desk.site))
    text = PdfReader(BytesIO(made)).pages[0].extract_text()
    assert "the hand loses" in text
    assert "verruled" not in text
    assert report_pdf(dispute_report(one, two.desk.site)) == made


@pytest.mark.parametrize("width", WIDTHS)
def test_receipt_paper_has_all_of_it(two: Night, width: int) -> None:
    job = dispute_job(written(two, over=True, facts=LONG), two.desk.site, width)
    assert max(map(len, job.lines)) <= width
    flat = " ".join(" ".join(job.lines).split())
    for said in ("the hand loses", "the tie stands", "equal hands tie", "99-01.3-08-11(12)"):
        assert said in flat, said
    assert flat.count("twenty,") == 8


def test_long_facts_stay_inside_the_page(two: Night) -> None:
    made = report_pdf(dispute_report(written(two, over=True, facts=LONG), two.desk.site))
    assert all(one.left >= 40 and one.right <= 575 for one in words(made))


def test_the_report_of_the_day_has_both_rulings(two: Night) -> None:
    one = written(two, over=True)
    rows = grids(two.report())["Disputes at the tables"].rows
    assert [[getattr(cell, "text", cell) for cell in row.cells][2:5] for row in rows] == [
        ["1, seat 3", "19 against 19", "the hand loses"],
        [
            "1, seat 3",
            f"overrules {one.entry.seq}: equal hands tie",
            "the tie stands [99-01.3-08-11(12)]",
        ],
    ]
