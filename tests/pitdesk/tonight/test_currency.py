import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitdesk.tonight.currency import NOTES, broken, total


def test_the_values_stand_highest_first():
    assert list(NOTES) == sorted(NOTES, reverse=True)
    assert NOTES[:8] == (100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50)


@pytest.mark.parametrize(
    ("cents", "handed"),
    [
        (0, []),
        (50, [(50, 1)]),
        (4_00, [(1_00, 4)]),  # no $2 notes
        (37_50, [(20_00, 1), (10_00, 1), (5_00, 1), (1_00, 2), (50, 1)]),
        (388_00, [(100_00, 3), (50_00, 1), (20_00, 1), (10_00, 1), (5_00, 1), (1_00, 3)]),
        (1_00, [(1_00, 1)]),
        (91, [(50, 1), (25, 1), (10, 1), (5, 1), (1, 1)]),
        (1_234_567_00, [(100_00, 12345), (50_00, 1), (10_00, 1), (5_00, 1), (1_00, 2)]),
    ],
)
def test_an_amount_is_handed_out_as_a_cage_does(cents, handed):
    assert broken(cents) == handed


@given(st.integers(0, 10**9))
def test_what_is_handed_out_is_what_was_asked_for(cents):
    handed = broken(cents)
    assert total(dict(handed)) == cents
    assert all(pieces > 0 for _, pieces in handed)
    values = [value for value, _ in handed]
    assert values == sorted(values, reverse=True)
    assert 2_00 not in values
    assert cents % 50 or min(values, default=50) >= 50


def test_less_than_nothing_is_not_handed_out():
    with pytest.raises(ValueError, match="-50 cents cannot be handed out"):
        broken(-50)


def test_pieces_come_to_a_total():
    assert total({}) == 0
    assert total({100_00: 3, 2_00: 5, 50: 3, 1: 4}) == 311_54
