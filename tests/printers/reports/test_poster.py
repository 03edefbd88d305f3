"""The house rules of twenty-one, to hang up: what it says of the limits."""

from datetime import UTC, datetime

from pitdesk.book.site import Site
from pitdesk.rules.book import Rulebook
from printers.reports.poster import lines

AT = datetime(2026, 11, 21, 22, tzinfo=UTC)


def test_tables_of_other_limits_are_two_lines_of_the_poster() -> None:
    """08-13: $3-$25 at table 1, $1-$2 at table 2."""
    posted = {"1": (3_00, 25_00), "2": (1_00, 2_00)}
    said = [words for words, _ in lines(Site(), posted, Rulebook.load(), AT)]
    assert said[1:3] == ["Bets from $3 to $25 at table 1.", "Bets from $1 to $2 at table 2."]
