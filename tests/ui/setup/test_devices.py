"""Set-up, Devices: what stands beside the cashier is chosen, tried and learned."""

from collections.abc import Iterator
from typing import Any

import pytest

from printers.devices.drawer import LEARN
from printers.devices.sim import Cable, Drawer, plugged
from tests.ui.night import Quick, copied
from tests.ui.work.test_till import connect, kicked, settings
from ui.setup.devices import CLOSE_IT, OPEN_IT


@pytest.fixture
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
    assert [here.where.box.itemData(at) for at in range(here.where.box.count())] == [""]
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
