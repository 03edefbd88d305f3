"""Lines as bytes for an ESC/POS printer. The library encodes; it never opens a device."""

import logging
import os
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from shutil import rmtree
from textwrap import wrap
from typing import TYPE_CHECKING

from printers import IMPACT_A, IMPACT_B
from printers.slips.layout import size
from printers.slips.letterhead import Logo

if TYPE_CHECKING:
    from escpos.printer import Dummy

MARKER = b"\x1dr\x01"
"""GS r 1, is there paper? For drivers that read back: answered in order, after all bytes before it."""
MODEL = b"\x1dI\x01"
"""GS I 1, which model it is: answered in order, too, and by another byte."""

_PRINTER = Path(__file__).parents[2] / "resources" / "receipts.json"
"""The least that any of our printers can; the library's own list takes half a second to read."""
_FILE, _FOLDER = (
    "ESCPOS_CAPABILITIES_FILE",
    "ESCPOS_CAPABILITIES_PICKLE_DIR",
)  # what it asks of the environment
_CODE_PAGE = b"\x1bt\x00"  # ESC t: CP437, of which only its ASCII is used
_ASCII = re.compile(r"[ -~]*")
_SIZES = {"plain": 0x00, "tall": 0x18, "big": 0x38}  # ESC !: emphasized 08, height 10, width 20
_CENTER, _LEFT = b"\x1ba\x01", b"\x1ba\x00"  # ESC a
_DOTS = b"\x1dv0\x00"  # GS v 0: bytes across, rows down, each as two bytes, then the dots
_QR_LEVEL = 1  # M: a seventh of the code may be soiled
_QR_DOTS = 5  # of a module, 0.6 mm: 45 to 53 modules fit 384 dots (58 mm) and 512 (80 mm)
_QR_TEXT = re.compile(r"[0-9A-Z $%*+./:-]{1,262}")  # what 53 modules hold


def escpos_bytes(lines: Sequence[str], width: int, qr: str = "", logo: Logo | None = None) -> bytes:
    """One job: reset, one code page, one font, the lines, a cut. Lines that matter are set larger.

    qr    text of a QR centred above the last line, which says that the slip is whole; an impact
          printer cannot draw it, and leaves it out
    logo  what stands above the first line

    Raises:
        ValueError: a line is not printable ASCII, or wider than `width` columns; the QR holds what a
            small QR cannot.
    """
    font = _font(width)
    encoder = _begun()
    if logo:
        encoder._raw(_DOTS + bytes([logo.across // 8, 0, logo.down, 0]) + logo.rows)
    mode = None
    drawn = len(lines) - 1 if qr and width not in (IMPACT_A, IMPACT_B) else None
    for at, line in enumerate(lines):
        _check(line, width)
        if at == drawn:
            _draw(encoder, qr)
        wanted = font | _SIZES[size(line, width)]
        if wanted != mode:
            encoder._raw(b"\x1b!" + bytes([wanted]))
            mode = wanted
        encoder._raw(line.encode("ascii") + b"\n")  # `text` weighs letters against code pages
    return _cut(encoder)


def incomplete_bytes(width: int) -> bytes:
    """What goes before a job after paper that may be torn: it says so, and cuts it off."""
    encoder = _begun()
    encoder._raw(b"\x1b!" + bytes([_font(width)]))
    for line in ("", "", *wrap("THE PAPER ABOVE IS INCOMPLETE. IT IS NO SLIP.", width)):
        encoder._raw(line.encode("ascii") + b"\n")
    return _cut(encoder)


def _font(width: int) -> int:
    return 0x01 if width == IMPACT_B else 0x00


def _begun() -> "Dummy":
    """A job that begins with a reset and the one code page."""
    encoder = _encoder()()
    encoder.hw("INIT")
    encoder._raw(_CODE_PAGE)
    return encoder


def _cut(encoder: "Dummy") -> bytes:
    encoder.cut(feed=False)  # GS V 66 0: feeds to the knife, then cuts
    output: bytes = encoder.output
    return output


def _draw(encoder: "Dummy", qr: str) -> None:
    """A QR that the printer draws itself (GS ( k), an empty line above it and below."""
    if not _QR_TEXT.fullmatch(qr):
        raise ValueError(f"{qr!r} cannot be printed as a small QR")
    encoder._raw(b"\n")
    encoder._raw(_CENTER)
    encoder.qr(qr, ec=_QR_LEVEL, size=_QR_DOTS, native=True)
    encoder._raw(_LEFT + b"\n")


def _check(line: str, width: int) -> None:
    if not _ASCII.fullmatch(line):
        raise ValueError(f"{line!r} cannot be printed: it is not plain ASCII")
    if len(line) > width:
        raise ValueError(f"{line!r} cannot be printed: {len(line)} columns, the paper has {width}")


@cache
def _encoder() -> "type[Dummy]":
    """The library's encoder class. Its first import takes a tenth of a second, hence here.

    That import also claims the root logger, follows the environment to lists of printers, and leaves a
    folder in the temporary directory: all is put back as it was.
    """
    root = logging.getLogger()
    handlers, asked = root.handlers[:], {name: os.environ.pop(name, None) for name in (_FILE, _FOLDER)}
    os.environ[_FILE] = str(_PRINTER)
    try:
        from escpos import capabilities  # noqa: PLC0415
        from escpos.printer import Dummy  # noqa: PLC0415
    finally:
        del os.environ[_FILE]
        os.environ.update({name: value for name, value in asked.items() if value is not None})
        root.handlers[:] = handlers
    rmtree(capabilities.pickle_dir, ignore_errors=True)
    made: type[Dummy] = Dummy
    return made
