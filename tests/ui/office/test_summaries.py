"""Summaries: spans walked through, figures taken apart, the chart, the tax, paper and files."""

import csv
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from pitdesk.errors import Trouble
from pitdesk.reports.summaries import span_of
from tests.ui.night import copied, proven
from tests.ui.offices import NIGHT, Counter, counter
from ui.office.summaries import Summary, titled
from ui.work.outlet import AS_FILE
from ui.work.reader import STOPPED

pytestmark = pytest.mark.long

HEAD = ["Day", "Gross", "Prizes", "Adj. gross", "Hold %", "Over/short", "Overnight"]
HEAD += ["Deposit due", "Made"]


@pytest.fixture
def user(qtbot, tmp_path) -> Counter:
    user = counter(qtbot, tmp_path)
    user.at_desk(lambda desk: desk.write_documents())
    return user


def shown(user: Counter, what: object = None) -> Summary:
    user.go("summary", what)
    return read(user)


def read(user: Counter) -> Summary:
    page = user.form
    user.settle()
    user.until(lambda: not page.reader.busy("summary"))
    return page


def choose(user: Counter, choice, key: str) -> Summary:
    user.choose(choice, key)
    return read(user)


def rows(view) -> list[list[str]]:
    model = view.model()
    return [
        [model.index(down, at).data() for at in range(model.columnCount())]
        for down in range(model.rowCount())
    ]


def notes(page: Summary) -> str:
    lines = [page.notes.itemAt(at).layout() for at in range(page.notes.count())]
    found = [line.itemAt(at).widget() for line in lines for at in range(line.count())]
    return "\n".join(one.text() for one in found if isinstance(one, QLabel))


def test_the_month_of_the_last_day_is_shown_by_day(user):
    page = shown(user)
    assert page.title.text() == "November 2026"
    assert page.sum.text().startswith("1 sealed day   ·   gross 5,180.00   ·   adjusted gross 1,092.00")
    heads = [page.figures.headerData(at, page.left.horizontalHeader().orientation()) for at in range(9)]
    assert heads == HEAD
    line = ["5,180.00", "4,088.00", "1,092.00", "21.08", "short 2.00", "balanced", "3,136.00", "0.00"]
    assert rows(page.left) == [["Sat Nov 21, 2026", *line], ["All", *line]]
    assert "No day\nNov 1, 2026 to Nov 20, 2026: before the first day of its book." in notes(page)


def test_by_table_and_by_game_come_to_the_same(user):
    page = shown(user)
    all_ = rows(page.left)[-1]
    for by in ("table", "game"):
        page = choose(user, page.by, by)
        assert rows(page.left)[-1] == all_
        assert len(rows(page.left)) > 1
    assert rows(page.left)[0][0] == "Twenty-one"


def test_one_walks_from_span_to_span(user):
    page = shown(user)
    page = choose(user, page.span, "week")
    assert page.title.text() == "Week, Nov 16, 2026 to Nov 22, 2026"
    user.press(page.on_)
    read(user)
    assert page.title.text() == "Week, Nov 23, 2026 to Nov 29, 2026"
    assert page.sum.text() == "The book has no sealed day here. It has Nov 21, 2026."
    assert not page.print.isEnabled()
    user.press(page.back)
    read(user)
    assert page.sum.text().startswith("1 sealed day")
    assert page.print.isEnabled()
    page = choose(user, page.span, "day")
    assert page.title.text() in ("Mon Nov 16, 2026", "Sun Nov 22, 2026")


def test_spans_are_called_what_people_call_them():
    assert [titled(span_of(kind, NIGHT)) for kind in ("day", "week", "month", "quarter")] == [
        "Sat Nov 21, 2026",
        "Week, Nov 16, 2026 to Nov 22, 2026",
        "November 2026",
        "2026Q4, Oct 1, 2026 to Dec 31, 2026",
    ]


def test_a_correction_stands_by_itself_and_the_sum_below(user):
    by = proven("gro:gaming manager")
    user.at_desk(lambda desk: desk.correction(NIGHT, {"2.drop": 1000}, "a note stuck", by))
    page = shown(user)
    found = [row[:2] for row in rows(page.left)]
    assert found == [
        ["Sat Nov 21, 2026", "5,180.00"],
        ["+ correction 2", "10.00"],
        ["= as corrected", "5,190.00"],
        ["All", "5,180.00"],
        ["+ correction 2", "10.00"],
        ["= as corrected", "5,190.00"],
    ]
    assert "a note stuck" in page.figures.tip(page.figures.rows[1], 0)
    assert "Not signed" in notes(page)  # its document is written when it is sent


def test_a_quarter_has_its_tax_with_sections_and_what_is_to_be_done(user):
    page = shown(user)
    assert page.view.button("tax") is None
    page = choose(user, page.span, "quarter")
    user.choose(page.view, "tax")
    assert page.pages.currentWidget() is page.right
    found = {row[0].strip(): row[1:] for row in rows(page.right)}
    assert found["= Gaming tax"][0] == "10.92"
    assert "53-06.1-12" in found["= Gaming tax"][1]
    assert "All records of the quarter until" in notes(page)
    page = choose(user, page.span, "month")
    assert page.pages.currentWidget() is page.left


def test_the_chart_has_two_bars_a_night_and_tells_them_in_words(user):
    page = shown(user)
    user.choose(page.view, "chart")
    bars = page._bars()
    assert bars.view.isVisible()
    assert (
        bars.view.accessibleDescription()
        == "Nov 21: gross $5,180.00, adjusted gross $1,092.00, hold 21.08 %"
    )
    bars.view.stepped.emit(-1)
    assert bars.told.text().startswith("Nov 21: gross $5,180.00")
    bars.view.stepped.emit(0)
    assert bars.told.text() == ""


def test_figures_are_saved_as_they_are_looked_at(user, tmp_path):
    page = shown(user)
    page = choose(user, page.span, "quarter")
    asked: list[str] = []
    for view in ("figures", "tax"):
        user.choose(page.view, view)
        page.choose_file = lambda name: asked.append(name) or str(tmp_path / name)
        user.press(page.file)
        user.until(lambda: user.told().endswith(f"{asked[-1]}."))
    assert asked == ["summary-2026Q4.csv", "summary-2026Q4-tax.csv"]
    figures, tax = ([*csv.reader((tmp_path / name).read_text("utf-8").splitlines())] for name in asked)
    assert figures[0][:4] == ["what", "of", "days", "gross"]
    assert figures[1][:4] == ["2026-11-21", "sealed", "1", "5180.00"]
    assert any("Gaming tax" in " ".join(line) for line in tax)
    page.choose_file = lambda _: ""
    user.press(page.file)


def test_it_is_printed_through_the_outlet(user, tmp_path):
    page = shown(user)
    path = tmp_path / "november.pdf"
    page.outlet.choose_way = lambda ways: ways[0] if ways[0] == AS_FILE else ""
    page.outlet.choose_file = lambda name: str(path) if name == "summary-2026-11.pdf" else ""
    user.press(page.print)
    user.until(lambda: user.told() == f"Saved: the summary of 2026-11, as {path}.")
    assert path.read_bytes().startswith(b"%PDF")


def test_before_the_first_seal_it_says_so(qtbot, open_window, tmp_path):
    user = Counter.at(qtbot, open_window(*copied(tmp_path)), "pia")
    page = shown(user)
    assert page.sum.text() == "No day is sealed yet. Figures appear here after the first seal."
    assert rows(page.left)[-1][0] == "All"
    assert not page.print.isEnabled()
    page = choose(user, page.span, "quarter")
    assert page.view.button("tax") is None


def test_a_date_leads_to_its_span(user):
    page = shown(user, date(2025, 3, 2))
    assert page.title.text() == "March 2025"


def test_a_book_that_cannot_be_read_is_told(user, monkeypatch):
    page = shown(user)

    def broken(*_):
        raise Trouble(f"The book {Path('book.db')} is damaged.")

    monkeypatch.setattr("ui.office.summaries.worked_out", broken)
    user.press(page.back)
    read(user)
    assert "is damaged" in user.told()
    assert not page.print.isEnabled()


def test_a_reading_that_is_stopped_shows_nothing_until_another_is_chosen(user):
    page = shown(user)
    user.press(page.back)
    assert page.wait.stop.isVisible()
    user.press(page.wait.stop)
    assert (page.sum.text(), page.wait.isVisible(), page.pages.isVisible()) == (STOPPED, False, False)
    assert not page.print.isEnabled()
    user.press(page.on_)
    assert read(user).pages.isVisible()
    assert page.sum.text() != STOPPED
