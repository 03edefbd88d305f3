"""The USB cable: every state of a printer at the end of a real file, and what keeps one from opening."""

import errno
import os
import re
import time
import tty
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from pitdesk.errors import Trouble
from printers import Job
from printers.devices import usbport
from printers.devices.profiles import PROFILES
from printers.devices.receipt import CHUNK, Receipt
from printers.devices.usbport import FoundPrinter, UsbPort, found
from printers.slips.bytes import escpos_bytes
from tests.printers.cable import cable
from tests.printers.fakes import COVER, ERROR, PAPER_END, Fake

LINES = ("FILL SLIP", "000412 ORIGINAL", "TOTAL  60  $600.00", "END FILL 000412 1/2")
DATA = escpos_bytes(LINES, 42)
JOB = Job("fill-000412-original", LINES, DATA)
EPSON, PLAIN = PROFILES["Epson TM-T88V"], PROFILES["80 mm"]


def receipt(path, profile=EPSON, answer_s=0.25, paper_s=0.25) -> Receipt:
    return Receipt(UsbPort(path), profile, "bar", answer_s=answer_s, paper_s=paper_s, least_bps=10**6)


def test_slips_come_out_whole_one_after_another():
    fake = Fake()
    with cable(fake) as path:
        made = receipt(path, paper_s=5)
        for _ in range(3):
            assert made.ready(JOB) == ""
            assert made.print(JOB) == "whole"
    assert bytes(fake.printed) == DATA * 3


def test_a_slip_longer_than_the_line_comes_out_whole():
    lines = LINES * 200
    job = Job("long", lines, escpos_bytes(lines, 42))
    assert len(job.data) > 4096 * 3 > CHUNK
    fake = Fake()
    with cable(fake) as path:
        assert receipt(path, paper_s=10).print(job) == "whole"
    assert bytes(fake.printed) == job.data


@pytest.mark.parametrize(
    ("fake", "words"),
    [
        (Fake(offline=COVER), "its cover is open"),
        (Fake(offline=PAPER_END), "its paper is out"),
        (Fake(offline=ERROR), "it reports an error"),
        (Fake(answers=False), "does not answer"),
    ],
    ids=["cover", "paper", "error", "mute"],
)
def test_what_cannot_print_is_told_before_anything_is_sent(fake, words):
    with cable(fake) as path, pytest.raises(Trouble, match=words):
        receipt(path).ready(JOB)
    assert fake.printed == b""


def test_low_paper_is_told():
    with cable(Fake(low=True)) as path:
        assert "its paper is low" in receipt(path).ready()


@pytest.mark.parametrize("fault", ["reset", "hang up", "deaf", "mute", "paper end"])
@pytest.mark.parametrize("cut", [1, 2, 3, *range(10, len(DATA), 30), len(DATA) - 1, len(DATA)])
def test_the_plug_is_pulled(fault, cut):
    fake = Fake(cut=cut, fault=fault)
    with cable(fake) as path:
        made = receipt(path, paper_s=0.05)
        made.ready(JOB)
        outcome = made.print(JOB)
        assert outcome == "unknown" or bytes(fake.printed) == DATA
    assert DATA.startswith(bytes(fake.printed))


@pytest.mark.parametrize("late", [b"\x12", b"\x11\x13", b"\x14\x00\x00\x0f"], ids=repr)
def test_what_it_says_by_itself_is_no_answer(late):
    with cable(Fake(cut=5, fault="mute", late=late)) as path:
        made = receipt(path, paper_s=0.2)
        with suppress(Trouble):
            made.ready(JOB)
        assert made.print(JOB) == "unknown"


def test_the_late_answer_to_an_earlier_job_proves_nothing():
    """What was asked through a cable may be answered after the next opening."""
    ours, device = os.openpty()
    with os.fdopen(ours, "wb", buffering=0) as printer:
        made = receipt(os.ttyname(device), replace(EPSON, status=False), paper_s=0.1)
        assert made.print(JOB) == "unknown"
        printer.write(b"\0")
        assert made.print(JOB) == "unknown"
    os.close(device)


def test_a_device_that_cannot_be_read_answers_nothing(monkeypatch):
    """A printer with one direction only: usblp says EINVAL."""

    def one_way(*_: object) -> bytes:
        raise OSError(errno.EINVAL, "Invalid argument")

    fake = Fake()
    with cable(fake) as path:
        made = receipt(path, PLAIN)
        fake.answers = False
        monkeypatch.setattr(usbport.os, "read", one_way)
        link = UsbPort(path)
        link.open()
        assert link.receive(0.05) == b""
        monkeypatch.undo()
        link.close()
        assert made.print(JOB) == "unknown"
    assert bytes(fake.printed) == DATA


def test_a_full_printer_takes_what_it_can_and_no_time_more():
    ours, device = os.openpty()
    link = UsbPort(os.ttyname(device))
    link.open()
    sent = link.send(b"x" * 100_000, 0.2)
    assert 0 < sent < 100_000
    assert link.send(b"x", 0.05) in (0, 1)
    os.close(ours)
    os.close(device)
    link.close()


def test_a_device_that_is_read_and_says_nothing_is_waited_for_no_longer_than_asked():
    """Usblp hands on empty answers; here the other end of a pipe is closed."""
    ours, other = os.pipe()
    os.close(other)
    began = time.monotonic()
    assert usbport.receive(ours, 0.1) == b""
    assert usbport.receive(ours, 0) == b""
    assert time.monotonic() - began >= 0.1
    os.close(ours)


def test_closing_waits_for_the_last_bytes_but_not_for_ever(monkeypatch):
    monkeypatch.setattr(usbport, "DRAIN_S", 0.2)
    ours, device = os.openpty()
    tty.setraw(device)
    link = UsbPort(os.ttyname(device))
    link.open()
    while link.send(b"x" * 4096, 0.05):
        pass
    began = time.monotonic()
    link.close()
    assert time.monotonic() - began >= 0.2
    os.close(ours)
    os.close(device)


def test_no_paper_is_no_broken_link(monkeypatch):
    """Usblp says ENOSPC: nothing of it was taken, and later bytes may be."""
    answers = [OSError(errno.EAGAIN, "again"), 1, OSError(errno.ENOSPC, "no paper")]

    def write(file: int, data: bytes) -> int:
        if isinstance(said := answers.pop(0), OSError):
            raise said
        return said

    ours, device = os.openpty()
    with monkeypatch.context() as context:
        context.setattr(usbport.os, "write", write)
        assert usbport.send(device, b"slip", 1) == 1
        answers.append(OSError(errno.ENOSPC, "no paper"))
        assert usbport.send(device, b"slip", 1) == 0
        answers.append(OSError(errno.ENODEV, "gone"))
        with pytest.raises(OSError, match="gone"):
            usbport.send(device, b"slip", 1)
        answers[:] = [2, OSError(errno.ENODEV, "gone")]
        assert usbport.send(device, b"slip", 1) == 2, "what was taken is told first"
    os.close(ours)
    os.close(device)


LP0 = FoundPrinter(Path("/dev/usb/lp0"), Path("/dev/pitdesk/X1"), "EPSON", "TM-T88V", "X1")


def test_no_such_device(tmp_path):
    with pytest.raises(Trouble, match=r"No printer is at .*lp7.*Plugged in: /dev/pitdesk/X1 \(EPSON"):
        UsbPort(tmp_path / "lp7", look=lambda: [LP0]).open()
    with pytest.raises(Trouble, match=r"No USB printer is plugged in\.$"):
        receipt(tmp_path / "lp7").ready(JOB)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EACCES, "usermod -aG lp"),
        (errno.EPERM, usbport.RULE),
        (errno.EBUSY, "Another program has the printer"),
        (errno.ENODEV, "Check that it is on and plugged in"),
        (errno.EIO, "Switch it off and on"),
    ],
    ids=errno.errorcode.get,
)
def test_what_keeps_a_device_from_opening_is_named_with_the_way_out(monkeypatch, number, words):
    def refuse(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(usbport.os, "open", refuse)
    with pytest.raises(Trouble, match=words):
        UsbPort("/dev/usb/lp0", look=list).open()


def test_a_device_of_somebody_else_is_not_opened():
    """A real refusal of the kernel, asked for as a user without rights."""
    if os.geteuid():
        pytest.skip("only root can become somebody without rights")
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o711)
        device = Path(folder, "lp0")
        device.touch(0o600)
        os.seteuid(65534)
        try:
            with pytest.raises(Trouble, match="may not use"):
                UsbPort(device).open()
        finally:
            os.seteuid(0)


def plug(root: Path, number: int, **said: str) -> None:
    """A printer as sysfs shows it: class/lpN/device → …/1-N/1-N:1.0."""
    usb = root / "devices" / f"1-{number}"
    (usb / f"1-{number}:1.0" / "usbmisc" / f"lp{number}").mkdir(parents=True)
    for name, text in said.items():
        (usb / name).write_text(text + "\n")
    entry = root / "class" / f"lp{number}"
    entry.mkdir(parents=True)
    (entry / "device").symlink_to(usb / f"1-{number}:1.0")


def test_what_is_plugged_in(tmp_path):
    plug(tmp_path, 0, idVendor="04b8", manufacturer="EPSON", product="TM-T88V", serial="X1")
    plug(tmp_path, 1, idVendor="0416", idProduct="5011", serial="A B/é")
    plug(tmp_path, 2, manufacturer="STM", product="POS58", serial="1234")
    plug(tmp_path, 10, manufacturer="STM", product="POS58", serial="1234")
    plug(tmp_path, 11)
    told = found(tmp_path / "class")
    assert told[0] == LP0
    assert [str(one.name) for one in told] == [
        "/dev/pitdesk/X1",
        "/dev/usb/lp1",  # udev takes this for no serial number
        "/dev/usb/lp2",  # two printers with one number
        "/dev/usb/lp10",
        "/dev/usb/lp11",
    ]
    assert (told[1].vendor, told[1].model) == ("0416", "5011")
    assert str(told[4]) == "/dev/usb/lp11 (a printer)"
    assert found(tmp_path / "nothing") == []


def test_the_name_that_stays_is_the_one_that_udev_makes(tmp_path):
    plug(tmp_path, 0, serial="J4 K/1#2")
    assert str(found(tmp_path / "class")[0].name) == "/dev/pitdesk/J4_K_1#2"


def test_the_rule_lets_the_group_in_and_nobody_else():
    rule = Path(__file__).parents[3].joinpath(usbport.RULE).read_text("utf-8")
    lines = [line for line in rule.splitlines() if line and line[0] != "#"]
    assert all(line.startswith('SUBSYSTEM=="usbmisc", KERNEL=="lp[0-9]*", ') for line in lines)
    assert re.findall('MODE="([0-9]+)"', rule) == ["0660"]
    assert re.findall(' GROUP="([a-z]+)"', rule) == ["lp"]
    assert 'ATTRS{bInterfaceClass}=="07"' in lines[0]
    assert f'SYMLINK+="{usbport.STABLE.name}/$env{{ID_SERIAL_SHORT}}"' in lines[1]
