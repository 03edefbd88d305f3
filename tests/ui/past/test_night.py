"""The night as a flow, in the window: picture, table and trays, at any moment, by keys and by mouse."""

from datetime import date
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pitdesk.book.journal import Journal
from pitdesk.chips import Chips, dollars
from pitdesk.errors import Trouble
from pitdesk.reports.flow import flow_of
from tests.ui.night import Quick, copied, proven
from tests.ui.stand import stands
from ui.past.night import Night, read
from ui.work.actions import action

pytestmark = pytest.mark.long

Key = Qt.Key
TEN, SEALED = (22, 8), (2, 30)


@stands("night")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path, TEN)))


@stands("night")
def after(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path, SEALED)), "pia")


def shown(user: Quick, what: object = None) -> Night:
    user.go("night", what)
    page = user.window.shown("night")
    user.qtbot.waitUntil(lambda: page.found is not None and not page.reader.busy("night"))
    return page


def test_its_key_brings_it_to_the_front(user):
    QTest.keyClick(user.window, Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    user.qtbot.waitUntil(lambda: user.window.place == "night")
    page = user.window.shown("night")
    user.qtbot.waitUntil(lambda: page.found is not None)
    assert page.state.text() == "Live"
    assert user.window.frame.rail.places["days"].isChecked()
    QTest.keyClick(QApplication.focusWidget(), Key.Key_Escape)
    assert user.window.place == "floor"


def test_the_table_says_the_same_as_the_picture(user):
    page = shown(user)
    flow = flow_of(page.found.day).moving
    assert [one.cents for one in page.bands.flow.bands] == [one.cents for one in flow.bands]
    assert [row[2] for row in page.flow.rows] == [dollars(one.cents) for one in flow.bands]
    assert page.bands.accessibleDescription().count(": $") == len(flow.bands)
    user.tick(page.whole.box, on=True)
    assert len(page.flow.rows) == len(flow.bands) + 1
    assert "is not drawn" not in page.when.text()


def test_a_band_opens_what_is_behind_it_and_that_its_slip(user):
    page = shown(user)
    user.into(page.bands)
    while page.bands.band is None or page.bands.band.target.name != "2":
        user.key(Key.Key_Down)
    assert "Table 2" in page.what.text()
    assert page.what.text() == page.bands.accessibleDescription()
    user.key(Key.Key_Return)
    assert page.list.hasFocus()
    whats = [row[1] for row in page.entries.rows]
    assert whats[:1] == ["Open table"]
    assert {"Fill 000001", "Receive fill 000001"} <= {*whats}
    assert not page.slip.isEnabled()  # nothing but a count
    while "Fill" not in page.entries.rows[page.list.currentIndex().row()][1]:
        user.key(Key.Key_Down)
    user.key(Key.Key_Return)
    user.qtbot.waitUntil(lambda: user.window.place == "slips")
    register = user.window.shown("slips").forms["slips"]
    assert register.line.text() == "fill 1"


def test_a_click_on_a_band_points_at_it_and_beside_it_at_none(after):
    page = shown(after)
    leaves = [one for one in page.bands._ribbons if one.band.source.column == "start"]
    wide = max(leaves, key=lambda one: one.thick)
    box = page.bands._box
    middle = QPoint(round(box.x() + wide.x) + 4, round(box.y() + wide.y + wide.thick / 2))
    QTest.mouseClick(page.bands, Qt.MouseButton.LeftButton, pos=middle)
    assert page.bands.band is wide.band
    assert page.table.currentIndex().row() == page.bands.at
    QTest.mouseClick(page.bands, Qt.MouseButton.LeftButton, pos=QPoint(2, page.bands.height() - 2))
    assert page.bands.band is None
    assert page.list.model().rowCount() == 0


def test_keys_go_through_the_night(after):
    page = shown(after)
    last = page.scrubber.maximum()
    assert page.state.text() != "Live"  # the day is sealed
    after.into(page.bands)
    after.key(Key.Key_Left)
    assert page.scrubber.value() == last - 1
    after.into(page.scrubber)
    after.key(Key.Key_Home)
    assert page.scrubber.value() == 0
    assert not page.bands.flow.bands
    at = page.found.moments[0].at
    after.key(Key.Key_PageDown)
    here = page.found.moments
    assert (
        here[page.scrubber.value()].at
        <= at.replace(hour=at.hour + 1)
        < here[page.scrubber.value() + 1].at
    )
    after.key(Key.Key_End)
    assert page.scrubber.value() == last
    words = page.scrubber.accessibleDescription()
    assert words.startswith(f"{page.found.site.local(here[last].at):%H:%M}")
    assert f"entry {here[last].seq}" in words


def test_at_every_moment_the_picture_is_of_that_moment(after):
    page = shown(after)
    for at, entry in enumerate(page.found.moments):
        page.scrubber.setValue(at)
        assert page.bands.flow == flow_of(page.found.day, entry.seq).moving
        for tray in page.trays.trays.values():
            steps = [step for step in tray.steps if step.at <= entry.at]
            assert tray.known == (steps[-1] if steps else None)


def test_it_follows_an_open_day_and_stays_where_it_was_put(user):
    page = shown(user)
    before = page.found.moments[-1].seq
    pay = lambda desk: desk.redeem(Chips.read("2x$5"), proven("jo:cashier"))  # noqa: E731
    user.at_desk(pay)
    user.qtbot.waitUntil(lambda: page.found.moments[-1].seq > before)
    assert page.state.text() == "Live"
    assert "Redeem" in page.when.text()
    page.scrubber.setValue(2)
    seq = page.found.moments[2].seq
    user.at_desk(pay)
    user.qtbot.waitUntil(lambda: len(page.found.moments) - 1 == page.scrubber.maximum() > 3)
    user.settle()
    assert page.found.moments[page.scrubber.value()].seq == seq
    assert page.state.text() != "Live"


def test_nothing_plays_by_itself_and_what_plays_stops(after):
    page = shown(after)
    assert not page._play.isActive()
    after.press(page.play)
    assert page.scrubber.value() == 0
    after.qtbot.waitUntil(lambda: page.scrubber.value() > 0)
    assert page.play.text() == "Stop"
    after.press(page.play)
    assert not page._play.isActive()
    after.press(page.play)
    after.go("floor")
    assert not page._play.isActive()


def test_past_days_lead_to_their_night(after):
    after.go("days")
    days = after.window.shown("days")
    after.qtbot.waitUntil(lambda: bool(days.days))
    after.press(days.card.flow)
    page = after.window.shown("night")
    after.qtbot.waitUntil(lambda: page.found is not None)
    assert "day 1" in page.date.text()


def test_in_a_narrow_window_what_is_behind_has_a_view_of_its_own(user):
    user.window.resize(1024, 600)
    page = shown(user)
    assert page.view.button("behind")
    page.bands.point(0)
    user.into(page.bands)
    user.key(Key.Key_Return)
    assert page.list.isVisible()
    assert page.list.hasFocus()
    user.window.resize(1920, 1080)
    user.qtbot.waitUntil(lambda: page.view.button("behind") is None)
    assert page.list.isVisible()
    assert page.view.typed() == "picture"


def test_it_is_saved_as_a_picture_and_as_a_page(after, tmp_path):
    page = shown(after)
    page.choose_file = lambda name: f"{tmp_path / name}"
    after.press(page.file)
    svg = tmp_path / "night-2026-11-21.svg"
    after.qtbot.waitUntil(svg.exists)
    text = "".join(ElementTree.parse(svg).getroot().itertext())
    assert "stayed in the chip bank and is not drawn" in text
    page.outlet.choose_way = lambda ways: ways[0]
    page.outlet.choose_file = lambda name: f"{tmp_path / name}"
    after.press(page.print)
    pdf = tmp_path / "night-2026-11-21.pdf"
    after.qtbot.waitUntil(pdf.exists)
    assert pdf.read_bytes().startswith(b"%PDF")


def test_a_book_without_a_day_says_so(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*copied(tmp_path, (15, 0))), "pia")
    user.go(action("night").screen)
    page = user.window.shown("night")
    assert page.date.text() == "No day is open yet"
    assert action("open day").key in page.when.text()
    assert page.state.isHidden()  # a pill without a word
    for one in (page.play, page.print, page.file):
        user.press(one)  # which harms nothing
    assert page.found is None
    by = proven("pia:shift manager", "jo:cashier")
    user.at_desk(lambda desk: desk.open_day(date(2026, 11, 21), by))
    user.qtbot.waitUntil(lambda: page.found is not None)
    assert (page.state.text(), page.state.isVisible()) == ("Live", True)


def test_a_day_that_is_not_there_is_said(after):
    path = after.at_desk(lambda desk: desk.journal.path)
    with Journal.read(path) as journal, pytest.raises(Trouble, match="has no day 9"):
        read(journal, 9)
