"""Slips on printers that others wrote: emupos reads our bytes, draws paper, and answers as Epson's do.

`make emulator` installs it and runs these; without it they are skipped.
"""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from pitdesk.errors import Trouble
from printers import Job
from printers.devices.network import Network
from printers.devices.profiles import PROFILES
from printers.devices.receipt import Receipt
from printers.devices.serialport import SerialPort
from printers.devices.spool import incomplete_bytes
from printers.slips.bytes import escpos_bytes
from printers.slips.layout import slip_lines

EMULATOR = Path(__file__).parents[2] / "build/emulator/bin/emupos"
MODEL = """\
type: printer
name: {name}
dpi: {dpi}
width_dots: {dots}
font_a: {{ width: 12, height: 24 }}
font_b: {{ width: 9, height: 17 }}
code_pages: {{ 0: PC437 }}
default_code_page: 0
drawer_sensor_open_level: high
printer_id: {{ model: 32, autocutter: true, maker: EPSON, name: TM }}
serial: {{ baud: 9600, data_bits: 8, parity: none, stop_bits: 1 }}
"""
WIDTHS = {  # columns → dots, dots an inch, what we take it for: one that answers, at any width
    32: (384, 203, replace(PROFILES["58 mm"], status=True, acknowledges=True)),
    42: (512, 180, PROFILES["Epson TM-T88V"]),
    48: (576, 203, PROFILES["Epson TM-T20III"]),
}
LONGEST = "PD1" + "0123456789ABCDEFGHJKMNPQRSTVWXYZ" * 9  # cut to the 262 that a small QR holds
ALARMS = ("printer.codepage.unsupported", "printer.command.unknown", "framing_mismatch")


class Paper(NamedTuple):
    """What came out: its picture, the text and the QR codes read off that picture."""

    png: Path
    text: list[str]
    symbols: list[str]  # as the emulator understood them
    codes: list[str]  # as a scanner reads them
    boundary: str
    dots: int


class Printers(NamedTuple):
    """The emulated printers, one of each width, named p32, p42 and p48; p48 also has a serial plug."""

    folder: Path
    ports: dict[int, int]
    control: str

    def said(self) -> str:
        return (self.folder / "log").read_text("utf-8")

    def fault(self, verb: str, width: int, fault: str) -> None:
        command = [EMULATOR, "--api", self.control, "fault", verb, f"p{width}", fault]
        subprocess.run(command, check=True, capture_output=True, timeout=20)

    def papers(self, width: int) -> list[Path]:
        return sorted((self.folder / f"p{width}").glob("*.json"))

    def paper(self, width: int, earlier: int) -> Paper:
        """The paper after so many others."""
        end = time.monotonic() + 10
        while len(found := self.papers(width)) <= earlier and time.monotonic() < end:
            time.sleep(0.05)
        told = json.loads(found[earlier].read_text("utf-8"))
        png, dump = found[earlier].with_suffix(".png"), found[earlier].with_suffix(".txt")
        read = subprocess.run(
            ["zbarimg", "-q", "--raw", png], capture_output=True, text=True, timeout=30, check=False
        )
        lines = dump.read_text("utf-8").rstrip("\n").split("\n")
        symbols = [line[4:-1] for line in lines if line.startswith("[qr ")]
        text = [line for line in lines if not line.startswith("[qr ")]
        return Paper(png, text, symbols, read.stdout.splitlines(), told["boundary"], told["width_dots"])


@pytest.fixture(scope="module")
def printers() -> Iterator[Printers]:
    if not EMULATOR.exists() or not shutil.which("zbarimg"):
        pytest.skip("the emulator is not installed: make emulator")
    with TemporaryDirectory() as name:
        folder, free = Path(name), [socket.create_server(("127.0.0.1", 0)) for _ in range(4)]
        api, *ports = (one.getsockname()[1] for one in free)
        for one in free:
            one.close()
        made = Printers(folder, dict(zip(WIDTHS, ports, strict=True)), f"http://127.0.0.1:{api}")
        (folder / "emupos.yaml").write_text(configured(made, api), "utf-8")
        with (folder / "log").open("w") as log:
            running = subprocess.Popen(
                [EMULATOR, "run", "--config", folder / "emupos.yaml"],
                stdout=log,
                stderr=log,
                env={**os.environ, "TMPDIR": name, "PYTHONUNBUFFERED": "1", "COLUMNS": "400"},
            )
        try:
            end = time.monotonic() + 30
            while "control API" not in made.said():
                assert running.poll() is None, made.said()
                assert time.monotonic() < end, made.said()
                time.sleep(0.05)
            yield made
        finally:
            running.terminate()
            running.wait(20)


def configured(made: Printers, api: int) -> str:
    """The emulator's configuration, and a file for each model beside it."""
    lines = ["schema: 1", f"api: {{host: 127.0.0.1, port: {api}}}", "devices:"]
    for width, (dots, dpi, profile) in WIDTHS.items():
        model = made.folder / f"{width}.yaml"
        model.write_text(MODEL.format(name=profile.name, dots=dots, dpi=dpi), "utf-8")
        serial = ", {serial: {pty: true, link: p48}}" if width == 48 else ""
        lines.append(
            f"  - {{id: p{width}, type: printer, profile: {model},"
            f" connections: [{{tcp: {{port: {made.ports[width]}}}}}{serial}],"
            f" job_idle_timeout_ms: 1500, receipts_dir: {made.folder}/p{width}}}"
        )
    return "\n".join(lines) + "\n"


@pytest.fixture(autouse=True)
def understood(printers: Printers) -> Iterator[None]:
    """Whatever a test sends, every byte of it is known to the printer."""
    before = len(printers.said())
    yield
    said = printers.said()[before:]
    assert [line for line in said.splitlines() if any(alarm in line for alarm in ALARMS)] == []


def receipt(printers: Printers, width: int, paper_s: float = 10) -> Receipt:
    link = Network("127.0.0.1", printers.ports[width])
    return Receipt(link, WIDTHS[width][2], "bar", answer_s=2, paper_s=paper_s)


def job(name: str, lines: list[str], width: int, qr: str = "", before: bytes = b"") -> Job:
    return Job(name, tuple(lines), before + escpos_bytes(lines, width, qr=qr))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("part", ["original", "copy"])
@pytest.mark.parametrize("series", ["fill", "credit"])
def test_a_slip_is_whole_and_on_paper_as_it_was_laid_out(
    printers, desk, fixed, fill, credit, gaming_day, series, part, width
):
    slip = fixed(*{"fill": (fill, 412), "credit": (credit, 88)}[series])
    code = "7K2Q-9M4T-XH6R"
    lines = slip_lines(slip, desk.site, day=gaming_day, part=part, width=width, code=code)
    payload = LONGEST[:220] + series.upper() + part.upper() + str(width)
    before, made = len(printers.papers(width)), receipt(printers, width)
    sheet = job(f"{series}-{part}", lines, width, payload)
    assert made.ready(sheet) == ""
    assert made.print(sheet) == "whole"
    paper = printers.paper(width, before)
    assert paper.text == [*(line.rstrip() for line in lines[:-1]), "", "", lines[-1]]
    assert paper.symbols == [payload]
    assert paper.codes == [payload]
    assert (paper.boundary, paper.dots) == ("cut", WIDTHS[width][0])
    assert len(printers.papers(width)) == before + 1, "one sheet"


@pytest.mark.parametrize("width", WIDTHS)
def test_the_longest_code_there_may_be_is_read_off_the_paper(printers, width):
    before, made = len(printers.papers(width)), receipt(printers, width)
    sheet = job("longest", ["FILL SLIP"], width, LONGEST[:262])
    made.ready(sheet)
    assert made.print(sheet) == "whole"
    assert printers.paper(width, before).codes == [LONGEST[:262]]


@pytest.mark.parametrize("width", WIDTHS)
def test_a_void_duplicate_after_torn_paper(printers, desk, by, fixed, fill, gaming_day, width):
    desk.void("fill", 1, "the player left before the chips came", by("bo:pit boss"))
    lines = slip_lines(
        fixed(fill, 412), desk.site, day=gaming_day, part="copy", width=width, void=True, duplicate=2
    )
    before, made = len(printers.papers(width)), receipt(printers, width)
    sheet = job("void", lines, width, before=incomplete_bytes(width))
    made.ready(sheet)
    assert made.print(sheet) == "whole"
    told = " ".join(printers.paper(width, before).text)
    assert " ".join(told.split()) == "THE PAPER ABOVE IS INCOMPLETE. IT IS NO SLIP."
    assert printers.paper(width, before + 1).text == [line.rstrip() for line in lines]


@pytest.mark.parametrize(
    ("fault", "words"),
    [("paper-out", "its paper is out"), ("cover-open", "its cover is open"), ("offline", "offline")],
)
def test_a_printer_that_cannot_print_is_refused_before_anything_is_sent(printers, fault, words):
    before, made = len(printers.papers(48)), receipt(printers, 48)
    printers.fault("set", 48, fault)
    try:
        with pytest.raises(Trouble, match=words):
            made.ready(job("none", ["FILL SLIP"], 48))
    finally:
        printers.fault("clear", 48, fault)
    assert made.ready() == ""
    assert len(printers.papers(48)) == before


def test_low_paper_is_told_and_the_slip_is_whole(printers):
    made, sheet = receipt(printers, 48), job("low", ["FILL SLIP"], 48)
    printers.fault("set", 48, "paper-near-end")
    try:
        assert "its paper is low" in made.ready(sheet)
        assert made.print(sheet) == "whole"
    finally:
        printers.fault("clear", 48, "paper-near-end")


@pytest.mark.parametrize("fault", ["paper-out", "cover-open"])
def test_a_fault_between_asking_and_printing_leaves_it_unknown(printers, fault):
    made, sheet = receipt(printers, 48, paper_s=1), job("late", ["FILL SLIP"], 48)
    assert made.ready(sheet) == ""
    printers.fault("set", 48, fault)
    try:
        assert made.print(sheet) == "unknown"
    finally:
        printers.fault("clear", 48, fault)
    after = receipt(printers, 48)
    after.ready(sheet)
    assert after.print(sheet) == "whole"


def test_a_slip_through_the_serial_plug(printers):
    """Its answers outlast a closing: one that comes late is not taken for the next slip's."""
    link = SerialPort(str(printers.folder / "emupos/p48"), 9600)
    made = Receipt(link, WIDTHS[48][2], "bar", answer_s=1, paper_s=1)
    sheet, before = (
        job("cable", ["FILL SLIP", "END FILL 000412 1/2"], 48, "PD1 CABLE"),
        len(printers.papers(48)),
    )
    assert made.ready(sheet) == ""
    assert made.print(sheet) == "whole"
    paper = printers.paper(48, before)
    assert (paper.text[0], paper.text[-1]) == ("FILL SLIP", "END FILL 000412 1/2")
    assert paper.codes == ["PD1 CABLE"]
    assert made.ready(sheet) == ""
    printers.fault("set", 48, "paper-out")
    assert made.print(sheet) == "unknown"
    with pytest.raises(Trouble, match="its paper is out"):
        made.ready(sheet)
    printers.fault("clear", 48, "paper-out")  # it prints what it held, and answers for it
    assert made.ready(sheet) == ""
    assert made.print(sheet) == "whole"
    assert printers.paper(48, before + 2).codes == ["PD1 CABLE"]
    assert len(printers.papers(48)) == before + 3
