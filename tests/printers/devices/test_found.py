"""What is plugged in: named by what it says of itself, found again at another port, never asked."""

import errno
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from pitdesk.errors import Trouble
from printers.devices import usbport
from printers.devices.beside import Plugged, link_to
from printers.devices.found import RULES, DeviceFile, Found, Named, found, port_of
from printers.devices.models import load
from printers.devices.sim import Scanner, plugged
from tests.files import ROOT

MODELS = load()
KEYBOARD = bytes.fromhex("05010906A1010507")
SCANNER = bytes.fromhex("068C000902A1018502")  # usage page 8C in two bytes
SCALE = bytes.fromhex("058D0920A1010922A102")
MAKERS = bytes.fromhex("06A0FF0901A101")  # a page of the maker's own


@dataclass
class Port:
    device: str
    vid: int | None = None
    pid: int | None = None
    serial_number: str | None = None
    manufacturer: str | None = None
    product: str | None = None


def raw(root: Path, number: int, ids: str, name: str, descriptor: bytes, unique: str = "") -> None:
    """A HID device as the kernel shows it."""
    device = root / f"hidraw{number}" / "device"
    device.mkdir(parents=True)
    said = f"DRIVER=hid-generic\nHID_ID={ids}\nHID_NAME={name}\nHID_UNIQ={unique}\n"
    (device / "uevent").write_text(said)
    (device / "report_descriptor").write_bytes(descriptor)


def fitting(one: Found) -> list[str]:
    return [model.name for model in MODELS.values() if one.fits(model)]


def test_devices_say_what_they_are_and_are_named_by_it(tmp_path: Path) -> None:
    raw(tmp_path, 0, "0003:0000046D:0000C31C", "Logitech USB Keyboard", KEYBOARD)
    raw(tmp_path, 1, "0003:00000922:00008003", "DYMO M25 25 Lb Scale", SCALE, "0071234")
    raw(tmp_path, 2, "0003:000016D0:0000050B", "ratiotec RS 1000", MAKERS)
    raw(tmp_path, 10, "0003:00000C2E:00000B61", "Honeywell Xenon", SCANNER, "S/N 1")
    ports = [
        Port("/dev/ttyUSB0", 0x0403, 0x6001, "A5X1", "FTDI", "FT232R USB UART"),
        Port("/dev/ttyACM0", 0x05E0, 0x1701, None, "Symbol", "Scanner"),
        Port("/dev/ttyS0"),
    ]
    told = found(ports, tmp_path)
    assert [(one.port, one.where) for one in told] == [
        ("/dev/ttyACM0", "usb:05e0:1701"),
        ("/dev/ttyS0", "/dev/ttyS0"),
        ("/dev/ttyUSB0", "usb:0403:6001:A5X1"),
        ("/dev/hidraw1", "usb:0922:8003:0071234"),
        ("/dev/hidraw2", "usb:16d0:050b"),
        ("/dev/hidraw10", "usb:0c2e:0b61"),  # a number that no setting should hold
    ]
    assert [fitting(one) for one in told] == [
        ["Scanner on a serial or USB-serial line"],
        [],
        [],  # an adapter: anything may be behind it
        ["USB scale (HID)"],
        ["Ratiotec RS 1000, 1200, 2000"],
        ["USB scanner (HID point of sale)"],
    ]
    assert told[0].says == "Symbol Scanner"


def test_two_that_cannot_be_told_apart_are_named_by_their_ports(tmp_path: Path) -> None:
    twins = [Port(f"COM{n}", 0x0403, 0x6001, "") for n in (3, 4)]
    told = found(twins, tmp_path)
    assert [one.where for one in told] == ["COM3", "COM4"]
    with pytest.raises(Trouble, match="Two devices that are alike are plugged in: COM3, COM4"):
        port_of("usb:0403:6001", lambda: told)


def test_what_a_hostile_device_says_is_short_and_plain(tmp_path: Path) -> None:
    raw(tmp_path, 0, "0003:00000922:00008003", "DYMO\x1b[2J\u202e" + "x" * 500, SCALE, "../../etc")
    raw(tmp_path, 1, "nonsense", "broken", SCALE)
    raw(tmp_path, 2, "0003:00000001:00000002", "cut", b"\x06\x8c")
    (one, cut) = found([], tmp_path)
    assert one.where == "usb:0922:8003"
    assert len(one.says) == 60
    assert one.says.isprintable()
    assert (cut.port, cut.codec) == ("/dev/hidraw2", "")


def test_a_machine_without_any_has_none(tmp_path: Path) -> None:
    assert found([], tmp_path / "none") == []
    assert isinstance(found(), list)  # of this machine, whatever it has


def test_a_device_is_found_again_at_another_port() -> None:
    """Unplugged and plugged in elsewhere its port has another name; its own stays."""
    here: list[Found] = []
    model = MODELS["Scanner on a serial or USB-serial line"]
    way = Named("usb:05e0:1701", lambda port: Plugged(port, model.baud), lambda: here)
    with pytest.raises(Trouble, match="The device 05e0:1701 is not plugged in"):
        way.open()
    for text in ("PITDESK BAG 1", "PITDESK BAG 2"):
        with plugged(Scanner()) as cable:
            here[:] = [Found(cable.path, "usb:05e0:1701", "Symbol", "05e0:1701")]
            way.open()
            cable.do(text)
            assert text.encode() in way.receive(5)
            way.close()
    assert isinstance(link_to("usb:05e0:1701", model), Named)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EACCES, RULES),
        (errno.ENODEV, "No device is at /dev/hidraw0. Check its cable"),
        (errno.EIO, "Plug it in again"),
    ],
    ids=errno.errorcode.get,
)
def test_what_keeps_a_scale_from_opening_speaks_of_no_printer(monkeypatch, number, words) -> None:
    def refuse(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(usbport.os, "open", refuse)
    with pytest.raises(Trouble, match=words) as caught:
        link_to("/dev/hidraw0", MODELS["USB scale (HID)"]).open()
    assert "printer" not in str(caught.value)
    assert isinstance(link_to("/dev/hidraw0", MODELS["USB scale (HID)"]), DeviceFile)


def test_the_rules_of_the_package_are_there() -> None:
    assert (ROOT / RULES).is_file()


@pytest.mark.parametrize("usb", ["922:8003", "0922:80", "0922-8003", "GGGG"])
def test_a_profile_names_usb_devices_as_they_are_written(tmp_path: Path, usb: str) -> None:
    text = f'name = "A"\nversion = 1\nkind = "scale"\nknown = "maker"\nsource = "b"\nusb = ["{usb}"]\n'
    (tmp_path / "a.toml").write_text(text)
    with pytest.raises(Trouble, match="is no USB number such as 0922:8003"):
        load(tmp_path)
