"""The notice to hang up where a game is discontinued: until when its chips are redeemed, and where.

99-01.3-08-06(2). One Letter page in large type; the same site, game and time are the same file.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import md5
from io import BytesIO
from types import SimpleNamespace
from typing import Any

from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas

from pitdesk.book.site import GAMES, Ended, Site
from pitdesk.chips import Chip
from printers.drawing.chip import face_of
from printers.drawing.columns import SANS, fonts, measure, wrap
from printers.drawing.sheets import clean
from printers.reports.chipset import draw_chip
from printers.reports.letter import Pen
from printers.slips.layout import calendar_date, clock_time

WIDTH, HEIGHT = letter
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


@dataclass(frozen=True, slots=True)
class _Layout:
    """The notice at a scale at which it fits on the page."""

    lines: tuple[tuple[str, float, bool, float], ...]  # words, size, heavy, what it takes of the page
    across: float  # of a chip


def notice_pdf(site: Site, ended: Ended, stamp: datetime) -> bytes:
    """The notice of a game that is discontinued.

    stamp   the time of the book, by which the notice is dated
    """
    fonts()
    target = BytesIO()
    canvas = Canvas(target, letter, pageCompression=1, invariant=1, initialFontName=SANS, lang="en")
    _date(canvas, site, ended, stamp)
    chips = chips_of(site, ended.game)
    layout = _fitting(_said(site, ended, chips), len(chips))
    pen, y = Pen(canvas), TOP
    for words, size, heavy, height in layout.lines:
        y -= height
        if heavy:
            pen.strong(LEFT, y, words, size=size)
        else:
            pen.write(LEFT, y, words, size=size)
    _chips(canvas, site, chips, y - BETWEEN, layout.across)
    _foot(pen, site, stamp)
    canvas.showPage()
    canvas.save()
    return target.getvalue()


def chips_of(site: Site, game: str) -> list[Chip]:
    """The chips that a game was played with, those that are out of play too; highest value first."""
    return sorted(chip for chip in site.chips if chip.kind in CHIPS_OF[game])


def _date(canvas: Any, site: Site, ended: Ended, stamp: datetime) -> None:
    """Date the file by the book and sign it by its content, whatever clock and environment say."""
    at = stamp.astimezone(UTC)
    canvas._doc._timeStamp = SimpleNamespace(YMDhms=at.timetuple()[:6], dhh=0, dmm=0)
    canvas._doc.signature = md5(at.isoformat().encode(), usedforsecurity=False)
    canvas.setTitle(f"{GAMES[ended.game].capitalize()} is discontinued, {_site(site)}")
    canvas.setAuthor(site.organization)
    canvas.setCreator("PitDesk")


def _site(site: Site) -> str:
    names = (clean(site.organization), clean(site.name))
    return ", ".join(filter(None, names))


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


def _fitting(said: Sequence[_Said], chips: int) -> _Layout:
    """As large as fits on the page."""
    layouts = (_layout(said, percent) for percent in range(100, 5, -5))
    rows = -(-chips // ROW)

    def fits(layout: _Layout) -> bool:
        taken = [height for _, _, _, height in layout.lines] + [layout.across + BETWEEN] * rows
        return bool(sum(taken) <= TOP - BOTTOM)

    return next(filter(fits, layouts))


def _layout(said: Sequence[_Said], percent: int) -> _Layout:
    lines = []
    for one in said:
        size = one.size * percent / 100
        for turn, words in enumerate(wrap(one.words, ROOM - size / 10, SANS, size)):
            above = 0 if turn else one.above * percent / 100
            lines.append((words, size, one.heavy, above + size * PITCH / 100))
    return _Layout(tuple(lines), ACROSS * percent / 100)


def _chips(canvas: Canvas, site: Site, chips: Sequence[Chip], y: float, across: float) -> None:
    """The chips in rows, their value sides, below y."""
    for turn, chip in enumerate(chips):
        row, column = divmod(turn, ROW)
        x = LEFT + column * (across + BETWEEN)
        bottom = y - (row + 1) * across - row * BETWEEN
        draw_chip(canvas, face_of(chip.name, site.chips[chip]), x, bottom, across)


def _foot(pen: Pen, site: Site, stamp: datetime) -> None:
    at = site.local(stamp)
    pen.rule(LEFT, BOTTOM - 36, ROOM, weight=1)
    pen.write(LEFT, BOTTOM - 52, SECTION, size=SMALL)
    when = f"{calendar_date(at.date())}, {clock_time(at)}"
    pen.write(LEFT + ROOM - measure(when, SANS, SMALL), BOTTOM - 52, when, size=SMALL)
    if site.practice:
        wide = measure("PRACTICE", SANS, 26)
        pen.strong(LEFT + ROOM - wide - 2, TOP + 14, "PRACTICE", size=26)
