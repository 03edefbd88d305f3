"""Paper on the screen: a slip as it will print, and a report from the very bytes that print."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QImage,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QPolygon,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from printers import THERMAL_512
from printers.slips.layout import size
from printers.slips.letterhead import Logo
from ui.widgets import faces, theme
from ui.widgets.pages import HAIR, SHADE, STEPS, Pages, ink, shade
from ui.widgets.parts import button, column, label, row

SCALES = {"plain": (1, 1), "tall": (1, 2), "big": (2, 2)}

# A slip is measured in cells: one column of a plain line
SIDE, ENDS = 2, 2  # cells of white beside the columns, above the first line and below the last
EM, CELL = 100, 60  # size of the letters before they are scaled, and how wide each of them is
LEAST_CELL = 5  # pixels; below this nobody can read it
EMPTY_ROWS = 22


def _mono() -> QFont:
    """IBM Plex Mono as dark as a printer sets it; this weight of it is loaded if nobody has."""
    faces.load_medium()
    font = faces.face(mono=True)
    font.setWeight(QFont.Weight.Medium)
    font.setPixelSize(EM)
    font.setKerning(False)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


class SlipPaper(QWidget):
    """A slip's lines exactly as they print, on white paper, all of it at whatever size there is.

    Attributes:
        lines: what stands on the paper.
        logo: the picture above them, dot by dot; None for none.
    """

    EMPTY = "The slip appears here as it will print"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: tuple[str, ...] = ()
        self.logo: Logo | None = None
        self._width = THERMAL_512
        self._font = _mono()
        self._drawn: tuple[int, QPixmap] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setAccessibleName("The slip as it will print")
        self.setAccessibleDescription(self.EMPTY)
        theme.changed.connect(self._redo)

    def show_lines(self, lines: Sequence[str], width: int, logo: Logo | None = None) -> None:
        """Show the lines of a slip for paper of `width` columns; no lines for no slip yet.

        logo   what stands above them
        """
        if (self.lines, self._width, self.logo) == ((*lines,), width, logo):
            return
        before = self._extent()
        self.lines, self._width, self.logo = (*lines,), width, logo
        self._drawn = None
        self.setAccessibleDescription("\n".join(lines) if lines else self.EMPTY)
        if self._extent() != before:
            self.updateGeometry()
        self.update()

    def cell(self) -> int:
        """How many pixels of the device a column is wide: an integer, so that columns are exact."""
        cell, room = self._widest(), self._device(self.height() - 2 * SHADE)
        while cell > 1 and self._size(cell).height() > room:
            cell -= 1
        return cell

    def sizeHint(self) -> QSize:
        """Wide enough to read it comfortably, and as high as it is at the width that it has."""
        wide = self._size(self._natural()).width()
        high = int(self._size(self._widest()).height() / self.devicePixelRatioF()) + 1
        return QSize(wide + 2 * SHADE, high + 2 * SHADE)

    def minimumSizeHint(self) -> QSize:
        """As small as it can still be read."""
        return self._size(LEAST_CELL) + QSize(2 * SHADE, 2 * SHADE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Show the paper; it is drawn again only when something on it changed."""
        cell, ratio = self.cell(), self.devicePixelRatioF()
        if self._drawn is None or self._drawn[0] != cell or self._drawn[1].devicePixelRatio() != ratio:
            picture = self._draw(cell)
            picture.setDevicePixelRatio(ratio)
            self._drawn = cell, picture
        picture = self._drawn[1]
        whole = picture.deviceIndependentSize().toSize()
        where = QRect(QPoint((self.width() - whole.width()) // 2, SHADE), whole)
        with QPainter(self) as painter:
            if self.lines:
                shade(painter, where)
                painter.drawPixmap(where.topLeft(), picture)
            else:
                self._draw_empty(painter, where)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the size of the application's letters."""
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Paper of another width has another height."""
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def _redo(self) -> None:
        """Draw it again, in the colors of another theme."""
        self._drawn = None
        self.updateGeometry()
        self.update()

    def _natural(self) -> int:
        """A cell at which the slip's letters are as large as the rest of the screen's."""
        return max(LEAST_CELL, self.fontInfo().pixelSize() * CELL // EM + 1)

    def _widest(self) -> int:
        """The widest cell that the width has room for, in pixels of the device."""
        room = self._device(self.width() - 2 * SHADE)
        return max(1, min(self._device(self._natural()), room // self._extent()[0]))

    def _device(self, pixels: int) -> int:
        return int(pixels * self.devicePixelRatioF())

    def _scales(self) -> list[tuple[int, int]]:
        return [SCALES[size(line, self._width)] for line in self.lines]

    def _picture(self, cell: int) -> QSize:
        """How large the logo is drawn: as wide as the columns, as on paper."""
        if self.logo is None or not self.lines:
            return QSize(0, 0)
        across = self._width * cell
        return QSize(across, across * self.logo.down // self.logo.across)

    def _extent(self) -> tuple[int, int]:
        """Columns across with the white beside them, and rows down. No line is cut, however long."""
        scales = self._scales()
        longest = (len(line) * wide for line, (wide, _) in zip(self.lines, scales, strict=True))
        rows = sum(tall for _, tall in scales) or EMPTY_ROWS
        return max(self._width, *longest, 1) + 2 * SIDE, rows

    def _size(self, cell: int) -> QSize:
        columns, rows = self._extent()
        high = rows * _row(cell) + 2 * ENDS * cell + self._picture(cell).height()
        return QSize(columns * cell, high)

    def _draw(self, cell: int) -> QPixmap:
        """The paper with its torn ends, and every line in its cells."""
        whole = self._size(cell)
        picture = theme.blank(whole.width(), whole.height())
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(ink(HAIR), 1))
            painter.setBrush(QColor(theme.current().paper))
            painter.drawPolygon(_torn(whole, cell))
            painter.setPen(ink())
            painter.setFont(self._font)
            top, row_ = ENDS * cell, _row(cell)
            if self.logo and self.lines:
                drawn = QRect(QPoint(SIDE * cell, top), self._picture(cell))
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                painter.drawImage(drawn, _dots(self.logo))
                top += drawn.height()
            for line, (wide, tall) in zip(self.lines, self._scales(), strict=True):
                painter.save()
                painter.translate(SIDE * cell, top + row_ * tall * 3 / 4)
                painter.scale(wide * cell / CELL, tall * cell / CELL)
                painter.drawText(0, 0, line)
                painter.restore()
                top += row_ * tall
        return picture

    def _draw_empty(self, painter: QPainter, where: QRect) -> None:
        """The outline of a slip, and what will be there."""
        quiet = self.palette().color(QPalette.ColorRole.PlaceholderText)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(quiet, 1, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(where.adjusted(1, 1, -1, -1), 8, 8)
        inside = where.adjusted(16, 16, -16, -16)
        painter.drawText(inside, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.EMPTY)


def _dots(logo: Logo) -> QImage:
    """A logo's dots, black on the color of the paper."""
    form = QImage.Format.Format_Mono
    image = QImage(logo.rows, logo.across, logo.down, logo.across // 8, form)
    image.setColorTable([QColor(theme.current().paper).rgb(), ink().rgb()])
    return image.convertToFormat(QImage.Format.Format_RGB32)


def _row(cell: int) -> int:
    """The height of a plain line, as a printer feeds it."""
    return cell * 13 // 6


def _torn(whole: QSize, cell: int) -> QPolygon:
    """Paper whose upper and lower ends were torn off along the cutter's teeth."""
    right, bottom, tooth = whole.width() - 1, whole.height() - 1, max(1, cell // 3)
    turns = range(0, right, max(2, cell // 2))
    upper = [QPoint(x, tooth * (turn % 2)) for turn, x in enumerate(turns)]
    lower = [QPoint(x, bottom - tooth * (turn % 2)) for turn, x in enumerate(turns)]
    return QPolygon([*upper, QPoint(right, tooth), QPoint(right, bottom - tooth), *reversed(lower)])


class ReportPaper(QWidget):
    """A report on the screen, page below page, with where we are and how large it is shown.

    Attributes:
        view: its pages.

    Signals:
        failed(str)  the bytes cannot be shown, in words
    """

    failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        pages = self.view = Pages(self)
        self._caption, self._zoom = label(), label("", "muted")
        self._smaller = button("−", lambda: pages.step(-1), says="Smaller")
        self._larger = button("+", lambda: pages.step(1), says="Larger")
        self._fit = button("Fit width", lambda: pages.zoom_to(0))
        self._bar = (self._zoom, self._smaller, self._larger, self._fit)
        for one, keys in ((self._smaller, "Ctrl −"), (self._larger, "Ctrl +"), (self._fit, "Ctrl 0")):
            one.setToolTip(keys)
            one.setMinimumSize(theme.LEAST_PX, theme.LEAST_PX)
        self._caption.setMinimumHeight(theme.LEAST_PX)  # the buttons come into sight later
        self.setLayout(column(row(self._caption, None, *self._bar), pages, grow=1))
        self.setFocusProxy(pages)
        pages.moved.connect(self._note)
        pages.failed.connect(self.failed)
        self._note()

    def show_pdf(self, data: bytes) -> None:
        """Show a report from the bytes of its PDF."""
        self.view.show_pdf(data)

    def sizeHint(self) -> QSize:
        """About a page."""
        return QSize(760, 900)

    def _note(self) -> None:
        """Say where we are."""
        pages = self.view
        self._caption.setText(f"Page {pages.page} of {pages.pages}" if pages.pages else "")
        self._zoom.setText(f"{pages.percent} %")
        for part in self._bar:
            part.setVisible(pages.pages > 0)
        self._smaller.setEnabled(pages.percent > STEPS[0])
        self._larger.setEnabled(pages.percent < STEPS[-1])
        self._fit.setEnabled(not pages.fits)
