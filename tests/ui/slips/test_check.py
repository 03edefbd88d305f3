"""Checking a slip by its code: genuine, forged, mistyped."""

import pytest
from PySide6.QtCore import Qt

from pitdesk.codes.keys import SiteKey
from tests.ui.night import Quick, copied
from tests.ui.stand import stands


@stands()
def user(qtbot, open_window, tmp_path) -> Quick:
    made = Quick.at(qtbot, open_window(*copied(tmp_path, (1, 8))))
    key = SiteKey.kept(made.pit.book.with_name("key"))
    made.at_desk(lambda desk: setattr(desk, "_key", key))
    made.go("check slip")
    return made


def code(user, *, short: bool = False) -> str:
    made = user.at_desk(lambda desk: desk.code(desk.slip("fill", 1), "copy", void=False))
    return made.short if short else made.qr


def check(user, text: str) -> None:
    user.into(user.form.code.edit)
    user.type(text)
    user.key(Qt.Key.Key_Return)
    user.settle()


@pytest.mark.parametrize("short", [False, True], ids=["scanned", "typed"])
def test_a_slip_of_ours(user, short):
    check(user, code(user, short=short))
    assert user.form.verdict.text() == "Genuine"
    assert "fill 000001 copy" in user.form.words.text()
    assert user.form.code.typed() == ""


def test_a_forged_slip(user):
    right = code(user)
    other = "0" if right[-2] != "0" else "1"  # the last character has bits that must be zero
    check(user, right[:-2] + other + right[-1])
    assert user.form.verdict.text() == "Not signed"


def test_a_mistyped_code_is_told_beside_it_and_stays(user):
    check(user, "AAAA AAAA AAAA")
    assert user.form.code.told
    assert user.form.code.typed() == "AAAA AAAA AAAA"
    assert not user.form.answer.isVisible()


def test_nothing_is_asked_of_an_empty_line(user):
    user.into(user.form.code.edit)
    user.key(Qt.Key.Key_Return)
    assert user.form.code.told == "Scan or type the code of a slip first."
