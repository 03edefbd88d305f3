"""The plaques for the tops of tables: lowest and highest wager, an A6 page each. 99-01.3-08-09(1)."""

from collections.abc import Mapping
from datetime import datetime

from reportlab.lib.pagesizes import A6, landscape

from pitdesk.book.limits import Pair
from pitdesk.book.site import Site, in_order
from pitdesk.chips import dollars
from printers.drawing.cells import clean
from printers.drawing.columns import SANS, measure
from printers.drawing.pen import Pen
from printers.slips.layout import calendar_date

WIDTH, HEIGHT = landscape(A6)
EDGE = 24
ROOM = WIDTH - 2 * EDGE


def plaques_pdf(site: Site, posted: Mapping[str, Pair], stamp: datetime) -> bytes:
    """A plaque for each table.

    posted   table → its limits, in cents
    stamp    the time of the book, by which they are dated
    """
    pen = Pen("Plaques with limits", (WIDTH, HEIGHT))
    pen.date(stamp, author=site.organization)
    for table in sorted(posted, key=in_order):
        _plaque(pen, site, table, posted[table], stamp)
        pen.canvas.showPage()
    return pen.data()


def _plaque(pen: Pen, site: Site, table: str, limits: Pair, stamp: datetime) -> None:
    low, high = (dollars(cents).removesuffix(".00") for cents in limits)
    _middle(pen, HEIGHT - 66, f"TABLE {clean(table)}", 34)
    _middle(pen, HEIGHT - 138, f"MINIMUM ${low}", 48)
    _middle(pen, HEIGHT - 204, f"MAXIMUM ${high}", 48)
    pen.rule(EDGE, 52, ROOM, weight=1)
    names = " · ".join(filter(None, (clean(site.organization), clean(site.name))))
    _middle(pen, 35, f"{names}{'  PRACTICE' if site.practice else ''}", 11)
    _middle(pen, 20, calendar_date(site.local(stamp).date()), 9)


def _middle(pen: Pen, y: float, words: str, size: float) -> None:
    """Words in the middle, as large as they fit."""
    size = min(size, size * ROOM / max(1, measure(words, SANS, size)))
    pen.strong((WIDTH - measure(words, SANS, size)) / 2, y, words, size=size)
