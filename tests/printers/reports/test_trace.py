"""The trace as a booklet: its pages read by another program."""

from datetime import date
from io import BytesIO

import pytest
from pypdf import PdfReader

from pitdesk.rules.book import Rulebook
from pitdesk.rules.rows import STATES, rows, trace
from printers.reports.trace import TITLE, trace_pdf

MADE = date(2026, 11, 20)
BOOK = Rulebook.load()


@pytest.fixture(scope="module")
def booklet() -> PdfReader:
    return PdfReader(BytesIO(trace_pdf(trace(), BOOK, MADE)))


def words(booklet: PdfReader) -> str:
    return " ".join(" ".join(page.extract_text() for page in booklet.pages).split())


def test_it_says_how_to_read_it_and_counts(booklet):
    first = " ".join(booklet.pages[0].extract_text().split())
    assert booklet.metadata
    assert booklet.metadata.title == TITLE
    assert "pitdesk rules --try nd.08-05.5" in first
    for state in STATES:
        assert state.capitalize() in first
    assert f"All {len(rows())}" in first


def test_every_row_stands_in_it(booklet):
    said = words(booklet).replace(" ", "")
    for part in trace():
        assert part.title.replace(" ", "") in said
        for row in part.rows:
            assert "".join(row.words.split()[:3]) in said, row.section  # the rest is broken into lines


def test_every_page_says_which_rulebook_and_where_it_ends(booklet):
    for number, page in enumerate(booklet.pages, 1):
        text = page.extract_text()
        assert f"north-dakota {BOOK.sha256[:8]}" in text
        assert f"page {number} of {len(booklet.pages)}" in text
        assert page.mediabox[2:] == [612, 792]


def test_the_same_day_is_the_same_file():
    assert trace_pdf(trace()[:2], BOOK, MADE) == trace_pdf(trace()[:2], BOOK, MADE)
