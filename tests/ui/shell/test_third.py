"""The third column: what waits, beside every screen where there is the most room."""

import pytest
from PySide6.QtCore import QPoint

from tests.ui import fits
from tests.ui.night import Quick, copied, signed
from tests.ui.stand import stands

pytestmark = pytest.mark.long


@stands()
def user(qtbot, open_window, tmp_path) -> Quick:
    made = Quick.at(qtbot, open_window(*copied(tmp_path)))
    made.window.resize(2560, 1440)
    made.go("redeem")
    made.settle()
    return made


def test_a_slip_that_is_prepared_elsewhere_stands_beside_and_leads_to_its_next_step(user):
    third = user.window.third
    assert third.isVisible()
    assert third.now.first.isHidden()
    user.post(user.fill_in("fill", {"table": "2", "chips": "20x$5"}, signed("jo:cashier")))
    user.go("redeem")
    assert third.now.first.text() == "F10  Verify fill 000001"
    assert (
        third.mapTo(user.window, QPoint()).x()
        >= user.form.mapTo(user.window, QPoint()).x() + user.form.width()
    )
    assert fits.findings(user.window) == []
    user.press(third.now.first)
    assert user.form.slip.value() == "fill 000001"


def test_it_is_not_there_on_the_floor_with_the_keys_to_touch_or_with_less_room(user):
    window = user.window
    user.go("floor")
    assert window.third.isHidden()
    user.go("fill")
    assert window.third.isVisible()
    window.show_pad(True)
    assert window.third.isHidden()
    window.show_pad(False)
    assert window.third.isVisible()
    window.resize(1366, 768)
    assert window.third.isHidden()
