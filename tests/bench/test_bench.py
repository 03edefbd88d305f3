"""The bench itself: its books are true books, and every figure comes out with a number."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import books
from figures import FIGURES, Rig
from rounds import Figure
from run import line

from pitdesk.book.figures import figures
from pitdesk.book.past import day_of
from tests.storm import shared


@pytest.fixture(scope="module")
def rig(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bench")
    little = {
        "rounds": 1,
        "short": 1,
        "pairs": 1,
        "batch": 2,
        "slips": 5,
        "long_run": 10,
        "shift": 12,
        "first": 6,
        "steps": 10,
        "looks": 1,
        "places": 2,
        "typed": 8,
        "flooded": 20,
        "five": 4,
    }
    return Rig(folder, days=3, month=2, watched="redemption_takes", **little)


def test_a_night_told_again_is_a_night(rig):
    with books.House(rig.copy_of_years("told.db")) as house:
        assert house.journal.verify().ok
        played, told = (day_of(house.journal, number) for number in (2, 3))
        assert told.sealed
        assert told.date > played.date
        assert figures(told) == figures(played)
        assert not told.notes
        assert not told.missing()
        assert not told.unprinted()
        assert [entry.kind for entry in told.entries] == [entry.kind for entry in played.entries]


def test_what_is_told_again_is_what_is_played(rig):
    """A fourth night at the desk says the same as one appended: lines of paper, numbers, balances."""
    with books.House(rig.copy_of_years("played.db")) as house:
        house.night()
        assert house.journal.verify().ok
        played = day_of(house.journal, 4).entries
    longer = books.made(rig.folder, 4)
    with books.House(longer) as house:
        told = day_of(house.journal, 4).entries
    # Hashes, which a PIN's salt changes; what is owed and due, of which a night told again knows less.
    loose = ("head", "lines", "bytes", "owing", "due")
    for one, other in zip(played, told, strict=True):
        assert (one.seq, one.kind, one.at, one.number) == (other.seq, other.kind, other.at, other.number)
        assert (one.about, one.postings) == (other.about, other.postings)
        assert _without(one.fact.detail, loose) == _without(other.fact.detail, loose)
        assert _lines(one.fact.detail) == _lines(other.fact.detail)


def _without(detail, names):
    return {name: value for name, value in detail.items() if name not in names}


def _lines(detail):
    return [line for line in detail.get("lines", ()) if " check " not in line]


@pytest.mark.storm
@pytest.mark.parametrize("name", shared([*FIGURES], 3))
def test_figures_come_out(rig, name):
    found = list(FIGURES[name](rig))
    assert found
    for figure in found:
        assert figure.why or all(ratio > 0 for ratio in figure.ratios)
        assert not figure.why or "installed" in figure.why or "ptrace" in figure.why.lower()
        assert figure.name in line(figure)


@pytest.mark.parametrize(
    ("figure", "failed", "words"),
    [
        (Figure("it", [0.7, 0.9, 0.8], least=0.8), False, "PASS"),
        (Figure("it", [0.78], least=0.8), False, "within"),
        (Figure("it", [0.7], least=0.8), True, "MISS"),
        (Figure("it", [21.1], most=20), True, "MISS"),
        (Figure("it", [1.01], 1.0, 1.0, exact=True), True, "MISS"),
        (Figure("it", [3.0]), False, ""),
        (Figure("it", most=1, why="no tool"), False, "no tool"),
    ],
)
def test_a_goal_is_held_within_noise(figure, failed, words):
    assert figure.failed == failed
    assert words in figure.verdict


def test_many_rounds_say_between_what_their_median_lies():
    figure = Figure("it", [ratio / 100 for ratio in range(1, 101)], least=0.4)
    assert figure.interval == (0.41, 0.61)
    assert "(median 0.41 to 0.61): PASS" in line(figure)
    assert "median" not in line(Figure("it", [0.4, 0.5], least=0.4))
