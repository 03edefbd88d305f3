"""The reader of bytes itself: what it accepts, and that it lets nothing unknown by."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printers.devices.receipt import ASK, QUIET
from printers.slips.bytes import MARKER, MODEL, escpos_bytes
from tests.printers.decoder import UnreadableError, decode


def qr(function: int, rest: bytes) -> bytes:
    body = bytes([0x31, function]) + rest
    return b"\x1d(k" + len(body).to_bytes(2, "little") + body


STORED, PRINTED = qr(80, b"0PD1 ABC"), qr(81, b"0")


def test_a_job_is_read_with_sizes_code_page_cut_and_qr():
    sheet = decode(
        b"\x1b@\x1bt\x13\x1b!\x38BIG\n\x1b!\x00\x1ba\x01plain\n" + STORED + PRINTED + b"\x1dVB\x03"
    )
    assert sheet.lines == [(0x38, "BIG"), (0, "plain")]
    assert sheet.text == ["BIG", "plain"]
    assert sheet.aligned == [0, 1]
    assert sheet.qrs == ["PD1 ABC"]
    assert sheet.cuts == [2]
    assert sheet.page == 0x13
    assert sheet.commands[-3:] == [STORED, PRINTED, b"\x1dVB\x03"]


def test_a_reset_forgets_everything_but_the_paper():
    sheet = decode(b"\x1bt\x13\x1b!\x38\x1ba\x01a\n\x1b@b\n")
    assert sheet.lines == [(0x38, "a"), (0, "b")]
    assert sheet.aligned == [1, 0]
    assert sheet.page == 0


def test_what_drivers_ask_is_known():
    asked = [QUIET, MARKER, MODEL, *(ASK + bytes([n]) for n in (1, 2, 3, 4))]
    assert decode(b"".join(asked)).commands == asked


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"a\n\x1bp\x00\x19\xfa", "byte 2 is 0x1b"),  # the drawer
        (b"\xe9\n", "byte 0 is 0xe9"),
        (b"\x07", "byte 0 is 0x07"),
        (b"\r\n", "byte 0 is 0x0d"),
        (b"\x1dVA\x00", "byte 0 is 0x1d"),
        (b"\x1dh\x50", "begins no known command"),
        (b"\x7f", "begins no known command"),
    ],
)
def test_an_unknown_byte_is_an_error(data, words):
    with pytest.raises(UnreadableError, match=words):
        decode(data)


@pytest.mark.parametrize(
    "data", [b"\x1bt", b"\x1b!", b"\x1dVB", b"\x1dr", b"\x10\x04", STORED[:-1], STORED[:4]]
)
def test_a_command_that_is_cut_off_is_an_error(data):
    with pytest.raises(UnreadableError, match="cut off"):
        decode(b"a\n" + data)


@pytest.mark.parametrize("data", [b"\x1b", b"\x1d", b"\x1dV", b"\x10", b"\x1d("])
def test_the_first_byte_of_a_command_alone_is_an_error(data):
    with pytest.raises(UnreadableError, match="begins no known command"):
        decode(data)


@pytest.mark.parametrize("data", [b"\x1b!\x40", b"\x1ba\x03", b"\x10\x04\x05", b"\x1dr\x00"])
def test_a_parameter_that_a_command_cannot_have_is_an_error(data):
    with pytest.raises(UnreadableError, match="wrong parameter"):
        decode(data)


@pytest.mark.parametrize(
    "data",
    [
        PRINTED,  # before anything is stored
        STORED + b"\x1b@" + PRINTED,
        qr(80, b"0"),
        qr(80, b"1abc"),
        qr(80, b"0\x00"),
        qr(67, b"\x11"),
        qr(69, b"\x01"),
        qr(65, b"2"),
        qr(66, b"0"),
        qr(81, b"1"),
        b"\x1d(k\x03\x0010\x30",  # another symbol than QR
    ],
)
def test_a_qr_that_cannot_come_out_is_an_error(data):
    with pytest.raises(UnreadableError, match="no QR command"):
        decode(data)


def test_a_symbol_without_a_function_is_an_error():
    with pytest.raises(UnreadableError, match="without a function"):
        decode(b"\x1d(k\x01\x001\n")


def test_text_that_stays_in_the_printer_is_an_error():
    with pytest.raises(UnreadableError, match="has no end of line"):
        decode(b"TOTAL")
    with pytest.raises(UnreadableError, match="in the middle of 'TOT'"):
        decode(b"TOT\x1b!\x00AL\n")


@given(st.binary(max_size=40))
def test_whatever_it_reads_it_reads_whole(data):
    """Lines and commands together have every byte that there is."""
    try:
        sheet = decode(data)
    except UnreadableError:
        return
    lines = sum(len(text) + 1 for _, text in sheet.lines)
    assert lines + sum(map(len, sheet.commands)) == len(data)


@pytest.mark.parametrize("width", [32, 42, 48])
def test_a_job_of_ours_says_its_qr_and_every_cut_of_it_is_found(width):
    data = escpos_bytes(["FILL SLIP", "plain"], width, qr="PD1 $ABC")
    sheet = decode(data)
    assert sheet.qrs == ["PD1 $ABC"]
    assert sheet.text == ["FILL SLIP", "", "", "plain"]
    assert sheet.cuts == [len(sheet.lines)]
    for end in range(len(data)):
        try:
            short = decode(data[:end])
        except UnreadableError:
            continue
        assert short.cuts == [], "it has not come to the knife"
