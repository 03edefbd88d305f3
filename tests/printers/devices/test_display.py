"""Customer displays: what somebody sees, and that the printer behind one gets its slips."""

import pytest

from printers.devices.display import shown, two_lines
from printers.devices.models import load
from printers.devices.sim import Display

DISPLAYS = [model for model in load().values() if model.kind == "display"]
EPSON = load()["Epson DM-D and others with ESC/POS"]


def test_it_shows_both_lines_and_then_lets_the_printer_print():
    display = Display()
    display.hear(b"A SLIP" + shown(EPSON, *two_lines("Chips redeemed", "$1,240.00")) + b"ANOTHER SLIP")
    assert display.lines == ("Chips redeemed      ", "           $1,240.00")
    assert bytes(display.passed) == b"A SLIPANOTHER SLIP"
    display.hear(shown(EPSON, "Thank you", ""))
    assert display.lines == ("Thank you           ", " " * 20)


@pytest.mark.parametrize("model", DISPLAYS, ids=lambda model: model.name)
def test_no_text_is_a_command(model):
    """The pulse of a drawer hides in text, as much else does."""
    said = shown(model, "\x1bp\x00\x32\xc8 caf\u00e9", "x" * 50)
    assert b"\x1bp" not in said
    assert b"\xc8" not in said
    assert b"x" * 20 in said
    assert b"x" * 21 not in said
