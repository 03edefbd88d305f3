"""The commands of a day: what it came to, its slips and their codes, its report."""

import argparse
import csv
import sys
from pathlib import Path
from typing import Any

from pitdesk.book.day import Day, Slip
from pitdesk.book.figures import figures
from pitdesk.book.past import site_of
from pitdesk.book.site import Site
from pitdesk.chips import dollars
from pitdesk.codes.keys import SiteKey, key_path, older
from pitdesk.codes.slips import Verdict, check, check_any, codes, genuine
from pitdesk.commands.answers import DONE, NO, USAGE, asked_day, grouped, print_json, print_rows, reading
from pitdesk.commands.arguments import WIDTHS, Commands, command, with_book, with_day, with_json
from pitdesk.errors import Trouble
from pitdesk.rules.book import Rulebook


def add(found: Commands) -> None:
    """Add day, slips, report and check-slip to the command line."""
    one_day = [with_book(), with_day()]
    command(
        found,
        "day",
        day,
        "what a gaming day came to, table by table and in one sum",
        "Without --date or --day: the last day of the book, sealed or not.",
        [*one_day, with_json()],
    )
    command(
        found,
        "slips",
        slips,
        "every fill and credit slip of a day and what became of it",
        parents=[*one_day, with_json()],
    )
    sub = command(
        found,
        "report",
        report,
        "the report of a day, again: the same bytes as the first time",
        parents=one_day,
    )
    sub.add_argument("--out", type=Path, metavar="FILE.pdf", help="default: day-DATE.pdf, here")
    sub.add_argument(
        "--strip", type=int, choices=WIDTHS, help="as a receipt strip of so many columns, to read"
    )
    sub = command(
        found,
        "check-slip",
        check_slip,
        "check the code of a printed slip, against a book or with the public key alone",
        """\
        CODE is what a scanner reads from the QR, or the line CODE as typed; case, spaces and dashes do
        not matter. With --book it is held against the book: number, time, total, entry, and whether the
        slip is void since; with --date or --day also whether it is of that day. The site's key lies
        beside the book as BOOK.db.key. With --public alone a scanned code can be checked by anybody.

        Who has no PitDesk checks with resources/check_slip.py, the public key (--show-public) and, for
        typed codes, the site's list (--list).""",
        [with_day()],
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


def day(given: argparse.Namespace) -> int:
    """What a day came to."""
    with reading(given) as journal:
        day = asked_day(journal, given)
        result = figures(day)
    names = "gross prizes agp cash_profit outstanding_change over_short"
    found: dict[str, Any] = {"day": day.number, "date": day.date.isoformat()}
    found["sealed"] = day.sealed is not None
    found["head"] = day.sealed.hash.hex() if day.sealed else None
    found |= {name: getattr(result, name) for name in names.split()}
    found["deposit"] = day.seal.deposit_cents if day.seal else None
    found["deposit_due"] = day.seal.deposit_due.isoformat() if day.seal else None
    found["cash_profit_the_other_way"] = result.cash_profit_the_other_way
    found |= {
        name: getattr(result, name)
        for name in ("over_short_cash", "over_short_chips", "start_cash", "supplied", "end_cash")
    }
    found["tables"] = [
        {
            "table": row.name,
            "game": day.tables[row.name].game,
            **{
                name: getattr(row, name)
                for name in ("drop", "opener", "fills", "credits", "closer", "win", "hold")
            },
        }
        for row in result.tables
    ]
    if given.json:
        return print_json(found)
    state = "sealed" if found["sealed"] else "NOT SEALED"
    print(f"Day {day.number}, {day.date:%A %B} {day.date.day}, {day.date.year}: {state}\n")
    print_rows(
        ["table", "drop", "closer", "credits", "opener", "fills", "win", "hold %"],
        [_table_row(row) for row in (*result.tables, result.all)],
    )
    print()
    for name in (*names.split(), "deposit"):
        amount = "-" if found[name] is None else dollars(found[name])
        print(f"{name.replace('_', ' '):<20}{amount:>14}")
    if found["deposit_due"]:
        print(f"{'deposit due':<20}{found['deposit_due']:>14}")
    if day.sealed:
        print(f"\nsealed by entry {day.sealed.seq}, chain head {grouped(day.sealed.hash)}")
    return DONE


def _table_row(row: Any) -> list[str]:
    money = (row.drop, row.closer, row.credits, row.opener, row.fills, row.win)
    return [row.name, *(dollars(cents) for cents in money), row.hold]


def slips(given: argparse.Namespace) -> int:
    """What became of every slip."""
    with reading(given) as journal:
        day = asked_day(journal, given)
    slips = [_slip(slip) for slip in day.slips.values()]
    if given.json:
        return print_json(slips)
    rows = [
        [
            slip["slip"],
            slip["table"],
            dollars(slip["cents"]),
            slip["state"],
            f"{slip['entry']} {slip['check'][:4]} {slip['check'][4:]}",
            *(f"{slip['paper'][part]}; {slip['found'][part] or '-'}" for part in ("original", "copy")),
            slip["reason"],
        ]
        for slip in slips
    ]
    print_rows(["slip", "table", "value", "state", "entry, check", "original", "copy", "reason"], rows)
    return DONE


def _slip(slip: Slip) -> dict[str, Any]:
    return {
        "slip": slip.name,
        "series": slip.series,
        "number": slip.number,
        "table": slip.table,
        "from": slip.source,
        "to": slip.destination,
        "chips": slip.chips.names,
        "cents": slip.chips.cents,
        "at": slip.entry.at.isoformat(),
        "entry": slip.entry.seq,
        "check": slip.entry.hash.hex()[:8],
        "state": slip.state,
        "reason": slip.reason,
        "signed": {step: f"{s.person} ({s.role})" for step, s in slip.signed.items()},
        "paper": {part: slip.on_paper(part) for part in ("original", "copy")},
        "found": {part: slip.found.get(part) for part in ("original", "copy")},
    }


def report(given: argparse.Namespace) -> int:
    """The report again; never from a book that is not whole, for it would bear the old chain head."""
    with reading(given) as journal:
        day = asked_day(journal, given)
        verdict = journal.verify(day.opened.seq)
        if given.damaged or not verdict.ok:
            raise Trouble(f"No report is made of {given.book}: see 'pitdesk verify'.")
        site = site_of(journal, day)
    if not given.strip:
        print(write_report(day, site, given.out or Path(f"day-{day.date}.pdf")))
    elif given.out:
        print(write_strip(day, site, given.out, given.strip))
    else:
        print("\n".join(_strip_lines(day, site, given.strip)))
    return DONE


def write_report(day: Day, site: Site, path: Path) -> Path:
    """Write the report of a day as PDF."""
    from printers.reports.day import build  # noqa: PLC0415
    from printers.reports.letter import report_pdf  # noqa: PLC0415

    path.write_bytes(report_pdf(build(day, site, Rulebook.load())))
    return path


def write_strip(day: Day, site: Site, path: Path, width: int) -> Path:
    """Write the report of a day as a strip of so many columns."""
    path.write_text("\n".join(_strip_lines(day, site, width)) + "\n", "utf-8")
    return path


def _strip_lines(day: Day, site: Site, width: int) -> list[str]:
    from printers.reports.day import build  # noqa: PLC0415
    from printers.reports.strip import report_strip  # noqa: PLC0415

    return report_strip(build(day, site, Rulebook.load()), width)


# Codes of slips


def check_slip(given: argparse.Namespace) -> int:
    """Whether a slip is genuine; the codes of a book; the public key."""
    if not given.public and not given.key and not given.book:
        print("Name the book with --book, the public key with --public, or both.", file=sys.stderr)
        return USAGE
    if given.show_public:
        print(_site_key(given).public)
        return DONE
    if given.list:
        return _list_codes(given)
    try:
        verdict = _verdict(given)
    except ValueError as error:
        print(error, file=sys.stderr)
        return NO
    print(f"{verdict.kind}: {verdict.words}")
    return DONE if verdict.ok else NO


def _verdict(given: argparse.Namespace) -> Verdict:
    key = given.public or _site_key(given)
    if not given.book:
        return genuine(given.code, key)
    with reading(given) as journal:
        asked = asked_day(journal, given).number if given.date or given.day else None
        if isinstance(key, SiteKey) and not given.key:
            return check_any(journal, given.code, [key, *older(key_path(journal))], day=asked)
        return check(journal, given.code, key, day=asked)


def _site_key(given: argparse.Namespace) -> SiteKey:
    """The key of the site, which is only read here, never made."""
    if not given.key and not given.book:
        raise Trouble("The site's own key is needed. Name its file with --key, or its book with --book.")
    return SiteKey.read(given.key or given.book.with_name(given.book.name + ".key"))


def _list_codes(given: argparse.Namespace) -> int:
    """A row for each face of each slip, with the whole signature, oldest slip first."""
    if not given.book:
        raise Trouble("A list is made of a book. Name it with --book.")
    key = _site_key(given)
    with reading(given) as journal:
        day = asked_day(journal, given).number if given.date or given.day else None
        rows = [(code, claim) for code, claim in codes(journal, key, day=day)]
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["code", "slip", "part", "void", "at", "cents", "entry", "qr"])
    for code, claim in reversed(rows):
        slip, at = f"{claim.series} {claim.number:06}", claim.at.isoformat()
        face = (claim.part, "void" if claim.void else "")
        writer.writerow([code.short, slip, *face, at, claim.cents, claim.entry, code.qr])
    return DONE
