"""The night so far at the window: shown, and printed with one key."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton

from pitdesk.chips import Chips
from pitdesk.tonight.now import BELOW
from tests.ui.night import Quick, copied, proven
from tests.ui.stand import stands

pytestmark = pytest.mark.long


@stands("reading")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def lines(form) -> dict[str, list[str]]:
    """What the grid says, by the word at the left."""
    words = [one.text() for one in form.grid.parentWidget().findChildren(QLabel)]
    rows = [words[at : at + 3] for at in range(0, len(words), 3)]
    return {first: rest for first, *rest in rows}


def test_it_is_shown_and_printed_with_one_key(user):
    user.go("reading")
    form = user.form
    assert form.stands.text() == "Not read yet tonight."
    assert lines(form)["Drawer"] == ["$4,000.00", ""]
    user.key(Qt.Key.Key_Return)
    user.settle()
    assert user.told() == "Reading 1 of the night so far. It closes nothing."
    user.qtbot.waitUntil(lambda: form.stands.text().endswith("printed."))
    (sent,) = [one.fact for one in user.entries() if one.kind == "print reading"]
    assert "READING 1" in sent.lines


def test_it_follows_the_night_and_says_what_changed(user):
    user.go("reading")
    user.key(Qt.Key.Key_Return)
    user.settle()
    user.at_desk(lambda desk: desk.count_tray("1", Chips(), proven("kari:dealer")))
    user.at_desk(lambda desk: desk.redeem(Chips.read("4x$5"), proven("jo:cashier")))
    assert lines(user.form)["Drawer"] == ["$3,980.00", "−$20.00"]
    assert "Since reading 1" in [one.text() for one in user.form.findChildren(QLabel)]


def test_players_below_zero_are_explained(user):
    user.go("reading")
    assert not user.form.note.text().startswith(BELOW)
    user.at_desk(lambda desk: desk.redeem(Chips.read("4x$5"), proven("jo:cashier")))
    assert lines(user.form)["Players"][0] == "−$20.00"
    assert user.form.note.text().startswith(BELOW)


def test_with_no_day_open_it_says_what_to_do_and_shows_nothing_empty(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*copied(tmp_path, (2, 30))))
    user.go("reading")
    form = user.form
    assert form.stands.text() == "No day is open: there is nothing to read. Open the day first: Ctrl+N."
    assert not form.both.isVisible()
    assert not form.primary.isEnabled()


def test_a_drawer_that_is_counted_alone_is_not_shown(user):
    count = {"drawer": {"cash": 1}}
    user.at_desk(lambda desk: desk.own_count("drawer", count, proven("jo:cashier")[0]))
    user.go("reading")
    assert lines(user.form)["Drawer"] == ["being counted", ""]


def test_a_slip_on_its_way_stands_among_those_open(user):
    user.at_desk(lambda desk: desk.fill("1", Chips.read("4x$5"), proven("jo:cashier")))
    user.go("reading")
    words = [one.text() for one in user.form.slips.findChildren(QLabel)]
    assert any(word.endswith("table 1  $20.00") for word in words)


def test_paper_that_nothing_proves_is_asked_about_in_passing(user):
    user.go("reading")
    form = user.form
    assert not form.question.isVisibleTo(form)
    for words, fate in (("It is not", "print another."), ("It is complete", "printed.")):
        user.window.station.printing.paper.jam()
        user.key(Qt.Key.Key_Return)
        user.settle()
        user.qtbot.waitUntil(lambda: form.question.isVisibleTo(form))
        assert "is not known" in form.stands.text()
        press = next(one for one in form.findChildren(QPushButton) if one.text() == words)
        press.setFocus()
        user.key(Qt.Key.Key_Space)
        user.settle()
        assert form.stands.text().endswith(fate)
        assert not form.question.isVisibleTo(form)
    assert user.told() == "Noted: the paper is complete."
    said = [one.fact.outcome for one in user.entries() if one.kind == "answer reading"]
    assert said == ["damaged", "whole"]
