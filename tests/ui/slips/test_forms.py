"""Packs of blank forms: numbered by a manager, saved to print; and slips entered from them."""

import pytest
from pypdf import PdfReader

from tests.ui.evening import Quick, copied, signed


@pytest.fixture
def hands(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def number(hands, count: str) -> str:
    form = hands.fill_in("forms", {"count": count}, signed("gro:gaming manager"))
    hands.post(form)
    return form.signers.notice.text + form.notice.text


def test_a_pack_is_numbered_and_saved(hands, tmp_path):
    assert not number(hands, "3")
    assert hands.window.station.board.site.forms == [(1, 3)]
    hands.form.choose_file = lambda name: str(tmp_path / name)
    far: list[int] = []
    hands.form.bar.valueChanged.connect(far.append)
    hands.press(hands.form.save)
    assert hands.form.bar.isVisible()
    assert not hands.form.save.isEnabled()
    hands.qtbot.waitUntil(lambda: "The forms are saved as" in hands.told())
    assert far[-3:] == [1, 2, 3]
    assert hands.form.bar.isHidden()
    assert len(PdfReader(tmp_path / "forms-1-3.pdf").pages) == 3


def test_too_large_a_pack_is_refused_and_letters_are_told(hands):
    assert "A pack has 1 to 500 forms" in number(hands, "501")
    hands.enter(hands.form.count, "many")
    hands.post(hands.form)
    assert "is no number of forms" in hands.form.count.told


def test_a_fill_from_a_form_is_entered_and_nothing_prints(hands):
    number(hands, "3")
    before = len(hands.pit.paper.jobs)
    form = hands.fill_in("fill", {"table": "1", "chips": "4x$5"})
    hands.press(form.from_form)
    hands.enter(form.form, "2")
    hands.enter(form.written, "23:40")
    hands.sign(form.signers, signed("jo:cashier"))
    hands.post(form)
    slip = hands.at_desk(lambda desk: desk.slip("fill", 1))
    assert slip.by_hand == {("original", False): "2", ("copy", False): "2"}
    assert len(hands.pit.paper.jobs) == before
