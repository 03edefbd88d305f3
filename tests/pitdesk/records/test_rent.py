"""Rent: a further table counts where it was used thirteen times a quarter; twelve are not enough."""

from datetime import date

from pitdesk.records.rent import ASK, FIRST, FULL, NONE, _judged, before, quarter_before

QUARTERS = ("2026Q1", "2026Q2", "2026Q3", "2026Q4")


def uses(*counts: int) -> dict[str, int]:
    return dict(zip(QUARTERS, counts, strict=True))


def test_thirteen_uses_count_and_twelve_do_not() -> None:
    given = {
        "1": uses(60, 60, 60, 60),
        "2": uses(13, 13, 13, 13),
        "3": uses(13, 12, 13, 12),  # two quarters of four: the text's example is cut off
        "4": uses(12, 12, 12, 12),
    }
    found = {one.table: one.counts for one in _judged(given, {}, 13)}
    assert found == {"1": FIRST, "2": FULL, "3": ASK, "4": NONE}


def test_quarters_go_back_over_the_year() -> None:
    assert before("2027Q1") == "2026Q4"
    assert before("2026Q4") == "2026Q3"
    assert quarter_before(date(2027, 1, 1)) == "2026Q4"
