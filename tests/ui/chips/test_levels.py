"""Par levels by weekday; chips out of play and back; games that end and are played again."""

import pytest
from PySide6.QtWidgets import QLabel

from pitdesk.chips import Chip, Chips
from tests.ui.night import Quick, copied, proven, signed
from tests.ui.stand import stands

pytestmark = pytest.mark.long

GRO, KARI = signed("gro:gaming manager"), signed("kari:dealer")


@stands("par")
def user(qtbot, open_window, tmp_path) -> Quick:
    return Quick.at(qtbot, open_window(*copied(tmp_path)))


@stands()
def early(qtbot, open_window, tmp_path) -> Quick:
    """The day is open; no table is."""
    return Quick.at(qtbot, open_window(*copied(tmp_path, (16, 6))))


def board(user: Quick):
    return user.window.station.board


def beside(user: Quick) -> str:
    user.settle()
    return " | ".join(one.text() for one in user.form.beside.findChildren(QLabel) if one.isVisible())


# Par


def test_a_par_holds_on_its_weekday_and_is_shown_from_then_on(user):
    form = user.fill_in("par", {"chips": "2000x$5 600x$25"}, GRO)
    assert "Nothing." in beside(user)
    user.post(form)
    assert user.told() == "The par of the chip bank every day is $25,000.00."
    assert "Every day: $25,000.00 · 2,600 chips" in beside(user)
    user.chips(form.chips, Chips.read("3000x$5"))
    user.choose(form.weekday, "5")
    user.sign(form.signers, GRO)
    user.post(form)
    assert user.told() == "The par of the chip bank on Saturdays is $15,000.00."
    assert "Saturday: $15,000.00 · 3,000 chips" in beside(user)
    assert board(user).par("chip bank") == Chips.read("3000x$5")  # the night is a Saturday


def test_a_par_of_a_tray_stands_beside_that_tray_alone(user):
    form = user.fill_in("par", {"place": "tray 2", "chips": "100x$5"}, GRO)
    user.post(form)
    assert board(user).spot("2").par == Chips.read("100x$5")
    user.pick(form.place.box, "tray 3")
    assert "Nothing: its opener is its par." in beside(user)
    user.pick(form.place.box, "tray 2")
    assert "$500.00" in beside(user)


def test_a_zero_takes_a_par_away_and_nothing_typed_does_not(user):
    user.post(user.fill_in("par", {"chips": "3000x$5"}, GRO))
    user.sign(user.form.signers, GRO)
    user.press(user.form.primary)
    assert "Nothing is counted yet" in user.form.chips.told
    user.chips(user.form.chips, Chips())
    user.sign(user.form.signers, GRO)
    user.post(user.form)
    assert user.told() == "The par of the chip bank every day is nothing any more."
    assert not board(user).par("chip bank")


def test_a_dealer_sets_no_par(user):
    user.post(user.fill_in("par", {"chips": "3000x$5"}, KARI))
    assert set(user.refused(user.form)) == {"initials"}


# Out of play


def test_a_chip_leaves_play_with_a_reason_and_comes_back(user):
    form = user.fill_in("play", {"chip": "$100"}, GRO)
    assert "The cage still redeems it." in form.follow.text()
    assert "Now: Bank 60." in form.follow.text()
    user.post(form)
    assert "reason" in user.refused(form)
    user.write(form.reason.edit, "a new set is here")
    user.sign(form.signers, GRO)
    user.post(form)
    assert user.told() == "$100 is out of play. It is redeemed still."
    assert "$100 since Nov 21, 2026" in beside(user)
    assert Chip.named("$100") not in board(user).site.playing
    user.enter(form.way, "in")
    assert form.chip.value() == "$100"
    user.write(form.reason.edit, "the set is not here after all")
    user.sign(form.signers, GRO)
    user.post(form)
    assert user.told() == "$100 is in play again."
    assert Chip.named("$100") in board(user).site.playing


def test_a_chip_that_lies_in_trays_stays_in_play(user):
    form = user.fill_in("play", {"chip": "$5", "reason": "worn"}, GRO)
    assert "Tray 2" in form.follow.text()
    user.post(form)
    assert user.refused(form) == {"below": {"pd.play"}}
    assert form.reason.typed() == "worn"


def test_where_no_chip_is_out_none_is_put_back(user):
    form = user.fill_in("play", {"way": "in", "reason": "why not"}, GRO)
    user.press(form.primary)
    assert "There is no such chip. Choose what else is done." in form.notice.text


# Games that end


def test_a_game_ends_and_its_chips_are_redeemed_for_thirty_days(early):
    user = early
    fields = {"way": "end", "game": "PW", "on": "11/28/2026", "where": "office, 12 Main St"}
    form = user.fill_in("play", fields, GRO)
    assert not form.chip.isVisible()
    assert "redeemed for thirty days" in form.follow.text()
    user.post(form)
    assert user.told() == (
        "Paddlewheel ends on Nov 28, 2026. Its chips are redeemed until Dec 28, 2026."
    )
    assert "Paddlewheel since Nov 28, 2026; redeemed until Dec 28, 2026: office, 12 Main St" in beside(
        user
    )
    user.enter(form.way, "end")
    assert [form.game.box.itemData(at) for at in range(form.game.box.count())] == ["21"]
    user.enter(form.way, "resume")
    assert form.game.value() == "PW"
    user.sign(form.signers, GRO)
    user.post(form)
    assert user.told() == "Paddlewheel is played again."
    assert board(user).site.ended == {}


def test_a_game_ends_on_a_date_and_with_a_place(early):
    user = early
    form = user.fill_in("play", {"way": "end", "on": "some day"}, GRO)
    user.press(form.primary)
    assert form.on.told == "'some day' is no date. Write it as 11/20/2026."
    user.write(form.on.edit, "11/28/2026")
    user.sign(form.signers, GRO)
    user.post(form)
    assert user.refused(form) == {"below": {"nd.08-06.2d"}}


def test_a_game_that_is_played_does_not_end(user):
    fields = {"way": "end", "game": "21", "on": "11/21/2026", "where": "office"}
    form = user.fill_in("play", fields, GRO)
    user.post(form)
    assert user.refused(form) == {"below": {"nd.08-06.2d"}}
    user.at_desk(
        lambda desk: desk.fill("2", Chips.read("1x$5"), proven("jo:cashier"))
    )  # it is dealt still
