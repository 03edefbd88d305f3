"""Every screen as a screen reader reads it: names, roles, headings, labels, what is needed or wrong."""

import gc

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from tests import storm
from tests.ui.heard import Role, captions, read, reading, tree, unsaid, wrong
from tests.ui.night import PINS, Quick, copied
from tests.ui.shell.test_screens import SEALED
from tests.ui.tour import pages
from ui.aloud.roles import read_as
from ui.widgets.fields import Choice, Line, money
from ui.widgets.parts import button, label, unfolding
from ui.work.form import Form

HEADS = (Role.Heading, Role.PageTab, Role.StaticText)


@pytest.mark.storm
def test_every_part_of_every_screen_is_read_as_what_it_is(tour):
    tour.window.session.lock()
    tour.settle()
    with reading():
        found = misread("sign-in", tour.window)
        tour.sign_in("jo", PINS["jo"])
        found += all_misread(tour, *storm.share(3))
    assert not found, "\n".join(map(str, dict.fromkeys(found)))


@pytest.mark.storm
def test_so_it_is_after_the_seal(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*copied(tmp_path, SEALED)))
    with reading():
        found = all_misread(user, *storm.share(6))
    assert not found, "\n".join(map(str, dict.fromkeys(found)))


def all_misread(user: Quick, which: int, of: int) -> list[tuple[str, ...]]:
    """What is wrong with any part of the pages of a share."""
    return [one for what, page in pages(user, which, of) for one in misread(what, user.window, page)]


def misread(what: str, window: QWidget, page: QWidget | None = None) -> list[tuple[str, ...]]:
    """What is wrong with the parts of a window that are in sight, and with the page in it."""
    parts = [*tree(window)]
    found = [(what, one.role.name, one.said, wrong(one)) for one in parts if wrong(one)]
    assert len(parts) > 50 or not page, what
    if isinstance(page, Form):
        found += [(what, "field", *one) for one in unsaid(page)]
        found += [(what, "caption", one.name, one.caption) for one in captions(page)]
    if page and not any(one.role in HEADS and one.name for one in parts):
        found.append((what, "", "", "nothing heads the screen"))
    return found


# Parts


def test_what_is_given_a_role_is_read_so_and_can_be_pressed(qtbot):
    pressed = []
    with reading():
        tab = read_as(button("Fill", lambda: pressed.append(1)), Role.PageTab)
        qtbot.addWidget(tab)
        tab.setCheckable(True)
        assert (read(tab).role, read(tab).name, read(tab).chosen) == (Role.PageTab, "Fill", False)
        ways = QAccessible.queryAccessibleInterface(tab).actionInterface()
        assert ways.actionNames() == ["Press"]
        ways.doAction("Press")
        assert (pressed, read(tab).chosen) == ([1], True)


def test_what_unfolds_more_says_whether_it_has(qtbot):
    with reading():
        link = unfolding("More …", lambda: None)
        qtbot.addWidget(link)
        for unfolded in (False, True):
            link.setChecked(unfolded)
            seen = QAccessible.queryAccessibleInterface(link)
            assert seen.role() == Role.Button
            assert (bool(seen.state().expandable), bool(seen.state().expanded)) == (True, unfolded)


def test_large_words_head_what_follows_and_figures_do_not(qtbot):
    for words, look, role in (
        ("Waiting", "h2", Role.Heading),
        ("Floor", "title", Role.Heading),
        ("60", "h2", Role.StaticText),
        ("", "h2", Role.StaticText),
        ("Waiting", "muted", Role.StaticText),
    ):
        made = label(words, look)
        qtbot.addWidget(made)
        with reading():
            assert read(made).role == role, words


def test_a_role_outlives_no_widget(qtbot):
    whole = QWidget()
    qtbot.addWidget(whole)
    lines = QVBoxLayout(whole)
    with reading():
        for at in range(50):
            made = read_as(QPushButton(f"{at}"), Role.ListItem)
            lines.addWidget(made)
            assert read(made).role == Role.ListItem
            made.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
        assert [*tree(whole)] == []


def test_a_field_says_that_it_is_needed_and_what_is_wrong(qtbot):
    amount = Line("amount", "Amount", read=money)
    qtbot.addWidget(amount)
    amount.needed = True
    with reading():
        amount.describe()
        assert read(amount.edit).said == "Amount, Required"
        amount.edit.setText("9x")
        assert not amount.readable()
        assert read(amount.edit).said.startswith("Amount, 9x, Wrong: '9x' is no amount.")
        amount.edit.setText("9")
        assert read(amount.edit).said == "Amount, 9, Required"


def test_one_of_a_few_is_read_as_that_in_a_group_of_its_name(qtbot):
    few = Choice("table", "Table", [("1", "Table 1"), ("2", "Table 2")])
    qtbot.addWidget(few)
    with reading():
        assert (read(few).role, read(few).name) == (Role.Grouping, "Table")
        few.choose("2")
        assert [(read(few.button(key)).role, read(few.button(key)).chosen) for key in "12"] == [
            (Role.RadioButton, False),
            (Role.RadioButton, True),
        ]


def test_a_picture_of_chips_says_how_many_and_their_value(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*copied(tmp_path)))
    with reading():
        user.go("fill", "3")
        user.write(user.form.chips.quick, "60*5")
        named = {read(one).name for one in user.form.findChildren(QLabel)}
        assert "60 of $5, $300.00" in named


def test_who_is_signed_in_can_be_read(qtbot, open_window, tmp_path):
    user = Quick.at(qtbot, open_window(*copied(tmp_path)))
    with reading():
        assert any(one.name == "Jo Sandvik · cashier. Change operator" for one in tree(user.window))
