"""The end-of-day reconciliation report as data: 99-01.3-08-16(1). Pure; the faces are elsewhere.

It may be built of an open day as well. Of a sealed one it is the same for ever, given the site as
its set-up entries up to the seal leave it.
"""

from dataclasses import replace

from pitdesk.book.day import Day
from pitdesk.book.site import Site
from pitdesk.rules.book import Rulebook
from printers.drawing.sheets import Report, Section
from printers.reports import banks, floor, sums
from printers.reports import trail as record
from printers.reports.night import Evening
from printers.slips.layout import calendar_date

TITLE = "End-of-day reconciliation report"


def build(day: Day, site: Site, rules: Rulebook) -> Report:
    """Build the report of a day, sealed or still open."""
    evening = Evening.of(day, site, rules)
    tables, *sheets = floor.floor(evening)
    edition = day.opening.edition
    parts = (
        Section("The day", (record.head(evening), sums.summary(evening))),
        tables,
        banks.chips(evening),
        banks.cash(evening),
        sums.sums(evening),
        record.slips(evening),
        record.exceptions(evening),
        record.initials(evening),
        record.seal(evening),
    )
    printed = (part.of_edition(edition) for part in parts if part.since <= edition)
    one, two, *rest = (
        replace(part, title=f"{number}  {part.title}") for number, part in enumerate(printed, 1)
    )
    sheets = [sheet.of_edition(edition) for sheet in sheets]
    seal = evening.day.sealed
    return Report(
        TITLE,
        (*filter(None, evening.names), calendar_date(evening.day.date)),
        evening.stamp,
        f"{seal.hash[:4].hex()} {seal.hash[4:8].hex()}" if seal else "NOT SEALED",
        seal is not None,
        (one, two, *sheets, *rest),
        site.practice,
    )
