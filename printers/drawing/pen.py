"""The pen: writes a PDF file on Letter pages, all in points. The same words give the same bytes."""

from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import md5
from io import BytesIO

from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas

from printers.drawing.columns import SANS, SIZE, fonts, measure, wrap

WIDTH, HEIGHT = letter
LEFT, TOP, BOTTOM = 45.0, HEIGHT - 48.0, 62.0
ROOM = WIDTH - 2 * LEFT
STROKE = 0.022  # of the size: how much a stroke thickens Plex Sans, which comes in Regular only
INK, GRAY, FAINT, HAIR = 0.1, 0.42, 0.62, 0.85  # levels of gray
FOOT = 7  # size of the letters of a footer


@dataclass(frozen=True, slots=True)
class _Stamp:
    """A time in the form that reportlab asks for, where it would ask the machine's clock."""

    YMDhms: tuple[int, ...]
    dhh: int = 0
    dmm: int = 0


class Pen:
    """Writes on the pages of one file: words, rules; `canvas` draws the rest."""

    def __init__(self, title: str, page: tuple[float, float] = letter) -> None:
        fonts()
        self._target = BytesIO()
        self.canvas = Canvas(
            self._target, page, pageCompression=1, invariant=1, initialFontName=SANS, lang="en"
        )
        self.canvas.setTitle(title)

    def date(self, stamp: datetime, *, author: str | None = None, seed: str = "") -> None:
        """Date the file by the book and sign it by its content, whatever clock and environment say.

        seed   what the signature begins with; else the time
        """
        at = stamp.astimezone(UTC)
        self.canvas._doc._timeStamp = _Stamp(at.timetuple()[:6])
        self.canvas._doc.signature = md5((seed or at.isoformat()).encode(), usedforsecurity=False)
        self.canvas.setCreator("PitDesk")
        if author is not None:
            self.canvas.setAuthor(author)

    def data(self) -> bytes:
        """The file."""
        self.canvas.save()
        return self._target.getvalue()

    def write(
        self, x: float, y: float, text: str, *, font: str = SANS, size: float = SIZE, gray: float = INK
    ) -> None:
        """Words from x on the baseline y."""
        if text:
            self.canvas.setFillGray(gray)
            self.canvas.setFont(font, size)
            self.canvas.drawString(x, y, text)

    def write_to(self, x: float, y: float, text: str, *, size: float = SIZE, gray: float = INK) -> float:
        """Words that end at x; how wide they are."""
        wide = measure(text, SANS, size)
        self.write(x - wide, y, text, size=size, gray=gray)
        return wide

    def strong(self, x: float, y: float, text: str, *, size: float = SIZE, gray: float = INK) -> None:
        """Words in Plex Sans, thickened by a stroke."""
        self.canvas.saveState()
        self.canvas.setLineWidth(size * STROKE)
        self.canvas.setStrokeGray(gray)
        self.canvas.setFillGray(gray)
        words = self.canvas.beginText(x, y)
        words.setFont(SANS, size)
        words.setTextRenderMode(2)
        words.textOut(text)
        self.canvas.drawText(words)
        self.canvas.restoreState()

    def rule(self, x: float, y: float, width: float, *, weight: float, gray: float = INK) -> None:
        """A line to the right."""
        self.canvas.setStrokeGray(gray)
        self.canvas.setLineWidth(weight)
        self.canvas.line(x, y, x + width, y)

    def mark(self, words: str) -> None:
        """What nobody may overlook, at the top right of the page."""
        self.strong(LEFT + ROOM - measure(words, SANS, SIZE) - 1, TOP + 14, words)

    def foot(self, left: str, right: str, mark: str = "") -> None:
        """The footer of a page, on up to three lines, and what nobody may overlook."""
        self.rule(LEFT, BOTTOM - 14, ROOM, weight=0.4, gray=FAINT)
        wide = self.write_to(LEFT + ROOM, BOTTOM - 24, right, size=FOOT, gray=GRAY)
        if mark:
            self.mark(mark)
        for turn, line in enumerate(wrap(left, ROOM - wide - 12, SANS, FOOT)[:3]):
            self.write(LEFT, BOTTOM - 24 - 8.5 * turn, line, size=FOOT, gray=GRAY)
