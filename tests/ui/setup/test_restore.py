"""Restore: the machine is lost in the night; on a new one the copy becomes the book."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pitdesk.book import people
from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN
from pitdesk.book.witness import Noted, Witness
from pitdesk.chips import Chips
from pitdesk.codes.keys import key_of
from pitdesk.shifts.practice import open_practice
from pitdesk.upkeep.backup import backup
from tests.ui.night import Quick, copied, proven
from ui.manual.screen import Manual
from ui.setup.first import Welcome
from ui.setup.nobook import NoBook
from ui.setup.restore import Restore, whole_number
from ui.shell.app import Program
from ui.shell.window import Window

pytestmark = pytest.mark.long

NIGHT = (22, 30)


@pytest.fixture
def lost(tmp_path) -> dict[str, Path]:
    """What is left of a machine: a copy of its book on one stick, the keys on another."""
    book, _ = copied(tmp_path, NIGHT)
    left = {name: tmp_path / name for name in ("stick", "locker")}
    for one in left.values():
        one.mkdir()
    with Journal.open(book) as journal:
        key_of(journal)
        backup(journal, left["stick"] / "copy.db")
    for ending in (".pepper", ".key"):
        shutil.move(f"{book}{ending}", left["locker"])
    book.unlink()
    return left


@pytest.fixture
def program(qtbot, tmp_path, monkeypatch) -> Iterator[Program]:
    """The program on a new machine; PINs are hashed at the cost of tests."""
    monkeypatch.setattr(people, "STRONG", PLAIN)
    made = Program(tmp_path / "new", copied(tmp_path, NIGHT)[1])
    (tmp_path / "night.db").unlink()
    yield made
    if made.window:
        made.window.close()


def way(qtbot, program: Program) -> Restore:
    """The first window, and its way to a backup."""
    welcome = program.begin()
    assert isinstance(welcome, Welcome)
    welcome.restore.click()
    found = program.window
    assert isinstance(found, Restore)
    assert found.isVisible()
    return found


def test_what_the_witness_of_the_damaged_book_knows_stands_in_the_fields(qtbot, program, lost):
    book = program.folder / "book.db"
    with Journal.read(lost["stick"] / "copy.db") as copy:
        head, last = copy.head, copy.last_number("fill")
    witness = Witness(book)
    witness.begin(Noted(head, {"fill": last + 4}))
    witness.close()
    here = program.restore(book, program.begin)
    pick(qtbot, here, here.choose, lost["stick"] / "copy.db")
    assert here.last["fill"].edit.placeholderText() == f"the book here went to {last + 4:06}"
    assert here.last["credit"].edit.placeholderText().startswith("the copy ends at")
    assert not here.last["document"].isVisibleTo(here)


def done(qtbot, here: Restore) -> None:
    qtbot.waitUntil(lambda: not here.working)


def pick(qtbot, here: Restore, button, path: Path) -> None:
    here.choose_file = lambda *_: str(path)
    button.click()
    done(qtbot, here)


def chosen(qtbot, program: Program, lost: dict[str, Path]) -> Restore:
    """The copy and both keys chosen."""
    here = way(qtbot, program)
    pick(qtbot, here, here.choose, lost["stick"] / "copy.db")
    for ending in (".pepper", ".key"):
        pick(qtbot, here, here.choose_key[ending], lost["locker"] / f"night.db{ending}")
    return here


def opened(qtbot, program: Program) -> Quick:
    window = program.window
    assert isinstance(window, Window)
    window.activateWindow()
    qtbot.waitActive(window)
    qtbot.waitUntil(lambda: window.station.ready)
    return Quick(qtbot, window)


def test_the_machine_is_lost_and_a_new_one_goes_on_from_the_copy(qtbot, program, lost):
    here = way(qtbot, program)
    assert not here.primary.isEnabled()
    pick(qtbot, here, here.choose, lost["stick"] / "copy.db")
    assert here.found.word.text() == "Intact"
    said = here.found.words.text()
    assert said.startswith("copy.db: Dakota Lions · Riverside Lounge. It ends with entry ")
    assert said.endswith("the day of Sat Nov 21, 2026 is open.")
    assert [one.word.text() for one in here.kept.values()] == ["Not found", "Not found"]
    for ending in (".pepper", ".key"):
        pick(qtbot, here, here.choose_key[ending], lost["locker"] / f"night.db{ending}")
    assert [one.word.text() for one in here.kept.values()] == ["Found", "Found"]
    last = here.held.numbers["fill"]
    QTest.keyClicks(here.last["fill"].edit, f"{last + 2}")
    assert all(line.isVisible() for line in here.last.values()), "no witness knows any of them"
    QTest.keyClicks(here.last["iou"].edit, "7")
    here.primary.click()
    assert not here.close()  # not in the middle of it
    done(qtbot, here)
    assert here.outcome.word.text() == "Restored"
    lost_words = f"Fill {last + 1:06} to {last + 2:06} are noted as lost and never used again."
    assert lost_words in here.outcome.words.text()
    assert "Iou 000001 to 000007 are noted as lost" in here.outcome.words.text()
    assert not here.cards.isVisible()
    here.go_on.click()

    user = opened(qtbot, program)
    user.sign_in("jo", "2741")
    chips = Chips.read("10x$5")
    entry = user.at_desk(lambda desk: desk.fill("2", chips, proven("jo:cashier")))
    assert entry.number.number == last + 3
    assert user.kinds().count("restore") == 1
    book = program.folder / "book.db"
    assert book.with_name("book.db.key").read_bytes() == (lost["locker"] / "night.db.key").read_bytes()
    assert user.at_desk(lambda desk: desk.journal.verify()).ok


def test_a_copy_whose_reading_is_stopped_can_be_chosen_again(qtbot, program, lost):
    here = way(qtbot, program)
    for _ in range(2):
        here.resize(683, 384)
        qtbot.wait(1)
    here.choose_file = lambda *_: str(lost["stick"] / "copy.db")
    here.choose.click()
    here.stop.click()
    qtbot.wait(1)
    assert here.found.word.text() == "Stopped"
    assert (here.stop.isVisible(), here.back.isEnabled(), here.held) == (False, True, None)
    assert not here.found.visibleRegion().isEmpty()
    pick(qtbot, here, here.choose, lost["stick"] / "copy.db")
    assert here.found.word.text() == "Intact"


def test_keys_beside_the_copy_are_found_by_themselves(qtbot, program, lost):
    for path in lost["locker"].iterdir():
        shutil.copy(path, lost["stick"])
    here = way(qtbot, program)
    pick(qtbot, here, here.choose, lost["stick"] / "copy.db")
    assert [one.word.text() for one in here.kept.values()] == ["Found", "Found"]
    here.primary.click()
    done(qtbot, here)
    here.go_on.click()
    opened(qtbot, program).sign_in("jo", "2741")


def test_a_file_that_is_no_copy_is_told_and_another_can_be_chosen(qtbot, program, lost, tmp_path):
    here = way(qtbot, program)
    rubbish = tmp_path / "letter.db"
    rubbish.write_bytes(b"Dear treasurer," * 400)
    torn = tmp_path / "torn.db"
    torn.write_bytes((lost["stick"] / "copy.db").read_bytes()[:30_000])
    for path in (rubbish, torn, tmp_path / "no.db", tmp_path):
        pick(qtbot, here, here.choose, path)
        assert here.found.word.text() == "Not that one", path
        assert here.found.words.text()
        assert not here.primary.isEnabled()
    pick(qtbot, here, here.choose, lost["stick"] / "copy.db")
    assert here.found.word.text() == "Intact"


def test_without_both_keys_nothing_is_put_in_place(qtbot, program, lost):
    here = way(qtbot, program)
    pick(qtbot, here, here.choose, lost["stick"] / "copy.db")
    for ending in (".pepper", ".key"):
        assert not here.primary.isEnabled()
        pick(qtbot, here, here.choose_key[ending], lost["locker"] / f"night.db{ending}")
    assert here.primary.isEnabled()


def test_a_practice_book_becomes_no_real_one(qtbot, program, tmp_path):
    book = open_practice(tmp_path / "practice", program.clock)
    with Journal.open(book) as journal:
        backup(journal, tmp_path / "practice-copy.db")
    here = way(qtbot, program)
    pick(qtbot, here, here.choose, tmp_path / "practice-copy.db")
    assert here.found.word.text() == "Not that one"
    assert "is a copy of the practice book" in here.found.words.text()
    assert not here.primary.isEnabled()


def test_a_key_of_another_book_is_not_taken(qtbot, program, lost, tmp_path):
    here = chosen(qtbot, program, lost)
    good = dict(here.keys)
    other = tmp_path / "other.key"
    other.write_bytes(b"short")
    for ending in (".pepper", ".key"):
        pick(qtbot, here, here.choose_key[ending], other)
        assert here.kept[ending].word.text() == "Not that one"
        assert "5 bytes, not 32" in here.kept[ending].words.text()
    assert here.keys == good


@pytest.mark.parametrize("typed", ["twelve", "-3", "1.5", "½", "9" * 12, "\uff11"])
def test_what_is_no_number_is_told_beside_it_and_nothing_is_put(qtbot, program, lost, typed):
    here = chosen(qtbot, program, lost)
    here.last["credit"].edit.setText(typed)
    here.primary.click()
    assert "is no slip number" in here.last["credit"].told
    assert not here.working
    assert not (program.folder / "book.db").exists()


def test_numbers_are_typed_as_they_are_printed():
    assert [whole_number(text) for text in ("", "000412", "412")] == [0, 412, 412]


def test_a_folder_that_cannot_be_written_is_told_and_can_be_tried_again(qtbot, program, lost):
    here = chosen(qtbot, program, lost)
    here.book = program.folder / "station" / "book.db"
    (program.folder / "station").write_text("a file where a folder should be")
    here.primary.click()
    done(qtbot, here)
    assert here.trouble.isVisible()
    assert "File exists" in here.trouble.text() or "Not a directory" in here.trouble.text()
    (program.folder / "station").unlink()
    here.primary.click()
    done(qtbot, here)
    assert here.outcome.word.text() == "Restored"
    assert not here.trouble.isVisible()


def test_a_damaged_book_is_set_aside_for_a_copy_and_its_keys_stay(qtbot, program, lost):
    book = program.folder / "book.db"
    book.write_bytes(b"nothing of it is left" * 1000)
    for ending in (".pepper", ".key"):
        shutil.copy(lost["locker"] / f"night.db{ending}", f"{book}{ending}")
    program.begin()
    qtbot.waitUntil(lambda: isinstance(program.window, NoBook))
    program.window.restore.click()
    here = program.window
    assert isinstance(here, Restore)
    pick(qtbot, here, here.choose, lost["stick"] / "copy.db")
    assert [one.word.text() for one in here.kept.values()] == ["Found", "Found"]
    program.settings.copied = "7 2026-11-20T00:00:00+00:00"
    here.primary.click()
    done(qtbot, here)
    assert "is kept as " in here.outcome.words.text()
    assert book.with_name("book.db.damaged-1").read_bytes().startswith(b"nothing of it")
    here.go_on.click()
    opened(qtbot, program).sign_in("jo", "2741")
    assert program.settings.copied == ""


def test_the_way_leads_back(qtbot, program):
    here = way(qtbot, program)
    here.choose_file = lambda *_: ""
    here.choose.click()
    here.back.click()
    assert isinstance(program.window, Welcome)
    assert not here.isVisible()


def manuals() -> list[Manual]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, Manual) and one.isVisible()]


def test_f1_opens_the_manual_before_there_is_a_book(qtbot, program):
    ways = (program.begin, "first-night"), (lambda: way(qtbot, program), "restore")
    for shown, page in ways:
        window = shown()
        for _ in range(2):
            window.activateWindow()
            qtbot.waitUntil(window.isActiveWindow)
            QTest.keyClick(window, Qt.Key.Key_F1)
            [manual] = manuals()
            assert manual.page == page
            QTest.keyClick(manual.browser, Qt.Key.Key_Escape)
            assert manuals() == []


def test_a_practice_book_that_cannot_be_opened_is_replaced_by_none(qtbot, program):
    (program.folder / "practice").mkdir()
    (program.folder / "practice" / "practice.db").write_bytes(b"x" * 5000)
    program.practice()
    qtbot.waitUntil(lambda: isinstance(program.window, NoBook))
    assert not program.window.restore.isVisible()


# While it works


def test_nobody_leaves_while_it_is_read_or_put_in_place(qtbot, program, lost, monkeypatch):
    import ui.setup.restore  # noqa: PLC0415

    gate, real = threading.Event(), ui.setup.restore.held
    monkeypatch.setattr(ui.setup.restore, "held", lambda *copy: (gate.wait(20), real(*copy))[1])
    here = way(qtbot, program)
    here.choose_file = lambda *_: str(lost["stick"] / "copy.db")
    here.choose.click()
    assert here.working
    assert not here.back.isEnabled()
    gate.set()
    done(qtbot, here)
    assert here.back.isEnabled()
    here.back.click()
    assert isinstance(program.window, Welcome)
