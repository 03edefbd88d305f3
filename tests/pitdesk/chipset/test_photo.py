import operator
import random
import struct
import zlib
from io import BytesIO
from itertools import cycle

import pytest
from coloraide import Color
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageCms, ImageDraw, ImageFilter

from pitdesk.chipset.color import COLORS, apart
from pitdesk.chipset.photo import KEPT_BYTES, kept, sample, shown

PRESCRIBED = ("mustard yellow", "white", "pink", "red", "green", "black")
SIZE, CHIP, CARD = (320, 200), (20, 20, 120, 120), (180, 40, 280, 140)
GRAY = Color("srgb-linear", [0.18, 0.18, 0.18]).convert("srgb").to_string(hex=True)
DICE = random.Random(7)
NOISE = [DICE.gauss(0, 3) for _ in range(20_000)]  # of a camera
LIGHTS = {  # how much of red, green and blue a light has
    "daylight": (1, 1, 1),
    "dim": (0.3, 0.3, 0.3),
    "a lamp": (0.75, 0.55, 0.32),
    "a dim lamp": (0.4, 0.27, 0.18),
    "shade": (0.4, 0.55, 0.75),
    "a green tube": (0.5, 0.8, 0.45),
}


def seen(color, light=(1, 1, 1)):
    """What a camera sees of a color in a light: red, green, blue, of 255, not yet rounded."""
    linear = Color(color).convert("srgb-linear").coords()
    left = Color("srgb-linear", [part * share for part, share in zip(linear, light, strict=True)])
    return [part * 255 for part in left.convert("srgb").coords()]


def rounded(values):
    return bytes(min(255, max(0, round(value))) for value in values)


def lit(color, light=(1, 1, 1)):
    """The pixel a camera writes of it."""
    return tuple(rounded(seen(color, light)))


def picture(chip, card=GRAY, light=(1, 1, 1)):
    image = Image.new("RGB", SIZE, lit("#6b5a48", light))
    draw = ImageDraw.Draw(image)
    draw.ellipse((0, 0, 140, 140), fill=lit(chip, light))
    draw.rectangle((160, 20, 300, 160), fill=lit(card, light))
    return image


def written(image, kind="PNG", **how):
    out = BytesIO()
    image.save(out, kind, **how)
    return out.getvalue()


def noisy(image, noise):
    """The picture with a camera's noise, which comes before it rounds; a part of (box, color) each."""
    for box, color in noise:
        size = (box[2] - box[0], box[3] - box[1])
        noise = DICE.choices(NOISE, k=3 * size[0] * size[1])
        values = map(operator.add, cycle(color), noise)
        image.paste(Image.frombytes("RGB", size, rounded(values)), box)
    return image


def png_head(width, height):
    """A PNG that says it is so large and holds nothing."""

    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b""))
        + chunk(b"IEND", b"")
    )


SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
GOOD = written(picture(COLORS["red"]))


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("name", PRESCRIBED)
def test_a_chip_has_its_color_in_whatever_light_it_was_photographed(name, light):
    shone = LIGHTS[light]
    image = picture(COLORS[name], light=shone)
    flat = [written(image), written(image, "JPEG", quality=90)]
    image = noisy(image, [(CHIP, seen(COLORS[name], shone)), (CARD, seen(GRAY, shone))])
    real = [written(image), written(image, "JPEG", quality=95)]
    rough, fine = 400, 200  # where nothing is noisy, all that rounding loses is lost
    for data, most in [(data, rough) for data in flat] + [(data, fine) for data in real]:
        read = sample(data, CHIP, CARD)
        assert apart(read.hex, COLORS[name]) <= most
        near = zip(bytes.fromhex(read.gray[1:]), lit(GRAY, shone), strict=True)
        assert all(abs(one - other) <= 2 for one, other in near)


@pytest.mark.parametrize("turned", [None, 6, 3])
def test_a_large_photo_is_read_smaller_and_has_the_same_color(turned):
    """4800 × 3000 pixels, read at a half: boxes are of the photo itself."""
    exif = Image.Exif()
    if turned:
        exif[0x0112] = turned
    large = picture(COLORS["pink"], light=LIGHTS["a lamp"]).resize(
        (4800, 3000), Image.Resampling.NEAREST
    )
    back = {6: Image.Transpose.ROTATE_90, 3: Image.Transpose.ROTATE_180}.get(turned)
    data = written(large.transpose(back) if back else large, "JPEG", quality=95, exif=exif)
    spot, card = (tuple(at * 15 for at in box) for box in (CHIP, CARD))
    assert apart(sample(data, spot, card).hex, COLORS["pink"]) <= 400
    assert shown(data, 320).size == (4800, 3000)
    assert shown(data, 320).image.size == (320, 200)
    assert Image.open(BytesIO(kept(data))).size == (360, 225)
    with pytest.raises(ValueError, match="outside the picture of 4800 × 3000 pixels"):
        sample(data, (4700, 20, 4801, 120), card)


def test_without_its_card_the_same_photo_would_tell_another_color():
    read = sample(written(picture(COLORS["white"], light=LIGHTS["a lamp"])), CHIP, CARD)
    taken = "#" + rounded(seen(COLORS["white"], LIGHTS["a lamp"])).hex()
    assert apart(taken, COLORS["white"]) > 1500
    assert apart(read.hex, COLORS["white"]) < 200


@pytest.mark.parametrize("percent", [12, 18, 50])
def test_a_card_of_another_gray_is_read_as_what_it_reflects(percent):
    card = Color("srgb-linear", [percent / 100] * 3).convert("srgb").to_string(hex=True)
    data = written(picture(COLORS["green"], card, (0.7, 0.7, 0.6)))
    assert apart(sample(data, CHIP, CARD, percent).hex, COLORS["green"]) <= 200


def test_a_few_scratches_and_a_glint_change_nothing():
    image = picture(COLORS["green"])
    draw = ImageDraw.Draw(image)
    draw.line((20, 20, 120, 120), fill="white", width=5)
    draw.rectangle((200, 60, 220, 75), fill="white")
    assert apart(sample(written(image), CHIP, CARD).hex, COLORS["green"]) <= 50


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "BMP"])
def test_the_kinds_of_pictures_cameras_write_are_read(kind):
    data = written(picture(COLORS["green"]), kind)
    assert apart(sample(data, CHIP, CARD).hex, COLORS["green"]) <= 200
    assert kept(data).startswith(b"\xff\xd8")


TURNS = {  # EXIF orientation, and how the camera's sensor then had it
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


@pytest.mark.parametrize("turn", TURNS)
def test_boxes_are_of_the_upright_picture_and_that_is_kept(turn):
    image = picture(COLORS["pink"])
    laid = image if turn == 1 else image.transpose(TURNS[turn])
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = turn, "A camera"
    data = written(laid, "JPEG", quality=95, exif=exif, comment="Minot")
    assert apart(sample(data, CHIP, CARD).hex, COLORS["pink"]) <= 200
    small = Image.open(BytesIO(kept(data, edge=160)))
    assert small.size == (160, 100)
    assert dict(small.getexif()) == {}
    assert b"A camera" in data
    assert b"Minot" in data
    assert b"A camera" not in kept(data)
    assert b"Minot" not in kept(data)
    near = zip(small.getpixel((30, 30)), lit(COLORS["pink"]), strict=True)
    assert all(abs(one - other) < 12 for one, other in near)


def test_a_damaged_note_of_the_camera_does_not_spoil_the_picture():
    data = written(
        picture(COLORS["red"]), "JPEG", quality=95, exif=b"Exif\0\0MM\0*\0\0\0\x08\xff\xff\0\1"
    )
    assert apart(sample(data, CHIP, CARD).hex, COLORS["red"]) <= 200


def test_a_photo_with_a_color_profile_is_read_by_it():
    data = written(picture(COLORS["red"]), icc_profile=SRGB)
    assert apart(sample(data, CHIP, CARD).hex, COLORS["red"]) <= 50
    swapped = SRGB.replace(b"rXYZ", b"????").replace(b"gXYZ", b"rXYZ").replace(b"????", b"gXYZ")
    red, green, blue = picture(COLORS["red"]).split()
    data = written(Image.merge("RGB", (green, red, blue)), icc_profile=swapped)
    assert apart(sample(data, CHIP, CARD).hex, COLORS["red"]) <= 100
    for bad in (b"no profile", ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()):
        with pytest.raises(ValueError, match="color profile is damaged; save it in sRGB"):
            sample(written(picture(COLORS["red"]), icc_profile=bad), CHIP, CARD)


def test_without_a_gray_reference_nothing_is_said():
    with pytest.raises(
        ValueError, match="without a gray reference says nothing about color: lay a gray card"
    ):
        sample(GOOD, CHIP, None)


@pytest.mark.parametrize("percent", [0, -18, 101])
def test_a_card_that_reflects_nothing_or_too_much_is_told(percent):
    with pytest.raises(ValueError, match=f"no card reflects {percent} percent of the light"):
        sample(GOOD, CHIP, CARD, percent)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no picture that can be read here; save it as JPEG or PNG"),
        (b"a slip, not a picture", "no picture that can be read here"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n", "no picture that can be read here"),
        (written(picture("red"), "TIFF"), "no picture that can be read here"),
        (GOOD[: len(GOOD) // 2], "is damaged or breaks off; copy it from the camera again"),
        (written(picture("red"), "JPEG")[:-900], "is damaged or breaks off"),
        (b"\xff\xd8\xff", "damaged|no picture"),
        (
            png_head(2001, 2000),
            "more than 4 million pixels; make it smaller, or save it as a plain JPEG",
        ),
        (png_head(9500, 9500), "more than 50 million pixels; make it smaller"),  # pillow warns
        (png_head(20000, 20000), "more than 50 million pixels"),  # pillow refuses
        (written(picture("red").convert("CMYK"), "JPEG"), "no camera's picture .CMYK."),
        (written(Image.new("I;16", (40, 40))), "no camera's picture .I;16."),
    ],
)
def test_what_is_no_good_picture_is_told_in_words(data, words):
    with pytest.raises(ValueError, match=words):
        sample(data, CHIP, CARD)
    with pytest.raises(ValueError, match=words):
        kept(data)


def test_a_black_and_white_photo_has_no_color_but_is_kept():
    data = written(picture("red").convert("L"), "JPEG")
    with pytest.raises(ValueError, match="black and white; take one in color"):
        sample(data, CHIP, CARD)
    assert Image.open(BytesIO(kept(data))).size == SIZE


@pytest.mark.parametrize(
    ("spot", "gray", "words"),
    [
        ((20, 20, 20, 120), CARD, "the box of the chip is empty or too small"),
        ((120, 120, 20, 20), CARD, "the box of the chip is empty"),
        (CHIP, (180, 40, 183, 140), "the box of the gray card is empty or too small; mark 4 pixels"),
        ((-1, 20, 120, 120), CARD, "the box of the chip is outside the picture of 320 × 200 pixels"),
        (CHIP, (180, 40, 321, 140), "the box of the gray card is outside the picture"),
        (CHIP, (180, 40, 280, 201), "the box of the gray card is outside the picture"),
        ((20, 20, 181, 120), CARD, "overlap; mark each where it is alone"),
        (CHIP, CHIP, "overlap"),
    ],
)
def test_boxes_that_cannot_be_are_told(spot, gray, words):
    with pytest.raises(ValueError, match=words):
        sample(GOOD, spot, gray)


def test_boxes_may_touch_and_fill_the_picture():
    image = Image.new("RGB", (8, 4), lit(GRAY))
    image.paste(lit(COLORS["red"]), (0, 0, 4, 4))
    assert apart(sample(written(image), (0, 0, 4, 4), (4, 0, 8, 4)).hex, COLORS["red"]) <= 50


@pytest.mark.parametrize(
    ("chip", "card", "light", "words"),
    [
        ("red", GRAY, (0.08, 0.08, 0.08), "gray card is too dark; take the photo again in more light"),
        ("red", "black", (1, 1, 1), "gray card is too dark"),
        ("red", "white", (1, 1, 1), "gray card is blown out; .* less exposure"),
        ("black", GRAY, (6, 6, 6), "gray card is blown out"),
        ("red", COLORS["pink"], (1, 1, 1), "strongly colored: it is no gray card"),
        ("red", COLORS["light blue"], (1, 1, 1), "strongly colored"),
        ("red", GRAY, (1, 0.6, 0.2), "strongly colored: .* take the photo again in whiter light"),
        (
            "white",
            GRAY,
            (1.2, 1.2, 1.2),
            "the chip is blown out; take the photo again with less exposure",
        ),
        ("#e0e0e0", "#4a4a4a", (1, 1, 1), "lighter than anything beside a card of 18 percent; lay both"),
    ],
)
def test_a_reference_that_is_none_is_told(chip, card, light, words):
    with pytest.raises(ValueError, match=words):
        sample(written(picture(chip, card, light)), CHIP, CARD)


def test_a_card_half_in_shadow_is_told():
    image = picture(COLORS["red"])
    image.paste(lit(GRAY, (0.5, 0.5, 0.5)), (160, 20, 230, 160))
    with pytest.raises(ValueError, match="gray card is not even; mark a smaller part"):
        sample(written(image), CHIP, CARD)
    assert apart(sample(written(image), CHIP, (240, 40, 280, 140)).hex, COLORS["red"]) <= 50


def test_a_box_over_two_colors_of_a_chip_is_told():
    image = picture(COLORS["black"])
    image.paste(lit(COLORS["white"]), (20, 20, 60, 140))
    with pytest.raises(ValueError, match="not of one color; mark a smaller part of the chip"):
        sample(written(image), CHIP, CARD)


@pytest.mark.parametrize("size", [(4000, 3000), (300, 2000), (360, 360), (20, 10), (3000, 1)])
def test_a_kept_picture_is_small_and_never_made_larger(size):
    image = Image.open(BytesIO(kept(written(Image.new("RGB", size, "teal"), "JPEG"))))
    assert image.format == "JPEG"
    assert max(image.size) == min(360, max(size))
    assert image.size[0] * size[1] == pytest.approx(image.size[1] * size[0], rel=0.03) or 1 in image.size


@pytest.mark.parametrize("edge", [360, 720, 2000])
def test_a_picture_full_of_detail_still_fits_into_the_book(edge):
    image = (
        Image.effect_noise((720, 540), 90).convert("RGB").resize((2000, 1500), Image.Resampling.NEAREST)
    )
    data = kept(written(image), edge=edge)
    assert len(data) <= KEPT_BYTES
    assert max(Image.open(BytesIO(data)).size) >= 200


def test_an_ordinary_photo_is_kept_well():
    image = picture(COLORS["green"]).resize((1600, 1000)).filter(ImageFilter.GaussianBlur(2))
    small = Image.open(BytesIO(kept(written(image, "JPEG", quality=95))))
    assert small.size == (360, 225)
    near = zip(small.getpixel((80, 80)), lit(COLORS["green"]), strict=True)
    assert all(abs(one - other) < 6 for one, other in near)


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_behind_what_is_transparent_there_is_white(mode):
    image = Image.new("RGBA", (60, 40), (200, 0, 0, 0))
    image.paste((0, 0, 0, 255), (0, 0, 30, 40))
    image = image.convert(mode) if mode != "P" else image.quantize(8)
    small = Image.open(BytesIO(kept(written(image)))).convert("RGB")
    assert min(small.getpixel((50, 20))) > 245
    assert max(small.getpixel((10, 20))) < 10


_EXIF = Image.Exif()
_EXIF[0x0112] = 6
WHOLE = {
    kind: written(picture("red").resize((32, 20)), kind, **how)
    for kind, how in {
        "JPEG": {"exif": _EXIF, "icc_profile": SRGB},
        "PNG": {"exif": _EXIF},
        "WEBP": {"exif": _EXIF},
        "BMP": {},
    }.items()
}


@given(st.data())
def test_a_damaged_file_is_read_or_told_in_words(data):
    kind = data.draw(st.sampled_from(sorted(WHOLE)))
    raw = bytearray(WHOLE[kind])
    for _ in range(data.draw(st.integers(1, 6))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(raw[: data.draw(st.integers(0, len(raw)))]) if data.draw(st.booleans()) else bytes(raw)
    told = ""
    try:
        assert len(kept(cut)) <= KEPT_BYTES
    except ValueError as error:
        told = str(error)
    assert not told or "; " in told  # what happened; what to do now
