"""The chain without a database: which documents stand, in whatever order they are looked at."""

from datetime import UTC, datetime

import pytest

from pitdesk.office.chain import Chain, Decision
from pitdesk.office.reading import raw_of, readings
from tests.pitdesk.office.days import House, key

AT = datetime(2026, 11, 20, tzinfo=UTC)


def read(house: House):
    return readings([(raw_of(1, it), house.name) for it in house.documents])


@pytest.fixture
def told(house):
    """The house's documents, read."""
    return read(house)


def test_what_follows_stands_and_the_rest_says_why(house, told):
    chain = Chain({1: house.key.public}, {})
    chain.take([told[0], told[1], told[3]])
    assert [one.number for one in chain.added] == [1, 2]
    assert [(it.number, it.words) for it in chain.pending] == [(4, "it waits for document 3")]
    assert chain.counted == told[:2]


def test_in_parts_or_at_once_is_the_same(house, told):
    whole = Chain({1: house.key.public}, {})
    whole.take(told)
    parts = Chain({1: house.key.public}, {})
    for one in told:
        parts.take([one])
    assert parts == whole


def test_the_first_of_two_stands_unless_head_office_chose(house, told):
    again = house.copy(7)
    again.day()
    other = read(again)[7]
    decision = Decision(8, other.sha256, [told[7].sha256], "", "", AT)
    first, chosen = (Chain({1: house.key.public}, it) for it in ({}, {8: decision}))
    for chain in (first, chosen):
        chain.take([*told, other])
        assert [it.about for it in chain.conflicts] == ["number"]
    assert first.last.sha256 == told[7].sha256
    assert chosen.last.sha256 == other.sha256
    assert (first.aside, chosen.aside) == ({}, {told[7].sha256: (8, 8)})


def test_a_document_that_names_one_before_the_first_does_not_stand(house, told):
    chain = Chain({1: house.key.public}, {})
    chain.take([told[0]._replace(follows=told[1].sha256)])
    assert chain.pending[0].words == "it is the first, and names one before it"


def test_head_office_names_keys_by_number(house, told):
    chain = Chain({1: house.key.public, 4: key("new").public, 6: ""}, {})
    chain.take(told)
    assert chain.last.number == 3
    assert chain.pending[0].words == "its key is not the site's at this number"
    chain = Chain({1: house.key.public, 2: ""}, {})
    chain.take(told)
    assert chain.pending[0].words == "the site's key is revoked"
