"""The support file, of a whole book and of a bad one: what helps is in it, nothing of the night is."""

import os
import re
import shutil
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pitdesk import __version__
from pitdesk.__main__ import main
from pitdesk.book.journal import Journal
from pitdesk.errors import Trouble
from pitdesk.upkeep.log import LOG, begin, end
from pitdesk.upkeep.support import make, standing
from tests.files import BUSY
from tests.pitdesk.conftest import spoil

AT = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)
SPOILT = "UPDATE posting SET amount = amount + 1 WHERE entry = 120 AND line = 0"
STATION = """\
[General]
look=dark
office=postgresql://lounge:s3cret@office.example/pitdesk?sslmode=verify-full
"""


@pytest.fixture
def played(busy: Path) -> Path:
    """The book of the busy night."""
    return busy / "book.db"


@pytest.fixture
def book(played: Path, tmp_path: Path) -> Path:
    """A copy of it with what lies beside it, settings and a log."""
    for one in played.parent.glob("book.db*"):
        shutil.copy(one, tmp_path)
    (tmp_path / "station.ini").write_text(STATION)
    begin(tmp_path / "book.db")
    LOG.warning("printer: %s", "the printer has no paper")
    end()
    return tmp_path / "book.db"


def parts(out: Path) -> dict[str, str]:
    with zipfile.ZipFile(out) as file:
        assert file.testzip() is None
        return {name: file.read(name).decode() for name in file.namelist()}


def test_what_is_in_it_is_printed_and_it_tells_what_helps(book, tmp_path, capsys):
    out = tmp_path / "out.zip"
    assert main(["support", "--book", str(book), "--out", str(out)]) == 0
    told, found = capsys.readouterr().out, parts(out)
    assert told.startswith(found["about.txt"])
    assert list(found) == ["about.txt", "schema.sql", "book.db.log"]
    for name, text in found.items():
        assert re.search(rf"^  {re.escape(name)} +{len(text.splitlines())} lines$", told, re.MULTILINE)
    assert f"{out} is ready. Read it before you send it" in told
    with Journal.read(book) as journal:
        head = journal.head
    about = found["about.txt"]
    for words in (
        f"versions  PitDesk {__version__}, Python 3.",
        "schema    2; this PitDesk has 2",
        f"verify    whole: {head.seq} entries, the chain whole",
        f"head      entry {head.seq}, {head.hash.hex()[:16]}",
        f"noted     entry {head.seq}, {head.hash.hex()[:16]}",
        "last      iou 2, day 1, fill 7, credit 4",
        "set up    12 people, 5 tables, 8 chip types",
        "  combined: AG-2026-114",
        "  look=dark",
        "  office=postgresql://lounge:…@office.example/pitdesk",
    ):
        assert words in about, about
    assert "CREATE TABLE entry" in found["schema.sql"]
    assert "the printer has no paper" in found["book.db.log"]


def test_no_name_pin_badge_secret_or_amount_is_in_it(book, tmp_path):
    out = tmp_path / "out.zip"
    told = make(book, out, AT, qt="6.11")
    text = "\n".join([told, *parts(out).values()])
    shift = BUSY.read_text("utf-8")
    people = re.findall(r'^person +(\w+) +"(\w+) (\w+)" .*(?:pin|badge) ([\w:]+)', shift, re.MULTILINE)
    secrets = {word for person in people for word in person} | {"s3cret", "Hagen"}
    assert len(secrets) > 40
    assert [s for s in sorted(secrets) if re.search(rf"(?<!\w){re.escape(s)}(?!\w)", text)] == []
    assert "$" not in text
    pepper = book.with_name("book.db.pepper").read_bytes()
    assert pepper not in out.read_bytes()
    assert "Qt 6.11" in told
    assert "made      2026-11-22 09:30:00 UTC" in told


def test_a_damaged_book_has_one_too_which_says_so(book, tmp_path):
    spoil(book, SPOILT, "posting_stands")
    told = make(book, tmp_path / "out.zip", AT)
    assert "verify    NOT WHOLE, entry 120:" in told


@pytest.mark.parametrize("left", [b"", b"SQLite format 3\0" + bytes(4000)], ids=["empty", "zeros"])
def test_what_is_hardly_a_book_any_more_has_one_too(book, tmp_path, left):
    book.write_bytes(left)
    told = make(book, tmp_path / "out.zip", AT)
    assert "cannot be read: The " in told
    assert "the printer has no paper" in parts(tmp_path / "out.zip")["book.db.log"]


def test_it_takes_the_place_of_an_older_one_and_of_nothing_else(book, tmp_path):
    out = tmp_path / "out.zip"
    make(book, out, AT)
    make(book, out, AT)
    before = book.read_bytes()
    with pytest.raises(Trouble, match="is something else than a support file"):
        make(book, book, AT)
    assert book.read_bytes() == before
    os.mkfifo(tmp_path / "pipe.zip")  # it would be waited for
    with pytest.raises(Trouble, match="is something else than a support file"):
        make(book, tmp_path / "pipe.zip", AT)


def test_where_it_cannot_be_written_is_said(book, tmp_path, capsys):
    out = tmp_path / "no" / "out.zip"
    assert main(["support", "--book", str(book), "--out", str(out)]) == 3
    assert f"The support file {out} cannot be written" in capsys.readouterr().err
    assert main(["support", "--book", str(tmp_path / "no.db"), "--out", str(out)]) == 3
    assert "Name an existing book." in capsys.readouterr().err


# What is safe


def test_a_whole_book_says_where_it_stands(book):
    with Journal.read(book) as journal:
        seq = journal.head.seq
        last = journal.entry(seq)
    words = standing(book)
    assert f"The last entry of the book book.db is number {seq} ({last.kind}, Nov 22, " in words
    assert "It is on the disk, and PitDesk just read its day again and found it intact." in words
    assert "An entry is written in full or not at all" in words


def test_a_book_that_is_not_whole_is_not_called_safe(book):
    spoil(book, SPOILT, "posting_stands")
    words = standing(book)
    assert "is damaged: entry 120:" in words
    assert "newest backup" in words
    book.write_bytes(b"")
    assert "could not be read just now" in standing(book)


def test_an_empty_book_stands_empty(tmp_path):
    Journal.create(tmp_path / "new.db").close()
    assert standing(tmp_path / "new.db") == "The book new.db is empty and intact."
