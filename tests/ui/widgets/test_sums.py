"""Sums on the screen: signs, dashes, and every figure with its words."""

import pytest
from PySide6.QtWidgets import QLabel

from pitdesk.tonight.closing import Closing, TableSum, Term
from ui.widgets.sums import DaySum, TableSums, figure, signed

LINE = TableSum("2", 124_000, 46_600, 20_000, 122_000, 45_000, 23_600, "19.03")
UNKNOWN = TableSum("A", None, None, 0, 65_000, 0, None, "")


def texts(widget) -> list[str]:
    return [one.text() for one in widget.findChildren(QLabel) if not one.isHidden()]


@pytest.mark.parametrize(
    ("cents", "told"), [(None, "–"), (0, "0.00"), (-200, "−2.00"), (123456, "1,234.56")]
)
def test_a_figure_is_never_a_guess(cents, told):
    assert figure(cents) == told


@pytest.mark.parametrize(
    ("term", "first", "told"),
    [
        (Term("Gross", 518_000), True, "5,180.00"),
        (Term("Prizes", -408_800), False, "− 4,088.00"),
        (Term("AGP", 109_200, total=True), False, "1,092.00"),
        (Term("Chips", 34_600), False, "+ 346.00"),
        (Term("Balanced", 0), False, "0.00"),
        (Term("Cash profit", -100, total=True), False, "− 1.00"),
        (Term("Deposit", None, total=True), False, "–"),
    ],
)
def test_a_line_says_how_it_is_added(term, first, told):
    assert signed(term, first=first) == told


def test_a_table_is_a_line_with_its_sum(qtbot):
    shown = TableSums()
    qtbot.addWidget(shown)
    shown.show_close(Closing(tables=(LINE, UNKNOWN), total=LINE))
    told = texts(shown)
    wanted = ["Table 2", "1,240.00", "466.00", "200.00", "1,220.00", "450.00", "236.00", "19.03 %"]
    assert told[8:16] == wanted
    assert told[16:24] == ["Table A", "–", "–", "0.00", "650.00", "0.00", "–", "–"]


def test_no_table_is_said_so(qtbot):
    shown = TableSums()
    qtbot.addWidget(shown)
    shown.show_close(Closing())
    assert texts(shown) == ["No table was opened."]


def test_the_same_sum_is_not_drawn_anew(qtbot):
    shown, tables = DaySum(), TableSums()
    for one in (shown, tables):
        qtbot.addWidget(one)
    close = Closing(terms=(Term("Gross", 100),), tables=(LINE,))
    shown.show_close(close)
    tables.show_close(close)
    before = shown.findChildren(QLabel), tables.findChildren(QLabel)
    shown.show_close(Closing(terms=close.terms, tables=close.tables))
    tables.show_close(Closing(terms=close.terms, tables=close.tables))
    assert before == (shown.findChildren(QLabel), tables.findChildren(QLabel))


def test_every_figure_is_said_with_its_words(qtbot):
    shown = DaySum()
    qtbot.addWidget(shown)
    shown.show_close(Closing(terms=(Term("Gross proceeds", 518_000), Term("Prizes", -408_800))))
    names = [one.accessibleName() for one in shown.findChildren(QLabel) if one.accessibleName()]
    assert names == ["Gross proceeds: 5,180.00", "Prizes: − 4,088.00"]
