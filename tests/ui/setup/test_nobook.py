"""The book does not open: what fits is offered, missing entries come back, and it can still be read."""

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
from sqlite_utils.db import sqlite3

from pitdesk.book import people
from pitdesk.book.chain import chain
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.chips import Chips
from pitdesk.codes.keys import key_of
from pitdesk.desk import Desk
from pitdesk.upkeep.recovery import Ways
from tests.ui.night import Quick, copied, proven
from ui.setup.nobook import NoBook
from ui.setup.restore import Restore
from ui.shell.app import Program
from ui.shell.reading import ReadOnlyWindow
from ui.shell.window import Window

pytestmark = pytest.mark.long

FRAME = 24 + 4096
FILLS = 9


@pytest.fixture(scope="module")
def stopped(tmp_path_factory) -> Path:
    """A night whose machine stopped after nine fills: book, log, witness and keys, as they lay."""
    folder, kept = tmp_path_factory.mktemp("night"), tmp_path_factory.mktemp("stopped")
    book, clock = copied(folder)
    with Journal.open(book) as journal:
        pepper = Pepper.kept(book.with_name(f"{book.name}.pepper"), PLAIN)
        desk = Desk(journal, pepper, clock=clock, key=key_of(journal))
        for _ in range(FILLS):
            desk.fill("2", Chips.read("1x$5"), proven("jo:cashier"))
        for path in folder.iterdir():
            if not path.name.endswith(("-shm", ".lock")):
                shutil.copy(path, kept)
    return kept


@pytest.fixture
def book(stopped, tmp_path) -> Path:
    """The same with a damaged page in its log, which hides most of the fills."""
    shutil.copytree(stopped, tmp_path / "lies")
    log = tmp_path / "lies" / "night.db-wal"
    data = bytearray(log.read_bytes())
    data[32 + FRAME + 500] ^= 1
    log.write_bytes(data)
    return tmp_path / "lies" / "night.db"


@pytest.fixture
def program(qtbot, tmp_path, monkeypatch) -> Iterator[Program]:
    """The program; PINs are hashed at the cost of tests."""
    monkeypatch.setattr(people, "STRONG", PLAIN)
    made = Program(tmp_path / "station", copied(tmp_path)[1])
    yield made
    if made.window:
        made.window.close()


def no_book(qtbot, program: Program, book: Path) -> NoBook:
    """Start on a book that does not open; its page, once it knows what can be done."""
    program.begin(book)
    qtbot.waitUntil(lambda: isinstance(program.window, NoBook))
    here = program.window
    assert isinstance(here, NoBook)
    qtbot.waitUntil(lambda: not here._lane.busy())
    return here


def offered(here: NoBook) -> list[str]:
    return [name for name, one in here.offers.items() if one.isVisible()]


def sums(book: Path) -> dict[str, str]:
    """What a book and its witness and log are made of."""
    files = [book.with_name(book.name + ending) for ending in ("", ".head", "-wal")]
    there = [one for one in files if one.exists() and one.stat().st_size]
    return {one.name: sha256(one.read_bytes()).hexdigest() for one in there}


def read(qtbot, program: Program) -> ReadOnlyWindow:
    """The book, opened to read."""
    assert isinstance(program.window, NoBook)
    program.window.read.click()
    here = program.window
    assert isinstance(here, ReadOnlyWindow)
    qtbot.waitUntil(lambda: here.station.ready)
    qtbot.waitUntil(lambda: not here.days.reader.busy())
    return here


def from_the_future(book: Path) -> int:
    """Add an entry as a newer PitDesk might; returns its seq."""
    with closing(sqlite3.connect(book, isolation_level=None)) as database:
        newest = "SELECT seq, formula, at, hash FROM entry ORDER BY seq DESC LIMIT 1"
        seq, formula, at, link = database.execute(newest).fetchone()
        said = {"seq": seq + 1, "kind": "tomorrow", "at": at, "day": 0, "about": None, "request": None}
        more = {"number": None, "postings": [], "signatures": [], "detail": {}}
        body = json.dumps(said | more, separators=(",", ":")).encode()
        database.execute(
            "INSERT INTO entry (seq, formula, kind, at, day, body, hash) VALUES (?, ?, ?, ?, 0, ?, ?)",
            (seq + 1, formula, "tomorrow", at, body, chain(link, body)),
        )
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return int(seq) + 1


def test_missing_entries_come_back_and_the_copy_takes_the_place_of_the_book(qtbot, program, book):
    before = sums(book)
    here = no_book(qtbot, program, book)
    assert "entries are missing, with fill " in here.words.text()
    assert offered(here) == ["look", "restore", "read"]
    here.look.click()
    assert not here.close()  # not in the middle of it
    qtbot.waitUntil(lambda: not here._lane.busy())
    assert here.outcome.word.text() == "All came back"
    assert "Nothing is missing that PitDesk knows of." in here.outcome.words.text()
    assert sums(book) == before
    here.use.click()

    restore = program.window
    assert isinstance(restore, Restore)
    qtbot.waitUntil(lambda: not restore.working)
    assert restore.found.word.text() == "Intact"
    assert [one.word.text() for one in restore.kept.values()] == ["Found", "Found"]
    restore.primary.click()
    qtbot.waitUntil(lambda: not restore.working)
    assert restore.outcome.word.text() == "Restored", restore.trouble.text()
    restore.go_on.click()
    window = program.window
    assert isinstance(window, Window)
    qtbot.waitUntil(lambda: window.station.ready)
    assert window.station.board.next_number["fill"] == FILLS + 1


def test_what_does_not_come_back_is_named_and_its_last_numbers_are_filled_in(qtbot, program, book):
    book.with_name("night.db-wal").write_bytes(b"")
    here = no_book(qtbot, program, book)
    assert offered(here) == ["look", "restore", "read"]
    here.look.click()
    qtbot.waitUntil(lambda: not here._lane.busy())
    assert here.outcome.word.text() == "Some are missing"
    said = here.outcome.words.text()
    assert f"missing, with fill 000001 to {FILLS:06}" in said
    assert "on the slips on paper, in night-slips, and in the newest backup" in said
    here.use.click()
    restore = program.window
    assert isinstance(restore, Restore)
    qtbot.waitUntil(lambda: not restore.working)
    assert restore.last["fill"].edit.text() == f"{FILLS:06}"


def test_a_damaged_book_is_opened_to_read_and_not_a_byte_of_it_changes(qtbot, program, book):
    no_book(qtbot, program, book)
    before = sums(book)
    here = read(qtbot, program)
    assert "is damaged" in here.why.text()
    assert here.station.operator is None
    assert here.days.count.text() == "1 day"
    here.view.choose("slips")
    qtbot.waitUntil(lambda: not here.slips.reader.busy())
    assert here.slips.count.text() != ""
    here.back.click()
    assert isinstance(program.window, NoBook)
    assert sums(book) == before


def test_an_entry_that_cannot_be_read_keeps_no_other_day_back(qtbot, program, tmp_path):
    """A kind from the future at the very end: the sealed day before it is shown and saved."""
    book, _ = copied(tmp_path, (2, 30))
    seq = from_the_future(book)
    before = sums(book)
    here = no_book(qtbot, program, book)
    assert f"entry {seq}" in here.words.text()
    assert "'tomorrow', which this PitDesk does not know" in here.words.text()
    assert offered(here) == ["restore", "read"]
    shown = read(qtbot, program)
    assert shown.days.report.shown is not None, shown.said.text()
    target = tmp_path / "report.pdf"
    shown.days.report.choose_file = lambda _: str(target)
    shown.days.report.save.click()
    qtbot.waitUntil(target.exists)
    qtbot.waitUntil(lambda: "The report is saved" in shown.said.text())
    assert sums(book) == before


def test_a_book_of_which_nothing_can_be_read_says_so(qtbot, program, book):
    book.write_bytes(b"\0" * 9000)
    book.with_name("night.db-wal").unlink()
    here = no_book(qtbot, program, book)
    assert offered(here) == ["restore"]
    assert here.nothing.isVisible()


def newer(book: Path, *changes: str) -> None:
    """Bring a book to a schema that does not exist yet."""
    with closing(sqlite3.connect(book, isolation_level=None)) as database:
        for change in (*changes, "PRAGMA user_version = 99", "PRAGMA wal_checkpoint(TRUNCATE)"):
            database.execute(change)


def test_a_newer_book_is_opened_to_read_as_far_as_it_is_understood(qtbot, program, tmp_path):
    """It has a column and a table that this PitDesk does not know; the sealed day is all there."""
    book, _ = copied(tmp_path, (2, 30))
    newer(book, "ALTER TABLE posting ADD why TEXT", "CREATE TABLE weather (day INTEGER)")
    before = sums(book)
    here = no_book(qtbot, program, book)
    assert "newer PitDesk (schema 99, this one reads 2). Update this PitDesk" in here.words.text()
    assert offered(here) == ["restore", "read"]
    shown = read(qtbot, program)
    assert shown.days.report.shown is not None, shown.said.text()
    assert "newer PitDesk" in shown.why.text()
    shown.view.choose("slips")
    qtbot.waitUntil(lambda: not shown.slips.reader.busy())
    assert len(shown.slips.model.rows) > 5
    assert sums(book) == before


def test_a_newer_book_that_is_not_understood_is_not_called_damaged(qtbot, program, tmp_path):
    book, _ = copied(tmp_path, (2, 30))
    newer(book, "ALTER TABLE posting RENAME COLUMN amount TO pieces")
    before = sums(book)
    here = no_book(qtbot, program, book)
    assert "Update this PitDesk" in here.words.text()
    assert offered(here) == ["restore"]
    assert here.nothing.isVisible()
    assert here.nothing.text() == "This PitDesk can read nothing of it. Update it, and the book opens."
    assert sums(book) == before


def test_a_book_that_is_held_elsewhere_is_only_waited_for(qtbot, program, tmp_path):
    book, _ = copied(tmp_path)
    with Journal.open(book):
        here = no_book(qtbot, program, book)
        assert offered(here) == ["restore"]
        assert here.ways == Ways(held=True)


def test_a_book_that_was_moved_away_leads_to_the_copy_that_was_saved(qtbot, program, tmp_path):
    book, _ = copied(tmp_path)
    with Journal.open(book) as journal:
        key_of(journal)
    program.begin(book)
    window = program.window
    assert isinstance(window, Window)
    qtbot.waitUntil(lambda: window.station.ready)
    user = Quick(qtbot, window)
    user.sign_in("jo", "2741")
    book.rename(tmp_path / "moved.db")
    told: list[str] = []
    window.station.runner.ask(
        lambda desk: desk.fill("2", Chips.read("1x$5"), proven("jo:cashier")), trouble=told.append
    )
    qtbot.waitUntil(lambda: bool(told))
    saved = book.with_name("night.db.saved-1")
    assert "was removed or replaced" in told[0]
    assert str(saved) in told[0]
    user.go("days")
    user.rest()
    assert window.shown("days").count.text() == "1 day"  # it can still be read, from the copy
    window.close()

    here = no_book(qtbot, program, book)
    assert "is gone" in here.words.text()
    assert offered(here) == ["saved", "restore"]
    assert str(saved) in here.where.text()
    here.saved.click()
    restore = program.window
    assert isinstance(restore, Restore)
    qtbot.waitUntil(lambda: not restore.working)
    assert restore.found.word.text() == "Intact"
    restore.primary.click()
    qtbot.waitUntil(lambda: not restore.working)
    assert restore.outcome.word.text() == "Restored", restore.trouble.text()
    restore.go_on.click()
    qtbot.waitUntil(lambda: isinstance(program.window, Window) and program.window.station.ready)


def test_a_book_that_is_damaged_under_the_window_is_written_no_more(qtbot, program, tmp_path):
    book, _ = copied(tmp_path)
    program.begin(book)
    window = program.window
    assert isinstance(window, Window)
    qtbot.waitUntil(lambda: window.station.ready)
    user = Quick(qtbot, window)
    user.sign_in("jo", "2741")
    whole = book.read_bytes()
    book.write_bytes(whole[:4096] + bytes(len(whole) - 4096))  # in place, as a dying disk does
    seen = user.seen
    for _ in range(2):
        form = user.fill_in("fill", {"table": "2", "chips": "20x$5"}, (("jo", "cashier", "2741"),))
        user.post(form)
        assert "is damaged" in form.notice.text
        assert "is damaged" in user.told()
    assert user.seen == seen
    window.close()
    here = no_book(qtbot, program, book)
    assert "is damaged" in here.words.text()
    assert "restore" in offered(here)
