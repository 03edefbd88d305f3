"""The command of the rulebook."""

import argparse
import textwrap
from pathlib import Path

from pitdesk.book.journal import Journal
from pitdesk.book.past import opening
from pitdesk.clock import MachineClock
from pitdesk.commands.answers import DONE, print_json
from pitdesk.commands.arguments import JSON, Commands, dated, option
from pitdesk.errors import Trouble
from pitdesk.rules.book import Rulebook

commands = Commands()


@commands.add(
    JSON,
    option("rule", nargs="?", metavar="ID", help="one rule, such as nd.08-05.3"),
    dated("--on", words="the values in force on this date"),
    option("--book", type=Path, metavar="BOOK.db", help="whether this book used another rulebook"),
)
def rules(given: argparse.Namespace) -> int:
    """Show what the rulebook says, since when, and what checks it."""
    book = Rulebook.load()
    if given.book:
        return _rules_of(given.book, book)
    on = given.on or MachineClock().now().at.date()
    if given.rule and given.rule not in book.rules:
        raise Trouble(f"There is no rule {given.rule}. Known: {', '.join(book.rules)}.")
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
    return DONE


def _rules_of(path: Path, rules_now: Rulebook) -> int:
    """Under which rulebook each day of a book was opened."""
    with Journal.read(path) as journal:
        for number in journal.days():
            opened = opening(journal, number)
            same = opened.rulebook_sha256 == rules_now.of(opened.edition).sha256
            words = "the one here" if same else "another text than the one here"
            print(f"day {number}  {opened.date}  {opened.rulebook}: {words}")
    return DONE
