"""What commands of the site and of head office are given alike: dates, quarters, files to write."""

import argparse
from datetime import date as Date
from pathlib import Path

from pitdesk.reports.summaries import SPANS, Span, quarter


def date_of(text: str) -> Date:
    """A date as it is typed; argparse.ArgumentTypeError says how one is written."""
    try:
        return Date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no date; write 2026-11-20") from None


def add_span(parser: argparse.ArgumentParser) -> None:
    """A day, week, month or quarter: `span` and `on`, a date in it."""
    parser.add_argument("span", choices=SPANS, metavar="SPAN", help=", ".join(SPANS))
    parser.add_argument("on", type=date_of, metavar="YYYY-MM-DD", help="a date in it")


def add_quarter(parser: argparse.ArgumentParser) -> None:
    """A quarter by its name: `quarter`."""
    parser.add_argument("quarter", type=_quarter, metavar="2026Q4", help="which quarter")


def add_files(parser: argparse.ArgumentParser) -> None:
    """Where a report goes: `csv` and `pdf`; without them, onto the screen."""
    parser.add_argument("--csv", type=Path, metavar="FILE.csv", help="for a spreadsheet, in dollars")
    parser.add_argument("--pdf", type=Path, metavar="FILE.pdf", help="on paper; default: here, to read")


def _quarter(text: str) -> Span:
    try:
        return quarter(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
