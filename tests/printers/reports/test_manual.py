"""The manual on paper: every word of every page, where the contents say it is, nothing cut off."""

import re
from io import BytesIO
from typing import NamedTuple

import pytest
from pypdf import PageObject, PdfReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from pitdesk import __version__
from pitdesk.__main__ import main
from printers.drawing.columns import MONO, SANS
from printers.drawing.pen import HEIGHT
from printers.reports import manual as handbook
from printers.reports.manual import BOTTOM, HEADINGS, ITALIC, LEFT, ROOM, manual_pdf
from printers.reports.pages import FIRST, FOLDER, Page, keys_markdown, pages, written_keys

pytestmark = pytest.mark.long

BOOK = pages(FOLDER)


@pytest.fixture(scope="module")
def data() -> bytes:
    return manual_pdf()


@pytest.fixture(scope="module")
def drawn() -> tuple[list[float], list[tuple[float, ...]]]:
    """The chips that are drawn, where they stand; the pictures, with their sheets and places."""
    chips, pictures = [], []

    def draw_chip(canvas, face, x, y, size) -> None:
        chips.append(x)

    def draw_image(canvas, image, x, y, wide, high) -> None:
        pictures.append((canvas.getPageNumber(), x, y, wide, high))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handbook, "draw_chip", draw_chip)
        patch.setattr(Canvas, "drawImage", draw_image)
        manual_pdf()
    return chips, pictures


class Said(NamedTuple):
    """Words as they stand on a sheet."""

    left: float
    right: float
    y: float
    size: float
    text: str


FONTS = {"IBMPlexSans-Regular": SANS, "IBMPlexMono-Regular": MONO, "IBMPlexSans-Italic": ITALIC}


@pytest.fixture(scope="module")
def sheets(data: bytes) -> list[list[Said]]:
    """What is said on each sheet in the order in which it was written, without what chips say."""
    found: list[list[Said]] = []

    def visit(text, _, matrix, font, size) -> None:
        if (said := text.strip()) and matrix[4] > 1:
            name = FONTS[font["/BaseFont"].rpartition("+")[2]]
            wide = pdfmetrics.stringWidth(said, name, size)
            found[-1].append(Said(matrix[4], matrix[4] + wide, round(matrix[5], 1), size, said))

    for page in PdfReader(BytesIO(data)).pages:
        found.append([])
        page.extract_text(visitor_text=visit)
    return found


def body(sheet: list[Said]) -> list[Said]:
    return [one for one in sheet if one.y > BOTTOM - 14]


def letters(texts: list[str]) -> str:
    return "".join("".join(texts).split())


def of_page(sheets: list[list[Said]], name: str) -> list[Said]:
    """All that is said of a page of the manual, over its sheets."""
    foot = f"PitDesk {__version__} · "
    title = " · ".join(filter(None, (BOOK[name].group, BOOK[name].title)))
    mine = [sheet for sheet in sheets if any(one.text == foot + title for one in sheet)]
    assert mine, name
    return [one for sheet in mine for one in body(sheet)]


def test_the_command_writes_the_same_file_whatever_clock_and_environment_say(
    tmp_path, capsys, data, monkeypatch
):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    target = tmp_path / "manual.pdf"
    assert main(["manual", "--pdf", str(target)]) == 0
    assert target.read_bytes() == data
    assert capsys.readouterr().out == f"{target}\n"
    known = PdfReader(BytesIO(data)).metadata
    assert known.title == BOOK[FIRST].title
    assert known.subject == f"PitDesk {__version__}"


def test_another_version_is_another_file(data, monkeypatch):
    monkeypatch.setattr(handbook, "__version__", "9.9.9")
    assert manual_pdf() != data


@pytest.mark.parametrize("name", [*BOOK])
def test_every_word_of_a_page_is_on_paper(sheets, name):
    said = re.sub(r"\(page\d+\)|\*", "", letters([one.text for one in of_page(sheets, name)]))
    drawn = re.sub(r"!\[.*?\]\(chip:.*?\)|{keys}", "", BOOK[name].text)
    wanted = [word.rstrip(":") for word in Page(name, "", drawn).plain.split()]
    assert len(wanted) > 140
    assert [word for word in wanted if word not in said] == []


def test_every_key_is_on_paper_with_what_it_does(sheets):
    said = letters([one.text for one in of_page(sheets, "keys")])
    for _, key, does in written_keys(FOLDER):
        assert letters([key, does]) in said


def test_the_contents_name_the_sheet_on_which_each_page_begins(sheets):
    for listed, name in re.findall(r"^- \[(.*?)\]\((.*?)\.md\)", BOOK[FIRST].text, flags=re.MULTILINE):
        on, title = next((on, one) for on in map(body, sheets) for one in on if one.text == listed)
        beside = [one.text for one in on if abs(one.y - title.y) < 1]
        assert begins(sheets[int(beside[-1]) - 1]) == letters([BOOK[name].title])


def begins(sheet: list[Said]) -> str:
    """The words of the largest heading."""
    return letters([one.text for one in sheet if one.size == HEADINGS[1]])


def test_links_name_the_sheet_they_lead_to(sheets):
    said = " ".join(one.text for one in of_page(sheets, "credit"))
    assert "(page" not in said
    number = next(n for n, sheet in enumerate(sheets, 1) if begins(sheet) == "Slips")
    said = letters([one.text for one in of_page(sheets, "what-if-paper")])
    assert f"Slips(page{number})says" in said


def test_on_a_screen_every_link_leads_to_its_sheet(data):
    reader = PdfReader(BytesIO(data))
    sheets = {page.indirect_reference.idnum: page for page in reader.pages}
    led = [one.get_object() for page in reader.pages for one in page.get("/Annots", [])]
    wanted = [BOOK[link.removesuffix(".md")].title for page in BOOK.values() for link in page.links]
    found = {one["/Dest"].get_object()[0].idnum for one in led}
    assert {first_line(sheets[sheet]) for sheet in found} == {*wanted}
    assert len(led) >= len(wanted)


def first_line(sheet: PageObject) -> str:
    return sheet.extract_text().partition("\n")[0].strip()


def test_nothing_is_cut_off_or_over_the_edge(sheets):
    for sheet in sheets:
        for one in sheet:
            assert one.left >= LEFT - 1, one
            assert one.right <= LEFT + ROOM + 2, one
            assert BOTTOM - 30 < one.y < HEIGHT - 48, one


def test_no_heading_stands_alone_at_the_foot(sheets):
    for sheet in sheets:
        lowest = min(body(sheet), key=lambda one: one.y)
        assert lowest.size <= handbook.SIZE, lowest


def test_every_sheet_has_its_number_and_what_is_done_is_on_one_sheet(sheets):
    for number, sheet in enumerate(sheets, 1):
        assert f"page {number} of {len(sheets)}" in [one.text for one in sheet]
    over = [one.text for sheet in sheets if not begins(sheet) for one in sheet if "·" in one.text]
    titles = [foot.rpartition(" · ")[2] for foot in over]
    lists = {BOOK[name].title for name in (FIRST, "keys", "glossary", "commands")}
    others = [title for title in titles if title not in lists]
    assert {*others} <= {page.title for page in BOOK.values() if page.pictures}
    assert len({*others}) == len(others), "with its picture it is on two at most"


def test_the_chips_are_drawn(drawn):
    chips, _ = drawn
    assert len({*chips}) == BOOK["chip-set"].text.count("](chip:") == 6


def test_every_picture_is_whole_on_a_sheet_below_what_it_belongs_to(drawn, sheets):
    _, pictures = drawn
    assert len(pictures) == sum(len(page.pictures) for page in BOOK.values())
    for number, x, y, wide, high in pictures:
        assert x == LEFT
        assert wide <= ROOM
        assert y >= BOTTOM
        said = [one for one in body(sheets[number - 1]) if y - 1 < one.y < y + high]
        assert said == [], "nothing is said across it"
        assert [one for one in body(sheets[number - 1]) if 0 < one.y - (y + high) < 40]


def test_what_stands_together_stays_together():
    made = handbook._words(
        "Press `Ctrl+F2`, *Keep it*, (**now**). See [the cage](cage.md).", {"cage": 7}
    )
    told = ["".join(piece.text for piece in word) for word in made]
    assert told[1] == "Ctrl+F2,"
    assert told[2:5] == ["Keep", "it,", "(now)."]
    assert told[-1] == "(page\u00a07)."
    assert made[-1][0].to == "cage"
    assert made[-2][0].to == "cage"


def test_a_wide_table_gives_way_in_its_widest_column():
    cells = [[handbook._words(text, {}) for text in ("`F2`", "fill and credit " * 40)]]
    first, second = handbook._widths(cells)
    assert first + second + handbook.GAP == pytest.approx(ROOM)
    lines = handbook._broken(cells[0][1], second, handbook.SIZE)
    assert all(at + piece.width(handbook.SIZE) <= second for line in lines for at, piece in line)


def test_groups_of_keys_stand_each_once():
    text = keys_markdown([("Slips", "F2", "Fill"), ("Day", "F3", "Open"), ("Slips", "F4", "Void")])
    assert text.count("### Slips") == 1
    assert text.index("F4") < text.index("### Day")
