"""What is plugged in, on the page of devices: recognized, and used by one press."""

from PySide6.QtWidgets import QLabel

from printers.devices.found import Found
from printers.devices.sim import Scanner, plugged
from tests.ui.night import Quick, copied
from tests.ui.stand import stands
from ui.setup.ports import NO_PORT, UNKNOWN

SCALE = Found("/dev/hidraw1", "usb:0922:8003:71", "DYMO M25", "0922:8003", "hid")
ADAPTER = Found("/dev/ttyUSB0", "usb:0403:6001:A5X1", "FTDI FT232R", "0403:6001")


@stands("devices")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def looked(user: Quick, *here: Found):
    """The card, once it has looked at what is plugged in."""
    user.go("devices")
    card = user.form.ports
    user.qtbot.waitUntil(lambda: not card._lane.busy())
    card.look = lambda: [*here]
    card.begin()
    user.qtbot.waitUntil(lambda: not card._lane.busy() and card.rows.count() == len(here))
    return card


def words(card) -> str:
    parts = [card.rows.itemAt(at).widget() for at in range(card.rows.count())]
    labels = [one for part in parts for one in (part, *part.findChildren(QLabel))]
    return "\n".join(one.text() for one in labels if isinstance(one, QLabel))


def test_nothing_is_plugged_in(user):
    card = looked(user)
    assert card.there.isVisible()
    assert card.there.text() == NO_PORT


def test_what_it_is_and_what_cannot_be_known_is_said(user):
    card = looked(user, ADAPTER, SCALE)
    assert f"/dev/ttyUSB0: FTDI FT232R. {UNKNOWN}" in words(card)
    assert "/dev/hidraw1: DYMO M25. It is a scale." in words(card)
    assert [one.accessibleName() for one in card.ways] == ["Use /dev/hidraw1 as the scale"]


def test_one_press_uses_it_and_its_own_card_says_so(user):
    with plugged(Scanner()) as cable:
        here = Found(cable.path, cable.path, "Symbol LS2208", "05e0:1701")
        card = looked(user, here)
        user.press(card.ways[0])
        named = f"Scanner on a serial or USB-serial line@{cable.path}"
        assert user.window.settings.scanner == named
        user.qtbot.waitUntil(lambda: user.window.devices.state.get("scanner") == "")
        user.qtbot.waitUntil(lambda: "In use." in words(card))
        assert card.ways == []
        assert user.form.scanner.now.text().startswith("Now: Scanner on a serial")
        cable.do("PITDESK BAG 7")
        user.qtbot.waitUntil(lambda: "PITDESK BAG 7" in user.form.scanner.answer.line.text())
        user.window.devices.use("scanner", "")
