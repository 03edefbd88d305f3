"""The command of the rulebook."""

import argparse
import textwrap
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from pitdesk.book.journal import Journal
from pitdesk.book.past import opening
from pitdesk.clock import MachineClock
from pitdesk.commands.answers import DONE, NO, print_json
from pitdesk.commands.arguments import JSON, Commands, dated, option, pdf
from pitdesk.commands.trace import WIDE, print_rows, show_trace
from pitdesk.errors import Trouble
from pitdesk.rules.book import Rule, Rulebook
from pitdesk.rules.rows import STATES, rows_of
from pitdesk.shifts.nights import WAYS, Played, Way, play

MARKS = {"keeps": "+", "breaks": "-", "": " "}  # before a line that keeps or breaks the rule

commands = Commands()


@commands.add(
    JSON,
    option("rule", nargs="?", metavar="ID", help="one rule, such as nd.08-05.3"),
    dated("--on", words="the values in force on this date"),
    option("--book", type=Path, metavar="BOOK.db", help="whether this book used another rulebook"),
    option("--trace", action="store_true", help="what the law asks, row by row, and what does it"),
    option("--section", metavar="SECTION", help="of the trace: 08-05, or 08-05(3)"),
    option("--state", choices=STATES, metavar="STATE", help=f"of the trace: {', '.join(STATES)}"),
    pdf("the trace as a booklet", required=False),
    option("--try", dest="tried", metavar="ID", help="play the rule's two nights, kept and broken"),
)
def rules(given: argparse.Namespace) -> int:
    """Show what the rulebook says, since when, and what checks it."""
    book = Rulebook.load()
    if given.trace or given.pdf or given.section or given.state:
        return show_trace(given)
    if given.book:
        return _rules_of(given.book, book)
    if given.tried:
        return _try(book.rules.get(given.tried) or _unknown(given.tried, book))
    on = given.on or MachineClock().now().at.date()
    if given.rule and given.rule not in book.rules:
        _unknown(given.rule, book)
    rules = [book.rules[given.rule]] if given.rule else list(book.rules.values())
    rules = [rule for rule in rules if rule.since <= on]
    if given.json:
        return print_json(rules)
    for rule in rules:
        how = "" if rule.by == "check" else f"; by procedure: {rule.by}"
        how += "; warns" if rule.warns else ""
        print(
            f"{rule.id}  {rule.section}\n"
            + textwrap.fill(rule.words, 90, initial_indent="  ", subsequent_indent="  ")
        )
        for name in rule.values:
            print(f"  {name} = {rule.value(name, on)}")
        print(f"  since {rule.since}; text read: {rule.text}{how}\n")
    if given.rule and (found := rows_of(given.rule)):
        print("In the trace:")
        for part, of_it in groupby(found, attrgetter("part")):
            print(f" {part}")
            print_rows(of_it)
    return DONE


def _unknown(rule: str, book: Rulebook) -> NoReturn:
    raise Trouble(f"There is no rule {rule}. Known: {', '.join(book.rules)}.")


def _rules_of(path: Path, rules_now: Rulebook) -> int:
    """Under which rulebook each day of a book was opened."""
    with Journal.read(path) as journal:
        for number in journal.days():
            opened = opening(journal, number)
            same = opened.rulebook_sha256 == rules_now.of(opened.edition).sha256
            words = "the one here" if same else "another text than the one here"
            print(f"day {number}  {opened.date}  {opened.rulebook}: {words}")
    return DONE


# A rule, tried


def _try(rule: Rule) -> int:
    """Play a rule's two nights in a book that is thrown away; NO unless both go as they say."""
    print(f"{rule.id}  {rule.section}\n{textwrap.indent(textwrap.fill(rule.words, WIDE - 2), '  ')}")
    with TemporaryDirectory(prefix="pitdesk-try-") as folder:
        fair = [_tried(rule, way, Path(folder)) for way in WAYS]
    whole = all(fair)
    print("\nBoth nights went as they say." if whole else "\nNot every line went as it says.")
    return DONE if whole else NO


def _tried(rule: Rule, way: Way, folder: Path) -> bool:
    """Play one of the nights, line by line with what the desk said; whether it went as it says."""
    from printers.devices.paper import Paper  # noqa: PLC0415  (a printer only where one is used)
    from printers.devices.spool import drain  # noqa: PLC0415

    paper = Paper()
    print(f"\n{way.capitalize()}")
    played = []
    for one in play(rule.id, way, folder, lambda desk: drain(desk, paper), paper.jam):
        played.append(one)
        print(f"{MARKS[one.verdict]} {one.line.text.rstrip()}")
        for words in (*one.said, *filter(None, [one.missed])):
            print(textwrap.fill(words, WIDE, initial_indent="        ", subsequent_indent="          "))
    return _as_it_says(way, played)


def _as_it_says(way: Way, played: list[Played]) -> bool:
    """No line went otherwise; the night obeyed keeps the rule only, the other one breaks it."""
    verdicts = {one.verdict for one in played}
    fair = "breaks" in verdicts if way == "broken" else verdicts <= {"keeps", ""} and "keeps" in verdicts
    return fair and not any(one.missed for one in played)
