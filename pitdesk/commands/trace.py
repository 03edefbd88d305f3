"""The trace of the law: on the screen, for a script, and as a booklet."""

import argparse
import textwrap
from collections.abc import Iterable

from pitdesk.clock import MachineClock
from pitdesk.commands.answers import DONE, print_json, written
from pitdesk.errors import Trouble
from pitdesk.rules.book import Rulebook
from pitdesk.rules.rows import STATES, Row, SectionRows, counted, trace, within

WIDE = 90  # letters in a line


def show_trace(given: argparse.Namespace) -> int:
    """Show the trace, or the part of it that is asked for."""
    parts = _asked(given)
    if given.pdf:
        from printers.reports.trace import trace_pdf  # noqa: PLC0415  (a report only where one is made)

        on = given.on or MachineClock().now().at.date()
        return written(given.pdf, trace_pdf(parts, Rulebook.load(), on))
    rows = [row for part in parts for row in part.rows]
    if given.json:
        return print_json(rows)
    for part in parts:
        print(part.name)
        print_rows(part.rows)
        print()
    counts = (f"{count} {state}" for state, count in counted(rows).items() if count)
    print(f"{len(rows)} rows: {', '.join(counts)}")
    return DONE


def print_rows(rows: Iterable[Row]) -> None:
    """Rows, each with its state, our words, and what does it."""
    for row in rows:
        print(f"  {row.at or row.section}: {row.state}")
        told = (row.words, row.why, row.does, f"shown by {row.proof}" if row.proof else "")
        for words in filter(None, told):
            print(textwrap.fill(words, WIDE, initial_indent="    ", subsequent_indent="    "))


def _asked(given: argparse.Namespace) -> list[SectionRows]:
    """The sections with the rows that are asked for; those without any are left out."""
    found = []
    for part in trace():
        rows = within(given.section, part.rows) if given.section else part.rows
        rows = tuple(row for row in rows if given.state in (None, row.state))
        if rows:
            found.append(SectionRows(part.section, part.title, part.text, rows))
    if not found:
        raise Trouble(
            f"No row of {given.section or 'the trace'} is {given.state or 'there'}."
            f" Sections are written as 08-05 or 08-05(3); states are {', '.join(STATES)}."
        )
    return found
