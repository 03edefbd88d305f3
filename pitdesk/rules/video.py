"""Whether a site needs video, and by when: computed from its quarters, 99-01.3-08-04."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from pitdesk.book.past import fiscal_year, quarter_end, recent
from pitdesk.book.site import Site
from pitdesk.chips import dollars
from pitdesk.chipset.law import Value, following

RULE = "nd.08-04"


@dataclass(frozen=True, slots=True)
class Need:
    """Whether video is needed, and why.

    words   why; "" where it is not needed
    by      the last day on which a site may do without; None where that is over
    """

    words: str = ""
    by: date | None = None

    def binds(self, on: date) -> bool:
        """Whether the system must work on a day."""
        return bool(self.words) and (self.by is None or on > self.by)


def need(site: Site, quarters: Mapping[str, int], on: date, value: Value) -> Need:
    """Whether the site needs video, by its settings and its gross proceeds of twenty-one.

    quarters   "2026Q3" → cents, as far as they are known and over
    """
    settings = site.settings
    if settings.video_required:
        return Need("Set-up says that the site's activity requires video.")
    if settings.lower_activity:
        return Need()
    known = recent(quarters, on)
    found = next(_season(known, value) if settings.seasonal else _pairs(known, value), None)
    if found is None:
        return Need()
    last, words = found
    by = quarter_end(last) + timedelta(days=value(RULE, "days"))
    if settings.acquired:
        by = max(by, settings.acquired + timedelta(days=value(RULE, "days")))
    return Need(words, by)


def _pairs(known: Mapping[str, int], value: Value) -> Iterator[tuple[str, str]]:
    """The last quarter and the words of each pair that asks for video, the oldest first."""
    least, each = value(RULE, "average_cents"), value(RULE, "reading") == "each"
    for before, after in reversed([*following(sorted(known))]):
        pair = known[before], known[after]
        if min(pair) >= least if each else sum(pair) >= 2 * least:
            took = f"{before} took ${dollars(pair[0])} and {after} ${dollars(pair[1])}"
            yield after, f"{took}, ${dollars(least)} a quarter or more."


def _season(known: Mapping[str, int], value: Value) -> Iterator[tuple[str, str]]:
    """The same of each fiscal year, July to June, by the quarters in which a seasonal site played."""
    least = value(RULE, "average_cents")
    for year in sorted({fiscal_year(quarter_end(name)) for name in known}):
        active = [
            name for name in sorted(known) if fiscal_year(quarter_end(name)) == year and known[name]
        ]
        total = sum(known[name] for name in active)
        if active and total >= len(active) * least:
            words = (
                f"{', '.join(active)}, its active quarters of the fiscal year from July {year} on, took"
                f" ${dollars(total)}, ${dollars(least)} a quarter or more."
            )
            yield active[-1], words
