"""Cash banks and lenders, as a manager sets them up."""

from tests.ui.night import Quick, several, signed
from tests.ui.stand import stands

GRO = signed("gro:gaming manager")


def board(user: Quick):
    return user.window.station.board


@stands()
def two(qtbot, open_window, tmp_path) -> Quick:
    """Twenty-one keeps the first drawer, paddlewheels have their own."""
    return Quick.at(qtbot, open_window(*several(tmp_path)))


def test_the_banks_and_the_lenders_are_set_up(two):
    user = two
    user.post(user.fill_in("lender", {"name": "Bingo bank", "what": "game"}, GRO))
    assert board(user).site.lenders["Bingo bank"] == "game"
    assert "Bingo bank: Another game's bank" in user.form.known.text()
    form = user.fill_in("cash banks", {"game": "combined"}, GRO)
    user.post(form)
    assert user.refused(form) == {"below": {"nd.03-06.1"}}
    user.choose(form.game, "PW")
    user.sign(form.signers, GRO)
    user.post(form)
    assert user.refused(form) == {"below": {"nd.03-06.1"}}  # cash lies in the wheels' drawer
