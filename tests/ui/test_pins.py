"""A PIN is never text: typed into any line of any screen, it is wiped there and asked about."""

from collections.abc import Iterable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from pitdesk.chips import Chips
from tests.ui.night import PINS, Quick, copied, key, proven, signed
from tests.ui.stand import stands
from tests.ui.tour import LATE, in_sight, pages
from ui.widgets.dots import ASKED, Dots, Words
from ui.work.form import Form

pytestmark = pytest.mark.long

PIN = PINS["pia"]


@stands("redeem", "void")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path, LATE)))


def lines(page: QWidget) -> list[QLineEdit]:
    """Every line to type into that can be seen."""
    found = page.findChildren(QLineEdit)
    return [one for one in found if one.isVisible() and one.isEnabled() and not one.isReadOnly()]


def shown(parts: Iterable[QWidget]) -> Iterator[str]:
    """All that stands in sight or is read out."""
    for one in parts:
        yield from (one.accessibleName(), one.accessibleDescription(), one.toolTip())
        if isinstance(one, QLabel):
            yield one.text()
        elif isinstance(one, QLineEdit):
            yield one.displayText()
        elif isinstance(one, QPlainTextEdit | QTextEdit):
            yield one.toPlainText()


def test_every_line_is_for_text_for_figures_or_for_a_secret(tour):
    for what, page in pages(tour):
        for one in lines(page):
            known = isinstance(one, Words | Dots) or one.property("digits")
            assert known, (what, one.accessibleName())
        many = [*page.findChildren(QPlainTextEdit), *page.findChildren(QTextEdit)]
        assert all(one.isReadOnly() for one in many), what


def test_a_pin_typed_into_any_line_of_any_screen_is_wiped_there(tour):
    user = tour
    clipboard, tried = QGuiApplication.clipboard(), 0
    clipboard.setText("untouched")
    for what, page in pages(user):
        for one in lines(page):
            if not isinstance(one, Words) or one._number or not (one.isVisible() and one.isEnabled()):
                continue
            one.setText("")
            one.setFocus()
            if QApplication.focusWidget() not in (one, one.focusProxy()):
                continue  # it belongs to what is not chosen
            user.type(PIN)
            assert PIN not in " ".join(shown([*in_sight(user.window), *page.findChildren(QWidget)])), (
                what
            )
            for held in (Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_X):
                key(held, Qt.KeyboardModifier.ControlModifier)
            user.type(PIN)  # what was cut is gone
            if isinstance(page, Form):
                assert PIN not in str(page.typed()), what
            key(Qt.Key.Key_Return)
            assert (one.text(), QLineEdit.text(one)) == ("", ""), (what, one.accessibleName())
            assert not one.ask.isHidden(), (what, one.accessibleName())
            assert one.ask.words.text() == ASKED
            key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
            assert QLineEdit.text(one) == "", what
            one.setText("")
            if opened := QApplication.activePopupWidget():
                opened.close()  # a list that a digit opened
            user.window.activateWindow()
            user.qtbot.waitUntil(user.window.isActiveWindow)
            tried += 1
    assert tried > 40
    assert PIN not in " ".join(shown(user.window.findChildren(QWidget)))
    assert clipboard.text() == "untouched"
    assert PIN.encode() not in b"".join(
        file.read_bytes() for file in user.pit.book.parent.iterdir() if file.is_file()
    )


@pytest.mark.parametrize("away", [Qt.Key.Key_Tab, Qt.Key.Key_F4, Qt.Key.Key_F12])
def test_whichever_way_the_line_is_left(user, away):
    form = user.fill_in("void", {})
    user.into(form.reason.edit)
    user.type(PIN)
    key(away)
    assert QLineEdit.text(form.reason.edit) == ""
    assert not form.reason.edit.ask.isHidden()


def test_while_it_is_asked_nothing_is_posted_and_enter_leaves_the_line_empty(user):
    form = user.fill_in("redeem", {"chips": "4x$5"})
    user.into(form.reason.edit)
    user.type(PIN)
    before = user.seen
    user.press(form.primary)
    assert form.reason.told == ASKED
    assert QApplication.focusWidget() is form.reason.edit
    assert user.seen == before
    key(Qt.Key.Key_Return)
    user.settle()
    assert not form.reason.edit.ask.isVisible()
    user.post(form)
    assert user.kinds(before) == ["redeem"]


def test_enter_twice_asks_and_answers_and_goes_no_further(user):
    form = user.fill_in("redeem", {"chips": "4x$5"})
    before = user.seen
    user.into(form.reason.edit)
    user.type(PIN)
    key(Qt.Key.Key_Return)
    key(Qt.Key.Key_Return)
    user.settle()
    assert user.kinds(before) == []
    assert not form.reason.edit.ask.isVisible()
    key(Qt.Key.Key_Return)
    user.settle()
    assert user.kinds(before) == ["redeem"]


def test_yes_empties_the_line_and_no_lets_a_number_be_typed(user):
    form = user.fill_in("redeem", {"chips": "4x$5"})
    edit = form.reason.edit
    user.into(edit)
    user.type(PIN)
    key(Qt.Key.Key_Return)
    user.press(edit.ask.answers["Yes"])
    assert not edit.ask.isVisible()
    assert QApplication.focusWidget() is edit
    user.type(PIN)
    key(Qt.Key.Key_Return)
    user.press(edit.ask.answers["No, a number"])
    user.type("5501")
    assert (edit.text(), edit.displayText()) == ("5501", "5501")
    assert form.typed()["reason"] == "5501"
    form.take_up(form.typed())
    assert edit.text() == "5501"
    form.clear()
    user.into(edit)
    user.type("5501")
    assert edit.text() == ""


def test_digits_with_words_and_short_numbers_are_text(user):
    form = user.fill_in("redeem", {})
    for words in ("412", "table 4120", "123456789", "4120 and 4121"):
        user.write(form.reason.edit, words)
        key(Qt.Key.Key_Return)
        assert form.reason.edit.text() == words


def test_what_is_pasted_is_held_to_the_same(user):
    form = user.fill_in("redeem", {})
    QGuiApplication.clipboard().setText(PIN)
    user.into(form.reason.edit)
    key(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert form.reason.edit.text() == ""
    assert set(form.reason.edit.displayText()) == {"•"}
    QGuiApplication.clipboard().clear()


def test_find_shows_no_digit_of_it_and_finds_a_slip_by_its_number(user):
    user.go("find")
    find = user.form
    user.type(PIN)
    assert PIN not in " ".join(shown(user.window.findChildren(QWidget)))
    assert not any(PIN in hit.words for hit in find.hits)
    key(Qt.Key.Key_Return)
    assert user.window.place == "find"
    assert find.line.ask.isVisible()
    user.type("#0003")
    assert find.hits[0].words == "Slips with number 0003"
    key(Qt.Key.Key_Return)
    assert (user.window.place, user.form.line.text()) == ("slips", "0003")


def test_a_pin_typed_as_the_reason_of_a_void_never_prints(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*copied(tmp_path)))
    user.at_desk(lambda desk: desk.fill("2", Chips.read("4x$5"), proven("jo:cashier")))
    form = user.fill_in("void", {}, signed("bo:pit boss"))
    user.into(form.reason.edit)
    user.type(PINS["jo"])
    before = user.seen
    user.press(form.primary)
    user.settle()
    assert user.kinds(before) == []
    assert form.reason.edit.text() == ""


def test_the_question_comes_into_sight_where_the_line_scrolls(user):
    user.window.resize(1300, 700)
    user.go("void")
    user.settle()
    edit = user.form.reason.edit
    edit.setFocus()
    user.type(PIN)
    key(Qt.Key.Key_Return)
    user.qtbot.wait(20)
    assert edit.ask.isVisible()
    assert edit.ask.visibleRegion().boundingRect() == edit.ask.rect()
