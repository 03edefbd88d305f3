"""The pit asks the cage, and the cage prepares it with one key; or the ask is taken back."""

import pytest

from pitdesk.chips import Chips
from tests.ui.night import PINS, Quick, copied, proven, signed
from tests.ui.stand import stands
from ui.widgets.tile import Tile

pytestmark = pytest.mark.long

FIVES = Chips.read("20x$5")
BO, JO = signed("bo:pit boss"), signed("jo:cashier")


@stands("ask")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


def tiles(user: Quick) -> list[Tile]:
    user.window.go("floor")
    return user.window.shown("floor").now.findChildren(Tile)


def test_the_pit_asks_and_one_key_fills_the_slip(user):
    user.post(user.fill_in("ask", {"table": "2", "chips": "20x$5"}, BO))
    assert user.told() == "The cage is asked for a fill at table 2."
    (tile,) = tiles(user)
    assert tile.accessibleName() == "Table 2 asks for a fill, $100.00 in 20x$5, asked by Bo Dahl"
    user.press(tile)
    form = user.window.shown("fill").forms["fill"]
    assert (form.table.value(), form.chips.value()) == ("2", FIVES)
    assert form.usual.text() == "As asked  F2"
    user.post(user.fill_in("fill", {"table": "2", "chips": "20x$5"}, JO))
    assert user.window.station.board.asked == ()
    assert [one.chips for one in user.window.station.board.waiting] == [FIVES]
    assert len(tiles(user)) == 1  # the slip's own


def test_without_chips_it_asks_for_par(user):
    user.post(user.fill_in("ask", {"table": "3"}, BO))
    (asked,) = user.window.station.board.asked
    assert (asked.par, asked.chips) == (True, Chips())
    assert "to par, asked by Bo Dahl" in tiles(user)[0].accessibleName()


def test_whoever_asked_takes_it_back_from_the_floor(user):
    user.at_desk(lambda desk: desk.ask("credit", "2", FIVES, proven("jo:cashier", "bo:pit boss")[1:]))
    user.sign_in("bo", PINS["bo"])
    user.press(tiles(user)[0])
    form = user.window.shown("fill").forms["withdraw ask"]
    assert (form.table.value(), form.what.value()) == ("2", "credit")
    user.post(user.fill_in("withdraw ask", {"table": "2"}, BO))
    assert user.told() == "Table 2 asks for no credit any more."
    assert user.window.station.board.asked == ()


def test_the_cage_says_why_it_declines(user):
    user.at_desk(lambda desk: desk.ask("fill", "2", FIVES, proven("bo:pit boss")))
    form = user.fill_in("withdraw ask", {"table": "2"}, JO)
    user.post(form)
    assert {"pd.ask"} in user.refused(form).values()
    user.post(user.fill_in("withdraw ask", {"table": "2", "reason": "no $5 in the bank"}, JO))
    assert user.window.station.board.asked == ()
