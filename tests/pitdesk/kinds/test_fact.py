"""Every kind reads back what it writes; what none writes is told with its entry and its key."""

import json
import shutil
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import NODEFAULT, structs
from sqlite_utils.db import sqlite3

from pitdesk.book.entries import Draft, Unreadable, check, read, stored
from pitdesk.book.journal import Journal
from pitdesk.errors import Trouble
from pitdesk.kinds import KINDS, Fact
from pitdesk.kinds.editions import LATEST
from tests.facts import fact, facts_of
from tests.files import ROOT
from tests.pitdesk.conftest import spoil
from tests.storm import many

BOOKS = sorted(ROOT.glob("tests/books/**/book.db"))
AT = datetime(2026, 11, 20, 22, tzinfo=UTC)
FILL = 21  # the first fill of the quiet night


def rows(book: Path) -> list[tuple[bytes, bytes]]:
    with closing(sqlite3.connect(f"{book.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        return connection.execute("SELECT body, hash FROM entry ORDER BY seq").fetchall()


def written(said: Fact) -> bytes:
    """The seventh entry of a book, which says this."""
    return stored(Draft(fact=said, at=AT), 7, None)


# What is read is what was written


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.parent.relative_to(ROOT / "tests")))
def test_every_entry_of_a_release_is_written_as_it_was_read(book):
    entries = rows(book)
    assert entries
    for body, link in entries:
        one = read(body, link)
        draft = Draft(
            fact=one.fact,
            at=one.at,
            day=one.day,
            about=one.about,
            request=one.request,
            postings=one.postings,
            signatures=one.signatures,
        )
        assert stored(draft, one.seq, one.number) == body


def test_the_books_of_the_releases_have_every_kind_but_these():
    found = {read(*row).kind for book in BOOKS for row in rows(book)}
    later = {
        "own keys",
        "overrule",
        "inspect",
        "tournament",
        "tournament fee",
        "leave tournament",
        "tournament stand",
        "tournament prize",
        "poker occasion",
        "poker deck",
        "poker fee",
        "close poker",
        "contest deposit",
        "take back deposit",
        "dealer week",
        "file return",
        "ideal bank",
        "reconcile bank",
        "audit day",
        "rent",
        "determine hold",
        "review video",
        "hold reason",
        "tell division",
        "witness",
        "violation",
        "limits",
        "plaque",
        "method",
        "fault",
        "event",
        "hand over",
        "bank",
        "lender",
        "finish day",
        "own count",
        "pass drawer",
        "reverse",
        "count opener",
        "reading",
        "print reading",
        "open drawer",
        "dispute",
        "letterhead",
        "ask",
        "station",
        "station off",
        "withdraw ask",
        "weight",
        "pulse",
        "done",
        "recorder",
        "equipment",
        "release",
        "batch",
        "destroy",
        "options",
        "posted",
        "checklist",
        "answer reading",
        "print here",
    }
    assert {*KINDS} - found == {"by hand", "chip set", "forms", "restore", "sent", "transfer", *later}


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=many(10))
@given(st.data())
def test_whatever_a_kind_can_say_is_read_back(kind, data):
    said = data.draw(facts_of(kind))
    one = read(written(said), bytes(32))
    assert (one.kind, one.fact) == (kind, said)
    assert written(one.fact) == written(said)
    check(written(said))


# What cannot be read is told: which entry, which key


def wrong(kind: str, /, **said: object) -> str:
    """What is told of an entry with these keys instead of its own; without those that are NODEFAULT."""
    body = json.loads(written(fact(kind)))
    body["detail"] = {k: v for k, v in (body["detail"] | said).items() if v is not NODEFAULT}
    with pytest.raises(Unreadable) as told:
        read(json.dumps(body).encode(), bytes(32))
    with pytest.raises(Unreadable) as found:
        check(json.dumps(body).encode())
    assert str(found.value) == str(told.value)
    begin = f"entry 7 ({kind}): "
    assert str(told.value).startswith(begin)
    return str(told.value).removeprefix(begin)


@pytest.mark.parametrize("kind", KINDS)
def test_a_key_that_is_missing_unknown_or_of_a_wrong_type_is_named(kind):
    assert wrong(kind, nonsense=1) == "Object contains unknown field `nonsense`"
    for one in structs.fields(KINDS[kind].fact):
        key = one.encode_name
        told = wrong(kind, **{key: 1.5})
        assert told.startswith("Expected `")
        assert told.endswith(f"got `float` - at `$.{key}`")
        if one.required:
            told = wrong(kind, **{key: NODEFAULT})
            assert told == f"Object missing required field `{key}`"


def test_what_lies_deeper_is_named_by_its_keys():
    assert wrong("fill", chips={"$5": "2"}).endswith("got `str` - at `$[...]` - at `$.chips`")
    assert wrong("open table", limits=[1]).endswith("- at `$.limits`")
    assert wrong("count", counted={"drawer": {"cash": None}}).endswith("- at `$.counted[...][...]`")
    line = [["five", 1, 1, 1]]
    invoice = json.loads(written(fact("delivery")))["detail"]["invoice"]
    assert wrong("delivery", invoice=invoice | {"lines": line}).endswith("- at `$.invoice.lines[0][0]`")


def test_an_edition_that_is_yet_to_come_is_told():
    told = wrong("open day", edition=LATEST + 1)
    assert told.startswith(f"its report is of edition {LATEST + 1}, and this PitDesk prints those to")


@pytest.mark.parametrize(
    ("kind", "key", "said"),
    [("chip", "chip", "$5x"), ("fill", "chips", {"$5x": 2}), ("inventory", "off", {"$5x": -1})],
)
def test_a_name_that_is_no_chips_is_told_with_how_one_is_written(kind, key, said):
    told = wrong(kind, **{key: said})
    assert told.startswith("'$5x' is not a chip; write $5, 50c, pw$2 (betting)")
    assert told.endswith(f"- at `$.{key}`")


def test_a_kind_that_there_is_not_is_named():
    body = written(fact("fill")).replace(b'"kind":"fill"', b'"kind":"fold"')
    words = "entry 7 is of the kind 'fold', which this PitDesk does not know"
    for look in (check, lambda body: read(body, bytes(32))):
        with pytest.raises(Unreadable, match=words):
            look(body)


@pytest.mark.parametrize(
    ("body", "key"),
    [
        (b"", ""),
        (b"\xff", ""),
        (b"[]", ""),
        (b"{}", "`seq`"),
        (written(fact("fill")).replace(b'"day":0', b'"day":"0"'), r"`\$\.day`"),
        (written(fact("fill")).replace(b'"at":"2', b'"at":"'), r"`\$\.at`"),
        (written(fact("fill")).replace(b'"day":0', b'"day":0,"night":0'), "`night`"),
    ],
)
def test_bytes_that_are_no_entry_are_told(body, key):
    with pytest.raises(Unreadable, match=f"its bytes are no entry: .*{key}"):
        read(body, bytes(32))


@pytest.mark.parametrize(
    ("was", "now", "words"),
    [
        ('"kind":"fill"', '"kind":"fold"', f"entry {FILL} is of the kind 'fold'"),
        ('"table":"1",', "", rf"entry {FILL} \(fill\): .*missing required field `table`"),
        ('"table":"1"', '"table":1', rf"entry {FILL} \(fill\): .*`int` - at `\$\.table`"),
        ('"table"', '"tabel":0,"table"', rf"entry {FILL} \(fill\): .*unknown field `tabel`"),
        ('{"$', '{"$$', rf"entry {FILL} \(fill\): '\$\$.* is not a chip.* - at `\$\.chips`"),
    ],
)
def test_a_book_with_such_an_entry_is_damaged(tmp_path, was, now, words):
    book = tmp_path / "book.db"
    shutil.copy(ROOT / "tests/books/0.2.0/quiet/book.db", book)
    body, _ = rows(book)[FILL - 1]
    bent = body.decode().replace(was, now).encode()
    assert bent != body
    spoil(book, f"UPDATE entry SET body = x'{bent.hex()}' WHERE seq = {FILL}", "entry_stands")
    with Journal.read(book) as journal:
        for look in (lambda: journal.entry(FILL), journal.entries):
            with pytest.raises(Trouble, match=f"{book} is damaged: {words}"):
                look()
        assert journal.entry(FILL - 1).seq == FILL - 1
