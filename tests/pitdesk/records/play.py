"""A night of records, played for real, with its desk left open to be asked."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.clock import SetClock
from pitdesk.desk import Desk
from pitdesk.shifts.read import read_shift
from pitdesk.shifts.replay import Replay
from printers.devices.paper import Paper
from printers.devices.spool import drain


def played(shift: Path, folder: Path) -> Iterator[Desk]:
    """The desk after a shift file, slips on paper; all went as the file says."""
    with Journal.create(folder / "book.db") as journal:
        clock = SetClock(datetime(2026, 1, 1, tzinfo=UTC))
        desk = Desk(journal, Pepper.kept(folder / "book.db.pepper", PLAIN), clock=clock)
        paper = Paper(width=42)
        replay = Replay(desk, clock, lambda desk: drain(desk, paper), paper.jam)
        for _ in replay.play(read_shift(shift)):
            pass
        assert not replay.misses, "\n".join(replay.misses[:5])
        yield desk
