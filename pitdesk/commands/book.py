"""The commands of a whole book: where everything is, verify, backup, restore, support."""

import argparse
import getpass
import sys
from pathlib import Path

from pitdesk.book.journal import Journal, damaged
from pitdesk.book.past import day_of
from pitdesk.chips import MONEY, dollars, value_cents
from pitdesk.clock import MachineClock
from pitdesk.commands.answers import DONE, NO, grouped, print_json, print_rows, reading
from pitdesk.commands.arguments import Commands, command, number, with_book, with_json
from pitdesk.errors import Trouble
from pitdesk.upkeep.backup import backup, backup_name, restore
from pitdesk.upkeep.support import make


def add(found: Commands) -> None:
    """Add balance, verify, backup, restore and support to the command line."""
    sub = command(
        found,
        "balance",
        balance,
        "where every chip and every cent is, by the book",
        parents=[with_book(), with_json()],
    )
    sub.add_argument("--place", help="one place, such as 'chip bank' or 'tray 2'")
    command(
        found,
        "verify",
        verify,
        "read the whole book and name the first bad record",
        """\
        Checks the chain over the stored bytes, every column, posting, signature and number against
        those bytes, the sums of every entry, the balances as rebuilt from the journal, and the head
        that was noted beside the book when it was last closed.""",
        [with_book(), with_json()],
    )
    sub = command(
        found,
        "backup",
        back_up,
        "copy a book while it is in use; the copy is verified before it is kept",
        parents=[with_book()],
    )
    words = "replaced only by a good copy; in a folder a file for each weekday"
    sub.add_argument("target", type=Path, metavar="BACKUP.db", help=words)
    sub = command(
        found,
        "restore",
        put_back,
        "put a backup in the place of a book",
        """\
        The book that stood there is kept beside it under another name. Numbers of slips that were
        issued after the backup are on paper: give the last of each, so that none is used twice.""",
        [with_book()],
    )
    sub.add_argument("backup", type=Path, metavar="BACKUP.db")
    sub.add_argument("--last-fill", type=number, metavar="N", help="highest fill number on paper")
    sub.add_argument("--last-credit", type=number, metavar="N", help="highest credit number on paper")
    sub = command(
        found,
        "support",
        support,
        "a file for whoever looks after the program: versions, verify, numbers, settings, log",
        """\
        It holds no entries, no names of people, no PINs and no amounts, and is sent by nobody but you.
        What is in it is printed. A book that is damaged has one too.""",
        [with_book()],
    )
    sub.add_argument("--out", type=Path, required=True, metavar="FILE.zip", help="where it goes")


def balance(given: argparse.Namespace) -> int:
    """Where everything is."""
    with reading(given) as journal:
        balances = journal.balances()
    if given.place:
        if given.place not in balances:
            raise Trouble(f"Nothing is at '{given.place}'. Known: {', '.join(sorted(balances))}.")
        balances = {given.place: balances[given.place]}
    if given.json:
        return print_json(balances)
    rows = [
        [
            place,
            name,
            f"{amount:,}" if name not in MONEY else "",
            dollars(value_cents(name, amount)),
        ]
        for place, held in sorted(balances.items())
        for name, amount in sorted(held.items())
    ]
    print_rows(["place", "what", "pieces", "value"], rows)
    return DONE


def verify(given: argparse.Namespace) -> int:
    """Whether a book is whole, and the head to hold against paper."""
    with Journal.read(given.book) as journal:
        verdict, noted = journal.verify(), journal.noted_head()
        seals = _seals(journal) if verdict.ok else []
    if given.json:
        found = {"ok": verdict.ok, "entry": verdict.seq, "words": verdict.words}
        print_json(found | {"head": journal.head.hash.hex(), "head_noted": noted is not None})
    elif verdict.ok:
        print(f"{given.book}: whole. {verdict.words}.")
        print(f"head: entry {journal.head.seq}, {grouped(journal.head.hash)}")
        for number, on, seq, link in seals:
            print(f"day {number} of {on}: sealed by entry {seq}, {grouped(link)}")
        print(
            "Hold these against the printed reports."
            if noted
            else "No head is noted beside the book: only the printed reports can tell if it was cut off."
        )
    else:
        print(damaged(given.book, f"entry {verdict.seq}: {verdict.words}"), file=sys.stderr)
    return DONE if verdict.ok else NO


def _seals(journal: Journal) -> list[tuple[int, str, int, bytes]]:
    """The last seals, newest last: day, date, entry, hash."""
    last = journal.last_number("day")
    days = [day_of(journal, number) for number in range(max(1, last - 6), last + 1)]
    return [
        (day.number, day.date.isoformat(), day.sealed.seq, day.sealed.hash)
        for day in days
        if day and day.sealed
    ]


def back_up(given: argparse.Namespace) -> int:
    """A verified copy."""
    with Journal.read(given.book) as journal:
        target = given.target / backup_name(journal) if given.target.is_dir() else given.target
        verdict = backup(journal, target)
    print(f"{target}: written and verified. {verdict.words}.")
    return DONE


def put_back(given: argparse.Namespace) -> int:
    """A backup in the place of a book."""
    asked = {"fill": given.last_fill, "credit": given.last_credit}
    restored, kept = restore(
        given.backup,
        given.book,
        last_numbers={series: last for series, last in asked.items() if last},
        operator=getpass.getuser(),
        clock=MachineClock(),
    )
    print(f"{given.book}: restored to entry {restored.backup_head}.")
    if kept:
        print(f"The book that was there is kept as {kept}.")
    for series, (first, last) in restored.lost.items():
        print(f"{series} {first:06} to {last:06}: lost with it, never to be used again.")
    return DONE


def support(given: argparse.Namespace) -> int:
    """Make a support file of a book, and print what is in it."""
    print(make(given.book, given.out, MachineClock().now().at))
    print(f"{given.out} is made. Read it before you send it; PitDesk sends it to nobody.")
    return DONE
