"""The report on paper: Letter pages in IBM Plex, the same bytes whenever the same report is printed.

Everything is measured before anything is drawn: columns take the width of their widest cell, words
wrap, and where even that does not fit the letters get smaller. Nothing is cut off.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from printers.drawing.cells import Cell, Code, Figure
from printers.drawing.columns import (
    HEAD_SIZE,
    HEAVIER,
    MONO,
    MONO_BOLD,
    SANS,
    SIZE,
    Frame,
    frame_of,
    is_sheet,
    measure,
    wrap,
)
from printers.drawing.pen import BOTTOM, FAINT, GRAY, HAIR, INK, LEFT, ROOM, TOP, Pen
from printers.drawing.sheets import Answer, Column, Grid, Report, Row, Section, Thing

GUTTER = 26.0  # between two grids side by side
LEADING, PAD = 10.5, 2.0  # of a line in a grid; above and below a row
_DOT = " \N{MIDDLE DOT} "
WHOLE = 0.5 * (TOP - BOTTOM)  # a grid up to this height is not broken


def report_pdf(report: Report) -> bytes:
    """The report as a PDF file."""
    pen = Pen(f"{report.title}, {', '.join(report.subject)}")
    pen.date(report.stamp, author=report.subject[0])
    head = f"chain head {report.head}" if report.sealed else report.head
    pen.canvas.setSubject(head[:1].upper() + head[1:])
    marks = ["PRACTICE"] * report.practice + [f"{report.head}: figures may change"] * (not report.sealed)
    return drawn(pen, _flow(report), _DOT.join(report.subject), head, _DOT.join(marks))


def drawn(pen: Pen, bands: Sequence["Band"], left: str, right: str, mark: str = "") -> bytes:
    """Bands on pages, each with its footer, as a file."""
    pages = paginate(bands)
    for number, page in enumerate(pages, 1):
        for y, band in page:
            band.draw(pen, y)
        pen.foot(left, f"{right}  \N{MIDDLE DOT}  page {number} of {len(pages)}", mark)
        pen.canvas.showPage()
    return pen.data()


@dataclass(frozen=True, slots=True)
class Band:
    """A part of a page as high as one line, and what it draws below its top.

    keep    stays on one page with the band that follows
    again   what a new page begins with where it breaks before this band
    fresh   begins a page
    space   not drawn at the top of a page
    """

    height: float
    draw: Callable[[Pen, float], None]
    keep: bool = False
    again: tuple["Band", ...] = ()
    fresh: bool = False
    space: bool = False


Page = list[tuple[float, Band]]


def paginate(bands: Sequence[Band]) -> list[Page]:
    """Bands on pages, those that keep together as one."""
    pages: list[Page] = [[]]
    y, start = TOP, 0
    while start < len(bands):
        end = start
        while bands[end].keep and end + 1 < len(bands):
            end += 1
        chain = bands[start : end + 1]
        height = sum(band.height for band in chain)
        if height > TOP - BOTTOM:
            chain, height = chain[:1], chain[0].height
        if pages[-1] and (y - height < BOTTOM or chain[0].fresh):
            pages.append([])
            y = _place(pages[-1], TOP, chain[0].again)
        y = _place(pages[-1], y, chain)
        start += len(chain)
    return [page for page in pages if page]


def _place(page: Page, y: float, bands: Iterable[Band]) -> float:
    for band in bands:
        if page or not band.space:
            page.append((y, band))
            y -= band.height
    return y


def space(height: float) -> Band:
    """Nothing, so many points high; left out at the top of a page."""
    return Band(height, lambda pen, y: None, space=True)


# The flow of bands


def _flow(report: Report) -> list[Band]:
    def title(pen: Pen, y: float) -> None:
        pen.write(LEFT, y - 18, report.title, size=20)
        pen.rule(LEFT, y - 30, ROOM, weight=1.2)

    return [
        Band(38, title, keep=True),
        *(_answer(report.answer) if report.answer else ()),
        *(band for part in report.sections for band in section_bands(part)),
    ]


def _answer(said: Answer) -> list[Band]:
    """A box with the answer, the figures side by side, and what is to be known; black and white."""
    more = wrap(said.more, ROOM - 70, SANS, 8.5)
    high = 40 + 11.0 * len(more)

    def box(pen: Pen, y: float) -> None:
        canvas = pen.canvas
        canvas.setLineWidth(1.6)
        canvas.setStrokeGray(INK)
        canvas.setFillGray(1 if said.well else INK)
        canvas.roundRect(LEFT, y - high - 6, ROOM, high, 4, stroke=1, fill=1)
        _sign(pen, LEFT + 28, y - 6 - high / 2, well=said.well)
        gray = INK if said.well else 1.0
        pen.strong(LEFT + 56, y - 30, said.words, size=17, gray=gray)
        for turn, words in enumerate(more):
            pen.write(LEFT + 56, y - 45 - 11 * turn, words, size=8.5, gray=gray)

    def figures(pen: Pen, y: float) -> None:
        wide = ROOM / len(said.figures)
        for turn, one in enumerate(said.figures):
            x = LEFT + turn * wide
            pen.canvas.setFillGray(INK)
            pen.canvas.rect(x, y - 52, 1.5, 48, stroke=0, fill=1)
            size = min(17.0, 17.0 * (wide - 22) / measure(one.amount, SANS, 17))
            pen.write(x + 9, y - 12, one.label, size=8.5)
            pen.strong(x + 9, y - 33, one.amount, size=size)
            pen.write(x + 9, y - 47, one.beside, size=7.5, gray=GRAY)

    bands = [Band(high + 12, box, keep=True), Band(62, figures, keep=True), *_title(said.title, LEFT)]
    for number, thing in enumerate(said.things, 1):
        bands += _thing(number, thing)
    return [*bands, *(_note(said.rest) if said.rest else ()), space(6)]


def _sign(pen: Pen, x: float, y: float, *, well: bool) -> None:
    """A disc with a check where all is well, else a triangle with a stroke and a dot."""
    canvas, path = pen.canvas, pen.canvas.beginPath()
    canvas.setFillGray(INK if well else 1)
    canvas.setStrokeGray(1 if well else INK)
    canvas.setLineWidth(2.4)
    if well:
        canvas.circle(x, y, 13, stroke=0, fill=1)
        path.moveTo(x - 6, y)
        path.lineTo(x - 2, y - 5)
        path.lineTo(x + 7, y + 5)
        canvas.drawPath(path, stroke=1, fill=0)
        return
    path.moveTo(x - 14, y - 11)
    path.lineTo(x + 14, y - 11)
    path.lineTo(x, y + 13)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.line(x, y - 2.5, x, y + 5)
    canvas.setFillGray(INK)
    canvas.circle(x, y - 6.5, 1.4, stroke=0, fill=1)


def _thing(number: int, thing: Thing) -> list[Band]:
    """Something to know: what it is over why, and whose initials stand under that."""
    room = ROOM - 24 - measure(thing.by, SANS, 7.5) - 12
    words, why = wrap(thing.words, room, SANS, 8.5), wrap(thing.why, room, SANS, 7.5)

    def draw(pen: Pen, y: float) -> None:
        pen.rule(LEFT, y, ROOM, weight=0.4, gray=FAINT)
        pen.strong(LEFT, y - 11, f"{number}", size=8.5)
        pen.write_to(LEFT + ROOM, y - 11, thing.by, size=7.5, gray=GRAY)
        for turn, line in enumerate(words):
            pen.strong(LEFT + 20, y - 11 - 11 * turn, line, size=8.5)
        for turn, line in enumerate(why, len(words)):
            pen.write(LEFT + 20, y - 11 - 11 * turn, line, size=7.5, gray=GRAY)

    return [Band(11.0 * (len(words) + len([*filter(None, why)])) + 5, draw)]


def section_bands(section: Section) -> list[Band]:
    """A section from its title to what is signed below it."""

    def title(pen: Pen, y: float) -> None:
        pen.strong(LEFT, y - 12, section.title, size=12)

    bands = [replace(space(10), fresh=section.fresh), Band(21, title, keep=True, fresh=section.fresh)]
    notes = [band for note in section.notes for band in _note(note)]
    if notes:
        with_grid = bool(section.grids)
        bands += [replace(band, keep=True) for band in notes[:-1]]
        bands += [replace(notes[-1], keep=with_grid), replace(space(4), keep=with_grid)]
    turn = 0
    while turn < len(section.grids):
        both = _beside(section.grids[turn : turn + 2])
        bands += both or _grid(section.grids[turn], LEFT, ROOM, section.title)
        turn += 2 if both else 1
    if section.sign:
        bands.append(_to_sign(section.sign))
    if section.whole:
        bands[1:-1] = [replace(band, keep=True) for band in bands[1:-1]]
    return bands


def _note(text: str, left: float = LEFT, room: float = ROOM) -> list[Band]:
    def line(words: str) -> Callable[[Pen, float], None]:
        return lambda pen, y: pen.write(left, y - 8, words, size=7.5, gray=GRAY)

    return [Band(LEADING, line(words)) for words in wrap(text, room, SANS, 7.5)]


def _beside(grids: Sequence[Grid]) -> list[Band]:
    """Two grids next to each other as one band; nothing where they are none or too long for it."""
    if len(grids) < 2 or not grids[1].beside:
        return []
    room = (ROOM - GUTTER) / 2
    pair = [_grid(grids[0], LEFT, room), _grid(grids[1], LEFT + room + GUTTER, room)]
    heights = [sum(band.height for band in bands) for bands in pair]
    if max(heights) > TOP - BOTTOM - 40:
        return []

    def draw(pen: Pen, y: float) -> None:
        for bands in pair:
            down = y
            for band in bands:
                band.draw(pen, down)
                down -= band.height

    return [Band(max(heights), draw)]


def _to_sign(labels: Sequence[str]) -> Band:
    width = (ROOM - 30 * (len(labels) - 1)) / len(labels)

    def lines(pen: Pen, y: float) -> None:
        for turn, label in enumerate(labels):
            x = LEFT + turn * (width + 30)
            pen.rule(x, y - 46, width, weight=0.6)
            pen.write(x, y - 56, label, size=7, gray=GRAY)

    return Band(64, lines)


# A grid


def _grid(grid: Grid, left: float, room: float, section: str = "") -> list[Band]:
    grid = _folded(grid)
    frame = frame_of(grid, left, room, half=room < ROOM)
    heads = [] if grid.facts else _heads(grid, frame)
    again = (*_title(f"{grid.title or section} (continued)", left), *heads)
    rows: list[Band] = []
    for turn, row in enumerate(grid.rows):
        lines = _row(grid, frame, row)
        following = grid.rows[turn + 1].rank if turn + 1 < len(grid.rows) else ""
        lines[-1] = replace(lines[-1], keep=row.rank == "head" or following == "sum")
        rows += lines
    rows = [replace(band, again=again) for band in rows]
    if not rows:
        rows = _note("None.", left)
    notes = [band for note in grid.notes for band in _note(note, left, room)]
    bands = [*_title(grid.title, left), *heads, *rows]
    if sum(band.height for band in (*bands, *notes)) <= WHOLE:
        bands = [replace(band, keep=True) for band in bands[:-1]] + bands[-1:]
    if notes:
        bands[-1] = replace(bands[-1], keep=True)
        notes = [replace(note, keep=True) for note in (space(3), *notes[:-1])] + notes[-1:]
    return [*bands, *notes, space(12)]


def _title(text: str, left: float) -> list[Band]:
    if not text:
        return []
    return [Band(16, lambda pen, y: pen.strong(left, y - 10, text, size=9), keep=True)]


def _folded(grid: Grid) -> Grid:
    """Rows laid side by side, left to right, with a gutter; sums stay in the last of them."""
    if grid.fold == 1 or len(grid.rows) < 2 * grid.fold:
        return grid
    blank = tuple("" for _ in grid.columns)
    plain = [row.cells for row in grid.rows if not row.rank]
    plain += [blank] * (-len(plain) % grid.fold)
    between = len(blank) + 1
    rows = [
        Row(tuple(cell for cells in plain[i : i + grid.fold] for cell in (*cells, ""))[:-1])
        for i in range(0, len(plain), grid.fold)
    ]
    before = ("",) * (between * (grid.fold - 1))
    sums = [replace(row, cells=before + row.cells) for row in grid.rows if row.rank]
    columns = ((*grid.columns, Column("")) * grid.fold)[:-1]
    return replace(grid, columns=columns, rows=(*rows, *sums), fold=1)


# Lines of a grid


def _heads(grid: Grid, frame: Frame) -> list[Band]:
    """The heads of the columns, standing on a rule."""
    size = HEAD_SIZE * frame.scale
    heads = [
        wrap(column.head, frame.widths[turn], SANS, size) for turn, column in enumerate(grid.columns)
    ]
    if not any(map(any, heads)):
        return [Band(3, lambda pen, y: pen.rule(frame.left, y - 1, frame.width, weight=0.6), keep=True)]
    lines = max(map(len, heads))
    height = lines * (HEAD_SIZE + 1.5) + 5
    sheet = is_sheet(grid)

    def draw(pen: Pen, y: float) -> None:
        for turn, words in enumerate(heads):
            right = grid.columns[turn].figures and not sheet
            for up, word in enumerate(reversed(words)):
                x = frame.lefts[turn]
                if right:
                    x += frame.widths[turn] - measure(word, SANS, size)
                baseline = y - height + 5 + up * (HEAD_SIZE + 1.5)
                if sheet:
                    pen.strong(x, baseline, word, size=SIZE)
                else:
                    pen.write(x, baseline, word, size=size, gray=GRAY)
        pen.rule(frame.left, y - height + 1, frame.width, weight=0.6)

    return [Band(height, draw, keep=True)]


def _row(grid: Grid, frame: Frame, row: Row) -> list[Band]:
    """A row as bands of one line each, so that even a very long one can go over a page's end."""
    if row.rank == "head":
        return [_group(frame, str(row.cells[0]))]
    cells = [
        _lines(cell, frame.widths[turn], frame.scale, strong=row.rank == "sum")
        for turn, cell in enumerate(row.cells)
    ]
    count = max(map(len, cells))
    first = next((turn for turn, cell in enumerate(row.cells) if cell), 0)
    figures = any(isinstance(cell, Figure) for row in grid.rows for cell in row.cells)
    facts = "" if not grid.facts else "figures" if figures else "words"
    bands = []
    for turn in range(count):
        style = _Style(row.rank == "sum", facts, turn == 0, turn == count - 1)
        height = LEADING + PAD * style.first + PAD * style.last
        now = [lines[turn] if turn < len(lines) else "" for lines in cells]
        keep = turn < min(2, count - 1) or turn == count - 2
        bands.append(Band(height, _line(frame, now, style, first), keep=keep))
    return bands


@dataclass(frozen=True, slots=True)
class _Style:
    """How a line of a row is set."""

    sum: bool
    facts: str  # "words" or "figures" where the grid is one of facts
    first: bool
    last: bool


def _group(frame: Frame, title: str) -> Band:
    """What names the rows below it, as far as the page's right edge."""
    lines = wrap(title, LEFT + ROOM - frame.left, SANS, HEAD_SIZE)
    more = (len(lines) - 1) * LEADING

    def draw(pen: Pen, y: float) -> None:
        for turn, line in enumerate(lines):
            pen.write(frame.left, y - 15 - turn * LEADING, line, size=HEAD_SIZE, gray=GRAY)
        pen.rule(frame.left, y - 18.5 - more, frame.width, weight=0.4, gray=FAINT)

    return Band(19.5 + more, draw, keep=True)


def _lines(cell: Cell, width: float, scale: float, *, strong: bool) -> list[Cell]:
    """A cell as what stands on each of its lines."""
    if isinstance(cell, Figure):
        return [cell]
    if isinstance(cell, Code):
        return [Code(line) for line in wrap(cell.text, width, MONO, SIZE * scale)]
    room = width - (HEAVIER if strong else 0)
    return [line for part in cell.split("\n") for line in wrap(part, room, SANS, SIZE * scale)]


def _line(
    frame: Frame, cells: Sequence[Cell], style: _Style, first: int
) -> Callable[[Pen, float], None]:
    def draw(pen: Pen, y: float) -> None:
        if style.sum and style.first:
            left = frame.lefts[first]
            pen.rule(left, y, frame.left + frame.width - left, weight=0.6)
        baseline = y - SIZE - PAD * style.first
        for turn, cell in enumerate(cells):
            if cell:
                _cell(pen, frame, turn, cell, baseline, style)
        if style.last and not style.sum:
            bottom = y - LEADING - PAD * style.first - PAD
            pen.rule(frame.left, bottom, frame.width, weight=0.3, gray=HAIR)

    return draw


def _cell(pen: Pen, frame: Frame, turn: int, cell: Cell, y: float, style: _Style) -> None:
    x, right = frame.lefts[turn], frame.lefts[turn] + frame.widths[turn]
    size = SIZE * frame.scale
    if isinstance(cell, Figure):
        font = MONO_BOLD if style.sum else MONO
        gray = FAINT if cell.text in ("0", "0.00") and not style.sum else INK
        start = right - measure(cell.text, font, size)
        pen.write(x, y, cell.lead, font=MONO, size=size, gray=GRAY)
        pen.write(start, y, cell.text, font=font, size=size, gray=gray)
    elif isinstance(cell, Code):
        pen.write(x, y, cell.text, font=MONO, size=size)
    elif style.sum:
        pen.strong(x, y, cell, size=size)
    elif style.facts and turn == 0:
        pen.write(x, y, cell, size=size, gray=GRAY)
    elif style.facts == "figures":
        pen.write(right - measure(cell, SANS, size), y, cell, size=size)
    else:
        pen.write(x, y, cell, size=size)
