"""Backup: a folder is kept, a copy is made, one is tried, and the keys are locked away."""

import errno
import os
import threading
from pathlib import Path

import pytest

import ui.work.copies
from pitdesk.book.entries import Draft
from pitdesk.book.journal import Journal
from pitdesk.codes.keys import key_of
from pitdesk.upkeep.backup import check
from tests.ui.evening import Quick, copied
from ui.setup.backup import Backup

SEALED = (2, 30)
COPY = "riverside-lounge-saturday.db"


@pytest.fixture
def folders(tmp_path) -> dict[str, Path]:
    made = {name: tmp_path / name for name in ("stick", "locker", "other")}
    for one in made.values():
        one.mkdir()
    return made


@pytest.fixture
def hands(qtbot, open_window, tmp_path) -> Quick:
    book, clock = copied(tmp_path, SEALED)
    with Journal.open(book) as journal:
        key_of(journal)
    hands = Quick.at(qtbot, open_window(book, clock), "pia")
    hands.go("backup")
    hands.settle()
    return hands


def page(hands: Quick) -> Backup:
    found = hands.form
    assert isinstance(found, Backup)
    return found


def kept(hands: Quick, folder: Path) -> Backup:
    """Choose the folder of the copies, and wait for the first."""
    here = page(hands)
    here.choose_folder = lambda _: str(folder)
    hands.press(here.pick)
    hands.qtbot.waitUntil(lambda: here.copies.last is not None and not here.copies.busy)
    return here


def trial(hands: Quick) -> tuple[str, str]:
    here = page(hands)
    hands.qtbot.waitUntil(lambda: not here.reader.busy("try"))
    return here.trial.word.text(), here.trial.words.text()


def keys(hands: Quick) -> tuple[str, str]:
    here = page(hands)
    hands.qtbot.waitUntil(lambda: not here.reader.busy("keys"))
    return here.locked.word.text(), here.locked.words.text()


# Copies


def test_before_a_folder_is_kept_nothing_is_copied(hands):
    here = page(hands)
    assert here.state.word.text() == "Nowhere"
    assert not here.now.isEnabled()
    assert not here.newest.isEnabled()
    assert here.other.isEnabled()


def test_a_folder_is_kept_and_the_sealed_day_goes_there_at_once(hands, folders):
    here = kept(hands, folders["stick"])
    assert hands.window.settings.copies == str(folders["stick"])
    assert here.state.word.text() == "Copied"
    assert here.state.words.text() == "The last was made on Sun Nov 22, 2026 at 02:01."
    assert check(folders["stick"] / COPY).ok
    assert hands.told() == f"Copied and checked: {folders['stick'] / COPY}."
    (folders["stick"] / COPY).unlink()
    hands.press(here.now)
    hands.qtbot.waitUntil(lambda: not here.copies.busy)
    assert check(folders["stick"] / COPY).ok


def test_a_folder_that_is_not_there_is_told_beside_it(hands, folders):
    here = page(hands)
    hands.write(here.folder.edit, str(folders["stick"] / "no"))
    hands.press(here.keep)
    assert here.folder.told.startswith("There is no folder ")
    assert hands.window.settings.copies == ""
    hands.write(here.folder.edit, str(folders["stick"]))
    hands.press(here.keep)
    assert hands.window.settings.copies == str(folders["stick"])
    hands.write(here.folder.edit, "")
    hands.press(here.keep)
    assert hands.window.settings.copies == ""
    assert hands.told() == "No copies are made."


def test_a_folder_that_is_changed_while_a_copy_is_made_gets_one_too(hands, folders, monkeypatch):
    gate, real = threading.Event(), ui.work.copies.copied

    def slow(journal, folder):
        assert folder != folders["stick"] or gate.wait(20)
        return real(journal, folder)

    monkeypatch.setattr(ui.work.copies, "copied", slow)
    here = page(hands)
    here.copies.go_to(str(folders["stick"]))
    here.copies.go_to(str(folders["other"]))
    gate.set()
    hands.qtbot.waitUntil(lambda: (folders["other"] / COPY).exists() and not here.copies.busy)
    assert here.state.word.text() == "Copied"


def test_a_folder_whose_name_no_disk_takes_is_told(hands, folders):
    here = page(hands)
    hands.write(here.folder.edit, f"{folders['stick']}/{'x' * 300}")
    hands.press(here.keep)
    assert here.folder.told.startswith("There is no folder ")


def test_a_stick_that_dies_is_told(hands, folders, monkeypatch):
    here = kept(hands, folders["stick"])

    real = os.stat

    def dies(path, **more):
        if str(folders["stick"]) in str(path):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return real(path, **more)

    monkeypatch.setattr(os, "stat", dies)
    hands.press(here.now)
    hands.qtbot.waitUntil(lambda: not here.copies.busy)
    assert here.state.word.text() == "Not copied"


def test_a_disk_that_takes_nothing_is_told(hands, folders):
    here = kept(hands, folders["stick"])
    copy = folders["stick"] / COPY
    copy.unlink()
    copy.mkdir()
    hands.press(here.now)
    hands.qtbot.waitUntil(lambda: not here.copies.busy)
    assert here.state.word.text() == "Not copied"
    assert "cannot be written" in here.state.words.text()


# Whether one would do


def test_the_newest_copy_is_tried(hands, folders):
    here = kept(hands, folders["stick"])
    hands.press(here.newest)
    assert not here.newest.isEnabled()
    words = f"{COPY}: Dakota Lions · Riverside Lounge. It ends with entry "
    word, said = trial(hands)
    assert word == "It would do"
    assert said.startswith(words)
    assert said.endswith("the day of Sat Nov 21, 2026 is sealed. Nothing is newer.")
    assert here.newest.isEnabled()
    hands.at_desk(lambda desk: desk.write_documents())
    [copy] = folders["stick"].iterdir()
    assert copy.name == COPY


def test_a_copy_that_is_damaged_would_not_do(hands, folders):
    here = kept(hands, folders["stick"])
    copy = folders["stick"] / COPY
    copy.write_bytes(copy.read_bytes()[:20_000])
    hands.press(here.newest)
    word, said = trial(hands)
    assert word == "It would not do"
    assert str(copy) in said
    copy.unlink()
    hands.press(here.newest)
    assert trial(hands)[1].startswith(f"There is no copy in {folders['stick']}.")


def test_another_books_copy_is_told_from_ours(hands, folders, tmp_path):
    other = folders["other"] / "x.db"
    Journal.create(other).close()
    with Journal.open(other) as journal:
        journal.append(Draft(kind="site", at=hands.pit.clock.at, detail={"name": "Elsewhere"}))
    here = page(hands)
    here.choose_file = lambda _: str(other)
    hands.press(here.other)
    word, said = trial(hands)
    assert word == "Another's"
    assert said.endswith("no day was opened yet. It is whole, and not a copy of this book.")


def test_a_folder_that_nobody_chooses_changes_nothing(hands):
    here = page(hands)
    here.choose_folder = here.choose_file = lambda _: ""
    for way in (here.pick, here.other, here.lock_away, here.compare):
        hands.press(way)
    hands.settle()
    assert hands.window.settings.copies == ""
    assert not here.trial.isVisible()
    assert not here.locked.isVisible()


# The keys


def test_the_keys_are_copied_and_compared(hands, folders, tmp_path):
    here = page(hands)
    here.choose_folder = lambda _: str(folders["locker"])
    hands.press(here.compare)
    word, said = keys(hands)
    assert word == "Look"
    assert "ends in .pepper, the key of the PINs. Copy the keys." in said
    hands.press(here.lock_away)
    names = "evening.db.pepper, evening.db.key"
    assert keys(hands) == ("Copied", f"{names}: now on {folders['locker']}. Lock it away.")
    hands.press(here.compare)
    assert keys(hands) == ("The same", f"The keys on {folders['locker']} are those of this book.")
    (folders["locker"] / "evening.db.key").write_bytes(bytes(32))
    hands.press(here.compare)
    assert "is not the key of the codes of this book" in keys(hands)[1]
    hands.press(here.lock_away)
    assert "is another key. Name another folder" in keys(hands)[1]
    (tmp_path / "evening.db.key").unlink()
    hands.press(here.compare)
    assert keys(hands)[1] == (
        f"{tmp_path / 'evening.db.key'} cannot be read: No such file or directory. "
        "Look at its disk, then compare."
    )


def test_the_keys_do_not_go_where_the_copies_go(hands, folders):
    here = kept(hands, folders["stick"])
    hands.press(here.lock_away)
    assert keys(hands)[1].endswith("Keep the keys on a stick of their own.")
    assert [path.name for path in folders["stick"].iterdir()] == [COPY]
