"""Columns: the typeface, where words break, how wide the columns of a grid are; all in points."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import fontpkg_ibm_plex_mono
import fontpkg_ibm_plex_sans
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from printers.drawing.cells import Cell, Code, Figure
from printers.drawing.sheets import Grid

SANS, MONO, MONO_BOLD = "PlexSans", "PlexMono", "PlexMonoSemiBold"
_FILES = {
    SANS: (fontpkg_ibm_plex_sans, "IBMPlexSans[wdth,wght].ttf"),  # its default is Regular
    MONO: (fontpkg_ibm_plex_mono, "IBMPlexMono-Regular.ttf"),
    MONO_BOLD: (fontpkg_ibm_plex_mono, "IBMPlexMono-SemiBold.ttf"),
}

SIZE, HEAD_SIZE = 8, 7  # of what stands in a grid, and of the heads of its columns
HEAVIER = 1  # how much wider thickened words may be
SLACK = 1 / 10  # what rounding may take
GAP = 9  # between two columns
WORDS_AFTER = 8  # more of it between figures and the words after them
SHEET_GAP = 16  # between two tables of a sheet
SHEET_LABEL = 92  # width of the first column of a sheet
LEAST_WORDS = 70  # a column of words is not made narrower
LEAST_FIGURES = 42  # nor one of figures: so the columns of like grids stand below each other
LOOSE = 140  # how much wider than its words a column of words may be
FEW = 5  # columns up to this many are not spread over the page
LABEL, HALF_LABEL = 108, 72  # what is asked in a grid of facts, on a whole page and on half of one
LONG_LABEL, FIGURES = 210, 62  # the columns of a short sum, where there is room


@cache
def fonts() -> None:
    """Make IBM Plex known to reportlab."""
    for name, (package, file) in _FILES.items():
        path = Path(package.ROOT) / "files" / file
        pdfmetrics.registerFont(TTFont(name, str(path), shapable=False))


def measure(text: str, font: str, size: float) -> float:
    """How wide a text is."""
    fonts()
    width: float = pdfmetrics.stringWidth(text, font, size)
    return width


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the columns of a grid stand and how large its letters are: 1 as they are meant."""

    lefts: tuple[float, ...]
    widths: tuple[float, ...]
    scale: float = 1

    @property
    def width(self) -> float:
        """From the left of the first column to the right of the last."""
        return self.lefts[-1] + self.widths[-1] - self.lefts[0]

    @property
    def left(self) -> float:
        """The left of the first column."""
        return self.lefts[0]


def frame_of(grid: Grid, left: float, room: float, *, half: bool) -> Frame:
    """Columns as wide as what is in them; wide ones give way, then letters shrink to fit."""
    widths = [
        max(
            LEAST_FIGURES * column.figures,
            *(measure(word, SANS, HEAD_SIZE) for word in _words(column.head)),
            *(_width(row.cells[turn]) for row in grid.rows if row.rank != "head"),
            0,
        )
        for turn, column in enumerate(grid.columns)
    ]
    if grid.facts:
        label = max(widths[0], HALF_LABEL if half else LABEL)
        return _at(left, [label, room - GAP - label], [GAP])
    if is_sheet(grid):
        each = (room - SHEET_LABEL) / max(3, len(widths) - 1) - SHEET_GAP
        figures = [_width(c) for r in grid.rows for c in r.cells if isinstance(c, Figure)]
        gaps = [SHEET_GAP] * len(widths[1:])
        scale = min(1, each / max(figures, default=1))
        return _at(left, [SHEET_LABEL, *[each] * len(gaps)], gaps, scale)
    gaps = [
        GAP + WORDS_AFTER * (one.figures and not next_.figures) for one, next_ in pairwise(grid.columns)
    ]
    spare = room - sum(gaps) - sum(widths)
    if spare >= 0:
        return _at(left, _spread(widths, grid, spare, half=half), gaps)
    wide = [turn for turn, column in enumerate(grid.columns) if column.wide]
    rest = spare + sum(widths[turn] for turn in wide)
    if wide and rest >= LEAST_WORDS * len(wide):
        return _at(left, _given_way(widths, wide, rest), gaps)
    scale = 1 + spare / sum(widths)
    return _at(left, [width * scale for width in widths], gaps, scale)


def is_sheet(grid: Grid) -> bool:
    """Whether words stand among a turned grid's figures: then its columns are thirds of a page."""
    cells = (cell for row in grid.rows for cell in row.cells[1:])
    return grid.turned and any(isinstance(cell, str) and cell for cell in cells)


def _given_way(widths: Sequence[float], wide: Sequence[int], room: float) -> list[float]:
    """Wide columns share what the others leave: the shorter ones whole, the longer ones alike."""
    given, left = [*widths], len(wide)
    for turn in sorted(wide, key=lambda turn: widths[turn]):
        given[turn] = min(widths[turn], room / left)
        room, left = room - given[turn], left - 1
    return given


def _spread(widths: Sequence[float], grid: Grid, spare: float, *, half: bool) -> list[float]:
    """What to do with room to spare: many columns take all of it, few stay close together."""
    wide = [turn for turn, column in enumerate(grid.columns) if column.wide]
    if len(widths) <= FEW and all(column.figures for column in grid.columns[1:]):
        figures = [max(width, min(FIGURES, width + spare / len(widths))) for width in widths[1:]]
        spare -= sum(figures) - sum(widths[1:])
        label = widths[0] + (spare if half else min(spare, max(0, LONG_LABEL - widths[0])))
        return [label, *figures]
    if wide:
        more = min(spare / len(wide), LOOSE)
        return [width + more * (turn in wide) for turn, width in enumerate(widths)]
    return [width + spare / len(widths) for width in widths]


def _at(left: float, widths: Sequence[float], gaps: Sequence[float], scale: float = 1) -> Frame:
    lefts = [left + sum(widths[:turn]) + sum(gaps[:turn]) for turn in range(len(widths))]
    return Frame(tuple(lefts), tuple(widths), scale)


def _width(cell: Cell) -> float:
    """How wide a cell is when nothing in it is broken."""
    if isinstance(cell, Figure):
        text = f"{cell.lead}  {cell.text}" if cell.lead else cell.text
        return measure(text, MONO_BOLD, SIZE)
    if isinstance(cell, Code):
        return measure(cell.text, MONO, SIZE)
    return max(measure(line, SANS, SIZE) for line in shown(cell).split("\n")) + HEAVIER


def shown(label: str) -> str:
    """A label's sign as a printer sets it."""
    return f"\N{MINUS SIGN}{label[1:]}" if label.startswith("- ") else label


def _words(text: str) -> list[str]:
    """The words of a line; a sign stays with the word after it, a.m. and p.m. with their time."""
    words = shown(text).split()
    joined: list[str] = []
    for word in words:
        if joined and (joined[-1] in ("+", "=", "\N{MINUS SIGN}") or word[:4] in ("a.m.", "p.m.")):
            joined[-1] += f" {word}"
        else:
            joined.append(word)
    return joined


def wrap(text: str, width: float, font: str, size: float) -> list[str]:
    """Lines no wider than `width`; a word that is wider by itself is broken."""

    def fits(words: str) -> bool:
        return measure(words, font, size) <= width + SLACK

    lines = [""]
    for word in _words(text):
        rest = word
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if fits(longer):
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        while len(rest) > 1 and not fits(rest):
            cut = next(n for n in range(len(rest) - 1, 0, -1) if n == 1 or fits(rest[:n]))
            lines[-1:] = [rest[:cut], ""]
            rest = rest[cut:]
        lines[-1] = rest
    return lines
