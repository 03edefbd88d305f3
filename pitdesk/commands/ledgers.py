"""The commands of records beside the night: hold, cash banks, rent, tournaments, inspections."""

import argparse
import sys
from getpass import getpass
from pathlib import Path

from pitdesk import kinds
from pitdesk.book.figures import held
from pitdesk.book.journal import Journal
from pitdesk.book.past import Past, last_day, past_days, short
from pitdesk.book.people import Signer
from pitdesk.book.site import Site
from pitdesk.chips import dollars
from pitdesk.clock import MachineClock
from pitdesk.codes.own import open_keys
from pitdesk.commands.answers import DONE, NO, print_rows, reading, typed_answer, written
from pitdesk.commands.arguments import BOOK, QUARTER, Commands, files, option, pdf
from pitdesk.commands.arguments import span as of_span
from pitdesk.commands.reports import write_csv
from pitdesk.desk import Desk
from pitdesk.documents import evidence
from pitdesk.errors import Trouble
from pitdesk.records.banks import aged, ideal, reconciliations
from pitdesk.records.contests import Contest, Occasion
from pitdesk.records.kept import Kept
from pitdesk.records.rent import rent_sheet
from pitdesk.reports.holds import BY, hold_sheet, rows
from pitdesk.reports.summaries import span_of
from pitdesk.rules.book import Rulebook

MANAGERS = ("gaming manager", "shift manager")
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
        print("", *sheet.methods, sep="\n")
    return DONE


@commands.add(BOOK)
def banks(given: argparse.Namespace) -> int:
    """Show what each cash bank should hold, its reconciliations, and the IOUs that are open, by age.

    Status 1 if a reconciliation is due or late.
    """
    with reading(given) as journal:
        kept, site, day = Kept.of(journal.setup()), Site.of(journal.setup()), last_day(journal)
    today = site.local(MachineClock().now().at).date()
    changes = sorted((one for rows in kept.ideal.values() for one in rows), key=lambda one: one.on)
    print_rows(
        ["ideal since", "bank", "amount", "by", "why"],
        [[f"{one.on}", one.bank, dollars(one.cents), one.method, one.reason] for one in changes],
    )
    print(f"all banks: {dollars(sum(ideal(kept).values()))}\n")
    print_rows(
        [
            "reconciled",
            "bank",
            "ideal",
            "- lent",
            "+ borrowed",
            "+ undeposited",
            "= expected",
            "counted",
        ],
        [
            [f"{one.on}", one.bank, *map(dollars, _terms(one)), dollars(one.cents)]
            for one in kept.reconciled
        ],
    )
    print()
    print_rows(
        ["iou", "from", "to", "amount", "lent", "days"],
        [
            [f"{one.loan.number}", *one.loan[1:3], dollars(one.loan.cents), one.loan.lent, f"{one.days}"]
            for one in aged(day.loans if day else (), today)
        ],
    )
    waiting = [one for one in reconciliations(kept, today) if one.done is None]
    for one in waiting:
        print(f"{'LATE' if one.late(today) else 'due'} by {one.by}: {one.words}")
    return NO if waiting else DONE


def _terms(one: kinds.ReconcileBank) -> tuple[int, ...]:
    before = (one.ideal_cents, one.lent_cents, one.borrowed_cents, one.undeposited_cents)
    return (*before, one.expected_cents)


@commands.add(BOOK, QUARTER, option("--csv", type=Path, metavar="FILE.csv", help="for a spreadsheet"))
def rent(given: argparse.Namespace) -> int:
    """Show how often each table was used, quarter by quarter, and what the monthly rent may come to.

    A further table counts if it was used thirteen times in each of four quarters. Where it was used
    so in some of them, the text's example is cut off: ask the division.
    """
    rules, name = Rulebook.load(), given.quarter.name
    value = lambda rule, of: rules.value(rule, of, given.quarter.last)  # noqa: E731
    with reading(given) as journal:
        setup = journal.setup()
        kept = Kept.of(setup)
        besides = kept.rent.besides_cents if kept.rent else 0
        found = rent_sheet(journal, Site.of(setup), name, value, besides)
    quarters = [*found.tables[0].uses] if found.tables else [name]
    head = ["table", *quarters, "counts", "highest wager"]
    rows_ = [
        [one.table, *map(str, one.uses.values()), one.counts, dollars(one.most_cents)]
        for one in found.tables
    ]
    if given.csv:
        write_csv(given.csv, head, rows_)
        return DONE
    print_rows(head, rows_)
    print(f"\nlimit of the monthly rent: {dollars(found.limit_cents)}{', ASK' * found.unsure}")
    if kept.rent:
        print(f"rent as noted on {kept.rent.on}: {dollars(kept.rent.cents)}")
    return DONE


@commands.add(
    BOOK,
    option(
        "name", nargs="?", metavar="NAME", help="of a tournament or a poker occasion; all, without it"
    ),
    pdf("for paper: what players are told, register, prizes", required=False),
)
def tournament(given: argparse.Namespace) -> int:
    """Show tournaments and poker occasions: players and fees, prizes, what each came to.

    With a name, the register of its players; with --pdf, its papers.
    """
    from printers.reports.contests import contest_report, occasion_report  # noqa: PLC0415
    from printers.reports.letter import report_pdf  # noqa: PLC0415

    with reading(given) as journal:
        setup, last = journal.setup(), journal.entry(journal.head.seq)
    kept, at = Kept.of(setup), (Site.of(setup), last.at, short(last.hash))
    contest, occasion = kept.contests.get(given.name), kept.occasions.get(given.name)
    if given.name and not contest and not occasion:
        known = ", ".join([*kept.contests, *kept.occasions]) or "none"
        raise Trouble(f"The book has no tournament or occasion {given.name}. It has: {known}.")
    if given.pdf and contest:
        return written(given.pdf, report_pdf(contest_report(contest, *at)))
    if given.pdf and occasion:
        return written(given.pdf, report_pdf(occasion_report(occasion, *at)))
    if contest:
        _print_register(contest)
    else:
        _print_contests(kept)
    return DONE


def _print_register(contest: Contest) -> None:
    print_rows(
        ["player", "fee", "paid", "on", "by"],
        [
            [name, fee.what, dollars(fee.cents), f"{fee.on}", by]
            for name, player in contest.players.items()
            for fee, by in player.fees
        ],
    )
    print()
    print_rows(
        ["prize", "of", "worth", "what"],
        [
            [one.player, f"round {one.round}" if one.round else "all", dollars(one.cents), one.goods]
            for one, _ in contest.prizes
        ],
    )


def _deposited(one: Contest | Occasion) -> str:
    """When its money was deposited, or what is owed of it; "-" where it brought none."""
    if one.deposited:
        return f"{one.deposited}"
    return f"owes {dollars(one.owed_cents)}" if one.owed_cents else "-"


def _print_contests(kept: Kept) -> None:
    rows_ = [
        [
            *(name, one.set.game, f"{one.set.date}", f"{len(one.players)}"),
            *map(dollars, (one.gross_cents, one.prizes_cents, one.agp_cents)),
            held(one.agp_cents, one.gross_cents),
            _deposited(one),
        ]
        for name, one in kept.contests.items()
    ]
    heads = ["tournament", "game", "on", "players", "gross", "prizes", "adj. gross", "hold %"]
    print_rows([*heads, "deposited"], rows_)
    print()
    print_rows(
        ["poker occasion", "from", "to", "fees", "cash bank", "deposited"],
        [
            [
                *(name, one.set.since, one.set.until, dollars(one.gross_cents)),
                "counted" if one.closed else "not counted",
                _deposited(one),
            ]
            for name, one in kept.occasions.items()
        ],
    )


@commands.add(
    BOOK,
    option("--agent", required=True, metavar="NAME", help="who is shown the book"),
    option("--by", required=True, metavar="ID", help="the manager who allows it; the PIN is asked for"),
    option("--minutes", type=int, default=60, metavar="N", help="for how long; an hour by default"),
)
def inspect(given: argparse.Namespace) -> int:
    """Show an agent of the attorney general what a book has: its days, their seals, whether it is whole.

    A manager's PIN allows it, and an entry is kept of it; nothing else is written. Close the window
    first: it holds the book. Status 1 if the book is not whole.
    """
    with Journal.open(given.book) as journal:
        pepper, key = open_keys(journal, MachineClock())
        desk = Desk(journal, pepper, key=key)
        entry = desk.inspect(given.agent, given.minutes, [manager(desk, given.by)])
    print(f"entry {entry.seq}: opened for {given.agent}, {given.minutes} minutes\n")
    with reading(given) as journal:
        verdict = evidence.verify(journal)
        days = past_days(journal)
    print_rows(
        ["day", "date", "gross", "adj. gross", "over/short", "deposit", "head at the seal"],
        [
            [
                f"{day.day}",
                f"{day.date}",
                *(_or_dash(cents) for cents in _cents(day)),
                day.head or "open",
            ]
            for day in days
        ],
    )
    print(f"\n{'whole' if verdict.ok else 'NOT WHOLE'}: entry {verdict.seq}. {verdict.words}")
    return DONE if verdict.ok else NO


def _cents(day: Past) -> tuple[int | None, ...]:
    return day.gross_cents, day.agp_cents, day.over_short_cents, day.deposit_cents


def _or_dash(cents: int | None) -> str:
    return "-" if cents is None else dollars(cents)


def manager(desk: Desk, who: str) -> Signer:
    """A manager's initials, with the PIN as it is typed, unseen; from a pipe, its first line."""
    person = desk.site.people.get(who)
    held = [role.name for role in person.roles if role.name in MANAGERS] if person else []
    pin = getpass(f"PIN of {who}: ") if sys.stdin.isatty() else typed_answer().strip()
    return Signer(who, held[0] if held else MANAGERS[0], pin=pin)
