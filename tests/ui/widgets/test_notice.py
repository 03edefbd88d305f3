"""Notices: all reasons at once, each with its section, never in the way."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from pitdesk.errors import Refusal
from pitdesk.rules.book import Rulebook
from ui.widgets import theme
from ui.widgets.notice import INITIALS, REASON, TROUBLE, Lesson, Notice, Told, beside
from ui.widgets.parts import Spare

SHORT = Refusal("pd.below", "House rule: chips never appear", "The chip bank is short 300 chips of $5.")
WHO = Refusal("nd.08-05.3", "N.D.A.C. 99-01.3-08-05(3)", "A dealer may not prepare a fill slip.")
DISK = Refusal(TROUBLE, "", "The disk is full. Free it, then try again.")


@pytest.fixture
def notice(qtbot) -> Notice:
    made = Notice()
    qtbot.addWidget(made)
    return made


def shown(notice: Notice) -> list[str]:
    return [one.text() for one in notice.findChildren(QLabel) if not one.isHidden()]


def tones(notice: Notice) -> list[str]:
    frames = [notice.layout().itemAt(at).widget() for at in range(notice.layout().count())]
    return [frame.property("tone") for frame in frames]


def test_it_is_not_there_until_there_is_something_to_say(notice):
    assert notice.isHidden()
    notice.tell([SHORT])
    assert not notice.isHidden()
    notice.tell([])
    assert notice.isHidden()
    assert (notice.text, notice.accessibleName()) == ("", "")


def test_where_it_does_not_fit_its_first_words_are_in_sight(qtbot):
    notice = Notice()
    told = Told(notice)
    qtbot.addWidget(told)
    told.setFixedSize(300, 45)
    told.show()
    notice.tell([Refusal("pd.mistakes", "House rule: mistakes", "Entry 44 was taken back already.")])
    qtbot.waitUntil(lambda: told.verticalScrollBar().maximum() > 0)
    notice.tell([])
    notice.tell([Refusal("pd.mistakes", "House rule: mistakes", "Entry 46 was taken back already.")])
    qtbot.wait(10)
    assert told.verticalScrollBar().value() == 0


def test_what_is_left_of_two_begins_with_its_first_words(qtbot):
    initials, others = Notice(), Notice()
    told = Told(initials, others)
    qtbot.addWidget(told)
    told.setFixedSize(300, 45)
    told.show()
    initials.tell([WHO])
    others.tell([SHORT])
    qtbot.waitUntil(lambda: told.verticalScrollBar().value() > 0)
    others.tell([])
    qtbot.wait(10)
    assert told.verticalScrollBar().value() == 0


@pytest.mark.parametrize("room", [(1280, 720), (1024, 600), (960, 540)])
def test_a_reason_of_two_lines_stands_whole_in_the_room_that_is_kept(qtbot, room):
    theme.fit(*room)
    notice = Notice()
    out = Lesson("A slip is prepared by a cashier.", (("The rule", lambda: None),))
    notice.teach = lambda reason: out
    told = Told(notice, below=Spare(QWidget, 80))
    qtbot.addWidget(told)
    told.show()
    notice.tell([WHO])
    told.setFixedSize(660, told.minimumSizeHint().height())
    qtbot.wait(10)
    assert told.verticalScrollBar().maximum() == 0
    assert all(not one.visibleRegion().isEmpty() for one in notice.findChildren(QPushButton))


def test_in_a_narrow_column_the_words_have_its_width(notice, qtbot):
    notice.resize(230, 200)
    notice.show()
    notice.tell([WHO])
    qtbot.wait(10)
    head, words, *_ = notice.findChildren(QLabel)
    assert (head.text(), words.text()) == ("Rule", WHO.words)
    assert words.mapTo(notice, QPoint()).y() >= head.mapTo(notice, head.rect().bottomLeft()).y()
    assert words.width() >= 200


def test_every_reason_stands_there_with_its_section(notice):
    notice.tell([SHORT, WHO])
    for reason in (SHORT, WHO):
        assert reason.words in shown(notice)
        assert reason.section in shown(notice)
    assert notice.text == f"{SHORT}\n{WHO}"
    assert notice.accessibleName() == notice.text


def test_the_same_reason_stands_there_once(notice):
    notice.tell([SHORT, SHORT])
    assert shown(notice).count(SHORT.words) == 1


def test_a_reason_teaches_what_its_rule_asks(notice, qtbot):
    gone: list[str] = []
    out = Lesson("A slip is prepared by a cashier.", (("Come on duty", lambda: gone.append("duty")),))
    notice.teach = lambda reason: out if reason is WHO else None
    notice.tell([SHORT, WHO])
    why, way = notice.findChildren(QPushButton)
    assert (why.text(), way.text()) == ("Why?", "Come on duty")
    assert (why.accessibleName(), way.accessibleName()) == (
        f"Why? {WHO.words}",
        f"Come on duty: {WHO.words}",
    )
    asks = "nd.08-05.3: A slip is prepared by a cashier."
    assert asks not in shown(notice)
    why.click()
    assert asks in shown(notice)
    way.click()
    assert gone == ["duty"]


def test_what_has_no_section_is_trouble_and_no_rule(notice):
    notice.tell([DISK])
    assert "Trouble" in shown(notice)
    assert "Rule" not in shown(notice)
    notice.tell([Refusal("", "", "Nothing was changed.")])
    assert "Look" in shown(notice)
    assert notice.text == "Nothing was changed."
    notice.tell([SHORT])
    assert "Rule" in shown(notice)


def test_a_warning_looks_other_than_a_refusal_of_the_same_words(notice):
    notice.tell([SHORT], live=True)
    assert tones(notice) == ["look"]
    notice.tell([SHORT])
    assert tones(notice) == ["stop"]
    notice.tell([SHORT], live=True)
    assert tones(notice) == ["stop"]  # what was said of a post stays so


def test_words_are_words_and_no_markup(notice):
    notice.tell([Refusal("pd.person", "House rule: people", "Nobody called <b>jo</b> & co is set up.")])
    (words,) = [one for one in notice.findChildren(QLabel) if "Nobody" in one.text()]
    assert words.textFormat() == Qt.TextFormat.PlainText
    assert words.wordWrap()


def test_reasons_are_told_apart_by_where_they_belong():
    assert beside([SHORT, WHO, DISK], INITIALS) == [WHO]
    assert beside([SHORT, WHO, DISK], REASON) == []


def test_every_rule_that_is_told_somewhere_is_in_the_rulebook():
    assert {*Rulebook.load().rules} >= INITIALS | REASON
