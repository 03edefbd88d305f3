"""The serial cable, over a real terminal: whole, cut, mute, and what keeps a port from opening."""

import errno
import fcntl
import os
import termios
import time

import pytest
import serial

from pitdesk.errors import Trouble
from printers import Job
from printers.devices import serialport
from printers.devices.profiles import PROFILES
from printers.devices.receipt import Receipt
from printers.devices.serialport import SerialPort
from printers.slips.bytes import escpos_bytes
from tests.printers.cable import cable
from tests.printers.fakes import COVER, PAPER_END, Fake

LINES = ("FILL SLIP", "000412 ORIGINAL", "TOTAL  60  $600.00", "END FILL 000412 1/2")
DATA = escpos_bytes(LINES, 42)
JOB = Job("fill-000412-original", LINES, DATA)
EPSON, PLAIN = PROFILES["Epson TM-T88V"], PROFILES["80 mm"]


def receipt(path, flow="none", profile=EPSON, answer_s=0.25, paper_s=0.25) -> Receipt:
    return Receipt(
        SerialPort(path, 9600, flow), profile, "bar", answer_s=answer_s, paper_s=paper_s, least_bps=10**6
    )


@pytest.mark.parametrize("flow", ["none", "rtscts", "xonxoff"])
def test_slips_come_out_whole_one_after_another(flow):
    fake = Fake()
    with cable(fake) as path:
        made = receipt(path, flow, paper_s=5)
        for _ in range(3):
            assert made.ready(JOB) == ""
            assert made.print(JOB) == "whole"
    assert bytes(fake.printed) == DATA * 3


def test_every_byte_arrives_as_it_is_at_the_speed_asked_for():
    """No echo, no change of line ends, eight bits."""
    ours, device = os.openpty()
    link = SerialPort(os.ttyname(device), 19200)
    link.open()
    everything = bytes(range(256))
    assert link.send(everything, 1) == 256
    assert os.read(ours, 1000) == everything
    os.write(ours, everything)
    assert link.receive(1) == everything
    assert link.receive(0) == b""
    settings = termios.tcgetattr(device)
    assert settings[4:6] == [termios.B19200] * 2
    assert settings[2] & termios.CSIZE == termios.CS8
    assert not settings[2] & (termios.PARENB | termios.CSTOPB | termios.CRTSCTS)
    link.close()
    link.close()
    os.close(ours)
    os.close(device)


@pytest.mark.parametrize("fault", ["reset", "hang up", "deaf", "mute", "paper end"])
@pytest.mark.parametrize("cut", [1, 3, 40, len(DATA) - 1, len(DATA)])
def test_the_cable_is_cut(fault, cut):
    fake = Fake(cut=cut, fault=fault)
    with cable(fake) as path:
        made = receipt(path, paper_s=0.05)
        made.ready(JOB)
        outcome = made.print(JOB)
        assert outcome == "unknown" or bytes(fake.printed) == DATA
    assert DATA.startswith(bytes(fake.printed))


@pytest.mark.parametrize(
    ("fake", "words"),
    [
        (Fake(offline=COVER), "its cover is open"),
        (Fake(offline=PAPER_END), "its paper is out"),
        (Fake(answers=False), "does not answer"),
    ],
    ids=["cover", "paper", "mute"],
)
def test_what_cannot_print_is_told_before_anything_is_sent(fake, words):
    with cable(fake) as path, pytest.raises(Trouble, match=words):
        receipt(path).ready(JOB)
    assert fake.printed == b""


def test_a_mute_printer_proves_nothing():
    fake = Fake(answers=False)
    with cable(fake) as path:
        assert receipt(path, profile=PLAIN).print(JOB) == "unknown"
    assert bytes(fake.printed) == DATA


def test_a_printer_that_lowers_dtr_is_waited_for(monkeypatch):
    """A pseudo terminal has no such line, so it is told: high, then low from the second piece on."""
    highs = iter([False, True, False, True])
    monkeypatch.setattr(serial.Serial, "dsr", property(lambda _: next(highs, False)))
    ours, device = os.openpty()
    link = SerialPort(os.ttyname(device), flow="dtrdsr")
    link.open()
    assert link.send(DATA, 0.2) == 32
    assert os.read(ours, 1000) == DATA[:32]
    link.close()
    os.close(ours)
    os.close(device)


def test_a_printer_that_never_raises_dtr_takes_nothing(monkeypatch):
    monkeypatch.setattr(serial.Serial, "dsr", property(lambda _: False))
    with cable(Fake()) as path, pytest.raises(Trouble, match="takes nothing"):
        receipt(path, "dtrdsr", paper_s=0).print(JOB)


def test_a_line_that_stands_still_is_not_kept_for_a_later_day(monkeypatch):
    """Closing waits a while, then throws away what could not leave."""
    monkeypatch.setattr(serialport, "DRAIN_S", 0.1)
    monkeypatch.setattr(serial.Serial, "out_waiting", property(lambda _: 5))
    thrown = []
    monkeypatch.setattr(serial.Serial, "reset_output_buffer", lambda _: thrown.append(True))
    ours, device = os.openpty()
    link = SerialPort(os.ttyname(device))
    link.open()
    began = time.monotonic()
    link.close()
    assert thrown
    assert time.monotonic() - began >= 0.1
    os.close(ours)
    os.close(device)


def test_where_the_system_does_not_count_a_single_byte_goes_first(monkeypatch):
    """As on Windows: a write that runs out of time says nothing of what it took."""
    monkeypatch.setattr(serialport, "_WINDOWS", True)
    pieces = []
    fake = Fake()
    with cable(fake) as path:
        link = SerialPort(path, 9600)
        monkeypatch.setattr(serialport, "_WINDOWS", False)
        link.open()
        monkeypatch.setattr(serialport, "_WINDOWS", True)
        write = serial.Serial.write
        monkeypatch.setattr(serial.Serial, "write", lambda s, d: pieces.append(len(d)) or write(s, d))
        made = Receipt(link, EPSON, "bar", answer_s=1, paper_s=5)
        assert made.print(JOB) == "whole"
        monkeypatch.setattr(serialport, "_WINDOWS", False)
    assert bytes(fake.printed) == DATA
    assert pieces[0] == 1
    assert max(pieces) <= 16


def test_a_first_byte_that_does_not_leave_is_nothing_sent(monkeypatch):
    def slow(*_: object) -> int:
        raise serial.SerialTimeoutException("Write timeout")

    with cable(Fake()) as path:
        link = SerialPort(path)
        link.open()
        monkeypatch.setattr(serialport, "_WINDOWS", True)
        monkeypatch.setattr(serial.Serial, "write", slow)
        assert link.send(DATA, 1) == 0
        monkeypatch.undo()
        link.close()


def test_there_is_no_such_port():
    with pytest.raises(Trouble, match=r"There is no serial port /dev/ttyPD7\. Check its cable"):
        SerialPort("/dev/ttyPD7").open()


def test_another_program_has_the_port():
    with cable(Fake()) as path:
        other = os.open(path, os.O_RDWR | os.O_NOCTTY)
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(Trouble, match="Another program has the serial port"):
            SerialPort(path).open()
        os.close(other)


def test_a_speed_that_the_port_does_not_know():
    with cable(Fake()) as path, pytest.raises(Trouble, match=r"knows no -1 baud"):
        SerialPort(path, -1).open()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (serial.SerialException(errno.EACCES, "could not open port"), "usermod -aG dialout"),
        (serial.SerialException("could not open 'COM3': PermissionError(13, …)"), "Another program"),
        (serial.SerialException("could not open 'COM3': FileNotFoundError(2, …)"), "no serial port"),
        (serial.SerialException(errno.EIO, "broken"), "cannot be opened: broken"),
    ],
    ids=["rights", "taken", "none", "other"],
)
def test_what_keeps_a_port_from_opening_is_named_with_the_way_out(monkeypatch, error, words):
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(serial, "Serial", refuse)
    with pytest.raises(Trouble, match=words):
        SerialPort("COM3").open()


def test_a_line_that_breaks_while_it_is_opened_is_told_of(monkeypatch):
    def broken(*_: object) -> None:
        raise termios.error(errno.EIO, "Input/output error")

    monkeypatch.setattr(termios, "tcsetattr", broken)
    with cable(Fake()) as path, pytest.raises(Trouble, match="cannot be opened: Input/output error"):
        SerialPort(path).open()


def test_the_ports_of_this_machine_have_names():
    assert all(isinstance(name, str) for name in serialport.found())
