"""Icons: each is there, fits its square, and is no other."""

import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QIcon, QImage, QPainter
from PySide6.QtWidgets import QPushButton

from ui.widgets import icons, theme
from ui.work.actions import PICTURES

SIGNS = {"arrow", "camera", "check", "clock", "down", "eye", "info", "lock", "ring", "warning"}
WANTED = {*PICTURES.values(), *SIGNS}  # what the screens ask for


def ink(picture: QImage) -> int:
    """How much of a picture is not empty, in pixels."""
    return sum(
        picture.pixelColor(x, y).alpha() > 100
        for x in range(picture.width())
        for y in range(picture.height())
    )


def test_all_that_is_wanted_is_drawn():
    assert set(icons.NAMES) == WANTED
    with pytest.raises(KeyError):
        icons.path("unicorn")


@pytest.mark.parametrize("name", icons.NAMES)
def test_an_icon_fits_its_square_and_is_not_empty(qapp, name):
    whole = QRectF(0, 0, icons.SQUARE, icons.SQUARE)
    box = icons.path(name).boundingRect()
    assert whole.contains(box)
    assert max(box.width(), box.height()) > icons.SQUARE * 0.6
    for size in (14, 20, 48):
        assert ink(icons.pixmap(name, size=size).toImage()) > size * size / 24


@pytest.mark.parametrize("size", [16, 24])
def test_no_icon_is_another(qapp, size):
    pictures = [icons.pixmap(name, size=size).toImage() for name in icons.NAMES]
    for at, one in enumerate(pictures):
        assert all(one != other for other in pictures[:at]), icons.NAMES[at]


def test_an_icon_has_the_color_of_text_or_the_one_that_is_asked(qapp):
    theme.apply(qapp, "light")
    try:
        assert icons.pixmap("info", size=48).toImage().pixelColor(24, 24) == QColor(theme.current().text)
        assert icons.pixmap("info", "#FF0000", 48).toImage().pixelColor(24, 24) == QColor("#FF0000")
    finally:
        theme.apply(qapp, "dark")


def test_an_icon_is_sharp_and_faint_where_it_is_disabled(qapp, qtbot):
    theme.apply(qapp, "dark")
    made = icons.icon("info")
    assert made.pixmap(QSize(20, 20), 2.0).toImage().width() == 40
    faint = made.pixmap(QSize(20, 20), 3.0, QIcon.Mode.Disabled).toImage().pixelColor(30, 30)
    assert faint == QColor(theme.current().faint)
    button = QPushButton("Lock")
    qtbot.addWidget(button)
    button.setIcon(icons.icon("search"))
    assert not button.icon().isNull()


def test_an_icon_is_drawn_once(qapp):
    assert icons.icon("search").cacheKey() == icons.icon("search").cacheKey()
    assert icons.icon("search").cacheKey() != icons.icon("search", "#FF0000").cacheKey()
    assert icons.pixmap("search", size=20) is icons.pixmap("search", size=20)


def test_an_icon_is_painted_in_the_middle_of_its_room(qapp):
    picture = QImage(100, 40, QImage.Format.Format_ARGB32)
    picture.fill(QColor(0, 0, 0, 0))
    painter = QPainter(picture)
    icons.paint(painter, "info", QRectF(0, 0, 100, 40), "#FF0000")
    painter.end()
    assert picture.pixelColor(50, 20) == QColor("#FF0000")
    assert picture.pixelColor(10, 20).alpha() == 0


def test_an_icon_beside_letters_is_as_large_as_they_are(qapp, qtbot):
    made = QPushButton("Floor")
    qtbot.addWidget(made)
    theme.apply(qapp, "dark", 200)
    try:
        made.setIcon(icons.icon("search"))
        made.show()
        assert made.iconSize().height() >= 2 * 15
        assert made.icon().actualSize(made.iconSize()) == made.iconSize()
    finally:
        theme.apply(qapp, "dark")
