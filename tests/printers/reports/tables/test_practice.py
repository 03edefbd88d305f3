"""A practice sheet on Letter: it asks on one page and answers on another, the same again each time."""

from datetime import UTC, datetime
from io import BytesIO

import pytest
from pypdf import PdfReader

from pitdesk.games.rulings.dealt import DEALT
from pitdesk.games.rulings.trainee import asked, right, rounds
from printers.drawing.pen import LEFT, ROOM
from printers.reports.tables.practice import practice_pdf
from tests.printers.reports.test_letter import words

STAMP = datetime(2026, 11, 21, tzinfo=UTC)


@pytest.mark.parametrize("code", DEALT)
def test_it_asks_first_and_answers_on_another_page(code):
    made = practice_pdf(code, 3, 5, STAMP)
    pages = [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(made)).pages]
    first = next(at for at, text in enumerate(pages) if "The answers of sheet 3" in text)
    asks, answers = " ".join(pages[:first]), " ".join(pages[first:])
    for dealt in rounds(code, 3, 5):
        for line in dealt.lines:
            assert asked(line) in asks
            assert right(line).split(" [")[0][:40] in answers
            assert line.section[0] in answers
            assert line.section[0] not in asks
    assert practice_pdf(code, 3, 5, STAMP) == made != practice_pdf(code, 4, 5, STAMP)


@pytest.mark.parametrize("code", DEALT)
def test_many_rounds_stay_inside_the_pages(code):
    for one in words(practice_pdf(code, 4, 8, STAMP)):
        assert one.left >= LEFT - 1
        assert one.right <= LEFT + ROOM + 1
