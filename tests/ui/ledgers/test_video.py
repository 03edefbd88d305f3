"""Hold of a quarter and its reviews in the window: typed, refused with the section, and kept."""

from datetime import date

from pitdesk import kinds
from tests.ui.night import Quick
from ui.ledgers.video import quarters

GRO = [("gro", "gaming manager", "730251")]
AUD = [("aud", "auditor", "9418")]


def test_quarters_that_are_over_are_offered() -> None:
    assert quarters(date(2027, 1, 1))[:2] == ["2026Q4", "2026Q3"]
    assert quarters(date(2026, 12, 31))[0] == "2026Q3"
    assert len(quarters(date(2028, 2, 29))) == 8


def test_a_quarter_is_determined(user: Quick) -> None:
    form = user.fill_in("determine hold", {"of": "2026Q3"}, GRO)
    user.post(form)
    assert "The hold of 2026Q3 is determined. It asks for nothing." in user.told()
    fact = user.entries()[-1].of(kinds.DetermineHold)
    assert (fact.quarter, fact.on, fact.low, fact.beyond) == ("2026Q3", date(2026, 10, 12), (), False)
    assert [*fact.held] == ["21"]


def test_a_review_is_an_hour_by_who_did_not_play(user: Quick) -> None:
    said = {"table": "3", "on": "10/09/2026", "since": "21:00", "until": "21:59", "seen": "nothing"}
    form = user.fill_in("review video", said, AUD)
    user.post(form)
    assert user.refused(form) == {"below": {"nd.08-04.9", "nd.08-04.9o"}}
    user.fill_in("review video", {"until": "22:00", "opened": "gro"}, AUD)
    user.post(form)
    assert "60 minutes" in user.told()
    fact = user.entries()[-1].of(kinds.ReviewVideo)
    assert (fact.table, fact.minutes, fact.opened, fact.date) == ("3", 60, "gro", date(2026, 10, 9))


def test_what_nobody_asked_for_is_refused(user: Quick) -> None:
    form = user.fill_in("hold reason", {"of": "2026Q3", "game": "21", "why": "2:1 was paid"}, GRO)
    user.post(form)
    assert user.refused(form) == {"below": {"pd.hold"}}
    form = user.fill_in("tell division", {"of": "2026Q3", "told": "Ms. Berg"}, GRO)
    user.post(form)
    assert user.refused(form) == {"below": {"nd.08-01.3q"}}
