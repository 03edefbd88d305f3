"""The bookkeeper's commands: summaries, the tax, deposits, export, audit pack, the manual."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from pitdesk.book.journal import Journal
from pitdesk.book.site import Deposit, Site
from pitdesk.chips import dollars
from pitdesk.clock import MachineClock
from pitdesk.codes.keys import SiteKey
from pitdesk.commands.answers import DONE, NO, print_json, print_rows, reading, written
from pitdesk.commands.arguments import BOOK, JSON, QUARTER, Commands, dated, files, option, out, pdf
from pitdesk.commands.arguments import span as of_span
from pitdesk.documents.statement import Matched, match, read_file
from pitdesk.due.board import beside, settled, tasks
from pitdesk.due.calendar import ics
from pitdesk.due.task import DueScene, Task
from pitdesk.errors import Trouble
from pitdesk.records.kept import Kept
from pitdesk.reports import sheet
from pitdesk.reports.days import OtherDeposit, Records, Sealed, of_book
from pitdesk.reports.ledger import FORMATS, export
from pitdesk.reports.pack import Papers, write_pack
from pitdesk.reports.summaries import (
    BY,
    Span,
    Summary,
    SummaryLine,
    Sums,
    figures,
    span_of,
    summary,
    table,
)
from pitdesk.reports.tax import Quarter, quarter_summary, video_of
from pitdesk.reports.tax import beside as beside_of
from pitdesk.reports.tax import table as tax_table
from pitdesk.rules.book import Rulebook

if TYPE_CHECKING:
    from printers.drawing.sheets import Report

_LATE = "nd.03-10.1"


commands = Commands()


@commands.add(
    BOOK,
    of_span,
    files,
    option("--by", choices=BY, default="day", help="what a line is of; the PDF has all of them"),
)
def _summary(given: argparse.Namespace) -> int:
    """Show what a day, week, month or quarter came to, with corrections in lines of their own.

    Weeks are Monday to Sunday. Dates without a sealed day and late deposits are listed. The
    figures are those of the signed documents that head office gets.
    """
    with reading(given) as journal:
        records, today = _records(journal), _today(journal)
    span = span_of(given.span, given.on)
    _require_some(records, span, given.book)
    return show_summary(records, span, given, today)


def show_summary(records: Records, span: Span, given: argparse.Namespace, today: date) -> int:
    """Print a summary, or write it: as given with --by, --csv and --pdf."""
    from printers.reports.summaries import summary_report  # noqa: PLC0415

    found = summary(records, span, given.by, today=today)
    if not _written(given, table(found), lambda: summary_report(records, span, today=today)):
        _print_summary(found)
    return DONE


@commands.add(BOOK, QUARTER, files)
def tax(given: argparse.Namespace) -> int:
    """Show the quarter's lines for the tax return, and what its figures ask for.

    Status 1 if they ask for something: more prizes than gross proceeds, or a hold so low that the
    video has to be reviewed.
    """
    with reading(given) as journal:
        records, today = _records(journal), _today(journal)
        video, (kept, site) = video_of(journal, Rulebook.load(), today), beside_of(journal)
    _require_some(records, given.quarter, given.book)
    return show_tax(records, given, today, dict.fromkeys(records.sites, video), (kept, site))


def show_tax(
    records: Records,
    given: argparse.Namespace,
    today: date,
    video: Mapping[str, bool] | None = None,
    beside: tuple[Kept, Site] | None = None,
) -> int:
    """Print a quarter's lines for the tax return, or write them; NO if its figures ask for something."""
    from printers.reports.summaries import summary_report  # noqa: PLC0415

    span: Span = given.quarter
    try:
        found = quarter_summary(records, span, Rulebook.load(), video or {}, today=today, beside=beside)
    except KeyError as error:
        raise Trouble(f"The rulebook does not reach back to {span.name}: {error}.") from None
    report = lambda: summary_report(records, span, today=today, quarter=found)  # noqa: E731
    if not _written(given, tax_table(found), report):
        _print_tax(found)
    return NO if found.findings else DONE


@commands.add(
    BOOK, option("--statement", type=Path, nargs="+", metavar="FILE", help="from the bank, CSV or OFX")
)
def deposits(given: argparse.Namespace) -> int:
    """List what to deposit and what was deposited; compare it with the bank's statement.

    Status 1 if a deposit is late or overdue, or if statement and book do not agree. A statement is
    a CSV file whose first line names the columns, or OFX (QFX).
    """
    with reading(given) as journal:
        records, today, site = _records(journal), _today(journal), Site.of(journal.setup())
    days = [day for day in records.days if day.due_cents or day.paid or day.pending]
    late = [day for day in days if day.late(today)]
    rows = []
    for day in days:
        made = dollars(sum(paid.cents for paid in day.paid)) if day.paid else ""
        on = [f"{paid.deposit.made}" for paid in day.paid]
        on += ["not made"] * (not on or day.owing_cents > 0)
        slips = ", ".join(paid.deposit.slip for paid in day.paid)
        state = " ".join(["LATE"] * (day in late) + ["DROP PENDING"] * bool(day.pending))
        due = [day.date.isoformat(), dollars(day.due_cents), f"{day.by}"]
        rows.append([*due, made, ", ".join(on), slips, state])
    print_rows(["activity", "due", "by", "made", "on", "slip", ""], rows)
    for one in records.beside:
        print(_beside(one))
    if not given.statement:
        return NO if late else DONE
    lines = [line for path in given.statement for line in read_file(path)]
    banking_days = Rulebook.load().value(_LATE, "banking_days", today)
    found = match(site.banked, dict.fromkeys(lines), banking_days, site.gone)
    print()
    owed = {day.owing_cents: day for day in days if day.owing_cents}
    for words in _matched(found, owed):
        print(words)
    return DONE if found.agrees and not late and not found.late else NO


@commands.add(
    BOOK,
    JSON,
    option(
        "--ics", type=Path, metavar="FILE.ics", help="for a calendar: it changes what it has already"
    ),
)
def due(given: argparse.Namespace) -> int:
    """List what the law and the house want by a date, and is not done.

    Status 1 if anything is late. A calendar that takes in the file again changes what it has: what is
    done by then goes.
    """
    at = MachineClock().now().at
    with reading(given) as journal:
        scene = DueScene.of(journal, at)
        known = beside(scene)
        found, done = tasks(scene, known), settled(scene, known)
        newest = journal.head.seq
        book = journal.entry(1).hash.hex()[:12] if newest else "empty"
    late = any(task.late(scene.on) for task in found)
    if given.ics:
        written(given.ics, ics(found, done, book=book, entry=newest, site=scene.site.name, at=at))
    elif given.json:
        print_json([_task(task, scene.on) for task in found])
    else:
        rows = [
            [f"{task.by or ''}", task.when(scene.on), task.words, ", ".join(task.who), task.section]
            for task in found
        ]
        print_rows(["by", "", "what", "who", "section"], rows)
    return NO if late else DONE


@commands.add(
    BOOK, pdf(), option("--handout", action="store_true", help="small letters, to lay out for players")
)
def _rules_poster(given: argparse.Namespace) -> int:
    """Write the house rules of twenty-one, to hang up or to hand out.

    As they are set in Set-up, House rules, with the limits of the tables that are open.
    """
    from printers.reports.poster import poster_pdf  # noqa: PLC0415

    with reading(given) as journal:
        scene, at = DueScene.of(journal, MachineClock().now().at), journal.entry(journal.head.seq).at
    how = "handout" if given.handout else "poster"
    return written(given.pdf, poster_pdf(scene.site, scene.limits, scene.rules, at, how))


@commands.add(BOOK, JSON, pdf("labels of the batches, for Letter sheets 5163", required=False))
def retention(given: argparse.Namespace) -> int:
    """List the batches of papers, until when each is kept, and which are destroyed; labels for them.

    A label has the batch's name, what it is, until when it is kept, and a code to scan.
    """
    at = MachineClock().now().at
    with reading(given) as journal:
        scene = DueScene.of(journal, at)
    rows = [
        [one.batch, one.what, one.quarter, f"{until}", one.place, f"{gone or ''}"]
        for one, until, gone in scene.batches()
    ]
    if given.pdf:
        from printers.reports.labels import papers_pdf  # noqa: PLC0415

        left = [(one, until) for one, until, gone in scene.batches() if not gone]
        return written(given.pdf, papers_pdf(scene.site, left, at))
    heads = ["batch", "what", "quarter", "kept through", "place", "destroyed"]
    if given.json:
        return print_json([dict(zip(heads, row, strict=True)) for row in rows])
    print_rows(heads, rows)
    return DONE


def _task(task: Task, on: date) -> dict[str, object]:
    """A task for a script."""
    names = ("key", "group", "words", "how", "section", "by", "who", "way", "ask")
    return {**{name: getattr(task, name) for name in names}, "late": task.late(on)}


def _matched(found: Matched, owed: Mapping[int, Sealed]) -> Iterator[str]:
    for pair in found.pairs:
        at = f"{pair.credit.where}, posted {pair.credit.date}"
        yield f"{_named(pair.deposit)}: on the statement ({at}; {pair.why})"
    for pair in found.proposals:
        line = f"{pair.credit.where}: {dollars(pair.credit.cents)} of {pair.credit.date}"
        yield f"{_named(pair.deposit)}: PERHAPS {line} {pair.credit.words} ({pair.why}). Look at both."
    for pair in found.gone:
        line = f"{pair.credit.where}: {dollars(pair.credit.cents)} of {pair.credit.date}"
        yield f"{line}: {_named(pair.deposit)}, TAKEN BACK ({pair.deposit.reason}). Note it anew."
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


@commands.add(
    BOOK,
    option("form", choices=FORMATS, metavar="FORM", help=" or ".join(FORMATS)),
    out("FILE"),
    dated("--first", words="gaming days from this one on"),
    dated("--last", words="up to this one"),
)
def _export(given: argparse.Namespace) -> int:
    """Write the book as plain-text accounting, so that another tool can add it up.

    Every move of chips and cash, and all balances at each seal. To check it, run
    'hledger -f FILE check' or 'bean-check FILE'.
    """
    with reading(given) as journal:
        if given.damaged:
            raise Trouble(f"PitDesk makes no export of {given.book}: run 'pitdesk verify' to see why.")
        text = export(journal, given.form, given.first, given.last)
    return written(given.out, text.encode())


@commands.add(BOOK, QUARTER, out("FOLDER"))
def pack(given: argparse.Namespace) -> int:
    """Write the audit pack of a quarter: everything for the auditor, with the tools to check it.

    FOLDER must not be there yet. PitDesk writes the complete pack, or nothing.
    """
    from printers.reports.day import build  # noqa: PLC0415
    from printers.reports.inventory import log_report  # noqa: PLC0415
    from printers.reports.letter import report_pdf  # noqa: PLC0415
    from printers.reports.summaries import summary_report  # noqa: PLC0415
    from printers.reports.tables.dispute import dispute_report  # noqa: PLC0415

    rules, key = Rulebook.load(), given.book.with_name(given.book.name + ".key")
    with reading(given) as journal:
        papers = Papers(
            lambda day, site: report_pdf(build(day, site, rules)),
            lambda log: report_pdf(log_report(log)),
            lambda records, quarter, on: report_pdf(
                summary_report(records, quarter.games.span, today=on, quarter=quarter)
            ),
            lambda one, site: report_pdf(dispute_report(one, site)),
        )
        of = SiteKey.read(key) if key.exists() else None
        names = write_pack(journal, given.quarter, given.out, papers, rules=rules, key=of)
    print(f"{given.out}: {len(names)} files. Begin with README.txt.")
    if not of:
        print(f"The codes of slips are not in it: {key} is not there.")
    return DONE


@commands.add(
    pdf(required=False),
    option("--keys", type=Path, metavar="FILE.pdf", help="where one sheet with all keys goes"),
)
def manual(given: argparse.Namespace) -> int:
    """Write the manual for paper: every page, the keys, the words of the trade; or the keys alone."""
    from printers.reports.keysheet import keys_pdf  # noqa: PLC0415
    from printers.reports.manual import manual_pdf  # noqa: PLC0415

    if not given.pdf and not given.keys:
        raise Trouble("Say where it goes: --pdf FILE.pdf for the manual, --keys FILE.pdf for the keys.")
    if given.pdf:
        written(given.pdf, manual_pdf())
    if given.keys:
        written(given.keys, keys_pdf())
    return DONE


# What they share


def _records(journal: Journal) -> Records:
    records = of_book(journal)
    if not records.signed:
        print(
            "Not every day has its signed document yet. These figures are of the book.", file=sys.stderr
        )
    return records


def _today(journal: Journal) -> date:
    return Site.of(journal.setup()).local(MachineClock().now().at).date()


def _require_some(records: Records, span: Span, book: Path) -> None:
    if not records.within(span.first, span.last):
        days = records.days
        known = f" It has days from {days[0].date} to {days[-1].date}." if days else ""
        raise Trouble(f"The book {book} has no sealed day in {span.name}.{known}")


def write_csv(path: Path, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write rows for a spreadsheet, and say where they are."""
    written(path, sheet.written([head, *rows]).encode())


def _written(
    given: argparse.Namespace, rows: tuple[list[str], list[list[str]]], report: Callable[[], "Report"]
) -> bool:
    """Write the files that are asked for with --csv and --pdf; whether any is."""
    if given.csv:
        write_csv(given.csv, *rows)
    if given.pdf:
        from printers.reports.letter import report_pdf  # noqa: PLC0415

        written(given.pdf, report_pdf(report()))
    return bool(given.csv or given.pdf)


# On the screen


def _change(name: str, amount: int) -> str:
    """A figure that a correction adds to; "pending" is in boxes."""
    return f"{name} {amount if name == 'pending' else dollars(amount)}"


def _beside(one: OtherDeposit) -> str:
    """A deposit that is of no day's sum, as a line."""
    made = one.deposit
    return f"deposit {made.slip} of {made.made}, {dollars(made.cents)}: {one.words} ({one.site})"


def _print_summary(found: Summary) -> None:
    print(f"{found.span.name}: {found.span.first} to {found.span.last}\n")
    rows = [row for line in found.lines for row in _rows(line)]
    rows += [["All", f"{found.total.days}", *figures(found.total.sums, dollars)]]
    print_rows(
        [
            *(found.by, "days", "gross", "prizes", "adj. gross", "hold %", "over/short", "overnight"),
            *("due", "made"),
        ],
        rows,
    )
    print()
    for gap in found.absent:
        dates = f"{gap.first}" if gap.first == gap.last else f"{gap.first} to {gap.last}"
        print(f"{dates}: {gap.words} ({gap.site})")
    for day in found.late:
        print(f"{day.date}: LATE deposit of {dollars(day.due_cents)}, due {day.by} ({day.site})")
    for day in found.days:
        for fix in day.corrections:
            changes = " ".join(_change(name, n) for name, n in fix.changes.items())
            print(f"{day.date}: correction {fix.number}: {changes}: {fix.reason} ({day.site})")
    for one in found.beside:
        print(_beside(one))
    for words in found.notices:
        print(words)
    print(f"chips outstanding at the end: {dollars(found.outstanding_cents)}")


def _rows(line: SummaryLine) -> Iterator[list[str]]:
    def row(name: str, days: str, sums: Sums) -> list[str]:
        return [name, days, *figures(sums, dollars)]

    yield row(line.name, f"{line.days}", line.sealed)
    for fix in line.fixes:
        yield row(f"  + correction {fix.correction.number}", "", fix.sums)
    if line.fixes:
        yield row("  = as corrected", "", line.sums)


def _print_tax(found: Quarter) -> None:
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
    for filed in found.returns:
        site = f"{filed.site}: " if len(found.games.last) > 1 else ""
        tax = f"with {dollars(filed.tax_cents)} of tax"
        print(f"\n{site}Filed on {filed.filed}, number {filed.paper}, {tax}.")
