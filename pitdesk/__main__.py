"""The second face: everything a script or an auditor needs, with no screen."""

import argparse
import os
import sys
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from pitdesk import __version__
from pitdesk.book.site import GAMES
from pitdesk.chips import Chip
from pitdesk.commands import book as commands
from pitdesk.commands import office, sending
from pitdesk.commands import reports as bookkeeping
from pitdesk.commands.arguments import add_files, add_quarter, add_span, date_of
from pitdesk.commands.book import DONE, NO, TROUBLE, USAGE
from pitdesk.errors import Refused, Trouble
from pitdesk.reports.ledger import FORMATS
from pitdesk.reports.summaries import BY
from pitdesk.shifts.read import Malformed
from pitdesk.upkeep.support import support

WIDTHS = (33, 40, 42, 48)

_EXIT = """\
exit status:
  0  done; the book is whole; every expectation held
  1  no: an expectation did not hold, or the book is not whole (the first bad record is named)
  2  the command line, or a line of a shift file, cannot be read (it is named)
  3  trouble: no such book, held by another program, damaged, disk full: what to do is said
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    parser = command_line()
    given = parser.parse_args(arguments)
    if not given.command:
        parser.print_help()
        return DONE
    try:
        status: int = given.act(given)
    except BrokenPipeError:  # whoever read us has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as error:
        status = _say(f"{error}. Check the name, its folder and the disk.", TROUBLE)
    except Malformed as malformed:
        status = _say(malformed, USAGE)
    except Refused as refused:
        status = _say(refused, NO)
    except Trouble as trouble:
        status = _say(trouble, TROUBLE)
    return TROUBLE if status == DONE and getattr(given, "damaged", None) else status


def _say(words: object, status: int) -> int:
    print(words, file=sys.stderr)
    return status


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {message}. See '{self.prog} --help'.\n")


def command_line() -> _Parser:
    """Every command, its words and its options; the man page is made of it, too."""
    parser = _Parser(
        prog="pitdesk",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description=textwrap.dedent("""\
            PitDesk without a screen: play a night from a shift file, read what a book says, check
            that nobody has touched it, back it up and put it back.

            A book is one SQLite file. Reading commands may run while the window holds the book.
            Money is printed in dollars and, with --json, given in whole cents."""),
        epilog=_EXIT,
    )
    parser.add_argument("--version", action="version", version=f"PitDesk {__version__}")
    parser.set_defaults(command=None)
    found = parser.add_subparsers(dest="command", metavar="command", title="commands")
    _playing(found)
    _reading(found)
    _chips(found)
    _bookkeeping(found)
    _leaving(found)
    _checking(found)
    _keeping(found)
    office.add(found)
    return parser


def _command(
    found: "argparse._SubParsersAction[_Parser]",
    name: str,
    act: Callable[[argparse.Namespace], int],
    words: str,
    more: str = "",
    parents: Sequence[_Parser] = (),
) -> _Parser:
    sub = found.add_parser(
        name,
        help=words,
        description=f"{words[0].upper()}{words[1:]}.\n\n{textwrap.dedent(more)}",
        epilog=_EXIT,
        parents=list(parents),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    sub.set_defaults(act=act)
    return sub


def _of_book() -> _Parser:
    shared = _Parser(add_help=False)
    shared.add_argument("--book", type=Path, required=True, metavar="BOOK.db", help="the book")
    return shared


def _as_json() -> _Parser:
    shared = _Parser(add_help=False)
    shared.add_argument("--json", action="store_true", help="for a script: JSON, money in cents")
    return shared


def _of_day() -> _Parser:
    shared = _Parser(add_help=False)
    which = shared.add_mutually_exclusive_group()
    which.add_argument("--date", type=date_of, metavar="YYYY-MM-DD", help="the day of this date")
    which.add_argument("--day", type=_number, metavar="N", help="the day of this number")
    return shared


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text[:7]) < 1_000_000 and len(text) < 7):
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 1 to 999999")
    return int(text)


def _chip(text: str) -> Chip:
    try:
        return Chip.named(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _playing(found: "argparse._SubParsersAction[_Parser]") -> None:
    sub = _command(
        found,
        "replay",
        commands.replay,
        "play a shift file at a desk, with its slips and its report",
        """\
        Plays FILE.shift line by line: every verb is asked of the rulebook, initialed with the PINs
        that the file gives, written to the book and printed. Leaves in DIR: slips/ with each part of
        each slip as text (.txt) and as the printer's bytes (.escpos), and for each sealed day the
        report as day-DATE.pdf and day-DATE.txt. A book that exists already is continued.

        The PINs of such a book stand in the shift file: it is for lessons, tests and trials.""",
        [_of_book()],
    )
    sub.add_argument("shift", type=Path, metavar="FILE.shift", help="the night, in plain text")
    sub.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the paper goes")
    sub.add_argument("--width", type=int, choices=WIDTHS, default=42, help="columns of the slips")
    sub = _command(found, "demo", commands.demo, "play the busy night that comes with PitDesk")
    sub.add_argument(
        "--out", type=Path, default=Path("demo-out"), metavar="DIR", help="default: demo-out"
    )


def _reading(found: "argparse._SubParsersAction[_Parser]") -> None:
    one_day = [_of_book(), _of_day()]
    _command(
        found,
        "day",
        commands.day,
        "what a gaming day came to, table by table and in one sum",
        "Without --date or --day: the last day of the book, sealed or not.",
        [*one_day, _as_json()],
    )
    sub = _command(
        found,
        "balance",
        commands.balance,
        "where every chip and every cent is, by the book",
        parents=[_of_book(), _as_json()],
    )
    sub.add_argument("--place", help="one place, such as 'chip bank' or 'tray 2'")
    _command(
        found,
        "slips",
        commands.slips,
        "every fill and credit slip of a day and what became of it",
        parents=[*one_day, _as_json()],
    )
    sub = _command(
        found,
        "report",
        commands.report,
        "the report of a day, again: the same bytes as the first time",
        parents=one_day,
    )
    sub.add_argument("--out", type=Path, metavar="FILE.pdf", help="default: day-DATE.pdf, here")
    sub.add_argument(
        "--strip", type=int, choices=WIDTHS, help="as a receipt strip of so many columns, to read"
    )
    sub = _command(
        found,
        "manual",
        bookkeeping.manual,
        "the manual on paper: every page, the keys, the words of the trade",
    )
    sub.add_argument("--pdf", type=Path, required=True, metavar="FILE.pdf", help="where it goes")
    sub = _command(
        found,
        "rules",
        commands.rules,
        "what the rulebook says, since when, and what checks it",
        parents=[_as_json()],
    )
    sub.add_argument("rule", nargs="?", metavar="ID", help="one rule, such as nd.08-05.3")
    sub.add_argument("--on", type=date_of, metavar="YYYY-MM-DD", help="values in force on this date")
    sub.add_argument("--book", type=Path, metavar="BOOK.db", help="say if this book used another one")


def _chips(found: "argparse._SubParsersAction[_Parser]") -> None:
    sub = _command(
        found,
        "chips",
        commands.chips,
        "where the chips of every type are; or everything that happened to one",
        "Owned: what is on hand, with players, and unaccounted for at counts.",
        [_of_book(), _as_json()],
    )
    sub.add_argument("--history", type=_chip, metavar="CHIP", help="one type, such as '$5' or 'pw$2'")
    sub = _command(
        found,
        "inventory",
        commands.inventory,
        "the casino chips inventory log, of one site or of all",
        """\
        Every chip type: received, sent, returned, destroyed, owned, and where it is; every delivery,
        count and difference. Name the books of all sites of an organization to see them together, and
        whether what one sent is what the other got. Status 1 if a chip type does not agree.""",
    )
    sub.add_argument(
        *("--book", "--books"),
        dest="books",
        type=Path,
        nargs="+",
        required=True,
        metavar="BOOK.db",
        help="the book, or the books of several sites",
    )
    sub.add_argument("--pdf", type=Path, metavar="FILE.pdf", help="on paper; default: here, to read")
    sub.add_argument("--strip", type=int, choices=WIDTHS, default=48, help="columns, to read")
    sub = _command(
        found,
        "notice",
        commands.notice,
        "the notice to hang up where a game is discontinued",
        "Until when its chips are redeemed, and where: as Inventory, Out of play, has it.",
        [_of_book()],
    )
    sub.add_argument("game", choices=GAMES, metavar="GAME", help=f"{' or '.join(GAMES)}")
    sub.add_argument("--pdf", type=Path, required=True, metavar="FILE.pdf", help="where it goes")
    sub = _command(
        found,
        "chip-set",
        commands.chip_set,
        "what speaks against the chips in play: values, names, colors, pairs that look alike",
        """\
        Each finding with its section, and whether the prescribed colors bind the site. Status 1 if the
        set is unlawful; where the colors do not bind, they alone do not make it so.""",
        [_of_book()],
    )
    sub.add_argument("--pdf", type=Path, metavar="FILE.pdf", help="the chip set in true size, on paper")


def _bookkeeping(found: "argparse._SubParsersAction[_Parser]") -> None:
    sub = _command(
        found,
        "summary",
        bookkeeping.summarize,
        "what a day, week, month or quarter came to, corrections in lines of their own",
        """\
        Weeks are Monday to Sunday. Dates without a sealed day are told, and so are late deposits. The
        figures are those of the signed documents that head office gets.""",
        [_of_book()],
    )
    add_span(sub)
    add_files(sub)
    sub.add_argument("--by", choices=BY, default="day", help="what a line is of; on paper, all")
    sub = _command(
        found,
        "tax",
        bookkeeping.tax,
        "the quarter's lines for the tax return, and what its figures ask for",
        """\
        Status 1 if they ask for something: more prizes than gross proceeds, or a hold so low that video
        has to be reviewed.""",
        [_of_book()],
    )
    add_quarter(sub)
    add_files(sub)
    sub = _command(
        found,
        "deposits",
        bookkeeping.deposits,
        "what is to be deposited and what was; with the bank's statement, whether it is there",
        """\
        Status 1 if a deposit is late or overdue, or if statement and book do not agree. A statement is a
        CSV file with a line of heads, or OFX (QFX).""",
        [_of_book()],
    )
    sub.add_argument(
        "--statement", type=Path, nargs="+", metavar="FILE", help="from the bank, CSV or OFX"
    )
    sub = _command(
        found,
        "export",
        bookkeeping.export_book,
        "the book as plain-text accounting, for a stranger's tool to add up",
        """\
        Every move of chips and cash, and all balances at each seal. To check it, 'hledger -f FILE check'
        or 'bean-check FILE'.""",
        [_of_book()],
    )
    sub.add_argument("form", choices=FORMATS, metavar="FORM", help=" or ".join(FORMATS))
    sub.add_argument("--out", type=Path, required=True, metavar="FILE", help="where it goes")
    sub.add_argument("--first", type=date_of, metavar="YYYY-MM-DD", help="gaming days from this one on")
    sub.add_argument("--last", type=date_of, metavar="YYYY-MM-DD", help="up to this one")


def _leaving(found: "argparse._SubParsersAction[_Parser]") -> None:
    sub = _command(
        found,
        "pack",
        bookkeeping.pack,
        "the audit pack of a quarter: everything for the auditor, with the tools to check it",
        "A folder that is not there yet; it is written whole, or not at all.",
        [_of_book()],
    )
    add_quarter(sub)
    sub.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where it goes")
    sub = _command(
        found,
        "send",
        sending.send_documents,
        "send sealed days, corrections and deposits to head office, or onto a stick",
        """\
        In order, each once; what is there with other content is told. No window may hold the book
        meanwhile. Status 1 if documents are in conflict.""",
        [_of_book()],
    )
    sub.add_argument(
        "--to", required=True, metavar="WHERE", help="a folder, or postgresql://ROLE@HOST/…"
    )
    sub.add_argument(
        "--again", action="store_true", help="all of them once more, for a head office that lost some"
    )


def _checking(found: "argparse._SubParsersAction[_Parser]") -> None:
    sub = _command(
        found,
        "check-slip",
        commands.check_slip,
        "check the code of a printed slip, against a book or with the public key alone",
        """\
        CODE is what a scanner reads from the QR, or the line CODE as typed; case, spaces and dashes do
        not matter. With --book it is held against the book: number, time, total, entry, and whether the
        slip is void since; with --date or --day also whether it is of that day. The site's key lies
        beside the book as BOOK.db.key. With --public alone a scanned code can be checked by anybody.

        Who has no PitDesk checks with resources/check_slip.py, the public key (--show-public) and, for
        typed codes, the site's list (--list).""",
        [_of_day()],
    )
    what = sub.add_mutually_exclusive_group(required=True)
    what.add_argument("code", nargs="?", metavar="CODE", help="as scanned or typed, in quotes")
    what.add_argument(
        "--list", action="store_true", help="the codes of every slip of the book, or of a day, as CSV"
    )
    what.add_argument("--show-public", action="store_true", help="the site's public key, to give away")
    sub.add_argument("--book", type=Path, metavar="BOOK.db", help="the book")
    sub.add_argument("--public", metavar="KEY", help="the public key, in place of the site's own key")
    sub.add_argument("--key", type=Path, metavar="FILE", help="the site's key; default: BOOK.db.key")


def _keeping(found: "argparse._SubParsersAction[_Parser]") -> None:
    _command(
        found,
        "verify",
        commands.verify,
        "read the whole book and name the first bad record",
        """\
        Checks the chain over the stored bytes, every column, posting, signature and number against
        those bytes, the sums of every entry, the balances as rebuilt from the journal, and the head
        that was noted beside the book when it was last closed.""",
        [_of_book(), _as_json()],
    )
    sub = _command(
        found,
        "support",
        support,
        "a file for whoever looks after the program: versions, verify, numbers, settings, log",
        """\
        It holds no entries, no names of people, no PINs and no amounts, and is sent by nobody but you.
        What is in it is printed. A book that is damaged has one too.""",
        [_of_book()],
    )
    sub.add_argument("--out", type=Path, required=True, metavar="FILE.zip", help="where it goes")
    sub = _command(
        found,
        "backup",
        commands.back_up,
        "copy a book while it is in use; the copy is verified before it is kept",
        parents=[_of_book()],
    )
    words = "replaced only by a good copy; in a folder a file for each weekday"
    sub.add_argument("target", type=Path, metavar="BACKUP.db", help=words)
    sub = _command(
        found,
        "restore",
        commands.put_back,
        "put a backup in the place of a book",
        """\
        The book that stood there is kept beside it under another name. Numbers of slips that were
        issued after the backup are on paper: give the last of each, so that none is used twice.""",
        [_of_book()],
    )
    sub.add_argument("backup", type=Path, metavar="BACKUP.db")
    sub.add_argument("--last-fill", type=_number, metavar="N", help="highest fill number on paper")
    sub.add_argument("--last-credit", type=_number, metavar="N", help="highest credit number on paper")


if __name__ == "__main__":
    sys.exit(main())
