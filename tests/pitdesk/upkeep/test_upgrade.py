"""Books of earlier versions: today's code goes on with them; a newer one is refused; a step is whole."""

import re
import resource
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime
from inspect import getsource
from pathlib import Path

import pytest
from sqlite_utils.db import sqlite3

from pitdesk import kinds
from pitdesk.__main__ import main
from pitdesk.book import schema
from pitdesk.book.chain import Head
from pitdesk.book.entries import Draft
from pitdesk.book.journal import Journal
from pitdesk.book.lock import Lock
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.book.schema import SCHEMA_VERSION
from pitdesk.book.staging import stage
from pitdesk.clock import SetClock
from pitdesk.codes.keys import SiteKey, key_of
from pitdesk.desk import Desk
from pitdesk.errors import Trouble
from pitdesk.shifts.read import read_shift
from pitdesk.shifts.replay import Replay
from pitdesk.upkeep import upgrade as module
from pitdesk.upkeep.backup import check, restore
from pitdesk.upkeep.upgrade import upgrade, version_of
from printers.devices.paper import Paper
from printers.devices.spool import drain
from tests.books.make import NAME, NIGHT, REPORT, report
from tests.pitdesk.conftest import Cut, spoil
from tests.power import needs_strace, traced

ROOT = Path(__file__).parents[3]
RELEASES = sorted(path.parent for path in (ROOT / "tests" / "books").glob(f"*/{NAME}"))
REMARK = "CREATE TABLE remark (entry INTEGER PRIMARY KEY, words TEXT NOT NULL) STRICT;"
SET_UP = ("person", "organization", "site", "chips", "table")
AT = datetime(2026, 11, 21, tzinfo=UTC)
SPOILT = "UPDATE signature SET initials = 'XX' WHERE entry = 40"
STEP = f"{REMARK}\nPRAGMA user_version = {SCHEMA_VERSION + 1};"


def copied(release: Path, folder: Path) -> Path:
    """The book of a release with its pepper, key and head, to work on."""
    folder.mkdir(exist_ok=True)
    for one in release.glob(f"{NAME}*"):
        shutil.copy(one, folder)
    return folder / NAME


@pytest.fixture(params=RELEASES, ids=lambda path: path.name)
def release(request: pytest.FixtureRequest) -> Path:
    """Where the book of a release lies."""
    return request.param


@pytest.fixture
def book(release: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return copied(release, tmp_path / "house")


def opened(book: Path) -> Journal:
    """A book as every program opens it to write."""
    upgrade(book)
    return Journal.open(book)


def beside(book: Path) -> dict[str, bytes]:
    """What lies in the book's folder, but for the lock and what SQLite makes to read."""
    passing = (".lock", ".db-shm", ".db-wal")
    return {p.name: p.read_bytes() for p in book.parent.iterdir() if p.suffix not in passing}


# Books of releases


def test_there_is_a_book_of_the_first_release():
    assert "0.1.0" in [release.name for release in RELEASES]


def test_it_is_whole_and_reaches_the_head_noted_beside_it(book, capsys):
    assert main(["verify", "--book", str(book)]) == 0
    with opened(book) as journal:
        assert journal.verify().ok
        assert journal.noted_head() == journal.head
        assert journal.head.seq > 40
    assert "chain whole" in capsys.readouterr().out


def test_its_report_is_the_same_bytes_as_on_its_night(book, release):
    with Journal.read(book) as journal:
        assert report(journal) == (release / REPORT).read_text().strip()


def test_it_goes_on_for_another_night_and_closes(book, tmp_path):
    """The same night a day later: nobody is set up anew, the PINs and the key are the old ones."""
    text = NIGHT.read_text("utf-8").replace("night 2026-11-20", "night 2026-11-21")
    text = text.replace("day 1", "day 2").replace("000001", "000002")
    text = re.sub(r"((?:verify|receive|[:,]) (?:fill|credit)) 1", r"\1 2", text)
    (tmp_path / "next.shift").write_text(text, "utf-8")
    lines = read_shift(tmp_path / "next.shift")
    pins = re.findall(r"^person +(\w+) .* pin (\d+)", text, re.MULTILINE)
    clock, paper = SetClock(datetime(2026, 11, 21, 18, tzinfo=UTC)), Paper()
    key = SiteKey.read(book.with_name(f"{NAME}.key")).public
    with opened(book) as journal:
        before = journal.head.seq
        pepper = Pepper.kept(book.with_name(f"{NAME}.pepper"), PLAIN)
        desk = Desk(journal, pepper, clock=clock, key=key_of(journal))
        replay = Replay(desk, clock, lambda desk: drain(desk, paper), paper.jam)
        replay.secrets |= {person: ("pin", pin) for person, pin in pins}
        played = [*replay.play(line for line in lines if line.words.split()[0] not in SET_UP)]
        assert len(played) > 30
        assert replay.misses == []
        assert journal.numbered("fill", 2).seq > before
        assert key_of(journal).public == key
    with Journal.read(book) as journal:
        assert journal.verify().ok
        assert journal.noted_head() == journal.head
        assert journal.last_number("day") == 2
        assert journal.last_number("credit") == 2


@pytest.mark.parametrize("way", [opened, Journal.read])
def test_a_book_of_a_newer_version_is_refused_and_not_written(book, way):
    set_version(book, SCHEMA_VERSION + 1)
    before = beside(book)
    with pytest.raises(Trouble, match=r"was written by a newer PitDesk.*Update this PitDesk; the book"):
        way(book)
    assert beside(book) == before


def test_it_is_brought_to_todays_schema_and_kept_as_it_was(book, release):
    old, before = book.read_bytes(), version_of(book)
    assert before < SCHEMA_VERSION
    with Journal.read(book) as journal:
        entries = journal.entries()
    kept = upgrade(book)
    assert kept == book.with_name(f"{NAME}.schema-{before}")
    assert kept.read_bytes() == old
    assert version_of(book) == SCHEMA_VERSION
    with Journal.open(book) as journal:
        assert journal.verify().ok
        assert journal.broken_promise() is None
        assert journal.entries() == entries
        assert report(journal) == (release / REPORT).read_text().strip()


def test_a_book_of_todays_schema_is_left_alone(book):
    upgrade(book)
    before = beside(book)
    assert version_of(book) == SCHEMA_VERSION
    assert upgrade(book) is None
    assert beside(book) == before
    assert upgrade(book.with_name("none.db")) is None
    assert upgrade(book.parent) is None


def set_version(book: Path, version: int) -> None:
    connection = sqlite3.connect(book, isolation_level=None)
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()


# A step


@pytest.fixture
def tomorrow(monkeypatch):
    """The PitDesk of tomorrow: one table more, and the step that leads there."""
    step_on(monkeypatch.setattr)


def step_on(setattr, step: str = STEP) -> None:
    """Make this PitDesk one of the next schema."""
    text = f"{schema.schema()}\n{REMARK}\n"
    fresh = sqlite3.connect(":memory:")
    fresh.executescript(text)
    created = frozenset(fresh.execute(schema._SCHEMA).fetchall())
    fresh.close()
    before = schema._as_created
    newest = lambda version: created if version > SCHEMA_VERSION else before(version)  # noqa: E731
    setattr(schema, "_as_created", newest)
    setattr(module, "STEPS", {**module.STEPS, SCHEMA_VERSION: step})
    setattr(module, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
    setattr(sys.modules["pitdesk.book.connection"], "SCHEMA_VERSION", SCHEMA_VERSION + 1)


@pytest.mark.usefixtures("tomorrow")
def test_an_older_book_is_brought_on_when_it_is_opened_and_kept_as_it_was(book, release):
    old = book.read_bytes()
    with opened(book) as journal:
        assert journal.verify().ok
        assert journal.broken_promise() is None
        assert report(journal) == (release / REPORT).read_text().strip()
    assert version_of(book) == SCHEMA_VERSION + 1
    kept = book.with_name(f"{NAME}.schema-1")
    assert kept.read_bytes() == old
    assert {*beside(book)} == {one.name for one in release.glob(f"{NAME}*")} | {kept.name}
    opened(book).close()
    assert len([*book.parent.glob("*schema-*")]) == 1


@pytest.mark.usefixtures("tomorrow")
@pytest.mark.parametrize("command", ["replay {none} --out {stick}", "send --to {stick}"])
def test_every_command_that_writes_brings_it_on(book, tmp_path, command):
    (tmp_path / "stick").mkdir()
    (tmp_path / "none.shift").write_text("# nothing\n", "utf-8")
    named = {"none": tmp_path / "none.shift", "stick": tmp_path / "stick"}
    assert main([*(word.format(**named) for word in command.split()), "--book", str(book)]) == 0
    assert version_of(book) == SCHEMA_VERSION + 1


@pytest.mark.usefixtures("tomorrow")
def test_an_older_backup_is_checked_and_restored(book, tmp_path):
    stick = tmp_path / "pit.backup"
    book.rename(stick)
    for name in ("-wal", ".head"):
        book.with_name(f"{NAME}{name}").unlink(missing_ok=True)
    old = stick.read_bytes()
    assert check(stick).ok
    fact, _ = restore(stick, book, last_numbers={}, operator="gro", clock=SetClock(AT))
    assert stick.read_bytes() == old
    assert version_of(book) == SCHEMA_VERSION + 1
    with opened(book) as journal:
        assert journal.entry(journal.head.seq).fact == fact
        assert journal.verify().ok
    spoil(stick, SPOILT, "signature_stands")
    with pytest.raises(Trouble, match="entry 40: its signatures"):
        check(stick)


def crash(book: Path, folder: Path) -> tuple[Path, Head]:
    """What a machine that went down while it wrote left of the book; and where the book then stood."""
    folder.mkdir()
    with Journal.open(book) as journal:  # as the PitDesk that wrote it
        journal.append(Draft(fact=kinds.Site(), at=AT))
        for one in book.parent.glob(f"{NAME}*"):
            shutil.copy(one, folder)
        head = journal.head
    assert (folder / f"{NAME}-wal").stat().st_size
    return folder / NAME, head


def test_what_a_crash_left_in_the_log_of_an_older_book_comes_along(book, tmp_path, monkeypatch):
    crashed, head = crash(book, tmp_path / "crashed")
    step_on(monkeypatch.setattr)
    with opened(crashed) as journal:
        assert journal.head == head
        assert journal.verify().ok
    assert not crashed.with_name(f"{NAME}-wal").exists()
    monkeypatch.undo()
    with Journal.read(crashed.with_name(f"{NAME}.schema-1")) as kept:
        assert kept.head == head


@pytest.mark.usefixtures("tomorrow")
def test_a_book_that_is_held_is_not_touched(book):
    lock, before = Lock(book), beside(book)
    with pytest.raises(Trouble, match="is held by"):
        upgrade(book)
    lock.release()
    assert beside(book) == before


@pytest.mark.usefixtures("tomorrow")
def test_a_book_that_is_being_read_is_not_touched(book):
    before = beside(book)
    with Journal.read(book) as reader:
        with pytest.raises(Trouble, match="Another program reads the book"):
            upgrade(book)
        assert reader.entries()
    assert beside(book) == before
    opened(book).close()
    assert version_of(book) == SCHEMA_VERSION + 1


@pytest.mark.usefixtures("tomorrow")
def test_a_damaged_book_is_not_brought_on(book):
    spoil(book, SPOILT, "signature_stands")
    before = beside(book)
    with pytest.raises(Trouble, match="is damaged: entry 40: its signatures"):
        upgrade(book)
    assert beside(book) == before


@pytest.mark.parametrize(
    "step",
    [
        "CREATE TABLE nothing",
        f"{STEP}\nDROP TRIGGER entry_stays;",
        f"PRAGMA user_version = {SCHEMA_VERSION + 1};",
    ],
    ids=["no SQL", "a guard gone", "no table"],
)
def test_a_step_that_does_not_lead_there_leaves_the_book(book, monkeypatch, step):
    step_on(monkeypatch.setattr, step)
    before = beside(book)
    with pytest.raises(Trouble):
        upgrade(book)
    assert beside(book) == before


ELSEWHERE = f"""
import os, resource, sys
from pathlib import Path
from sqlite_utils.db import sqlite3
from pitdesk.book import schema
from pitdesk.book.schema import SCHEMA_VERSION
from pitdesk.upkeep import upgrade
from pitdesk.errors import Trouble

module, REMARK, STEP = upgrade, {REMARK!r}, {STEP!r}
{getsource(step_on)}"""
ELSEWHERE += """
book, what = Path(sys.argv[1]), sys.argv[2]
step_on(setattr)
if what.isdecimal():
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(what), resource.RLIM_INFINITY))
elif what == "script":  # in the middle of the step's own statements
    real, (newest, step) = upgrade.sqlite3.connect, max(upgrade.STEPS.items())
    upgrade.STEPS |= {newest: step.replace("PRAGMA", "INSERT INTO remark VALUES (1, die()); PRAGMA")}
    def connect(*args, **more):
        made = real(*args, **more)
        made.create_function("die", 0, lambda: os.kill(os.getpid(), 9))
        return made
    upgrade.sqlite3.connect = connect
elif what == "replace":
    Path.replace = lambda *_: os.kill(os.getpid(), 9)
else:
    setattr(upgrade, what, lambda *_: os.kill(os.getpid(), 9))
try:
    upgrade.upgrade(book)
except Trouble as trouble:
    print(trouble)
"""


def elsewhere(book: Path, what: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", ELSEWHERE, str(book), str(what)]
    return subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)


@pytest.mark.parametrize("what", ["_step", "script", "_check", "_kept", "replace"])
def test_killed_at_any_moment_the_old_book_stays_and_is_brought_on_later(book, monkeypatch, what):
    before = beside(book)
    run = elsewhere(book, what)
    assert run.returncode == -signal.SIGKILL, run.stderr
    assert before.items() <= beside(book).items()
    Journal.open(book).close()  # the PitDesk of today still goes on with it
    step_on(monkeypatch.setattr)
    with opened(book) as journal:
        assert journal.verify().ok
    assert version_of(book) == SCHEMA_VERSION + 1
    assert not [*book.parent.glob("*.part*")]


def test_whatever_change_of_a_name_is_the_last_the_old_book_stands_or_the_new_one(
    book, release, power, tmp_path
):
    entries = {}
    for step in range(20):
        power.left = None
        cut = copied(release, tmp_path / f"cut-{step}")
        power.left = step
        with suppress(Cut):
            upgrade(cut)
        cut_short, power.left = power.left == 0, None
        with opened(cut) as journal:
            assert journal.verify().ok
            assert not journal.unwitnessed
            entries[step] = journal.head
        assert version_of(cut) == SCHEMA_VERSION
        assert not [*cut.parent.glob("*.part")]
        if not cut_short:
            break
    assert step > 3
    assert len({*entries.values()}) == 1


def test_an_older_book_that_a_restore_left_waiting_takes_its_place_first(book, release):
    before = Journal.read(book)
    head = before.head
    before.close()
    made = stage(book)
    for ending in ("", ".head"):
        shutil.copy(f"{release / NAME}{ending}", f"{made}{ending}")
    made.parent.rename(made.parent.with_name(f"{NAME}.staged"))
    book.unlink()
    assert upgrade(book) == book.with_name(f"{NAME}.schema-1")
    with Journal.open(book) as journal:
        assert journal.head == head


@pytest.mark.parametrize("room", [0, 40_000, 80_000])
def test_a_full_disk_leaves_the_old_book(book, room):
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] == resource.RLIM_INFINITY
    before = beside(book)
    run = elsewhere(book, room)
    assert run.returncode == 0, run.stderr
    assert "disk" in run.stdout
    assert beside(book) == before


UPGRADING = """
import sys
from pathlib import Path
from pitdesk.errors import Trouble
from pitdesk.upkeep.upgrade import upgrade
try:
    print("done" if upgrade(Path(sys.argv[1])) else "nothing to do")
except Trouble as trouble:
    print(trouble)
"""


@needs_strace
@pytest.mark.parametrize("n", range(1, 10))
def test_a_read_that_fails_is_never_taken_for_nothing_to_do(tmp_path, n):
    book = tmp_path / "book.db"
    shutil.copy(RELEASES[0] / NAME, book)
    paths = ["-P", book, "-P", f"{book}.part"]
    failing = ["-e", "trace=read", "-e", f"inject=read:error=EIO:when={n}"]
    run = traced(tmp_path / "trace", [*paths, *failing], UPGRADING, book)
    assert not run.stderr
    assert "Input/output error" in run.stdout or run.stdout == "done\n"
    assert version_of(book) == (SCHEMA_VERSION if run.stdout == "done\n" else 1)
