"""Print queues of the operating system: a printer that is reached in no other way, and reports on any.

A spooler takes a job and prints it when it can, perhaps tomorrow, perhaps twice. Its word proves
nothing on paper, so a slip through it always stays unknown until somebody looks.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from pitdesk.errors import Trouble
from printers import Job, Outcome
from printers.devices.profiles import Machine, Profile

ANSWER_S = 10  # for the spooler to say something
_WINDOWS = os.name == "nt"
_REFUSED = ("does not exist", "is not accepting jobs")  # lp's words where it made no job
_STOPPED = {  # bit of a Windows queue's status → what it means, and what to do
    0x0001: "it is paused. Let it resume",
    0x0002: "it reports an error. Check the printer",
    0x0008: "its paper is stuck. Clear it",
    0x0010: "its paper is out. Put in a new roll",
    0x0080: "it is offline. Check that it is on, and its cable",
    0x1000: "it is not available. Check that it is on, and its cable",
    0x400000: "its cover is open. Close it",
}
_OFFLINE = 0x0400  # bit of a Windows queue's attributes: somebody set it to work offline


class SystemQueue(Machine):
    """A receipt printer behind a queue of the system. It says "unknown", or that nothing was taken."""

    def __init__(self, queue: str, profile: Profile, name: str) -> None:
        """Queue: as the system calls it; one that passes bytes on as they are (raw)."""
        super().__init__(profile, name)
        self._queue, self.proves, self.answers = queue, False, False

    def ready(self, job: Job | None = None) -> str:
        """Ask whether the queue takes jobs and passes them on. "", or how many wait in it.

        Raises:
            Trouble: there is no such queue, it is stopped, takes no jobs, or nobody answers.
        """
        waiting = (_windows_ready if _WINDOWS else _cups_ready)(self._queue)
        if waiting:
            jobs = "1 earlier job waits" if waiting == 1 else f"{waiting} earlier jobs wait"
            return f"{self.name}: {jobs} in {self._queue}. Check its printer."
        return ""

    def print(self, job: Job) -> Outcome:
        """Pass a job to the queue once. Always "unknown".

        Raises:
            Trouble: the queue took nothing.
        """
        if _WINDOWS:
            _windows_send(self._queue, job)
        else:
            _cups_send(self._queue, ["-t", job.name, "-o", "raw", "-"], job.data)
        return "unknown"


def queues() -> list[str]:
    """The names of this system's queues, in order.

    Raises:
        Trouble: the system's print commands are missing, or nobody answers.
    """
    if _WINDOWS:
        spooler = _spooler()
        local_and_remote = spooler.PRINTER_ENUM_LOCAL | spooler.PRINTER_ENUM_CONNECTIONS
        return sorted(one[2] for one in spooler.EnumPrinters(local_and_remote, None, 1))
    return sorted(_lp("lpstat", "-e")[1].split())


def print_document(queue: str, pdf: Path) -> None:
    """Print a report on the printer behind any queue; the system turns its pages into ink.

    Raises:
        Trouble: there is no such file or queue, or the queue took nothing.
    """
    if not pdf.is_file():
        raise Trouble(f"There is no report {pdf}. Make it again, then print it.")
    if _WINDOWS:
        _windows_ready(queue)
        try:
            getattr(os, "startfile")(pdf, "printto", f'"{queue}"')  # noqa: B009  (Windows only)
        except OSError as error:
            raise Trouble(
                f"Windows cannot print {pdf.name} on {queue}: {error.strerror}. Install a program that"
                f" prints PDF files, or open {pdf} and print it from there."
            ) from None
        return
    _cups_ready(queue)
    if not _cups_send(queue, ["-t", pdf.stem, "--", str(pdf.absolute())]):
        raise Trouble(
            f"The print system did not say whether it took {pdf.name}. Check the printer of {queue}"
            " first; then print it again if nothing comes."
        )


def _cups_ready(queue: str) -> int:
    """How many jobs wait in a queue that works. Trouble: it does not work."""
    failed, state = _lp("lpstat", "-p", queue)
    if failed:
        raise _unknown(queue)
    first, _, reason = state.partition("\n")
    if " disabled since " in first:
        raise Trouble(
            f"The queue {queue} is stopped ({' '.join(reason.split()) or 'no reason given'})."
            f" See to its printer, start it with cupsenable {queue}, then print again; nothing was sent."
        )
    if " not accepting " in _lp("lpstat", "-a", queue)[1]:
        raise _accepts_none(queue)
    return len(_lp("lpstat", "-o", queue)[1].splitlines())


def _cups_send(queue: str, words: list[str], data: bytes = b"") -> bool:
    """Pass a job to lp; whether it said that it took it. Trouble: it was not taken."""
    try:
        done = _run(["lp", "-d", queue, *words], data)
    except subprocess.TimeoutExpired:
        return False
    said = done.stderr.decode("utf-8", "replace")
    if done.returncode and any(words in said for words in _REFUSED):
        raise _accepts_none(queue) if _REFUSED[1] in said else _unknown(queue)
    return not done.returncode


def _lp(*words: str) -> tuple[int, str]:
    """Ask the print system something: how the command ended, and what it said.

    Raises:
        Trouble: the command is missing, or nobody answers it.
    """
    try:
        done = _run(words)
    except subprocess.TimeoutExpired:
        raise Trouble(
            f"The print system did not answer for {ANSWER_S} seconds."
            " Restart it with sudo systemctl restart cups, then try again; nothing was sent."
        ) from None
    return done.returncode, done.stdout.decode("utf-8", "replace")


def _run(words: Sequence[str], data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a command of CUPS, in English whatever language the machine speaks.

    Raises:
        Trouble: it is not installed.
        TimeoutExpired: it did not end in time.
    """
    path = shutil.which(words[0])
    if not path:
        raise Trouble(
            f"This system has no command {words[0]}, so it has no print queues for PitDesk. Install CUPS"
            " (sudo apt-get install cups), or name a printer with a network, USB or serial plug in"
            " set-up."
        )
    return subprocess.run(  # noqa: S603  (no shell; the words are ours)
        [path, *words[1:]],
        input=data,
        capture_output=True,
        env={**os.environ, "LC_ALL": "C"},
        timeout=ANSWER_S,
        check=False,
    )


def _unknown(queue: str) -> Trouble:
    if not _WINDOWS and "is running" not in _lp("lpstat", "-r")[1]:
        return Trouble(
            "The print system of this machine is not running. Start it with"
            " sudo systemctl start cups, then print again; nothing was sent."
        )
    there = ", ".join(queues())
    return Trouble(
        f"This system has no print queue {queue}."
        + (f" There are: {there}." if there else " It has none at all.")
        + " Correct the name in set-up, or add the printer to the system; nothing was sent."
    )


def _accepts_none(queue: str) -> Trouble:
    return Trouble(
        f"The queue {queue} takes no jobs. Open it with cupsaccept {queue}, then print again;"
        " nothing was sent."
    )


def _spooler() -> ModuleType:
    """The Windows spooler. Trouble: the package that speaks with it is missing."""
    try:
        import win32print  # noqa: PLC0415
    except ImportError:
        raise Trouble(
            "PitDesk reaches Windows print queues by the package pywin32, and it is not there."
            " Install PitDesk again, then print."
        ) from None
    spooler: ModuleType = win32print
    return spooler


@contextmanager
def _windows_queue(queue: str) -> Iterator[tuple[ModuleType, object]]:
    """The Windows spooler, and a queue of it, opened. Trouble: there is no such queue."""
    spooler = _spooler()
    try:
        opened = spooler.OpenPrinter(queue)
    except spooler.error:
        raise _unknown(queue) from None
    try:
        yield spooler, opened
    finally:
        spooler.ClosePrinter(opened)


def _windows_ready(queue: str) -> int:
    """How many jobs wait in a queue that works. Trouble: it does not work."""
    with _windows_queue(queue) as (spooler, opened):
        state = spooler.GetPrinter(opened, 2)
    words = next((words for bit, words in _STOPPED.items() if state["Status"] & bit), "")
    if state["Attributes"] & _OFFLINE:
        words = "it is set to work offline. Set it to work online"
    if words:
        raise Trouble(f"The queue {queue} cannot print: {words}. Then print again; nothing was sent.")
    return int(state["cJobs"])


def _windows_send(queue: str, job: Job) -> None:
    """Pass a job to a queue as it is. Once a byte of it was taken nothing is raised.

    Raises:
        Trouble: nothing of it was taken.
    """
    with _windows_queue(queue) as (spooler, opened):
        wrote = False
        try:
            spooler.StartDocPrinter(opened, 1, (job.name, None, "RAW"))
            spooler.StartPagePrinter(opened)
            wrote = True
            spooler.WritePrinter(opened, job.data)
            spooler.EndPagePrinter(opened)
            spooler.EndDocPrinter(opened)
        except spooler.error as error:
            if not wrote:
                raise Trouble(
                    f"The queue {queue} took nothing ({error}). Check it, then print again."
                ) from None
