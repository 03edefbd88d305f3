"""The bookkeeper's commands: summaries, the tax, deposits, export, audit pack, the manual."""

import argparse
import csv
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

from pitdesk.book.journal import Journal
from pitdesk.book.site import Deposit, Site
from pitdesk.chips import dollars
from pitdesk.clock import MachineClock
from pitdesk.codes.keys import SiteKey
from pitdesk.commands.answers import DONE, NO, print_rows, reading, written
from pitdesk.commands.arguments import (
    Commands,
    add_files,
    add_quarter,
    add_span,
    command,
    date_of,
    with_book,
)
from pitdesk.documents.statement import Matched, match, read
from pitdesk.errors import Trouble
from pitdesk.reports.days import Records, Sealed, of_book
from pitdesk.reports.ledger import FORMATS, export
from pitdesk.reports.pack import Faces, write_pack
from pitdesk.reports.summaries import BY, Line, Span, Summary, Sums, figures, span_of, summary, table
from pitdesk.reports.tax import Quarter, quarter_summary, video_of
from pitdesk.reports.tax import table as tax_table
from pitdesk.rules.book import Rulebook

_LATE = "nd.03-10.1"


def add(found: Commands) -> None:
    """Add summary, tax, deposits, export, pack and manual to the command line."""
    sub = command(
        found,
        "summary",
        summarize,
        "what a day, week, month or quarter came to, corrections in lines of their own",
        """\
        Weeks are Monday to Sunday. Dates without a sealed day are told, and so are late deposits. The
        figures are those of the signed documents that head office gets.""",
        [with_book()],
    )
    add_span(sub)
    add_files(sub)
    sub.add_argument("--by", choices=BY, default="day", help="what a line is of; on paper, all")
    sub = command(
        found,
        "tax",
        tax,
        "the quarter's lines for the tax return, and what its figures ask for",
        """\
        Status 1 if they ask for something: more prizes than gross proceeds, or a hold so low that video
        has to be reviewed.""",
        [with_book()],
    )
    add_quarter(sub)
    add_files(sub)
    sub = command(
        found,
        "deposits",
        deposits,
        "what is to be deposited and what was; with the bank's statement, whether it is there",
        """\
        Status 1 if a deposit is late or overdue, or if statement and book do not agree. A statement is a
        CSV file with a line of heads, or OFX (QFX).""",
        [with_book()],
    )
    sub.add_argument(
        "--statement", type=Path, nargs="+", metavar="FILE", help="from the bank, CSV or OFX"
    )
    _add_leaving(found)


def _add_leaving(found: Commands) -> None:
    sub = command(
        found,
        "export",
        export_book,
        "the book as plain-text accounting, for a stranger's tool to add up",
        """\
        Every move of chips and cash, and all balances at each seal. To check it, 'hledger -f FILE check'
        or 'bean-check FILE'.""",
        [with_book()],
    )
    sub.add_argument("form", choices=FORMATS, metavar="FORM", help=" or ".join(FORMATS))
    sub.add_argument("--out", type=Path, required=True, metavar="FILE", help="where it goes")
    sub.add_argument("--first", type=date_of, metavar="YYYY-MM-DD", help="gaming days from this one on")
    sub.add_argument("--last", type=date_of, metavar="YYYY-MM-DD", help="up to this one")
    sub = command(
        found,
        "pack",
        pack,
        "the audit pack of a quarter: everything for the auditor, with the tools to check it",
        "A folder that is not there yet; it is written whole, or not at all.",
        [with_book()],
    )
    add_quarter(sub)
    sub.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where it goes")
    sub = command(
        found,
        "manual",
        manual,
        "the manual on paper: every page, the keys, the words of the trade",
    )
    sub.add_argument("--pdf", type=Path, required=True, metavar="FILE.pdf", help="where it goes")


def summarize(given: argparse.Namespace) -> int:
    """What a day, week, month or quarter came to."""
    with reading(given) as journal:
        told, today = _told(journal), _today(journal)
    span = span_of(given.span, given.on)
    _some(told, span, given.book)
    return tell_summary(told, span, given, today)


def tell_summary(told: Records, span: Span, given: argparse.Namespace, today: date) -> int:
    """Say a summary, or write it: as given with --by, --csv and --pdf."""
    from printers.reports.summaries import summary_report  # noqa: PLC0415

    found = summary(told, span, given.by, today=today)
    if given.csv:
        write_csv(given.csv, *table(found))
    if given.pdf:
        _write_pdf(given.pdf, summary_report(told, span, today=today))
    if not given.csv and not given.pdf:
        _say(found)
    return DONE


def tax(given: argparse.Namespace) -> int:
    """The quarter's summary for the tax return."""
    with reading(given) as journal:
        told, today = _told(journal), _today(journal)
        video = video_of(Site.of(journal.setup()))
    _some(told, given.quarter, given.book)
    return tell_tax(told, given, today, dict.fromkeys(told.sites, video))


def tell_tax(
    told: Records, given: argparse.Namespace, today: date, video: Mapping[str, bool] | None = None
) -> int:
    """Say a quarter's lines for the tax return, or write them; NO if its figures ask for something."""
    from printers.reports.summaries import summary_report  # noqa: PLC0415

    span: Span = given.quarter
    try:
        found = quarter_summary(told, span, Rulebook.load(), video or {}, today=today)
    except KeyError as error:
        raise Trouble(f"The rulebook does not reach back to {span.name}: {error}.") from None
    if given.csv:
        write_csv(given.csv, *tax_table(found))
    if given.pdf:
        _write_pdf(given.pdf, summary_report(told, span, today=today, quarter=found))
    if not given.csv and not given.pdf:
        _say_tax(found)
    return NO if found.findings else DONE


def deposits(given: argparse.Namespace) -> int:
    """What is to be deposited and what was; held against the bank's statement."""
    with reading(given) as journal:
        told, today, site = _told(journal), _today(journal), Site.of(journal.setup())
    days = [day for day in told.days if day.due or day.paid]
    late = [day for day in days if day.late(today)]
    rows = []
    for day in days:
        made = dollars(sum(paid.cents for paid in day.paid)) if day.paid else ""
        on = ", ".join(f"{paid.deposit.made}" for paid in day.paid) or "not made"
        slips = ", ".join(paid.deposit.slip for paid in day.paid)
        state = "LATE" if day in late else ""
        rows.append([day.date.isoformat(), dollars(day.due), f"{day.by}", made, on, slips, state])
    print_rows(["activity", "due", "by", "made", "on", "slip", ""], rows)
    if not given.statement:
        return NO if late else DONE
    lines = [line for path in given.statement for line in read(path.read_bytes(), path.name)]
    banking_days = Rulebook.load().value(_LATE, "banking_days", today)
    found = match(site.deposits, dict.fromkeys(lines), banking_days)
    print()
    owed = {day.due: day for day in days if day.due and not day.paid}
    for words in _matched(found, owed):
        print(words)
    return DONE if found.agrees and not late and not found.late else NO


def _matched(found: Matched, owed: Mapping[int, Sealed]) -> Iterator[str]:
    for pair in found.pairs:
        at = f"{pair.credit.where}, posted {pair.credit.date}"
        yield f"{_named(pair.deposit)}: on the statement ({at}; {pair.why})"
    for pair in found.proposals:
        line = f"{pair.credit.where}: {dollars(pair.credit.cents)} of {pair.credit.date}"
        yield f"{_named(pair.deposit)}: PERHAPS {line} {pair.credit.words} ({pair.why}). Look at both."
    for deposit in found.missing:
        yield f"{_named(deposit)}: NOT ON THE STATEMENT. Ask the bank."
    for deposit in found.beyond:
        yield f"{_named(deposit)}: the statement does not reach so far"
    for credit in found.unknown:
        line = f"{credit.where}: {dollars(credit.cents)} of {credit.date} {credit.words}"
        if day := owed.get(credit.cents):
            yield f"{line}: NO DEPOSIT of the book, but it is what {day.date} owes. Note it."
        else:
            yield f"{line}: NO DEPOSIT of the book. Find out what it is."
    for deposit, due in found.late:
        yield f"{_named(deposit)}: LATE, it was due by {due}"


def _named(deposit: Deposit) -> str:
    return f"deposit {deposit.slip} of {deposit.made}, {dollars(deposit.cents)}"


def export_book(given: argparse.Namespace) -> int:
    """The book as plain-text accounting."""
    with reading(given) as journal:
        if given.damaged:
            raise Trouble(f"No export is made of {given.book}: see 'pitdesk verify'.")
        text = export(journal, given.form, given.first, given.last)
    given.out.write_text(text, "utf-8", newline="\n")
    print(given.out)
    return DONE


def pack(given: argparse.Namespace) -> int:
    """The audit pack of a quarter."""
    from printers.reports.day import build  # noqa: PLC0415
    from printers.reports.inventory import log_report  # noqa: PLC0415
    from printers.reports.letter import report_pdf  # noqa: PLC0415
    from printers.reports.summaries import summary_report  # noqa: PLC0415

    rules, key = Rulebook.load(), given.book.with_name(given.book.name + ".key")
    with reading(given) as journal:
        faces = Faces(
            lambda day, site: report_pdf(build(day, site, rules)),
            lambda log: report_pdf(log_report(log)),
            lambda told, quarter, on: report_pdf(
                summary_report(told, quarter.games.span, today=on, quarter=quarter)
            ),
        )
        of = SiteKey.read(key) if key.exists() else None
        names = write_pack(journal, given.quarter, given.out, faces, rules=rules, key=of)
    print(f"{given.out}: {len(names)} files. Begin with README.txt.")
    if not of:
        print(f"The codes of slips are not in it: {key} is not there.")
    return DONE


def manual(given: argparse.Namespace) -> int:
    """The manual on paper."""
    from printers.reports.manual import manual_pdf  # noqa: PLC0415

    return written(given.pdf, manual_pdf())


# What they share


def _told(journal: Journal) -> Records:
    told = of_book(journal)
    if not told.signed:
        print(
            "Not every day has its signed document yet. These figures are of the book.", file=sys.stderr
        )
    return told


def _today(journal: Journal) -> date:
    return Site.of(journal.setup()).local(MachineClock().now().at).date()


def _some(told: Records, span: Span, book: Path) -> None:
    if not told.within(span.first, span.last):
        known = f"It has days from {told.days[0].date} to {told.days[-1].date}." if told.days else ""
        raise Trouble(f"The book {book} has no sealed day in {span.name}. {known}".rstrip())


def write_csv(path: Path, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write rows for a spreadsheet, and say where they are."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([head, *rows])
    print(path)


def _write_pdf(path: Path, report: object) -> None:
    from printers.drawing.sheets import Report  # noqa: PLC0415
    from printers.reports.letter import report_pdf  # noqa: PLC0415

    assert isinstance(report, Report)
    written(path, report_pdf(report))


# On the screen


def _say(found: Summary) -> None:
    print(f"{found.span.name}: {found.span.first} to {found.span.last}\n")
    rows = [row for line in found.lines for row in _rows(line)]
    rows += [["All", f"{found.total.days}", *figures(found.total.sums, dollars)]]
    print_rows(
        [found.by, "days", "gross", "prizes", "adj. gross", "hold %", "over/short", "due", "made"], rows
    )
    print()
    for gap in found.absent:
        dates = f"{gap.first}" if gap.first == gap.last else f"{gap.first} to {gap.last}"
        print(f"{dates}: {gap.words} ({gap.site})")
    for day in found.late:
        print(f"{day.date}: LATE deposit of {dollars(day.due)}, due {day.by} ({day.site})")
    for day in found.days:
        for fix in day.corrections:
            told = " ".join(f"{name} {dollars(cents)}" for name, cents in fix.changes.items())
            print(f"{day.date}: correction {fix.number}: {told}: {fix.reason} ({day.site})")
    for words in found.notices:
        print(words)
    print(f"chips outstanding at the end: {dollars(found.outstanding)}")


def _rows(line: Line) -> Iterator[list[str]]:
    def row(name: str, days: str, sums: Sums) -> list[str]:
        return [name, days, *figures(sums, dollars)]

    yield row(line.name, f"{line.days}", line.sealed)
    for fix in line.fixes:
        yield row(f"  + correction {fix.correction.number}", "", fix.sums)
    if line.fixes:
        yield row("  = as corrected", "", line.sums)


def _say_tax(found: Quarter) -> None:
    span = found.games.span
    print(f"{span.name}: {span.first} to {span.last}; sealed days: {found.games.total.days}")
    for line in found.lines:
        amount = "" if line.rank == "head" else dollars(line.cents)
        label = f"\n{line.label}" if line.rank == "head" else f"  {line.label}"
        print(f"{label:<66}{amount:>16}  {'' if line.rank == 'head' else line.section}".rstrip())
    print()
    for one in found.findings:
        print(f"{one.site}: {one.words} [{one.section}]")
    for keep in found.keep:
        print(f"{keep.what}: keep until {keep.until} [{keep.section}]")
    for gap in found.games.absent:
        print(f"{gap.first} to {gap.last}: {gap.words} ({gap.site})")
    for words in (*found.games.notices, *found.notes):
        print(words)
