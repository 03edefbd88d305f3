"""Labels of boxes, racks and bags: which ones a site has, and one on receipt paper around its code."""

from dataclasses import dataclass

from pitdesk.book.site import Site
from pitdesk.chips import RACK as FULL
from pitdesk.codes.labels import BAG, BOX, RACK, label_code
from printers import Job
from printers.drawing.cells import clean
from printers.slips.bytes import escpos_bytes


@dataclass(frozen=True, slots=True)
class Label:
    """What a label says, and what its square code says."""

    head: str
    more: str
    code: str


def labels(site: Site, bags: int = 6) -> list[Label]:
    """A label for each drop box, a rack of each chip, and some bags."""
    boxes = [
        Label(f"BOX {clean(layout.box)}", f"Table {clean(table)}", label_code(BOX, layout.box))
        for table, layout in sorted(site.tables.items())
    ]
    rack = site.settings.rack or FULL
    racks = [
        Label(f"RACK {chip.name}", f"{rack} pieces when full", label_code(RACK, chip.name))
        for chip in site.chips
    ]
    numbered = [Label(f"BAG {n}", "Cash", label_code(BAG, f"{n}")) for n in range(1, bags + 1)]
    return [*boxes, *racks, *numbered]


def label_job(label: Label, width: int, *, qr: bool) -> Job:
    """A label on receipt paper; qr: whether the printer draws its code."""
    lines = (label.head.center(width).rstrip(), label.more.center(width).rstrip(), "-" * width)
    return Job(f"label-{label.head}", lines, escpos_bytes(lines, width, label.code if qr else ""))
