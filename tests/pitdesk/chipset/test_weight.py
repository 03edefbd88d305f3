"""Pieces from a weight: the formula against its table, and that no guess is called a count."""

from random import Random

import pytest

from pitdesk.chipset.weight import BY_HAND, ChipWeight, most, pieces
from tests.storm import seeds

TABLE = [  # spread in millionths, pieces learned from, error of the scale in milligrams → the most
    *[(2_000, 500, 100, 1592), (5_000, 500, 100, 533), (10_000, 500, 100, 198), (20_000, 500, 100, 61)],
    *[(2_000, 100, 100, 705), (5_000, 100, 100, 281), (10_000, 100, 100, 123), (30_000, 100, 100, 24)],
    *[(2_000, 20, 100, 243), (10_000, 20, 100, 63), (10_000, 100, 1_000, 72), (30_000, 100, 1_000, 16)],
]


def chip(spread: int, of: int = 100) -> ChipWeight:
    """A chip of ten grams."""
    return ChipWeight(10_000 * of, of, spread)


@pytest.mark.parametrize(("spread", "of", "error", "wanted"), TABLE)
def test_up_to_how_many_weight_can_tell(spread, of, error, wanted):
    assert most(chip(spread, of), error) == wanted
    assert pieces(10_000 * wanted, chip(spread, of), error).sure
    assert not pieces(10_000 * (wanted + 1), chip(spread, of), error).sure


def test_what_it_cannot_tell_is_said_with_what_it_could_be():
    assert pieces(1_230_000, chip(10_000), 100).words == "123 pieces"
    assert pieces(10_000, chip(10_000), 100).words == "1 piece"
    told = pieces(1_230_000, chip(20_000), 100)
    assert told.words == f"123 pieces, could be 122 to 124: {BY_HAND}"
    assert (told.least, told.count, told.most) == (122, 123, 124)


def test_a_weight_between_two_numbers_is_no_count():
    """Another chip lies among them, or something else does."""
    told = pieces(105_000, chip(5_000), 100)
    assert not told.sure
    assert BY_HAND in told.words


def test_nothing_is_no_piece_and_less_than_nothing_is_refused():
    assert pieces(0, chip(5_000), 100).count == 0
    with pytest.raises(ValueError, match="less than nothing"):
        pieces(-600, chip(5_000), 100)
    with pytest.raises(ValueError, match="learned from some chips"):
        ChipWeight(0, 100, 5_000)


@pytest.mark.storm
def test_a_count_that_is_called_sure_is_right():
    """Racks of chips that differ as worn chips do, learned on other chips of the house."""
    for seed in seeds(20):
        chance = Random(seed)
        spread = chance.choice((2_000, 5_000, 10_000))
        learned = [chance.gauss(10_000, spread / 100) for _ in range(100)]
        piece = ChipWeight(round(sum(learned)), 100, spread)
        for _ in range(20):
            count = chance.randrange(1, 160)
            rack = sum(chance.gauss(10_000, spread / 100) for _ in range(count))
            told = pieces(max(0, round(rack / 100) * 100), piece, 100)
            assert not told.sure or told.count == count
            if not told.sure:
                assert told.least - 1 <= count <= told.most + 1


@pytest.mark.parametrize(("mg", "sure"), [(1_100_000, True), (1_101_500, True), (1_104_000, False)])
def test_what_lies_between_two_numbers_is_no_count(mg, sure):
    """Of 110 chips that differ by 1 % each, as much as weight can tell."""
    told = pieces(mg, ChipWeight(1_000_000, 100, 10_000), 100)
    assert (told.count, told.sure) == (110, sure)
    assert sure or told.words == "110 pieces, could be 110 to 111: count by hand"
