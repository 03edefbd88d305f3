"""The bonus of Three Card 21: each rank by a formula of its own."""

from math import comb

from pitdesk.games.chances.bonus import chance, counted
from pitdesk.games.threecard import Options


def test_ranks_are_as_many_as_formulas_say():
    found = counted(Options())
    assert sum(found.values()) == comb(312, 3)
    assert found["royal_diamonds"] == 6**3
    assert found["royal"] == 3 * 6**3
    assert found["three_of_a_kind"] == 13 * comb(24, 3)
    assert found["straight_flush"] == 11 * 4 * 6**3  # A-2-3 to J-Q-K
    assert found["straight"] == 12 * (24**3 - 4 * 6**3)


def test_a_low_ace_is_one_straight_more():
    high = counted(Options(ace_low=False))
    assert high["straight_flush"] == 10 * 4 * 6**3
    assert high["straight"] == 11 * (24**3 - 4 * 6**3)
    assert chance(Options(ace_low=False)).edge > chance(Options()).edge
