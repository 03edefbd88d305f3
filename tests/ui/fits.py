"""What is not seen whole in a window: cut off, outside, overlapping, too small for a finger, too faint.

Each function takes a window and yields words for what it finds.
"""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QTableView,
    QWidget,
)

from tests.ui.tour import in_sight
from ui.widgets import theme
from ui.widgets.parts import Cut

FINGER = theme.LEAST_PX
LEGIBLE, SEEN = 4.5, 3.0  # contrast of words; of words of what is disabled
NEAR = 12  # of 3 * 255: a color that is the ground's
THIN = 0.8  # of a color that is left in the thin strokes of small letters


def findings(window: QWidget, *, touched: bool = False) -> list[str]:
    """All that does not fit; `touched`: nor what is too small for a finger."""
    seen = [one for one in _leaves(window) if not one.visibleRegion().isEmpty()]
    found = [*_sideways(window), *_cut(seen), *_outside(window, seen), *_overlapping(window, seen)]
    return found + ([*_small(seen)] if touched else [])


def faint(window: QWidget) -> list[str]:
    """Words that stand out too little from what is behind them, measured in what is painted."""
    image = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    width, height, ratio = image.width(), image.height(), image.devicePixelRatio()
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(height, image.bytesPerLine() // 4)
    found = []
    for one in _leaves(window):
        region = one.visibleRegion()
        if region.isEmpty() or not words(one) or (isinstance(one, QLineEdit) and one.hasSelectedText()):
            continue
        where = region.boundingRect().translated(one.mapTo(window, QPoint()))
        if where.height() < one.fontMetrics().height():  # it is half out of sight
            continue
        left, top = round(where.x() * ratio), round(where.y() * ratio)
        right, below = round((where.right() + 1) * ratio), round((where.bottom() + 1) * ratio)
        stands_out = contrast(pixels[top : min(below, height), left : min(right, width)])
        least = THIN * (LEGIBLE if one.isEnabled() and not _hint(one) else SEEN)
        if stands_out < least:
            found.append(f"{_named(one)} stands out by {stands_out:.1f}, not by {least:.1f}")
    return found


def foot(page: QWidget) -> float:
    """How much of the height of a page is empty below all that it shows."""
    image = page.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    raw = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    pixels = raw[:, : 4 * image.width()].reshape(image.height(), image.width(), 4)[..., :3]
    ground, shown = pixels[-1, 0].astype(int), image.height()
    while shown and (np.abs(pixels[shown - 1] - ground).sum(1) <= NEAR).all():
        shown -= 1
    return 1 - shown / image.height()


def words(one: QWidget) -> str:
    """The words that a widget shows."""
    match one:
        case QComboBox():
            return one.currentText()
        case QLineEdit():
            return one.displayText() or one.placeholderText()
        case QLabel() | QAbstractButton():
            return one.text()
    return ""


def _hint(one: QWidget) -> bool:
    return isinstance(one, QLineEdit) and not one.text()


def _named(one: QWidget) -> str:
    return f"{type(one).__name__} '{words(one) or one.accessibleName()}'"


def _leaves(window: QWidget) -> list[QWidget]:
    """What shows words or takes keys; a list that opens is one, whatever is in it."""
    kinds = (QLabel, QAbstractButton, QLineEdit, QComboBox)
    every = [one for one in in_sight(window) if isinstance(one, kinds)]
    every = [one for one in every if not isinstance(one.parentWidget(), QComboBox | QAbstractItemView)]
    return [one for one in every if not isinstance(one, QLabel) or one.text()]


def _sideways(window: QWidget) -> Iterator[str]:
    for area in (one for one in in_sight(window) if isinstance(one, QAbstractScrollArea)):
        if area.horizontalScrollBar().maximum() > 1:
            yield f"{type(area).__name__} scrolls by {area.horizontalScrollBar().maximum()}"
        if isinstance(area, QAbstractItemView):
            yield from _cut_cells(area)


def _cut_cells(view: QAbstractItemView) -> Iterator[str]:
    """Heads and cells of a list that are cut short where no tip has them whole."""
    model = view.model()
    if not isinstance(view, QTableView) or model is None:
        return
    head: QHeaderView = view.horizontalHeader()
    for at in range(model.columnCount()):
        if head.isVisible() and not head.isSectionHidden(at):
            said = f"{model.headerData(at, Qt.Orientation.Horizontal) or ''}"
            tip = model.headerData(at, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
            if head.fontMetrics().horizontalAdvance(said) > head.sectionSize(at) and not tip:
                yield f"the head '{said}' has {head.sectionSize(at)} pixels"
    rows = [view.rowAt(y) for y in range(0, view.viewport().height(), 12)]
    for line in sorted({*rows} - {-1}):
        for at in range(model.columnCount()):
            index = model.index(line, at)
            said, tip = index.data(), index.data(Qt.ItemDataRole.ToolTipRole)
            if said and not tip and not view.wordWrap() and not head.isSectionHidden(at):
                wide = view.sizeHintForIndex(index).width()
                if view.visualRect(index).width() < wide and view.columnSpan(line, at) == 1:
                    yield f"the cell '{said}' has {view.visualRect(index).width()} of {wide} pixels"


def _cut(seen: list[QWidget]) -> Iterator[str]:
    """Words that are cut off, or that are cut short where no tip has them whole."""
    for one in seen:
        inside, wide = one.contentsRect().size(), one.fontMetrics().horizontalAdvance(words(one))
        if one.toolTip() and isinstance(one, Cut | QLineEdit):
            continue
        match one:
            case Cut():
                if one.is_cut:
                    yield f"{_named(one)} is cut short, and has no tip"
            case QLabel() if one.wordWrap():
                if one.height() < one.heightForWidth(one.width()) - 1:
                    yield f"{_named(one)} is {one.height()} of {one.heightForWidth(one.width())} high"
            case QLabel() | QAbstractButton():
                ignored = one.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Ignored
                least = wide if ignored else one.minimumSizeHint().width()
                if one.width() < least and not (ignored and one.toolTip()):
                    yield f"{_named(one)} has {one.width()} of {least} pixels"
            case QComboBox():
                option = QStyleOptionComboBox()
                one.initStyleOption(option)
                style, part = one.style(), QStyle.SubControl.SC_ComboBoxEditField
                room = style.subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, one)
                if room.width() < wide and not one.toolTip():
                    yield f"{_named(one)} has {room.width()} of {wide} pixels"
            case QLineEdit():
                margins = 2 * 10
                if (one.isReadOnly() or _hint(one)) and inside.width() - margins < wide:
                    yield f"{_named(one)} has {inside.width() - margins} of {wide} pixels"


def _outside(window: QWidget, seen: list[QWidget]) -> Iterator[str]:
    """What is cut off by what is around it, but for what scrolls up and down."""
    for one in seen:
        where, above = QRect(QPoint(), one.size()), one
        while above is not window and (parent := above.parentWidget()):
            where.translate(above.pos())
            above = parent
            room = above.rect()
            scrolls = isinstance(above.parentWidget(), QAbstractScrollArea)
            if where.left() < room.left() or where.right() > room.right():
                yield f"{_named(one)} is beyond the edge of {type(above).__name__} by {where}, {room}"
                break
            if scrolls:
                break
            if where.top() < room.top() or where.bottom() > room.bottom():
                yield f"{_named(one)} is above or below {type(above).__name__} by {where}, {room}"
                break


def _overlapping(window: QWidget, seen: list[QWidget]) -> Iterator[str]:
    """Two that stand upon each other."""
    places = [(one, one.visibleRegion().boundingRect()) for one in seen]
    placed = [(one, where.translated(one.mapTo(window, QPoint()))) for one, where in places]
    for (one, where), (other, there) in combinations(placed, 2):
        if where.intersects(there) and not one.isAncestorOf(other) and not other.isAncestorOf(one):
            yield f"{_named(one)} lies upon {_named(other)}: {where}, {there}"


def _small(seen: list[QWidget]) -> Iterator[str]:
    """What a finger does not hit."""
    for one in seen:
        touchable = not isinstance(one, QLabel) and one.isEnabled()
        low = one.height() < FINGER or (one.width() < FINGER and not isinstance(one, QCheckBox))
        if touchable and low:
            yield f"{_named(one)} is {one.width()} by {one.height()}"


def contrast(pixels: "np.ndarray[tuple[int, int], np.dtype[np.uint32]]") -> float:
    """How much what differs most stands out from the color that there is most of."""
    colors, counts = np.unique(pixels, return_counts=True)
    parts = np.stack([(colors >> shift & 255) / 255 for shift in (16, 8, 0)])
    linear = np.where(parts <= 0.03928, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    light = np.array([0.2126, 0.7152, 0.0722]) @ linear
    ground = light[counts.argmax()]
    ratios = (np.maximum(light, ground) + 0.05) / (np.minimum(light, ground) + 0.05)
    return float(ratios.max())
