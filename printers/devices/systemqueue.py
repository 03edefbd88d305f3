"""Print queues of the operating system: a printer that is reached in no other way, and reports on any.

A spooler takes a job and prints it when it can, perhaps tomorrow, perhaps twice. Its word proves
nothing on paper, so a slip through it always stays unknown until somebody looks.
"""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

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
_OFFLINE = 0x0400  # bit of a Windows queue's attributes: somebody told it to work offline


class SystemQueue(Machine):
    """A receipt printer behind a queue of the system. It says "unknown", or that nothing was taken."""

    def __init__(self, queue: str, profile: Profile, name: str) -> None:
        """Queue: as the system calls it; one that passes bytes on as they are (raw)."""
        super().__init__(profile, name)
        self._queue = queue

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
        """Hand a job to the queue once. Always "unknown".

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
    return sorted(_lp("lpstat", "-e").stdout.split())


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
    """How many jobs wait in a queue that works.

    Raises:
        Trouble: it does not work.
    """
    state = _lp("lpstat", "-p", queue)
    if state.returncode:
        raise _unknown(queue)
    first, _, reason = state.stdout.partition("\n")
    if " disabled since " in first:
        raise Trouble(
            f"The queue {queue} is stopped ({' '.join(reason.split()) or 'no reason given'})."
            f" See to its printer, start it with cupsenable {queue}, then print again; nothing was sent."
        )
    if " not accepting " in _lp("lpstat", "-a", queue).stdout:
        raise _accepts_none(queue)
    return len(_lp("lpstat", "-o", queue).stdout.splitlines())


def _cups_send(queue: str, words: list[str], data: bytes = b"") -> bool:
    """Hand a job to lp; whether it said that it took it.

    Raises:
        Trouble: it was not taken.
    """
    try:
        done = subprocess.run(  # noqa: S603  (no shell; the words are ours)
            [_command("lp"), "-d", queue, *words],
            input=data,
            capture_output=True,
            env=_environment(),
            timeout=ANSWER_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    said = done.stderr.decode("utf-8", "replace")
    if done.returncode and any(words in said for words in _REFUSED):
        raise _accepts_none(queue) if _REFUSED[1] in said else _unknown(queue)
    return not done.returncode


def _lp(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a command that asks the print system something.

    Raises:
        Trouble: the command is missing, or nobody answers it.
    """
    try:
        return subprocess.run(  # noqa: S603  (no shell; the words are ours)
            [_command(words[0]), *words[1:]],
            capture_output=True,
            text=True,
            errors="replace",
            env=_environment(),
            timeout=ANSWER_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Trouble(
            f"The print system did not answer for {ANSWER_S} seconds."
            " Restart it with sudo systemctl restart cups, then try again; nothing was sent."
        ) from None


def _command(name: str) -> str:
    """The path of a command of CUPS.

    Raises:
        Trouble: it is not installed.
    """
    if path := shutil.which(name):
        return path
    raise Trouble(
        f"This system has no command {name}, so it has no print queues for PitDesk. Install CUPS"
        " (sudo apt-get install cups), or name a printer with a network, USB or serial plug in set-up."
    )


def _environment() -> dict[str, str]:
    """Words that can be read, whatever language the machine speaks."""
    return {**os.environ, "LC_ALL": "C"}


def _unknown(queue: str) -> Trouble:
    if not _WINDOWS and "is running" not in _lp("lpstat", "-r").stdout:
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


def _spooler() -> Any:
    """The Windows spooler.

    Raises:
        Trouble: the package that speaks with it is missing.
    """
    try:
        import win32print  # noqa: PLC0415
    except ImportError:
        raise Trouble(
            "PitDesk reaches Windows print queues by the package pywin32, and it is not there."
            " Install PitDesk again, then print."
        ) from None
    return win32print


def _windows_ready(queue: str) -> int:
    """How many jobs wait in a queue that works.

    Raises:
        Trouble: it does not work.
    """
    spooler = _spooler()
    try:
        opened = spooler.OpenPrinter(queue)
    except spooler.error:
        raise _unknown(queue) from None
    try:
        told = spooler.GetPrinter(opened, 2)
    finally:
        spooler.ClosePrinter(opened)
    words = next((words for bit, words in _STOPPED.items() if told["Status"] & bit), "")
    if told["Attributes"] & _OFFLINE:
        words = "it is set to work offline. Set it to work online"
    if words:
        raise Trouble(f"The queue {queue} cannot print: {words}. Then print again; nothing was sent.")
    return int(told["cJobs"])


def _windows_send(queue: str, job: Job) -> None:
    """Hand a job to a queue as it is. Once a byte of it was taken nothing is raised.

    Raises:
        Trouble: nothing of it was taken.
    """
    spooler = _spooler()
    try:
        opened = spooler.OpenPrinter(queue)
    except spooler.error:
        raise _unknown(queue) from None
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
    finally:
        spooler.ClosePrinter(opened)
