"""The simulators as programs: what is typed is done at the device, and its line says so."""

import os
import select
import subprocess
import sys
import tty

import pytest

from printers.devices.sim import SIMS, Display


def heard(file: int, until: bytes) -> bytes:
    said = b""
    while until not in said and select.select([file], [], [], 20)[0]:
        said += os.read(file, 4096)
    return said


@pytest.mark.parametrize(
    ("device", "typed", "says"),
    [
        ("scanner", "PITDESK BOX 2", b"PITDESK BOX 2\r"),
        ("counter", "20x$20", b"400.00"),
    ],
)
def test_what_is_typed_is_done_at_the_device(device, typed, says):
    command = [sys.executable, "-m", "printers.devices.sim", device]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1) as program:
        assert program.stdin
        assert program.stdout
        line = os.open(program.stdout.readline().strip(), os.O_RDWR | os.O_NOCTTY)
        tty.setraw(line)
        assert program.stdout.readline().startswith("Type what is done at it: ")
        program.stdin.write(f"{typed}\n")
        program.stdin.flush()
        assert says in heard(line, says)
        program.stdin.close()
        os.close(line)
        assert program.wait(20) == 0


def test_each_says_what_can_be_done_at_it():
    for made in SIMS.values():
        assert made().can


def test_what_stands_on_a_display_is_seen():
    display = Display()
    display.hear(b"\x1b=\x02\x1f$\x01\x02Hello")
    assert display.lines == (" " * 20, "Hello".ljust(20))
