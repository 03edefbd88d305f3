"""The audit pack of a quarter: one folder with all that an auditor asks for, and the tools to check it.

The same book gives the same bytes. A pack is written beside its place and put there whole or not.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date as Date
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from typing import NamedTuple

from pitdesk.book.day import Day
from pitdesk.book.entries import Entry
from pitdesk.book.faults import damaged
from pitdesk.book.journal import Journal
from pitdesk.book.past import day_of, opening, site_of
from pitdesk.book.site import Site
from pitdesk.chipset.inventory import Log, holdings, log, where
from pitdesk.codes.keys import SiteKey
from pitdesk.codes.slips import codes
from pitdesk.disk import flush
from pitdesk.documents import evidence
from pitdesk.documents.document import Document, kept
from pitdesk.errors import Trouble
from pitdesk.reports import sheet
from pitdesk.reports.days import Records, of_documents
from pitdesk.reports.disputes import Ruled, disputes
from pitdesk.reports.ledger import FORMATS, export
from pitdesk.reports.mistakes import taken_back, told
from pitdesk.reports.summaries import Span, plain, summary
from pitdesk.reports.summaries import table as summary_table
from pitdesk.reports.tax import Quarter, beside, quarter_summary, table, video_of
from pitdesk.rules.book import Rulebook

TOOLS = ("check_slip.py", "check_documents.py")
SUMS = "SHA256SUMS"
_RESOURCES = Path(__file__).parents[2].joinpath("resources")

_README = """\
{site}
Audit pack of {quarter}: {first} to {last}

Sealed days: {days}. Signed documents: {documents}. They are from a book of {entries} entries, which was
verified from its first entry to its last when this pack was made. What is late, is late as of the book's
last entry, {at}.
{absent}
What is in it

  documents/            every sealed day, correction and deposit, signed by the site, with the document
                        before each named in it. One line of JSON and one with the signature.
  days/                 the report of each sealed day, as it was printed at its seal
  quarter.pdf, .csv     the quarter by game, table, week and day, and the lines for the tax return
  tax.csv               those lines alone
  slips.csv             every fill and credit slip and what became of it
{disputes}\
{reversals}\
  codes.csv             the codes that are printed on the slips (if the site's key was at hand)
  deposits.csv          what each day owed, by when, and what was brought to the bank
  inventory.pdf, .csv   the chips that the site owns and where they are, as the book stands now
  book.hledger          every move of chips and cash of the quarter, for hledger (or ledger)
  book.beancount        the same for beancount
  public-key.txt        the key that the documents are signed with

How to check it, with nothing of PitDesk

  Nothing was changed since:   sha256sum -c SHA256SUMS
  The documents are genuine:   python check_documents.py KEY documents
  A slip is genuine:           python check_slip.py KEY "CODE ON THE SLIP" --list codes.csv
  The book adds up:            hledger -f book.hledger check

  The two .py files need Python 3.11 and its package cryptography. KEY is the site's public key. Do not
  take it from this pack: ask the site, or the paper that was given to you when the site began.

Times are UTC. Money in the .csv files is in dollars, in codes.csv in cents. "As corrected" is what was
sealed and every correction after it; corrections stand in lines of their own. Records are kept until
{keep} at least.

In the .csv files, words have an apostrophe (') before them if a spreadsheet would run them, because
they begin with = + - @, a tab or a line end, also behind spaces. Words that begin with an apostrophe
have one more. The same holds behind each semicolon, tab and line end in a cell. To have the words as
somebody wrote them, take one apostrophe away at each of these places. Numbers are as they are: -5.00.
"""


_REVERSALS = "  reversals.csv         what was taken back, and what took it back\n"
_DISPUTES = "  disputes/             the sheet of each dispute at a table, with its rulings\n"


class Papers(NamedTuple):
    """What makes the papers of a pack, each as the bytes of a PDF file; the date is that of the book."""

    day: Callable[[Day, Site], bytes]
    inventory: Callable[[Log], bytes]
    quarter: Callable[[Records, Quarter, Date], bytes]
    dispute: Callable[[Ruled, Site], bytes]


def write_pack(
    journal: Journal,
    span: Span,
    out: Path,
    papers: Papers,
    *,
    rules: Rulebook,
    key: SiteKey | None = None,
) -> list[str]:
    """Write the pack of a quarter into a folder that is not there yet; the names of its files.

    key   the site's, for the codes on slips; without it that list is left out

    Raises:
        Trouble: the folder is there, the book is not whole, or a day has no signed document.
        OSError: the folder cannot be written.
    """
    if out.exists():
        raise Trouble(f"{out} is there already. Name another folder, or move it away first.")
    if not (verdict := evidence.verify(journal)).ok:
        raise Trouble(damaged(journal.path, f"entry {verdict.seq}: {verdict.words}"))
    out.parent.mkdir(parents=True, exist_ok=True)
    beside = out.with_name(f".{out.name}.{os.getpid()}")  # known before it is there, whenever this ends
    try:
        beside.mkdir(mode=0o700)
        sums = []
        for name, data in _files(journal, span, papers, rules, key):
            path = beside.joinpath(name)
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
            flush(path)
            sums.append((name, sha256(data).hexdigest()))
        listed = "".join(f"{sum_}  {name}\n" for name, sum_ in sorted(sums))
        listing = beside.joinpath(SUMS)
        listing.write_text(listed, "utf-8", newline="\n")
        for path in (listing, *filter(Path.is_dir, beside.iterdir()), beside):
            flush(path)
        beside.chmod(0o755)
        beside.rename(out)
    except BaseException:
        rmtree(beside, ignore_errors=True)
        raise
    flush(out.parent)
    return [*sorted(name for name, _ in sums), SUMS]


def _files(
    journal: Journal, span: Span, papers: Papers, rules: Rulebook, key: SiteKey | None
) -> Iterator[tuple[str, bytes]]:
    signed = [kept(entry) for entry in journal.documents()]
    site = Site.of(journal.setup())
    records = of_documents(signed, site)
    days = _days(journal, span)
    _all_signed(journal, records, days, span)
    documents = _chain(signed, span)
    for document in documents:
        yield f"documents/{document.file_name}", document.data
    for day in days:
        if day.sealed:
            first = day.issue(1) if day.finished else day
            yield f"days/day-{day.date}.pdf", papers.day(first, site_of(journal, first))
        if day.finished:
            yield f"days/day-{day.date}-2.pdf", papers.day(day, site_of(journal, day))
        for one in disputes(day):
            yield f"disputes/dispute-{one.entry.seq}.pdf", papers.dispute(one, site_of(journal, day))
    today = site.local(journal.entry(journal.head.seq).at).date()
    video = dict.fromkeys(records.sites, video_of(journal, rules, today))
    quarter = quarter_summary(records, span, rules, video, today=today, beside=beside(journal))
    yield "quarter.pdf", papers.quarter(records, quarter, today)
    yield "quarter.csv", _csv(_parts(records, span, today))
    head, rows = table(quarter)
    yield "tax.csv", _csv([head, *rows])
    yield "slips.csv", _csv(_slips(days))
    if back := _reversals(days, site):
        yield "reversals.csv", _csv(back)
    if key:
        yield "codes.csv", _csv(_codes(journal, key, days))
    yield "deposits.csv", _csv(_deposits(records, span, today))
    yield "inventory.pdf", papers.inventory(log([journal]))
    head, rows = where(holdings(journal), site)
    yield "inventory.csv", _csv([head, *([cell.replace(",", "") for cell in row] for row in rows)])
    for form in FORMATS:
        yield f"book.{form}", export(journal, form, span.first, span.last).encode()
    yield "public-key.txt", f"{documents[0].public}\n".encode()
    for tool in TOOLS:
        yield tool, _RESOURCES.joinpath(tool).read_bytes()
    yield "README.txt", _readme(journal, span, quarter, days, documents).encode()


def _days(journal: Journal, span: Span) -> list[Day]:
    """The gaming days of the quarter, the open one too."""
    numbers = [number for number in journal.days() if opening(journal, number).date in span]
    return [day for number in numbers if (day := day_of(journal, number))]


def _all_signed(journal: Journal, records: Records, days: Sequence[Day], span: Span) -> None:
    sealed = {day.number for day in days if day.sealed}
    if not sealed:
        raise Trouble(f"The book {journal.path} has no sealed day in {span.name}. Name another quarter.")
    if unsigned := sorted(sealed - {day.day for day in records.days}):
        listed = ", ".join(map(str, unsigned))
        raise Trouble(
            f"Day {listed} of {journal.path} has no signed document. Open the book in PitDesk with the"
            " site's key beside it, which signs what is sealed; then make the pack."
        )


def _chain(signed: Sequence[Document], span: Span) -> list[Document]:
    """The documents of the quarter's days, and those between them, so that the chain has no gap."""
    of = [one for one in signed if any(Date.fromisoformat(on) in span for on in _dates(one))]
    first, last = of[0].number, of[-1].number
    return [one for one in signed if first <= one.number <= last]


def _dates(document: Document) -> list[str]:
    """The dates that a document is of: a deposit's may lie in two quarters; a key has none."""
    said = document.said
    return said.get("dates") or [said["date"]] if "date" in said else []


# The lists


def _csv(rows: Iterable[Sequence[object]]) -> bytes:
    return sheet.written(rows).encode()


def _parts(records: Records, span: Span, today: Date) -> list[list[str]]:
    rows: list[list[str]] = []
    for by in ("game", "table", "week", "day"):
        head, found = summary_table(summary(records, span, by, today=today))
        rows += [] if rows else [["by", *head]]
        rows += [[by, *row] for row in found]
    return rows


def _slips(days: Sequence[Day]) -> list[list[object]]:
    head = ["date", "series", "number", "table", "from", "to", "chips", "dollars", "at", "entry"]
    steps = ("prepared", "initialed", "verified", "received", "voided")
    rows: list[list[object]] = [[*head, "fate", "reason", *steps, "original found in", "copy found in"]]
    for day in days:
        for slip in day.slips.values():
            signed = [slip.signed[step].initials if step in slip.signed else "" for step in steps]
            found = [slip.found.get(part, "") for part in ("original", "copy")]
            ends = (slip.table, slip.source, slip.destination, str(slip.chips))
            entry = (plain(slip.chips.cents), slip.entry.at.isoformat(), slip.entry.seq)
            rows.append(
                [
                    *(day.date, slip.series, slip.number, *ends, *entry),
                    *(slip.state, slip.reason, *signed, *found),
                ]
            )
    return rows


def _reversals(days: Sequence[Day], site: Site) -> list[list[object]]:
    """What was taken back, each beside what took it back; nothing at all where nothing was."""
    head = ["date", "entry", "at", "what", "dollars", "initials", "taken back by", "on", "how", "reason"]
    rows: list[list[object]] = [
        [
            *(day.date, entry.seq, entry.at.isoformat(), told(entry, site.name_of)),
            *(plain(entry.worth_cents), _initials(entry), back.seq, back.at.isoformat(), one.how),
            *(back.fact.reason, _initials(back)),
        ]
        for day in days
        for one in taken_back(day)
        for entry, back in [one]
    ]
    return [[*head, "initialed"], *rows] if rows else []


def _initials(entry: Entry) -> str:
    return " ".join(signature.initials for signature in entry.signatures)


def _codes(journal: Journal, key: SiteKey, days: Sequence[Day]) -> list[list[object]]:
    """The codes of every part of every slip, as `pitdesk check-slip --list` writes them."""
    rows: list[list[object]] = [["code", "slip", "part", "void", "at", "cents", "entry", "qr"]]
    for day in days:
        for code, claim in reversed([*codes(journal, key, day=day.number)]):
            slip, void = f"{claim.series} {claim.number:06}", "void" if claim.void else ""
            said = (claim.at.isoformat(), claim.cents, claim.entry)
            rows.append([code.short, slip, claim.part, void, *said, code.qr])
    return rows


def _deposits(records: Records, span: Span, today: Date) -> list[list[object]]:
    """What each day owed and what was deposited; below, what is of no day or was taken back."""
    rows: list[list[object]] = [["activity", "due", "by", "made", "on", "bank", "slip", "late"]]
    for day in records.within(span.first, span.last):
        late = "late" if day.late(today) else ""
        owed = (day.date, plain(day.due_cents), day.by)
        for paid in day.paid:
            of = paid.deposit
            rows.append([*owed, plain(paid.cents), of.made, of.bank, of.slip, late])
        if day.owing_cents:
            rows.append([*owed, "0.00", "", "", "", late])
    for one in records.beside:
        of = one.deposit
        if any(on in span for on in of.dates):
            rows.append([one.words, "", "", plain(of.cents), of.made, of.bank, of.slip, ""])
    return rows


def _readme(
    journal: Journal, span: Span, quarter: Quarter, days: Sequence[Day], documents: Sequence[Document]
) -> str:
    sealed = [day for day in days if day.sealed]
    waiting = [
        f"{day.date} is not sealed yet: it is not in this pack." for day in days if not day.sealed
    ]
    waiting += [f"{day.date} was closed, its drop is still PENDING." for day in days if day.pending]
    waiting += [
        f"{day.date}: boxes were counted after the seal; days/day-{day.date}-2.pdf is the second issue."
        for day in days
        if day.finished
    ]
    missing = [f"{gap.first} to {gap.last}: {gap.words}." for gap in quarter.games.absent]
    last = journal.entry(journal.head.seq)
    return _README.format(
        site=documents[0].site,
        quarter=span.name,
        first=span.first,
        last=span.last,
        days=len(sealed),
        documents=len(documents),
        entries=journal.head.seq,
        at=f"{last.at:%Y-%m-%d %H:%M} UTC",
        disputes=_DISPUTES if any(map(disputes, days)) else "",
        reversals=_REVERSALS if any(day.reversals.by for day in days) else "",
        absent="".join(f"\n{line}" for line in (*waiting, *missing)) + "\n" * bool(waiting or missing),
        keep=quarter.keep[0].until,
    )
