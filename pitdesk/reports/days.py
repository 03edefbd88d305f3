"""What reports are made of: sealed days with what was corrected and deposited, as plain rows, in cents.

They come from documents, from a site's own book (what is not signed yet too), or from the rows that head
office keeps: the same days give the same rows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date as Date
from itertools import groupby, pairwise
from operator import attrgetter

from msgspec import convert

from pitdesk.book.journal import Journal
from pitdesk.book.site import Deposit, Site
from pitdesk.documents.document import Document, DocumentHead, Said, kept, names_of, said_of
from pitdesk.documents.undocumented import sealing, undocumented

OVERNIGHT = ("overnight_cash", "overnight_chips")
LATER = (*OVERNIGHT, "pending", "over_short_pw", "overnight_pw")  # 0 where a document says nothing of it
SUMMARY = (  # the figures of a document's summary that reports need, in cents
    *("gross", "prizes", "agp", "redeemed", "outstanding", "over_short_cash", "over_short_chips"),
    *LATER,
)


@dataclass(frozen=True, slots=True)
class SealedTable:
    """What a table did on a day, as it was sealed."""

    table: str
    game: str
    drop_cents: int
    win_cents: int


@dataclass(frozen=True, slots=True)
class Correction:
    """What a sealed day had wrong: field of the summary, or "2.drop" of table 2 → cents to add.

    number  of its document; at: when it was written (UTC, ISO 8601)
    """

    site: str
    date: Date
    number: int
    at: str
    reason: str
    initials: tuple[str, ...]
    changes: Mapping[str, int]

    @property
    def counted(self) -> bool:
        """Whether it tells of boxes that were counted after the seal."""
        return "pending" in self.changes


@dataclass(frozen=True, slots=True)
class Paid:
    """A deposit, and the share of it that is of one day: what that day owes, the rest with the last.

    number  of its document
    """

    deposit: Deposit
    number: int
    cents: int


@dataclass(frozen=True, slots=True)
class Sealed:
    """A sealed day of a site, as its document has it.

    number, sha256, at   of the document
    head                 of the book's chain at the seal, in hexadecimal
    summary              as in the document, in cents; pending: in boxes
    chips                as in the document: per chip opening, closing, players, owned
    prize_basis          whether prizes are taken by the "tables" or by "redemptions"
    due_cents, by        what is to be deposited, with what was counted later, and by when
    """

    site: str
    date: Date
    day: int
    number: int
    sha256: str
    at: str
    head: str
    practice: bool
    summary: Mapping[str, int]
    prize_basis: str
    tables: tuple[SealedTable, ...]
    chips: Mapping[str, Mapping[str, int]]
    due_cents: int
    by: Date
    paid: tuple[Paid, ...] = ()
    corrections: tuple[Correction, ...] = ()

    @property
    def outstanding_cents(self) -> int:
        """The value of the chips with players at the seal, as corrected."""
        fixes = sum(fix.changes.get("outstanding", 0) for fix in self.corrections)
        return self.summary["outstanding"] + fixes

    @property
    def pending(self) -> int:
        """How many of its boxes wait to be counted: the figures lack their drop."""
        return self.summary["pending"] + sum(fix.changes.get("pending", 0) for fix in self.corrections)

    @property
    def owing_cents(self) -> int:
        """What no deposit was made of: all of it, or what was counted after the only one was made."""
        match self.paid:
            case ():
                return self.due_cents
            case (only,):
                late = [fix for fix in self.corrections if fix.counted and fix.number > only.number]
                return sum(fix.changes.get("deposit", 0) for fix in late)
            case _:
                return 0

    def late(self, today: Date) -> bool:
        """Whether a deposit was made after its date, or is not made and the date is past.

        What waits to be counted is not deposited.
        """
        if self.due_cents <= 0 and not self.pending:
            return False
        missing = self.pending or self.owing_cents > 0
        made = [paid.deposit.made for paid in self.paid if not self.pending]
        return max([*made, today] if missing else made, default=self.by) > self.by


def of_said(said: Said, sha256: str = "") -> Sealed:
    """The row of what a document of kind day says."""
    summary, deposit = said["summary"], said["deposit"]
    tables = [{**row, "drop_cents": row["drop"], "win_cents": row["win"]} for row in said["tables"]]
    due = {"due_cents": deposit["cents"], "by": deposit["due"], "prize_basis": summary["prize_basis"]}
    figures = {name: summary.get(name, 0) if name in LATER else summary[name] for name in SUMMARY}
    row = {**said, **due, "summary": figures, "tables": tables, "site": _site(said), "sha256": sha256}
    return convert(row, Sealed)


def _site(said: Said) -> str:
    return f"{said['organization']}, {said['site']}"


@dataclass(frozen=True, slots=True)
class OtherDeposit:
    """A deposit that is of no day's sum: of a tournament or an occasion, or one that was taken back.

    Of the latter there are two: as it was noted, and what takes it back, with cents below zero.

    number  of its document;  back: of the one that takes it back, 0 where it stands
    """

    site: str
    number: int
    deposit: Deposit
    back: int = 0

    @property
    def words(self) -> str:
        """What it is of, and whether it stands."""
        of = self.deposit.contest or ", ".join(map(str, self.deposit.dates))
        if self.deposit.takes_back:
            return f"{of}: takes back document {self.deposit.takes_back}, {self.deposit.reason}"
        return f"{of}: taken back by document {self.back}" if self.back else of


@dataclass(frozen=True, slots=True)
class Return:
    """A quarter's tax return of a site, as it was filed last.

    filed   the day it went to the state;  tax_cents: paid with it;  paper: its number or the payment's
    held    game → gross and adjusted gross proceeds, cents, as the book then had them
    """

    site: str
    filed: Date
    tax_cents: int
    paper: str
    held: Mapping[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class DealerSheet:
    """A dealer in a week whose sheet of hold was kept, after a quarter that paid more than it took.

    after   that quarter;  basis: whether the drop was counted or apportioned
    """

    site: str
    first: Date
    after: str
    name: str
    drop_cents: int
    win_cents: int
    basis: str


@dataclass(frozen=True, slots=True)
class Missing:
    """Numbers of documents of a site that are not here."""

    site: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Records:
    """All that reports are made of: days by site and date, with what was corrected and deposited.

    beside     deposits of tournaments and occasions, those taken back, and what takes them back
    missing    documents that are not here
    astray     in words: corrections and deposits of days that are not here
    signed     whether every day comes from a signed document
    returns    of the quarter that head office asks for, one a site at most;  sheets: of dealers' weeks
    """

    days: tuple[Sealed, ...] = ()
    beside: tuple[OtherDeposit, ...] = ()
    missing: tuple[Missing, ...] = ()
    astray: tuple[str, ...] = ()
    signed: bool = True
    returns: tuple[Return, ...] = ()
    sheets: tuple[DealerSheet, ...] = ()

    @property
    def sites(self) -> list[str]:
        """The sites, in order."""
        return sorted({day.site for day in self.days})

    def within(self, first: Date, last: Date) -> list[Sealed]:
        """The days from a date to a date, both included."""
        return [day for day in self.days if first <= day.date <= last]


def records(documents: Iterable[Document]) -> Records:
    """What documents say, of any sites and in any order; one that comes twice counts once."""
    once = {document.sha256: document for document in documents}
    return records_of([(document.said, sha256) for sha256, document in once.items()])


def records_of(documents: Iterable[tuple[Said, str]]) -> Records:
    """The same of what documents say, each with its SHA-256 ("" for what is not signed yet)."""
    said = sorted(documents, key=lambda one: (_site(one[0]), one[0]["number"]))
    kinds = ("day", "correction", "deposit")
    of = {kind: [one for one in said if one[0]["kind"] == kind] for kind in kinds}
    days = [of_said(*one) for one in of["day"]]
    fixes = [convert({**one, "site": _site(one)}, Correction) for one, _ in of["correction"]]
    deposits = [
        (_site(one), one["number"], convert({**one, "dates": one["dates"] or [one["date"]]}, Deposit))
        for one, _ in of["deposit"]
    ]
    signed = all(sha256 for _, sha256 in said)
    return replace(_joined(days, fixes, deposits), missing=tuple(_missing(said)), signed=signed)


def _joined(
    days: Iterable[Sealed],
    fixes: Iterable[Correction],
    deposits: Sequence[tuple[str, int, Deposit]],
) -> Records:
    """Corrections and deposits with the days that they are of."""
    found = {(day.site, day.date): day for day in days}
    astray = []
    for fix in fixes:
        if day := found.get((fix.site, fix.date)):
            due_cents = day.due_cents + fix.changes.get("deposit", 0)
            found[fix.site, fix.date] = replace(
                day, corrections=(*day.corrections, fix), due_cents=due_cents
            )
        else:
            astray.append(f"{fix.site}: correction {fix.number} is of {fix.date}, which is not here")
    back = {(site, one.takes_back): number for site, number, one in deposits if one.takes_back}
    beside = []
    for site, number, deposit in deposits:
        if deposit.contest or deposit.takes_back or (site, number) in back:
            beside.append(OtherDeposit(site, number, deposit, back.get((site, number), 0)))
            continue
        known = [on for on in sorted(deposit.dates) if (site, on) in found]
        owed = {on: _owed_cents(found[site, on], number) for on in known}
        rest_cents = deposit.cents - sum(owed.values())
        for on in known:
            day = found[site, on]
            paid = Paid(deposit, number, owed[on] + rest_cents * (on == known[-1]))
            found[site, on] = replace(day, paid=(*day.paid, paid))
        if not known:
            of = ", ".join(map(str, deposit.dates))
            astray.append(f"{site}: deposit {deposit.slip} is of {of}, which is not here")
    ordered = sorted(found.values(), key=lambda day: (day.site, day.date))
    return Records(tuple(ordered), tuple(beside), (), tuple(astray))


def _owed_cents(day: Sealed, number: int) -> int:
    """What a day owed when a deposit was noted: without what was counted later, or deposited before."""
    if day.paid:
        return day.owing_cents
    later = [fix for fix in day.corrections if fix.counted and fix.number > number]
    return day.due_cents - sum(fix.changes.get("deposit", 0) for fix in later)


def _missing(said: Sequence[tuple[Said, str]]) -> Iterator[Missing]:
    for site, of in groupby(said, key=lambda one: _site(one[0])):
        numbers = [0, *(one[0]["number"] for one in of)]
        for one, other in pairwise(numbers):
            if other > one + 1:
                yield Missing(site, one + 1, other - 1)


# Other sources than documents


def of_book(journal: Journal) -> Records:
    """The rows of a site's own book: its documents, and what has none yet as one would say it."""
    signed = [kept(entry) for entry in journal.documents()]
    site = Site.of(journal.setup())
    said = [*_as_called(signed, site)]
    first = signed[-1].number + 1 if signed else 1
    told: dict[int, int] = {}  # entry → its number here
    for number, fact in enumerate(undocumented(journal), first):
        head = DocumentHead(number, "", sealing(fact).at.isoformat(), names_of(site), site.practice)
        about = sealing(fact).about or 0
        back = told.get(about) or (journal.document_of(about) if about else 0)
        said.append((said_of(head, fact, takes_back=back), ""))
        told[sealing(fact).seq] = number
    return records_of(said)


def of_documents(documents: Iterable[Document], site: Site) -> Records:
    """The rows of a site's own documents, all of the name that it has now."""
    return records_of(_as_called(documents, site))


def _as_called(documents: Iterable[Document], site: Site) -> Iterator[tuple[Said, str]]:
    names = names_of(site)
    yield from (({**document.said, **names}, document.sha256) for document in documents)


def of_rows(
    days: Iterable[object],
    tables: Iterable[object],
    chips: Iterable[object],
    corrections: Iterable[object],
    deposits: Iterable[object],
    returns: Iterable[Return] = (),
    sheets: Iterable[DealerSheet] = (),
) -> Records:
    """The rows as head office keeps them, told apart by site and date, with fields of the same names.

    tables: name, game, drop_cents, win; corrections: a row a field. Numbers of documents are head
    office's own matter, so none is missing here.
    """
    tables_at: dict[tuple[str, Date], list[SealedTable]] = {}
    for row in tables:
        tables_at.setdefault(_KEY(row), []).append(SealedTable(*_TABLE(row)))
    chips_at: dict[tuple[str, Date], dict[str, dict[str, int]]] = {}
    for row in chips:
        chip, *counts = _CHIP(row)
        chips_at.setdefault(_KEY(row), {})[chip] = dict(zip(_PIECES, counts, strict=True))
    sealed = []
    for row in days:
        key, (day, at, head, basis, due_cents, by) = _KEY(row), _DAY(row)
        summary = dict(zip(SUMMARY, attrgetter(*SUMMARY)(row), strict=True))
        known = (*key, day, 0, "", at, head, False, summary, basis)
        of_tables, of_chips = tuple(tables_at.get(key, ())), chips_at.get(key, {})
        sealed.append(Sealed(*known, of_tables, of_chips, due_cents, by))
    paid = []
    for row in deposits:
        site, number, on, dates, *of_deposit = _DEPOSIT(row)
        paid.append((site, number, Deposit(tuple(dates) or (on,), *of_deposit)))
    found = _joined(sealed, [*_fixes(corrections)], paid)
    return replace(found, returns=tuple(returns), sheets=tuple(sheets))


_PIECES = ("opening", "closing", "players", "owned")
_KEY, _NUMBERED = attrgetter("site", "date"), attrgetter("site", "number")
_DAY = attrgetter("day", "sealed", "head", "prize_basis", "deposit", "deposit_due")
_TABLE, _CHIP = attrgetter("name", "game", "drop_cents", "win"), attrgetter("chip", *_PIECES)
_DEPOSIT = attrgetter(
    *("site", "number", "date", "dates", "made", "cents", "checks", "bank", "slip"),
    *("contest", "takes_back", "reason"),
)
_CORRECTION = attrgetter("date", "reason", "initials", "field", "cents")


def _fixes(rows: Iterable[object]) -> Iterator[Correction]:
    """A correction for all rows that are of one document."""
    for (site, number), of in groupby(sorted(rows, key=_NUMBERED), key=_NUMBERED):
        fields = [_CORRECTION(row) for row in of]
        on, reason, initials, *_ = fields[0]
        changes = {field: cents for *_, field, cents in fields}
        yield Correction(site, on, number, "", reason, tuple(initials.split()), changes)
