"""Power cuts at any moment of a night, a backup, an upgrade: nothing that was told is lost."""

import random
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from pitdesk.book.entries import Draft
from pitdesk.book.journal import Journal
from pitdesk.book.staging import waits
from pitdesk.errors import Trouble
from pitdesk.upkeep.upgrade import upgrade
from tests.facts import fact
from tests.files import NIGHTS, ROOT
from tests.power import STRACE, Recording, needs_strace
from tests.storm import many, seeds

pytestmark = [pytest.mark.storm, needs_strace]

OLDER = {"0.1.0": ROOT / "tests/books/0.1.0/book.db", "0.2.0": ROOT / "tests/books/0.2.0/busy/book.db"}

TELLING = """
import os, sys
from pathlib import Path
from pitdesk.book import journal
append = journal.Journal.append
def tell(self, draft):
    entry = append(self, draft)
    os.write(1, f"told {entry.seq}\\n".encode())
    return entry
journal.Journal.append = tell
folder, *args = sys.argv[1:]
book = Path(folder, "pit.db")
"""
NIGHT = (
    TELLING
    + """
from pitdesk.__main__ import main
sys.stdout = open(os.devnull, "w")
assert main(["replay", args[0], "--book", str(book), "--out", args[1]]) == 0
"""
)
CARELESS = """
from pitdesk.book import connection
from pitdesk.book.witness import Witness
connection._SETTINGS["synchronous"] = 0
Witness.flush = lambda self: None
Witness.flushed = property(lambda self: False, lambda self, value: None)
"""
UPGRADE = (
    TELLING
    + """
from pitdesk.upkeep.upgrade import upgrade
upgrade(book)
"""
)
BACKUP = (
    TELLING
    + """
from pitdesk.upkeep.backup import backup
with journal.Journal.read(book) as source:
    backup(source, Path(folder, "copy.db"))
"""
)


def cuts(recording, folder, count, seed=0):
    """Images of so many cuts, each with what was told before it."""
    dice = random.Random(seed)
    for turn in range(many(count)):
        at = dice.randint(1, recording.end)
        yield recording.image(at, random.Random(f"{seed} {turn}"), folder / "image"), recording.known(at)


def played(folder, code):
    """The quiet night, begun with its book and played to the seal; and its links."""
    house = folder / "house"
    house.mkdir()
    recording = Recording.of(house, code, NIGHTS["quiet"], folder / "out")
    with Journal.read(house / "pit.db") as journal:
        links = {entry.seq: entry.hash for entry in journal.entries()}
    assert recording.known(recording.end) == len(links)
    return recording, links


def stands(image, told, links=None):
    """What is wrong after a cut: "" where all that was told stands, and nothing else."""
    book = image / "pit.db"
    if not book.exists() and not waits(book):
        Journal.create(book).close()
    try:
        with Journal.open(book) as journal:
            seq, link = journal.head
            if seq < told or (links and seq and links[seq] != link):
                return f"it ends at entry {seq}, and {told} was told"
            if told and journal.unwitnessed:
                return f"its witness is {journal.unwitnessed}"
            return "" if (found := journal.verify()).ok else found.words
    except Trouble as error:
        return str(error)


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    return played(tmp_path_factory.mktemp("night"), NIGHT)


@pytest.mark.parametrize("seed", seeds(4))
def test_no_entry_that_was_told_is_lost_by_a_cut(night, tmp_path, seed):
    recording, links = night
    for image, told in cuts(recording, tmp_path, 40, seed):
        assert stands(image, told, links) == ""


def test_a_desk_that_does_not_flush_is_caught(tmp_path):
    """The control: the same night without flushes loses entries, and the same checks see it."""
    recording, links = played(tmp_path, CARELESS + NIGHT)
    found = [stands(image, told, links) for image, told in cuts(recording, tmp_path, 40)]
    assert any(found)


def test_a_cut_backup_is_the_old_copy_or_the_new_one(night, tmp_path):
    """A backup over an older one; the book is there in any case."""
    recording, links = night
    folder = tmp_path / "house"
    shutil.copytree(recording.folder, folder)
    with Journal.read(folder / "pit.db") as journal:
        journal.copy(folder / "copy.db")
    before = (folder / "copy.db").read_bytes()
    with Journal.open(folder / "pit.db") as journal:
        journal.append(Draft(fact=fact("explain"), at=datetime(2027, 1, 1, tzinfo=UTC)))
        links = links | {journal.head.seq: journal.head.hash}
    backing = Recording.of(folder, BACKUP)
    for image, _ in cuts(backing, tmp_path, 40):
        copy = image / "copy.db"
        with Journal.read(copy) as journal:
            assert journal.verify().ok
            assert copy.read_bytes() == before or journal.head == (len(links), links[len(links)])
        assert stands(image, len(links), links) == ""


@pytest.mark.parametrize("release", sorted(OLDER))
def test_a_cut_upgrade_leaves_the_old_book_or_the_new_one(tmp_path, release):
    folder = tmp_path / "house"
    folder.mkdir()
    for ending in ("", ".head"):
        shutil.copy(f"{OLDER[release]}{ending}", folder / f"pit.db{ending}")
    with Journal.read(folder / "pit.db") as journal:
        links = {entry.seq: entry.hash for entry in journal.entries()}
    recording = Recording.of(folder, UPGRADE)
    for image, _ in cuts(recording, tmp_path, 40):
        upgrade(image / "pit.db")
        assert stands(image, len(links), links) == ""


CALLS = {  # a call, how it fails, and about how often the night makes it
    "pwrite64": ("EIO", 360),
    "pread64": ("EIO", 130),
    "fsync": ("EIO", 110),
    "write": ("ENOSPC", 50),
    "openat": ("EACCES", 30),
    "rename": ("EIO", 2),
}


@pytest.mark.parametrize("seed", seeds(6))
def test_a_system_call_that_fails_is_trouble_and_loses_nothing(night, tmp_path, seed):
    """One call of the night fails on the house's files; what was said before it stands."""
    call = sorted(CALLS)[seed % len(CALLS)]
    how, often = CALLS[call]
    when = random.Random(seed).randint(1, often)
    house = tmp_path / "house"
    house.mkdir()
    endings = ("", "-wal", ".head", ".head.part", ".staged.part/book")
    only = ["-P", house, *(word for one in endings for word in ("-P", f"{house}/pit.db{one}"))]
    inject = ["-e", f"trace={call}", "-e", f"inject={call}:error={how}:when={when}"]
    script = NIGHT.replace("assert main(", "sys.exit(main(").replace(") == 0", "))")
    tracing = [STRACE, "-f", "-qq", "-o", tmp_path / "trace", *only, *inject]
    run = subprocess.run(
        [*tracing, sys.executable, "-c", script, house, NIGHTS["quiet"], tmp_path / "out"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in run.stderr, (call, when, run.stderr)
    told = max((int(number) for number in re.findall(r"told (\d+)", run.stdout)), default=0)
    assert stands(house, told) == "", (call, when, run.stdout[-300:], run.stderr)
