"""The band of luck: the same nights, the same band; more play, a narrower one; outside is a look."""

from random import Random

from pitdesk.records.luck import LEAST, LOOK, WITHIN, Band, Night, band, hands

DICE = Random(4)
NIGHTS = [
    Night(drop := DICE.randrange(400_00, 900_00), drop * DICE.randrange(0, 40) // 100) for _ in range(60)
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
    assert band([Night(0, 0)] * 50, 1) is None
    assert band(NIGHTS, 0) is None


def test_a_difference_that_nobody_sees_is_none() -> None:
    same = band([Night(795_33, 183_33)] * 20, 5)
    assert same
    assert same.says(795_34, 183_34) == WITHIN
    assert same.says(795_33, 184_33) == LOOK


def test_hands_are_estimated_from_the_time_seated() -> None:
    assert hands(90 * 60, 240) == 360
