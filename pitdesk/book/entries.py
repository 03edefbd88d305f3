"""Entries: immutable, numbered, signed facts. What the journal keeps and the chain covers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import NamedTuple, TypeVar

import msgspec
import orjson

from pitdesk import kinds
from pitdesk.chips import Chips
from pitdesk.kinds import KINDS, Declared, Fact

F = TypeVar("F", bound=Fact)


class Posting(NamedTuple):
    """`amount` pieces (of a chip) or cents (of cash, checks) into a place; out of it when negative."""

    place: str
    instrument: str
    amount: int


class Signature(NamedTuple):
    """One person's initials under one entry: who, acting as what, on which part, how proven.

    part   what is initialed: "original", "copy", "both", or "record" for what is no slip
    proof  "pin", "badge", or "signed in": at the station, for a record of the cage
    """

    person: str
    role: str
    part: str
    initials: str
    proof: str


class Number(NamedTuple):
    """A number in a gapless series: fill, credit, iou, day."""

    series: str
    number: int

    def __str__(self) -> str:
        return f"{self.series} {self.number:06}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What the desk asks the journal to append. The journal adds seq, number and hash.

    at       UTC
    day      number of the gaming day, 0 for set-up outside any day
    about    seq of the earlier entry that this one is about, or None
    request  the caller's own id: asked twice, written once
    """

    fact: Fact
    at: datetime
    day: int = 0
    about: int | None = None
    request: str | None = None
    postings: tuple[Posting, ...] = ()
    signatures: tuple[Signature, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A draft that stands in the book under its seq, with its number and its link of the chain."""

    seq: int
    fact: Fact
    at: datetime
    day: int
    number: Number | None
    about: int | None
    request: str | None
    postings: tuple[Posting, ...]
    signatures: tuple[Signature, ...]
    hash: bytes

    @property
    def kind(self) -> str:
        """What kind of fact it is."""
        return self.fact.kind

    def of(self, kind: type[F]) -> F:
        """What it says, where it must be of a kind.

        Raises:
            TypeError: it is of another.
        """
        if not isinstance(self.fact, kind):
            raise TypeError(f"entry {self.seq} is a {self.kind}")
        return self.fact

    @property
    def chips(self) -> Chips:
        """The chips that it is about."""
        return self.fact.chips

    @property
    def worth_cents(self) -> int:
        """What it is about, in cents: its money, else the value of its chips."""
        return self.chips.cents if self.fact.cents is None else self.fact.cents


@dataclass(slots=True)
class Reversals:
    """What was taken back on a day.

    taken   seq of a reversal → the entry that it takes back
    by      seq of an entry → its reversal
    """

    taken: dict[int, Entry] = field(default_factory=dict)
    by: dict[int, Entry] = field(default_factory=dict)

    def take(self, reversal: Entry, told: Sequence[Entry]) -> Entry:
        """Take in a reversal; what it takes back, which stands among those that were told before it.

        Raises:
            KeyError: nothing there has that seq.
        """
        about = {one.seq: one for one in told}[reversal.about or 0]
        self.taken[reversal.seq], self.by[about.seq] = about, reversal
        return about

    def meant(self, entry: Entry) -> tuple[Entry, int]:
        """The entry that says what moved, and 1; of a reversal the one that it takes back, and -1."""
        about = self.taken.get(entry.seq)
        return (about, -1) if about else (entry, 1)


class Unreadable(ValueError):
    """Stored bytes that are no entry; the words say which entry, which key, what was expected."""


class _Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry's bytes, its fact not read yet."""

    seq: int
    kind: str
    at: datetime
    day: int
    about: int | None
    request: str | None
    number: Number | None
    postings: tuple[Posting, ...]
    signatures: tuple[Signature, ...]
    detail: msgspec.Raw


_BODY = msgspec.json.Decoder(_Body)


def stored(draft: Draft, seq: int, number: Number | None) -> bytes:
    """The bytes of an entry, which the chain covers.

    Raises:
        TypeError: something in it is no text.
    """
    return orjson.dumps(
        {
            "seq": seq,
            "kind": draft.fact.kind,
            "at": whole_second(draft.at).isoformat(),
            "day": draft.day,
            "about": draft.about,
            "request": draft.request,
            "number": number,
            "postings": draft.postings,
            "signatures": draft.signatures,
            "detail": draft.fact.detail,
        },
        default=tuple,
    )


def whole_second(at: datetime) -> datetime:
    """A time as an entry keeps it: UTC, to the second."""
    return at.astimezone(UTC).replace(microsecond=0)


def read(body: bytes, link: bytes) -> Entry:
    """An entry from its stored bytes, strictly.

    Raises:
        Unreadable: they are of no kind known here, or not as that kind is declared.
    """
    said = _opened(body)
    kind = _declared(said.seq, said.kind)
    try:
        fact = kind.read(said.detail)
    except ValueError as error:
        raise Unreadable(f"entry {said.seq} ({said.kind}): {error}") from None
    return Entry(
        seq=said.seq,
        fact=fact,
        at=said.at,
        day=said.day,
        number=said.number,
        about=said.about,
        request=said.request,
        postings=said.postings,
        signatures=said.signatures,
        hash=link,
    )


def check(body: bytes) -> None:
    """See whether an entry can be read from its stored bytes, as strictly as `read` does.

    Raises:
        Unreadable: it cannot; the words say which key of which entry, and what was expected.
    """
    said = _opened(body)
    check_detail(said.seq, said.kind, said.detail)


def check_detail(seq: int, kind: str, detail: bytes | msgspec.Raw) -> None:
    """The same of an entry whose other columns are known to be right."""
    declared = _declared(seq, kind)
    try:
        declared.check(detail)
    except ValueError as error:
        raise Unreadable(f"entry {seq} ({kind}): {error}") from None


def _opened(body: bytes) -> _Body:
    try:
        return _BODY.decode(body)
    except ValueError as error:
        raise Unreadable(f"its bytes are no entry: {error}") from None


def _declared(seq: int, kind: str) -> Declared:
    if kind not in KINDS:
        raise Unreadable(
            f"entry {seq} is of the kind '{kind}', which this PitDesk does not know;"
            " a newer one may have written it"
        )
    return KINDS[kind]


_posting = lru_cache(maxsize=4096)(Posting)  # a night moves the same few again and again


def move(what: Chips, source: str, destination: str) -> tuple[Posting, ...]:
    """Chips out of one place into another: a pair of postings per type; pieces may be negative."""
    return tuple(
        posting
        for chip, count in what.items()
        for posting in (
            _posting(source, chip.name, -count),
            _posting(destination, chip.name, count),
        )
    )


def pay(
    amount_cents: int, source: str, destination: str, instrument: str = "cash"
) -> tuple[Posting, ...]:
    """Cents out of one place into another; nothing at all for no cents."""
    if not amount_cents:
        return ()
    return (
        Posting(source, instrument, -amount_cents),
        Posting(destination, instrument, amount_cents),
    )


def unbalanced(postings: Iterable[Posting]) -> dict[str, int]:
    """The instruments whose postings do not sum to zero, with their sums. Empty is right."""
    sums: dict[str, int] = {}
    for _, instrument, amount in postings:
        sums[instrument] = sums.get(instrument, 0) + amount
    return {instrument: amount for instrument, amount in sums.items() if amount}


def opens(fact: kinds.Fact) -> bool:
    """Whether it settles what the day begins with; its differences belong to no day's result."""
    if isinstance(fact, kinds.OpenTable):
        return fact.began or not fact.reopened
    if isinstance(fact, kinds.Count):
        return fact.when == "opening"
    return isinstance(fact, kinds.CountOpener)


def pay_back(loans: list[kinds.Owed], fact: kinds.Payback, on: date, initials: str) -> None:
    """An open IOU is paid back. A part is a line of its own; the rest stays open behind it."""
    at = next(at for at, loan in enumerate(loans) if loan.number == fact.iou and not loan.repaid)
    loan, cents = loans[at], fact.cents or 0
    paid = loan._replace(cents=cents, repaid=on.isoformat(), repaid_initials=initials)
    rest = [loan._replace(cents=loan.cents - cents)] if cents < loan.cents else []
    loans[at : at + 1] = [paid, *rest]


def owe_again(loans: list[kinds.Owed], back: Entry, on: date, initials: str) -> None:
    """An IOU, or a payback of one, is taken back on its day; what was paid is open with the rest."""
    number = back.number.number if back.number else back.of(kinds.Payback).iou
    mine = [at for at, one in enumerate(loans) if one.number == number]
    if isinstance(back.fact, kinds.Iou):
        loans[mine[0]] = loans[mine[0]]._replace(repaid="reversed", repaid_initials=initials)
        return
    day, cents = on.isoformat(), back.fact.cents
    at = [at for at in mine if loans[at].repaid == day and loans[at].cents == cents][-1]
    rest = [one for one in mine if not loans[one].repaid]
    whole = loans[at].cents + sum(loans[one].cents for one in rest)
    loans[at] = loans[at]._replace(cents=whole, repaid=None, repaid_initials="")
    for one in reversed(rest):
        del loans[one]
