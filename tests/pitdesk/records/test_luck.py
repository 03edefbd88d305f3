"""The band of luck: the same nights, the same band; more play, a narrower one; outside is a look."""

from dataclasses import replace
from fractions import Fraction
from operator import mul
from random import Random

from pitdesk.records.luck import (
    BY_ODDS,
    LEAST,
    LEAST_HANDS,
    LOOK,
    WITHIN,
    Band,
    NightTake,
    Odds,
    band,
    hands,
    variance,
)

DICE = Random(4)
NIGHTS = [
    NightTake(drop := DICE.randrange(400_00, 900_00), drop * DICE.randrange(0, 40) // 100)
    for _ in range(60)
]


def test_the_same_nights_give_the_same_band() -> None:
    assert band(NIGHTS, 5) == band(list(NIGHTS), 5)


def test_much_play_makes_a_narrow_band() -> None:
    def width(one: Band | None) -> int:
        assert one
        return one.high.win_cents * one.low.drop_cents - one.low.win_cents * one.high.drop_cents

    few, many = band(NIGHTS, 1), band(NIGHTS, 40)
    assert few
    assert many
    assert float(few.high.hold) - float(few.low.hold) > float(many.high.hold) - float(many.low.hold)
    assert width(many) > 0


def test_ninety_five_of_a_hundred_honest_weeks_lie_within() -> None:
    found = band(NIGHTS, 5)
    assert found
    within = 0
    for _ in range(2_000):
        week = DICE.choices(NIGHTS, k=5)
        of = (sum(one.drop_cents for one in week), sum(one.win_cents for one in week))
        within += found.says(*of) == WITHIN
    assert 0.93 < within / 2_000 < 0.97


def test_outside_is_a_look_at_both_ends() -> None:
    found = band(NIGHTS, 40)
    assert found
    assert found.says(1_000_00, 0) == LOOK
    assert found.says(1_000_00, 400_00) == LOOK
    assert found.says(found.low.drop_cents, found.low.win_cents) == WITHIN


def test_too_few_nights_have_no_band() -> None:
    assert band(NIGHTS[: LEAST - 1], 1) is None
    assert band(NIGHTS[:LEAST], 1) is not None
    assert band([NightTake(0, 0)] * 50, 1) is None
    assert band(NIGHTS, 0) is None


def test_a_difference_that_nobody_sees_is_none() -> None:
    same = band([NightTake(795_33, 183_33)] * 20, 5)
    assert same
    assert same.says(795_34, 183_34) == WITHIN
    assert same.says(795_33, 184_33) == LOOK


def test_hands_are_estimated_from_the_time_seated() -> None:
    assert hands(90 * 60, 240) == 360


# By exact odds

ODDS = Odds(variance("stand"), wager_cents=5_00, an_hour=240)
HOUR = 3600


def honest(wagers: int) -> NightTake:
    """As many wagers of $5, each won, lost or halved as luck has it, with twenty-one's own variance."""
    steps = DICE.choices((-15, -10, -5, 0, 5, 10), (2, 8, 36, 8, 38, 8), k=wagers)
    return NightTake(300_00 * (wagers // 960), -sum(steps) * 100, wagers * HOUR // 240)


def test_a_hand_of_twenty_one_has_the_variance_of_its_odds() -> None:
    assert 1.2 < float(variance("stand")) < 1.4  # published: about 1.15 units a hand
    assert variance("stand") is variance("stand")


def test_exact_odds_say_how_far_luck_goes() -> None:
    """By hand: 960 hands of $5, 1.96 deviations of sqrt(variance x 960) wagers, and the pool's own."""
    pool = [NightTake(1_000_00, 200_00, 4 * HOUR)] * 30
    found = ODDS.band(NightTake(1_000_00, 0, 4 * HOUR), pool)
    assert found
    assert found.method == BY_ODDS
    far = 1.96 * 5.00 * (float(variance("stand")) * 960 * (1 + 1 / 30)) ** 0.5
    assert abs((found.high.win_cents - 200_00) / 100 - far) < 1
    assert abs((200_00 - found.low.win_cents) / 100 - far) < 1
    assert found.says(1_000_00, 200_00) == WITHIN
    assert found.says(1_000_00, 200_00 + int(far * 100) + 500) == LOOK


def test_a_larger_wager_and_less_play_make_a_wider_band() -> None:
    pool, week = [NightTake(1_000_00, 200_00, 4 * HOUR)] * 30, NightTake(5_000_00, 0, 20 * HOUR)
    few, many = ODDS.band(NightTake(1_000_00, 0, 4 * HOUR), pool), ODDS.band(week, pool)
    high = replace(ODDS, wager_cents=10_00).band(week, pool)
    assert few
    assert many
    assert high
    assert float(few.high.hold) > float(many.high.hold)
    assert float(high.high.hold) > float(many.high.hold)


def test_ninety_five_of_a_hundred_honest_nights_lie_within_the_exact_band() -> None:
    """Hands drawn one by one, whose variance is measured, not taken from the odds."""
    steps = (-15, -10, -5, 0, 5, 10)
    often = (2, 8, 36, 8, 38, 8)
    mean = Fraction(sum(map(mul, steps, often)), 5 * sum(often))
    square = Fraction(sum(one * one * n for one, n in zip(steps, often, strict=True)), 25 * sum(often))
    odds = Odds(square - mean * mean, wager_cents=5_00, an_hour=240)
    pool = [honest(960) for _ in range(40)]
    within = 0
    for _ in range(400):
        night = honest(960)
        found = odds.band(night, pool)
        assert found
        within += found.says(night.drop_cents, night.win_cents) == WITHIN
    assert 0.91 < within / 400 < 0.99


def test_too_little_play_has_no_exact_band() -> None:
    pool = [NightTake(1_000_00, 200_00, 4 * HOUR)]
    assert ODDS.band(NightTake(100_00, 0, LEAST_HANDS * HOUR // 240 - 15), pool) is None
    assert ODDS.band(NightTake(100_00, 0, HOUR), []) is None
    assert ODDS.band(NightTake(0, 0, HOUR), pool) is None
    assert ODDS.band(NightTake(100_00, 0, HOUR), [NightTake(0, 0, HOUR)]) is None
