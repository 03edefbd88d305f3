"""A chain computed anew from the middle, by somebody who has the file and not the key."""

import re
import shutil

import pytest
from sqlite_utils.db import sqlite3

from pitdesk.__main__ import main
from pitdesk.book.chain import chain
from pitdesk.book.journal import Journal
from pitdesk.documents.evidence import verify
from tests.files import NIGHTS

QUIET = NIGHTS["quiet"]
BESIDE = ("", ".key", ".head")


@pytest.fixture
def book(busy, tmp_path):
    """The busy night with its codes and its document, the key and the head beside it."""
    for ending in BESIDE:
        shutil.copy(f"{busy / 'book.db'}{ending}", tmp_path / f"pit.db{ending}")
    return tmp_path / "pit.db"


def found(book):
    with Journal.read(book) as journal:
        return verify(journal)


def rewrite(book, change):
    """Change bodies, then compute every link, the seals' heads and the noted head anew."""
    connection = sqlite3.connect(book, isolation_level=None)
    guards = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in guards:
        connection.execute(f"DROP TRIGGER {name}")
    link = bytes(32)
    for seq, kind, body in connection.execute(
        "SELECT seq, kind, body FROM entry ORDER BY seq"
    ).fetchall():
        new = change(kind, body)
        if kind == "close day":
            new = re.sub(rb'"head":"[0-9a-f]*"', b'"head":"%b"' % link.hex().encode(), new)
        link = chain(link, new)
        connection.execute("UPDATE entry SET body = ?, hash = ? WHERE seq = ?", (new, link, seq))
    for _, sql in guards:
        connection.execute(sql)
    connection.close()
    book.with_name("pit.db.head").write_text(f"{seq} {link.hex()}\n")


def of(kind, was, now):
    return lambda this, body: body.replace(was, now) if this == kind else body


def test_a_night_that_was_left_alone_holds_against_all_that_was_signed(book):
    verdict = found(book)
    assert (verdict.ok, verdict.code, verdict.unchecked) == (True, "", ())


@pytest.mark.parametrize("key", [True, False])
def test_a_chain_computed_anew_contradicts_a_signed_code(book, key):
    """Another name stands in the opening; every sum, link and seal after it fits."""
    rewrite(book, of("open day", b'"organization":"', b'"organization":"x'))
    if not key:
        book.with_name("pit.db.key").unlink()
    with Journal.read(book) as journal:
        assert journal.verify().ok  # the chain alone cannot tell
        kind = journal.entry(verify(journal).seq).kind
    verdict = found(book)
    assert (verdict.ok, verdict.code, kind) == (False, "signed", "print")
    assert "the book was rewritten" in verdict.words
    assert bool(verdict.unchecked) is not key


def test_a_chain_computed_anew_contradicts_the_days_document(book):
    """Nobody asks the codes here: an entry after the last print is changed."""
    rewrite(book, of("close day", b'"prize_basis_text":"', b'"prize_basis_text":"x'))
    verdict = found(book)
    assert (verdict.ok, verdict.code) == (False, "signed")
    assert re.match(r"document 1, day \d{4}-\d\d-\d\d, was signed of another chain", verdict.words)


def test_codes_that_were_taken_from_another_slip_are_found(book):
    codes = []

    def swap(kind, body):
        if kind == "print" and (code := re.search(rb'"qr":"([^"]+)"', body)):
            codes.append(code[1])
            return body.replace(code[1], codes[0])
        return body

    rewrite(book, swap)
    assert (found(book).code, "the code of a print of" in found(book).words) == ("signed", True)


def test_a_signature_of_another_key_is_found(book, tmp_path):
    """Somebody without the key plays a night anew with one of his own."""
    forged = tmp_path / "forged.db"
    assert main(["replay", str(QUIET), "--book", str(forged), "--out", str(tmp_path / "out")]) == 0
    shutil.copy(f"{book}.key", f"{forged}.key")
    verdict = found(forged)
    assert (verdict.ok, verdict.code) == (False, "signed")
    assert "the key beside the book is another" in verdict.words


def test_a_document_that_was_changed_is_found(book):
    rewrite(book, of("document", b'\\"cash_profit\\":', b'\\"cash_profit\\":1'))
    assert found(book).words.startswith("document 1: its signature does not fit")


def test_what_could_not_be_checked_is_said(book):
    book.with_name("pit.db.key").unlink()
    book.with_name("pit.db.head").unlink()
    verdict = found(book)
    assert verdict.ok
    assert [what.partition(":")[2] for what in verdict.unchecked] == [
        " the site's key pit.db.key is not beside the book",
        " no head is noted beside the book",
    ]
