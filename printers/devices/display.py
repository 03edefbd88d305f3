"""Customer displays of two lines with 20 characters: both are sent whole, and nothing answers.

A display that shares the printer's line is put away after each message; else the next slip would go to
it and not to paper.
"""

from printers.devices.models import Model

WIDTH = 20
BLANK = ("", "")


def shown(model: Model, top: str, bottom: str) -> bytes:
    """The bytes that show these two lines, in the place of what stood there."""
    parts = (
        *(model.bytes_of("begin"), model.bytes_of("top"), _line(top), model.bytes_of("top end")),
        *(model.bytes_of("bottom"), _line(bottom), model.bytes_of("bottom end"), model.bytes_of("end")),
    )
    return b"".join(parts)


def two_lines(what: str, amount: str) -> tuple[str, str]:
    """What it is about, and the amount at the right; never a name, never a balance."""
    return what[:WIDTH], amount[:WIDTH].rjust(WIDTH)


def _line(text: str) -> bytes:
    """Exactly as wide as the display, and nothing that could be a command."""
    plain = "".join(one if " " <= one <= "~" else " " for one in text)
    return plain[:WIDTH].ljust(WIDTH).encode("ascii")
