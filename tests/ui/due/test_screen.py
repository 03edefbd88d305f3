"""The Due board in the window: what is due by date, the way out of each, what was done lately."""

from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from pitdesk.due.task import MONEY, SAID, Task
from pitdesk.errors import Refusal
from pitdesk.subjects import Note, Table
from tests.ui.night import Quick, copied, proven, signed
from tests.ui.stand import stands
from ui.close.ways import waits, ways
from ui.due.screen import ALL, NOTHING, Due, gathered, sections
from ui.widgets import theme

pytestmark = pytest.mark.long

GRO = signed("gro:gaming manager")
ON = date(2026, 11, 22)


@stands("due")
def user(qtbot, open_window, tmp_path) -> Quick:
    """Pia at the window, while the tables are open and the wheel's camera is blurred."""
    return Quick.at(qtbot, open_window(*copied(tmp_path)), "pia")


def board(user) -> Due:
    user.go("due")
    user.settle()
    return user.window.screens["due"].page(Due)


def words(shown: Due) -> str:
    return "\n".join(one.text() for one in shown.findChildren(QLabel) if one.isVisible())


def task(key: str, by: date | None, way: str = SAID, **more: object) -> Task:
    said = {"words": key, "how": "", "section": "x", "who": ()}
    return Task(key=key, group=MONEY, by=by, way=way, **said, **more)


def test_tasks_stand_by_how_soon_they_are_due():
    late, today = task("late", date(2026, 11, 21)), task("today", ON)
    week, fortnight = task("week", date(2026, 11, 29)), task("two", date(2026, 12, 6))
    later, never = task("later", date(2026, 12, 7)), task("never", None)
    limits = task("limits", date(2026, 12, 24), limits=True)
    found = list(sections([later, limits, late, never, today, week, fortnight], ON))
    assert [(title, [one.key for one in those]) for title, _, those in found] == [
        ("Running now", ["limits"]),
        ("Late", ["late"]),
        ("Today", ["today"]),
        ("This week", ["week"]),
        ("Next 14 days", ["two"]),
        ("Later", ["later", "never"]),
    ]


@pytest.mark.parametrize(("many", "cards"), [(0, 0), (3, 3), (37, 1), (370, 1)])
def test_many_deposits_are_one_card(many, cards):
    assert len(list(gathered([task(f"d {at}", ON, "deposit") for at in range(many)]))) == cards


def test_a_fault_leads_to_the_camera_of_its_table(user):
    shown = board(user)
    assert "Table A: repair, or close it or take $2 at most" in words(shown)
    assert "The text leaves open" in words(shown)
    assert QApplication.focusWidget() is shown.ways[0]
    user.key(Qt.Key.Key_Return)
    user.settle()
    assert user.form.name == "camera"
    assert user.form.table.value() == "A"


def test_done_by_takes_a_task_away_and_not_done_brings_it_back(user):
    gro = proven("gro:gaming manager")
    user.at_desk(lambda desk: desk.equipment("2", "moved", date(2026, 11, 20), gro))
    shown = board(user)
    sample = next(way for way in shown.ways if "sample" in way.accessibleName())
    user.press(sample)
    user.settle()
    form = user.form
    assert form.name == "done"
    assert form.how.text().startswith("Moved on Fri Nov 20; 14 days.")
    user.write(form.paper.edit, "SFN 19857")
    user.sign(form.signers, GRO)
    user.press(form.primary)
    user.settle()
    shown = board(user)
    assert not [way for way in shown.ways if "sample" in way.accessibleName()]
    assert "Sat Nov 21, GM · SFN 19857" in words(shown)
    user.go("undone", "sample " + next(iter(user.window.station.board.site.done)).split()[1])
    user.write(user.form.reason.edit, "the state sent it back")
    user.sign(user.form.signers, GRO)
    user.press(user.form.primary)
    user.settle()
    assert [way for way in board(user).ways if "sample" in way.accessibleName()]


def test_the_floor_says_in_a_line_what_is_late_and_leads_there(user):
    user.go("floor")
    floor = user.window.screens["floor"]
    assert floor.due.isHidden()
    gro = proven("gro:gaming manager")
    user.at_desk(lambda desk: desk.equipment("2", "moved", date(2026, 11, 1), gro))
    user.settle()
    assert floor.due.text() == "1 late"
    user.press(floor.due)
    user.settle()
    assert user.window.screens["due"].current == "due"


def test_a_filter_shows_a_group_and_says_where_nothing_is(user):
    shown = board(user)
    user.press(shown.filters[MONEY])
    assert shown.ways == []
    assert shown.empty.text() == "Nothing is due of money."
    user.press(shown.filters[ALL])
    by = proven("pia:shift manager")
    user.at_desk(lambda desk: desk.camera("A", by, reason="Ole cleaned the dome"))
    user.settle()
    assert shown.empty.text() == NOTHING


def test_the_weeks_say_aloud_what_stands_in_them(user):
    days = board(user).weeks.days
    assert "Nov 25: Table A: repair" in days.accessibleDescription()
    assert not days.grab().isNull()
    theme.fit(1024, 600)
    user.settle()


def test_recordings_and_the_log_are_written_in_their_forms(user):
    user.go("recorder", "2")
    form = user.form
    user.choose(form.what, "start")
    user.sign(form.signers, signed("pia:shift manager"))
    user.press(form.primary)
    user.settle()
    assert user.entries()[-1].fact.what == "start"
    user.go("recorder", "2")
    user.settle()
    assert user.form.runs.text() == "Runs by the log: its recorder."
    user.go("release")
    user.write(user.form.on.edit, "11/21/2026")
    user.sign(user.form.signers, GRO)
    user.press(user.form.primary)
    user.settle()
    assert "No day of 2026-11-21 is sealed." in user.form.notice.text
    user.go("equipment")
    user.pick(user.form.table.box, "3")
    user.pick(user.form.what.box, "changed")
    user.sign(user.form.signers, GRO)
    user.press(user.form.primary)
    user.settle()
    assert user.entries()[-1].fact.table == "3"


def test_papers_are_put_away_and_two_see_them_destroyed(user):
    user.go("put away")
    form = user.form
    for line, text in ((form.batch, "R-11"), (form.quarter, "2023q2"), (form.place, "office")):
        user.write(line.edit, text)
    user.sign(form.signers, GRO)
    user.press(form.primary)
    user.settle()
    shown = board(user)
    assert "Batch R-11, records of 2023Q2, may be destroyed" in words(shown)
    assert "now" in words(shown)
    user.press(next(way for way in shown.ways if "R-11" in way.accessibleName()))
    user.settle()
    assert user.form.batch.value() == "R-11"
    user.sign(user.form.signers, signed("gro:gaming manager", "pia:shift manager"))
    user.press(user.form.primary)
    user.settle()
    assert "✓ Batch R-11 destroyed" in words(board(user))


def test_what_the_log_lacks_has_its_way_out_at_the_close(user):
    """One key each: stop what still runs, explain what ran late; the camera as before."""
    seen = user.window.station.board
    lacks = [
        Refusal("nd.08-04.5b", "08-04(5)(b)", "It runs.", about=Table("2")),
        Refusal("nd.08-04.5b", "08-04(5)(b)", "It began late.", about=Note("recorder 1")),
        Refusal("nd.08-04.7", "08-04(7)", "Not reviewed.", about=Table("2")),
    ]
    first = [ways(one, seen)[0] for one in lacks]
    assert [(way.action, way.what) for way in first] == [
        ("recorder", "2"),
        ("explain", "recorder 1"),
        ("camera", "2"),
    ]
    assert {one.step for one in waits(lacks, seen)} == {0}


def test_a_label_of_papers_that_is_scanned_leads_to_them(user):
    gro = proven("gro:gaming manager")
    away = ("R-11", "hold", "2024Q3", "office", gro)
    user.at_desk(lambda desk: desk.put_away(*away))
    user.settle()
    user.window.scans.scanned("PITDESK PAPERS R-11")
    user.settle()
    assert user.form.name == "destroy"
    assert user.form.batch.value() == "R-11"
