"""Receiving: each document once, whatever the order; nothing is overwritten, nothing is silent."""

from copy import deepcopy
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitdesk.documents.document import KINDS, Document
from pitdesk.errors import Trouble
from pitdesk.office import roles
from pitdesk.office.append import append
from pitdesk.office.reading import TABLE, raw_of
from pitdesk.office.receive import receive
from pitdesk.office.report import of_span
from pitdesk.office.status import states
from pitdesk.office.store import Store
from pitdesk.office.verify import verify
from pitdesk.reports.summaries import BY, Span, summary
from pitdesk.reports.summaries import table as as_rows
from tests.pitdesk.office.conftest import EMPTIED
from tests.pitdesk.office.days import FIRST, House, key
from tests.storm import many

DERIVED = ("standing", "day", "day_table", "day_chip", "day_slips", "correction", "deposit")


def content(office) -> dict[str, list[tuple]]:
    """Everything that documents leave behind, without when they came."""
    found = {table: sorted(office.run(f"SELECT * FROM pitdesk.{table}"), key=repr) for table in DERIVED}
    found["document"] = office.run(
        "SELECT site, number, sha256, text FROM pitdesk.document ORDER BY 1, 2, 3"
    )
    found["pending"] = office.run("SELECT * FROM pitdesk.pending ORDER BY 1, 2, 3")
    found["conflict"] = office.run(
        "SELECT site, sha256, other_sha256 FROM pitdesk.conflict ORDER BY 1, 2, 3"
    )
    return found


def test_documents_from_a_stick_stand_and_give_their_rows(office, house):
    office.enroll(house)
    done = office.receive(*house.documents)
    assert (done.new, done.known, done.stands, done.turned, done.conflicts) == (8, 0, 8, [], [])
    assert verify(office.store) == (8, [])
    done = office.receive(*house.documents)
    assert (done.new, done.known, done.stands) == (0, 8, 0)


def test_a_stick_of_many_sites_is_read_at_once_with_what_is_not_for_us(office):
    sites = [House(f"Lions, Hall {at}").run(3) for at in range(4)]
    for one in sites[:3]:
        office.enroll(one)
    stick = office.stick([it for one in sites for it in one.documents])
    (stick / "notes.txt").write_text("not a document")
    (stick / "000001-day-broken.pitdesk").write_bytes(b"broken")
    done = receive(office.store, [stick])
    assert (done.new, done.stands) == (12, 12)
    assert sorted(it.words for it in done.turned) == [
        *["it is of Lions, Hall 3, which is not enrolled"] * 4,
        "no document: a line of JSON and one with ed25519, key and signature",
    ]
    with pytest.raises(Trouble, match="is not there"):
        receive(office.store, [stick / "nothing"])


def test_a_single_file_is_received(office, house):
    office.enroll(house)
    stick = office.stick(house.documents[:1])
    assert receive(office.store, [*stick.rglob("*.pitdesk")]).stands == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda it: Document(it.text.replace(b'"day":1', b'"day":2'), it.public, it.signature),
            "signature",
        ),
        (lambda it: Document(it.text, it.public, "0" * 128), "its signature does not fit"),
        (lambda it: Document(it.text, it.public, "zz" * 64), "its signature does not fit"),
        (lambda it: Document(it.text, key("other").public, it.signature), "its key is"),
        (lambda it: Document(it.text.replace(b":", b": "), it.public, it.signature), "not written as"),
        (
            lambda it: Document(
                it.text.replace(b'"number"', b'"number":1,"number"'), it.public, it.signature
            ),
            "not written as",
        ),
        (lambda it: Document.signed({**it.said, "practice": True}, key("x")), "from a practice book"),
        (
            lambda it: Document.signed({**it.said, "number": True}, key("x")),
            "is not a number of a document",
        ),
        (
            lambda it: Document.signed({**it.said, "number": 0}, key("x")),
            "is not a number of a document",
        ),
        (lambda it: Document.signed({**it.said, "date": "2026-02-30"}, key("x")), "day is out of range"),
        (
            lambda it: Document.signed({**it.said, "schema": "pitdesk.document/2"}, key("x")),
            "its schema is",
        ),
        (
            lambda it: Document.signed({**it.said, "zone": "a\x1fb"}, key("x")),
            "contains a control character",
        ),
    ],
)
def test_what_is_no_right_document_is_turned_away_and_not_stored(office, house, change, words):
    office.enroll(house)
    changed = change(house.documents[0])
    path = office.stick([]) / "000001-day.pitdesk"
    path.write_bytes(changed.data)
    done = receive(office.store, [path])
    assert done.new == 0
    assert words in done.turned[0].words
    assert office.run("SELECT * FROM pitdesk.document") == []


def test_another_key_is_not_the_sites(office, house):
    office.enroll(house)
    forger = House(house.name)
    forger.key = key("forger")
    done = office.receive(forger.day())
    assert (done.new, done.stands, done.conflicts) == (1, 0, [])
    (pending,) = office.store.pending()
    assert pending[1].words == "its key is not the site's at this number"
    assert office.receive(*house.documents).stands == 8
    assert [it.words for _, it in office.store.pending()] == [pending[1].words]
    assert verify(office.store) == (9, [])


def test_a_site_that_signs_anothers_days_is_refused(office, house):
    """With its own key, in another's name: from a stick, and as itself over the network."""
    office.enroll(house)
    neighbor = House("Elks, Main Street").run(1)
    mine = office.enroll(neighbor)
    forged = House(house.name)
    forged.key = neighbor.key
    assert office.receive(forged.day()).stands == 0
    office.run(f"SET SESSION AUTHORIZATION {mine.role}")
    with pytest.raises(Trouble, match="and the document is of Dakota Lions"):
        append(office.store.connection, forged.documents[0])
    office.run("RESET SESSION AUTHORIZATION")
    assert [it.site for it in office.store.days(FIRST, FIRST)] == []


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"text": b"{}"}, "its schema is None"),
        ({"text": b"[]"}, "it is not written as documents are"),
        ({"text": b"\x00\xff"}, "it cannot be read"),
        ({"text": b"[" * 100_000}, "it cannot be read"),
        ({"text": b'{"schema":"pitdesk.document/1"}'}, "from a practice book"),
        ({"number": 77}, "it says day 1 of 2026-01-02, and is stored as another"),
        ({"date": "infinity"}, "is stored as another"),
        ({"kind": "a\x1fb\n"}, "is stored as another"),
        ({"public": "Z" * 52}, "or its key is"),
        ({"signature": "é" * 128}, "its signature does not fit"),
    ],
)
def test_junk_that_a_site_inserts_is_named_and_harms_nobody(office, house, columns, words):
    site, other = office.enroll(house), House("Elks, Main Street").run(2)
    office.enroll(other)
    it = house.documents[0]
    row = {"number": 1, "date": "2026-01-02", "kind": "day", "text": it.text} | columns
    row = {"public": it.public, "signature": it.signature, **row}
    office.run(f"SET SESSION AUTHORIZATION {site.role}")
    office.run(
        "INSERT INTO pitdesk.document (site, number, date, kind, sha256, text, public, signature)"
        " VALUES (%s, %s, %s, %s, encode(sha256(%s::bytea), 'hex'), %s, %s, %s)",
        *(site.id, row["number"], row["date"], row["kind"], row["text"], row["text"]),
        *(row["public"], row["signature"]),
    )
    office.run("RESET SESSION AUTHORIZATION")
    assert office.receive(*other.documents).stands == 2
    assert words in office.store.pending()[0][1].words
    assert any(words in told for told in states(office.store, FIRST)[0].findings["chain"])
    same = not columns.keys() & {"number", "date", "text"}  # such a row takes the place of the right one
    assert office.receive(*house.documents).stands == (0 if same else 8)


def test_one_text_that_a_site_inserts_under_two_wrong_dates_is_named_once(office, house):
    site, other = office.enroll(house), House("Elks, Main Street").run(2)
    office.enroll(other)
    raw = raw_of(site.id, house.documents[0])
    office.store.add([raw._replace(date=date) for date in ("2026-05-05", "2026-05-06")])
    assert office.receive(*other.documents).stands == 2
    ((_, pending),) = office.store.pending()
    assert "is stored as another" in pending.words


CHAINED = ("number", "previous", "public")  # of a document, what ties it to the one before
NASTY = (
    *(None, True, -1, 0, 7, 2**31 - 2, 2**31 - 1, 10**15, 2**63 - 1, 1.5),
    *("", "x" * 5000, "\\.\n\r\t\\", "é€😀", "2026-01-05", "9999-12-31", "NaN", "21"),
    *([], {}, [[]], ["x" * 5000], {"x" * 5000: 1}, {"2.drop": 1}, ["2026-01-02", "2026-01-02"]),
)


@settings(max_examples=many(10), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_a_site_signs_harms_no_other(office, house, data):
    """Its own key signs anything: it is taken in or named, and all of head office goes on."""
    for table in EMPTIED:
        office.run(f"DELETE FROM pitdesk.{table}")
    other, rogue = House("Elks, Main Street").run(1), House("Moose, Fair")
    office.enroll(other, "signs_right")
    office.enroll(rogue, "signs_anything")
    rogue.day()
    for kind in data.draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3)):
        again = rogue.copy(1)
        right = {
            "day": again.day,
            "correction": lambda of=again: of.correction(of.documents[0], gross=5),
            "deposit": lambda of=again: of.deposit(1),
            "key": lambda of=again: of.name_key("another"),
        }[kind]()
        said = {name: told for name, told in right.said.items() if name not in CHAINED}
        for _ in range(data.draw(st.integers(1, 3))):
            _spoil(said, data)
        rogue.write(kind, said)
    stick = office.stick(other.documents)
    for at, document in enumerate(rogue.documents):
        (stick / f"{at}.pitdesk").write_bytes(document.data)
    receive(office.store, [stick])
    assert [row.site for row in office.store.days(FIRST, FIRST)] == [other.name, rogue.name]
    states(office.store, FIRST)
    verify(office.store)
    span = Span("all", FIRST, FIRST + timedelta(30))
    for by in BY:
        as_rows(summary(of_span(office.store, span), span, by, today=FIRST))
    office.store.totals(span.first, span.last)


def _spoil(said, data) -> None:
    """Put something else somewhere into what is said, say a part of it twice, or call it otherwise."""
    parts = [*_parts(said)]
    inside, where = parts[data.draw(st.integers(0, len(parts) - 1))]
    if data.draw(st.booleans()):
        inside[where] = deepcopy(data.draw(st.sampled_from(NASTY)))
    elif isinstance(inside, list):
        inside.append(inside[where])
    else:
        inside[data.draw(st.sampled_from([it for it in NASTY if isinstance(it, str)]))] = inside[where]


def _parts(said):
    """Every list and object in it with each of its places."""
    for where in [*said] if isinstance(said, dict) else range(len(said)):
        yield said, where
        if isinstance(said[where], dict | list):
            yield from _parts(said[where])


def test_a_rotated_key_signs_from_the_next_document_on(office, house):
    office.enroll(house)
    old = house.key
    house.name_key("the second")
    house.run(2)
    assert office.receive(*house.documents).stands == len(house.documents)
    assert office.store.lasts()[1].successor == key("the second").public
    house.key = old
    house.day()
    assert office.receive(house.documents[-1]).stands == 0
    assert "its key is not the site's" in states(office.store, FIRST)[0].findings["chain"][0]
    assert verify(office.store)[1] == []


def test_reordered_and_late_documents_wait_for_those_before(office, house):
    office.enroll(house)
    office.receive(*house.documents[4:])
    (state,) = states(office.store, FIRST)
    assert state.findings["documents"] == ["4 wait, up to document 8", "missing: document 1 to 4"]
    office.receive(house.documents[1])
    (state,) = states(office.store, FIRST)
    assert state.findings["documents"][1:] == ["missing: document 1", "missing: document 3 to 4"]
    assert office.receive(house.documents[0]).stands == 2
    assert office.receive(*house.documents[2:4]).stands == 6
    assert states(office.store, FIRST)[0].findings.get("documents") is None


@pytest.mark.parametrize("delivered", [0, 1, 2])
def test_a_site_passes_over_documents_that_it_lost(office, house, delivered):
    """The book was restored to document 6; of 7 and 8 some were delivered, some never were."""
    office.enroll(house)
    office.receive(*house.documents[: 6 + delivered])
    restored = house.copy(6)
    restored.lost = 2
    restored.date = house.date
    restored.days = house.days
    restored.slips = house.slips.copy()
    restored.day()
    restored.day()
    assert [it.number for it in restored.documents[6:]] == [9, 10]
    assert office.receive(*restored.documents[6:]).stands == 2
    (state,) = states(office.store, FIRST)
    assert (state.document, state.findings.get("conflicts")) == (10, None)
    gap = {0: "document 7 to 8", 1: "document 8"}.get(delivered)
    missing = [f"missing before {restored.documents[6].said['date']}: {gap}"] if gap else None
    assert state.findings.get("documents") == missing
    assert verify(office.store) == (8 + delivered, [])
    office.receive(*house.documents)  # a stick that was found
    (state,) = states(office.store, FIRST)
    assert (state.document, state.findings) == (10, {})
    assert verify(office.store) == (10, [])


def test_a_stolen_key_passes_over_no_revocation(office, house):
    site = office.enroll(house)
    office.receive(*house.documents)
    roles.revoke(office.store, site, 9, "", "stolen")
    house.lost = 3
    house.day()
    assert office.receive(house.documents[-1]).stands == 0
    assert states(office.store, FIRST)[0].document == 8


def test_an_older_office_gets_the_same_again_once(office, house):
    office.enroll(house)
    office.receive(*house.documents)
    whole = content(office)
    for table in EMPTIED:  # as a backup of some weeks ago has it
        if table not in ("site", "key", "settled", "explained", "delivered"):
            office.run(f"DELETE FROM pitdesk.{table} WHERE number > 3")
    assert verify(office.store) == (3, [])
    assert office.receive(*house.documents[1:]).stands == 5
    assert content(office) == whole


def test_a_site_from_an_older_backup_conflicts_and_both_texts_are_kept(office, house):
    office.enroll(house)
    office.receive(*house.documents)
    restored = house.copy(7)
    other = restored.day()
    before = content(office)
    done = office.receive(other)
    assert [(site.name, it.number, it.about) for site, it in done.conflicts] == [
        (house.name, 8, "number")
    ]
    texts = office.run("SELECT text, other_text FROM pitdesk.conflict")
    assert {*texts[0]} == {house.documents[7].text, other.text}
    after = content(office)
    assert {table: after[table] for table in DERIVED} == {table: before[table] for table in DERIVED}
    assert office.receive(other).conflicts == []
    assert len(office.store.conflicts()) == 1


def test_a_day_that_is_told_twice_counts_once(office, house):
    office.enroll(house)
    house.date -= timedelta(1)
    twice = house.day()
    house.correction(twice, gross=5)
    done = office.receive(*house.documents)
    assert [(it.number, it.about) for _, it in done.conflicts] == [(9, "day")]
    assert done.stands == 10
    wrong = [it.wrong for _, it in office.store.uncounted()]
    assert wrong[0].startswith("the day 2026-01-07 is in document 7 already")
    assert wrong[1] == "it corrects a document of 2026-01-07 that does not stand"
    assert len(office.store.days(FIRST, FIRST + timedelta(30))) == 6
    assert verify(office.store) == (10, [])


WRONG = {
    "table 1 won": lambda said: said["tables"][0].update(win=said["tables"][0]["win"] + 1),
    "gross comes to": lambda said: said["summary"].update(gross=said["summary"]["gross"] + 1),
    "agp comes to": lambda said: said["summary"].update(agp=said["summary"]["agp"] + 1),
    "prizes comes to": lambda said: said["summary"].update(prizes=0),
    "cash profit as counted": lambda said: said["summary"].update(
        end_cash=said["summary"]["end_cash"] + 1
    ),
    "cash profit as booked": lambda said: said["summary"].update(over_short_cash=9999),
    "deposit comes to": lambda said: said["deposit"].update(cents=1),
    "whole amounts": lambda said: said["summary"].update(redeemed="100"),
    "lacks something": lambda said: said["summary"].pop("loans"),
    "lacks something: ": lambda said: said["tables"][0].update(game=21),
    "its fill slips run": lambda said: said["slips"]["fill"][0].update(first=0),
    "one of these twice: 1, 2, 3, 4, 5, 5": lambda said: said["tables"].append(
        dict.fromkeys(TABLE, 0) | {"table": "5", "game": "21", "box": "5"}
    ),
    "one of these twice: fill 1, fill 20, fill 1": lambda said: said["slips"]["fill"].append(
        said["slips"]["fill"][0]
    ),
    "a name of more than 200": lambda said: said["chips"].update({"x" * 5000: said["chips"]["$5"]}),
    "2147483647 is not a number of a document or a day": lambda said: said.update(day=2**31 - 1),
}


@pytest.mark.parametrize("words", WRONG)
def test_a_day_that_does_not_come_out_stands_and_does_not_count(office, words):
    house = House()
    office.enroll(house)
    WRONG[words](said := house._day() | {"day": 1, "date": FIRST.isoformat()})
    house.date = FIRST
    house.write("day", said)
    house.days = 1
    house.day()
    assert office.receive(*house.documents).stands == 2
    ((_, stands),) = office.store.uncounted()
    assert words.strip() in stands.wrong
    assert [row.day for row in office.store.days(FIRST, FIRST + timedelta(9))] == [2]
    assert verify(office.store) == (2, [])


@pytest.mark.parametrize(
    ("kind", "changes", "words"),
    [
        ("correction", {"changes": {"luck": 5}}, "a day has no figure called luck"),
        ("correction", {"changes": {"gross": 2**60}}, "whole amounts"),
        ("correction", {"changes": {f"{'x' * 5000}.drop": 1}}, "a name of more than 200"),
        ("correction", {"about": "0" * 64}, "corrects a document of 2026-01-02 that does not stand"),
        ("deposit", {"checks": 10**9}, "its checks are more than the deposit"),
        ("deposit", {"dates": []}, "names no day"),
        ("deposit", {"contest": "Fall"}, "names no day"),
        ("deposit", {"takes_back": 1}, "its checks are more than the deposit"),
        ("deposit", {"takes_back": 10**6, "cents": -1}, "which is none before it"),
        ("deposit", {"dates": ["2026-01-02"] * 2}, "one of these twice"),
        ("deposit", {"made": "soon"}, "Invalid isoformat"),
        ("key", {"successor": "ABC"}, "52 characters"),
    ],
)
def test_other_documents_that_are_wrong_stand_and_do_not_count(office, house, kind, changes, words):
    right = {
        "correction": lambda: house.correction(house.documents[0], gross=5),
        "deposit": house.deposit,
        "key": lambda: house.name_key("another"),
    }
    signer = house.key
    said = right[kind]().said
    house.documents.pop()
    office.enroll(House())
    house.key = signer
    house.write(kind, {**said, **changes})
    assert office.receive(*house.documents).stands == 9
    assert words in office.store.uncounted()[0][1].wrong


@pytest.fixture(scope="module")
def written():
    """Three sites with all kinds of documents, and of the first one a second book from document 9 on."""
    told = []
    for at in range(3):
        house = House(f"Lions, Hall {at}").run(4)
        house.correction(house.documents[1], gross=-500, agp=-500)
        house.name_key(f"second of {at}")
        house.run(3)
        told.append(house)
    return told


@settings(max_examples=many(4), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_order_of_deliveries_ends_in_the_same_rows(office, written, data):
    for table in EMPTIED:
        office.run(f"DELETE FROM pitdesk.{table}")
    for house in written:
        first = House(house.name)
        office.enroll(first, f"order_{house.site[-1]}")
    every = [it for house in written for it in house.documents]
    more = data.draw(st.lists(st.sampled_from(every), max_size=20))
    order = data.draw(st.permutations(every + more))
    at = 0
    while at < len(order):
        size = data.draw(st.integers(1, len(order)))
        for_stick = {it.sha256: it for it in order[at : at + size]}
        office.receive(*for_stick.values())
        at += size
    office.receive()
    assert office.store.pending() == []
    assert verify(office.store) == (len(every), [])
    found = content(office)
    _EXPECTED.setdefault("all", found)
    assert found == _EXPECTED["all"]
    assert found["conflict"] == []
    assert len(found["standing"]) == len(every)


_EXPECTED: dict[str, dict] = {}


@settings(max_examples=many(4), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_order_makes_a_conflict_silent(office, house, data):
    for table in EMPTIED:
        office.run(f"DELETE FROM pitdesk.{table}")
    site = office.enroll(house, "twice")
    restored = house.copy(5)
    restored.run(3)
    pairs = zip(house.documents[5:], restored.documents[5:], strict=False)
    order = data.draw(st.permutations(house.documents + restored.documents[5:]))
    cut = data.draw(st.integers(0, len(order)))
    for part in (order[:cut], order[cut:]):
        for one in part:
            office.receive(one)
    told = {(it.sha256, it.other) for _, it in office.store.conflicts()}
    assert told == {tuple(sorted((one.sha256, other.sha256))) for one, other in pairs}
    (state,) = states(office.store, FIRST)
    assert len(state.findings["conflicts"]) == len(told)
    assert any("conflict" in words for words in state.findings["changed"])
    assert verify(office.store) == (len(order), [])
    assert site


def test_two_who_receive_at_once_take_turns(office, house, url):
    office.enroll(house)
    stick = office.stick(house.documents)
    with Store.open(url) as other, other.turn():
        office.run("SET lock_timeout = '200ms'")
        with pytest.raises(Exception, match="lock timeout"):
            receive(office.store, [stick])
    assert receive(office.store, [stick]).stands == 8


def test_what_was_off_overnight_is_taken_and_documents_without_it_count_as_ever(office, house):
    office.enroll(house)
    said = house._day()
    said["summary"] |= {"overnight_cash": -20_00, "overnight_chips": 5_00}
    of = house.day(summary=said["summary"], tables=said["tables"], deposit=said["deposit"])
    house.correction(of, overnight_cash=20_00)
    done = office.receive(*house.documents)
    assert (done.stands, office.store.uncounted()) == (10, [])
    *before, last = office.store.days(FIRST, FIRST + timedelta(30))
    assert {(day.overnight_cash, day.overnight_chips) for day in before} == {(0, 0)}
    assert (last.overnight_cash, last.overnight_chips) == (-20_00, 5_00)
    (total,) = office.store.totals(FIRST, FIRST + timedelta(30))
    assert (total.overnight_cash, total.overnight_chips) == (-20_00, 5_00)
    assert verify(office.store) == (10, [])


def test_a_day_whose_drop_is_pending_is_late_until_its_count_is_deposited(office, house):
    office.enroll(house)
    said = house._day()
    said["summary"] |= {"pending": 2}
    of = house.day(summary=said["summary"], tables=said["tables"], deposit=said["deposit"])
    office.receive(*house.documents)
    *before, last = office.store.days(FIRST, FIRST + timedelta(30))
    assert {day.pending for day in before} == {0}
    assert last.pending == 2
    assert (last.site, last.date) in {row[:2] for row in _late(office, last.deposit_due + timedelta(1))}
    house.correction(of, pending=-2, gross=20_00, agp=20_00, cash_profit=20_00, deposit=20_00)
    done = office.receive(house.documents[-1])
    assert (done.stands, office.store.uncounted()) == (1, [])
    owed = {row[:2]: row[2] for row in _late(office, last.deposit_due + timedelta(1))}
    assert owed[last.site, last.date] == last.deposit + 20_00
    found = next(
        one
        for one in of_span(office.store, Span("", last.date, last.date)).days
        if one.date == last.date
    )
    assert (found.pending, found.due_cents) == (0, last.deposit + 20_00)


def test_what_a_count_adds_after_the_deposit_is_late_until_a_second_deposit(office, house):
    office.enroll(house)
    said = house._day()
    said["summary"] |= {"pending": 1}
    of = house.day(summary=said["summary"], tables=said["tables"], deposit=said["deposit"])
    house.deposit(days=1)
    house.correction(of, pending=-1, gross=20_00, agp=20_00, cash_profit=20_00, deposit=20_00)
    office.receive(*house.documents)
    day = office.store.days(FIRST, FIRST + timedelta(30))[-1]
    after = day.deposit_due + timedelta(1)
    assert [row[2:] for row in _late(office, after) if row[1] == day.date] == [
        (20_00, day.deposit_due, None)
    ]
    span = Span("", day.date, day.date)
    assert of_span(office.store, span).days[-1].late(after)  # as the reports have it
    assert not of_span(office.store, span).days[-1].late(day.deposit_due)
    house.deposit(days=1, late=3)
    office.receive(house.documents[-1])
    assert [row[2:] for row in _late(office, after) if row[1] == day.date] == [
        (20_00, day.deposit_due, day.deposit_due + timedelta(3))
    ]


def test_a_deposit_that_is_taken_back_is_late_until_it_is_noted_anew(office, house):
    office.enroll(house)
    house.day()
    noted = house.deposit(days=1)
    back = {name: noted.said[name] for name in ("dates", "date", "made", "games", "bank", "slip")}
    more = {"cents": -noted.said["cents"], "checks": 0, "initials": ["GM"], "reason": "another slip"}
    house.write("deposit", {**back, **more, "takes_back": noted.number})
    office.receive(*house.documents)
    *_, day = office.store.days(FIRST, FIRST + timedelta(30))
    after = day.deposit_due + timedelta(1)
    assert (day.site, day.date, day.deposit, day.deposit_due, None) in _late(office, after)
    told = of_span(office.store, Span("", day.date, day.date))
    assert [one.deposit.takes_back for one in told.beside] == [0, noted.number]
    assert told.days[-1].late(after)
    house.deposit(days=1)
    office.receive(house.documents[-1])
    assert day.date not in {row[1] for row in _late(office, after)}
    assert not of_span(office.store, Span("", day.date, day.date)).days[-1].late(after)


def test_the_deposit_of_a_tournament_is_of_no_day(office, house):
    office.enroll(house)
    day = house.day()
    said = {"dates": [], "date": day.said["date"], "made": day.said["date"], "games": [], "slip": "7"}
    money = {"cents": 350_00, "checks": 0, "bank": "First", "initials": ["GM"], "reason": ""}
    house.write("deposit", {**said, **money, "contest": "Fall"})
    office.receive(*house.documents)
    assert verify(office.store) == (10, [])
    *_, row = office.store.days(FIRST, FIRST + timedelta(30))
    told = of_span(office.store, Span("", row.date, row.date))
    assert [(one.deposit.contest, one.deposit.dates) for one in told.beside] == [("Fall", (row.date,))]
    assert row.date in {late[1] for late in _late(office, row.deposit_due + timedelta(1))}


def test_what_a_count_adds_before_the_deposit_is_in_it(office, house):
    office.enroll(house)
    said = house._day()
    said["summary"] |= {"pending": 1}
    of = house.day(summary=said["summary"], tables=said["tables"], deposit=said["deposit"])
    house.correction(of, pending=-1, gross=20_00, agp=20_00, cash_profit=20_00, deposit=20_00)
    house.deposit(days=1)
    office.receive(*house.documents)
    day = office.store.days(FIRST, FIRST + timedelta(30))[-1]
    late = _late(office, day.deposit_due + timedelta(1))
    assert [row for row in late if row[1] == day.date] == []


def _late(office, today):
    sites = {site.id: site.name for site in office.store.sites().values()}
    return [(sites[row[0]], *row[1:]) for row in office.store.late_deposits(today)]
