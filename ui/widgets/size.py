"""How much room a window has: which layout it gets, and how much larger it is drawn, said in one place.

Room is measured in pixels at letters of 100 %: letters twice as large leave half of it, just as a screen
that the system scales to 200 % does.
"""

from enum import IntEnum


class Size(IntEnum):
    """The layouts.

    TINY    a Menu button, the keys as a sheet, low targets, one column
    SMALL   a Menu button
    NORMAL  the places at the left, the keys below
    LARGE   and beside each screen what waits
    """

    TINY = 0
    SMALL = 1
    NORMAL = 2
    LARGE = 3


FROM = {Size.LARGE: (1800, 950), Size.NORMAL: (1280, 700), Size.SMALL: (1000, 560)}  # the least room
GROWN = {150: (3200, 1350), 125: (2400, 1050)}  # percent by which all is larger, before it is spread out

ROWS = {Size.TINY: 35, Size.SMALL: 46, Size.NORMAL: 46, Size.LARGE: 58}  # pixels of a row of chips


def size_of(wide: int, high: int, percent: int) -> Size:
    """The layout for a window of so many pixels, with letters of so many percent."""
    return next((size for size, least in FROM.items() if _holds(wide, high, percent, least)), Size.TINY)


def grown(wide: int, high: int, percent: int) -> int:
    """The percent of what its letters are that a window of so many pixels shows them in."""
    return next((more for more, least in GROWN.items() if _holds(wide, high, percent, least)), 100)


def _holds(wide: int, high: int, percent: int, least: tuple[int, int]) -> bool:
    return wide * 100 >= least[0] * percent and high * 100 >= least[1] * percent
