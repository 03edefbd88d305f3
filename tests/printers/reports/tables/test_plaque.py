"""The plaques of tables: one A6 page each, nothing cut off, the same bytes for the same limits."""

from io import BytesIO

from pypdf import PdfReader

from printers.reports.tables.plaque import EDGE, HEIGHT, WIDTH, plaques_pdf
from tests.printers.reports.test_letter import words
from tests.printers.reports.test_notice import LONG, STAMP, house


def test_each_table_has_a_page_that_names_its_limits():
    made = plaques_pdf(house(), {"10": (500, 2500), "2": (300, 2500)}, STAMP)
    pages = PdfReader(BytesIO(made)).pages
    said = [page.extract_text() for page in pages]
    assert [float(pages[0].mediabox.width), float(pages[0].mediabox.height)] == [
        round(WIDTH, 4),
        round(HEIGHT, 4),
    ]
    assert ["TABLE 2" in said[0], "MINIMUM $3" in said[0], "MAXIMUM $25" in said[0]] == [True] * 3
    assert ["TABLE 10" in said[1], "MINIMUM $5" in said[1]] == [True] * 2
    assert "Dakota Lions · Riverside Lounge" in said[0]
    assert plaques_pdf(house(), {"10": (500, 2500), "2": (300, 2500)}, STAMP) == made


def test_nothing_is_cut_off():
    made = plaques_pdf(house(organization=LONG, practice=True), {"A": (50, 150)}, STAMP)
    for one in words(made):
        assert one.left >= EDGE - 1
        assert one.right <= WIDTH - EDGE + 1
