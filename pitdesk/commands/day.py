"""The commands of a day: what it came to, its slips and their codes, its report."""

import argparse
import sys
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from pitdesk import kinds
from pitdesk.book.banks import game_of
from pitdesk.book.day import Day
from pitdesk.book.figures import Figures, Result, bank_deposits, figures, of_banks
from pitdesk.book.past import site_of
from pitdesk.book.seats import Turns
from pitdesk.book.site import Site
from pitdesk.book.slip import PARTS, Slip
from pitdesk.chips import dollars
from pitdesk.codes.keys import SiteKey, key_path, older
from pitdesk.codes.slips import CodeVerdict, check, check_any, codes, genuine
from pitdesk.commands.answers import (
    DONE,
    NO,
    USAGE,
    asked_day,
    grouped,
    print_json,
    print_rows,
    reading,
    write,
    written,
)
from pitdesk.commands.arguments import BOOK, JSON, WIDTHS, Commands, one_day, option
from pitdesk.desk.readings import compared, so_far
from pitdesk.errors import Trouble
from pitdesk.reports import sheet
from pitdesk.reports.disputes import disputes
from pitdesk.reports.mistakes import taken_back, told
from pitdesk.rules.book import Rulebook

_FIGURES = (*("gross", "prizes", "agp", "cash_profit", "outstanding_change", "over_short", "overnight"),)
_MORE_FIGURES = (
    *("over_short_cash", "over_short_chips", "overnight_cash", "overnight_chips"),
    *("start_cash", "supplied", "end_cash"),
)
_OF_THE_DROP = ("gross", "agp", "cash_profit", "deposit")
_OF_A_TABLE = ("drop", "opener", "fills", "credits", "closer", "win")
commands = Commands()


@commands.add(
    BOOK, one_day, JSON, option("--now", action="store_true", help="the night so far, of an open day")
)
def day(given: argparse.Namespace) -> int:
    """Show what a gaming day came to, table by table and in all.

    Without --date or --day: the last day of the book, sealed or not.
    """
    with reading(given) as journal:
        day = asked_day(journal, given)
        if given.now:
            return _now(day, given)
        result = figures(day)
    if given.json:
        return print_json(_figures(day, result))
    state = _state(day)
    print(f"Day {day.number}, {day.date:%A %B} {day.date.day}, {day.date.year}: {state}\n")
    print_rows(
        ["table", "drop", "closer", "credits", "opener", "fills", "win", "hold %"],
        [_table_row(row, day) for row in (*result.tables, result.all)],
    )
    print()
    for name in _FIGURES:
        known = _known(day, name, getattr(result, f"{name}_cents"))
        print(f"{name.replace('_', ' '):<20}{known:>14}")
    for turn in day.shifts:
        span = " to ".join(_clock(day, at) for at in (turn.since, turn.until))
        print(f"{'shift of ' + day.initials.get(turn.person, turn.person):<20}{span:>14}")
    for one in day.tills.spans:
        span = " to ".join(_clock(day, at) for at in (one.since, one.until))
        off = dollars(day.tills.off_cents(one))
        print(f"{one.drawer + ' of ' + day.initials.get(one.person, one.person):<20}{span:>14}{off:>14}")
    deposit_cents = result.deposit_cents(day.seal.cents) if day.seal else None
    print(f"{'deposit':<20}{_known(day, 'deposit', deposit_cents):>14}")
    if day.seal:
        print(f"{'deposit due':<20}{day.seal.deposit_due.isoformat():>14}")
    if banks := _banks(day):
        print()
        print_rows(
            ["bank", *(name.replace("_", " ") for name in _OF_A_BANK), "deposit"],
            [[bank, *("-" if one is None else dollars(one) for one in of)] for bank, *of in banks],
        )
    if back := taken_back(day):
        print()
        print_rows(
            ["entry", "taken back", "amount", "by", "reason"],
            [
                [
                    f"{one.entry.seq}, {one.how} by {one.reversal.seq}",
                    told(one.entry, lambda person: day.initials.get(person, person)),
                    dollars(one.entry.worth_cents),
                    " ".join(signature.initials for signature in one.reversal.signatures),
                    one.reversal.fact.reason,
                ]
                for one in back
            ],
        )
    if opened := _opened(day):
        print()
        print_rows(
            ["entry", "opened, no cash due", "by", "reason"],
            [[f"{one[name]}" for name in ("entry", "drawer", "by", "reason")] for one in opened],
        )
    if day.sealed:
        print(f"\nsealed by entry {day.sealed.seq}, chain head {grouped(day.sealed.hash)}")
    return DONE


def _now(day: Day, given: argparse.Namespace) -> int:
    """The night so far beside its last reading; that is no reading itself, and nothing is written."""
    if day.sealed:
        raise Trouble(f"Day {day.number} is sealed: what it came to stands there without --now.")
    last = next((entry.of(kinds.Reading) for entry in reversed(day.readings.entries)), None)
    lines = [*compared(so_far(day, day.balances), sorted(day.tills.blind), last)]
    if given.json:
        return print_json([line._asdict() for line in lines])
    rows = [
        [
            line.what,
            "being counted" if line.cents is None else dollars(line.cents),
            dollars(line.change) if line.change else "",
        ]
        for line in lines
    ]
    print_rows(["the night so far", "now", f"since reading {last.number}" if last else "since"], rows)
    for slip in day.slips.values():
        if slip.on_the_way:
            print(f"{slip.name} table {slip.table} is open: {dollars(slip.chips.cents)}")
    return DONE


def _state(day: Day) -> str:
    if day.pending:
        return (
            f"closed, DROP PENDING: to count: {', '.join(day.waiting) or 'nothing more; finish the day'}"
        )
    if day.finished:
        return f"sealed; its drop was counted later, entry {day.finished.seq}"
    return "sealed" if day.sealed else "NOT SEALED"


def _known(day: Day, name: str, cents: int | None) -> str:
    """A figure in dollars; one that lacks a drop says so."""
    if cents is None:
        return "-"
    return dollars(cents) + " so far" * (day.pending and name in _OF_THE_DROP)


_OF_A_BANK = ("gross", "cash_profit", "over_short", "overnight")


def _banks(day: Day) -> list[tuple[str, int, int, int, int, int | None]]:
    """Each game's cash bank, where each has its own: its name, its figures, its part of the deposit."""
    parts = {part.drawer: part.cents for part in bank_deposits(day)}
    return [
        (
            game_of(day, drawer),
            one.gross_cents,
            one.cash_profit_cents,
            one.over_short_cents,
            one.overnight_cents,
            parts.get(drawer),
        )
        for drawer, one in of_banks(day).items()
    ]


def _figures(day: Day, result: Figures) -> dict[str, object]:
    seal = day.seal
    return {
        "day": day.number,
        "date": day.date.isoformat(),
        "sealed": day.sealed is not None,
        "head": day.sealed.hash.hex() if day.sealed else None,
        "pending": [*day.waiting],
        "finished": day.finished.hash.hex() if day.finished else None,
        **{name: getattr(result, f"{name}_cents") for name in _FIGURES},
        "deposit": result.deposit_cents(seal.cents) if seal else None,
        "deposit_due": seal.deposit_due.isoformat() if seal else None,
        "cash_profit_the_other_way": result.cash_profit_booked_cents,
        **{name: getattr(result, f"{name}_cents") for name in _MORE_FIGURES},
        "shifts": _turns(day.shifts),
        "drawers": [
            {"drawer": one.drawer, "over_short": day.tills.off_cents(one)}
            | _turn(one.person, one.since, one.until)
            for one in day.tills.spans
        ],
        "reversals": [
            {"entry": one.entry.seq, "kind": one.entry.kind, "cents": one.entry.worth_cents}
            | {"by": one.reversal.seq, "how": one.how, "reason": one.reversal.fact.reason}
            for one in taken_back(day)
        ],
        "opened": _opened(day),
        "tables": [
            {"table": row.name, "game": day.tables[row.name].game}
            | {"seats": _turns(day.tables[row.name].seats)}
            | {name: getattr(row, f"{name}_cents") for name in _OF_A_TABLE}
            | {"hold": row.hold}
            for row in result.tables
        ],
    } | {"banks": [dict(zip(("bank", *_OF_A_BANK, "deposit"), of, strict=True)) for of in _banks(day)]}


def _opened(day: Day) -> list[dict[str, object]]:
    """Each time that a drawer was opened with no cash due."""
    return [
        {"entry": entry.seq, "drawer": fact.drawer, "by_key": fact.by_key}
        | {"by": entry.signatures[0].initials, "reason": fact.reason}
        for fact, entry in day.facts(kinds.OpenDrawer)
    ]


def _clock(day: Day, at: datetime | None) -> str:
    """A time on the site's clock that day."""
    return f"{at.astimezone(ZoneInfo(day.opening.zone or 'UTC')):%H:%M}" if at else "now"


def _turns(turns: Turns) -> list[dict[str, str | None]]:
    """Who, from when to when in UTC; null where it goes on."""
    return [_turn(turn.person, turn.since, turn.until) for turn in turns]


def _turn(person: str, since: datetime, until: datetime | None) -> dict[str, str | None]:
    return {
        "person": person,
        "from": since.isoformat(),
        "to": until.isoformat() if until else None,
    }


def _table_row(row: Result, day: Day) -> list[str]:
    """A table's sum, or that of all; drop, win and hold are pending where a box waits after the seal."""
    waiting = {table.table for table in day.waiting.values()} if day.pending else {*()}
    drop, *between, win = map(dollars, row.terms_cents)
    if waiting and row.name in {*waiting, "All"}:
        return [row.name, "pending", *between, "pending", "pending"]
    return [row.name, drop, *between, win, row.hold]


@commands.add(BOOK, one_day, JSON)
def slips(given: argparse.Namespace) -> int:
    """List every fill and credit slip of a day and what became of it."""
    with reading(given) as journal:
        day = asked_day(journal, given)
    if given.json:
        return print_json([_slip(slip) for slip in day.slips.values()])
    rows = [
        [
            slip.name,
            slip.table,
            dollars(slip.chips.cents),
            slip.state,
            f"{slip.entry.seq} {slip.entry.hash.hex()[:4]} {slip.entry.hash.hex()[4:8]}",
            *(f"{slip.on_paper(part)}; {slip.found.get(part) or '-'}" for part in PARTS),
            slip.reason,
        ]
        for slip in day.slips.values()
    ]
    print_rows(["slip", "table", "value", "state", "entry, check", *PARTS, "reason"], rows)
    return DONE


def _slip(slip: Slip) -> dict[str, object]:
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
        "paper": {part: slip.on_paper(part) for part in PARTS},
        "found": {part: slip.found.get(part) for part in PARTS},
    }


@commands.add(
    BOOK,
    one_day,
    option("--out", type=Path, metavar="FILE.pdf", help="default: day-DATE.pdf, here"),
    option("--issue", type=int, choices=(1, 2), help="of a day whose boxes were counted after its seal"),
    option("--strip", type=int, choices=WIDTHS, help="as text for a receipt, with so many columns"),
    option(
        "--dispute", type=int, metavar="ENTRY", help="in its place the sheet of a dispute of that day"
    ),
)
def report(given: argparse.Namespace) -> int:
    """Print the report of a day again, with the same bytes as the first time.

    A day that was closed, drop pending, has a second issue once its boxes are counted; it is the
    one that is printed, unless --issue 1 asks for the first.

    PitDesk makes no report of a damaged book: it would bear the old chain head.
    """
    with reading(given) as journal:
        day = asked_day(journal, given)
        verdict = journal.verify(day.opened.seq)
        if given.damaged or not verdict.ok:
            raise Trouble(f"PitDesk makes no report of {given.book}: run 'pitdesk verify' to see why.")
        if given.issue:
            try:
                day = day.issue(given.issue)
            except ValueError as error:
                raise Trouble(f"{str(error).capitalize()}. Leave --issue out for the newest.") from None
        site = site_of(journal, day)
    if given.dispute is not None:
        return _dispute(day, site, given)
    if given.strip and not given.out:
        sys.stdout.write(report_text(day, site, given.strip))
        return DONE
    path = given.out or Path(f"day-{day.date}.pdf")
    if given.strip:
        write(path, report_text(day, site, given.strip).encode())
    else:
        write_report(day, site, path)
    print(path)
    return DONE


def _dispute(day: Day, site: Site, given: argparse.Namespace) -> int:
    """Print the sheet of a dispute again."""
    from printers.reports.letter import report_pdf  # noqa: PLC0415
    from printers.reports.strip import report_strip  # noqa: PLC0415
    from printers.reports.tables.dispute import dispute_report  # noqa: PLC0415

    known = {one.entry.seq: one for one in disputes(day)}
    if given.dispute not in known:
        has = f"has those of entries {', '.join(map(str, known))}" if known else "has none"
        raise Trouble(f"Entry {given.dispute} is no dispute of {day.date}; that day {has}.")
    paper = dispute_report(known[given.dispute], site)
    if given.strip:
        print(*report_strip(paper, given.strip), sep="\n")
        return DONE
    return written(given.out or Path(f"dispute-{given.dispute}.pdf"), report_pdf(paper))


def write_report(day: Day, site: Site, path: Path) -> None:
    """Write the report of a day as PDF."""
    from printers.reports.day import build  # noqa: PLC0415
    from printers.reports.letter import report_pdf  # noqa: PLC0415

    write(path, report_pdf(build(day, site, Rulebook.load())))


def report_text(day: Day, site: Site, width: int) -> str:
    """The report of a day as text for a receipt with so many columns."""
    from printers.reports.day import build  # noqa: PLC0415
    from printers.reports.strip import report_strip  # noqa: PLC0415
    from printers.slips.letterhead import footer, heading  # noqa: PLC0415

    strip = report_strip(build(day, site, Rulebook.load()), width)
    return "\n".join([*heading(site, width), *strip, *footer(site, width), ""])


# Codes of slips


def _asked(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("code", nargs="?", metavar="CODE", help="as scanned or typed, in quotes")
    words = "list the codes of every slip of the book, or of a day, as CSV"
    what.add_argument("--list", action="store_true", help=words)
    words = "print the site's public key, to give away"
    what.add_argument("--show-public", action="store_true", help=words)


@commands.add(
    one_day,
    _asked,
    option("--book", type=Path, metavar="BOOK.db", help="the book"),
    option("--public", metavar="KEY", help="the public key, in place of the site's own key"),
    option("--key", type=Path, metavar="FILE", help="the site's key; default: BOOK.db.key"),
)
def check_slip(given: argparse.Namespace) -> int:
    """Check the code of a printed slip, against a book or with the public key alone.

    CODE is what a scanner reads from the QR code, or the line CODE as typed; case, spaces and
    dashes do not matter. With --book PitDesk compares it with the book: number, time, total, entry,
    and whether the slip was voided since; with --date or --day also whether it is of that day. The
    site's key lies beside the book as BOOK.db.key. With --public alone, anybody can check a scanned
    code.

    Without PitDesk, use resources/check_slip.py with the public key (--show-public) and, for typed
    codes, the site's list (--list).
    """
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


def _verdict(given: argparse.Namespace) -> CodeVerdict:
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
        raise Trouble(
            "This needs the site's own key. Name its file with --key, or its book with --book."
        )
    return SiteKey.read(given.key or given.book.with_name(given.book.name + ".key"))


def _list_codes(given: argparse.Namespace) -> int:
    """A row for each part of each slip, and for its void, with the full signature, oldest slip first."""
    if not given.book:
        raise Trouble("A list needs a book. Name it with --book.")
    key = _site_key(given)
    with reading(given) as journal:
        day = asked_day(journal, given).number if given.date or given.day else None
        rows = [(code, claim) for code, claim in codes(journal, key, day=day)]
    lines: list[list[object]] = [["code", "slip", "part", "void", "at", "cents", "entry", "qr"]]
    for code, claim in reversed(rows):
        slip, at = f"{claim.series} {claim.number:06}", claim.at.isoformat()
        part = (claim.part, "void" if claim.void else "")
        lines.append([code.short, slip, *part, at, claim.cents, claim.entry, code.qr])
    sys.stdout.write(sheet.written(lines, end="\n"))
    return DONE
