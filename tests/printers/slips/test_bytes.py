"""The bytes of a slip: every one known, every line as laid out, nothing that a name could add."""

import logging
import os
import platform
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from qrcode import QRCode
from qrcode.constants import ERROR_CORRECT_M

from pitdesk.chips import Chips
from pitdesk.codes.keys import SiteKey
from pitdesk.codes.slips import Claim, short_name
from pitdesk.kinds import Site
from printers import IMPACT_A, IMPACT_B, WIDTHS
from printers.slips.bytes import MARKER, escpos_bytes
from printers.slips.layout import size, slip_lines

MODES = {"plain": 0x00, "tall": 0x18, "big": 0x38}
RESET, CODE_PAGE, CUT = b"\x1b@", b"\x1bt\x00", b"\x1dVB\x00"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("part", ["original", "copy"])
@pytest.mark.parametrize("series", ["fill", "credit"])
def test_the_bytes_of_a_slip(golden, desk, fixed, fill, credit, gaming_day, series, part, width):
    slip = fixed(*{"fill": (fill, 412), "credit": (credit, 88)}[series])
    lines = slip_lines(slip, desk.site, day=gaming_day, part=part, width=width)
    golden(f"slips/{series}-{slip.number:06}-{part}.{width}.escpos", escpos_bytes(lines, width))


@pytest.mark.parametrize("width", WIDTHS)
def test_the_bytes_of_a_void_duplicate(golden, desk, by, fixed, fill, gaming_day, decoded, width):
    desk.void("fill", 1, "the player left before the chips came", by("bo:pit boss"))
    slip = fixed(fill, 412)
    lines = slip_lines(slip, desk.site, day=gaming_day, part="copy", width=width, void=True, duplicate=2)
    data = escpos_bytes(lines, width)
    assert [text for mode, text in decoded(data).lines if mode & 0x20][:2] == lines[:2]
    golden(f"slips/fill-000412-copy-void-duplicate-2.{width}.escpos", data)


def test_a_job_begins_with_a_reset_and_ends_with_a_cut(decoded):
    commands = decoded(escpos_bytes(["FILL SLIP", "plain"], 42)).commands
    assert commands == [RESET, CODE_PAGE, b"\x1b!\x38", b"\x1b!\x00", CUT]


def test_a_narrow_impact_printer_is_set_to_its_small_font(decoded):
    modes = [mode for mode, _ in decoded(escpos_bytes(["FILL SLIP", "plain"], 40)).lines]
    assert modes == [0x39, 0x01]


def test_the_same_size_is_said_once(decoded):
    commands = decoded(escpos_bytes(["one", "two", "three"], 42)).commands
    assert [one for one in commands if one[:2] == b"\x1b!"] == [b"\x1b!\x00"]


def test_one_job_does_not_color_the_next():
    first = escpos_bytes(["FILL SLIP"], 42)
    escpos_bytes(["plain"], 40)
    assert escpos_bytes(["FILL SLIP"], 42) == first


def test_the_marker_asks_in_the_order_of_the_bytes():
    assert MARKER == b"\x1dr\x01"


@pytest.mark.parametrize("line", ["caf\u00e9", "\x1bp\x00", "a\nb", "\x7f", "x" * 43])
def test_what_is_no_line_of_the_paper_is_not_encoded(line):
    with pytest.raises(ValueError, match="cannot be printed"):
        escpos_bytes([line], 42)


@given(st.data(), st.sampled_from(WIDTHS), st.booleans())
def test_the_printer_reads_the_lines_and_nothing_else(any_slip, gaming_day, decoded, data, width, void):
    slip, site = data.draw(any_slip)
    lines = slip_lines(slip, site, day=gaming_day, part="copy", width=width, void=void)
    made = escpos_bytes(lines, width)
    sheet = decoded(made)
    assert [text for _, text in sheet.lines] == lines
    assert {one for one in sheet.commands if one[:2] != b"\x1b!"} == {RESET, CODE_PAGE, CUT}
    for mode, text in sheet.lines:
        assert mode & ~0x01 == MODES[size(text, width)]
        assert len(text) * (2 if mode & 0x20 else 1) <= width


@pytest.mark.parametrize("width", WIDTHS)
def test_the_longest_slip_of_a_whole_chip_set_stays_small(desk, by, fill, gaming_day, width):
    desk.site.settings = Site(organization="O" * 80, name="N" * 80)
    desk.verify("fill", 1, by("pia:shift manager"))
    desk.void("fill", 1, "R" * 200, by("bo:pit boss"))
    slip = replace(fill, chips=Chips(dict.fromkeys(desk.site.chips, 20_000)))
    lines = slip_lines(
        slip, desk.site, day=gaming_day, part="copy", width=width, void=True, duplicate=10
    )
    assert len(escpos_bytes(lines, width)) <= 1536


def test_the_library_leaves_no_trace(tmp_path):
    program = (
        "import logging, tempfile, os\n"
        "from printers.slips.bytes import escpos_bytes\n"
        "import sys; assert 'escpos' not in sys.modules\n"
        "escpos_bytes(['FILL SLIP'], 42)\n"
        "assert not logging.getLogger().handlers\n"
        "assert not os.listdir(tempfile.gettempdir()), os.listdir(tempfile.gettempdir())\n"
    )
    environment = {**os.environ, "TMPDIR": str(tmp_path), "TEMP": str(tmp_path)}
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)


def test_the_environment_brings_the_library_no_other_printers(tmp_path):
    """Neither a list, nor a folder with what it once kept of one, which would be run."""
    (tmp_path / "list").write_text("profiles: {}")
    kept = tmp_path / f"{platform.python_version()}.capabilities.pickle"
    kept.write_bytes(b"cos\nabort\n(tR.")
    program = (
        "import os, sys\nfrom printers.slips.bytes import escpos_bytes\nbefore = dict(os.environ)\n"
        "sys.stdout.buffer.write(escpos_bytes(['FILL SLIP'], 42))\nassert os.environ == before"
    )
    names = {"ESCPOS_CAPABILITIES_FILE": "list", "ESCPOS_CAPABILITIES_PICKLE_DIR": "."}
    environment = {**os.environ, **{name: str(tmp_path / path) for name, path in names.items()}}
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, env=environment, stdout=subprocess.PIPE
    )
    assert done.stdout == escpos_bytes(["FILL SLIP"], 42)


def test_our_own_logging_stays_as_it_was():
    root = logging.getLogger()
    handlers = root.handlers[:]
    escpos_bytes(["FILL SLIP"], 42)
    assert root.handlers == handlers


QR = "PD1" + "7K3M2QXV9T4B" * 16  # as long as the longest code of a slip
CENTER, LEFT, DRAW = b"\x1ba\x01", b"\x1ba\x00", b"\x1d(k\x03\x001Q0"


@pytest.mark.parametrize("width", WIDTHS)
def test_a_qr_is_drawn_above_the_line_that_ends_the_slip_where_the_printer_can(width):
    lines = ["FILL SLIP", "END FILL 000412 1/2"]
    bare, made = escpos_bytes(lines, width), escpos_bytes(lines, width, QR)
    if width in (IMPACT_A, IMPACT_B):
        assert made == bare
        return
    before, mode, end = bare.rpartition(b"\x1b!\x00")  # the size of the last line follows the QR
    assert made.startswith(before + b"\n" + CENTER + b"\x1d(k")
    assert made.endswith(QR.encode() + DRAW + LEFT + b"\n" + mode + end)
    assert end == b"END FILL 000412 1/2\n" + CUT
    stored = len(QR) + 3
    settings = b"\x1d(k\x04\x001A2\x00\x1d(k\x03\x001C\x05\x1d(k\x03\x001E1"
    settings += b"\x1d(k" + bytes([stored % 256, stored // 256]) + b"1P0"
    assert made == before + b"\n" + CENTER + settings + QR.encode() + DRAW + LEFT + b"\n" + mode + end
    assert escpos_bytes(lines, width, "") == bare


def test_the_qr_fits_the_narrowest_paper_with_its_margins():
    code = QRCode(error_correction=ERROR_CORRECT_M)
    code.add_data(QR)
    code.make(fit=True)
    assert code.modules_count <= 53
    assert (53 + 8) * 5 <= 384  # four light modules at each side, five dots a module, 58 mm paper


@pytest.mark.parametrize("text", ["pd1", "PD1\n", "caf\u00e9", "PD1?", "A" * 263])
def test_what_no_small_qr_holds_is_not_encoded(text):
    with pytest.raises(ValueError, match="as a small QR"):
        escpos_bytes(["FILL SLIP"], 42, text)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("part", ["original", "copy"])
@pytest.mark.parametrize("series", ["fill", "credit"])
def test_a_usual_slip_with_its_codes_stays_small(desk, fill, credit, gaming_day, series, part, width):
    slip = {"fill": fill, "credit": credit}[series]
    claim = Claim.of(slip.entry, part, short_name(desk.site), void=False)
    code = replace(claim, number=99_999, entry=2_000_000).signed(SiteKey(bytes(32)))
    lines = slip_lines(slip, desk.site, day=gaming_day, part=part, width=width, code=code.short)
    assert len(escpos_bytes(lines, width, code.qr)) <= 1_500


@pytest.mark.parametrize("width", WIDTHS)
def test_a_void_slip_with_its_codes_stays_small(desk, by, fill, gaming_day, width):
    desk.void("fill", 1, "the player left before the chips came", by("bo:pit boss"))
    claim = Claim.of(fill.entry, "original", short_name(desk.site), void=True)
    code = claim.signed(SiteKey(bytes(32)))
    lines = slip_lines(
        fill, desk.site, day=gaming_day, part="original", width=width, void=True, code=code.short
    )
    assert len(escpos_bytes(lines, width, code.qr)) <= 1_500
