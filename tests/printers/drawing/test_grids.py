"""Columns, rows and grids are made as a report says them."""

from printers.drawing.cells import Figure, money, pieces
from printers.drawing.grids import columns, facts, figures_of, line, row, steps, total, words_of
from printers.drawing.sheets import Column, Row


def test_a_head_alone_is_a_column_of_short_words():
    made = columns("Entry", words_of("Reason"), figures_of("Amount"))
    assert made == (Column("Entry"), Column("Reason", wide=True), Column("Amount", figures=True))


def test_a_line_of_a_sum_stands_under_a_rule():
    assert line("+ Fills", money(5_00)) == Row(("+ Fills", money(5_00)))
    assert line("= Win", money(5_00)) == Row(("= Win", money(5_00)), "sum")


def test_a_total_is_written_as_its_column_is():
    rows = [row("$5", pieces(3), money(15_00), "agrees"), row("$1", pieces(4), money(4_00), "")]
    assert total("All", rows) == [row("All", pieces(7), money(19_00), "", rank="sum")]
    assert total("All", []) == []


def test_an_empty_answer_is_left_out_and_no_amount_is_no_zero():
    assert facts("", [("Site", ""), ("Table", "2")]).rows == (row("Table", "2"),)
    assert [one.cells[1] for one in steps("", [("Due", None), ("Made", 0)]).rows] == ["", Figure("0.00")]
