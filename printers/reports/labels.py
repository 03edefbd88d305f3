"""Labels for boxes, racks, bags and papers on Letter sheets, with a code to scan."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from reportlab.graphics.barcode.qr import QrCode

from pitdesk import kinds
from pitdesk.book.site import Site
from pitdesk.codes.labels import PAPERS, label_code
from printers.drawing.cells import clean
from printers.drawing.columns import SANS, measure
from printers.drawing.pen import Pen
from printers.slips.labels import Label

INCH = 72
EDGE = 5  # points inside a label that stay white: sheets slip by a sixteenth of an inch


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """A sheet of labels, in thousandths of an inch: size, across and down, first corner, pitch."""

    size: tuple[int, int]
    grid: tuple[int, int]
    corner: tuple[int, int]
    pitch: tuple[int, int]


SHEETS = {  # Avery's numbers, as their templates give them
    "5160": LabelSheet((2625, 1000), (3, 10), (156, 500), (2781, 1000)),
    "5163": LabelSheet((4000, 2000), (2, 5), (162, 500), (4188, 2000)),
    "5164": LabelSheet((4000, 3333), (2, 3), (156, 500), (4188, 3333)),
}


def labels_pdf(site: Site, wanted: Sequence[Label], sheet: str, stamp: datetime) -> bytes:
    """The sheets, to be printed at 100 %, never fitted to the page; sheet: of SHEETS."""
    form = SHEETS[sheet]
    pen = Pen("Labels")
    pen.date(stamp, author=site.organization)
    across, down = form.grid
    for at, label in enumerate(wanted):
        if at and at % (across * down) == 0:
            pen.canvas.showPage()
        row, column = divmod(at % (across * down), across)
        x = _points(form.corner[0] + column * form.pitch[0])
        y = 11 * INCH - _points(form.corner[1] + row * form.pitch[1] + form.size[1])
        _label(pen, label, x, y, _points(form.size[0]), _points(form.size[1]), clean(site.organization))
    pen.canvas.showPage()
    return pen.data()


def papers_pdf(site: Site, batches: Sequence[tuple[kinds.Batch, date]], stamp: datetime) -> bytes:
    """A label for each batch of papers: what it is, and the date up to which it is kept."""
    wanted = [
        Label(
            f"{clean(one.batch)}  {clean(one.what)}",
            f"{clean(one.quarter)}, keep to {until:%b} {until.day}, {until.year}",
            label_code(PAPERS, clean(one.batch)),
        )
        for one, until in batches
    ]
    return labels_pdf(site, wanted, "5163", stamp)


def _points(thousandths: int) -> int:
    return thousandths * INCH // 1000


def _label(pen: Pen, label: Label, x: int, y: int, wide: int, high: int, whose: str) -> None:
    side = high - 2 * EDGE
    code = QrCode(label.code, width=side, height=side, qrLevel="M")
    code.drawOn(pen.canvas, x + EDGE, y + EDGE)
    left, room = x + side + 2 * EDGE, wide - side - 3 * EDGE
    for words, wanted, up in ((label.head, 22, 64), (label.more, 10, 40), (whose, 8, 20)):
        fits = wanted * room // (int(measure(words, SANS, wanted)) + 1)
        size = max(5, min(wanted, fits))
        pen.strong(left, y + high * up // 100 - size // 3, words, size=size)
