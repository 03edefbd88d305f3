"""Scanners: what was scanned, its kind, and that noise is none."""

from random import Random

import pytest

from printers.devices.beside import CODECS
from printers.devices.models import load
from printers.devices.scanner import LONGEST, Badge, Scan
from printers.devices.sim import SIMS

MODELS = load()
MODEL = MODELS["Scanner on a serial or USB-serial line"]


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


# USB scanners for points of sale, and badge readers


@pytest.mark.parametrize("text", ["PITDESK BOX 2", "x" * 56, "y" * 150])
def test_a_usb_scanner_says_what_it_scanned_in_reports(text):
    said = SIMS["hidpos"]().do(text)
    for cut in range(0, len(said), 7):
        codec = CODECS["hidpos"](MODELS["USB scanner (HID point of sale)"])
        assert [*codec.feed(said[:cut]), *codec.feed(said[cut:])] == [Scan(text, "QR")]


def test_a_usb_scanner_in_noise_is_found_again():
    codec = CODECS["hidpos"](MODELS["USB scanner (HID point of sale)"])
    noise = Random(18).randbytes(10_000)
    scans = [*codec.feed(noise), *codec.feed(SIMS["hidpos"]().do("A") * 2)]
    assert Scan("A", "QR") in scans
    assert len(codec._held) <= 64


def test_a_badge_is_its_number_where_its_check_fits():
    said = SIMS["badge"]().do("06008E6D5D")
    assert said == bytes.fromhex("020A0206008E6D5DB003")
    for cut in range(len(said)):
        codec = CODECS["badges"](MODELS["Badge reader on a serial line"])
        assert [*codec.feed(b"\x02\xff" + said[:cut]), *codec.feed(said[cut:])] == [Badge("06008E6D5D")]
    codec = CODECS["badges"](MODELS["Badge reader on a serial line"])
    assert [*codec.feed(said.replace(b"\x5d", b"\x5c"))] == []
    assert [*codec.feed(said)] == [Badge("06008E6D5D")]
