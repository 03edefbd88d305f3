"""Sending from a terminal: with the book's own key, and beside its witness, or not at all."""

import shutil

import pytest

from pitdesk.__main__ import main
from pitdesk.book.journal import Journal


@pytest.fixture
def book(busy, tmp_path):
    """The busy night, whose day waits to be sent."""
    for ending in ("", ".head", ".key", ".pepper"):
        shutil.copy(f"{busy / 'book.db'}{ending}", tmp_path / f"pit.db{ending}")
    (tmp_path / "stick").mkdir()
    return tmp_path / "pit.db"


def send(book):
    return main(["send", "--book", f"{book}", "--to", f"{book.with_name('stick')}"])


def sent(book):
    with Journal.read(book) as journal:
        return journal.head.seq, [*book.parent.glob("stick/*")]


def test_what_waits_is_sent(book):
    before = sent(book)[0]
    assert send(book) == 0
    assert sent(book)[0] == before + 1
    assert sent(book)[1]


def test_another_key_signs_nothing(book, capsys):
    before = sent(book)
    book.with_name("pit.db.key").write_bytes(bytes(32))
    assert send(book) == 3
    assert "pit.db.key is not the key of this book" in capsys.readouterr().err
    assert sent(book) == before


def test_without_the_key_nothing_is_sent(book, capsys):
    before = sent(book)
    book.with_name("pit.db.key").unlink()
    assert send(book) == 3
    assert "pit.db.key is missing" in capsys.readouterr().err
    assert sent(book) == before


@pytest.mark.parametrize("state", ["missing", "unreadable"])
def test_without_its_witness_nothing_is_sent(book, capsys, state):
    before = sent(book)
    head = book.with_name("pit.db.head")
    head.unlink() if state == "missing" else head.write_text("garbled")
    assert send(book) == 3
    assert f"pit.db.head, is {state}" in capsys.readouterr().err
    assert sent(book) == before
