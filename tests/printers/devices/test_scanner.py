"""Scanners: what was scanned, its kind, and that noise is none."""

from random import Random

import pytest

from printers.devices.beside import CODECS
from printers.devices.models import load
from printers.devices.scanner import LONGEST, Scan

MODEL = load()["Scanner on a serial or USB-serial line"]


@pytest.mark.parametrize(
    ("said", "scan"),
    [
        (b"PD1:ABC\r", Scan("PD1:ABC")),
        (b"]Q1PD1:ABC\r\n", Scan("PD1:ABC", "QR")),
        (b"]C1010123\x1d17\r", Scan("010123\x1d17", "Code 128")),
    ],
)
def test_a_scan_is_read_however_it_is_cut(said, scan):
    for cut in range(len(said)):
        codec = CODECS["scans"](MODEL)
        assert [*codec.feed(said[:cut]), *codec.feed(said[cut:])] == [scan]


@pytest.mark.parametrize(
    "said", [b"\r", b"\x1bp\x00\x32\xc8\r", b"caf\xe9\r", b"]Q1\r", b"A" * 600 + b"\r"]
)
def test_what_no_code_holds_is_no_scan(said):
    codec = CODECS["scans"](MODEL)
    assert [*codec.feed(said), *codec.feed(b"PD1:ABC\r")] == [Scan("PD1:ABC")]


def test_noise_is_not_kept():
    codec, chance = CODECS["scans"](MODEL), Random(18)
    for _ in range(2_560):
        for one in codec.feed(chance.randbytes(4096)):
            assert one.text.isascii()
            assert len(one.text) <= LONGEST
    assert len(codec._held) <= LONGEST
