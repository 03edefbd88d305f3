"""A logo becomes dots as wide as each paper; a file that is none, or too much, is refused."""

from base64 import b64decode
from io import BytesIO

import pytest
from PIL import Image, ImageDraw

from pitdesk.chipset.logo import BELOW, PAPERS, TALLEST, _unheard, logos


def png(size=(900, 420), color="white", ink="black") -> bytes:
    """A ring on a ground."""
    image = Image.new("RGB", size, color)
    wide, high = size
    ImageDraw.Draw(image).ellipse((wide // 4, 4, wide * 3 // 4, high - 4), outline=ink, width=20)
    made = BytesIO()
    image.save(made, "PNG")
    return made.getvalue()


@pytest.fixture(scope="module")
def ring() -> dict[str, str]:
    return logos(png())


def dots(kept: dict[str, str], across: int) -> Image.Image:
    rows = b64decode(kept[str(across)])
    return Image.frombytes("1", (across, len(rows) * 8 // across), rows)


@pytest.mark.parametrize("across", PAPERS)
def test_it_is_as_wide_as_the_paper_and_no_higher_than_20_mm(ring, across):
    image = dots(ring, across)
    assert image.width == across
    assert TALLEST // 2 < image.height <= TALLEST + BELOW
    left, _, right, _ = image.getbbox()
    assert abs(left - (across - right)) <= 2  # in the middle
    assert not image.crop((0, image.height - BELOW, across, image.height)).getbbox()


def test_black_is_set_and_white_is_not(ring):
    image = dots(ring, 512)
    middle = image.getpixel((256, (image.height - BELOW) // 2))
    assert not middle
    assert image.crop((0, 0, 512, 40)).getbbox()


def test_the_same_file_makes_the_same_dots(ring):
    logos.cache_clear()
    assert logos(png()) == ring


def test_a_shade_is_dots_more_or_less_dense():
    light, dark = (
        sum(dots(logos(_shades(shade)), 384).crop((100, 10, 180, 90)).histogram()[255:])
        for shade in (200, 60)
    )
    assert 0 < light < dark < 80 * 80


def _shades(shade: int) -> bytes:
    image = Image.new("L", (384, 160), shade)
    ImageDraw.Draw(image).rectangle((0, 0, 40, 160), fill=0)
    ImageDraw.Draw(image).rectangle((340, 0, 384, 160), fill=255)
    made = BytesIO()
    image.save(made, "PNG")
    return made.getvalue()


def test_no_dots_can_pass_for_a_question_to_the_printer():
    rows = bytes([0x10, 0x04, 0x10, 0x10, 0x14, 0x10, 0x05, 0x10])
    assert _unheard(rows) == bytes([0x30, 0x04, 0x10, 0x30, 0x14, 0x30, 0x05, 0x10])


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"no picture at all", "this is no picture that can be read here"),
        (png()[:400], "damaged or breaks off"),
        (png((3000, 2000)), "more than 4 million pixels"),
    ],
)
def test_what_is_no_logo_is_refused_with_the_way_out(data, why):
    with pytest.raises(ValueError, match=why):
        logos(data)
