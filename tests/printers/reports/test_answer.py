"""The answer on the first page: what it says of good nights and bad, and that it is the book's."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from pitdesk.chips import Chips, dollars
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from printers.drawing.sheets import Answer
from printers.reports.answer import MOST
from printers.reports.letter import report_pdf
from printers.reports.strip import report_strip
from tests.printers.nights import Night, example


@pytest.fixture
def two(house: Desk, clock: SetClock, by) -> Night:
    return Night.at(house, clock, by, t1="21", t2="21")


def of(night: Night) -> Answer:
    answer = night.report().answer
    assert answer
    return answer


def test_a_night_without_a_difference_is_balanced(two: Night) -> None:
    example(two)
    two.end()
    found = of(two)
    assert (found.well, found.words) == (True, "The day is balanced.")
    assert found.figures[3].amount == "$0.00"


def test_a_short_drawer_is_said_first_with_its_reason(two: Night) -> None:
    example(two)
    two.end(off_cash=-2_00)
    found = of(two)
    assert (found.well, found.words) == (False, "The day is $2.00 short.")
    assert found.things[0].words.startswith("drawer: short")
    assert found.things[0].why
    assert found.things[0].by
    assert found.figures[3].beside == "cash -2.00, chips 0.00"


def test_too_much_is_over(two: Night) -> None:
    example(two)
    two.end(off_cash=3_00)
    assert of(two).words == "The day is $3.00 over."


def test_an_open_day_says_that_figures_may_change(two: Night) -> None:
    two.open()
    found = of(two)
    assert (found.well, found.words) == (False, "The day is not sealed. Figures may change.")
    assert found.figures[0].amount == "-"
    assert found.figures[2].beside == "not prepared"
    assert found.more == "No slip was used."


def test_its_figures_are_those_of_the_sums_below(two: Night) -> None:
    example(two)
    two.end(off_cash=-2_00)
    profit, agp, deposit, _ = of(two).figures
    sums = two.report().sections[0].grids[1]
    below = {str(row.cells[0]): getattr(row.cells[1], "text", row.cells[1]) for row in sums.rows}
    assert profit.amount == f"${below['Cash profit']}"
    assert agp.amount == f"${below['= Adjusted gross proceeds']}"
    assert deposit.amount == f"${below['Bank deposit']}"
    assert agp.beside == f"hold {below['Percent of hold']}"
    assert deposit.beside == f"due {below['Deposit due']}"


def test_what_does_not_fit_is_counted_and_its_section_named(two: Night) -> None:
    example(two, redeemed="2x$100")
    for turn in range(MOST + 3):
        two.desk.redeem(Chips.read("1x$5"), two.by("jo:cashier"), reason=f"held since night {turn}")
    two.end()
    found = of(two)
    assert len(found.things) == MOST
    assert found.others >= 3
    sections = {part.title.split()[0]: part.title for part in two.report().sections[1:]}
    assert sections[found.where].endswith("Exceptions")
    assert found.title == f"{MOST + found.others} things to know"


def test_paper_says_it_on_the_first_page_and_at_the_head_of_the_strip(two: Night) -> None:
    example(two)
    two.end(off_cash=-2_00)
    report, found = two.report(), of(two)
    page = PdfReader(BytesIO(report_pdf(report))).pages[0].extract_text()
    strip = " ".join(" ".join(report_strip(report, 42)).split())
    for one in found.figures:
        assert one.amount in page
        assert one.amount in strip
        assert one.beside in page
    assert found.words in page
    assert found.words.upper() in strip
    for thing in found.things:
        assert thing.words.split()[0] in page
    assert f"-${dollars(2_00)}" in page


def test_an_older_day_has_no_answer(two: Night) -> None:
    two.desk.edition = 3
    example(two)
    two.end()
    assert two.report().answer is None
