"""Colors side by side: named and measured, and two chips as they are seen in bad light."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QIcon, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from pitdesk.chips import Chip
from pitdesk.chipset import color
from pitdesk.chipset.appearance import Look
from pitdesk.chipset.color import CONDITIONS, hex_of
from ui.widgets import art, theme
from ui.widgets.fields import Line
from ui.widgets.flow import Flow
from ui.widgets.parts import button, column, holder, label, row

WIDE, HIGH = 84, 36  # pixels of two colors side by side
ICON = 20
STRIP = QSize(72, 14)  # pixels of the edge of one chip of two
PARTS = ("color", "second", "third", "middle")  # of a look, that are colors
SEEN = {
    "plain": "In plain light",
    "dim": "In dim light",
    "protan": "Without red",
    "deutan": "Without green",
    "tritan": "Without blue",
}


class Swatch(QWidget):
    """Colors side by side, each #RRGGBB; "" is one that nobody knows."""

    def __init__(self, says: str) -> None:
        super().__init__()
        self.says = says
        self.colors: tuple[str, ...] = ()
        self.setFixedSize(WIDE, HIGH)
        self.setAccessibleName(says)

    def show_colors(self, *colors: str) -> None:
        """Show these."""
        self.colors = colors
        self.setAccessibleName(f"{self.says}: {', '.join(one or 'unknown' for one in colors)}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """One beside the other, without a gap: so a difference is seen best."""
        with QPainter(self) as painter:
            _paint(painter, self.rect(), self.colors)


def _paint(painter: QPainter, within: QRect, colors: tuple[str, ...]) -> None:
    within = within.adjusted(1, 1, -1, -1)
    edge = QColor(theme.current().edge)
    for at, one in enumerate(colors):
        left, right = (within.x() + within.width() * turn // len(colors) for turn in (at, at + 1))
        part = QRect(left, within.y(), right - left, within.height())
        if one:
            painter.fillRect(part, QColor(one))
        else:
            painter.fillRect(part, QColor(theme.current().field))
            painter.fillRect(part, QBrush(edge, Qt.BrushStyle.BDiagPattern))
    painter.setPen(QPen(edge, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(within.adjusted(0, 0, -1, -1))


@lru_cache(maxsize=256)
def icon(words: str) -> QIcon:
    """A small square of a color by its name."""
    made = theme.blank(ICON, ICON)
    with QPainter(made) as painter:
        _paint(painter, made.rect(), (hex_of(words),))
    return QIcon(made)


def hundredths(amount: int) -> str:
    """A difference of colors as it is said: 4.20."""
    return f"{amount // 100}.{amount % 100:02}"


class Measured(Line):
    """What was measured of one color of a chip, beside what that color is called.

    of      which color of the look it is, as in PARTS
    photo   called with this field, to take the color from a photo
    """

    def __init__(self, of: str, caption: str, photo: Callable[["Measured"], object]) -> None:
        super().__init__(f"measured {of}", caption, hint="#C3252D or lab(43 58 35)", read=_read)
        self.edit.setProperty("digits", False)
        self.of = of
        self._named, self._most = "", 0
        self.swatch = Swatch(f"{caption}, named and measured")
        self.words = label("", "caption", wrap=True)
        self.from_photo = button("From a photo …", photo, says=f"{caption} from a photo", to=self)
        self._column.addWidget(holder(row(self.swatch, self.words, self.from_photo, gap=10, grow=1)))
        self.changed.connect(self.compare)

    def show_named(self, named: str, most: int) -> None:
        """Compare with the color of this name; up to `most` hundredths apart is the same."""
        self._named, self._most = named, most
        self.compare()

    def compare(self) -> None:
        """Show both colors, and say how far apart they are."""
        named = hex_of(self._named)
        try:
            measured = self.value()
        except ValueError:
            measured = ""
        self.swatch.show_colors(named, color.hex_shown(measured) if measured else "")
        self.words.setText(self._difference(named, measured))

    def _difference(self, named: str, measured: str) -> str:
        name = self._named
        if not measured:
            return f"{name.capitalize()}, not measured." if name else "Name the color first."
        if not named:
            return f"Nobody knows how {name or 'it'} looks by its name: there is nothing to compare."
        off = color.apart(name, measured)
        other = f"another color. Up to {hundredths(self._most)} is the same."
        return f"{hundredths(off)} from {name}: {'the same color.' if off <= self._most else other}"


def _read(text: str) -> str:
    return color.read(text) if text else ""


# As they are seen


def as_seen(look: Look, how: str) -> Look:
    """A look with its colors as they are seen under one of CONDITIONS; what nobody knows stays."""
    given = {part: look.measured.get(part) or getattr(look, part) for part in PARTS}
    seen = {part: color.seen(name, how) for part, name in given.items() if name and hex_of(name)}
    return replace(look, measured={**look.measured, **seen})


class Alike(QWidget):
    """Two chips from their edges, one on the other, under each condition in which chips are seen."""

    def __init__(self, one: tuple[Chip, Look], other: tuple[Chip, Look]) -> None:
        super().__init__()
        self.strips: dict[str, list[art.Picture]] = {}
        cells = [self._cell(how, (one, other)) for how in CONDITIONS]
        names = f"{one[0].name} and {other[0].name}"
        self.setAccessibleName(f"{names} as they are seen from the edge")
        self.setLayout(Flow(*cells, across=3))

    def _cell(self, how: str, both: tuple[tuple[Chip, Look], ...]) -> QWidget:
        strips = self.strips[how] = [art.Picture() for _ in both]
        for strip, (chip, look) in zip(strips, both, strict=True):
            seen = as_seen(look, how).kept
            strip.show_drawn(art.edge_pixmap, chip.name, seen, STRIP.width(), STRIP.height())
            strip.setAccessibleName(f"{chip.name}, {SEEN[how].lower()}")
        return holder(column(*strips, label(SEEN[how], "caption"), gap=2))
