"""Rent: a further table counts where it was used thirteen times a quarter; twelve are not enough."""

from datetime import date

from pitdesk.records.rent import (
    ASK,
    FIRST,
    FULL,
    NONE,
    Used,
    _judged,
    before,
    limit_cents,
    quarter_before,
)
from pitdesk.rules.book import Rulebook

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


def test_two_needed_tables_of_which_one_plays_high_come_to_five_hundred() -> None:
    """53-06.1-11(5): $200 for each, $100 more where a wager is above $5; no other table counts."""
    rules, on = Rulebook.load(), date(2026, 12, 31)
    value = lambda rule, name: rules.value(rule, name, on)  # noqa: E731
    low, high = Used("1", {}, FIRST, 5_00), Used("2", {}, FULL, 25_00)
    assert limit_cents([low, high], value) == 500_00
    assert (
        limit_cents([low, high, Used("3", {}, ASK, 25_00), Used("4", {}, NONE, 25_00)], value) == 500_00
    )
    assert limit_cents([low], value) == 200_00


def test_quarters_go_back_over_the_year() -> None:
    assert before("2027Q1") == "2026Q4"
    assert before("2026Q4") == "2026Q3"
    assert quarter_before(date(2027, 1, 1)) == "2026Q4"
