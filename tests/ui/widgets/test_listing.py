"""Lists in groups: the sign that opens one is seen in every theme, also where it is chosen."""

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from tests.ui import fits
from ui.widgets import theme
from ui.widgets.listing import Group, Groups, Item

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
