"""The chip set on paper: every chip in its true size from all sides, and what the registry says of it.

99-01.3-08-03(2) and (3). All in points, on Letter; the same site and time are the same file.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from pitdesk.book.site import Site
from pitdesk.chips import Chip
from pitdesk.chipset.appearance import Look
from pitdesk.chipset.color import hex_of
from printers.drawing.chip import (
    HIGH,
    Disc,
    Face,
    Polygon,
    Ring,
    Sector,
    Shape,
    Side,
    Words,
    edge,
    face_of,
    shapes,
)
from printers.drawing.columns import SANS, fonts, measure, wrap
from printers.drawing.pen import BOTTOM, FAINT, GRAY, HAIR, INK, LEFT, ROOM, TOP, WIDTH, Pen
from printers.slips.layout import calendar_date, clock_time

ACROSS: float = 39 * mm  # a chip, in its true size
BESIDE = 12  # between its two sides
THICK = HIGH / 2 * ACROSS
TEXT = LEFT + 2 * (ACROSS + BESIDE) + 6  # where the words begin
LABEL = 66
SIZE, LEADING, SWATCH = 8, 10.2, 7
FIRST, NEXT = TOP - 70, TOP - 14  # where the chips begin
CAPTION = 6.5
BOLD, FINE, NARROW = 0.05, 0.025, 85  # of a chip's letters: the stroke, in ems; percent of their width
LONG = 8  # letters from which on words are set fine
KINDS = {
    "casino": "Casino chip",
    "betting": "Betting chip",
    "coin": "Metal",
    "tournament": "Tournament chip, of no value",
}
COLORED = {  # what can be measured of a chip
    "color": "Color",
    "second": "Spots",
    "third": "Every other spot",
    "middle": "Between parts",
}
SILENT = "not said"


# What the registry says under one label: lines, each with the color of its swatch or "".
_Fact = tuple[str, list[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class _Block:
    """A chip on the sheet."""

    face: Face
    kind: str
    retired: bool
    value_side: bool
    name: str  # on its name side
    facts: list[_Fact]

    @property
    def height(self) -> float:
        """What it takes of a page, the room below it included."""
        lines = sum(len(lines) for _, lines in self.facts)
        return max(ACROSS + 15 + THICK, 20 + lines * LEADING) + 17


def chipset_pdf(site: Site, *, stamp: datetime, mark: str = "") -> bytes:
    """A sheet of the site's chips, highest value first: casino chips, then betting chips, then others.

    stamp   the time of the book, by which the sheet is dated
    mark    what stands on the name side of a chip whose look says no mark; else the organization's name
    """
    order = {"casino": 0, "betting": 1}
    chips = sorted(site.chips, key=lambda chip: (order.get(chip.kind, 2), chip))
    pages = _paginate(_block(site, chip, mark) for chip in chips)
    names = [name for name in (site.organization, site.name) if name]
    pen = Pen(", ".join(["Chip set", *names]))
    pen.date(stamp, author=site.organization)
    dotted = " \N{MIDDLE DOT} ".join(names)
    for number, page in enumerate(pages, 1):
        if site.practice:
            pen.mark("PRACTICE")
        if number == 1:
            _head(pen, dotted, site.local(stamp))
        else:
            pen.rule(LEFT, TOP, ROOM, weight=0.4, gray=FAINT)
        for y, block in page:
            _draw(pen, block, y)
        pen.foot(f"Chip set \N{MIDDLE DOT} {dotted}", f"page {number} of {len(pages)}")
        pen.canvas.showPage()
    return pen.data()


# What is said of a chip


def _block(site: Site, chip: Chip, mark: str) -> _Block:
    look, retired = Look.of(site.chips[chip]), site.retired.get(chip)
    face, name = face_of(chip.name, site.chips[chip]), look.mark or mark or site.organization
    facts = [(label, _broken(lines)) for label, lines in _facts(look, name, retired)]
    return _Block(face, KINDS[chip.kind], retired is not None, look.value_side, name, facts)


def _facts(look: Look, name: str, retired: date | None) -> Iterator[_Fact]:
    def words(label: str, text: str) -> _Fact:
        return label, [("", text or SILENT)]

    if retired:
        yield words("Retired", f"since {calendar_date(retired)}")
    yield words("Look", look.words)
    for part, label in COLORED.items():
        if lines := _color(look, part):
            yield label, lines
    yield words("Identification" if look.mark else "Name side", name)
    yield words("Value side", "bears its value" if look.value_side else "bears no value")
    yield words("Maker", look.maker)
    yield words("Mould", look.mould)
    yield words("First use", calendar_date(date.fromisoformat(look.since)) if look.since else "")
    yield words("Used at", "the whole organization" if look.everywhere else "this site alone")


def _color(look: Look, part: str) -> list[tuple[str, str]]:
    """A color by its name, and as it was measured."""
    lines = []
    if name := getattr(look, part):
        seen = hex_of(name)
        lines.append((seen, name if seen else f"{name}, which nobody knows"))
    if measured := look.measured.get(part):
        seen = hex_of(measured).upper()
        also = "" if measured.upper() == seen else f" ({measured})"
        lines.append((seen, f"measured {seen}{also}" if seen else f"measured {measured}"))
    return lines


def _broken(lines: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Lines no wider than there is room."""
    made = []
    for swatch, text in lines:
        room = WIDTH - LEFT - TEXT - LABEL - (SWATCH + 4 if swatch else 0)
        first, *rest = wrap(text, room, SANS, SIZE)
        made += [(swatch, first), *(("", line) for line in rest)]
    return made


# On the page


def _paginate(blocks: Iterable[_Block]) -> list[list[tuple[float, _Block]]]:
    pages: list[list[tuple[float, _Block]]] = [[]]
    y = FIRST
    for block in blocks:
        if pages[-1] and y - block.height < BOTTOM:
            pages.append([])
            y = NEXT
        pages[-1].append((y, block))
        y -= block.height
    return pages


def _head(pen: Pen, names: str, at: datetime) -> None:
    pen.write(LEFT, TOP - 18, "Chip set", size=20)
    pen.rule(LEFT, TOP - 30, ROOM, weight=1.2)
    when = f"{calendar_date(at.date())}, {clock_time(at)}"
    wide = pen.write_to(LEFT + ROOM, TOP - 42, when, gray=GRAY)
    for turn, line in enumerate(wrap(names, ROOM - wide - 12, SANS, SIZE)[:2]):
        pen.write(LEFT, TOP - 42 - turn * LEADING, line)


def _draw(pen: Pen, block: _Block, y: float) -> None:
    """A chip below y: value side, name side and edge, and what is said of it."""
    bottom, right = y - ACROSS, LEFT + ACROSS + BESIDE
    first: Side = "value" if block.value_side else "name"
    draw_chip(pen.canvas, block.face, LEFT, bottom, ACROSS, side=first, words=block.name)
    draw_chip(pen.canvas, block.face, right, bottom, ACROSS, side="name", words=block.name)
    captions = ("value side" if block.value_side else "the other side", "name side")
    for x, caption in zip((LEFT, right), captions, strict=True):
        left = x + (ACROSS - measure(caption, SANS, CAPTION)) / 2
        pen.write(left, bottom - 9, caption, size=CAPTION, gray=GRAY)
    below = bottom - 15 - THICK
    draw_edge(pen.canvas, block.face, LEFT, below, ACROSS, THICK)
    pen.write(right, below + THICK / 2 - 2, "edge; all in true size, 39 mm", size=CAPTION, gray=GRAY)
    title = block.face.words + (f", set {block.face.set}" if block.face.set else "")
    pen.strong(TEXT, y - 11, title, size=13)
    beside = TEXT + measure(title, SANS, 13) + 10
    pen.write(beside, y - 11, block.kind, gray=GRAY)
    if block.retired:
        pen.strong(WIDTH - LEFT - measure("RETIRED", SANS, SIZE) - 1, y - 11, "RETIRED")
    _say(pen, block.facts, y - 28)
    pen.rule(LEFT, y - block.height + 9, ROOM, weight=0.4, gray=HAIR)


def _say(pen: Pen, facts: Iterable[_Fact], y: float) -> None:
    for label, lines in facts:
        pen.write(TEXT, y, label, gray=GRAY)
        for swatch, line in lines:
            x = TEXT + LABEL
            if swatch:
                pen.canvas.setFillColor(swatch)
                pen.canvas.setStrokeGray(FAINT)
                pen.canvas.setLineWidth(0.4)
                pen.canvas.rect(x, y - 1, SWATCH, SWATCH, fill=1)
                x += SWATCH + 4
            pen.write(x, y, line, gray=GRAY if line == SILENT else INK)
            y -= LEADING


# Chips


def draw_chip(
    canvas: Canvas, face: Face, x: float, y: float, size: float, *, side: Side = "value", words: str = ""
) -> None:
    """One side of a chip, `size` wide, its lower left corner at (x, y).

    words   on its name side: the organization's name, or the mark in its place
    """
    _paint(canvas, shapes(face, side=side, words=words), x + size / 2, y + size / 2, size / 2)


def draw_edge(canvas: Canvas, face: Face, x: float, y: float, width: float, height: float) -> None:
    """A chip's edge, its lower left corner at (x, y)."""
    _paint(canvas, edge(face, 2 * height / width), x + width / 2, y + height / 2, width / 2)


def _paint(canvas: Canvas, seen: Iterable[Shape], x: float, y: float, radius: float) -> None:
    fonts()
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(radius, radius)
    canvas.setLineJoin(1)
    for shape in seen:
        canvas.setFillColor(shape.color)
        canvas.setStrokeColor(shape.color)
        canvas.setFillAlpha(shape.opacity)
        canvas.setStrokeAlpha(shape.opacity)
        match shape:
            case Disc():
                canvas.circle(shape.x, shape.y, shape.radius, stroke=0, fill=1)
            case Ring():
                canvas.setLineWidth(shape.wide)
                canvas.circle(0, 0, shape.radius)
            case Sector():
                canvas.drawPath(_sector(canvas, shape), stroke=0, fill=1)
            case Polygon():
                canvas.drawPath(_polygon(canvas, shape), stroke=0, fill=1)
            case Words():
                _print(canvas, shape)
    canvas.restoreState()


def _sector(canvas: Canvas, shape: Sector) -> PDFPathObject:
    path = canvas.beginPath()
    end = shape.begin + shape.sweep
    path.arc(*_box(shape.outer), startAng=shape.begin, extent=shape.sweep)
    path.arcTo(*_box(shape.inner), startAng=end, extent=-shape.sweep)
    path.close()
    return path


def _box(reach: float) -> tuple[float, float, float, float]:
    return -reach, -reach, reach, reach


def _polygon(canvas: Canvas, shape: Polygon) -> PDFPathObject:
    path = canvas.beginPath()
    path.moveTo(*shape.points[0])
    for point in shape.points[1:]:
        path.lineTo(*point)
    path.close()
    return path


def _print(canvas: Canvas, words: Words) -> None:
    """Plex Sans comes in Regular only: a stroke thickens it, and a scale makes it narrow."""
    scale = NARROW if words.narrow else 100
    ems = [measure(line, SANS, 1) * scale / 100 for line in words.lines]
    stroke = BOLD if len(words.text) <= LONG else FINE
    size = words.size(max(ems) + stroke)
    canvas.setLineWidth(stroke * size)
    for line, wide, y in zip(words.lines, ems, words.baselines(size), strict=True):
        text = canvas.beginText(words.x - wide * size / 2, y)
        text.setFont(SANS, size)
        text.setHorizScale(scale)
        text.setTextRenderMode(2)
        text.textOut(line)
        canvas.drawText(text)
    reset = canvas.beginText()
    reset.setTextRenderMode(0)
    reset.setHorizScale(100)
    canvas.drawText(reset)
