"""The commands of a book: balance, verify, backup, follow, restore, recover, support."""

import argparse
import getpass
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from pitdesk import kinds
from pitdesk.book.faults import damaged
from pitdesk.book.journal import Journal
from pitdesk.book.past import day_of, last_day, pending_days
from pitdesk.book.witness import numbers
from pitdesk.chips import MONEY, dollars, value_cents
from pitdesk.clock import MachineClock
from pitdesk.commands.answers import (
    DONE,
    NO,
    ask,
    end_politely,
    grouped,
    print_json,
    print_rows,
    reading,
)
from pitdesk.commands.arguments import BOOK, JSON, Commands, number, option, out
from pitdesk.documents import evidence
from pitdesk.errors import Trouble
from pitdesk.upkeep.backup import (
    KEYS,
    LINE_KEY,
    SERIES,
    SLIPS,
    Contents,
    backup,
    backup_name,
    check_other,
    held,
    keys_in,
    keys_near,
    last_told,
    on_paper,
    restore,
)
from pitdesk.upkeep.follower import PORTION, follow, same_disk
from pitdesk.upkeep.recovery import recover
from pitdesk.upkeep.support import make

WAIT_S = 1  # seconds between two looks at a book that is followed
commands = Commands(BOOK)


@commands.add(JSON, option("--place", help="one place, such as 'chip bank' or 'tray 2'"))
def balance(given: argparse.Namespace) -> int:
    """Show where every chip and every cent is, by the book.

    Left out is what two people are counting, each alone: neither may see what should be there.
    """
    with reading(given) as journal:
        balances, day = journal.balances(), last_day(journal)
    blind = day.tills.blind if day and not day.sealed else ()
    balances = {place: held for place, held in balances.items() if place not in blind}
    if given.place in blind:
        raise Trouble(f"The {given.place} is being counted, each alone. Ask again once both have.")
    if given.place:
        if given.place not in balances:
            raise Trouble(f"Nothing is at '{given.place}'. Known: {', '.join(sorted(balances))}.")
        balances = {given.place: balances[given.place]}
    if given.json:
        return print_json(balances)
    rows = [
        [place, name, f"{amount:,}" if name not in MONEY else "", dollars(value_cents(name, amount))]
        for place, held in sorted(balances.items())
        for name, amount in sorted(held.items())
    ]
    print_rows(["place", "what", "pieces", "value"], rows)
    for place in sorted(blind):
        print(f"{place} is being counted, each alone; ask again once both have.")
    return DONE


@commands.add(JSON)
def verify(given: argparse.Namespace) -> int:
    """Read the entire book and name the first bad entry.

    Checks the chain over the stored bytes; every column, posting, signature and number against
    those bytes; the sums of every entry; the balances as rebuilt from the journal; and the chain
    head that was noted beside the book when it was last closed.
    """
    with Journal.read(given.book) as journal:
        verdict = evidence.verify(journal)
        seals = _seals(journal) if verdict.ok else []
        pending = pending_days(journal, last_day(journal)) if verdict.ok else {}
    if given.json:
        found = {"ok": verdict.ok, "entry": verdict.seq, "words": verdict.words, "code": verdict.code}
        noted = {"head": journal.head.hash.hex(), "head_noted": journal.noted_head() is not None}
        print_json(found | noted | {"unchecked": list(verdict.unchecked)})
    elif verdict.ok:
        print(f"{given.book}: intact. {verdict.words}.")
        print(f"head: entry {journal.head.seq}, {grouped(journal.head.hash)}")
        for number, on, seq, link in seals:
            print(f"day {number} of {on}: sealed by entry {seq}, {grouped(link)}")
        for day in pending.values():
            left = ", ".join(day.waiting) or "to be finished"
            print(f"day {day.number} of {day.date}: drop pending, {left}.")
        for what in verdict.unchecked:
            print(f"Not checked: {what}.")
        print("Hold the heads against the printed reports.")
    else:
        print(damaged(given.book, f"entry {verdict.seq}: {verdict.words}"), file=sys.stderr)
    return DONE if verdict.ok else NO


def _seals(journal: Journal) -> list[tuple[int, str, int, bytes]]:
    """The last seals, newest last: day, date, entry, hash."""
    days = [day_of(journal, number) for number in journal.days()[-7:]]
    return [
        (day.number, day.date.isoformat(), day.sealed.seq, day.sealed.hash)
        for day in days
        if day and day.sealed
    ]


@commands.add(
    option(
        "target",
        type=Path,
        metavar="BACKUP.db",
        help="a file, replaced only by a good copy; or a folder, which gets a file for each weekday",
    )
)
def _backup(given: argparse.Namespace) -> int:
    """Copy a book, even while it is in use; PitDesk verifies the copy before it keeps it."""
    with Journal.read(given.book) as journal:
        target = given.target / backup_name(journal) if given.target.is_dir() else given.target
        verdict = backup(journal, target)
    print(f"{target}: written and verified. {verdict.words}.")
    return DONE


@commands.add(
    option("copy", type=Path, metavar="COPY.db", help="on another disk; begun where there is none"),
    option("--once", action="store_true", help="take in what there is by now, then end"),
)
def _follow(given: argparse.Namespace) -> int:
    """Keep a second copy of a book, entry by entry, while the book is in use.

    Each entry is held against the chain before it is written. The copy is verified, exported and
    restored like any book; nothing else can be written to it. End it with Ctrl+C or as the system ends
    its services, and run it again to go on.
    """
    if given.copy.exists() and given.book.exists() and given.copy.samefile(given.book):
        raise Trouble(f"{given.copy} is the book itself. Name another file, on another disk.")
    with Journal.read(given.book) as book, Journal.follow(given.copy) as copy:
        if same_disk(given.book, given.copy):
            print(f"{given.copy} is on the book's own disk, and does not outlive it.", file=sys.stderr)
        try:
            _go_on(book, copy, once=given.once)
        except KeyboardInterrupt:
            print()
        print(f"{given.copy} has every entry up to {copy.head.seq}.")
    return DONE


def _go_on(book: Journal, copy: Journal, *, once: bool) -> None:
    if not once:
        end_politely()
    while True:
        begun = copy.head.seq
        for seq in follow(book, copy):
            if seq - begun > PORTION:
                print(f"entry {seq:,} is there", flush=True)
        if once:
            return
        if copy.head.seq > begun:
            print(f"up to entry {copy.head.seq:,}", flush=True)
        time.sleep(WAIT_S)


def _last(text: str) -> int:
    """The highest number of a slip on paper; 0 for none."""
    return 0 if text == "0" else number(text)


def last_numbers(given: argparse.Namespace, found: Contents, told: Mapping[str, int]) -> dict[str, int]:
    """Series → the highest number on paper: as given or typed, else as the witness knows it."""
    named = {series: vars(given)[f"last_{series}"] for series in SERIES}
    last = {series: number for series, number in named.items() if number is not None}
    asked = [series for series in (SLIPS if told else SERIES) if series not in last]
    if sys.stdin.isatty():
        return last | {series: _typed(series, found, told) for series in asked}
    if asked and not told:
        options = ", ".join(f"--last-{series}" for series in asked)
        raise Trouble(
            "The witness beside the book is not there, so only paper knows which numbers were used after"
            f" the backup. Name the highest number with each of {options}, 0 for none. Nothing was"
            " changed."
        )
    return last


def _typed(series: str, found: Contents, told: Mapping[str, int]) -> int:
    known = max(found.numbers[series], told.get(series, 0))
    typed = _answer(f"Highest {on_paper(series)}, or Enter for none after {known:06}: ")
    try:
        return _last(typed or "0")
    except argparse.ArgumentTypeError as error:
        raise Trouble(f"{error}. Nothing was changed; begin again.") from None


def _answer(words: str) -> str:
    """What is typed; Trouble where the input ends, for that is no Enter."""
    if not (typed := ask(words)):
        raise Trouble("The input ended before its last answer. Nothing was changed; begin again.")
    return typed.strip()


def keys_of(given: argparse.Namespace, *also: str) -> dict[str, Path]:
    """The two keys of the book: in the folder that is named, beside the book, beside the backup.

    also   other endings, of keys that need not be there
    """
    folder = given.keys
    keys = keys_in(folder, *also) if folder else keys_near(given.backup, given.book)
    if not keys.keys() >= {*KEYS} and not folder and sys.stdin.isatty():
        folder = Path(_answer("Folder that the two keys of the book are kept in: "))
        keys |= keys_in(folder, *also)
    if lacking := [ending for ending in KEYS if ending not in keys]:
        where = folder or f"{given.book.parent} or {given.backup.parent}"
        raise Trouble(
            f"One file *{lacking[0]} is needed, and {where} has none or several. It is in no backup:"
            " name the folder that you keep the two keys in with --keys. Nothing was changed."
        )
    return keys


ON_PAPER = (
    *(
        option(
            f"--last-{series}", type=_last, metavar="N", help=f"highest {on_paper(series)}; 0 for none"
        )
        for series in SERIES
    ),
    option("--keys", type=Path, metavar="DIR", help="where the book's two keys are kept"),
)


@commands.add(option("backup", type=Path, metavar="BACKUP.db"), *ON_PAPER)
def _restore(given: argparse.Namespace) -> int:
    """Replace a book with a backup.

    The book that was there is kept beside it under another name. Slips issued after the backup are
    on paper only: give the last number of each series, so that no number is used twice. On a terminal
    PitDesk asks for what is not given; elsewhere it takes what the witness beside the book knows, and
    stops where that is nothing. Without the witness it needs the last IOU, day and document, too. The
    two keys are looked for beside the book, then beside the backup;
    those of another book are refused.
    """
    check_other(given.backup, given.book)
    found = held(given.backup)
    keys = keys_of(given, LINE_KEY)
    told = last_told(given.book)
    restored, kept = restore(
        given.backup,
        given.book,
        last_numbers=last_numbers(given, found, told),
        operator=getpass.getuser(),
        clock=MachineClock(),
        keys=keys,
    )
    print(f"{given.book}: restored to entry {restored.backup_head}.")
    if kept:
        print(f"The book that was there is kept as {kept}.")
    print_lost(restored)
    return DONE


def print_lost(restored: kinds.Restore) -> None:
    """Say which numbers a restore gave up."""
    for series, (first, last) in restored.lost.items():
        print(f"{series} {first:06} to {last:06}: lost, never to be used again.")


@commands.add()
def _recover(given: argparse.Namespace) -> int:
    """Copy a book that ends too early, with all that its log still holds.

    After a crash a damaged page can hide the newest entries. The copy beside the book holds as many of
    them as verify; the book itself is not changed. 'pitdesk restore' puts the copy in its place.
    """
    found = recover(given.book)
    print(f"{found.copy}: written and verified; it ends at entry {found.seq}.")
    last = " ".join(f"--last-{series} {number}" for series, (_, number) in found.lost.items())
    if found.missing:
        named = numbers(found.lost)
        print(f"{found.missing} entries are lost{f', with {named}' if named else ''}. Look on paper.")
    else:
        print("Nothing is missing that the witness beside the book knows of.")
    print(f"Put it in place: pitdesk restore {found.copy} --book {given.book} {last}".rstrip())
    return DONE


@commands.add(out("FILE.zip"))
def support(given: argparse.Namespace) -> int:
    """Make a file for support: versions, verify, numbers, settings, log.

    It holds no entries, no names of people, no PINs and no amounts, and PitDesk sends it to nobody.
    What is in it is printed. It can be made of a damaged book, too.
    """
    print(make(given.book, given.out, MachineClock().now().at))
    print(f"{given.out} is ready. Read it before you send it; PitDesk sends it to nobody.")
    return DONE
