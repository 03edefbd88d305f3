"""The end-of-day reconciliation report as data: 99-01.3-08-16(1). Pure; `letter` and `strip` print it.

It may be built of an open day as well. Of a sealed one it is the same for ever, given the site as
its set-up entries up to the seal leave it.
"""

from dataclasses import replace

from pitdesk.book.day import Day
from pitdesk.book.site import Site
from pitdesk.kinds.editions import ANSWERED
from pitdesk.rules.book import Rulebook
from printers.drawing.sheets import Report, Section
from printers.reports import banks, floor, mistakes, shifts, sums, trail
from printers.reports.answer import answer
from printers.reports.night import ReportNight
from printers.slips.layout import calendar_date

TITLE = "End-of-day reconciliation report"
SECOND = f"{TITLE}, 2nd issue"


def build(day: Day, site: Site, rules: Rulebook) -> Report:
    """Build the report of a day, sealed or still open, by the reading of the law that the day had."""
    edition = day.opening.edition
    night = ReportNight.of(day, site, rules.of(edition))
    tables, *sheets = floor.floor(night)
    parts = (
        Section("The day", (trail.head(night), sums.summary(night), *sums.changed(night))),
        tables,
        banks.chips(night),
        banks.cash(night),
        sums.sums(night),
        trail.slips(night),
        trail.exceptions(night),
        mistakes.corrections(night),
        trail.due(night),
        shifts.shifts(night),
        trail.initials(night),
        trail.seal(night),
    )
    printed = (part.of_edition(edition) for part in parts if part.since <= edition)
    one, two, *rest = (
        replace(part, title=f"{number}  {part.title}") for number, part in enumerate(printed, 1)
    )
    sheets = [sheet.of_edition(edition) for sheet in sheets]
    where = next(part.title.split()[0] for part in rest if part.title.endswith(trail.EXCEPTIONS))
    seal = night.day.finished or night.day.sealed
    return Report(
        SECOND if night.day.finished else TITLE,
        (*filter(None, night.names), calendar_date(day.date)),
        night.stamp,
        f"{seal.hash[:4].hex()} {seal.hash[4:8].hex()}" if seal else "NOT SEALED",
        seal is not None,
        (one, two, *sheets, *rest),
        site.practice,
        answer(night, where) if edition >= ANSWERED else None,
    )
