"""The state of the sites: whatever is missing, changed or late is said, and nothing else."""

from datetime import timedelta

import pytest

from pitdesk.errors import Trouble
from pitdesk.office import roles
from pitdesk.office.status import states
from tests.pitdesk.office.days import FIRST, House


@pytest.fixture
def state(office):
    """The state of the first site that is enrolled."""
    return lambda today=FIRST + timedelta(7): states(office.store, today)[0]


def test_a_site_where_all_is_well_has_no_findings(office, house, state):
    office.enroll(house, "riverside")
    office.receive(*house.documents)
    found = state()
    assert (found.last, found.age, found.day, found.document) == (FIRST + timedelta(5), 2, 6, 8)
    assert (found.public, found.findings) == (house.key.public, {})


def test_a_site_that_sent_nothing_is_shown(office, house, state):
    office.enroll(house)
    found = state()
    assert (found.last, found.age, found.document, found.findings) == (None, None, 0, {})


@pytest.fixture
def holed(office):
    """A house that skipped two days and three fills, and used a credit's number twice."""
    house = House()
    office.enroll(house)
    house.run(1)
    house.days += 2
    house.slips["fill"] += 3
    house.day()
    house.slips["credit"] -= 1
    house.day()
    office.receive(*house.documents)
    return house


def test_missing_days_and_slips_are_said(holed, state):
    found = state(FIRST)
    assert found.findings["days"] == ["missing before 2026-01-03: day 2 to 3"]
    assert found.findings["slips"] == [
        "credit 40 of 2026-01-04 was used before: they went to 40",
        "missing before 2026-01-03: fill 21 to 23",
    ]


def test_a_gap_that_head_office_explained_is_no_finding_any_more(office, holed, state):
    site = state().site
    for series, first in (("day", 2), ("fill", 21), ("credit", 40)):
        roles.explain(office.store, site, series, first, "the book was lost")
    found = state(FIRST)
    assert found.findings == {}
    assert [words.partition("; ")[0] for words in found.settled] == [
        "credit 40 of 2026-01-04 was used before: they went to 40",
        "missing before 2026-01-03: day 2 to 3",
        "missing before 2026-01-03: fill 21 to 23",
    ]
    assert all(words.endswith(": the book was lost") for words in found.settled)
    with pytest.raises(Trouble, match="has no gap that begins with fill 21"):
        roles.explain(office.store, site, "fill", 21, "again")


def test_a_gap_that_changes_after_it_was_explained_is_a_finding_again(office, holed, state):
    site = state().site
    roles.explain(office.store, site, "fill", 21, "the book was lost")
    holed.slips["fill"] -= 1
    holed.day()
    office.receive(*holed.documents)
    first = holed.documents[-1].said["slips"]["fill"][0]["first"]
    assert state(FIRST).findings["slips"] == [
        "credit 40 of 2026-01-04 was used before: they went to 40",
        f"fill {first} of 2026-01-05 was used before: they went to {first}",
    ]


def test_numbers_that_were_lost_with_a_book_are_told_and_not_missing(office, state):
    house = House()
    office.enroll(house)
    house.run(1)
    house.slips["fill"] += 3
    lost = "fill 000021 to 000023: lost with a damaged book, restore entry 171"
    house.day(exceptions=[{"entry": 180, "what": lost, "reason": "the disk broke"}])
    office.receive(*house.documents)
    assert state(FIRST).findings == {}
    assert ("fill", 21, 23, "lost") in office.run(
        "SELECT series, first, last, fate FROM pitdesk.day_slips"
    )


def test_a_late_deposit_is_a_finding_until_it_is_made(office, state):
    house = House()
    office.enroll(house)
    for _ in range(3):
        house.day()
    house.deposit(days=2, late=1)
    office.receive(*house.documents)
    owed = [it.said["deposit"]["cents"] for it in house.documents[:3]]
    assert all(cents > 0 for cents in owed)
    late = state(FIRST + timedelta(90))
    assert [words.partition(" of ")[2] for words in late.findings["deposits"]] == [
        "2026-01-02, due 2026-01-07: not made"
    ]
    assert late.past[0].endswith(" of 2026-01-03, due 2026-01-08: made 2026-01-09")
    found = state(FIRST + timedelta(5))
    assert (found.findings, found.past) == ({}, late.past)


def test_days_that_changed_are_said(office, house, state):
    office.enroll(house)
    house.correction(house.documents[0], gross=500)
    again = house.copy(1)
    again.day()
    office.receive(*house.documents)
    office.receive(again.documents[1])
    found = state()
    assert found.past == ["2026-01-02 changed by a correction"]
    assert found.findings["changed"] == ["2026-01-03 changed by a conflict"]
    assert found.findings["conflicts"][0].startswith("document 2 is there twice, as ")
    assert len(found.findings) == 2


def test_of_one_site_alone(office, house):
    other = House("Elks, Main Street")
    site, _ = office.enroll(house), office.enroll(other)
    assert [found.site.name for found in states(office.store, FIRST)] == [house.name, other.name]
    assert [found.site for found in states(office.store, FIRST, site)] == [site]
