"""Checking a slip by its code: genuine, forged, mistyped."""

import pytest
from PySide6.QtCore import Qt

from pitdesk.codes.keys import SiteKey
from tests.ui.evening import Quick, copied


@pytest.fixture
def hands(qtbot, open_window, tmp_path) -> Quick:
    made = Quick.at(qtbot, open_window(*copied(tmp_path, (1, 8))))
    key = SiteKey.kept(made.pit.book.with_name("key"))
    made.at_desk(lambda desk: setattr(desk, "_key", key))
    made.go("check slip")
    return made


def code(hands, *, short: bool = False) -> str:
    made = hands.at_desk(lambda desk: desk.code(desk.slip("fill", 1), "copy", void=False))
    return made.short if short else made.qr


def check(hands, text: str) -> None:
    hands.into(hands.form.code.edit)
    hands.type(text)
    hands.key(Qt.Key.Key_Return)
    hands.settle()


@pytest.mark.parametrize("short", [False, True], ids=["scanned", "typed"])
def test_a_slip_of_ours(hands, short):
    check(hands, code(hands, short=short))
    assert hands.form.verdict.text() == "Genuine"
    assert "fill 000001 copy" in hands.form.words.text()
    assert hands.form.code.typed() == ""


def test_a_forged_slip(hands):
    right = code(hands)
    other = "0" if right[-2] != "0" else "1"  # the last character has bits that must be zero
    check(hands, right[:-2] + other + right[-1])
    assert hands.form.verdict.text() == "Not signed"


def test_a_mistyped_code_is_told_beside_it_and_stays(hands):
    check(hands, "AAAA AAAA AAAA")
    assert hands.form.code.told
    assert hands.form.code.typed() == "AAAA AAAA AAAA"
    assert not hands.form.answer.isVisible()


def test_nothing_is_asked_of_an_empty_line(hands):
    hands.into(hands.form.code.edit)
    hands.key(Qt.Key.Key_Return)
    assert hands.form.code.told == "Scan or type the code of a slip first."
