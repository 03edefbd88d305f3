"""What reports are made of: sealed days with what was corrected and deposited, as plain rows, in cents.

They come from documents, from a site's own book (what is not signed yet too), or from the rows that head
office keeps: the same days give the same rows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date as Date
from itertools import groupby, pairwise
from typing import Any

from pitdesk.book.journal import Journal
from pitdesk.book.site import Deposit, Site
from pitdesk.documents.document import Document, Head, kept, names_of, said_of
from pitdesk.documents.undocumented import sealing, undocumented

Said = Mapping[str, Any]  # what a document says


SUMMARY = (  # what of a document's summary reports need
    *("gross", "prizes", "agp", "redeemed", "outstanding", "over_short_cash", "over_short_chips"),
    "prize_basis",
)


@dataclass(frozen=True, slots=True)
class TableRow:
    """What a table did on a day, as it was sealed."""

    table: str
    game: str
    drop: int
    win: int


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


@dataclass(frozen=True, slots=True)
class Paid:
    """A deposit, and the share of it that is of one day: what that day owes, the rest with the last."""

    deposit: Deposit
    cents: int


@dataclass(frozen=True, slots=True)
class Sealed:
    """A sealed day of a site as its document tells it.

    number, sha256, at   of the document
    head                 of the book's chain at the seal, in hexadecimal
    summary, chips       as in the document: cents; per chip opening, closing, players, owned
    due, by              what is to be deposited, and by when
    """

    site: str
    date: Date
    day: int
    number: int
    sha256: str
    at: str
    head: str
    practice: bool
    summary: Mapping[str, Any]
    tables: tuple[TableRow, ...]
    chips: Mapping[str, Mapping[str, int]]
    due: int
    by: Date
    paid: tuple[Paid, ...] = ()
    corrections: tuple[Correction, ...] = ()

    @property
    def outstanding(self) -> int:
        """The value of the chips with players at the seal, as corrected."""
        fixes = sum(fix.changes.get("outstanding", 0) for fix in self.corrections)
        return int(self.summary["outstanding"]) + fixes

    def late(self, today: Date) -> bool:
        """Whether its deposit was made after its date, or is not made and the date is past."""
        if self.due <= 0:
            return False
        return max((paid.deposit.made for paid in self.paid), default=today) > self.by


def of_document(document: Document) -> Sealed:
    """The row of a document of kind day."""
    return of_said(document.said, document.sha256)


def of_said(said: Said, sha256: str = "") -> Sealed:
    """The row of what a document of kind day says."""
    deposit = said["deposit"]
    tables = (TableRow(row["table"], row["game"], row["drop"], row["win"]) for row in said["tables"])
    return Sealed(
        site=_site(said),
        date=Date.fromisoformat(said["date"]),
        day=said["day"],
        number=said["number"],
        sha256=sha256,
        at=said["at"],
        head=said["head"],
        practice=said["practice"],
        summary=said["summary"],
        tables=tuple(tables),
        chips=said["chips"],
        due=deposit["cents"],
        by=Date.fromisoformat(deposit["due"]),
    )


def _site(said: Said) -> str:
    return f"{said['organization']}, {said['site']}"


def _correction(said: Said) -> Correction:
    on, initials = Date.fromisoformat(said["date"]), tuple(said["initials"])
    known = said["number"], said["at"], said["reason"]
    return Correction(_site(said), on, *known, initials, said["changes"])


def _deposit(said: Said) -> Deposit:
    dates = tuple(map(Date.fromisoformat, said["dates"]))
    made = Date.fromisoformat(said["made"])
    return Deposit(dates, made, said["cents"], said["checks"], said["bank"], said["slip"])


@dataclass(frozen=True, slots=True)
class Missing:
    """Numbers of documents of a site that are not here."""

    site: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Records:
    """All that reports are made of: days by site and date, with what was corrected and deposited.

    deposits   (site, deposit), in the order of their documents
    missing    documents that are not here
    astray     in words: corrections and deposits of days that are not here
    signed     whether every day comes from a signed document
    """

    days: tuple[Sealed, ...] = ()
    deposits: tuple[tuple[str, Deposit], ...] = ()
    missing: tuple[Missing, ...] = ()
    astray: tuple[str, ...] = ()
    signed: bool = True

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


def records_of(told: Iterable[tuple[Said, str]]) -> Records:
    """The same of what documents say, each with its SHA-256 ("" for what is not signed yet)."""
    said = sorted(told, key=lambda one: (_site(one[0]), one[0]["number"]))
    days = [of_said(*one) for one in said if _is(one, "day")]
    fixes = [_correction(one[0]) for one in said if _is(one, "correction")]
    deposits = [(_site(one[0]), _deposit(one[0])) for one in said if _is(one, "deposit")]
    signed = all(sha256 for _, sha256 in said)
    return replace(_joined(days, fixes, deposits), missing=tuple(_missing(said)), signed=signed)


def _joined(
    days: Iterable[Sealed], fixes: Iterable[Correction], deposits: Sequence[tuple[str, Deposit]]
) -> Records:
    """Corrections and deposits with the days that they are of."""
    found = {(day.site, day.date): day for day in days}
    astray = []
    for fix in fixes:
        if day := found.get((fix.site, fix.date)):
            found[fix.site, fix.date] = replace(day, corrections=(*day.corrections, fix))
        else:
            astray.append(f"{fix.site}: correction {fix.number} is of {fix.date}, which is not here")
    for site, deposit in deposits:
        known = [on for on in sorted(deposit.dates) if (site, on) in found]
        rest = deposit.cents - sum(found[site, on].due for on in known)
        for on in known:
            day = found[site, on]
            paid = Paid(deposit, day.due + rest * (on == known[-1]))
            found[site, on] = replace(day, paid=(*day.paid, paid))
        if not known:
            of = ", ".join(map(str, deposit.dates))
            astray.append(f"{site}: deposit {deposit.slip} is of {of}, which is not here")
    ordered = sorted(found.values(), key=lambda day: (day.site, day.date))
    return Records(tuple(ordered), tuple(deposits), (), tuple(astray))


def _is(told: tuple[Said, str], kind: str) -> bool:
    return bool(told[0]["kind"] == kind)


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
    told = [*_as_called(signed, site)]
    first = signed[-1].number + 1 if signed else 1
    for number, fact in enumerate(undocumented(journal), first):
        head = Head(number, "", sealing(fact).at.isoformat(), names_of(site), site.practice)
        told.append((said_of(head, fact, ""), ""))
    return records_of(told)


def of_documents(documents: Iterable[Document], site: Site) -> Records:
    """The rows of a site's own documents, all of the name that it has now."""
    return records_of(_as_called(documents, site))


def _as_called(documents: Iterable[Document], site: Site) -> Iterator[tuple[Said, str]]:
    names = names_of(site)
    yield from (({**document.said, **names}, document.sha256) for document in documents)


def of_rows(
    days: Iterable[Any],
    tables: Iterable[Any],
    chips: Iterable[Any],
    corrections: Iterable[Any],
    deposits: Iterable[Any],
) -> Records:
    """The rows as head office keeps them, told apart by site and date, with fields of the same names.

    tables: name, game, drop_cents, win; corrections: a row a field. Numbers of documents are head
    office's own matter, so none is missing here.
    """
    at: dict[tuple[str, Date], list[TableRow]] = {}
    for row in tables:
        table = TableRow(row.name, row.game, row.drop_cents, row.win)
        at.setdefault((row.site, row.date), []).append(table)
    pieces: dict[tuple[str, Date], dict[str, dict[str, int]]] = {}
    for row in chips:
        counted = {name: getattr(row, name) for name in ("opening", "closing", "players", "owned")}
        pieces.setdefault((row.site, row.date), {})[row.chip] = counted
    rows = [_of_row(row, at, pieces) for row in days]
    paid = [
        (row.site, Deposit(tuple(row.dates), row.made, row.cents, row.checks, row.bank, row.slip))
        for row in deposits
    ]
    return _joined(rows, [*_fixes(corrections)], paid)


def _of_row(
    row: Any,
    at: Mapping[tuple[str, Date], Sequence[TableRow]],
    pieces: Mapping[tuple[str, Date], Mapping[str, Mapping[str, int]]],
) -> Sealed:
    key = row.site, row.date
    return Sealed(
        site=row.site,
        date=row.date,
        day=row.day,
        number=0,
        sha256="",
        at=row.sealed,
        head=getattr(row, "head", ""),
        practice=False,
        summary={name: getattr(row, name) for name in SUMMARY},
        tables=tuple(at.get(key, ())),
        chips=pieces.get(key, {}),
        due=row.deposit,
        by=row.deposit_due,
    )


def _fixes(rows: Iterable[Any]) -> Iterator[Correction]:
    """A correction for all rows that are of one document."""
    ordered = sorted(rows, key=lambda row: (row.site, row.number))
    for (site, number), of in groupby(ordered, key=lambda row: (row.site, row.number)):
        told = [*of]
        initials = tuple(told[0].initials.split())
        changes = {row.field: row.cents for row in told}
        yield Correction(site, told[0].date, number, "", told[0].reason, initials, changes)
