"""The report of the busy night, as it prints."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from printers.reports.day import build
from printers.reports.letter import report_pdf
from tests.printers.nights import replayed


@cache
def busy_report() -> bytes:
    """Its bytes, made once."""
    with TemporaryDirectory() as folder:
        desk = replayed(Path(folder), "busy")
        data = report_pdf(build(desk.day, desk.site, desk.rules))
        desk.journal.close()
    return data
