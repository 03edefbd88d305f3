"""What a wager brings: a coin, a die, and how figures are written."""

from fractions import Fraction

from pitdesk.games.chances.chance import Chance, percent, root


def test_a_fair_coin_has_no_edge_and_a_deviation_of_one():
    coin = Chance.of([(Fraction(1), 1), (Fraction(-1), 1)])
    assert (coin.edge, coin.variance, coin.deviation()) == (0, 1, 1)
    assert coin.deviation(100) == 10


def test_one_number_of_six_at_four_to_one_costs_a_sixth():
    die = Chance.of([(Fraction(4), 1), (Fraction(-1), 5)])
    assert die.edge == Fraction(1, 6)
    assert die.variance == Fraction(21, 6) - Fraction(1, 36)


def test_figures_are_rounded_as_people_write_them():
    assert percent(Fraction(1, 3), 2) == "33.33 %"
    assert percent(Fraction(-1, 200)) == "−0.5000 %"
    assert str(root(Fraction(2)))[:14] == "1.414213562373"
