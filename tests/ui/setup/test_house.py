"""House rules: what the house has chosen, as a poster and a handout, and that they hang up."""

from pypdf import PdfReader

from pitdesk.kinds import Options
from tests.ui.night import Quick, copied, proven, signed
from tests.ui.setup.test_screen import told
from tests.ui.stand import stands
from ui.setup.house import HouseRules

GRO = signed("gro:gaming manager")


@stands()
def user(qtbot, open_window, tmp_path):
    """Gro at the window, before the night is opened."""
    return Quick.at(qtbot, open_window(*copied(tmp_path, until=(16, 1))), "gro")


def keep(user):
    user.sign(user.form.signers, GRO)
    user.press(user.form.primary)
    user.settle()


def test_house_rules_are_kept_printed_and_hang_up(user, tmp_path):
    user.go("options")
    form: HouseRules = user.form
    assert form.state.text() == "No house rules are set yet."
    user.pick(form.method.box, "no-peek")
    tick = {one.name: one for one in form.ticks}
    user.tick(tick["tips"].box, True)
    user.write(form.lines[0].edit, "5")
    keep(user)
    assert told(form) == ""
    fact = user.entries()[-1].fact
    assert isinstance(fact, Options)
    assert (fact.method, fact.tips, fact.insurance, fact.tip_cents) == ("no-peek", True, False, 500)
    assert form.state.text() == "Version 1 does not hang up yet."
    paper = tmp_path / "poster.pdf"
    form.outlet.choose_way = lambda ways: ways[0]
    form.outlet.choose_file = lambda name: str(paper)
    form._print("poster")
    user.qtbot.waitUntil(paper.exists)
    words = PdfReader(paper).pages[0].extract_text()
    assert "from 50 cents to $5.00" in words
    assert "Insurance is not offered." in words
    assert "class C felony" in words
    assert len(PdfReader(paper).pages) == 1
    user.go("posted")
    user.write(user.form.place.edit, "at the bar")
    keep(user)
    user.go("options")
    assert form.state.text() == "Version 1 hangs up."


def test_even_money_without_insurance_is_refused_with_its_section(user):
    user.go("options")
    form = user.form
    tick = {one.name: one for one in form.ticks}
    user.tick(tick["even_money"].box, True)
    keep(user)
    assert "99-01.3-08-09(2)" in told(form)
    by = proven("gro:gaming manager")
    assert user.at_desk(lambda desk: desk.trial(lambda desk: desk.set_options({"soft17": 3}, by)))
