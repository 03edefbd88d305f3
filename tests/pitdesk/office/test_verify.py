"""Verifying: whoever changes, deletes or swaps a record is found, and the first bad one is named."""

import pytest

from pitdesk.office.store import Store
from pitdesk.office.verify import verify
from tests.pitdesk.office.days import House


@pytest.fixture
def kept(office, house):
    """Two sites, all taken in: the house (1) and another (2)."""
    other = House("Elks, Main Street").run(4)
    for one in (house, other):
        office.enroll(one)
        office.receive(*one.documents)
    assert verify(office.store) == (13, [])
    return office


TAMPERED = {
    "text changed": (
        "UPDATE pitdesk.document AS it SET text = made.text, sha256 = encode(sha256(made.text), 'hex')"
        " FROM (SELECT replace(encode(text, 'escape'), '\"day\":2', '\"day\":9')::bytea AS text"
        " FROM pitdesk.document WHERE site = 1 AND number = 2) AS made WHERE site = 1 AND number = 2",
        2,
        "its raw text is not there any more, or was changed together with its hash",
    ),
    "signature changed": (
        "UPDATE pitdesk.document SET signature = repeat('0', 128) WHERE site = 1 AND number = 3",
        3,
        "its signature does not fit",
    ),
    "row deleted": (
        "DELETE FROM pitdesk.document WHERE site = 1 AND number = 5",
        5,
        "its raw text is not there any more",
    ),
    "last row deleted": (
        "DELETE FROM pitdesk.document WHERE site = 1 AND number = 8",
        8,
        "its raw text is not there any more",
    ),
    "two swapped": (
        "UPDATE pitdesk.document SET number = 13 - number WHERE site = 1 AND number IN (6, 7)",
        6,
        "its raw text is not there any more",
    ),
    "filed elsewhere": (
        "UPDATE pitdesk.document SET date = '2026-09-09' WHERE site = 1 AND number = 2",
        2,
        "is stored as another",
    ),
    "figure changed": (
        "UPDATE pitdesk.day SET gross = gross + 1 WHERE site = 1 AND number = 6",
        6,
        "a row of day derived from it, of 2026-01-06, is not what it says",
    ),
    "table row gone": (
        "DELETE FROM pitdesk.day_table WHERE site = 1 AND number = 7 AND name = '2'",
        7,
        "a row of day_table derived from it",
    ),
    "row invented": (
        "INSERT INTO pitdesk.deposit SELECT site, number, date + 1, cents, checks, made, dates, bank,"
        " slip, games, initials FROM pitdesk.deposit WHERE site = 1 AND number = 4",
        4,
        "a row of deposit derived from it, of 2026-01-05",
    ),
    "chips of all days gone": ("DELETE FROM pitdesk.day_chip WHERE site = 1", 1, "a row of day_chip"),
    "key changed": (
        "UPDATE pitdesk.standing SET successor = 'x' WHERE site = 1 AND number = 8",
        8,
        "what is noted of it is not what it says",
    ),
    "first key changed": (
        "UPDATE pitdesk.key SET public = '' WHERE site = 1",
        1,
        "the site's key is revoked",
    ),
    "standing row gone": (
        "DELETE FROM pitdesk.standing WHERE site = 1 AND number = 3",
        3,
        "it is no longer among those that stand",
    ),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_what_was_tampered_with_is_named(kept, house, name):
    statement, number, words = TAMPERED[name]
    assert kept.store.connection.execute(statement.encode()).rowcount
    _, bad = verify(kept.store)
    assert [(it.site.name, it.number) for it in bad] == [(house.name, number)]
    assert words in bad[0].words
    sites = kept.store.sites()
    assert verify(kept.store, sites[1])[1] == bad
    assert verify(kept.store, sites[2]) == (5, [])


def test_a_changed_text_does_not_even_fit_its_hash(kept):
    with pytest.raises(Exception, match="violates check constraint"):
        kept.run("UPDATE pitdesk.document SET text = '{}' WHERE site = 1 AND number = 2")


def test_several_faults_of_a_site_name_the_first_and_every_site(kept):
    kept.run("UPDATE pitdesk.day SET agp = 1 WHERE number IN (3, 5)")
    kept.run("DELETE FROM pitdesk.document WHERE site = 1 AND number = 6")
    _, bad = verify(kept.store)
    assert [(it.site.id, it.number) for it in bad] == [(1, 3), (2, 3)]


def test_what_nobody_took_in_yet_is_no_fault(kept, house):
    more = [house.day(), house.day()]
    rows = [
        (1, it.number, it.said["date"], it.kind, it.sha256, it.text, it.public, it.signature)
        for it in more
    ]
    for row in rows:
        kept.run(
            "INSERT INTO pitdesk.document (site, number, date, kind, sha256, text, public, signature)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
            *row,
        )
    assert verify(kept.store) == (15, [])


def test_a_conflict_that_is_forgotten_is_found(kept, house):
    again = house.copy(7)
    again.day()
    kept.receive(*again.documents)
    assert verify(kept.store) == (14, [])
    kept.run("DELETE FROM pitdesk.conflict")
    ((_, number, words),) = verify(kept.store)[1]
    assert number == 8
    assert "not noted as a conflict" in words


def test_a_raw_document_of_nobody_is_named(kept):
    kept.run("UPDATE pitdesk.document SET site = 9 WHERE site = 2")
    kept.run("UPDATE pitdesk.standing SET site = 9 WHERE site = 2")
    bad = {it.site.name: it.words for it in verify(kept.store)[1]}
    assert "site 9, never enrolled" in bad


def test_verifying_writes_nothing(kept):
    with Store.open(kept.url) as other:
        other.connection.execute("SET default_transaction_read_only = on")
        assert verify(other) == (13, [])
