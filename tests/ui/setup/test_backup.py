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
from pitdesk.kinds import Site
from pitdesk.upkeep.backup import check
from tests.ui.night import Quick, copied
from tests.ui.stand import stands
from ui.setup.backup import Backup

pytestmark = pytest.mark.long

SEALED = (2, 30)
COPY = "riverside-lounge-saturday.db"


@pytest.fixture
def folders(tmp_path) -> dict[str, Path]:
    made = {name: tmp_path / name for name in ("stick", "locker", "other")}
    for one in made.values():
        one.mkdir()
    return made


@stands()
def user(qtbot, open_window, tmp_path) -> Quick:
    book, clock = copied(tmp_path, SEALED)
    with Journal.open(book) as journal:
        key_of(journal)
    user = Quick.at(qtbot, open_window(book, clock), "pia")
    user.go("backup")
    user.settle()
    return user


def page(user: Quick) -> Backup:
    found = user.form
    assert isinstance(found, Backup)
    return found


def kept(user: Quick, folder: Path) -> Backup:
    """Choose the folder of the copies, and wait for the first."""
    here = page(user)
    here.choose_folder = lambda _: str(folder)
    user.press(here.pick)
    user.qtbot.waitUntil(lambda: here.copies.last is not None and not here.copies.busy)
    return here


def trial(user: Quick) -> tuple[str, str]:
    here = page(user)
    user.qtbot.waitUntil(lambda: not here.reader.busy("try"))
    return here.trial.word.text(), here.trial.words.text()


def keys(user: Quick) -> tuple[str, str]:
    here = page(user)
    user.qtbot.waitUntil(lambda: not here.reader.busy("keys"))
    return here.locked.word.text(), here.locked.words.text()


# Copies


def test_before_a_folder_is_kept_nothing_is_copied(user):
    here = page(user)
    assert here.state.word.text() == "Nowhere"
    assert not here.now.isEnabled()
    assert not here.newest.isEnabled()
    assert here.other.isEnabled()


def test_a_folder_is_kept_and_the_sealed_day_goes_there_at_once(user, folders):
    here = kept(user, folders["stick"])
    assert user.window.settings.copies == str(folders["stick"])
    assert here.state.word.text() == "Copied"
    assert here.state.words.text() == "The last was made on Sun Nov 22, 2026 at 02:01."
    assert check(folders["stick"] / COPY).ok
    assert user.told() == f"Copied and checked: {folders['stick'] / COPY}."
    (folders["stick"] / COPY).unlink()
    user.press(here.now)
    user.qtbot.waitUntil(lambda: not here.copies.busy)
    assert check(folders["stick"] / COPY).ok


def test_a_folder_that_is_not_there_is_told_beside_it(user, folders):
    here = page(user)
    user.write(here.folder.edit, str(folders["stick"] / "no"))
    user.press(here.keep)
    assert here.folder.told.startswith("There is no folder ")
    assert user.window.settings.copies == ""
    user.write(here.folder.edit, str(folders["stick"]))
    user.press(here.keep)
    assert user.window.settings.copies == str(folders["stick"])
    user.write(here.folder.edit, "")
    user.press(here.keep)
    assert user.window.settings.copies == ""
    assert user.told() == "No copies are made."


def test_a_folder_that_is_changed_while_a_copy_is_made_gets_one_too(user, folders, monkeypatch):
    gate, real = threading.Event(), ui.work.copies.copied

    def slow(journal, folder):
        assert folder != folders["stick"] or gate.wait(20)
        return real(journal, folder)

    monkeypatch.setattr(ui.work.copies, "copied", slow)
    here = page(user)
    here.copies.go_to(str(folders["stick"]))
    here.copies.go_to(str(folders["other"]))
    gate.set()
    user.qtbot.waitUntil(lambda: (folders["other"] / COPY).exists() and not here.copies.busy)
    assert here.state.word.text() == "Copied"


def test_a_folder_whose_name_no_disk_takes_is_told(user, folders):
    here = page(user)
    user.write(here.folder.edit, f"{folders['stick']}/{'x' * 300}")
    user.press(here.keep)
    assert here.folder.told.startswith("There is no folder ")


def test_a_stick_that_dies_is_told(user, folders, monkeypatch):
    here = kept(user, folders["stick"])

    real = os.stat

    def dies(path, **more):
        if str(folders["stick"]) in str(path):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return real(path, **more)

    monkeypatch.setattr(os, "stat", dies)
    user.press(here.now)
    user.qtbot.waitUntil(lambda: not here.copies.busy)
    assert here.state.word.text() == "Not copied"


def test_a_disk_that_takes_nothing_is_told(user, folders):
    here = kept(user, folders["stick"])
    copy = folders["stick"] / COPY
    copy.unlink()
    copy.mkdir()
    user.press(here.now)
    user.qtbot.waitUntil(lambda: not here.copies.busy)
    assert here.state.word.text() == "Not copied"
    assert "cannot be written" in here.state.words.text()


# Whether one would do


def test_the_newest_copy_is_tried(user, folders):
    here = kept(user, folders["stick"])
    user.press(here.newest)
    assert not here.newest.isEnabled()
    words = f"{COPY}: Dakota Lions · Riverside Lounge. It ends with entry "
    word, said = trial(user)
    assert word == "It would work"
    assert said.startswith(words)
    assert said.endswith("the day of Sat Nov 21, 2026 is sealed. Nothing is newer.")
    assert here.newest.isEnabled()
    user.at_desk(lambda desk: desk.write_documents())
    [copy] = folders["stick"].iterdir()
    assert copy.name == COPY


def test_a_trial_that_is_stopped_says_nothing_of_the_copy(user, folders):
    here = kept(user, folders["stick"])
    user.press(here.newest)
    user.press(here.stop)
    assert here.trial.word.text() == "Stopped"
    assert (here.stop.isVisible(), here.newest.isEnabled()) == (False, True)
    user.press(here.newest)
    assert trial(user)[0] == "It would work"


def test_a_copy_that_is_damaged_would_not_do(user, folders):
    here = kept(user, folders["stick"])
    copy = folders["stick"] / COPY
    copy.write_bytes(copy.read_bytes()[:20_000])
    user.press(here.newest)
    word, said = trial(user)
    assert word == "It would not work"
    assert str(copy) in said
    copy.unlink()
    user.press(here.newest)
    assert trial(user)[1].startswith(f"There is no copy in {folders['stick']}.")


def test_another_books_copy_is_told_from_ours(user, folders, tmp_path):
    other = folders["other"] / "x.db"
    Journal.create(other).close()
    with Journal.open(other) as journal:
        journal.append(Draft(fact=Site(name="Elsewhere"), at=user.pit.clock.at))
    here = page(user)
    here.choose_file = lambda _: str(other)
    user.press(here.other)
    word, said = trial(user)
    assert word == "Another's"
    assert said.endswith("no day was opened yet. It is intact, but not a copy of this book.")


def test_a_folder_that_nobody_chooses_changes_nothing(user):
    here = page(user)
    here.choose_folder = here.choose_file = lambda _: ""
    for way in (here.pick, here.other, here.lock_away, here.compare):
        user.press(way)
    user.settle()
    assert user.window.settings.copies == ""
    assert not here.trial.isVisible()
    assert not here.locked.isVisible()


# The keys


def test_the_keys_are_copied_and_compared(user, folders):
    here = page(user)
    here.choose_folder = lambda _: str(folders["locker"])
    user.press(here.compare)
    word, said = keys(user)
    assert word == "Look"
    assert "ends in .pepper, the key of the PINs. Copy the keys." in said
    user.press(here.lock_away)
    names = "night.db.pepper, night.db.key"
    assert keys(user) == ("Copied", f"{names}: now on {folders['locker']}. Lock it away.")
    user.press(here.compare)
    assert keys(user) == ("The same", f"The keys on {folders['locker']} are those of this book.")
    (folders["locker"] / "night.db.key").write_bytes(bytes(32))
    user.press(here.compare)
    assert "is not the key of the codes of this book" in keys(user)[1]
    user.press(here.lock_away)
    assert "is another key. Name another folder" in keys(user)[1]
    key = user.pit.book.with_name("night.db.key")
    key.unlink()
    user.press(here.compare)
    assert keys(user)[1] == (
        f"{key} cannot be read: No such file or directory. "
        "Name the right file, or put it back from where you keep it."
    )


def test_the_keys_do_not_go_where_the_copies_go(user, folders):
    here = kept(user, folders["stick"])
    user.press(here.lock_away)
    assert keys(user)[1].endswith("Keep the keys on a stick of their own.")
    assert [path.name for path in folders["stick"].iterdir()] == [COPY]
