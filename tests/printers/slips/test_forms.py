"""The pack of blank forms: every number twice, every chip of the site, no page too many."""

from io import BytesIO

from pypdf import PdfReader

from printers.slips.forms import HOMES, forms_pdf
from printers.slips.layout import trade_name


def test_a_form_a_page_with_its_number_on_both_parts(desk):
    told = []
    pages = PdfReader(BytesIO(forms_pdf(desk.site, 51, 53, told.append))).pages
    assert len(pages) == 3
    assert told == [51, 52, 53]
    for number, page in zip((51, 52, 53), pages, strict=True):
        text = page.extract_text()
        assert text.count(f"FORM {number:04}") == 2
        for words in ("ORIGINAL", "COPY", *HOMES.values(), "Verified by", "Received by"):
            assert words in text
        for chip in desk.site.chips:
            assert trade_name(chip) in text or chip.kind == "tournament"


def test_the_same_pack_is_the_same_file(desk):
    assert forms_pdf(desk.site, 1, 2) == forms_pdf(desk.site, 1, 2)
