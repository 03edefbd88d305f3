"""Packs of blank forms: numbered by a manager, saved to print; and slips entered from them."""

from pypdf import PdfReader

from tests.ui.night import Quick, copied, signed
from tests.ui.stand import stands


@stands("forms")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def number(user, count: str) -> str:
    form = user.fill_in("forms", {"count": count}, signed("gro:gaming manager"))
    user.post(form)
    return form.signers.notice.text + form.notice.text


def test_a_pack_is_numbered_and_saved(user, tmp_path):
    assert not number(user, "3")
    assert user.window.station.board.site.forms == [(1, 3)]
    user.form.choose_file = lambda name: str(tmp_path / name)
    far: list[int] = []
    user.form.bar.valueChanged.connect(far.append)
    user.press(user.form.save)
    assert user.form.bar.isVisible()
    assert not user.form.save.isEnabled()
    user.qtbot.waitUntil(lambda: "The forms are saved as" in user.told())
    assert far[-3:] == [1, 2, 3]
    assert user.form.bar.isHidden()
    assert len(PdfReader(tmp_path / "forms-1-3.pdf").pages) == 3


def test_too_large_a_pack_is_refused_and_letters_are_told(user):
    assert "A pack has 1 to 500 forms" in number(user, "501")
    user.enter(user.form.count, "many")
    user.post(user.form)
    assert "is no number of forms" in user.form.count.told


def test_a_fill_from_a_form_is_entered_and_nothing_prints(user):
    number(user, "3")
    before = len(user.pit.paper.jobs)
    form = user.fill_in("fill", {"table": "1", "chips": "4x$5"})
    user.press(form.from_form)
    user.enter(form.form, "2")
    user.enter(form.written, "23:40")
    user.sign(form.signers, signed("jo:cashier"))
    user.post(form)
    slip = user.at_desk(lambda desk: desk.slip("fill", 1))
    assert slip.by_hand == {("original", False): "2", ("copy", False): "2"}
    assert len(user.pit.paper.jobs) == before
