"""Blank numbered forms, for the night on which the machine is down: a fill or credit slip by hand.

A page is one form: the original above, the copy below, the same number on both, to be cut apart.
"""

from collections.abc import Callable
from itertools import pairwise

from reportlab.pdfgen.canvas import Canvas

from pitdesk.book.site import Site
from pitdesk.chips import Chip
from printers.drawing.columns import MONO_BOLD, SANS
from printers.drawing.pen import HEIGHT, WIDTH, Pen
from printers.slips.layout import trade_name

HALF = HEIGHT / 2
EDGE = 40
LINE = 21  # points between two lines to write on
ROOM = 170  # of the table
ENDS = ("Fill: chip bank to table", "Credit: table to chip bank")
HOMES = {  # 99-01.3-08-05(4) to (6)
    "ORIGINAL": "Fill: keep with the daily records.   Credit: put in the table's drop box.",
    "COPY": "Fill: put in the table's drop box.   Credit: keep with the daily records.",
}


def forms_pdf(
    site: Site, first: int, last: int, progress: Callable[[int], object] = lambda _: None
) -> bytes:
    """A pack of forms, numbers `first` to `last`, a page each. `progress` gets each number."""
    pen = Pen(f"Forms {first:04} to {last:04}")
    canvas = pen.canvas
    chips = sorted(chip for chip in site.chips if chip.kind != "tournament")
    for number in range(first, last + 1):
        for top, part in ((HEIGHT, "ORIGINAL"), (HALF, "COPY")):
            _half(canvas, site, chips, number, part, top)
        canvas.setDash(4, 4)
        canvas.line(0, HALF, WIDTH, HALF)
        canvas.setDash()
        canvas.showPage()
        progress(number)
    return pen.data()


def _half(canvas: Canvas, site: Site, chips: list[Chip], number: int, part: str, top: float) -> None:
    right = WIDTH - EDGE
    y = top - 34
    canvas.setFont(MONO_BOLD, 17)
    canvas.drawString(EDGE, y, f"FORM {number:04}")
    canvas.drawRightString(right, y, f"{'PRACTICE  ' if site.practice else ''}{part}")
    canvas.setFont(SANS, 9)
    names = [site.organization, site.name]
    canvas.drawString(EDGE, y - 15, " · ".join(filter(None, names)))
    canvas.drawRightString(right, y - 15, "Fill or credit slip, written by hand")
    y -= 38
    for at, words in enumerate(ENDS):
        x = EDGE + at * 190
        canvas.rect(x, y - 2, 10, 10)
        canvas.drawString(x + 16, y, words)
    _write(canvas, EDGE + 390, y, right, "Table")
    y -= LINE + 4
    _write(canvas, EDGE, y, EDGE + 170, "Gaming day")
    _write(canvas, EDGE + 182, y, EDGE + 330, "Date")
    _write(canvas, EDGE + 342, y, right, "Time")
    y -= LINE + 2
    y = _table(canvas, chips, y)
    for label, other in (("Prepared by", "Cashier or dealer"), ("Verified by", "Received by")):
        _write(canvas, EDGE, y, EDGE + 255, label)
        _write(canvas, EDGE + 267, y, right, other)
        y -= LINE
    _write(canvas, EDGE, y, EDGE + 255, "Number it took when it was entered")
    _write(canvas, EDGE + 267, y, right, "Void because")
    canvas.setFont(SANS, 8)
    canvas.drawString(EDGE, top - HALF + 16, HOMES[part])


def _table(canvas: Canvas, chips: list[Chip], y: float) -> float:
    """The chips to fill in, and the grand total; where it ended."""
    columns = (EDGE, EDGE + 130, EDGE + 320, WIDTH - EDGE)
    heads = ("Value", "Pieces", "Amount")
    canvas.setFont(SANS, 8)
    for x, words in zip(columns, heads, strict=False):
        canvas.drawString(x + 4, y, words)
    rows = [*map(trade_name, chips), "TOTAL"]
    high = min(LINE, ROOM // len(rows))
    y -= 5
    for name in rows:
        for x, end in pairwise(columns):
            canvas.rect(x, y - high, end - x, high)
        canvas.setFont(MONO_BOLD, 9)
        canvas.drawString(columns[0] + 4, y - high + 5, name)
        y -= high
    canvas.setFont(SANS, 9)
    return y - LINE - 4


def _write(canvas: Canvas, x: float, y: float, end: float, label: str) -> None:
    """A label, and a line to write on up to `end`."""
    canvas.setFont(SANS, 9)
    canvas.drawString(x, y, label)
    canvas.line(x + canvas.stringWidth(label, SANS, 9) + 5, y - 2, end, y - 2)
