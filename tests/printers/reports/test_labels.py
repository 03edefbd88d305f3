"""Labels: what is on them, where they lie on the sheet, and that a scanner reads them back."""

from datetime import UTC, datetime
from io import BytesIO

import pytest
from pypdf import PdfReader

from pitdesk.codes.labels import read_label
from printers.reports.labels import INCH, SHEETS, labels_pdf
from printers.slips.labels import labels

AT = datetime(2026, 11, 21, 2, tzinfo=UTC)


def test_there_is_one_for_each_box_each_chip_and_some_bags(house):
    made = labels(house.site, bags=2)
    heads = [one.head for one in made]
    assert heads[:2] == ["BOX 2", "BOX 5"]
    assert heads[-2:] == ["BAG 1", "BAG 2"]
    assert len([one for one in heads if one.startswith("RACK")]) == len(house.site.chips)
    for one in made:
        what, name = read_label(one.code) or ("", "")
        assert f"{what} {name}".casefold() == one.head.casefold()


@pytest.mark.parametrize("text", ["PD1:ABC", "PITDESK NOT A SLIP", "BOX 2", "PITDESK TABLE 2", ""])
def test_what_is_no_label_is_none(text):
    assert read_label(text) is None


def test_a_label_is_read_as_scanners_spell_it():
    assert read_label(" pitdesk box 2/2\r") == ("BOX", "2/2")


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_is_a_letter_page_with_every_label_on_it(house, sheet):
    wanted = labels(house.site, bags=40)
    data = labels_pdf(house.site, wanted, sheet, AT)
    assert data == labels_pdf(house.site, wanted, sheet, AT), "the same bytes each time"
    pages = PdfReader(BytesIO(data)).pages
    across, down = SHEETS[sheet].grid
    assert len(pages) == -(-len(wanted) // (across * down))
    assert tuple(map(int, pages[0].mediabox[2:])) == (612, 792)
    text = "".join(page.extract_text() for page in pages)
    assert all(one.head in text for one in wanted)


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=[*SHEETS])
def test_labels_lie_on_the_page_and_not_on_each_other(sheet):
    (wide, high), (across, down) = sheet.size, sheet.grid
    assert sheet.pitch[0] >= wide
    assert sheet.pitch[1] >= high
    assert sheet.corner[0] + (across - 1) * sheet.pitch[0] + wide <= 8_500
    assert sheet.corner[1] + (down - 1) * sheet.pitch[1] + high <= 11_000
    assert INCH == 72
