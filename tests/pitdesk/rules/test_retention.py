"""For how long papers are kept: the calendar of 99-01.3-08-16, and a return that came late."""

from datetime import date

import pytest

from pitdesk import kinds
from pitdesk.records.kept import Kept
from pitdesk.rules.book import Rulebook
from pitdesk.rules.retention import kept_until

RULES, ON = Rulebook.load(), date(2027, 1, 15)


def value(rule: str, name: str) -> object:
    return RULES.value(rule, name, ON)


@pytest.mark.parametrize(
    ("what", "quarter", "video", "until"),
    [
        ("records", "2026Q4", True, date(2030, 3, 31)),
        ("accounts", "2026Q4", True, date(2030, 3, 31)),
        ("hold", "2026Q4", True, date(2027, 12, 31)),
        ("hold", "2027Q1", True, date(2028, 3, 31)),
        ("hold", "2026Q4", False, date(2030, 3, 31)),  # no exception without video
        ("tickets", "2026Q4", True, date(2028, 3, 31)),
    ],
)
def test_papers_of_a_quarter(what: str, quarter: str, video: bool, until: date) -> None:
    assert kept_until(what, quarter, video=video, value=value) == until


@pytest.mark.parametrize(
    ("filed", "until"),
    [
        (date(2027, 1, 12), date(2030, 3, 31)),
        (date(2027, 3, 31), date(2030, 3, 31)),
        (date(2027, 4, 1), date(2030, 6, 30)),  # reported a quarter late: kept a quarter longer
    ],
)
def test_a_return_that_came_late_keeps_its_papers_longer(filed: date, until: date) -> None:
    said = {"on": filed, "filed": filed, "tax_cents": 0, "paper": "1", "held": {}}
    kept = Kept(returns={"2026Q4": kinds.FileReturn(quarter="2026Q4", **said)})
    found = kept_until("records", "2026Q4", filed=kept.filed("2026Q4"), video=True, value=value)
    assert found == until
    hold = kept_until("hold", "2026Q4", filed=filed, video=True, value=value)
    assert hold == date(2027, 12, 31)  # by the quarter of the activity, whenever it was reported
    assert kept.filed("2026Q3") is None
