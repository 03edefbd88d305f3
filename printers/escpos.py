"""Lines as bytes for an ESC/POS printer. The library encodes; it never opens a device."""

import logging
import os
from collections.abc import Sequence
from functools import cache
from shutil import rmtree
from typing import Any

from printers import IMPACT_B
from printers.layout import size

MARKER = b"\x1dr\x01"
"""GS r 1, for drivers that read back: answered in order, so only after all bytes before it."""

_PROFILE = "TM-U220B"  # the least that any of our printers can: one code page, no pictures
_CODE_PAGE = "CP437"
_SIZES = {"plain": 0x00, "tall": 0x18, "big": 0x38}  # ESC !: emphasized 08, height 10, width 20


def escpos_bytes(lines: Sequence[str], width: int) -> bytes:
    """One job: reset, one code page, one font, the lines, a cut. Lines that matter are set larger.

    Raises:
        ValueError: a line is not printable ASCII, or wider than `width` columns.
    """
    font = 0x01 if width == IMPACT_B else 0x00
    encoder = _encoder()(profile=_PROFILE)
    encoder.hw("INIT")
    encoder.charcode(_CODE_PAGE)
    mode = None
    for line in lines:
        _check(line, width)
        wanted = font | _SIZES[size(line, width)]
        if wanted != mode:
            encoder._raw(b"\x1b!" + bytes([wanted]))
            mode = wanted
        encoder.text(line + "\n")
    encoder.cut(feed=False)  # GS V 66 0: feeds to the knife, then cuts
    output: bytes = encoder.output
    return output


def _check(line: str, width: int) -> None:
    if not all(" " <= char <= "~" for char in line):
        raise ValueError(f"{line!r} cannot be printed: it is not plain ASCII")
    if len(line) > width:
        raise ValueError(f"{line!r} cannot be printed: {len(line)} columns, the paper has {width}")


@cache
def _encoder() -> Any:
    """The library's encoder class. Its first import takes a fifth of a second, hence here.

    That import also claims the root logger and leaves a folder in the temporary directory; both are
    put back as they were.
    """
    root = logging.getLogger()
    handlers = root.handlers[:]
    from escpos import capabilities  # noqa: PLC0415
    from escpos.printer import Dummy  # noqa: PLC0415

    root.handlers[:] = handlers
    if "ESCPOS_CAPABILITIES_PICKLE_DIR" not in os.environ:
        rmtree(capabilities.pickle_dir, ignore_errors=True)
    return Dummy
