"""The calibration slip: what shows whether a printer's columns, letters, sizes and knife are right."""

from datetime import datetime
from textwrap import wrap

from printers import Job, Printer
from printers.slips.bytes import escpos_bytes

NOT_A_SLIP = "NOT A SLIP"
QR = "PITDESK NOT A SLIP"
_ASCII = "".join(map(chr, range(ord(" "), ord("~") + 1)))


def calibration(printer: Printer, model: str, at: datetime) -> Job:
    """What is printed to try a printer out.

    model   what the printer is taken for
    at      the local time; it names the job
    """
    width = printer.width
    lines = calibration_lines(width, model, at)
    data = escpos_bytes(lines, width, QR if printer.qr else "")
    return Job(f"calibration-{at:%Y%m%d-%H%M%S}", tuple(lines), data)


def calibration_lines(width: int, model: str, at: datetime) -> list[str]:
    """Its lines; how large a line is set is read off the line, as on a slip."""
    rule = "-" * width
    first = [
        f"Calibration, {at:%Y-%m-%d %H:%M:%S}",
        f"Model: {model}",
        f"{width} columns: the next two lines",
        "end at the edge of what prints.",
    ]
    return [
        NOT_A_SLIP,
        rule,
        *(part for words in first for part in wrap(words, width)),
        ruler(width),
        "".join(str((at + 1) % 10) for at in range(width)),
        rule,
        "Every letter and sign:",
        *(_ASCII[at : at + width] for at in range(0, len(_ASCII), width)),
        rule,
        "plain",
        "TOTAL  tall",
        "PRACTICE",
        rule,
        *wrap("It is cut below. Throw it away.", width),
        NOT_A_SLIP,
    ]


def ruler(width: int) -> str:
    """Every tenth column by its number, the number ending in its column: ........10........20."""
    return "".join(f"{at:.>10}" for at in range(10, width + 1, 10)).ljust(width, ".")
