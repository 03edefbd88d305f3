"""The report on pages: what stands on them is all there, inside the margins, apart, and adds up."""

import hashlib
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from reportlab.pdfbase import pdfmetrics

from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from printers.drawing.cells import Code, Figure, money
from printers.drawing.columns import MONO, MONO_BOLD, SANS
from printers.drawing.grids import facts, figures_of
from printers.drawing.pen import BOTTOM, LEFT, ROOM, TOP
from printers.drawing.sheets import Column, Grid, Report, Row, Section
from printers.reports.day import build
from printers.reports.letter import report_pdf
from tests.printers.nights import Night, example, grids, replayed, told
from tests.storm import many

pytestmark = pytest.mark.long

MONEY = re.compile(r"-?[\d,]+\.\d\d")
AGAIN = """
import hashlib, sys
from pathlib import Path
from pitdesk.book.past import day_of
from pitdesk.book.journal import Journal
from pitdesk.rules.book import Rulebook
from pitdesk.book.site import Site
from printers.reports.letter import report_pdf
from printers.reports.day import build
with Journal.read(Path(sys.argv[1])) as journal:
    day, setup = day_of(journal, 1), journal.setup()
site = Site.of(entry for entry in setup if entry.seq <= day.sealed.seq)
print(hashlib.sha256(report_pdf(build(day, site, Rulebook.load()))).hexdigest())
"""


class Said(NamedTuple):
    """Words as they stand on a page: from left to right on a baseline."""

    page: int
    left: float
    right: float
    y: float
    text: str


def words(data: bytes) -> list[Said]:
    """Everything on the pages, with where it stands."""
    said: list[Said] = []
    fonts = {"IBMPlexSans-Regular": SANS, "IBMPlexMono-Regular": MONO, "IBMPlexMono-SemiBold": MONO_BOLD}

    def visit(number: int):
        def visitor(text, _, matrix, font, size) -> None:
            if text.strip():
                name = fonts[font["/BaseFont"].rpartition("+")[2]]
                width = pdfmetrics.stringWidth(text.strip(), name, size)
                said.append(
                    Said(number, matrix[4], matrix[4] + width, round(matrix[5], 1), text.strip())
                )

        return visitor

    for number, page in enumerate(PdfReader(BytesIO(data)).pages):
        page.extract_text(visitor_text=visit(number))
    return said


def cents(text: str) -> int:
    return int(text.replace(",", "").replace(".", ""))


class Line(NamedTuple):
    """A label and the money to the right of it, by where its column ends."""

    label: str
    amounts: dict[int, int]


def lines(said: list[Said]) -> Iterator[Line]:
    """The lines of all grids in the order of the file: left grid first where two stand side by side."""
    label, amounts, at = "", {}, None
    for one in said:
        here = (one.page, one.y)
        if MONEY.fullmatch(one.text) and here == at:
            amounts[round(one.right)] = cents(one.text)
        elif not (one.text.replace(",", "").isdigit() or one.text == "void"):
            if label:
                yield Line(label, amounts)
            label, amounts, at = one.text, {}, here
    yield Line(label, amounts)


def add_again(data: bytes) -> int:
    """Add every sum of the pages, column by column, from the text alone; say how many were right."""
    sums: dict[int, int] = defaultdict(int)
    right = 0
    for label, amounts in lines(words(data)):
        sign = {"+": 1, "\N{MINUS SIGN}": -1}.get(label[0])
        if not amounts:
            sums.clear()  # a title, or what names the rows below it
        for column, amount in amounts.items():
            if label[0] == "=":
                assert sums[column] == amount, (label, amounts)
                right += 1
            else:
                sums[column] = amount if sign is None else sums[column] + sign * amount
    return right


def figures(report: Report) -> Counter[str]:
    """Every amount that the report says."""
    return Counter(
        cell.text
        for grid in grids(report).values()
        for row in grid.rows
        for cell in row.cells
        if isinstance(cell, Figure) and MONEY.fullmatch(cell.text)
    )


def well_set(data: bytes) -> None:
    """Nothing outside the margins, nothing on top of anything else."""
    rows: dict[tuple[int, float], list[Said]] = defaultdict(list)
    for one in words(data):
        assert one.left >= LEFT - 0.1, one
        assert one.right <= LEFT + ROOM + 0.1, one
        assert BOTTOM - 45 < one.y < TOP + 20, one
        rows[one.page, one.y].append(one)
    for row in rows.values():
        row.sort(key=lambda one: one.left)
        for one, following in pairwise(row):
            assert one.right + 2 <= following.left, (one, following)


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    desk = replayed(tmp_path_factory.mktemp("busy"), "busy")
    yield desk
    desk.journal.close()


@pytest.fixture
def busy_report(busy: Desk) -> Report:
    return build(busy.day, busy.site, busy.rules)


# What stands on the pages


def test_all_amounts_are_on_the_pages_and_add_up(busy_report: Report) -> None:
    data = report_pdf(busy_report)
    on_paper = Counter(one.text for one in words(data) if MONEY.fullmatch(one.text))
    assert on_paper == figures(busy_report)
    assert add_again(data) == 47  # 5 for each of 5 tables, 2, 8, 3, 4, 2, 2 and 1
    well_set(data)


def test_all_words_are_on_the_pages(busy_report: Report) -> None:
    text = " ".join(one.text for one in words(report_pdf(busy_report)))
    for section in busy_report.sections:
        assert " ".join(section.title.split()) in " ".join(text.split())
    assert "one 2-dollar payout too many at 23:30, seen on video" in text
    assert busy_report.sections[-1].grids[0].rows[1].cells[1].text in text  # the head, in full


def test_the_lines_of_all_tables_add_up_across(busy_report: Report) -> None:
    rows: dict[float, list[int]] = defaultdict(list)
    for one in words(report_pdf(busy_report)):
        if one.page == 1 and MONEY.fullmatch(one.text):
            rows[one.y].append(cents(one.text))
    found = 0
    for amounts in rows.values():
        if len(amounts) == 6:
            drop, closer, credits_, opener, fills, win = amounts
            assert drop + closer + credits_ - opener - fills == win
            found += 1
    assert found == 8  # five tables, two games, all


def test_every_page_says_whose_it_is(busy_report: Report) -> None:
    reader = PdfReader(BytesIO(report_pdf(busy_report)))
    count = len(reader.pages)
    assert 7 <= count <= 10
    for number, page in enumerate(reader.pages, 1):
        text = page.extract_text()
        assert "Dakota Lions \N{MIDDLE DOT} Riverside Lounge \N{MIDDLE DOT} Sat Nov 21, 2026" in text
        assert f"page {number} of {count}" in text
        assert f"chain head {busy_report.head}" in text


def test_only_plex_is_in_the_file(busy_report: Report) -> None:
    reader = PdfReader(BytesIO(report_pdf(busy_report)))
    found = set()
    for page in reader.pages:
        assert (float(page.mediabox.width), float(page.mediabox.height)) == (612, 792)
        for font in page["/Resources"]["/Font"].values():
            found.add(font["/BaseFont"].rpartition("+")[2])
            assert "/FontFile2" in font["/FontDescriptor"]
    assert found == {"IBMPlexSans-Regular", "IBMPlexMono-Regular", "IBMPlexMono-SemiBold"}
    assert b"Helvetica" not in report_pdf(busy_report)


def test_the_file_is_dated_by_the_seal(busy: Desk, busy_report: Report) -> None:
    about = PdfReader(BytesIO(report_pdf(busy_report))).metadata
    assert about["/CreationDate"] == about["/ModDate"] == "D:20261122080000+00'00'"  # 2 a.m. there
    assert busy.day.sealed.at == datetime(2026, 11, 22, 8, tzinfo=UTC)
    assert about.title == (
        "End-of-day reconciliation report, Dakota Lions, Riverside Lounge, Sat Nov 21, 2026"
    )
    assert about.author == "Dakota Lions"


# The same bytes


def test_printed_again_it_is_the_same(busy_report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    first = report_pdf(busy_report)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    before = dict(os.environ)
    assert report_pdf(busy_report) == first
    assert dict(os.environ) == before


def test_another_process_prints_the_same(house: Desk, clock: SetClock, by, book: Path) -> None:
    night = Night.at(house, clock, by, t1="21", t2="21")
    example(night)
    night.end(off_cash=-2_00)
    here = hashlib.sha256(report_pdf(night.report(1))).hexdigest()
    night.desk.set_site({"name": "Renamed since"}, by("gm:gaming manager"))
    clock.at = datetime(2026, 11, 21, 22, tzinfo=UTC)
    night.open(on=date(2026, 11, 21))
    night.desk.journal.close()
    for seed, zone in (("1", "UTC"), ("2", "Pacific/Auckland")):
        env = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "SOURCE_DATE_EPOCH": "1"}
        there = subprocess.run(
            [sys.executable, "-c", AGAIN, str(book)], env=env, capture_output=True, check=True, text=True
        )
        assert there.stdout.strip() == here


def test_another_day_is_another_file(busy_report: Report) -> None:
    one = PdfReader(BytesIO(report_pdf(busy_report)))
    other = PdfReader(BytesIO(report_pdf(replace(busy_report, head="0000 0000"))))
    assert one.trailer["/ID"] != other.trailer["/ID"]


# All sorts of nights


@pytest.mark.parametrize("tables", [0, 1, 3, 4, 7])
def test_any_number_of_tables(house: Desk, clock: SetClock, by, tables: int) -> None:
    games = {f"t{n}": "PW" if n == 7 else "21" for n in range(1, tables + 1)}
    house.set_site({"combined": "AG-2026-114"}, by("gm:gaming manager"))
    night = Night.at(house, clock, by, **games)
    night.open(bank="2000x$1 900x$5")
    for table in night.games:
        night.table(table, "40x$1")
        for _ in range(int(table)):
            night.fill(table, "10x$5")
        night.close(table, f"{table}x$1 {int(table) * 10}x$5", 30_00)
    night.end()
    report = night.report()
    data = report_pdf(report)
    on_paper = Counter(one.text for one in words(data) if MONEY.fullmatch(one.text))
    assert on_paper == figures(report)
    assert add_again(data) >= 8
    well_set(data)


def test_a_long_night_goes_over_its_pages(house: Desk, clock: SetClock, by) -> None:
    night = Night.at(house, clock, by, t1="21")
    night.open(bank="2000x$1 9000x$5", cash=9_000_00)
    night.table("1", "40x$1")
    for _ in range(70):
        night.fill("1", "10x$5")
        night.redeem("9x$5")
    night.close("1", "10x$5", 3_000_00)
    night.end()
    report = night.report()
    data = report_pdf(report)
    said = words(data)
    assert [one.text for one in said if one.text == "Fills (continued)"]
    assert Counter(one.text for one in said if MONEY.fullmatch(one.text)) == figures(report)
    well_set(data)
    # The heads of a sheet stand on its second page again.
    pages = {one.page for one in said if one.text == "Table 1"}
    assert len(pages) > 1
    assert told(grids(report)["Fills"], 3)["70 slips"] == "3,500.00"


def test_an_open_day_says_so_on_every_page(house: Desk, clock: SetClock, by) -> None:
    night = Night.at(house, clock, by, t1="21")
    night.open()
    night.table("1", "")
    data = report_pdf(night.report())
    reader = PdfReader(BytesIO(data))
    for page in reader.pages:
        assert "NOT SEALED: figures may change" in page.extract_text()
    well_set(data)


def test_a_practice_night_says_so_on_every_page_and_slip(tmp_path: Path) -> None:
    """Sealed as any night, with voids and duplicates: nobody takes it for a real one."""
    desk = replayed(tmp_path, "busy", practice=True)
    report = build(desk.day, desk.site, desk.rules)
    desk.journal.close()
    assert report.practice
    assert report.sealed
    data = report_pdf(report)
    pages = PdfReader(BytesIO(data)).pages
    assert len(pages) > 3
    for page in pages:
        assert "PRACTICE" in page.extract_text()
        assert "NOT SEALED" not in page.extract_text()
    well_set(data)
    slips = sorted((tmp_path / "slips").glob("*.txt"))
    assert len(slips) > 20
    for slip in slips:
        lines = slip.read_text("ascii").splitlines()
        assert "PRACTICE PRACTICE" in lines[:2], slip.name
        assert lines[-2] == "PRACTICE PRACTICE", slip.name


def test_a_practice_day_that_is_open_says_both(house: Desk, clock: SetClock, by) -> None:
    night = Night.at(house, clock, by, t1="21")
    night.open()
    data = report_pdf(replace(night.report(), practice=True))
    for page in PdfReader(BytesIO(data)).pages:
        assert "PRACTICE \N{MIDDLE DOT} NOT SEALED: figures may change" in page.extract_text()
    well_set(data)


def test_names_from_everywhere_are_on_paper(house: Desk, clock: SetClock, by) -> None:
    gm = by("gm:gaming manager")
    long = "Ærø & Söner <b>Lodge</b> (No. 12) \\ of the North " * 4
    house.set_site({"organization": long, "name": "Žluťoučký kůň \u05d0 \u6f22"}, gm)
    night = Night.at(house, clock, by)
    night.open()
    data = report_pdf(night.report())
    assert "Ærø & Söner <b>Lodge</b>" in PdfReader(BytesIO(data)).pages[0].extract_text()
    well_set(data)


# Amounts and words of any width


def _grid(amounts: list[int], label: str, words_: str) -> Grid:
    columns = (Column("Chip"), *(figures_of(f"+ Head {n}") for n in range(len(amounts))))
    rows = (
        Row((label, *map(money, amounts))),
        Row(("All", *map(money, amounts)), "sum"),
    )
    wide = (*columns, Column("Reason", wide=True), Column("By"))
    rows = tuple(Row((*row.cells, words_, "JS"), row.rank) for row in rows)
    return Grid("Some title", wide, rows, ("A note. " * 30,))


MOST = 25_000_000_00  # more than any cage holds; beyond a hundred times that letters touch


@settings(max_examples=many(30))
@given(
    st.lists(st.integers(-MOST, MOST), min_size=1, max_size=9),
    st.text("abc $,&<>", min_size=1, max_size=30),
    st.text("mnopq ", max_size=400),
)
def test_figures_never_collide(amounts: list[int], label: str, words_: str) -> None:
    grid = _grid(amounts, f"x{label.strip()}", words_)
    turned = Grid(
        "",
        (Column(""), *(figures_of(f"Table {n}") for n in range(3))),
        (
            Row(("Dealers", f"Kari {words_}", "Sara", "")),
            Row(("+ Fill", *(money(amounts[0], "000001") for _ in range(3)))),
        ),
        turned=True,
    )
    pair = facts("", [("Organization", f"O {words_}"), ("Head", Code("3fa9 " * 16))])
    sums = facts("Sum", [("= Win", money(amounts[0])), ("Due", "Fri")], beside=True)
    report = Report(
        "Title",
        ("Organization", "Site", "Day"),
        datetime(2026, 11, 21, 8, tzinfo=UTC),
        "3fa912c4 3fa912c4",
        True,
        (Section("One", (grid, pair, sums)), Section("Two", (turned,), ("note " * 40,))),
    )
    well_set(report_pdf(report))


def test_what_is_too_long_for_a_page_goes_over_it() -> None:
    long = facts("Long", [(f"Fact {n}", "true") for n in range(120)])
    other = replace(long, title="Other", beside=True)
    told_ = Grid("Told", (Column("Name"), Column("Told", wide=True)), (Row(("Jo", "word " * 9000)),))
    report = Report(
        "Title",
        ("Organization",),
        datetime(2026, 11, 21, 8, tzinfo=UTC),
        "3fa912c4 3fa912c4",
        True,
        (Section("One", (long, other)), Section("Two", (told_, long), whole=True, sign=("Signature",))),
    )
    data = report_pdf(report)
    well_set(data)
    said = [one.text for one in words(data)]
    assert said.count("Fact 119") == 3
    assert " ".join(said).split().count("word") == 9000
    assert "Long (continued)" in said
    assert "Signature" in said


def test_a_quarter_of_a_million_fits_everywhere(house: Desk, clock: SetClock, by) -> None:
    night = Night.at(house, clock, by, t1="21", t2="21", t3="21")
    night.open(bank="15000x$100 19000x$25 20000x$5", cash=300_000_00, reserve=200_000_00)
    for table in night.games:
        night.table(table, "2500x$100")
        night.fill(table, "2500x$100")
        night.credit(table, "2500x$100")
        night.close(table, "1x$100", 250_000_00)
    night.redeem("2500x$100")
    night.end(300_000_00)
    report = night.report()
    data = report_pdf(report)
    assert figures(report)["250,000.00"] > 20
    assert figures(report)["750,000.00"] > 5
    on_paper = Counter(one.text for one in words(data) if MONEY.fullmatch(one.text))
    assert on_paper == figures(report)
    add_again(data)
    well_set(data)
