"""A book that is only read: its days and slips are shown, nothing is offered, nothing is written."""

from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QPushButton, QWidget

from pitdesk.book.journal import Journal
from pitdesk.book.people import PLAIN, Pepper
from pitdesk.desk import Desk
from tests.pitdesk.conftest import spoil
from tests.ui.night import copied, proven
from ui.past.answer import NO_REPORT
from ui.past.screen import LEAST
from ui.shell.reading import ReadOnlyWindow
from ui.widgets import theme

pytestmark = pytest.mark.long

BUSY, SEALED = (22, 30), (2, 30)
WHY = "The book is damaged: entry 9 is missing."


@pytest.fixture
def opened(qtbot, tmp_path) -> Iterator[ReadOnlyWindow]:
    """A busy night in the middle, only read."""
    yield from _opened(qtbot, tmp_path, BUSY)


def _opened(qtbot, folder: Path, until: tuple[int, int]) -> Iterator[ReadOnlyWindow]:
    book, clock = copied(folder, until)
    went: list[QWidget] = []
    here = ReadOnlyWindow(book, WHY, clock, 42, lambda: went.append(here) or here)
    qtbot.addWidget(here)
    here.show()
    qtbot.waitUntil(lambda: here.station.ready)
    settled(qtbot, here)
    yield here
    here.close()


def settled(qtbot, here: ReadOnlyWindow) -> None:
    qtbot.waitUntil(lambda: not (here.days.reader.busy() or here.slips.reader.busy()))


def test_a_bar_says_read_only_and_why(opened):
    assert opened.why.text() == WHY
    assert opened.station.operator is None
    assert opened.windowTitle() == "PitDesk: read only"


def test_an_open_day_has_no_report_and_says_where_its_slips_are(opened):
    assert opened.days.count.text() == "1 day"
    assert opened.days.card.facts.text() == NO_REPORT
    assert not opened.days.report.isEnabled()


def test_the_slips_are_there_in_full_and_nothing_can_be_done_with_them(qtbot, opened):
    book = opened.station.book
    before = sha256(book.read_bytes()).hexdigest()
    opened.view.choose("slips")
    settled(qtbot, opened)
    assert len(opened.slips.model.rows) > 5
    for at in range(len(opened.slips.model.rows)):
        opened.slips.table.selectRow(at)
        settled(qtbot, opened)
        opened.slips.full.do_first()
        line = opened.slips.full.buttons
        assert not [line.itemAt(i).widget() for i in range(line.count()) if line.itemAt(i).widget()]
    assert sha256(book.read_bytes()).hexdigest() == before
    Journal.open(book).close()  # nobody holds it


def test_what_cannot_be_read_of_a_day_is_left_out_and_the_rest_is_there(qtbot, tmp_path):
    book, clock = copied(tmp_path, SEALED)
    with Journal.read(book) as journal:
        bad = journal.numbered("fill", 2).seq
    bent = """CAST(replace(CAST(body AS TEXT), '"game":', '"gone":') AS BLOB)"""
    spoil(book, f"UPDATE entry SET body = {bent} WHERE seq = {bad}", "entry_stands")
    here = ReadOnlyWindow(book, WHY, clock, 42, QWidget)
    qtbot.addWidget(here)
    here.show()
    qtbot.waitUntil(lambda: here.station.ready)
    settled(qtbot, here)
    assert here.days.count.text() == "1 day"
    assert here.days.report.shown is None  # no report is made of a day with a bad record
    assert f"entry {bad}" in here.said.text()
    here.view.choose("slips")
    settled(qtbot, here)
    assert len(here.slips.model.rows) > 5
    here.close()


def test_an_unreadable_opening_hides_no_day_before_it(qtbot, tmp_path):
    book, clock = copied(tmp_path, SEALED)
    clock.at += timedelta(days=1)
    with Journal.open(book) as journal:
        pepper = Pepper.kept(book.with_name(f"{book.name}.pepper"), PLAIN)
        desk = Desk(journal, pepper, clock=clock)
        seq = desk.open_day(desk.date_of(clock.now()), proven("pia:shift manager", "jo:cashier")).seq
    bent = """CAST(replace(CAST(body AS TEXT), '"carried":', '"curried":') AS BLOB)"""
    spoil(book, f"UPDATE entry SET body = {bent} WHERE seq = {seq}", "entry_stands")
    here = ReadOnlyWindow(book, WHY, clock, 42, QWidget)
    qtbot.addWidget(here)
    here.show()
    qtbot.waitUntil(lambda: here.station.ready)
    settled(qtbot, here)
    assert here.days.count.text() == "1 day; 1 cannot be read"
    assert here.days.report.shown is not None, here.said.text()
    assert here.days.report.shown.number == 1
    here.close()


@pytest.fixture
def doubled(qapp) -> Iterator[None]:
    """Letters twice as large."""
    theme.apply(qapp, "dark", 200)
    yield
    theme.apply(qapp, "dark")


@pytest.mark.parametrize("high", [600, 640])
def test_no_button_of_the_report_is_cut_off_where_there_is_little_room(qtbot, tmp_path, doubled, high):
    for here in _opened(qtbot, tmp_path, SEALED):
        here.resize(1024, high)
        settled(qtbot, here)
        view = here.days.report
        for one in (*view.view.findChildren(QPushButton), view.save, view.print):
            part = one.parentWidget()
            while part is not here.days._inside:
                place = QRect(one.mapTo(part, QPoint()), one.size())
                assert part.rect().contains(place), f"{one.text()} is cut off"
                part = part.parentWidget()
            assert one.height() > one.fontMetrics().height()
            assert one.width() >= one.minimumSizeHint().width(), one.text()
        assert view.pages.height() >= LEAST
        assert (here.width(), here.height()) == (1024, high)
        assert here.days._inside.width() <= here.days.right.viewport().width(), (
            "nothing is cut at the side"
        )


def test_a_window_made_wide_can_be_made_narrow_again(qtbot, opened):
    narrow = opened.minimumSizeHint().width()
    opened.resize(1400, 700)
    settled(qtbot, opened)
    opened.resize(1024, 640)
    settled(qtbot, opened)
    assert opened.width() == 1024
    assert opened.minimumSizeHint().width() == narrow


def test_it_has_no_button_that_writes(opened):
    named = {one.accessibleName() for one in opened.findChildren(QPushButton)}
    assert {"Save as PDF …", "Print …", "Back"} <= named
    assert not [name for name in named if name.startswith(("Take", "Post", "Void", "Verify", "Receive"))]
