"""The commands for a trainee and for the odds, as they are used."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.long


def run(*arguments, typed=""):
    command = [sys.executable, "-m", "pitdesk", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, check=False, text=True)


def test_a_trainee_is_asked_and_told_what_was_right():
    """The first round of sheet 1: twenty against nineteen in a split, a tip bet, a hand of fifteen."""
    typed = "x\nw\n1\n1\nw\n.5\n0.50\n50c\nw\n1\n2x50c\nt\n"
    done = run("trainee", "nd-21", "--rounds", "1", typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Type one letter" in done.stdout
    assert "'.5' is no amount" in done.stdout
    assert done.stdout.count("Right: wins") == 2
    assert "2 of 4 right" in done.stdout
    assert "1 wrong: who wins" in done.stdout
    assert "1 wrong: more chips than needed" in done.stdout


def test_a_practice_that_is_left_says_how_far_it_went():
    done = run("trainee", "nj-war", typed="l\n")
    assert done.returncode == 0
    assert "of 1 right" in done.stdout


def test_a_sheet_needs_nobody():
    done = run("trainee", "nj-minibac", "--sheet", "--seed", "9", "--rounds", "3")
    assert done.returncode == 0
    assert "the answers of sheet 9" in done.stdout


def test_a_sheet_is_a_pdf_and_the_same_again(tmp_path):
    for name in ("one.pdf", "two.pdf"):
        done = run("trainee", "nj-war", "--seed", "9", "--pdf", f"{tmp_path / name}")
        assert (done.returncode, done.stdout.strip()) == (0, f"{tmp_path / name}")
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_the_odds_are_listed():
    done = run("odds")
    assert done.returncode == 0
    assert "1.0579 %      0.9274  Minibaccarat, Banker, 5 percent of wins" in done.stdout
    assert "6.5545 %      0.9978  Blackjack, over 13 (six decks)" in done.stdout
    assert "0.8357 %      1.1594  Blackjack, dealer's cards face up" in done.stdout
    assert "−17.3496 %      1.8807  Three Card 21, first wager" in done.stdout
    assert "Fast action hold'em before the board is not counted" in done.stdout


def test_the_odds_of_one_table_are_told_by_its_options():
    done = run("odds", "--game", "nj-blackjack", "--options", '{"soft17": "hit", "max_hands": 4}')
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1] == "    0.6261 %      1.1618  Blackjack"
    assert "from an endless shoe" in done.stdout
    assert "Three Card 21" in run("odds", "--game", "nj-3c21").stdout
    for options, words in (
        ('{"max_hands": 7}', "cannot be read"),
        ('{"soft17"', "cannot be read"),
        ('{"bonus": {"designated_blackjack": ["2S", "3S"]}}', "one ace and one face card"),
    ):
        done = run("odds", "--game", "nj-blackjack", "--options", options)
        assert (done.returncode, done.stdout) == (2, "")
        assert words in done.stderr
    done = run("odds", "--options", '{"soft17": "hit"}')
    assert (done.returncode, done.stdout) == (2, "")
    assert "--game" in done.stderr
    done = run("odds", "--game", "nj-3c21", "--seen", "as")
    assert (done.returncode, done.stdout) == (2, "")
    assert "one at a time" in done.stderr


def test_the_odds_of_a_round_in_progress_are_told():
    done = run("odds", "--player", "6h 10c", "--banker", "5d ks", "--seen", "2s 2d")
    assert (done.returncode, done.stderr) == (0, "")
    assert "7.8049 %  Tie" in done.stdout
    assert run("odds", "--player", "zz").returncode == 2
    done = run("odds", "--player", "ks 9h 2d")
    assert (done.returncode, done.stdout) == (2, "")
    assert "where none is drawn" in done.stderr
    assert "Banker" in run("odds", "--seen", "as 2s").stdout


def test_the_odds_of_a_hand_of_fast_action_are_told():
    done = run("odds", "--keep", "ks qs", "--board", "2s 2d 9h jc 5s", "--seen", "3d 4h")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == ["14.2687", "%", "Win", "85.7313", "%", "Lose"]
    for wrong, words in (
        (("--keep", "ks"), "Two cards are kept"),
        (("--keep", "ks qs", "--board", "2s 2d 9h jc 5s", "--player", "6h 10c"), "of one game"),
        (("--keep", "ks zz", "--board", "2s 2d 9h jc 5s"), "is no card"),
    ):
        done = run("odds", *wrong)
        assert (done.returncode, done.stdout) == (2, "")
        assert words in done.stderr
