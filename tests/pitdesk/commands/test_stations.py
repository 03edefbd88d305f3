"""The commands of stations, as two machines run them: pair, join, serve, station, stations."""

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from pitdesk.__main__ import main
from pitdesk.book.journal import Journal
from pitdesk.upkeep.backup import copy_keys
from tests.files import NIGHTS
from tests.ports import free_port
from tests.ui.night import PINS, copied

pytestmark = pytest.mark.long

Run = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def run() -> Iterator[Run]:
    """Commands, each in a process of its own; none outlives the test."""
    pipe = subprocess.PIPE
    with ExitStack() as stack:

        def begin(*words: object) -> subprocess.Popen[str]:
            command = [sys.executable, "-m", "pitdesk", *map(str, words)]
            one = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True)
            stack.enter_context(one)
            stack.callback(one.kill)
            return one

        yield begin


@pytest.fixture
def at() -> str:
    """Where a cage listens."""
    return f"127.0.0.1:{free_port()}"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return copied(tmp_path)[0]


def test_a_station_is_paired_served_listed_and_taken_away(run, book, at, tmp_path, capsys, monkeypatch):
    folder = tmp_path / "pit"
    pairing = run("pair", "--book", book, "--at", at, "--by", "pia", "--parts", "pit", "cage")
    code = re.search(r"'(.+)'", pairing.stdout.readline())[1]
    joined = run("join", folder, at, code, "--name", "pit 1")
    own = joined.stdout.readline().rpartition(": ")[2].strip()
    assert own in pairing.stdout.readline()
    said, _ = pairing.communicate(PINS["pia"] + "\n", timeout=60)
    assert "pit 1 is paired for pit, cage" in said
    assert "This machine is pit 1." in joined.communicate(timeout=60)[0]

    serving = run("serve", "--book", book, "--at", at)
    assert "Stations are let in" in serving.stdout.readline()
    assert main(["station", str(folder), "--once"]) == 0
    assert "up to entry 47" in capsys.readouterr().out
    serving.terminate()
    serving.communicate(timeout=60)
    assert serving.returncode == 0
    assert main(["station", str(folder), "--once"]) == 1  # its copy is there, the cage is not
    assert "The cage is not reached" in capsys.readouterr().out

    assert main(["stations", "--book", str(book)]) == 0
    assert own in capsys.readouterr().out
    monkeypatch.setattr(
        "sys.stdin", type("Typed", (), {"isatty": lambda _: False, "readline": lambda *_: PINS["pia"]})()
    )
    assert (
        main(["stations", "--book", str(book), "--end", "pit 1", "--by", "pia", "--reason", "stolen"])
        == 0
    )
    assert "pit 1 is taken away" in capsys.readouterr().out


TOLD_TO_END = """
import signal, sys
from queue import SimpleQueue
from pitdesk.__main__ import main
from pitdesk.stations import turns

class Ending(SimpleQueue):
    taken = 0

    def get(self):
        one = super().get()
        self.taken += 1
        if self.taken == 3:
            signal.raise_signal(signal.{how})
        return one

turns.SimpleQueue = Ending
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("how", ["SIGINT", "SIGTERM"])
def test_a_turn_that_was_taken_as_it_is_told_to_end_is_done(book, at, how):
    command = [sys.executable, "-c", TOLD_TO_END.format(how=how), "serve", "--book", book, "--at", at]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "Stations are let in" in done.stdout
    assert done.stderr == "\n"


@pytest.mark.parametrize("moment_s", [0, 1])
def test_a_manager_may_answer_with_ctrl_c(run, book, at, tmp_path, capsys, moment_s):
    pairing = run("pair", "--book", book, "--at", at, "--by", "pia")
    code = re.search(r"'(.+)'", pairing.stdout.readline())[1]
    joined = run("join", tmp_path / "pit", at, code, "--name", "pit 1")
    assert "asks to be taken in" in pairing.stdout.readline()
    time.sleep(moment_s)  # before the PIN is asked for, and while it is
    pairing.send_signal(signal.SIGINT)
    said, _ = pairing.communicate(timeout=60)
    assert (pairing.returncode, "Stopped." in said) == (130, True)
    told, _ = joined.communicate(timeout=60)
    assert joined.returncode == 3, told
    assert main(["stations", "--book", str(book)]) == 0
    assert "pit 1" not in capsys.readouterr().out


def test_a_pairing_that_nobody_comes_to_is_ended(run, book, at, tmp_path):
    """As after a wrong code at the other machine."""
    pairing = run("pair", "--book", book, "--at", at, "--by", "pia")
    assert "At the other machine" in pairing.stdout.readline()
    said, _ = run("join", tmp_path / "pit", at, "ABCD-EFGH-JKMN-PQRS", "--name", "pit 1").communicate()
    assert "Look at the cage's screen again, and type both the address and the code" in said
    assert not (tmp_path / "pit" / "cage.json").exists()
    pairing.terminate()
    said, _ = pairing.communicate(timeout=60)
    assert said.strip() == "Stopped. Nobody was taken in."
    assert pairing.returncode == 130


def test_a_machine_that_is_no_station_is_told_so(at, tmp_path, capsys):
    assert main(["station", str(tmp_path)]) == 3
    assert "is no station's folder" in capsys.readouterr().err
    assert main(["pair", "--book", str(tmp_path / "none.db"), "--at", at]) == 3
    assert "Name one with --by" in capsys.readouterr().err


def test_the_cage_is_dead_and_a_station_becomes_it(run, book, at, tmp_path):
    """The manual's page, as it is walked: two machines, kill -9, the stick, two managers."""
    folders = [tmp_path / "pit", tmp_path / "bar"]
    for folder in folders:
        joined(run, book, at, folder)
    stick = tmp_path / "stick"
    stick.mkdir()
    copy_keys(book, stick)
    serving = run("serve", "--book", book, "--at", at)
    assert "Stations are let in" in serving.stdout.readline()
    for folder in folders:
        assert main(["station", str(folder), "--once"]) == 0
    serving.kill()  # the machine is dead
    serving.communicate()

    looked = run("station", folders[0], "--once")
    said = looked.communicate(timeout=60)[0]
    assert re.search(r"The copy ends at entry 48, of 2026-11-", said), said
    new = tmp_path / "new" / "book.db"
    numbers = [f"--last-{one}=0" for one in ("credit", "day", "iou", "document")]
    promoting = run(
        *("promote", folders[0], "--book", new, "--keys", stick, "--by", "gro", "pia"),
        *("--last-fill=12", *numbers),
    )
    said = promoting.communicate(f"{PINS['gro']}\n{PINS['pia']}\n", timeout=60)[0]
    assert promoting.returncode == 0, said
    assert "the book of the cage, from entry 48 on" in said
    assert re.search(r"fill 0*\d+ to 000012: lost, never to be used again", said), said
    assert "pitdesk station FOLDER --cage ADDRESS" in said

    elsewhere = f"127.0.0.1:{free_port()}"
    serving = run("serve", "--book", new, "--at", elsewhere)
    assert "Stations are let in" in serving.stdout.readline()
    looked = run("station", folders[1], "--once", "--cage", elsewhere)
    assert "up to entry 49" in looked.communicate(timeout=60)[0]

    old = run("serve", "--book", book, "--at", at)  # the dead machine comes back
    assert "Stations are let in" in old.stdout.readline()
    assert "Nothing more is written here: the copy of pit" in old.stdout.readline()
    looked = run("station", folders[1], "--once", "--cage", at)
    assert "not the cage any more" in looked.communicate(timeout=60)[0]
    for one in (old, serving):
        one.terminate()
        one.communicate(timeout=60)
    with Journal.read(new) as journal:
        assert journal.verify().ok


def joined(run: Run, book: Path, at: str, folder: Path) -> None:
    """Pair a machine as a station, by the codes."""
    pairing = run("pair", "--book", book, "--at", at, "--by", "pia")
    code = re.search(r"'(.+)'", pairing.stdout.readline())[1]
    one = run("join", folder, at, code, "--name", folder.name)
    one.stdout.readline()
    pairing.stdout.readline()
    pairing.communicate(PINS["pia"] + "\n", timeout=60)
    one.communicate(timeout=60)


def test_without_a_station_nothing_of_it_is_loaded(tmp_path):
    """A night played, backed up and verified: no line, no library of lines, no socket that listens."""
    code = (
        "import os, sys; from pitdesk.__main__ import main\n"
        "for words in sys.argv[1:]: assert main(words.split()) == 0, words\n"
        "loaded = {'websockets', 'pitdesk.stations.cage', 'pitdesk.stations.line'} & {*sys.modules}\n"
        "sockets = [one for one in os.listdir('/proc/self/fd') if 'socket' in"
        " (os.path.lexists(f'/proc/self/fd/{one}') and os.readlink(f'/proc/self/fd/{one}') or '')]\n"
        "print(loaded, sockets)"
    )
    book = tmp_path / "night.db"
    words = (
        f"replay {NIGHTS['quiet']} --book {book} --out {tmp_path}/out",
        f"backup {tmp_path}/copy.db --book {book}",
    )
    run = subprocess.run(
        [sys.executable, "-c", code, *words, f"verify --book {book}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.splitlines()[-1] == "set() []"
