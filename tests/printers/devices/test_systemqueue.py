"""Queues of the operating system: a real CUPS of our own, and the words to the Windows spooler."""

import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from PIL import Image, ImageOps

from pitdesk.errors import Trouble
from printers import Job
from printers.devices import systemqueue
from printers.devices.profiles import PROFILES
from printers.devices.spool import drain, reprint
from printers.devices.systemqueue import SystemQueue, print_document, queues
from printers.reports.day import build
from printers.reports.letter import report_pdf
from printers.slips.bytes import escpos_bytes

LINES = ("FILL SLIP", "000412 ORIGINAL", "TOTAL  60  $600.00", "END FILL 000412 1/2")
JOB = Job("fill-000412-original", LINES, escpos_bytes(LINES, 48))
PROFILE = PROFILES["80 mm"]

CUPSD = shutil.which("cupsd", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
BACKEND = Path("/usr/lib/cups/backend/socket")
CONFIG = """
Listen {folder}/cups.sock
LogLevel info
Browsing No
DefaultAuthType None
WebInterface No
<Location />
  Allow all
</Location>
<Policy default>
  <Limit All>
    Allow all
  </Limit>
</Policy>
"""
FILES = """
ServerRoot {folder}/root
CacheDir {folder}/cache
RequestRoot {folder}/spool
StateDir {folder}/state
TempDir {folder}/tmp
AccessLog {folder}/access
ErrorLog {folder}/errors
PageLog {folder}/pages
User lp
Group lp
SystemGroup root
"""


class Spooler(NamedTuple):
    """A CUPS of our own, and the printer behind its queues bar and office."""

    folder: Path
    got: list[bytes]  # a job each
    device: str  # what its queues lead to

    def arrived(self, count: int) -> list[bytes]:
        """The jobs that reached the printer, once there are so many."""
        end = time.monotonic() + 20
        while len(self.got) < count and time.monotonic() < end:
            time.sleep(0.02)
        return self.got


def run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=20).stdout


@pytest.fixture(scope="module")
def cups() -> Iterator[Spooler]:
    if os.geteuid():
        pytest.skip("only root can start a CUPS of its own")
    if not (CUPSD and shutil.which("lpadmin") and BACKEND.exists()):
        pytest.skip("CUPS is not installed: sudo apt-get install cups-daemon cups-client")
    with TemporaryDirectory() as name, socket.create_server(("127.0.0.1", 0)) as listener:
        folder, got = Path(name), []
        folder.chmod(0o755)  # its back-ends run as lp
        for part in ("root", "cache", "spool", "state", "tmp"):
            (folder / part).mkdir()
        (folder / "tmp").chmod(0o1777)
        config, files = folder / "root/cupsd.conf", folder / "root/cups-files.conf"
        config.write_text(CONFIG.format(folder=folder))
        files.write_text(FILES.format(folder=folder))
        threading.Thread(target=listen, args=(listener, got), daemon=True).start()
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("CUPS_SERVER", f"{folder}/cups.sock")
            with (folder / "log").open("w") as log:
                daemon = subprocess.Popen(
                    [CUPSD, "-f", "-c", str(config), "-s", str(files)], stdout=log, stderr=log
                )
            try:
                started(folder)
                device = f"socket://127.0.0.1:{listener.getsockname()[1]}/?waiteof=false"
                for queue in ("bar", "office"):
                    run("lpadmin", "-p", queue, "-E", "-v", device, "-m", "raw")
                yield Spooler(folder, got, device)
            finally:
                daemon.terminate()
                daemon.wait(10)


def listen(listener: socket.socket, got: list[bytes]) -> None:
    """A network printer that keeps what it is sent."""
    while True:
        try:
            line, _ = listener.accept()
        except OSError:
            return
        with line:
            job = b""
            while more := line.recv(4096):
                job += more
            if job:
                got.append(job)


def started(folder: Path) -> None:
    end = time.monotonic() + 15
    while time.monotonic() < end:
        asked = subprocess.run(["lpstat", "-r"], capture_output=True, text=True, check=False)
        if "is running" in asked.stdout:
            return
        time.sleep(0.1)
    pytest.skip(f"cupsd does not start here: {(folder / 'log').read_text()[-300:]}")


@pytest.fixture
def sent(cups: Spooler) -> Callable[[], list[bytes]]:
    """What reaches the printer from now on."""
    before = len(cups.got)
    return lambda: cups.arrived(before + 1)[before:]


def test_a_slip_goes_through_byte_for_byte_and_stays_unproven(cups, sent):
    made = SystemQueue("bar", PROFILE, "the bar")
    assert (made.name, made.width, made.plies, made.waits) == ("the bar", 48, 1, True)
    assert made.ready(JOB) == ""
    assert made.print(JOB) == "unknown"
    assert sent() == [JOB.data]


def test_every_byte_there_is_goes_through(cups, sent):
    data = bytes(range(256)) * 40
    assert SystemQueue("bar", PROFILE, "bar").print(Job("every byte", (), data)) == "unknown"
    assert sent() == [data]


def test_a_report_is_printed_on_any_queue(cups, sent, tmp_path):
    pdf = tmp_path / "-daily report.pdf"  # a name that looks like an option
    pdf.write_bytes(b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n")
    print_document("office", pdf)
    assert sent() == [pdf.read_bytes()]


def test_a_report_comes_through_the_filters_of_a_page_printer(cups, sent, desk, tmp_path):
    """A queue that makes PostScript of pages: each page comes out, with all that is on it."""
    if not Path("/usr/lib/cups/filter/pdftopdf").exists() or not shutil.which("gs"):
        pytest.skip("the filters of CUPS are not installed: sudo apt-get install cups ghostscript")
    made = ("lpadmin", "-p", "laser", "-E", "-v", cups.device, "-m", "drv:///sample.drv/generic.ppd")
    if subprocess.run(made, capture_output=True, timeout=30, check=False).returncode:
        pytest.skip("this CUPS has no description of a plain PostScript printer")
    pdf, printed = tmp_path / "report.pdf", tmp_path / "report.ps"
    pdf.write_bytes(report_pdf(build(desk.today, desk.site, desk.rules)))
    try:
        print_document("laser", pdf)
        printed.write_bytes(sent()[0])
    finally:
        run("lpadmin", "-x", "laser")
    assert printed.read_bytes().startswith(b"%!PS-Adobe")
    pages, made_of = drawn(printed), drawn(pdf)
    assert len(pages) == len(made_of) > 1, "pages"
    places = list(amounts(pdf))
    assert len(places) > 100
    for page, box in places:
        ink, wanted = (sum(one[page].crop(box).tobytes()) for one in (pages, made_of))
        assert wanted > 0
        assert wanted / 2 < ink < wanted * 2.5, (page, box)


def drawn(document: Path) -> list[Image.Image]:
    """Each page as ink, a point a dot: bold words come out of the filters as outlines, not as text."""
    each = document.with_name(f"{document.suffix[1:]}-%03d.png")
    smooth = ("-r72", "-dTextAlphaBits=4", "-dGraphicsAlphaBits=4")
    run("gs", "-q", "-dSAFER", "-sDEVICE=pnggray", *smooth, "-o", str(each), str(document))
    pages = sorted(document.parent.glob(each.name.replace("%03d", "*")))
    return [ImageOps.invert(Image.open(page)) for page in pages]


def amounts(pdf: Path) -> Iterator[tuple[int, tuple[int, int, int, int]]]:
    """The page of each amount, and its place there in points: left, top, right, bottom."""
    for page, text in enumerate(run("pdftotext", "-bbox", str(pdf), "-").split("<page ")[1:]):
        for word in re.finditer(r'xMin="(.*)" yMin="(.*)" xMax="(.*)" yMax="(.*)">.*\d\.\d\d<', text):
            left, top, right, bottom = map(float, word.groups())
            yield page, (int(left), int(top), ceil(right), ceil(bottom))


def test_the_queues_have_names(cups):
    assert queues() == ["bar", "office"]


def test_an_unknown_queue(cups):
    words = r"no print queue cellar\. There are: bar, office\."
    made = SystemQueue("cellar", PROFILE, "bar")
    for ask in (made.ready, lambda: made.print(JOB), lambda: print_document("cellar", Path(__file__))):
        with pytest.raises(Trouble, match=words):
            ask()


def test_a_queue_whose_name_is_an_option_is_unknown(cups):
    with pytest.raises(Trouble, match="no print queue -E"):
        SystemQueue("-E", PROFILE, "bar").print(JOB)
    with pytest.raises(Trouble, match="no print queue"):
        SystemQueue("", PROFILE, "bar").ready()


def test_a_stopped_queue_says_why_and_tells_of_what_waits(cups, sent):
    made = SystemQueue("bar", PROFILE, "bar")
    run("cupsdisable", "-r", "paper out since noon", "bar")
    try:
        with pytest.raises(Trouble, match=r"bar is stopped \(paper out since noon\).*cupsenable bar"):
            made.ready(JOB)
        assert made.print(JOB) == "unknown", "the spooler takes it and will print it some day"
        with pytest.raises(Trouble, match="stopped"):
            print_document("bar", Path(__file__))
    finally:
        run("cupsenable", "bar")
    assert sent() == [JOB.data]


def test_a_queue_that_takes_no_jobs(cups):
    made = SystemQueue("bar", PROFILE, "bar")
    run("cupsreject", "bar")
    try:
        for ask in (made.ready, lambda: made.print(JOB)):
            with pytest.raises(Trouble, match=r"takes no jobs.*cupsaccept bar"):
                ask()
    finally:
        run("cupsaccept", "bar")
    assert made.ready() == ""


def test_jobs_that_wait_are_told_of(cups, monkeypatch):
    run("lp", "-d", "office", "-H", "hold", __file__)
    assert SystemQueue("office", PROFILE, "bar").ready().startswith("bar: 1 earlier job waits")
    run("cancel", "-a", "office")
    assert SystemQueue("office", PROFILE, "bar").ready() == ""


def test_a_print_system_that_is_not_running(cups, monkeypatch):
    monkeypatch.setenv("CUPS_SERVER", str(cups.folder / "nobody.sock"))
    for ask in (SystemQueue("bar", PROFILE, "bar").ready, lambda: print_document("bar", Path(__file__))):
        with pytest.raises(Trouble, match=r"is not running\. Start it"):
            ask()


def test_a_print_system_that_never_answers(tmp_path, monkeypatch):
    """The commands hang: what is asked is trouble, what was handed over is unknown."""
    for name in ("lp", "lpstat"):
        (tmp_path / name).write_text("#!/bin/sh\nexec sleep 20\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(systemqueue, "ANSWER_S", 0.2)
    made = SystemQueue("bar", PROFILE, "bar")
    with pytest.raises(Trouble, match="did not answer"):
        made.ready(JOB)
    assert made.print(JOB) == "unknown"


HOLDS = """#!/bin/sh
cat > "{0}/$(ls {0} | grep -c job).job"
echo "request id is bar-1 (1 file(s))"
"""


@pytest.fixture
def held(tmp_path, monkeypatch) -> Callable[[], str]:
    """A queue that somebody holds; what comes out once it is released."""
    for name, words in (
        ("lp", HOLDS.format(tmp_path)),
        ("lpstat", "#!/bin/sh\necho printer bar is idle."),
    ):
        (tmp_path / name).write_text(words)
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    return lambda: b"".join(path.read_bytes() for path in sorted(tmp_path.glob("*.job"))).decode("ascii")


def unproven(desk) -> list[tuple[str, int]]:
    return [(one.part, one.copy) for _, one in desk.today.unproven()]


def test_an_original_that_a_queue_held_is_told_from_its_duplicate(held, desk, by, fill):
    """The copy is asked for meanwhile; both come out, and each is asked about."""
    bar = SystemQueue("bar", PROFILE, "queue bar")
    assert [one.part for one in drain(desk, bar)] == ["original", "copy"], "neither waits for an answer"
    reprint(desk, bar, fill, "original")
    assert unproven(desk) == [("original", 0), ("copy", 0), ("original", 1)]
    released = held()
    assert released.count("000001 ORIGINAL\n") == 2
    assert released.count("DUPLICATE 1\n") == 1, "the late one does not say so"
    assert "INCOMPLETE" not in released
    for part, attempt in [(one.part, one.entry) for _, one in desk.today.unproven()]:
        desk.print_answer("fill", 1, part, "whole", by("jo:cashier"), attempt=attempt)
    assert unproven(desk) == []
    assert drain(desk, bar) == []


def test_a_job_that_was_cancelled_and_printed_all_the_same(held, desk, by, fill):
    """It was answered as nothing, and goes out as a DUPLICATE; then the first turns up."""
    bar = SystemQueue("bar", PROFILE, "queue bar")
    drain(desk, bar)
    first = next(one.entry for _, one in desk.today.unproven())
    desk.print_answer("fill", 1, "original", "nothing", by("jo:cashier"))
    assert [one.duplicate for one in drain(desk, bar)] == [1]
    assert held().count("DUPLICATE 1\n") == 1
    assert [one.entry for _, one in desk.today.late()] == [first]
    desk.print_answer("fill", 1, "original", "whole", by("jo:cashier"), attempt=first)
    assert desk.today.late() == []
    assert "came out late" in desk.today.notes[-1].words
    assert unproven(desk) == [("copy", 0), ("original", 1)]


def test_a_failure_that_nobody_knows_is_unknown_and_a_report_says_so(tmp_path, monkeypatch):
    for name, code in (("lp", "echo strange >&2; exit 1"), ("lpstat", "echo printer bar is idle.")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{code}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert SystemQueue("bar", PROFILE, "bar").print(JOB) == "unknown"
    with pytest.raises(Trouble, match="did not say whether it took"):
        print_document("bar", Path(__file__))


def test_a_system_without_print_commands(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    made = SystemQueue("bar", PROFILE, "bar")
    for ask in (made.ready, lambda: made.print(JOB), queues):
        with pytest.raises(Trouble, match=r"no command lp.*Install CUPS"):
            ask()


def test_a_report_that_is_not_there(tmp_path):
    with pytest.raises(Trouble, match="There is no report"):
        print_document("office", tmp_path / "none.pdf")


class Windows(SimpleNamespace):
    """What of pywin32's win32print is used, with the names and the order of its calls."""

    PRINTER_ENUM_LOCAL, PRINTER_ENUM_CONNECTIONS = 2, 4
    error = type("error", (Exception,), {})

    def __init__(self, status: int = 0, attributes: int = 0, fails: str = "") -> None:
        self.told = {"Status": status, "Attributes": attributes, "cJobs": 0}
        self.fails, self.calls = fails, []

    def __getattr__(self, name: str) -> Callable[..., object]:
        def call(*words: object) -> object:
            self.calls.append((name, *words))
            if name == self.fails or (name == "OpenPrinter" and words[0] != "bar"):
                raise self.error(5, name, "no")
            return {
                "OpenPrinter": 7,
                "GetPrinter": self.told,
                "EnumPrinters": ((0, "", "office", ""), (0, "", "bar", "")),
            }.get(name)

        return call


@pytest.fixture
def windows(monkeypatch) -> Callable[..., Windows]:
    def plug(**said: object) -> Windows:
        spooler = Windows(**said)
        monkeypatch.setattr(systemqueue, "_WINDOWS", True)
        monkeypatch.setitem(sys.modules, "win32print", spooler)
        return spooler

    return plug


def test_windows_gets_the_bytes_raw_and_in_order(windows):
    spooler, made = windows(), SystemQueue("bar", PROFILE, "bar")
    assert queues() == ["bar", "office"]
    assert made.ready(JOB) == ""
    assert made.print(JOB) == "unknown"
    assert spooler.calls[-7:] == [
        ("OpenPrinter", "bar"),
        ("StartDocPrinter", 7, 1, (JOB.name, None, "RAW")),
        ("StartPagePrinter", 7),
        ("WritePrinter", 7, JOB.data),
        ("EndPagePrinter", 7),
        ("EndDocPrinter", 7),
        ("ClosePrinter", 7),
    ]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"status": 0x10}, "its paper is out"),
        ({"status": 0x1}, "paused"),
        ({"attributes": 0x400}, "work offline"),
    ],
    ids=["paper", "paused", "offline"],
)
def test_what_windows_says_of_a_queue(windows, said, words):
    windows(**said)
    with pytest.raises(Trouble, match=words):
        SystemQueue("bar", PROFILE, "bar").ready(JOB)


@pytest.mark.parametrize("fails", ["StartDocPrinter", "StartPagePrinter"])
def test_windows_took_nothing(windows, fails):
    spooler = windows(fails=fails)
    with pytest.raises(Trouble, match="took nothing"):
        SystemQueue("bar", PROFILE, "bar").print(JOB)
    assert spooler.calls[-1][0] == "ClosePrinter"


@pytest.mark.parametrize("fails", ["WritePrinter", "EndPagePrinter", "EndDocPrinter"])
def test_windows_may_have_taken_something(windows, fails):
    windows(fails=fails)
    assert SystemQueue("bar", PROFILE, "bar").print(JOB) == "unknown"


def test_windows_knows_no_such_queue_or_has_no_package(windows, monkeypatch):
    windows()
    for ask in ("ready", "print"):
        with pytest.raises(Trouble, match=r"no print queue cellar\. There are: bar, office"):
            getattr(SystemQueue("cellar", PROFILE, "bar"), ask)(JOB)
    monkeypatch.setitem(sys.modules, "win32print", None)
    with pytest.raises(Trouble, match="pywin32"):
        queues()


def test_windows_prints_a_report_by_the_program_for_pdf_files(windows, monkeypatch, tmp_path):
    windows()
    pdf, printed = tmp_path / "day.pdf", []
    pdf.write_bytes(b"%PDF")
    monkeypatch.setattr(os, "startfile", lambda *words: printed.append(words), raising=False)
    print_document("bar", pdf)
    assert printed == [(pdf, "printto", '"bar"')]

    def refuse(*_: object) -> None:
        raise OSError(1155, "no program")

    monkeypatch.setattr(os, "startfile", refuse)
    with pytest.raises(Trouble, match="Install a program that prints PDF"):
        print_document("bar", pdf)
