"""The keys on one Letter sheet, to hang up at the cage: every verb's key, group by group."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import combinations, pairwise

from pitdesk import __version__
from printers.drawing.columns import MONO, SANS, measure, wrap
from printers.drawing.pen import GRAY, HAIR, HEIGHT, WIDTH, Pen
from printers.reports.pages import FOLDER, written_keys

EDGE, GAP, TOP = 32, 16, HEIGHT - 40  # of the sheet, in points
COLUMNS = 3
ACROSS = (WIDTH - 2 * EDGE - (COLUMNS - 1) * GAP) / COLUMNS
KEY = 74  # of a column, for the keys
SIZE, KEYS = 8, 7  # letters, and those of keys
LEADING, HEAD = 12, 22  # from line to line at most, and what a group's name takes
TITLE = "The keys of PitDesk"
ALWAYS = (
    "Enter goes on: to the next value, to the initials, to the button. Esc goes back; what was typed"
    " stays. A form's key again goes on to the initials. Chips are pieces times value: 6*25 7*5."
)
THIN = 2 / 5  # a rule
_Line = tuple[str, str]  # key, the verb's name
_Group = tuple[str, list[_Line]]


def keys_pdf() -> bytes:
    """The sheet as a PDF file."""
    pen = Pen(TITLE)
    pen.date(datetime(2000, 1, 1, tzinfo=UTC), seed=__version__)
    pen.strong(EDGE, TOP, TITLE, size=15)
    pen.write_to(WIDTH - EDGE, TOP, f"PitDesk {__version__}", size=KEYS, gray=GRAY)
    y = TOP - 18
    for line in wrap(ALWAYS, WIDTH - 2 * EDGE, SANS, SIZE + 1):
        pen.write(EDGE, y, line, size=SIZE + 1)
        y -= 11
    columns = _columns(_groups(), y - EDGE)
    leading = min(_fitting(groups, y - EDGE) for groups in columns)
    for turn, column in enumerate(columns):
        _column(pen, EDGE + turn * (ACROSS + GAP), y, column, leading)
    pen.canvas.showPage()
    return pen.data()


def _groups() -> list[_Group]:
    """The groups, and every verb of each."""
    found: dict[str, list[_Line]] = {}
    for group, key, said in written_keys(FOLDER):
        found.setdefault(group, []).append((key, said.partition(":")[0]))
    return [*found.items()]


def _columns(groups: Sequence[_Group], room: float) -> list[Sequence[_Group]]:
    """The groups in columns, none parted, so that the fullest leaves most from line to line."""
    cuts = combinations(range(1, len(groups)), COLUMNS - 1)
    ways = [[groups[a:b] for a, b in pairwise((0, *cut, len(groups)))] for cut in cuts]
    return max(ways, key=lambda way: min(_fitting(column, room) for column in way))


def _fitting(groups: Sequence[_Group], room: float) -> float:
    """From line to line, so that a column fits the sheet."""
    return min(LEADING, (room - HEAD * len(groups)) / sum(len(lines) for _, lines in groups))


def _column(pen: Pen, x: float, y: float, groups: Sequence[_Group], leading: float) -> None:
    """Groups one below the other, from y down."""
    for group, lines in groups:
        y -= HEAD
        pen.strong(x, y + 3, group, size=SIZE + 2)
        pen.rule(x, y, ACROSS, weight=THIN, gray=HAIR)
        for key, name in lines:
            y -= leading
            pen.canvas.setFillGray(HAIR)
            pen.canvas.roundRect(x, y - 2, measure(key, MONO, KEYS) + 6, SIZE + 1, 2, stroke=0, fill=1)
            pen.write(x + 3, y, key, font=MONO, size=KEYS)
            pen.write(x + KEY, y, name, size=SIZE)
