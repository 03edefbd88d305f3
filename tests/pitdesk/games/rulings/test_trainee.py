"""The trainee dealer: what is right, which kind of mistake it is, and the sheet."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitdesk.games.results import back, lose, surrender, win
from pitdesk.games.rulings.dealt import DEALT
from pitdesk.games.rulings.trainee import TRAY, Answer, Marks, chips, mistake, outcome, rounds, sheet
from pitdesk.games.tray import pay

NATURAL = win("s1.original", 700, 1050, "3:2", ("99-01.3-08-11(11)",), "natural")

ANSWERS = [  # what is said of a natural on seven dollars, and what is wrong with it
    (Answer("win", 1050, {500: 2, 50: 1}), None),
    (Answer("win", 1050), None),
    (Answer("lose"), "result"),
    (Answer("push"), "result"),
    (Answer("win", 700, {500: 1, 200: 1}), "amount"),
    (Answer("win", 1400, {500: 2, 200: 2}), "amount"),
    (Answer("win", 1050, {500: 2, 100: 1}), "chips"),
    (Answer("win", 1050, {}), "chips"),
    (Answer("win", 1050, {500: 1, 200: 2, 100: 1, 50: 1}), "pieces"),
    (Answer("win", 1050, {50: 21}), "pieces"),
]


@pytest.mark.parametrize(("answer", "wrong"), ANSWERS)
def test_a_mistake_is_told_by_its_kind(answer, wrong):
    assert mistake(NATURAL, answer) == wrong


def test_a_wager_that_comes_back_is_a_tie_to_the_trainee():
    for result in ("push", "void"):
        assert mistake(back("s1.tip", 100, result, (), ""), Answer("push")) is None
    assert mistake(surrender("p1.initial", 100, 50, (), ""), Answer("surrender")) is None
    assert mistake(lose("p1.tie", 100, (), ""), Answer("push")) == "result"


@given(st.sampled_from([*DEALT]), st.integers(1, 10_000))
def test_what_is_told_as_right_is_right(code, seed):
    for dealt in rounds(code, seed, 2):
        for line in dealt.lines:
            laid = pay(line.paid, TRAY)
            assert laid is not None
            assert mistake(line, Answer(outcome(line), line.paid, laid)) is None


def test_chips_are_read_as_they_are_typed():
    assert chips("2x5 50c $25 3x$1") == {500: 2, 50: 1, 2500: 1, 100: 3}
    assert chips("") == {}
    with pytest.raises(ValueError, match="is no chip"):
        chips("2 times 5")


def test_marks_count_by_kind_and_say_how_long_it_took():
    marks = Marks()
    for wrong, seconds in ((None, 4), (None, 6), ("chips", 20), ("amount", 10)):
        marks.note(wrong, seconds)
    assert [*marks.told()] == [
        "2 of 4 right, 10 seconds for each wager.",
        "    1 wrong: how much is paid",
        "    1 wrong: chips that are not the amount",
    ]
    assert [*Marks().told()] == []


def test_a_sheet_asks_first_and_answers_on_the_next_page():
    asked, answers = "\n".join(sheet("nd-21", 3, 4)).split("\f")
    assert asked.count("______  pays") == sum(len(dealt.lines) for dealt in rounds("nd-21", 3, 4))
    assert "wins" not in asked
    assert "99-01.3-08-11" in answers
    assert [*sheet("nd-21", 3, 4)] == [*sheet("nd-21", 3, 4)] != [*sheet("nd-21", 4, 4)]
