"""The keys on one Letter sheet, to hang up at the cage: every verb's key, group by group."""

from collections.abc import Sequence
from datetime import UTC, datetime

from pitdesk import __version__
from printers.drawing.columns import MONO, SANS, measure, wrap
from printers.drawing.pen import GRAY, HAIR, HEIGHT, WIDTH, Pen
from printers.reports.pages import FOLDER, written_keys

EDGE, GAP, TOP = 32, 18, HEIGHT - 40  # of the sheet, in points
ACROSS = (WIDTH - 2 * EDGE - GAP) / 2
KEY = 71  # of a column, for the keys
SIZE, LEADING, HEAD = 7, 10, 20  # letters, from line to line at most, and what a group's name takes
TITLE = "The keys of PitDesk"
ALWAYS = (
    "Enter goes on: to the next value, to the initials, to the button. Esc goes back; what was typed"
    " stays. A form's key again goes on to the initials. Chips are pieces times value: 6*25 7*5."
)
THIN = 2 / 5  # a rule
_Line = tuple[str, str]  # keys, words; no keys where the words go on from the line before
_Group = tuple[str, list[_Line]]


def keys_pdf() -> bytes:
    """The sheet as a PDF file."""
    pen = Pen(TITLE)
    pen.date(datetime(2000, 1, 1, tzinfo=UTC), seed=__version__)
    pen.strong(EDGE, TOP, TITLE, size=15)
    pen.write_to(WIDTH - EDGE, TOP, f"PitDesk {__version__}", size=SIZE, gray=GRAY)
    y = TOP - 18
    for line in wrap(ALWAYS, WIDTH - 2 * EDGE, SANS, SIZE + 1):
        pen.write(EDGE, y, line, size=SIZE + 1)
        y -= 11
    groups = _groups()
    ways = [(groups[:at], groups[at:]) for at in range(1, len(groups))]
    columns = min(ways, key=lambda both: max(map(_high, both)))
    leading = min(_fitting(groups, y - EDGE) for groups in columns)
    for turn, column in enumerate(columns):
        _column(pen, EDGE + turn * (ACROSS + GAP), y, column, leading)
    pen.canvas.showPage()
    return pen.data()


def _groups() -> list[_Group]:
    """The groups, and every line of each."""
    found: dict[str, list[_Line]] = {}
    for group, key, said in written_keys(FOLDER):
        first, *more = wrap(said, ACROSS - KEY, SANS, SIZE)
        found.setdefault(group, []).extend([(key, first), *(("", line) for line in more)])
    return [*found.items()]


def _high(groups: Sequence[_Group]) -> float:
    return sum(HEAD + LEADING * len(lines) for _, lines in groups)


def _fitting(groups: Sequence[_Group], room: float) -> float:
    """From line to line, so that a column fits the sheet."""
    return min(LEADING, (room - HEAD * len(groups)) / sum(len(lines) for _, lines in groups))


def _column(pen: Pen, x: float, y: float, groups: Sequence[_Group], leading: float) -> None:
    """Groups one below the other, from y down."""
    for group, lines in groups:
        y -= HEAD
        pen.strong(x, y + 3, group, size=SIZE + 2)
        pen.rule(x, y, ACROSS, weight=THIN, gray=HAIR)
        for key, words in lines:
            y -= leading
            if key:
                pen.canvas.setFillGray(HAIR)
                wide = measure(key, MONO, SIZE) + 6
                pen.canvas.roundRect(x, y - 2, wide, SIZE + 1, 2, stroke=0, fill=1)
                pen.write(x + 3, y, key, font=MONO, size=SIZE)
            pen.write(x + KEY, y, words, size=SIZE)
