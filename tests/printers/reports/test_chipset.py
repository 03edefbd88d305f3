"""Chips on paper: every point has the color that its description gives it; the sheet says it all."""

from datetime import UTC, date, datetime
from io import BytesIO

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from pitdesk import kinds
from pitdesk.book.site import Site
from pitdesk.chips import Chip
from pitdesk.chipset.law import CHIP_SET
from printers.drawing.chip import HIGH, Face, edge, face_of, shapes
from printers.reports.chipset import ACROSS, chipset_pdf, draw_chip, draw_edge
from tests.printers.points import LOOKS, clear, looks, on, rgb, seen_at
from tests.storm import many

STAMP = datetime(2026, 11, 20, 22, 0, tzinfo=UTC)
SIZE, SCALE = 200, 2  # points of a chip, and pixels of a point
AWAY = 10  # of the chip from the corner of the page
LONG = "Sons of Norway, Thor Lodge 67 of the Upper Souris Valley, ND"


def rendered(face: Face, *, side: str = "value", words: str = ""):
    """A page with a chip and its edge below it."""
    target = BytesIO()
    canvas = Canvas(target, (SIZE + 2 * AWAY, SIZE + 60))
    draw_chip(canvas, face, AWAY, 50, SIZE, side=side, words=words)
    draw_edge(canvas, face, AWAY, AWAY, SIZE, SIZE * HIGH / 2)
    canvas.save()
    return pypdfium2.PdfDocument(target.getvalue())[0].render(scale=SCALE).to_pil().convert("RGB")


def pixel(picture, x: float, y: float, middle: float) -> tuple[int, int, int]:
    """The color at a point of a drawing whose middle is so many points above the page's end."""
    half = SIZE / 2
    left = (AWAY + half + x * half) * SCALE
    return picture.getpixel((int(left), int(picture.height - (middle + y * half) * SCALE)))


def same(one, other) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 2


def checked(face: Face, side: str, words: str) -> None:
    picture = rendered(face, side=side, words=words)
    drawn, strip = shapes(face, side=side, words=words), edge(face)
    points = [on(reach / 50, turn) for reach in range(6, 52, 3) for turn in range(0, 360, 7)]
    told = [point for point in points if clear(drawn, point)]
    assert len(told) > 130
    for x, y in told:
        assert same(pixel(picture, x, y, 50 + SIZE / 2), seen_at(drawn, (x, y))), (x, y)
    middle = AWAY + SIZE * HIGH / 4
    row = [(at / 40, 0.01) for at in range(-41, 42)]
    told = [point for point in row if clear(strip, point)]
    assert len(told) > (5 if face.kind == "coin" else 25)
    for x, y in told:
        assert same(pixel(picture, x, y, middle), seen_at(strip, (x, y))), (x, y)


@pytest.mark.parametrize("name", LOOKS)
@pytest.mark.parametrize("side", ["value", "name"])
def test_every_point_has_its_color(name, side):
    checked(face_of(name, LOOKS[name]), side, LONG)


@given(looks(), st.sampled_from(["value", "name"]))
@settings(max_examples=many(8))
def test_every_point_of_any_chip_has_its_color(chip, side):
    checked(face_of(*chip), side, "Elks")


@given(st.text(max_size=60))
@settings(max_examples=many(12))
def test_any_name_can_be_printed(words):
    face = face_of("$5", LOOKS["$5"])
    assert rendered(face, side="name", words=words).size == (440, 520)


@pytest.mark.parametrize("name", ["$5", "$100", "pw$2", "coin50c", "nv$5", "$2-2027"])
def test_the_print_is_in_its_box_and_in_its_middle(name):
    face = face_of(name, LOOKS[name])
    value = next(shape for shape in shapes(face) if getattr(shape, "text", "") == face.value)
    bare = rendered(face, side="name")
    full = rendered(face)
    half = SIZE / 2
    reach = [at / half for at in range(-90, 91)]
    lines = [at for at in reach if abs(at - value.y) < value.high / 2]
    seen = {
        x
        for x in reach
        for y in lines
        if not same(pixel(bare, x, y, 50 + half), pixel(full, x, y, 50 + half))
    }
    assert -value.wide / 2 - 0.04 < min(seen) < -0.2
    assert value.wide / 2 + 0.04 > max(seen) > 0.2
    assert abs(min(seen) + max(seen)) < 0.06


def a_site(chips, **settings) -> Site:
    known = {"organization": "Minot Hockey Boosters", "name": "The Blue Line"} | settings
    site = Site(kinds.Site(**known))
    site.chips = {Chip.named(name): look for name, look in chips.items()}
    return site


def text_of(pdf: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(pdf)).pages]


def test_the_sheet_names_every_chip_highest_first_and_casino_chips_before_others(desk):
    site = a_site({name: LOOKS[name] for name in reversed(LOOKS)})
    text = " ".join(text_of(chipset_pdf(site, stamp=STAMP)))
    assert "Chip set Fri Nov 20, 2026, 4:00 p.m. UTC-06:00 Minot Hockey Boosters · The Blue Line" in text
    assert text.count("Maker not said") == len(LOOKS)
    ordered = ["$1000 Casino", "$100 Casino", "$25, set C2 Casino", "$5, set B Casino"]
    ordered += ["$2 Casino", "$2, set 2027 Casino", "$1 Casino", "50¢ Casino"]
    ordered += ["PW $5, set B Betting", "PW $2 Betting", "PW $1 Betting"]
    ordered += [
        "NV $100, set B Tournament",
        "NV $5 Tournament",
        "50¢ coin Metal",
        "25¢ coin, set B Metal",
    ]
    places = [text.index(title) for title in ordered]
    assert places == sorted(places)
    assert "PRACTICE" not in text
    assert "RETIRED" not in text


def test_the_sheet_says_what_the_registry_says():
    look = {
        "color": "red",
        "spots": 6,
        "kind": "split",
        "second": "yellow",
        "third": "blue",
        "middle": "white",
        "mark": "Blue Star",
        "maker": "Northern Clay of Fargo",
        "mould": "hat and cane",
        "everywhere": True,
        "since": "2019-05-03",
        "measured": {"color": "#b5202d", "third": "lab(43 8 -35)"},
    }
    plain = {"color": "octarine", "value_side": False}
    site = a_site({"$5": look, "pw$2": plain})
    site.retired = {Chip.named("pw$2"): date(2026, 3, 4)}
    (text,) = text_of(chipset_pdf(site, stamp=STAMP))
    for words in (
        "Look red, 6 split yellow and blue spots with white between",
        "Color red measured #B5202D",
        "Spots yellow",
        "Every other spot blue measured #5763A0 (lab(43 8 -35))",
        "Between parts white",
        "Identification Blue Star",
        "Value side bears its value",
        "Maker Northern Clay of Fargo",
        "Mould hat and cane",
        "First use Fri May 3, 2019",
        "Used at the whole organization",
        "RETIRED",
        "Retired since Wed Mar 4, 2026",
        "Color octarine, which nobody knows",
        "Name side Minot Hockey Boosters",
        "Value side bears no value",
        "Used at this site alone",
        "page 1 of 1",
    ):
        assert words in text, words
    assert text.count("RETIRED") == 1
    assert text.count("Boosters") > 2  # on the chip too
    assert "Name side Elks" in text_of(chipset_pdf(site, stamp=STAMP, mark="Elks"))[0]


def test_the_swatches_and_pictures_are_on_the_page():
    measured = {"color": "#12a37f"}
    site = a_site({"$5": {"color": "red", "measured": measured}, "$1": {"color": "white"}})
    pdf = pypdfium2.PdfDocument(chipset_pdf(site, stamp=STAMP))
    page = pdf[0].render(scale=1).to_pil().convert("RGB")
    counts = {color: count for count, color in page.getcolors(page.width * page.height)}
    face = 2 * (3.1 * (ACROSS / 2) ** 2) / 2  # two chips, of which half is bare
    assert counts[rgb("#12A37F")] > face
    assert 15 < counts[rgb("#C3252D")] < 100  # the named color is a swatch alone


def test_twenty_chips_with_the_longest_names_fit():
    names = [f"${n}" for n in (1, 2, 5, 10, 20, 25, 50, 100, 500, 1000)]
    names += [f"pw${n}" for n in (1, 2, 5, 10, 20)] + ["coin25c", "coin50c", "nv$1", "nv$5", "$999999-b"]
    look = {**CHIP_SET["$2"], "third": "o" * 60, "middle": "octarine dusk", "mark": "W" * 60}
    look |= {"maker": LONG, "mould": "M" * 60, "since": "1999-12-31", "color": LONG}
    look["measured"] = dict.fromkeys(
        ("color", "second", "third", "middle"), "lab(43.1234 -58.1234 35.1)"
    )
    site = a_site(dict.fromkeys(names, look), organization=LONG, name=LONG[::-1], practice=True)
    site.retired = {chip: date(2026, 3, 4) for chip in site.chips}
    pdf = chipset_pdf(site, stamp=STAMP)
    pages = text_of(pdf)
    assert all(f"page {at} of {len(pages)}" in page for at, page in enumerate(pages, 1))
    assert all("PRACTICE" in page for page in pages)
    assert sum(page.count("Used at") for page in pages) == len(names)
    for page in pypdfium2.PdfDocument(pdf):
        picture = page.render(scale=1).to_pil().convert("L")
        for box in ((0, 0, 40, 792), (572, 0, 612, 792), (0, 0, 612, 20), (0, 775, 612, 792)):
            assert picture.crop(box).getextrema() == (255, 255), "nothing stands in the margins"
        foot = picture.crop((40, 732, 572, 742))  # between the chips and the footer's rule
        assert foot.getextrema() == (255, 255)


def test_a_site_without_chips_has_a_sheet_without_chips():
    (text,) = text_of(chipset_pdf(a_site({}, organization="", name=""), stamp=STAMP))
    assert "Chip set" in text
    assert "page 1 of 1" in text


def test_the_same_sheet_is_the_same_file_whatever_the_machine_says(desk, monkeypatch):
    first = chipset_pdf(desk.site, stamp=STAMP)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    assert chipset_pdf(desk.site, stamp=STAMP) == first
    assert PdfReader(BytesIO(first)).metadata.creation_date == STAMP
    assert chipset_pdf(desk.site, stamp=STAMP.replace(hour=23)) != first
