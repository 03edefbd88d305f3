"""Makes the books of a released version: python tests/books/make.py, once for each release.

It plays every night with the PitDesk at hand into tests/books/VERSION/NIGHT/, as the
window would leave it: the book with its head, no log and no lock, the paper of the night, and each
day's report as it prints. Keys and salts are fixed, so that the same night played again has the same
bytes. The quiet night stands once more beside them, with keys of its own, for the upgrade to go on
with. A folder that is there is left alone: what a version wrote is never written again.
"""

import shutil
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from argon2 import PasswordHasher

from pitdesk import __version__
from pitdesk.book.journal import Journal
from pitdesk.book.past import day_of, site_of
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.clock import SetClock
from pitdesk.codes.keys import SiteKey
from pitdesk.desk import Desk
from pitdesk.rules.book import Rulebook
from pitdesk.shifts.read import read_shift
from pitdesk.shifts.replay import Replay
from printers.devices.paper import Paper
from printers.devices.spool import drain
from printers.reports.day import build
from printers.reports.letter import report_pdf
from printers.reports.strip import report_strip
from tests.files import NIGHTS

HERE = Path(__file__).parent
NIGHT = NIGHTS["quiet"]
NAME, REPORT, SLIPS, STRIP = "book.db", "report.sha256", "slips.txt", "report.txt"
SHIFT = "night.shift"  # as it was played
KEY = SiteKey(bytes(32))


class Unsalted(PasswordHasher):
    """Keeps a PIN the same way each time."""

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        """The hash of a PIN."""
        return super().hash(password, salt=salt or bytes(16))


def pepper() -> Pepper:
    """The fixed key of the PINs."""
    return Pepper(bytes(32), Unsalted(time_cost=1, memory_cost=8, parallelism=1))


def play(desk: Desk, clock: SetClock, night: Path) -> Paper:
    """Play a night with slips on paper; returns the paper."""
    paper = Paper()
    replay = Replay(desk, clock, lambda desk: drain(desk, paper), paper.jam)
    for _ in replay.play(read_shift(night)):
        pass
    assert not replay.misses, replay.misses
    assert desk.journal.verify().ok
    return paper


def made(folder: Path, night: Path, keys: tuple[Pepper, SiteKey]) -> Path:
    """Play a night into a folder; returns its book."""
    book, clock = folder / NAME, SetClock(datetime(2026, 11, 20, 18, tzinfo=UTC))
    with Journal.create(book) as journal:
        paper = play(Desk(journal, keys[0], clock=clock, key=keys[1]), clock, night)
        shutil.copy(night, folder / SHIFT)
        (folder / SLIPS).write_text(slips(paper), "utf-8")
        (folder / STRIP).write_text(strips(journal), "utf-8")
        (folder / REPORT).write_text(f"{report(journal)}\n")
    book.with_name(NAME + ".lock").unlink()
    return book


def slips(paper: Paper) -> str:
    """Every slip of a night as it came out, the SHA-256 of its bytes above it."""
    return "".join(
        f"## {job.name} {sha256(job.data).hexdigest()}\n" + "".join(f"{line}\n" for line in job.lines)
        for job in paper.jobs
    )


def report(journal: Journal) -> str:
    """The SHA-256 of each night's report as PDF, a line each."""
    return "\n".join(
        sha256(report_pdf(build(day, site_of(journal, day), Rulebook.load()))).hexdigest()
        for number in range(1, journal.last_number("day") + 1)
        if (day := day_of(journal, number))
    )


def strips(journal: Journal) -> str:
    """Each night's report as a receipt strip of 42 columns."""
    return "".join(
        f"{line}\n"
        for number in range(1, journal.last_number("day") + 1)
        if (day := day_of(journal, number))
        for line in report_strip(build(day, site_of(journal, day), Rulebook.load()), 42)
    )


def main() -> None:
    """Make the books of this version."""
    release = HERE / __version__
    release.mkdir()
    with_keys = Pepper.kept(release / f"{NAME}.pepper", PLAIN), SiteKey.kept(release / f"{NAME}.key")
    made(release, NIGHT, with_keys)
    for night in NIGHTS.values():
        folder = release / night.stem
        folder.mkdir()
        made(folder, night, (pepper(), KEY))


if __name__ == "__main__":
    main()
