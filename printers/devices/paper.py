"""The driver that keeps slips: in memory, and as files where it is given a folder."""

from pathlib import Path

from pitdesk.disk import write_whole
from pitdesk.errors import Trouble
from printers import THERMAL_512, Job, Outcome

SUFFIXES = (".escpos", ".txt")  # bytes first: a text that is there is a slip that is whole


class Paper:
    """A printer whose paper is a list, and a folder of NAME.txt and NAME.escpos.

    Attributes:
        jobs: what came out, oldest first, where there is no folder to keep it.
        sheets: how many came out.
    """

    def __init__(
        self, folder: Path | None = None, *, width: int = THERMAL_512, name: str = "paper"
    ) -> None:
        self.name, self.width = name, width
        self.plies, self.qr, self.waits, self.proves, self.answers = 1, True, False, True, False
        self.jobs: list[Job] = []
        self.sheets = 0
        self._folder = folder
        self._jammed = False

    def jam(self) -> None:
        """Let the next job come out without proof, as paper that stuck on its way: outcome unknown."""
        self._jammed = True

    def ready(self, job: Job | None = None) -> str:
        """Look whether this job can be kept.

        Raises:
            Trouble: the folder is not there, or it holds a slip of that name already.
        """
        if self._folder is None:
            return ""
        if not self._folder.is_dir():
            raise Trouble(
                f"{self.name} has no folder {self._folder}. Make it, or name another, then print."
            )
        if job and (taken := [path.name for path in self._paths(job) if path.exists()]):
            raise Trouble(
                f"{self._folder} holds {taken[0]} already, and a slip is never overwritten."
                " Name another folder for this book, then print."
            )
        return ""

    def print(self, job: Job) -> Outcome:
        """Keep a job whole, flushed to disk; after `jam` without proof.

        Raises:
            Trouble: it could not be kept, and nothing of it was.
        """
        self.ready(job)
        if self._folder is None:
            self.jobs.append(job)
        else:
            self._write(job)
        self.sheets += 1
        jammed, self._jammed = self._jammed, False
        return "unknown" if jammed else "whole"

    def _write(self, job: Job) -> None:
        data, text = self._paths(job)
        try:
            write_whole(data, job.data, mode=0o600)
            lines = "".join(f"{line}\n" for line in job.lines)
            write_whole(text, lines.encode("ascii"), mode=0o600)
        except OSError as error:
            for path in (data, text):
                path.unlink(missing_ok=True)
                path.with_name(path.name + ".part").unlink(missing_ok=True)
            raise Trouble(
                f"{self.name} could not keep {job.name} in {self._folder}: {error.strerror}."
                " Nothing of it was kept. Free the disk or name another folder, then print."
            ) from None

    def _paths(self, job: Job) -> list[Path]:
        assert self._folder
        return [self._folder / (job.name + suffix) for suffix in SUFFIXES]
