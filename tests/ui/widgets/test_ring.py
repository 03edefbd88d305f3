"""The focus ring: around whatever has the keys, seen in every theme, and no other sign looks like it."""

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from tests.storm import shared
from tests.ui.night import Quick, copied
from tests.ui.shell.test_screens import LATE
from ui.widgets import theme
from ui.widgets.parts import kind, row

SEEN = 3.0  # to one, against what was there before
LEAST = 1.5  # pixels of a ring all around, on the average
Pixels = np.ndarray[tuple[int], np.dtype[np.uint32]]
PAGES = ("floor", "bank", "fill", "tips", "waiting", "slips", "days", "site", "person", "find")


def light(rgb: int) -> float:
    """The relative luminance of a color."""
    color = QColor(rgb)
    parts = [color.redF(), color.greenF(), color.blueF()]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: int, other: int) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def seen_of(one: QWidget) -> Pixels:
    """What is seen where it stands."""
    window = one.window()
    image = window.grab(QRect(one.mapTo(window, QPoint()), one.size())).toImage()
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint32).copy()


def changed(before: Pixels, after: Pixels) -> int:
    """How many pixels stand out against what was there before."""
    where = before != after
    pairs, counts = np.unique(np.stack([before[where], after[where]]), axis=1, return_counts=True)
    return sum(
        int(count)
        for one, other, count in zip(*pairs.tolist(), counts, strict=True)
        if contrast(one, other) >= SEEN
    )


def look(one: QWidget) -> tuple[str, ...]:
    """What decides how its ring looks: one of each is looked at."""
    said = [str(one.property(name) or "") for name in ("kind", "tone", "wrong", "checked")]
    return (type(one).__name__, *said)


def stops(page: QWidget) -> Iterator[QWidget]:
    """What the keys can reach on a page."""
    for one in page.findChildren(QWidget):
        reached = one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.isVisible() and one.isEnabled()
        if reached and one.focusProxy() is None and one.visibleRegion().boundingRect() == one.rect():
            yield one


@pytest.mark.storm
@pytest.mark.parametrize("name", shared([*theme.THEMES], 3))
def test_whatever_has_the_keys_is_ringed_against_what_was_there_before(
    qapp, qtbot, open_window, tmp_path, name
):
    user = Quick.at(qtbot, open_window(*copied(tmp_path, LATE)))
    theme.apply(qapp, name)
    try:
        met: set[tuple[str, ...]] = set()
        unseen = []
        for what in PAGES:
            user.go(what)
            user.rest()
            for one in [*stops(user.window)]:
                if look(one) in met or not one.isVisible():
                    continue
                met.add(look(one))
                user.window.setFocus()
                before = seen_of(one)
                one.setFocus(Qt.FocusReason.TabFocusReason)
                if QApplication.focusWidget() is not one:
                    continue
                around = 2 * (one.width() + one.height())
                ring = changed(before, seen_of(one)) / around
                if ring < LEAST:
                    unseen.append((what, look(one), one.accessibleName(), ring))
        assert unseen == []
        assert len(met) >= 20
    finally:
        theme.apply(qapp, "dark")


@pytest.mark.parametrize("name", theme.THEMES)
def test_focus_and_wrong_differ_without_any_color(qapp, qtbot, name):
    """Their edges differ in width, side by side, whatever the hue."""
    lines = {state: QLineEdit() for state in ("focus", "wrong", "other")}
    page = QWidget()
    page.setLayout(row(*lines.values()))
    qtbot.addWidget(page)
    theme.apply(qapp, name)
    try:
        kind(lines["wrong"], "", wrong="true")
        page.show()
        qtbot.waitActive(page)
        lines["focus"].setFocus()
        QApplication.processEvents()
        widths = {state: edges(line) for state, line in lines.items()}
        assert len({*widths.values()}) == len(widths), widths
        lines["wrong"].setFocus()
        QApplication.processEvents()
        assert edges(lines["wrong"]) not in widths.values()
    finally:
        theme.apply(qapp, "dark")


def edges(one: QWidget) -> tuple[int, int]:
    """How wide its edge is at the left and at the right, in pixels."""
    image = one.grab().toImage()
    middle, inside = image.height() // 2 + 8, image.width() - 12
    across = [image.pixel(x, middle) for x in range(image.width())]
    ground = across[inside]
    left = next(at for at, one in enumerate(across) if one == ground)
    right = next(at for at, one in enumerate(reversed(across)) if one == ground)
    return left, right
