"""Pots: every chip goes somewhere, odd ones clockwise, side pots to who paid for them."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pitdesk.games.poker.pots import clockwise, halves, layers, shares

seats = st.sets(st.integers(1, 9), min_size=1)
paid = st.dictionaries(st.integers(1, 9), st.integers(0, 500), min_size=2)


@given(seats, st.integers(0, 9))
def test_clockwise_begins_left_of_the_button_and_ends_with_it(there, button):
    found = clockwise(there, button)
    assert sorted(found) == sorted(there)
    assert [(seat - button - 1) % 10 for seat in found] == sorted(
        (seat - button - 1) % 10 for seat in there
    )


@given(st.integers(0, 1000), seats, st.integers(1, 9))
def test_shares_differ_by_a_chip_at_most_and_the_odd_ones_come_first(chips, tied, button):
    found = shares(chips, tied, button)
    assert sum(found.values()) == chips
    around = [found[seat] for seat in clockwise(tied, button)]
    assert around == sorted(around, reverse=True)
    assert max(around) - min(around) <= 1


@given(st.integers(0, 1000), st.booleans())
def test_halves_are_the_pot(chips, high):
    top, low = halves(chips, high)
    assert top + low == chips
    assert (top - low) in (0, 1 if high else -1)


@given(paid, st.data())
def test_side_pots_hold_all_that_was_put_in(contributed, data):
    live = data.draw(st.sets(st.sampled_from(sorted(contributed)), min_size=1))
    found = layers(contributed, live)
    total = sum(contributed.values()) if any(contributed[seat] for seat in live) else 0
    assert sum(pot.amount for pot in found) == total
    for earlier, later in pairwise(found):
        assert later.seats < earlier.seats
    for pot in found:
        assert pot.seats <= live


@given(paid)
def test_nobody_can_win_more_of_a_seat_than_was_matched(contributed):
    found = layers(contributed, contributed.keys())
    for seat, own in contributed.items():
        mine = sum(pot.amount for pot in found if seat in pot.seats)
        assert mine == sum(min(own, other) for other in contributed.values())


def test_a_dead_hand_leaves_its_wagers_in_the_last_pot():
    assert [pot.amount for pot in layers({1: 100, 2: 500, 3: 300}, {1, 3})] == [300, 600]
    assert layers({1: 0, 2: 500}, {1}) == []
