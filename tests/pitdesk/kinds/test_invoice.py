import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitdesk.chips import Chip, Chips, dollars
from pitdesk.kinds.invoice import Invoice, Line, mills
from tests.facts import fact

FIVE, GREEN = Chip.named("$5-b"), Chip.named("$25-b")


def invoice(*lines, other=0, total=None):
    """An invoice whose total adds up unless it is given."""
    sum_of_all = sum(line.cents for line in lines) + other
    return Invoice("2291", "Midwest", "2026-11-18", lines, other, sum_of_all if total is None else total)


def test_an_invoice_that_adds_up():
    lines = (Line(FIVE, 400, 895, 35_800), Line(GREEN, 200, 920, 18_400))
    assert invoice(*lines, other=3_850, total=58_050).wrong == []
    assert invoice(*lines, other=3_850).chips == Chips.read("400x$5-b 200x$25-b")


def test_lines_of_one_chip_are_one_chip():
    said = invoice(Line(FIVE, 400, 895, 35_800), Line(GREEN, 1, 0, 0), Line(FIVE, 50, 0, 0)).chips
    assert said == Chips.read("450x$5-b 1x$25-b")


@pytest.mark.parametrize(
    ("cents", "right"),
    [  # 3 at $0.895 are $2.685, which is $2.68 or $2.69
        (267, False),
        (268, True),
        (269, True),
        (270, False),
    ],
)
def test_half_a_cent_goes_either_way(cents, right):
    assert (invoice(Line(FIVE, 3, 895, cents)).wrong == []) == right


def test_what_is_wrong_says_both_figures():
    lines = (Line(FIVE, 1400, 895, 125_000), Line(GREEN, 200, 900, 18_000))
    assert invoice(*lines, other=-500, total=142_000).wrong == [
        "1,400 $5-b at $0.895 are $1,253.00, and the invoice says $1,250.00.",
        "The lines and the rest come to $1,425.00, and the invoice's total is $1,420.00.",
    ]


def test_an_invoice_of_nothing_comes_to_nothing():
    assert (invoice().wrong, invoice().chips) == ([], Chips())
    assert len(invoice(total=1).wrong) == 1


def test_an_invoice_as_an_entry_keeps_it():
    kept = fact("delivery", invoice=invoice(Line(FIVE, 400, 895, 35_800), other=1_200))
    assert kept.detail["invoice"] == {
        "number": "2291",
        "supplier": "Midwest",
        "date": "2026-11-18",
        "lines": (("$5-b", 400, 895, 35_800),),
        "other": 1_200,
        "total": 37_000,
    }


@pytest.mark.parametrize(
    ("amount", "words"),
    [(895, "0.895"), (900, "0.90"), (5, "0.005"), (0, "0.00"), (1_250_000, "1,250.00"), (1001, "1.001")],
)
def test_a_price_has_three_places_where_it_needs_them(amount, words):
    assert mills(amount) == words


@given(st.integers(0, 20_000), st.integers(0, 5_000), st.integers(-300, 300))
def test_a_line_is_right_within_half_a_cent_and_no_further(pieces, each, off):
    """Ten times the cents against the mills, without what the program reckons."""
    cents = pieces * each // 10 + off
    wrong = invoice(Line(FIVE, pieces, each, cents)).wrong
    assert (wrong == []) == (-5 <= cents * 10 - pieces * each <= 5)
    if wrong:
        assert f"says ${dollars(cents)}" in wrong[0]
