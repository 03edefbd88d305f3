"""Who shoots next: the sheet worked by hand, and that the dice go around the table once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pitdesk.games.sheets import cites, refused, settled, sheet

ORDERS = ("delay", "invalid_rolls", "violation", "rudeness", "loss")


def facts(shooter, roll, wants, answers):
    phase, *numbers = roll.split()
    choice, bet, *more = wants.split()
    return {
        "id": "c",
        "game": "nj-craps-shooter",
        "clockwise": [1, 2, 3, 4, 5],
        "shooter": int(shooter),
        "roll": {
            "phase": "come_out" if phase == "come" else "point",
            "point": int(numbers[0]) if phase == "point" else None,
            "dice": [int(one) for one in numbers[-2:]],
        },
        "choice": choice,
        "line_bet": bet == "bet",
        "come_bets_remain": "come" in more,
        "ordered_to_pass": next((one for one in more if one in ORDERS), None),
        "responses": {one[:-1]: "accept" if one[-1] == "+" else "decline" for one in answers.split()},
    }


@pytest.mark.parametrize("line", sheet("shooter"))
def test_the_dice_go_where_they_went_by_hand(line):
    *given, wanted, section = line
    found = settled(facts(*given))
    if not refused(found, wanted):
        who, *rest = wanted.split()
        offers = [int(one) for one in rest if one.isdigit()]
        assert (found["shooter"], found["offers"]) == (None if who == "none" else int(who), offers)
        assert found["must_pass"] == ("must" in rest)
        assert found["decision_only"] == ("decides" in rest)
        assert found["marker"] == ("off_dont_pass_line" if "decides" in rest else None)
        assert found["dice_kept"] == 2
        assert "wagers" not in found
    cites(found, section)


@given(
    st.permutations(range(1, 9)),
    st.tuples(st.integers(1, 6), st.integers(1, 6)),
    st.dictionaries(st.integers(1, 8).map(str), st.just("accept")),
    st.sampled_from([None, 4, 5, 6, 8, 9, 10]),
)
def test_the_dice_are_offered_once_around_the_table_and_not_to_the_shooter(around, dice, yes, point):
    said = {str(seat): "decline" for seat in around} | yes
    found = settled(
        {
            **{"id": "c", "game": "nj-craps-shooter", "clockwise": around, "shooter": around[0]},
            "roll": {"phase": "point" if point else "come_out", "point": point, "dice": dice},
            **{"choice": "pass", "responses": said},
        }
    )
    offers = found["offers"]
    assert offers == around[1 : len(offers) + 1]
    takes = [seat for seat in around[1:] if said[str(seat)] == "accept"]
    assert found["shooter"] == (takes[0] if takes else None)
    assert found["must_pass"] == (point is not None and sum(dice) == 7)
