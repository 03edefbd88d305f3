"""The sheet of a dispute: what lay there, each ruling with its section, who ruled."""

from pitdesk.book.entries import Entry, Signature
from pitdesk.book.site import Site
from pitdesk.reports.disputes import Ruled, ruled
from printers import Job
from printers.drawing.cells import Cell, clean
from printers.drawing.grids import facts
from printers.drawing.sheets import Grid, Report, Section
from printers.reports.strip import report_strip
from printers.slips.bytes import escpos_bytes
from printers.slips.layout import calendar_date, clock_time
from printers.slips.letterhead import footer, heading

NOTE = "A ruling moves no chip and no cent by itself."
SIGN = ("Player, if the player wishes", "Ruled by")


def dispute_report(one: Ruled, site: Site) -> Report:
    """The sheet; it is the same for ever, given what overruled the dispute."""
    at, last = site.local(one.entry.at), one.last
    parts = (
        Section("1  What lay there", (_lay(one, site),)),
        Section("2  The ruling", tuple(_rulings(one, site)), (NOTE,), sign=SIGN, whole=True),
    )
    names = tuple(filter(None, (clean(site.organization), clean(site.name))))
    head = f"{last.hash[:4].hex()} {last.hash[4:8].hex()}"
    title = f"Dispute at {clean(one.where)}"
    return Report(title, (*names, calendar_date(at.date())), last.at, head, True, parts, site.practice)


def dispute_job(one: Ruled, site: Site, width: int) -> Job:
    """The sheet on receipt paper."""
    lines = (
        *heading(site, width),
        *report_strip(dispute_report(one, site), width),
        *footer(site, width),
    )
    return Job(f"dispute-{one.entry.seq}-{one.last.seq}", lines, escpos_bytes(lines, width, ""))


def _lay(one: Ruled, site: Site) -> Grid:
    at, said = site.local(one.entry.at), one.dispute
    lines: list[tuple[str, Cell]] = [
        ("Entry of the book", f"{one.entry.seq}"),
        ("Written down", f"{calendar_date(at.date())}, {clock_time(at)}"),
        ("Table", clean(said.table)),
        ("Seat", f"{said.seat}" if said.seat else "all of the table"),
        ("What lay there", clean(said.reason)),
    ]
    return facts("", lines)


def _rulings(one: Ruled, site: Site) -> list[Grid]:
    """The ruling; if it was overruled, that and the one that holds."""
    if one.over is None:
        return [_ruling("", one.entry, site)]
    return [
        _ruling(f"Overruled by entry {one.over.seq}", one.entry, site),
        _ruling("What holds", one.over, site, clean(one.over.fact.reason)),
    ]


def _ruling(title: str, entry: Entry, site: Site, why: str = "") -> Grid:
    at = site.local(entry.at)
    lines: list[tuple[str, Cell]] = [
        ("Ruling", clean(ruled(entry))),
        ("Why it was overruled", why),
        ("Ruled by", clean(", ".join(_who(one, site) for one in entry.signatures))),
        ("At", clock_time(at)),
    ]
    return facts(title, lines)


def _who(one: Signature, site: Site) -> str:
    return f"{site.name_of(one.person)}, {one.role} ({one.initials})"
