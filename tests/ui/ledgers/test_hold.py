"""The page of hold: charts of tables and dealers with the same scale, figures, paper and a file."""

from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QLabel

from pitdesk.records.luck import BY_ODDS, LOOK, TOO_LITTLE, WITHIN
from pitdesk.reports.holds import Chart, rows
from tests.ui.night import Quick, proven
from ui.ledgers.chart import HoldChart, ends, hold, scale, told
from ui.ledgers.hold import Hold, looked
from ui.widgets import theme
from ui.work.reader import STOPPED

pytestmark = pytest.mark.long


@pytest.fixture
def page(user: Quick, qtbot) -> Hold:
    user.go("hold")
    page = user.form
    assert isinstance(page, Hold)
    page.begin(date(2026, 10, 10))
    qtbot.waitUntil(lambda: page.shown is not None and page.wait.isHidden())
    return page


def charts(page: Hold) -> list[HoldChart]:
    return [one for one in page.findChildren(HoldChart) if one.isVisible()]


def test_each_table_has_its_chart_and_all_the_same_scale(page: Hold) -> None:
    shown = charts(page)
    assert [one.chart.name for one in shown] == ["1", "2", "3"]
    assert len({one.scale for one in shown}) == 1
    assert [len(one.chart.weeks) for one in shown] == [5, 5, 5]


def test_a_chart_tells_its_weeks_to_who_hears_it(page: Hold) -> None:
    third = charts(page)[2]
    said = third.accessibleDescription()
    assert said == told(third.chart)
    assert said.count("week of") == 5
    assert f"%, {LOOK}" in said
    assert "suspicious" not in said


def test_a_dot_outside_is_amber_and_stands_out(page: Hold, qtbot) -> None:
    third = charts(page)[2]
    week = next(at for at, (_, line) in enumerate(third.chart.weeks) if line.says == LOOK)
    percent = hold(third.chart.weeks[week][1])
    assert percent is not None
    at = third._at(third._box(), week, percent)
    image = third.grab().toImage()
    spot = image.pixelColor(QPoint(round(at.x()), round(at.y())))
    assert spot == QColor(theme.current().amber)


def test_dealers_are_named_and_their_basis_said(page: Hold, qtbot) -> None:
    page.by.choose("dealer")
    qtbot.waitUntil(lambda: len(charts(page)) == 4)
    names = {one.chart.name for one in charts(page)}
    assert names == {"Kari Lund", "Tor Haugen", "Sara Berg", "Mia Dahl"}
    assert "apportioned" in {row[-1] for row in page.figures.rows}


def test_figures_have_every_week(page: Hold, qtbot) -> None:
    page.view.choose("figures")
    assert page.pages.currentIndex() == 1
    assert len(page.figures.rows) == 3 + 15
    assert {row[7] for row in page.figures.rows} <= {WITHIN, LOOK, TOO_LITTLE}


def test_a_look_is_a_sentence_that_accuses_nobody(page: Hold) -> None:
    assert page.shown
    chart: Chart = page.shown.tables[2]
    words = looked(chart, "table")
    assert words.startswith("Table 3: ")
    assert "where luck gives" in words


def test_the_file_has_what_is_shown(page: Hold, tmp_path: Path, qtbot) -> None:
    target = tmp_path / "hold.csv"
    page.choose_file = lambda _: str(target)
    page.file.click()
    qtbot.waitUntil(target.exists)
    head, *lines = target.read_text("utf-8").splitlines()
    assert head.startswith("what,name,game,days,gross")
    assert len(lines) == (3 + 15) + 4 + sum(line.startswith('"dealer, week') for line in lines)


def test_weeks_before_the_book_have_none(page: Hold, qtbot) -> None:
    page.back.click()
    qtbot.waitUntil(lambda: page.wait.isHidden() and "No sealed day" in page.sum.text())
    assert charts(page) == []
    assert not page.print.isEnabled()
    page.on_.click()
    qtbot.waitUntil(lambda: page.wait.isHidden() and len(charts(page)) == 3)


def test_bands_lie_on_the_scale(page: Hold) -> None:
    assert page.shown
    low, high = scale(page.shown.tables)
    assert low % 20 == high % 20 == 0
    for chart in page.shown.tables:
        for _, line in chart.weeks:
            both = ends(line)
            assert both
            assert low <= both[0] <= both[1] <= high


def test_keys_reach_the_span(page: Hold, qtbot) -> None:
    page.span.first().setFocus()
    qtbot.keyClick(page.span.first(), Qt.Key.Key_Right)
    assert page.span.typed() == "quarter"


def test_with_an_average_wager_the_bands_come_from_exact_odds(user: Quick, page: Hold, qtbot) -> None:
    assert not texts(page, "exact odds")
    gro = proven("gro:gaming manager")
    user.at_desk(lambda desk: desk.set_site({"wager_cents": 5_00}, gro))
    qtbot.waitUntil(lambda: bool(texts(page, "by exact odds")), timeout=20_000)
    assert len(texts(page, ", by exact odds ·")) == len(charts(page))
    assert "from the average wager in Set-up" in page.foot.text()
    assert page.shown is not None
    assert {row[-1] for row in rows(page.shown)[1]} == {BY_ODDS}


def texts(page: Hold, words: str) -> list[str]:
    return [one.text() for one in page.findChildren(QLabel) if words in one.text() and one.isVisible()]


def test_nothing_moves_while_the_book_is_read(page: Hold) -> None:
    before = page.pages.geometry(), page.sum.geometry()
    page._working(on=True)
    QApplication.processEvents()
    assert page.wait.stop.isVisible()
    assert (page.pages.geometry(), page.sum.geometry()) == before


def test_a_reading_that_is_stopped_shows_nothing_until_another_is_chosen(page: Hold, qtbot) -> None:
    page.back.click()
    page.wait.stop.click()
    assert (page.sum.text(), page.wait.isVisible(), page.pages.isVisible()) == (STOPPED, False, False)
    page.on_.click()
    qtbot.waitUntil(lambda: page.shown is not None and page.wait.isHidden())
    assert page.sum.text() != STOPPED
