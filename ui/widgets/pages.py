"""The pages of a PDF on the screen: read off the window's thread, drawn when they come into sight."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, QThread, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from pitdesk.errors import Trouble
from ui.beside.lane import Lane
from ui.widgets import theme

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

GAP = 18  # pixels around a page
SHADE = 5  # of which its shadow takes so many
HAIR, SHADOW = 46, 13  # how much ink there is in the edge of paper and in its shadow, of 255
INCH, POINTS = 96, 72  # pixels of the window and points of a page that make an inch at 100 percent
STEPS = (50, 75, 100, 125, 150, 175, 200, 250, 300)  # percent
WIDEST_FIT = 200
MOST_PIXELS = 24_000_000  # of one page; beyond, it is stretched
LETTER = QSize(612, 792)

EMPTY = "No report is shown yet."
OPENING = "Opening the report …"
BROKEN = (
    "This report cannot be shown: its file is damaged or is no PDF.\n"
    "The day is safe in the book; have the report made from it again."
)
_CENTERED = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
_PDFIUM = Lock()  # its library is not made for two threads


def ink(strength: int = 255) -> QColor:
    """The ink of paper, or as little of it as an edge or a shadow is made of."""
    return theme.color(theme.current().ink, strength)


def shade(painter: QPainter, where: QRect) -> None:
    """The soft shadow that a sheet throws."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink(SHADOW))
    for step in range(SHADE - 1, 0, -1):
        painter.drawRoundedRect(where.adjusted(1 - step, 2, step - 1, step), step, step)
    painter.restore()


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One page: its picture and its text; no image where it cannot be read."""

    index: int
    image: QImage | None
    text: str = ""


@contextmanager
def _document(data: bytes) -> "Iterator[PdfDocument]":
    """A PDF, opened for one piece of work and closed in the same thread.

    Raises:
        PdfiumError: it cannot be read.
    """
    from pypdfium2 import PdfDocument  # noqa: PLC0415  (not needed before a report is asked for)

    assert not QThread.isMainThread(), "a report is read off the window's thread"
    with _PDFIUM:
        document = PdfDocument(data)
        try:
            yield document
        finally:
            document.close()


def _open(data: bytes) -> list[QSize]:
    """The pages of a PDF in points.

    Raises:
        Trouble: these bytes are none.
    """
    from pypdfium2 import PdfiumError  # noqa: PLC0415

    try:
        with _document(data) as document:
            found = [document.get_page_size(index) for index in range(len(document))]
    except PdfiumError:
        raise Trouble(BROKEN) from None
    sizes = [QSize(round(wide), round(high)) for wide, high in found]
    return [LETTER if one.isEmpty() else one for one in sizes]


def _render(data: bytes, index: int, width: int) -> _Sheet:
    """One page, `width` pixels wide, and its text."""
    from pypdfium2 import PdfiumError  # noqa: PLC0415

    try:
        with _document(data) as document:
            page = document[index]
            scale = (1000 * width - 1) / (1000 * page.get_width())  # rounded up it is exactly `width`
            bitmap = page.render(scale=scale, prefer_bgrx=True)
            form = QImage.Format.Format_RGB32
            flat = QImage(bytes(bitmap.buffer), bitmap.width, bitmap.height, bitmap.stride, form).copy()
            bitmap.close()
            text: str = page.get_textpage().get_text_range()
    except (PdfiumError, ZeroDivisionError):
        return _Sheet(index, None)
    return _Sheet(index, flat, text.replace("\r\n", "\n"))


@dataclass(slots=True)
class _Report:
    """The report that is shown: its bytes, its pages, and those that have been drawn."""

    data: bytes | None = None  # while none was ever shown
    broken: bool = False
    sizes: list[QSize] = field(default_factory=list)
    images: dict[int, QImage] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)
    bad: set[int] = field(default_factory=set)


class Pages(QAbstractScrollArea):
    """The pages of a PDF one below the other; only those in sight are drawn.

    Attributes:
        words: what stands in the place of pages; "" with pages.

    Signals:
        moved        another page, another size, another report
        failed(str)  the bytes cannot be shown, in words
    """

    moved = Signal()
    failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._report = _Report()
        self._zoom = 0  # percent; 0 fits the width
        self._tops: list[int] = []
        self._lane = Lane("pages", self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self._say(EMPTY)

    # What is shown

    def show_pdf(self, data: bytes) -> None:
        """Show another report, from its first page."""
        self._lane.forget("pages")
        self._report = _Report(data)
        self.verticalScrollBar().setValue(0)
        self._say(OPENING)

    def zoom_to(self, percent: int) -> None:
        """So many percent, or 0 to fit the width; what stands in the middle stays there."""
        self._zoom = percent
        self._lay()

    def step(self, way: int) -> None:
        """One step larger (1) or smaller (-1)."""
        further = [step for step in STEPS if (step - self.percent) * way > 0]
        if further:
            self.zoom_to(further[0] if way > 0 else further[-1])

    @property
    def percent(self) -> int:
        """How large the pages are."""
        widest, room = self._widest()
        return self._zoom or max(1, room * 100 * POINTS // (widest * INCH))

    @property
    def fits(self) -> bool:
        """Whether the pages are as wide as the window allows."""
        return not self._zoom

    @property
    def pages(self) -> int:
        """How many pages the report has; 0 for none."""
        return len(self._report.sizes)

    @property
    def page(self) -> int:
        """The page in the middle, counted from 1; 0 for none."""
        middle = self.verticalScrollBar().value() + self.viewport().height() // 2
        above = [number for number, top in enumerate(self._tops, 1) if top <= middle]
        return above[-1] if above else min(1, self.pages)

    def go_to(self, page: int) -> None:
        """Show a page from its top."""
        if self._tops:
            index = max(1, min(self.pages, page)) - 1
            self.verticalScrollBar().setValue(self._tops[index] - GAP)

    def in_sight(self) -> list[int]:
        """Which pages can be seen, counted from 0."""
        top = self.verticalScrollBar().value()
        bottom = top + self.viewport().height()
        ends = [start + self._size(index).height() for index, start in enumerate(self._tops)]
        return [at for at, end in enumerate(ends) if self._tops[at] < bottom and end > top]

    def drawn(self) -> set[int]:
        """Which pages have been drawn as large as they are shown, counted from 0."""
        return {i for i, image in self._report.images.items() if image.width() == self._pixels(i)}

    # Where the pages lie

    def _widest(self) -> tuple[int, int]:
        """The points of the widest page, and the pixels that it has when it fits the width."""
        widest = max((one.width() for one in self._report.sizes), default=LETTER.width())
        room = max(1, self.viewport().width() - 2 * GAP)
        return widest, min(room, widest * INCH * WIDEST_FIT // (100 * POINTS))

    def _size(self, index: int) -> QSize:
        """A page in pixels of the window."""
        points = self._report.sizes[index]
        widest, room = self._widest()
        fitting = room * points.width() // widest
        width = points.width() * INCH * self._zoom // (POINTS * 100) if self._zoom else fitting
        return QSize(max(1, width), max(1, width * points.height() // points.width()))

    def _pixels(self, index: int) -> int:
        """How many pixels of the device a page is drawn wide."""
        points = self._report.sizes[index]
        width = max(1, round(self._size(index).width() * self.devicePixelRatioF()))
        while width > 1 and width * width * points.height() // points.width() > MOST_PIXELS:
            width = width * 9 // 10
        return width

    def _lay(self) -> None:
        """Place the pages again."""
        down, across, sight = self.verticalScrollBar(), self.horizontalScrollBar(), self.viewport()
        before = self._tops[-1] if self._tops else 0
        middle = down.value() + sight.height() // 2
        self._tops, top, widest = [], GAP, 0
        for index in range(self.pages):
            self._tops.append(top)
            page = self._size(index)
            top += page.height() + GAP
            widest = max(widest, page.width() + 2 * GAP)
        down.setRange(0, max(0, top - sight.height()))
        down.setPageStep(max(1, sight.height() * 9 // 10))
        across.setRange(0, max(0, widest - sight.width()))
        across.setPageStep(max(1, sight.width()))
        for bar in (down, across):
            bar.setSingleStep(48)
        if before and self._tops:
            down.setValue(middle * self._tops[-1] // before - sight.height() // 2)
        across.setValue(across.maximum() // 2)
        self._look()

    def _look(self) -> None:
        """Draw what has come into sight, and say where we are."""
        where = f", page {self.page} of {self.pages}" if self.pages else ""
        self.setAccessibleName(f"Report{where}")
        self.setAccessibleDescription(self.words or self._report.texts.get(self.page - 1, ""))
        self._want()
        self.viewport().update()
        self.moved.emit()

    def _say(self, words: str) -> None:
        """Words in the place of pages; none with pages."""
        self.words = words
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOff if words else policy.ScrollBarAlwaysOn)
        self._lay()

    # The reader

    def _want(self) -> None:
        """Ask for the next page that is in sight and not drawn as it should be; one at a time."""
        report = self._report
        if report.data is None or report.broken or self._lane.busy():
            return
        if not report.sizes:
            self._lane.ask("pages", partial(_open, report.data), self._opened, self._no_report)
            return
        drawn = self.drawn()
        for index in self.in_sight():
            if index not in drawn and index not in report.bad:
                work = partial(_render, report.data, index, self._pixels(index))
                self._lane.ask("pages", work, self._rendered, self._no_report)
                return

    def _opened(self, sizes: list[QSize]) -> None:
        self._report.sizes = sizes
        self._say("")

    def _no_report(self, words: str) -> None:
        self._report.broken = True
        self._say(words)
        self.failed.emit(words)

    def _rendered(self, sheet: _Sheet) -> None:
        report = self._report
        report.texts[sheet.index] = sheet.text
        if sheet.image:
            report.images[sheet.index] = sheet.image
        else:
            report.bad.add(sheet.index)
        near = {index + step for index in self.in_sight() for step in (-1, 0, 1)}
        for far in set(report.images) - near:  # no picture is kept of a page beyond the next
            del report.images[far]
        self._look()

    # Events

    def paintEvent(self, event: QPaintEvent) -> None:
        """The pages in sight, or the words in their place."""
        with QPainter(self.viewport()) as painter:
            if self.words:
                roles = QPalette.ColorRole
                role = roles.WindowText if self._report.broken else roles.PlaceholderText
                painter.setPen(self.palette().color(role))
                inside = self.viewport().rect().adjusted(24, 24, -24, -24)
                painter.drawText(inside, _CENTERED, self.words)
            for index in self.in_sight():
                self._draw(painter, index)

    def _draw(self, painter: QPainter, index: int) -> None:
        page, sight = self._size(index), self.viewport()
        left = max(GAP, (sight.width() - page.width()) // 2) - self.horizontalScrollBar().value()
        where = QRect(QPoint(left, self._tops[index] - self.verticalScrollBar().value()), page)
        shade(painter, where)
        painter.fillRect(where, Qt.GlobalColor.white)
        if image := self._report.images.get(index):
            ratio = self.devicePixelRatioF()
            if image.width() == round(page.width() * ratio):
                image.setDevicePixelRatio(ratio)
                painter.drawImage(where.topLeft(), image)
            else:
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                painter.drawImage(where, image)
        elif index in self._report.bad:
            painter.setPen(ink())
            words = f"Page {index + 1} cannot be shown: it is damaged. Have the report made again."
            painter.drawText(where.adjusted(24, 24, -24, -24), _CENTERED, words)
        painter.setPen(ink(HAIR))
        painter.drawRect(where.adjusted(0, 0, -1, -1))

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Look at what has come into sight."""
        self._look()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the pages to the new width."""
        self._lay()

    def event(self, event: QEvent) -> bool:
        """Keep the keys of this widget, whatever the window does with them elsewhere."""
        override = event.type() == QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and self._verb(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl +, - and 0 zoom; Home and End go to the first and the last page."""
        if verb := self._verb(event):
            verb()
        else:
            super().keyPressEvent(event)  # arrows, PageUp, PageDown

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the wheel with Ctrl to zoom."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.step(1 if event.angleDelta().y() > 0 else -1)
        else:
            super().wheelEvent(event)

    def _verb(self, event: QKeyEvent) -> Callable[[], None] | None:
        bar, key = self.verticalScrollBar(), Qt.Key
        verbs: dict[tuple[bool, int], Callable[[], None]] = {
            (False, key.Key_Home): lambda: bar.setValue(0),
            (False, key.Key_End): lambda: bar.setValue(bar.maximum()),
            (True, key.Key_Plus): lambda: self.step(1),
            (True, key.Key_Equal): lambda: self.step(1),
            (True, key.Key_Minus): lambda: self.step(-1),
            (True, key.Key_0): lambda: self.zoom_to(0),
        }
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        return verbs.get((control, event.key()))
