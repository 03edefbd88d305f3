"""The nights of a release open, verify, replay, print and go to head office as the bytes they were."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pitdesk import kinds
from pitdesk.book.journal import Journal
from pitdesk.book.past import day_of, site_of
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.documents.document import Document, DocumentHead, day_document, kept, names_of
from tests.books.make import (
    KEY,
    NAME,
    REPORT,
    SHIFT,
    SLIPS,
    STRIP,
    pepper,
    play,
    report,
    slips,
    strips,
)
from tests.files import NIGHTS

GOLDEN = sorted(path.parent for path in (Path(__file__).parent / "books").glob(f"*/*/{NAME}"))


@pytest.fixture(params=GOLDEN, ids=lambda path: f"{path.parent.name} {path.name}")
def night(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of the folder of a night as a release left it."""
    folder = tmp_path / request.param.name
    shutil.copytree(request.param, folder)
    return folder


def test_every_night_of_the_release_is_kept():
    assert {path.name for path in GOLDEN} == {"busy", "chips", "quiet", "rules"} <= {*NIGHTS}


def test_its_book_is_whole_and_its_reports_print_the_same(night):
    before = (night / NAME).read_bytes()
    with Journal.read(night / NAME) as journal:
        assert journal.verify().ok
        assert journal.noted_head() == journal.head
        assert strips(journal) == (night / STRIP).read_text("utf-8")
        assert report(journal) == (night / REPORT).read_text().strip()
    assert (night / NAME).read_bytes() == before
    with Journal.open(night / NAME) as journal:
        assert journal.broken_promise() is None
    assert (night / NAME).read_bytes() == before


def test_played_again_it_has_the_same_bytes(night, tmp_path):
    clock = SetClock(datetime(2026, 11, 20, 18, tzinfo=UTC))
    with Journal.create(tmp_path / "again.db") as again, Journal.read(night / NAME) as journal:
        desk = Desk(again, pepper(), clock=clock, key=KEY)
        desk.edition = day_of(journal, 1).opening.edition
        paper = play(desk, clock, night / SHIFT)
        for one, other in zip(again.entries(), journal.entries(), strict=True):
            assert one == other
        assert again.head == journal.head
    assert slips(paper) == (night / SLIPS).read_text("utf-8")


def test_its_sealed_days_go_to_head_office_as_they_went(night):
    with Journal.read(night / NAME) as journal:
        sent = [fact for fact in journal.documents() if fact.of == "day"]
        assert len(sent) == journal.last_number("day")
        for fact in sent:
            assert made(journal, fact).data == kept(fact).data


def made(journal: Journal, fact: kinds.Document) -> Document:
    """A day's document, made of its book once more."""
    was = kept(fact).said
    day = day_of(journal, fact.days)
    site = site_of(journal, day)
    head = DocumentHead(was["number"], was["previous"], was["at"], names_of(site, fact), site.practice)
    return Document.signed(day_document(head, day), KEY)
