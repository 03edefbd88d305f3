"""The checklist of a table: what is fine, what is not, and by whom."""

from dataclasses import replace

import pytest

from pitdesk.kinds import Checklist
from pitdesk.rules.checklist import ITEMS, SHOE
from tests.ui.night import Quick, copied, proven, signed
from tests.ui.stand import stands

pytestmark = pytest.mark.long


@stands("checklist")
def user(qtbot, open_window, tmp_path):
    """Pia at the window; the house keeps its checklists here."""
    user = Quick.at(qtbot, open_window(*copied(tmp_path)), "pia")
    by = proven("gro:gaming manager")
    user.at_desk(lambda desk: desk.set_site({"keeps": "checklists"}, by))
    user.settle()
    return user


def test_a_dealer_looks_a_table_over_and_says_what_is_wrong(user):
    user.go("checklist", "2")
    form = user.form
    user.pick(form.what.box, "all")
    user.tick(form.items["backs"].box, False)
    user.write(form.wrong.edit, "two of another red")
    user.sign(form.signers, signed("sara:dealer"))
    user.press(form.primary)
    user.settle()
    fact = user.entries()[-1].fact
    assert fact == Checklist(table="2", looked=(*ITEMS,), faults={"backs": "two of another red"})


def test_the_shift_manager_looks_at_the_shoe_alone(user):
    user.go("checklist", "2")
    form = user.form
    user.pick(form.what.box, SHOE)
    user.settle()
    assert [item for item, tick in form.items.items() if tick.isVisible()] == [SHOE]
    user.sign(form.signers, signed("pia:shift manager"))
    user.press(form.primary)
    user.settle()
    assert user.entries()[-1].fact.looked == (SHOE,)


def test_cards_that_are_taken_away_have_a_place_and_come_back_looked_over(user):
    user.go("checklist", "2")
    form = user.form
    user.pick(form.what.box, "away")
    user.settle()
    assert not any(tick.isVisible() for tick in form.items.values())
    user.write(form.place.edit, "the safe in the cage")
    user.sign(form.signers, signed("sara:dealer"))
    user.press(form.primary)
    user.settle()
    assert user.entries()[-1].fact == Checklist(table="2", away="the safe in the cage")
    user.go("dealer", "2")
    form = user.form
    offered = [form.dealer.box.itemData(at) for at in range(form.dealer.box.count())]
    user.pick(form.dealer.box, next(who for who in offered if who not in ("", "sara")))
    user.sign(form.signers, signed("sara:dealer"))
    user.press(form.primary)
    user.settle()
    assert "99-01.3-08-07(1)" in form.notice.text


def test_the_list_names_the_approval_of_other_faces(user):
    by = proven("gro:gaming manager")
    assert user.window.station.board.site.tables["2"].video
    user.at_desk(lambda desk: desk.set_table(replace(desk.site.tables["2"], faces="AG 2026-14"), by))
    user.settle()
    user.go("checklist", "2")
    words = "Cards alike, faces as approved, AG 2026-14; black, and red or maroon"
    assert user.form.items["cards"].box.text() == words
    user.go("checklist", "1")
    assert user.form.items["cards"].box.text() == ITEMS["cards"]


def test_a_table_without_a_dealer_has_three_things_confirmed(user):
    user.go("dealer", "2")
    form = user.form
    user.pick(form.dealer.box, "")
    user.settle()
    assert all(one.isVisible() for one in form.secured.values())
    user.tick(form.players.box, True)
    user.tick(form.secured["tray"].box, True)
    user.sign(form.signers, signed("sara:dealer"))
    user.press(form.primary)
    user.settle()
    assert "99-01.3-08-03(4)" in form.notice.text
    for what in ("cards", "shoe"):
        user.tick(form.secured[what].box, True)
    user.sign(form.signers, signed("sara:dealer"))
    user.press(form.primary)
    user.settle()
    assert user.entries()[-1].fact.secured == ("tray", "cards", "shoe")
