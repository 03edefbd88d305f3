"""The summaries on paper: all of a quarter is on it, in columns, nothing cut off, the sums by hand."""

from collections import Counter
from datetime import date, timedelta

import pypdfium2
import pytest

from pitdesk.book.site import Site
from pitdesk.kinds import DealerWeek, FileReturn
from pitdesk.records.kept import Kept
from pitdesk.reports.days import Records, records, records_of
from pitdesk.reports.summaries import quarter, span_of
from pitdesk.reports.tax import quarter_summary
from pitdesk.rules.book import Rulebook
from printers.drawing.cells import Code, Figure
from printers.drawing.sheets import Grid, Report
from printers.reports.letter import report_pdf
from printers.reports.strip import report_strip
from printers.reports.summaries import summary_report
from tests.pitdesk.quarters import Book, busy
from tests.printers.reports.test_letter import MONEY, well_set, words

Q4, FRIDAY, TODAY = quarter("2026Q4"), date(2026, 11, 20), date(2026, 12, 20)
LONG = "Sons of Norway, Thor Lodge 67 of the Upper Souris Valley and of the whole of Ward County, ND"


def of(*books: Book) -> Records:
    return records(document for book in books for document in book.documents)


def taxed(told: Records) -> Report:
    quarter_ = quarter_summary(told, Q4, Rulebook.load(), {}, today=TODAY)
    return summary_report(told, Q4, today=TODAY, quarter=quarter_)


def test_a_quarter_has_its_return_and_the_dealers_weeks():
    """The weeks are those in the quarter, and those that it asked for itself."""
    told, kept = of(busy(date(2026, 10, 1), 3)), Kept()
    plain = taxed(told)
    assert not [one for one in plain.sections if "Dealers" in one.title or "return that" in one.title]
    for first, after in (("2026-10-05", "2026Q3"), ("2027-01-11", "2026Q4"), ("2027-01-18", "2026Q2")):
        on = date.fromisoformat(first)
        week = DealerWeek(quarter=after, first=on, on=on, held={"kari": (400_00, -100_00, "counted")})
        kept.weeks.setdefault(after, {})[on] = week
    kept.returns["2026Q4"] = FileReturn(
        quarter="2026Q4",
        on=date(2027, 1, 20),
        filed=date(2027, 1, 19),
        tax_cents=10_92,
        paper="52183",
        held={"21": (520_00, 115_00)},
    )
    beside = (kept, Site())
    quarter_ = quarter_summary(told, Q4, Rulebook.load(), {}, today=TODAY, beside=beside)
    report = summary_report(told, Q4, today=TODAY, quarter=quarter_)
    assert rows(report, "Dealers' weeks") == [
        ["Mon Oct 5, 2026", "2026Q3", "kari", "400.00", "-100.00", "-25.00", "counted"],
        ["Mon Jan 11, 2027", "2026Q4", "kari", "400.00", "-100.00", "-25.00", "counted"],
    ]
    assert rows(report, "The return that was filed") == [
        ["Filed on", "Tue Jan 19, 2027"],
        ["Its number", "52183"],
        ["Tax paid with it", "10.92"],
        ["Gross proceeds of twenty-one then", "520.00"],
        ["Adjusted gross of twenty-one then", "115.00"],
    ]


def grids(report: Report, section: str) -> list[Grid]:
    (found,) = [one for one in report.sections if one.title.partition("  ")[2] == section]
    return [*found.grids]


def rows(report: Report, section: str, at: int = 0) -> list[list[str]]:
    texts = lambda cell: cell.text if isinstance(cell, (Figure, Code)) else cell  # noqa: E731
    return [[texts(cell) for cell in row.cells] for row in grids(report, section)[at].rows]


@pytest.fixture(scope="module")
def sixty() -> Report:
    """A quarter of sixty days, five tables, two games, corrections and late deposits."""
    return taxed(of(busy(date(2026, 10, 1), 60)))


def test_a_week_by_hand():
    """Two days, a correction, a deposit that is late; every cell as somebody would write it."""
    book = Book()
    book.day(
        FRIDAY, [("1", "21", 520_00, 115_00), ("A", "PW", 250_00, 50_00)], off=-2_00, deposit=163_00
    )
    book.day(FRIDAY + timedelta(1), [("1", "21", 300_00, -40_00)], deposit=95_50, outstanding=30_00)
    book.correct(FRIDAY, {"1.drop": 20_00, "outstanding": 5_00}, "a $20 in the hinge")
    book.pay([FRIDAY], date(2026, 11, 27), 163_00, "1001")
    report = summary_report(of(book), span_of("week", FRIDAY), today=date(2026, 12, 1))
    assert rows(report, "The sum")[3:] == [
        ["Gross proceeds", "1,090.00"],
        ["- Prizes", "945.00"],
        ["= Adjusted gross proceeds", "145.00"],
        ["Percent of hold", "13.30"],
        ["Over (+) or short (-) at counts", "-2.00"],
        ["Deposits due", "258.50"],
        ["Deposits made", "163.00"],
        ["Chips outstanding at the end", "30.00"],
    ]
    assert rows(report, "By game") == [
        ["Twenty-one", "2", "820.00", "745.00", "75.00", "9.15", "-2.00", "0.00", "0.00"],
        ["+ correction 3", "", "20.00", "0.00", "20.00", "", "0.00", "", ""],
        ["= as corrected", "", "840.00", "745.00", "95.00", "11.31", "-2.00", "0.00", "0.00"],
        ["Paddlewheel", "1", "250.00", "200.00", "50.00", "20.00", "0.00", "0.00", "0.00"],
        ["Not at a table", "2", "0.00", "0.00", "0.00", "-", "0.00", "258.50", "163.00"],
        ["All", "2", "1,090.00", "945.00", "145.00", "13.30", "-2.00", "258.50", "163.00"],
    ]
    assert rows(report, "By day")[0][0] == "Fri Nov 20, 2026"
    assert rows(report, "By day")[-1] == rows(report, "By game")[-1]
    assert rows(report, "Corrections") == [
        ["3", "2026-11-20", "table 1, drop", "20.00", "a $20 in the hinge", "GU"],
        ["", "", "outstanding", "5.00", "", ""],
    ]
    assert rows(report, "Deposits that are late") == [
        ["2026-11-20", "163.00", "2026-11-25", "163.00", "2026-11-27", "1001", "LATE"],
        ["2026-11-21", "95.50", "2026-11-25", "0.00", "not made", "", "LATE"],
    ]
    assert rows(report, "Chips outstanding at the end") == [
        ["$5", "6", "30.00", ""],
        ["All, as corrected", "", "30.00", "Sat Nov 21, 2026"],
    ]
    assert rows(report, "Dates without a sealed day") == [
        ["2026-11-16", "2026-11-19", "before the first day of its book"],
        ["2026-11-22", "2026-11-22", "nothing is here after day 2"],
    ]


def test_every_grid_of_lines_adds_up(sixty):
    for section in ("By game", "By table", "By week", "By day"):
        (grid,) = grids(sixty, section)
        *lines, total = grid.rows
        for column in (2, 3, 4, 6):
            sealed = sum(row.cells[column].amount for row in lines if not row.rank)
            assert sealed == total.cells[column].amount, (section, column)
        for column in (7, 8):
            made = sum(row.cells[column].amount for row in lines if row.cells[1])
            assert made == total.cells[column].amount, (section, column)
    assert len(grids(sixty, "By day")[0].rows) == 60 + 10 + 10 + 1


def test_the_lines_of_the_tax_are_on_it(sixty):
    told = {row[0]: row[1] for row in rows(sixty, "For the tax return")}
    assert told["= Adjusted gross proceeds, all games"] == "44,828.00"
    assert told["= Gaming tax"] == "448.28"
    assert "paddlewheel held 14.21 %, below 15 %" in rows(sixty, "What the figures ask for")[0][0]
    assert rows(sixty, "What the figures ask for", 1)[0][1].startswith("2029-12-31")


@pytest.mark.parametrize("several", [False, True])
def test_everything_is_on_the_pages_and_nothing_is_cut_off(sixty, several):
    """Inside the margins, apart from each other, every amount and every word."""
    report = sixty
    if several:
        report = taxed(of(busy(date(2026, 10, 1), 30, LONG), busy(date(2026, 10, 1), 30, "B" * 120)))
    data = report_pdf(report)
    well_set(data)
    said = words(data)
    amounts = (row.cells for one in report.sections for grid in one.grids for row in grid.rows)
    written = Counter(cell.text for cells in amounts for cell in cells if isinstance(cell, Figure))
    assert Counter(one.text for one in said if MONEY.fullmatch(one.text)) == Counter(
        {text: count for text, count in written.items() if MONEY.fullmatch(text)}
    )
    text = " ".join(one.text for one in said)
    for part in report.sections:
        assert part.title.partition("  ")[2] in text
    for word in ("a $20 was stuck in box 2", "keyed into the wrong line", "not made", "LATE", "1004"):
        assert word in text


def test_figures_of_a_column_end_at_one_place(sixty):
    """Among the lines of days, all money ends in as many places as there are columns of it."""
    said = words(report_pdf(sixty))
    titles = [at for at, one in enumerate(said) if one.text.startswith(("7  By day", "8  Corrections"))]
    days = said[titles[0] : titles[-1]]
    rights = Counter(round(one.right, 1) for one in days if MONEY.fullmatch(one.text))
    assert sum(rights.values()) == 61 * 7 + 10 * 4 + 10 * 7
    assert len(rights) == 7


def test_the_same_records_are_the_same_file():
    one, other = (report_pdf(taxed(of(busy(date(2026, 10, 1), 12)))) for _ in range(2))
    assert one == other


def test_it_can_be_read_as_a_strip_too(sixty):
    for width in (33, 48):
        lines = report_strip(sixty, width)
        assert max(map(len, lines)) <= width
        assert any("448.28" in line for line in lines)


def test_several_sites_are_named_and_their_heads_are_in_the_footer():
    report = taxed(of(busy(FRIDAY, 6), busy(FRIDAY, 6, "Bar")))
    assert rows(report, "By site")[0][0] == "Dakota Lions, Bar"
    assert {row[-1] for row in rows(report, "Deposits")} == {
        "Dakota Lions, Bar",
        "Dakota Lions, Riverside Lounge",
    }
    assert report.head == "00000000 00000000"
    assert report.sealed
    assert report.subject[:2] == ("Dakota Lions, Bar", "Dakota Lions, Riverside Lounge")


def test_what_is_not_signed_yet_says_so_on_every_page():
    book = busy(FRIDAY, 3)
    told = records_of([(document.said, "") for document in book.documents])
    report = summary_report(told, Q4, today=TODAY)
    assert not report.sealed
    pages = pypdfium2.PdfDocument(report_pdf(report))
    assert len(pages)
    for page in pages:
        assert "NOT SIGNED: figures may change" in page.get_textpage().get_text_range()
