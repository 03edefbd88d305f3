"""Head office's reports: the same as the sites' own, whatever lies before and after the span."""

from datetime import date, timedelta

import pytest

from pitdesk.__main__ import main
from pitdesk.errors import Trouble
from pitdesk.office import roles
from pitdesk.office.report import of_span
from pitdesk.office.store import Store, connected
from pitdesk.office.verify import verify
from pitdesk.reports.days import records
from pitdesk.reports.sheet import read
from pitdesk.reports.summaries import BY, SPANS, span_of, summary, table
from pitdesk.reports.tax import quarter_summary
from pitdesk.rules.book import Rulebook
from printers.reports.summaries import summary_report
from tests.pitdesk.office.days import FIRST, House
from tests.printers.reports.test_letter import words as words_of

pytestmark = pytest.mark.long

RULES = Rulebook.load()
SPRING = date(2026, 4, 1)  # where one quarter ends and the next begins
TODAY = date(2026, 8, 1)
OUTSIDE = {"outstanding": 7_00}  # a correction of it, in a day before the span


@pytest.fixture
def lived(office):
    """One site with deposits over every edge, one that stopped in January, one that lacks days."""
    busy, stopped, gaps = (House(f"Lions, {name}") for name in ("Riverside", "Lake View", "Main St"))
    for turn in range(1, 101):
        day = busy.day()
        if turn % 4 == 0:
            busy.deposit(4, late=turn % 3)
        if turn % 9 == 0:
            busy.correction(day, gross=5_00, agp=5_00, **OUTSIDE)
    stopped.run(20)
    stopped.correction(stopped.documents[-1 if stopped.documents[-1].kind == "day" else -2], **OUTSIDE)
    for _ in range(30):
        gaps.date += timedelta(2)
        gaps.day()
    gaps.days += 3  # three days that head office does not have
    gaps.date += timedelta(9)
    gaps.run(5)
    houses = [busy, stopped, gaps]
    for house in houses:
        office.enroll(house)
    office.receive(*(it for house in houses for it in house.documents))
    return houses


def test_every_span_comes_to_the_same_as_from_the_sites_own_documents(office, lived):
    own = records(it for house in lived for it in house.documents)
    for on in (FIRST, FIRST + timedelta(30), SPRING - timedelta(1), SPRING, date(2026, 4, 11)):
        for kind in SPANS:
            span = span_of(kind, on)
            found = of_span(office.store, span)
            assert len(found.days) <= len(own.within(span.first, span.last)) + 12  # and little more
            for by in BY:
                here, there = (summary(it, span, by, today=TODAY) for it in (found, own))
                assert table(here) == table(there)
                assert here.notices == there.notices == ()
                assert here.outstanding_cents == there.outstanding_cents
                assert [day.date for day in here.late] == [day.date for day in there.late]
            papers = [summary_report(it, span, today=TODAY) for it in (found, own)]
            assert papers[0].sections == papers[1].sections


@pytest.fixture
def typed(url, capsys):
    """Type a command of head office; its status and what it said."""

    def typed(*words: object) -> tuple[int, str]:
        status = main(["office", *map(str, words), "--database", url])
        return status, capsys.readouterr().out

    return typed


def test_a_report_reads_like_a_sites_own(typed, lived):
    status, said = typed("report", "quarter", SPRING)
    assert status == 0
    lines = [" ".join(line.split()) for line in said.splitlines()]
    assert lines[0] == "2026Q2: 2026-04-01 to 2026-06-30"
    assert any(line.startswith("Lions, Riverside 11 ") for line in lines)
    assert "2026-04-01 to 2026-06-30: nothing is here after day 20 (Lions, Lake View)" in lines
    assert lines[-1].startswith("chips outstanding at the end: ")
    assert not any("days 1 to" in line for line in lines)  # they are here, before the quarter


def test_a_report_goes_into_files(typed, lived, tmp_path):
    sheet, paper = tmp_path / "quarter.csv", tmp_path / "quarter.pdf"
    assert typed("report", "quarter", FIRST, "--by", "table", "--csv", sheet, "--pdf", paper) == (
        0,
        f"{sheet}\n{paper}\n",
    )
    head, *rows = read(sheet.read_text("utf-8"))
    assert head[:4] == ["what", "of", "days", "gross"]
    assert {len(row) for row in rows} == {len(head)}
    text = text_of(paper)
    assert "Summary, 2026Q1" in text
    assert "Chips outstanding at the end" in text


def test_the_tax_of_all_sites_is_worked_out_on_their_sum(typed, lived, tmp_path):
    """The first rate goes up to a limit of the organization, not of each site."""
    status, said = typed("tax", "2026Q1")
    agp = sum(
        sum(it.said["changes"].get("agp", 0) for it in house.documents if _of(it, "correction"))
        + sum(it.said["summary"]["agp"] for it in house.documents if _of(it, "day"))
        for house in lived
    )
    assert f"{agp // 100:,}.{agp % 100:02}" in said
    sheet, paper = tmp_path / "tax.csv", tmp_path / "tax.pdf"
    assert typed("tax", "2026Q1", "--csv", sheet, "--pdf", paper)[0] == status
    rows = {line: dollars for line, dollars, _ in read(sheet.read_text("utf-8"))}
    assert rows["= Adjusted gross proceeds, all games"] == f"{agp // 100}.{agp % 100:02}"
    assert "Tax summary of 2026Q1" in text_of(paper)


def text_of(paper):
    """The words of a PDF file."""
    return " ".join(said.text for said in words_of(paper.read_bytes()))


def _of(document, kind):
    return document.kind == kind and document.said["date"] < SPRING.isoformat()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["report", "day", "2030-01-01"], "No sealed day of 2030-01-01 to 2030-01-01 is here"),
        (["tax", "2030Q1"], "No sealed day of 2030-01-01 to 2030-03-31 is here"),
        (["report", "quarter", "2026-01-01", "--by", "sums", "--pdf", "x.pdf"], "no PDF"),
    ],
)
def test_what_is_not_here_is_said(typed, lived, capsys, words, told, url):
    assert main(["office", *words, "--database", url]) == 3
    assert told in capsys.readouterr().err


def test_a_day_of_a_wrong_clock_is_a_finding_at_head_office_too(office):
    house = House("Lions, Riverside")
    office.enroll(house)
    house.run(3)
    right, house.date = house.date, date(2036, 11, 19)
    house.day()
    house.date = right + timedelta(1)
    house.run(2)
    office.receive(*house.documents)
    own = records(house.documents)
    for on in (FIRST, date(2036, 11, 20)):
        span = span_of("quarter", on)
        here, there = (
            quarter_summary(it, span, RULES, {}, today=TODAY)
            for it in (of_span(office.store, span), own)
        )
        words = [one.words for one in here.findings if one.rule == "nd.02-01.6"]
        assert words == [one.words for one in there.findings if one.rule == "nd.02-01.6"]
        assert len(words) == 1
        assert here.lines == there.lines


def _told(house: House) -> None:
    """A quarter that paid more than it took; its return, filed twice, and two dealers' weeks."""
    house.run(2)
    filed = {"quarter": "2026Q1", "filed": "2026-04-10", "held": {"21": [500_00, -20_00]}}
    first = {**filed, "tax": 10_00, "paper": "52183", "initials": ["KB"]}
    again = {**first, "filed": "2026-04-12", "tax": 12_00, "paper": "52190"}
    week = {"quarter": "2026Q1", "first": "2026-04-13", "initials": ["GR"]}
    house.date = date(2026, 4, 14)
    house.day(returns=[first, again])
    house.day(weeks=[{**week, "held": {"kari": [100_00, 30_00, "counted"]}}])


def test_a_quarter_has_the_returns_and_the_dealers_weeks_of_every_site(office, capsys):
    for name in ("Lions, Riverside", "Lions, Lake View"):
        _told(house := House(name))
        office.enroll(house)
        office.receive(*house.documents)
    assert verify(office.store) == (8, [])
    records_ = of_span(office.store, span_of("quarter", FIRST))
    assert [(one.site, one.paper, one.tax_cents, one.held) for one in records_.returns] == [
        (site, "52190", 12_00, {"21": [500_00, -20_00]})
        for site in ("Lions, Lake View", "Lions, Riverside")
    ]
    assert main(["office", "tax", "2026Q1", "--database", office.url]) in (0, 1)
    assert "Lions, Riverside: Filed on 2026-04-12, number 52190, with 12.00 of tax." in (
        capsys.readouterr().out
    )
    span = span_of("quarter", FIRST)
    quarter = quarter_summary(records_, span, RULES, {}, today=TODAY)
    report = summary_report(records_, span, today=TODAY, quarter=quarter)
    titles = [one.title.partition("  ")[2] for one in report.sections]
    assert "The return that was filed: Lions, Riverside" in titles
    (grid,) = next(one for one in report.sections if one.title.endswith("Dealers' weeks")).grids
    assert [row.cells[2] for row in grid.rows] == ["kari", "kari"]
    assert [row.cells[-1] for row in grid.rows] == ["Lions, Lake View", "Lions, Riverside"]
    assert of_span(office.store, span_of("month", FIRST)).returns == ()


def test_an_office_of_before_counts_returns_once_its_rows_are_derived_again(fresh, open_office, capsys):
    """Schema 7 had no place for them; it kept the documents."""
    office = open_office(fresh)
    _told(house := House())
    office.enroll(house)
    office.receive(*house.documents)
    for name in ("filed", "dealer_week"):
        office.run(f"DROP TABLE pitdesk.{name}")
    office.run("DELETE FROM pitdesk.version WHERE number > 7")
    with pytest.raises(Trouble, match="init"), Store.open(fresh):
        pass
    assert roles.init(fresh)[0] == "brought the schema from 7 to 8"
    _, bad = verify(office.store)
    assert [(one.number, one.words[:25]) for one in bad] == [(3, "a row of filed derived fr")]
    assert main(["office", "derive", "--database", fresh]) == 0
    assert verify(office.store) == (4, [])
    assert [one.paper for one in of_span(office.store, span_of("quarter", FIRST)).returns] == ["52190"]
    with connected(fresh) as connection:  # whoever receives and whoever reads may both do so
        may = "SELECT has_table_privilege(%s, 'pitdesk.filed', %s)"
        for role, right in (("pitdesk_office", "INSERT"), ("pitdesk_reader", "SELECT")):
            assert connection.execute(may, (role, right)).fetchone() == (True,)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"weeks": [{"quarter": "2026Q5", "first": "2026-04-06", "initials": []}]},
            "2026Q5 is no quarter",
        ),
        ({"returns": [{"quarter": "2026Q1"}]}, "lacks something"),
        ({"weeks": [{"quarter": "2026Q1", "first": "2026-04-06"}] * 2}, "one of these twice"),
        ({"returns": [{"held": {"21": [5, 2**60]}, "tax": 0}]}, "whole amounts"),
    ],
)
def test_a_return_that_cannot_be_read_keeps_its_day_from_counting(office, house, changes, words):
    office.enroll(house)
    house.day(**changes)
    office.receive(*house.documents)
    ((_, stands),) = office.store.uncounted()
    assert words in stands.wrong
