"""The notice to hang up where a game is discontinued: until when its chips are redeemed, and where.

99-01.3-08-06(2). One Letter page in large type; the same site, game and time are the same file.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pitdesk.book.site import GAMES, Ended, Site
from pitdesk.chips import Chip
from printers.drawing.cells import clean
from printers.drawing.chip import face_of
from printers.drawing.columns import SANS, measure, wrap
from printers.drawing.pen import HEIGHT, WIDTH, Pen
from printers.reports.chipset import draw_chip
from printers.slips.layout import calendar_date, clock_time

LEFT, TOP, BOTTOM = 60, HEIGHT - 60, 96
ROOM = WIDTH - 2 * LEFT
CHIPS_OF = {"21": ("casino", "coin"), "PW": ("betting",)}  # game → the kinds of chip it is played with
SECTION = "N.D.A.C. 99-01.3-08-06(2)"
PITCH = 125  # of lines, in percent of their letters
ROW, ACROSS, BETWEEN = 6, 72, 12  # chips in a row, how wide one is, and what is between two
SMALL = 9


@dataclass(frozen=True, slots=True)
class _Said:
    """Words, the size of their letters in points, whether they are heavy, and the room above them."""

    words: str
    size: int
    heavy: bool = False
    above: int = 0


_Line = tuple[str, float, bool, float]  # words, their size, whether heavy, what it takes of the page


def notice_pdf(site: Site, ended: Ended, stamp: datetime) -> bytes:
    """The notice of a game that is discontinued.

    stamp   the time of the book, by which the notice is dated
    """
    names = ", ".join(filter(None, (clean(site.organization), clean(site.name))))
    pen, y = Pen(f"{GAMES[ended.game].capitalize()} is discontinued, {names}"), TOP
    pen.date(stamp, author=site.organization)
    chips = chips_of(site, ended.game)
    lines, across = _fitting(_said(site, ended, chips), len(chips))
    for words, size, heavy, height in lines:
        y -= height
        (pen.strong if heavy else pen.write)(LEFT, y, words, size=size)
    _chips(pen, site, chips, y - BETWEEN, across)
    _foot(pen, site, stamp)
    pen.canvas.showPage()
    return pen.data()


def chips_of(site: Site, game: str) -> list[Chip]:
    """The chips that a game was played with, those that are out of play too; highest value first."""
    return sorted(chip for chip in site.chips if chip.kind in CHIPS_OF[game])


# What it says


def _said(site: Site, ended: Ended, chips: Sequence[Chip]) -> list[_Said]:
    game = GAMES[ended.game]
    lines = [
        _Said(clean(site.organization), 26),
        _Said(clean(site.name), 18),
        _Said(f"{game.capitalize()} is discontinued", 42, True, 30),
        _Said(f"as of {calendar_date(ended.on)}", 22),
        _Said("Its chips are redeemed until", 22, False, 30),
        _Said(calendar_date(ended.until), 42, True),
        _Said("at", 22, False, 6),
        _Said(clean(ended.where), 32, True),
        _Said("These are the chips:" if chips else "", 18, False, 30),
    ]
    return [line for line in lines if line.words]


def _fitting(said: Sequence[_Said], chips: int) -> tuple[list[_Line], float]:
    """The lines and how wide a chip is, as large as fits on the page."""
    rows = -(-chips // ROW)
    for percent in range(100, 5, -5):
        lines, across = _lines(said, percent), ACROSS * percent / 100
        if sum(height for *_, height in lines) + (across + BETWEEN) * rows <= TOP - BOTTOM:
            break
    return lines, across


def _lines(said: Sequence[_Said], percent: int) -> list[_Line]:
    lines = []
    for one in said:
        size = one.size * percent / 100
        for turn, words in enumerate(wrap(one.words, ROOM - size / 10, SANS, size)):
            above = 0 if turn else one.above * percent / 100
            lines.append((words, size, one.heavy, above + size * PITCH / 100))
    return lines


def _chips(pen: Pen, site: Site, chips: Sequence[Chip], y: float, across: float) -> None:
    """The chips in rows, their value sides, below y."""
    for turn, chip in enumerate(chips):
        row, column = divmod(turn, ROW)
        x = LEFT + column * (across + BETWEEN)
        bottom = y - (row + 1) * across - row * BETWEEN
        draw_chip(pen.canvas, face_of(chip.name, site.chips[chip]), x, bottom, across)


def _foot(pen: Pen, site: Site, stamp: datetime) -> None:
    at = site.local(stamp)
    pen.rule(LEFT, BOTTOM - 36, ROOM, weight=1)
    pen.write(LEFT, BOTTOM - 52, SECTION, size=SMALL)
    when = f"{calendar_date(at.date())}, {clock_time(at)}"
    pen.write_to(LEFT + ROOM, BOTTOM - 52, when, size=SMALL)
    if site.practice:
        wide = measure("PRACTICE", SANS, 26)
        pen.strong(LEFT + ROOM - wide - 2, TOP + 14, "PRACTICE", size=26)
