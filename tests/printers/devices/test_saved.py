"""Reports as files: only what is new, once it is whole, and nothing that is no report."""

import os
from pathlib import Path

import pytest

from pitdesk.errors import Trouble
from printers.devices.beside import link_to
from printers.devices.counters import Counted
from printers.devices.line import Gone, Here
from printers.devices.models import load
from printers.devices.saved import LOOK_S, MOST, REPORT, Saved
from printers.devices.sim import report
from tests.printers.devices.test_line import Heard, some

TAPE = load()["Counter that prints a report"]
LOOKS_S = 3 * LOOK_S


def saved(folder: Path) -> Saved:
    one = link_to(f"file:{folder}", TAPE)
    assert isinstance(one, Saved)
    one.open()
    return one


def test_what_lay_there_before_is_not_read_and_what_comes_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "1.txt").write_bytes(report("9x$100"))
    one = saved(tmp_path)
    assert one.receive(LOOKS_S) == b""
    for name, words in (("2.txt", "20x$20"), ("3.txt", "3x$5")):
        (tmp_path / name).write_bytes(report(words))
        assert one.receive(5) == report(words)
    assert one.receive(LOOKS_S) == b""
    (tmp_path / "2.txt").write_bytes(report("21x$20"))
    assert one.receive(5) == report("21x$20"), "it is written over"


def test_a_report_that_is_still_written_is_waited_for(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("printers.devices.saved.LOOK_S", 0)
    one, path = saved(tmp_path), tmp_path / "now.txt"
    whole, half = report("20x$20"), len(report("20x$20")) // 2
    path.write_bytes(b"")
    assert one._new() == b""
    assert one._new() == b"", "an empty one is none yet"
    path.write_bytes(whole[:half])
    assert one._new() == b""
    path.write_bytes(whole)
    assert one._new() == b""
    assert one._new() == whole


def test_one_file_is_enough(tmp_path: Path) -> None:
    path = tmp_path / "last.txt"
    path.write_bytes(report("1x$1"))
    one = saved(path)
    path.write_bytes(report("2x$5"))
    assert one.receive(5) == report("2x$5")
    assert one.send(b"anything", 1) == 8
    assert path.read_bytes() == report("2x$5"), "nothing is written there"


def test_while_it_was_closed_is_before(tmp_path: Path) -> None:
    one = saved(tmp_path)
    one.close()
    (tmp_path / "1.txt").write_bytes(report("9x$100"))
    one.open()
    assert one.receive(LOOKS_S) == b""


def test_at_a_line_it_is_a_counter_like_any_other(tmp_path: Path) -> None:
    with Heard(TAPE, f"file:{tmp_path}") as heard:
        heard.until(some(Here))
        (tmp_path / "count.txt").write_bytes(report("20x$20 3x$5"))
        counted = heard.until(some(Counted))[-1]
        assert counted.cents == 415_00


def test_a_folder_that_is_not_there_or_full_is_named(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="Name the folder in which the counter's program saves"):
        saved(tmp_path / "none")
    for at in range(MOST + 1):
        (tmp_path / f"{at}").touch()
    with pytest.raises(Trouble, match="has more than 2,000 files"):
        saved(tmp_path)


def test_what_is_no_report_is_said_and_holds_nothing_up(tmp_path: Path) -> None:
    one = saved(tmp_path)
    os.mkfifo(tmp_path / "pipe.txt")
    assert one.receive(LOOKS_S) == b"", "a pipe is no file"
    (tmp_path / "huge.txt").write_bytes(b"x" * (REPORT.most + 1))
    with pytest.raises(Trouble):
        one.receive(5)
    with Heard(TAPE, f"file:{tmp_path / 'none'}") as heard:
        (gone,) = (said for said in heard.until(some(Gone)) if isinstance(said, Gone))
    assert "cannot be read: No such file" in gone.why
