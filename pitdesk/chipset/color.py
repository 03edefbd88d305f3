"""Colors of chips: by name or as measured, how far apart they are, and how they are seen.

A color is said by its name ("mustard yellow") or as measured ("#c3252d", "lab(43 58 35)"). Lab is CIE
Lab for illuminant D50 and the 2 degree observer: what instruments report, and what CSS means by lab(). A
difference is CIEDE2000 in that space, in hundredths: about 100 can just be told apart, side by side.
"""

import re
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coloraide import Color

COLORS: dict[str, str] = {  # what the names of colors look like on a chip
    "mustard yellow": "#D9A62B",
    "mustard": "#D9A62B",
    "white": "#F1EFE8",
    "pink": "#E98FB0",
    "red": "#C3252D",
    "green": "#1D7A43",
    "black": "#1B1C1E",
    "blue": "#2B6CB8",
    "light blue": "#7DB5E3",
    "purple": "#5E3A94",
    "lavender": "#A58FD0",
    "yellow": "#F4D03A",
    "orange": "#E2762B",
    "brown": "#7A4B2B",
    "gray": "#8A9097",
    "grey": "#8A9097",
    "ivory": "#EFE6CE",
    "cream": "#EFE6CE",
    "beige": "#DCCBA5",
    "tan": "#C49A6C",
    "maroon": "#7A1F2E",
    "burgundy": "#7A1F2E",
    "teal": "#1F7F83",
    "turquoise": "#35A9A6",
    "lime": "#8BBF3A",
    "gold": "#C9A13B",
    "silver": "#C3C8CD",
}

CONDITIONS = ("plain", "dim", "protan", "deutan", "tritan")  # under which a color is seen
LIGHT = 10  # percent of the light that is left in the dim
CONES = 50  # percent of what is then seen that the cones see, which alone see color

HOW = "write it as measured: #c3252d, rgb(195 37 45) or lab(43 58 35)"
_NUMBER = r"[-+]?(?:\d{1,3}(?:\.\d{0,12})?|\.\d{1,12})"
_THREE = r" ?\(? ?" + "(?: ?[,;] ?| )".join([f"({_NUMBER})"] * 3) + r" ?\)?"
_HEX = re.compile(r"#?([0-9a-f]{6})")
_RGB = re.compile("rgb ?:?" + _THREE, re.ASCII)
_LAB = re.compile(r"(?:(?:cie ?)?l\*?a\*?b\*? ?:?)?" + _THREE, re.ASCII)


def hex_of(name: str) -> str:
    """What a name or a measured color looks like, #RRGGBB; "" if nobody knows it.

    A chip's colors come first, then those of CSS: "Dark Green" is darkgreen.
    """
    try:
        return _named(name) or hex_shown(name)
    except ValueError:
        return ""


def hex_shown(text: str) -> str:
    """The #rrggbb that shows a color; where no screen can, the nearest of its lightness and hue.

    Raises:
        ValueError: nobody knows the color.
    """
    return _shown(_color(text))


def read(text: str) -> str:
    """Read a measured color as people write it: "C3252D", "rgb(195, 37, 45)", "Lab 43, 58, 35".

    Three numbers alone are Lab as well. The answer is "#rrggbb", or "lab(43 58 35)" with at most four
    decimals.

    Raises:
        ValueError: says how to write it.
    """
    plain = " ".join(text.replace("−", "-").lower().split())
    if match := _HEX.fullmatch(plain):
        return f"#{match[1]}"
    if match := _RGB.fullmatch(plain):
        return _read_rgb(text, match.groups())
    if match := _LAB.fullmatch(plain):
        return _read_lab(text, match.groups())
    raise ValueError(f"'{text}' is no color; {HOW}")


def apart(one: str, other: str) -> int:
    """The difference of two colors, by name or as measured, by CIEDE2000 in hundredths.

    Raises:
        ValueError: nobody knows one of them.
    """
    return apart_seen(one, other, "plain")


def seen(text: str, how: str, percent: int = LIGHT) -> str:
    """The #rrggbb a color is seen as under one of CONDITIONS, in the dim by `percent` of the light.

    protan and deutan are Viénot, Brettel and Mollon (1999), tritan is Brettel, Viénot and Mollon (1997),
    all of full severity. dim scales XYZ to `percent` and lets the rods, which see no color, share evenly
    in what is seen: linear light goes half way to the gray of its luminance (m = 1/2 in CIE 191:2010).

    Raises:
        ValueError: nobody knows the color or the condition, or there is not 1 to 100 percent of light.
    """
    return _shown(_seen(text, how, percent))


@cache
def apart_seen(one: str, other: str, how: str) -> int:
    """The difference of two colors seen under one of CONDITIONS, by CIEDE2000 in hundredths.

    Raises:
        ValueError: nobody knows one of them, or the condition.
    """
    first, second = (_seen(text, how, LIGHT) for text in sorted((one, other)))
    return round(first.delta_e(second, method="2000", space="lab") * 100)


@cache
def _seen(text: str, how: str, percent: int) -> "Color":
    color = _color(text)
    if how not in CONDITIONS:
        raise ValueError(f"'{how}' is no way to see a color; it is one of {', '.join(CONDITIONS)}")
    if how == "plain":
        return color
    return _dim(color, percent) if how == "dim" else color.filter(how)


def _dim(color: "Color", percent: int) -> "Color":
    if not 1 <= percent <= 100:
        raise ValueError(f"{percent} percent of light is left in no dim; write 1 to 100")
    lab = color.convert("lab")
    gray = color.new("lab", [lab["l"], 0, 0])
    faded = color.interpolate([gray, lab], space="xyz-d50", domain=[0, 100])(CONES)
    return color.interpolate(["black", faded], space="xyz-d50", domain=[0, 100])(percent)


@cache
def _color(text: str) -> "Color":
    from coloraide import Color  # noqa: PLC0415  (only where colors are measured)

    return Color(_named(text) or read(text))


def _named(name: str) -> str:
    words = " ".join(name.lower().split())
    if words in COLORS or not words:
        return COLORS.get(words, "")
    from coloraide import Color  # noqa: PLC0415

    plain = words.replace(" ", "")
    known = Color.match(plain, fullmatch=True) if plain.isalpha() and plain != "transparent" else None
    return known.color.to_string(hex=True) if known else ""


def _shown(color: "Color") -> str:
    return color.convert("srgb").to_string(hex=True)


def _read_rgb(text: str, numbers: tuple[str, ...]) -> str:
    if not all(number.isdigit() and int(number) <= 255 for number in numbers):
        raise ValueError(f"'{text}' is no color; the three of rgb are whole numbers from 0 to 255")
    return "#" + "".join(f"{int(number):02x}" for number in numbers)


def _read_lab(text: str, numbers: tuple[str, ...]) -> str:
    light, a, b = (Decimal(number) for number in numbers)
    if not (0 <= light <= 100 and all(-128 <= number <= 127 for number in (a, b))):
        raise ValueError(f"'{text}' is no color; in Lab, L is 0 to 100, and a and b are -128 to 127")
    return f"lab({' '.join(_plain(number) for number in (light, a, b))})"


def _plain(number: Decimal) -> str:
    """Four decimals at most, and no zeros at the end."""
    return f"{round(number, 4).normalize() + 0:f}"
