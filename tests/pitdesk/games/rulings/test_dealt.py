"""Rounds dealt by chance: lawful, the same from a seed, and with everything a trainee has to know."""

from random import Random

import pytest

from pitdesk.games.rounds import GAMES
from pitdesk.games.rulings.dealt import DEALT
from tests import storm


def lines(code, seed):
    return GAMES[code].settle(DEALT[code](Random(seed))).lines


@pytest.mark.storm
@pytest.mark.parametrize("code", DEALT)
def test_every_round_that_is_dealt_can_be_settled(code):
    for seed in storm.seeds(300):
        found = GAMES[code].settle(DEALT[code](Random(seed)))
        assert found.status == "settled"
        assert found.lines
        assert not found.rulings


@pytest.mark.parametrize("code", DEALT)
def test_the_same_seed_deals_the_same_round(code):
    assert DEALT[code](Random("a")) == DEALT[code](Random("a"))
    assert DEALT[code](Random("a")) != DEALT[code](Random("b"))


def test_what_a_dealer_must_know_is_dealt():
    told = [line for seed in range(400) for line in lines("nd-21", seed)]
    names = {line.wager.partition(".")[2] for line in told}
    assert {"original", "split2", "double1", "tip", "insurance"} <= names
    assert {line.result for line in told} >= {"win", "lose", "push", "void"}
    assert {line.odds for line in told} >= {"3:2", "2:1", "1:1"}
    war = [line for seed in range(100) for line in lines("nj-war", seed)]
    assert {line.odds for line in war} >= {"1:1", "2:1", "10:1"}
    assert {line.result for line in war} >= {"win", "lose", "surrender"}
