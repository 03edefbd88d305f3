"""The night as a flow on paper: bands between bank, trays, players and where chips lie; PDF and SVG."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from xml.etree import ElementTree

from reportlab.lib.pagesizes import landscape, letter

from pitdesk.book.day import Day
from pitdesk.book.site import Site
from pitdesk.chips import dollars
from pitdesk.reports.flow import Flow
from printers.drawing.cells import clean
from printers.drawing.columns import SANS, measure
from printers.drawing.flow import NODE, Bar, lay_out, still, words_of
from printers.drawing.pen import GRAY, INK, Pen
from printers.slips.layout import calendar_date

COLORS = {  # of a band, by what it comes from or goes to
    "bank": "#3f8f68",
    "trays": "#4a86b8",
    "players": "#8d6bb8",
    "on the way": "#c08a2c",
    "elsewhere": "#7c8894",
    "outside": "#7c8894",
    "not counted yet": "#b04a42",
}


@dataclass(frozen=True, slots=True)
class FlowWords:
    """What stands above and below the picture; stamp: UTC, the last entry's."""

    title: str
    subject: str
    note: str
    stamp: datetime


def words_of_night(flow: Flow, site: Site, day: Day) -> FlowWords:
    """The words of a night, up to a minute of it."""
    at = site.local(flow.at)
    where = filter(None, (clean(site.organization), clean(site.name)))
    subject = (*where, f"day {day.number}", f"up to entry {flow.seq}")
    note = (
        f"Chips alone. The house owns ${dollars(flow.owned_cents)} of them."
        f" What players hold is known when a tray is counted.{still(flow)}"
    )
    title = f"The night as a flow: {calendar_date(day.date)}, {at:%H:%M}"
    return FlowWords(title, " \N{MIDDLE DOT} ".join(subject), note, flow.at)


def _labels(bars: Sequence[Bar], width: float) -> Iterator[tuple[float, float, str, str, bool]]:
    """(x, y, words, amount, whether they end at x) beside each node."""
    for bar in bars:
        middle = bar.y + bar.height / 2
        left = bar.node.column in ("table", "players")
        x = bar.x - 5 if left else bar.x + NODE + 6
        if bar.node.column == "end":
            x, left = width + 6, False
        elif bar.node.column == "start":
            x, left = -6, True
        yield x, middle, words_of(bar.node), f"${dollars(bar.cents)}", left


HALO = {  # of words that stand on a band
    "font-size": "12",
    "fill": "#1a1a1a",
    "stroke": "#ffffff",
    "stroke-width": "3",
    "stroke-opacity": "0.75",
    "paint-order": "stroke",
}
EDGE, ABOVE, SIDE = 30.0, 66.0, 118.0  # points around the picture
SIZE = 8.5


def _box(wide: float, high: float) -> tuple[float, float]:
    return wide - 2 * (EDGE + SIDE), high - ABOVE - 2 * EDGE


def flow_pdf(flow: Flow, night: FlowWords) -> bytes:
    """One page, Letter across."""
    wide, high = landscape(letter)
    pen = Pen(night.title, (wide, high))
    pen.date(night.stamp, author=night.subject)
    canvas, box = pen.canvas, _box(wide, high)
    left, top = EDGE + SIDE, high - ABOVE
    bars, ribbons = lay_out(flow, *box)
    pen.strong(EDGE, high - 34, night.title, size=15)
    pen.write(EDGE, high - 48, night.subject, size=SIZE, gray=GRAY)
    for one in ribbons:
        path, bend = canvas.beginPath(), (one.x + one.to_x) / 2
        path.moveTo(left + one.x, top - one.y)
        path.curveTo(
            left + bend, top - one.y, left + bend, top - one.to_y, left + one.to_x, top - one.to_y
        )
        low, to_low = one.y + one.thick, one.to_y + one.thick
        path.lineTo(left + one.to_x, top - to_low)
        path.curveTo(left + bend, top - to_low, left + bend, top - low, left + one.x, top - low)
        path.close()
        canvas.setFillColor(COLORS[one.shows], alpha=0.45)
        canvas.drawPath(path, stroke=0, fill=1)
    canvas.setFillColor("#1a1a1a", alpha=1)
    for bar in bars:
        canvas.setFillGray(INK)
        canvas.rect(left + bar.x, top - bar.y - bar.height, NODE, bar.height, stroke=0, fill=1)
    for x, y, words, amount, ends in _labels(bars, box[0]):
        write: Callable[..., object] = pen.write_to if ends else pen.write
        room = max(measure(words, SANS, SIZE), measure(amount, SANS, SIZE)) + 4
        canvas.setFillColor("#ffffff", alpha=0.75)
        edge = left + x - (room - 2 if ends else 2)
        canvas.rect(edge, top - y - SIZE - 2.5, room, 2 * SIZE + 4, stroke=0, fill=1)
        canvas.setFillColor("#ffffff", alpha=1)
        write(left + x, top - y + 1, words, size=SIZE)
        write(left + x, top - y - SIZE, amount, size=SIZE)
    pen.write(EDGE, EDGE - 8, night.note, size=SIZE, gray=GRAY)
    canvas.showPage()
    return pen.data()


def flow_svg(flow: Flow, night: FlowWords, wide: float = 1100, high: float = 700) -> str:
    """The same as a picture for a page or another program; each band says what it is."""
    box, left, top = _box(wide, high), EDGE + SIDE, ABOVE
    bars, ribbons = lay_out(flow, *box)
    ns = "http://www.w3.org/2000/svg"
    ElementTree.register_namespace("", ns)
    size = {"viewBox": f"0 0 {wide:g} {high:g}", "role": "img", "font-family": "sans-serif"}
    root = ElementTree.Element(f"{{{ns}}}svg", size)

    def add(
        what: str, words: str = "", to: ElementTree.Element = root, **said: object
    ) -> ElementTree.Element:
        named = {name.replace("_", "-"): str(value) for name, value in said.items()}
        made = ElementTree.SubElement(to, f"{{{ns}}}{what}", named)
        made.text = words or None
        return made

    add("title", night.title)
    add("desc", night.note)
    add("rect", width=f"{wide:g}", height=f"{high:g}", fill="#ffffff")
    add("text", night.title, x=EDGE, y=32, font_size=17, font_weight="bold", fill="#1a1a1a")
    add("text", night.subject, x=EDGE, y=50, font_size=11, fill="#555555")
    for one in ribbons:
        start, to, bend = left + one.x, left + one.to_x, left + (one.x + one.to_x) / 2
        one_y, to_y = top + one.y, top + one.to_y
        low, to_low = one_y + one.thick, to_y + one.thick
        path = (
            f"M{start:.1f},{one_y:.1f} C{bend:.1f},{one_y:.1f} {bend:.1f},{to_y:.1f} {to:.1f},{to_y:.1f}"
            f" L{to:.1f},{to_low:.1f}"
            f" C{bend:.1f},{to_low:.1f} {bend:.1f},{low:.1f} {start:.1f},{low:.1f} Z"
        )
        drawn = add("path", d=path, fill=COLORS[one.shows], fill_opacity=0.45)
        source, target = words_of(one.band.source), words_of(one.band.target)
        add("title", f"{source} to {target}: ${dollars(one.band.cents)}", to=drawn)
    for bar in bars:
        x, y, tall = f"{left + bar.x:.1f}", f"{top + bar.y:.1f}", f"{bar.height:.1f}"
        add("rect", x=x, y=y, width=NODE, height=tall, fill="#1a1a1a")
    beside = ElementTree.SubElement(root, f"{{{ns}}}g", HALO)
    for at, middle, words, amount, ends in _labels(bars, box[0]):
        x, anchor = f"{left + at:.1f}", "end" if ends else "start"
        add("text", words, to=beside, x=x, y=f"{top + middle - 1:.1f}", text_anchor=anchor)
        add("text", amount, to=beside, x=x, y=f"{top + middle + 13:.1f}", text_anchor=anchor)
    add("text", night.note, x=EDGE, y=high - 14, font_size=11, fill="#555555")
    return ElementTree.tostring(root, "unicode") + "\n"
