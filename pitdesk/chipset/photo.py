"""Photos of chips: what color a chip has beside a gray card, and the small picture a book keeps.

A photo is bytes as a camera wrote them: JPEG, PNG, WebP or BMP. A box is (left, top, right,
bottom) in pixels of the upright picture; its right and its bottom are no longer in it.
"""

import struct
import warnings
from dataclasses import dataclass
from io import BytesIO
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from pitdesk.given import MIB, Given

if TYPE_CHECKING:
    from coloraide import Color
    from PIL.Image import Image
    from PIL.ImageFile import ImageFile

Box = tuple[int, int, int, int]

GRAY = 18  # percent of the light that a gray card reflects
READ = ("JPEG", "PNG", "WEBP", "BMP")
COLORED, UNCOLORED = ("RGB", "RGBA", "P"), ("L", "LA", "1")  # kinds of pixels
MOST_PIXELS = 50_000_000  # of a JPEG, which is read at a half, a quarter or an eighth of its size
WHOLE = 4_000_000  # of what is read whole, and of what is worked with: 4 bytes each, turned once
WHOLE_WEBP = 2_500_000  # its reader keeps it several times
# As many bytes as the best of cameras writes for them.
PHOTO = Given("a photo", 24 * MIB, "Save it as JPEG, or make it smaller.")
LEAST_SIDE = 4  # pixels of a box
DARKEST, BRIGHTEST = 40, 249  # of 255: a gray card between them is more than noise, and not clipped
CLIPPED = 254
CARD_SPREAD, CHIP_SPREAD = 24, 64  # of 255, from the darkest to the brightest tenth of a box
CAST = 250  # percent: by so much a light may be stronger in one primary than in another
LIGHTEST = 120  # percent of the light: what reflects more lay in another light than the card
KEPT_BYTES = 60_000
QUALITIES = range(85, 15, -15)  # of a JPEG, best first

_BAD = (OSError, SyntaxError, ValueError, TypeError, LookupError, ArithmeticError)


@dataclass(frozen=True, slots=True)
class Sample:
    """A color read off a photo, as #rrggbb.

    hex   the chip's, as it is in white light
    gray  the gray card's, as the photo has it
    """

    hex: str
    gray: str


def sample(data: bytes, spot: Box, gray: Box | None, gray_percent: int = GRAY) -> Sample:
    """Read the color of the chip at `spot` beside the card at `gray`, which reflects `gray_percent`.

    The median of each box counts. Each primary is scaled, in linear light, so that the card is neutral
    and as light as it is.

    Raises:
        ValueError: the photo or a box cannot be used; says why, and what to do.
    """
    if gray is None:
        raise ValueError(
            "a photo without a gray reference says nothing about color:"
            " lay a gray card beside the chip and photograph both in the same light"
        )
    if not 1 <= gray_percent <= 100:
        raise ValueError(
            f"no card reflects {gray_percent} percent of the light; a gray card reflects {GRAY}"
        )
    opened, shrunk = _opened(data)
    if opened.mode in UNCOLORED:
        raise ValueError("the photo is black and white; take one in color")
    size = opened.width * shrunk, opened.height * shrunk
    _check_box("the chip", spot, size)
    _check_box("the gray card", gray, size)
    if max(spot[0], gray[0]) < min(spot[2], gray[2]) and max(spot[1], gray[1]) < min(spot[3], gray[3]):
        raise ValueError(
            "the boxes of the chip and of the gray card overlap; mark each where it is alone"
        )
    card, chip = (_flat(opened.crop(_within(box, shrunk))) for box in (gray, spot))
    _check_card(card)
    _check_chip(chip)
    return Sample(_corrected(chip, card, gray_percent), _median(card).to_string(hex=True))


def kept(data: bytes, *, edge: int = 360) -> bytes:
    """The picture as a book keeps it: an upright JPEG, `edge` pixels a side at most, of 60 kB at most.

    What the camera noted (time, place) is gone; behind what is transparent there is white.

    Raises:
        ValueError: the picture cannot be read; says why, and what to do.
    """
    image = shown(data, edge).image
    while True:
        for quality in QUALITIES:
            made = BytesIO()
            image.save(made, "JPEG", quality=quality, optimize=True)
            if made.tell() <= KEPT_BYTES:
                return made.getvalue()
        image.thumbnail((max(image.size) * 3 // 4,) * 2)


class Shown(NamedTuple):
    """A photo made small, upright, and how large it is itself: (width, height)."""

    image: "Image"
    size: tuple[int, int]


def shown(data: bytes, edge: int) -> Shown:
    """A photo to be looked at, `edge` pixels a side at most, in sRGB.

    Raises:
        ValueError: the picture cannot be read; says why, and what to do.
    """
    opened, shrunk = _opened(data)
    size = opened.width * shrunk, opened.height * shrunk
    opened.thumbnail((edge, edge))
    return Shown(_flat(opened), size)


def _opened(data: bytes) -> tuple["Image", int]:
    """The picture, upright; a large JPEG so many times smaller on each side."""
    from PIL import Image, ImageOps, UnidentifiedImageError  # noqa: PLC0415  (only where there is a photo)

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a camera's notes may be damaged, the picture is read
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            opened = Image.open(BytesIO(data), formats=READ)
            _check_size(opened)
            shrunk = _shrunk(opened)
            opened.load()
            ImageOps.exif_transpose(opened, in_place=True)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise ValueError(_too_large(MOST_PIXELS)) from None
    except UnidentifiedImageError:
        raise ValueError("this is no picture that can be read here; save it as JPEG or PNG") from None
    except (*_BAD, EOFError, RuntimeError, struct.error) as error:
        if isinstance(error, _TooLarge):
            raise
        raise ValueError("the picture is damaged or breaks off; copy it from the camera again") from None
    if opened.mode not in COLORED + UNCOLORED:
        raise ValueError(f"this is no camera's picture ({opened.mode}); save it as a plain JPEG or PNG")
    return opened, shrunk


class _TooLarge(ValueError):
    """A picture of too many pixels for its kind of file."""


def _check_size(found: "ImageFile") -> None:
    whole = "progressive" in found.info or found.format != "JPEG"
    most = WHOLE_WEBP if found.format == "WEBP" else WHOLE if whole else MOST_PIXELS
    if found.width * found.height > most:
        raise _TooLarge(_too_large(most) + ", or save it as a plain JPEG" * whole)


def _too_large(most: int) -> str:
    million, half = most // 1_000_000, ".5" * (most % 1_000_000 > 0)
    return f"the picture has more than {million}{half} million pixels; make it smaller"


def _shrunk(found: "ImageFile") -> int:
    """Have a large JPEG read smaller; by how much on each side."""
    pixels = found.width * found.height
    times = next(times for times in (1, 2, 4, 8) if pixels <= WHOLE * times * times)
    wide = found.width
    if times > 1:
        found.draft(None, (found.width // times, found.height // times))
    return (2 * wide + found.width) // (2 * found.width)


def _within(box: Box, shrunk: int) -> Box:
    """A box in the picture made smaller; a pixel of it at least."""
    left, top, right, bottom = (at // shrunk for at in box)
    return left, top, max(right, left + 1), max(bottom, top + 1)


def _flat(image: "Image") -> "Image":
    """In sRGB, with white behind what is transparent."""
    from PIL import Image, ImageCms  # noqa: PLC0415

    profile = image.info.get("icc_profile") if image.mode in COLORED else None
    if image.has_transparency_data:
        image = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    plain = image.convert("RGB")
    if profile:
        try:
            found = ImageCms.ImageCmsProfile(BytesIO(profile))
            ImageCms.profileToProfile(plain, found, ImageCms.createProfile("sRGB"), inPlace=True)
        except (ImageCms.PyCMSError, OSError):
            raise ValueError("the picture's color profile is damaged; save it in sRGB") from None
    plain.info.clear()
    return plain


def _check_box(name: str, box: Box, of: tuple[int, int]) -> None:
    left, top, right, bottom = box
    if right - left < LEAST_SIDE or bottom - top < LEAST_SIDE:
        raise ValueError(
            f"the box of {name} is empty or too small; mark {LEAST_SIDE} pixels a side or more"
        )
    if left < 0 or top < 0 or right > of[0] or bottom > of[1]:
        size = f"{of[0]} × {of[1]}"
        raise ValueError(f"the box of {name} is outside the picture of {size} pixels; mark it inside")


def _check_card(card: "Image") -> None:
    middle = [_share(card, band, 50) for band in range(3)]
    if max(middle) > BRIGHTEST:
        raise ValueError("the gray card is blown out; take the photo again with less exposure")
    if min(middle) < DARKEST:
        raise ValueError("the gray card is too dark; take the photo again in more light")
    if _spread(card) > CARD_SPREAD:
        raise ValueError(
            "the gray card is not even; mark a smaller part of it, without shadow and shine"
        )
    light = _linear(card)
    if 100 * max(light) > CAST * min(light):
        raise ValueError(
            "the gray reference is strongly colored: it is no gray card, or the light is no white light;"
            " mark the card, or take the photo again in whiter light"
        )


def _check_chip(chip: "Image") -> None:
    if max(_share(chip, band, 50) for band in range(3)) >= CLIPPED:
        raise ValueError("the chip is blown out; take the photo again with less exposure")
    if _spread(chip) > CHIP_SPREAD:
        raise ValueError("the box of the chip is not of one color; mark a smaller part of the chip")


def _spread(part: "Image") -> int:
    return max(_share(part, band, 90) - _share(part, band, 10) for band in range(3))


def _share(part: "Image", band: int, percent: int) -> int:
    """The value, of 255, that so many percent of a band's pixels do not exceed."""
    counts = part.getchannel(band).histogram()
    need = sum(counts) * percent
    return next(value for value, below in enumerate(accumulate(counts)) if below * 100 >= need)


def _median(part: "Image") -> "Color":
    """The median of each primary: within one value of a camera by how many pixels lie on each side."""
    from coloraide import Color  # noqa: PLC0415

    hundredths = []
    for band in range(3):
        counts = part.getchannel(band).histogram()
        value = _share(part, band, 50)
        beyond = sum(counts[value + 1 :]) - sum(counts[:value])
        hundredths.append(100 * value + 50 * beyond // counts[value])
    red, green, blue = hundredths
    return Color(f"rgb({red}e-2 {green}e-2 {blue}e-2)")


def _linear(part: "Image") -> list[int]:
    """Its median in linear light, in millionths."""
    return [round(value * 1_000_000) for value in _median(part).convert("srgb-linear").coords()]


def _corrected(chip: "Image", card: "Image", gray_percent: int) -> str:
    """The chip's color as #rrggbb when the card is neutral and reflects `gray_percent`."""
    pairs = zip(_linear(chip), _linear(card), strict=True)
    red, green, blue = (light * gray_percent * 10_000 // white for light, white in pairs)
    color = _median(chip).new(f"color(srgb-linear {red}e-6 {green}e-6 {blue}e-6)")
    if round(color.luminance() * 100) > LIGHTEST:
        raise ValueError(
            f"the chip is lighter than anything beside a card of {gray_percent} percent;"
            " lay both in the same light, and look what the card reflects"
        )
    return color.convert("srgb").to_string(hex=True)
