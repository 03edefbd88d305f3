"""Entries: immutable, numbered, signed facts. What the journal keeps and the chain covers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from pitdesk.chips import Chips


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
    series   the series to take the next number from, or None
    about    seq of the earlier entry that this one is about, or None
    request  the caller's own id: asked twice, written once
    """

    kind: str
    at: datetime
    day: int = 0
    series: str | None = None
    about: int | None = None
    request: str | None = None
    postings: tuple[Posting, ...] = ()
    signatures: tuple[Signature, ...] = ()
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A draft that stands in the book under its seq, with its number and its link of the chain."""

    seq: int
    kind: str
    at: datetime
    day: int
    number: Number | None
    about: int | None
    request: str | None
    postings: tuple[Posting, ...]
    signatures: tuple[Signature, ...]
    detail: Mapping[str, Any]
    hash: bytes

    @property
    def chips(self) -> Chips:
        """The chips that the entry is about, as its detail names them."""
        return Chips.named(self.detail.get("chips", {}))


def move(what: Chips, source: str, destination: str) -> tuple[Posting, ...]:
    """Chips out of one place into another: a pair of postings per type; pieces may be negative."""
    return tuple(
        posting
        for chip, count in what.items()
        for posting in (
            Posting(source, chip.name, -count),
            Posting(destination, chip.name, count),
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
