"""Makes the book of a released version: python tests/books/make.py, once for each release.

It plays tests/shifts/quiet.shift with the PitDesk at hand into tests/books/VERSION/, as the window would
leave it: the book with its pepper, its key and its head, no log and no lock; and the SHA-256 of the
night's report. A folder that is there is left alone: what a version wrote is never written again.
"""

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from pitdesk import __version__
from pitdesk.clock import SetClock
from pitdesk.desk import Desk, day_of, key_of
from pitdesk.journal import Journal
from pitdesk.past import site_of
from pitdesk.people import PLAIN, Pepper
from pitdesk.replay import Replay
from pitdesk.rules import Rulebook
from pitdesk.shift import read_shift
from printers.paper import Paper
from printers.pdf import report_pdf
from printers.report import build
from printers.spool import drain

HERE = Path(__file__).parent
NIGHT = HERE.parent / "shifts" / "quiet.shift"
NAME, REPORT = "book.db", "report.sha256"


def made(folder: Path) -> Path:
    """Play the quiet night into a new folder; returns its book."""
    folder.mkdir()
    book, paper = folder / NAME, Paper()
    clock = SetClock(datetime(2026, 11, 20, 18, tzinfo=UTC))
    pepper = Pepper.kept(book.with_name(NAME + ".pepper"), PLAIN)
    with Journal.create(book) as journal:
        desk = Desk(journal, pepper, clock=clock, key=key_of(journal))
        replay = Replay(desk, clock, lambda desk: drain(desk, paper), paper.jam)
        for _ in replay.play(read_shift(NIGHT)):
            pass
        assert not replay.misses, replay.misses
        assert journal.verify().ok
        (folder / REPORT).write_text(f"{report(journal)}\n")
    book.with_name(NAME + ".lock").unlink()
    return book


def report(journal: Journal) -> str:
    """The SHA-256 of the first night's report as PDF."""
    day = day_of(journal, 1)
    assert day
    return sha256(report_pdf(build(day, site_of(journal, day), Rulebook.load()))).hexdigest()


if __name__ == "__main__":
    made(HERE / __version__)
