"""The night as a flow: where every chip came from, and where it is, at any minute of a day."""

import argparse
from collections.abc import Callable
from datetime import datetime, time, timedelta
from pathlib import Path

from pitdesk.book.day import Day
from pitdesk.book.past import site_of
from pitdesk.book.site import Site
from pitdesk.commands.answers import DONE, asked_day, print_json, print_rows, reading, written
from pitdesk.commands.arguments import BOOK, JSON, Commands, one_day, option, pdf
from pitdesk.errors import Trouble
from pitdesk.reports.flow import Flow, flow_of, tray_steps

commands = Commands()


def _time(text: str) -> time:
    try:
        return time.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time; write 21:40") from None


@commands.add(
    BOOK,
    one_day,
    option("--at", type=_time, metavar="HH:MM", help="up to this time of the night; else to its end"),
    option("--svg", type=Path, metavar="FILE.svg", help="as a picture"),
    pdf("as a page", required=False),
    JSON,
)
def night(given: argparse.Namespace) -> int:
    """Show where every chip came from and where it is: bank, trays, players, cage.

    Without --date or --day: the last day of the book, sealed or not. Values are in dollars. What
    players hold is known when a tray is counted; what they bring before is "not counted yet".
    """
    from printers.drawing.flow import rows_of  # noqa: PLC0415
    from printers.reports.flow import flow_pdf, flow_svg, words_of_night  # noqa: PLC0415

    with reading(given) as journal:
        day = asked_day(journal, given)
        site = site_of(journal, day)
    flow = flow_of(day, _entry_at(day, site, given.at) if given.at else None)
    if given.json:
        return print_json(_found(day, flow))
    drawn = flow.moving if given.svg or given.pdf else flow
    words = words_of_night(drawn, site, day)
    ways: tuple[tuple[Path | None, Callable[[], bytes]], ...] = (
        (given.svg, lambda: flow_svg(drawn, words).encode()),
        (given.pdf, lambda: flow_pdf(drawn, words)),
    )
    for path, made in ways:
        if path:
            written(path, made())
    if not given.svg and not given.pdf:
        print(f"{words.title}\n{words.subject}\n")
        print_rows(["from", "to", "dollars"], rows_of(flow))
        print(f"\n{words.note}")
    return DONE


def _entry_at(day: Day, site: Site, at: time) -> int:
    """The last entry of a night up to a time of the site's clock; Trouble if it began later."""
    opened = site.local(day.opened.at)
    wanted = datetime.combine(opened.date(), at, site.zone)
    ended, before = site.local(day.last.at), at < opened.time().replace(second=0, microsecond=0)
    wanted += timedelta(days=before)  # after midnight
    if before and wanted > ended:
        raise Trouble(
            f"At {at:%H:%M} the day of {day.date} was not open: it began at {opened:%H:%M} and its last"
            f" entry is of {ended:%H:%M}. Give a time between them."
        )
    until = wanted + timedelta(minutes=1)  # all of that minute
    return max(entry.seq for entry in (day.opened, *day.entries) if entry.at < until)


def _found(day: Day, flow: Flow) -> dict[str, object]:
    """For a script; money in cents, times UTC."""
    return {
        "day": day.number,
        "date": day.date.isoformat(),
        "entry": flow.seq,
        "at": flow.at.isoformat(),
        "owned": flow.owned_cents,
        "lies": dict(flow.cents),
        "bands": [
            {
                "from": [*band.source],
                "to": [*band.target],
                "cents": band.cents,
                "known": band.known,
                "entries": band.entries,
            }
            for band in flow.bands
        ],
        "trays": {
            table: [
                {"at": step.at.isoformat(), "cents": step.cents, "counted": step.counted}
                for step in tray_steps(day, table, flow.seq)
            ]
            for table in day.tables
        },
    }
