"""Hold of a quarter and its reviews in the window: typed, refused with the section, and kept."""

from datetime import date

import pytest

from pitdesk import kinds
from pitdesk.book.people import Signer
from tests.ui.night import Quick
from ui.ledgers.video import quarters

pytestmark = pytest.mark.long

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


def test_a_week_of_dealers_is_kept_after_a_quarter_that_paid_too_much(user: Quick) -> None:
    """The quarter is as another program of the house left it: determined in September, beyond."""
    since = date(2026, 9, 27)
    said = kinds.DetermineHold(quarter="2026Q2", on=since, held={"21": (100, -1)}, beyond=True)
    user.at_desk(lambda desk: desk._post(said, [Signer("gro", "gaming manager", pin="730251")]))
    form = user.fill_in("dealer week", {"of": "2026Q2"}, GRO)
    weeks = [date.fromisoformat(one) for one in _offered(form)]
    assert weeks == [date(2026, 9, 28), date(2026, 10, 5)]
    user.post(form)
    fact = user.entries()[-1].of(kinds.DealerWeek)
    assert (fact.quarter, fact.first, fact.on) == ("2026Q2", weeks[0], date(2026, 10, 12))
    assert f"{len(fact.held)} dealers" in user.told()
    assert _offered(form) == [f"{one}" for one in weeks[1:]]
    due = next(one for one in user.window.station.board.due if one.key == "dealers 2026Q2")
    assert (due.progress.words, due.about, due.way) == ("week 1 of 12", "2026Q2", "dealer week")


def _offered(form) -> list[str]:
    box = form.first_day.box
    return [box.itemData(at) for at in range(box.count())]


def test_a_tax_return_is_kept_with_what_the_book_had(user: Quick) -> None:
    said = {"of": "2026Q3", "filed": "09/30/2026", "amount": "41.00", "paper": "52183"}
    form = user.fill_in("file return", said, GRO)
    user.post(form)
    assert user.refused(form) == {"below": {"pd.quarter"}}
    user.post(user.fill_in("file return", {"filed": "10/12/2026"}, GRO))
    assert "the return of 2026Q3 was filed on 2026-10-12" in user.told()
    fact = user.entries()[-1].of(kinds.FileReturn)
    assert (fact.tax_cents, fact.paper, [*fact.held]) == (41_00, "52183", ["21"])
    assert not [one for one in user.window.station.board.due if one.key == "return 2026Q3"]
