"""A tournament in the window: set, paid for, stood and won; refused with the section."""

import pytest

from tests.ui.night import Quick
from ui.ledgers.contests import number, stands

pytestmark = pytest.mark.long

GRO = [("gro", "gaming manager", "730251")]
FALL = {
    "called": "Fall",
    "on": "10/12/2026",
    "fee": "75",
    "chips": "1000",
    "length": "20 hands",
    "least": "10",
}


def test_players_are_read_as_they_are_typed() -> None:
    assert stands("Ann Lee 1200 at 1, Bo 900 at 2") == {"Ann Lee": ("1", 1200), "Bo": ("2", 900)}
    for wrong in ("", "Ann", "Ann 5"):
        with pytest.raises(ValueError, match="Ann Lee 1200 at 1"):
            stands(wrong)
    assert (number(""), number("12")) == (0, 12)
    with pytest.raises(ValueError, match="not a number"):
        number("-1")


def test_a_tournament_from_its_fee_to_its_prize(user: Quick) -> None:
    form = user.fill_in("tournament", FALL | {"rebuy": "80"}, GRO)
    user.post(form)
    assert user.refused(form) == {"below": {"nd.08-15.1f"}}
    form = user.fill_in("tournament", {"rebuy": "75"}, GRO)
    user.post(form)
    assert "Fall is set." in user.told()
    for who in ("Ann Lee", "Bo Ness"):
        user.post(user.fill_in("tournament fee", {"of": "Fall", "player": who, "amount": "75"}, GRO))
        assert f"{who}: $75.00, 1000 chips." in user.told()
    said = {"of": "Fall", "round": "1", "players": "Ann Lee 1500 at 1, Bo Ness 500 at 1"}
    user.post(user.fill_in("tournament stand", said, GRO))
    form = user.fill_in(
        "tournament prize", {"of": "Fall", "player": "Bo Ness", "round": "1", "amount": "20"}, GRO
    )
    user.post(form)
    assert user.refused(form) == {"below": {"nd.08-15.4"}}
    user.post(user.fill_in("tournament prize", {"player": "Ann Lee"}, GRO))
    assert "Ann Lee gets $20.00." in user.told()


def test_poker_has_two_occasions_and_its_own_cash(user: Quick) -> None:
    said = {"called": "Fair", "since": "2026-11-27 18:00", "until": "2026-11-30 18:30", "burn": "deal"}
    form = user.fill_in("poker occasion", said, GRO)
    user.post(form)
    assert user.refused(form) == {"below": {"nd.09-01.o"}}
    form = user.fill_in("poker occasion", {"until": "2026-11-30 18:00", "burn": ""}, GRO)
    user.post(form)
    assert user.refused(form) == {"below": {"nd.09-04.14"}}
    user.post(user.fill_in("poker occasion", {"burn": "deal", "ante": "0.50"}, GRO))
    assert "Fair is set" in user.told()
    said = {"of": "Fair", "table": "1", "time": "18:00", "players": "8", "amount": "16.50"}
    form = user.fill_in("poker fee", said, GRO)
    user.post(form)
    assert user.refused(form) == {"below": {"nd.53-06.1-07.2f", "nd.09-04.2"}}
    deck = user.fill_in("poker deck", {"of": "Fair", "table": "1"}, GRO)
    user.tick(deck.items["spare"].box, False)
    user.write(deck.wrong.edit, "red, as the first")
    user.post(deck)
    assert "Table 1: bring another deck. Wrong: spare." in user.told()
    user.post(user.fill_in("poker deck", {"of": "Fair", "table": "1"}, GRO))
    assert "The deck of table 1 is approved." in user.told()
    said = {"of": "Fair", "table": "1", "time": "18:00", "players": "8", "amount": "16"}
    user.post(user.fill_in("poker fee", said, GRO))
    assert "Table 1, 18:00: $16.00 of 8 players." in user.told()


def test_where_nothing_is_set_yet_the_list_says_so_and_is_refused(user: Quick) -> None:
    for verb, words in (("tournament fee", "No tournament is set."), ("poker fee", "No poker occasion")):
        form = user.fill_in(verb, {})
        assert form.of.box.currentText().startswith(words)
        assert form.typed()["of"] == ""
        before = user.seen
        user.press(form.primary)
        assert form.of.told.startswith(words)
        assert user.seen == before
    form = user.fill_in("tournament prize", {})
    assert form.player.box.currentText() == "Nobody has paid an entry yet."
    user.post(user.fill_in("tournament", FALL, GRO))
    assert user.fill_in("tournament fee", {}).of.box.currentText() == "Fall"


def test_what_a_tournament_brought_is_deposited_by_itself(user: Quick) -> None:
    user.post(user.fill_in("tournament", FALL | {"on": "10/12/2026"}, GRO))
    for who in ("Ann Lee", "Bo Ness"):
        user.post(user.fill_in("tournament fee", {"of": "Fall", "player": who, "amount": "75"}, GRO))
    said = {"of": "Fall", "amount": "140", "slip": "1124", "bank": "First, 1234"}
    form = user.fill_in("contest deposit", said, GRO)
    user.post(form)
    assert user.refused(form) == {"below": {"pd.deposit"}}
    user.post(user.fill_in("contest deposit", {"amount": "150"}, GRO))
    assert "The deposit of Fall, $150.00, is noted." in user.told()
    assert not [one for one in user.window.station.board.due if one.way == "contest deposit"]
    assert form.known(user.window.station.board) == []
