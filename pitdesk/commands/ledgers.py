"""The commands of records beside the night: hold of tables and dealers."""

import argparse

from pitdesk.book.past import short
from pitdesk.book.site import Site
from pitdesk.commands.answers import DONE, print_rows, reading, written
from pitdesk.commands.arguments import BOOK, Commands, files, option
from pitdesk.commands.arguments import span as of_span
from pitdesk.commands.reports import write_csv
from pitdesk.errors import Trouble
from pitdesk.records.luck import METHOD
from pitdesk.reports.holds import BY, hold_sheet, rows
from pitdesk.reports.summaries import span_of
from pitdesk.rules.book import Rulebook

commands = Commands()


@commands.add(BOOK, of_span, files, option("--by", choices=BY, help="tables or dealers alone"))
def hold(given: argparse.Namespace) -> int:
    """Show hold by table, dealer and week, beside what luck alone explains.

    A dealer's figures are counted where box and tray were counted as the dealer changed, else
    apportioned by minutes seated. "look" says that luck seldom goes so far; it accuses nobody.
    """
    from printers.reports.holds import hold_report  # noqa: PLC0415
    from printers.reports.letter import report_pdf  # noqa: PLC0415

    span, rules = span_of(given.span, given.on), Rulebook.load()
    by = (given.by,) if given.by else BY
    with reading(given) as journal:
        site, last = Site.of(journal.setup()), journal.entry(journal.head.seq)
        sheet = hold_sheet(journal, site, span, lambda rule, name: rules.value(rule, name, span.last))
    if not sheet.tables:
        raise Trouble(f"The book {given.book} has no sealed day in {span.name} whose boxes are counted.")
    if given.csv:
        write_csv(given.csv, *rows(sheet, by))
    if given.pdf:
        written(given.pdf, report_pdf(hold_report(sheet, site, last.at, short(last.hash), by)))
    if not given.csv and not given.pdf:
        print(f"{span.name}: {span.first} to {span.last}\n")
        print_rows(*rows(sheet, by))
        print(f"\n{METHOD}")
    return DONE
