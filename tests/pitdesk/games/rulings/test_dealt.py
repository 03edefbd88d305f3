"""Rounds dealt by chance: lawful, the same from a seed, and with everything a trainee has to know."""

from random import Random

import pytest

from pitdesk.games.rounds import GAMES
from pitdesk.games.rulings.dealt import DEALT
from pitdesk.games.rulings.shown import SHOWN
from pitdesk.games.rulings.trainee import lines_of, rounds
from tests import storm


def lines(code, seed):
    played = DEALT[code](Random(seed))
    return lines_of(played, GAMES[code].settle(played))


@pytest.mark.storm
@pytest.mark.parametrize("code", DEALT)
def test_every_round_that_is_dealt_can_be_settled(code):
    for seed in storm.seeds(300):
        played = DEALT[code](Random(seed))
        found = GAMES[code].settle(played)
        assert found.status == "settled"
        assert lines_of(played, found)
        assert not found.rulings


@pytest.mark.parametrize("code", DEALT)
def test_the_same_seed_deals_the_same_round(code):
    assert DEALT[code](Random("a")) == DEALT[code](Random("a"))
    assert DEALT[code](Random("a")) != DEALT[code](Random("b"))


def test_every_game_in_which_somebody_is_paid_is_practiced():
    """Who shoots, what vigorish is owed and how a payment is laid out settle no wager."""
    assert {*GAMES} - {*DEALT} == {"nj-craps-shooter", "nj-minibac-vig", "chips"}
    assert {*DEALT} == {*SHOWN}


MUST = {  # what a dealer of each game has to know: results, and odds that are paid
    "nj-blackjack": ({"win", "lose", "push", "void", "surrender"}, {"1:1", "3:2", "2:1"}),
    "nj-3c21": ({"win", "lose", "push", "surrender"}, {"1:1", "2:1", "5:1", "3:2"}),
    "nj-fah": ({"win", "lose", "surrender"}, {"1:1", "5:1"}),
    "nd-poker": ({"win", "lose"}, {None}),
}


@pytest.mark.parametrize("code", MUST)
def test_each_result_and_each_odds_comes_up(code):
    told = [line for seed in range(600) for line in lines(code, seed)]
    results, odds = MUST[code]
    assert results <= {line.result for line in told}
    assert odds <= {line.odds for line in told}


def test_poker_deals_side_pots_ties_and_high_low():
    settled = [GAMES["nd-poker"].settle(DEALT["nd-poker"](Random(seed))) for seed in range(200)]
    pots = [pot for one in settled for pot in one.more["pots"]]
    assert any(len(one.more["pots"]) > 1 for one in settled)
    assert any(len(pot["shares"]) > 1 for pot in pots)
    played = [DEALT["nd-poker"](Random(seed)).variant for seed in range(50)]
    assert {*played} == {"high", "high_low"}


@pytest.mark.parametrize("code", DEALT)
def test_the_table_shows_all_cards_and_each_seat_that_is_asked(code):
    for dealt in rounds(code, 3, 20):
        text = " ".join(dealt.shown)
        played = dealt.played
        cards = [] if code == "nj-minibac" else [card for one in told(played) for card in one]
        assert all(card in text for card in cards)
        for line in dealt.lines:
            seat = line.wager.partition(".")[0].lstrip("sp")
            assert code == "nj-minibac" or f"Seat {seat}" in text


def told(played):
    """The cards of every hand, as the facts say them."""
    for seat in getattr(played, "spaces", None) or played.players:
        for hand in getattr(seat, "hands", ()):
            yield hand.cards
        yield getattr(seat, "cards", ())
        yield getattr(seat, "drawn", ())


def test_what_a_dealer_must_know_is_dealt():
    told = [line for seed in range(400) for line in lines("nd-21", seed)]
    names = {line.wager.partition(".")[2] for line in told}
    assert {"original", "split2", "double1", "tip", "insurance"} <= names
    assert {line.result for line in told} >= {"win", "lose", "push", "void"}
    assert {line.odds for line in told} >= {"3:2", "2:1", "1:1"}
    war = [line for seed in range(100) for line in lines("nj-war", seed)]
    assert {line.odds for line in war} >= {"1:1", "2:1", "10:1"}
    assert {line.result for line in war} >= {"win", "lose", "surrender"}
