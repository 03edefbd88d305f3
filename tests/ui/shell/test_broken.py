"""The last window: what happened, what is safe, what to do; and nothing behind it."""

import zipfile

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from pitdesk.book.journal import Journal
from pitdesk.chips import Chips
from pitdesk.upkeep.log import end, log_of
from tests.ui.night import PINS, Quick, copied, proven
from ui.shell.app import Program
from ui.shell.broken import Broken
from ui.shell.window import Window

pytestmark = pytest.mark.long

TOLD = "Traceback (most recent call last):\n  …\nZeroDivisionError: integer division\n"


def test_it_says_what_is_safe_and_what_to_do(qtbot):
    broken = Broken(TOLD)
    qtbot.addWidget(broken)
    broken.show()
    words = " ".join(one.text() for one in broken.findChildren(QLabel))
    for part in (
        "PitDesk has stopped",
        "Every slip and count that it acknowledged is in the book.",
        "write it down on paper",
        "start PitDesk again",
    ):
        assert part in words
    assert broken.told.toPlainText() == TOLD
    assert broken.told.isReadOnly()


def test_the_text_can_be_taken_along_and_the_window_closed(qtbot):
    broken = Broken(TOLD)
    qtbot.addWidget(broken)
    broken.show()
    copy, close = (
        next(b for b in broken.findChildren(QPushButton) if b.text() == words)
        for words in ("Copy the text", "Close")
    )
    copy.click()
    assert QApplication.clipboard().text() == TOLD
    close.click()
    assert not broken.isVisible()


# With a book


@pytest.fixture
def program(qtbot, tmp_path):
    """The program on the busy night, with one fill made and one refused, and then an error."""
    book, clock = copied(tmp_path)
    made = Program(tmp_path / "station", clock)
    made.settings.office = "postgresql://lounge:s3cret@127.0.0.1:1/none"
    made.begin(book)
    window = made.window
    assert isinstance(window, Window)
    qtbot.waitUntil(lambda: window.station.ready)
    user = Quick(qtbot, window)
    user.sign_in("jo", PINS["jo"])
    user.at_desk(lambda desk: desk.fill("2", Chips.read("20x$5"), proven("jo:cashier")))
    form = user.fill_in("fill", {"table": "2", "chips": "20x$5"}, [("jo", "cashier", "918273")])
    form.primary.click()
    qtbot.waitUntil(lambda: "refused: pd.initials" in log_of(book).read_text("utf-8"))
    window.station.runner.ask(lambda desk: desk.journal.entry(-1))
    qtbot.waitUntil(lambda: isinstance(made.window, Broken))
    yield made
    made.window.close()
    end()


def shown(broken: Broken) -> str:
    labels = [one for one in broken.findChildren(QLabel) if one.isVisible()]
    return " ".join(one.text() for one in labels)


def test_it_says_where_the_book_stands_which_nobody_holds_any_more(program):
    with Journal.open(program.book) as journal:
        head, kind = journal.head, journal.entry(journal.head.seq).kind
        assert journal.verify().ok
        assert journal.last_number("fill") == 1
    words = shown(program.window)
    assert f"The last entry of the book night.db is number {head.seq} ({kind}, Nov 21, " in words
    assert "It is on the disk, and PitDesk just read its day again and found it intact." in words
    assert "An entry is written in full or not at all" in words
    assert "start PitDesk again and sign in: it continues after the last entry" in words


def test_the_log_tells_what_was_done_refused_and_wrong(program):
    text = log_of(program.book).read_text("utf-8")
    told = [text.find(words) for words in ("start: PitDesk", "opened night.db", " fill\n", "refused:")]
    told += [text.find(words) for words in ("closed night.db", "ERROR stopped\nKeyError")]
    assert -1 not in told
    assert told[:4] == sorted(told[:4])
    assert "918273" not in text
    assert PINS["jo"] not in text.split()


def test_the_support_file_is_made_beside_the_book_and_said(program):
    broken = program.window
    broken.file.click()
    out = program.book.with_name("night-support.zip")
    assert f"The support file is at {out}." in shown(broken)
    with zipfile.ZipFile(out) as file:
        about = file.read("about.txt").decode()
        assert "night.db.log" in file.namelist()
    assert "lounge:…@127.0.0.1" in about
    assert "s3cret" not in about
    assert ", Qt 6." in about


def test_a_support_file_that_cannot_be_made_is_said(program):
    program.book.with_name("night-support.zip").mkdir()
    program.window.file.click()
    assert "night-support.zip is something else than a support file" in shown(program.window)


def test_without_a_book_there_is_no_file_to_make(qtbot):
    broken = Broken(TOLD)
    qtbot.addWidget(broken)
    broken.show()
    broken.say_what_stands()
    assert not broken.file.isVisible()
    assert not broken.safe.isVisible()
