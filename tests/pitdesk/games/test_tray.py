"""Payment from a tray: the sheet worked by hand, and a search of every way beside ours."""

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitdesk.games.tray import fill, laid, pay
from tests import storm
from tests.pitdesk.games.sheets import refused, settled, sheet


def chips(words):
    """`2x500 50` as pieces by value."""
    return {one.split("x")[-1]: int(one.split("x")[0]) if "x" in one else 1 for one in words.split()}


@pytest.mark.parametrize("line", sheet("tray"))
def test_a_payment_is_made_as_it_was_by_hand(line):
    tray, amounts, wanted, _ = line
    asked = [*map(int, amounts.split())]
    found = settled({"id": "c", "game": "chips", "amounts": asked, "tray": chips(tray)})
    if refused(found, wanted):
        return
    left = chips(tray)
    for one, amount, paid in zip(wanted.split(";"), asked, found["payments"], strict=True):
        if one.split()[:1] == ["no"]:
            assert paid == {
                "amount": amount,
                "status": "cannot_pay",
                "fill": chips(one.replace("no", "")) or None,
            }
            continue
        assert (paid["status"], paid["chips"]) == ("paid", chips(one))
        assert paid["count"] == sum(chips(one).values())
        left |= {value: left[value] - pieces for value, pieces in chips(one).items()}
    assert found["tray_after"] == left
    assert "wagers" not in found


def every_way(amount, tray):
    """All ways to pay, by trying everything: the best is the fewest pieces, then the larger values."""
    values = sorted(tray, reverse=True)
    ways = [
        way
        for way in product(*(range(tray[value] + 1) for value in values))
        if sum(pieces * value for pieces, value in zip(way, values, strict=True)) == amount
    ]
    best = min(ways, key=lambda way: (sum(way), [-pieces for pieces in way]), default=None)
    return best and {value: pieces for value, pieces in zip(values, best, strict=True) if pieces}


@pytest.mark.storm
def test_no_way_is_better_than_the_one_that_is_found():
    dice = random.Random(storm.seed)
    for _ in range(storm.many(400)):
        values = dice.sample([1, 2, 3, 4, 5, 6, 7, 10, 20, 25], dice.randint(1, 5))
        tray = {value: dice.randint(0, 4) for value in values}
        amount = dice.randint(0, 60)
        assert pay(amount, tray) == (every_way(amount, tray) if amount else {}), (amount, tray)


trays = st.dictionaries(st.sampled_from([50, 100, 200, 500, 2500]), st.integers(0, 6), min_size=1)


@given(trays, st.integers(0, 200).map(lambda count: count * 50))
def test_what_is_brought_is_enough_and_not_a_piece_more(tray, amount):
    bring = fill(amount, tray)
    if bring is None:
        assert pay(amount, tray) is None
        return
    full = {value: pieces + bring.get(value, 0) for value, pieces in tray.items()}
    paid = pay(amount, full)
    assert paid is not None
    assert sum(value * pieces for value, pieces in paid.items()) == amount
    for value, pieces in bring.items():
        assert pay(amount, {**full, value: full[value] - 1}) is None or pieces == 0
    assert (not bring) == (pay(amount, tray) is not None)


@given(trays, st.permutations([50, 100, 200, 500, 2500]), st.integers(0, 100))
def test_the_order_of_the_tray_changes_nothing(tray, order, count):
    turned = {value: tray[value] for value in order if value in tray}
    assert pay(count * 50, tray) == pay(count * 50, turned)


def test_a_large_tray_is_searched_at_once():
    """Every way of these has more than a million million others beside it."""
    tray = {701: 60, 303: 60, 505: 60, 1107: 50, 1309: 50, 1711: 50, 1913: 50, 29: 1}
    paid = pay(99_999, tray)
    assert paid is not None
    assert sum(value * pieces for value, pieces in paid.items()) == 99_999
    assert pay(10**12 - 5, {1000: 10**9, 7: 1, 3: 2, 11: 50}) is None


def test_a_payoff_is_fanned_in_fives_and_racked_by_twenty():
    assert laid({500: 3}) == ("$5: 3 fanned",)
    assert laid({2500: 7, 50: 1}) == ("$25: 1 fan of 5, 2 fanned", "50c: 1 fanned")
    assert laid({100: 20}) == ("$1: 4 fans of 5",)
    assert laid({100: 47}) == ("$1: 2 x 20 in a rack, 1 fan of 5, 2 fanned",)
