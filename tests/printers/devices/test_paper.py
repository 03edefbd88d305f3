"""Paper keeps slips whole, under their own names, and never one over another."""

import os

import pytest

from pitdesk.errors import Trouble
from printers import Job
from printers.devices.connect import connect
from printers.devices.paper import Paper
from printers.devices.profiles import PROFILES
from printers.slips.bytes import escpos_bytes


def job(name="fill-000412-original", lines=("FILL SLIP", "END FILL 000412 1/2")):
    return Job(name, lines, escpos_bytes(lines, 42))


def test_it_keeps_what_came_out_in_order():
    paper = Paper()
    jobs = [job("fill-000412-original"), job("fill-000412-copy")]
    assert [paper.print(one) for one in jobs] == ["whole", "whole"]
    assert paper.jobs == jobs


def test_it_keeps_text_and_bytes_in_its_folder(tmp_path):
    Paper(tmp_path).print(job())
    kept = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert kept == {
        "fill-000412-original.txt": b"FILL SLIP\nEND FILL 000412 1/2\n",
        "fill-000412-original.escpos": job().data,
    }


def test_it_is_as_wide_as_it_is_told():
    assert (Paper().width, Paper(width=33).width, Paper(name="training").name) == (42, 33, "training")


@pytest.mark.parametrize("suffix", [".txt", ".escpos"])
def test_it_never_overwrites_a_slip(tmp_path, suffix):
    earlier = tmp_path / f"fill-000412-original{suffix}"
    earlier.write_bytes(b"of another book")
    paper = Paper(tmp_path)
    for act in (paper.ready, paper.print):
        with pytest.raises(Trouble, match="never overwritten"):
            act(job())
    assert [*tmp_path.iterdir()] == [earlier]
    assert earlier.read_bytes() == b"of another book"
    assert paper.jobs == []


def test_without_its_folder_it_is_not_ready(tmp_path):
    with pytest.raises(Trouble, match="has no folder"):
        Paper(tmp_path / "gone").ready(job())


def test_asking_whether_it_is_ready_keeps_nothing(tmp_path):
    paper = Paper(tmp_path)
    paper.ready(job())
    assert paper.jobs == [*tmp_path.iterdir()] == []


def test_a_jam_takes_one_job_and_proves_nothing(tmp_path):
    paper = Paper(tmp_path)
    paper.jam()
    assert paper.print(job("fill-000412-original")) == "unknown"
    assert paper.print(job("fill-000412-copy")) == "whole"
    assert paper.sheets == 2


@pytest.mark.parametrize("jammed_at", ["bytes", "text"])
def test_a_full_disk_keeps_nothing_and_says_so(tmp_path, jammed_at):
    resource = pytest.importorskip("resource")
    small, large = b"\x1b@", b"x" * 5000
    data, lines = (large, ("END",)) if jammed_at == "bytes" else (small, ("x" * 5000,))
    paper = Paper(tmp_path)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(Trouble, match="Nothing of it was kept"):
            paper.print(Job("fill-000412-original", lines, data))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert paper.jobs == [*tmp_path.iterdir()] == []
    assert paper.print(job()) == "whole"


def test_the_slips_that_are_kept_are_their_owners_alone(tmp_path):
    before = os.umask(0)
    try:
        folder = tmp_path / "slips"
        connect("folder", next(iter(PROFILES)), folder, width=42).print(job())
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
