"""The manual on paper: every page with its number, for the shelf at the cage and a night without power.

All in points, on Letter. Nothing but PitDesk's version dates it: the same manual is the same file.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import fontpkg_ibm_plex_sans
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from pitdesk import __version__
from pitdesk.chipset.law import CHIP_SET
from printers.drawing.chip import face_of
from printers.drawing.columns import MONO, SANS, fonts, measure
from printers.drawing.pen import FAINT, GRAY, HAIR, INK, WIDTH, Pen
from printers.reports.chipset import draw_chip
from printers.reports.letter import WHOLE, Band, Page, paginate, space
from printers.reports.pages import FIRST, FOLDER, PICTURE, keys_markdown, pages, written_keys
from printers.reports.pages import Page as Written

LEFT, BOTTOM = 72, 62
ROOM = WIDTH - 2 * LEFT
SIZE, LEADING, LISTING, SMALL = 10, 14, 21 / 2, 8  # LISTING: of a line of the contents
HEADINGS = {1: 20, 2: 13, 3: 11}  # their letters
ITALIC = "PlexSansItalic"
INDENT = 18  # of a list
CHIP = 44  # how wide a drawn chip is
PAD, CELL = 3, 2  # around a key; above and below the words of a cell
KEYED = 110  # least width of a column of keys
GAP = 14  # between two columns
THIN = 1 / 2  # a rule
PICTURED = tuple(ROOM * tenths / 10 for tenths in (10, 9, 8, 7))  # how wide a picture may be
PIXEL = 1 / 2  # how wide a pixel of it is at most
FONTS = {"key": MONO, "said": ITALIC}
INLINE = re.compile(
    r"!\[[^\]]*\]\(chip:(?P<chip>[^)]*)\)|\[(?P<link>[^\]]*)\]\((?P<to>[^)]*)\.md\)"
    r"|`(?P<key>[^`]+)`|\*\*(?P<strong>.+?)\*\*|\*(?P<said>.+?)\*"
)
ITEM = re.compile(r"(?P<mark>-|\d+\.) (?P<text>.*)")
LISTED = re.compile(r"\[(?P<title>.*?)\]\((?P<to>.*?)\.md\): (?P<words>.*)")


@dataclass(frozen=True, slots=True)
class _Piece:
    """Letters of one kind, without a space before or behind them.

    kind  "", "strong", "said" (a button's words), "key", "chip", "link", "page" (where a link leads)
    to    the page of the manual that a link leads to
    """

    text: str
    kind: str = ""
    to: str = ""

    @property
    def font(self) -> str:
        return FONTS.get(self.kind, SANS)

    def size(self, size: int) -> int:
        return size - (self.kind == "key")

    def width(self, size: int) -> float:
        """How wide it is drawn."""
        if self.kind == "chip":
            return CHIP
        wide = measure(self.text, self.font, self.size(size))
        return wide + (2 * PAD if self.kind == "key" else 0)


_Word = tuple[_Piece, ...]
_Line = list[tuple[float, _Piece]]  # how far from its left each piece stands


@dataclass(frozen=True, slots=True)
class _Block:
    """What stands between two empty lines.

    kind   "heading", "item", "row", "picture", "paragraph"
    mark   of an item: its number or "-"; of a heading: its level
    texts  what is in it; of a row: cell by cell; of a picture: its file
    """

    kind: str
    mark: str
    texts: tuple[str, ...]


def manual_pdf() -> bytes:
    """The whole manual as a PDF file: contents, every page on a sheet of its own, all keys."""
    fonts()
    italic = Path(fontpkg_ibm_plex_sans.ROOT) / "files" / "IBMPlexSans-Italic[wdth,wght].ttf"
    pdfmetrics.registerFont(TTFont(ITALIC, str(italic), shapable=False))
    book = pages(FOLDER)
    numbers = dict.fromkeys(book, 0)
    while True:  # until the numbers that are printed are those of the sheets
        setter = _Setter(numbers)
        sheets = {name: setter.sheets(page) for name, page in book.items()}
        found = _numbered(sheets)
        if found == numbers:
            return _drawn(book, sheets)
        numbers = found


def _numbered(sheets: Mapping[str, Sequence[Page]]) -> dict[str, int]:
    """On which sheet each page of the manual begins."""
    found, number = {}, 1
    for name, mine in sheets.items():
        found[name] = number
        number += len(mine)
    return found


def _drawn(book: Mapping[str, Written], sheets: Mapping[str, Sequence[Page]]) -> bytes:
    pen, number, count = Pen(book[FIRST].title), 0, sum(map(len, sheets.values()))
    pen.date(datetime(2000, 1, 1, tzinfo=UTC), seed=__version__)
    pen.canvas.setSubject(f"PitDesk {__version__}")
    for name, mine in sheets.items():
        pen.canvas.bookmarkPage(name)
        pen.canvas.addOutlineEntry(book[name].title, name)
        for sheet in mine:
            number += 1
            for y, band in sheet:
                band.draw(pen, y)
            _foot(pen, book[name], number, count)
            pen.canvas.showPage()
    return pen.data()


def _foot(pen: Pen, page: Written, number: int, count: int) -> None:
    left = " \N{MIDDLE DOT} ".join(filter(None, (f"PitDesk {__version__}", page.group, page.title)))
    pen.rule(LEFT, BOTTOM - 14, ROOM, weight=THIN, gray=FAINT)
    pen.write(LEFT, BOTTOM - 26, left, size=SMALL, gray=GRAY)
    pen.write_to(LEFT + ROOM, BOTTOM - 26, f"page {number} of {count}", size=SMALL, gray=GRAY)


# What is written


def _blocks(text: str) -> Iterator[_Block]:
    """The small part of Markdown that the manual is written in."""
    kept: list[str] = []
    kind = mark = ""

    def done() -> Iterator[_Block]:
        if kept:
            yield _Block(kind, mark, (" ".join(kept),))
        kept.clear()

    for line in text.splitlines():
        if not line.strip():
            yield from done()
        elif line.startswith("#"):
            yield from done()
            level, _, words = line.partition(" ")
            yield _Block("heading", f"{len(level)}", (words,))
        elif found := PICTURE.match(line):
            yield from done()
            yield _Block("picture", "", (found["file"],))
        elif line.startswith("|"):
            if not re.fullmatch(r"[|-]+", line):
                yield _Block("row", "", tuple(cell.strip() for cell in line.strip("|").split("|")))
        elif found := ITEM.match(line):
            yield from done()
            kind, mark = "item", found["mark"]
            kept.append(found["text"])
        else:
            if not kept:
                kind, mark = "paragraph", ""
            kept.append(line.strip())
    yield from done()


def _words(text: str, numbers: Mapping[str, int]) -> list[_Word]:
    """A text as words of pieces; a key or a chip is one, whatever is in it."""
    words: list[_Word] = []
    glued = False  # whether the next piece belongs to the word before

    def add(text: str, kind: str = "", to: str = "", *, whole: bool = False) -> None:
        nonlocal glued
        parts = [text] if whole else text.split()
        for part in parts:
            piece = _Piece(part, kind, to)
            if glued:
                words[-1] = (*words[-1], piece)
            else:
                words.append((piece,))
            glued = False
        glued = bool(words) and not text[-1:].isspace()

    at = 0
    for found in INLINE.finditer(text):
        plain = text[at : found.start()]
        glued = glued and not plain[:1].isspace()
        if plain:
            add(plain)
        at = found.end()
        if to := found["to"]:
            add(found["link"], "link", to)
            glued = False
            add(f"(page\u00a0{numbers[to]})", "page", to, whole=True)
        elif found["chip"] or found["key"]:
            kind = "key" if found["key"] else "chip"
            add(found[kind], kind, whole=True)
        else:
            kind = "strong" if found["strong"] else "said"
            add(found[kind], kind)
    rest = text[at:]
    glued = glued and not rest[:1].isspace()
    add(rest)
    return words


def _broken(words: Sequence[_Word], room: float, size: int) -> list[_Line]:
    """Words in lines of this room."""
    space = measure(" ", SANS, size)
    lines: list[_Line] = [[]]
    x: float = 0
    for word in words:
        wide = sum(piece.width(size) for piece in word)
        if lines[-1] and x + wide > room:
            lines.append([])
            x = 0
        for piece in word:
            lines[-1].append((x, piece))
            x += piece.width(size)
        x += space
    return lines


# How it is set


class _Setter:
    """Sets the pages of the manual in bands.

    numbers   page of the manual → the sheet on which it begins
    """

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self._numbers = numbers

    def sheets(self, page: Written) -> list[Page]:
        """A page of the manual on its sheets; a picture gives way where they are one then."""
        tried = PICTURED if page.pictures else PICTURED[:1]
        found = [paginate([*self.page(page, widest)]) for widest in tried]
        return next((sheets for sheets in found if not sheets[1:]), found[0])

    def page(self, page: Written, widest: float) -> Iterator[Band]:
        """A page of the manual, no picture of it wider than that."""
        text = page.text.replace("{keys}", keys_markdown(written_keys(FOLDER)))
        rows: list[_Block] = []
        before = ""
        blocks = [*_blocks(text)]
        for block, following in zip(blocks, [*blocks[1:], None], strict=True):
            if block.kind == "row":
                rows.append(block)
                continue
            yield from self._table(rows)
            rows = []
            if (before, block.kind) == ("item", "paragraph"):
                yield space(PAD)
            before = block.kind
            listed = LISTED.fullmatch(block.texts[0]) if page.name == FIRST else None
            if block.kind == "heading":
                yield self._heading(block)
            elif listed:
                yield self._listed(listed)
            elif block.kind == "picture":
                yield self._picture(FOLDER / block.texts[0], widest)
            else:
                shown = following is not None and following.kind == "picture"
                yield from self._text(block, shown=shown)
        yield from self._table(rows)

    def _heading(self, block: _Block) -> Band:
        size = HEADINGS[int(block.mark)]
        above = 0 if block.mark == "1" else size - 4
        line = _broken(_words(block.texts[0], self._numbers), ROOM, size)[0]

        def draw(pen: Pen, y: float) -> None:
            self._line(pen, LEFT, y - above - size, line, size)

        return Band(above + size + 8, draw, keep=True)

    def _listed(self, found: re.Match[str]) -> Band:
        """A page in the contents: its title, what is in it, dots, and its number."""
        title, words, to = found["title"], found["words"], found["to"]
        number = f"{self._numbers[to]}"

        def draw(pen: Pen, y: float) -> None:
            baseline = y - SIZE
            pen.write(LEFT, baseline, title, size=SIZE)
            x = LEFT + measure(title, SANS, SIZE) + 8
            pen.write(x, baseline, words, size=SMALL, gray=GRAY)
            x += measure(words, SANS, SMALL) + 6
            end = LEFT + ROOM - measure(number, SANS, SIZE)
            dot = measure(" .", SANS, SMALL)
            dots = " ." * int((end - 6 - x) // dot)
            pen.write(end - 6 - len(dots) // 2 * dot, baseline, dots, size=SMALL, gray=FAINT)
            pen.write(end, baseline, number, size=SIZE)
            _lead(pen, to, LEFT, baseline, ROOM)

        return Band(LISTING, draw)

    def _picture(self, path: Path, widest: float) -> Band:
        """A picture in a thin frame."""
        image = ImageReader(str(path))
        across, down = image.getSize()
        wide = min(across * PIXEL, widest)
        high = wide * down / across

        def draw(pen: Pen, y: float) -> None:
            pen.canvas.drawImage(image, LEFT, y - PAD - high, wide, high)
            pen.canvas.setLineWidth(THIN)
            pen.canvas.setStrokeGray(FAINT)
            pen.canvas.rect(LEFT, y - PAD - high, wide, high)

        return Band(high + 4 * PAD, draw)

    def _text(self, block: _Block, *, shown: bool) -> Iterator[Band]:
        """A paragraph or an item, a band a line; two lines of it at least stay together.

        shown   whether a picture of it follows, which it stays with
        """
        inset = INDENT if block.kind == "item" else 0
        words = _words(block.texts[0], self._numbers)
        lines = _broken(words, ROOM - inset, SIZE)
        leads_on = shown or block.texts[0].endswith(":")
        chips = any(piece.kind == "chip" for word in words for piece in word)
        mark = "\N{BULLET}" if block.mark == "-" else block.mark

        def drawing(turn: int) -> Callable[[Pen, float], None]:
            def draw(pen: Pen, y: float) -> None:
                baseline = y - (CHIP if chips else SIZE)
                if not turn:
                    pen.write(LEFT + PAD, baseline, mark, size=SIZE)
                self._line(pen, LEFT + inset, baseline, lines[turn], SIZE)

            return draw

        height = CHIP + PAD if chips else LEADING
        for turn in range(len(lines)):
            keep = turn < len(lines) - 1 and turn in (0, len(lines) - 2)
            yield Band(height, drawing(turn), keep=keep or leads_on)
        yield replace(space(PAD if inset else 2 * PAD), keep=leads_on)

    def _table(self, rows: Sequence[_Block]) -> Iterator[Band]:
        """A table, its first row in gray above a rule; a row is never broken."""
        if not rows:
            return
        cells = [[_words(text, self._numbers) for text in row.texts] for row in rows]
        widths = _widths(cells)
        head, *others = [self._row(row, widths, INK if turn else GRAY) for turn, row in enumerate(cells)]
        head = replace(head, keep=True)
        yield head
        whole = sum(row.height for row in others) < WHOLE
        for turn, row in enumerate(others):
            keep = turn < len(others) - 1 and (whole or turn in (0, len(others) - 2))
            yield replace(row, again=(head,), keep=keep)
        yield space(2 * PAD)

    def _row(self, row: Sequence[Sequence[_Word]], widths: Sequence[float], gray: float) -> Band:
        cells = [_broken(words, wide, SIZE) for words, wide in zip(row, widths, strict=True)]
        height = max(map(len, cells)) * LEADING + 2 * CELL

        def draw(pen: Pen, y: float) -> None:
            x: float = LEFT
            for lines, wide in zip(cells, widths, strict=True):
                for down, line in enumerate(lines):
                    self._line(pen, x, y - CELL - SIZE - down * LEADING, line, SIZE, gray=gray)
                x += wide + GAP
            pen.rule(LEFT, y - height + 1, ROOM, weight=THIN, gray=HAIR)

        return Band(height, draw)

    def _line(
        self, pen: Pen, left: float, y: float, line: _Line, size: int, *, gray: float = INK
    ) -> None:
        """One line of words on the baseline y."""
        for at, piece in line:
            x, small = left + at, piece.size(size)
            if piece.kind == "chip":
                face = face_of(piece.text, CHIP_SET.get(piece.text, {}))
                draw_chip(pen.canvas, face, x, y, CHIP)
            elif piece.kind == "key":
                pen.canvas.setFillGray(HAIR)
                pen.canvas.roundRect(x, y - PAD, piece.width(size), small + PAD, 2, stroke=0, fill=1)
                pen.write(x + PAD, y, piece.text, font=MONO, size=small)
            elif piece.kind == "strong" or size > SIZE:
                pen.strong(x, y, piece.text, size=small)
            else:
                level = GRAY if piece.kind == "page" else gray
                pen.write(x, y, piece.text, font=piece.font, size=small, gray=level)
            if piece.to:
                _lead(pen, piece.to, x, y, piece.width(size))


def _lead(pen: Pen, to: str, x: float, y: float, wide: float) -> None:
    """A click on these words opens the page that they name."""
    pen.canvas.linkAbsolute("", to, (x, y - PAD, x + wide, y + SIZE))


def _widths(cells: Sequence[Sequence[Sequence[_Word]]]) -> list[float]:
    """Each column as wide as its widest cell; where that is too much, the widest column gives way."""
    room = ROOM - GAP * (len(cells[0]) - 1)
    space = measure(" ", SANS, SIZE)

    def natural(words: Sequence[_Word]) -> float:
        return sum(piece.width(SIZE) for word in words for piece in word) + space * len(words)

    widths = [max(map(natural, column)) for column in zip(*cells, strict=True)]
    if (over := sum(widths) - room) > 0:
        widths[widths.index(max(widths))] -= over
    elif cells[-1][0] and cells[-1][0][0][0].kind == "key":
        widths[0] = max(widths[0], KEYED)
    return widths
