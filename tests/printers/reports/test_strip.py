"""The report on a receipt strip: never wider than the paper, ASCII, and its sums add up."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from printers import WIDTHS
from printers.drawing.cells import Code, Figure, money
from printers.drawing.grids import facts, figures_of
from printers.drawing.sheets import Column, Grid, Report, Row, Section
from printers.reports.day import build
from printers.reports.strip import report_strip
from tests.printers.nights import Night, example, replayed

LINE = re.compile(r"(\s*)(.*?)\s+(-?[\d,]+\.\d\d)")
ENDED = re.compile(r".*\s(-?[\d,]+(\.\d\d)?|void)")  # a line that has its figure


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    desk = replayed(tmp_path_factory.mktemp("strip"), "busy")
    yield desk
    desk.journal.close()


@pytest.fixture
def busy_report(busy: Desk) -> Report:
    return build(busy.day, busy.site, busy.rules)


def cents(text: str) -> int:
    return int(text.replace(",", "").replace(".", ""))


def joined(lines: list[str], width: int) -> list[str]:
    """A label that takes more lines, as one."""
    found: list[str] = []
    for line in lines:
        signed = found and found[-1].lstrip()[:2] in ("+ ", "- ", "= ")
        ended = found and len(found[-1]) >= width and ENDED.fullmatch(found[-1])
        if signed and line.startswith("  ") and not ended:
            found[-1] += " " + line.lstrip()
        else:
            found.append(line)
    return found


def add_again(lines: list[str], width: int) -> int:
    """Add every sum of the strip, line by line; say how many were right."""
    right = sum_ = 0
    for line in joined(lines, width):
        match = LINE.fullmatch(line)
        if not match:
            sum_ = 0 if line.startswith("[") else sum_
            continue
        _, label, amount = match.groups()
        if label.startswith("= "):
            assert cents(amount) == sum_, line
            right += 1
        elif label.startswith(("+ ", "- ")):
            sum_ += cents(amount) if label[0] == "+" else -cents(amount)
        else:
            sum_ = cents(amount)
    return right


def narrow_and_plain(lines: list[str], width: int) -> None:
    for line in lines:
        assert len(line) <= width, line
        assert line.isascii(), line
        assert line.isprintable(), line
        assert line == line.rstrip(), line


@pytest.mark.parametrize("width", WIDTHS)
def test_the_busy_night_on_a_strip(busy_report: Report, width: int) -> None:
    lines = report_strip(busy_report, width)
    narrow_and_plain(lines, width)
    assert add_again(lines, width) == 72
    text = " ".join(" ".join(lines).split())
    for amount in ("5,180.00", "4,088.00", "1,092.00", "1,436.00", "3,136.00", "346.00", "-2.00"):
        assert amount in text
    assert "torn in the plunger of box 1; the pieces are taped to the original" in text
    assert busy_report.head in text
    assert "Shift manager: signature, date" in text
    assert "NOT SEALED" not in text


@pytest.mark.parametrize("width", WIDTHS)
def test_every_amount_is_on_the_strip(busy_report: Report, width: int) -> None:
    text = "\n".join(report_strip(busy_report, width))
    for section in busy_report.sections:
        for grid in section.grids:
            for row in grid.rows:
                for cell in row.cells:
                    if isinstance(cell, Figure):
                        nothing = cell.text in ("0", "0.00")
                        assert nothing or re.search(rf"(^| ){re.escape(cell.text)}$", text, re.M)


def test_the_tables_stand_one_after_the_other(busy_report: Report) -> None:
    lines = report_strip(busy_report, 42)
    titles = [line for line in lines if line.startswith("-- Table")]
    assert [title.split()[2] for title in titles] == ["1", "2", "3", "4", "A"]
    start = lines.index(titles[1])
    end = lines.index(titles[2])
    assert "Opened                        4:21 p.m. SV" in lines[start:end]
    assert "+ Fill 000007                       500.00" in lines[start:end]
    assert "= Win                               476.00" in lines[start:end]


def test_an_open_day_says_so(house: Desk, clock: SetClock, by) -> None:
    night = Night.at(house, clock, by, t1="21", t2="21")
    example(night)
    lines = report_strip(night.report(), 33)
    assert lines.count("NOT SEALED".center(33).rstrip()) == 1
    assert lines[-1] == "End of report, NOT SEALED"
    narrow_and_plain(lines, 33)


def test_a_practice_day_says_so(house: Desk, clock: SetClock, by, tmp_path) -> None:
    night = Night.at(house, clock, by, t1="21", t2="21")
    example(night)
    open_ = report_strip(replace(night.report(), practice=True), 33)
    assert open_.count("PRACTICE".center(33).rstrip()) == 1
    assert open_.count("NOT SEALED".center(33).rstrip()) == 1
    assert open_[-2:] == ["End of report, PRACTICE, NOT", "SEALED"]
    narrow_and_plain(open_, 33)
    desk = replayed(tmp_path, "quiet", practice=True)
    sealed = report_strip(build(desk.day, desk.site, desk.rules), 42)
    desk.journal.close()
    assert sealed.count("PRACTICE".center(42).rstrip()) == 1
    assert "End of report, PRACTICE, chain head" in " ".join(sealed)
    assert "NOT SEALED" not in " ".join(sealed)
    narrow_and_plain(sealed, 42)


def test_an_empty_day(house: Desk, clock: SetClock, by) -> None:
    night = Night.at(house, clock, by)
    night.open(bank="")
    night.end()
    lines = report_strip(night.report(), 40)
    assert "No table was opened on this day." in lines
    narrow_and_plain(lines, 40)


def test_a_strip_is_not_narrower_than_the_narrowest_printer(busy_report: Report) -> None:
    with pytest.raises(AssertionError):
        report_strip(busy_report, 31)


@given(
    st.sampled_from(WIDTHS),
    st.lists(st.integers(-25_000_000_00, 25_000_000_00), min_size=1, max_size=9),
    st.text(max_size=90),
)
def test_no_line_is_wider_than_the_strip(width: int, amounts: list[int], words: str) -> None:
    figures = (Column("Chip"), *(figures_of(f"+ Head {n}") for n in range(len(amounts))))
    columns = (*figures, Column("Reason", wide=True), Column("By"))
    rows = (
        Row((words, *map(money, amounts), words, "JS")),
        Row((words, *("" for _ in columns[1:])), "head"),
        Row(("All", *map(money, amounts), words, words), "sum"),
    )
    turned = Grid(words, (Column(""), *figures[1:]), rows[:0], turned=True)
    turned_rows = (Row((f"+ {words}", *(money(a, "000001") for a in amounts))),)
    report = Report(
        words,
        (words, words),
        datetime(2026, 11, 21, 8, tzinfo=UTC),
        "3fa912c4 3fa912c4",
        True,
        (
            Section(words, (Grid(words, columns, rows, (words,)),), (words,)),
            Section("Two", (facts("", [("Head", Code("3fa9 " * 16)), (words, words)]), turned)),
            Section("Three", (Grid("", turned.columns, turned_rows, turned=True),), sign=(words,)),
        ),
    )
    lines = report_strip(report, width)
    narrow_and_plain(lines, width)
    for amount in amounts:
        assert any(line.endswith(money(amount).text) for line in lines)
