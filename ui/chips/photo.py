"""A photo to take a chip's color from: mark the chip, then the gray card beside it."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from pitdesk.chipset import photo
from pitdesk.chipset.photo import Box, Sample
from pitdesk.errors import Trouble
from ui.widgets import theme
from ui.widgets.fields import Choice
from ui.widgets.parts import ENTER, button, column, label, row
from ui.widgets.swatch import Swatch
from ui.work.reader import Reader

HIGH = 220  # pixels that a photo is shown in, at most
CLICKED, LEAST = 24, 6  # pixels of a box that is clicked, and of the smallest, as it is shown
STEP = 4  # pixels that an arrow moves a box by
MOVES = {
    Qt.Key.Key_Left: (-STEP, 0),
    Qt.Key.Key_Right: (STEP, 0),
    Qt.Key.Key_Up: (0, -STEP),
    Qt.Key.Key_Down: (0, STEP),
}
MARKS = (("spot", "The chip"), ("gray", "The gray card"))
CARDS = (("18", "18 %"), ("90", "90 %"))
HOW = (
    "Drag over one color of the chip, then over the gray card. Or click; arrows move the box, + and −"
    " size it, Enter goes on."
)


Seen = tuple[bytes, QImage, QSize]  # a photo: its bytes; it, small and upright; its own size


def read_photo(path: Path) -> Seen:
    """A photo of a file. Not in the window's thread.

    Raises:
        Trouble: says why it cannot be read.
    """
    try:
        data = photo.PHOTO.read(path)
    except ValueError as error:
        raise Trouble(said(error)) from None
    return seen_photo(data)


def seen_photo(data: bytes) -> Seen:
    """A photo of its bytes. Not in the window's thread.

    Raises:
        Trouble: says why it cannot be read.
    """
    try:
        image, size = photo.shown(data, 2 * HIGH)
    except ValueError as error:
        raise Trouble(said(error)) from None
    seen = QImage(image.tobytes(), *image.size, 3 * image.width, QImage.Format.Format_RGB888)
    return data, seen.copy(), QSize(*size)


def said(error: ValueError) -> str:
    """What is wrong with a photo, as a sentence."""
    words = str(error)
    return f"{words[:1].upper()}{words[1:]}."


class PhotoPlate(QWidget):
    """The photo, with a box on the chip and one on the gray card. Boxes are pixels of the photo itself.

    Signals:
        marked  a box was put or moved
        entered Enter
    """

    marked = Signal()
    entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.boxes: dict[str, QRect] = {}
        self.marking = "spot"
        self._size = QSize()
        self._shown = QPixmap()
        self._from: QPoint | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("The photo")
        self.setAccessibleDescription(HOW)
        self.setFixedHeight(HIGH)
        self.setCursor(Qt.CursorShape.CrossCursor)

    def show_photo(self, seen: QImage, size: QSize) -> None:
        """Show another photo, of its own size; nothing is marked on it yet."""
        self._size, self.boxes, self.marking = size, {}, "spot"
        fitted = self._size.scaled(2 * HIGH, HIGH, Qt.AspectRatioMode.KeepAspectRatio)
        smooth = Qt.TransformationMode.SmoothTransformation
        ignore = Qt.AspectRatioMode.IgnoreAspectRatio
        self._shown = QPixmap.fromImage(seen.scaled(fitted, ignore, smooth))
        self.update()

    @property
    def picture(self) -> QRect:
        """Where the photo is in the widget."""
        room, full = self.size(), self._shown.size()
        fitted = full.scaled(room, Qt.AspectRatioMode.KeepAspectRatio).boundedTo(full)
        return QRect(QPoint(0, 0), fitted)

    def box(self, which: str) -> Box | None:
        """A box as the photo's own pixels: left, top, right, bottom."""
        drawn, whole = self.boxes.get(which), self.picture
        if drawn is None or whole.isEmpty():
            return None
        wide, high = self._size.width(), self._size.height()
        left, right = (x * wide // whole.width() for x in (drawn.left(), drawn.left() + drawn.width()))
        top, bottom = (y * high // whole.height() for y in (drawn.top(), drawn.top() + drawn.height()))
        return left, top, right, bottom

    def mark(self, which: str) -> None:
        """Mark the chip or the gray card next."""
        self.marking = which
        self.update()

    def _put(self, box: QRect) -> None:
        within = self.picture
        size = box.size().expandedTo(QSize(LEAST, LEAST)).boundedTo(within.size())
        left = max(0, min(box.left(), within.width() - size.width()))
        top = max(0, min(box.top(), within.height() - size.height()))
        self.boxes[self.marking] = QRect(QPoint(left, top), size)
        self.update()
        self.marked.emit()

    # Keys and mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a box."""
        self._from = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag it."""
        if self._from is not None:
            self._put(QRect(self._from, event.position().toPoint()).normalized())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Done; a click alone puts a small box there."""
        start, self._from = self._from, None
        if start is None:
            return
        dragged = QRect(start, event.position().toPoint()).normalized()
        if max(dragged.width(), dragged.height()) <= LEAST:
            dragged = QRect(start - QPoint(CLICKED // 2, CLICKED // 2), QSize(CLICKED, CLICKED))
        self._put(dragged)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move the box, + and − size it, Enter goes on."""
        here = self.boxes.get(self.marking) or self._middle()
        key = Qt.Key(event.key())
        if key in MOVES:
            self._put(here.translated(*MOVES[key]))
        elif event.text() in ("+", "-"):
            by = STEP // 2 if event.text() == "+" else -STEP // 2
            self._put(here.adjusted(-by, -by, by, by))
        elif key in ENTER:
            self.entered.emit()
        else:
            super().keyPressEvent(event)

    def _middle(self) -> QRect:
        box = QRect(0, 0, CLICKED, CLICKED)
        box.moveCenter(self.picture.center())
        return box

    def paintEvent(self, event: QPaintEvent) -> None:
        """The photo, the boxes on it, and the focus around it."""
        painter, worn = QPainter(self), theme.current()
        painter.drawPixmap(self.picture, self._shown)
        for which, box in self.boxes.items():
            wide = 3 if which == self.marking else 2
            for ink, edge in ((worn.ink, wide + 2), (worn.paper, wide)):
                painter.setPen(theme.pen(ink, edge))
                painter.drawRect(box)
        if self.hasFocus():
            painter.setPen(theme.pen(worn.focus, worn.ring * 2))
            painter.drawRect(self.picture)
        painter.end()


class PhotoView(QWidget):
    """A photo and what came of it.

    Signals:
        opened      a photo is shown
        taken(str)  the color of the chip, as #rrggbb
        left        nothing is taken
    """

    opened = Signal()
    taken = Signal(str)
    left = Signal()

    def __init__(self, reader: Reader, use: str = "Take this color") -> None:
        super().__init__()
        self._reader = reader
        self._data = b""
        self.found: Sample | None = None
        self.plate = PhotoPlate()
        self.marks, self.card = Choice("mark", "Mark", MARKS), Choice("card", "The card reflects", CARDS)
        self.swatch, self.words = Swatch("The color of the chip"), label("", wrap=True)
        self.use = button(use, self._take, says=f"{use} from the photo")
        leave = button("Leave the photo", self.left.emit, "link")
        self.plate.marked.connect(self._marked)
        self.plate.entered.connect(self._go_on)
        self.marks.changed.connect(lambda: self.plate.mark(self.marks.typed() or "spot"))
        self.card.changed.connect(self._marked)
        result = row(self.swatch, self.words, gap=10, grow=1)
        choices = row(self.marks, self.card, None, gap=16)
        ends = row(leave, None, self.use, gap=8)
        self.setLayout(
            column(label(HOW, "caption", wrap=True), choices, self.plate, result, ends, gap=8)
        )
        self.forget()

    def forget(self) -> None:
        """Let the photo go."""
        self._data, self.found = b"", None
        self._reader.forget("sample")
        self.hide()

    def open_photo(self, path: Path, trouble: Callable[[str], object]) -> None:
        """Read a photo, off the window's thread, and show it."""
        self._reader.ask("photo", lambda: read_photo(path), self._show, trouble)

    def show_taken(self, data: bytes, trouble: Callable[[str], object]) -> None:
        """Show a photo that was just taken."""
        self._reader.ask("photo", lambda: seen_photo(data), self._show, trouble)

    def _show(self, found: Seen) -> None:
        self._data, seen, size = found
        self.plate.show_photo(seen, size)
        self.marks.choose("spot")
        self.card.choose("18")
        self._tell("Mark the chip first.")
        self.show()
        self.opened.emit()
        self.plate.setFocus()

    def _marked(self) -> None:
        """Something is marked: sample, once both are."""
        if not self._data:
            return
        data, percent = self._data, int(self.card.typed() or photo.GRAY)
        spot, gray = self.plate.box("spot"), self.plate.box("gray")
        if spot is None or gray is None:
            self._tell(f"Mark {'the chip' if spot is None else 'the gray card'} too.")
            return
        self._reader.ask("sample", lambda: _sampled(data, spot, gray, percent), self._found, self._tell)

    def _found(self, found: Sample) -> None:
        self._tell(f"The chip is {found.hex}.")
        self.found = found
        self.swatch.show_colors(found.hex)
        self.use.setEnabled(True)

    def _tell(self, words: str) -> None:
        self.found = None
        self.words.setText(words)
        self.swatch.show_colors("")
        self.use.setEnabled(False)

    def _go_on(self) -> None:
        """Enter: from the chip to the gray card, and from there to the color."""
        if self.marks.typed() == "spot" and "spot" in self.plate.boxes:
            self.marks.choose("gray")
        elif self.found:
            self._take()

    def _take(self) -> None:
        if self.found:
            self.taken.emit(self.found.hex)


def _sampled(data: bytes, spot: Box, gray: Box, percent: int) -> Sample:
    try:
        return photo.sample(data, spot, gray, percent)
    except ValueError as error:
        raise Trouble(said(error)) from None
