"""Set-up, Devices: what stands beside the cashier is chosen, tried and learned."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt

from printers.devices.drawer import LEARN
from printers.devices.sim import Cable, Counter, Drawer, Scale, Trigger, plugged
from tests.ui.night import Quick, copied, signed
from tests.ui.stand import stands
from tests.ui.work.test_till import connect, kicked, settings
from ui.setup.devices import CLOSE_IT, OPEN_IT
from ui.setup.recorder import LISTENS

pytestmark = pytest.mark.long


@stands("devices")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


@pytest.fixture
def cable() -> Iterator[Cable]:
    with plugged(Drawer(1)) as cable:
        yield cable


def card(user: Quick) -> Any:
    user.go("devices")
    user.settle()
    return user.form.drawer


def says(user: Quick, here: Any, words: str) -> None:
    user.qtbot.waitUntil(lambda: here.answer.line.text().startswith(words))


def test_without_a_printer_only_its_key_is_offered(user):
    here = card(user)
    offered = [here.where.box.itemData(at) for at in range(here.where.box.count())]
    assert offered[0] == ""
    assert not [one for one in offered if one.startswith("printer")]
    assert "No cash drawer is connected" in here.now.text()
    assert not here.open.isEnabled()


def test_a_drawer_is_chosen_and_its_switch_is_learned(user, cable):
    connect(user, cable)
    here = card(user)
    user.pick(here.where.box, "printer:5")
    assert settings(user).drawer == "printer:5"
    user.press(here.learn)
    says(user, here, OPEN_IT)
    cable.do("open")
    user.press(here.next)
    says(user, here, CLOSE_IT)
    cable.do("shut")
    user.press(here.next)
    says(user, here, "Learned.")
    assert settings(user).drawer_shut == "1"
    user.press(here.state)
    says(user, here, "Closed.")
    cable.do("open")
    user.press(here.state)
    says(user, here, "Open.")
    assert here.now.text().startswith("Now: Open since ")


def test_a_drawer_without_a_switch_is_never_called_closed(user):
    with plugged(Drawer(None)) as cable:
        connect(user, cable)
        here = card(user)
        user.press(here.learn)
        for words in (OPEN_IT, CLOSE_IT):
            says(user, here, words)
            user.press(here.next)
        says(user, here, LEARN)
        user.press(here.state)
        says(user, here, "Unknown")
        assert settings(user).drawer_shut == ""


def test_another_cable_forgets_what_was_learned(user, cable):
    connect(user, cable, shut="1")
    here = card(user)
    user.pick(here.where.box, "printer:5")
    assert settings(user).drawer_shut == ""


def test_trying_it_on_an_open_day_is_an_entry(user, cable):
    connect(user, cable)
    user.press(card(user).open)
    user.settle()
    assert user.form.name == "open drawer"
    assert cable.sim.kicks == []


def test_trying_it_with_no_day_open_sends_the_pulse(qtbot, open_window, night, cable):
    evening = night("busy", "devices")
    user = Quick.at(qtbot, open_window(evening.book, evening.clock), "pia")
    connect(user, cable)
    here = card(user)
    user.press(here.open)
    says(user, here, "The pulse was sent.")
    kicked(user, cable, 1)


def test_a_drawer_on_a_trigger_opens_without_a_printer(user):
    with plugged(Trigger()) as cable:
        here = card(user)
        user.pick(here.where.box, "trigger:Glancetron 8005U trigger")
        assert "Type the port" in here.answer.line.text()
        user.write(here.port.edit, cable.path)
        user.key(Qt.Key.Key_Return)
        assert settings(user).drawer == f"trigger:Glancetron 8005U trigger@{cable.path}"
        user.do("open drawer", {"reason": "change"}, signed("jo:cashier"))
        user.qtbot.waitUntil(lambda: cable.sim.kicks == 1)


def test_the_empty_rack_is_learned_on_the_scale(user):
    with plugged(Scale()) as cable:
        user.go("devices")
        here = user.form.scale
        user.window.devices.use("scale", f"Mettler Toledo, MT-SICS@{cable.path}")
        user.qtbot.waitUntil(lambda: here.answer.line.text() == "0.000 g, stable.")
        user.press(here.learn)
        assert here.answer.line.text().startswith("Empty the scale")
        cable.do("85.2")
        user.qtbot.waitUntil(lambda: here._mg == 85_200)
        user.press(here.learn)
        assert here.rack.text() == "An empty rack weighs 85.2 g."
        assert settings(user).rack_mg == 85_200
        user.press(here.bare)
        assert settings(user).rack_mg == 0


def test_a_device_is_chosen_shown_and_let_go(user):
    with plugged(Counter()) as cable:
        user.go("devices")
        here = user.form.counter
        user.press(here.use)
        assert "Name the port" in here.where.told
        user.pick(here.model.box, "Counter that prints a report")
        user.write(here.where.edit, cable.path)
        user.press(here.use)
        user.qtbot.waitUntil(lambda: here.now.text().endswith("It is there."))
        cable.do("2x$20")
        user.qtbot.waitUntil(lambda: here.answer.line.text() == "Counted: 2 pieces, $40.00.")
        user.press(here.last)
        assert "DENOM" in here.answer.line.text()
        user.press(here.none)
        assert here.now.text() == "None is in use."


def test_a_profile_is_made_of_what_an_unknown_device_sends(user):
    with plugged(Counter()) as cable:
        user.go("devices")
        here = user.form.record
        user.press(here.record)
        assert here.where.told
        user.write(here.where.edit, cable.path)
        user.press(here.record)
        user.qtbot.waitUntil(lambda: here.answer.line.text() == LISTENS)
        cable.do("20x$20 3x$5")
        user.qtbot.waitUntil(lambda: "TOTAL" in here.came.text())
        user.write(here.name.edit, "Our counter")
        user.write(here.ran.edit, "21x$20 3x$5")
        user.press(here.make)
        assert here.answer.line.text().startswith("No line of the record has 21 of $20")
        user.write(here.ran.edit, "20x$20 3x$5")
        user.press(here.make)
        assert "Our counter (recorded here)" in here.answer.line.text()
        counter = user.form.counter
        user.pick(counter.model.box, "Our counter")
        user.write(counter.where.edit, cable.path)
        user.press(counter.use)
        user.qtbot.waitUntil(lambda: counter.now.text().endswith("It is there."))
        cable.do("2x$100")
        user.qtbot.waitUntil(lambda: counter.answer.line.text() == "Counted: 2 pieces, $200.00.")


def test_a_scanner_that_types_is_told_from_people_as_it_is_set(user):
    user.go("devices")
    user.pick(user.form.wedge.how.box, "~")
    assert settings(user).wedge == "~"


def test_one_label_comes_out_on_receipt_paper(user):
    user.go("devices")
    here = user.form.labels
    user.pick(here.which.box, "RACK $5")
    user.press(here.one)
    user.qtbot.waitUntil(lambda: here.answer.line.text() == "Printed.")
    assert user.pit.paper.jobs[-1].lines[0].strip() == "RACK $5"
