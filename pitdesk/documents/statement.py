"""The bank's statement: read from CSV or OFX, and held against the deposits that the book has."""

import csv
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from io import BytesIO, StringIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from pitdesk.banking import deposit_due
from pitdesk.book.site import Deposit
from pitdesk.chips import dollars
from pitdesk.errors import Trouble
from pitdesk.given import MIB, Given

if TYPE_CHECKING:
    from ofxparse import Transaction

STATEMENT = Given("a bank statement", 2 * MIB, "Get it from the bank again, as CSV or OFX.")
# A month of a charity's account has some hundred lines. So many of them, and the tags that OFX has
# for them, are read in a moment and in little memory; a file made to stop PitDesk has more.
MOST_LINES, MOST_TAGS = 10_000, 150_000
MOST_LOOKS = 50_000_000  # of ofxparse, which goes through all ends up to the one it looks for
MOST_NAMES = 500  # of tags: OFX knows fewer
DEEPEST = 50  # tags in tags: OFX goes no deeper than ten
MOST_CENTS = 10**15  # of a transaction: no bank has more
LONGEST = 40  # characters of an amount or a date
POSTS_WITHIN = 3  # banking days in which a bank shows what it took

_DATES = ("posted", "posteddate", "postingdate", "postdate", "dateposted", "date", "transactiondate")
_AMOUNTS = ("amount", "transactionamount", "amountusd", "netamount")
_CREDITS = ("credit", "credits", "creditamount", "amountcredit", "deposit", "deposits", "moneyin")
_DEBITS = ("debit", "debits", "debitamount", "amountdebit", "withdrawal", "withdrawals", "moneyout")
_WORDS = ("description", "memo", "details", "payee", "name", "transaction", "narrative", "extendedtext")
_KINDS = ("drcr", "crdr", "debitcredit", "creditdebit", "transactiontype", "type")
_NUMBERS = ("reference", "referencenumber", "refnumber", "ref", "checknumber", "check", "slip", "number")

_TAKEN = ("debit", "dr", "withdrawal")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ISO = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)(?:[T ].*)?")
_US = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d\d)")
_NAMED = re.compile(
    r"([A-Za-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})|(\d{1,2})[- ]([A-Za-z]{3})[a-z]*[- ](\d{4})"
)
_SIGNED = re.compile(
    r"(\()?\s*([+-]?)\s*\$?\s*([+-]?)\s*([\d.,]+)\s*(-?)\s*(CR|DR)?\s*(\))?", re.IGNORECASE
)
_POINT = re.compile(r"(?=.*\d)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d\d?))?")
_COMMA = re.compile(r"(\d{1,3}(?:\.\d{3})+|\d+),(\d\d)")


@dataclass(frozen=True, slots=True)
class Credit:
    """A line of a statement: when the bank posted it, cents (below zero where it took), its words.

    reference   the bank's own number of the line, "" if it gives none
    where       the line of the file, or the number of the transaction in it
    """

    date: date
    cents: int
    words: str
    reference: str = ""
    where: str = ""


def read_file(path: Path) -> list[Credit]:
    """Read the statement in a file; Trouble as `read` raises it, and where it is no file to read."""
    return read(STATEMENT.read(path), path.name)


def read(data: bytes, name: str) -> list[Credit]:
    """Read a statement as a bank gives it out: CSV with a line of heads, OFX or QFX.

    Raises:
        Trouble: names the file, the line, and what cannot be read.
    """
    if name.lower().endswith((".ofx", ".qfx")) or b"<OFX>" in data[:4096].upper():
        return _read_ofx(data, name)
    lines = [*islice(_read_csv(_text(data, name), name), MOST_LINES + 1)]
    if len(lines) > MOST_LINES:
        raise _unread(name, f"it has more than {MOST_LINES:,} lines")
    return lines


# CSV


def _text(data: bytes, name: str) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", "replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", "replace")
    if "\0" in text:
        raise _unread(name, "it is no text: it has characters NUL")
    return text


@dataclass(frozen=True, slots=True)
class _Heads:
    """Which column holds what; the first of several names that a bank may use."""

    date: int
    amount: int | None
    credit: int | None
    debit: int | None
    words: tuple[int, ...]
    number: int | None
    kind: int | None

    @classmethod
    def of(cls, row: Sequence[str]) -> "_Heads | None":
        """The columns that a line of heads names; None where it is no line of heads."""
        names = [re.sub("[^a-z]", "", cell.lower()) for cell in row]

        def find(known: Sequence[str]) -> int | None:
            return next((names.index(name) for name in known if name in names), None)

        for name in {*_DATES, *_AMOUNTS, *_CREDITS, *_DEBITS, *_KINDS}:
            if names.count(name) > 1:
                at = names.index(name)
                again = names.index(name, at + 1)
                raise ValueError(f"'{row[at]}' heads columns {at + 1} and {again + 1}: which one holds?")
        on, amount, credit = find(_DATES), find(_AMOUNTS), find(_CREDITS)
        if on is None or (amount is None and credit is None):
            return None
        words = tuple(at for at, name in enumerate(names) if name in _WORDS)
        debit = find(_DEBITS) if amount is None else None
        credit = credit if amount is None else None
        return cls(on, amount, credit, debit, words, find(_NUMBERS), find(_KINDS))


def _read_csv(text: str, name: str) -> Iterator[Credit]:
    begin = islice(StringIO(text, newline=None), 20)
    first = max(begin, key=lambda line: max(map(line.count, ",;\t")), default="")
    rows = csv.reader(StringIO(text, newline=""), delimiter=max(",;\t", key=first.count))
    heads = None
    try:
        for row in rows:
            if heads is None:
                heads = _heads(row, f"{name}, line {rows.line_num}")
            elif any(cell.strip() for cell in row):
                yield from _line(row, heads, f"{name}, line {rows.line_num}")
    except csv.Error as error:
        raise _unread(f"{name}, line {rows.line_num}", f"it is no CSV ({error})") from None
    if heads is None:
        raise _unread(name, "no line names a Date and an Amount, or a Date and Debit and Credit")


def _heads(row: Sequence[str], where: str) -> _Heads | None:
    try:
        return _Heads.of(row)
    except ValueError as error:
        raise _unread(where, str(error)) from None


def _line(row: Sequence[str], heads: _Heads, where: str) -> Iterator[Credit]:
    def cell(at: int | None) -> str:
        return row[at].strip() if at is not None and at < len(row) else ""

    amount, credit, debit = (cell(at) for at in (heads.amount, heads.credit, heads.debit))
    if not amount and not credit and not debit:
        return  # a balance, or words between the lines
    try:
        cents = _cents(amount) if amount else _both(credit, debit)
        if amount and cell(heads.kind).casefold() in _TAKEN:
            cents = -abs(cents)  # some banks write no sign, and say in words what they took
        on = _date(cell(heads.date))
    except ValueError as error:
        raise _unread(where, str(error)) from None
    words = " ".join(" ".join(filter(None, map(cell, heads.words))).split())
    yield Credit(on, cents, words, cell(heads.number), where)


def _both(credit: str, debit: str) -> int:
    """Debit and Credit in columns of their own, the debit with a sign or without."""
    return (_cents(credit) if credit else 0) - (abs(_cents(debit)) if debit else 0)


def _cents(text: str) -> int:
    """Money as banks write it: $1,234.56, (12.00), 12.00-, 1.234,56, 12.00 CR → cents."""
    wanted = f"'{text[:LONGEST]}' is not money"
    if len(text) > LONGEST:  # white space without end would be matched without end
        raise ValueError(wanted)
    text = "".join("-" if unicodedata.category(c) == "Pd" or c == "\N{MINUS SIGN}" else c for c in text)
    match = _SIGNED.fullmatch(text.strip().replace("$(", "($"))
    if not match or bool(match[1]) != bool(match[7]):
        raise ValueError(wanted)
    opened, before, inside, digits, after, side, _ = match.groups()
    if sum(map(bool, (opened, before, inside, after, side))) > 1:
        raise ValueError(f"{wanted}: it has two signs")
    found = _POINT.fullmatch(digits) or _COMMA.fullmatch(digits)
    if not found:
        raise ValueError(wanted)
    whole, rest = re.sub("[.,]", "", found[1]), found[2] or ""
    cents = int(whole or 0) * 100 + int(f"{rest:0<2}")
    return -cents if opened or "-" in (before, inside, after) or (side or "").upper() == "DR" else cents


def _date(text: str) -> date:
    """A date as American banks write it, or as ISO 8601 does."""
    try:
        if match := _ISO.fullmatch(text):
            return date(int(match[1]), int(match[2]), int(match[3]))
        if match := _US.fullmatch(text.partition(" ")[0]):
            year = int(match[3])
            return date(year + 2000 * (year < 100), int(match[1]), int(match[2]))
        if match := _NAMED.fullmatch(text):
            month, day = (match[1], match[2]) if match[1] else (match[5], match[4])
            year = int(match[3] or match[6])
            return date(year, _MONTHS.index(month.lower()) + 1, int(day))
    except ValueError:
        pass
    raise ValueError(f"'{text[:LONGEST]}' is no date")


def _unread(where: str, what: str) -> Trouble:
    return Trouble(f"{where}: {what}. Get the statement from the bank again, as CSV or OFX.")


# OFX


def _read_ofx(data: bytes, name: str) -> list[Credit]:
    """Each transaction once, with the date as the bank wrote it, whatever zone stands behind it."""
    import warnings  # noqa: PLC0415  (slow, and seldom needed)

    from ofxparse import OfxParser, OfxParserException  # noqa: PLC0415

    data = data.removeprefix(b"\xef\xbb\xbf")
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    if wide or data.lstrip().startswith(b"<"):  # OFX 2 names its encoding where ofxparse does not look
        data = _text(data, name).encode("ascii", "xmlcharrefreplace")
    _check_tags(data := _ended(data), name)
    data = re.sub(rb"(?i)(<DTPOSTED>\s*\d{8})[^<\r\n]*", rb"\1", data)
    try:
        for at, line in enumerate(re.split(rb"(?i)<STMTTRN>", data)[1:], 1):
            _said_once(at, line)
        with warnings.catch_warnings(action="ignore"):
            parsed = OfxParser.parse(BytesIO(data))
        lines = [
            (one.account_id, line) for one in parsed.accounts for line in one.statement.transactions
        ]
        found: dict[tuple[str, str], Credit] = {}
        for at, (of, line) in enumerate(lines, 1):
            _agree(found.setdefault((of, line.id), one := _transaction(at, line)), one)
    except NameError:  # that is how ofxparse says it
        raise _unread(name, "its ENCODING is not known here") from None
    except (OfxParserException, *_UNREADABLE) as error:
        raise _unread(name, f"it cannot be read as OFX ({error})") from None
    return [*found.values()]


_TAG = re.compile(rb"<(/?)([\w.]+)")
_LEAF = re.compile(rb"(?is)<([a-z0-9_.]+)>(?:[^<]|<(?!/?[a-z0-9_.]+>))*")


def _ended(data: bytes) -> bytes:
    """Each tag with its end, which OFX 1 may leave out: ofxparse looks long for every one without."""
    ends = {tag[2].upper() for tag in _TAG.finditer(data) if tag[1]}
    return _LEAF.sub(
        lambda leaf: leaf[0] if leaf[1].upper() in ends else b"%b</%b>" % (leaf[0], leaf[1]), data
    )


def _check_tags(data: bytes, name: str) -> None:
    """Look that what is read is no larger than a statement; ofxparse would take any time and memory."""
    if b"\0" in data:
        raise _unread(name, "it is no text: it has characters NUL")
    if found := re.search(rb"(?i)<!(ENTITY|DOCTYPE)", data):
        raise _unread(name, f"it declares things of its own ({found[0].decode()}), as no statement does")
    tags = [(tag[1], tag[2].upper()) for tag in islice(_TAG.finditer(data), MOST_TAGS + 1)]
    ends = [word for end, word in tags if end]
    first = {word: at for at, word in reversed([*enumerate(ends)])}
    looks = deep = deepest = 0
    inside = Counter[bytes]()
    for end, word in tags:
        step = -1 if end else 1
        if inside[word] + step >= 0:
            inside[word] += step
            deep += step
            deepest = max(deepest, deep)
        looks += 0 if end else first.get(word, len(ends))
    few = len(tags) <= MOST_TAGS and len({*tags}) <= MOST_NAMES
    if not few or deepest > DEEPEST or looks > MOST_LOOKS:
        raise _unread(name, "it has more tags, or more of them in each other, than a statement has")


def _said_once(at: int, line: bytes) -> None:
    for name in ("DTPOSTED", "TRNAMT", "FITID"):
        said = re.findall(rb"(?i)<%s>\s*([^<\r\n]*)" % name.encode(), line)
        if len(said) > 1:
            both = " and ".join(f"'{one.decode('ascii', 'replace')}'" for one in said)
            raise ValueError(f"transaction {at} has more than one {name}: {both}")


def _agree(one: Credit, other: Credit) -> None:
    if replace(one, where=other.where) != other:
        raise ValueError(
            f"{one.where} and {other.where} have one number, {one.reference}, and differ:"
            f" {dollars(one.cents)} of {one.date}, {dollars(other.cents)} of {other.date}"
        )


# What a broken file makes ofxparse stumble over.
_UNREADABLE = (ValueError, TypeError, AttributeError, LookupError, ArithmeticError)


def _transaction(at: int, line: "Transaction") -> Credit:
    cents = Decimal(line.amount).scaleb(2)
    if not -MOST_CENTS < cents < MOST_CENTS:
        raise ValueError(f"transaction {at}: '{str(line.amount)[:LONGEST]}' is not money")
    if cents != int(cents):
        raise ValueError(f"transaction {at}: '{line.amount}' is not whole cents")
    if line.date is None:
        raise ValueError(f"transaction {at} has no date")
    words = " ".join(f"{line.payee} {line.memo} {line.checknum}".split())
    return Credit(line.date.date(), int(cents), words, line.id, f"transaction {at}")


# Deposits against the statement


@dataclass(frozen=True, slots=True)
class Match:
    """A deposit and the line of the statement that is it, or may be it.

    why   how they were found: "the same amount", or for a proposal what differs
    """

    deposit: Deposit
    credit: Credit
    why: str


@dataclass(frozen=True, slots=True)
class Matched:
    """Deposits held against a statement. No line and no deposit stands in it twice.

    pairs       the same amount, posted within three banking days, or with the slip's number
    proposals   what may belong together; somebody has to look
    missing     deposits that the statement does not have
    beyond      deposits that may stand on the statement before or after
    gone        deposits that were taken back, and that the statement has all the same
    unknown     credits that no deposit of the book is
    late        deposits made after the third banking day, with the date they were due
    """

    pairs: tuple[Match, ...]
    proposals: tuple[Match, ...]
    missing: tuple[Deposit, ...]
    beyond: tuple[Deposit, ...]
    unknown: tuple[Credit, ...]
    late: tuple[tuple[Deposit, date], ...]
    gone: tuple[Match, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether every deposit is on the statement and nothing else is."""
        return not (self.proposals or self.missing or self.unknown or self.gone)


def match(
    deposits: Sequence[Deposit],
    credits: Iterable[Credit],
    banking_days: int = 3,
    gone: Iterable[Deposit] = (),
) -> Matched:
    """Hold deposits against the credits of a statement; what the bank took (below zero) is left out.

    banking_days   after the day of activity, by which a deposit is made (99-01.3-03-10(1))
    gone           deposits that were taken back
    """
    every = [*credits]
    owed = sorted(deposits, key=lambda one: (one.made, one.slip))
    free = sorted((one for one in every if one.cents > 0), key=lambda one: (one.date, one.where))
    pairs: list[Match] = []
    proposals: list[Match] = []
    for kept, fits in ((pairs, _SURE), (proposals, _PERHAPS)):
        for why, how in fits:
            _pair(owed, free, kept, why, how)
    left, back = [*gone], list[Match]()
    for why, how in _SURE:
        _pair(left, free, back, why, how)
    late = []
    for one in deposits:
        due = deposit_due(min(one.dates), banking_days)  # the oldest day counts
        if one.made > due:
            late.append((one, due))
    missing = [one for one in owed if _covered(one, every)]
    beyond = [one for one in owed if one not in missing]
    return Matched(
        *(tuple(pairs), tuple(proposals), tuple(missing), tuple(beyond), tuple(free), tuple(late)),
        gone=tuple(back),
    )


def _covered(deposit: Deposit, every: Sequence[Credit]) -> bool:
    """Whether the statement reaches over all the days on which the deposit may be posted."""
    dates = [one.date for one in every]
    return bool(dates) and min(dates) <= deposit.made and _posted_by(deposit) <= max(dates)


def _posted_by(deposit: Deposit) -> date:
    return deposit_due(deposit.made, POSTS_WITHIN)


def _pair(
    owed: list[Deposit],
    free: list[Credit],
    kept: list[Match],
    why: str,
    fits: Callable[[Deposit, Credit], bool],
) -> None:
    """Take pairs out of both lists, the oldest deposit first, each with the nearest credit that fits."""
    for deposit in [*owed]:
        able = [at for at, credit in enumerate(free) if fits(deposit, credit)]
        if able:
            credit = free.pop(min(able, key=lambda at: _distance(deposit, free[at])))
            owed.remove(deposit)
            off_cents = credit.cents - deposit.cents
            more = f"{dollars(abs(off_cents))} {'more' if off_cents > 0 else 'less'} than noted"
            differs = f", {more}" if off_cents else ""
            kept.append(Match(deposit, credit, why + differs))


def _distance(deposit: Deposit, credit: Credit) -> tuple[int, int]:
    return abs((credit.date - deposit.made).days), abs(credit.cents - deposit.cents)


def _same(deposit: Deposit, credit: Credit) -> bool:
    return deposit.cents == credit.cents


def _names_slip(deposit: Deposit, credit: Credit) -> bool:
    """Whether the statement has the slip's number as a word of its own, zeros before it or not."""
    wanted = deposit.slip.strip().lower().lstrip("0")
    words = re.split("[^a-z0-9-]+", f"{credit.words} {credit.reference}".lower())
    return bool(wanted) and wanted in {word.lstrip("0") for word in words}


def _soon(deposit: Deposit, credit: Credit) -> bool:
    """Whether a bank that took the deposit when it was made would post it then."""
    return deposit.made <= credit.date <= _posted_by(deposit)


def _around(deposit: Deposit, credit: Credit) -> bool:
    return abs((credit.date - deposit.made).days) <= 31


def _like(deposit: Deposit, credit: Credit) -> bool:
    """Whether one may be the other miscounted: about the time, and within a tenth of the amount."""
    return _soon(deposit, credit) and 10 * abs(credit.cents - deposit.cents) <= deposit.cents


_Fits = Callable[[Deposit, Credit], bool]
_SURE: tuple[tuple[str, _Fits], ...] = (
    ("the slip's number and the amount", lambda d, c: _names_slip(d, c) and _same(d, c)),
    ("the same amount", lambda d, c: _same(d, c) and _soon(d, c)),
)
_PERHAPS: tuple[tuple[str, _Fits], ...] = (
    ("the slip's number", _names_slip),
    ("the same amount, at another time", lambda d, c: _same(d, c) and _around(d, c)),
    ("about the same time and amount", _like),
)
