"""Copies: made by themselves after a sealed day, checked, and missed where they are not made."""

from datetime import timedelta
from pathlib import Path

import pytest

from pitdesk.book.journal import Journal
from pitdesk.shifts.practice import pins
from pitdesk.upkeep.backup import backup, check, held, restore
from tests.ui.night import Quick, copied, proven, signed
from ui.shell.app import Program
from ui.shell.window import Window
from ui.work.copies import AGAIN_MS, Copies
from ui.work.copies import copied as copied_into

pytestmark = pytest.mark.long

LATE, SEALED = (1, 51), (2, 30)
COPY = "riverside-lounge-saturday.db"
PIA, JO = "pia:shift manager", "jo:cashier"


@pytest.fixture
def stick(tmp_path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def open_at(qtbot, open_window, tmp_path):
    """Open a window on the busy night up to a time, with a folder for copies."""

    def open_(when, folder: Path | str = "") -> Quick:
        (tmp_path / "station.ini").write_text(f"[General]\ncopies={folder}\n")
        return Quick.at(qtbot, open_window(*copied(tmp_path, when)), "pia")

    return open_


def copies(user: Quick) -> Copies:
    made = user.window.copies
    user.settle()
    user.qtbot.waitUntil(lambda: not made.busy)
    return made


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def seal(user: Quick) -> None:
    by = proven(PIA)
    user.at_desk(lambda desk: desk.explain("drawer", "one payout too many", by))
    user.at_desk(lambda desk: desk.explain("fill 000003 copy", "torn in the plunger", by))
    form = user.fill_in("close day", {"next start": "5,000"}, signed(PIA, JO))
    user.settle()
    user.post(form)
    user.settle()
    assert user.window.station.board.state == "sealed"


def test_with_nowhere_to_copy_nothing_is_copied_and_after_the_seal_the_window_says_so(open_at, stick):
    user = open_at(LATE)
    assert not copies(user).due
    assert copies(user).last is None
    copies(user).copy()
    assert not copies(user).busy
    assert not user.window.frame.top.uncopied.isVisible()
    seal(user)
    assert user.window.frame.top.uncopied.isVisible()
    assert user.window.frame.top.uncopied.word.text() == "No copy of the book"
    user.press(user.window.frame.top.uncopied.see)
    user.form.folder.take_up(str(stick))
    user.press(user.form.keep)
    copies(user)
    assert not user.window.frame.top.uncopied.isVisible()


def test_the_day_is_copied_once_it_is_sealed_and_not_before(open_at, stick):
    user = open_at(LATE, stick)
    assert not copies(user).due
    assert names(stick) == []
    seal(user)
    user.qtbot.waitUntil(lambda: names(stick) == [COPY] and not user.window.copies.busy)
    found = held(stick / COPY)
    assert (f"{found.date}", found.sealed) == ("2026-11-21", True)
    assert not copies(user).due
    assert not user.window.frame.top.uncopied.isVisible()
    made = (stick / COPY).stat().st_mtime_ns
    user.at_desk(lambda desk: desk.sign_out())
    copies(user)
    assert (stick / COPY).stat().st_mtime_ns == made


def test_a_day_that_was_sealed_before_is_copied_at_the_start(open_at, stick):
    user = open_at(SEALED, stick)
    user.qtbot.waitUntil(lambda: names(stick) == [COPY])
    assert check(stick / COPY).ok
    sealed, at = copies(user).last
    assert sealed == 1
    assert at == user.pit.clock.at
    again = Copies(user.window.station, user.window.settings)
    assert not again.due  # what was copied is known at the next start


def test_a_stick_that_is_not_in_is_told_and_tried_again(open_at, stick):
    away = stick.with_name("away")
    user = open_at(SEALED, away)
    made = copies(user)
    assert made.why == f"{away} is not there. Put in the stick, or choose another folder; then copy."
    assert made.matter == "No copy of the book"
    assert user.window.frame.top.uncopied.isVisible()
    assert user.window.frame.top.uncopied.word.text() == "No copy of the book"
    assert made._again.interval() == AGAIN_MS
    assert made._again.isActive()
    user.press(user.window.frame.top.uncopied.see)
    assert user.form.name == "backup"
    assert "is not there" in user.form.state.words.text()
    stick.rename(away)
    made._again.timeout.emit()  # the time has come
    user.qtbot.waitUntil(lambda: names(away) == [COPY] and not made.busy)
    assert not user.window.frame.top.uncopied.isVisible()
    assert not made._again.isActive()


def test_the_last_copy_is_named_where_there_is_none_since(open_at, stick):
    user = open_at(SEALED, stick)
    user.qtbot.waitUntil(lambda: names(stick) == [COPY])
    made = copies(user)
    user.window.settings.copied = f"0 {(user.pit.clock.at - timedelta(days=7)).isoformat()}"
    stick.rename(stick.with_name("away"))
    made.copy_due()
    assert copies(user).matter == "No copy since Nov 15, 2026"


def test_a_copy_that_is_being_made_is_finished_before_the_window_is_gone(open_at, stick):
    user = open_at(SEALED, stick)
    made = user.window.copies
    user.window.close()
    assert names(stick) in ([], [COPY])
    assert all(check(path).ok for path in stick.iterdir())
    made.copy()
    assert not made._again.isActive()
    user.qtbot.wait(50)  # what was answered meanwhile comes to nobody


def test_what_the_settings_say_of_copies_may_be_nonsense(open_at, stick):
    made = copies(open_at(SEALED, stick))
    for words in ("x", "1", "1 yesterday", "x 2026-11-21T00:00:00+00:00"):
        made.settings.copied = words
        assert made.last is None


def test_a_practice_book_is_copied_only_when_somebody_asks(qtbot, tmp_path, stick):
    program = Program(tmp_path / "station")
    program.settings.copies = str(stick)
    window = program.practice()
    assert isinstance(window, Window)
    qtbot.addWidget(window, before_close_func=lambda one: one.close())
    qtbot.waitUntil(lambda: window.station.ready)
    made = window.copies
    assert not made.due
    assert made.matter == ""
    made.copy()
    qtbot.waitUntil(lambda: not made.busy)
    assert [held(path).site.practice for path in stick.iterdir()] == [True]
    assert made.last is None
    user = Quick(qtbot, window)
    user.sign_in("cora", pins()["cora"])
    user.go("backup")
    assert user.form.state.word.text() == "Practice"


def test_the_last_sealed_day_is_a_day_also_where_numbers_were_lost(qtbot, open_window, tmp_path, stick):
    """Days 2 to 4 were lost with a damaged book; day 5 is open. The last sealed one is day 1."""
    book, clock = copied(tmp_path, SEALED)
    with Journal.open(book) as journal:
        backup(journal, stick / COPY)
    restore(stick / COPY, book, last_numbers={"day": 4}, operator="gro", clock=clock)
    clock.at += timedelta(days=1)
    user = Quick.at(qtbot, open_window(book, clock), "pia")
    on = user.at_desk(lambda desk: desk.date_of(desk.clock.now()))
    user.at_desk(lambda desk: desk.open_day(on, proven(PIA, JO)))
    with Journal.read(book) as journal:
        assert journal.days() == [1, 5]
        assert copied_into(journal, stick)[1] == 1
