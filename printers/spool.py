"""The spool: what the book says is not on paper goes to a printer, each try noted before its bytes.

No face is ever sent twice by itself. A print that nobody proved stays unknown, also over a restart,
until somebody looks and answers (`Desk.answer`); what then came out as nothing or damaged is due
again, and goes out as a DUPLICATE.
"""

from typing import NamedTuple

from pitdesk.day import Print, Slip
from pitdesk.desk import Desk
from pitdesk.errors import Trouble
from printers import Job, Outcome, Printer
from printers.escpos import escpos_bytes
from printers.layout import duplicate_line, slip_lines


class Sent(NamedTuple):
    """One face that left for a printer, and whether that proved it whole."""

    slip: Slip
    part: str
    void: bool
    duplicate: int
    outcome: Outcome


def drain(desk: Desk, printer: Printer) -> list[Sent]:
    """Print what the open day has not on paper, oldest slip first, until one stays unproven.

    After an unproven print the rest waits, unsent, for the next call: one piece of paper to ask
    about, not ten.

    Raises:
        Trouble: the printer is not ready. What was sent before it is noted; the rest waits.
    """
    day = desk.day
    if day is None or day.sealed:
        return []
    sent: list[Sent] = []
    for slip, part, void in day.unprinted():
        duplicate = len(_earlier(slip, part, void=void))
        lines = slip_lines(
            slip,
            desk.site,
            day=day.date,
            part=part,
            width=printer.width,
            void=void or slip.state == "void",  # a void number never leaves looking alive
            duplicate=duplicate,
        )
        sent.append(_send(desk, printer, slip, part, lines, void=void))
        if sent[-1].outcome == "unknown":
            break
    return sent


def reprint(desk: Desk, printer: Printer, slip: Slip, part: str) -> Sent:
    """Print a part of a slip of the open day again, line for line as it was sent first.

    Of a void slip that is its VOID face.

    Raises:
        Refused: no day is open.
        Trouble: it was never printed, is of another day, wider than the paper, or the printer is not
            ready.
    """
    lines = duplicate(desk, slip, part)
    slip = desk.today.by_entry[slip.entry.seq]  # as it stands now: the caller's may be an hour old
    if (widest := max(map(len, lines))) > printer.width:
        raise Trouble(
            f"The lines of the {part} of {slip.name} are {widest} columns wide, and {printer.name} has"
            f" {printer.width}. Print them on a wider printer."
        )
    return _send(desk, printer, slip, part, lines, void=slip.state == "void")


def duplicate(desk: Desk, slip: Slip, part: str) -> list[str]:
    """The lines that printing a part again would send.

    Raises:
        Refused: no day is open.
        Trouble: it was never printed, or is of another day.
    """
    day = desk.today
    if slip.entry.seq not in day.by_entry:
        raise Trouble(f"{slip.name} is not of the open day. Look at its lines in the book.")
    slip = day.by_entry[slip.entry.seq]
    earlier = _earlier(slip, part, void=slip.state == "void")
    if not earlier:
        raise Trouble(f"There is no paper of the {part} of {slip.name} yet. Print what is due first.")
    return [duplicate_line(len(earlier)), *desk.journal.entry(earlier[0].entry).detail["lines"]]


def _send(desk: Desk, printer: Printer, slip: Slip, part: str, lines: list[str], *, void: bool) -> Sent:
    """Ask the printer, note the try, send the bytes, note what is proven: in this order."""
    duplicate = len(_earlier(slip, part, void=void))
    name = _name(slip, part, duplicate, void=void)
    job = Job(name, tuple(lines), escpos_bytes(lines, printer.width))
    printer.ready(job)
    attempt = desk.printing(slip, part, lines, void=void, printer=printer.name)
    assert attempt.detail["copy"] == duplicate, "the paper and the book count differently"
    try:
        outcome = printer.print(job)
    except Trouble:
        desk.printed(attempt.seq, "nothing")  # a driver says so only before the first byte
        raise
    if outcome == "whole":
        desk.printed(attempt.seq, outcome)
    return Sent(slip, part, void, duplicate, outcome)


def _earlier(slip: Slip, part: str, *, void: bool) -> list[Print]:
    """The prints of a face so far, whatever became of them."""
    prints = slip.void_prints if void else slip.prints
    return [one for one in prints if one.part == part]


def _name(slip: Slip, part: str, duplicate: int, *, void: bool) -> str:
    words = [slip.series, f"{slip.number:06}", part]
    words += ["void"] if void else []
    words += [f"duplicate-{duplicate}"] if duplicate else []
    return "-".join(words)
