"""The commands of stations, as two machines run them: pair, join, serve, station, stations."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pitdesk.__main__ import main
from tests.ui.night import PINS, copied

PORT = 20_000 + os.getpid() % 20_000
AT = f"127.0.0.1:{PORT}"


def run(*words: object) -> subprocess.Popen[str]:
    """A command in a process of its own."""
    command = [sys.executable, "-m", "pitdesk", *map(str, words)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return copied(tmp_path)[0]


def test_a_station_is_paired_served_listed_and_taken_away(book, tmp_path, capsys, monkeypatch):
    folder = tmp_path / "pit"
    pairing = run("pair", "--book", book, "--at", AT, "--by", "pia", "--parts", "pit", "cage")
    code = re.search(r"'(.+)'", pairing.stdout.readline())[1]
    joined = run("join", folder, AT, code, "--name", "pit 1")
    own = joined.stdout.readline().rpartition(": ")[2].strip()
    assert own in pairing.stdout.readline()
    said, _ = pairing.communicate(PINS["pia"] + "\n", timeout=60)
    assert "pit 1 is paired for pit, cage" in said
    assert "This machine is pit 1." in joined.communicate(timeout=60)[0]

    serving = run("serve", "--book", book, "--at", AT)
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
        "sys.stdin", type("Typed", (), {"isatty": lambda _: False, "readline": lambda _: PINS["pia"]})()
    )
    assert (
        main(["stations", "--book", str(book), "--end", "pit 1", "--by", "pia", "--reason", "stolen"])
        == 0
    )
    assert "pit 1 is taken away" in capsys.readouterr().out


def test_a_machine_that_is_no_station_is_told_so(tmp_path, capsys):
    assert main(["station", str(tmp_path)]) == 3
    assert "is no station's folder" in capsys.readouterr().err
    assert main(["pair", "--book", str(tmp_path / "none.db"), "--at", AT]) == 3
    assert "Name one with --by" in capsys.readouterr().err
