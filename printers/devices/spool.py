"""The spool: what the book says is not on paper goes to a printer, each try noted before its bytes.

No part is ever sent twice by itself. A print that nobody proved stays unknown, also over a restart,
until somebody looks and answers (`Desk.print_answer`); what then came out as nothing or damaged is due
again, and goes out as a DUPLICATE. A sheet goes its way in three steps, so that whoever waits for the
printer need not hold up the desk: `due`, `note`, `settle`; `drain` takes them one after another.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from pitdesk import kinds
from pitdesk.book.day import Day
from pitdesk.book.entries import Entry
from pitdesk.book.slip import BOTH, PARTS, READING, Slip
from pitdesk.desk import Desk
from pitdesk.errors import Trouble
from pitdesk.stations import wire
from pitdesk.stations.paper import Far, named
from pitdesk.stations.wire import Again, Begins, Device, Wants
from printers import Job, Outcome, Printer, PrinterModel
from printers.slips.bytes import escpos_bytes, incomplete_bytes
from printers.slips.layout import duplicate_line, slip_lines
from printers.slips.letterhead import Logo, logo_of
from printers.slips.reading import reading_lines


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet of paper: a part of a slip, made ready for one printer; or a reading of the night.

    slip      or the entry of a reading
    part      "original", "copy", or "both" on two-ply paper; "reading"
    qr        what the QR code says; "" where there is none
    outcome   once it left for the printer: whether that proved it whole
    logo      the entry of the letterhead whose logo stands on it; 0 for none
    again     what a station asked for, where that is a part once more
    """

    slip: Slip | Entry
    part: str
    void: bool
    duplicate: int
    job: Job
    qr: str
    outcome: Outcome | None = None
    logo: int = 0
    again: Again | None = None

    @property
    def parts(self) -> Sequence[str]:
        """The parts that are on paper once it is."""
        return PARTS if self.part == BOTH else (self.part,)


def due(desk: Desk, printer: PrinterModel, place: str = "") -> Sheet | None:
    """The next sheet of the open day that is not on paper, oldest slip first; then the last reading.

    place   the station that it prints at; "" for the cage. A station's own desk has its cage make it.
    """
    if isinstance(desk, Far):
        return _from_the_cage(desk, desk, printer)
    day = desk.day
    if day is None or day.sealed:
        return None
    owed = desk.unprinted(place)
    if not owed:
        return _reading(desk, day, printer, place)
    slip, part, void = owed[0]
    before = [len(slip.tries(one, void=void)) for one in PARTS]
    together = printer.plies == len(PARTS) and [(slip, one, void) for one in PARTS] == owed[:2]
    if together and len(set(before)) == 1:
        part = BOTH
    duplicate = before[PARTS.index(part)] if part in PARTS else before[0]
    void = void or slip.state == "void"  # a void number never leaves looking alive
    code = desk.code(slip, part, void=void)
    lines = slip_lines(
        slip,
        desk.site,
        day=day.opening,
        part=part,
        width=printer.width,
        void=void,
        duplicate=duplicate,
        code=code.short if code else "",
    )
    drawn = code.qr if code else "", _logo(desk, printer, desk.site.letterhead_entry)
    return _sheet(desk, printer, slip, part, lines, drawn, void=void, duplicate=duplicate)


def again(desk: Desk, printer: PrinterModel, slip: Slip, part: str) -> Sheet:
    """A part of a slip of the open day once more, line for line as it was sent first.

    Of a void slip that is its VOID version.

    Raises:
        Refused: no day is open.
        Trouble: it was never printed, is of another day, or wider than the paper.
    """
    if isinstance(desk, Far):
        found = _from_the_cage(desk, desk, printer, Again(slip.series, slip.number, part))
        if found is None:
            raise Trouble("The cage is not reached. Print it again once it is.")
        return found
    lines, qr, logo = duplicate(desk, slip, part)
    slip = desk.today.by_entry[slip.entry.seq]  # as it stands now: the caller's may be an hour old
    if (widest := max(map(len, lines))) > printer.width:
        raise Trouble(
            f"The lines of the {part} of {slip.name} are {widest} columns wide, and {printer.name} has"
            f" {printer.width}. Print them on a wider printer."
        )
    void = slip.state == "void"
    count = len(slip.tries(part, void=void))
    drawn = qr, _logo(desk, printer, logo)
    return _sheet(desk, printer, slip, part, lines, drawn, void=void, duplicate=count)


def note(desk: Desk, printer: PrinterModel, sheet: Sheet) -> list[Entry]:
    """Note that a sheet is about to be sent: an entry for each part on it.

    At a station there are none where it is not to be printed there any more.
    """
    if isinstance(desk, Far):
        return desk.begin_sheet(Begins(_wants(printer, sheet.again), _digest(sheet.job.data)))
    slip, job = sheet.slip, sheet.job
    if isinstance(slip, Entry):
        kept = desk.print_reading(slip, job.lines, printer=printer.name, data=job.data, logo=sheet.logo)
        return [kept]
    noted = [
        desk.print(
            slip,
            part,
            job.lines,
            void=sheet.void,
            printer=printer.name,
            data=job.data,
            qr=sheet.qr,
            logo=sheet.logo,
        )
        for part in sheet.parts
    ]
    copies = {one.fact.copy for one in noted if isinstance(one.fact, kinds.Print)}
    assert copies == {sheet.duplicate}, "paper and book differ"
    return noted


def settle(desk: Desk, noted: Sequence[Entry], outcome: Outcome | None) -> None:
    """Note what is proven of a sheet: whole; or nothing, with None, if no byte of it left."""
    if isinstance(desk, Far):
        if outcome != "unknown":
            desk.came([attempt.seq for attempt in noted], outcome or "nothing")
    elif outcome != "unknown":
        for attempt in noted:
            desk.printed(attempt.seq, outcome or "nothing")


def drain(desk: Desk, printer: Printer) -> list[Sheet]:
    """Print what the open day has not on paper until one sheet stays unproven that could be proven.

    After it the rest waits, unsent, for the next call: one piece of paper to ask about, not ten. A
    printer that proves nothing holds nothing up.

    Raises:
        Trouble: the printer is not ready. What was sent before it is noted; the rest waits.
    """
    sent: list[Sheet] = []
    while sheet := due(desk, printer):
        sent.append(_send(desk, printer, sheet))
        if puzzling(printer, sent[-1]):
            break
    return sent


def puzzling(printer: Printer, sheet: Sheet) -> bool:
    """Whether something went wrong, as far as this printer can say: the next sheet waits."""
    return printer.proves and sheet.outcome == "unknown"


def reprint(desk: Desk, printer: Printer, slip: Slip, part: str) -> Sheet:
    """Print a part of a slip of the open day again; see `again`.

    Raises:
        Refused: no day is open.
        Trouble: as `again`; or the printer is not ready.
    """
    return _send(desk, printer, again(desk, printer, slip, part))


def duplicate(desk: Desk, slip: Slip, part: str) -> tuple[list[str], str, int]:
    """The lines that printing a part again would send, what its QR code would say, whose logo it bears.

    Raises:
        Refused: no day is open.
        Trouble: it was never printed, or is of another day.
    """
    day = desk.today
    if slip.entry.seq not in day.by_entry:
        raise Trouble(f"{slip.name} is not of the open day. Look at its lines in the book.")
    slip = day.by_entry[slip.entry.seq]
    earlier = slip.tries(part, void=slip.state == "void")
    if not earlier:
        raise Trouble(f"There is no paper of the {part} of {slip.name} yet. Print what is due first.")
    first = desk.journal.entry(earlier[0].entry).fact
    assert isinstance(first, kinds.Print)
    return [duplicate_line(len(earlier)), *first.lines], first.qr, first.logo


def left_unsure(day: Day, printer: PrinterModel) -> bool:
    """Whether the last paper of a printer may be a torn slip.

    Somebody said so; or nobody knows, and the printer would have told.
    """
    prints = [*day.prints, *(one for one, _ in day.readings.prints)]
    for one in sorted(prints, key=lambda one: -one.entry):
        if one.printer == printer.name and not (one.outcome == "nothing" and one.proven):
            return one.outcome != "whole" and (printer.proves or one.outcome is not None)
    return False


def _sheet(
    desk: Desk,
    printer: PrinterModel,
    slip: Slip,
    part: str,
    lines: list[str],
    drawn: tuple[str, Logo | None],
    *,
    void: bool,
    duplicate: int,
) -> Sheet:
    words = [slip.series, f"{slip.number:06}", part]
    words += ["void"] if void else []
    words += [f"duplicate-{duplicate}"] if duplicate else []
    qr, logo = drawn
    job = Job("-".join(words), tuple(lines), _bytes(desk, printer, lines, qr, logo))
    return Sheet(slip, part, void, duplicate, job, qr, logo=logo.entry if logo else 0)


def _reading(desk: Desk, day: Day, printer: PrinterModel, place: str) -> Sheet | None:
    """The last reading of the night so far, if it has still to come out there."""
    reading = day.readings.unprinted()
    if reading is None or desk.site.prints_at(reading) != place:
        return None
    tries = sum(about == reading.seq for _, about in day.readings.prints)
    lines = reading_lines(reading, day, desk.site, printer.width)
    name = "-".join(["reading", f"{reading.seq:06}", *([f"again-{tries}"] if tries else [])])
    logo = _logo(desk, printer, desk.site.letterhead_entry)
    job = Job(name, tuple(lines), _bytes(desk, printer, lines, "", logo))
    return Sheet(reading, READING, False, 0, job, "", logo=logo.entry if logo else 0)


def _logo(desk: Desk, printer: PrinterModel, entry: int) -> Logo | None:
    """The logo of a letterhead by its entry, for this printer's paper."""
    fact = desk.journal.entry(entry).fact if entry else None
    return logo_of(fact, printer.width, entry) if isinstance(fact, kinds.Letterhead) else None


def _bytes(desk: Desk, printer: PrinterModel, lines: list[str], qr: str, logo: Logo | None) -> bytes:
    """The bytes of a sheet; first those that cut off paper that may be torn."""
    data = escpos_bytes(lines, printer.width, qr if printer.qr else "", logo)
    return incomplete_bytes(printer.width) + data if left_unsure(desk.today, printer) else data


def _send(desk: Desk, printer: Printer, sheet: Sheet) -> Sheet:
    """Ask the printer, note the try, send the bytes, note what is proven: in this order."""
    printer.ready(sheet.job)
    if not (noted := note(desk, printer, sheet)):
        return sheet
    try:
        outcome = printer.print(sheet.job)
    except Trouble:
        settle(desk, noted, None)  # a driver says so only before the first byte
        raise
    settle(desk, noted, outcome)
    return replace(sheet, outcome=outcome)


# At stations


class AtStations:
    """Makes the sheets of stations, at the cage: `pitdesk.stations.paper.Paper`."""

    def sheet(self, desk: Desk, station: str, said: Wants) -> wire.Sheet | None:
        """What is to be printed there next; or the part that it wants once more."""
        found = _wanted(desk, station, said)
        if found is None:
            return None
        slip, job = found.slip, found.job
        entry = slip.seq if isinstance(slip, Entry) else slip.entry.seq
        said_of = (entry, found.part, found.void, found.duplicate)
        return wire.Sheet(*said_of, job.name, job.lines, job.data, found.qr, found.logo)

    def note(self, desk: Desk, station: str, said: Begins) -> list[int]:
        """Note that it is about to be sent, unless by now another sheet would be."""
        found = _wanted(desk, station, said.wants)
        if found is None or _digest(found.job.data) != said.digest:
            return []
        return [one.seq for one in note(desk, _there(station, said.wants), found)]


def _there(station: str, said: Wants) -> Device:
    """The printer of a station as the book calls it."""
    one = said.device
    return Device(named(one.name, station), one.width, one.plies, one.qr, one.proves)


def _wanted(desk: Desk, station: str, said: Wants) -> Sheet | None:
    printer, part = _there(station, said), said.again
    if part is None:
        return due(desk, printer, station)
    return again(desk, printer, desk.slip(part.series, part.number), part.part)


def _from_the_cage(
    desk: Desk, far: Far, printer: PrinterModel, part: Again | None = None
) -> Sheet | None:
    """The sheet that the cage makes for the printer of this station; None for nothing."""
    day = desk.day
    if day is None or day.sealed:
        return None
    reading = day.readings.unprinted()
    owed = desk.unprinted(desk.place) or (reading and desk.site.prints_at(reading) == desk.place)
    made = far.sheet(_wants(printer, part)) if owed or part else None
    if made is None:
        return None
    slip = day.by_entry.get(made.entry) or desk.journal.entry(made.entry)
    job = Job(made.name, made.lines, made.data)
    return Sheet(slip, made.part, made.void, made.duplicate, job, made.qr, logo=made.logo, again=part)


def _wants(printer: PrinterModel, part: Again | None = None) -> Wants:
    device = Device(printer.name, printer.width, printer.plies, printer.qr, printer.proves)
    return Wants(device, part)


def _digest(data: bytes) -> bytes:
    return sha256(data).digest()
