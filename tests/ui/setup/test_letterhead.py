"""The letterhead in Set-up: typed, seen on a slip, kept; refused where it passes for the slip."""

import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from pitdesk import kinds
from tests.pitdesk.chipset.test_logo import png
from tests.ui.night import Quick, copied, key, proven, signed
from tests.ui.stand import stands

pytestmark = pytest.mark.long

GRO = signed("gro:gaming manager")


@stands()
def user(qtbot, open_window, tmp_path) -> Quick:
    user = Quick.at(qtbot, open_window(*copied(tmp_path)), "gro")
    user.go("letterhead")
    return user


@pytest.fixture
def picture(tmp_path):
    path = tmp_path / "logo.png"
    path.write_bytes(png())
    return path


def choose(user: Quick, path) -> None:
    """Press the button and choose that file in the system's dialog."""
    logo = user.form.logo
    logo.choose_file = lambda: str(path)
    user.press(logo.choose)
    user.qtbot.waitUntil(lambda: logo.state.text() != "Reading the picture …")
    user.settle()


def keep(user: Quick) -> None:
    user.sign(user.form.signers, GRO)
    user.post(user.form)


def kept(user: Quick) -> kinds.Letterhead:
    return user.window.station.board.site.letterhead


def test_what_is_typed_stands_on_the_slip_at_once_and_is_kept(user):
    form = user.form
    user.write(form.heading[0].edit, "Dakota Lions, Lodge 12")
    user.write(form.footer[1].edit, "Thank you")
    assert form.paper.lines[0].strip() == "Dakota Lions, Lodge 12"
    assert form.paper.lines[-2].strip() == "Thank you"
    assert "FILL SLIP" in form.paper.lines
    keep(user)
    assert user.told() == "Kept. It stands on every slip from now on; what was printed stays as it was."
    assert (kept(user).heading, kept(user).footer) == (("Dakota Lions, Lodge 12",), ("Thank you",))
    assert form.heading[0].typed() == "Dakota Lions, Lodge 12"
    assert form.footer[0].typed() == "Thank you"  # empty lines are left out
    assert not form.typed_anything()


def test_enter_leads_through_it(user):
    form = user.form
    user.into(form.heading[0].edit)
    for one in (*form.heading[1:], *form.footer):
        key(Qt.Key.Key_Return)
        assert QApplication.focusWidget() is one.edit
    key(Qt.Key.Key_Return)
    assert QApplication.focusWidget() is form.logo.choose


def test_what_passes_for_a_mark_is_told_while_it_is_typed(user):
    form = user.form
    user.write(form.heading[0].edit, "V O I D")
    user.qtbot.waitUntil(lambda: bool(form.notice.reasons))
    assert user.refused(form) == {"below": {"pd.letterhead"}}
    keep(user)
    assert user.refused(form) == {"below": {"pd.letterhead"}}
    assert kept(user).heading == ()


def test_a_picture_is_seen_as_it_will_print_and_kept(user, picture):
    form = user.form
    choose(user, picture)
    assert form.paper.logo.across == 512
    shown = form.paper.logo.rows
    user.choose(form.shown_on, "32")
    assert form.paper.logo.across == 384
    user.choose(form.shown_on, "40")
    assert form.paper.logo is None
    assert form.note.isVisible()
    keep(user)
    assert {*kept(user).logo} == {"384", "512", "576"}
    user.choose(form.shown_on, "42")
    assert form.paper.logo.rows == shown
    user.press(form.logo.none)
    assert form.paper.logo is None
    keep(user)
    assert kept(user).logo == {}
    assert form.logo.state.text() == "No logo."


def test_a_file_that_is_none_is_refused_beside_its_button(user, tmp_path):
    form = user.form
    words = tmp_path / "words.png"
    words.write_text("no picture")
    choose(user, words)
    assert "cannot be a logo: this is no picture that can be read here" in form.logo.told
    pipe = tmp_path / "pipe.png"
    os.mkfifo(pipe)
    choose(user, pipe)
    assert "is a pipe, and no file" in form.logo.told
    assert form.logo.value() is None
    assert not form.typed_anything()


def test_a_fill_shows_it_too(user, picture):
    user.write(user.form.heading[0].edit, "Dakota Lions")
    choose(user, picture)
    keep(user)
    form = user.fill_in("fill", {"table": "2", "chips": "20x$5"})
    assert form.paper.lines[0].strip() == "Dakota Lions"
    assert form.paper.logo is not None
    assert form.paper.logo.across == 512


def test_what_others_keep_meanwhile_does_not_wipe_what_is_typed(user):
    form = user.form
    user.write(form.heading[0].edit, "Half typed")
    user.at_desk(lambda desk: desk.set_site({"color_up": True}, proven("gro:gaming manager")))
    assert form.heading[0].typed() == "Half typed"
