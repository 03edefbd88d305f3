"""Lists in groups: the sign that opens one is seen in every theme, chosen or not. Long lists."""

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from tests.ui import fits
from ui.widgets import theme
from ui.widgets.listing import Group, Groups, Item, Listing, Long, listed

MANY = [Item(at, f"line {at}") for at in range(30)]


@pytest.fixture
def dark_again(qapp) -> Iterator[None]:
    yield
    theme.apply(qapp, "dark")


@pytest.mark.usefixtures("dark_again")
@pytest.mark.parametrize("look", ["dark", "light", "contrast"])
def test_the_sign_of_a_group_stands_out_chosen_or_not(qtbot, qapp, look):
    theme.apply(qapp, look)
    groups = Groups("What is in the way")
    qtbot.addWidget(groups)
    groups.show_groups([Group("here", "stop", MANY), Group("there", "way", MANY)])
    groups.resize(400, 300)
    groups.show()
    groups.setCurrentItem(groups.topLevelItem(0))
    QApplication.processEvents()
    image = groups.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1)
    for at in range(2):
        item = groups.topLevelItem(at)
        where = groups.visualItemRect(item)
        sign = pixels[where.top() + 2 : where.bottom() - 2, 3 : groups.indentation() - 1]
        assert fits.contrast(sign) >= fits.SEEN, (look, at)


@pytest.fixture
def usual_again() -> Iterator[None]:
    yield
    theme.fit(1366, 768)


@pytest.mark.usefixtures("dark_again", "usual_again")
@pytest.mark.parametrize("look", ["dark", "light", "contrast"])
@pytest.mark.parametrize("room", [(683, 384), (1366, 768), (3840, 2160)])
def test_a_long_list_looks_as_any_other(qtbot, qapp, look, room):
    theme.fit(*room)
    theme.apply(qapp, look)
    rows = Listing[tuple[str, str]](["What", "How much"], lambda at: at == 1)
    rows.show_rows([(f"line {at} of many that are long", f"${at},000.00") for at in range(40)])
    pictures = []
    for view in (None, Long(rows)):
        made = listed("Lines", rows, view)
        qtbot.addWidget(made)
        made.resize(260, 300)
        made.show()
        made.verticalScrollBar().setValue(7)
        QApplication.processEvents()
        wide = sum(made.columnWidth(at) for at in range(2))
        pictures.append(made.viewport().grab().copy(0, 0, wide, 300).toImage())
    assert pictures[0] == pictures[1]
    made.selectRow(9)
    ground = made.visualRect(rows.index(9, 0)).topLeft() + QPoint(2, 2)
    assert made.viewport().grab().toImage().pixelColor(ground) == theme.color(theme.current().select)
