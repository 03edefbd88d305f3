"""A logo as receipt printers print it: dots that are black or white, as wide as their paper."""

from base64 import b64encode
from functools import lru_cache
from typing import TYPE_CHECKING

from pitdesk.chipset.photo import shown
from pitdesk.given import MIB, Given

if TYPE_CHECKING:
    from PIL.Image import Image

PAPERS = (384, 512, 576)  # dots across what prints: 58 mm, and the two kinds of 80 mm
TALLEST, BELOW = 160, 8  # dots down, 20 mm: a slip stays a slip; and of white below it
LOGO = Given("a logo", 8 * MIB, "Save it as PNG or JPEG, or make it smaller.")
_HEARD = (0x04, 0x05, 0x14)  # what a printer carries out at once behind a byte 10, even in a picture


@lru_cache(maxsize=4)  # a form asks again whenever somebody pauses
def logos(data: bytes) -> dict[str, str]:
    """A picture's file as the book keeps it for each paper: see `kinds.Letterhead`.

    Raises:
        ValueError: the picture cannot be read; says why, and what to do.
    """
    picture = shown(data, 2 * PAPERS[-1]).image.convert("L")
    return {str(across): b64encode(_rows(picture, across)).decode() for across in PAPERS}


def _rows(picture: "Image", across: int) -> bytes:
    """The picture in the middle of the paper, as large as fits; shades are dots more or less dense."""
    from PIL import Image, ImageOps  # noqa: PLC0415

    fitted = ImageOps.contain(picture, (across, TALLEST), Image.Resampling.LANCZOS)
    paper = Image.new("L", (across, fitted.height + BELOW), 255)
    paper.paste(fitted, ((across - fitted.width) // 2, 0))
    dots = ImageOps.invert(ImageOps.autocontrast(paper)).convert("1")  # Floyd and Steinberg's way
    return _unheard(dots.tobytes())


def _unheard(rows: bytes) -> bytes:
    """Without bytes that a printer would take for a question: a dot more where there were some."""
    made = bytearray(rows)
    for at in range(len(made) - 1):
        if made[at] == 0x10 and made[at + 1] in _HEARD:
            made[at] |= 0x20
    return bytes(made)
