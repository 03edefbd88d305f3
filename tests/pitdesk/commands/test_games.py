"""The command that settles, as it is used: questions at the terminal, lines from a script."""

import resource
import subprocess
import sys

import orjson
import pytest

from pitdesk.games.rulings.asked import ASKED

pytestmark = pytest.mark.long


def run(*arguments, typed=""):
    command = [sys.executable, "-m", "pitdesk", "settle", *arguments]
    return subprocess.run(command, input=typed.encode(), capture_output=True, check=False, timeout=60)


def test_it_asks_and_explains():
    done = run("nd-21", typed="zz\n8d ks\nsoft17=hit\nx\n6\n5 6h 5q\n6\n5 6h 5d 9s dbl\n\n")
    said = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert "'zz' is no card" in said
    assert "'5q' is no card" in said
    assert "Player 20, dealer 18: wins 1 to 1. [99-01.3-08-11(12)]" in said
    assert said.endswith("The tray: −$10.00\n")


def test_what_the_rules_do_not_allow_is_told():
    done = run("nd-21", typed="8d ks\n\n6\n5 6h 5d 9s dbl 4\n\n")
    assert done.returncode == 1
    assert "a double is as much as the original wager. [99-01.3-08-09(2)(d)]" in done.stdout.decode()


def test_a_script_gets_an_answer_for_every_line():
    player = '{"seat":1,"initial":5,"card":"QH"}'
    line = f'{{"id":"7","game":"nj-war","dealer":{{"card":"9S"}},"players":[{player}]}}'
    done = run("--json", typed=f"{line}\r\n\nnone\n{line}")
    found = [orjson.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [one["status"] for one in found] == ["settled", "refused", "refused", "settled"]
    assert found[0]["wagers"][0]["paid"] == 5


def test_a_script_without_end_is_refused_before_it_fills_the_memory():
    ceiling = 512 << 20
    command = [sys.executable, "-m", "pitdesk", "settle", "--json"]
    with open("/dev/zero", "rb") as zeros:
        done = subprocess.run(
            command,
            stdin=zeros,
            capture_output=True,
            check=False,
            timeout=60,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (ceiling, ceiling)),
        )
    assert b"Line 1 is longer than 1 MB, and no round. Take it out, then go on." in done.stderr
    assert (done.returncode, done.stdout) == (3, b"")
    round_ = '{"id":"1","game":"nd-poker","events":[{"event":"face_up_in_deck"}]}'
    done = run("--json", typed=f"{round_}\n{' ' * (1 << 20)}{round_}\n")
    assert b"Line 2 is longer" in done.stderr
    assert done.stdout.count(b"\n") == 1


@pytest.mark.parametrize("given", [("settle", "nd-21"), ("trainee", "nd-21")])
def test_an_answer_without_end_is_refused_too(given):
    ceiling = 512 << 20
    with open("/dev/zero", "rb") as zeros:
        done = subprocess.run(
            [sys.executable, "-m", "pitdesk", *given],
            stdin=zeros,
            capture_output=True,
            check=False,
            timeout=60,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (ceiling, ceiling)),
        )
    assert done.returncode == 3
    assert b"longer than 10000 letters, and no answer" in done.stderr


@pytest.mark.parametrize("game", ASKED)
def test_questions_end_with_their_input(game):
    done = run(game, typed="")
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.decode().splitlines()[-1].endswith("The input ended before its last answer.")


def test_a_script_may_begin_with_a_mark_of_its_bytes():
    line = '{"id":"a","game":"nj-war","dealer":{"card":"9S"},"players":[]}\n'
    done = run("--json", typed=f"\ufeff{line}{line}")
    assert [orjson.loads(one)["status"] for one in done.stdout.splitlines()] == ["settled"] * 2


def test_it_wants_a_game_or_a_script():
    assert run().returncode == run("nd-21", "--json").returncode == 2
    assert run("faro").returncode == 2


def test_a_pot_is_asked_for_and_divided():
    done = run(
        "nd-poker", typed="as kd 9h 9c 4s\n5\n\n6\n8.50 ac 10s\nx\n3\n8.50 ah jd\n8\n8.50 kh qh\n\n"
    )
    said = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Type its number." in said
    assert said.endswith("seat 3 $12.50, seat 6 $13.00. [99-01.3-09-04(27)]\n")


def test_a_round_against_the_drawing_rules_is_told():
    done = run("nj-minibac", typed="6h kc 2d\n7d ks\n\n1\nplayer 5\n\n")
    assert done.returncode == 1
    assert "[19:47-7.9(b)]" in done.stdout.decode()
