"""A label on receipt paper: its words, and its code where the printer draws one."""

import pytest

from printers import WIDTHS
from printers.slips.labels import Label, label_job

RACK = Label("RACK $5", "100 pieces when full", "PITDESK RACK $5")


@pytest.mark.parametrize("width", WIDTHS)
def test_it_has_its_words_and_no_line_too_wide(width):
    job = label_job(RACK, width, qr=False)
    assert max(map(len, job.lines)) <= width
    assert job.lines[0].strip() == "RACK $5"
    assert b"PITDESK RACK $5" not in job.data


def test_its_code_is_drawn_where_the_printer_can():
    assert b"PITDESK RACK $5" in label_job(RACK, 42, qr=True).data
