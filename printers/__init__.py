"""Slips and reports onto paper: layout, bytes, drivers, spool.

drawing  what every sheet is put together of
slips    an entry as lines, and lines as bytes
devices  links to printers, and the spool that feeds them
reports  one file a report, and the two kinds of paper they come out on
"""

from dataclasses import dataclass
from typing import Literal, Protocol

THERMAL_58 = 32  # paper of 58 mm: 384 dots, 12 a column
IMPACT_A = 33  # columns of a TM-U220 in font A, 9x9
IMPACT_B = 40  # the same in font B, 7x9
THERMAL_512 = 42  # a TM-T88: 512 dots, 12 a column
THERMAL_576 = 48  # a TM-T20: 576 dots, 12 a column
WIDTHS = (THERMAL_58, IMPACT_A, IMPACT_B, THERMAL_512, THERMAL_576)

Outcome = Literal["whole", "unknown"]


@dataclass(frozen=True, slots=True)
class Job:
    """One sheet of paper to be.

    name    unlike any other of its book: fill-000412-original-void-duplicate-1
    lines   the text, ASCII, no line wider than the printer
    data    the bytes that put these lines on paper
    """

    name: str
    lines: tuple[str, ...]
    data: bytes


class PrinterModel(Protocol):
    """A printer as far as a sheet is made for it.

    Attributes:
        name: what the book and the screen call it.
        width: columns of a line.
        plies: parts that one pass prints: 2 on carbonless paper.
        qr: whether QR codes come out.
        proves: whether it can prove a print; else everything through it is asked about.
    """

    name: str
    width: int
    plies: int
    qr: bool
    proves: bool


class Printer(PrinterModel, Protocol):
    """Anything that puts a job on paper. One thread uses a printer, one job at a time.

    Attributes:
        waits: whether it may take seconds to say or print anything.
        answers: whether it says how it is when it is asked; else only that there is a way to it.
    """

    waits: bool
    answers: bool

    def ready(self, job: Job | None = None) -> str:
        """Ask whether this job, or any, could be printed now; nothing is sent that prints.

        "", or what will soon be the matter: the paper is low.

        Raises:
            Trouble: it is known that it could not: no answer, cover open, paper out, name taken.
        """

    def print(self, job: Job) -> Outcome:
        """Send a job once, and say "whole" only with proof; "unknown" is then the truth.

        Raises:
            Trouble: it went wrong before any byte left. After the first byte nothing is raised for
                what the world does: the outcome is unknown.
        """
